"""Messages of the engine, rendered for a reader in the language of the page."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from django.db import models
from django.utils.translation import get_language, gettext

from engine.core.messages import Message, Sentence, Value, join

_JSON: Final = "[{"  # how a stored message begins


def render_message(text: str, names: Sequence[str] = (), reader: int | None = None, *, is_button: bool = False) -> str:
    """Return a message with names for seats; the reader's own seat is "you", and its move can be a button's label.

    A text that is no message is translated as a whole, where the catalogue has it.
    """
    language = get_language()

    def shown(value: Value, *, is_button: bool = False) -> str:
        if isinstance(value, tuple):
            return ", ".join(map(shown, value))
        if not isinstance(value, Message):
            return str(value)
        if value.parts:
            return " ".join(shown(part) if isinstance(part, Message) else render_message(part) for part in value.parts)
        sentence, is_reader = value.sentence, reader is not None and value.seat == reader
        template = (sentence.button if is_button else sentence.you if is_reader else "") or sentence.named
        seat = (
            ""
            if value.seat is None
            else names[value.seat]
            if names
            else gettext("Seat %(seat)d") % {"seat": value.seat + 1}
        )
        words = {name: shown(one) for name, one in value.values.items()}
        return _translated(template, language).format(seat=seat, **words)

    return shown(text, is_button=is_button) if isinstance(text, Message) else _translated(text, language)


@lru_cache(4096)
def _translated(text: str, _language: str | None) -> str:
    return gettext(text) if text else ""


class MessageField(models.CharField[Any, Any]):
    """A message, stored as JSON; one about a seat or with others in it, and any other text, as it reads in English."""

    def get_prep_value(self, value: Any) -> Any:
        """Return the stored form; the English text if the JSON is too long. No other text begins as JSON does."""
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
    return stored if isinstance(stored, str) else _message(*next(iter(stored.items())))


def _message(named: str, values: dict[str, Any]) -> Message:
    return Sentence(named)(**{name: tuple(one) if isinstance(one, list) else one for name, one in values.items()})
