"""Django's own commands behind `manage.py`, on services that the environment names, that run here, or that we start."""

import os
import signal
import sys
from collections.abc import Mapping

from league.conf.launcher.instance_lock import holder, occupied
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.process_environment import site_environment
from league.conf.launcher.services import embedded, started

NEEDS_NO_SERVICES = {
    "--help",
    "--version",
    "check",
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "findstatic",
    "help",
    "makemessages",
    "spectacular",
    "version",
}
PATIENCE = 600.0


def run(place: InstallPaths, words: list[str]) -> int:
    """Do one of Django's commands. It ends the process itself where it refuses."""
    if "DATABASE_URL" in os.environ and "REDIS_URL" in os.environ:
        return hand_over(place, words, {})
    at_work = holder(place)
    if at_work and at_work.command == "up" and at_work.services:
        return hand_over(place, words, at_work.services)
    with occupied(place, words[0], patience=PATIENCE), embedded(place) as services:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the services are stopped
        if not needs_services(place, words[0], services.addresses):
            return hand_over(place, words, services.addresses)
        with started(place, services):
            return hand_over(place, words, services.addresses)


def needs_services(place: InstallPaths, command: str, addresses: Mapping[str, str]) -> bool:
    """Whether the command works on the database. One that does not exist needs nothing but Django's answer."""
    os.environ |= site_environment(place, addresses)
    import django
    from django.core.management import get_commands

    django.setup()  # before it, Django knows its own commands only, and remembers that
    return command in get_commands() and command not in NEEDS_NO_SERVICES


def hand_over(place: InstallPaths, words: list[str], addresses: Mapping[str, str]) -> int:
    """Let Django do the command."""
    os.environ |= site_environment(place, addresses)
    from django.core.management import execute_from_command_line

    execute_from_command_line(["manage.py", *words])
    return 0
