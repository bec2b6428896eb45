"""mypy's door to Django: the settings are read for their types, with addresses that nobody connects to."""

import os

from mypy_django_plugin.main import plugin as plugin_of_django

__all__ = ["plugin"]

for name, value in {
    "DATABASE_URL": "postgres:///types",
    "REDIS_URL": "unix:///types",
    "MOOTHILL_SECRET_KEY": "types",
}.items():
    os.environ.setdefault(name, value)

plugin = plugin_of_django
