"""Names that are not for people or their bots: those of built-in bots, which an app above registers."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from league.shared.lookalikes import bare_look_of

Names = Callable[[], Iterable[str]]

_sources: Final[list[Names]] = []
_NUMBER: Final = re.compile(r"[\s\d]+$")


def register_reserved_names(names: Names) -> None:
    """Have these names refused, what looks like one of them, and any of them with another number at its end."""
    if names not in _sources:
        _sources.append(names)


def is_reserved(name: str) -> bool:
    """Return whether a name looks like a reserved one."""
    looks = {bare_look_of(name), bare_look_of(_NUMBER.sub("", name))}
    reserved = [each for names in _sources for each in names()]
    return not looks.isdisjoint({bare_look_of(form) for each in reserved for form in (each, _NUMBER.sub("", each))})
