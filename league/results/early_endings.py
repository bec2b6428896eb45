"""The result of a game that ends early, by the rule of its tournament."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from league.competition.early_endings import EndingResult, EndingRule, PlacingRule, ending_rule
from league.results.errors import WrongEnding
from league.results.models import Ending


@dataclass(frozen=True, slots=True)
class EarlyEnding:
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
        scores, ranks = self._all_points(points), self._all_places(places)
        if scores is None and ranks is None and self._needs_figures(rule, len(points)):
            raise WrongEnding(_("Enter the score when the game ended: of all players who stayed, or all places."))
        return rule.result(scores, len(points), frozenset(self.left), ranks)

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
    if all(number is None for number in given):
        return None
    numbers = [default.get(seat) if number is None else number for seat, number in enumerate(given)]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        raise WrongEnding(missing)
    return known
