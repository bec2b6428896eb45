"""The web server's connections to the database: a pool that its threads share."""

from django.conf import settings
from django.db import connections

from league.conf.launcher.defaults import EXTRA_CONNECTIONS


def share_connections() -> None:
    """Let all threads of this process, for pages and for streams, share a pool of connections.

    To be called before the first query.
    """
    database = connections.databases["default"]
    database["CONN_MAX_AGE"] = 0  # a request gives its connection back to the pool
    options = database.setdefault("OPTIONS", {})
    options.setdefault("application_name", "moothill web")  # as pg_stat_activity names them
    options["pool"] = {
        "min_size": 1,
        "max_size": settings.WEB_THREADS + EXTRA_CONNECTIONS,
        "timeout": 5,  # seconds a page waits for a free connection before it answers 503
        "reconnect_timeout": 5,  # after longer failures the next page tries afresh, so the site is back at once
        "max_idle": 60,
    }
