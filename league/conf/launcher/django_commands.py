"""Django's own commands behind `manage.py`, with the services they need."""

import os
from contextlib import ExitStack

from league.conf.launcher.environment import site_environment
from league.conf.launcher.instance_lock import PATIENCE, holder, occupied
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.services import embedded, started

NEEDS_NO_SERVICES = {
    *("--help", "--version", "check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help"),
    *("makemessages", "spectacular", "version"),
}


def run(place: InstallPaths, words: list[str]) -> int:
    """Run one of Django's commands, on services in the environment, of the running `up`, or started for it."""
    running = holder(place)
    with ExitStack() as at_end:
        if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
            os.environ |= site_environment(place, {})
        elif running and running.command == "up" and running.services:
            os.environ |= site_environment(place, running.services)
        else:
            at_end.enter_context(occupied(place, words[0], patience=PATIENCE))
            services = at_end.enter_context(embedded(place) if words[0] in NEEDS_NO_SERVICES else started(place))
            os.environ |= site_environment(place, services.addresses)
        from django.core.management import execute_from_command_line

        execute_from_command_line(["manage.py", *words])
    return 0
