"""The audit log: writing a line, and the lines as people read them, with the present names of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.accounts.models import Account, Change, Player
from league.common.pool_names import translated_name

Fact = str | int | Player


def note(
    verb: str,
    template: str,
    *,
    by: Account | None,
    club: str = "",
    event: str = "",
    facts: Mapping[str, Fact] | None = None,
    times: int = 1,
) -> None:
    """Write a line into the audit log, or the same line several times, in the transaction of the change itself.

    `verb` is the kind of change (`round-published`), `template` an English sentence for gettext (mark it with
    `gettext_noop`) whose `%(name)s` are filled by `facts`; players among them are kept by public id, so that no name
    outlives its player. `club` and `event` are the public ids of what it is about; `by` is None for the site.
    """
    note_each(verb, template, by=by, club=club, event=event, facts=[facts or {}] * times)


def note_each(
    verb: str,
    template: str,
    *,
    by: Account | None,
    club: str = "",
    event: str = "",
    facts: Sequence[Mapping[str, Fact]],
) -> None:
    """Write a line of one kind for each of these facts, as `note` does."""
    player = None if by is None else Player.objects.filter(account=by).first()
    Change.objects.bulk_create(
        Change(by=player, club=club, event=event, verb=verb, template=template, facts=_as_json(each)) for each in facts
    )


def _as_json(facts: Mapping[str, Fact]) -> dict[str, object]:
    return {name: {"player": fact.public_id} if isinstance(fact, Player) else fact for name, fact in facts.items()}


@dataclass(frozen=True, slots=True)
class Line:
    """One change: when, by whom ("" is the site itself), and what, in a whole sentence."""

    key: int
    at: datetime
    by: str
    sentence: str
    merge: str = ""
    """The public id of the merge in this line, if an organiser did it."""


def changes_at_club(public_id: str) -> QuerySet[Change]:
    """Return the changes of a club and its tournaments, the latest first."""
    return Change.objects.filter(club=public_id).select_related("by__merged_into").order_by("-id")


def changes_of_tournament(public_id: str) -> QuerySet[Change]:
    """Return the changes of a tournament, the latest first."""
    return Change.objects.filter(event=public_id).select_related("by__merged_into").order_by("-id")


def lines_of(changes: Sequence[Change]) -> list[Line]:
    """Return the changes in words, in one query for the players they name."""
    named = {fact["player"] for change in changes for fact in change.facts.values() if isinstance(fact, dict)}
    players = Player.objects.filter(public_id__in=named).select_related("merged_into")
    names = {player.public_id: player for player in players}
    lines = []
    for change in changes:
        by = change.by.current.name if change.by else ""
        lines.append(Line(change.pk, change.at, by, _sentence(change, names), str(change.facts.get("merge", ""))))
    return lines


def _sentence(change: Change, names: Mapping[str, Player]) -> str:
    facts = {name: _fact(name, fact, names) for name, fact in change.facts.items()}
    try:
        if "change" in facts:  # a sentence of its own, filled by the same facts
            facts["change"] = _(facts["change"]) % facts
        return _(change.template) % facts
    except (KeyError, TypeError, ValueError):  # of a version that wrote other facts; a log is never a fault
        return _(change.template)


def _fact(name: str, fact: Any, names: Mapping[str, Player]) -> Any:
    if isinstance(fact, dict):
        player = names.get(fact["player"])
        if player is None:
            return _("unknown player")
        return player.name if name == "former" else player.current.name
    if name == "leaderboard":
        return translated_name(fact)
    return _(fact) if name.endswith("role") else fact  # roles are kept as their English words
