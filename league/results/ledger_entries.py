"""A result before it enters the ledger: its validation, and the result of a game that ended early."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from league.competition.early_endings import EndingResult, EndingRule, PlacingRule, ending_rule
from league.results.errors import PlayerTwice, WrongEnding, WrongEntry, WrongPlaces, WrongTable
from league.results.models import Ending, Result


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
class NewResult:
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


def check(entry: NewResult, seats: int | None) -> None:
    """Raise the `RefusedResult` that says what is wrong; `seats` is how many the pool's tables have, None for any."""
    _check_table(entry, seats)
    if not _is_double_forfeit(entry):
        _check_places(entry.seats)
    _check_ending(entry)
    if entry.how == Result.How.PLAYED:
        _check_points(entry)
    if entry.how == Result.How.WITHDRAWN:
        raise WrongEntry(_("There is no result to withdraw yet. Enter a played game, a forfeit or a decision."))


def check_subjects(entries: Sequence[NewResult]) -> None:
    """Raise `WrongEntry` when two entries of one batch are about the same subject."""
    if len({entry.subject for entry in entries}) < len(entries):
        raise WrongEntry(_("The same game is in this batch twice. Send it once."))


def _check_table(entry: NewResult, seats: int | None) -> None:
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


def _is_double_forfeit(entry: NewResult) -> bool:
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


def _check_ending(entry: NewResult) -> None:
    if entry.ending and entry.ending not in Ending.values:
        raise WrongEnding(_("A game ends early because time ran out, a player left, or it was abandoned."))
    if entry.ending and entry.how != Result.How.PLAYED:
        raise WrongEnding(_("A forfeit or a decision cannot end early. Remove the reason."))


def _check_points(entry: NewResult) -> None:
    free = entry.may_be_last
    by_points = [(number, seat) for number, seat in enumerate(entry.seats, 1) if number - 1 not in free]
    for (one, first), (two, second) in combinations(by_points, 2):
        if (first.points - second.points) * (first.place - second.place) <= 0:
            continue
        sentence = _("Seat %(one)d has more points than seat %(two)d but a worse place. Correct the scores or places.")
        more, fewer = (one, two) if first.points > second.points else (two, one)
        raise WrongPlaces(sentence % {"one": more, "two": fewer})
