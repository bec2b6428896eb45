"""What a visitor may find: tournaments whose bots have played, made without workers, which saves their start."""

from games.bots.services import ensure_house_bots, make_matches
from games.matches.models import Match
from games.matches.services import finish_matches
from league.clubs.models import Club
from league.clubs.services import admit_by_name
from league.members.models import Account, Player
from league.ratings.services import fold_pool
from league.tournaments.models import Tournament
from league.tournaments.services import advance, enter_players, make_tournament, start
from tests.games.play.sittings import begun, of, played_out
from tests.games.tables import GAME, TERMS, claim, played


def cheap_bots() -> list[Player]:
    """The bots of the house that take no time to think."""
    return [bot for bot in ensure_house_bots() if bot.name in {"Steward", "Wanderer"}]


def event_of_bots(club: Club, name: str = "Night of the bots") -> Tournament:
    """A running round robin on the machine, its matches waiting for a worker."""
    event = make_tournament(
        club=club, name=name, game=GAME, format="round-robin", format_options={"legs": 2}, venue="machine", by=None
    )
    enter_players(tournament=event, players=cheap_bots(), by=None)
    start(tournament=event, by=None)
    for published in event.rounds.all():
        make_matches(round_id=published.pk)
    return event


def finished_event(club: Club, name: str = "Night of the bots") -> Tournament:
    """A round robin on the machine, played and rated to its end."""
    event = event_of_bots(club, name)
    waiting = Match.objects.filter(status=Match.Status.QUEUED).values_list("pk", flat=True)
    finish_matches(finishes=played(claim(list(waiting))), terms=TERMS)
    fold_pool(pool_id=event.pool.pk)
    advance(event.pk)
    event.refresh_from_db()
    return event


def games_begun(account: Account) -> None:
    """A game that somebody plays, and one that is over."""
    played_out(of(account), begun(of(account)))
    begun(of(account), "wanderer", "steward")


def event_at_tables(club: Club, *names: str, name: str = "Evening at tables") -> Tournament:
    """A draft of a round robin for people of the club who have no account."""
    event = make_tournament(club=club, name=name, game=GAME, format="round-robin", venue="paper", by=None)
    players = [admit_by_name(club=club, name=one).player for one in names]
    enter_players(tournament=event, players=players, by=None)
    return event
