"""How a phone at a table is known, and what is said of a page that is found by a key from paper.

A phone keeps a secret in a signed cookie that is sent to the address of its table alone; the database has its hash.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

COOKIE = "seat"
LIFE = timedelta(days=3)  # a weekend, and who comes home late

View = Callable[..., HttpResponse]


def on_paper(view: View) -> View:
    """A page that is found by a key from paper: no cache keeps it, no search engine lists it, no site hears of it."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        answer["X-Robots-Tag"] = "noindex, nofollow"
        answer["Referrer-Policy"] = "same-origin"  # without any, browsers would not say where a form came from
        return answer

    return never_cache(shown)


def secret_of(request: HttpRequest, key: str) -> str:
    """The secret that the phone keeps for this key; empty where it has none, or one that is not ours."""
    return request.get_signed_cookie(COOKIE, default="", salt=_salt(key), max_age=LIFE) or ""


def remember(answer: HttpResponse, key: str, secret: str) -> None:
    """Have the phone keep a secret for this key."""
    answer.set_signed_cookie(
        COOKIE,
        secret,
        salt=_salt(key),
        max_age=LIFE,
        path=f"/t/{key}/",
        secure=settings.BEHIND_TLS,
        httponly=True,
        samesite="Lax",
    )


def _salt(key: str) -> str:
    return f"moothill.table.{key}"


def hash_of(secret: str) -> str:
    """What the database keeps of a secret; empty for none."""
    return sha256(secret.encode()).hexdigest() if secret else ""
