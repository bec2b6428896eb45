"""Doors of the ladders."""

from collections.abc import Sequence

from games.bots.services import ensure_house_bots
from games.ladder.models import Ladder
from games.ladder.services import plan_blocks
from tests.doors.door import Door, of_site
from tests.doors.outcomes import EVERYBODY
from tests.doors.world import World, thing
from tests.games.bots.uploads import author, bot_by, passed


@thing
def ladder_of_two(_world: World) -> Ladder:
    """Somebody's bot stands on it."""
    ensure_house_bots()
    passed(bot_by(author("Catriona"), "Capercaillie of the ladder"))
    plan_blocks()
    return Ladder.objects.select_related("pool").get(pool__seats=2)


def ladder(world: World) -> Sequence[object]:
    """Everybody's to see."""
    return [ladder_of_two(world).pool.slug]


def bot(world: World) -> Sequence[object]:
    """One that stands there."""
    found = ladder_of_two(world)
    return [found.pool.slug, found.rungs.select_related("player").earliest("pk").player.public_id]


DOORS: tuple[Door, ...] = (
    of_site("ladder:ladders", "GET", EVERYBODY),
    of_site("ladder:ladder", "GET", EVERYBODY, ladder),
    of_site("ladder:bot", "GET", EVERYBODY, bot),
)
