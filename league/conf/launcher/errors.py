"""What the launcher refuses. Every message is a whole sentence for the person at the keyboard.

LauncherError            another time it may work: the command ends with exit status 1
├── InstallFailed         the environment could not be filled
├── ServiceFailed         PostgreSQL, Redis or a process of ours did not start, or broke off
├── AlreadyRunning        another process is at work in this place
├── AddressMissing        the host that was asked for is not one of this machine's now
└── NeedsSomebody         it fails every time until somebody does what it says: exit status 78
    ├── MissingPart       the machine or the environment lacks something
    ├── AddressTaken      the port that was asked for cannot be used
    ├── OptionsClash      options that do not go together
    ├── SecretRefused     a secret is named twice, or its file cannot be read
    ├── WrongAccount      what Moothill keeps belongs to another account
    ├── BackupRefused     a backup cannot be made here, or cannot be restored here
    ├── UpgradeFailed     the data of an older Moothill could not be brought up to date, or the first tables not be made
    └── ForeignData       another PostgreSQL or a newer Moothill wrote the data, or a restore left them unfinished
"""


class LauncherError(Exception):
    """Something the person at the keyboard can put right, or that may be right another time."""

    status = 1


class InstallFailed(LauncherError):
    """The environment could not be filled."""


class ServiceFailed(LauncherError):
    """PostgreSQL, Redis or a process of ours did not start, or broke off."""


class AlreadyRunning(LauncherError):
    """Another process is at work in this place."""


class AddressMissing(LauncherError):
    """The host that was asked for is not one of this machine's, or not yet."""


class NeedsSomebody(LauncherError):
    """It fails every time, until somebody has done what the message says. Whatever starts it again should not.

    The exit status is EX_CONFIG of sysexits.h; docs/operating.md has systemd stop there.
    """

    status = 78


class MissingPart(NeedsSomebody):
    """The machine or the environment lacks something."""


class AddressTaken(NeedsSomebody):
    """The port that was asked for cannot be used."""


class OptionsClash(NeedsSomebody):
    """Options that do not go together."""


class SecretRefused(NeedsSomebody):
    """A secret is named twice, or its file cannot be read."""


class WrongAccount(NeedsSomebody):
    """What Moothill keeps belongs to another account."""


class BackupRefused(NeedsSomebody):
    """A backup cannot be made here, or cannot be restored here."""


class UpgradeFailed(NeedsSomebody):
    """The data of an older Moothill could not be brought up to date, or the first tables not be made."""


class ForeignData(NeedsSomebody):
    """Another major version of PostgreSQL or a newer Moothill wrote the data, or a restore left them unfinished."""
