"""To import this is to load all of Moothill: its apps, its views, its tasks and what the web server stands on.

It connects to nothing, so a process may load it before it has forks (`league.conf.launcher.programs.load`).
"""

import importlib

import django
from django.urls import get_resolver

from engine.core import registry
from league.conf.celery import app

AFTER_DJANGO = ("league.conf.pages", "games.bots.remote.stream", "league.shared.live.stream")
"""What reads the settings when it is imported."""

django.setup()
app.loader.import_default_modules()
app.finalize()
get_resolver().url_patterns  # noqa: B018  (reading it imports all views)
for module in AFTER_DJANGO:
    importlib.import_module(module)
for slug in registry.games():
    registry.bots_for(slug)
