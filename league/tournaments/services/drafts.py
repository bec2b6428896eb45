"""Drafts: publish, discard, pair again; and unpublish a round without reports."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.common.live import announce
from league.tournaments.errors import WrongMoment
from league.tournaments.models import Drawing, Round, TableLink, Tournament
from league.tournaments.queries.history import changes_since, history_of, marks_of
from league.tournaments.queries.rounds import closed_tables, rows_of, tables_of
from league.tournaments.services.lifecycle import go_on
from league.tournaments.services.pairing_changes import check_playable, held_round
from league.tournaments.services.publishing import publish_round
from league.tournaments.services.revisions import noted
from league.tournaments.services.round_requests import ask


@transaction.atomic
def publish_draft(*, tournament: Tournament, number: int, seen: str, by: Account | None) -> Round:
    """Publish a draft unchanged: as version 1, or as the next version of a round that was published before."""
    event, draft = _held_draft(tournament, number, by, seen)
    check_playable(event, number, tables_of(draft))
    published = publish_round(tournament_round=draft)
    said = gettext_noop("Round %(round)d was published, version %(version)d.")
    noted(event, "round-published", said, by, round=number, version=published.version)
    announce(event.desk_topic)
    go_on(event)
    return published


@transaction.atomic
def put_away(*, tournament: Tournament, number: int, seen: str, by: Account | None) -> None:
    """Discard a draft with its changes. Pairing the round again from the same facts gives the same tables."""
    event, draft = _held_draft(tournament, number, by, seen)
    _throw_away(event, draft, by)


@transaction.atomic
def draw_anew(*, tournament: Tournament, number: int, seen: str, by: Account | None) -> Drawing:
    """Discard a draft and pair it again, if that can change it.

    Lots follow from the tournament's seed, so the same facts give the same round: nobody can pair until they like
    it."""
    event, draft = _held_draft(tournament, number, by, seen)
    now = marks_of(event, history_of(event.pk), number)
    if not draft.steps.exists() and not changes_since(draft.drawn_from, now):
        raise WrongMoment(
            _("Nothing has changed since the round was paired. Pairing it again would give the same tables.")
        )
    _throw_away(event, draft, by)
    before = event.drawings.filter(number=number).order_by("-id").first()
    return ask(event, by, repeats=before is not None and before.repeats)


@transaction.atomic
def take_off_the_board(*, tournament: Tournament, number: int, seen: str, by: Account | None) -> Round:
    """Make a published round without reports a draft again; its table links are revoked."""
    event, published = held_round(tournament, number, by, seen)
    if published.status != Round.Status.PUBLISHED:
        raise WrongMoment(_("Round %(round)d is not published.") % {"round": number})
    if event.pace != Tournament.Pace.DESK:
        raise WrongMoment(
            _("Rounds of %(event)s are published automatically. Change or repair this round instead.")
            % {"event": event}
        )
    closed = closed_tables(list(rows_of(published)))
    if closed:
        raise WrongMoment(
            _("Table %(table)d already has a report or a result. Change or repair the round instead.")
            % {"table": min(closed)}
        )
    links = TableLink.objects.filter(pairing__round=published, revoked_at=None)
    links.update(revoked_at=timezone.now())
    published.status, published.published_at, published.announced_at = Round.Status.DRAFT, None, None
    published.clock_ends_at = published.clock_left = None
    published.revision += 1
    published.save()
    noted(event, "round-unpublished", gettext_noop("Round %(round)d was unpublished."), by, round=number)
    announce(event.desk_topic)
    go_on(event)
    return published


def _held_draft(tournament: Tournament, number: int, by: Account | None, seen: str) -> tuple[Tournament, Round]:
    event, draft = held_round(tournament, number, by, seen)
    if draft.status != Round.Status.DRAFT:
        raise WrongMoment(
            _("Round %(round)d has already been published. Unpublish it to change the pairings.") % {"round": number}
        )
    return event, draft


def _throw_away(event: Tournament, draft: Round, by: Account | None) -> None:
    if draft.changed_at is not None:
        raise WrongMoment(
            _("Round %(round)d was published before and may have been printed. Change it and publish a new version.")
            % {"round": draft.number}
        )
    draft.delete()
    noted(event, "draft-put-away", gettext_noop("The draft of round %(round)d was discarded."), by, round=draft.number)
    announce(event.desk_topic)
