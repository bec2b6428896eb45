"""What may be asked of tournaments."""

from league.shared.api.fields import ChoiceField
from league.shared.questions import Question, SlugField
from league.tournaments.models import Tournament


class TournamentQuestion(Question):
    """By club, game, pool and status."""

    club = SlugField("club")
    game = SlugField("game")
    pool = SlugField("pool (leaderboard)")
    status = ChoiceField(choices=Tournament.Status.choices, required=False)

    lookups = {"club": "club__slug", "game": "game", "pool": "pool__slug", "status": "status"}
