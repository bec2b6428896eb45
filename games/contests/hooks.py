"""What contests register with lower apps: occasions of matches, a panel of the club page, the data export, signals."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.contests.models import Entry, FinalDeal
from games.contests.queries import contests_seen_by
from games.contests.services import withdraw_bots_of
from games.matches.models import Match
from games.matches.occasions import Kind, Occasion
from league.accounts.models import Account, Player
from league.accounts.signals import account_leaving
from league.clubs.models import Club
from league.clubs.permissions import Rights, User

OF_A_CONTEST = Q(block__of_a_final__isnull=False)


def contests_of(matches: Collection[Match], user: User) -> Mapping[int, Occasion]:
    """Return the contest of each match that was played for one; without a name where the user may not see it."""
    deals = list(FinalDeal.objects.filter(block__in={match.block_id for match in matches}).select_related("contest"))
    ids = {deal.contest_id for deal in deals}
    visible = set(contests_seen_by(user).filter(pk__in=ids).values_list("pk", flat=True)) if ids else set()
    hidden = Occasion(Kind.CONTEST, _("a contest"))
    by_block = {deal.block_id: _occasion(deal) if deal.contest_id in visible else hidden for deal in deals}
    return {match.pk: by_block[match.block_id] for match in matches if match.block_id in by_block}


def _occasion(deal: FinalDeal) -> Occasion:
    words = _("%(contest)s, deal %(number)d") % {"contest": deal.contest.name, "number": deal.number}
    return Occasion(Kind.CONTEST, words, reverse("contests:contest", args=[deal.contest.public_id]))


def why_final_needs(slug: str) -> str:
    """Return why the file of this version is needed: a final has it and is not over. "" if there is none."""
    open_finals = Entry.objects.filter(bot=slug, contest__over_at=None, contest__called_off_at=None)
    entry = open_finals.select_related("contest").first()
    if entry is None:
        return ""
    sentence = _("This version plays in the final of %(contest)s. Delete the file when the final is over.")
    return sentence % {"contest": entry.contest.name}


def contests_data(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return every bot of theirs in a contest, and what played for it, for the data export."""
    entries = Entry.objects.filter(owner__player__in=players).select_related("contest", "player").order_by("pk")
    return [
        {
            "contest": entry.contest.name,
            "bot": entry.player.name,
            "entered": entry.created_at,
            "closed": entry.contest.closed_at,
            "played": entry.bot,
            "left out because": entry.left_out_because,
        }
        for entry in entries
    ]


def contests_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """Return the context of the panel, without a query."""
    return {"club": club, "may_organise": rights.organise}


@receiver(account_leaving, dispatch_uid="games.contests.withdraw")
def withdraw_bots(*, account: Account, **_: Any) -> None:
    """Withdraw the bots of a deleted account from open contests."""
    withdraw_bots_of(account)
