"""What `up` remembers of an upgrade from before its tables change until all is done: where the data from before lie.

So a further attempt never takes data that an earlier one left half upgraded for those from before. The note,
`var/upgrade`, is the name of a backup in the folder of backups. Beside it stands how many attempts broke off one after
the other, a letter each.
"""

from pathlib import Path

from league.conf.launcher import backups
from league.conf.launcher.backups import Backup
from league.conf.launcher.errors import BackupRefused
from league.conf.launcher.places import Place


def note(place: Place, before: Backup) -> None:
    """Note that an upgrade has begun, and that this backup holds the data from before it."""
    draft = _file(place).with_suffix(".new")
    draft.write_text(before.folder.name)
    draft.replace(_file(place))


def forget(place: Place) -> None:
    """Note that no upgrade is under way."""
    _file(place).unlink(missing_ok=True)
    count_anew(place)


def broke_off(place: Place) -> int:
    """Note that an attempt broke off; gives how many have, one after the other."""
    with _broken_off(place).open("a+") as file:
        file.write("x")
        return file.tell()


def count_anew(place: Place) -> None:
    """Note that somebody is asked to see to what breaks them off."""
    _broken_off(place).unlink(missing_ok=True)


def before(place: Place, *, home: Path) -> Backup | None:
    """The backup from before an upgrade that has begun and is not done, as long as it can be had in that folder."""
    try:
        return backups.read(home / _file(place).read_text())
    except (FileNotFoundError, BackupRefused):
        return None


def _file(place: Place) -> Path:
    return place.var / "upgrade"


def _broken_off(place: Place) -> Path:
    return place.var / "upgrade-broken-off"
