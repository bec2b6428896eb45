"""`manage.py worker`: one more worker, on this machine or another, for the servers that the environment names."""

import os
from collections.abc import Mapping, Sequence

from league.conf.launcher import external_services, host_info, process_specs
from league.conf.launcher.console import tell
from league.conf.launcher.errors import OptionsClash
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.process_counts import REMOTE
from league.conf.launcher.process_environment import (
    PROGRAMS_REDIS_URL,
    PROGRAMS_URL,
    bots_environment,
    site_environment,
)
from league.conf.launcher.processes import NICE, Child

NEEDED = ("DATABASE_URL", "REDIS_URL", "MOOTHILL_SECRET_KEY")
GIVING_WAY = {"matches", "records", "remote", "bots", "programs"}  # to the pages, where they share a machine
BOT_QUEUES = {"bots", "programs"}
QUEUES = GIVING_WAY | {"ratings", "mail"}


def work(place: InstallPaths, queues: Sequence[str], *, name: str = "", processes: int | None = None) -> None:
    """Be a worker on these queues; it replaces this process. Raises OptionsClash, ServiceFailed."""
    child = worker_spec(place, queues, name=name, processes=processes, known=os.environ)
    if runs_uploaded_bots(queues):
        refuse_silent_bot_services(os.environ)
    else:
        external_services.refuse_silent_services()
    tell("worker", " ".join(child.argv[5:]))
    os.nice(child.nice)
    os.chdir(child.cwd)
    os.execve(child.argv[0], list(child.argv), dict(child.env))


def worker_spec(
    place: InstallPaths, queues: Sequence[str], *, name: str, processes: int | None, known: Mapping[str, str]
) -> Child:
    """The worker on these queues. One that runs uploaded bots gets no secret of the site.

    Raises OptionsClash for queues that there are not, that do not go together, or without the addresses it needs.
    """
    wanted = set(queues)
    refuse_queues(wanted)
    is_apart = runs_uploaded_bots(queues)
    refuse_what_is_missing(known, is_apart=is_apart)
    builtin, uploaded = host_info.shares(host_info.cores())
    waits = wanted == {"remote"}
    environment = site_environment(place, {})
    return process_specs.worker(
        name or queues[0],
        bots_environment(environment, database=known[PROGRAMS_URL], redis=known[redis_for_programs(known)])
        if is_apart
        else environment,
        queues=",".join(queues),
        processes=processes or (REMOTE if waits else uploaded if is_apart else builtin),
        nice=NICE if wanted & GIVING_WAY else 0,
        pool="threads" if waits else "prefork",
        is_apart=is_apart,
    )


def runs_uploaded_bots(queues: Sequence[str]) -> bool:
    """Whether a worker on these queues runs uploaded bots."""
    return bool(set(queues) & BOT_QUEUES)


def redis_for_programs(known: Mapping[str, str]) -> str:
    """What names the Redis of a worker that runs uploaded bots."""
    return PROGRAMS_REDIS_URL if known.get(PROGRAMS_REDIS_URL) else "REDIS_URL"


def refuse_what_is_missing(known: Mapping[str, str], *, is_apart: bool) -> None:
    """Raise OptionsClash where the environment lacks an address or the key; never is one taken for another."""
    if is_apart and not known.get(PROGRAMS_URL):
        raise OptionsClash(
            "Uploaded bots need their own database role. Create it with `python3 manage.py programrole`, "
            f"give it a password, and set {PROGRAMS_URL} to its address (docs/operating.md)."
        )
    needed = (redis_for_programs(known),) if is_apart else NEEDED
    if missing := [each for each in needed if not known.get(each)]:
        raise OptionsClash(
            f"A worker needs {' and '.join(missing)}. Use the values of the site (docs/operating.md). "
            "Where `manage.py up` runs, you need no additional worker."
        )


def refuse_silent_bot_services(known: Mapping[str, str]) -> None:
    """Raise ServiceFailed when a server that is named for such a worker does not answer it."""
    if known.get(PROGRAMS_URL):
        external_services.version_of_postgres(known[PROGRAMS_URL], PROGRAMS_URL)
    redis = redis_for_programs(known)
    if known.get(redis):
        external_services.version_of_redis(known[redis], redis)


def refuse_queues(wanted: set[str]) -> None:
    """Raise OptionsClash for queues that no worker should have, or have together."""
    if unknown := sorted(wanted - QUEUES):
        raise OptionsClash(f"Unknown queue {unknown[0]!r}. Choose from {', '.join(sorted(QUEUES))}.")
    if wanted & BOT_QUEUES and wanted - BOT_QUEUES:
        raise OptionsClash("The queues bots,programs need a worker of their own. Remove the other queues.")
    if "remote" in wanted and len(wanted) > 1:
        raise OptionsClash("The queue remote needs a worker of its own. Remove the other queues.")
