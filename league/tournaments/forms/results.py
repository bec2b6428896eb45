"""A round's results on one sheet: every game that is still open, to be filled in from top to bottom by keyboard."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from league.results.models import Result
from league.tournaments.selectors.desk import OpenLeg
from league.tournaments.services import Report

MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat of the sheet."""

    name: str
    points: BoundField
    place: BoundField
    stayed_away: BoundField | None


@dataclass(frozen=True, slots=True)
class LegBox:
    """One game of the sheet, with what is wrong with it."""

    open_leg: OpenLeg
    seats: tuple[SeatLine, ...]
    faults: Sequence[str]


class ResultsForm(forms.Form):
    """Points for every seat; places only where equal points were told apart; a tick for who did not come.

    Games that are left empty are left alone. `reports` gives the others once the form is valid.
    """

    def __init__(self, *args: Any, legs: Sequence[OpenLeg], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.legs = legs
        for one in legs:
            self.fields[_name(one)] = forms.Field(required=False)  # never sent; the faults of the game as a whole
            for seat, player in enumerate(one.names):
                self._add_seat(one, seat, player)

    def boxes(self) -> Iterator[LegBox]:
        """The sheet, a game at a time."""
        for one in self.legs:
            lines = tuple(self._line(one, seat) for seat in range(len(one.names)))
            yield LegBox(one, lines, [str(fault) for fault in self.errors.get(_name(one), [])])

    def clean(self) -> dict[str, Any]:
        """Whatever was begun must be complete, and something must have been begun."""
        if self._came_too_late():
            raise forms.ValidationError(
                _("Somebody entered some of these games meanwhile, and that stands. What is left is still to be sent.")
            )
        for one in self.legs:
            points, places, away = self._given(one)
            if not any(away) and _is_begun(points) and not _is_complete(points):
                self.add_error(_name(one), _("Give the points of everybody at this table."))
            if not any(away) and _is_begun(places) and not _is_complete(places):
                self.add_error(_name(one), _("Give the places of everybody at this table, or of nobody."))
            if away and all(away):
                self.add_error(_name(one), _("If nobody came, leave the game open, or let one of them leave."))
        if not self.errors and not self.reports():
            raise forms.ValidationError(_("Nothing was typed in yet; fill in at least one game."))
        return self.cleaned_data

    def reports(self) -> list[Report]:
        """What is to be entered."""
        return [report for one in self.legs if (report := self._report(one)) is not None]

    def _came_too_late(self) -> bool:
        """Whether something was sent about a game that is not open any more."""
        still_open = {str(one.leg.pk) for one in self.legs}
        sent = {name.split("-")[1] for name, value in self.data.items() if name.startswith("leg-") and value}
        return not sent <= still_open

    def _report(self, one: OpenLeg) -> Report | None:
        points, places, away = self._given(one)
        if any(away):
            came = away.count(False)
            return Report(one.leg, places=[came + 1 if absent else 1 for absent in away], how=Result.How.FORFEIT)
        if not _is_begun(points) and not _is_begun(places):
            return None
        return Report(one.leg, points if _is_begun(points) else None, places if _is_begun(places) else None)

    def _given(self, one: OpenLeg) -> tuple[list[Any], list[Any], list[bool]]:
        seats = range(len(one.names))
        points = [self.cleaned_data.get(_name(one, seat, "points")) for seat in seats]
        places = [self.cleaned_data.get(_name(one, seat, "place")) for seat in seats]
        return points, places, [bool(self.cleaned_data.get(_name(one, seat, "away"))) for seat in seats]

    def _add_seat(self, one: OpenLeg, seat: int, player: str) -> None:
        self.fields[_name(one, seat, "points")] = _number(
            _("Points of %(player)s") % {"player": player}, -MOST_POINTS, MOST_POINTS
        )
        self.fields[_name(one, seat, "place")] = _number(
            _("Place of %(player)s") % {"player": player}, 1, len(one.names)
        )
        if len(one.names) == 2:
            label = _("%(player)s did not come") % {"player": player}
            self.fields[_name(one, seat, "away")] = forms.BooleanField(label=label, required=False)

    def _line(self, one: OpenLeg, seat: int) -> SeatLine:
        away = self[_name(one, seat, "away")] if len(one.names) == 2 else None
        return SeatLine(one.names[seat], self[_name(one, seat, "points")], self[_name(one, seat, "place")], away)


def _name(one: OpenLeg, seat: int | None = None, what: str = "") -> str:
    return f"leg-{one.leg.pk}" if seat is None else f"leg-{one.leg.pk}-{seat}-{what}"


def _number(label: str, least: int, most: int) -> forms.IntegerField:
    attrs = {"inputmode": "numeric", "autocomplete": "off", "aria-label": label}
    return forms.IntegerField(
        label=label, required=False, min_value=least, max_value=most, widget=forms.NumberInput(attrs=attrs)
    )


def _is_begun(numbers: Sequence[int | None]) -> bool:
    return any(number is not None for number in numbers)


def _is_complete(numbers: Sequence[int | None]) -> bool:
    return all(number is not None for number in numbers)
