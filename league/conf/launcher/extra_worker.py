"""`manage.py worker`: an additional worker for the servers in the environment, on this machine or another."""

import os
from collections.abc import Mapping, Sequence

from league.conf.launcher import database, process_specs, redis
from league.conf.launcher.console import ConfigurationError, print_line
from league.conf.launcher.environment import PROGRAMS_REDIS_URL, PROGRAMS_URL, bots_environment, site_environment
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.process_specs import REMOTE, cores, shares
from league.conf.launcher.processes import NICE, Child

BOT_QUEUES = {"bots", "programs"}
QUEUES = {"matches", "records", "ratings", "mail", "remote", *BOT_QUEUES}
QUICK = {"ratings", "mail"}  # a worker with other queues gives way to web processes


def work(place: InstallPaths, queues: Sequence[str], *, name: str, processes: int | None) -> None:
    """Replace this process by a worker on these queues. Raise ConfigurationError or ServiceFailed."""
    child = worker_spec(place, queues, name=name, processes=processes, known=os.environ)
    for_database, for_redis = names_of_services(os.environ, queues)
    database.server_version(os.environ[for_database], for_database)
    redis.server_version(os.environ[for_redis], for_redis)
    print_line("worker", " ".join(child.argv[5:]))
    child.become()


def worker_spec(
    place: InstallPaths, queues: Sequence[str], *, name: str, processes: int | None, known: Mapping[str, str]
) -> Child:
    """Return the worker on these queues. One for uploaded bots gets no secret of the site.

    Raise ConfigurationError for queues that do not go together, or if an address or the key is missing.
    """
    wanted = set(queues)
    if unknown := sorted(wanted - QUEUES):
        raise ConfigurationError(f"Unknown queue {unknown[0]!r}. Choose from {', '.join(sorted(QUEUES))}.")
    for alone in (BOT_QUEUES, {"remote"}):
        if wanted & alone and wanted - alone:
            together = ",".join(sorted(alone))
            raise ConfigurationError(f"These queues do not go together. Start a separate worker for {together}.")
    refuse_missing(known, queues)
    name, joined, environment = name or queues[0], ",".join(queues), site_environment(place, {})
    builtin, uploaded = shares(cores())
    if wanted & BOT_QUEUES:
        for_database, for_redis = names_of_services(known, queues)
        environment = bots_environment(environment, database=known[for_database], redis=known[for_redis])
        return process_specs.bots_worker(name, environment, queues=joined, processes=processes or uploaded)
    pool, most = ("threads", REMOTE) if "remote" in wanted else ("prefork", builtin)
    nice = 0 if wanted <= QUICK else NICE
    return process_specs.worker(name, environment, queues=joined, processes=processes or most, nice=nice, pool=pool)


def names_of_services(known: Mapping[str, str], queues: Sequence[str]) -> tuple[str, str]:
    """Return the variables with the addresses of PostgreSQL and Redis for a worker on these queues."""
    if BOT_QUEUES.isdisjoint(queues):
        return "DATABASE_URL", "REDIS_URL"
    return PROGRAMS_URL, PROGRAMS_REDIS_URL if known.get(PROGRAMS_REDIS_URL) else "REDIS_URL"


def refuse_missing(known: Mapping[str, str], queues: Sequence[str]) -> None:
    """Raise ConfigurationError if a variable is missing for a worker on these queues."""
    needed = [*names_of_services(known, queues), *(["MOOTHILL_SECRET_KEY"] if BOT_QUEUES.isdisjoint(queues) else [])]
    missing = [name for name in needed if not known.get(name)]
    if PROGRAMS_URL in missing:
        raise ConfigurationError(
            "Uploaded bots need their own database role. Create it with `python3 manage.py programrole`, "
            f"give it a password, and set {PROGRAMS_URL} to its address (docs/operating.md)."
        )
    if missing:
        raise ConfigurationError(
            f"A worker needs {' and '.join(missing)}. Use the values of the site (docs/operating.md). "
            "Where `manage.py up` runs, you need no additional worker."
        )
