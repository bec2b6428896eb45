"""The table of all routes, joined from a file an app. To add a row, write it into the file of its app."""

from collections.abc import Mapping

from tests.permissions import (
    api,
    bots,
    clubs,
    contests,
    games,
    ladder,
    members,
    results,
    seasons,
    sharing,
    site,
    tournaments,
)
from tests.permissions.rows import Row, each_method

APPS = (site, members, clubs, results, tournaments, sharing, seasons, games, bots, ladder, contests, api)
PARTS: Mapping[str, tuple[Row, ...]] = {
    part.__name__.rpartition(".")[2]: tuple(each_method(part.ROWS)) for part in APPS
}
"""The rows of every app."""

TABLE: tuple[Row, ...] = tuple(row for rows in PARTS.values() for row in rows)
