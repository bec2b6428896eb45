"""What apps above know of single workers, such as the sandbox that one found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A few words on a worker, and the machine's own reasons where something is not well."""

    words: str
    is_well: bool = True
    reasons: tuple[str, ...] = ()


Teller = Callable[[], Mapping[str, Note]]
"""To the notes by the worker's name. Raises `RedisError`."""

_tellers: list[Teller] = []


def register_notes(teller: Teller) -> None:
    """Have the operator's page tell this of workers too. Registering it again changes nothing."""
    if teller not in _tellers:
        _tellers.append(teller)


def notes_by_worker() -> dict[str, list[Note]]:
    """Everything that is told, by the worker's name. Raises `RedisError`."""
    told: dict[str, list[Note]] = {}
    for teller in _tellers:
        for name, note in teller().items():
            told.setdefault(name, []).append(note)
    return told
