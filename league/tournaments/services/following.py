"""The next season of a club: the same settings and the same people, in one step."""

import re
import secrets

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.members.models import Account
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Entry, Tournament
from league.tournaments.permissions import require_organiser
from league.tournaments.selectors.ending import taken_along
from league.tournaments.services.changing import changed, noted
from league.tournaments.services.settling import tidy

COPIED = (
    "club", "summary", "game", "options", "format", "format_options", "scoring", "tiebreaks", "venue", "pace", "pool",
    "round_minutes", "capacity", "expected", "confirmations", "endings",
)  # fmt: skip


@transaction.atomic
def make_next_season(*, tournament: Tournament, by: Account | None, name: str) -> Tournament:
    """Return a new season with the settings and the players of one that is over; asked twice, the same one.

    Members and guests who left, who left the club, or who deleted their account are not taken along. A member who was
    a guest is a member.
    Raises `NotTheOrganiser`, `WrongMoment` while the season runs, and `CannotBePlayed` for a name that is none.
    """
    event = tournament.locked()
    require_organiser(by, event.club)
    if not event.is_over or not event.by_evenings:
        raise WrongMoment(_("%(event)s is not finished. End it, then create the next season.") % {"event": event.name})
    wanted = tidy("name", name, _("A season needs a name, for example “Club season 2027”."))
    made = event.following.exclude(status=Tournament.Status.CANCELLED).first()
    if made is not None:
        return made
    made = Tournament.objects.create(
        **{field: getattr(event, field) for field in COPIED},
        name=wanted,
        seed=secrets.randbits(63),
        made_by=by,
        previous=event,
    )
    if event.evenings_planned:
        made.format_options = {**made.format_options, "evenings": event.evenings_planned}
        made.save(update_fields=["format_options"])
    _take_along(event, made, by)
    noted(made, "event-made", gettext_noop("%(event)s was created."), by, event=made.name)
    changed(made)
    return made


def next_name(name: str) -> str:
    """The name for the next season: the last number in it is one higher, 2026/27 becomes 2027/28."""
    if both := re.fullmatch(r"(.*?)(\d{4})([/\N{EN DASH}-])(\d{2}|\d{4})(\D*)", name):
        before, year, sign, other, after = both.groups()
        return f"{before}{int(year) + 1}{sign}{str(int(other) + 1).zfill(len(other))[-len(other) :]}{after}"
    if last := re.fullmatch(r"(.*?)(\d{1,6})(\D*)", name):
        before, number, after = last.groups()
        return f"{before}{str(int(number) + 1).zfill(len(number))}{after}"
    return f"{name} 2"


def _take_along(event: Tournament, made: Tournament, by: Account | None) -> None:
    Entry.objects.bulk_create(
        Entry(
            tournament=made,
            player=one.entry.person,
            number=number,
            is_guest=one.is_guest,
            fixed_table=one.entry.fixed_table,
            entered_by=by,
        )
        for number, one in enumerate(taken_along(event), start=1)
    )
