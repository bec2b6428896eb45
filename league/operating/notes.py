"""A note on a worker for the operator's page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A few words on a worker, and the machine's own reasons where something is not well."""

    words: str
    is_well: bool = True
    reasons: tuple[str, ...] = ()
