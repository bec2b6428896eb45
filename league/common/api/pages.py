"""Lists: all come in one envelope of `next`, `previous` and `results`; long ones in pages, found by cursors."""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import BasePagination, Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

DEEPEST_OFFSET = 100_000
LONGEST_CURSOR = 1_400  # holds the longest name there is, written in any script


def is_whole_number(position: str) -> bool:
    """Whether a cursor's position can be one of a column of whole numbers."""
    return re.fullmatch(r"-?[0-9]{1,18}", position) is not None


def is_instant(position: str) -> bool:
    """Whether a cursor's position can be one of a column of times."""
    try:
        found = parse_datetime(position)
    except ValueError:
        return False
    return found is not None and found.tzinfo is not None


def is_text(position: str) -> bool:
    """Whether a cursor's position can be one of a column of text."""
    return "\0" not in position


class PublicCursorPagination(CursorPagination):
    """Pages of 50 rows (at most 200), newest first.

    Where many rows share a position the cursor counts them, so that no row is lost among equals.
    """

    ordering = "-id"
    page_size_query_param = "limit"
    most = max_page_size = 200
    offset_cutoff = DEEPEST_OFFSET
    # Whether a position is one of the column that orders the rows; other columns hold whole numbers.
    position_checks: Mapping[str, Callable[[str], bool]] = {}

    def parameters(self) -> set[str]:
        """Return the query parameters that it reads."""
        return {"cursor", "limit"}

    def get_page_size(self, request: Request) -> int | None:
        """Return the number of rows of a page. Raise `ValidationError` unless it is 1 to 200."""
        limit = request.query_params.get("limit")
        if limit is None:
            return self.page_size
        if not re.fullmatch(r"[0-9]{1,9}", limit) or not 1 <= int(limit) <= self.most:
            raise ValidationError({"limit": [_("The page size must be from 1 to %(most)d.") % {"most": self.most}]})
        return int(limit)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return where the page begins. Raise `ValidationError` for a cursor that this list did not give."""
        given = request.query_params.get("cursor")
        if given is None:
            return None
        if not given or not given.isascii() or len(given) > LONGEST_CURSOR:
            raise bad_cursor()
        try:
            cursor = super().decode_cursor(request)
        except NotFound as error:
            raise bad_cursor() from error
        if cursor is None or encoded(cursor) != given or not self._can_begin_at(cursor.position):
            raise bad_cursor()
        return cursor

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        """Return the schema of `cursor` and `limit`."""
        return [
            {
                "name": "cursor",
                "in": "query",
                "required": False,
                "description": "Cursor from `next` or `previous` of a response.",
                "schema": {"type": "string", "maxLength": LONGEST_CURSOR},
            },
            {
                "name": "limit",
                "in": "query",
                "required": False,
                "description": "Rows per page.",
                "schema": {"type": "integer", "minimum": 1, "maximum": self.most, "default": self.page_size},
            },
        ]

    def get_paginated_response_schema(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return the schema of the envelope."""
        return envelope_of(schema, "Next page. Null on the last.", "Previous page. Null on the first.")

    def _can_begin_at(self, position: str | int | None) -> bool:
        is_position = self.position_checks.get(self.ordering[0].removeprefix("-"), is_whole_number)
        return position is None or is_position(str(position))


class WholeList(BasePagination):
    """The same envelope for lists that are short enough to come whole: both links are null."""

    def parameters(self) -> set[str]:
        """Return none."""
        return set()

    def paginate_queryset(self, queryset: Any, request: Request, view: APIView | None = None) -> list[Any]:
        """Return all rows."""
        return list(queryset)

    def get_paginated_response(self, data: Any) -> Response:
        """Return the rows in the envelope."""
        return Response({"next": None, "previous": None, "results": data})

    def get_paginated_response_schema(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Return the schema of the envelope."""
        return envelope_of(schema, "Always null: the list is complete.", "Always null: the list is complete.")


def encoded(cursor: Cursor) -> str:
    """Return the cursor as a response holds it; "" for the start of the list."""
    values = {"o": cursor.offset, "r": int(cursor.reverse), "p": cursor.position}
    tokens = {name: value for name, value in values.items() if value or (name == "p" and value is not None)}
    return b64encode(urlencode(tokens).encode("ascii")).decode("ascii")


def bad_cursor() -> ValidationError:
    """Return the error for a cursor that no response of this list can have held."""
    sentence = _("Invalid cursor. Use the cursor in “next” or “previous” of a response, or omit it.")
    return ValidationError({"cursor": [sentence]})


def envelope_of(rows: Mapping[str, Any], following: str, preceding: str) -> dict[str, Any]:
    """Return the schema of a list."""
    link = {"type": ["string", "null"], "format": "uri"}
    return {
        "type": "object",
        "required": ["next", "previous", "results"],
        "properties": {
            "next": link | {"description": following},
            "previous": link | {"description": preceding},
            "results": rows,
        },
    }
