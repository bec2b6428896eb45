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
import secrets
import shutil
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from league.conf.launcher import postgres
from league.conf.launcher.console import ConfigurationError, print_line
from league.conf.launcher.environment import InstallPaths, key_file, write_private
from league.conf.launcher.instance_lock import turn

ABOUT, DUMP, KEY = "about.json", "database.dump", "secret_key"
NAME = "%Y-%m-%dT%H-%M-%SZ"
MEGABYTE = 1_000_000
ASKED_FOR, UPGRADE = "asked for", "upgrade"  # reasons of backups
KEPT = 5  # backups made before upgrades


@dataclass(frozen=True)
class Backup:
    """A folder with a backup, and its description."""

    folder: Path
    about: dict[str, Any]

    @property
    def size(self) -> str:
        """The size of the database dump, for people."""
        return f"{self.about['size'] / MEGABYTE:,.1f} MB"

    @property
    def restored(self) -> str:
        """What a restore says at its end."""
        return f"restored the data of {self.about['taken_at']} (Moothill {self.about['moothill']})"


def take(paths: InstallPaths, address: str, *, into: Path, reason: str) -> Backup:
    """Back up the database at an address, which may be in use, into a new folder in `into`.

    Raise ConfigurationError if that is impossible there, LauncherError if the database cannot be read.
    """
    try:
        into.mkdir(mode=0o700, parents=True, exist_ok=True)
        with turn(paths, "backup"), _draft(paths, into) as draft:
            refuse_full_disk(into, postgres.size_of(address))
            draft.mkdir(mode=0o700)
            about = _write(paths, address, draft, reason)
            while (folder := into / datetime.now(UTC).strftime(NAME)).exists():
                time.sleep(0.1)
            draft.rename(folder)
            _sync(into)
            return Backup(folder, about)
    except OSError as refused:
        raise ConfigurationError(
            f"Cannot write a backup to {into}: {refused.strerror or refused}. Give Moothill write permission, "
            "or choose another folder: manage.py backup --to FOLDER"
        ) from None


@contextmanager
def _draft(paths: InstallPaths, folder: Path) -> Iterator[Path]:
    """Give the name of a folder that is no backup, and delete what has it before and after."""
    draft = folder / f".{_id_of(paths)}.new"
    shutil.rmtree(draft, ignore_errors=True)  # of a command that was killed
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write(paths: InstallPaths, address: str, draft: Path, reason: str) -> dict[str, Any]:
    postgres.dump(address, draft / DUMP)
    about = {
        "moothill": tomllib.loads((paths.root / "pyproject.toml").read_text())["project"]["version"],
        "taken_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "reason": reason,
        "postgres": postgres.server_version(address),
        "migrations": sorted(postgres.migrations_at(address)),
        "place": _id_of(paths),
        "sha256": _checksum(draft / DUMP),
        "size": (draft / DUMP).stat().st_size,
    }
    if (key := key_file(paths)).exists():
        shutil.copyfile(key, draft / KEY)
    (draft / ABOUT).write_text(json.dumps(about, indent=2) + "\n")
    for each in draft.iterdir():
        each.chmod(0o600)
        _sync(each)
    _sync(draft)
    return about


def read(paths: InstallPaths, folder: Path) -> Backup:
    """Return the backup in this folder. Raise ConfigurationError if it is none, damaged, or of a newer version."""
    try:
        backup = Backup(folder, json.loads((folder / ABOUT).read_text()))
        is_damaged = _checksum(folder / DUMP) != backup.about["sha256"]
    except (OSError, ValueError, TypeError, KeyError):
        raise ConfigurationError(
            f"{folder} is not a backup. Choose a folder that contains {ABOUT} and {DUMP}."
        ) from None
    if is_damaged:
        raise ConfigurationError(
            f"The backup in {folder} is damaged: the checksum of {DUMP} is wrong. "
            "Copy it again, or use an older backup."
        )
    remedy = f"Update Moothill to {backup.about['moothill']} or newer first (git pull)."
    postgres.refuse_newer(paths, backup.about["migrations"], remedy)
    return backup


def backups_in(folder: Path) -> list[Path]:
    """Return the folders of backups in `folder`, the newest first."""
    return sorted(about.parent for about in folder.glob(f"[0-9]*Z/{ABOUT}"))[::-1]


def prune(paths: InstallPaths, folder: Path, *, keep: int, reason: str = ASKED_FOR) -> None:
    """Delete all but the newest `keep` backups in a folder that this installation made for one reason.

    Other installations may have theirs in the same folder.
    """
    ours = []
    for each in backups_in(folder):
        with suppress(OSError, ValueError, TypeError, KeyError):  # it is no backup
            about = json.loads((each / ABOUT).read_text())
            if (about["place"], about["reason"]) == (_id_of(paths), reason) and not each.is_symlink():
                ours.append(each)
    for each in ours[keep:]:
        with turn(paths, "backup"), _draft(paths, folder) as draft:
            each.rename(draft)  # so that a command that is killed leaves no half of a backup
        print_line("backup", f"removed {paths.shown(each)}")


def restore_key(paths: InstallPaths, backup: Backup) -> None:
    """Restore the site's key of a backup, if it has one; another key is kept beside it."""
    key, restored = key_file(paths), backup.folder / KEY
    if not restored.exists() or (key.exists() and key.read_bytes() == restored.read_bytes()):
        return
    if key.exists():
        aside = key.with_name(f"{key.name}.{datetime.now(UTC):{NAME}}")
        os.link(key, aside)
        print_line("restore", f"old secret key moved to {paths.shown(aside)}")
    write_private(key, restored.read_text())


def refuse_full_disk(folder: Path, needed: int) -> None:
    """Raise ConfigurationError if fewer than `needed` bytes are free. A dump is smaller than its database."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise ConfigurationError(
            f"Not enough disk space in {folder}: the backup needs up to {needed / MEGABYTE:,.0f} MB, "
            f"{free / MEGABYTE:,.0f} MB are free. Free some space, or use another disk: manage.py backup --to FOLDER"
        )


def _id_of(paths: InstallPaths) -> str:
    """Return the id of this installation, independent of machine and folder; created at first use."""
    file = paths.folder("") / "place"
    if not file.exists():
        write_private(file, secrets.token_hex(8))
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
