"""Access to the pages of site admins."""

from tests.doors.door import Door, of_site
from tests.doors.outcomes import HIDDEN, NOBODY, OPEN, all_get

OPERATORS = all_get(HIDDEN, operator=OPEN)

DOORS: tuple[Door, ...] = (
    of_site("operating:operator", "GET", OPERATORS),
    of_site("operating:given-up", "GET", OPERATORS, lambda _world: ("matches",)),
    of_site("operating:again", "POST", OPERATORS, lambda _world: ("matches",)),
    of_site("operating:metrics", "GET", NOBODY),  # except with the site's token: see test_metrics
)
