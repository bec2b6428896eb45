"""King's Kilt by Gordon Hamilton: clans climb a pyramid of cards, and betray one another for its top."""

from engine.games.kings_kilt.game import GAME

__all__ = ["GAME"]
