"""The rules there are to choose from: for any game, and what a game says for itself instead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from league.rules.endings.ending import ABANDONED, LEFT, TIME, EndingRule, Way


def _time(slug: str, name: str, rule: str, *, rated: bool, way: Way = Way.POINTS) -> EndingRule:
    return EndingRule(slug, TIME, name, rule, way, rated)


LEAVING = (
    EndingRule(
        "last-place",
        LEFT,
        "Whoever left is last",
        "The game ends when somebody leaves: whoever left has the last place, the others are placed by their points "
        "at that moment.",
        Way.LEAVERS_LAST,
        rated=True,
    ),
    EndingRule(
        "last-place-unrated",
        LEFT,
        "Whoever left is last, unrated",
        "The game ends when somebody leaves: whoever left has the last place, the others are placed by their points "
        "at that moment.",
        Way.LEAVERS_LAST,
        rated=False,
    ),
    EndingRule(
        "as-it-stands",
        LEFT,
        "As it stands",
        "The game ends when somebody leaves, and all are placed by their points at that moment.",
        Way.POINTS,
        rated=False,
    ),
)
LEAVING_OF_KILT = (
    EndingRule(
        "last-place-unrated",
        LEFT,
        "Whoever left is last",
        "The game ends when somebody leaves: whoever left has the last place; the others turn up their Families and "
        "are placed by what the pyramid is worth to them.",
        Way.LEAVERS_LAST,
        rated=False,
    ),
    EndingRule(
        "last-place",
        LEFT,
        "Whoever left is last, rated",
        "The game ends when somebody leaves: whoever left has the last place; the others turn up their Families and "
        "are placed by what the pyramid is worth to them.",
        Way.LEAVERS_LAST,
        rated=True,
    ),
)
ABANDONING = (
    EndingRule(
        "shared",
        ABANDONED,
        "All share the first place",
        "A game that is abandoned is shared: everybody at the table has an equal part of its points.",
        Way.SHARED,
        rated=False,
    ),
    EndingRule(
        "as-it-stands",
        ABANDONED,
        "As it stands",
        "A game that is abandoned counts by the points on the table; without points all share the first place.",
        Way.POINTS,
        rated=False,
    ),
    EndingRule(
        "played-again",
        ABANDONED,
        "Played again",
        "A game that is abandoned is played again; until then its table is open.",
        Way.AGAIN,
        rated=False,
    ),
)
TIME_CALLED = (
    _time(
        "as-it-stands",
        "As it stands",
        "When time is called the game ends, and all are placed by their points at that moment.",
        rated=True,
    ),
    _time(
        "as-it-stands-unrated",
        "As it stands, unrated",
        "When time is called the game ends, and all are placed by their points at that moment.",
        rated=False,
    ),
    _time(
        "shared",
        "All share the first place",
        "When time is called the game ends, and all share the first place.",
        way=Way.SHARED,
        rated=False,
    ),
)
TIME_CALLED_OF_LORDS = (
    _time(
        "finish-the-round",
        "The round is finished",
        "When time is called the round being played is finished; after its claims the strength claimed so far decides, "
        "and between equals the better place in that round.",
        rated=True,
    ),
    _time(
        "completed-rounds",
        "Completed rounds count",
        "When time is called the game ends at once, and the round being played is left out: the strength claimed in "
        "completed rounds decides, and between equals the better place in the last of them.",
        rated=True,
    ),
    _time(
        "completed-rounds-unrated",
        "Completed rounds count, unrated",
        "When time is called the game ends at once, and the round being played is left out: the strength claimed in "
        "completed rounds decides, and between equals the better place in the last of them.",
        rated=False,
    ),
)
TIME_CALLED_OF_KILT = (
    _time(
        "pyramid-as-it-stands",
        "The pyramid as it stands",
        "When time is called the Families are turned up, and the rows of the pyramid score as they lie, with or "
        "without a King; between equals whoever has more Influence cards left is ahead.",
        rated=False,
    ),
    _time(
        "pyramid-as-it-stands-rated",
        "The pyramid as it stands, rated",
        "When time is called the Families are turned up, and the rows of the pyramid score as they lie, with or "
        "without a King; between equals whoever has more Influence cards left is ahead.",
        rated=True,
    ),
    _time(
        "shared",
        "All share the first place",
        "When time is called before the King is crowned, all share the first place.",
        way=Way.SHARED,
        rated=False,
    ),
)
TIME_CALLED_OF_CLANS = (
    _time(
        "track-as-it-stands",
        "The scoring track as it stands",
        "When time is called the game ends at once: the victory points on the scoring track decide, and the round "
        "being played is not scored.",
        rated=True,
    ),
    _time(
        "score-the-round",
        "The round is finished and scored",
        "When time is called the round being played is finished and scored; then the victory points on the scoring "
        "track decide.",
        rated=True,
    ),
    _time(
        "track-as-it-stands-unrated",
        "The scoring track as it stands, unrated",
        "When time is called the game ends at once: the victory points on the scoring track decide, and the round "
        "being played is not scored.",
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
