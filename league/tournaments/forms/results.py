"""Forms of results, and conflicts with results that others entered meanwhile."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.dates import played_on, today_at
from league.clubs.models import Club
from league.common.validators import validate_plausible_date
from league.results.drafts import MOST_POINTS
from league.results.forms import number_field
from league.results.models import Ending, Result
from league.tournaments.presenters.game_results import DecidedLeg, OpenLeg, ReportedLeg, SavedSeat
from league.tournaments.services.repairs import forfeit_places
from league.tournaments.services.results import Outcome

LEAVE = "leave"
_FIELD = re.compile(r"leg-(\d{1,17})-(\d-(?:points|place|away|left)|ending|confirm|leave)", re.ASCII)
BY_GAME = "by-game"  # field of a page that sends changed games only


@dataclass(frozen=True, slots=True)
class ResultConflict:
    """A game with two results: the one in the ledger, and the values sent, by field name ("0-points")."""

    stands: DecidedLeg
    typed: Mapping[str, str]

    @property
    def rows(self) -> list[tuple[SavedSeat, str, str]]:
        """For each seat the saved result, and the points and place sent."""
        sent = self.typed.get
        return [(seat, sent(f"{at}-points", ""), sent(f"{at}-place", "")) for at, seat in enumerate(self.stands.seats)]

    @property
    def ending(self) -> str:
        """The label of the early ending that was sent, or ""."""
        typed = self.typed.get("ending", "")
        return str(Ending(typed).label) if typed in Ending.values else ""

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden fields with the values that were sent."""
        return [(f"leg-{self.stands.leg_id}-{about}", value) for about, value in self.typed.items()]

    @property
    def correct(self) -> str:
        """The URL of a correction to the values sent; "" without permission or without figures."""
        if not self.stands.correct or self.typed.keys() <= {"confirm"}:
            return ""
        return f"{self.stands.correct}?{urlencode(self._figures())}"

    @property
    def agrees(self) -> bool:
        """Whether the values sent equal the saved result, as in a form sent twice."""
        typed_before = {f"{at}-points": str(seat.points) for at, seat in enumerate(self.stands.seats)}
        return not self.stands.way and self.typed == typed_before

    def _figures(self) -> dict[str, str]:
        """Return the query of the correction page."""
        seats = range(len(self.stands.seats))
        away = [f"{at}-away" in self.typed for at in seats]
        if any(away):
            present = away.count(False)
            places = {f"place-{at}": str(present + 1 if away[at] else 1) for at in seats}
            return {"how": Result.How.FORFEIT, **places}
        turned = {"-".join(reversed(about.split("-"))): value for about, value in self.typed.items()}
        return {name: value for name, value in turned.items() if name != "confirm"}


def result_conflicts(data: Mapping[str, str], decided: Sequence[DecidedLeg]) -> list[ResultConflict]:
    """Return the games with a different saved result, without those marked to be left as they are."""
    typed = typed_by_game(data)
    found = [
        ResultConflict(leg, typed[leg.leg_id]) for leg in decided if LEAVE not in typed.get(leg.leg_id, {LEAVE: ""})
    ]
    return [clash for clash in found if not clash.agrees]


def typed_by_game(data: Mapping[str, str]) -> dict[int, dict[str, str]]:
    """Return the filled fields about games, by id of the game and name of the field."""
    typed: dict[int, dict[str, str]] = {}
    for name, value in data.items():
        match = _FIELD.fullmatch(name)
        if match and value.strip():
            typed.setdefault(int(match[1]), {})[match[2]] = value.strip()
    return typed


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in the form."""

    player: str  # the public id
    name: str
    points: BoundField
    place: BoundField
    stayed_away: BoundField | None
    left: BoundField


@dataclass(frozen=True, slots=True)
class LegBox:
    """A game in the form, with its errors."""

    open_leg: OpenLeg
    seats: tuple[SeatLine, ...]
    faults: Sequence[str]
    ending: BoundField
    seen: str
    reports: tuple[ReportedLeg, ...]
    confirm: BoundField | None


class ResultsForm(forms.Form):
    """Points for every seat; places only to break equal points; a checkbox for absent players.

    Empty games are ignored. Once valid, `outcomes` returns the results, and `is_late` says whether the games were
    played before today at the club.
    """

    played_on = forms.DateField(
        label=gettext_lazy("Date of the games"),
        required=False,
        validators=[validate_plausible_date],
        help_text=gettext_lazy("Only for games played before today. The ratings count them on this date."),
        widget=forms.DateInput({"type": "date"}),
    )

    def __init__(
        self,
        *args: Any,
        legs: Sequence[OpenLeg],
        club: Club,
        versions: Mapping[UUID, str],
        reports: Mapping[int, tuple[ReportedLeg, ...]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.legs, self.club = legs, club
        self.moved: Collection[int] = ()  # ids of sent legs without a result that are not in the form
        self.versions, self.reports = versions, reports
        self.fields["played_on"].widget.attrs["max"] = today_at(self.club).isoformat()
        for open_leg in legs:
            self._add_game(open_leg)
            for seat, player in enumerate(open_leg.names):
                self._add_seat(open_leg, seat, player)

    def boxes(self) -> Iterator[LegBox]:
        """Yield the games of the form."""
        for open_leg in self.legs:
            lines = tuple(self._line(open_leg, seat) for seat in range(len(open_leg.names)))
            faults = [str(fault) for fault in self.errors.get(_name(open_leg), [])]
            confirm = self[f"{_name(open_leg)}-confirm"] if self._confirmable(open_leg) else None
            seen, reports = self.versions[open_leg.leg.subject], self.reports.get(open_leg.leg.pk, ())
            yield LegBox(open_leg, lines, faults, self[f"{_name(open_leg)}-ending"], seen, reports, confirm)

    @property
    def has_absences(self) -> bool:
        """Whether absent players can be marked: only at tables for two, which are decided by forfeit."""
        return any(box.seats[0].stayed_away for box in self.boxes())

    @property
    def has_reports(self) -> bool:
        """Whether a report can be confirmed here."""
        return any(self._confirmable(open_leg) for open_leg in self.legs)

    @property
    def is_late(self) -> bool:
        """Whether the day is before today."""
        day = self.cleaned_data.get("played_on")
        return day is not None and day < today_at(self.club)

    def clean_played_on(self) -> date | None:
        """Raise an error for a day in the future."""
        day: date | None = self.cleaned_data["played_on"]
        if day is not None and day > today_at(self.club):
            raise forms.ValidationError(_("This date is in the future. Enter the date on which the game was played."))
        return day

    def clean(self) -> dict[str, Any]:
        """Require complete results, and at least one."""
        self._check_games_are_here()
        for open_leg in self.legs:
            if self._confirms(open_leg) or self._ending(open_leg) or self._is_faulty(open_leg):
                continue
            points, places, away = self._given(open_leg)
            if not any(away) and _is_begun(points) and None in points:
                self.add_error(_name(open_leg), _("Enter the score of each player at this table."))
            if not any(away) and _is_begun(places) and None in places:
                self.add_error(
                    _name(open_leg), _("Enter a place for every player at this table, or leave all places empty.")
                )
        if not self.errors and not self.outcomes() and not self.typed_elsewhere:
            raise forms.ValidationError(_("No result has been entered. Fill in at least one game."))
        return self.cleaned_data

    def outcomes(self) -> list[Outcome]:
        """Return the results to enter."""
        sound = [open_leg for open_leg in self.legs if not self._is_faulty(open_leg)]
        return [outcome for open_leg in sound if (outcome := self._outcome(open_leg)) is not None]

    @property
    def has_versions(self) -> bool:
        """Whether the page sends the version of each game; then games are accepted one by one."""
        return BY_GAME in self.data or any(name.endswith("-seen") for name in self.data)

    @property
    def typed_elsewhere(self) -> set[int]:
        """The ids of games with sent values that are not open any more."""
        return typed_by_game(self.data).keys() - {open_leg.leg.pk for open_leg in self.legs}

    def _check_games_are_here(self) -> None:
        """Add an error about values of games that are not in the form; they are not saved."""
        if self.moved:
            typed = typed_by_game(self.data)
            points = [
                [typed[leg][name] for name in typed[leg] if name.endswith("-points")] for leg in sorted(self.moved)
            ]
            figures = "; ".join(", ".join(of_game) or "-" for of_game in points)
            self.add_error(
                None, _("The tables of this round have changed. Not saved: %(figures)s.") % {"figures": figures}
            )
        elif not self.has_versions and self.typed_elsewhere:
            raise forms.ValidationError(
                _("Some of these results have already been entered and were kept. Send the others.")
            )

    def without(self, entered: Collection[int]) -> QueryDict:
        """Return the sent data without saved games and versions."""
        rest = QueryDict(mutable=True)
        taken = tuple(f"leg-{leg}-" for leg in entered)
        for name, value in self.data.items():
            if name != BY_GAME and not name.endswith("-seen") and not name.startswith(taken):
                rest[name] = value
        return rest

    def _is_faulty(self, open_leg: OpenLeg) -> bool:
        return any(name == _name(open_leg) or name.startswith(f"{_name(open_leg)}-") for name in self.errors)

    def _confirmable(self, open_leg: OpenLeg) -> bool:
        reports = self.reports.get(open_leg.leg.pk, ())
        return len(reports) == 1 and reports[0].is_open

    def _confirms(self, open_leg: OpenLeg) -> bool:
        return self._confirmable(open_leg) and bool(self.cleaned_data.get(f"{_name(open_leg)}-confirm"))

    def _ending(self, open_leg: OpenLeg) -> str:
        return str(self.cleaned_data.get(f"{_name(open_leg)}-ending") or "")

    def _outcome(self, open_leg: OpenLeg) -> Outcome | None:
        seen = self.data.get(f"{_name(open_leg)}-seen")
        if self._confirms(open_leg):
            return Outcome(open_leg.leg, seen=seen, reported=self.reports[open_leg.leg.pk][0].report)
        points, places, away = self._given(open_leg)
        day = self.cleaned_data.get("played_on")
        played_at = played_on(day, self.club) if day else None
        if any(away):
            places = forfeit_places(range(len(away)), {at for at, absent in enumerate(away) if absent})
            return Outcome(open_leg.leg, places=places, how=Result.How.FORFEIT, played_at=played_at, seen=seen)
        ending = self._ending(open_leg)
        if not ending and not _is_begun(points) and not _is_begun(places):
            return None
        left = {at for at in range(len(away)) if self.cleaned_data.get(_name(open_leg, at, "left"))} if ending else ()
        return Outcome(
            open_leg.leg,
            points if _is_begun(points) else None,
            places if _is_begun(places) else None,
            played_at=played_at,
            ending=ending,
            left=frozenset(left),
            seen=seen,
        )

    def _given(self, open_leg: OpenLeg) -> tuple[list[Any], list[Any], list[bool]]:
        seats = range(len(open_leg.names))
        points = [self.cleaned_data.get(_name(open_leg, seat, "points")) for seat in seats]
        places = [self.cleaned_data.get(_name(open_leg, seat, "place")) for seat in seats]
        return points, places, [bool(self.cleaned_data.get(_name(open_leg, seat, "away"))) for seat in seats]

    def _add_game(self, game: OpenLeg) -> None:
        self.fields[_name(game)] = forms.Field(required=False)  # never sent; holds errors of the whole game
        choices = [("", _("played to its end")), *Ending.choices]
        label = _("How it ended")
        self.fields[f"{_name(game)}-ending"] = forms.ChoiceField(choices=choices, label=label, required=False)
        if self._confirmable(game):
            self.fields[f"{_name(game)}-confirm"] = forms.BooleanField(label=_("Confirm the report"), required=False)

    def _add_seat(self, open_leg: OpenLeg, seat: int, player: str) -> None:
        self.fields[_name(open_leg, seat, "points")] = number_field(
            _("Score of %(player)s") % {"player": player}, -MOST_POINTS, MOST_POINTS
        )
        self.fields[_name(open_leg, seat, "place")] = number_field(
            _("Place of %(player)s") % {"player": player}, 1, len(open_leg.names)
        )
        label = _("%(player)s left") % {"player": player}
        self.fields[_name(open_leg, seat, "left")] = forms.BooleanField(label=label, required=False)
        if len(open_leg.names) == 2:
            label = _("%(player)s was absent") % {"player": player}
            self.fields[_name(open_leg, seat, "away")] = forms.BooleanField(label=label, required=False)

    def _line(self, open_leg: OpenLeg, seat: int) -> SeatLine:
        away = self[_name(open_leg, seat, "away")] if len(open_leg.names) == 2 else None
        points, place, left = (self[_name(open_leg, seat, what)] for what in ("points", "place", "left"))
        return SeatLine(open_leg.players[seat], open_leg.names[seat], points, place, away, left)


def _name(open_leg: OpenLeg, seat: int | None = None, what: str = "") -> str:
    return f"leg-{open_leg.leg.pk}" if seat is None else f"leg-{open_leg.leg.pk}-{seat}-{what}"


def _is_begun(numbers: Sequence[int | None]) -> bool:
    return any(number is not None for number in numbers)
