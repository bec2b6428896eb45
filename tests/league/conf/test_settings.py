"""Settings and their guide; the broker, the scheduler, and the addresses of the site."""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from celery.beat import PersistentScheduler
from django.core.management import call_command
from pytest_django import Settings

from league.common.kombu_transport import broker_address
from league.conf.celery import app
from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.environment import ROOT
from league.conf.launcher.up import FIRST_PORT, listen


def test_the_operators_guide_names_every_setting_there_is() -> None:
    named = re.compile(r"\bMOOTHILL_[A-Z_]*[A-Z]")
    guide = set(named.findall((ROOT / "docs" / "operating.md").read_text()))
    assert set(named.findall((ROOT / "league" / "conf" / "settings.py").read_text())) - guide == set()


def test_of_the_readers_of_the_schema_only_that_of_the_site_is_collected(tmp_path: Path, settings: Settings) -> None:
    settings.STATIC_ROOT = str(tmp_path)
    said = StringIO()
    call_command("collectstatic", "--dry-run", "--no-input", "--verbosity", "2", stdout=said)
    assert "swagger-ui-bundle.js" in said.getvalue()
    assert "redoc" not in said.getvalue()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://redis:6379/1", "redis://redis:6379/1"),
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock?virtual_host=0"),
        ("unix:///run/redis.sock?db=2", "redis+socket:///run/redis.sock?virtual_host=2"),
        ("unix://bots:heather@/run/redis.sock", "redis+socket://bots:heather@/run/redis.sock?virtual_host=0"),
    ],
)
def test_a_unix_socket_becomes_an_address_of_celery(url: str, expected: str) -> None:
    assert broker_address(url) == expected


HOUR = 3600  # seconds


@pytest.fixture
def clock(tmp_path: Path) -> Iterator[PersistentScheduler]:
    """The clock as it begins where there is no file of what it sent."""
    begun = PersistentScheduler(app, schedule_filename=str(tmp_path / "schedule"))
    yield begun
    begun.close()


def test_a_new_clock_sends_nothing_at_once_and_everything_within_the_hour(clock: PersistentScheduler) -> None:
    told = {name: entry.is_due() for name, entry in clock.schedule.items()}
    assert len(told) >= len(app.conf.beat_schedule)
    assert [name for name, (is_due, seconds) in told.items() if is_due or seconds > HOUR] == []


def test_a_busy_default_port_leads_to_the_next_one() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert FIRST_PORT <= first.port < second.port


def test_a_busy_port_that_was_asked_for_is_refused() -> None:
    with (
        listen("127.0.0.1", None) as first,
        pytest.raises(ConfigurationError, match=f"127.0.0.1, port {first.port}: Address already in use"),
    ):
        listen("127.0.0.1", first.port)


def test_a_host_of_another_machine_is_refused() -> None:
    with pytest.raises(LauncherError, match=r"Cannot listen on 192\.0\.2\.1"):
        listen("192.0.2.1", 8000)


def test_a_site_for_the_hall_is_reached_by_other_names_too() -> None:
    with listen("0.0.0.0", None) as listener:
        hosts = [address.removeprefix("http://").split(":")[0] for address in listener.addresses()]
        assert hosts[0] == "127.0.0.1"
        assert set(hosts) <= set(listener.allowed_hosts())
