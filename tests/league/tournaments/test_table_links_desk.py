"""The organiser's page of table links: their codes, who may make and revoke them, and the log."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.accounts.models import Account, Change
from league.tournaments.models import TableLink, Tournament
from league.tournaments.presenters.table_links import links_of
from league.tournaments.services.lifecycle import start
from league.tournaments.services.table_links import renew_link, revoke_link, revoke_links
from tests.factories import browser_of
from tests.league.tournaments.doors import desk, text_of
from tests.league.tournaments.phones import laid

pytestmark = pytest.mark.django_db
Drafts = Callable[..., Tournament]


def test_the_desk_shows_a_code_and_the_letters_for_every_table(hall: Tournament, morag: Account) -> None:
    as_morag = browser_of(morag)
    assert "Create links for 2 tables" in text_of(as_morag.get(desk(hall, "links", 1)))
    as_morag.post(desk(hall, "links-make", 1))
    as_morag.post(desk(hall, "links-make", 1))
    page = text_of(as_morag.get(desk(hall, "links", 1)))
    links = TableLink.objects.all()
    assert len(links) == page.count('class="code"') == 2
    for link in links:
        assert f"testserver/t/{link.key[:5]}-{link.key[5:]}" in page


def test_what_is_printed_are_table_address_and_code(hall: Tournament) -> None:
    links = laid(hall)
    cards = links_of(hall.rounds.get(), "https://moothill.example/")
    assert [card.table for card in cards] == [1, 2]
    assert cards[0].address == f"https://moothill.example/t/{links[0].key}/"
    assert cards[0].svg.startswith("<svg")
    assert "style=" not in cards[0].svg


def test_links_are_for_scorers_and_above(hall: Tournament, link: TableLink, hamish: Account, senga: Account) -> None:
    doors = [("links-make", 1), ("links-revoke", 1), ("link-revoke", link.public_id), ("link-renew", link.public_id)]
    for account in (hamish, senga):
        assert browser_of(account).get(desk(hall, "links", 1)).status_code == 403
        for door, what in doors:
            assert browser_of(account).post(desk(hall, door, what)).status_code == 403
    assert TableLink.objects.filter(revoked_at=None).count() == 2


def test_every_change_of_links_is_in_the_log(hall: Tournament, link: TableLink, morag: Account) -> None:
    renewed = renew_link(link=link, by=morag)
    revoke_link(link=renewed, by=morag)
    revoke_links(tournament_round=hall.rounds.get(), by=morag)
    verbs = list(Change.objects.filter(event=hall.public_id).order_by("id").values_list("verb", flat=True))
    assert [verb for verb in verbs if verb.startswith("link")] == [
        "links-made",
        "link-renewed",
        "link-revoked",
        "links-revoked",
    ]


def test_the_desk_asks_the_same_number_of_questions_for_many_tables(event: Drafts, morag: Account) -> None:
    counts = []
    for entries in (6, 12):
        tables = start(tournament=event(entries, format="table-round-robin"), by=None)
        laid(tables)
        with CaptureQueriesContext(connection) as asked:
            browser_of(morag).get(desk(tables, "links", 1))
        counts.append(len(asked))
    assert counts[0] == counts[1]
