"""Messages of the engine, rendered for a reader in the language of the page."""

from collections.abc import Sequence

from django.utils.translation import gettext

from engine.core.messages import Message, Value


def render_message(text: str, names: Sequence[str] = (), reader: int | None = None, *, is_button: bool = False) -> str:
    """Return a message with names for seats; the reader's own seat is "you", and its move can be a button's label.

    A text that is no message is translated as a whole, where the catalogue has it.
    """
    if not isinstance(text, Message):
        return gettext(text) if text else ""
    if text.parts:
        return " ".join(render_message(part, names, reader) for part in text.parts)

    def shown(value: Value) -> str:
        if isinstance(value, tuple):
            return ", ".join(map(shown, value))
        return render_message(value, names, reader) if isinstance(value, Message) else str(value)

    sentence, template = text.sentence, text.sentence.named
    if is_button and sentence.button:
        template = sentence.button
    elif reader is not None and text.seat == reader:
        template = sentence.you or template
    seat = "" if text.seat is None else names[text.seat]
    return gettext(template).format(seat=seat, **{name: shown(value) for name, value in text.values.items()})
