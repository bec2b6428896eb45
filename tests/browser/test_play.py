"""A newcomer plays against a built-in bot on a phone: by taps, by keyboard alone, without JavaScript."""

import re
from collections.abc import Callable

import pytest
from django.db import transaction
from django.template.loader import render_to_string
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.play.models import PracticeGame
from games.play.owners import SessionOwner
from league.accounts.models import Player
from league.ratings.services import fold_pool
from league.results.models import Result
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import fits, join, stands_at
from tests.factories import account_of
from tests.games.play.factories import begun, dealt, moved, visitor

pytestmark = pytest.mark.browser

LAPTOP: ViewportSize = {"width": 1400, "height": 900}
GAMES = ("lords-of-scotland", "kings-kilt", "highland-clans")
MOST_MOVES = 150  # of one person; a game of Lords of Scotland has some thirty


@pytest.fixture
def phone(hosts: Hosts) -> Page:
    """A visitor with a phone that is tapped."""
    return hosts.visitor(window=PHONE, has_touch=True)


def sit_down(page: Page, *opponents: str) -> None:
    """From the hall to a table of Lords of Scotland against these."""
    page.goto("/")
    page.get_by_role("link", name="Play now").click()
    page.locator("a[href$='/play/lords-of-scotland/']").click()
    expect(page.get_by_role("button", name="Start game", exact=True)).to_be_visible()  # below the last opponent
    page.get_by_text("Other bots", exact=True).click()
    for one in page.locator("[name=opponents]").all():
        one.set_checked(one.get_attribute("value") in opponents)
    page.get_by_role("button", name="Start game").click()
    expect(question(page)).to_contain_text("Your turn")
    page.wait_for_load_state()  # the keys are heard from then on


def question(page: Page) -> Locator:
    return page.locator(".ask-question")


def answers(page: Page) -> str:
    """What the question at hand answers; empty when the game is over."""
    held = page.locator("[name=answers]")
    return held.input_value() if held.count() else ""


def is_asked(page: Page, before: str) -> bool:
    """Whether the question that answers `before` is still open, and no answer to it on its way."""
    return page.locator(f"[data-ask]:not([aria-busy]) [name=answers][value='{before}']").count() > 0


def wait_for_answer(page: Page, before: str) -> None:
    """Until the table has moved on."""
    page.wait_for_function(
        "before => (document.querySelector('#practice-game [name=answers]')?.value ?? '') !== before", arg=before
    )
    page.wait_for_function("() => !document.querySelector('#practice-game [data-go-on]')")


def is_over(page: Page) -> bool:
    return page.locator("#ended").count() > 0


def play_out(page: Page, move: Callable[[Page], None]) -> None:
    """Make moves until the game is over."""
    for _ in range(MOST_MOVES):
        if is_over(page):
            return
        make_moves(page, move, 1)
    pytest.fail(f"The game was not over after {MOST_MOVES} moves.")


def skip_to_the_end(page: Page, moves: int = 5) -> None:
    """Let the only practice game go on to where its person has so few moves left."""
    practice_game = PracticeGame.objects.get()
    owner = SessionOwner(practice_game.player, practice_game.key_hash)
    turns = []
    with transaction.atomic():
        while practice_game.is_being_played:
            turns.append(practice_game.events)
            practice_game = moved(owner, practice_game)
        transaction.set_rollback(True)
    PracticeGame.objects.filter(pk=practice_game.pk).update(events=turns[-moves])
    page.reload()


def make_moves(page: Page, move: Callable[[Page], None], count: int) -> None:
    """Make so many moves of a game that lasts longer."""
    for _ in range(count):
        before = answers(page)
        move(page)
        wait_for_answer(page, before)


def tap_a_move(page: Page) -> None:
    """Tap what is lit last, and then what is offered first; where nothing is lit, what is offered."""
    page.locator("#practice-game.pointing, #practice-game:not(:has([data-places]))").wait_for()
    lit = page.locator("#practice-game .lit")
    if lit.count():
        lit.last.tap()
    page.locator("[data-ask] button[name=move]:visible").first.tap()


def press_a_move(page: Page) -> None:
    """To a lit place by an arrow, Enter to take it, Enter to make its move, or its first one."""
    page.locator("#practice-game.pointing, #practice-game:not(:has([data-places]))").wait_for()
    if page.locator("#practice-game .lit").count():
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("#practice-game .taken")).to_have_count(1)
    page.keyboard.press("1")


def click_a_move(page: Page) -> None:
    """The first of all moves, as a form sends it; or go on, where the bots think for long."""
    before = answers(page)
    page.locator("button[name=move], [data-go-on] button").first.click()
    page.locator(f"#ended, [name=answers]:not([value='{before}'])").first.wait_for(state="attached")


@pytest.mark.long
def test_a_visitor_plays_a_whole_game_by_taps_and_keeps_it_by_joining(phone: Page) -> None:
    sit_down(phone, "wanderer")
    assert fits(phone)
    play_out(phone, tap_a_move)
    expect(phone.locator("#ended")).to_be_visible()
    assert fits(phone)
    practice_game = PracticeGame.objects.get()
    assert practice_game.status == PracticeGame.Status.OVER
    phone.get_by_role("link", name="Replay").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("A visitor")
    phone.go_back()
    join(phone, "Morag")
    result = Result.objects.get()
    assert not result.is_rated
    fold_pool(pool_id=result.pool_id)
    phone.goto(f"/players/{Player.objects.get(name='Morag').public_id}/morag/")
    expect(phone.get_by_role("link", name="Wanderer")).to_be_visible()


def test_a_game_begins_and_ends_by_keyboard_alone(hosts: Hosts) -> None:
    page = hosts.visitor(account_of("Morag"), window={"width": 1000, "height": 900})
    sit_down(page, "wanderer")
    page.locator("#practice-game.pointing").wait_for()
    page.keyboard.press("?")
    expect(page.get_by_text("next highlighted card")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_text("next highlighted card")).to_be_hidden()
    make_moves(page, press_a_move, 8)
    skip_to_the_end(page)
    play_out(page, press_a_move)
    expect(page.locator("#ended")).to_be_focused()
    assert Result.objects.get().seats.filter(player__name="Morag").exists()


def test_a_game_begins_and_ends_without_script(hosts: Hosts) -> None:
    page = hosts.visitor(window=PHONE, java_script_enabled=False)
    sit_down(page, "wanderer")
    assert fits(page)
    for _ in range(8):
        click_a_move(page)
    skip_to_the_end(page)
    while not is_over(page):
        click_a_move(page)
    expect(page.get_by_role("heading", level=2).first).to_contain_text("You")
    page.get_by_role("button", name="Play again").click()
    expect(question(page)).to_contain_text("Your turn")
    assert PracticeGame.objects.count() == 2


def test_a_card_can_be_left_a_game_goes_on_where_it_was_and_two_tabs_never_play_twice(phone: Page) -> None:
    sit_down(phone, "wanderer", "steward")
    shows_question_and_hand(phone)
    leaves_a_card(phone)
    takes_a_hint(phone)
    make_moves(phone, tap_a_move, 3)
    left, told = answers(phone), phone.locator(".told li").all_inner_texts()
    phone.reload()
    assert answers(phone) == left
    assert phone.locator(".told li").all_inner_texts() == told
    looks_back(phone)
    phone.goto("/play/")
    phone.get_by_role("link", name="Lords of Scotland against").click()
    expect(question(phone)).to_be_visible()
    assert answers(phone) == left
    other = phone.context.new_page()
    other.goto(phone.url)
    make_moves(phone, tap_a_move, 1)
    tap_a_move(other)
    expect(other.locator(".note")).to_contain_text("was not played")
    assert answers(other) == answers(phone) == str(len(PracticeGame.objects.get().events))


def takes_a_hint(phone: Page) -> None:
    """Ask for a hint and play it; the other moves stay possible until then."""
    before = answers(phone)
    phone.locator("[data-ask] [formaction$='/hint/']").tap()
    hint = phone.locator(".ask-advice [name=move]")
    expect(hint).to_be_visible()
    assert answers(phone) == before
    expect(phone.locator("#practice-game [data-at^=hand].lit").first).to_be_visible()
    fits(phone)
    hint.tap()
    wait_for_answer(phone, before)
    expect(hint).to_have_count(0)


def leaves_a_card(phone: Page) -> None:
    """Take a card, another one instead, and none; nothing is played."""
    before = answers(phone)
    hand = phone.locator("#practice-game [data-at^=hand].lit")
    hand.first.tap()
    expect(phone.locator("[data-ask] button[name=move]:visible")).to_have_count(2)
    hand.last.tap()
    expect(phone.locator("#practice-game .taken")).to_have_count(1)
    phone.get_by_role("button", name="Cancel").tap()
    expect(phone.locator("#practice-game .taken")).to_have_count(0)
    assert answers(phone) == before
    phone.get_by_role("button", name="Possible moves").tap()
    expect(phone.get_by_role("button", name="face-down").first).to_be_visible()


def looks_back(phone: Page) -> None:
    """Read earlier moves, which changes nothing."""
    before = answers(phone)
    phone.get_by_role("link", name="Earlier moves").tap()
    steps = phone.get_by_role("navigation", name="Game record steps")
    steps.get_by_role("link", name="Start").tap()
    stands_at(steps, 0)
    steps.get_by_role("link", name="Next").tap()
    stands_at(steps, 1)
    expect(phone.locator("[data-ask]")).to_have_count(0)
    phone.get_by_role("link", name="Back to the game").tap()
    expect(question(phone)).to_be_visible()
    assert answers(phone) == before


def test_what_can_be_pointed_at_is_large_enough_for_a_thumb(phone: Page) -> None:
    for game in GAMES:
        phone.goto(f"/play/{game}/")
        phone.get_by_role("button", name="Start game").click()
        phone.locator("#practice-game.pointing").wait_for()
        assert fits(phone), game
        small = phone.locator("#practice-game .spot, .ask .button:visible").evaluate_all(
            "spots => spots.map((spot) => spot.getBoundingClientRect())"
            ".filter((box) => box.width < 43.5 || box.height < 43.5).map((box) => `${box.width} x ${box.height}`)"
        )
        assert small == [], game


def test_the_hand_is_in_sight_also_below_two_armies(phone: Page) -> None:
    sit_down(phone, "wanderer", "steward")
    crowded = below_two_armies()
    PracticeGame.objects.filter(pk=PracticeGame.objects.earliest("pk").pk).update(
        secret=crowded.secret, seat=crowded.seat, bots=crowded.bots, events=crowded.events
    )
    phone.reload()
    expect(phone.locator(".lords-seat .lords-army .cards")).to_have_count(2)
    expect(phone.locator(".lords-seat").first).to_contain_text("12 + ?")
    shows_question_and_hand(phone)


def below_two_armies() -> PracticeGame:
    """Return a practice game in which both opponents have played Followers before the person's first move.

    The first has the initiative and two Followers, one of them face-down: the longest name with the most text beside.
    """
    return dealt(begun(visitor(), "wanderer", "steward", seat=2), 615)


def shows_question_and_hand(phone: Page) -> None:
    phone.locator("#practice-game.pointing").wait_for()
    bar = phone.locator(".ask").bounding_box()
    hand = phone.locator("#practice-game [data-at^=hand]").last.bounding_box()
    assert bar
    assert hand
    assert bar["y"] + bar["height"] <= PHONE["height"] + 1
    assert hand["y"] + hand["height"] <= bar["y"] + 1


SAID = """() => {
  window.said = [];
  const look = () => window.said.push(document.querySelector(".ask.telling .ask-question")?.textContent);
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


# The page waits for a step for 1.5 s, then it shows the end at once: on a busy machine, steps come later than that.
PATIENT = "const after = setTimeout; window.setTimeout = (run, ms) => after(run, ms < 1000 ? ms : 60_000);"


def test_the_moves_of_the_others_are_shown_one_by_one(hosts: Hosts) -> None:
    page = hosts.visitor(reduced_motion="no-preference")
    page.add_init_script(PATIENT)
    sit_down(page, "wanderer", "steward")
    before = answers(page)
    page.evaluate(SAID)
    page.locator("button[name=move]").first.evaluate("button => button.form.requestSubmit(button)")
    wait_for_answer(page, before)
    said = page.evaluate("() => [...new Set(window.said)]")
    assert any((sentence or "").startswith("You recruit") for sentence in said), said
    assert any((sentence or "").startswith(("Wanderer", "Steward")) for sentence in said), said
    goes_on_though_they_cannot_be_shown(page)


def goes_on_though_they_cannot_be_shown(page: Page) -> None:
    """Make another move while the steps of the others are not answered."""
    lost: list[str] = []
    page.on("requestfailed", lambda request: lost.append(request.url))
    page.route(re.compile(r"\?step="), lambda route: route.abort())
    before = answers(page)
    page.locator("button[name=move]").first.evaluate("button => button.form.requestSubmit(button)")
    wait_for_answer(page, before)
    assert lost
    expect(question(page)).to_contain_text("Your turn")
    expect(page.locator(".ask button:visible").first).to_be_visible()


def test_the_hand_is_at_the_bottom_of_the_window_and_the_question_above_it(hosts: Hosts) -> None:
    page = hosts.visitor()
    sit_down(page, "wanderer", "steward")
    for size in (LAPTOP, ViewportSize(width=800, height=1100)):
        page.set_viewport_size(size)
        page.reload()
        page.locator("#practice-game.pointing").wait_for()
        bar = page.locator(".ask-line").bounding_box()
        hand = page.locator("#practice-game [data-at^=hand]").last.bounding_box()
        assert bar
        assert hand
        assert bar["y"] + bar["height"] <= hand["y"]
        assert hand["y"] + hand["height"] <= size["height"]
        assert hand["width"] >= 62


@pytest.mark.long
def test_the_hand_stays_in_the_window_below_the_line_about_the_demo(hosts: Hosts) -> None:
    line = render_to_string("members/_demo_bar.html", {"demo": {"account": {"player": "Hamish"}, "role": "player"}})
    page = hosts.visitor(window=LAPTOP)
    for game in GAMES:
        page.goto(f"/play/{game}/")
        page.get_by_role("button", name="Start game").click()
        page.locator("#practice-game.pointing").wait_for()
        page.locator("main").evaluate("(main, line) => main.insertAdjacentHTML('beforebegin', line)", line)
        expect(page.get_by_role("button", name="Exit demo")).to_be_visible()
        assert bottom_of_own_seat(page) <= LAPTOP["height"], game
        if game != "highland-clans":  # there the moves after a tap can take two rows
            page.locator("#practice-game .spot").first.click()
            assert bottom_of_own_seat(page) <= LAPTOP["height"], f"{game}, after a tap"


def bottom_of_own_seat(page: Page) -> float:
    box = page.locator("#practice-game .mine").bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_own_cards_stay_in_the_window_beside_the_list_of_moves(hosts: Hosts, game: str) -> None:
    page = hosts.visitor(window=LAPTOP)
    page.goto(f"/play/{game}/")
    page.get_by_role("button", name="Start game").click()
    page.locator("#practice-game.pointing").wait_for()
    for _ in range(5):
        lists_moves_and_shows_own_cards(page, game)
        make_moves(page, send_last_move, 1)


def lists_moves_and_shows_own_cards(page: Page, game: str) -> None:
    """Open the list of moves in each window; the own cards are in it, on a phone above the list."""
    windows: tuple[ViewportSize, ...] = (LAPTOP, {"width": 800, "height": 900}, PHONE)
    for window in windows:
        page.set_viewport_size(window)
        page.reload()
        page.locator("#practice-game.pointing, #practice-game:not(:has([data-places]))").wait_for()
        closed = page.locator(".ask-words[aria-expanded=false]:visible")
        if closed.count():
            closed.click()
        line, own = page.locator(".ask-line").bounding_box(), page.locator("#practice-game .mine").bounding_box()
        assert line
        assert own
        floor = line["y"] if window == PHONE else window["height"]
        assert own["y"] >= 0, (game, window)
        assert own["y"] + own["height"] <= floor + 1, (game, window)
        assert fits(page)


def send_last_move(page: Page) -> None:
    page.locator(".ask-moves button[name=move]").last.evaluate("button => button.form.requestSubmit(button)")
