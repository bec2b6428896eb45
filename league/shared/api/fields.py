"""Parts of documents: figures as people read them, addresses in full."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

THOUSAND = 1000


@extend_schema_field({"type": "number", "description": "In points, exact to a thousandth."})
class Points(serializers.Field[int, Any, float, Any]):
    """A rating, a change of it or its uncertainty: the house keeps thousandths, the API says points."""

    def to_representation(self, value: int) -> float:
        """1520438 is said as 1520.438."""
        return value / THOUSAND


def address_in(context: Mapping[str, Any], path: str) -> str:
    """The full address of a path, as the one who asks reached the house."""
    address: str = context["request"].build_absolute_uri(path)
    return address
