"""The one HTTP server's application: `/events` and the streams of remote bots go to small apps, all else to Django."""

import gc
import os

import django
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")

django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  (Django must be set up before)

from league.conf.answering import Answering  # noqa: E402  (Django must be set up before)
from league.conf.connections import share_connections  # noqa: E402  (Django must be set up before)
from league.conf.serving import following_connections  # noqa: E402  (Django must be set up before)

share_connections()

# Every view and what it needs is imported now: the first visitors would wait for it, each holding a connection.
get_resolver().url_patterns  # noqa: B018  (reading it imports them)

from games.bots.remote.stream import RemoteStreams  # noqa: E402  (settings must be ready before it reads them)
from league.operating.web import keep_telling  # noqa: E402  (settings must be ready before it reads them)
from league.shared.live.stream import Events  # noqa: E402  (settings must be ready before it reads them)

pages = Answering(threads=settings.WEB_THREADS)
application = following_connections(Events(before=RemoteStreams(before=pages)))
keep_telling()

# What is loaded by now stays: to look through it again and again for garbage would stop a page for a tenth of a second.
gc.collect()
gc.freeze()

# A page makes thousands of objects and hardly a circle of them. To look for circles after every 700, as Python does by
# itself, and among all that is kept after each 70,000, takes six hundredths of the time of pages.
gc.set_threshold(10_000, 20, 20)
