"""What endpoints share: rows are named by their public id, and only read."""

from typing import TypeVar

from django.db.models import Model
from rest_framework.viewsets import ReadOnlyModelViewSet

Noun = TypeVar("Noun", bound=Model)


class PublicRows(ReadOnlyModelViewSet[Noun]):
    """A list and its rows at `<list>/<public id>/`.

    Endpoints that write take an `Idempotency-Key` once there are any; a repeated key then answers what it answered.
    """

    lookup_field = "public_id"
    lookup_value_regex = "[0-9a-z]{12}"
