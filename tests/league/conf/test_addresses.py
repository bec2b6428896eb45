"""Moothill takes a free port by itself, and only the port that was asked for."""

import pytest

from league.conf.launcher.console import ConfigurationError, LauncherError
from league.conf.launcher.up import FIRST_PORT, listen


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
