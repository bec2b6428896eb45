"""Access to the ladders."""

from collections.abc import Sequence
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.bots.services import ensure_builtin_bots
from games.ladder.models import Ladder
from games.ladder.services import plan_blocks
from tests.games.bots.factories import author, bot_by, passed
from tests.permissions.outcomes import ACCOUNTS, EVERYBODY
from tests.permissions.rows import Row, of_site
from tests.permissions.world import World, thing


@thing
def ladder_of_two(_world: World) -> Ladder:
    """Return a ladder that has somebody's bot."""
    ensure_builtin_bots()
    passed(bot_by(author("Catriona"), "Capercaillie of the ladder"))
    plan_blocks()
    return Ladder.objects.select_related("pool").get(pool__seats=2)


def ladder(world: World) -> Sequence[object]:
    """Everybody's to see."""
    return [ladder_of_two(world).pool.slug]


def bot(world: World) -> Sequence[object]:
    """Return the ladder and one of its bots."""
    found = ladder_of_two(world)
    return [found.pool.slug, found.ladder_entries.select_related("player").earliest("pk").player.public_id]


def a_day(_world: World) -> Sequence[object]:
    """Yesterday, which everybody has."""
    return [(timezone.now().astimezone(ZoneInfo("Europe/London")).date() - timedelta(days=1)).isoformat()]


ROWS: tuple[Row, ...] = (
    of_site("ladder:ladders", "GET", EVERYBODY),
    of_site("ladder:ladder", "GET", EVERYBODY, ladder),
    of_site("ladder:bot", "GET", EVERYBODY, bot),
    of_site("daily-report:latest", "GET", ACCOUNTS),
    of_site("daily-report:day", "GET", ACCOUNTS, a_day),
    of_site("daily-report:mail", "POST", ACCOUNTS),
)
