"""The broker's address as Celery reads it."""

import pytest

from league.conf.broker import broker_address


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
