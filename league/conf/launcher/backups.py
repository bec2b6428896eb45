"""Backups: folders that each hold the whole database, the site's key and a description.

    var/backups/2026-11-23T18-05-12Z/
        about.json       version of Moothill, when and why, migrations, checksum
        database.dump    the database, as pg_dump writes it
        secret_key       the key of links and sessions, if Moothill made it

A folder has its name from the moment it is complete. Nobody else can read it.
"""

import hashlib
import json
import os
import re
import secrets
import shutil
import time
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from league.conf.launcher import database
from league.conf.launcher.console import ConfigurationError, print_line
from league.conf.launcher.environment import key_file
from league.conf.launcher.instance_lock import turn
from league.conf.launcher.paths import InstallPaths, write_private

ABOUT, DUMP, KEY = "about.json", "database.dump", "secret_key"
NAME = "%Y-%m-%dT%H-%M-%SZ"
NAMES = re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ")
MEGABYTE = 1_000_000
ASKED_FOR = "asked for"


@dataclass(frozen=True)
class Backup:
    """A folder with a backup, and its description."""

    folder: Path
    about: dict[str, Any]

    @property
    def size(self) -> str:
        """The size of the database dump, for people."""
        return f"{self.about['size'] / MEGABYTE:,.1f} MB"


def home(place: InstallPaths) -> Path:
    """Return the usual folder for backups."""
    return place.var / "backups"


def take(place: InstallPaths, address: str, *, into: Path, reason: str) -> Backup:
    """Back up the database at an address, which may be in use, into a new folder in `into`.

    Raise ConfigurationError if that is impossible there, ServiceFailed if the database cannot be read.
    """
    try:
        unfinished = f".{_id_of(place)}.new"
        into.mkdir(mode=0o700, parents=True, exist_ok=True)
        with turn(place, "backup", waiting="waiting for another backup to finish"):
            for rest in into.glob(f"*{unfinished}"):  # of a command that was killed
                shutil.rmtree(rest, ignore_errors=True)
            refuse_full_disk(into, database.size_of(address))
            with TemporaryDirectory(dir=into, suffix=unfinished, ignore_cleanup_errors=True) as draft:
                about = _write(place, address, Path(draft), reason)
                while (folder := into / datetime.now(UTC).strftime(NAME)).exists():
                    time.sleep(0.1)
                Path(draft).rename(folder)
                _sync(into)
                return Backup(folder, about)
    except OSError as refused:
        raise ConfigurationError(
            f"Cannot write a backup to {into}: {refused.strerror or refused}. Give Moothill write permission, "
            "or choose another folder: manage.py backup --to FOLDER"
        ) from None


def _write(place: InstallPaths, address: str, draft: Path, reason: str) -> dict[str, Any]:
    database.dump(address, draft / DUMP)
    about = {
        "moothill": version_here(place),
        "taken_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "reason": reason,
        "postgres": database.server_version(address),
        "migrations": sorted(database.migrations_at(address)),
        "place": _id_of(place),
        "sha256": _checksum(draft / DUMP),
        "size": (draft / DUMP).stat().st_size,
    }
    if (key := key_file(place)).exists():
        shutil.copyfile(key, draft / KEY)
    (draft / ABOUT).write_text(json.dumps(about, indent=2) + "\n")
    for each in draft.iterdir():
        each.chmod(0o600)
        _sync(each)
    _sync(draft)
    return about


def read(folder: Path) -> Backup:
    """Return the backup in this folder. Raise ConfigurationError if it is none, or damaged."""
    try:
        about = json.loads((folder / ABOUT).read_text())
        damaged = _checksum(folder / DUMP) != about["sha256"]
    except (OSError, ValueError, TypeError, KeyError):
        raise ConfigurationError(
            f"{folder} is not a backup. Choose a folder that contains {ABOUT} and {DUMP}."
        ) from None
    if damaged:
        raise ConfigurationError(
            f"The backup in {folder} is damaged: the checksum of {DUMP} is wrong. "
            "Copy it again, or use an older backup."
        )
    return Backup(folder, about)


def backups_in(folder: Path) -> list[Path]:
    """Return the folders of backups in `folder`, the newest first."""
    return sorted(each for each in folder.glob("*/") if NAMES.fullmatch(each.name) and (each / ABOUT).exists())[::-1]


def prune(place: InstallPaths, folder: Path, *, keep: int, reason: str = ASKED_FOR) -> list[Path]:
    """Delete all but the newest `keep` backups in a folder that this installation made for one reason; return them.

    Other installations may have theirs in the same folder.
    """
    ours = []
    for each in backups_in(folder):
        with suppress(OSError, ValueError, TypeError, KeyError):
            about = json.loads((each / ABOUT).read_text())
            if (about["place"], about["reason"]) == (_id_of(place), reason):
                ours.append(each)
    for each in ours[keep:]:
        shutil.rmtree(each.rename(each.with_name(f"{each.name}.{_id_of(place)}.new")))
    return ours[keep:]


def restore_key(place: InstallPaths, backup: Backup) -> None:
    """Restore the site's key of a backup, if it has one; another key is kept beside it."""
    key, restored = key_file(place), backup.folder / KEY
    if not restored.exists() or (key.exists() and key.read_bytes() == restored.read_bytes()):
        return
    if key.exists():
        aside = key.with_name(f"{key.name}.{datetime.now(UTC):{NAME}}")
        os.link(key, aside)
        print_line("restore", f"old secret key moved to {place.shown(aside)}")
    write_private(key, restored.read_text())


def refuse_full_disk(folder: Path, needed: int) -> None:
    """Raise ConfigurationError if fewer than `needed` bytes are free. A dump is smaller than its database."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise ConfigurationError(
            f"Not enough disk space in {folder}: the backup needs up to {needed / MEGABYTE:,.0f} MB, "
            f"{free / MEGABYTE:,.0f} MB are free. Free some space, or use another disk: manage.py backup --to FOLDER"
        )


def version_here(place: InstallPaths) -> str:
    """Return the version of this Moothill."""
    return str(tomllib.loads((place.root / "pyproject.toml").read_text())["project"]["version"])


def _id_of(place: InstallPaths) -> str:
    """Return what tells this installation from others, whatever its machine and folder; created at first use."""
    file = place.folder("") / "place"
    if not file.exists():
        file.write_text(secrets.token_hex(8))
    return file.read_text().strip()


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk. Some file systems cannot do so for folders."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        if path.is_file():
            raise
    finally:
        os.close(descriptor)
