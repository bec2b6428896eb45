"""The demo's contest: bots of the house in a small finale, that is told while a visitor looks around."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.bots.models import HouseBot
from games.bots.selectors import plays
from games.contests.models import Contest
from games.contests.services.entering import add_house_bot
from games.contests.services.keeping import Plan, make_contest
from league.clubs.models import Club

NAME: Final = "The Moot Hill Cup"
WORDS: Final = (
    "A contest of built-in bots. Each deal of the final is revealed as soon as it is played. "
    "Your club can create one, too."
)
GAME: Final = "kings-kilt"
SEATS: Final = 3
BLOCKS: Final = 6
SOON: Final = timedelta(seconds=30)  # until submissions close
MOST_PLAYOUTS: Final = 10  # so that no tournament of the demo waits for it


def make_demo_contest(club: Club) -> Contest:
    """Announce it, with the bots of the house that think for a moment only."""
    plan = Plan(name=NAME, words=WORDS, closes_at=timezone.now() + SOON, blocks=BLOCKS, pace=0)
    contest = make_contest(club=club, by=None, game=GAME, seats=SEATS, plan=plan)
    able = HouseBot.objects.filter(playouts__lte=MOST_PLAYOUTS).select_related("player").order_by("playouts", "pk")
    for bot in able:
        if plays(bot.strategy, GAME):
            add_house_bot(contest=contest.public_id, by=None, player=bot.player.public_id)
    return contest
