"""Versions of published rounds: what prints, the projector and programs say beside the tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from league.tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class RoundVersion:
    """The version of a round that is on the board, and since when."""

    number: int
    version: int
    published_at: datetime | None
    changed_at: datetime | None
    due_at: datetime | None


def round_versions(event: Tournament) -> Mapping[int, RoundVersion]:
    """The versions of all published rounds by number; one query. Drafts are none of anybody's business."""
    published = event.rounds.exclude(status=Round.Status.DRAFT).order_by("number")
    columns = ("number", "version", "published_at", "changed_at", "due_at")
    return {row[0]: RoundVersion(*row) for row in published.values_list(*columns)}


def changed_tables(tournament_round: Round) -> tuple[int, ...]:
    """Numbers of the tables that became as they are in the round's present version; none in the first. One query.

    Only their sheets are printed again. A table that is gone is not among them.
    """
    if tournament_round.version == 1:
        return ()
    changed = tournament_round.pairings.filter(bye="", version=tournament_round.version)
    return tuple(changed.order_by("table").values_list("table", flat=True))
