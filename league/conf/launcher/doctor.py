"""`manage.py doctor`: what Moothill runs on here, what is missing, and how to get it."""

import importlib.util
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from league.conf.launcher import external_services, host_info, instance_lock, postgres, redis, virtualenv
from league.conf.launcher.console import say
from league.conf.launcher.errors import LauncherError
from league.conf.launcher.paths import InstallPaths

GIGABYTE = 1_000_000_000
LEAST_DISK = GIGABYTE
LEAST_MEMORY = 700_000_000


@dataclass(frozen=True)
class Finding:
    """One thing looked at. What is missing has a remedy; what is needed makes the doctor's status 1."""

    name: str
    found: str
    remedy: str = ""
    needed: bool = True

    @property
    def sign(self) -> str:
        """How it looks at the left edge."""
        return "ok" if not self.remedy else "MISSING" if self.needed else "note"


def examine(place: InstallPaths) -> int:
    """Print what was found; 1 when something that Moothill needs is missing."""
    findings = list(look_at(place))
    for finding in findings:
        say(f"  {finding.sign:<8} {finding.name:<12} {finding.found}")
        if finding.remedy:
            say(f"  {'':<8} {'':<12} {finding.remedy}")
    missing = [finding.name for finding in findings if finding.needed and finding.remedy]
    say()
    say(f"  Missing: {', '.join(missing)}." if missing else "  Ready to run Moothill.")
    return 1 if missing else 0


def look_at(place: InstallPaths) -> Iterator[Finding]:
    """Everything that matters, in the order of how much."""
    yield Finding("system", f"{host_info.system()}, {host_info.cores()} cores")
    yield memory()
    yield disk(place)
    yield Finding("python", f"{platform.python_version()}, {sys.executable}")
    yield pip(place)
    yield environment_of(place)
    yield postgresql(place)
    yield redis_server(place)
    yield chromium()
    yield sandbox(sandboxes())
    yield account(os.geteuid())
    yield at_work(place)


def memory() -> Finding:
    """The memory we may use."""
    found = host_info.memory()
    is_little = found is not None and found < LEAST_MEMORY
    remedy = f"At least {LEAST_MEMORY / GIGABYTE:.1f} GB is recommended." if is_little else ""
    return Finding("memory", f"{found / GIGABYTE:.1f} GB" if found else "unknown", remedy, needed=False)


def disk(place: InstallPaths) -> Finding:
    """The room for data."""
    free = shutil.disk_usage(place.root).free
    remedy = f"At least {LEAST_DISK / GIGABYTE:.0f} GB is needed. Free some disk space." if free < LEAST_DISK else ""
    return Finding("disk", f"{free / GIGABYTE:.1f} GB free for {place.var}", remedy)


def pip(place: InstallPaths) -> Finding:
    """What fills the environment the first time; inside the environment it is not needed any more."""
    if Path(sys.prefix) == place.environment or importlib.util.find_spec("pip"):
        return Finding("pip", "installed or not needed")
    return Finding("pip", "not found", "On Debian or Ubuntu, run: apt install python3-pip")


def environment_of(place: InstallPaths) -> Finding:
    """The folder .venv."""
    if virtualenv.fits(place, virtualenv.TEST):
        return Finding("environment", ".venv, with test packages")
    if virtualenv.fits(place, virtualenv.RUN):
        return Finding("environment", ".venv (`manage.py test` adds the test packages)")
    return Finding("environment", "not installed or outdated", "Run: python3 manage.py up", needed=False)


def postgresql(place: InstallPaths) -> Finding:
    """The server named by DATABASE_URL, else the one in the environment."""
    if address := os.environ.get("DATABASE_URL"):
        return _outside("PostgreSQL", "DATABASE_URL", lambda: external_services.version_of_postgres(address))
    try:
        binaries = postgres.wheel_binaries()
    except LauncherError:
        return Finding("PostgreSQL", "not installed yet", "Run: python3 manage.py up", needed=False)
    said = subprocess.run([binaries / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    data = (place.var / "postgres").resolve() / str(postgres.MAJOR)
    return Finding("PostgreSQL", f"{said.split()[-1]}, embedded, data in {place.shown(data)}")


def redis_server(place: InstallPaths) -> Finding:
    """The server named by REDIS_URL, else one of this machine, else the one in the environment."""
    if address := os.environ.get("REDIS_URL"):
        return _outside("Redis", "REDIS_URL", lambda: external_services.version_of_redis(address))
    try:
        program = redis.find_program()
    except LauncherError:
        return Finding("Redis", "not installed yet", "Run: python3 manage.py up", needed=False)
    return Finding("Redis", f"{redis.version_of(program)}, {place.shown(program)}")


def chromium() -> Finding:
    """The browser, which only some tests need."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    if found := next(filter(None, map(shutil.which, names)), None):
        return Finding("chromium", found)
    remedy = "On Debian or Ubuntu, run: apt install chromium-headless-shell libatomic1"
    return Finding("chromium", "not found; the browser tests are skipped", remedy, needed=False)


def sandboxes() -> Mapping[str, Callable[[], str | None]]:
    """Return the kinds of sandbox, the best first, each with a function that says what is wrong with it here."""
    from engine.sandbox.tiers import TIERS, weakness_of

    return {name: partial(weakness_of, start) for name, start in TIERS.items()}


def sandbox(tiers: Mapping[str, Callable[[], str | None]]) -> Finding:
    """What shuts in the bots that people upload: each way is tried by attack, the best first, until one holds."""
    weak: list[str] = []
    for name, weakness in tiers.items():
        if (why := weakness()) is None:
            better = f"{' '.join(weak)} It would also hide file names from bots." if weak else ""
            return Finding("sandbox", f"{name} works", better, needed=False)
        weak.append(f"{name.capitalize()}: {why}")
    found = "none works, so bot uploads are refused; remote bots still play"
    return Finding("sandbox", found, " ".join(weak), needed=False)


def account(number: int) -> Finding:
    """The rights of a bot that got out of its sandbox."""
    if number:
        return Finding("account", f"user ID {number}, not root")
    found = "root; only the sandbox keeps uploaded bots from this machine"
    return Finding("account", found, "Run Moothill as a separate user (docs/operating.md).", needed=False)


def at_work(place: InstallPaths) -> Finding:
    """Who serves this place now."""
    if not place.var.exists():
        return Finding("running", "never started")
    holder = instance_lock.holder(place)
    return Finding("running", holder.named() if holder else "no")


def _outside(name: str, variable: str, version: Callable[[], str]) -> Finding:
    try:
        return Finding(name, f"{version()}, from {variable}")
    except LauncherError as refusal:
        return Finding(name, str(refusal), f"Start the server, or correct or unset {variable}.")
    except ImportError:
        return Finding(name, f"from {variable}, not checked (.venv is not installed)")
