"""Lists of players as people have them: read, looked at line by line, confirmed; sent twice they do nothing more."""

import io

import pytest
from django.test import Client
from pytest_django import Settings

from league.accounts.models import Account, Player
from league.accounts.services.accounts import confirm_address
from league.tournaments.models import PairingSeat, Tournament
from league.tournaments.services.forbidden_pairs import forbid_pair
from league.tournaments.services.lifecycle import start
from tests.league.tournaments.browser import desk
from tests.league.tournaments.browser import text_of as page_text
from tests.league.tournaments.factories import Event
from tests.league.tournaments.rounds import TABLES_OF_FOUR, page_of, started


# --- looked at and confirmed -------------------------------------------------------------------------------------
def looked_at(browser: Client, tournament: Tournament, text: str, **answers: str) -> str:
    return page_text(browser.post(desk(tournament, "import-players"), {"text": text} | answers))


def confirmed(browser: Client, tournament: Tournament, text: str, **answers: str) -> str:
    page = looked_at(browser, tournament, text, **answers)
    fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
    sent = {"text": text, "fingerprint": fingerprint, "confirmed": "1"} | answers
    return page_text(browser.post(desk(tournament, "import-players"), sent, follow=True))


def listed(tournament: Tournament) -> list[str]:
    return list(tournament.entries.order_by("number").values_list("player__name", flat=True))


def parted(tournament: Tournament) -> list[tuple[str, str, int | None]]:
    """Who is kept apart from whom, and until which round."""
    pairs = tournament.forbidden_pairs.values_list("one__player__name", "other__player__name", "until_round")
    return sorted(pairs, key=lambda pair: pair[:2])


def groups(tournament: Tournament) -> dict[str, set[str]]:
    """Who is in which group, by name."""
    found: dict[str, set[str]] = {}
    seats = PairingSeat.objects.filter(pairing__round__tournament=tournament)
    for slot, name in seats.values_list("pairing__slot", "entry__player__name"):
        found.setdefault(slot, set()).add(name)
    return found


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_url")
class TestAList:
    """What a list does to an event."""

    def test_it_says_line_by_line_what_would_happen_and_writes_nothing(self, as_morag: Client, event: Event) -> None:
        tournament = event(2)
        page = looked_at(as_morag, tournament, "Ailsa\nHamish\nUna Begg\nUna Begg\n,x@example.org\nHamsh")
        for words in ("Already entered", "Member, entered", "New player, entered as a guest", "as in line 3"):
            assert words in page
        assert "Who is Hamsh?" in page
        assert listed(tournament) == ["Ailsa", "Bruce"]
        assert not Player.objects.filter(name="Una Begg").exists()

    def test_what_was_seen_is_entered_in_the_order_of_seeding(self, as_morag: Client, event: Event) -> None:
        tournament = event(2)
        Tournament.objects.filter(pk=tournament.pk).update(capacity=4)
        text = "Name;Seed;Table;Guest\nUna Begg;2;;\nHamish;1;4;\nTorquil;;;yes\n"
        told = confirmed(as_morag, tournament, text)
        assert "3 players were entered. 1 of them is on the waiting list." in told
        assert listed(tournament) == ["Ailsa", "Bruce", "Hamish", "Una Begg", "Torquil"]
        hamish, una, _torquil = tournament.entries.filter(number__gt=2)
        assert (hamish.fixed_table, hamish.is_guest, una.is_guest) == (4, False, True)

    def test_sent_twice_it_enters_nobody_again(self, as_morag: Client, event: Event) -> None:
        tournament = event(2)
        page = looked_at(as_morag, tournament, "Una\nTorquil")
        fingerprint = page.partition('name="fingerprint" value="')[2].partition('"')[0]
        sent = {"text": "Una\nTorquil", "fingerprint": fingerprint, "confirmed": "1"}
        first, again = (
            page_text(as_morag.post(desk(tournament, "import-players"), sent, follow=True)) for _ in range(2)
        )
        assert "2 players were entered." in first
        assert "Everybody in this list is already entered." in again
        assert listed(tournament) == ["Ailsa", "Bruce", "Una", "Torquil"]

    def test_changes_since_the_preview_are_shown_with_the_list_kept(self, as_morag: Client, event: Event) -> None:
        tournament = event(2)
        sent = {"text": "Una\nTorquil", "fingerprint": "of another day", "confirmed": "1"}
        page = page_text(as_morag.post(desk(tournament, "import-players"), sent))
        assert "have changed since the preview" in page
        assert "Una\nTorquil</textarea>" in page
        assert len(listed(tournament)) == 2

    def test_the_organiser_says_who_is_meant(self, as_morag: Client, event: Event, hamish: Account) -> None:
        tournament = event(2)
        confirmed(as_morag, tournament, "Hamsh\nHamis", **{"line-1": hamish.player.public_id, "line-2": "new"})
        assert listed(tournament) == ["Ailsa", "Bruce", "Hamish", "Hamis"]

    def test_a_mail_address_finds_people_of_the_club_and_tells_nothing_of_others(
        self, as_morag: Client, event: Event, hamish: Account, senga: Account, settings: Settings
    ) -> None:
        tournament = event(2)
        text = "Somebody,hamish@example.org\nElse,senga@example.org"
        assert "Hamish" not in looked_at(as_morag, tournament, text)  # an address proves nothing before it is confirmed
        settings.MAIL_SERVER = "smtp://mail.example.org"
        confirm_address(account=hamish)
        page = looked_at(as_morag, tournament, text)
        assert "Hamish" in page
        assert "Senga" not in page
        assert senga.player.public_id not in page

    def test_a_file_is_taken_as_well(self, as_morag: Client, event: Event) -> None:
        tournament = event(2)
        file = io.BytesIO("Siân\n".encode("latin-1"))
        file.name = "players.csv"
        assert "Siân" in page_text(as_morag.post(desk(tournament, "import-players"), {"file": file}))

    def test_the_letters_of_a_file_can_be_read_otherwise(self, as_morag: Client, event: Event) -> None:
        tournament = event(2)
        file = io.BytesIO("Name\r\nPetr Němec\r\n".encode("cp1250"))
        file.name = "players.csv"
        first = page_text(as_morag.post(desk(tournament, "import-players"), {"file": file}))
        kept = {"text": first.partition("hidden>\n")[2].partition("</textarea>")[0], "code_page": "cp1252"}
        assert 'name="code_page" value="cp1252"' in first
        assert 'name="read_as" value="cp1250"' in first
        second = as_morag.post(desk(tournament, "import-players"), kept | {"read_as": "cp1250"})
        assert "Petr Němec" in page_text(second)
        edited = as_morag.post(desk(tournament, "import-players"), {"text": "Una\nTorquil", "edit": "1"})
        assert "Una\nTorquil</textarea>" in page_text(edited)

    def test_two_of_one_name_are_entered_where_the_organiser_says_so(self, as_morag: Client, event: Event) -> None:
        tournament = event(2)
        text = "John Smith\nJohn Smith\n"
        page = looked_at(as_morag, tournament, text)
        assert 'name="line-2"' in page
        confirmed(as_morag, tournament, text, **{"line-2": "new"})
        assert len(listed(tournament)) == 4

    def test_once_it_runs_they_join_late(self, as_morag: Client, event: Event) -> None:
        tournament = start(tournament=event(3), by=None)
        confirmed(as_morag, tournament, "Una")
        assert tournament.entries.get(player__name="Una").joined_round == 2

    def test_nothing_is_entered_on_the_machine(self, as_morag: Client, event: Event) -> None:
        tournament = event(2, venue="machine")
        confirmed(as_morag, tournament, "Una")
        assert tournament.entries.count() == 2

    def test_those_of_one_club_are_kept_apart_in_the_groups(self, as_morag: Client, event: Event) -> None:
        tournament = event(2, format="groups-knockout", format_options={"group_size": 3})
        text = "Name,Club\nAilsa,Glen\nUna,Strath\nTorquil,glen\nFinlay,Strath\nIona,\nMairi,Glen\n"
        page = looked_at(as_morag, tournament, text)
        assert 'data-club="Glen" data-players="3">' in page
        assert 'data-club="Strath" data-players="2">' in page
        assert "Moothill avoids pairings between players" in confirmed(as_morag, tournament, text)
        assert parted(tournament) == [
            ("Ailsa", "Mairi", 1),
            ("Ailsa", "Torquil", 1),
            ("Torquil", "Mairi", 1),
            ("Una", "Finlay", 1),
        ]
        start(tournament=tournament, by=None)
        group_of = {one: slot for slot, people in groups(tournament).items() for one in people}
        assert group_of["Una"] != group_of["Finlay"]

    def test_sent_again_with_clubs_it_parts_those_already_in_it(self, as_morag: Client, event: Event) -> None:
        tournament = event(3)
        family = list(tournament.entries.filter(number__lte=2))
        forbid_pair(tournament=tournament, entries=family, by=None)
        text = "Name,Club\nAilsa,Glen\nBruce,Glen\nCatriona,Glen\n"
        assert "Avoid these pairings" in looked_at(as_morag, tournament, text)
        confirmed(as_morag, tournament, text)
        assert parted(tournament) == [("Ailsa", "Bruce", None), ("Ailsa", "Catriona", 1), ("Bruce", "Catriona", 1)]
        assert "data-club=" not in looked_at(as_morag, tournament, text)

    def test_of_too_many_of_a_club_nobody_is_kept_apart(self, as_morag: Client, event: Event) -> None:
        tournament = event(2)
        text = "Name,Club\n" + "".join(f"{letter * 5},Glen\n" for letter in "abcdefghijklmnopqrstu")
        assert 'data-club="Glen" data-players="21" data-too-many>' in looked_at(as_morag, tournament, text)

    def test_once_round_1_is_on_the_board_clubs_part_nobody(self, as_morag: Client, event: Event) -> None:
        tournament = start(tournament=event(3), by=None)
        text = "Name,Club\nUna,Glen\nTorquil,Glen\n"
        assert "data-clubs-ignored" in looked_at(as_morag, tournament, text)
        confirmed(as_morag, tournament, text)
        assert parted(tournament) == []

    def test_while_round_1_lies_drawn_it_says_that_this_is_to_be_drawn_anew(
        self, as_morag: Client, event: Event
    ) -> None:
        tournament = started(event(8, **TABLES_OF_FOUR))
        text = "Name,Club\nAilsa,Glen\nBruce,Glen\n"
        to_do = "Round 1 has draft pairings"
        assert to_do in looked_at(as_morag, tournament, text)
        told = confirmed(as_morag, tournament, text)
        assert (to_do in told, "Moothill avoids pairings between players" in told) == (True, False)
        assert parted(tournament) == [("Ailsa", "Bruce", 1)]
        assert "avoided pairings." in page_of(as_morag, tournament)
        assert to_do not in looked_at(as_morag, tournament, "Name,Club\nAilsa,Glen\nBruce,Strath\n")
