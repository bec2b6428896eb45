"""Dates that nobody can mean are refused on every form, and figures in CSV are those of the pages."""

import csv
import io

import pytest
from django.core.exceptions import ValidationError
from django.forms import DateField, DateTimeField
from django.utils import timezone

from games.records.forms import SeatsForm
from league.common.validators import validate_plausible_date
from league.tournaments.forms.entries import DayForm
from league.tournaments.forms.results import ResultsForm
from league.tournaments.forms.rounds import DeadlinesForm, MoveForm
from league.tournaments.forms.tournament_settings import ClubTime
from league.tournaments.presenters.exports import ExportTable
from league.tournaments.views.exports import _csv

FIELDS = {
    "record": SeatsForm.base_fields["played_on"],
    "deadlines": DeadlinesForm.base_fields["first"],
    "move": MoveForm.base_fields["day"],
    "club night": DayForm.base_fields["day"],
    "results": ResultsForm.base_fields["played_on"],
    "begin": ClubTime(zone="Europe/London"),
}


@pytest.mark.parametrize("field", FIELDS.values(), ids=list(FIELDS))
@pytest.mark.parametrize("day", ["0001-01-01", "1969-12-31", "2101-01-01", "9999-12-31"])
def test_years_before_1970_and_after_2100_are_refused(field: DateField | DateTimeField, day: str) -> None:
    sent = f"{day}T12:00" if isinstance(field, DateTimeField) else day
    with pytest.raises(ValidationError):
        field.clean(sent)


@pytest.mark.parametrize("field", FIELDS.values(), ids=list(FIELDS))
@pytest.mark.parametrize("day", ["1970-01-02", "2026-11-25", "2100-12-30"])
def test_days_between_are_taken(field: DateField | DateTimeField, day: str) -> None:
    assert field.clean(f"{day}T12:00" if isinstance(field, DateTimeField) else day)


def test_a_moment_counts_by_its_day() -> None:
    validate_plausible_date(timezone.now())


def test_figures_in_csv_have_two_decimals_as_on_pages() -> None:
    shown = ExportTable({"player": "Player", "points": "Points"}, (("Morag", 23 / 3), ("Ailsa", 7.0), ("Senga", 2.5)))
    rows = list(csv.reader(io.StringIO(_csv(shown).content.decode("utf-8-sig"))))
    assert rows[1:] == [["Morag", "7.67"], ["Ailsa", "7"], ["Senga", "2.5"]]
