"""What an organiser fills in: first what is played and how, then everything else about it."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core import registry
from engine.core.errors import EngineError
from engine.core.game import Game, OptionValue
from engine.core.game import Option as Rule
from league.rules.errors import RulesError
from league.rules.formats import format_named, formats
from league.rules.formats.format import Format
from league.rules.options import Option, Value
from league.rules.scoring import scoring_rules
from league.rules.tiebreaks import tiebreaks
from league.shared.forms import faults_on
from league.tournaments.errors import CannotBePlayed, said
from league.tournaments.models import Tournament
from league.tournaments.selectors.wording import title_of, words_of
from league.tournaments.services.making import DEFAULT_SCORING, DEFAULT_TIEBREAKS, pace_at
from league.tournaments.sizes import check_common_size, sizes_for

MOST_TIEBREAKS = 5


class KindForm(forms.Form):
    """The first step, by GET: which game, which format, and where."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), widget=forms.RadioSelect)
    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)
    venue = forms.ChoiceField(label=gettext_lazy("Who plays"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, "game", [(game.slug, _with_seats(game)) for game in registry.games().values()])
        if len(registry.games()) > 1:
            self.fields["game"].initial = None  # nobody should play by accident what stands first
        _offer(self, "format", [(one.slug, f"{_(one.name)}. {_(one.summary)}") for one in formats().values()])
        _offer(
            self,
            "venue",
            [
                (Tournament.Venue.PAPER, _("People, at tables. Somebody types in their results.")),
                (Tournament.Venue.MACHINE, _("Bots, on the machine. Results come by themselves.")),
            ],
        )

    def clean(self) -> dict[str, Any]:
        """A game and a format without a size of table in common make no tournament."""
        chosen = super().clean() or {}
        if {"game", "format"} <= chosen.keys():
            with faults_on(self):
                check_common_size(*_chosen(chosen["game"], chosen["format"]))
        return chosen


class TournamentForm(forms.Form):
    """The second step: a name, the options of the game and the format that were chosen, and how it is scored."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("As it shall stand on the notice board: Winter round robin 2026."),
    )

    def __init__(self, *args: Any, game: str, format: str, venue: str, **kwargs: Any) -> None:  # noqa: A002  (as above)
        super().__init__(*args, **kwargs)
        self.game, self.format = _chosen(game, format)
        self.venue = venue
        for option in self.format.options:
            suggested = self._suggested(option.name)
            self.fields[f"format-{option.name}"] = _choice_of_the_format(option, self.game, suggested)
        for rule in self.game.options:
            self.fields[f"game-{rule.name}"] = _choice_of_the_game(rule)
        self.fields["pace"] = _choice(
            _("Rounds are published"),
            Tournament.Pace.choices,
            _("All at once suits leagues with fixtures, and bots."),
            initial=pace_at(venue),
        )
        rules = [(rule.slug, f"{_(rule.name)}. {_(rule.rule)}") for rule in scoring_rules().values()]
        self.fields["scoring"] = _choice(_("Scoring"), rules, initial=DEFAULT_SCORING, widget=forms.RadioSelect)
        for number in range(1, MOST_TIEBREAKS + 1):
            self.fields[f"tiebreak-{number}"] = _choice_of_tiebreak(number)

    @property
    def venue_words(self) -> str:
        """Where it is played."""
        return str(Tournament.Venue(self.venue).label)

    @property
    def format_name(self) -> str:
        """The format that was chosen, in the reader's language."""
        return _(self.format.name)

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The questions in order, under their headings."""
        of_the_game = [field for field in self if field.name.startswith("game-")]
        ties = [field for field in self if field.name.startswith("tiebreak-")]
        rest = [field for field in self if field not in of_the_game and field not in ties]
        groups = [
            (_("Name and format"), rest),
            (_("Rules of the game"), of_the_game),
            (_("When points are level"), ties),
        ]
        return [(title, fields) for title, fields in groups if fields]

    def choices(self) -> dict[str, Any]:
        """What `make_tournament` asks for, but for the club."""
        return {
            "name": self.cleaned_data["name"],
            "game": self.game.slug,
            "format": self.format.slug,
            "venue": self.venue,
            "pace": self.cleaned_data["pace"],
            "scoring": self.cleaned_data["scoring"],
            "options": self._options_of_the_game(),
            "format_options": {one.name: self.cleaned_data[f"format-{one.name}"] for one in self.format.options},
            "tiebreaks": [slug for slug in self._tiebreaks() if slug],
        }

    def _options_of_the_game(self) -> dict[str, OptionValue]:
        return {rule.name: self.cleaned_data[f"game-{rule.name}"] for rule in self.game.options}

    def _tiebreaks(self) -> Iterator[str]:
        return (self.cleaned_data[f"tiebreak-{number}"] for number in range(1, MOST_TIEBREAKS + 1))

    def _suggested(self, option: str) -> Value | None:
        """On the machine every deal is best played from every seat of the usual table."""
        if option != "legs" or self.venue != Tournament.Venue.MACHINE:
            return None
        usual = (one for one in self.format.options if one.name == "table_size")
        return next((_nearest(one.default, sizes_for(self.game, one)) for one in usual), self.format.table_sizes({})[0])


def _with_seats(game: Game) -> str:
    words = {"game": game.name, "fewest": game.min_seats, "most": game.max_seats}
    return _("%(game)s, %(fewest)d to %(most)d at a table") % words


def _offer(form: forms.Form, field: str, choices: Sequence[tuple[str, str]]) -> None:
    offered = form.fields[field]
    offered.choices = choices  # type: ignore[attr-defined]  # the stubs know only Field
    offered.initial = choices[0][0]


def _chosen(game: str, format: str) -> tuple[Game, Format]:  # noqa: A002  (as above)
    try:
        return registry.game(game), format_named(format)
    except EngineError as error:
        raise CannotBePlayed(error.sentence, field="game") from error
    except RulesError as error:
        raise CannotBePlayed(said(error), field="format") from error


def _choice(
    label: str,
    choices: Sequence[tuple[Any, Any]],
    help_text: str = "",
    initial: Value | None = None,
    **more: Any,
) -> forms.ChoiceField:
    start = choices[0][0] if initial is None else initial
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text, initial=start, **more)


def _choice_of_the_format(option: Option, game: Game, suggested: Value | None) -> forms.ChoiceField:
    values = sizes_for(game, option) if option.seats else option.choices
    initial = option.default if suggested is None else suggested
    choices = [(value, _written(value)) for value in values]
    return _choice(_(option.title), choices, _(option.explanation), _nearest(initial, values))


def _nearest(wanted: Value, values: Sequence[Value]) -> Value:
    return wanted if wanted in values else values[-1]


def _choice_of_the_game(option: Rule) -> forms.Field:
    if option.kind == "flag":
        return forms.BooleanField(
            label=title_of(option), help_text=_(option.summary), required=False, initial=option.default
        )
    choices = [(choice, words_of(option, choice)) for choice in option.choices]
    return _choice(title_of(option), choices, _(option.summary), option.default)


def _choice_of_tiebreak(number: int) -> forms.ChoiceField:
    choices = [("", _("none")), *((one.slug, _(one.name)) for one in tiebreaks().values())]
    initial = DEFAULT_TIEBREAKS[number - 1] if number <= len(DEFAULT_TIEBREAKS) else ""
    return _choice(_("Tie-break %(number)d") % {"number": number}, choices, initial=initial, required=False)


def _written(value: Value) -> str:
    return str(value) if isinstance(value, int) else _(value)
