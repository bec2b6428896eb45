"""Words for contests."""

from typing import Any

from games.contests.models import Contest
from games.matches.pages.boards import game_name


def in_list(contest: Contest) -> dict[str, Any]:
    """A contest in a list of several; it brings `entered`, how many bots."""
    return {"contest": contest, "game": game_name(contest.game), "state": contest.State(contest.state).label}
