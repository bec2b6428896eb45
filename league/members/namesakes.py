"""Names that read alike: which they are, and how a number tells them apart. Pure."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from league.shared.lookalikes import look_of


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
    while (free := _numbered_within(name, number, longest)).lower() in taken:
        number += 1
    return free


def _numbered_within(name: str, number: int, longest: int) -> str:
    return numbered(name[: longest - len(numbered("", number))].rstrip(), number)


def numbered(name: str, number: int) -> str:
    """Return a name with the number that tells it from another one."""
    return f"{name} ({number})"
