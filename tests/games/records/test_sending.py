"""Conditions for sending a record, and the same game sent twice."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from games.records.errors import HereAlready, NoSuchRecord, NotComplete, NotNow, TooMany
from games.records.models import SubmittedRecord
from games.records.queries import guess_players
from games.records.services.drafts import begin_draft, withdraw_record
from games.records.services.limits import MOST_WAITING
from games.records.services.sending import Submission, send_record
from league.accounts.models import Account, Player
from league.accounts.services.players import make_player
from league.clubs.models import Club
from tests.factories import Role, account_of, joins
from tests.games.records.factories import checked, document, sent, text

pytestmark = pytest.mark.django_db

Status = SubmittedRecord.Status


def respelt(written: str) -> str:
    """The same record as somebody else would type it."""
    body = re.sub(r"(?m)^(Rules|Cards):.*\n", "", written).replace("Morag:", "seat 1 :").replace("; ", " ;  ")
    return body.replace("advance", "Moves").replace("MacLeod", "McLeod").replace("Family:", "FAMILY :") + "# the end\n"


def test_the_same_game_is_recognised_in_other_spelling(
    club: Club, morag: Account, hamish: Account, table: list[Player]
) -> None:
    first = sent(hamish.player, club, text(), table)
    assert respelt(text()) != text()
    for again in (text(), respelt(text()), document(), text(("M.", "H."))):
        with pytest.raises(HereAlready, match="Hamish already added") as refused:
            sent(morag.player, club, again, table)
        assert refused.value.address == first.public_id


def test_another_game_is_none_of_that(club: Club, hamish: Account, table: list[Player]) -> None:
    sent(hamish.player, club, text(), table)
    assert sent(hamish.player, club, text(secret=b"another evening"), table).status == Status.QUEUED


def test_what_was_withdrawn_or_refused_is_in_nobodys_way(
    club: Club, morag: Account, hamish: Account, table: list[Player]
) -> None:
    withdraw_record(public_id=sent(hamish.player, club, text(), table).public_id, by=hamish.player)
    assert sent(morag.player, club, text(), table).status == Status.QUEUED


def test_sending_twice_is_sending_once(club: Club, hamish: Account, table: list[Player]) -> None:
    record = sent(hamish.player, club, text(), table)
    again = send_record(by=hamish.player, submission=Submission(public_id=record.public_id, players=[]))
    assert again == record
    assert record.seats.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_bring_the_same_game_at_once_bring_it_once(club: Club, morag: Account, hamish: Account) -> None:
    table = [morag.player.pk, hamish.player.pk]
    drafts = [(one.player, begin_draft(by=one.player, club=club, text=text())) for one in (morag, hamish)]
    together = Barrier(2)

    def send(by: Player, draft: SubmittedRecord) -> str:
        try:
            together.wait()
            return str(send_record(by=by, submission=Submission(public_id=draft.public_id, players=table)).status)
        except HereAlready:
            return "here already"
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        ended = sorted(pool.map(lambda one: send(*one), drafts))
    assert ended == ["here already", "queued"]


def outsider(club: Club, morag: Account, hamish: Account) -> tuple[Player, list[Player]]:
    """Somebody at the table does not belong to the club."""
    return hamish.player, [hamish.player, make_player(name="Senga")]


def twice(club: Club, morag: Account, hamish: Account) -> tuple[Player, list[Player]]:
    """Somebody sits there twice."""
    return hamish.player, [hamish.player, hamish.player]


def too_few(club: Club, morag: Account, hamish: Account) -> tuple[Player, list[Player]]:
    """A seat is left out."""
    return hamish.player, [hamish.player]


def not_there(club: Club, morag: Account, hamish: Account) -> tuple[Player, list[Player]]:
    """Return a sender who is a member but did not play, and the players."""
    eilidh = account_of("Eilidh")
    joins(eilidh, club)
    return eilidh.player, [morag.player, hamish.player]


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (outsider, "All players must belong to Glen Orchy Games"),
        (twice, "has two seats"),
        (too_few, "Choose a player for each"),
        (not_there, "You did not play this game"),
    ],
)
def test_it_refuses_a_table_that_cannot_have_been(
    club: Club, morag: Account, hamish: Account, table: object, why: str
) -> None:
    by, players = table(club, morag, hamish)  # type: ignore[operator]  # one of the four above
    with pytest.raises(NotComplete, match=why):
        sent(by, club, text(), players)
    assert not SubmittedRecord.objects.exclude(status=Status.DRAFT).exists()


def test_a_scorer_brings_the_records_of_others(club: Club, table: list[Player]) -> None:
    eilidh = account_of("Eilidh")
    joins(eilidh, club, Role.SCORER)
    assert sent(eilidh.player, club, text(), table).status == Status.QUEUED


def test_a_game_that_is_not_over_is_not_sent(club: Club, hamish: Account, table: list[Player]) -> None:
    half = "\n".join(text().split("\n")[:25])
    with pytest.raises(NotComplete, match="stops before the end"):
        sent(hamish.player, club, half, table)


def test_a_game_is_not_played_tomorrow(club: Club, morag: Account, hamish: Account) -> None:
    draft = begin_draft(by=hamish.player, club=club, text=text())
    tomorrow = (timezone.now() + timedelta(days=2)).date()
    table = [morag.player.pk, hamish.player.pk]
    with pytest.raises(NotComplete, match="in the future"):
        send_record(
            by=hamish.player, submission=Submission(public_id=draft.public_id, players=table, played_on=tomorrow)
        )


def test_nobody_sends_the_draft_of_somebody_else(club: Club, morag: Account, hamish: Account) -> None:
    draft = begin_draft(by=hamish.player, club=club, text=text())
    with pytest.raises(NoSuchRecord):
        send_record(by=morag.player, submission=Submission(public_id=draft.public_id, players=[morag.player.pk]))


def test_a_person_has_so_many_records_on_their_way_and_no_more(
    club: Club, hamish: Account, table: list[Player]
) -> None:
    first = sent(hamish.player, club, text(), table)
    waiting = {"by": first.by, "club": club, "pool": first.pool, "sent_at": timezone.now(), "status": Status.QUEUED}
    SubmittedRecord.objects.bulk_create(SubmittedRecord(**waiting) for _ in range(MOST_WAITING - 1))
    with pytest.raises(TooMany):
        sent(hamish.player, club, text(secret=b"another evening"), table)


def test_a_verified_record_stays(club: Club, hamish: Account, table: list[Player]) -> None:
    record = checked(sent(hamish.player, club, text(), table))
    with pytest.raises(NotNow, match="cannot be deleted"):
        withdraw_record(public_id=record.public_id, by=hamish.player)


CLUB = [
    Player(pk=1, name="Morag"),
    Player(pk=2, name="Hamish MacLeod"),
    Player(pk=3, name="Hamish Bruce"),
    Player(pk=4, name="Eilidh"),
    Player(pk=5, name="Ei"),
]


@pytest.mark.parametrize(
    ("label", "player"),
    [
        ("Morag", 1),
        ("  mORAG ", 1),
        ("hamish  macleod", 2),
        ("Hamish Mac", 2),
        ("Hamish", None),  # there are two
        ("Morag MacDonald", 1),  # the club knows her by her first name
        ("Eil", 4),
        ("Ei", 5),  # the whole name counts before a beginning
        ("M", None),  # a letter is too little
        ("Senga", None),
        ("", None),
    ],
)
def test_a_name_means_one_player_or_nobody(label: str, player: int | None) -> None:
    assert guess_players([label], CLUB) == [player]


def test_nobody_is_seated_twice() -> None:
    assert guess_players(["Morag", "Morag MacDonald", "Eilidh"], CLUB) == [None, None, 4]
