"""What forms share: a service's refusal lands on the form that caused it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms import BaseForm, ChoiceField, ModelChoiceField
from django.utils.translation import gettext as _

from league.shared.errors import NotAllowed, NotFound, Refusal, Unavailable

EARLIEST: Final = date(1970, 1, 1)
LATEST: Final = date(2100, 12, 31)


def plausible_day(day: date) -> None:
    """Raise ValidationError for a day or moment before 1970 or after 2100: for fields of forms and of the API."""
    if not EARLIEST <= (day.date() if isinstance(day, datetime) else day) <= LATEST:
        raise ValidationError(_("Enter a date between 1970 and 2100."), code="implausible_day")


@contextmanager
def faults_on(form: BaseForm) -> Iterator[None]:
    """Show what a service refuses beside the field at fault; the block is left, the page is drawn again.

    What no other entry could mend (not found, not allowed, unavailable) goes on to the refusal page.
    """
    try:
        yield
    except (NotFound, NotAllowed, Unavailable):
        raise
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)


def offer(form: BaseForm, name: str, choices: Iterable[tuple[str, Any]]) -> None:
    """Have a question of this form answered by one of these, values and words. Raises TypeError for any other field."""
    field = form.fields[name]
    if not isinstance(field, ChoiceField):
        raise TypeError(f"The field {name} is not answered by a choice.")
    field.choices = list(choices)


def offer_rows(form: BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Have a question of this form answered by one or several of these rows. Raises TypeError for any other field."""
    field = form.fields[name]
    if not isinstance(field, ModelChoiceField):
        raise TypeError(f"The field {name} is not answered by a row.")
    field.queryset = rows
