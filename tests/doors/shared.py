"""Access to the pages of the site itself."""

from collections.abc import Sequence

from tests.doors.door import Door, of_site
from tests.doors.outcomes import EVERYBODY, LED_ON, all_get
from tests.doors.world import World


def guide(_world: World) -> Sequence[object]:
    """One of the guides."""
    return ["clubs"]


DOORS: tuple[Door, ...] = (
    of_site("shared:health", "GET", EVERYBODY),  # but only operators read who works where: see test_health
    of_site("shared:help", "GET", EVERYBODY),
    of_site("shared:guide", "GET", EVERYBODY, guide),
    of_site("shared:design", "GET", EVERYBODY),
    of_site("favicon", "GET", all_get(LED_ON)),
)
