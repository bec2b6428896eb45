"""What the launcher refuses. Every message says what is wrong and what to do."""


class LauncherError(Exception):
    """A command failed. Trying again may help."""

    status = 1


class ServiceFailed(LauncherError):
    """PostgreSQL, Redis or another process did not start, does not answer, or failed."""


class ConfigurationError(LauncherError):
    """A command fails until somebody changes something.

    The status is EX_CONFIG of sysexits.h, at which systemd does not start Moothill again (docs/operating.md).
    """

    status = 78
