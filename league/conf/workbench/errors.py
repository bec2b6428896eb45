"""What the workbench refuses. Every message is a whole sentence for the person at the keyboard.

WorkbenchError        the command ends with exit status 1
├── MissingPart       the machine or the environment lacks something
├── InstallFailed     the environment could not be filled
├── ServiceFailed     PostgreSQL, Redis or a process of ours did not start
├── AlreadyRunning    another process is at work in this place
├── AddressTaken      the port or host that was asked for cannot be used
├── OptionsClash      options that do not go together
├── SecretRefused     a secret is named twice, or its file cannot be read
├── BackupRefused     a backup cannot be made here, or cannot be restored here
├── UpgradeFailed     the data of an older Moothill could not be brought up to date
└── ForeignData       another PostgreSQL or a newer Moothill wrote the data
"""


class WorkbenchError(Exception):
    """Something the person at the keyboard can put right."""


class MissingPart(WorkbenchError):
    """The machine or the environment lacks something."""


class InstallFailed(WorkbenchError):
    """The environment could not be filled."""


class ServiceFailed(WorkbenchError):
    """PostgreSQL, Redis or a process of ours did not start."""


class AlreadyRunning(WorkbenchError):
    """Another process is at work in this place."""


class AddressTaken(WorkbenchError):
    """The port or host that was asked for cannot be used."""


class OptionsClash(WorkbenchError):
    """Options that do not go together."""


class SecretRefused(WorkbenchError):
    """A secret is named twice, or its file cannot be read."""


class BackupRefused(WorkbenchError):
    """A backup cannot be made here, or cannot be restored here."""


class UpgradeFailed(WorkbenchError):
    """The data of an older Moothill could not be brought up to date."""


class ForeignData(WorkbenchError):
    """Another major version of PostgreSQL, or a newer Moothill, wrote the data."""
