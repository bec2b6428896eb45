"""An event leaves as one file after a round, goes on from it on another laptop, and comes home again."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from league.accounts.models import Account, Player
from league.accounts.services.accounts import anonymise_player
from league.accounts.services.players import make_player, merge_players
from league.clubs.models import Club
from league.clubs.services.members import admit_by_name
from league.competition.points import as_text
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.corrections import correct_result, withdraw_result
from league.results.services.reports import submit_report
from league.tournaments.errors import FileRefused, NotTheOrganiser
from league.tournaments.models import Entry, Evening, ForbiddenPair, Pairing, Presence, RequestedBye, Tournament
from league.tournaments.queries.history import history_of
from league.tournaments.queries.rounds import players_at
from league.tournaments.queries.standings_cache import sheet_from
from league.tournaments.services.lifecycle import start
from league.tournaments.services.withdrawals import withdraw
from league.tournaments.transfer.exporting import digest_of, export_file
from league.tournaments.transfer.importing import import_file
from league.tournaments.transfer.matching import LARGEST, preview_import, read_file
from league.tournaments.transfer.schema import Fields
from tests.factories import glen_club
from tests.league.tournaments.browser import field_of, text_of
from tests.league.tournaments.factories import Event, fresh, open_legs, play_open_legs, play_out, report_result
from tests.league.tournaments.worlds import shared

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@contextmanager
def elsewhere() -> Iterator[None]:
    """Another site: changes made there are rolled back here, except for the files that were carried over."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def written(event: Tournament) -> Fields:
    """The file of the event as it stands, read again."""
    return read_file(export_file(fresh(event)))


@shared
def first(event: Event) -> Fields:
    """The file of a tournament of Ailsa to Eilidh that was created elsewhere and has played a round."""
    with elsewhere():
        tournament = start(tournament=event(5), by=None)
        play_open_legs(tournament)
        return written(tournament)


def board(event: Tournament) -> list[object]:
    """Everything that pages show of an event: rounds, tables, names, standings."""
    names = dict(fresh(event).entries.values_list("number", "player__name"))
    sheet = sheet_from(event, history_of(event.pk))
    tables = [(one.round, one.table, one.bye, [names[seat] for seat in one.seats]) for one in sheet.history.pairings]
    return [
        event.status,
        tables,
        [(row.place, names[row.entry], as_text(row.points), row.tiebreaks) for row in sheet.rows],
    ]


@pytest.mark.parametrize(
    ("entries", "choices", "leaver"),
    [(4, {}, None), (5, {}, 5), (6, {"format": "double-elimination", "tiebreaks": ()}, None)],
    ids=["round robin", "one left", "bracket"],
)
def test_a_file_goes_on(event: Event, club: Club, entries: int, choices: dict[str, object], leaver: int | None) -> None:
    with elsewhere():
        tournament = start(tournament=event(entries, **choices), by=None)
        play_open_legs(tournament)
        if leaver:
            withdraw(entry=tournament.entries.get(number=leaver), by=None)
        held = written(tournament)
        play_out(tournament)
        unmoved = board(tournament)
    moved = import_file(document=held, club=club, by=None)
    assert moved.public_id == held["event"]["public_id"]
    play_out(moved)
    assert board(moved) == unmoved


@pytest.mark.long
def test_it_comes_home_with_later_results(first: Fields, club: Club, morag: Account, hamish: Account) -> None:
    with elsewhere():
        away = import_file(document=first, club=glen_club(hamish, name="Laptop"), by=hamish)
        play_out(away)
        finished = board(away)
        second = written(away)
    home = import_file(document=first, club=club, by=morag)
    assert home.is_running
    foreseen = preview_import(second, club)
    assert (foreseen.tournament, foreseen.guests, foreseen.changed_results) == (home, (), 0)
    assert import_file(document=second, club=club, by=morag) == home
    assert board(home) == finished
    assert home.status == Tournament.Status.FINISHED


def test_taken_in_twice_it_changes_nothing(first: Fields, club: Club) -> None:
    tournament = import_file(document=first, club=club, by=None)
    before = (board(tournament), Result.objects.count(), Player.objects.count(), Pairing.objects.count())
    assert preview_import(first, club).changes_nothing
    import_file(document=first, club=club, by=None)
    assert (board(tournament), Result.objects.count(), Player.objects.count(), Pairing.objects.count()) == before


def test_only_organisers_take_files_in(first: Fields, club: Club, hamish: Account) -> None:
    with pytest.raises(NotTheOrganiser):
        import_file(document=first, club=club, by=hamish)


def test_whoever_belongs_to_the_club_is_known_and_the_others_are_guests(first: Fields, club: Club) -> None:
    ailsa = admit_by_name(club=club, name="ailsa").player
    tournament = import_file(document=first, club=club, by=None)
    entries = {
        entry.player.name: entry for entry in Entry.objects.filter(tournament=tournament).select_related("player")
    }
    assert entries["ailsa"].player == ailsa
    assert [name for name, entry in entries.items() if entry.is_guest] == ["Bruce", "Catriona", "Dougal", "Eilidh"]
    assert entries["Bruce"].player.public_id == first["entries"][1]["player"]


@pytest.mark.parametrize("deleted", [False, True], ids=["one with another", "anonymous"])
def test_players_merged_meanwhile_stay_in_the_event(first: Fields, club: Club, deleted: bool) -> None:
    tournament = import_file(document=first, club=club, by=None)
    ailsa = tournament.entries.get(number=1).player
    anonymise_player(player=ailsa) if deleted else merge_players(former=ailsa, standing=make_player(name="Ailsa Orr"))
    before = (board(tournament), Result.objects.count(), Player.objects.count())
    assert preview_import(first, club).changes_nothing
    import_file(document=first, club=club, by=None)
    assert (board(tournament), Result.objects.count(), Player.objects.count()) == before


def test_who_stands_for_a_former_member_is_known_by_the_former_one(first: Fields, club: Club, hamish: Account) -> None:
    ailsa = make_player(name="Ailsa of the file", public_id=first["entries"][0]["player"])
    merge_players(former=ailsa, standing=hamish.player)
    assert next(iter(preview_import(first, club).people)).player == hamish.player


def test_two_of_one_name_are_not_guessed_at(first: Fields, club: Club) -> None:
    for name in ("Ailsa", "AILSA"):
        club.memberships.create(player=Player.objects.create(name=name))
    guests = preview_import(first, club).guests
    assert [person.name for person in guests] == [
        "Ailsa",
        "Bruce",
        "Catriona",
        "Dougal",
        "Eilidh",
    ]


def test_everything_agreed_with_the_players_comes_along(event: Event, club: Club) -> None:
    with elsewhere():
        tournament = event(4, format="table-round-robin", pace="desk")
        one, other, *_rest = entries = list(tournament.entries.order_by("number"))
        RequestedBye.objects.create(entry=one, round=2, kind="half")
        ForbiddenPair.objects.create(tournament=tournament, one=one, other=other, until_round=1)
        evening = Evening.objects.create(tournament=tournament, number=1, day=date(2026, 11, 19))
        Presence.objects.bulk_create(Presence(evening=evening, entry=entry) for entry in entries)
        Entry.objects.filter(pk=one.pk).update(fixed_table=3)
        held = written(tournament)
    taken = import_file(document=held, club=club, by=None)
    again = written(taken)
    for part in ("forbidden", "evenings", "rounds", "results"):
        assert again[part] == held[part]
    assert [entry["byes"] for entry in again["entries"]] == [entry["byes"] for entry in held["entries"]]
    assert again["entries"][0]["fixed_table"] == 3
    assert again["event"] == held["event"] | {"club": club.name}


def test_how_a_game_ended_early_comes_along(event: Event, club: Club) -> None:
    with elsewhere():
        tournament = start(tournament=event(4, format="table-round-robin", format_options={"table_size": 4}), by=None)
        leg = open_legs(tournament)[0]
        report_result(leg=leg, points=[9, 30, 20, 10], ending="left", left=frozenset({0}), by=None)
        held = written(tournament)
    taken = import_file(document=held, club=club, by=None)
    assert [row["ending"] for row in written(taken)["results"]] == ["left"]
    assert written(taken)["results"] == held["results"]


def test_a_correction_made_elsewhere_is_a_correction_here(first: Fields, club: Club, hamish: Account) -> None:
    with elsewhere():
        away = import_file(document=first, club=glen_club(hamish, name="Laptop"), by=None)
        row = Result.objects.filter(subject=first["results"][0]["subject"]).get()
        seats = tuple(SeatResult(seat.player_id, 70 + seat.seat, 2 - seat.seat) for seat in row.seats.all())
        correct_result(result=row, seats=seats, reason="Read the wrong line", by=None)
        withdrawn = Result.objects.get(subject=first["results"][1]["subject"])
        withdraw_result(result=withdrawn, reason="Not played to the end", by=None)
        second = written(away)
    home = import_file(document=first, club=club, by=None)
    assert preview_import(second, club).changed_results == 2
    import_file(document=second, club=club, by=None)
    told = Result.objects.filter(superseded_by=None, subject__in=[row["subject"] for row in first["results"][:2]])
    assert {(row.how, row.reason) for row in told} == {
        ("played", "Read the wrong line"),
        ("withdrawn", "Not played to the end"),
    }
    assert written(home)["results"] == second["results"]


def test_it_is_refused_where_the_event_went_on_here_by_itself(first: Fields, club: Club) -> None:
    home = import_file(document=first, club=club, by=None)
    play_open_legs(home)
    with pytest.raises(FileRefused, match=r"out of date|not in the file"):
        import_file(document=first, club=club, by=None)


def test_a_waiting_report_gives_way_to_the_files_result(first: Fields, club: Club, hamish: Account) -> None:
    with elsewhere():
        away = import_file(document=first, club=glen_club(hamish, name="Laptop"), by=None)
        play_out(away)
        second = written(away)
    home = import_file(document=first, club=club, by=None)
    leg = open_legs(home)[0]
    players = players_at(leg)
    reporter = Player.objects.get(pk=players[0])
    reporter.account = Account.objects.create_user("reporter@example.org")
    reporter.save()
    seats = tuple(SeatResult(player, 50 - 10 * at, at) for at, player in enumerate(players, 1))
    submit_report(draft=ResultDraft(leg.subject, seats), pool=home.pool, club=club, key=uuid4(), by=reporter)
    import_file(document=second, club=club, by=None)
    assert Result.objects.filter(subject=leg.subject).exists()
    assert written(home)["results"] == second["results"]


def test_an_event_of_another_club_is_not_taken_over(first: Fields, club: Club, hamish: Account) -> None:
    import_file(document=first, club=club, by=None)
    with pytest.raises(FileRefused, match="belongs to another club"):
        import_file(document=first, club=glen_club(hamish, name="Other"), by=hamish)


def test_games_of_another_event_are_not_taken_over(first: Fields, club: Club) -> None:
    import_file(document=first, club=club, by=None)
    first["event"]["public_id"] = "another00000"
    with pytest.raises(FileRefused, match="belongs to another tournament"):
        import_file(document=first, club=club, by=None)


def sealed(raw: Fields) -> bytes:
    """A file with its digest, as somebody who knows how would write it."""
    return json.dumps(raw | {"digest": digest_of(raw)}).encode()


def file_after_a_round(event: Event) -> Fields:
    """The fields of a tournament file as written."""
    with elsewhere():
        tournament = start(tournament=event(4), by=None)
        play_open_legs(tournament)
        raw: Fields = json.loads(export_file(fresh(tournament)))
        return raw


@shared
def torn(event: Event) -> Fields:
    """Such a file, for a test to damage."""
    return file_after_a_round(event)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not a complete tournament file"),
        (b"\xff\xfe\x00", "not a complete tournament file"),
        (b"[" * 100_000, "not a complete tournament file"),
        (b'{"moothill": "record"}', "not a complete tournament file"),
        (b'{"moothill": "event", "version": 9}', "another version of Moothill"),
        (b'{"moothill": "event", "version": 1, "digest": "0"}', "changed or is incomplete"),
        (b" " * (LARGEST + 1), "larger than"),
    ],
)
def test_what_is_no_file_of_an_event_is_refused_with_what_to_do(content: bytes, sentence: str) -> None:
    with pytest.raises(FileRefused, match=sentence):
        read_file(content)


def break_seat(raw: Fields) -> None:
    raw["rounds"][0]["pairings"][0]["seats"][0] = raw["rounds"][0]["pairings"][0]["seats"][1]


def break_number(raw: Fields) -> None:
    raw["entries"][1]["number"] = raw["entries"][0]["number"]


def break_result(raw: Fields) -> None:
    raw["results"][0]["seats"].reverse()


def break_subject(raw: Fields) -> None:
    raw["results"][0]["subject"] = str(uuid4())


def break_date(raw: Fields) -> None:
    raw["results"][0]["played_at"] = "yesterday"


def break_game(raw: Fields) -> None:
    raw["event"]["seed"] = "x" * 100_000


BREAKS = [break_seat, break_number, break_result, break_subject, break_date, break_game]


@pytest.mark.parametrize("broken", BREAKS, ids=lambda one: one.__name__)
def test_a_file_that_contradicts_itself_is_refused(torn: Fields, broken: Callable[[Fields], None]) -> None:
    broken(torn)
    with pytest.raises(FileRefused, match=r"contains errors|has an error"):
        read_file(sealed(torn))


def test_an_unknown_game_or_format_is_refused_by_its_own_sentence(torn: Fields, club: Club) -> None:
    torn["event"]["format"] = "swiss-roll"
    held = read_file(sealed(torn))
    with pytest.raises(Exception, match="“swiss-roll” is not available"):
        import_file(document=held, club=club, by=None)
    assert not Tournament.objects.exists()


def test_an_organiser_brings_the_file_looks_and_takes_it_in(event: Event, club: Club, as_morag: Client) -> None:
    with elsewhere():
        tournament = start(tournament=event(4), by=None)
        content = export_file(fresh(tournament))
    page = f"/clubs/{club.slug}/tournaments/from-file/"
    assert "(optional)" not in as_morag.get(page).content.decode()
    assert "Choose a file." in as_morag.post(page, {}).content.decode()
    cut = as_morag.post(page, {"file": SimpleUploadedFile("event.moothill.json", content[:-9])})
    assert "not a complete tournament file" in cut.content.decode()
    empty = as_morag.post(page, {"file": SimpleUploadedFile("event.moothill.json", b"")})
    assert "Export the tournament again" in empty.content.decode()
    looked = as_morag.post(page, {"file": SimpleUploadedFile("event.moothill.json", content)})
    assert "Spring round robin is new" in looked.content.decode()
    assert re.search(r"File created: \d+ \w+ \d{4}, \d\d:\d\d</li>", text_of(looked))
    assert not Tournament.objects.exists()
    taken = as_morag.post(page, {"held": field_of(text_of(looked), "held"), "confirmed": "1"}, follow=True)
    assert "Spring round robin was imported" in taken.content.decode()
    assert Tournament.objects.get().is_running


def test_the_file_is_named_after_tournament_and_round(event: Event, as_morag: Client) -> None:
    tournament = event(4)
    answer = as_morag.get(f"/tournaments/{tournament.public_id}/desk/file/")
    assert read_file(answer.content)["event"]["public_id"] == tournament.public_id
    assert answer["Content-Disposition"] == 'attachment; filename="spring-round-robin-round-0.moothill.json"'
