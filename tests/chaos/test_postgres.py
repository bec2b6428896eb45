"""PostgreSQL itself is stopped, at once, in the middle of a finish, and started again."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import environ
import pytest
from django.db import connection

from games.matches.models import Match
from games.matches.queueing import LeaseSettings
from league.conf.launcher.postgres import dump, fill
from tests.chaos.arena import PREFIX, Arena
from tests.chaos.checking import found
from tests.chaos.conftest import Hire
from tests.chaos.forked_workers import plays
from tests.chaos.gates import RESULT, gate
from tests.chaos.restartable import send
from tests.chaos.witness import watch
from tests.embedded_services import ServicesForTests
from tests.games.factories import blocks, ids_of
from tests.processes import environment_on

pytestmark = pytest.mark.django_db(transaction=True)

DATABASE = "chaos_postgres"
LONG = replace(LeaseSettings(), lease=timedelta(seconds=60))


@pytest.fixture
def arena(transactional_db: None, trial: ServicesForTests, redis_url: str) -> Iterator[Arena]:
    """A PostgreSQL of this test's own with a copy of the test database; Django works on it meanwhile."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder, ExitStack() as at_end:
        made = Arena(Path(folder), at_end, mains=0, children=0)
        made.postgres.begin()
        made.make_database(DATABASE)
        address = made.addresses(DATABASE, "judge")["DATABASE_URL"]
        dump(environment_on(trial, redis_url)["DATABASE_URL"], Path(folder) / "dump")
        fill(address, Path(folder) / "dump")
        connection.close()
        before = dict(connection.settings_dict)
        connection.settings_dict |= environ.Env.db_url_config(address)
        try:
            watch()
            yield made
        finally:
            connection.close()
            connection.settings_dict.update(before)


@pytest.mark.long
def test_a_finish_that_a_crash_of_the_database_cut_short_is_done_once(arena: Arena, hire: Hire) -> None:
    for at_commit in (False, True):
        with gate(*RESULT, at_commit=at_commit) as closed:
            worker = hire(f"worker {at_commit}", plays(ids_of(blocks(2)), LONG))
            closed.await_somebody()
            send(arena.postgres.pid, signal.SIGQUIT)
            arena.postgres.await_end()
            arena.postgres.begin()
            closed.forget()
            worker.join()
    assert found(attempts=1) == {}
    assert list(Match.objects.values_list("status", "attempt")) == [("done", 1)] * 8
