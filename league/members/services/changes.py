"""The audit log: every change that matters leaves a line."""

from collections.abc import Mapping, Sequence

from league.members.models import Account, Change, Player

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
    outlives its player. `club` and `event` are the public ids of what it is about; `by` is None for the house.
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
        Change(by=player, club=club, event=event, verb=verb, template=template, facts=_kept(each)) for each in facts
    )


def _kept(facts: Mapping[str, Fact]) -> dict[str, object]:
    return {name: {"player": fact.public_id} if isinstance(fact, Player) else fact for name, fact in facts.items()}
