"""The form of a detailed sheet, whose fields follow from the game, its options, the players and the rounds begun."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from django import forms
from django.forms.boundfield import BoundField

from engine.core.game import Game
from engine.core.options import OptionValue, settle_options
from engine.core.score_sheets import Field, FilledSheet, Setup, SheetCalculation, calculate, from_texts, score_sheet_of
from league.common.messages import render_message

SHEET, OPTION = "sheet.", "option."  # how names in the POST data begin, such as `sheet.round-3.seat-2`


class SheetBox(BoundField):
    """A field of the detailed sheet, for the templates that draw a game."""

    field: "SheetField"

    @property
    def definition(self) -> Field:
        """The definition of the field in the game."""
        return self.field.definition

    @property
    def fault(self) -> str:
        """The first error; "" if there is none."""
        return str(self.errors[0]) if self.errors else ""

    @cached_property
    def options(self) -> list[tuple[str, str]]:
        """The options of a select list: for one choice, or a number that can be negative."""
        definition = self.definition
        if definition.kind == "one":
            return [(words, render_message(words)) for words in definition.choices.values()]
        least = definition.least
        return [(str(number), str(number)) for number in range(least, definition.most + 1)] if least < 0 else []

    @property
    def is_shown(self) -> bool:
        """Whether to show the field: always, unless it is rarely needed and empty."""
        return not self.definition.is_rare or bool(self.value() or self.fault or self.field.is_missing)


class SheetField(forms.CharField):
    """A field of the detailed sheet, by its `definition` in the game; `who` is the player it is about."""

    bound_field_class = SheetBox

    def __init__(self, definition: Field, who: str) -> None:
        super().__init__(required=False, label=render_message(definition.label))
        self.definition, self.who = definition, who
        self.is_missing = False


class DetailedSheetForm(forms.Form):
    """The detailed sheet of a game for players of these `names`, as far as it is filled in.

    `add_up` sets `filled` and `calculation` of a sheet that is begun.
    """

    def __init__(
        self, data: Mapping[str, str] | None, *, game: Game, names: Sequence[str], options: Mapping[str, OptionValue]
    ) -> None:
        super().__init__(data, auto_id=False)
        self.game, self.names = game, names
        self.setup = Setup(len(names), settle_options(game, options))
        self.texts = {name.removeprefix(SHEET): text for name, text in self.data.items() if name.startswith(SHEET)}
        self.begun = [name for name, text in self.texts.items() if text.strip()]
        self.filled: FilledSheet | None = None
        self.calculation: SheetCalculation | None = None
        for field in score_sheet_of(game.slug).fields(self.setup, self.begun):
            self.fields[field.name] = SheetField(field, "" if field.seat is None else names[field.seat])

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field in the POST data, such as `sheet.round-3.seat-2`."""
        return SHEET + field_name

    @property
    def boxes(self) -> dict[str, SheetBox]:
        """The fields by name."""
        return {name: cast(SheetBox, self[name]) for name in self.fields}

    def add_up(self) -> None:
        """Calculate the result of a sheet that is begun, which may be incomplete; add an error for each fault."""
        if not self.begun:
            return
        self.filled, unread = from_texts(self.game.slug, self.setup, self.texts)
        self.calculation = calculate(self.filled)
        for remark in (*unread, *self.calculation.faults):
            if remark.field not in self.errors:
                self.add_error(remark.field, render_message(remark.sentence, self.names))
        for remark in self.calculation.missing:
            cast(SheetField, self.fields[remark.field]).is_missing = True


def options_sent(game: Game, sent: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return the rule options that a form sent; unknown values are ignored."""
    return {
        option.name: value
        for option in game.options
        for value in option.values
        if option_text(value) == sent.get(OPTION + option.name)
    }


def option_text(value: OptionValue) -> str:
    """Return the value of a rule option as a form sends it."""
    return value if isinstance(value, str) else "yes" if value else "no"
