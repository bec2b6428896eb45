"""The secret key of the site is created once, even if several processes start at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from league.conf.launcher.environment import InstallPaths, key_file, secret_key

AT_ONCE = 8


def test_those_who_begin_at_once_have_one_key(tmp_path: Path) -> None:
    for number in range(30):
        place = InstallPaths(tmp_path, tmp_path / f"var-{number}")
        with ThreadPoolExecutor(AT_ONCE) as beginning:
            found = set(beginning.map(secret_key, [place] * AT_ONCE))
        assert found == {secret_key(place)}
        assert [path.name for path in key_file(place).parent.iterdir()] == ["secret_key"]


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    place = InstallPaths(tmp_path, tmp_path / "var")
    secret_key(place)
    assert key_file(place).stat().st_mode & 0o777 == 0o600
