"""The commands of `manage.py`: Moothill's own, and Django's."""

import argparse
import difflib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from league.conf.launcher import backup_commands, doctor, process_specs, virtualenv
from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.environment import InstallPaths, site_environment, with_secrets
from league.conf.launcher.os_users import refuse_root
from league.conf.launcher.process_specs import usable_cores
from league.conf.launcher.processes import exit_by_signal
from league.conf.launcher.services import available_services
from league.conf.launcher.up import up

EPILOG = """\
`test` takes the options of pytest.
Other commands are Django's, such as migrate, shell and createsuperuser. To list them: manage.py help
They use the running Moothill, or start its database while they run.
Options of a command: manage.py COMMAND --help"""
TESTS = ("test", "chaos")
OURS = ("up", "doctor", "worker", "backup", "restore", *TESTS)
MOST_PORT = 65_535
NEEDS_NO_SERVICES = {"--help", "--version", "check", "collectstatic", "diffsettings", "help", "spectacular", "version"}


def main(words: Sequence[str]) -> None:
    """Run a command, and exit with its status."""
    try:
        sys.exit(run(list(words)))
    except LauncherError as refusal:
        print(f"error: {refusal}", file=sys.stderr)
        sys.exit(refusal.status)
    except PermissionError as error:
        hint = "Run the command as its owner, or set MOOTHILL_VAR."
        print(f"error: no permission for {error.filename}. {hint}", file=sys.stderr)
        sys.exit(ConfigurationError.status)
    except KeyboardInterrupt:
        sys.exit(130)


def run(words: list[str]) -> int:
    """Run a command, and return its status."""
    if not words or words[0] in ("-h", "--help"):
        parser().print_help()
        return 0
    paths, command = InstallPaths.here(), words[0]
    secrets = with_secrets(os.environ)
    os.environ.clear()
    os.environ.update(secrets)
    refuse_root(paths, words)
    for each in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) == signal.SIG_DFL:  # not with `nohup`
            signal.signal(each, exit_by_signal)
    if command in TESTS:
        run_tests(paths, command, words[1:])
    if command in OURS:
        arguments = vars(parser().parse_args(words))
        if command != "doctor" or virtualenv.fits(paths, virtualenv.RUN):  # the doctor installs nothing
            virtualenv.enter(paths, virtualenv.RUN)
        return int(arguments.pop("run")(paths, **arguments) or 0)
    if near := difflib.get_close_matches(command, OURS, n=1, cutoff=0.75):
        raise ConfigurationError(f"unknown command {command!r}. Did you mean: python3 manage.py {near[0]}")
    virtualenv.enter(paths, virtualenv.RUN)
    return run_django(paths, words)


def parser() -> argparse.ArgumentParser:
    """Return the parser of Moothill's own commands."""
    parser = argparse.ArgumentParser(
        "manage.py",
        description="Run Moothill, a server for leagues and tournaments of people and bots.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add(name: str, text: str, run: Callable[..., int | None] | None = None) -> Callable[..., argparse.Action]:
        command = commands.add_parser(name, help=text, description=f"{text}.")
        command.set_defaults(run=run)
        return command.add_argument

    option = add("up", "Install what is missing, start Moothill and print its address", up)
    option("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0: local network (default: 127.0.0.1)")
    option("--port", type=port, help="port (default: first free port from 8000)")
    option("--fresh", action="store_true", help="delete the embedded database first")
    option("--no-demo", action="store_false", dest="demo", help="do not create the demo clubs")
    public = "keep the demo sign-in buttons with --host; anyone on the network can use them"
    option("--demo-public", action="store_true", help=public)
    text = "compile the engine first, if there is a C compiler: bots search faster"
    option("--compile", action="store_true", dest="compiled", help=text)
    add("doctor", "Check this machine", doctor.examine)
    option = add("worker", "Start an additional worker", process_specs.work)
    queues = "queues: matches,records,reviews or ratings,mail or remote or bots,programs or mixed"
    option("queues", type=lambda word: word.split(","), help=queues)
    option("--name", help="name on the system status page (default: the first queue)")
    option("--processes", type=number, metavar="N", help="jobs at a time (default: by the number of cores)")
    option = add("backup", "Back up all data; Moothill may be running", backup_commands.back_up)
    option("--to", type=Path, dest="into", metavar="FOLDER", help="folder for backups (default: var/backups)")
    keep = "then delete all but the N newest backups that this command of this site made there"
    option("--keep", type=number, metavar="N", help=keep)
    option = add("restore", "Restore a backup", backup_commands.restore)
    option("folder", type=Path, help="folder of one backup, such as var/backups/2026-11-23T18-05-12Z")
    option("--replace", action="store_true", help="replace existing data; they are backed up first")
    add("test", "Run the tests")
    add("chaos", "Run the fault injection test")
    return parser


def run_tests(paths: InstallPaths, command: str, options: list[str]) -> None:
    """Replace this process by pytest, or by the fault injection test."""
    virtualenv.enter(paths, virtualenv.TEST if command == "test" else virtualenv.RUN)
    os.chdir(paths.root)
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)  # tests/conftest.py sets it
    module = ["tests.chaos"]
    if command == "test":
        parallel = ["-n", str(usable_cores() + 1), "--dist", "worksteal"]  # many tests wait for a process
        module = ["pytest", *([] if any(word.startswith(("-n", "--numprocesses")) for word in options) else parallel)]
    os.execv(sys.executable, [sys.executable, "-m", *module, *options])


def run_django(paths: InstallPaths, words: list[str]) -> int:
    """Run one of Django's commands, on services in the environment, of the running `up`, or started for it."""
    needed = [] if words[0] in NEEDS_NO_SERVICES else ["DATABASE_URL", "REDIS_URL"]
    with available_services(paths, words[0], needed) as addresses:
        os.environ |= site_environment(paths, addresses, DATABASE_URL="postgres:///", REDIS_URL="unix:///")
        from django.core.management import execute_from_command_line

        execute_from_command_line(["manage.py", *words])
    return 0


def port(word: str) -> int:
    """Return a number of a TCP port, as a type of arguments."""
    if (found := number(word)) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"must be {MOST_PORT} or less, not {word!r}")
    return found


def number(word: str) -> int:
    """Return a number, as a type of arguments."""
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"must be 1 or more, not {word!r}")
    return int(word)
