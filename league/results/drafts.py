"""A result before it is saved: its seats, its checks, and the rules for games that end early."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import combinations
from typing import Any, NamedTuple, Self
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.core.game import places_by
from league.accounts.models import Player
from league.clubs.models import Club
from league.common.validators import EARLIEST
from league.competition.early_endings import EndingResult, EndingRule, PlacingRule, ending_rule
from league.results.errors import PlayerTwice, WrongEnding, WrongEntry, WrongPlaces, WrongTable, WrongTime
from league.results.models import Ending, Report, Result

SMALLEST_TABLE, LARGEST_TABLE = 2, 5
MOST_POINTS = 100_000  # that anybody may type; a game comes to far fewer
_OWN_SUBJECTS = UUID("3c1d4c3e-94f5-4f0e-8a55-0c4a6f5f3b21")


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


@dataclass(frozen=True, slots=True)
class Ended:
    """An early ending. `left` are the seats, from 0, that left; `chosen` the rules of the tournament, by kind."""

    game: str
    ending: str
    left: AbstractSet[int] = frozenset()
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def rule(self) -> EndingRule:
        """The rule of the tournament, or the default."""
        return rule_of(self.game, self.ending, self.chosen)

    def settle(self, points: Sequence[int | None], places: Sequence[int | None]) -> EndingResult:
        """Return the result by the rule. Raise `WrongEnding` with what is missing."""
        self._check(len(points))
        rule = self.rule
        if rule.placing is PlacingRule.REPLAY:
            raise WrongEnding(_("The rules of this tournament require a replay. Leave the result empty until then."))
        noted, ranks = self._all_points(points), self._all_places(places)
        if noted is None and ranks is None and self._needs_figures(rule, len(points)):
            raise WrongEnding(_("Enter the score when the game ended: of all players who stayed, or all places."))
        return rule.result(noted, len(points), frozenset(self.left), ranks)

    def _all_points(self, points: Sequence[int | None]) -> list[int] | None:
        """Return all scores, 0 of a player who left without one; None if none is given."""
        sentence = _("Enter the score of every player who stayed, or of none.")
        return _all_or_none(points, dict.fromkeys(self.left, 0), sentence)

    def _all_places(self, places: Sequence[int | None]) -> list[int] | None:
        """Return all places, None if none is given. Players who are last by the rule need none."""
        if self.rule.placing is PlacingRule.POINTS or not self.left:
            return _all_or_none(places, {}, _("Enter the place of every player, or of none."))
        sentence = _("Enter the place of every player who stayed, or of none.")
        return _all_or_none(places, {seat: len(places) for seat in self.left}, sentence)

    def _check(self, seats: int) -> None:
        if self.ending not in Ending.values:
            raise WrongEnding(_("Choose why the game ended early: time ran out, a player left, or it was abandoned."))
        if self.ending != Ending.LEFT and self.left:
            raise WrongEnding(_("A player is marked as gone. Choose “a player left” as the reason."))
        if self.ending == Ending.LEFT and not self.left:
            raise WrongEnding(_("Mark the player who left."))
        if self.left and len(self.left) >= seats:
            raise WrongEnding(_("All players are marked as gone. Choose “abandoned” instead."))

    def _needs_figures(self, rule: EndingRule, seats: int) -> bool:
        if self.ending == Ending.ABANDONED or rule.placing is PlacingRule.SHARED:
            return False
        return rule.placing is not PlacingRule.LEAVERS_LAST or seats - len(self.left) > 1


def rule_of(game: str, ending: str, chosen: Mapping[str, str]) -> EndingRule:
    """Return the rule for a kind of ending; `chosen` are those of a tournament, by kind."""
    return ending_rule(game, ending, chosen.get(ending, ""))


def is_rated(game: str, ending: str, chosen: Mapping[str, str]) -> bool:
    """Return whether a game with this ending changes ratings; one without an early ending does."""
    return not ending or rule_of(game, ending, chosen).rated


def _all_or_none(given: Sequence[int | None], default: Mapping[int, int], missing: str) -> list[int] | None:
    """Return all numbers by seat, or None if none is given. Raise `WrongEnding(missing)` if only some are.

    A seat with a `default` need not have a number.
    """
    if all(one is None for one in given):
        return None
    numbers = [default.get(seat) if one is None else one for seat, one in enumerate(given)]
    known = [one for one in numbers if one is not None]
    if len(known) < len(numbers):
        raise WrongEnding(missing)
    return known


def typed_draft(
    subject: UUID,
    players: Sequence[int],
    points: Sequence[int | None],
    places: Sequence[int | None],
    ended: Ended | None = None,
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
        is_rated, ending = ended.rule.rated, ended.ending
        settled = ended.settle(points, places)
        points, places = settled.points, settled.places
    elif None in places:
        places = places_by([one or 0 for one in points])
    seats = tuple(map(SeatResult, players, [one or 0 for one in points], [one or 0 for one in places]))
    return ResultDraft(subject, seats, how, played_at=played_at, is_rated=is_rated, ending=ending, sheet=sheet)


def check_draft(draft: ResultDraft, seats: int | None) -> None:
    """Raise the `RefusedResult` that says what is wrong; `seats` is how many the pool's tables have, None for any."""
    _check_table(draft, seats)
    if not _is_double_forfeit(draft):
        _check_places(draft.seats)
    _check_ending(draft)
    if draft.how == Result.How.PLAYED:
        _check_points(draft)
    if draft.how == Result.How.WITHDRAWN:
        raise WrongEntry(_("There is no result to withdraw yet. Enter a played game, a forfeit or a decision."))


def _check_table(draft: ResultDraft, seats: int | None) -> None:
    size = len(draft.seats)
    if not SMALLEST_TABLE <= size <= LARGEST_TABLE:
        raise WrongTable(_("A table has 2 to 5 seats, not %(size)d.") % {"size": size})
    if seats is not None and size != seats:
        sentence = _(
            "This leaderboard is for tables of %(wanted)d, but this game had %(size)d seats. Choose "
            "another leaderboard."
        )
        raise WrongTable(sentence % {"wanted": seats, "size": size})
    if len({seat.player_id for seat in draft.seats}) < size:
        raise PlayerTwice(_("A player has two seats. Enter each player once."))


def _is_double_forfeit(draft: ResultDraft) -> bool:
    """Whether all players forfeited: all share the last place, without points."""
    return draft.how == Result.How.FORFEIT and {seat.place for seat in draft.seats} == {len(draft.seats)}


def _check_places(seats: Sequence[SeatResult]) -> None:
    places = [seat.place for seat in seats]
    if sorted(places) == sorted(places_by([-place for place in places])):
        return
    listed = ", ".join(str(place) for place in places)
    raise WrongPlaces(
        _("The places %(places)s are not possible. With a tie they are, for example, 1, 2, 2, 4.") % {"places": listed}
    )


def _check_ending(draft: ResultDraft) -> None:
    if draft.ending and draft.ending not in Ending.values:
        raise WrongEnding(_("A game ends early because time ran out, a player left, or it was abandoned."))
    if draft.ending and draft.how != Result.How.PLAYED:
        raise WrongEnding(_("A forfeit or a decision cannot end early. Remove the reason."))


def _check_points(draft: ResultDraft) -> None:
    free = draft.may_be_last
    by_points = [(number, seat) for number, seat in enumerate(draft.seats, 1) if number - 1 not in free]
    for (one, first), (two, second) in combinations(by_points, 2):
        if (first.points - second.points) * (first.place - second.place) <= 0:
            continue
        sentence = _("Seat %(one)d has more points than seat %(two)d but a worse place. Correct the scores or places.")
        more, fewer = (one, two) if first.points > second.points else (two, one)
        raise WrongPlaces(sentence % {"one": more, "two": fewer}, seat=more - 1)


def check_time(played_at: datetime | None, now: datetime) -> None:
    """Raise `WrongTime` for a game of the future, or one before there were players."""
    if played_at is not None and played_at > now:
        raise WrongTime(_("This date is in the future. Enter the date of the game."))
    if played_at is not None and played_at.date() < EARLIEST:
        raise WrongTime(_("This date is too early for these players. Enter the date of the game."))


def own_subject(by: Player, key: UUID) -> UUID:
    """Return the subject of a game that nobody reported before: a function of sender and key."""
    return uuid5(_OWN_SUBJECTS, f"{by.public_id}:{key}")


def played_on(day: date, club: Club) -> datetime | None:
    """Return the time of a game of that day: None for today, noon in the club's time zone for an earlier day."""
    if day == today_at(club):
        return None
    return datetime.combine(day, time(12), tzinfo=ZoneInfo(club.time_zone))


def today_at(club: Club) -> date:
    """Return today's date in the club's time zone."""
    return timezone.now().astimezone(ZoneInfo(club.time_zone)).date()
