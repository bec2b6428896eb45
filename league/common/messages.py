"""Messages of the engine, rendered for a reader in the language of the page, and names of games."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from django.db import models
from django.utils.translation import get_language, gettext

from engine.core import registry
from engine.core.errors import UnknownGame
from engine.core.messages import Message, Sentence, Value, join

_JSON: Final = "[{"  # how a stored message begins


def render_message(text: str, names: Sequence[str] = (), reader: int | None = None, *, is_button: bool = False) -> str:
    """Return a message with names for seats; the reader's own seat is "you", and its move can be a button's label.

    A text that is no message is translated as a whole, where the catalogue has it.
    """
    if not isinstance(text, Message):
        return _translated(text, get_language())
    return _Reader(names, reader).render(text, is_button=is_button)


class _Reader:
    """Renders messages for one reader: the names by seat ("Seat 1" without), and the reader's own seat, if any."""

    def __init__(self, names: Sequence[str], seat: int | None) -> None:
        self._names, self._seat, self._language = names, seat, get_language()

    def render(self, message: Message, *, is_button: bool = False) -> str:
        if message.parts:
            return " ".join(
                self._value(part) if isinstance(part, Message) else render_message(part) for part in message.parts
            )
        sentence, template = message.sentence, ""
        if is_button:
            template = sentence.button
        elif self._seat is not None and message.seat == self._seat:
            template = sentence.you
        values = {name: self._value(value) for name, value in message.values.items()}
        return _translated(template or sentence.named, self._language).format(
            seat=self._seat_name(message.seat), **values
        )

    def _value(self, value: Value) -> str:
        if isinstance(value, tuple):
            return ", ".join(map(self._value, value))
        return self.render(value) if isinstance(value, Message) else str(value)

    def _seat_name(self, seat: int | None) -> str:
        if seat is None:
            return ""
        return self._names[seat] if self._names else gettext("Seat %(seat)d") % {"seat": seat + 1}


@lru_cache(4096)
def _translated(text: str, _language: str | None) -> str:
    """Return the translation of a text. The language is in the key of the cache only: gettext reads the active one."""
    return gettext(text) if text else ""


class MessageField(models.CharField[Any, Any]):
    """A message or a text.

    A message without a seat and without other messages in it is stored as JSON, so that pages can translate it. Every
    other message, and one whose JSON is longer than `max_length`, is stored as its English text.
    """

    def get_prep_value(self, value: Any) -> Any:
        """Return the stored form. A text that begins as JSON does gets a space before it."""
        text = super().get_prep_value(value)
        if not isinstance(form := _to_json(value), str | None):
            stored = json.dumps(form, ensure_ascii=False)
            if len(stored) <= (self.max_length or len(stored)):
                return stored
        text = f" {text}" if text and text[0] in _JSON else text
        return text and text[: self.max_length]

    def from_db_value(self, value: Any, *_: object) -> Any:
        """Return the message, or the text."""
        return _from_json(json.loads(value)) if value and value[0] in _JSON else value


def _to_json(text: Any) -> Any:
    is_plain = not isinstance(text, Message) or text.seat is not None
    if is_plain or any(isinstance(value, Message) for value in text.values.values()):
        return text and str(text)
    return [_to_json(part) for part in text.parts] if text.parts else {text.sentence.named: dict(text.values)}


def _from_json(stored: Any) -> str:
    if isinstance(stored, list):
        return join([_from_json(part) for part in stored])
    if isinstance(stored, str):
        return stored
    ((named, values),) = stored.items()
    filled = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return Sentence(named)(**filled)


def game_name(slug: str) -> str:
    """Return the name of the game, or its slug if it is unknown here."""
    try:
        return registry.game(slug).name
    except UnknownGame:
        return slug
