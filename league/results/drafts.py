"""A result before it is saved: its seats, its checks, and the rules for games that end early."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import combinations
from typing import Any, NamedTuple
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.models import Club
from league.competition.early_endings import EndingResult, EndingRule, PlacingRule, ending_rule
from league.results.errors import PlayerTwice, WrongEnding, WrongEntry, WrongPlaces, WrongTable
from league.results.models import Ending, Pool, Report, Result


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
        if rule.way is PlacingRule.AGAIN:
            raise WrongEnding(_("The rules of this tournament require a replay. Leave the result empty until then."))
        counted = [0 if seat in self.left and own is None else own for seat, own in enumerate(points)]
        noted, ranks = _all_or_none(counted, points), _all_or_none(places, places)
        if noted is None and ranks is None and self._needs_figures(rule, len(points)):
            raise WrongEnding(_("Enter the score when the game ended: of all players who stayed, or all places."))
        return rule.settle(noted, len(points), frozenset(self.left), ranks)

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
        if self.ending == Ending.ABANDONED or rule.way is PlacingRule.SHARED:
            return False
        return rule.way is not PlacingRule.LEAVERS_LAST or seats - len(self.left) > 1


def rule_of(game: str, ending: str, chosen: Mapping[str, str]) -> EndingRule:
    """Return the rule for a kind of ending; `chosen` are those of a tournament, by kind."""
    return ending_rule(game, ending, chosen.get(ending, ""))


def is_rated(game: str, ending: str, chosen: Mapping[str, str]) -> bool:
    """Return whether a game with this ending changes ratings; one without an early ending does."""
    return not ending or rule_of(game, ending, chosen).rated


def _all_or_none(numbers: Sequence[int | None], given: Sequence[int | None]) -> list[int] | None:
    """Return all numbers, or None if none is given. Raise `WrongEnding` if only some are."""
    if all(one is None for one in given):
        return None
    told = [one for one in numbers if one is not None]
    if len(told) < len(numbers):
        raise WrongEnding(_("Enter the score or place of every player who stayed, or of none."))
    return told


SMALLEST_TABLE, LARGEST_TABLE = 2, 5
MOST_POINTS = 100_000  # that anybody may type; a game comes to far fewer


class SeatResult(NamedTuple):
    """The result of one seat: points of the game, and a place counting 1, 2, 2, 4."""

    player_id: int
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class ResultDraft:
    """A first result of a subject; the position in `seats` is the seat, from 0.

    `played_at` is None for now. `placed_last` are seats that are last for another reason than their points, such as a
    failed bot. `strengths` are the bot versions by seat, "" for players without versions; `alike` are other names of
    the same version; `drawn_at` is when the versions were fixed. `ending` says how the game ended early (this module
    computes the result); if somebody left, the last player may have any points.
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


def check_draft(entry: ResultDraft, seats: int | None) -> None:
    """Raise the `RefusedResult` that says what is wrong; `seats` is how many the pool's tables have, None for any."""
    _check_table(entry, seats)
    if not _is_double_forfeit(entry):
        _check_places(entry.seats)
    _check_ending(entry)
    if entry.how == Result.How.PLAYED:
        _check_points(entry)
    if entry.how == Result.How.WITHDRAWN:
        raise WrongEntry(_("There is no result to withdraw yet. Enter a played game, a forfeit or a decision."))


def check_subjects(entries: Sequence[ResultDraft]) -> None:
    """Raise `WrongEntry` when two entries of one batch are about the same subject."""
    if len({entry.subject for entry in entries}) < len(entries):
        raise WrongEntry(_("The same game is in this batch twice. Send it once."))


def _check_table(entry: ResultDraft, seats: int | None) -> None:
    size = len(entry.seats)
    if not SMALLEST_TABLE <= size <= LARGEST_TABLE:
        raise WrongTable(_("A table has 2 to 5 seats, not %(size)d.") % {"size": size})
    if seats is not None and size != seats:
        sentence = _(
            "This leaderboard is for tables of %(wanted)d, but this game had %(size)d seats. Choose "
            "another leaderboard."
        )
        raise WrongTable(sentence % {"wanted": seats, "size": size})
    if len({seat.player_id for seat in entry.seats}) < size:
        raise PlayerTwice(_("A player has two seats. Enter each player once."))


def _is_double_forfeit(entry: ResultDraft) -> bool:
    """Whether all players forfeited: all share the last place, without points."""
    return entry.how == Result.How.FORFEIT and {seat.place for seat in entry.seats} == {len(entry.seats)}


def _check_places(seats: Sequence[SeatResult]) -> None:
    places = [seat.place for seat in seats]
    if sorted(places) == shared_places(places):
        return
    said = ", ".join(str(place) for place in places)
    raise WrongPlaces(
        _("The places %(places)s are not possible. With a tie they are, for example, 1, 2, 2, 4.") % {"places": said}
    )


def shared_places(places: Sequence[int]) -> list[int]:
    """Return how the best-first order of these places must count: 1, 2, 2, 4."""
    return sorted(1 + sum(other < place for other in places) for place in places)


def _check_ending(entry: ResultDraft) -> None:
    if entry.ending and entry.ending not in Ending.values:
        raise WrongEnding(_("A game ends early because time ran out, a player left, or it was abandoned."))
    if entry.ending and entry.how != Result.How.PLAYED:
        raise WrongEnding(_("A forfeit or a decision cannot end early. Remove the reason."))


def _check_points(entry: ResultDraft) -> None:
    free = entry.may_be_last
    by_points = [(number, seat) for number, seat in enumerate(entry.seats, 1) if number - 1 not in free]
    for (one, first), (two, second) in combinations(by_points, 2):
        if (first.points - second.points) * (first.place - second.place) <= 0:
            continue
        sentence = _("Seat %(one)d has more points than seat %(two)d but a worse place. Correct the scores or places.")
        more, fewer = (one, two) if first.points > second.points else (two, one)
        raise WrongPlaces(sentence % {"one": more, "two": fewer})


def seats_of(said: Report | Result) -> tuple[SeatResult, ...]:
    """Return the seats of a report or a row of the ledger, in order; they should be prefetched."""
    return tuple(SeatResult(seat.player_id, seat.points, seat.place) for seat in said.seats.all())


@dataclass(frozen=True, slots=True)
class Chain:
    """All rows of a subject, the first one first."""

    rows: tuple[Result, ...]

    @property
    def first(self) -> Result:
        """The first row, whose position in the ledger counts for all."""
        return self.rows[0]

    @property
    def now(self) -> Result:
        """The row that counts."""
        return self.rows[-1]

    @property
    def pool(self) -> Pool:
        """The pool."""
        return self.first.pool

    @property
    def subject(self) -> UUID:
        """The subject."""
        return self.first.subject

    @property
    def is_withdrawn(self) -> bool:
        """Whether the result is withdrawn."""
        return self.now.how == Result.How.WITHDRAWN

    @property
    def was_played_here(self) -> bool:
        """Whether it is the result of a match on the server: the match's id is then both subject and evidence."""
        return self.first.evidence == self.first.subject

    @property
    def may_be_rated(self) -> bool:
        """Whether it changes ratings if played to the end: an unrated first result stays unrated."""
        return all(row.is_rated for row in self.rows if row.how == Result.How.PLAYED and not row.ending)

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """The seats that count; of a withdrawn result, those that counted last."""
        return next((seats for row in reversed(self.rows) if (seats := seats_of(row))), ())

    @property
    def players(self) -> dict[int, Player]:
        """All players of its rows, by key."""
        return {seat.player_id: seat.player for row in self.rows for seat in row.seats.all()}

    def stood_once(self, how: str, seats: tuple[SeatResult, ...], ending: str = "") -> bool:
        """Whether this very result was in the ledger before."""
        return any((row.how, row.ending, seats_of(row)) == (how, ending, seats) for row in self.rows)


EARLIEST = date(1970, 1, 1)  # the same in forms: `league.common.forms`

_OWN_SUBJECTS = UUID("3c1d4c3e-94f5-4f0e-8a55-0c4a6f5f3b21")


class Word(NamedTuple):
    """The normalised outcome of a report: equal ones confirm each other, in whatever order of seats."""

    how: str
    ending: str
    seats: frozenset[SeatResult]


@dataclass(frozen=True, slots=True)
class Claim:
    """One person's report of a game; `seats` in order.

    `subject` is that of the tournament game, of the answered report, or `own_subject(by, key)` for a game outside
    tournaments that nobody has reported yet. `key` is the sender's idempotency key. `played_at` is None for a game
    that just ended. `evidence` is the id of a verified record. `ending` says how the game ended early; `seats` is then
    the result by the rules for such an ending.
    """

    subject: UUID
    pool: Pool
    club: Club
    seats: tuple[SeatResult, ...]
    key: UUID
    played_at: datetime | None = None
    how: str = Result.How.PLAYED
    sheet: dict[str, Any] | None = None
    evidence: UUID | None = None
    ending: str = ""

    @property
    def word(self) -> Word:
        """The normalised outcome."""
        return Word(self.how, self.ending, frozenset(self.seats))


def word_of(said: Report | Result) -> Word:
    """Return the normalised outcome of a report or a row of the ledger; seats should be prefetched."""
    return Word(said.how, said.ending, frozenset(seats_of(said)))


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
