"""What forms share: a service's refusal lands on the form that caused it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import QuerySet
from django.forms import BaseForm, ChoiceField, ModelChoiceField

from league.shared.errors import NotAllowed, NotFound, Refusal, Unavailable


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
