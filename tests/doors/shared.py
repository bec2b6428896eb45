"""Doors of the house itself."""

from tests.doors.door import Door, of_site
from tests.doors.outcomes import EVERYBODY, LED_ON, all_get

DOORS: tuple[Door, ...] = (
    of_site("shared:health", "GET", EVERYBODY),  # but only operators read who works where: see test_health
    of_site("shared:design", "GET", EVERYBODY),
    of_site("favicon", "GET", all_get(LED_ON)),
)
