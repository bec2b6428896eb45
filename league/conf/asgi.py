"""The one HTTP server's application: `/events` and the streams of remote bots go to small apps, all else to Django."""

import gc
import os

from django.core.asgi import get_asgi_application
from django.urls import get_resolver

from league.conf.connections import share_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")

django_application = get_asgi_application()
share_connections()

# Every view and what it needs is imported now: the first visitors would wait for it, each holding a connection.
get_resolver().url_patterns  # noqa: B018  (reading it imports them)

from games.bots.remote.stream import RemoteStreams  # noqa: E402  (settings must be ready before it reads them)
from league.operating.timing import timings  # noqa: E402  (settings must be ready before it reads them)
from league.shared.live.stream import Events  # noqa: E402  (settings must be ready before it reads them)

application = Events(before=RemoteStreams(before=django_application))
timings.keep_writing()

# What is loaded by now stays: to look through it again and again for garbage would stop a page for a tenth of a second.
gc.collect()
gc.freeze()
