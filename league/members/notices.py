"""Kinds of notices: what people can be told by mail, each registered by the app that tells it.

# league/tournaments/apps.py, in ready():
register_notice("round", _("A round is published in which I play"), order=10)
"""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that people can be told, and can choose not to be."""

    slug: str
    title: str | Promise
    """As it stands on the page where it is chosen."""
    default: bool = True
    """Whether those are told who have said nothing."""
    order: int = 50
    to_anybody: bool = False
    """Whether those are told too who have not confirmed their address: somebody waits for them."""


_kinds: Final[dict[str, Kind]] = {}


def register_notice(
    slug: str,
    title: str | Promise,
    *,
    default: bool = True,
    order: int = 50,
    to_anybody: bool = False,
) -> None:
    """Let people choose whether they are told this. Registering it again changes nothing."""
    _kinds[slug] = Kind(slug, title, default, order, to_anybody)


def kinds() -> list[Kind]:
    """Every kind, in the order of the page."""
    return sorted(_kinds.values(), key=lambda kind: (kind.order, kind.slug))


def kind_named(slug: str) -> Kind | None:
    """The kind with this name, if an app registers it still."""
    return _kinds.get(slug)
