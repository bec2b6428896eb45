"""The people, events and bots of the load benchmark, made inside the site that bears it."""

import json
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from league.accounts.models import Account
    from league.clubs.models import Club
    from league.tournaments.models import Tournament

CLUB = "Strathbogie League of Invented Players"
GAME = "lords-of-scotland"
AT_A_TABLE = 4
BOTS = 8
SPEAKING = 2  # so many players of a table must send its result
BOTS_PLAY = ("lords-of-scotland", "kings-kilt")


class Gathered(NamedTuple):
    """Data for the clients: addresses by route, session cookies, and a key and two sessions for each table."""

    pages: dict[str, list[str]]
    followed: dict[str, str]
    readers: list[str]
    tables: list[tuple[str, list[str]]]


def gather(*, tables: int, readers: int, matches: int) -> str:
    """Make all of it, and return it as JSON."""
    from django.core.management import call_command
    from django.db import connection

    from league.clubs.models import Club

    people = max(AT_A_TABLE * tables, readers)
    call_command("seed", small=True, players=people, matches=matches, name=CLUB, stdout=StringIO())
    club = Club.objects.get(name=CLUB)
    sessions = _signed_in(club)
    event = _event(club, tables)
    machines = [_of_bots(club, game) for game in BOTS_PLAY]
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    pages, followed = _addresses(club, event, machines)
    return json.dumps(Gathered(pages, followed, list(sessions.values())[:readers], _tables(event, sessions)))


def played() -> int:
    """How many matches of bots are over."""
    from games.matches.models import Match

    return Match.objects.filter(status="done").count()


def reported() -> int:
    """How many tables of the round have their result."""
    from league.results.models import Result
    from league.tournaments.models import Leg, Tournament

    event = Tournament.objects.get(name="The Load")
    subjects = Leg.objects.filter(pairing__round__tournament=event).values_list("subject", flat=True)
    return Result.objects.filter(subject__in=subjects).count()


def _signed_in(club: "Club") -> dict[int, str]:
    """A session for every member, by player."""
    from django.conf import settings

    from league.accounts.models import Account

    made: dict[int, str] = {}
    for number, membership in enumerate(club.memberships.select_related("player__account").order_by("pk")):
        player = membership.player
        if player.account is None:
            player.account = Account.objects.create_user(f"reader-{number}@players.example")
            player.save(update_fields=["account"])
        elif not player.account.is_active:
            player.account.is_active = True
            player.account.save(update_fields=["is_active"])
        made[player.pk] = f"{settings.SESSION_COOKIE_NAME}={_session(player.account)}"
    return made


def _session(account: "Account") -> str:
    from django.conf import settings
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.force_login(account)
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def _event(club: "Club", tables: int) -> "Tournament":
    """Return a Swiss tournament with its first round published and a link for each table."""
    from league.tournaments.models import Tournament
    from league.tournaments.services.creation import make_tournament
    from league.tournaments.services.entries import enter_players
    from league.tournaments.services.lifecycle import start
    from league.tournaments.services.table_links import make_links

    event = make_tournament(
        club=club,
        name="The Load",
        game=GAME,
        format="table-swiss",
        format_options={"rounds": 5},
        pace=Tournament.Pace.ROUND,
        by=None,
    )
    members = club.memberships.select_related("player").order_by("pk")[: AT_A_TABLE * tables]
    enter_players(tournament=event, players=[one.player for one in members], by=None)
    event = start(tournament=event, by=None)
    make_links(tournament_round=event.rounds.get(), by=None)
    return event


def _of_bots(club: "Club", game: str) -> "Tournament":
    """Return a tournament of built-in bots that plays until long after the measurement ends."""
    from games.bots.eligibility import builtin_bot_players
    from league.clubs.services.members import admit
    from league.tournaments.models import Tournament
    from league.tournaments.services.creation import make_tournament
    from league.tournaments.services.entries import enter_players
    from league.tournaments.services.lifecycle import start

    bots = builtin_bot_players(game)[-BOTS:]
    for bot in bots:
        if not club.memberships.filter(player=bot).exists():
            admit(club=club, player=bot)
    event = make_tournament(
        club=club,
        name=f"Bots at {game}",
        game=game,
        format="round-robin",
        format_options={"cycles": 2, "legs": 10},
        venue=Tournament.Venue.MACHINE,
        pace=Tournament.Pace.ROUND,
        by=None,
    )
    enter_players(tournament=event, players=bots, by=None)
    return start(tournament=event, by=None)


def _addresses(
    club: "Club", event: "Tournament", machines: "list[Tournament]"
) -> tuple[dict[str, list[str]], dict[str, str]]:
    from django.urls import reverse

    tabs = ("tournament", "standings", "crosstable")
    people = [one.player for one in club.memberships.filter(player__kind="person").order_by("pk")[:40]]
    board = reverse("ratings:leaderboard", args=[event.pool.slug])
    here = {f"event: {tab}": reverse(f"tournaments:{tab}", args=[event.public_id, event.slug]) for tab in tabs}
    here["event: round"] = reverse("tournaments:round", args=[event.public_id, event.slug, 1])
    of_bots = machines[0]
    bots = {"bots' leaderboard": reverse("ratings:leaderboard", args=[of_bots.pool.slug]), "hall": "/"}
    bots["bots' event"] = reverse("tournaments:standings", args=[of_bots.public_id, of_bots.slug])
    pages = {
        **{name: [address] for name, address in (here | bots).items()},
        "leaderboard": [board],
        "player": [reverse("ratings:player", args=[one.public_id, one.slug]) for one in people],
        "club": [reverse("clubs:club", args=[club.slug])],
        "events": [reverse("tournaments:list")],
        "leaderboards": [reverse("ratings:leaderboards")],
        "rules": [reverse("matches:rules", args=[GAME])],
        "hello": ["/health"],
    }
    followed = ("event: round", "event: standings", "event: tournament", "bots' leaderboard", "hall")
    return pages, {name: pages[name][0] for name in followed}


def _tables(event: "Tournament", sessions: dict[int, str]) -> list[tuple[str, list[str]]]:
    """The key of each table, and two who sit there."""
    from league.tournaments.models import TableLink

    links = TableLink.objects.filter(pairing__round__tournament=event).select_related("pairing").order_by("table")
    rows = links.prefetch_related("pairing__seats__entry")
    return [
        (link.key, [sessions[seat.entry.player_id] for seat in link.pairing.seats.all()][:SPEAKING]) for link in rows
    ]
