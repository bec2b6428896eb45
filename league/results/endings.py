"""Games that were not played to their end: what such a game comes to, by the rule of its event or of its game."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from league.results.errors import WrongEnding
from league.results.models import Ending
from league.rules.endings import EndingRule, Settled, Way, ending_rule


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended early. `left` are the seats, from 0, of those who left; `chosen` the event's rules, by kind."""

    game: str
    ending: str
    left: AbstractSet[int] = frozenset()
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def rule(self) -> EndingRule:
        """The rule that the event chose before the start, or the one proposed for the game."""
        return rule_of(self.game, self.ending, self.chosen)

    def settle(self, points: Sequence[int | None], places: Sequence[int | None]) -> Settled:
        """What the table comes to, from what was written down of it; `WrongEnding` says what is missing."""
        self._check(len(points))
        rule = self.rule
        if rule.way is Way.AGAIN:
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
        if self.ending == Ending.ABANDONED or rule.way is Way.SHARED:
            return False
        return rule.way is not Way.LEAVERS_LAST or seats - len(self.left) > 1


def rule_of(game: str, ending: str, chosen: Mapping[str, str]) -> EndingRule:
    """The rule for a kind of ending; `chosen` are those of an event, by kind."""
    return ending_rule(game, ending, chosen.get(ending, ""))


def is_rated(game: str, ending: str, chosen: Mapping[str, str]) -> bool:
    """Whether a game that ended so moves ratings; one that was played to its end does."""
    return not ending or rule_of(game, ending, chosen).rated


def _all_or_none(numbers: Sequence[int | None], given: Sequence[int | None]) -> list[int] | None:
    """Everybody's number, or nothing where nobody was given one; raises `WrongEnding` for some and not others."""
    if all(one is None for one in given):
        return None
    told = [one for one in numbers if one is not None]
    if len(told) < len(numbers):
        raise WrongEnding(_("Enter the score or place of every player who stayed, or of none."))
    return told
