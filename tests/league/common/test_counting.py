"""All IPv6 addresses of one network count as one, and so do both notations of an IPv4 address."""

import pytest

from league.common.ip_limits import network_of


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8::7", "2001:db8::8", True),
        ("2001:db8::7", "2001:db8:0:1::7", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.8", False),
        ("", "heather", True),
    ],
)
def test_who_lives_in_one_house_is_counted_as_one(one: str, other: str, are_one: bool) -> None:
    assert (network_of(one) == network_of(other)) is are_one
