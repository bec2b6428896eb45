"""Fields with choices from the rules: options of formats and games, early endings, tie-breaks."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.core.game import Game
from engine.core.options import Option as Rule
from league.common.language import alphabetical_key
from league.competition.early_endings import EndingRule
from league.competition.options import Option, Value
from league.competition.tiebreaks import tiebreaks
from league.competition.tiebreaks.tiebreak import TieBreak
from league.tournaments.format_text import ENDINGS, option_label, option_value_label
from league.tournaments.suggested_settings import sizes_for


def choice_text(name: str, explanation: str) -> str:
    """Return the label of a choice, with its name in bold."""
    return format_html('<span><b>{}<span class="unseen">:</span></b> {}</span>', name, explanation)


def choice_field(
    label: str, choices: Sequence[tuple[Any, Any]], help_text: str = "", initial: Value | None = None, **more: Any
) -> forms.ChoiceField:
    """Return a choice field; its default is the first choice."""
    start = choices[0][0] if initial is None else initial
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text, initial=start, **more)


def format_option_field(option: Option, game: Game, suggested: Value | None) -> forms.Field:
    """Return the field for a format option, limited to table sizes that the game allows."""
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
    return choice_field(_(option.title), choices, _(option.explanation), nearest(initial, values))


def nearest(wanted: Value, values: Sequence[Value]) -> Value:
    """Return the wanted value if it is among the values, else the last one."""
    return wanted if wanted in values else values[-1]


def game_option_field(option: Rule) -> forms.Field:
    """Return the field for an option of a game's rules."""
    if option.kind == "flag":
        return forms.BooleanField(
            label=option_label(option), help_text=_(option.summary), required=False, initial=option.default
        )
    choices = [(choice, option_value_label(option, choice)) for choice in option.choices]
    return choice_field(option_label(option), choices, _(option.summary), option.default)


def ending_field(kind: str, rules: Sequence[EndingRule]) -> forms.ChoiceField:
    """Return the field for the rule of a kind of early ending."""
    choices = [(rule.slug, _(rule.name)) for rule in rules]
    words = " ".join(_(sentence) for sentence in rules[0].sentences)
    return choice_field(str(ENDINGS[kind]), choices, words, initial=rules[0].slug, required=False)


def tiebreaks_by_name() -> list[TieBreak]:
    """Return all tie-breaks in the alphabetical order of the reader's language."""
    return sorted(tiebreaks().values(), key=lambda tiebreak: alphabetical_key(_(tiebreak.name)))


def tiebreak_field(number: int, proposed: Sequence[str]) -> forms.ChoiceField:
    """Return the field for a tie-break, numbered from 1."""
    choices = [("", pgettext("tie-break", "none")), *((rule.slug, _(rule.name)) for rule in tiebreaks_by_name())]
    initial = proposed[number - 1] if number <= len(proposed) else ""
    return choice_field(_("Tie-break %(number)d") % {"number": number}, choices, initial=initial, required=False)
