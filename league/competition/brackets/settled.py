"""Which pairings of a bracket stay as they are, whoever comes to them after a correction."""

from __future__ import annotations

from league.competition.formats.format import Pairing


def is_settled(pairing: Pairing) -> bool:
    """Whether it is not mended any more: it has a result or a report, or the organiser changed it."""
    return bool(pairing.results) or pairing.is_reported or pairing.by_hand
