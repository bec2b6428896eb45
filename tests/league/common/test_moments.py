"""Moments are written with their time zone, in letters or as hours from UTC."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from league.common.timezones import with_zone


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("UTC", "23:59 (UTC)"),
        ("Europe/London", "23:59 (GMT)"),
        ("America/Sao_Paulo", "23:59 (UTC\N{MINUS SIGN}3)"),
        ("America/St_Johns", "23:59 (NST)"),
        ("Asia/Kathmandu", "23:59 (UTC+5:45)"),
        ("Asia/Baku", "23:59 (UTC+4)"),
        ("Antarctica/Troll", "23:59 (UTC)"),
        ("Pacific/Kiritimati", "23:59 (UTC+14)"),
    ],
)
def test_a_moment_names_its_zone(zone: str, words: str) -> None:
    moment = datetime(2026, 11, 27, 23, 59, tzinfo=ZoneInfo(zone))
    assert with_zone(moment, "H:i (T)") == words
    assert with_zone(moment, "H:i T") == words.replace("(", "").replace(")", "")
