"""What matches are played for: a ladder, a tournament, a contest, practice. Higher apps register their occasions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match
from league.clubs.permissions import User


class Kind(models.TextChoices):
    """The kinds of occasions."""

    LADDER = "ladder", _("Ladder")
    TOURNAMENT = "tournament", _("Tournament")
    CONTEST = "contest", _("Contest")
    PRACTICE = "practice", _("game against bots")
    OTHER = "other", _("Other")


class Occasion(NamedTuple):
    """What a match was played for: a label and a link, "" where the user may not see it."""

    kind: Kind
    words: str
    href: str = ""


Finder = Callable[[Collection[Match], User], Mapping[int, Occasion]]
"""From matches to their occasions by the match's key: those it knows, in a fixed number of queries."""

_registered: dict[Kind, tuple[Q, Finder]] = {}


def register_occasion(kind: Kind, *, condition: Q, find: Finder) -> None:
    """Register a kind of occasion. Idempotent."""
    _registered[kind] = (condition, find)


def of_kind(kind: str) -> Q:
    """Return the condition on matches of this kind."""
    if kind != Kind.OTHER:
        return _registered[Kind(kind)][0]
    none = Q()
    for condition, _find in _registered.values():
        none &= ~condition
    return none


def occasions_of(matches: Sequence[Match], user: User) -> dict[int, Occasion]:
    """Return what each of the matches was played for, by its key; a fixed number of queries."""
    occasions = {match.pk: Occasion(Kind.OTHER, "") for match in matches}
    if matches:
        for _condition, find in _registered.values():
            occasions |= find(matches, user)
    return occasions
