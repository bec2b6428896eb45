"""Access to results, reports, score sheets, leaderboards and players."""

from collections.abc import Sequence
from uuid import uuid4

from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.models import Pool, Report, Result
from league.results.services.ledger import pool_for
from league.results.services.reports import submit_report
from tests.league.ledger import enter, table
from tests.permissions.clubs import club
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY, HIDDEN, MEMBERS, NOBODY, ORGANISERS, REFUSED, SCORERS, since
from tests.permissions.rows import Row, ids, of_club, of_site
from tests.permissions.world import World, thing


@thing
def pool(world: World) -> Pool:
    """The club's leaderboard."""
    return pool_for(game="lords-of-scotland", player_kind="person", club=world.club)


@thing
def row(world: World) -> Result:
    """A game of Eilidh's and Fergus's in the ledger."""
    return enter(pool(world), table(world.eilidh.player, world.fergus.player))[0]


@thing
def filed(world: World) -> Report:
    """Eilidh's report of another game with Fergus."""
    players, key = (world.eilidh.player, world.fergus.player), uuid4()
    seats = tuple(SeatResult(player.pk, 40 - at, at + 1) for at, player in enumerate(players))
    return submit_report(
        draft=ResultDraft(own_subject(players[0], key), seats),
        pool=pool(world),
        club=world.club,
        key=key,
        by=players[0],
    )


def result(world: World) -> Sequence[object]:
    """That row of the ledger."""
    return [row(world).pool.slug, row(world).number]


report = ids(filed)
AT_THE_TABLE = since("scorer", below=HIDDEN)  # and the players of the table, none of whom is a role here
THE_REPORTERS = AT_THE_TABLE | dict.fromkeys(("scorer", "organiser", "owner", "operator"), REFUSED)
DECIDERS = AT_THE_TABLE | {"scorer": REFUSED}


def leaderboard(world: World) -> Sequence[object]:
    """The club's."""
    return [pool(world).slug]


def player(world: World) -> Sequence[object]:
    """Eilidh, who belongs to this club alone."""
    return [world.eilidh.player.public_id, world.eilidh.player.slug]


ROWS: tuple[Row, ...] = (
    of_club("results:result", "GET", result, EVERYBODY),
    of_club("results:preview", "GET", result, EVERYBODY, private=NOBODY),
    of_club("results:correct", "GET POST", result, ORGANISERS),
    of_club("results:withdraw", "GET POST", result, ORGANISERS),
    of_site("reports:mine", "GET", ACCOUNTS),
    of_club("reports:report", "GET", report, AT_THE_TABLE),
    of_club("reports:changes", "GET", report, AT_THE_TABLE),
    of_club("reports:confirm", "POST", report, AT_THE_TABLE),
    of_club("reports:dispute", "GET POST", report, AT_THE_TABLE),
    of_club("reports:withdraw", "POST", report, THE_REPORTERS),
    of_club("reports:report-differently", "GET POST", report, AT_THE_TABLE),
    of_club("reports:decide", "GET POST", report, DECIDERS),
    of_club("reports:of-club", "GET", club, SCORERS),
    of_club("sheets:record", "GET POST", club, MEMBERS),
    of_club("sheets:empty-sheet", "GET", club, MEMBERS),
    of_club("sheets:calculation", "POST", club, MEMBERS),
    of_site("ratings:guide", "GET", EVERYBODY),
    of_site("ratings:leaderboards", "GET", EVERYBODY),
    of_club("ratings:leaderboard", "GET", leaderboard, EVERYBODY),
    of_club("ratings:leaderboard-preview", "GET", leaderboard, EVERYBODY, private=NOBODY),
    of_club("ratings:stakes", "GET", leaderboard, EVERYBODY),
    of_club("ratings:calculation", "GET", result, EVERYBODY),
    of_club("ratings:player", "GET", player, EVERYBODY),
    of_club("ratings:player-preview", "GET", player, EVERYBODY, private=NOBODY),
)
