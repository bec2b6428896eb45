"""Higher layers supply the name and link of a result's subject."""

from collections.abc import Collection
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from league.clubs.permissions import User
from league.results import subjects
from league.results.subjects import SubjectLink, SubjectSource, links_of, register_subjects


@pytest.fixture(autouse=True)
def _nobody_links_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    sources: list[SubjectSource] = []
    monkeypatch.setattr(subjects, "SOURCES", sources)
    monkeypatch.setattr(subjects, "SOURCES", sources)


def test_every_linker_that_knows_a_subject_is_heard_in_turn() -> None:
    known, unknown = uuid4(), uuid4()

    def to_match(subjects: Collection[UUID], user: User) -> dict[UUID, SubjectLink]:
        return {subject: SubjectLink("/matches/1/", "match") for subject in subjects if subject == known}

    def to_tournament(subjects: Collection[UUID], user: User) -> dict[UUID, SubjectLink]:
        return {known: SubjectLink("/tournaments/1/", "Winter cup")}

    for linker in (to_match, to_tournament, to_match):
        register_subjects(SubjectSource(links=linker))
    found = links_of([known, unknown], AnonymousUser())
    assert found == {known: [("/matches/1/", "match"), ("/tournaments/1/", "Winter cup")], unknown: []}
