"""What the first page tells operators: that something was given up, or stands still."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.rules import is_operator
from league.members.firstpage import Line
from league.members.models import Account
from league.operating.selectors.overview import in_short


def what_stands_still(account: Account, _since: datetime | None) -> Sequence[Line]:
    """For those who run the place; nobody else's page asks anything for it."""
    if not is_operator(account):
        return []
    given_up, queues = in_short()
    href = reverse("operating:operator")
    lines = []
    if given_up:
        words = ngettext("%(count)d job failed", "%(count)d jobs failed", given_up)
        note = _("Bot matches, bot checks or e-mails failed repeatedly. Retry them after you fix the cause.")
        lines.append(Line(words % {"count": given_up}, href, note))
    if queues:
        words = _("Jobs are waiting and no worker processes them: %(queues)s")
        lines.append(Line(words % {"queues": ", ".join(queues)}, href, _("System status shows what to do.")))
    return lines
