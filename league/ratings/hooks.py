"""Hooks that ratings register with lower apps: lines of the home page, club panel, signals."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from league.accounts.home_page import Line
from league.accounts.models import Account, Player
from league.accounts.signals import merge_undoing, players_merging
from league.clubs.club_page_sections import Activity, register_activities, register_card_part, register_panel
from league.clubs.models import Club, Membership
from league.clubs.permissions import Rights
from league.clubs.signals import club_changed
from league.common.live import announce
from league.competition.ratings.system import MILLI
from league.ratings.leaderboards import Board, Row, activities_at, boards_seen_by, main_leaders
from league.ratings.models import Fold, Rating
from league.ratings.players import RatingChange, rating_changes_of
from league.ratings.services import enqueue_fold
from league.results.models import Pool

AFTER_TOURNAMENTS = 40


def rating_changes(account: Account, since: datetime | None) -> Sequence[Line]:
    """Return a line for each leaderboard on which the reader's rating changed."""
    return [_line(change) for change in rating_changes_of(account, since)] if since else []


def _line(change: RatingChange) -> Line:
    facts = {"pool": change.pool.display_name, "now": round(change.after / MILLI), "change": abs(change.change)}
    words = {
        1: _("Your rating rose by %(change)d to %(now)d"),
        0: _("Your rating stayed at %(now)d"),
        -1: _("Your rating fell by %(change)d to %(now)d"),
    }[(change.change > 0) - (change.change < 0)]
    href = reverse("ratings:player", args=[change.player.public_id, change.player.slug])
    href, note = f"{href}?pool={change.pool.slug}", f"{change.pool.display_name},"
    return Line(words % facts, href, note, change.at, change=change.change)


def boards_of_club(request: HttpRequest, club: Club, _rights: Rights) -> dict[str, list[Board]]:
    """Return the club's own leaderboards."""
    return {"boards": boards_seen_by(request.user, club=club.slug)}


def leaders_on_cards(request: HttpRequest, clubs: Sequence[Club]) -> dict[int, tuple[Pool, list[Row]]]:
    """Return the main leaderboard of each club."""
    return main_leaders(request.user, clubs)


def ratings_of_members(request: HttpRequest, club: Club, players: Sequence[int]) -> dict[int, Activity]:
    """Return rating and last game of players (ids) at a club."""
    return activities_at(request.user, club, players)


register_activities(ratings_of_members)
register_card_part(template="ratings/_club_card.html", facts=leaders_on_cards, order=20)
register_panel(template="ratings/_club_panel.html", facts=boards_of_club, order=AFTER_TOURNAMENTS)


@receiver(post_save, sender=Player)
def refresh_leaderboards(instance: Player, created: bool, **_: Any) -> None:
    """Invalidate every leaderboard with the player."""
    if not created:
        _revise(Fold.objects.filter(pk__in=Rating.objects.filter(player=instance).values("fold")))


@receiver([post_save, post_delete], sender=Membership)
def refresh_display_name(instance: Membership, **_: Any) -> None:
    """Invalidate them if a membership may change the player's display name."""
    if instance.club.shortens_names:
        _revise(Fold.objects.filter(pk__in=Rating.objects.filter(player=instance.player_id).values("fold")))


@receiver(club_changed)
def refresh_all_leaderboards(**_: Any) -> None:
    """Invalidate every leaderboard when a club is renamed or becomes private: filters name it."""
    _revise(Fold.objects.all())


@receiver(players_merging)
def rebuild_fold(former: Player, **_: Any) -> None:
    """Enqueue a fold of every pool in which the merged player has a rating."""
    for pool in Rating.objects.filter(player=former).values_list("fold__pool", flat=True).distinct():
        transaction.on_commit(partial(enqueue_fold, pool), robust=True)


@receiver(merge_undoing)
def refold_separated(former: Player, standing: Player, **_: Any) -> None:
    """Enqueue a new fold of every pool that read the two as one."""
    read_as_one = Fold.objects.filter(merges__contains={str(former.pk): standing.pk})
    others = Player.objects.filter(merged_into=former).values_list("pk", flat=True)
    for other in others:
        read_as_one |= Fold.objects.filter(merges__contains={str(other): standing.pk})
    pools = set(read_as_one.values_list("pool", flat=True))
    read_as_one.update(folded_number=0)
    for pool in pools:
        transaction.on_commit(partial(enqueue_fold, pool), robust=True)


def _revise(folds: QuerySet[Fold]) -> None:
    if folds.update(revision=F("revision") + 1):
        announce(*(f"pool:{public_id}" for public_id in set(folds.values_list("pool__public_id", flat=True))))
