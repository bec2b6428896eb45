"""Where PostgreSQL's data lies: in `var/postgres/<major version>`, or where the account that serves it can enter."""

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from league.conf.workbench import postgres
from league.conf.workbench.accounts import lent_account
from league.conf.workbench.errors import ForeignData, ServiceFailed
from league.conf.workbench.places import Place

ELSEWHERE = Path("/var/lib/moothill")


def house_of_postgres(place: Place, elsewhere: Path = ELSEWHERE) -> Path:
    """The folder that holds the data of every major version; another version's data alone is refused (ForeignData).

    Root lends PostgreSQL an account that may not be able to enter the project, such as one below a private home.
    Then the data lies below `elsewhere`, and `var/postgres` is a link that says where.
    """
    sign = place.folder("") / "postgres"
    if not sign.exists() and not sign.is_symlink():
        _choose_house(place, sign, elsewhere)
    house = sign.resolve()
    house.mkdir(parents=True, exist_ok=True)
    _refuse_foreign(house)
    return house


@contextmanager
def room_beside_other_majors(place: Place) -> Iterator[None]:
    """Let our major version's data begin beside those of another one, which stay; if that fails, it has not begun."""
    sign = place.var / "postgres"
    ours = sign.resolve() / str(postgres.MAJOR)
    is_new = sign.exists() and not ours.exists()
    if is_new:
        ours.mkdir()
    try:
        yield
    except BaseException:
        if is_new:
            shutil.rmtree(ours, ignore_errors=True)
        raise


def forget(place: Place) -> None:
    """Remove what Moothill keeps: the database and what Redis and beat remember. Settings, logs and backups stay."""
    sign = place.var / "postgres"
    if sign.resolve().exists():
        shutil.rmtree(sign.resolve())
    if sign.is_symlink():
        sign.unlink()
    forget_what_passes(place)


def forget_what_passes(place: Place) -> None:
    """Remove what Redis and beat remember: all of it can be had again from the database."""
    for folder in (place.var / "redis", place.var / "beat"):
        if folder.exists():
            shutil.rmtree(folder)


def _choose_house(place: Place, sign: Path, elsewhere: Path) -> None:
    account = lent_account(sign)
    if account is None or account.can_enter(place.var):
        sign.mkdir()
        return
    house = elsewhere / hashlib.sha256(os.fsencode(place.var)).hexdigest()[:12]
    house.mkdir(mode=0o755, parents=True, exist_ok=True)
    sign.symlink_to(house)


def _refuse_foreign(house: Path) -> None:
    majors = [folder.name for folder in house.iterdir() if folder.name.isdigit()]
    ours = str(postgres.MAJOR)
    if majors and ours not in majors:
        theirs = max(majors, key=int)
        raise ForeignData(
            f"The data in {house / theirs} was written by PostgreSQL {theirs}, and this Moothill brings {ours}. "
            f"Back it up with the Moothill that wrote it (python3 manage.py backup), and restore that backup with this "
            f"one (python3 manage.py restore FOLDER): docs/operating.md tells how. The old data stay where they are."
        )
    data = house / ours
    if data.exists() and os.geteuid() not in (0, data.stat().st_uid):
        raise ServiceFailed(
            f"The data in {data} belongs to another account (uid {data.stat().st_uid}). Start Moothill from that "
            "account, or name another folder in MOOTHILL_VAR."
        )
