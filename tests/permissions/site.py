"""Access to the pages of the site itself and of site admins."""

from tests.permissions.outcomes import EVERYBODY, HIDDEN, LED_ON, NOBODY, OPEN, all_get
from tests.permissions.rows import Row, ids, of_site

guide = ids("clubs")
OPERATORS = all_get(HIDDEN, operator=OPEN)

ROWS: tuple[Row, ...] = (
    of_site("common:health", "GET", EVERYBODY),  # but only operators read who works where: see test_health
    of_site("common:help", "GET", EVERYBODY),
    of_site("common:guide", "GET", EVERYBODY, guide),
    of_site("common:design", "GET", EVERYBODY),
    of_site("favicon", "GET", all_get(LED_ON)),
    of_site("operations:system-status", "GET", OPERATORS),
    of_site("operations:failed-jobs", "GET", OPERATORS, lambda _world: ("matches",)),
    of_site("operations:retry-jobs", "POST", OPERATORS, lambda _world: ("matches",)),
    of_site("operations:metrics", "GET", NOBODY),  # except with the site's token: see test_metrics
)
