"""`manage.py up`: everything that one Moothill needs, started in order, watched, and stopped in order."""

import os
import select
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from league.conf.launcher import host_info, postgres, process_specs
from league.conf.launcher.addresses import FIRST_PORT, Listener, listen
from league.conf.launcher.console import say, tell, timed
from league.conf.launcher.errors import OptionsClash
from league.conf.launcher.external_services import refuse_silent_services
from league.conf.launcher.instance_lock import Holder, announce, occupied
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.process_counts import QUEUES, REMOTE, ProcessCounts, process_counts
from league.conf.launcher.process_environment import (
    PROGRAMS_REDIS_URL,
    PROGRAMS_URL,
    bots_environment,
    site_environment,
)
from league.conf.launcher.processes import NICE
from league.conf.launcher.services import START_SECONDS, Embedded, Service, embedded
from league.conf.launcher.supervisor import Supervisor
from league.conf.launcher.upgrading import migrate

STOPPING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Wishes:
    """What the person asked for. Without a port it is the first free one from 8000 on."""

    host: str = "127.0.0.1"
    port: int | None = None
    fresh: bool = False
    demo: bool = True
    demo_public: bool = False  # the buttons of the demo also where other machines reach the site


class StopAsked(BaseException):
    """A signal asked Moothill to stop. It is no error, and passes everybody but `up`."""


def up(place: InstallPaths, wishes: Wishes) -> int:
    """Run Moothill until it is asked to stop. Raises LauncherError where it cannot begin."""
    refuse_fresh_with_outside_services(wishes)
    staff = process_counts(host_info.cores(), os.environ)
    with occupied(place, "up"), listen(wishes.host, wishes.port) as listener:
        supervisor = Supervisor(place.logs)
        try:
            with stopping_when_asked(supervisor):
                if wishes.fresh:
                    delete_data(place)
                with embedded(place, connections=staff.connections) as services:
                    try:
                        start_all(place, wishes, listener, services, supervisor, staff)
                        supervisor.watch()
                    finally:
                        let_go(supervisor)
        except StopAsked:
            say("  Stopped.")
    return 0


def refuse_fresh_with_outside_services(wishes: Wishes) -> None:
    """Raise OptionsClash: what other servers hold is not ours to remove."""
    named = [name for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ]
    if wishes.fresh and named:
        raise OptionsClash(
            f"--fresh only deletes the embedded database, but {' and '.join(named)} is set. "
            "Unset it, or empty your own server and omit --fresh."
        )


def delete_data(place: InstallPaths) -> None:
    """Remove the old data, whatever state they are in. Raises ForeignData for those of another PostgreSQL alone."""
    postgres.forget(place)
    tell("database", "deleted (--fresh)")


def start_all(
    place: InstallPaths,
    wishes: Wishes,
    listener: Listener,
    services: Embedded,
    supervisor: Supervisor,
    staff: ProcessCounts,
) -> None:
    """Start everything, and say where it is."""
    begun = time.monotonic()
    if wishes.port is None and listener.port != FIRST_PORT:
        tell("address", f"port {FIRST_PORT} is in use; using {listener.port}")
    refuse_silent_services()
    start_services(services, supervisor)
    address = listener.best_address()
    announce(place, Holder(os.getpid(), "up", address, services.addresses))
    environment = site_environment(
        place,
        services.addresses,
        MOOTHILL_ADDRESS=address.rstrip("/"),
        MOOTHILL_ALLOWED_HOSTS=",".join(listener.allowed_hosts()),
        MOOTHILL_DEMO=str(int(wishes.demo and (listener.is_loopback or wishes.demo_public))),
        MOOTHILL_PROGRAM_ROLE=str(int(bool(services.address_for_programs()))),
    )
    collect = supervisor.begin(process_specs.collectstatic(environment))
    is_ours = "DATABASE_URL" in services.addresses
    migrate(place, environment, supervisor, sockets=services.sockets if is_ours else None)
    with timed("files", "collected"):
        collect()
    start_programs(place, listener, environment, supervisor, staff)
    start_bots_worker(environment, services, supervisor, staff)
    link = prepare_for_visitors(wishes, environment, supervisor)
    tell_about_the_demo(wishes, listener, environment)
    if os.geteuid() == 0:
        warn_root()
    welcome(listener, link, place, time.monotonic() - begun)
    if wishes.demo:
        for line in supervisor.run(process_specs.django(environment, "demo", "--people")):
            tell("demo", line)


def start_services(services: Embedded, supervisor: Supervisor) -> None:
    """Start PostgreSQL and Redis, as far as they are ours, and make the database."""
    for service, (name, description) in zip(services.services, services.descriptions, strict=True):
        with timed(name, description):
            start_service(service, supervisor)
    services.make_database()


def start_service(service: Service, supervisor: Supervisor) -> None:
    """Start one service and wait until it answers."""
    kept = supervisor.start(service.child(), service.prepare)
    supervisor.wait_for(kept, lambda: service.is_ready(kept.process.pid), START_SECONDS)


def start_programs(
    place: InstallPaths,
    listener: Listener,
    environment: Mapping[str, str],
    supervisor: Supervisor,
    staff: ProcessCounts,
) -> None:
    """Start web and workers, and wait until the web answers."""
    web = supervisor.start(process_specs.web(listener.socket, environment))
    for number in range(2, staff.web + 1):
        supervisor.start(process_specs.web(listener.socket, environment, name=f"web-{number}"))
    schedule = place.folder("beat") / "schedule"
    jobs = process_specs.worker(
        "worker", environment, queues=QUEUES, processes=staff.jobs, nice=NICE, schedule=schedule
    )
    supervisor.start(jobs)
    supervisor.start(
        process_specs.worker("remote", environment, queues="remote", processes=REMOTE, nice=NICE, pool="threads")
    )
    with timed("web", "ready"), asked(listener) as has_answered:
        supervisor.wait_for(web, has_answered, START_SECONDS)
    tell("workers", f"{staff.jobs} for matches, ratings and e-mail, {REMOTE} threads for remote bots")


def start_bots_worker(
    environment: Mapping[str, str], services: Embedded, supervisor: Supervisor, staff: ProcessCounts
) -> None:
    """Start the worker for uploaded bots, without the site's secrets and in its own database role, or not at all."""
    database, redis = services.address_for_programs(), services.redis_for_programs()
    if not database:
        tell("bots", f"warning: uploaded bots do not run, because {PROGRAMS_URL} is not set")
        tell("bots", "create their database role with `manage.py programrole` (docs/operating.md)")
        return
    services.admit_programs()
    apart = bots_environment(environment, database=database, redis=redis)
    supervisor.start(
        process_specs.worker(
            "bots",
            apart,
            queues="bots,programs",
            processes=staff.bots,
            nice=NICE,
            is_apart=True,
        )
    )
    tell("workers", f"{staff.bots} for uploaded bots")
    if redis == os.environ.get("REDIS_URL"):
        tell("bots", f"warning: uploaded bots share the site's Redis user; set {PROGRAMS_REDIS_URL}")


def prepare_for_visitors(wishes: Wishes, environment: Mapping[str, str], supervisor: Supervisor) -> str:
    """Make the demo club, or the bots alone, and give the link for the owner, or nothing if there is one."""
    name, command = ("demo", "demo") if wishes.demo else ("bots", "housebots")
    for line in supervisor.run(process_specs.django(environment, command)):
        tell(name, line)
    lines = supervisor.run(process_specs.django(environment, "ownerlink", "--if-unowned"))
    return next((line for line in lines if line.startswith("http")), "")


def tell_about_the_demo(wishes: Wishes, listener: Listener, environment: Mapping[str, str]) -> None:
    """Say whether the demo's buttons work where other machines reach the site."""
    if not wishes.demo or listener.is_loopback:
        return
    if environment["MOOTHILL_DEMO"] == "0":
        tell("demo", "sign-in buttons are off on the network (--demo-public shows them)")
    else:
        tell("demo", "warning: anyone on the network can use the demo accounts")


def warn_root() -> None:
    """Say what is not protected where root runs the site."""
    tell("root", "warning: Moothill runs as root; use a separate account instead (docs/operating.md)")


def welcome(listener: Listener, link: str, place: InstallPaths, seconds: float) -> None:
    """Say where Moothill is."""
    here, *elsewhere = listener.addresses()
    say(f"\n  Moothill is running (started in {seconds:.1f} s). Logs: {place.shown(place.logs)}\n")
    say(f"    Address:        {here}")
    for address in elsewhere:
        say(f"    Local network:  {address}")
    if link:
        say(f"\n  One-time link to create the admin account:\n\n    {link}")
    say("\n  Press Ctrl-C to stop.\n")


@contextmanager
def asked(listener: Listener) -> Iterator[Callable[[], bool]]:
    """Ask the site for a page; gives the question whether it has answered."""
    with socket.create_connection(listener.socket.getsockname()[:2], timeout=START_SECONDS) as line:
        line.sendall(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        yield lambda: bool(select.select([line], [], [], 0)[0])


@contextmanager
def stopping_when_asked(supervisor: Supervisor) -> Iterator[None]:
    """Let Ctrl-C, a plain kill and the end of the terminal raise StopAsked; a second one kills the children at once.

    The handlers are set even where a shell started us in the background with SIGINT ignored; only `nohup` is heeded.
    """
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        if stopping:
            supervisor.kill()
            return
        stopping = True
        raise StopAsked

    for each in STOPPING_SIGNALS:
        if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN:
            signal.signal(each, stop)
    yield


def let_go(supervisor: Supervisor) -> None:
    """Stop all children."""
    say("\n  Stopping …")
    supervisor.stop()
