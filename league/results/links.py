"""Links to what a result is about, from the apps above."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple
from uuid import UUID

from league.clubs.rules import Asker
from league.results.subjects import SOURCES


class SubjectLink(NamedTuple):
    """An address, and the words to put on it."""

    href: str
    words: str


Linker = Callable[[Collection[UUID], Asker], Mapping[UUID, SubjectLink]]


def links_of(subjects: Collection[UUID], asker: Asker, *, but: Linker | None = None) -> dict[UUID, list[SubjectLink]]:
    """Return every link of every subject, `but` those of one linker; a subject that nobody links to has none."""
    links: dict[UUID, list[SubjectLink]] = {subject: [] for subject in subjects}
    for source in SOURCES:
        if source.links is but:
            continue
        for subject, link in source.links(subjects, asker).items():
            links[subject].append(link)
    return links
