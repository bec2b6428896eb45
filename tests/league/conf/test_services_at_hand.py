"""Which services a command beside a running site uses."""

from pathlib import Path

import pytest

from league.conf.launcher import services
from league.conf.launcher.environment import InstallPaths
from league.conf.launcher.instance_lock import Holder

SITE = Holder(42, "up", "http://127.0.0.1:8000/", {"DATABASE_URL": "postgres:///league", "REDIS_URL": "unix:///league"})


def test_the_environments_address_is_kept_beside_a_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or `flush` on a trial database would empty the league."""
    monkeypatch.setattr(services, "holder", lambda _place: SITE)
    monkeypatch.setenv("DATABASE_URL", "postgres:///trial")
    monkeypatch.delenv("REDIS_URL", raising=False)
    place = InstallPaths(tmp_path, tmp_path)
    with services.at_hand(place, "flush", ("DATABASE_URL", "REDIS_URL")) as addresses:
        assert addresses == {"REDIS_URL": "unix:///league"}
