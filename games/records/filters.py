"""Query parameters of the API."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from engine.core import registry
from games.records.downloads import MOST, Cursor, Wanted
from league.common.api.fields import ChoiceField
from league.common.query_params import QueryParams, SlugField

LONGEST_CURSOR = 40


class DownloadQueryParams(QueryParams):
    """By game, kind of players and time of publication, from a record on."""

    game = SlugField("game")
    players = ChoiceField(
        choices=["bots", "people"],
        required=False,
        help_text="`bots`: only bots played. `people`: at least one person played.",
    )
    since = serializers.DateTimeField(required=False, help_text="Only records published at or after this time.")
    until = serializers.DateTimeField(required=False, help_text="Only records published before this time.")
    after = serializers.CharField(
        required=False,
        max_length=LONGEST_CURSOR,
        help_text="The `cursor` of the last line that you have: the download goes on behind it.",
    )
    limit = serializers.IntegerField(
        required=False, default=MOST, min_value=1, max_value=MOST, help_text="At most so many lines."
    )

    def validate_game(self, slug: str) -> str:
        """Refuse a game that is not here."""
        if slug not in registry.games():
            known = ", ".join(registry.games())
            raise ValidationError(_("There is no such game. Choose one of: %(games)s.") % {"games": known})
        return slug

    def validate_after(self, written: str) -> Cursor:
        """Refuse what no line holds."""
        try:
            return Cursor.read(written)
        except ValueError as error:
            sentence = _("Invalid cursor. Use the “cursor” of a line, or leave it out to begin with the first record.")
            raise ValidationError(sentence) from error

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse an end before the beginning."""
        if "since" in attrs and "until" in attrs and attrs["until"] <= attrs["since"]:
            raise ValidationError({"until": [_("“until” must be later than “since”.")]})
        return attrs

    def wanted(self) -> Wanted:
        """Return the records asked for. Raise `ValidationError`."""
        self.is_valid(raise_exception=True)
        return Wanted(**self.validated_data)
