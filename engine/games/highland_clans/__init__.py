"""Highland Clans (Mac Robber) by Ralf Burkert: cattle, castles, and the neighbours' cattle."""

from engine.games.highland_clans.game import GAME

__all__ = ["GAME"]
