"""The form of a score sheet: players with scores or places, and with it the detailed sheet of the game."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import zip_longest
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.core import registry
from engine.core.game import Game
from engine.core.score_sheets import SheetCalculation, to_json
from league.accounts.models import Player
from league.clubs.dates import played_on, today_at
from league.clubs.models import Club
from league.common.forms import WholeNumberField, set_choices
from league.results.draft_checks import check_draft, check_time
from league.results.drafts import LARGEST_TABLE, MOST_POINTS, ResultDraft, typed_draft
from league.results.early_endings import EarlyEnding, rule_of
from league.results.errors import WrongEnding, WrongPlaces, WrongTime
from league.results.models import Ending, Pool
from league.results.score_sheets.detailed_form import DetailedSheetForm, options_sent
from league.results.score_sheets.queries import NO_PLAYERS, SheetPlayers, SheetTable
from league.results.services.ledger import pool_for

LINES: Final = range(1, LARGEST_TABLE + 1)


class SeatForm(forms.Form):
    """A line of the sheet, with fields such as `points-2`. Its player is `seated`, or typed: one of the `company`."""

    player = forms.CharField(required=False)
    left = forms.BooleanField(required=False)

    def __init__(
        self, *args: Any, number: int, seated: Player | None, candidates: SheetPlayers | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        typed = (candidates and self["player"].value()) or ""
        self.seated = candidates.named(typed) if candidates else seated
        self.is_taken = bool(seated or typed)
        self.fields["points"] = WholeNumberField(-MOST_POINTS, MOST_POINTS)

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field in the POST data."""
        return f"{field_name}-{self.number}"

    @property
    def faults(self) -> list[str]:
        """The errors of a seat that is taken."""
        return [str(error) for errors in self.errors.values() for error in errors] if self.is_taken else []

    def compare(self, points: int, place: int) -> None:
        """Add an error for a typed score or place that differs from that of the complete detailed sheet."""
        texts = {
            "points": _(
                "%(player)s has a score of %(typed)d here, but %(sheet)d on the detailed sheet. Correct one of them."
            ),
            "place": _(
                "%(player)s has place %(typed)d here, but %(sheet)d on the detailed sheet. Correct one of them."
            ),
        }
        for name, calculated in {"points": points, "place": place}.items():
            typed = self.cleaned_data[name]
            if typed not in (None, calculated):
                self.add_error(name, texts[name] % {"player": self.seated, "typed": typed, "sheet": calculated})


class ScoreSheetForm(forms.Form):
    """A score sheet at a `table` of a tournament, whose game and players are set, or outside tournaments.

    `names` replace those of the players in the detailed sheet. A valid form has a `draft`, whose subject is the key.
    """

    key = forms.CharField(required=False)
    mode = forms.CharField(required=False)
    order = forms.CharField(required=False)
    game = forms.ChoiceField(
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose the game."))
    )
    day = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
    ending = forms.CharField(required=False)
    draft: ResultDraft

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        club: Club,
        candidates: SheetPlayers = NO_PLAYERS,
        table: SheetTable | None = None,
        names: Sequence[str] | None = None,
        initial: Mapping[str, str] | None = None,
    ) -> None:
        self.club, self.candidates, self.table = club, candidates, table
        today = today_at(club)
        game, seated = (table.pool.game, []) if table else candidates.of_last_game()
        values = {"key": str(uuid4()), "day": today.isoformat(), "game": game} | dict(initial or {})
        super().__init__(data, initial=values | {"game": game} if table else values, auto_id=False)
        games = registry.games()
        set_choices(self, "game", [(slug, game.name) for slug, game in games.items()])
        self.fields["game"].disabled = table is not None
        self.selected_game: Game | None = games.get(self["game"].value() or "")
        self.fields["day"].error_messages["invalid"] = _("Enter a date such as %(day)s.") % {
            "day": date_format(today, _("Y-m-d"))
        }
        typed = None if table else candidates
        self.lines = [
            SeatForm(data, auto_id=False, number=number, seated=player, candidates=typed, initial={"player": last})
            for number, player, last in zip_longest(LINES, table.players if table else (), seated)
        ]
        self.seats = [line for line in self.lines if line.is_taken]
        for line in self.lines:
            line.fields["place"] = WholeNumberField(1, len(self.seats))
        self.chosen = [line.seated for line in self.seats if line.seated]
        self.names = [player.name for player in self.chosen] if names is None else names
        self.detailed = self._detailed()

    def _detailed(self) -> DetailedSheetForm | None:
        """Return the detailed sheet; None without a game, without one for the game, or for so many players."""
        game, names = self.selected_game, self.names
        if not game or not registry.score_sheet(game.slug) or not game.min_seats <= len(names) <= game.max_seats:
            return None
        sent = self.data if self.is_bound else self.initial
        options = self.table.options if self.table else options_sent(game, sent)
        return DetailedSheetForm(self.data, game=game, names=names, options=options)

    @property
    def calculation(self) -> SheetCalculation | None:
        """The result of the detailed sheet so far; None if it is empty or was not checked."""
        return self.detailed.calculation if self.detailed else None

    @property
    def endings(self) -> list[tuple[str, str, str]]:
        """The early endings: value, label, and the rule if the table belongs to a tournament."""
        table, game = self.table, self.selected_game
        return [
            (kind, str(kind.label), _(rule_of(game.slug, kind, table.endings).rule) if table and game else "")
            for kind in Ending
        ]

    @property
    def general_errors(self) -> list[str]:
        """The errors that belong to no line, without that of the early ending."""
        return [str(errors[0]) for name, errors in self.errors.items() if name != "ending"]

    @property
    def faults(self) -> dict[str, str]:
        """The first error of each field, also of the lines and the detailed sheet; those of the whole under ""."""
        parts = [self, *self.seats, *([self.detailed] if self.detailed else [])]
        return {
            "" if name == NON_FIELD_ERRORS else part.add_prefix(name): str(errors[0])
            for part in parts
            for name, errors in part.errors.items()
        }

    def is_valid(self) -> bool:
        """Return whether there is no error in any part."""
        return self.is_bound and not self.faults

    def clean_key(self) -> UUID:
        """Return the key of the report; a new one for none, or for what is no UUID."""
        try:
            return UUID(self.cleaned_data["key"])
        except ValueError:
            return uuid4()

    def clean_day(self) -> date:
        """Return the day, or today; raise ValidationError for one in the future or before there were players."""
        day: date = self.cleaned_data["day"] or today_at(self.club)
        try:
            check_time(played_on(day, self.club), timezone.now())
        except WrongTime as refusal:
            raise forms.ValidationError(refusal.message) from refusal
        return day

    def clean(self) -> dict[str, Any]:
        """Check the players, then the detailed sheet, then the result."""
        if self.table is None:
            self._check_players()
        if self.detailed and not self.faults:
            self.detailed.add_up()
        if not self.faults:
            self._set_draft()
        return self.cleaned_data

    def _check_players(self) -> None:
        for at, seat in enumerate(self.seats):
            if seat.seated is None:
                seat.add_error("player", _("The club has no such player. Choose another player."))
            elif seat.seated in [other.seated for other in self.seats[:at]]:
                error = _("%(player)s already has a seat. Enter each player once.")
                seat.add_error("player", error % {"player": seat.seated})
        game, count = self.selected_game, len(self.seats)
        if game and len(set(self.chosen)) == count and not game.min_seats <= count <= game.max_seats:
            error = ngettext(
                "%(game)s needs %(least)d to %(most)d players, but only %(count)d is chosen.",
                "%(game)s needs %(least)d to %(most)d players, but %(count)d are chosen.",
                count,
            )
            facts = {"game": game.name, "least": game.min_seats, "most": game.max_seats, "count": count}
            self.add_error(None, error % facts)

    def _set_draft(self) -> None:
        """Set the draft, or add the error for which there is none."""
        ended = self._ended()
        points, places = self._typed() if ended else self._played()
        if not ended and None in points:
            self._ask_for_the_rest(points, places)
            return
        filled = self.detailed.filled if self.detailed else None
        try:
            self.draft = typed_draft(
                self.cleaned_data["key"],
                [player.pk for player in self.chosen],
                points,
                places,
                ended,
                played_at=played_on(self.cleaned_data["day"], self.club),
                sheet=to_json(filled) if filled and filled.values else None,
            )
            check_draft(self.draft, None)
        except WrongEnding as refusal:
            self.add_error("ending", refusal.message)
        except WrongPlaces as refusal:
            form, field = (self, None) if refusal.seat is None else (self.seats[refusal.seat], "place")
            form.add_error(field, refusal.message)

    def _typed(self) -> tuple[list[int | None], list[int | None]]:
        """Return scores and places by seat as they were typed."""
        return [seat.cleaned_data["points"] for seat in self.seats], [seat.cleaned_data["place"] for seat in self.seats]

    def _played(self) -> tuple[list[int | None], list[int | None]]:
        """Return scores and places of the complete detailed sheet, else as typed; all scores are 0 if places decide."""
        points, places = self._typed()
        outcome = self.calculation.outcome if self.calculation else None
        if outcome:
            for seat, *calculated in zip(self.seats, outcome.points, outcome.places, strict=True):
                seat.compare(*calculated)
            return [*outcome.points], [*outcome.places]
        if None in points and None not in places:
            points = [0] * len(points)
        return points, places

    def _ended(self) -> EarlyEnding | None:
        """Return the early ending, if any; ticks of players who left count only with the ending “a player left”."""
        ending, game = self.cleaned_data["ending"], self.cleaned_data["game"]
        if not ending:
            return None
        left = [at for at, seat in enumerate(self.seats) if seat.cleaned_data["left"]]
        gone = frozenset(left if ending == Ending.LEFT else ())
        return EarlyEnding(game, ending, gone, self.table.endings if self.table else {})

    def _ask_for_the_rest(self, points: Sequence[int | None], places: Sequence[int | None]) -> None:
        """Add an error for the first missing score; for the first missing place if only places were typed."""
        if any(value is not None for value in points) or all(value is None for value in places):
            seat, name = self.seats[points.index(None)], "points"
            error = _("Enter a score for %(player)s, complete the detailed score sheet, or enter all places.")
        else:
            seat, name = self.seats[places.index(None)], "place"
            error = _("Enter a place for %(player)s, complete the detailed score sheet, or enter all scores.")
        seat.add_error(name, error % {"player": seat.seated})

    def pool(self) -> Pool:
        """Return the leaderboard of the table, or the club's for the game."""
        if self.table:
            return self.table.pool
        return pool_for(game=self.cleaned_data["game"], player_kind=Player.Kind.PERSON, club=self.club)
