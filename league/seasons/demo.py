"""The demo's league: two divisions of King's Kilt in mid-season, with deadlines."""

from datetime import timedelta
from random import Random
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from league.accounts.models import Account
from league.accounts.queries import demo_accounts
from league.clubs.models import Club
from league.seasons.models import League
from league.seasons.services import Plan, make_league, start_season
from league.tournaments.models import Tournament
from league.tournaments.services.deadlines import Deadlines, end_of
from league.tournaments.services.entries import enter_players
from league.tournaments.services.results import Outcome, enter_typed_results

GAME: Final = "kings-kilt"
EACH: Final = 6
PLAYED: Final = 3  # rounds of five


def make_demo_league(club: Club) -> League:
    """Create the league and play three rounds of its first season."""
    secretary = demo_accounts()["secretary"]
    plan = Plan(str(timezone.localdate().year), [_("Upper division"), _("Lower division")], 1)
    rules = {"format": "round-robin", "pace": Tournament.Pace.ALL, "summary": _("One game per week.")}
    league = make_league(club=club, name=_("Bakery league"), game=GAME, plan=plan, by=secretary, **rules)
    season = league.seasons.get()
    players = [membership.player for membership in club.memberships.select_related("player").order_by("pk")]
    tournaments = [row.tournament for row in season.divisions.select_related("tournament__club").order_by("level")]
    for at, tournament in enumerate(tournaments):
        enter_players(tournament=tournament, players=players[at * EACH : (at + 1) * EACH], by=secretary)
    first = end_of(timezone.localdate() + timedelta(days=1), club.time_zone)
    start_season(season=season, by=secretary, deadlines=Deadlines(first, every_days=7))
    for tournament in tournaments:
        _play(tournament, secretary, Random(1306))
    return league


def _play(tournament: Tournament, by: Account, rng: Random) -> None:
    legs = [
        leg
        for round_ in tournament.rounds.filter(number__lte=PLAYED).order_by("number").prefetch_related("pairings__legs")
        for pairing in round_.pairings.all()
        for leg in pairing.legs.all()
    ]
    outcomes = [Outcome(leg, rng.sample(range(4, 24), 2)) for leg in legs]
    enter_typed_results(tournament=tournament, outcomes=outcomes, by=by)
