"""Whin, the game of docs/adding-a-game.md: a small trick-taking game for three or four with hidden hands."""

from .game import GAME

__all__ = ["GAME"]
