"""The form to create a tournament: all settings, with suggested values."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.common.forms import say_limits_plainly
from league.competition.early_endings import KINDS, endings_for
from league.competition.options import Value
from league.competition.scoring import scoring_rules
from league.competition.stages import as_knockout, pays_points
from league.tournaments.forms.choice_fields import (
    choice_field,
    choice_text,
    ending_field,
    format_option_field,
    game_option_field,
    nearest,
    tiebreak_field,
    tiebreaks_by_name,
)
from league.tournaments.forms.tournament_settings import settings_fields, settings_from
from league.tournaments.models import Tournament
from league.tournaments.presenters.plan_preview import Planned
from league.tournaments.services.creation import DEFAULT_SCORING
from league.tournaments.suggested_settings import Requirements, format_name_for, minutes_of, propose, sizes_for

MOST_TIEBREAKS = 5
USUAL_GAMES: Final = 2  # of a club night of unknown length
_IN_PERSON: Final = {"capacity", "round_minutes", "confirmations"}
_ABOUT: Final = ("summary", "round_minutes", "capacity")


@dataclass(frozen=True, slots=True)
class Group:
    """Fields under a heading."""

    title: str
    fields: list[forms.BoundField]
    is_folded: bool = False
    terms: Sequence[tuple[str, str]] = ()  # names and explanations of the choices
    proposed: str = ""  # what is chosen already

    @property
    def is_open(self) -> bool:
        """Whether the group is unfolded; always if a field has errors."""
        return not self.is_folded or any(field.errors for field in self.fields)


class TournamentForm(forms.Form):
    """The second step: all settings, with suggested values."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("With the year, for example: Winter league 2026."),
    )

    def __init__(self, *args: Any, requirements: Requirements, zone: str = "Europe/London", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.format, self.venue = requirements.game, requirements.format, requirements.venue
        self.by_bots = self.venue == Tournament.Venue.MACHINE
        self.expected = requirements.players
        self.format_name, self.format_summary = format_name_for(self.game, self.format), _(self.format.summary)
        self.venue_words = str(Tournament.Venue(self.venue).label)
        self.proposal = propose(requirements)
        self._add_settings(zone)
        for option in self.format.options:
            suggested = self._suggested(option.name)
            self.fields[f"format-{option.name}"] = format_option_field(option, self.game, suggested)
        self._explain_rounds()
        if not self.by_bots:
            for kind, rules in endings_for(self.game.slug).items():
                self.fields[f"ending-{kind}"] = ending_field(kind, rules)
        for rule in self.game.options:
            self.fields[f"game-{rule.name}"] = game_option_field(rule)
        if self.format.everyone_meets or as_knockout(self.format):
            self._add_schedule()
        self._add_points()
        say_limits_plainly(self)

    def _explain_rounds(self) -> None:
        """Show the number of rounds that the format sets by default."""
        field = self.fields.get("format-rounds")
        if field is None or field.initial is not None or self.format.by_evenings or not self.proposal.rounds:
            return
        field.widget.attrs["placeholder"] = self.proposal.rounds
        words = {"rounds": self.proposal.rounds, "players": self.expected}
        field.help_text = (
            _("Leave empty to set it from the number of players. With %(players)d players: %(rounds)d.") % words
        )

    def _add_points(self) -> None:
        """Add scoring and tie-breaks, unless the format has no points (a knockout)."""
        if pays_points(self.format):
            rules = [(rule.slug, choice_text(_(rule.name), _(rule.rule))) for rule in scoring_rules().values()]
            self.fields["scoring"] = choice_field(
                _("Scoring"), rules, initial=self.proposal.scoring, widget=forms.RadioSelect
            )
        if as_knockout(self.format):
            return
        for number in range(1, MOST_TIEBREAKS + 1):
            self.fields[f"tiebreak-{number}"] = tiebreak_field(number, self.proposal.tiebreaks)

    def groups(self) -> list[Group]:
        """Return the fields in groups; those with good defaults are folded."""
        terms = [(_(tiebreak.name), _(tiebreak.rule)) for tiebreak in tiebreaks_by_name()]
        scoring = scoring_rules().get(self.proposal.scoring)
        groups = (
            Group(_("Name and start"), self._named("name", "begins_at")),
            Group(_("Points"), self._named("scoring"), is_folded=True, proposed=_(scoring.name) if scoring else ""),
            Group(_("Format"), self._named("format-", "pace"), is_folded=not self.format.by_evenings),
            Group(_("Time and number of players"), self._named(*_ABOUT), is_folded=True),
            Group(_("At the table"), self._named("confirmations", "ending-"), is_folded=True),
            Group(_("Rules of the game"), self._named("game-"), is_folded=True),
            Group(_("Tie-breaks"), self._named("tiebreak-"), is_folded=True, terms=terms),
        )
        return [group for group in groups if group.fields]

    def choices(self) -> dict[str, Any]:
        """Return the arguments of `make_tournament` except the club."""
        sent = self.cleaned_data
        return {
            **asdict(settings_from(sent)),
            "game": self.game.slug,
            "format": self.format.slug,
            "venue": self.venue,
            "expected": self.expected,
            "pace": sent.get("pace") or self.proposal.pace,
            "scoring": sent.get("scoring") or DEFAULT_SCORING,
            "options": {rule.name: sent[f"game-{rule.name}"] for rule in self.game.options},
            "format_options": {option.name: sent[f"format-{option.name}"] or 0 for option in self.format.options},
            "tiebreaks": [value for name, value in sent.items() if name.startswith("tiebreak-") and value],
            "endings": {kind: sent.get(f"ending-{kind}") or "" for kind in KINDS},
        }

    def planned(self) -> Planned:
        """Return the plan of the present answers; missing or invalid ones get the suggested value."""
        self.is_valid()
        options: dict[str, Value] = {}
        for option in self.format.options:
            read = option.read(self._answer(f"format-{option.name}") or 0)
            options[option.name] = option.default if read is None else read
        minutes = None if self.by_bots else int(self._answer("round_minutes") or minutes_of(self.game))
        players = max(min(self.expected, int(self._answer("capacity") or self.expected)), 2)
        return Planned(self.format.slug, options, players, minutes, self.proposal.rounds or USUAL_GAMES)

    def _answer(self, name: str) -> Any:
        field = self.fields.get(name)
        return getattr(self, "cleaned_data", {}).get(name, field.initial if field else None)

    def _add_settings(self, zone: str) -> None:
        for name, field in settings_fields(self.game.slug, zone).items():
            if not (name in _IN_PERSON and self.by_bots):
                self.fields[name] = field
        if "round_minutes" in self.fields:
            self.fields["round_minutes"].initial = self.proposal.round_minutes

    def _add_schedule(self) -> None:
        paces = [Tournament.Pace.ROUND]
        if self.format.everyone_meets:
            paces.append(Tournament.Pace.ALL)
        if not self.by_bots:
            paces.append(Tournament.Pace.DESK)
        self.fields["pace"] = choice_field(
            _("Rounds are published"),
            [(pace.value, pace.label) for pace in paces],
            _("“All rounds at the start” suits leagues with fixed dates, and bots.")
            if self.format.everyone_meets
            else "",
            initial=self.proposal.pace,
        )

    def _named(self, *starts: str) -> list[forms.BoundField]:
        return [field for start in starts for field in self if field.name.startswith(start)]

    def _suggested(self, option: str) -> Value | None:
        """Return the suggested value; in bot matches each deal is played from every seat of the usual table."""
        if option == "legs" and self.by_bots:
            usual = (offered for offered in self.format.options if offered.name == "table_size")
            fallback = self.format.table_sizes({})[0]
            return next((nearest(offered.default, sizes_for(self.game, offered)) for offered in usual), fallback)
        return self.proposal.options.get(option)
