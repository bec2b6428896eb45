"""Where PostgreSQL's data lies: in `var/postgres/<major version>`, or where the account that serves it can enter."""

import hashlib
import os
import shutil
import time
from pathlib import Path

from league.conf.launcher import postgres
from league.conf.launcher.errors import ForeignData, WrongAccount
from league.conf.launcher.os_users import service_user
from league.conf.launcher.paths import InstallPaths

ELSEWHERE = Path("/var/lib/moothill")
LAST_WRITES = 10.0


def postgres_data_dir(place: InstallPaths, elsewhere: Path = ELSEWHERE, *, to_fill: bool = False) -> Path:
    """The folder that holds the data of every major version.

    Raise ForeignData where it holds only data of another version and a backup is not to fill it, WrongAccount where
    the data belong to another user.
    Root lends PostgreSQL an account that may not be able to enter the project, such as one below a private home.
    Then the data lies below `elsewhere`, and `var/postgres` is a link that says where.
    """
    sign = place.folder("") / "postgres"
    if not sign.exists() and not sign.is_symlink():
        _choose_house(place, sign, elsewhere)
    house = sign.resolve()
    house.mkdir(parents=True, exist_ok=True)
    if not to_fill and not _has_begun(house):
        _refuse_foreign(house)
    _refuse_anothers(house)
    return house


def forget(place: InstallPaths) -> None:
    """Remove what Moothill keeps: the database and what Redis and beat remember. Settings, logs and backups stay.

    Raise ForeignData where there are only data of another major version: they are not this Moothill's to remove.
    """
    sign = place.var / "postgres"
    house = sign.resolve()
    if house.exists():
        if not _has_begun(house):
            _refuse_foreign(house)
        _remove(house / str(postgres.MAJOR))
        shutil.rmtree(house)
    if sign.is_symlink():
        sign.unlink()
    forget_what_passes(place)


def forget_what_passes(place: InstallPaths) -> None:
    """Remove what Redis and beat remember: all of it can be had again from the database."""
    for folder in (place.var / "redis", place.var / "beat"):
        if folder.exists():
            shutil.rmtree(folder)


def _choose_house(place: InstallPaths, sign: Path, elsewhere: Path) -> None:
    account = service_user(sign)
    if account is None or account.can_enter(place.var):
        sign.mkdir()
        return
    house = elsewhere / hashlib.sha256(os.fsencode(place.var)).hexdigest()[:12]
    house.mkdir(mode=0o755, parents=True, exist_ok=True)
    sign.symlink_to(house)


def _has_begun(house: Path) -> bool:
    return (house / str(postgres.MAJOR) / "PG_VERSION").exists()


def _remove(data: Path) -> None:
    """Remove data that nobody serves. The last processes of a command that was killed may write for a moment yet."""
    if not data.exists():
        return
    postgres.await_last_server(data)
    deadline = time.monotonic() + LAST_WRITES
    while data.exists():
        shutil.rmtree(data, ignore_errors=time.monotonic() < deadline)
        time.sleep(0.1)


def _refuse_foreign(house: Path) -> None:
    ours = str(postgres.MAJOR)
    majors = [folder.name for folder in house.iterdir() if folder.name.isdigit() and folder.name != ours]
    if majors:
        theirs = max(majors, key=int)
        raise ForeignData(
            f"{house / theirs} contains data of PostgreSQL {theirs}, but this version uses PostgreSQL {ours}. "
            "Back it up with the old Moothill version (python3 manage.py backup), then restore it with this one "
            "(python3 manage.py restore FOLDER). See docs/operating.md. The old data are not changed."
        )


def _refuse_anothers(house: Path) -> None:
    data = house / str(postgres.MAJOR)
    if data.exists() and os.geteuid() not in (0, data.stat().st_uid):
        raise WrongAccount(
            f"{data} belongs to another user (user ID {data.stat().st_uid}). Start Moothill as that user, "
            "or set MOOTHILL_VAR to another folder."
        )
