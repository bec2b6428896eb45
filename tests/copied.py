"""The database that every pytest worker's is a copy of: the first who needs one migrates it, for all."""

import fcntl
import os
from pathlib import Path

from django.db import connection

MIGRATED = "moothill_migrated"


def copy_what_is_migrated(folder: Path) -> None:
    """Let Django make the test database as a copy. The first worker to lock the run's folder migrates for all."""
    with (folder / f"{MIGRATED}.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if lock.seek(0, os.SEEK_END) == 0:
            _migrate()
            lock.write("done\n")
    connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED


def _migrate() -> None:
    settings = connection.settings_dict
    site, own = settings["NAME"], settings["TEST"]["NAME"]
    settings["TEST"]["NAME"] = MIGRATED
    try:
        connection.creation.create_test_db(verbosity=0, serialize=False)
    finally:
        connection.close()
        settings["NAME"], settings["TEST"]["NAME"] = site, own
