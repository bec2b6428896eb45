"""The services of a test run are real and stop with it."""

from pathlib import Path

import psycopg
import pytest
import redis as client

from tests.embedded_services import ServicesForTests


def test_a_trial_serves_both_and_leaves_nothing(tmp_path: Path) -> None:
    trial = ServicesForTests.opened()
    trial.start_postgres()
    trial.start_redis("main")

    with psycopg.connect(trial.database_url().replace("/moothill?", "/postgres?")) as connection:
        assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
    with client.Redis.from_url(trial.redis_url("main")) as line:
        assert line.ping()

    trial.close()
    assert not trial.folder.exists()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(trial.database_url())
