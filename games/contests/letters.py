"""What owners of bots are written about contests: that one closed, was called off, or is over."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.contests.models import Contest
from league.members.models import Account
from league.members.services.telling import notify

SUBJECTS = {
    "closed": gettext_noop("Moothill: the final of %(contest)s is being played"),
    "called_off": gettext_noop("Moothill: %(contest)s is cancelled"),
    "over": gettext_noop("Moothill: %(contest)s is finished"),
}


def write_to_owners(contest: Contest, what: str) -> None:
    """Write to everybody who entered a bot and wants to be told, once."""
    link = settings.SITE_ADDRESS + reverse("contests:contest", args=[contest.public_id])
    entries = contest.entries.filter(owner__isnull=False).select_related("owner", "player")
    entered = {entry.owner: entry for entry in entries if entry.owner is not None}

    def subject(_owner: Account) -> str:
        return _(SUBJECTS[what]) % {"contest": contest.name}

    def facts(owner: Account) -> dict[str, object]:
        return {"contest": contest, "entry": entered[owner], "address": link}

    notify(entered, "contest", subject, f"contests/mail/{what}.txt", facts, once=f"{contest.public_id}:{what}")


@contextmanager
def in_the_language_of(contest: Contest) -> Iterator[None]:
    """Sentences that are kept are in the language of whoever made the contest."""
    with translation.override(contest.made_by.language if contest.made_by else settings.LANGUAGE_CODE):
        yield
