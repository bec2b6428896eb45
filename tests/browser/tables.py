"""A club whose members record their games, and a thumb that counts how often it touches the phone."""

from typing import NamedTuple
from uuid import uuid4

from playwright.sync_api import Locator, Page, expect

from league.accounts.models import Account, Player
from league.clubs.models import Club
from league.clubs.services.members import admit_by_name
from league.results.drafts import ResultDraft, SeatResult, own_subject
from league.results.services.ledger import pool_for
from league.results.services.reports import submit_report
from tests.browser.conftest import PHONE, Hosts
from tests.browser.steps import size_of
from tests.factories import account_of, glen_club, joins

SMALLEST = 44  # pixels that a thumb needs


class Evening(NamedTuple):
    """A club of people who meet, two of them with an account."""

    club: Club
    morag: Account
    hamish: Account

    @property
    def address(self) -> str:
        """The page of its score sheet."""
        return f"/clubs/{self.club.slug}/record-a-game/"


def evening(*, game: str = "", names: tuple[str, ...] = ("Ailsa", "Bruce")) -> Evening:
    """Morag's club with Hamish and these; with a game, all of them played it yesterday in that order."""
    morag, hamish = account_of("Morag"), account_of("Hamish")
    club = glen_club(morag)
    joins(hamish, club)
    for name in names:
        admit_by_name(club=club, name=name)
    if game:
        recorded(club, hamish.player, game, "Hamish", "Morag", *names)
    return Evening(club, morag, hamish)


def recorded(club: Club, by: Player, game: str, *names: str) -> None:
    """A game these played, the first of them ahead."""
    key = uuid4()
    players = [Player.objects.get(name=name, memberships__club=club) for name in names]
    seats = tuple(SeatResult(player.pk, 50 - at, at) for at, player in enumerate(players, 1))
    pool = pool_for(game=game, player_kind="person", club=club)
    submit_report(draft=ResultDraft(own_subject(by, key), seats), pool=pool, club=club, key=key, by=by)


def on_a_phone(hosts: Hosts, account: Account) -> Page:
    """Somebody's phone."""
    return hosts.visitor(account, window=PHONE, has_touch=True)


class Thumb:
    """Taps on the page and counts the taps; requires targets of a minimum size. Each key of the keypad is a tap too."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        """Tap something that a thumb can hit."""
        width, height = size_of(what)
        assert min(width, height) >= SMALLEST, f"{what} is {width} by {height} pixels."
        what.tap()
        self.taps += 1

    def type(self, text: str) -> None:
        """Type into the field that was tapped."""
        self.page.keyboard.type(text)
        self.taps += len(text)


def points_of(page: Page, name: str) -> Locator:
    """The field for somebody's points."""
    return page.get_by_label(f"Score of {name}")


def send(page: Page) -> Locator:
    """The button that sends the sheet."""
    return page.locator("[data-sheet-send]")


def is_sent(page: Page, words: str) -> None:
    """Wait until the page says what becomes of what was sent."""
    expect(page.locator("[data-sheet-sent]")).to_contain_text(words)
