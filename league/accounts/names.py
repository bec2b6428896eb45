"""Names of players: sort order, reserved names, and names that read alike."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Final

from django.db.models import F, Func, TextField, Value
from django.db.models.expressions import OrderBy
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from engine.core.registry import builtin_bots, level_bots
from league.common.errors import Refusal
from league.common.name_similarity import bare_look_of, look_of

DIGITS = "0123456789"
_NUMBER: Final = re.compile(r"[\s\d]+$")


def by_name(column: str = "name", *, downwards: bool = False) -> list[OrderBy]:
    """Names by their letters, and those that differ in the number at their end by that number."""
    letters = Func(F(column), Value(DIGITS), function="RTRIM", output_field=TextField())
    return [OrderBy(key, descending=downwards) for key in (letters, Length(column), F(column))]


def clean_name(name: str, longest: int, refusal: type[Refusal], missing: str) -> str:
    """Return a name without outer or doubled spaces.

    Raise the refusal if it is longer than that many characters, or with the sentence `missing` if it cannot be shown.
    """
    words = " ".join(name.split())
    if not words or not words.isprintable():
        raise refusal(missing, field="name")
    if len(words) > longest:
        sentence = _("The name has %(count)d characters. Use at most %(most)d.")
        raise refusal(sentence % {"most": longest, "count": len(words)}, field="name")
    return words


def is_reserved(name: str) -> bool:
    """Return whether a name looks like that of a built-in bot or level, with the same or another number at its end."""
    looks = {bare_look_of(form) for form in (name, _NUMBER.sub("", name))}
    reserved = (form for bot in (*builtin_bots(), *level_bots()) for form in (bot.name, _NUMBER.sub("", bot.name)))
    return not looks.isdisjoint(map(bare_look_of, reserved))


def namesakes_among(names: Mapping[int, str]) -> list[list[int]]:
    """Return the keys of names that look alike or differ at most in capitals, one group for each such name."""
    return [keys for keys in by_look(names) if len(keys) > 1]


def by_look(names: Mapping[int, str]) -> list[list[int]]:
    """Return the keys, one group for names that look alike or differ at most in capitals."""
    spelled: dict[str, str] = {}
    alike: dict[str, list[int]] = defaultdict(list)
    for key, name in names.items():
        alike[look_of(spelled.setdefault(name.lower(), name))].append(key)
    return list(alike.values())


def free_name(name: str, taken: Collection[str], longest: int) -> str:
    """Return the name, with the lowest number from 2 on where somebody has it: "John Smith (2)".

    `taken` are names in small letters. A name of nearly `longest` letters loses its last ones to the number.
    """
    if name.lower() not in taken:
        return name
    number = 2
    while (free := numbered(name[: longest - len(numbered("", number))].rstrip(), number)).lower() in taken:
        number += 1
    return free


def numbered(name: str, number: int) -> str:
    """Return a name with a number that distinguishes it from the same name."""
    return f"{name} ({number})"
