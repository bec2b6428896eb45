"""The outcomes of a request, and the columns of outcomes per role that most rows use."""

from enum import StrEnum

from django.http.response import HttpResponseBase


class Outcome(StrEnum):
    """The outcome of a request for one role."""

    OPEN = "open"
    """Let in: the page; by POST also whatever else does not depend on who asks (done, or what is wrong with it)."""
    SIGN_IN = "signs in"
    """Sent to sign in first."""
    HIDDEN = "hidden"
    """404: it does not exist for them."""
    REFUSED = "refused"
    """403: they see it, but may not do this."""
    LED_ON = "led on"
    """Another address is the right one."""


OPEN, SIGN_IN, HIDDEN, REFUSED, LED_ON = Outcome
"""So that a table reads well."""

ROLES = ("anonymous", "stranger", "elsewhere", "member", "scorer", "organiser", "owner", "operator")
"""`stranger` is signed in without any club, `elsewhere` owns another club, `operator` runs the place."""
OUTSIDE = ("anonymous", "stranger", "elsewhere")

Column = dict[str, Outcome]


def column(*outcomes: Outcome) -> Column:
    """One outcome for each of `ROLES`, in their order."""
    return dict(zip(ROLES, outcomes, strict=True))


def all_get(outcome: Outcome, **but: Outcome) -> Column:
    """The same for everybody, but for some."""
    return column(*[outcome] * len(ROLES)) | but


def since(role: str, *, below: Outcome = REFUSED) -> Column:
    """Open from this role on; other accounts get `below`, and visitors must sign in first."""
    first = ROLES.index(role)
    return {one: OPEN if at >= first else below for at, one in enumerate(ROLES)} | {"anonymous": SIGN_IN}


EVERYBODY = all_get(OPEN)
NOBODY = all_get(HIDDEN)
"""The private column of a picture for messengers, too: what is private has none, whoever asks."""
ACCOUNTS = all_get(OPEN, anonymous=SIGN_IN)
ONESELF = all_get(HIDDEN, anonymous=SIGN_IN)
"""Somebody else's own, which even operators do not see on pages."""
MEMBERS = since("member")
SCORERS = since("scorer")
ORGANISERS = since("organiser")
OWNERS = since("owner")


def in_private(public: Column) -> Column:
    """The column of a private club: to those outside nothing of it exists."""
    return {role: HIDDEN if role in OUTSIDE and outcome != SIGN_IN else outcome for role, outcome in public.items()}


def outcome_of(answer: HttpResponseBase, *, is_read: bool) -> Outcome | str:
    """Return the outcome that an answer means for its reader; its status if no reader should get such an answer."""
    status = answer.status_code
    if status == 401:
        return SIGN_IN
    if status == 302 and answer["Location"].split("?")[0] in {"/sign-in/", "/admin/login/"}:
        return SIGN_IN
    if status in {301, 302}:
        return LED_ON if is_read else OPEN
    known = {200: OPEN, 204: OPEN, 401: SIGN_IN, 403: REFUSED, 404: HIDDEN}
    if not is_read:
        known |= {400: OPEN, 409: OPEN, 415: OPEN}
    return known.get(status, str(status))
