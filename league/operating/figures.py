"""A figure of `/metrics`."""

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
