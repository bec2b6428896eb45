"""The rules to choose from for games that end early, by game and by kind of ending. The first of each is proposed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from league.competition.early_endings import ABANDONED, KINDS, LEFT, TIME, EndingRule, PlacingRule
from league.competition.registry import lookup

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
LEAVING = (
    EndingRule("last-place", LEFT, "The player who left is last", LAST_PLACE, PlacingRule.LEAVERS_LAST, rated=True),
    EndingRule(
        "last-place-unrated",
        LEFT,
        "The player who left is last, unrated",
        LAST_PLACE,
        PlacingRule.LEAVERS_LAST,
        rated=False,
    ),
    EndingRule(
        "as-it-stands",
        LEFT,
        "Score at that moment",
        "The game ends when a player leaves. The score at that moment decides all places.",
        PlacingRule.POINTS,
        rated=False,
    ),
)
LEAVING_OF_KILT = (
    EndingRule(
        "last-place-unrated",
        LEFT,
        "The player who left is last",
        LAST_PLACE_KILT,
        PlacingRule.LEAVERS_LAST,
        rated=False,
    ),
    EndingRule(
        "last-place", LEFT, "The player who left is last, rated", LAST_PLACE_KILT, PlacingRule.LEAVERS_LAST, rated=True
    ),
)
ABANDONING = (
    EndingRule(
        "shared",
        ABANDONED,
        ALL_SHARE,
        "The players stop before the end, and nobody has left. All share first place, and in a tournament the points.",
        PlacingRule.SHARED,
        rated=False,
    ),
    EndingRule(
        "as-it-stands",
        ABANDONED,
        "Score at that moment",
        "The players stop before the end, and nobody has left. The score at that moment decides the places. "
        "Without a score, all players share first place.",
        PlacingRule.POINTS,
        rated=False,
    ),
    EndingRule(
        "played-again",
        ABANDONED,
        "Play the game again",
        "The players stop before the end, and nobody has left. They play the game again. Until then it has no result.",
        PlacingRule.AGAIN,
        rated=False,
    ),
)
TIME_CALLED = (
    EndingRule("as-it-stands", TIME, "Score at that moment", AT_THAT_MOMENT, PlacingRule.POINTS, rated=True),
    EndingRule(
        "as-it-stands-unrated", TIME, "Score at that moment, unrated", AT_THAT_MOMENT, PlacingRule.POINTS, rated=False
    ),
    EndingRule(
        "shared",
        TIME,
        ALL_SHARE,
        "The game ends when time runs out. All players share first place.",
        PlacingRule.SHARED,
        rated=False,
    ),
)
TIME_CALLED_OF_LORDS = (
    EndingRule(
        "finish-the-round",
        TIME,
        "Finish the current round",
        "When time runs out, the players finish the current round of the game, including its claims. The "
        "total claimed strength decides. If it is equal, the player with the better place in that round is ahead.",
        PlacingRule.POINTS,
        rated=True,
    ),
    EndingRule(
        "completed-rounds", TIME, "Only completed rounds count", COMPLETED_ROUNDS, PlacingRule.POINTS, rated=True
    ),
    EndingRule(
        "completed-rounds-unrated",
        TIME,
        "Only completed rounds count, unrated",
        COMPLETED_ROUNDS,
        PlacingRule.POINTS,
        rated=False,
    ),
)
TIME_CALLED_OF_KILT = (
    EndingRule("pyramid-as-it-stands", TIME, "Score the pyramid as it is", PYRAMID, PlacingRule.POINTS, rated=False),
    EndingRule(
        "pyramid-as-it-stands-rated", TIME, "Score the pyramid as it is, rated", PYRAMID, PlacingRule.POINTS, rated=True
    ),
    EndingRule(
        "shared",
        TIME,
        ALL_SHARE,
        "If time runs out before the King is crowned, all players share first place.",
        PlacingRule.SHARED,
        rated=False,
    ),
)
TIME_CALLED_OF_CLANS = (
    EndingRule(
        "track-as-it-stands", TIME, "Victory points on the scoring track", SCORING_TRACK, PlacingRule.POINTS, rated=True
    ),
    EndingRule(
        "score-the-round",
        TIME,
        "Finish and score the current round",
        "When time runs out, the players finish and score the current round of the game. Then the victory "
        "points on the scoring track decide.",
        PlacingRule.POINTS,
        rated=True,
    ),
    EndingRule(
        "track-as-it-stands-unrated",
        TIME,
        "Victory points on the scoring track, unrated",
        SCORING_TRACK,
        PlacingRule.POINTS,
        rated=False,
    ),
)

GENERAL: Mapping[str, tuple[EndingRule, ...]] = MappingProxyType(
    {TIME: TIME_CALLED, LEFT: LEAVING, ABANDONED: ABANDONING}
)
BY_GAME: Mapping[str, tuple[tuple[EndingRule, ...], ...]] = MappingProxyType(
    {
        "lords-of-scotland": (TIME_CALLED_OF_LORDS,),
        "kings-kilt": (TIME_CALLED_OF_KILT, LEAVING_OF_KILT),
        "highland-clans": (TIME_CALLED_OF_CLANS,),
    }
)


def endings_for(game: str) -> Mapping[str, tuple[EndingRule, ...]]:
    """Return the rules to choose from, by kind of ending; the first of each is proposed."""
    own = {rule_set[0].kind: rule_set for rule_set in BY_GAME.get(game, ())}
    return MappingProxyType({kind: own.get(kind, GENERAL[kind]) for kind in KINDS})


def ending_rule(game: str, kind: str, slug: str = "") -> EndingRule:
    """Return the rule of that slug, or the proposed one without a slug. Raise `UnknownPart` if there is none."""
    rules = lookup("ending", kind, endings_for(game))
    return lookup("ending rule", slug, {rule.slug: rule for rule in rules}) if slug else rules[0]
