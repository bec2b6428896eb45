"""`manage.py worker`: workers of several machines on one database, and who may be one."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from games.matches.models import Match
from league.common.worker_heartbeat import live_workers
from league.conf.launcher.console import ConfigurationError
from league.conf.launcher.environment import PROGRAMS_REDIS_URL, PROGRAMS_URL, ROOT, InstallPaths
from league.conf.launcher.process_specs import worker_spec
from tests.games.factories import blocks, matches_of
from tests.league.conf.running import manage, surroundings
from tests.processes import until

SITE = {
    "DATABASE_URL": "postgres://site:secret@db/moothill",
    "REDIS_URL": "redis://redis",
    "MOOTHILL_SECRET_KEY": "secret",
}
THEIRS = "postgres://programs:theirs@db/moothill"


@pytest.fixture
def place(tmp_path: Path) -> InstallPaths:
    return InstallPaths(ROOT, tmp_path / "var")


@pytest.mark.parametrize(
    ("queues", "said"),
    [
        ("knitting", "Unknown queue 'knitting'. Choose from bots, mail"),
        ("matches,programs", "separate worker for bots,programs"),
        ("remote,mail", "separate worker for remote"),
        ("mixed,programs", "separate worker for bots,programs"),
        ("mixed,remote", "separate worker for remote"),
        *(
            (queues, f"`python3 manage.py programrole`, .* and set {PROGRAMS_URL} to its address")
            for queues in ("bots", "programs", "bots,programs", "mixed")  # without a database role of their own
        ),
    ],
)
def test_queues_that_no_worker_should_have_are_refused(place: InstallPaths, queues: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        worker_spec(place, queues.split(","), name=None, processes=None, known=SITE)


def test_a_worker_without_addresses_is_told_what_it_needs(var: Path) -> None:
    refused = manage(var, "worker", "matches")
    assert refused.returncode == ConfigurationError.status
    assert "A worker needs DATABASE_URL and REDIS_URL and MOOTHILL_SECRET_KEY" in refused.stderr


def test_workers_for_uploaded_bots_get_no_secret(place: InstallPaths, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SITE.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv(PROGRAMS_URL, THEIRS)
    for queues in (["bots", "programs"], ["mixed"]):
        child = worker_spec(place, queues, name=None, processes=2, known=os.environ)
        assert not [name for name, value in child.env.items() if "secret" in value]
        assert (child.env["DATABASE_URL"], child.env["REDIS_URL"]) == (THEIRS, "redis://redis")
        assert ("threads" in child.argv) == (queues == ["mixed"])


def test_it_enters_redis_as_its_own_user_where_it_has_one(place: InstallPaths) -> None:
    known = {PROGRAMS_URL: THEIRS, PROGRAMS_REDIS_URL: "redis://programs:theirs@redis"}
    child = worker_spec(place, ["programs"], name=None, processes=2, known=known)
    assert child.env["REDIS_URL"] == "redis://programs:theirs@redis"


def test_an_address_of_its_own_that_does_not_answer_is_named(var: Path, redis_url: str) -> None:
    silent = "postgres://programs@127.0.0.1:1/none"
    refused = manage(var, "worker", "programs", MOOTHILL_PROGRAMS_DATABASE_URL=silent, REDIS_URL=redis_url)
    assert refused.returncode == 1
    assert f"Cannot connect to the PostgreSQL server in {PROGRAMS_URL}" in refused.stderr


@pytest.mark.long
def test_two_named_workers_play_the_matches_of_one_database(var: Path, site_environment: dict[str, str]) -> None:
    matches = matches_of(blocks(3))
    addresses = site_environment | {"MOOTHILL_SECRET_KEY": settings.SECRET_KEY, "MOOTHILL_MATCH_STALE": "0.5"}
    workers = [
        subprocess.Popen(
            [sys.executable, "manage.py", "worker", queues, "--name", name, "--processes", "1"],
            cwd=ROOT,
            env=surroundings(var, **addresses),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name, queues in (("castle", "matches"), ("croft", "matches,ratings"))
    ]
    try:
        until(lambda: [name.partition("@")[0] for name in live_workers()] == ["castle", "croft"], "both are seen")
        until(lambda: Match.objects.filter(status=Match.Status.DONE).count() == len(matches), "all is played")
    finally:
        for worker in workers:
            worker.send_signal(signal.SIGTERM)
        for worker in workers:
            assert worker.wait(timeout=60) == 0
