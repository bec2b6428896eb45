"""The entry list before the start: order, no-shows, removal."""

from collections.abc import Callable, Iterable, Sequence
from secrets import SystemRandom

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.ratings.queries import current_ratings
from league.tournaments.errors import EntryRefused, WrongMoment
from league.tournaments.models import Entry, RequestedBye, Tournament
from league.tournaments.permissions import check_before_start, locked_for_organiser
from league.tournaments.services.revisions import bump_revision, log_change

LEFT_OUT, WITH_A_BYE = "out", "bye"  # of absent players


def current_entry(tournament: Tournament, entry: Entry) -> Entry:
    """Return the entry as it is now, with its player. Raise `WrongMoment` if it was removed."""
    current = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if current is None:
        raise WrongMoment(_("%(player)s is no longer entered. Open the list again."), player=entry.player.name)
    return current


def remove_unstarted(tournament: Tournament, entries: Iterable[Entry]) -> None:
    """Remove entries before the start without a trace. The caller holds the tournament's lock."""
    tournament.entries.filter(pk__in=[entry.pk for entry in entries]).delete()
    renumber(list(tournament.entries.order_by("number")))
    bump_revision(tournament)


def renumber(entries: Sequence[Entry]) -> None:
    """Number the entries from 1 in this order."""
    for number, entry in enumerate(entries, start=1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"])


def remove_absent_at_start(tournament: Tournament, absent: str, by: Account | None) -> None:
    """Remove no-shows and the waiting list at the start. The caller holds the lock.

    During check-in, players without a tick are removed, or with `WITH_A_BYE` get a zero-point bye in round 1. Players
    on the waiting list move up while there is room.
    """
    if tournament.status == Tournament.Status.CHECK_IN:
        missing = list(tournament.entries.filter(checked_in_at=None).select_related("player"))
        if absent == WITH_A_BYE:
            _give_byes(tournament, [entry for entry in missing if not tournament.keeps_waiting(entry.number)], by)
            missing = [entry for entry in missing if tournament.keeps_waiting(entry.number)]
        _remove(tournament, missing, gettext_noop("%(player)s was absent at the start and was removed."), by)
    if tournament.capacity is not None:
        waiting = list(tournament.entries.filter(number__gt=tournament.capacity).select_related("player"))
        message = gettext_noop("%(player)s was on the waiting list at the start and was removed.")
        _remove(tournament, waiting, message, by)


def _give_byes(tournament: Tournament, missing: list[Entry], by: Account | None) -> None:
    byes = [RequestedBye(entry=entry, round=1, kind=RequestedBye.Kind.ZERO) for entry in missing]
    RequestedBye.objects.filter(entry__in=missing, round=1).delete()
    RequestedBye.objects.bulk_create(byes)
    message = gettext_noop("%(player)s was absent at the start and gets a zero-point bye in round 1.")
    for entry in missing:
        log_change(tournament, "player-excused", message, by, player=entry.player)


def _remove(tournament: Tournament, missing: list[Entry], message: str, by: Account | None) -> None:
    if not missing:
        return
    for entry in missing:
        log_change(tournament, "player-left-out", message, by, player=entry.player)
    remove_unstarted(tournament, missing)


Sorter = Callable[[Tournament, list[Entry]], list[Entry]]


@transaction.atomic
def order_entries(*, tournament: Tournament, order: str, by: Account | None) -> None:
    """Renumber the entries by one of `ORDERS`; the waiting list keeps its order."""
    tournament = locked_for_organiser(tournament, by)
    check_before_start(tournament)
    if order not in ORDERS:
        raise EntryRefused(_("Choose an order from the list."))
    sort, message = ORDERS[order]
    entries = list(tournament.entries.select_related("player").order_by("number"))
    room = len(entries) if tournament.capacity is None else tournament.capacity
    renumber(sort(tournament, entries[:room]) + entries[room:])
    log_change(tournament, "list-ordered", message, by)
    bump_revision(tournament)


@transaction.atomic
def move_entry(*, entry: Entry, to: int, by: Account | None) -> None:
    """Move an entry to position `to`, from 1; a number past the end means the end."""
    tournament = locked_for_organiser(entry.tournament, by)
    check_before_start(tournament)
    entries = list(tournament.entries.select_related("player").order_by("number"))
    moved = current_entry(tournament, entry)
    entries.remove(moved)
    entries.insert(max(to, 1) - 1, moved)
    renumber(entries)
    message = gettext_noop("%(player)s now has seeding number %(number)d.")
    log_change(tournament, "list-moved", message, by, player=moved.player, number=moved.number)
    bump_revision(tournament)


def _by_rating(tournament: Tournament, entries: list[Entry]) -> list[Entry]:
    """Sort by rating in the tournament's pool, best first; players without a rating follow in their order."""
    players = [entry.player_id for entry in entries]
    rated = dict(
        current_ratings().filter(fold__pool=tournament.pool, player__in=players).values_list("player_id", "value")
    )
    return sorted(entries, key=lambda entry: -rated.get(entry.player_id, -1))


def _by_lot(_tournament: Tournament, entries: list[Entry]) -> list[Entry]:
    return SystemRandom().sample(entries, len(entries))


def _by_name(_tournament: Tournament, entries: list[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.player.name.casefold(), entry.pk))


ORDERS: dict[str, tuple[Sorter, str]] = {
    "rating": (_by_rating, gettext_noop("The seeding was ordered by rating.")),
    "lot": (_by_lot, gettext_noop("The seeding was ordered at random.")),
    "name": (_by_name, gettext_noop("The seeding was ordered by name.")),
}
