"""Games that end early: time is called, a player leaves, the game is abandoned.

For each of these a tournament has one rule, chosen before the start: points and places of the game, and whether it is
rated. Each game has its own rules for time called, since each notes its points at another moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from league.competition.errors import WrongEnding
from league.competition.points import places_of
from league.competition.registry import lookup

TIME, LEFT, ABANDONED = "time", "left", "abandoned"
KINDS = (TIME, LEFT, ABANDONED)

RATED = "The game is rated."
UNRATED = "The game is not rated."

NO_SEATS: frozenset[int] = frozenset()


class PlacingRule(Enum):
    """The rule by which places follow from the points."""

    POINTS = "points"  # most points first, also of those who left
    LEAVERS_LAST = "leavers last"  # the same among those who stayed; those who left share the places after them
    SHARED = "shared"  # all share the first place
    REPLAY = "again"  # the game has no result and is played again


class EndingResult(NamedTuple):
    """The result of a game, seat by seat; empty if it is to be played again."""

    points: tuple[int, ...]
    places: tuple[int, ...]  # they count 1, 2, 2, 4
    placed_last: tuple[int, ...]  # seats, from 0, that are last whatever their points
    rated: bool


@dataclass(frozen=True, slots=True)
class EndingRule:
    """A rule for a kind of ending. `rule` says in a sentence which points to note and how they decide."""

    slug: str
    name: str
    rule: str
    placing: PlacingRule = PlacingRule.POINTS
    rated: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """The whole rule as the tournament's page prints it, in English."""
        return (self.rule,) if self.placing is PlacingRule.REPLAY else (self.rule, RATED if self.rated else UNRATED)

    def result(
        self,
        points: Sequence[int] | None,
        seats: int,
        left: AbstractSet[int] = NO_SEATS,
        places: Sequence[int] | None = None,
    ) -> EndingResult:
        """Return the result of the game. `left` are the seats, from 0, of the players who left.

        Without `points` all players have 0. `places`, where given, decide instead of the points: the players may know
        an order that the points do not show. Neither decides where all share the first place.

        Raise `WrongEnding` unless there are as many points and places as seats, and only such seats left.
        """
        _check(seats, left, points, places)
        if self.placing is PlacingRule.REPLAY:
            return EndingResult((), (), (), rated=False)
        scores = tuple(points) if points is not None else (0,) * seats
        if self.placing is PlacingRule.SHARED:
            return EndingResult(scores, (1,) * seats, (), self.rated)
        last = tuple(sorted(left)) if self.placing is PlacingRule.LEAVERS_LAST else ()
        order = places if places is not None else [-own for own in scores]
        settled = places_of([(1, 0) if seat in last else (0, own) for seat, own in enumerate(order)])
        return EndingResult(scores, settled, last, self.rated)


def _check(seats: int, left: AbstractSet[int], points: Sequence[int] | None, places: Sequence[int] | None) -> None:
    lists = [values for values in (points, places) if values is not None]
    if any(len(values) != seats for values in lists) or not left <= set(range(seats)):
        raise WrongEnding(seats=seats)


def endings_for(game: str) -> Mapping[str, tuple[EndingRule, ...]]:
    """Return the rules to choose from, by kind of ending; the first of each is proposed."""
    return MappingProxyType({**GENERAL, **BY_GAME.get(game, {})})


def ending_rule(game: str, kind: str, slug: str = "") -> EndingRule:
    """Return the rule of that slug, or the proposed one without a slug. Raise `UnknownPart` if there is none."""
    rules = lookup("ending", kind, endings_for(game))
    return lookup("ending rule", slug, {rule.slug: rule for rule in rules}) if slug else rules[0]


LAST_PLACE = (
    "The game ends when a player leaves. That player gets the last place. The score at that moment "
    "decides the other places."
)
LAST_PLACE_KILT = (
    "The game ends when a player leaves. That player gets the last place. The others turn up their "
    "Families, and the score of the pyramid decides their places."
)
AT_THAT_MOMENT = "The game ends when time runs out. The score at that moment decides all places."
COMPLETED_ROUNDS = (
    "The game ends when time runs out. The strength claimed in completed rounds decides. If it is "
    "equal, the player with the better place in the last completed round is ahead."
)
PYRAMID = (
    "When time runs out, the players turn up their Families. The rows of the pyramid score as they "
    "are, with or without a King. If scores are equal, the player with more Influence cards left is "
    "ahead."
)
SCORING_TRACK = (
    "The game ends when time runs out. The current round is not scored. The victory points on the scoring track decide."
)
ALL_SHARE = "All players share first place"
LEAVERS_LAST, SHARED, REPLAY = PlacingRule.LEAVERS_LAST, PlacingRule.SHARED, PlacingRule.REPLAY

GENERAL: Mapping[str, tuple[EndingRule, ...]] = MappingProxyType(
    {
        TIME: (
            EndingRule("as-it-stands", "Score at that moment", AT_THAT_MOMENT, rated=True),
            EndingRule("as-it-stands-unrated", "Score at that moment, unrated", AT_THAT_MOMENT),
            EndingRule("shared", ALL_SHARE, "The game ends when time runs out. All players share first place.", SHARED),
        ),
        LEFT: (
            EndingRule("last-place", "The player who left is last", LAST_PLACE, LEAVERS_LAST, rated=True),
            EndingRule("last-place-unrated", "The player who left is last, unrated", LAST_PLACE, LEAVERS_LAST),
            EndingRule(
                "as-it-stands",
                "Score at that moment",
                "The game ends when a player leaves. The score at that moment decides all places.",
            ),
        ),
        ABANDONED: (
            EndingRule(
                "shared",
                ALL_SHARE,
                "The players stop before the end, and nobody has left. All share first place, and in a tournament "
                "the points.",
                SHARED,
            ),
            EndingRule(
                "as-it-stands",
                "Score at that moment",
                "The players stop before the end, and nobody has left. The score at that moment decides the places. "
                "Without a score, all players share first place.",
            ),
            EndingRule(
                "played-again",
                "Play the game again",
                "The players stop before the end, and nobody has left. They play the game again. Until then it has "
                "no result.",
                REPLAY,
            ),
        ),
    }
)
BY_GAME: Mapping[str, Mapping[str, tuple[EndingRule, ...]]] = MappingProxyType(
    {
        "lords-of-scotland": {
            TIME: (
                EndingRule(
                    "finish-the-round",
                    "Finish the current round",
                    "When time runs out, the players finish the current round of the game, including its claims. The "
                    "total claimed strength decides. If it is equal, the player with the better place in that round is "
                    "ahead.",
                    rated=True,
                ),
                EndingRule("completed-rounds", "Only completed rounds count", COMPLETED_ROUNDS, rated=True),
                EndingRule("completed-rounds-unrated", "Only completed rounds count, unrated", COMPLETED_ROUNDS),
            )
        },
        "kings-kilt": {
            TIME: (
                EndingRule("pyramid-as-it-stands", "Score the pyramid as it is", PYRAMID),
                EndingRule("pyramid-as-it-stands-rated", "Score the pyramid as it is, rated", PYRAMID, rated=True),
                EndingRule(
                    "shared",
                    ALL_SHARE,
                    "If time runs out before the King is crowned, all players share first place.",
                    SHARED,
                ),
            ),
            LEFT: (
                EndingRule("last-place-unrated", "The player who left is last", LAST_PLACE_KILT, LEAVERS_LAST),
                EndingRule(
                    "last-place", "The player who left is last, rated", LAST_PLACE_KILT, LEAVERS_LAST, rated=True
                ),
            ),
        },
        "highland-clans": {
            TIME: (
                EndingRule("track-as-it-stands", "Victory points on the scoring track", SCORING_TRACK, rated=True),
                EndingRule(
                    "score-the-round",
                    "Finish and score the current round",
                    "When time runs out, the players finish and score the current round of the game. Then the victory "
                    "points on the scoring track decide.",
                    rated=True,
                ),
                EndingRule("track-as-it-stands-unrated", "Victory points on the scoring track, unrated", SCORING_TRACK),
            )
        },
    }
)
