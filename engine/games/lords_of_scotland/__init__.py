"""Lords of Scotland by Richard James: eight clans, nine powers and a throne."""

from engine.games.lords_of_scotland.game import GAME

__all__ = ["GAME"]
