"""`manage.py up`: start everything in order, keep it running, and stop it in order."""

import os
import select
import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field

from league.conf.launcher import database, host_info, postgres, process_specs, redis
from league.conf.launcher.addresses import FIRST_PORT, Listener, listen
from league.conf.launcher.backup_commands import migrate
from league.conf.launcher.console import say, tell, timed
from league.conf.launcher.environment import PROGRAMS_REDIS_URL, PROGRAMS_URL, bots_environment, site_environment
from league.conf.launcher.errors import ConfigurationError
from league.conf.launcher.instance_lock import Holder, announce, occupied
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.process_counts import QUEUES, REMOTE, ProcessCounts, process_counts
from league.conf.launcher.processes import NICE
from league.conf.launcher.services import START_SECONDS, Embedded, embedded
from league.conf.launcher.supervisor import Supervisor, supervised


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `up`, as `manage.py up --help` explains them."""

    host: str
    port: int | None
    fresh: bool
    demo: bool
    demo_public: bool


def up(place: InstallPaths, options: Options) -> int:
    """Run Moothill until a signal asks it to stop. Raise LauncherError if it cannot start."""
    refuse_fresh_with_outside_services(options)
    counts = process_counts(host_info.cores(), os.environ)
    stop_on_signals()
    try:
        with occupied(place, "up"), listen(options.host, options.port) as listener:
            if options.fresh:
                postgres.forget(place)
                tell("database", "deleted (--fresh)")
            with embedded(place, connections=counts.connections) as services, supervised(place.logs) as supervisor:
                try:
                    Start(place, options, listener, services, supervisor, counts).run()
                    supervisor.watch()
                finally:
                    say("\n  Stopping …")
    except KeyboardInterrupt:
        say("  Stopped.")
    return 0


def refuse_fresh_with_outside_services(options: Options) -> None:
    """Raise ConfigurationError if `--fresh` would have to empty somebody else's servers."""
    named = [name for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ]
    if options.fresh and named:
        raise ConfigurationError(
            f"--fresh only deletes the embedded database, but {' and '.join(named)} is set. "
            "Unset it, or empty your own server and omit --fresh."
        )


def stop_on_signals() -> None:
    """Let all signals that stop a program raise KeyboardInterrupt, also in the background of a shell."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN:  # not with `nohup`
            signal.signal(each, signal.default_int_handler)


@dataclass
class Start:
    """The start of one Moothill."""

    place: InstallPaths
    options: Options
    listener: Listener
    services: Embedded
    supervisor: Supervisor
    counts: ProcessCounts
    environment: dict[str, str] = field(default_factory=dict)

    def run(self) -> None:
        """Start everything, and print its address."""
        begun = time.monotonic()
        if self.options.port is None and self.listener.port != FIRST_PORT:
            tell("address", f"port {FIRST_PORT} is in use; using {self.listener.port}")
        for name, ask in (("DATABASE_URL", database.server_version), ("REDIS_URL", redis.server_version)):
            if address := os.environ.get(name):
                ask(address)
        self.services.start(self.supervisor)
        announce(self.place, Holder(os.getpid(), "up", self.listener.best_address(), self.services.addresses))
        self.environment = self.environment_of_site()
        collect = process_specs.collectstatic(self.environment)
        collecting = collect.start(subprocess.PIPE)
        migrate(self.place, self.environment, sockets=self.services.sockets if self.services.has_database else None)
        with timed("files", "collected"):
            collect.finish(collecting)
        self.start_site()
        self.start_bots_worker()
        self.manage("demo" if self.options.demo else "housebots", label="demo" if self.options.demo else "bots")
        links = [line for line in self.manage("ownerlink", "--if-unowned") if line.startswith("http")]
        self.warn()
        self.welcome(links, time.monotonic() - begun)
        if self.options.demo:
            self.manage("demo", "--people", label="demo")

    def environment_of_site(self) -> dict[str, str]:
        """Return the environment of the site's processes."""
        is_demo = self.options.demo and (self.listener.is_loopback or self.options.demo_public)
        return site_environment(
            self.place,
            self.services.addresses,
            MOOTHILL_ADDRESS=self.listener.best_address().rstrip("/"),
            MOOTHILL_ALLOWED_HOSTS=",".join(self.listener.allowed_hosts()),
            MOOTHILL_DEMO=str(int(is_demo)),
            MOOTHILL_PROGRAM_ROLE=str(int(bool(self.services.programs_database))),
        )

    def start_site(self) -> None:
        """Start web servers and workers, and wait until the site answers."""
        web = self.supervisor.start(process_specs.web(self.listener.socket, self.environment))
        for number in range(2, self.counts.web + 1):
            self.supervisor.start(process_specs.web(self.listener.socket, self.environment, name=f"web-{number}"))
        jobs, schedule = self.counts.jobs, self.place.folder("beat") / "schedule"
        self.supervisor.start(
            process_specs.worker(
                "worker", self.environment, queues=QUEUES, processes=jobs, nice=NICE, schedule=schedule
            )
        )
        self.supervisor.start(process_specs.remote_worker("remote", self.environment, threads=REMOTE))
        address = self.listener.socket.getsockname()[:2]
        with timed("web", "ready"), socket.create_connection(address, timeout=START_SECONDS) as line:
            line.sendall(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
            self.supervisor.wait_for(web, lambda: bool(select.select([line], [], [], 0)[0]), START_SECONDS)
        tell("workers", f"{jobs} for matches, ratings and e-mail, {REMOTE} threads for remote bots")

    def start_bots_worker(self) -> None:
        """Start the worker for uploaded bots, without secrets of the site, if it has its own database role."""
        database, redis = self.services.programs_database, self.services.programs_redis
        if not database:
            tell("bots", f"warning: uploaded bots do not run, because {PROGRAMS_URL} is not set")
            tell("bots", "create their database role with `manage.py programrole` (docs/operating.md)")
            return
        self.services.admit_programs()
        environment = bots_environment(self.environment, database=database, redis=redis)
        self.supervisor.start(process_specs.bots_worker("bots", environment, processes=self.counts.bots))
        tell("workers", f"{self.counts.bots} for uploaded bots")
        if redis == os.environ.get("REDIS_URL"):
            tell("bots", f"warning: uploaded bots share the site's Redis user; set {PROGRAMS_REDIS_URL}")

    def manage(self, *words: str, label: str = "") -> list[str]:
        """Run a Django command; return its output, and print it if it gets a label."""
        lines = process_specs.django(self.environment, *words).run()
        for line in lines if label else ():
            tell(label, line)
        return lines

    def warn(self) -> None:
        """Print what the operator should know about the demo and about root."""
        if self.options.demo and not self.listener.is_loopback:
            if self.environment["MOOTHILL_DEMO"] == "0":
                tell("demo", "sign-in buttons are off on the network (--demo-public shows them)")
            else:
                tell("demo", "warning: anyone on the network can use the demo accounts")
        if os.geteuid() == 0:
            tell("root", "warning: Moothill runs as root; use a separate account instead (docs/operating.md)")

    def welcome(self, links: list[str], seconds: float) -> None:
        """Print the addresses of the site."""
        here, *elsewhere = self.listener.addresses()
        say(f"\n  Moothill is running (started in {seconds:.1f} s). Logs: {self.place.shown(self.place.logs)}\n")
        say(f"    Address:        {here}")
        for address in elsewhere:
            say(f"    Local network:  {address}")
        for link in links:
            say(f"\n  One-time link to create the admin account:\n\n    {link}")
        say("\n  Press Ctrl-C to stop.\n")
