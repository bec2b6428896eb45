"""`manage.py up`, from the first line to the last process."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings

from games.contests.management.commands.demo import CLUB
from league.conf.launcher import process_specs
from league.conf.launcher.commands import parser
from league.conf.launcher.console import ConfigurationError
from league.conf.launcher.environment import (
    EXTRA_CONNECTIONS,
    PROGRAMS_REDIS_URL,
    PROGRAMS_URL,
    ROOT,
    InstallPaths,
    bots_environment,
)
from league.conf.launcher.instance_lock import RunningInstance, announce, lock_instance
from league.conf.launcher.postgres import PROGRAMS, libpq_address, server_settings
from league.conf.launcher.process_specs import process_counts, shares
from league.conf.launcher.processes import supervised
from league.conf.launcher.services import embedded_services
from league.conf.launcher.up import listen
from tests.league.conf.running import manage, up
from tests.processes import WORK_SECONDS, until

pytestmark = pytest.mark.slow

SECONDS_TO_STOP = 5.0


def children_of(process: "subprocess.Popen[str]") -> dict[int, str]:
    """The running children, with their command lines."""
    pids = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return {int(pid): command_of(pid) for pid in pids}


def command_of(pid: str) -> str:
    """The command line of a process; empty where it has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def web_of(process: "subprocess.Popen[str]") -> int:
    return next((pid for pid, command in children_of(process).items() if "uvicorn" in command), 0)


def of_remote_bots(process: "subprocess.Popen[str]") -> set[str]:
    """The names of the workers that only remote bots and webhooks need."""
    commands = children_of(process).values()
    return {name for name in ("remote", "mixed") if any(f"{name}@" in command for command in commands)}


def clock_of(process: "subprocess.Popen[str]") -> int:
    """The scheduler, a child of the first worker; 0 while there is none."""
    workers = [pid for pid, command in children_of(process).items() if "worker@" in command]
    below = [Path(f"/proc/{pid}/task/{pid}/children").read_text().split() for pid in workers[:1]]
    return next((int(pid) for pids in below for pid in pids if "celery beat" in command_of(pid)), 0)


def await_people(process: "subprocess.Popen[str]") -> None:
    """Return when `up` has created the demo's people, the last thing that it does; the buttons sign in as them."""
    assert process.stdout is not None
    assert next(line for line in process.stdout if line.startswith("  demo"))


def page_of(var: Path, path: str) -> str:
    """A page of the site that is open; it has to be there."""
    port = urlsplit(json.loads((var / "running.json").read_text())["address"]).port
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/{path}", timeout=30) as answer:
        page: str = answer.read().decode()
    return page


@pytest.mark.timeout(600)  # half a minute on a machine that does nothing else
@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_it_runs_mends_itself_and_leaves_nothing(var: Path) -> None:
    with up(var, "--host", "0.0.0.0", "--demo-public") as (process, said):
        assert "anyone on the network can use the demo accounts" in said
        assert (os.geteuid() == 0) == ("runs as root" in said)
        await_people(process)
        assert "/look/" in page_of(var, "")
        sockets = (var / "sockets").readlink()

        second = manage(var, "up")
        assert (second.returncode, f"process {process.pid}" in second.stderr) == (1, True)

        club = manage(var, "shell", "-c", "from league.clubs.models import Club; print(Club.objects.earliest('pk'))")
        assert club.stdout.splitlines()[-1] == CLUB, club.stderr

        (of_bots,) = [pid for pid, command in children_of(process).items() if "bots@%h" in command]
        found = Path(f"/proc/{of_bots}/environ").read_text()
        assert (var / "secret_key").read_text() not in found
        assert f"postgres://{PROGRAMS}:" in found

        assert not of_remote_bots(process)  # the demo has neither remote bots nor webhooks
        enqueue = "from games.matches.queueing import *; send([0], RUN_REMOTE); send([0], RUN_MIXED)"
        assert manage(var, "shell", "-c", enqueue).returncode == 0
        both = {"remote", "mixed"}
        until(lambda: of_remote_bots(process) == both, "the workers for matches with remote bots run")

        until(lambda: web_of(process), "the web server runs")
        until(lambda: clock_of(process), "the scheduler runs")
        first_web, first_clock = web_of(process), clock_of(process)
        os.kill(first_web, signal.SIGKILL)
        os.kill(first_clock, signal.SIGKILL)
        until(lambda: web_of(process) not in {0, first_web}, "another web server runs")
        assert page_of(var, "health")
        until(lambda: clock_of(process) not in {0, first_clock}, "another scheduler runs")

        children = children_of(process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=WORK_SECONDS) == 0
        assert [pid for pid in children if Path(f"/proc/{pid}").exists()] == []
        assert not sockets.exists()


def test_whoever_does_not_heed_it_is_killed_within_seconds(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    with listen("127.0.0.1", None) as listener, embedded_services(InstallPaths(ROOT, var)) as services:
        ours = [
            process_specs.web(listener.socket, {}),
            process_specs.worker("matches", {}, queues="matches", processes=1),
            process_specs.beat(var / "schedule", {}),
        ]
        one_by_one = [service.child().grace for service in services.services.values()]
    assert max(child.grace for child in ours) + sum(one_by_one) < SECONDS_TO_STOP


@pytest.mark.parametrize("wished", ["0", "-1", "two", "1.5"])
@pytest.mark.parametrize("name", ["MOOTHILL_WEB", "MOOTHILL_THREADS"])
def test_a_number_of_web_processes_or_threads_that_is_none_is_refused(name: str, wished: str) -> None:
    with pytest.raises(ConfigurationError, match=f"{name} .* must be 1 or more"):
        process_counts(2, {name: wished})


@pytest.mark.parametrize("wished", ["0", "-1", "http", "65536"])
def test_a_port_that_is_none_is_refused_at_once(wished: str) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["up", "--port", wished])


def test_there_is_a_web_process_for_every_two_cores_but_no_more_than_four() -> None:
    assert [process_counts(cores, {}).web for cores in (1, 2, 3, 4, 6, 8, 64)] == [1, 1, 1, 2, 3, 4, 4]
    assert process_counts(2, {"MOOTHILL_WEB": "5"}).web == 5


def test_on_32_cores_with_eight_web_processes_postgres_lets_in_everybody_who_is_at_work() -> None:
    staff = process_counts(32, {"MOOTHILL_WEB": "8"})
    web = 8 * (settings.WEB_THREADS + EXTRA_CONNECTIONS)
    playing = (16 + 16) * len(("task", "clerk", "heartbeat"))
    waiting = (16 + 2) * len(("task", "heartbeat")) + 2 * len(("clerk",))
    ratings, kept_for_the_owner = 1, 3
    assert staff.connections >= web + playing + waiting + ratings + kept_for_the_owner
    assert int(server_settings(staff.connections)["max_connections"]) == staff.connections


def test_a_small_place_keeps_room_for_those_who_look_in() -> None:
    assert process_counts(2, {}).connections < int(
        server_settings(process_counts(2, {}).connections)["max_connections"]
    )


def test_the_database_of_a_place_lets_in_as_many_as_it_is_told(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    place = InstallPaths(ROOT, var)
    with embedded_services(place, connections=214) as services, supervised(place.folder("log")) as supervisor:
        services.start(supervisor)
        with psycopg.connect(libpq_address(services.addresses["DATABASE_URL"])) as connection:
            assert connection.execute("SHOW max_connections").fetchone() == ("214",)


def test_there_are_never_more_matches_at_once_than_cores() -> None:
    for cores in range(1, 65):
        house, bots = shares(cores)
        assert house + bots <= max(cores, 2), cores
        assert 1 <= bots <= max(cores // 2, 1) <= house, cores


def test_uploaded_bots_run_beside_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOOTHILL_MAIL_URL", "smtp://post:secret@localhost")
    monkeypatch.setenv("SOMEBODYS_TOKEN", "secret")
    monkeypatch.setenv("MOOTHILL_VOLUME", "/disk")
    site = {
        "DJANGO_SETTINGS_MODULE": "league.conf.settings",
        "MOOTHILL_SECRET_KEY": "secret",
        "DATABASE_URL": "postgres://moothill:secret@localhost/moothill",
        "REDIS_URL": "redis://moothill:secret@localhost",
    }
    theirs = {"database": "postgres://programs@localhost/moothill", "redis": "redis://programs@localhost"}
    apart = bots_environment(site, **theirs)
    assert not [name for name, value in apart.items() if "secret" in value]
    assert (apart["DATABASE_URL"], apart["REDIS_URL"]) == (theirs["database"], theirs["redis"])
    assert (apart["PATH"], apart["MOOTHILL_VOLUME"]) == (os.environ["PATH"], "/disk")


def test_uploaded_bots_enter_a_redis_of_your_own_as_their_own_user(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres:///mine")
    monkeypatch.setenv("REDIS_URL", "redis://moothill:secret@localhost")
    monkeypatch.setenv(PROGRAMS_REDIS_URL, "redis://programs@localhost")
    with embedded_services(InstallPaths(ROOT, var)) as services:
        assert (services.bots_database, services.bots_redis) == ("", "redis://programs@localhost")
    monkeypatch.delenv("REDIS_URL")
    with embedded_services(InstallPaths(ROOT, var)) as services:
        assert services.bots_redis.startswith("unix://programs:")


@pytest.mark.long
def test_servers_of_your_own_need_a_role_for_uploads_and_the_network_sees_no_buttons_of_the_demo(
    var: Path, database: Callable[..., str], redis_url: str
) -> None:
    address = database("up_outside", is_migrated=True)
    with up(var, "--host", "0.0.0.0", DATABASE_URL=address, REDIS_URL=redis_url) as (process, said):
        assert "--demo-public shows them" in said
        assert not (var / "postgres").exists()
        assert f"uploaded bots do not run, because {PROGRAMS_URL} is not set" in said
        assert not [command for command in children_of(process).values() if "bots" in command]
        await_people(process)
        assert "/look/" not in page_of(var, "")
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["up", "--fresh"], "--fresh only deletes the embedded database"),
        (["upp"], "unknown command"),
        (["docter"], "Did you mean: python3 manage.py doctor"),
        (["up", "--port", "none"], "must be 1 or more"),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_what_fails_every_time_has_a_status_at_which_systemd_stops(var: Path, words: list[str], said: str) -> None:
    refused = manage(var, *words, DATABASE_URL="postgres:///mine")
    unit = (ROOT / "docs" / "operating.md").read_text()
    assert str(refused.returncode) in unit.partition("RestartPreventExitStatus=")[2].splitlines()[0].split()
    assert said in refused.stderr


def test_a_database_that_does_not_answer_is_named(var: Path) -> None:
    refused = manage(var, "up", "--no-demo", DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert refused.returncode == 1
    assert "Cannot connect to the PostgreSQL server in DATABASE_URL" in refused.stderr


def test_a_port_of_another_program_is_nothing_to_wait_for(var: Path) -> None:
    with listen("127.0.0.1", None) as other:
        refused = manage(var, "up", "--port", str(other.port))
    assert (refused.returncode, "Choose another one with --port" in refused.stderr) == (
        ConfigurationError.status,
        True,
    )


@pytest.mark.long
def test_our_own_commands_are_known_where_nothing_runs_yet(var: Path) -> None:
    done = manage(var, "spectacular", "--help")
    assert (done.returncode, "openapi-json" in done.stdout) == (0, True), done.stderr
    assert not (var / "postgres").exists()


def test_a_django_command_beside_an_up_on_servers_of_its_own_is_told_to_name_them(var: Path) -> None:
    place = InstallPaths(ROOT, var)
    with lock_instance(place, "up"):
        announce(place, RunningInstance(os.getpid(), "up", "http://127.0.0.1:8000/"))
        refused = manage(var, "migrate")
    assert (refused.returncode, "Set the same DATABASE_URL" in refused.stderr) == (ConfigurationError.status, True)


@pytest.mark.long
def test_an_unknown_command_is_djangos_to_refuse(var: Path) -> None:
    refused = manage(var, "knit")
    assert refused.returncode == 1
    assert "Unknown command: 'knit'" in refused.stderr
