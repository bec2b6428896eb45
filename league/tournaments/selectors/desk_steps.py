"""The one next step of an event, as its desk names it."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.permissions import Rights
from league.rules.formats import format_named
from league.tournaments.models import Tournament
from league.tournaments.proposals import too_many_rounds

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next: the words of the button, where it leads, why; `by_post` where pressing it does it.

    Without `href` there is nothing to do but wait, and the words are no button.

    `warning` is what will go wrong if nothing is changed before it.
    """

    words: str
    href: str
    why: str = ""
    by_post: bool = False
    icon: str = "arrow-right"
    warning: str = ""


def fewest_players(event: Tournament) -> int:
    """How many players the first round takes: a full smallest table, or two where a bracket can have byes."""
    return FEWEST if event.has_bracket else format_named(event.format).table_sizes(event.format_options)[0]


def step_of_life(event: Tournament, rights: Rights) -> Step | None:
    """Before the start: enter players, then start."""
    if not rights.organise or not event.takes_entries:
        return None
    entered = event.entries.count()
    fewest = fewest_players(event)
    if entered < fewest:
        why = _("This tournament needs at least %(fewest)d players.") % {"fewest": fewest}
        return Step(_("Enter players"), reverse("tournaments:entries", args=[event.public_id]), why, icon="users")
    words = _("Start tournament")
    warning = too_many_rounds(event.format, entered, int(event.format_options.get("rounds") or 0))
    if event.status == Tournament.Status.CHECK_IN:
        why = _("Before the start, you see which players are absent.")
        href = reverse("tournaments:starting", args=[event.public_id])
        return Step(words, href, why, icon="play", warning=warning)
    why = _("After the start you cannot change format, points or tie-breaks.")
    if event.pace == Tournament.Pace.ROUND:
        why = _("Moothill then publishes round 1. You can no longer change format, points or tie-breaks.")
    elif event.pace == Tournament.Pace.ALL:
        why = _("Moothill then publishes all rounds. You can no longer change format, points or tie-breaks.")
    return Step(words, reverse("tournaments:start", args=[event.public_id]), why, True, "play", warning)
