"""Forbidden pairs: players who are not paired with each other if possible."""

from collections.abc import Collection, Sequence
from itertools import combinations

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.models import Account
from league.tournaments.errors import EntryRefused, WrongMoment
from league.tournaments.import_preview import MOST_APART
from league.tournaments.models import Entry, ForbiddenPair, Tournament
from league.tournaments.permissions import (
    FARTHEST_ROUND,
    check_not_over,
    locked_for_organiser,
    next_round_number,
)
from league.tournaments.services.revisions import bump_revision, log_change


@transaction.atomic
def forbid_pair(
    *, tournament: Tournament, entries: Sequence[Entry], by: Account | None, until_round: int | None = None
) -> int:
    """Forbid all pairings among the entries, until a round (inclusive) or always; return the number of pairs.

    Pairs that are already forbidden get the new last round. Published rounds do not change.

    Raise `NotTheOrganiser`, `WrongMoment`, and `EntryRefused` for a wrong number of players.
    """
    tournament = locked_for_organiser(tournament, by)
    check_not_over(tournament)
    ids = {entry.pk for entry in entries}
    here = list(tournament.entries.filter(pk__in=ids).select_related("player").order_by("pk"))
    if not 2 <= len(here) <= MOST_APART:
        raise EntryRefused(_("Choose 2 to %(most)d players."), most=MOST_APART)
    if until_round is not None and not next_round_number(tournament) <= until_round <= FARTHEST_ROUND:
        raise WrongMoment(
            _("Choose a round from %(coming)d to %(most)d, or leave the field empty for the whole tournament."),
            coming=next_round_number(tournament),
            most=FARTHEST_ROUND,
        )
    pairs = list(combinations(here, 2))
    for one, other in pairs:
        ForbiddenPair.objects.update_or_create(
            one=one, other=other, defaults={"tournament": tournament, "until_round": until_round}
        )
        message = gettext_noop("%(one)s and %(other)s will not be paired if possible.")
        log_change(tournament, "pair-kept-apart", message, by, one=one.player, other=other.player)
    bump_revision(tournament)
    return len(pairs)


def separate_club(tournament: Tournament, club: str, players: Collection[int], by: Account | None) -> None:
    """Forbid pairings among members of a club in round 1; existing forbidden pairs do not change.

    `players` are their ids. The caller holds the lock and has checked that round 1 is not published.
    """
    here = tournament.entries.filter(player_id__in=players).order_by("pk")
    pairs = [
        ForbiddenPair(tournament=tournament, one=one, other=two, until_round=1) for one, two in combinations(here, 2)
    ]
    ForbiddenPair.objects.bulk_create(pairs, ignore_conflicts=True)
    message = gettext_noop("Players of %(club)s will not be paired in round 1 if possible.")
    log_change(tournament, "club-kept-apart", message, by, club=club)
    bump_revision(tournament)


@transaction.atomic
def remove_forbidden_pair(*, tournament: Tournament, pair: str, by: Account | None) -> None:
    """Allow a forbidden pair, by its public id. Idempotent. Raise `NotTheOrganiser` or `WrongMoment`."""
    tournament = locked_for_organiser(tournament, by)
    check_not_over(tournament)
    forbidden = tournament.forbidden_pairs.select_related("one__player", "other__player").filter(public_id=pair).first()
    if forbidden is None:
        return
    message = gettext_noop("%(one)s and %(other)s can be paired again.")
    log_change(tournament, "pair-may-meet", message, by, one=forbidden.one.player, other=forbidden.other.player)
    forbidden.delete()
    bump_revision(tournament)
