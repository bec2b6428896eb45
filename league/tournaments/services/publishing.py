"""A round goes on the board: its pairings and legs become rows, and whoever makes the matches hears of it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from league.results.services import NewResult, SeatResult, enter_results
from league.rules.formats import format as rules
from league.shared.live import announce
from league.tournaments.models import Entry, Leg, Pairing, PairingSeat, Round, Tournament
from league.tournaments.signals import pairings_published

SILENCE_BEFORE_REPEATING = timedelta(seconds=20)


def draw_round(event: Tournament, drawn: rules.Round) -> Round:
    """Write down a round that the format has drawn, as a draft. The caller holds the tournament's lock."""
    written = Round.objects.create(tournament=event, number=drawn.number)
    entries = {entry.number: entry for entry in event.entries.select_related("player")}
    pairings = Pairing.objects.bulk_create(_pairing(written, pairing) for pairing in drawn.pairings)
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=row, seat=seat, entry=entries[number])
        for row, pairing in zip(pairings, drawn.pairings, strict=True)
        for seat, number in enumerate(pairing.seats)
    )
    legs = Leg.objects.bulk_create(
        Leg(pairing=row, number=number)
        for row, pairing in zip(pairings, drawn.pairings, strict=True)
        if pairing.bye is None
        for number in range(1, pairing.legs + 1)
    )
    _enter_walkovers(event, drawn.pairings, legs, entries)
    return written


def byes_last(drawn: rules.Round) -> rules.Round:
    """The same round with its tables numbered from 1 without a gap, and those without a table after them."""
    ordered = sorted(drawn.pairings, key=lambda pairing: pairing.bye is not None)
    return replace(drawn, pairings=tuple(replace(one, table=number) for number, one in enumerate(ordered, start=1)))


@transaction.atomic
def publish_round(*, tournament_round: Round) -> Round:
    """Put a drafted round on the board and announce it on commit. A published round is only announced again."""
    published = Round.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=tournament_round.pk)
    if published.status == Round.Status.DRAFT:
        published.status = Round.Status.PUBLISHED
        published.published_at = timezone.now()
    if published.status == Round.Status.PUBLISHED:
        _announce(published)
    published.save(update_fields=["status", "published_at", "announced_at"])
    return published


@transaction.atomic
def announce_again() -> int:
    """Announce anew every round on the machine that has been open and silent for a while; return how many.

    An announcement can be lost with the process that made it; whoever hears it twice does nothing twice.
    """
    silent = Round.objects.filter(
        status=Round.Status.PUBLISHED,
        tournament__status=Tournament.Status.RUNNING,
        tournament__venue=Tournament.Venue.MACHINE,
        announced_at__lt=timezone.now() - SILENCE_BEFORE_REPEATING,
    )
    rounds = list(silent.select_for_update(of=("self",), skip_locked=True).select_related("tournament"))
    for one in rounds:
        _announce(one)
    Round.objects.bulk_update(rounds, ["announced_at"])
    return len(rounds)


def _announce(published: Round) -> None:
    published.announced_at = timezone.now()
    announce(published.tournament.topic)
    transaction.on_commit(partial(pairings_published.send, sender=Round, round_id=published.pk), robust=True)


def _pairing(written: Round, drawn: rules.Pairing) -> Pairing:
    reasons = [{"template": reason.template, "facts": dict(reason.facts)} for reason in drawn.reasons]
    return Pairing(round=written, table=drawn.table, bye=drawn.bye or "", reasons=reasons)


def _enter_walkovers(
    event: Tournament, drawn: Sequence[rules.Pairing], legs: Sequence[Leg], entries: dict[int, Entry]
) -> None:
    """Enter in the ledger, unrated, what is decided because an opponent has left."""
    subjects = {(leg.pairing.table, leg.number): leg.subject for leg in legs}
    walkovers = [
        NewResult(
            subject=subjects[pairing.table, leg.number],
            seats=tuple(
                SeatResult(player_id=entries[entry].player_id, points=0, place=place)
                for entry, place in zip(leg.seats, leg.places, strict=True)
            ),
            how=leg.how,
            is_rated=False,
        )
        for pairing in drawn
        for leg in pairing.results
    ]
    if walkovers:
        enter_results(pool=event.pool, entries=walkovers)
