"""What a visitor may find: tournaments whose bots have played, made without workers, which saves their start."""

from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from games.bots.models import UploadedBot
from games.bots.services import ensure_builtin_bots
from games.bots.tournament_matches import make_matches
from games.contests.final import reveal_deals
from games.ladder.services import plan_blocks
from games.matches.claims import finish_matches
from games.matches.models import Match
from games.records.services.drafts import begin_draft, create_batch
from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.clubs.services.members import admit, admit_by_name
from league.ratings.services import fold_pool
from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.services.ledger import pool_for
from league.results.services.reports import dispute_report, submit_report
from league.tournaments.models import Tournament
from league.tournaments.services.club_nights import add_walk_in, close_evening, end_season, open_evening, pair_tables
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import enter_players
from league.tournaments.services.lifecycle import advance, start
from tests.engine.sandbox.programs import deciding
from tests.example_games import shipped_games
from tests.factories import account_of
from tests.games.bots.factories import (
    another,
    bot_by,
    checked_bare,
    finished_comparison,
    finished_test,
    match_of,
    match_of_player,
)
from tests.games.bots.remote.factories import remote_bot
from tests.games.contests.factories import closed, contest_of, house_of
from tests.games.factories import GAME, TERMS, claim, played
from tests.games.play.factories import begun, of, played_out
from tests.games.records.factories import checked, sent, text
from tests.league.tournaments.factories import play_open_legs


def cheap_bots() -> list[Player]:
    """Return the built-in bots that need no thinking time."""
    return [bot for bot in ensure_builtin_bots() if bot.name in {"Steward", "Wanderer"}]


def event_of_bots(club: Club, name: str = "Night of the bots") -> Tournament:
    """Return a running round robin of bot matches, its matches queued for a worker."""
    event = make_tournament(
        club=club, name=name, game=GAME, format="round-robin", format_options={"legs": 2}, venue="machine", by=None
    )
    enter_players(tournament=event, players=cheap_bots(), by=None)
    start(tournament=event, by=None)
    for published in event.rounds.all():
        make_matches(round_id=published.pk)
    return event


def contest_told(club: Club, morag: Account) -> None:
    """Make a finished contest of the club; its final of one deal is revealed."""
    contest = contest_of(club, name="Cup of one deal", blocks=1)
    house_of(contest, morag, "wanderer", "courtier")
    closed(contest)
    waiting = Match.objects.filter(block__of_a_final__contest=contest).values_list("pk", flat=True)
    finish_matches(finishes=played(claim(list(waiting))), terms=TERMS)
    reveal_deals()


def finished_event(club: Club, name: str = "Night of the bots") -> Tournament:
    """Return a finished round robin of bot matches, with ratings updated."""
    event = event_of_bots(club, name)
    waiting = Match.objects.filter(status=Match.Status.QUEUED).values_list("pk", flat=True)
    finish_matches(finishes=played(claim(list(waiting))), terms=TERMS)
    fold_pool(pool_id=event.pool.pk)
    advance(tournament_id=event.pk)
    event.refresh_from_db()
    return event


def games_begun(account: Account) -> None:
    """A game that somebody plays, and one that is over."""
    played_out(of(account), begun(of(account)))
    begun(of(account), "wanderer", "steward")


def event_at_tables(
    club: Club,
    *names: str,
    name: str = "Evening at tables",
    format: str = "round-robin",  # noqa: A002  (as services say)
) -> Tournament:
    """A draft for people of the club who have no account, by default of a round robin."""
    event = make_tournament(club=club, name=name, game=GAME, format=format, venue="paper", by=None)
    players = [admit_by_name(club=club, name=one).player for one in names]
    enter_players(tournament=event, players=players, by=None)
    return event


def seasons(club: Club) -> None:
    """Seasons of club nights: one with an open night and tables, one between two nights, and one that ended."""
    for name, names in (("Thursdays", ("Muriel", "Niall", "Oonagh")), ("Mondays", ("Petra", "Ranald", "Seonaid"))):
        season = make_tournament(club=club, name=name, game=GAME, format="club-evenings", pace="desk", by=None)
        open_evening(tournament=season, by=None)
        for one in names:
            add_walk_in(tournament=season, name=one, is_guest=False, by=None)
        pair_tables(tournament=season, by=None, at_once=True)
    close_evening(tournament=season, by=None)
    past = make_tournament(club=club, name="Last winter", game=GAME, format="club-evenings", pace="desk", by=None)
    open_evening(tournament=past, by=None)
    for one in ("Morven", "Sorley", "Teasag"):
        add_walk_in(tournament=past, name=one, is_guest=False, by=None)
    pair_tables(tournament=past, by=None, at_once=True)
    play_open_legs(past)
    close_evening(tournament=past, by=None)
    end_season(tournament=past, by=None)


def records_brought(account: Account, club: Club) -> None:
    """A verified record, one with a line that cannot be, a draft, and a file that was not sent on."""
    table = [account.player, admit_by_name(club=club, name="Hamish").player]
    checked(sent(account.player, club, text(), table))
    checked(sent(account.player, club, text(secret=b"another evening").replace("Top: ", "Top: Campbell and "), table))
    begin_draft(by=account.player, club=club, text="\n".join(text().split("\n")[:22]))
    create_batch(by=account.player, club=club, texts=[text(), text(secret=b"a third evening")])


def games_reported(morag: Account, club: Club) -> None:
    """Games that Hamish reported: two wait, one is disputed."""
    hamish = account_of("Hamish")
    admit(club=club, player=hamish.player)
    fergus = admit_by_name(club=club, name="Fergus Featherstonehaugh of Inverarnan").player
    pool = pool_for(game=GAME, player_kind="person", club=club)
    for other in (morag.player, fergus, morag.player):
        seats, key = (SeatResult(hamish.player.pk, 41, 1), SeatResult(other.pk, 30, 2)), uuid4()
        draft = ResultDraft(own_subject(hamish.player, key), seats)
        report = submit_report(draft=draft, pool=pool, club=club, key=key, by=hamish.player)
    dispute_report(report=report, by=morag.player, reason="The sheet says 43.")


def bots_uploaded(morag: Account) -> None:
    """Make a bot with the longest possible name, and one with a playing, a waiting and a failed version.

    The bot with a playing version is on ladders.
    """
    morag.email_confirmed_at = timezone.now()
    morag.save(update_fields=["email_confirmed_at"])
    every = tuple(shipped_games())
    bot_by(morag, "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", games=every)
    first = checked_bare(bot_by(morag, games=every))
    finished_test(first)
    finished_comparison(first)
    match_of(first, kind="timeout", log="thinking\n" * 40)
    match_of_player(remote_bot(morag, "Mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm").player, kind="away")
    another(first, deciding("pass"))
    checked_bare(another(first, deciding("print('I am lost at', legal[0])\nreturn (99,)")))
    UploadedBot.objects.update(
        created_at=timezone.now() - timedelta(days=3)
    )  # so there are daily reports of other days
    plan_blocks()
