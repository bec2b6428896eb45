"""Names that read alike: which they are, and how a number tells them apart. Pure."""

from collections import defaultdict
from collections.abc import Collection, Mapping


def namesakes_among(names: Mapping[int, str]) -> list[list[int]]:
    """Return the keys of names that differ at most in capitals, one group for each such name."""
    return [keys for keys in by_name_in_small(names) if len(keys) > 1]


def by_name_in_small(names: Mapping[int, str]) -> list[list[int]]:
    """Return the keys, one group for each name in small letters."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for key, name in names.items():
        by_name[name.lower()].append(key)
    return list(by_name.values())


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with the lowest number from 2 on where somebody has it: "John Smith (2)".

    `taken` are names in small letters.
    """
    if name.lower() not in taken:
        return name
    number = 2
    while numbered(name, number).lower() in taken:
        number += 1
    return numbered(name, number)


def numbered(name: str, number: int) -> str:
    """Return a name with the number that tells it from another one."""
    return f"{name} ({number})"
