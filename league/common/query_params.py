"""Forms of query parameters that filter lists."""

from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from rest_framework import serializers

Noun = TypeVar("Noun", bound=Model)

LONGEST_SEARCH = 80


class Question(serializers.Serializer[Any]):
    """Nothing, by default. A parameter in `lookups` chooses by equality, or as the lookup says; a subclass may do more.

    What names nothing there is (a club, a player) chooses no rows: the list is empty.
    """

    lookups: ClassVar[dict[str, str]] = {}

    def choose(self, rows: QuerySet[Noun]) -> QuerySet[Noun]:
        """Those of the rows that are asked for; only after `is_valid`."""
        asked = self.validated_data
        return rows.filter(**{lookup: asked[name] for name, lookup in self.lookups.items() if name in asked})


class SlugField(serializers.CharField):
    """The slug of something."""

    def __init__(self, noun: str, **more: Any) -> None:
        super().__init__(required=False, max_length=200, help_text=f"The slug of a {noun}.", **more)


class PlayerField(serializers.CharField):
    """The id of a player."""

    def __init__(self) -> None:
        super().__init__(
            required=False, max_length=12, help_text="The id of a player. For a bot it is the `player` of the bot."
        )


class SearchField(serializers.CharField):
    """A part of a name."""

    def __init__(self) -> None:
        super().__init__(
            required=False, max_length=LONGEST_SEARCH, help_text=("Part of the name. Ignores upper and lower case.")
        )
