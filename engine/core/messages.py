"""Messages to players: English texts that keep what they are made of, so that the site can say them in any language.

The texts of a game are in `engine/games/<game>/messages.py`; `league/common/messages.py` renders them for a reader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

_FORMS: Final = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")  # `[is|are]`: of a named seat, and to the seat itself
Value: TypeAlias = "int | str | tuple[str, ...]"  # a number, a name or a message; a tuple is listed with commas


class Message(str):
    """An English text with its sentence, the seat it is about, and the values of the placeholders.

    `parts` are the sentences that it joins, if it is more than one.
    """

    sentence: Sentence
    seat: int | None = None
    values: Mapping[str, Value] = MappingProxyType({})
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or words to put into one, with placeholders such as `{seat}` and `{card}`.

    `you` is said to the seat itself, `button` is the label of a move; each form is translated as a whole.
    """

    named: str
    you: str = ""
    button: str = ""

    def __call__(self, seat: int | None = None, /, **values: Value) -> Message:
        """Return the message about this seat with these values."""
        words = {name: ", ".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
        text = self.named.format(seat=None if seat is None else f"seat {seat + 1}", **words)
        message = Message(text[0].upper() + text[1:] if text[-1] == "." else text)
        message.sentence, message.seat, message.values = self, seat, values
        return message


def event_sentence(template: str) -> Sentence:
    """Return a sentence about a seat from a template such as `{seat} [is|are] dealt {cards}.`, in its two forms."""
    named, you = _FORMS.sub(r"\1", template), _FORMS.sub(r"\2", template)
    return Sentence(named, f"You{you.removeprefix('{seat}')}")


def move_sentence(template: str) -> Sentence:
    """Return the sentence of a move: as `event_sentence`, and the label of its button, such as `Claim {card}`."""
    sentence = event_sentence(template)
    label = sentence.you.removeprefix("You ").removesuffix(".")
    return Sentence(sentence.named, sentence.you, label[0].upper() + label[1:])


def message(template: str, seat: int | None = None, /, **values: Value) -> Message:
    """Return the message of a sentence that has one form and is said in one place."""
    return Sentence(template)(seat, **values)


def join(parts: Sequence[str], separator: str = " ") -> Message:
    """Return the messages as one; pages and storage put a space between them, whatever the separator."""
    message = Message(separator.join(parts))
    message.parts = tuple(parts)
    return message


SEAT: Final = Sentence("{seat}", you="you")  # a seat within a sentence about another
AND: Final = Sentence("{others} and {last}")
ROUND: Final = Sentence("Round {round}")


def enumeration(parts: Sequence[str]) -> str:
    """Return such as `a, b and c`."""
    return parts[0] if len(parts) == 1 else AND(others=tuple(parts[:-1]), last=parts[-1])
