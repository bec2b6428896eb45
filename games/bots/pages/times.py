"""How long a bot thought, in words."""

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _


def milliseconds(whole: int) -> str:
    """The time as pages show it; what is measured as 0 took a part of a millisecond."""
    return _("%(number)s ms") % {"number": intcomma(whole)} if whole else _("below 1 ms")
