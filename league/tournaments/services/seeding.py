"""The order of seeding, before the start: by rating, by lot, by name, or somebody moved by hand."""

from collections.abc import Callable
from secrets import SystemRandom

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.members.models import Account
from league.ratings.queries import current_ratings
from league.tournaments.errors import EntryRefused, WrongMoment
from league.tournaments.models import Entry, Tournament
from league.tournaments.permissions import check_before_start, require_organiser
from league.tournaments.services.changing import changed, noted
from league.tournaments.services.striking import renumber

Order = Callable[[Tournament, list[Entry]], list[Entry]]


@transaction.atomic
def order_entries(*, tournament: Tournament, order: str, by: Account | None) -> None:
    """Number those who are in anew, by one of `ORDERS`; whoever waits keeps waiting.

    Raises `NotTheOrganiser`, `WrongMoment` after the start, and `EntryRefused` for an order that is none.
    """
    event = tournament.locked()
    require_organiser(by, event.club)
    check_before_start(event)
    if order not in ORDERS:
        raise EntryRefused(_("Choose an order from the list."))
    put, said = ORDERS[order]
    entries = list(event.entries.select_related("player").order_by("number"))
    room = len(entries) if event.capacity is None else event.capacity
    renumber(put(event, entries[:room]) + entries[room:])
    noted(event, "list-ordered", said, by)
    changed(event)


@transaction.atomic
def move_entry(*, entry: Entry, to: int, by: Account | None) -> None:
    """Put somebody at a place of the list, counted from 1; the others close up. Past the end is the end.

    Raises `NotTheOrganiser`, and `WrongMoment` after the start or for somebody who is not in the list.
    """
    event = entry.tournament.locked()
    require_organiser(by, event.club)
    check_before_start(event)
    entries = list(event.entries.select_related("player").order_by("number"))
    moved = next((one for one in entries if one.pk == entry.pk), None)
    if moved is None:
        raise WrongMoment(_("%(player)s is no longer entered. Open the list again.") % {"player": entry.player.name})
    entries.remove(moved)
    entries.insert(max(to, 1) - 1, moved)
    renumber(entries)
    said = gettext_noop("%(player)s now has seeding number %(number)d.")
    noted(event, "list-moved", said, by, player=moved.player, number=moved.number)
    changed(event)


def _by_rating(event: Tournament, entries: list[Entry]) -> list[Entry]:
    """The best first, as the pool of this event rates them now; whoever has no rating there follows in order."""
    players = [entry.player_id for entry in entries]
    rated = dict(current_ratings().filter(fold__pool=event.pool, player__in=players).values_list("player_id", "value"))
    return sorted(entries, key=lambda entry: -rated.get(entry.player_id, -1))


def _by_lot(_event: Tournament, entries: list[Entry]) -> list[Entry]:
    return SystemRandom().sample(entries, len(entries))


def _by_name(_event: Tournament, entries: list[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.player.name.casefold(), entry.pk))


ORDERS: dict[str, tuple[Order, str]] = {
    "rating": (_by_rating, gettext_noop("The seeding was ordered by rating.")),
    "lot": (_by_lot, gettext_noop("The seeding was ordered at random.")),
    "name": (_by_name, gettext_noop("The seeding was ordered by name.")),
}
