"""Forms to create a tournament: first the basics, then all settings with suggested values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core import registry
from engine.core.game import Game
from league.common.forms import refusals_as_errors, set_choices
from league.competition.early_endings import KINDS, endings_for
from league.competition.errors import RulesError
from league.competition.format import Format
from league.competition.formats import format_named, formats
from league.competition.options import Value
from league.competition.scoring import scoring_rules
from league.competition.stages import as_knockout, pays_points
from league.tournaments.errors import rules_refused, said
from league.tournaments.forms.choice_fields import (
    choice_field,
    ending_field,
    format_option_field,
    game_option_field,
    nearest,
    tiebreak_field,
    tiebreaks_by_name,
)
from league.tournaments.forms.tournament_settings import MOST_ROUNDS, settings_fields, settings_from
from league.tournaments.models import Tournament
from league.tournaments.presenters.plan_preview import Planned
from league.tournaments.services.creation import DEFAULT_SCORING, LARGEST_FIELD
from league.tournaments.suggested_settings import (
    EVENINGS,
    EVERYBODY,
    KNOCKOUT,
    USUAL_PLAYERS,
    WEEKEND,
    Requirements,
    check_common_size,
    check_evenings,
    fits,
    format_for,
    format_name_for,
    minutes_of,
    propose,
    sizes_for,
)

MOST_TIEBREAKS = 5
USUAL_GAMES: Final = 2  # of a club night of unknown length
AT_TABLES: Final = {"capacity", "round_minutes", "confirmations"}  # in person only
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


class KindForm(forms.Form):
    """The first step, by GET: the basics. From them a format is suggested, or the user chooses one."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    kind = forms.ChoiceField(label=gettext_lazy("Kind of tournament"), widget=forms.RadioSelect, required=False)
    venue = forms.ChoiceField(label=gettext_lazy("Where games are played"), widget=forms.RadioSelect)
    players = forms.IntegerField(
        label=gettext_lazy("Number of players (approximate)"), required=False, min_value=2, max_value=LARGEST_FIELD
    )
    hours = forms.IntegerField(
        label=gettext_lazy("Hours available"),
        required=False,
        min_value=1,
        max_value=72,
        help_text=gettext_lazy("For the whole tournament, or for one club night."),
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Number of rounds, if decided"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=gettext_lazy(
            "If empty, Moothill proposes what the format needs, or fewer if the hours are too short."
        ),
    )
    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "game", [(game.slug, _with_seats(game)) for game in registry.games().values()])
        if len(registry.games()) > 1:
            self.fields["game"].initial = None  # so that nobody creates the first game by accident
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.error_messages["invalid_choice"] = _("Choose one of these.")
        _offer(self, "kind", _kinds())
        of_all = [(one.slug, _led(f"{_(one.name)}. {_(one.summary)}", ". ")) for one in formats().values()]
        _offer(self, "format", [("", _("Proposed by Moothill")), *of_all])
        self.fields["players"].initial = USUAL_PLAYERS
        _offer(
            self,
            "venue",
            [
                (
                    Tournament.Venue.PAPER,
                    _led(_("In person: people play at tables. You or the players enter the results."), ": "),
                ),
                (
                    Tournament.Venue.MACHINE,
                    _led(_("Bot matches: bots play on this server. Moothill enters the results."), ": "),
                ),
            ],
        )

    def clean(self) -> dict[str, Any]:
        """Refuse a format without a table size of the game, and players who fill no such table."""
        chosen = super().clean() or {}
        if not {"game", "venue"} <= chosen.keys():
            return chosen
        if not chosen.get("format"):
            if not chosen.get("kind"):
                self.add_error("kind", _("Choose a kind of tournament, or another format below."))
                return chosen
            chosen["format"] = _that_fits(chosen)
        with refusals_as_errors(self):
            game, proposed = _chosen(chosen["game"], chosen["format"])
            check_common_size(game, proposed)
            check_evenings(proposed, chosen["venue"])
        if not self.errors:
            self._check_players()
        return chosen

    def _check_players(self) -> None:
        try:
            propose(self.requirements())
        except RulesError as error:
            self.add_error("players", said(error))

    @property
    def known(self) -> list[forms.BoundField]:
        """The fields without the format, which is shown apart."""
        return [field for field in self if field.name != "format"]

    def requirements(self) -> Requirements:
        """Return the answers for the second step."""
        sent = self.cleaned_data
        game, chosen = _chosen(sent["game"], sent["format"])
        players = sent["players"] or USUAL_PLAYERS
        return Requirements(game, sent["venue"], chosen, players, sent["hours"], sent["rounds"])

    def others(self) -> list[tuple[str, str]]:
        """Return the other possible formats: their names and query strings."""
        sent = self.cleaned_data
        game, chosen = _chosen(sent["game"], sent["format"])
        answers = {name: value for name, value in sent.items() if value not in {None, ""}}
        return [
            (format_name_for(game, one), urlencode(answers | {"format": one.slug}))
            for one in formats().values()
            if one.slug != chosen.slug and fits(game, one) and not (one.by_evenings and _on_the_machine(sent["venue"]))
        ]


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
        self.expected = requirements.players
        self.format_name, self.format_summary = format_name_for(self.game, self.format), _(self.format.summary)
        self.venue_words = str(Tournament.Venue(self.venue).label)
        self.proposal = propose(requirements)
        self._add_settings(zone)
        for option in self.format.options:
            suggested = self._suggested(option.name)
            self.fields[f"format-{option.name}"] = format_option_field(option, self.game, suggested)
        self._say_rounds()
        if not _on_the_machine(self.venue):
            for kind, rules in endings_for(self.game.slug).items():
                self.fields[f"ending-{kind}"] = ending_field(kind, rules)
        for rule in self.game.options:
            self.fields[f"game-{rule.name}"] = game_option_field(rule)
        if self.format.everyone_meets or as_knockout(self.format):
            self._add_schedule()
        self._add_points()

    def _say_rounds(self) -> None:
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
        rules_of_points = [
            (rule.slug, _led(f"{_(rule.name)}. {_(rule.rule)}", ". ")) for rule in scoring_rules().values()
        ]
        if pays_points(self.format):
            self.fields["scoring"] = choice_field(
                _("Scoring"), rules_of_points, initial=self.proposal.scoring, widget=forms.RadioSelect
            )
        if as_knockout(self.format):
            return
        for number in range(1, MOST_TIEBREAKS + 1):
            self.fields[f"tiebreak-{number}"] = tiebreak_field(number, self.proposal.tiebreaks)

    def groups(self) -> list[Group]:
        """Return the fields in groups; those with good defaults are folded."""
        terms = [(_(one.name), _(one.rule)) for one in tiebreaks_by_name()]
        scoring = scoring_rules().get(self.proposal.scoring)
        groups = (
            Group(_("Name and start"), self._named("name", "begins_at")),
            Group(_("Points"), self._named("scoring"), is_folded=True, proposed=_(scoring.name) if scoring else ""),
            Group(_("Format"), self._named("format-", "pace")),
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
            "format_options": {one.name: sent[f"format-{one.name}"] or 0 for one in self.format.options},
            "tiebreaks": [value for name, value in sent.items() if name.startswith("tiebreak-") and value],
            "endings": {kind: sent.get(f"ending-{kind}") or "" for kind in KINDS},
        }

    def planned(self) -> Planned:
        """Return the plan of the present answers; missing or invalid ones get the suggested value."""
        self.is_valid()
        options: dict[str, Value] = {}
        for one in self.format.options:
            read = one.read(self._answer(f"format-{one.name}") or 0)
            options[one.name] = one.default if read is None else read
        minutes = None if _on_the_machine(self.venue) else int(self._answer("round_minutes") or minutes_of(self.game))
        players = max(min(self.expected, int(self._answer("capacity") or self.expected)), 2)
        return Planned(self.format.slug, options, players, minutes, self.proposal.rounds or USUAL_GAMES)

    def _answer(self, name: str) -> Any:
        field = self.fields.get(name)
        return getattr(self, "cleaned_data", {}).get(name, field.initial if field else None)

    def _add_settings(self, zone: str) -> None:
        for name, field in settings_fields(self.game.slug, zone).items():
            if not (name in AT_TABLES and _on_the_machine(self.venue)):
                self.fields[name] = field
        if "round_minutes" in self.fields:
            self.fields["round_minutes"].initial = self.proposal.round_minutes

    def _add_schedule(self) -> None:
        paces = [Tournament.Pace.ROUND]
        if self.format.everyone_meets:
            paces.append(Tournament.Pace.ALL)
        if not _on_the_machine(self.venue):
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
        if option == "legs" and _on_the_machine(self.venue):
            usual = (one for one in self.format.options if one.name == "table_size")
            fallback = self.format.table_sizes({})[0]
            return next((nearest(one.default, sizes_for(self.game, one)) for one in usual), fallback)
        return self.proposal.options.get(option)


def example_of(sent: Mapping[str, Any]) -> Requirements | None:
    """Return the present answers with defaults, or None if one is invalid."""
    empty = KindForm()
    usual = {name: field.initial for name, field in empty.fields.items() if field.initial is not None}
    form = KindForm(usual | {"game": next(iter(registry.games()))} | {name: sent[name] for name in sent if sent[name]})
    return form.requirements() if form.is_valid() else None


def _led(words: str, until: str) -> str:
    """Return the text with its beginning in bold."""
    lead, end, rest = words.partition(until)
    return format_html('<span><b>{}<span class="unseen">{}</span></b> {}</span>', lead, end.strip(), capfirst(rest))


def _kinds() -> list[tuple[str, str]]:
    kinds = [
        (WEEKEND, _("Swiss: a fixed number of rounds. Players with equal points meet. For one evening or a weekend.")),
        (
            EVENINGS,
            _(
                "Season of club nights: everybody present gets a table. All nights count, or only each player's "
                "best nights."
            ),
        ),
        (EVERYBODY, _("Round robin: everybody plays everybody.")),
        (KNOCKOUT, _("Knockout: a player is out after one loss, or after two.")),
    ]
    return [(slug, _led(words, ": ")) for slug, words in kinds]


def _that_fits(chosen: Mapping[str, Any]) -> str:
    """Return the slug of the format for the chosen kind, or one with a table size of the game."""
    slug = format_for(chosen["kind"], chosen["venue"])
    game, proposed = _chosen(chosen["game"], slug)
    if chosen["kind"] == EVERYBODY and not fits(game, proposed):
        return "table-round-robin"
    return slug


def _on_the_machine(venue: str) -> bool:
    return venue == Tournament.Venue.MACHINE


def _with_seats(game: Game) -> str:
    words = {"game": game.name, "fewest": game.min_seats, "most": game.max_seats}
    return _led(_("%(game)s, %(fewest)d to %(most)d players") % words, ", ")


def _offer(form: forms.Form, field: str, choices: Sequence[tuple[str, str]]) -> None:
    set_choices(form, field, choices)
    form.fields[field].initial = choices[0][0]


def _chosen(game: str, format_slug: str) -> tuple[Game, Format]:
    with rules_refused("game"):
        found = registry.game(game)
    with rules_refused("format"):
        chosen = format_named(format_slug)
    return found, chosen
