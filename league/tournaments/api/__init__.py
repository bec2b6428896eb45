"""Tournaments as JSON."""

from league.tournaments.api.endpoints import Tournaments

__all__ = ["Tournaments"]
