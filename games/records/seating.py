"""Which player of the club a name in a record means: sure, or left to be asked."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Known(NamedTuple):
    """A player of the club."""

    id: int
    name: str


def guessed(labels: Sequence[str], players: Iterable[Known]) -> list[int | None]:
    """For each label the one player it can mean: by the whole name, else by how a name begins; None where unsure.

    Nobody is guessed twice at a table.
    """
    known = list(players)
    found = [_meant(label, known) for label in labels]
    return [player if found.count(player) == 1 else None for player in found]


def _meant(label: str, known: Sequence[Known]) -> int | None:
    folded = _folded(label)
    if not folded:
        return None
    for fits in (_is_called, _begins_with_word, _begins):
        meant = [one.id for one in known if fits(_folded(one.name), folded)]
        if meant:
            return meant[0] if len(meant) == 1 else None
    return None


def _is_called(name: str, label: str) -> bool:
    return name == label


def _begins_with_word(name: str, label: str) -> bool:
    return name.startswith(f"{label} ") or label.startswith(f"{name} ")


def _begins(name: str, label: str) -> bool:
    return len(label) > 1 and name.startswith(label)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
