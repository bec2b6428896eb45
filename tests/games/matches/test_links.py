"""The ledger's pages link to the match behind a result."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from league.results.subjects import links_of
from tests.games.tables import blocks, matches_of

pytestmark = pytest.mark.django_db


def test_a_subject_that_a_match_decides_leads_there() -> None:
    match = matches_of(blocks())[0]
    stranger = uuid4()
    links = links_of([match.subject, stranger], AnonymousUser())
    assert [link.href for link in links[match.subject]] == [f"/matches/{match.public_id}/"]
    assert links[stranger] == []
