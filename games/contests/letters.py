"""What owners of bots are written about contests: that one closed, was called off, or is over."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.contests.models import Contest

SUBJECTS = {
    "closed": gettext_noop("Moothill: the finale of %(contest)s is played"),
    "called_off": gettext_noop("Moothill: %(contest)s is called off"),
    "over": gettext_noop("Moothill: %(contest)s is over"),
}


def write_to_owners(contest: Contest, what: str) -> None:
    """Write to everybody who entered a bot, each in their language."""
    link = settings.SITE_ADDRESS + reverse("contests:contest", args=[contest.public_id])
    entries = contest.entries.filter(owner__is_active=True).select_related("owner", "player").order_by("pk")
    for entry in entries:
        if entry.owner is None:
            continue
        with translation.override(entry.owner.language):
            facts = {"contest": contest, "entry": entry, "address": link}
            body = render_to_string(f"contests/mail/{what}.txt", facts)
            send_mail(_(SUBJECTS[what]) % {"contest": contest.name}, body, None, [entry.owner.email])


@contextmanager
def in_the_language_of(contest: Contest) -> Iterator[None]:
    """Sentences that are kept are in the language of whoever made the contest."""
    with translation.override(contest.made_by.language if contest.made_by else settings.LANGUAGE_CODE):
        yield
