"""Figures for metrics, as each app above tells of its own."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Figure:
    """A value under a name, as Prometheus takes it. Labels have few values: never an id, an address or a person's name.

    All figures of a name have the same labels, the same words and are alike counters or not.
    """

    name: str
    words: str
    value: float
    labels: dict[str, str] = field(default_factory=dict)
    is_counter: bool = False


Teller = Callable[[], Iterable[Figure]]

_tellers: list[Teller] = []


def register_figures(teller: Teller) -> None:
    """Have `/metrics` tell these too. Registering it again changes nothing."""
    if teller not in _tellers:
        _tellers.append(teller)


def figures_of_the_apps() -> Iterator[Figure]:
    """What every app tells."""
    for teller in _tellers:
        yield from teller()
