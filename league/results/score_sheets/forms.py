"""The form of a score sheet: players with scores or places, and the detailed sheet of the game.

The fields of the detailed sheet follow from the game's `ScoreSheet`, the number of players and the rounds begun. Each
field has its name in the POST data, such as `points-2` or `sheet.round-3.seat-2`.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import zip_longest
from typing import Any, Final, cast
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.forms.boundfield import BoundField
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from engine.core import registry
from engine.core.game import Game
from engine.core.options import Option, OptionValue, settle_options
from engine.core.score_sheets import Field, FilledSheet, Setup, SheetCalculation, calculate, from_texts, to_json
from league.accounts.models import Player
from league.clubs.models import Club
from league.common.forms import WholeNumberField
from league.common.messages import render_message
from league.common.validators import EARLIEST
from league.results.drafts import (
    LARGEST_TABLE,
    MOST_POINTS,
    Ended,
    ResultDraft,
    SeatResult,
    played_on,
    rule_of,
    shared_places,
    today_at,
    typed_seats,
)
from league.results.errors import WrongEnding
from league.results.models import Ending, Pool
from league.results.score_sheets.queries import NO_PLAYERS, SetTable, SheetPlayers
from league.results.services.ledger import pool_for

SHEET, OPTION = "sheet.", "option."
LINES: Final = range(1, LARGEST_TABLE + 1)
_DIFFERENT_SCORE: Final = gettext_noop(
    "%(player)s has a score of %(typed)d here, but %(told)d on the detailed sheet. Correct one of them."
)
_DIFFERENT_PLACE: Final = gettext_noop(
    "%(player)s has place %(typed)d here, but %(told)d on the detailed sheet. Correct one of them."
)


class SheetBox(BoundField):
    """A field of the detailed sheet, for the templates that draw a game."""

    field: "SheetField"

    @property
    def described(self) -> Field:
        """The field as the game describes it."""
        return self.field.described

    @property
    def fault(self) -> str:
        """The first error; "" if there is none."""
        errors = self.form.errors.get(self.name)
        return str(errors[0]) if errors else ""

    @cached_property
    def options(self) -> list[tuple[str, str]]:
        """The options of a select list: for one choice, or a number that can be negative."""
        described = self.described
        if described.kind == "one":
            return [(words, render_message(words)) for words in described.choices.values()]
        least = described.least
        return [(str(number), str(number)) for number in range(least, described.most + 1)] if least < 0 else []

    @property
    def is_shown(self) -> bool:
        """Whether to show the field: always, unless it is rarely needed and empty."""
        return not self.described.is_rare or bool(self.value() or self.fault or self.field.is_missing)


class SheetField(forms.CharField):
    """A field of the detailed sheet, `described` by the game; `who` is the player it is about."""

    bound_field_class = SheetBox

    def __init__(self, described: Field, who: str) -> None:
        super().__init__(required=False, label=render_message(described.label))
        self.described, self.who = described, who
        self.is_missing = False


class ScoreSheetForm(forms.Form):
    """A score sheet at a `table` of a tournament, whose game and players are set, or outside tournaments.

    `names` replace those of the players in the detailed sheet. A valid form has a `draft`, and its detailed sheet, if
    begun, a `reckoning`.
    """

    key = forms.CharField(required=False)
    mode = forms.CharField(required=False)
    order = forms.CharField(required=False)
    game = forms.ChoiceField(
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose the game."))
    )
    day = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
    ending = forms.CharField(required=False)
    players = forms.Field(required=False)  # never sent; holds errors of all players
    places = forms.Field(required=False)  # never sent; holds errors of all places

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        club: Club,
        company: SheetPlayers = NO_PLAYERS,
        table: SetTable | None = None,
        names: Sequence[str] | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        self.club, self.company, self.table = club, company, table
        super().__init__(data, initial=self._new_sheet() | (initial or {}), auto_id=False)
        games = registry.games()
        cast(forms.ChoiceField, self.fields["game"]).choices = [(slug, game.name) for slug, game in games.items()]
        if table:
            self.initial["game"], self.fields["game"].disabled = table.pool.game, True
        self.selected_game: Game | None = games.get(self["game"].value() or "")
        today = {"day": date_format(today_at(club), _("Y-m-d"))}
        self.fields["day"].error_messages["invalid"] = _("Enter a date such as %(day)s.") % today
        self._add_lines()
        self.names = list(names) if names is not None else [player.name for player in self.chosen]
        self.setup: Setup | None = None
        self.filled: FilledSheet | None = None
        self.reckoning: SheetCalculation | None = None
        self.seat_results: tuple[SeatResult, ...] = ()
        self._add_detailed_sheet()

    def _new_sheet(self) -> dict[str, Any]:
        """Return the values of a new sheet: today, the game and the players of the last one."""
        values = {"key": str(uuid4()), "day": today_at(self.club).isoformat()}
        last = self.company.last
        if self.table or last is None or last.pool.game not in registry.games():
            return values
        ids = {player.pk: player.public_id for player in self.company.players}
        seated = [ids[seat.player_id] for seat in last.seats.all() if seat.player_id in ids]
        return values | {"game": last.pool.game} | {f"player-{at}": one for at, one in enumerate(seated, 1)}

    def _sent(self, name: str) -> str:
        """Return the text of a field that is sent, or the initial one."""
        return str((self.data if self.is_bound else self.initial).get(name) or "")

    def _add_lines(self) -> None:
        """Add the fields of each line; those of a line without a player are ignored."""
        players = self.table.players if self.table else ()
        self.seats = [at for at in LINES if (at <= len(players) if self.table else self._sent(f"player-{at}"))]
        for at in LINES:
            is_taken = at in self.seats
            points, place = WholeNumberField(-MOST_POINTS, MOST_POINTS), WholeNumberField(1, len(self.seats))
            self.fields[f"player-{at}"] = forms.CharField(required=False)
            self.fields[f"points-{at}"] = points if is_taken else forms.CharField(required=False)
            self.fields[f"place-{at}"] = place if is_taken else forms.CharField(required=False)
            self.fields[f"left-{at}"] = forms.BooleanField(required=False)
        chosen = [self.company.named(self._sent(f"player-{at}")) for at in LINES]
        self.seated: Sequence[Player | None] = players or chosen
        self.chosen = [player for player in self.seated if player]

    def _add_detailed_sheet(self) -> None:
        game, sheet = self.selected_game, registry.score_sheet(self.selected_game.slug) if self.selected_game else None
        if game is None or sheet is None or not game.min_seats <= len(self.names) <= game.max_seats:
            return
        self.setup = Setup(len(self.names), settle_options(game, self._options(game)))
        begun = [name for name, text in self._sheet_texts().items() if text.strip()]
        for one in sheet.fields(self.setup, begun):
            who = self.names[one.seat] if one.seat is not None else ""
            self.fields[SHEET + one.name] = SheetField(one, who)

    def _options(self, game: Game) -> Mapping[str, OptionValue]:
        """Return the rule options of the table, or those sent; unknown values are ignored."""
        if self.table:
            return self.table.options
        options: dict[str, OptionValue] = {}
        for option in game.options:
            text = self._sent(OPTION + option.name)
            values = {option_text(value): value for value in values_of(option)}
            if text in values:
                options[option.name] = values[text]
        return options

    def _sheet_texts(self) -> dict[str, str]:
        return {name.removeprefix(SHEET): text for name, text in self.data.items() if name.startswith(SHEET)}

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the quick sheet, as many as the largest table has seats."""
        return [
            {
                "number": at,
                "player": player,
                "points": self[f"points-{at}"],
                "place": self[f"place-{at}"],
                "left": self[f"left-{at}"],
                "errors": [error for name in ("player", "points", "place") for error in self[f"{name}-{at}"].errors],
            }
            for at, player in zip_longest(LINES, self.seated)
        ]

    @property
    def endings(self) -> list[tuple[str, str, str]]:
        """The early endings: value, label, and the rule if the table belongs to a tournament."""
        table, game = self.table, self.selected_game
        return [
            (kind, str(kind.label), _(rule_of(game.slug, kind, table.endings).rule) if table and game else "")
            for kind in Ending
        ]

    @property
    def boxes(self) -> dict[str, SheetBox]:
        """The fields of the detailed sheet by their names within it."""
        names = [name for name, field in self.fields.items() if isinstance(field, SheetField)]
        return {name.removeprefix(SHEET): cast(SheetBox, self[name]) for name in names}

    @property
    def general_errors(self) -> list[str]:
        """The errors that belong to no line."""
        names = ("", "key", "mode", "order", "game", "players", "places", "day")
        return [error for name in names if (error := self.faults.get(name))]

    @property
    def faults(self) -> dict[str, str]:
        """The first error of each field; those of the whole sheet under ""."""
        return {"" if name == NON_FIELD_ERRORS else name: str(errors[0]) for name, errors in self.errors.items()}

    def clean_day(self) -> date:
        """Return the day, or today; raise ValidationError for one in the future or before there were players."""
        day: date = self.cleaned_data["day"] or today_at(self.club)
        if day < EARLIEST:
            raise forms.ValidationError(_("This date is too early for these players. Enter the date of the game."))
        if day > today_at(self.club):
            raise forms.ValidationError(_("This date is in the future. Enter the date of the game."))
        return day

    def clean(self) -> dict[str, Any]:
        """Check the players, then the detailed sheet, then the result."""
        if self.table is None:
            self._check_players()
        if not self.errors and self.setup and any(text.strip() for text in self._sheet_texts().values()):
            self._reckon(self.setup)
        if not self.errors:
            self._settle()
        return self.cleaned_data

    def _check_players(self) -> None:
        players = set()
        for at in self.seats:
            player = self.seated[at - 1]
            if player is None:
                self.add_error(f"player-{at}", _("The club has no such player. Choose another player."))
            elif player in players:
                error = _("%(player)s already has a seat. Enter each player once.") % {"player": player}
                self.add_error(f"player-{at}", error)
            players.add(player)
        game, count = self.selected_game, len(self.seats)
        if game and None not in players and len(players) == count and not game.min_seats <= count <= game.max_seats:
            error = ngettext(
                "%(game)s needs %(least)d to %(most)d players, but only %(count)d is chosen.",
                "%(game)s needs %(least)d to %(most)d players, but %(count)d are chosen.",
                count,
            )
            facts = {"game": game.name, "least": game.min_seats, "most": game.max_seats, "count": count}
            self.add_error("players", error % facts)

    def _reckon(self, setup: Setup) -> None:
        """Add up the detailed sheet; it may be incomplete."""
        self.filled, unread = from_texts(self.cleaned_data["game"], setup, self._sheet_texts())
        self.reckoning = calculate(self.filled)
        for remark in (*unread, *self.reckoning.faults):
            if SHEET + remark.field not in self.errors:
                self.add_error(SHEET + remark.field, render_message(remark.sentence, self.names))
        for remark in self.reckoning.missing:
            cast(SheetField, self.fields[SHEET + remark.field]).is_missing = True

    def _settle(self) -> None:
        """Set the result: by the detailed sheet if it is complete, else as it was typed."""
        points, places = self._typed("points"), self._typed("place")
        ended = self.ended
        outcome = self.reckoning.outcome if self.reckoning and not ended else None
        if outcome:
            self._compare(points, outcome.points, _DIFFERENT_SCORE, "points")
            self._compare(places, outcome.places, _DIFFERENT_PLACE, "place")
            points, places = [*outcome.points], [*outcome.places]
        elif not ended and None in points and None in places:
            self._ask_for_the_rest(points, places)
            return
        elif not ended and None in points:
            points = [0] * len(points)
        try:
            self.seat_results = typed_seats([player.pk for player in self.chosen], points, places, ended)
        except WrongEnding as refusal:
            self.add_error("ending", refusal.message)
        if not self.errors and not ended:
            self._check_order()

    @property
    def ended(self) -> Ended | None:
        """The early ending, if any; ticks of players who left count only with the ending “a player left”."""
        ending, game = self.cleaned_data["ending"], self.cleaned_data["game"]
        if not ending:
            return None
        left = [number for number, at in enumerate(self.seats) if self.cleaned_data[f"left-{at}"]]
        gone = frozenset(left if ending == Ending.LEFT else ())
        return Ended(game, ending, gone, self.table.endings if self.table else {})

    def _typed(self, what: str) -> list[int | None]:
        return [self.cleaned_data[f"{what}-{at}"] for at in self.seats]

    def _compare(self, typed: Sequence[int | None], reckoned: Sequence[int], error: str, what: str) -> None:
        """Add an error for typed points or places that differ from those of the complete detailed sheet."""
        for at, own, other, name in zip(self.seats, typed, reckoned, self.names, strict=True):
            if own is not None and own != other:
                self.add_error(f"{what}-{at}", _(error) % {"player": name, "typed": own, "told": other})

    def _ask_for_the_rest(self, points: Sequence[int | None], places: Sequence[int | None]) -> None:
        """Add an error for the first missing score; for the first missing place if only places were typed."""
        by_points = any(one is not None for one in points) or all(one is None for one in places)
        given, what = (points, "points") if by_points else (places, "place")
        missing = [*given].index(None)
        error = (
            _("Enter a score for %(player)s, complete the detailed score sheet, or enter all places.")
            if by_points
            else _("Enter a place for %(player)s, complete the detailed score sheet, or enter all scores.")
        )
        self.add_error(f"{what}-{self.seats[missing]}", error % {"player": self.names[missing]})

    def _check_order(self) -> None:
        """Places count 1, 2, 2, 4, and more points make the better place."""
        places = [seat.place for seat in self.seat_results]
        if sorted(places) != shared_places(places):
            error = _("The places %(places)s are not possible. With a tie they are, for example, 1, 2, 2, 4.")
            self.add_error("places", error % {"places": ", ".join(map(str, places))})
            return
        for at, mine in zip(self.seats, self.seat_results, strict=True):
            if any(mine.points > other.points and mine.place > other.place for other in self.seat_results):
                error = _("A player with a higher score has a worse place. Correct the scores or the places.")
                self.add_error(f"place-{at}", error)
                return

    def clean_key(self) -> UUID:
        """Return the key of the report; a new one for none, or for what is no UUID."""
        try:
            return UUID(self.cleaned_data["key"])
        except ValueError:
            return uuid4()

    def pool(self) -> Pool:
        """Return the leaderboard of the table, or the club's for the game."""
        if self.table:
            return self.table.pool
        return pool_for(game=self.cleaned_data["game"], player_kind=Player.Kind.PERSON, club=self.club)

    def draft(self, subject: UUID) -> ResultDraft:
        """Return the result of a valid sheet."""
        ended, filled = self.ended, self.filled
        return ResultDraft(
            subject,
            self.seat_results,
            played_at=played_on(self.cleaned_data["day"], self.club),
            is_rated=ended is None or ended.rule.rated,
            ending=ended.ending if ended else "",
            sheet=to_json(filled) if filled and filled.values else None,
        )


def values_of(option: Option) -> Sequence[OptionValue]:
    """Return the values of a rule option."""
    return (True, False) if option.kind == "flag" else option.choices


def option_text(value: OptionValue) -> str:
    """Return the value of a rule option as a form sends it."""
    return value if isinstance(value, str) else "yes" if value else "no"
