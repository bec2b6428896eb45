"""Root runs programs of strangers in an account of their own, which finds nothing there that is not its to see."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from league.conf.launcher.accounts import Account
from league.conf.launcher.lodging import NUMBERS, free_account, what_hinders
from league.conf.launcher.places import ROOT, Place
from league.conf.launcher.redis import PROGRAMS_MAY, Passwords, knows_users
from league.conf.settings import broker_address
from tests.engine.sandbox.programs import WANDERING, tiers_here
from tests.league.conf.enterable import SOMEBODY, as_account, enterable
from tests.league.conf.running import manage, surroundings, up
from tests.league.conf.test_up import command_of
from tests.processes import WORK_SECONDS, until

SYSTEMS_PYTHON = Path(shutil.which("python3", path="/usr/bin") or "/none")

needs_root = pytest.mark.skipif(
    os.geteuid() != 0 or sys.platform != "linux", reason="Only root, on Linux, may lend an account."
)
needs_python = pytest.mark.skipif(not SYSTEMS_PYTHON.exists(), reason="There is no Python that every account may run.")

UPLOAD = """
import time
from django.utils import timezone
from games.bots.services import make_bot
from league.members.models import Account
account = Account.objects.create(email="morag@author.example", email_confirmed_at=timezone.now())
version = make_bot(account=account, name="Wanderer of Morag's", games=["kings-kilt"], source={source!r})
while version.is_waiting:
    time.sleep(0.1)
    version.refresh_from_db(fields=["verdict"])
print(version.verdict)
"""
TRIED = """
import os, sys
from contextlib import closing
import psycopg
from redis import Redis

sockets, var, web, server, own, backup = sys.argv[1:]
own = dict(line.partition("=")[::2] for line in open(f"/proc/{own}/environ").read().split(chr(0)))
site = f"postgres://moothill@/moothill?host={sockets}"
redis = f"unix://{sockets}/redis.sock"

def asked(address, question):
    with closing(psycopg.connect(address)) as connection:
        return connection.execute(question).fetchone()

tries = {
    "enter the database as the site": lambda: asked(site, "SELECT 1"),
    "read who has an account": lambda: asked(own["DATABASE_URL"], "SELECT count(*) FROM members_account"),
    "read versions": lambda: asked(own["DATABASE_URL"], "SELECT count(*) FROM bots_version"),
    "say where Redis keeps its file": lambda: Redis.from_url(own["REDIS_URL"]).config_set("dir", "/"),
    "write into the cache": lambda: Redis.from_url(own["REDIS_URL"]).set(":1:page", "false"),
    "see the queue": lambda: Redis.from_url(own["REDIS_URL"]).llen("bots"),
    "use Redis without a name": lambda: Redis.from_url(redis).get(":1:page"),
    "list the sockets": lambda: os.listdir(sockets),
    "read the key": lambda: open(f"{var}/secret_key").read(),
    "read how the site enters": lambda: open(f"{var}/running.json").read(),
    "list the backups": lambda: os.listdir(f"{var}/backups"),
    "read a backup": lambda: os.listdir(f"{var}/backups/{backup}"),
    "read the logs": lambda: os.listdir(f"{var}/log"),
    "read what Redis keeps": lambda: os.listdir(f"{var}/redis"),
    "hold the lock of the place": lambda: open(f"{var}/lock/running"),
    "read the data": lambda: os.listdir(f"{os.path.realpath(var + '/postgres')}/18"),
} | {
    f"{verb} {name}": act
    for name, pid in (("the web", web), ("PostgreSQL", server))
    for verb, act in {
        "look into": lambda pid=pid: open(f"/proc/{pid}/environ").read(),
        "write into": lambda pid=pid: open(f"/proc/{pid}/mem", "r+b"),
        "signal": lambda pid=pid: os.kill(int(pid), 0),
    }.items()
}
for name, act in tries.items():
    try:
        act()
    except Exception:  # however it is refused; that each can be done at all, root shows
        print(name, file=sys.stderr)
    else:
        print(name)
"""
OF_THE_ROLE = [
    *("read who has an account", "say where Redis keeps its file", "write into the cache"),
    "use Redis without a name",
]
"""What is refused to whoever comes in the worker's role, or in none, and be it root."""


@pytest.fixture
def place() -> Place:
    return Place(ROOT, Path("/srv/moothill/var"))


@pytest.fixture
def view() -> Sequence[str]:
    """The words in front of a command that is to run where every account reaches the interpreter."""
    words = enterable()
    if words is None:
        pytest.skip("Other accounts cannot start the interpreter of the tests.")
    return words


@pytest.fixture
def at_work(place: Place) -> Iterator[Account]:
    """The account that a place would take, in which a process of somebody's runs."""
    account = free_account(place)
    assert account is not None
    with subprocess.Popen(["sleep", "60"], user=account.uid, group=account.gid, extra_groups=()) as process:
        yield account
        process.kill()


@needs_root
def test_the_account_is_a_number_that_nobody_has(place: Place) -> None:
    account = free_account(place)
    assert account is not None
    assert account.uid in NUMBERS
    assert account.uid == account.gid


@needs_root
def test_a_number_in_which_something_runs_is_left_to_it(place: Place, at_work: Account) -> None:
    assert free_account(place) not in (at_work, None)


@needs_root
@needs_python
def test_code_that_other_accounts_cannot_read_is_named(var: Path) -> None:
    (var / "engine").mkdir()
    (var / "engine" / "open.py").touch(mode=0o644)
    assert what_hinders(SOMEBODY, [var / "engine"], SYSTEMS_PYTHON) == ""
    private = var / "engine" / "private.py"
    private.touch(mode=0o600)
    assert what_hinders(SOMEBODY, [var / "engine"], SYSTEMS_PYTHON) == (f"user ID {SOMEBODY.uid} cannot read {private}")


@needs_root
def test_an_interpreter_that_other_accounts_cannot_start_is_named(var: Path) -> None:
    home = var / "home"
    home.mkdir(mode=0o700)
    python = home / "python"
    shutil.copy(Path(sys.executable).resolve(), python)
    assert what_hinders(SOMEBODY, [], python) == (f"user ID {SOMEBODY.uid} cannot run {python}")


@needs_root
def test_a_server_that_answers_root_alone_is_named(place: Place, redis_url: str, view: Sequence[str]) -> None:
    told = in_view(view, "what_is_out_of_reach", place, REDIS_URL=redis_url)
    assert told.startswith(f"for user ID {SOMEBODY.uid}, Cannot connect to the Redis server in REDIS_URL")


@needs_root
def test_a_server_that_answers_nobody_is_no_reason_to_stay_root(place: Place, view: Sequence[str]) -> None:
    assert in_view(view, "what_is_out_of_reach", place, REDIS_URL="unix:///none?db=0") == ""


@needs_root
@pytest.mark.long
@pytest.mark.skipif(not tiers_here(), reason="No sandbox holds on this machine.")
def test_programs_of_strangers_run_in_an_account_that_sees_nothing_of_the_site(var: Path, view: Sequence[str]) -> None:
    with ExitStack() as at_end:
        for _ in range(2):  # a second time as well
            process, said = at_end.enter_context(up(var, "--no-demo", before=view))
            assert manage(var, "backup").returncode == 0
            children = running_below(process.pid)
            worker = children["bots@"]
            account = owner_of(worker)
            assert f"(user ID {account})" in said
            assert account in NUMBERS
            until(partial(forks_of, worker), "the worker has a process")
            assert {owner_of(pid) for pid in (worker, *forks_of(worker))} == {account}
            assert {owner_of(pid) for name, pid in children.items() if name not in ("bots@", "postgres")} == {0}

            sockets = str((var / "sockets").readlink())
            known = (sockets, str(var), str(children["uvicorn"]), str(children["postgres"]), str(worker))
            backup = next(iter((var / "backups").iterdir())).name
            able = as_account(0, process.pid, sys.executable, "-c", TRIED, *known, backup)
            assert able.stderr.splitlines() == OF_THE_ROLE
            made = as_account(account, process.pid, sys.executable, "-c", TRIED, *known, backup)
            assert made.stdout.splitlines() == ["read versions", "see the queue"], made.stderr

            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=WORK_SECONDS) == 0
            assert not Path(f"/proc/{worker}").exists()


@needs_root
@pytest.mark.long
@pytest.mark.skipif(not tiers_here(), reason="No sandbox holds on this machine.")
def test_a_bot_is_checked_in_that_account_and_a_worker_that_was_killed_is_there_again(
    var: Path, view: Sequence[str]
) -> None:
    with up(var, "--no-demo", before=view) as (process, _said):
        first = running_below(process.pid)["bots@"]
        account = owner_of(first)
        os.kill(first, signal.SIGKILL)
        until(lambda: running_below(process.pid).get("bots@", first) != first, "the worker runs again")
        told = manage(var, "shell", "-v0", "-c", UPLOAD.format(source=WANDERING))
        assert told.stdout.strip() == "passed", told.stderr
        assert owner_of(running_below(process.pid)["bots@"]) == account
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0


def test_that_worker_may_do_in_redis_what_it_may_do_in_containers() -> None:
    assert PROGRAMS_MAY in (ROOT / "docker" / "make-secrets").read_text()


def test_the_list_of_users_of_redis_holds_no_password() -> None:
    passwords = Passwords()
    assert passwords.site not in passwords.users()
    assert passwords.programs not in passwords.users()


@pytest.mark.parametrize(("version", "known"), [("5.0.7", False), ("6.0.16", False), ("6.2.14", True), ("10.1", True)])
def test_a_redis_too_old_to_tell_users_apart_is_told_from_others(version: str, known: bool) -> None:
    assert knows_users(version) is known


def test_celery_enters_a_redis_behind_a_socket_with_a_name_and_a_password() -> None:
    assert broker_address("unix://moothill:word@/run/redis.sock?db=1") == (
        "redis+socket://moothill:word@/run/redis.sock?virtual_host=1"
    )
    assert broker_address("unix:///run/redis.sock") == "redis+socket:///run/redis.sock?virtual_host=0"


def in_view(view: Sequence[str], question: str, place: Place, **known: str) -> str:
    """What a question of ours about somebody's account comes to, asked where every account reaches the interpreter."""
    asked = f"""
from pathlib import Path
from league.conf.launcher.lodging import {question}
from league.conf.launcher.places import Place
from tests.league.conf.enterable import SOMEBODY
print({question}(SOMEBODY, Place(Path({str(place.root)!r}), Path({str(place.var)!r}))))
"""
    words = [*view, sys.executable, "-c", asked]
    told = subprocess.run(
        words, cwd=ROOT, env=surroundings(place.var, **known), capture_output=True, text=True, check=True
    )
    return told.stdout.strip()


def running_below(pid: int) -> dict[str, int]:
    """The children of `up`, by a word of their command lines."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    commands = {int(child): command_of(child) for child in children}
    words = ("bots@", "matches@", "uvicorn", "postgres", "redis.sock")
    return {word: child for child, command in commands.items() for word in words if word in command}


def forks_of(pid: int) -> list[int]:
    """The processes of a worker."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def owner_of(pid: int) -> int:
    """The account that a process runs in; the three others of a process (effective, saved, of files) are the same."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("Uid:"))
    (number,) = {int(each) for each in line.split()[1:]}
    return number
