"""Options that several bracket formats share."""

from __future__ import annotations

from league.competition.brackets.advancement import AGAIN, BETTER_SEED
from league.competition.options import Option

LEGS = Option(
    name="legs",
    title="Games per match",
    explanation="The players change seats after each game. Each game gives 1 point for 1st down to 0 for last. Most "
    "points from all games win the match; if equal, the highest sum of scores.",
    choices=tuple(range(1, 11)),
    default=1,
)


ORDER = Option(
    name="order",
    title="Seeding",
    explanation="The order of the list of players, or at random. You can sort the list by rating or by hand. Top "
    "seeds get the byes.",
    choices=("list", "lot"),
    default="list",
    labels=(("list", "order of the list"), ("lot", "at random")),
)


TIES = Option(
    name="ties",
    title="Tied match",
    explanation="What happens if a match is tied after all its games. Three replays are played at most; then the "
    "better seed wins.",
    choices=(AGAIN, BETTER_SEED),
    default=AGAIN,
    labels=((AGAIN, "play again"), (BETTER_SEED, "the better seed wins")),
)
