"""Where PostgreSQL's data lies: in `var/postgres/<major version>`, or where the account that serves it can enter."""

import hashlib
import os
import shutil
from pathlib import Path

from league.conf.workbench import postgres
from league.conf.workbench.accounts import lent_account
from league.conf.workbench.errors import ForeignData, ServiceFailed
from league.conf.workbench.places import Place

ELSEWHERE = Path("/var/lib/moothill")


def house_of_postgres(place: Place, elsewhere: Path = ELSEWHERE) -> Path:
    """The folder that holds the data of every major version; another version's data alone is refused.

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


def forget(place: Place) -> None:
    """Remove what Moothill keeps: the database and what Redis and beat remember. Settings and logs stay."""
    sign = place.var / "postgres"
    for folder in (sign.resolve(), place.var / "redis", place.var / "beat"):
        if folder.exists():
            shutil.rmtree(folder)
    if sign.is_symlink():
        sign.unlink()


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
            f"With the Moothill that wrote it, dump it (pg_dump) while it runs; then move that folder away, start this "
            f"one with --no-demo, and restore the dump (psql). The operator's guide has the commands."
        )
    data = house / ours
    if data.exists() and os.geteuid() not in (0, data.stat().st_uid):
        raise ServiceFailed(
            f"The data in {data} belongs to another account (uid {data.stat().st_uid}). Start Moothill from that "
            "account, or name another folder in MOOTHILL_VAR."
        )
