"""The topics that a page watches, as a signed and expiring token for `/events`."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.core import signing
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.common.errors import NotAllowed
from league.common.live.topics import revisions_of
from league.common.redis_client import RedisError

LIFE = timedelta(hours=12)
MOST_TOPICS = 64
UNKNOWN = -1  # the revision of a page that was made while Redis was away: whatever comes first is news to it

_SALT = "moothill.live"
_ATTRIBUTE = "topics_watched"


def watch(request: HttpRequest, *topics: str) -> None:
    """Let this page watch `topics`. A view calls it before its queries, so that no change is missed."""
    setattr(request, _ATTRIBUTE, revisions_watched(request) | _revisions_now(topics))


def watch_from(request: HttpRequest, revisions: Mapping[str, int]) -> None:
    """Let this page watch topics from the revisions with which a cached part of it was rendered."""
    setattr(request, _ATTRIBUTE, {**revisions_watched(request), **revisions})


def watch_nothing(request: HttpRequest) -> None:
    """Clear the topics that the page watches, since a refused reader may not follow them."""
    setattr(request, _ATTRIBUTE, {})


def revisions_watched(request: HttpRequest) -> dict[str, int]:
    """Return the topics that the page watches, each with the revision before the page was read."""
    watched: dict[str, int] = getattr(request, _ATTRIBUTE, {})
    return watched


def token_of(request: HttpRequest) -> str:
    """Return the token for what the page watches; empty when it watches nothing."""
    watched = revisions_watched(request)
    return _signed(watched) if watched else ""


def token_for(topics: Iterable[str]) -> str:
    """Return a token to watch `topics` for twelve hours from now."""
    return _signed(_revisions_now(topics))


def read_token(token: str) -> dict[str, int]:
    """Return the topics a token names, each with the revision its page was made from; raises `NotAllowed`."""
    try:
        revisions: dict[str, int] = signing.loads(token, salt=_SALT, max_age=LIFE)
    except signing.SignatureExpired as error:
        raise NotAllowed(_("This page has been open for too long to receive updates. Reload it.")) from error
    except signing.BadSignature as error:
        raise NotAllowed(
            _("This address needs the token of a Moothill page. Open the page in a browser instead.")
        ) from error
    return revisions


def _signed(revisions: Mapping[str, int]) -> str:
    if len(revisions) > MOST_TOPICS:
        raise ValueError(f"A page watches at most {MOST_TOPICS} topics, not {len(revisions)}.")
    return signing.dumps(dict(revisions), salt=_SALT, compress=True)


def _revisions_now(topics: Iterable[str]) -> dict[str, int]:
    names = list(topics)
    try:
        return revisions_of(names)
    except RedisError:
        return dict.fromkeys(names, UNKNOWN)
