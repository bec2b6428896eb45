"""Fields and helpers of forms: whole numbers, posted data, a refusal as an error of a form or a message."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.forms import BaseForm, ChoiceField, IntegerField, ModelChoiceField, ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from league.common.errors import NotAllowed, NotFound, Refusal, Unavailable


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the data of a form, also if it is empty; None unless it was posted."""
    return request.POST if request.method == "POST" else None


class WholeNumberField(IntegerField):
    """An optional whole number, with a hyphen or a minus sign."""

    def __init__(self, least: int, most: int) -> None:
        sentence = _("Enter a whole number from %(least)s to %(most)s.") % {
            "least": number_format(least, force_grouping=True),
            "most": number_format(most, force_grouping=True),
        }
        errors = dict.fromkeys(("invalid", "min_value", "max_value"), sentence)
        super().__init__(required=False, min_value=least, max_value=most, error_messages=errors)

    def to_python(self, value: Any) -> int | None:
        """Return the number; None for None or an empty text. Raise ValidationError for anything but plain digits."""
        text = ("" if value is None else str(value)).strip().replace("\N{MINUS SIGN}", "-")
        if text and not re.fullmatch("-?[0-9]+", text):
            raise ValidationError(self.error_messages["invalid"])
        return super().to_python(text)


def say_limits_plainly(form: BaseForm) -> None:
    """Let the numbers of the form say what to enter, where Django would say "Ensure this value is …"."""
    for field in form.fields.values():
        field.error_messages.setdefault("min_value", _("Enter at least %(limit_value)s."))
        field.error_messages.setdefault("max_value", _("Enter at most %(limit_value)s."))


@contextmanager
def refusals_as_errors(form: BaseForm) -> Iterator[None]:
    """Turn a service's `Refusal` into a form error at its field, and leave the block.

    Refusals that no other input could avoid (not found, not allowed, unavailable) are raised again.
    """
    try:
        yield
    except (NotFound, NotAllowed, Unavailable):
        raise
    except Refusal as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)


@contextmanager
def refusals_as_messages(request: HttpRequest, *kinds: type[Refusal]) -> Iterator[None]:
    """Show refusals as messages on the next page, and leave the block; with `kinds`, only these.

    `Unavailable` is always raised again.
    """
    try:
        yield
    except Unavailable:
        raise
    except Refusal as refusal:
        if kinds and not isinstance(refusal, kinds):
            raise
        messages.error(request, refusal.message)


def set_choices(form: BaseForm, name: str, choices: Iterable[tuple[str, Any]]) -> None:
    """Set the choices (value, label) of a form field. Raise TypeError for a field without choices."""
    field = form.fields[name]
    if not isinstance(field, ChoiceField):
        raise TypeError(f"The field {name} is not answered by a choice.")
    field.choices = list(choices)


def set_queryset(form: BaseForm, name: str, rows: QuerySet[Any]) -> None:
    """Set the queryset of a form field. Raise TypeError for a field without one."""
    field = form.fields[name]
    if not isinstance(field, ModelChoiceField):
        raise TypeError(f"The field {name} is not answered by a row.")
    field.queryset = rows
