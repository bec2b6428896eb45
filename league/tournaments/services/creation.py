"""Creation of a tournament, and changes of its settings."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.game import Game
from engine.core.options import OptionValue, settle_options
from engine.core.registry import game as game_named
from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.competition.early_endings import KINDS, ending_rule
from league.competition.format import Format
from league.competition.formats import format_named
from league.competition.options import Options, Value, full_options
from league.competition.scoring import scoring_named
from league.competition.tiebreaks import tiebreak_named
from league.results.models import Pool
from league.results.services.ledger import pool_for
from league.tournaments.errors import CannotBePlayed, WrongMoment, rules_refused
from league.tournaments.models import Tournament
from league.tournaments.permissions import check_not_over, locked_for_organiser, require_organiser
from league.tournaments.services.revisions import bump_revision, log_change
from league.tournaments.suggested_settings import check_evenings, check_sizes, schedule_for, tiebreaks_for

LONGEST_ROUND = 600  # minutes
LARGEST_FIELD = 1000
LONGEST = {"name": 80, "summary": 200, "end_note": 200}  # characters, as in the database
DEFAULT_SCORING = "share"


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
    tournament = locked_for_organiser(tournament, by)
    check_not_over(tournament)
    values = asdict(checked_settings(tournament.game, settings))
    moved = {name: value for name, value in values.items() if value != getattr(tournament, name)}
    if "capacity" in moved:
        if not tournament.takes_entries:
            raise WrongMoment(
                _("The tournament has started. The maximum number of players can only be changed before the start."),
                field="capacity",
            )
        entered = tournament.entries.count()
        inside = entered if tournament.capacity is None else min(entered, tournament.capacity)
        if settings.capacity is not None and settings.capacity < inside:
            raise WrongMoment(
                _("%(inside)d players are already entered. Remove some of them, or enter a higher maximum."),
                inside=inside,
                field="capacity",
            )
    if not moved:
        return tournament
    for name, value in moved.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(moved))
    message = gettext_noop("The settings of %(event)s were changed.")
    log_change(tournament, "event-settings", message, by, event=tournament.name)
    bump_revision(tournament)
    return tournament


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
        with rules_refused(f"ending-{kind}"):
            settled[kind] = ending_rule(game, kind, chosen.get(kind, "")).slug
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
        raise CannotBePlayed(_("Shorten this to at most %(longest)d characters."), longest=longest, field=field)
    return stripped


def _within(field: str, value: int | None, least: int, most: int, sentence: str) -> None:
    if value is not None and not least <= value <= most:
        raise CannotBePlayed(sentence, least=least, most=most, field=field)


@transaction.atomic
def make_tournament(
    *,
    club: Club,
    name: str,
    game: str,
    format: str,  # noqa: A002  (the word everybody uses)
    by: Account | None,
    venue: str = Tournament.Venue.PAPER,
    options: Mapping[str, OptionValue] | None = None,
    format_options: Options | None = None,
    scoring: str = DEFAULT_SCORING,
    tiebreaks: Sequence[str] | None = None,
    pace: str | None = None,
    summary: str = "",
    begins_at: datetime | None = None,
    round_minutes: int | None = None,
    capacity: int | None = None,
    expected: int | None = None,
    confirmations: int = 1,
    endings: Mapping[str, str] | None = None,
) -> Tournament:
    """Create a draft. Results feed the club's pool of people, or for bot matches the site's pool of bots.

    Default of `pace`: bot matches publish all rounds at once, so that no worker waits for the last game of a round; a
    round robin in person publishes one round at a time; otherwise the organiser publishes. Default of `tiebreaks`:
    those suggested for the format. `expected` is about how many players will come; test runs start from it.
    """
    require_organiser(by, club)
    agreed = Settings(name, summary, begins_at, round_minutes, capacity, confirmations)
    settled_game, game_options = _game_and_options(game, options)
    settled_format, settled_options = _format_and_options(format, format_options)
    check_sizes(settled_game, settled_format, settled_options)
    check_evenings(settled_format, venue)
    tournament = Tournament.objects.create(
        club=club,
        game=settled_game.slug,
        options=game_options,
        format=settled_format.slug,
        format_options=settled_options,
        venue=_one_of(Tournament.Venue, venue, "venue"),
        pace=_one_of(Tournament.Pace, schedule_for(venue, settled_format) if pace is None else pace, "pace"),
        **asdict(checked_settings(game, agreed)),
        endings=checked_endings(game, endings or {}),
        scoring=checked_scoring(scoring),
        tiebreaks=checked_tiebreaks(tiebreaks_for(settled_format) if tiebreaks is None else tiebreaks),
        pool=_pool(game, club, venue),
        expected=expected if expected in range(2, LARGEST_FIELD + 1) else None,
        seed=secrets.randbits(63),
        made_by=by,
    )
    log_change(tournament, "event-made", gettext_noop("%(event)s was created."), by, event=tournament.name)
    return tournament


def _game_and_options(slug: str, options: Mapping[str, OptionValue] | None) -> tuple[Game, dict[str, OptionValue]]:
    with rules_refused("game"):
        game = game_named(slug)
        return game, settle_options(game, options)


def _format_and_options(slug: str, options: Options | None) -> tuple[Format, dict[str, Value]]:
    with rules_refused("format"):
        found = format_named(slug)
        return found, full_options(found.name, found.options, options or {})


def _one_of(choices: type[TextChoices], value: str, field: str) -> str:
    if value not in choices.values:
        raise CannotBePlayed(
            _("“%(value)s” is not an option. Choose one of: %(choices)s."),
            value=value,
            choices=", ".join(choices.values),
            field=field,
        )
    return value


def _pool(game: str, club: Club, venue: str) -> Pool:
    if venue == Tournament.Venue.MACHINE:
        return pool_for(game=game, player_kind=Player.Kind.BOT, club=None)
    return pool_for(game=game, player_kind=Player.Kind.PERSON, club=club)


def checked_scoring(slug: str) -> str:
    """Return the slug of a scoring. Raise `CannotBePlayed` if there is none."""
    with rules_refused("scoring"):
        scoring_named(slug)
    return slug


def checked_tiebreaks(slugs: Sequence[str]) -> list[str]:
    """Return the slugs. Raise `CannotBePlayed` if one names no tie-break or is listed twice."""
    if len(set(slugs)) < len(slugs):
        raise CannotBePlayed(_("A tie-break is listed twice. Choose each tie-break once."), field="tiebreaks")
    with rules_refused("tiebreaks"):
        for slug in slugs:
            tiebreak_named(slug)
    return list(slugs)
