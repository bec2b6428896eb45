"""What each answer tells browsers: the policy of its content, its cookies and its other headers."""

from collections.abc import Iterator

from django.http.response import HttpResponseBase

from tests.security.walk import inline_in, is_page, text_of


def policy_of(answer: HttpResponseBase) -> dict[str, set[str]]:
    """The content security policy of an answer, by directive."""
    parts = answer.headers.get("Content-Security-Policy", "").split(";")
    return {words[0]: set(words[1:]) for words in map(str.split, parts) if words}


def lacking(answer: HttpResponseBase, *, may_be_framed: bool = False) -> Iterator[str]:
    """What an answer should say to browsers and does not."""
    yield from _wrong_in_policy(policy_of(answer), may_be_framed=may_be_framed)
    yield from _wrong_in_cookies(answer)
    if may_be_framed == ("X-Frame-Options" in answer.headers):
        yield "the right X-Frame-Options"
    told = {"X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin"}
    yield from (name for name, value in told.items() if answer.headers.get(name) != value)
    if answer.headers.get("Referrer-Policy") not in {"same-origin", "no-referrer"}:
        yield "Referrer-Policy"


def _wrong_in_policy(policy: dict[str, set[str]], *, may_be_framed: bool) -> Iterator[str]:
    if policy.get("default-src") != {"'none'"} or policy.get("base-uri") != {"'none'"}:
        yield f"a strict policy (it has {policy})"
    if "frame-ancestors" not in policy or "form-action" not in policy:
        yield "a word about frames and forms"
    for directive, sources in policy.items():
        allowed = {"'none'", "'self'"} | ({"data:"} if directive == "img-src" else set())
        if directive == "frame-ancestors" and may_be_framed:
            allowed = {"*"}
        if not sources <= allowed:
            yield f"a {directive} without {sources - allowed}"


def _wrong_in_cookies(answer: HttpResponseBase) -> Iterator[str]:
    for name, cookie in answer.cookies.items():
        if cookie["samesite"] not in {"Lax", "Strict"}:
            yield f"SameSite on {name}"
        if not cookie["httponly"] and cookie.value:
            yield f"HttpOnly on {name}"


def faults_in(answer: HttpResponseBase, *, may_be_framed: bool = False) -> Iterator[str]:
    """What is wrong with the headers of an answer, and with the page if it is one."""
    yield from lacking(answer, may_be_framed=may_be_framed)
    if is_page(answer):
        yield from (f"no {found}" for found in inline_in(text_of(answer)))
