"""Drafts of games at real tables, and `/events`, reveal nothing to people that their seat does not know.

As in `test_hidden_information`: the full state changes, and no byte of what others are sent may change.
"""

import json
import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.core import registry
from games.matches.claims import finish_matches
from games.matches.models import Match
from games.matches.services import BlockOrder, all_rotations, create_block
from games.records.models import SubmittedRecord
from games.records.services.drafts import begin_draft, write_draft
from games.records.services.sending import Submission, send_record
from league.accounts.models import Account
from league.clubs.models import Club
from league.common.live import announce
from league.common.live.topics import read_token, token_for
from league.results.services.ledger import pool_for
from tests.factories import Role, account_of, browser_of, joins, operator
from tests.games.factories import TERMS, claim, played, seat_setups
from tests.games.records.factories import glen, text
from tests.league.common.listening import Reader, listening
from tests.security.test_hidden_information import GAMES, lasting, spectated


@pytest.mark.long
# --- a game that is typed at its table -------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.usefixtures("redis_url")
def test_nobody_is_sent_anything_of_a_game_while_somebody_types_it() -> None:
    club, morag, hamish = glen()
    draft = begin_draft(by=morag.player, club=club, text=text())
    own = browser_of(morag)
    others = [Client(), browser_of(hamish), browser_of(operator()), *map(browser_of, helpers_of(club))]
    known, told = sent_of(own, draft), [sent_of(other, draft) for other in others]
    write_draft(public_id=draft.public_id, by=morag.player, text=text(secret=b"a dry evening"), revision=draft.revision)
    assert sent_of(own, draft) != known
    assert [sent_of(other, draft) for other in others] == told
    send_record(
        by=morag.player, submission=Submission(public_id=draft.public_id, players=[morag.player.pk, hamish.player.pk])
    )
    assert f"record:{draft.public_id}" in topics_of(own, draft)
    assert not [other for other in others if f"record:{draft.public_id}" in topics_of(other, draft)]


def helpers_of(club: Club) -> Iterator[Account]:
    """Those who keep the club's results, and sit at no table."""
    for name, role in (("Eilidh", Role.SCORER), ("Iain", Role.ORGANISER)):
        account = account_of(name)
        joins(account, club, role)
        yield account


def pages_of(draft: SubmittedRecord) -> list[str]:
    """Return the pages where somebody could read a part of the draft."""
    club = [draft.club.slug]
    own = [
        reverse(f"records:{name}", args=[draft.public_id])
        for name in ("record", "write", "send", "record-text", "record-json", "as-sent")
    ]
    around = [reverse("records:club", args=club), reverse("clubs:club", args=club), reverse("records:mine")]
    return [*own, *around, *spectated()]


def sent_of(reader: Client, draft: SubmittedRecord) -> dict[str, str]:
    """All that somebody is sent about the draft."""
    return {address: lasting(reader.get(address).content.decode()) for address in pages_of(draft)}


def topics_of(reader: Client, draft: SubmittedRecord) -> set[str]:
    """What somebody's pages may follow at `/events`."""
    said = (reader.get(address).content.decode() for address in pages_of(draft))
    tokens = {token for page in said for token in re.findall(r'data-live-token="([^"]+)"', page)}
    return {topic for token in tokens for topic in read_token(token)}


# --- the stream of events --------------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_a_stream_says_that_something_of_a_sealed_deal_changed_and_not_what(live_site: str) -> None:
    game = GAMES[0]
    club, _morag, _hamish = glen()
    pool = pool_for(game=game, player_kind="bot", club=club)
    names = ["wanderer"] * registry.game(game).min_seats
    block = create_block(order=BlockOrder(game=game, rotations=all_rotations(seat_setups(*names)), pool=pool))
    first, *rest = Match.objects.filter(block=block).order_by("rotation")
    topics = ["hall", f"game:{game}", f"pool:{pool.public_id}", *(f"match:{one.public_id}" for one in (first, *rest))]
    with listening(live_site, token_for([*topics, "the last"])) as reader:
        finish_matches(finishes=played(claim([first.pk])), terms=TERMS)
        announce("the last")
        heard = list(takewhile(lambda one: one["topic"] != "the last", messages(reader)))
    assert {one["topic"] for one in heard} >= {"hall", f"match:{first.public_id}"}
    assert {one["topic"] for one in heard} <= set(topics)
    assert not [one for one in heard if set(one) != {"topic", "revision"} or type(one["revision"]) is not int]


def messages(reader: Reader) -> Iterator[dict[str, Any]]:
    """All that comes, as it was sent."""
    while True:
        yield json.loads(reader.next_event()[1])
