"""Where `manage.py` runs as a person runs it."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from league.conf.launcher import postgres
from league.conf.launcher.environment import InstallPaths
from league.conf.launcher.virtualenv import RUN, fits
from tests.database import MIGRATED
from tests.embedded_services import ServicesForTests


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder for what Moothill keeps, which every account can enter."""
    if not fits(InstallPaths.here(), RUN):  # `up` would install the tests' own environment again
        pytest.fail("The locks changed since .venv was made. Bring it up to date first: python3 manage.py test")
    with tempfile.TemporaryDirectory(prefix="moothill-up-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture
def database(trial: ServicesForTests, django_db_modify_db_settings: None) -> Callable[..., str]:
    """Makes an empty or a migrated database on the server of the tests, and gives its address."""

    def made(name: str, *, is_migrated: bool = False) -> str:
        name = f"{name}_{os.getpid()}"
        create = f"CREATE DATABASE {name}" + (f" TEMPLATE {MIGRATED}" if is_migrated else "")
        postgres.execute(trial.folder, f"DROP DATABASE IF EXISTS {name}", create)
        return postgres.address_of(trial.folder, name)

    return made
