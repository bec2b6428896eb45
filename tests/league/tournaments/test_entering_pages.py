"""The pages before the start: the wizard, settings, rehearsal, registration, guests, check-in, one player's page."""

import re
from itertools import product

import pytest
from django.test import Client

from league.accounts.models import Account
from league.clubs.models import Club
from league.competition.format import Conditions, Entry
from league.competition.formats import format_named
from league.competition.scoring import scoring_named
from league.competition.simulation import simulate
from league.competition.tiebreaks import tiebreak_named
from league.results.models import Result
from league.tournaments.errors import WrongMoment
from league.tournaments.format_text import points
from league.tournaments.models import Round, Tournament
from league.tournaments.presenters.plan_preview import RehearsalSettings, rehearsal_of
from league.tournaments.queries.history import history_of
from league.tournaments.services.creation import make_tournament
from league.tournaments.services.entries import check_in, register, set_phase
from league.tournaments.services.lifecycle import start
from league.tournaments.services.withdrawals import readmit_entry
from tests.factories import Role, browser_of, joins
from tests.league.assertions import queries_of
from tests.league.tournaments.browser import address, as_proposed, desk, second_step, text_of
from tests.league.tournaments.factories import Event, fresh

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("redis_url")]


# --- the wizard --------------------------------------------------------------------------------------------------
@pytest.mark.long
@pytest.mark.parametrize("players", [3, 11, 120])
def test_proposals_can_be_made_as_they_are(as_morag: Client, club: Club, players: int) -> None:
    games = ("lords-of-scotland", "kings-kilt", "highland-clans")
    for game, kind in product(games, ("weekend", "evenings", "everybody")):
        second = second_step(club, game=game, kind=kind, players=players, hours=5)
        as_morag.post(second, as_proposed(text_of(as_morag.get(second))) | {"name": f"{game} {kind}"})
        made = Tournament.objects.get(name=f"{game} {kind}")
        assert made.pace == ("round" if kind == "everybody" else "desk")
        assert made.round_minutes, made
        assert made.confirmations == 1, made
        assert set(made.endings) == {"time", "left", "abandoned"}, made


def test_a_proposal_says_its_tables_and_how_long_it_takes(as_morag: Client, club: Club) -> None:
    page = text_of(as_morag.get(second_step(club, players=11, hours=2)))
    assert "With 11 players: 2 tables of 4, 1 table of 3." in page
    assert "In 2 h you have time for 2." in page
    assert "2 rounds of 45 minutes, with breaks of 10 minutes: 1 h 40 min." in page


def test_the_other_formats_are_offered_and_keep_what_was_said(as_morag: Client, club: Club) -> None:
    page = text_of(as_morag.get(second_step(club, players=11)))
    assert "players=11&amp;format=round-robin" in page
    assert "Meetings" in text_of(as_morag.get(second_step(club, players=11, format="round-robin")))


def test_evenings_are_not_offered_to_bots(as_morag: Client, club: Club) -> None:
    assert "Club nights are played in person" in text_of(
        as_morag.get(second_step(club, kind="evenings", venue="machine"))
    )


def test_a_number_that_may_be_left_to_the_format_is_typed_within_its_limits(as_morag: Client, club: Club) -> None:
    second = second_step(club, kind="evenings")
    page = text_of(as_morag.get(second))
    assert "If empty: all." in page
    assert re.search(r'<input type="number" name="format-best_of" min="1" max="100"', page)
    assert "0 is" not in page
    sent = as_proposed(page) | {"name": "Left open", "format-best_of": "101"}
    assert "100" in text_of(as_morag.post(second, sent))
    as_morag.post(second, sent | {"format-best_of": "", "format-evenings": "12"})
    chosen = Tournament.objects.get().format_options
    assert (chosen["best_of"], chosen["evenings"]) == (0, 12)


def test_the_first_step_asks_again_for_what_is_missing_and_keeps_the_rest(as_morag: Client, club: Club) -> None:
    page = text_of(as_morag.get(second_step(club, kind="", players=17)))
    assert "Choose a kind of tournament" in page
    assert 'value="17"' in page


def test_everything_that_was_agreed_is_printed_on_its_page(as_morag: Client, club: Club) -> None:
    second = second_step(club)
    sent = {"name": "Printed", "capacity": "16", "begins_at": "2026-12-05T14:00", "summary": "In the hall."}
    as_morag.post(second, as_proposed(text_of(as_morag.get(second))) | sent)
    page = text_of(as_morag.get(address(Tournament.objects.get(), "tournament")))
    for words in (
        "In the hall.",
        "Points at a table of 4",
        "6 for 1st, then 4, 2, 0",
        "Shared places",
        "Requested byes",
        "When time runs out",
        "When a player leaves a game",
        "When a game is abandoned",
        "Tie-break 1",
        "1 other player",
        "Saturday, 5 December 2026, 14:00 GMT",
        "45 min",
    ):
        assert words in page, words


# --- settings ----------------------------------------------------------------------------------------------------
def test_a_new_name_leads_from_the_old_address_to_the_new(as_morag: Client, event: Event) -> None:
    tournament = event(4)
    old = address(tournament, "standings")
    sent = {"name": "Autumn", "confirmations": "2", "begins_at": "2026-12-05T14:00"}
    assert as_morag.post(desk(tournament, "settings"), sent).headers["Location"] == desk(tournament, "manage")
    assert (fresh(tournament).name, tournament.confirmations) == ("Autumn", 2)
    assert as_morag.get(old).headers["Location"] == address(tournament, "standings")
    page = text_of(as_morag.get(desk(tournament, "settings")))
    assert "2026-12-05T14:00" in page
    assert "Lords of Scotland" in page.partition("<dl")[2].partition("</dl>")[0]


def test_a_refused_setting_comes_back_filled(as_morag: Client, event: Event) -> None:
    tournament = event(4)
    page = text_of(as_morag.post(desk(tournament, "settings"), {"name": "Autumn", "capacity": "3"}))
    assert re.search('name="capacity"[^>]*aria-invalid="true"', page)
    assert 'value="Autumn"' in page


# --- rehearsal ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("chosen", ["round-robin", "table-round-robin", "table-swiss", "club-evenings"])
def test_a_rehearsal_shows_rounds_and_writes_nothing(as_morag: Client, club: Club, chosen: str) -> None:
    tournament = make_tournament(club=club, name="Dress", game="lords-of-scotland", format=chosen, by=None)
    page = text_of(as_morag.get(desk(tournament, "rehearsal"), {"players": "9", "late": "1", "noshow": "1"}))
    assert 'class="winners"' in page
    assert re.search(r"[Rr]ound 1", page)
    assert not tournament.entries.exists()
    assert not Round.objects.exists()
    assert not Result.objects.exists()


def test_a_rehearsal_puts_together_whom_the_events_own_scoring_would(club: Club) -> None:
    tournament = make_tournament(
        club=club, name="Dress", game="lords-of-scotland", format="table-swiss", scoring="four-two-one", by=None
    )
    tried = rehearsal_of(tournament, RehearsalSettings(11, rounds=5))
    field = [Entry(number) for number in range(1, 12)]
    done = simulate(
        format_named("table-swiss"),
        field,
        tournament.format_options,
        scoring_named("four-two-one"),
        tournament.seed,
        5,
        tiebreaks=[tiebreak_named(slug) for slug in tournament.tiebreaks],
        conditions=Conditions(scoring="four-two-one"),
    )
    assert [row[::2] for row in tried.leaders] == [(row.place, points(row.points)) for row in done.standings[:8]]


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "said"), [("weekend", "24 players, 5 rounds."), ("evenings", "9 invented club nights")]
)
def test_a_rehearsal_starts_from_what_was_planned(as_morag: Client, club: Club, kind: str, said: str) -> None:
    second = second_step(club, kind=kind, players=24, rounds=5)
    sent = as_proposed(text_of(as_morag.get(second))) | {
        "name": "Planned",
        "format-evenings": "9",
        "format-smallest": "4",
    }
    as_morag.post(second, sent)
    page = text_of(as_morag.get(desk(Tournament.objects.get(), "rehearsal")))
    assert said in page
    assert re.search(r'name="players" value="24"', page)
    assert (re.search(r'name="rounds" value="5"', page) is not None) == (kind == "weekend")
    assert "4, at least 4, at most 5" in page


def test_a_rehearsal_of_nonsense_says_so(as_morag: Client, event: Event) -> None:
    page = text_of(as_morag.get(desk(event(4), "rehearsal"), {"players": "9999", "late": "-1"}))
    assert "fault" in page
    assert 'class="rehearsal"' not in page


# --- registration ------------------------------------------------------------------------------------------------
def test_a_member_registers_on_the_events_page_and_withdraws(as_hamish: Client, event: Event) -> None:
    tournament = event(2)
    tournament.capacity = 2
    tournament.save()
    page = address(tournament, "tournament")
    assert ">Register<" not in text_of(as_hamish.get(page))
    set_phase(tournament=tournament, to="registration", by=None)
    assert "All 2 places are taken" in text_of(as_hamish.get(page))
    as_hamish.post(address(tournament, "register"))
    assert "You are number 1 on the waiting list." in text_of(as_hamish.get(page))
    assert "Waiting list" in text_of(as_hamish.get(page))
    as_hamish.post(address(tournament, "register"), {"out": "1"})
    assert "Waiting list" not in text_of(as_hamish.get(page))


def test_who_is_not_signed_in_is_shown_the_way(client: Client, event: Event) -> None:
    tournament = event(2)
    set_phase(tournament=tournament, to="registration", by=None)
    page = text_of(client.get(address(tournament, "tournament")))
    assert "Sign in to enter" in page
    assert f"next=%2Ftournaments%2F{tournament.public_id}%2F" in page


def test_a_page_with_many_who_wait_asks_no_more_than_one_with_few(as_senga: Client, event: Event) -> None:
    for players in (3, 30):
        tournament = event(players, name=f"Of {players}")
        tournament.capacity = 2
        tournament.save()
        set_phase(tournament=tournament, to="registration", by=None)
        assert queries_of(as_senga, address(tournament, "tournament")) <= 13


# --- entries -----------------------------------------------------------------------------------------------------
def test_a_guest_is_entered_and_a_namesake_asked_about(as_morag: Client, event: Event, hamish: Account) -> None:
    tournament = event(2)
    as_morag.post(desk(tournament, "add-guest"), {"name": "  Una   Begg "})
    page = text_of(as_morag.post(desk(tournament, "add-guest"), {"name": "Hamish"}))
    assert "Is it one of these?" in page
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    as_morag.post(desk(tournament, "add-guest"), {"name": "Hamish", "seen": seen, "who": hamish.player.public_id})
    assert list(tournament.entries.values_list("player__name", "is_guest"))[2:] == [
        ("Una Begg", True),
        ("Hamish", False),
    ]
    assert not tournament.club.memberships.filter(player__name="Una Begg").exists()


def test_members_who_come_late_are_ticked_on_the_same_page(as_morag: Client, event: Event, hamish: Account) -> None:
    tournament = start(tournament=event(3), by=None)
    assert "Late entries" in text_of(as_morag.get(desk(tournament, "entries")))
    as_morag.post(desk(tournament, "entries"), {"players": [hamish.player.public_id]})
    assert tournament.entries.get(player=hamish.player).joined_round == 2


def test_what_is_agreed_with_a_player_is_noted_on_their_page(as_morag: Client, event: Event) -> None:
    tournament = event(4)
    entry = tournament.entries.get(number=4)
    page = desk(tournament, "entry", entry.public_id)
    as_morag.post(page, {"about": "bye", "round": "2", "kind": "zero"})
    as_morag.post(page, {"about": "table", "table": "3"})
    as_morag.post(page, {"about": "place", "to": "1"})
    assert (fresh(entry).fixed_table, entry.number, entry.requested_byes.get().round) == (3, 1, 2)
    assert "bye in round 2" in text_of(as_morag.get(desk(tournament, "entries")))
    as_morag.post(desk(tournament, "remove-bye", entry.public_id, 2))
    assert not entry.requested_byes.exists()


def test_a_refused_agreement_says_why_and_keeps_what_was_written(as_morag: Client, event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    page = desk(tournament, "entry", tournament.entries.get(number=1).public_id)
    refused = text_of(as_morag.post(page, {"about": "bye", "round": "1", "kind": "zero"}))
    assert "Round 1 has already been published" in refused


def test_a_family_is_kept_apart_and_let_meet_again(as_morag: Client, event: Event) -> None:
    tournament = event(3)
    ids = list(tournament.entries.values_list("public_id", flat=True))
    as_morag.post(desk(tournament, "avoided-pairings"), {"entries": ids[:2], "until_round": "1"})
    assert "until round 1" in text_of(as_morag.get(desk(tournament, "avoided-pairings")))
    pair = tournament.forbidden_pairs.get()
    as_morag.post(desk(tournament, "remove-avoided-pairing", pair.public_id))
    assert not tournament.forbidden_pairs.exists()


def test_somebody_leaves_later_and_plays_on(as_morag: Client, event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    entry = tournament.entries.get(number=2)
    as_morag.post(desk(tournament, "withdraw-entry", entry.public_id), {"from_round": "3"})
    assert "withdrawn from round 3" in text_of(as_morag.get(desk(tournament, "entries")))
    assert tournament.entries.get(number=2).left_round == 3
    assert len(history_of(tournament.pk).open_rounds()) == 1
    as_morag.post(desk(tournament, "cancel-withdrawal", entry.public_id))
    assert "withdrawn from round" not in text_of(as_morag.get(desk(tournament, "entries")))
    with pytest.raises(WrongMoment):
        readmit_entry(entry=entry, by=None)


def test_lists_of_people_ask_a_fixed_number_of_questions(as_morag: Client, event: Event) -> None:
    for players in (3, 40):
        tournament = event(players, name=f"Of {players}")
        assert text_of(as_morag.get(desk(tournament, "entries"))).count('aria-label="Remove ') == players
        set_phase(tournament=tournament, to="check-in", by=None)
        for door in ("entries", "seeding", "avoided-pairings", "check-in", "starting"):
            assert queries_of(as_morag, desk(tournament, door)) <= 16


# --- at the door -------------------------------------------------------------------------------------------------
def test_a_scorer_ticks_who_is_there(event: Event, club: Club, senga: Account) -> None:
    joins(senga, club, Role.SCORER)
    scorer, tournament = browser_of(senga), event(3)
    set_phase(tournament=tournament, to="check-in", by=None)
    entry = tournament.entries.get(number=1)
    scorer.post(desk(tournament, "set-check-in", entry.public_id), {"here": "1"})
    page = text_of(scorer.get(desk(tournament, "check-in")))
    assert "1 of 3 " in page
    found = text_of(scorer.get(desk(tournament, "check-in"), {"q": "BRU"}))
    assert "Bruce" in found
    assert "Catriona" not in found


def test_the_list_still_shows_after_the_start_who_was_present(as_morag: Client, event: Event) -> None:
    tournament = event(4, pace="desk")
    set_phase(tournament=tournament, to="check-in", by=None)
    for entry in tournament.entries.exclude(number=2):
        check_in(entry=entry, is_here=True, by=None)
    start(tournament=tournament, by=None, absent="bye")
    page = text_of(as_morag.get(desk(tournament, "check-in")))
    assert '<progress value="3" max="4"' in page
    present, absent = page.partition("Absent: 1")[::2]
    names = {entry.number: entry.person.name for entry in tournament.entries.all()}
    assert "Present: 3" in present
    assert all(names[number] in present for number in (1, 3, 4))
    assert names[2] in absent
    assert names[1] not in absent
    assert f'href="{desk(tournament, "check-in")}" aria-current="page"' in page
    assert f'class="button" href="{desk(tournament, "manage-rounds")}"' in page


def test_after_the_start_the_list_shows_who_sits_where(as_morag: Client, event: Event) -> None:
    tournament = start(tournament=event(4), by=None)
    page = text_of(as_morag.get(desk(tournament, "check-in")))
    assert f'href="{desk(tournament, "results", 1)}?table=1"' in page
    assert 'hx-target="closest .tile"' not in page  # the list below comes up to date by itself: no form opens in it


def test_a_list_that_is_closed_shows_everybody_whatever_was_searched(as_morag: Client, event: Event) -> None:
    page = text_of(as_morag.get(desk(event(3), "check-in"), {"q": "zzz", "missing": "1"}))
    assert all(name in page for name in ("Ailsa", "Bruce", "Catriona"))


def test_a_list_of_nobody_has_no_bar_and_no_empty_list(as_morag: Client, event: Event) -> None:
    empty = event(0)
    for _ in range(2):
        page = text_of(as_morag.get(desk(empty, "check-in")))
        assert "No players yet" in page
        assert "<progress" not in page
        set_phase(tournament=empty, to="check-in", by=None)


def test_a_description_is_as_long_as_the_browser_counts_it(as_morag: Client, event: Event) -> None:
    tournament = event(2)
    lines = "\r\n".join(["x" * 19] * 10)  # 199 characters in a browser, 208 as sent
    as_morag.post(desk(tournament, "settings"), {"name": "Of lines", "summary": lines})
    assert fresh(tournament).summary == " ".join(["x" * 19] * 10)


def test_the_start_shows_first_who_is_missing(as_morag: Client, event: Event, hamish: Account) -> None:
    tournament = event(4)
    tournament.capacity = 4
    tournament.save()
    set_phase(tournament=tournament, to="registration", by=None)
    register(tournament=tournament, by=hamish)
    as_morag.post(desk(tournament, "phase"), {"to": "check-in"})
    assert f'href="{desk(tournament, "starting")}"' in as_morag.get(desk(tournament, "check-in")).content.decode()
    for entry in tournament.entries.exclude(number=2):
        check_in(entry=entry, is_here=True, by=None)
    asked = as_morag.post(desk(tournament, "start"))
    assert asked.headers["Location"] == desk(tournament, "starting")
    page = text_of(as_morag.get(asked.headers["Location"]))
    assert "Bruce" in page.partition("Absent")[2].partition("Move up")[0]
    assert "Hamish" in page.partition("Move up")[2]
    as_morag.post(desk(tournament, "start"), {"absent": "out"})
    names = list(tournament.entries.order_by("number").values_list("player__name", flat=True))
    assert names == ["Ailsa", "Catriona", "Dougal", "Hamish"]


# --- the players' own page ---------------------------------------------------------------------------------------
def test_a_player_finds_their_table_above_the_standings(as_hamish: Client, event: Event, hamish: Account) -> None:
    tournament = event(3)
    set_phase(tournament=tournament, to="registration", by=None)
    register(tournament=tournament, by=hamish)
    start(tournament=tournament, by=None)
    page = text_of(as_hamish.get(address(tournament, "tournament")))
    assert page.index("Report your game") < page.index(">Standings</h2>")
    assert page.count("Report your game") == 1
