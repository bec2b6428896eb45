"""Backups: folders that each hold the whole database, the site's key and a note of what they are.

    var/backups/2026-11-23T18-05-12Z/
        about.json       which Moothill wrote it, where, when and why, and the sum that shows damage
        database.dump    the database of one instant, as pg_dump writes it
        secret_key       the key of links and sessions, where Moothill made it itself

A folder bears its name from the moment it is complete; until then it ends in `.new`. Nobody else can read it.
"""

import errno
import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from league.conf.launcher import external_services, pg_dump
from league.conf.launcher.errors import BackupRefused
from league.conf.launcher.instance_lock import turn
from league.conf.launcher.migrations import migrations_of
from league.conf.launcher.paths import InstallPaths
from league.conf.launcher.process_environment import key_file

ABOUT, DUMP, KEY = "about.json", "database.dump", "secret_key"
NAME = re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?")
MEGABYTE = 1_000_000
ASKED_FOR = "asked for"


@dataclass(frozen=True, kw_only=True)
class About:
    """What a backup says of itself. `migrations` are those that made its tables, such as `clubs.0003_colours`.

    `place` is the mark of the place that made it; old backups have none.
    """

    moothill: str
    taken_at: str
    reason: str
    postgres: str
    migrations: tuple[str, ...]
    sha256: str
    size: int  # of the dump, bytes
    place: str = ""


@dataclass(frozen=True)
class Backup:
    """A folder with a backup."""

    folder: Path
    about: About

    @property
    def dump(self) -> Path:
        """The file that holds the database."""
        return self.folder / DUMP

    @property
    def key(self) -> Path:
        """The file that holds the site's key; it may not be there."""
        return self.folder / KEY


def home(place: InstallPaths) -> Path:
    """Where backups lie unless somebody names another folder."""
    return place.var / "backups"


def take(place: InstallPaths, address: str, *, into: Path, reason: str) -> Backup:
    """Back up the database at this address, which may be at work, into a new folder in `into`.

    Raises BackupRefused where the folder has no room for it or cannot be written to, ServiceFailed where the database
    cannot be read.
    """
    try:
        return _taken(place, address, into, reason)
    except OSError as refused:
        raise BackupRefused(
            f"Cannot write a backup to {into}: {refused.strerror or refused}. Give Moothill write permission, "
            "or choose another folder: manage.py backup --to FOLDER"
        ) from None


def _taken(place: InstallPaths, address: str, into: Path, reason: str) -> Backup:
    from psycopg import connect

    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    with connect(external_services.as_libpq_spells(address), connect_timeout=external_services.SECONDS) as connection:
        version = str(connection.info.parameter_status("server_version"))
        migrations = tuple(sorted(migrations_of(connection)))
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    with _draft(place, into) as draft:
        refuse_full_disk(into, int(row[0]) if row else 0)
        now = datetime.now(UTC)
        pg_dump.dump(address, draft / DUMP)
        if (key := key_file(place)).exists():
            shutil.copyfile(key, draft / KEY)
        about = About(
            moothill=version_here(place),
            taken_at=now.isoformat(timespec="seconds"),
            reason=reason,
            postgres=version,
            migrations=migrations,
            sha256=sum_of(draft / DUMP),
            size=(draft / DUMP).stat().st_size,
            place=mark_of(place),
        )
        (draft / ABOUT).write_text(json.dumps(asdict(about), indent=2) + "\n")
        for each in draft.iterdir():
            each.chmod(0o600)
            _keep_through_power_cut(each)
        _keep_through_power_cut(draft)
        folder = draft.rename(_free_name(into, now))
        _keep_through_power_cut(into)
    return Backup(folder, about)


def read(folder: Path) -> Backup:
    """The backup in this folder. Raises BackupRefused where it is none, or where it was damaged."""
    try:
        about = _about(folder)
        found = sum_of(folder / DUMP)
    except (OSError, ValueError, TypeError, AttributeError):
        raise BackupRefused(f"{folder} is not a backup. Choose a folder that contains {ABOUT} and {DUMP}.") from None
    if found != about.sha256:
        raise BackupRefused(
            f"The backup in {folder} is damaged: the checksum of {DUMP} ({about.size} bytes) is wrong. "
            "Copy it again, or use an older backup."
        )
    return Backup(folder, about)


def kept_in(folder: Path) -> list[Path]:
    """The folders of backups in `folder`, the newest first."""
    found = [each for each in folder.glob("*/") if NAME.fullmatch(each.name) and (each / ABOUT).exists()]
    return sorted(found, key=lambda each: each.name, reverse=True)


def prune(place: InstallPaths, folder: Path, *, keep: int, reason: str = ASKED_FOR) -> list[Path]:
    """Remove all but the newest `keep` backups in a folder that this place made for one reason; says which went.

    Other places may keep theirs in it. What does not say whose it is stays. A backup loses its name first, so that
    whoever is killed leaves the rest to the next one.
    """
    candidates = [each for each in kept_in(folder) if _is_made(each, mark_of(place), reason)]
    for each in candidates[keep:]:
        shutil.rmtree(each.rename(each.with_name(each.name + _unfinished(place))))
    return candidates[keep:]


def refuse_full_disk(folder: Path, needed: int) -> None:
    """Raise BackupRefused where fewer than `needed` bytes are free. A dump is smaller than its database."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise BackupRefused(
            f"Not enough disk space in {folder}: the backup needs up to {needed / MEGABYTE:,.0f} MB, "
            f"{free / MEGABYTE:,.0f} MB are free. Free some space, or use another disk: manage.py backup --to FOLDER"
        )


def mark_of(place: InstallPaths) -> str:
    """What tells this place from others, whatever machines and folders they have; made once, by chance."""
    file = place.folder("") / "place"
    if not file.exists():
        draft = file.with_suffix(".new")
        draft.write_text(secrets.token_hex(8))
        draft.rename(file)
    return file.read_text().strip()


def version_here(place: InstallPaths) -> str:
    """The version of this Moothill, as pyproject.toml has it."""
    import tomllib

    version: str = tomllib.loads((place.root / "pyproject.toml").read_text())["project"]["version"]
    return version


def sum_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _draft(place: InstallPaths, into: Path) -> Iterator[Path]:
    """A new folder for a backup, alone at work here. What somebody who was killed left behind is removed first."""
    with turn(place, "backup", waiting="waiting for another backup to finish"):
        for left in into.glob(f"*{_unfinished(place)}"):
            shutil.rmtree(left, ignore_errors=True)
        draft = into / f"backup{_unfinished(place)}"
        draft.mkdir(mode=0o700)
        try:
            yield draft
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def _unfinished(place: InstallPaths) -> str:
    """How the names of folders end that this place has not finished; other places may keep backups beside its own."""
    return f".{mark_of(place)}.new"


def _free_name(into: Path, now: datetime) -> Path:
    """A name that no backup in `into` bears; two may be made within a second."""
    stamp = now.strftime("%Y-%m-%dT%H-%M-%SZ")
    return next(
        folder for count in range(1000) if not (folder := into / (f"{stamp}-{count}" if count else stamp)).exists()
    )


def _about(folder: Path) -> About:
    """What a backup says of itself, without what only a newer Moothill says. Raises OSError, ValueError, TypeError."""
    said = json.loads((folder / ABOUT).read_text())
    known = {each.name for each in fields(About)}
    about = About(**{name: value for name, value in said.items() if name in known})
    return replace(about, migrations=tuple(about.migrations))


def _is_made(folder: Path, mark: str, reason: str) -> bool:
    """Whether the place with this mark made the backup, for this reason."""
    try:
        about = _about(folder)
    except (OSError, ValueError, TypeError, AttributeError):
        return False
    return (about.place, about.reason) == (mark, reason)


def _keep_through_power_cut(path: Path) -> None:
    """Have the disk hold a file, or the names in a folder. Some file systems cannot do so for folders (fsync(2))."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as refused:
        if not path.is_dir() or refused.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)
