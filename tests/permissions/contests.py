"""Access to contests."""

from collections.abc import Sequence

from games.bots.models import BuiltinBot
from games.bots.services import ensure_builtin_bots
from games.contests.models import Contest
from tests.games.contests.factories import contest_of
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY, ONESELF, ORGANISERS
from tests.permissions.rows import Row, ids, of_club, of_site
from tests.permissions.world import World, thing


@thing
def an_open_contest(world: World) -> Contest:
    """Of the world's club."""
    return contest_of(world.club)


def club(world: World) -> Sequence[object]:
    """The world's."""
    return [world.club.slug]


contest = ids(an_open_contest)


def bot(world: World) -> Sequence[object]:
    """One that is entered."""
    contest = an_open_contest(world)
    ensure_builtin_bots()
    player = BuiltinBot.objects.select_related("player").earliest("pk").player
    contest.entries.get_or_create(player=player)
    return [contest.public_id, player.public_id]


deal = ids(an_open_contest, 1)


ROWS: tuple[Row, ...] = (
    of_site("contests:contests", "GET", EVERYBODY),
    of_club("contests:contest", "GET", contest, EVERYBODY),
    of_club("contests:bot", "GET", bot, EVERYBODY),
    of_club("contests:new", "GET POST", club, ORGANISERS),
    of_club("contests:change", "GET POST", contest, ORGANISERS),
    of_club("contests:cancel", "GET", contest, ORGANISERS),
    of_club("contests:cancel", "POST", contest, ORGANISERS, because="x" * 401),
    of_club("contests:add-builtin-bot", "POST", contest, ORGANISERS),
    of_club("contests:skip-deal", "POST", deal, ORGANISERS),
    of_club("contests:enter", "POST", contest, ONESELF, bot="grouse"),
    of_club("contests:withdraw", "POST", contest, ACCOUNTS),
    of_site("contest-list", "GET", EVERYBODY),
    of_club("contest-detail", "GET", contest, EVERYBODY),
    of_club("contest-duels", "GET", contest, EVERYBODY),
    of_club("contest-enter", "GET", contest, ONESELF),
    of_club("contest-enter", "POST", contest, ACCOUNTS, bot="grouse"),
)
