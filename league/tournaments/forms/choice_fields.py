"""Fields whose choices the rules give: options of formats and games, early endings, tie-breaks."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.core.game import Game
from engine.core.game import Option as Rule
from league.competition.early_endings import EndingRule
from league.competition.options import Option, Value
from league.competition.tiebreaks import tiebreaks
from league.tournaments.presenters.format_text import ENDINGS, title_of, words_of
from league.tournaments.table_sizes import sizes_for


def choice(
    label: str, choices: Sequence[tuple[Any, Any]], help_text: str = "", initial: Value | None = None, **more: Any
) -> forms.ChoiceField:
    """A field with its choices; the first is taken where nothing else is proposed."""
    start = choices[0][0] if initial is None else initial
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text, initial=start, **more)


def choice_of_the_format(option: Option, game: Game, suggested: Value | None) -> forms.Field:
    """The field for an option of a format, at the sizes of table that the game can be played at."""
    if option.may_be_left_open:
        words = {"explanation": _(option.explanation), "nought": _(option.zero_label)}
        return forms.IntegerField(
            label=_(option.title),
            required=False,
            min_value=1,
            max_value=max(int(choice) for choice in option.choices),
            initial=suggested or option.default or None,
            help_text=_("%(explanation)s If empty: %(nought)s.") % words,
        )
    values = sizes_for(game, option) if option.seats else option.choices
    initial = option.default if suggested is None else suggested
    choices = [(value, _(option.label(value))) for value in values]
    return choice(_(option.title), choices, _(option.explanation), nearest(initial, values))


def nearest(wanted: Value, values: Sequence[Value]) -> Value:
    """The wanted value, or the last where there is none such."""
    return wanted if wanted in values else values[-1]


def choice_of_the_game(option: Rule) -> forms.Field:
    """The field for an option of a game's rules."""
    if option.kind == "flag":
        return forms.BooleanField(
            label=title_of(option), help_text=_(option.summary), required=False, initial=option.default
        )
    choices = [(choice, words_of(option, choice)) for choice in option.choices]
    return choice(title_of(option), choices, _(option.summary), option.default)


def choice_of_ending(kind: str, rules: Sequence[EndingRule]) -> forms.ChoiceField:
    """The field for what a kind of early ending comes to."""
    choices = [(rule.slug, _(rule.name)) for rule in rules]
    words = " ".join(_(sentence) for sentence in rules[0].sentences)
    return choice(str(ENDINGS[kind]), choices, words, initial=rules[0].slug, required=False)


def choice_of_tiebreak(number: int, proposed: Sequence[str]) -> forms.ChoiceField:
    """The field for one of the tie-breaks, counted from 1."""
    choices = [("", pgettext("tie-break", "none")), *((one.slug, _(one.name)) for one in tiebreaks().values())]
    initial = proposed[number - 1] if number <= len(proposed) else ""
    return choice(_("Tie-break %(number)d") % {"number": number}, choices, initial=initial, required=False)
