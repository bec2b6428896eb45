"""The finale is told: deal by deal, in their order, at the pace that was chosen."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.contests.errors import TooLate
from games.contests.letters import write_to_owners
from games.contests.models import Contest, FinaleBlock
from games.contests.services.holding import held_by_organiser
from games.contests.services.turns import each_alone
from games.matches.models import Block, Match
from games.matches.services.claims import rules_played_here
from league.members.models import Account
from league.shared.live import announce


def tell_contests() -> int:
    """Tell what is due of every finale, and end those that are told; returns how many deals. Twice is harmless."""
    at_work = Contest.objects.filter(closed_at__isnull=False, over_at=None, called_off_at=None)
    return each_alone(_tell, at_work.order_by("closed_at"))


@transaction.atomic
def _tell(pk: int) -> int:
    rows = Contest.objects.select_for_update(skip_locked=True).filter(over_at=None, called_off_at=None)
    contest = rows.filter(pk=pk).first()
    if contest is None:
        return 0
    told = 0
    left = list(contest.finale.filter(told_at=None, dropped_at=None).select_related("block").order_by("number"))
    while left and left[0].is_finished and _is_due(contest):
        _open(contest, left.pop(0))
        told += 1
    if not left:
        contest.over_at = now = timezone.now()
        kept_back = Block.objects.filter(of_a_finale__contest=contest, is_withheld=True)  # those that were left out
        kept_back.update(is_withheld=False, told_at=now)
        write_to_owners(contest, "over")
    contest.save(update_fields=["told_at", "over_at"])
    if told or not left:
        announce(contest.topic)
    return told


def _is_due(contest: Contest) -> bool:
    """The first deal is told as soon as it is played."""
    return contest.told_at is None or timezone.now() >= contest.told_at + timedelta(minutes=contest.pace)


def _open(contest: Contest, deal: FinaleBlock) -> None:
    deal.told_at = contest.told_at = timezone.now()
    deal.save(update_fields=["told_at"])
    Block.objects.filter(of_a_finale=deal).update(is_withheld=False, told_at=deal.told_at)


@transaction.atomic
def drop_deal(*, contest: str, number: int, by: Account) -> None:
    """Leave out a deal that will never be played, so that the others are told; twice is harmless.

    Raises `NoSuchContest`, `NotYours`, and `TooLate` for one that is being played or was told.
    """
    found = held_by_organiser(contest, by)
    deal = found.finale.filter(number=number).first()
    if deal is None or deal.told_at is not None or not is_stuck(deal):
        raise TooLate(_("Only a deal that cannot be finished can be skipped."))
    if deal.dropped_at is None:
        deal.dropped_at = timezone.now()
        deal.save(update_fields=["dropped_at"])
        announce(found.topic)


def is_stuck(deal: FinaleBlock) -> bool:
    """Whether it could not be queued, one of its matches was given up, or is by rules that nobody here plays."""
    if deal.block_id is None:
        return bool(deal.refused_because)
    matches = Match.objects.filter(block=deal.block_id)
    waiting = matches.filter(status=Match.Status.QUEUED).exclude(rules_version__in=rules_played_here())
    return matches.filter(status=Match.Status.DEAD).exists() or waiting.exists()
