"""Names that are not for people or their bots: those of built-in bots."""

import re
from typing import Final

from engine.core.builtin import builtin_bots
from league.shared.lookalikes import bare_look_of

_NUMBER: Final = re.compile(r"[\s\d]+$")


def is_reserved(name: str) -> bool:
    """Return whether a name looks like that of a built-in bot, with the same or another number at its end."""
    looks = {bare_look_of(form) for form in (name, _NUMBER.sub("", name))}
    reserved = (form for bot in builtin_bots() for form in (bot.name, _NUMBER.sub("", bot.name)))
    return not looks.isdisjoint(map(bare_look_of, reserved))
