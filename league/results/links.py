"""How to name and reach what a result is about, without knowing it: the floors above say how.

# games/matches/apps.py, in ready():
register_subject_link(links_to_matches)
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from league.members.models import Account


class SubjectLink(NamedTuple):
    """An address, and the words to put on it."""

    href: str
    words: str


Asker = Account | AnonymousUser
Linker = Callable[[Collection[UUID], Asker], Mapping[UUID, SubjectLink]]
"""From subjects to their links: those it knows and the asker may see, in a fixed number of queries."""

_linkers: list[Linker] = []


def register_subject_link(linker: Linker) -> None:
    """Have `links_of` ask this one too, after those registered before. Registering it again changes nothing."""
    if linker not in _linkers:
        _linkers.append(linker)


def links_of(subjects: Collection[UUID], asker: Asker, *, but: Linker | None = None) -> dict[UUID, list[SubjectLink]]:
    """Return every link of every subject, `but` those of one linker; a subject that nobody links to has none."""
    links: dict[UUID, list[SubjectLink]] = {subject: [] for subject in subjects}
    for linker in _linkers:
        if linker is but:
            continue
        for subject, link in linker(subjects, asker).items():
            links[subject].append(link)
    return links
