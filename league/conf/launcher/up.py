"""`manage.py up`: start everything in order, keep it running, and stop it in order. Also the address of the site."""

import errno
import fcntl
import importlib.util
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from typing import Self

from league.conf.launcher import postgres, process_specs, redis, virtualenv
from league.conf.launcher.console import ConfigurationError, LauncherError, echo, last_line_of, print_line, timed
from league.conf.launcher.environment import (
    ENGINE_BUILD,
    PROGRAMS_REDIS_URL,
    PROGRAMS_URL,
    InstallPaths,
    bots_environment,
    site_environment,
)
from league.conf.launcher.instance_lock import RunningInstance, announce, lock_instance
from league.conf.launcher.process_specs import (
    MAIN_QUEUES,
    MIXED_QUEUE,
    MIXED_THREADS,
    REMOTE_QUEUE,
    REMOTE_THREADS,
    ProcessCounts,
    process_counts,
    usable_cores,
)
from league.conf.launcher.processes import NICE, Child, Supervisor, exit_by_signal, supervised
from league.conf.launcher.services import START_SECONDS, EmbeddedServices, embedded_services
from league.conf.launcher.upgrade import migrate

FIRST_PORT = 8000
PORTS_TRIED = 20
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (compared with, never a default)
LOCAL = ("localhost", "127.0.0.1", "::1")
SIOCGIFADDR = 0x8915
VIRTUAL = ("docker", "br-", "veth", "virbr")  # bridges of containers and virtual machines


@dataclass(frozen=True)
class Listener:
    """A listening socket of the web servers."""

    host: str
    port: int
    socket: socket.socket

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine reaches it."""
        return ip_address(self.socket.getsockname()[0]).is_loopback

    def addresses(self) -> list[str]:
        """Return its URLs: that for this machine first, then those for the local network."""
        hosts = ["127.0.0.1", *addresses_on_the_network()] if self.host in EVERYWHERE else [self.host]
        return [f"http://{_in_url(host)}:{self.port}/" for host in hosts]

    def allowed_hosts(self) -> list[str]:
        """Return the host names by which browsers may reach it."""
        name = socket.gethostname()
        everywhere = [*addresses_on_the_network(), name, f"{name.split('.')[0]}.local"]
        names = everywhere if self.host in EVERYWHERE else [self.host]
        return list(dict.fromkeys(map(_in_url, (*LOCAL, *names))))


def listen(host: str, port: int | None) -> Listener:
    """Listen on a port, or on the first free one from FIRST_PORT on.

    Raise ConfigurationError if it is in use or not permitted, LauncherError if this machine lacks the address so far.
    """
    for candidate in [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            return Listener(host, candidate, socket.create_server((host, candidate), family=family, backlog=512))
        except OSError as error:
            refused = error
    kind = LauncherError if refused.errno == errno.EADDRNOTAVAIL else ConfigurationError
    raise kind(f"Cannot listen on {host}, port {candidate}: {refused.strerror}. Choose another one with --port.")


def addresses_on_the_network() -> list[str]:
    """Return the IPv4 addresses by which other machines reach this one, that of the default route first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with suppress(OSError):
            probe.connect(("192.0.2.1", 9))  # RFC 5737: nobody's address; nothing is sent
            found = [str(probe.getsockname()[0])]
        for _, name in socket.if_nameindex() if sys.platform == "linux" else ():
            with suppress(OSError):  # it has no address
                if not name.startswith(VIRTUAL):
                    answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()))
                    found.append(socket.inet_ntoa(answer[20:24]))
    return list(dict.fromkeys(address for address in found if not address.startswith("127.")))


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def up(
    paths: InstallPaths, *, host: str, port: int | None, fresh: bool, demo: bool, demo_public: bool, compiled: bool
) -> None:
    """Run Moothill until a signal asks it to stop. Raise LauncherError if it cannot start."""
    start = time.monotonic()
    named = [name for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ]
    if fresh and named:
        raise ConfigurationError(
            f"--fresh only deletes the embedded database, but {' and '.join(named)} is set. "
            "Unset it, or empty your own server and omit --fresh."
        )
    counts = process_counts(usable_cores(), os.environ)
    signal.signal(signal.SIGINT, exit_by_signal)  # also in the background of a shell
    logs = paths.folder("log")
    try:
        with lock_instance(paths, "up"), listen(host, port) as listener:
            if fresh:
                postgres.forget(paths)
                print_line("database", "deleted (--fresh)")
            engine = compiled_engine(paths) if compiled else {}
            if port is None and listener.port != FIRST_PORT:
                print_line("address", f"port {FIRST_PORT} is in use; using {listener.port}")
            with embedded_services(paths, connections=counts.connections) as services, supervised(logs) as supervisor:
                try:
                    is_demo = demo and (listener.is_loopback or demo_public)
                    environment = engine | start_services(paths, services, supervisor, listener, is_demo=is_demo)
                    start_site(paths, supervisor, listener, environment, counts)
                    start_bots_worker(services, supervisor, environment, counts)
                    manage(environment, "demo" if demo else "builtin_bots", label="demo" if demo else "bots")
                    welcome(paths, environment, listener, start, demo=demo)
                    if demo:
                        manage(environment, "demo", "--people", label="demo")
                    supervisor.watch()
                finally:
                    echo("\n  Stopping …")
    except (KeyboardInterrupt, SystemExit):
        echo("  Stopped.")


def start_services(
    paths: InstallPaths, services: EmbeddedServices, supervisor: Supervisor, listener: Listener, *, is_demo: bool
) -> dict[str, str]:
    """Start the embedded services, migrate the database and collect static files. Return the site's environment."""
    for name, version in (("DATABASE_URL", postgres.server_version), ("REDIS_URL", redis.server_version)):
        if address := os.environ.get(name):
            version(address)
    services.start(supervisor)
    address = listener.addresses()[:2][-1]  # for links: on the local network, if it listens there
    announce(paths, RunningInstance(os.getpid(), "up", address, services.addresses))
    environment = site_environment(
        paths,
        services.addresses,
        MOOTHILL_ADDRESS=address.rstrip("/"),
        MOOTHILL_ALLOWED_HOSTS=",".join(listener.allowed_hosts()),
        MOOTHILL_DEMO=str(int(is_demo)),
        MOOTHILL_PROGRAM_ROLE=str(int(bool(services.bots_database))),
    )
    collect = process_specs.django(environment, "collectstatic", "--no-input", "--verbosity", "0")
    collecting = collect.start(subprocess.PIPE)
    migrate(paths, environment, sockets=services.sockets if services.has_database else None)
    with timed("files", "collected"):
        collect.finish(collecting)
    return environment


def start_site(
    paths: InstallPaths,
    supervisor: Supervisor,
    listener: Listener,
    environment: Mapping[str, str],
    counts: ProcessCounts,
) -> None:
    """Start web servers and workers, and wait until the site answers.

    The worker for remote bots and webhooks starts with the first of their jobs.
    """
    names = ["web", *(f"web-{number}" for number in range(2, counts.web + 1))]
    web, *_ = [supervisor.start(process_specs.web(listener.socket, environment, name=name)) for name in names]
    schedule, worker = paths.folder("beat") / "schedule", partial(process_specs.worker, env=environment, nice=NICE)
    supervisor.start(worker("worker", queues=MAIN_QUEUES, processes=counts.jobs, schedule=schedule))
    remote = worker("remote", queues=REMOTE_QUEUE, processes=REMOTE_THREADS, pool="threads")
    supervisor.start_when(remote, redis.watch_queue(environment["REDIS_URL"], REMOTE_QUEUE))  # many sites need none
    address = listener.socket.getsockname()[:2]
    with timed("web", "ready"), socket.create_connection(address, timeout=START_SECONDS) as line:
        line.sendall(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        supervisor.wait_for(web, lambda: bool(select.select([line], [], [], 0)[0]), START_SECONDS)
    print_line("workers", f"{counts.jobs} for matches, ratings and e-mail")


def start_bots_worker(
    services: EmbeddedServices, supervisor: Supervisor, environment: Mapping[str, str], counts: ProcessCounts
) -> None:
    """Start the worker for uploaded bots, without secrets of the site, if it has its own database role.

    That for their matches with remote bots, too, starts with the first of these matches.
    """
    if not services.bots_database:
        print_line("bots", f"warning: uploaded bots do not run, because {PROGRAMS_URL} is not set")
        print_line("bots", "create their database role with `manage.py programrole` (docs/operating.md)")
        return
    services.set_bots_password()
    apart = bots_environment(environment, database=services.bots_database, redis=services.bots_redis)
    supervisor.start(process_specs.bots_worker("bots", apart, processes=counts.bots))
    mixed = process_specs.bots_worker("mixed", apart, queues=MIXED_QUEUE, processes=MIXED_THREADS)
    supervisor.start_when(mixed, redis.watch_queue(services.bots_redis, MIXED_QUEUE))  # few sites need it
    print_line("workers", f"{counts.bots} for uploaded bots")
    if services.bots_redis == os.environ.get("REDIS_URL"):
        print_line("bots", f"warning: uploaded bots share the site's Redis user; set {PROGRAMS_REDIS_URL}")
    name = PROGRAMS_REDIS_URL if os.environ.get(PROGRAMS_REDIS_URL) else "REDIS_URL"
    warn_of_missing_rights(services.bots_redis, name)


def warn_of_missing_rights(address: str, name: str) -> None:
    """Print a warning if the user in the variable `name` has the rights of an older version."""
    if not redis.may_read_queue(address, MIXED_QUEUE):
        advice = f"give the user in {name} the rights in docker/make-secrets"
        print_line("bots", f"warning: uploaded bots do not play remote bots; {advice}")


def manage(environment: Mapping[str, str], *words: str, label: str) -> None:
    """Run a Django command, and print its output."""
    for line in process_specs.django(environment, *words).run():
        print_line(label, line)


def welcome(
    paths: InstallPaths, environment: Mapping[str, str], listener: Listener, start: float, *, demo: bool
) -> None:
    """Print warnings, the addresses of the site, and the link for its first account."""
    links = [line for line in process_specs.django(environment, "ownerlink", "--if-unowned").run() if "://" in line]
    if demo and not listener.is_loopback:
        is_off = environment["MOOTHILL_DEMO"] == "0"
        off = "sign-in buttons are off on the network (--demo-public shows them)"
        print_line("demo", off if is_off else "warning: anyone on the network can use the demo accounts")
    if os.geteuid() == 0:
        print_line("root", "warning: Moothill runs as root; use a separate account instead (docs/operating.md)")
    here, *elsewhere = listener.addresses()
    seconds = time.monotonic() - start
    echo(f"\n  Moothill is running (started in {seconds:.1f} s). Logs: {paths.shown(paths.folder('log'))}\n")
    echo(f"    Address:        {here}")
    for address in elsewhere:
        echo(f"    Local network:  {address}")
    for link in links:
        echo(f"\n  One-time link to create the admin account:\n\n    {link}")
    echo("\n  Press Ctrl-C to stop.\n")


def compiled_engine(paths: InstallPaths) -> dict[str, str]:
    """Return the variable with which processes use the compiled engine; it is compiled if its sources are new.

    Nothing needs it: bots only search faster. If compiling fails, print the reason, and return nothing.
    """
    from engine.compiled import fingerprint
    from engine.compiler import CannotCompile, check_tools

    folder = paths.folder("engine-build") / fingerprint()
    command = [sys.executable, "-m", "engine.compiler", str(folder.parent)]
    interpreted = {name: value for name, value in os.environ.items() if name != ENGINE_BUILD}
    try:
        if not folder.exists():
            check_tools()
            if not importlib.util.find_spec("mypyc"):
                virtualenv.install(paths, virtualenv.COMPILE)
            print_line("engine", "compiling; this takes a minute or two")
            with timed("engine", "compiled"):
                Child(name="compiler", argv=command, cwd=paths.root, env=interpreted).run()
        else:
            print_line("engine", "compiled before, from the same sources")
    except (CannotCompile, LauncherError, OSError) as problem:
        print_line("engine", f"not compiled, so bots search slower: {last_line_of(problem)}")
        return {}
    return {ENGINE_BUILD: str(folder)}
