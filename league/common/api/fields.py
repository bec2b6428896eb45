"""Parts of documents: figures as people read them, addresses in full."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, ClassVar, NoReturn

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

THOUSAND = 1000
MOST_NAMED = 8  # unknown fields or parameters, of however many were sent
LONGEST_ECHO = 40  # characters of what was sent


@extend_schema_field({"type": "number", "description": "Rating points, to three decimals."})
class Points(serializers.Field[int, Any, float, Any]):
    """A rating, a change of it or its uncertainty: stored in thousandths, points in the API."""

    def to_representation(self, value: int) -> float:
        """Return points: 1520.438 for 1520438."""
        return value / THOUSAND


class ChoiceField(serializers.ChoiceField):
    """One of several values. The error for any other lists them."""

    default_error_messages: ClassVar = {
        "invalid_choice": gettext_lazy("“{input}” is not a valid choice. Choose one of: {choices}.")
    }

    def fail(self, key: str, **facts: Any) -> NoReturn:
        """Raise `ValidationError`, with the values and the beginning of what was sent."""
        sent = str(facts.pop("input", ""))[:LONGEST_ECHO]
        super().fail(key, input=sent, choices=", ".join(map(str, self.choices)), **facts)


def address_in(context: Mapping[str, Any], path: str) -> str:
    """Return the absolute URL of a path, with the host of the request."""
    address: str = context["request"].build_absolute_uri(path)
    return address


@extend_schema_field({"type": "string", "format": "uri"})
class PageAddress(serializers.Field[Any, Any, str, Any]):
    """The address of a row's page; `args` are the attributes that it is made of."""

    def __init__(self, view: str, *args: str, **kwargs: Any) -> None:
        super().__init__(source="*", read_only=True, **kwargs)
        self.view, self.attributes = view, args

    def to_representation(self, value: Any) -> str:
        """Return the full address."""
        return address_in(self.context, reverse(self.view, args=[attrgetter(name)(value) for name in self.attributes]))


class RequestSerializer(serializers.Serializer[Any]):
    """The body of a request that changes something. Unknown fields are refused: their sender expects an effect."""

    @classmethod
    def read(cls, data: Any) -> dict[str, Any]:
        """Return the fields of what was sent. Raise `ValidationError`."""
        form = cls(data=data)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def to_internal_value(self, data: Any) -> Any:
        """Return the validated fields. Raise `ValidationError` for unknown ones."""
        unknown = sorted(set(map(str, data)) - set(self.fields)) if isinstance(data, Mapping) else []
        if unknown:
            known = ", ".join(self.fields)
            sentence = _("Unknown field. Send only %(known)s.") % {"known": known}
            raise serializers.ValidationError({name[:LONGEST_ECHO]: [sentence] for name in unknown[:MOST_NAMED]})
        return super().to_internal_value(data)
