"""The rules there are to choose from: for any game, and what a game says for itself instead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from league.competition.endings.ending import ABANDONED, LEFT, TIME, EndingRule, Way


def _time(slug: str, name: str, rule: str, *, rated: bool, way: Way = Way.POINTS) -> EndingRule:
    return EndingRule(slug, TIME, name, rule, way, rated)


LEAVING = (
    EndingRule(
        "last-place",
        LEFT,
        "The player who left is last",
        "The game ends when a player leaves. That player gets the last place. The score at that moment "
        "decides the other places.",
        Way.LEAVERS_LAST,
        rated=True,
    ),
    EndingRule(
        "last-place-unrated",
        LEFT,
        "The player who left is last, unrated",
        "The game ends when a player leaves. That player gets the last place. The score at that moment "
        "decides the other places.",
        Way.LEAVERS_LAST,
        rated=False,
    ),
    EndingRule(
        "as-it-stands",
        LEFT,
        "Score at that moment",
        "The game ends when a player leaves. The score at that moment decides all places.",
        Way.POINTS,
        rated=False,
    ),
)
LEAVING_OF_KILT = (
    EndingRule(
        "last-place-unrated",
        LEFT,
        "The player who left is last",
        "The game ends when a player leaves. That player gets the last place. The others turn up their "
        "Families, and the score of the pyramid decides their places.",
        Way.LEAVERS_LAST,
        rated=False,
    ),
    EndingRule(
        "last-place",
        LEFT,
        "The player who left is last, rated",
        "The game ends when a player leaves. That player gets the last place. The others turn up their "
        "Families, and the score of the pyramid decides their places.",
        Way.LEAVERS_LAST,
        rated=True,
    ),
)
ABANDONING = (
    EndingRule(
        "shared",
        ABANDONED,
        "All players share first place",
        "The players stop before the end, and nobody has left. All share first place and the points.",
        Way.SHARED,
        rated=False,
    ),
    EndingRule(
        "as-it-stands",
        ABANDONED,
        "Score at that moment",
        "The players stop before the end, and nobody has left. The score at that moment decides the places. "
        "Without a score, all players share first place.",
        Way.POINTS,
        rated=False,
    ),
    EndingRule(
        "played-again",
        ABANDONED,
        "Play the game again",
        "The players stop before the end, and nobody has left. They play the game again. Until then it has no result.",
        Way.AGAIN,
        rated=False,
    ),
)
TIME_CALLED = (
    _time(
        "as-it-stands",
        "Score at that moment",
        "The game ends when time runs out. The score at that moment decides all places.",
        rated=True,
    ),
    _time(
        "as-it-stands-unrated",
        "Score at that moment, unrated",
        "The game ends when time runs out. The score at that moment decides all places.",
        rated=False,
    ),
    _time(
        "shared",
        "All players share first place",
        "The game ends when time runs out. All players share first place.",
        way=Way.SHARED,
        rated=False,
    ),
)
TIME_CALLED_OF_LORDS = (
    _time(
        "finish-the-round",
        "Finish the current round",
        "When time runs out, the players finish the current round of the game, including its claims. The "
        "total claimed strength decides. If it is equal, the player with the better place in that round is ahead.",
        rated=True,
    ),
    _time(
        "completed-rounds",
        "Only completed rounds count",
        "The game ends when time runs out. The strength claimed in completed rounds decides. If it is "
        "equal, the player with the better place in the last completed round is ahead.",
        rated=True,
    ),
    _time(
        "completed-rounds-unrated",
        "Only completed rounds count, unrated",
        "The game ends when time runs out. The strength claimed in completed rounds decides. If it is "
        "equal, the player with the better place in the last completed round is ahead.",
        rated=False,
    ),
)
TIME_CALLED_OF_KILT = (
    _time(
        "pyramid-as-it-stands",
        "Score the pyramid as it is",
        "When time runs out, the players turn up their Families. The rows of the pyramid score as they "
        "are, with or without a King. If scores are equal, the player with more Influence cards left is "
        "ahead.",
        rated=False,
    ),
    _time(
        "pyramid-as-it-stands-rated",
        "Score the pyramid as it is, rated",
        "When time runs out, the players turn up their Families. The rows of the pyramid score as they "
        "are, with or without a King. If scores are equal, the player with more Influence cards left is "
        "ahead.",
        rated=True,
    ),
    _time(
        "shared",
        "All players share first place",
        "If time runs out before the King is crowned, all players share first place.",
        way=Way.SHARED,
        rated=False,
    ),
)
TIME_CALLED_OF_CLANS = (
    _time(
        "track-as-it-stands",
        "Victory points on the scoring track",
        "The game ends when time runs out. The current round is not scored. The victory points on the "
        "scoring track decide.",
        rated=True,
    ),
    _time(
        "score-the-round",
        "Finish and score the current round",
        "When time runs out, the players finish and score the current round of the game. Then the victory "
        "points on the scoring track decide.",
        rated=True,
    ),
    _time(
        "track-as-it-stands-unrated",
        "Victory points on the scoring track, unrated",
        "The game ends when time runs out. The current round is not scored. The victory points on the "
        "scoring track decide.",
        rated=False,
    ),
)

GENERAL: Mapping[str, tuple[EndingRule, ...]] = MappingProxyType(
    {TIME: TIME_CALLED, LEFT: LEAVING, ABANDONED: ABANDONING}
)
OF_GAMES: Mapping[str, tuple[tuple[EndingRule, ...], ...]] = MappingProxyType(
    {
        "lords-of-scotland": (TIME_CALLED_OF_LORDS,),
        "kings-kilt": (TIME_CALLED_OF_KILT, LEAVING_OF_KILT),
        "highland-clans": (TIME_CALLED_OF_CLANS,),
    }
)
