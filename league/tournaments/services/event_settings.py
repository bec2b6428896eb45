"""Settings of a tournament: its name and the information for players."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.registry import game as game_named
from league.accounts.models import Account
from league.competition.early_endings import KINDS
from league.competition.ending_rules import ending_rule
from league.competition.errors import RulesError
from league.tournaments.errors import CannotBePlayed, WrongMoment, said
from league.tournaments.models import Tournament
from league.tournaments.permissions import check_not_over, locked_for_organiser
from league.tournaments.services.revisions import changed, noted

LONGEST_ROUND = 600  # minutes
LARGEST_FIELD = 1000
LONGEST = {"name": 80, "summary": 200, "end_note": 200}  # characters, as in the database


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings that may change after the tournament was created; lengths in minutes."""

    name: str
    summary: str = ""
    begins_at: datetime | None = None
    round_minutes: int | None = None
    capacity: int | None = None
    confirmations: int = 1


@transaction.atomic
def change_settings(*, tournament: Tournament, settings: Settings, by: Account | None) -> Tournament:
    """Set all settings. The address follows the name, and the old address redirects."""
    event = locked_for_organiser(tournament, by)
    check_not_over(event)
    wanted = asdict(checked_settings(event.game, settings))
    moved = {name: value for name, value in wanted.items() if value != getattr(event, name)}
    if "capacity" in moved:
        if not event.takes_entries:
            raise WrongMoment(
                _("The tournament has started. The maximum number of players can only be changed before the start."),
                field="capacity",
            )
        entered = event.entries.count()
        inside = entered if event.capacity is None else min(entered, event.capacity)
        if settings.capacity is not None and settings.capacity < inside:
            raise WrongMoment(
                _("%(inside)d players are already entered. Remove some of them, or enter a higher maximum.")
                % {"inside": inside},
                field="capacity",
            )
    if not moved:
        return event
    for name, value in moved.items():
        setattr(event, name, value)
    event.save(update_fields=list(moved))
    noted(event, "event-settings", gettext_noop("The settings of %(event)s were changed."), by, event=event.name)
    changed(event)
    return event


def checked_settings(game: str, settings: Settings) -> Settings:
    """Return the settings with tidied texts. Raise `CannotBePlayed` with the field of an invalid value."""
    _within("round_minutes", settings.round_minutes, 1, LONGEST_ROUND, _("Enter 1 to %(most)d minutes per round."))
    _within("capacity", settings.capacity, 2, LARGEST_FIELD, _("Enter 2 to %(most)d players."))
    most = game_named(game).max_seats - 1
    _within("confirmations", settings.confirmations, 0, most, _("Enter at most %(most)d other players."))
    return replace(
        settings,
        name=tidy("name", settings.name, _("Enter a name for the tournament.")),
        summary=tidy("summary", settings.summary),
    )


def checked_endings(game: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the rule for each kind of early ending, the suggested one where none is chosen."""
    settled = {}
    for kind in KINDS:
        try:
            settled[kind] = ending_rule(game, kind, chosen.get(kind, "")).slug
        except RulesError as error:
            raise CannotBePlayed(said(error), field=f"ending-{kind}") from error
    return settled


def tidy(field: str, text: str, when_empty: str = "") -> str:
    """Return the text without extra spaces. Raise `CannotBePlayed` with the field if it is invalid."""
    stripped = " ".join(text.split())
    if not stripped and when_empty:
        raise CannotBePlayed(when_empty, field=field)
    if not stripped.isprintable():
        raise CannotBePlayed(_("This text contains invisible characters. Type it again."), field=field)
    longest = LONGEST[field]
    if len(stripped) > longest:
        raise CannotBePlayed(_("Shorten this to at most %(longest)d characters.") % {"longest": longest}, field=field)
    return stripped


def _within(field: str, value: int | None, least: int, most: int, sentence: str) -> None:
    if value is not None and not least <= value <= most:
        raise CannotBePlayed(sentence % {"least": least, "most": most}, field=field)
