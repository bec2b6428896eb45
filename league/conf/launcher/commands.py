"""The commands of `manage.py`: ours, and Django's with the services they need."""

import argparse
import difflib
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from league.conf.launcher import host_info, virtualenv
from league.conf.launcher.console import complain
from league.conf.launcher.errors import LauncherError, NeedsSomebody
from league.conf.launcher.os_users import refuse_root
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.secret_files import SECRETS, SUFFIX, with_secrets

USAGE = """\
Usage: python3 manage.py COMMAND [OPTIONS]

Run Moothill, a server for leagues and tournaments of people and bots.

Commands:
  up         Install what is missing and start Moothill
  doctor     Check this machine
  worker     Start an additional worker
  backup     Back up all data
  restore    Restore a backup
  test       Run the tests (takes pytest options)
  chaos      Run the fault injection test

Other commands are Django's, such as migrate, shell and createsuperuser. To list them: manage.py help
They use the running Moothill, or start its database while they run.
Options of a command: manage.py COMMAND --help"""


def main(words: Sequence[str]) -> None:
    """Do what the command line says, and end with its status."""
    try:
        open_secrets()
        sys.exit(obey(list(words)))
    except LauncherError as refusal:
        complain(f"error: {refusal}")
        sys.exit(refusal.status)
    except PermissionError as refused:
        complain(f"error: no permission for {refused.filename}. Run the command as its owner, or set MOOTHILL_VAR.")
        sys.exit(NeedsSomebody.status)
    except KeyboardInterrupt:
        sys.exit(130)


def obey(words: list[str]) -> int:
    """Do one command and give its exit status."""
    place = InstallPaths.here()
    if not words or words[0] in ("-h", "--help"):
        print(USAGE)
        return 0
    refuse_root(place, words)
    if words[0] in OURS:
        return OURS[words[0]](place, words[1:])
    refuse_misspelt(words[0])
    return run_django(place, words)


def open_secrets() -> None:
    """Read the secrets that the environment names by file, for what asks for them here and for our children."""
    os.environ |= with_secrets(os.environ)
    for name in SECRETS:
        os.environ.pop(name + SUFFIX, None)


def run_up(place: InstallPaths, options: list[str]) -> int:
    """`manage.py up`."""
    wished = up_options().parse_args(options)
    virtualenv.enter(place, virtualenv.RUN)
    from league.conf.launcher.up import Wishes, up

    wishes = Wishes(
        host=wished.host,
        port=wished.port,
        fresh=wished.fresh,
        demo=not wished.no_demo,
        demo_public=wished.demo_public,
    )
    return up(place, wishes)


def up_options() -> argparse.ArgumentParser:
    """The options of `up`."""
    parser = argparse.ArgumentParser(
        "manage.py up", description="Install what is missing, start Moothill, and print its address."
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the local network (default: 127.0.0.1)"
    )
    parser.add_argument("--port", type=_port, help="port (default: first free port from 8000)")
    parser.add_argument("--fresh", action="store_true", help="delete the embedded database first")
    parser.add_argument("--no-demo", action="store_true", help="do not create the demo clubs")
    parser.add_argument(
        "--demo-public",
        action="store_true",
        help="keep the demo sign-in buttons with --host; anyone on the network can use them",
    )
    return parser


def run_tests(place: InstallPaths, options: list[str]) -> int:
    """`manage.py test`: pytest takes over this process, one worker more than cores: many tests wait for a process."""
    virtualenv.enter(place, virtualenv.TEST)
    names_workers = any(word.startswith(("-n", "--numprocesses")) for word in options)
    parallel = [] if names_workers else ["-n", str(host_info.cores() + 1), "--dist", "worksteal"]
    os.chdir(place.root)
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)  # tests/conftest.py names it, when it knows the services
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *parallel, *options])


def run_chaos(place: InstallPaths, options: list[str]) -> int:
    """`manage.py chaos`: a run on services of its own takes over this process."""
    virtualenv.enter(place, virtualenv.RUN)
    os.chdir(place.root)
    os.execv(sys.executable, [sys.executable, "-m", "tests.chaos", *options])


def run_doctor(place: InstallPaths, _options: list[str]) -> int:
    """`manage.py doctor`: it uses the environment if there is one, and makes none."""
    if virtualenv.fits(place, virtualenv.RUN):
        virtualenv.enter(place, virtualenv.RUN)
    from league.conf.launcher.doctor import examine

    return examine(place)


def run_worker(place: InstallPaths, options: list[str]) -> int:
    """`manage.py worker`: it takes over this process."""
    parser = argparse.ArgumentParser("manage.py worker", description="Start an additional worker.")
    parser.add_argument("queues", help="queues: matches,records or ratings,mail or remote or bots,programs")
    parser.add_argument("--name", default="", help="name on the system status page (default: the first queue)")
    parser.add_argument(
        "--processes", type=_count, metavar="N", help="jobs at a time (default: by the number of cores)"
    )
    wished = parser.parse_args(options)
    virtualenv.enter(place, virtualenv.RUN)
    from league.conf.launcher.extra_worker import work

    work(place, wished.queues.split(","), name=wished.name, processes=wished.processes)
    return 0


def run_backup(place: InstallPaths, options: list[str]) -> int:
    """`manage.py backup`."""
    parser = argparse.ArgumentParser("manage.py backup", description="Back up all data. Moothill may be running.")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="folder for backups (default: var/backups)")
    parser.add_argument(
        "--keep",
        type=_count,
        metavar="N",
        help="then delete all but the N newest backups that this command of this site made there",
    )
    wished = parser.parse_args(options)
    virtualenv.enter(place, virtualenv.RUN)
    end_in_order()
    from league.conf.launcher.backup_commands import back_up

    back_up(place, into=wished.to and wished.to.absolute(), keep=wished.keep)
    return 0


def run_restore(place: InstallPaths, options: list[str]) -> int:
    """`manage.py restore`."""
    parser = argparse.ArgumentParser("manage.py restore", description="Restore a backup.")
    parser.add_argument("folder", type=Path, help="folder of one backup, such as var/backups/2026-11-23T18-05-12Z")
    parser.add_argument("--replace", action="store_true", help="replace existing data; they are backed up first")
    wished = parser.parse_args(options)
    virtualenv.enter(place, virtualenv.RUN)
    end_in_order()
    from league.conf.launcher.backup_commands import restore

    restore(place, wished.folder.absolute(), replace=wished.replace)
    return 0


def end_in_order() -> None:
    """Let a plain kill and the end of the terminal end this command as Ctrl-C does: nothing half made stays."""
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) == signal.SIG_DFL:  # `nohup` is heeded
            signal.signal(each, lambda number, _: sys.exit(128 + number))


def run_django(place: InstallPaths, words: list[str]) -> int:
    """One of Django's commands."""
    virtualenv.enter(place, virtualenv.RUN)
    from league.conf.launcher.django_commands import run

    return run(place, words)


OURS: Mapping[str, Callable[[InstallPaths, list[str]], int]] = {
    "up": run_up,
    "test": run_tests,
    "chaos": run_chaos,
    "doctor": run_doctor,
    "worker": run_worker,
    "backup": run_backup,
    "restore": run_restore,
}


def refuse_misspelt(word: str) -> None:
    """Raise NeedsSomebody for a word that is nearly one of ours, before anything is installed for it."""
    near = difflib.get_close_matches(word, OURS, n=1, cutoff=0.75)
    if near and word not in OURS:
        raise NeedsSomebody(f"unknown command {word!r}. Did you mean: python3 manage.py {near[0]}")


def _count(word: str) -> int:
    if not word.isdigit() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"must be 1 or more, not {word!r}")
    return int(word)


def _port(word: str) -> int:
    if not word.isdigit() or not 1 <= int(word) <= 65535:
        raise argparse.ArgumentTypeError(f"must be from 1 to 65535, not {word!r}")
    return int(word)
