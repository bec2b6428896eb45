"""The web server's application: `/events` and the streams of remote bots are small ASGI apps, all else is Django's."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")
# A process is one of several on a core or two: numpy's threads would mostly wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

django_pages = get_wsgi_application()

# All below needs Django set up.
from django.conf import settings  # noqa: E402
from django.db import connections  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from games.bots.remote.stream import RemoteStreams  # noqa: E402
from league.common.live.stream import Events  # noqa: E402
from league.conf.event_loop import following_connections  # noqa: E402
from league.conf.launcher.environment import EXTRA_CONNECTIONS  # noqa: E402
from league.conf.wsgi_bridge import WsgiBridge  # noqa: E402
from league.operations.web_heartbeat import start_heartbeat  # noqa: E402

# All threads of this process, for pages and for streams, share a pool of connections. Before the first query.
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
get_resolver().url_patterns  # noqa: B018  (imports every view now, so that the first visitors do not wait for it)
pages = WsgiBridge(django_pages, threads=settings.WEB_THREADS)
application = following_connections(Events(app=RemoteStreams(app=pages)))
start_heartbeat()
