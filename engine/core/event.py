"""The smallest thing that can happen in a game."""

from __future__ import annotations

from typing import TypeAlias

Event: TypeAlias = tuple[int, ...]  # kind first; what follows is the game's own
