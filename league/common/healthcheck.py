"""Health of the site: its database, its broker and its workers, checked in a few milliseconds."""

from dataclasses import asdict, dataclass, replace

from django.conf import settings
from django.db import Error, connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.common.redis_client import RedisError
from league.common.sandboxes import why_programs_wait, working_sandbox
from league.common.worker_heartbeat import live_workers


@dataclass(frozen=True, slots=True)
class Part:
    """A service that the site needs, and its state."""

    name: str
    is_well: bool
    says: str


@dataclass(frozen=True, slots=True)
class OptionalService:
    """A service that only some features need, such as the sandbox of uploaded bots."""

    name: str
    title: str
    is_well: bool
    says: str
    why: tuple[str, ...] = ()
    """Reasons with details of the machine: for site admins only."""


@dataclass(frozen=True, slots=True)
class Health:
    """State of the site: `well`, `weak` (pages answer, matches wait) or `down`."""

    status: str
    version: str
    parts: tuple[Part, ...]
    workers: tuple[str, ...]
    """Names of the running workers, with host names: for site admins only."""
    means: tuple[OptionalService, ...] = ()

    @property
    def is_down(self) -> bool:
        """Whether the database or the broker is unreachable."""
        return self.status == "down"

    def for_others(self) -> "Health":
        """Return the state without details of machines, for readers who are not site admins."""
        return replace(self, workers=(), means=tuple(replace(service, why=()) for service in self.means))

    def as_document(self) -> dict[str, object]:
        """Return the state as JSON data."""
        return asdict(self)


def health() -> Health:
    """Check every service."""
    database, (broker, workers, names) = _database(), _broker_and_workers()
    status = "well" if workers.is_well else "weak"
    if not (database.is_well and broker.is_well):
        status = "down"
    return Health(
        status=status, version=settings.VERSION, parts=(database, broker, workers), workers=names, means=(_sandbox(),)
    )


def _database() -> Part:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return Part("database", is_well=False, says=_("PostgreSQL does not respond."))
    return Part("database", is_well=True, says=_("PostgreSQL responds."))


def _broker_and_workers() -> tuple[Part, Part, tuple[str, ...]]:
    try:
        names = tuple(live_workers())
    except RedisError:
        return (
            Part("broker", is_well=False, says=_("Redis does not respond.")),
            Part("workers", is_well=False, says=_("Unknown while Redis does not respond.")),
            (),
        )
    at_work = ngettext("%(count)d running.", "%(count)d running.", len(names)) % {"count": len(names)}
    says = at_work if names else _("None are running. Bot matches wait until a worker starts.")
    return Part("broker", is_well=True, says=_("Redis responds.")), Part("workers", bool(names), says), names


def _sandbox() -> OptionalService:
    found = working_sandbox()
    says = _("%(tier)s works.") % {"tier": found.tier.capitalize()} if found.holds else why_programs_wait()
    return OptionalService("sandbox", _("Sandbox"), found.holds, says, found.reasons)
