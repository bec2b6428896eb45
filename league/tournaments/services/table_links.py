"""Links are laid on the tables of a round, taken away, and made anew; seats that were taken by mistake are freed."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.members.audit_log import Fact, note
from league.members.models import Account
from league.shared.live import announce
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Pairing, Round, TableLink, TableVoice, Tournament
from league.tournaments.permissions import require_scorer
from league.tournaments.selectors.table_links import tables_of


@transaction.atomic
def make_links(*, tournament_round: Round, by: Account | None) -> int:
    """Lay a link on every table of the round that has none and still plays; return how many were made.

    A link that was made for others than sit there now is withdrawn. Raises `NotTheOrganiser`, `WrongMoment`.
    """
    event = _open_for_links(tournament_round, by)
    tables = tables_of(tournament_round)
    outdated = [link.pk for table in tables for link in table.outdated]
    TableLink.objects.filter(pk__in=outdated).update(revoked_at=timezone.now())
    without = [table.pairing for table in tables if table.link is None and not table.is_decided]
    made = TableLink.objects.bulk_create(_link_for(pairing, by) for pairing in without)
    if made:
        what = gettext_noop("Table links created for round %(round)d: %(count)d.")
        _note("links-made", what, event, by, count=len(made), round=tournament_round.number)
    return len(made)


@transaction.atomic
def revoke_links(*, tournament_round: Round, by: Account | None) -> int:
    """Withdraw all links of a round; return how many worked until now."""
    event = _locked_for(tournament_round, by)
    open_links = TableLink.objects.filter(pairing__round=tournament_round, revoked_at=None)
    count = open_links.update(revoked_at=timezone.now())
    if count:
        what = gettext_noop("All table links of round %(round)d were revoked.")
        _note("links-revoked", what, event, by, round=tournament_round.number)
    return count


@transaction.atomic
def revoke_link(*, link: TableLink, by: Account | None) -> None:
    """Withdraw the link of one table; doing it twice changes nothing."""
    event = _locked_for(link.pairing.round, by)
    if TableLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
        what = gettext_noop("The link of table %(table)d in round %(round)d was revoked.")
        _note("link-revoked", what, event, by, table=link.table, round=link.pairing.round.number)


@transaction.atomic
def renew_link(*, link: TableLink, by: Account | None) -> TableLink:
    """Withdraw a table's link and lay a new one there. Of a link that was renewed already, return its successor."""
    event = _open_for_links(link.pairing.round, by)
    if not TableLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now()):
        successor = TableLink.objects.filter(pairing=link.pairing_id, revoked_at=None).first()
        if successor is not None:
            return successor
    made = _link_for(Pairing.objects.prefetch_related("seats").get(pk=link.pairing_id), by)
    made.save()
    what = gettext_noop("The link of table %(table)d in round %(round)d was replaced by a new one.")
    _note("link-renewed", what, event, by, table=made.table, round=link.pairing.round.number)
    return made


@transaction.atomic
def free_seat(*, link: TableLink, seat: int, by: Account | None) -> None:
    """Let another phone report for a seat. What the former one reported stays; doing it twice changes nothing."""
    event = _locked_for(link.pairing.round, by)
    voices = TableVoice.objects.filter(link=link, seat__seat=seat).select_related("seat__entry__player")
    for voice in voices:
        voice.delete()
        what = gettext_noop("At table %(table)d, the seat of %(player)s was released from a phone.")
        _note("seat-freed", what, event, by, table=link.table, player=voice.seat.entry.player)


def _locked_for(tournament_round: Round, by: Account | None) -> Tournament:
    event = tournament_round.tournament.locked()
    require_scorer(by, event.club)
    return event


def _open_for_links(tournament_round: Round, by: Account | None) -> Tournament:
    """The event under its lock, if its tables can be reported at all."""
    event = _locked_for(tournament_round, by)
    status = Round.objects.values_list("status", flat=True).get(pk=tournament_round.pk)
    if event.is_on_the_machine:
        raise WrongMoment(_("This tournament has bot matches, so its tables have no links."))
    if not event.is_running or status == Round.Status.DRAFT:
        raise WrongMoment(_("Only a published round of a running tournament has table links. Publish the round first."))
    return event


def _link_for(pairing: Pairing, by: Account | None) -> TableLink:
    entries = [seat.entry_id for seat in pairing.seats.all()]
    return TableLink(pairing=pairing, table=pairing.table, entries=entries, made_by=by)


def _note(verb: str, what: str, event: Tournament, by: Account | None, **facts: Fact) -> None:
    note(verb, what, by=by, club=event.club.public_id, event=event.public_id, facts=facts)
    announce(event.topic)
