"""Forms that were sent without a session, or with an old one: the answer carries them, a button sends them again.

The site stores nothing of them. Passwords and files are left out.
"""

from typing import NamedTuple

from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

UNSENT = "unsent"
"""The field of the sign-in form that carries an `Unsent`, signed."""

_SALT = "moothill.unsent"
_LONGEST = 24 * 3600  # seconds between the form and the button
_CSRF = "csrfmiddlewaretoken"


class Unsent(NamedTuple):
    """A form that was not taken: its address, its fields in their order, and whether files came with it."""

    address: str
    fields: list[tuple[str, str]]
    had_files: bool


def unsent_of(request: HttpRequest) -> Unsent:
    """Return what a form holds, without passwords and files."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != _CSRF and "password" not in name
    ]
    return Unsent(request.get_full_path(), fields, bool(request.FILES))


def signed(unsent: Unsent) -> str:
    """Return the unsent form as one signed word, which nobody can alter."""
    return signing.dumps(unsent, salt=_SALT, compress=True)


def unsent_in(request: HttpRequest) -> Unsent | None:
    """Return the form that a sign-in form carries; None where there is none, or where it is too old."""
    try:
        address, fields, had_files = signing.loads(request.POST.get(UNSENT, ""), salt=_SALT, max_age=_LONGEST)
    except signing.BadSignature:
        return None
    return Unsent(address, [(name, value) for name, value in fields], had_files)


def is_from_here(request: HttpRequest) -> bool:
    """Return whether the browser says that a page of this site sent the form."""
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin == f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Sec-Fetch-Site") == "same-origin"


def ask_to_send_again(request: HttpRequest, unsent: Unsent, *, status: int = 200) -> HttpResponse:
    """Answer with the page whose button sends the form again."""
    answer = render(request, "shared/send_again.html", {UNSENT: unsent}, status=status)
    add_never_cache_headers(answer)
    return answer
