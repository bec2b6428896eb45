"""Registration before the start: sign-up by players, waiting list, check-in.

The waiting list is not stored: until the start, entries with a number above the capacity wait. When a player withdraws,
the numbers close up, and the first one waiting is in."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.accounts.services.players import player_for
from league.clubs.permissions import role_of
from league.tournaments.errors import EntryRefused, NotTheOrganiser, WrongMoment
from league.tournaments.models import Entry, Tournament
from league.tournaments.permissions import check_before_start, locked_for_organiser, locked_for_scorer
from league.tournaments.queries.entries import entries_by
from league.tournaments.services.entries import Newcomer, write_entries
from league.tournaments.services.entry_list import strike
from league.tournaments.services.revisions import changed, noted

Status = Tournament.Status

_SAID = {
    Status.DRAFT: gettext_noop("Registration was closed."),
    Status.REGISTRATION: gettext_noop("Registration was opened."),
    Status.CHECK_IN: gettext_noop("Check-in was opened."),
}


@transaction.atomic
def open_registration(*, tournament: Tournament, by: Account | None) -> None:
    """Let players register themselves. Idempotent."""
    _move(tournament, Status.REGISTRATION, by)


@transaction.atomic
def close_registration(*, tournament: Tournament, by: Account | None) -> None:
    """Make it a draft again; entries stay. Raise the same errors as `open_registration`."""
    _move(tournament, Status.DRAFT, by)


@transaction.atomic
def open_check_in(*, tournament: Tournament, by: Account | None) -> None:
    """Open the check-in and close the registration. Raise the same errors as `open_registration`."""
    _move(tournament, Status.CHECK_IN, by)


@transaction.atomic
def register(*, tournament: Tournament, by: Account) -> Entry:
    """Enter the account's player, on the waiting list if the tournament is full. Idempotent.

    In a public club everybody who is signed in may register, as a guest if they are no member: visitors are welcome,
    and organisers can remove entries. In a private club only its own people may, also if a link shows others its
    pages."""
    event = tournament.locked()
    if event.status != Status.REGISTRATION:
        raise WrongMoment(_("Registration for %(event)s is not open now. Ask its organisers.") % {"event": event.name})
    is_guest = role_of(by, event.club) is None
    if is_guest and not event.club.is_public:
        raise NotTheOrganiser(_("Only members of %(club)s can register. Ask its organisers.") % {"club": event.club})
    player = player_for(by)
    entry = event.entries.filter(entries_by(by)).first()
    return entry or write_entries(event, [Newcomer(player, is_guest)], by)[0]


@transaction.atomic
def unregister(*, tournament: Tournament, by: Account) -> None:
    """Remove the account's entry; the waiting list moves up. Idempotent. Raise `WrongMoment` after the start."""
    event = tournament.locked()
    if event.status not in {Status.REGISTRATION, Status.CHECK_IN}:
        raise WrongMoment(_("Registration is closed. Ask an organiser to withdraw you."))
    entry = event.entries.filter(entries_by(by)).select_related("player").first()
    if entry is not None:
        noted(event, "player-unregistered", gettext_noop("%(player)s withdrew."), by, player=entry.player)
        strike(event, [entry])


@transaction.atomic
def check_in(*, entry: Entry, is_here: bool, by: Account | None) -> None:
    """Mark a player as here or not here at the check-in; scorers may too. Idempotent."""
    event = locked_for_scorer(entry.tournament, by)
    if event.status != Status.CHECK_IN:
        raise WrongMoment(_("Check-in is not open. An organiser can open it."))
    standing = event.entries.select_related("player").filter(pk=entry.pk).first()
    if standing is None:
        raise WrongMoment(_("%(player)s is no longer entered. Open the list again.") % {"player": entry.player.name})
    if (standing.checked_in_at is not None) == is_here:
        return
    standing.checked_in_at = timezone.now() if is_here else None
    standing.save(update_fields=["checked_in_at"])
    said = (
        gettext_noop("%(player)s was checked in.")
        if is_here
        else gettext_noop("The check-in of %(player)s was undone.")
    )
    noted(event, "player-checked-in" if is_here else "player-checked-out", said, by, player=standing.player)
    changed(event)


def _move(tournament: Tournament, to: Tournament.Status, by: Account | None) -> None:
    event = locked_for_organiser(tournament, by)
    check_before_start(event)
    if event.is_on_the_machine:
        raise EntryRefused(_("Bot matches have no registration. Choose the bots from the list."))
    if event.status == to:
        return
    event.status = to
    event.save(update_fields=["status"])
    noted(event, f"event-to-{to.value}", _SAID[to], by)
    changed(event)
