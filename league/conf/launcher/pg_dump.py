"""PostgreSQL's own programs for copies of a database: `pg_dump` and `pg_restore`, as the environment brings them.

They read servers of their own major version and of older ones. Passwords go to them in their environment, where
other accounts of the machine cannot read them. They reach a server as the site does, through the library of psycopg:
the one that they bring along knows no TLS.
"""

import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from league.conf.launcher import postgres
from league.conf.launcher.errors import ServiceFailed
from league.conf.launcher.external_services import as_libpq_spells
from league.conf.launcher.processes import set_pdeathsig

NOT_THEIRS = {"PGDATA", "PGPASSWORD"}
CERTIFICATES = {"HOME", "SSL_CERT_FILE", "SSL_CERT_DIR"}  # where libpq looks for them, and for `.pgpass`


def dump(address: str, into: Path) -> None:
    """Write the database at this address to a file that `fill` reads, all of one instant. Raises ServiceFailed.

    Rights and owners stay behind: they are of a place, and `migrate` gives rights anew.
    """
    _run("pg_dump", address, "--format=custom", "--no-owner", "--no-privileges", f"--file={into}")


def fill(address: str, dump: Path) -> None:
    """Fill the empty database at this address from a file of `dump`, wholly or not at all. Raises ServiceFailed."""
    _run("pg_restore", address, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", str(dump))


def _run(program: str, address: str, *words: str) -> None:
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    known = conninfo_to_dict(as_libpq_spells(address))
    password = known.pop("password", None) or os.environ.get("PGPASSWORD")
    done = subprocess.run(
        [postgres.wheel_binaries() / program, f"--dbname={make_conninfo('', **known)}", "--no-password", *words],
        env=_environment({"PGPASSWORD": str(password)} if password else {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=set_pdeathsig(os.getpid(), signal.SIGKILL),
    )
    if done.returncode:
        raise ServiceFailed(f"{program} failed with status {done.returncode}:\n{done.stderr.strip()[-2000:]}")


def _environment(secrets: dict[str, str]) -> dict[str, str]:
    """What the programs find: what says how a server is reached (`PGSSLMODE`), and no foreign library path."""
    kept = {name: value for name, value in os.environ.items() if name.startswith("PG") or name in CERTIFICATES}
    plain = {name: value for name, value in kept.items() if name not in NOT_THEIRS}
    return plain | _library() | {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"} | secrets


def _library() -> dict[str, str]:
    """What lets the programs use psycopg's libpq, where psycopg brings one along (Linux only)."""
    spec = find_spec("psycopg_binary")
    if sys.platform != "linux" or spec is None or spec.origin is None:
        return {}
    libraries = Path(spec.origin).parent.with_name("psycopg_binary.libs").glob("libpq-*")
    found = next(libraries, None)
    return {"LD_PRELOAD": found.name, "LD_LIBRARY_PATH": str(found.parent)} if found else {}  # a name has no spaces
