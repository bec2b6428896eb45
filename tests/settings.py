"""The site's settings, with static files served from the source instead of collected."""

from league.conf.settings import *  # noqa: F403  (all of them; two are changed below)
from league.conf.settings import STORAGES

STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
