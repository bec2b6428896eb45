"""The web server's application: `/events` and the streams of remote bots are small ASGI apps, all else is Django's."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")
# A process is one of several on a core or two: numpy's threads would mostly wait for one another.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

django_pages = get_wsgi_application()

# All below needs Django set up.
from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

from games.bots.remote.stream import RemoteStreams  # noqa: E402
from league.common.live.stream import Events  # noqa: E402
from league.conf.connections import share_connections  # noqa: E402
from league.conf.event_loop import following_connections  # noqa: E402
from league.conf.wsgi_bridge import Pages  # noqa: E402
from league.operations.web_heartbeat import keep_reporting  # noqa: E402

share_connections()
get_resolver().url_patterns  # noqa: B018  (imports every view now, so that the first visitors do not wait for it)
pages = Pages(django_pages, threads=settings.WEB_THREADS)
application = following_connections(Events(app=RemoteStreams(app=pages)))
keep_reporting()
