"""`manage.py doctor`: check the requirements on this machine, and say how to install missing ones."""

import importlib.util
import os
import platform
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from league.conf.launcher import instance_lock, postgres, redis, virtualenv
from league.conf.launcher.console import LauncherError, echo
from league.conf.launcher.environment import InstallPaths
from league.conf.launcher.process_specs import read_limit, usable_cores

GIGABYTE = 1_000_000_000
LEAST_DISK = 1.0  # GB
LEAST_MEMORY = 0.7  # GB
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")


class Finding(NamedTuple):
    """Something that was checked. If it is not as it should be, `remedy` says what to do."""

    name: str
    found: str
    remedy: str = ""
    is_needed: bool = False

    @property
    def sign(self) -> str:
        """The first word of its line."""
        return "ok" if not self.remedy else "MISSING" if self.is_needed else "note"


def examine(paths: InstallPaths) -> int:
    """Print what was found. Return 1 if something is missing without which Moothill does not run."""
    missing = []
    for finding in check(paths):
        echo(f"  {finding.sign:<8} {finding.name:<12} {finding.found}")
        if finding.remedy:
            echo(f"{'':<24}{finding.remedy}")
        if finding.sign == "MISSING":
            missing.append(finding.name)
    echo(f"\n  Missing: {', '.join(missing)}." if missing else "\n  Ready to run Moothill.")
    return int(bool(missing))


def check(paths: InstallPaths) -> Iterator[Finding]:
    """Check everything."""
    from engine.sandbox.tiers import TIERS, weakness_of

    yield Finding("system", f"{platform.platform()}, {usable_cores()} cores, Python {platform.python_version()}")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if (limit := read_limit("memory.max")).isdigit():
        memory = min(memory, int(limit))
    more = "" if memory >= LEAST_MEMORY * GIGABYTE else f"At least {LEAST_MEMORY} GB is recommended."
    yield Finding("memory", f"{memory / GIGABYTE:.1f} GB", more)
    free = shutil.disk_usage(paths.root).free / GIGABYTE
    more = "" if free >= LEAST_DISK else f"At least {LEAST_DISK} GB is needed. Free some disk space."
    yield Finding("disk", f"{free:.1f} GB free", more, is_needed=True)
    yield packages(paths)
    yield service("PostgreSQL", "DATABASE_URL", postgres.server_version, postgres.wheel_binaries)
    yield service("Redis", "REDIS_URL", redis.server_version, redis.find_program)
    browser = next(filter(None, map(shutil.which, BROWSERS)), "")
    more = "" if browser else "On Debian or Ubuntu, run: apt install chromium-headless-shell libatomic1"
    yield Finding("chromium", browser or "not found; the browser tests are skipped", more)
    yield sandbox({name: partial(weakness_of, start) for name, start in TIERS.items()})
    yield account(os.geteuid())
    running = instance_lock.running_instance(paths) if paths.var.exists() else None
    yield Finding("running", str(running or "no"))


def packages(paths: InstallPaths) -> Finding:
    """Check the environment, and pip, which fills it the first time."""
    if virtualenv.fits(paths, virtualenv.RUN):
        more = "with" if virtualenv.fits(paths, virtualenv.TEST) else "without"
        return Finding("environment", f".venv, {more} test packages")
    if not virtualenv.is_inside(paths) and not importlib.util.find_spec("pip"):
        return Finding("pip", "not found", "On Debian or Ubuntu, run: apt install python3-pip", is_needed=True)
    return Finding("environment", "not installed or outdated", "Run: python3 manage.py up")


def service(name: str, variable: str, version: Callable[[str], str], find: Callable[[], Path]) -> Finding:
    """Check the server in the environment, or the program of the embedded one."""
    try:
        if address := os.environ.get(variable):
            return Finding(name, f"{version(address)}, from {variable}")
        return Finding(name, f"embedded, {find()}")
    except LauncherError as refusal:
        if address:
            return Finding(name, str(refusal), f"Start the server, or correct or unset {variable}.", is_needed=True)
        return Finding(name, "not installed yet", "Run: python3 manage.py up")
    except ImportError:
        return Finding(name, f"from {variable}, not checked (.venv is not installed)")


def sandbox(tiers: Mapping[str, Callable[[], str | None]]) -> Finding:
    """Attack each kind of sandbox for uploaded bots, the best first, until one holds."""
    weak: list[str] = []
    for name, weakness in tiers.items():
        if (why := weakness()) is None:
            better = f"{' '.join(weak)} It would also hide file names from bots." if weak else ""
            return Finding("sandbox", f"{name} works", better)
        weak.append(f"{name.capitalize()}: {why}")
    return Finding("sandbox", "none works, so bot uploads are refused; remote bots still play", " ".join(weak))


def account(user: int) -> Finding:
    """Check the account, whose rights a bot has that escapes from its sandbox."""
    if user:
        return Finding("account", f"user ID {user}, not root")
    found = "root; only the sandbox keeps uploaded bots from this machine"
    return Finding("account", found, "Run Moothill as a separate user (docs/operating.md).")
