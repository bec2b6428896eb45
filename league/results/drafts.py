"""A result before it is saved: its seats, and how it is made from a report or from what was typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, Self
from uuid import UUID, uuid5

from engine.core.game import places_by
from league.accounts.models import Player
from league.results.early_endings import EarlyEnding, is_rated
from league.results.models import Ending, Report, Result

SMALLEST_TABLE, LARGEST_TABLE = 2, 5
MOST_POINTS = 100_000  # that anybody may type; a game comes to far fewer
_OWN_SUBJECTS: Final = UUID("3c1d4c3e-94f5-4f0e-8a55-0c4a6f5f3b21")


class SeatResult(NamedTuple):
    """The result of one seat: points of the game, and a place counting 1, 2, 2, 4."""

    player_id: int
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class ResultDraft:
    """A result before it is saved: a `Report` is made from it, or it enters the ledger as a `Result`.

    `subject` is the id of its game; the position in `seats` is the seat, from 0. `played_at` is None for a game that
    just ended. `evidence` is the id of a verified record, `sheet` a filled score sheet. `ending` says how the game
    ended early; `seats` is then the result by the rule for that ending, in which the last player may have any points if
    somebody left. `placed_last` are seats that are last for another reason than their points, such as a failed bot.
    `strengths` are the bot versions by seat, "" for players without versions; `alike` are other names of the same
    version; `drawn_at` is when the versions were fixed.
    """

    subject: UUID
    seats: tuple[SeatResult, ...]
    how: str = Result.How.PLAYED
    evidence: UUID | None = None
    block: UUID | None = None
    played_at: datetime | None = None
    is_rated: bool = True
    placed_last: tuple[int, ...] = ()
    ending: str = ""
    strengths: tuple[str, ...] = ()
    alike: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    drawn_at: datetime | None = None
    sheet: dict[str, Any] | None = field(default=None, hash=False)

    @classmethod
    def withdrawn(cls, subject: UUID) -> Self:
        """Return the draft that leaves the game without a result."""
        return cls(subject, (), Result.How.WITHDRAWN)

    @property
    def counts(self) -> bool:
        """Whether it changes ratings: only played games do."""
        return self.is_rated and self.how == Result.How.PLAYED

    @property
    def may_be_last(self) -> frozenset[int]:
        """The seats, from 0, whose place need not follow from their points."""
        if self.ending != Ending.LEFT:
            return frozenset(self.placed_last)
        last = max(seat.place for seat in self.seats)
        return frozenset(at for at, seat in enumerate(self.seats) if seat.place == last) | {*self.placed_last}


def own_subject(by: Player, key: UUID) -> UUID:
    """Return the subject of a game that nobody reported before: a function of sender and key."""
    return uuid5(_OWN_SUBJECTS, f"{by.public_id}:{key}")


OutcomeKey = tuple[str, str, frozenset[SeatResult]]
"""How it was decided, how it ended early, and the result of each player, in whatever order of seats."""


def outcome_key(listed: ResultDraft | Report | Result) -> OutcomeKey:
    """Return what two reports must have in common to confirm each other."""
    return listed.how, listed.ending, frozenset(seats_of(listed))


def seats_of(listed: ResultDraft | Report | Result) -> tuple[SeatResult, ...]:
    """Return the seats in order; those of a report or a row of the ledger should be prefetched."""
    if isinstance(listed, ResultDraft):
        return listed.seats
    return tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in listed.seats.all())


def draft_of(report: Report, endings: Mapping[str, str]) -> ResultDraft:
    """Return a report as a draft; `endings` are the rules of its tournament for games that end early, by kind."""
    return ResultDraft(
        report.subject,
        seats_of(report),
        report.how,
        report.evidence,
        played_at=report.played_at,
        is_rated=is_rated(report.pool.game, report.ending, endings),
        ending=report.ending,
    )


def typed_draft(
    subject: UUID,
    players: Sequence[int],
    points: Sequence[int | None],
    places: Sequence[int | None],
    ended: EarlyEnding | None = None,
    *,
    how: str = Result.How.PLAYED,
    played_at: datetime | None = None,
    sheet: dict[str, Any] | None = None,
) -> ResultDraft:
    """Return a result as it was typed: missing places follow from the points, missing points are 0.

    If the game ended early, the rule for that ending decides. Raise `WrongEnding`.
    """
    is_rated, ending = True, ""
    if ended is not None:
        result = ended.settle(points, places)
        points, places = result.points, result.places
        is_rated, ending = ended.rule.rated, ended.ending
    elif None in places:
        places = places_by([score or 0 for score in points])
    results = zip(players, points, places, strict=True)
    seats = tuple(SeatResult(player, score or 0, place or 0) for player, score, place in results)
    return ResultDraft(subject, seats, how, played_at=played_at, is_rated=is_rated, ending=ending, sheet=sheet)
