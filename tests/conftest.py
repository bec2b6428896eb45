"""Every run of the tests has a PostgreSQL of its own, and every pytest worker a Redis; both are real and thrown away.

They start when the first test asks for a database or a Redis: a run of the engine's tests alone starts neither.
"""

import gc
import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker, Settings
from xdist.workermanage import WorkerController

import tests.example_games  # noqa: F401  (before anything asks the registry)
from tests.browser_fixtures import browser_context_args, browser_type_launch_args, pytest_runtest_setup
from tests.embedded_services import ServicesForTests
from tests.processes import celery_worker_process, live_site, only_shipped_games, site_environment, starter, web_server

__all__ = [
    "browser_context_args",
    "browser_type_launch_args",
    "celery_worker_process",
    "live_site",
    "only_shipped_games",
    "pytest_runtest_setup",
    "site_environment",
    "starter",
    "web_server",
]

# Whole folders of tests that take long: they drive a browser, start processes or send thousands of requests.
SLOW_FOLDERS = {"browser", "chaos", "docker", "permissions", "fuzz", "hostile", "security"}

# On a busy machine an example may take long: no example has a deadline.
hypothesis_settings.register_profile("no-deadline", deadline=None)
hypothesis_settings.load_profile("no-deadline")

TESTS = Path(__file__).parent
TRIAL = pytest.StashKey[ServicesForTests]()


def worker_of(config: pytest.Config) -> str:
    """`gw0`, `gw1`, ... in a worker of pytest-xdist, `main` in the process that the person started."""
    given: dict[str, str] = getattr(config, "workerinput", {})
    return given.get("workerid", "main")


def pytest_configure(config: pytest.Config) -> None:
    """Open or join this run's folder, and tell Django where its services will be."""
    given: dict[str, str] = getattr(config, "workerinput", {})
    trial = ServicesForTests.joined(given["trial"]) if given else ServicesForTests.opened()
    config.stash[TRIAL] = trial
    if given or config.getoption("dist", "no") == "no":
        set_up_django(trial, worker_of(config))


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that are slow by their folder or as long ones, and leave out the long ones of other turns.

    Long ones come first, so that no process still has one to do when the others are through.
    """
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in SLOW_FOLDERS or item.get_closest_marker("long"):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    _skip_other_turns(items)


def _skip_other_turns(items: list[pytest.Item]) -> None:
    """Skip three of four tests marked `long` where `MOOTHILL_TURN` is 0 to 3; other turns run the others.

    Only `.ci/run` sets it, on machines with fewer than four cores. `manage.py test` runs all of them.
    """
    turn = os.environ.get("MOOTHILL_TURN")
    if turn not in ("0", "1", "2", "3"):
        return
    waits = pytest.mark.skip(reason="a long test, whose turn is with another commit; manage.py test runs all")
    for item in items:
        if item.get_closest_marker("long") and zlib.crc32(item.nodeid.encode()) % 4 != int(turn):
            item.add_marker(waits)


def pytest_collection_finish() -> None:
    """What is loaded by now stays until the end: the collector of garbage need not look at it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def set_up_django(trial: ServicesForTests, worker: str) -> None:
    """Name this worker's services to Django. The process that only hands out tests needs none, and must not pass on
    its environment, for pytest-django in a worker would read it before we can name the worker's own.
    """
    os.environ |= {
        "DATABASE_URL": trial.database_url(),
        "REDIS_URL": trial.redis_url(worker),
        "MOOTHILL_SECRET_KEY": "for tests only",
        "MOOTHILL_ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "true",  # playwright keeps an event loop in the thread of the test
    }
    from django.conf import settings

    settings.DATABASES  # noqa: B018  (once they are read, pytest-django sets Django up)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop what this process started."""
    config.stash[TRIAL].close()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerController) -> None:
    """Start the PostgreSQL that pytest's workers share, and tell each where to find it."""
    trial = node.config.stash[TRIAL]
    trial.start_postgres()
    node.workerinput["trial"] = str(trial.folder)


@pytest.fixture(scope="session")
def trial(pytestconfig: pytest.Config) -> ServicesForTests:
    """This run's services; they may not have been started."""
    return pytestconfig.stash[TRIAL]


@pytest.fixture(scope="session")
def redis_server(trial: ServicesForTests, pytestconfig: pytest.Config) -> str:
    """The address of this worker's Redis, which runs."""
    worker = worker_of(pytestconfig)
    trial.start_redis(worker)
    return trial.redis_url(worker)


@pytest.fixture(autouse=True)
def forgetful_redis(trial: ServicesForTests) -> None:
    """Empty Redis between tests, where one runs."""
    trial.empty_redis()


@pytest.fixture(autouse=True)
def quick_hashing(request: pytest.FixtureRequest, settings: Settings) -> None:
    """Hash passwords the short way, but for a site in another process, which does not know it."""
    if "web_server" not in request.fixturenames:
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def nobodys_language() -> None:
    """Which language the last request of the test before was answered in says nothing about this one."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture
def redis_url(redis_server: str, forgetful_redis: None) -> str:
    """The address of this worker's Redis, which is empty."""
    return redis_server


@pytest.fixture
def full_redis(redis_url: str) -> Iterator[None]:
    """This worker's Redis takes nothing more, as one whose bound is reached."""
    from redis import Redis

    with Redis.from_url(redis_url) as redis:
        redis.config_set("maxmemory", 1)
        yield
        redis.config_set("maxmemory", 0)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    trial: ServicesForTests,
    redis_server: str,
    pytestconfig: pytest.Config,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    """pytest-django's hook before it makes the test database: a site has both services, so a test of it too."""
    from tests.database import copy_what_is_migrated

    if worker_of(pytestconfig) == "main":
        trial.start_postgres()
    with django_db_blocker.unblock():
        copy_what_is_migrated(trial.folder)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The test database, made by pytest-django; from then on it is emptied the short way.

    The class is changed, for beside the event loop of a browser test Django opens another connection.
    """
    from django.core.management.commands import flush
    from django.db import connection

    from tests.database import sql_that_empties

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", lambda _, *args, **named: sql_that_empties(*args, **named))
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_, **__: None)  # see MADE_ONCE
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_templates(django_test_environment: None) -> Iterator[None]:
    """Templates render as on the site. Django's test client copies the context of every template, which takes long, and
    no test here needs it: tests check the content of pages.
    """
    from django.template.base import Template

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", lambda template, context: template.nodelist.render(context))
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The test database goes with its PostgreSQL; dropping it first would only cost time."""
    return True
