"""Item 14: responses to a seat contain nothing that the seat does not know.

The database holds the full state. The tests change facts that a seat cannot know; no byte sent to that seat may change:
pages, fragments, earlier steps, the API. Streams are compared with the engine's views.
"""

import json
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.core import registry
from engine.core.game import Event
from engine.notation import from_text
from games.bots.models import RemoteBot
from games.bots.remote.mailbox import slug_of
from games.bots.remote.services import make_remote_bot
from games.matches.claims import finish_matches
from games.matches.models import Block, Match, MatchRecord, MatchSeat, SeatReport
from games.matches.run_match import SeatSetup
from games.matches.services import BlockOrder, Rotation, all_rotations, create_block
from games.play.models import PracticeGame
from league.accounts.services.players import make_bot_player
from league.results.services.ledger import pool_for
from tests.example_games import shipped_games
from tests.factories import account_of, browser_of, glen_club, joins, operator
from tests.games.bots.factories import author
from tests.games.bots.remote.factories import token_of
from tests.games.bots.remote.test_by_wire import Line, Played
from tests.games.factories import TERMS, claim, played, seat_setups
from tests.games.play.factories import dealt, position
from tests.security.twins import twins

GAMES = sorted(shipped_games())
MOVES = 6
TWINS = 3  # at each position
_PASSING = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|data-live-token="[^"]*"|<time[^>]*>[^<]*</time>|\w+\s\w+ ago'
)


def lasting(said: str) -> str:
    """An answer without what is another each time it is asked for."""
    return _PASSING.sub("", said)


# --- at the table --------------------------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_what_a_person_is_sent_at_the_table_does_not_depend_on_what_they_did_not_see(game: str) -> None:
    browser = browser_of(account_of("Morag"))
    practice_game = begun_by(browser, game)
    differing = 0
    for number in range(MOVES):
        differing += tried_otherwise(browser, practice_game)
        play = position(practice_game)
        if not play.waits_for_person:
            break
        moves = play.state.legal_moves()
        move(browser, practice_game, moves[number % len(moves)])
    assert differing > MOVES


def begun_by(browser: Client, game: str) -> PracticeGame:
    """A table for as few as can play, always dealt the same."""
    opponents = ["wanderer", "lookout-5"][: few(game) - 1]
    answer = browser.post(reverse("play:begin", args=[game]), {"opponents": opponents, **options_of(game)})
    assert answer.status_code == 302, answer.content.decode()
    return dealt(PracticeGame.objects.get(public_id=answer["Location"].split("/")[-2]), 7)


def options_of(game: str) -> dict[str, str]:
    """The options as the form sends them."""
    return {f"option-{one.name}": str(one.default) for one in registry.game(game).options if one.choices}


def tried_otherwise(browser: Client, practice_game: PracticeGame) -> int:
    """Change what its person did not see, in a few ways; returns in how many. No answer may tell of it."""
    now = PracticeGame.objects.get(pk=practice_game.pk)
    events: list[Event] = [tuple(event) for event in now.events]
    told = sent_at(browser, now)
    count = 0
    for history in twins(now.table, events, now.seat, most=TWINS):
        PracticeGame.objects.filter(pk=now.pk).update(events=history)
        for address, said in sent_at(browser, now).items():
            assert said == told[address], f"{address} tells of {set(map(str, history)) ^ set(map(str, events))}"
        count += 1
    PracticeGame.objects.filter(pk=now.pk).update(events=events)
    assert not [address for address, said in told.items() if bytes(now.secret).hex() in said]
    return count


def sent_at(browser: Client, practice_game: PracticeGame) -> dict[str, str]:
    """All that the person is sent now: the page, its fragment, and every step of the past."""
    address = reverse("play:practice-game", args=[practice_game.public_id])
    page, first = (browser.get(one).content.decode() for one in (address, f"{address}?step=0"))
    sent = {address: page, "?step=0": first}
    sent["fragment"] = browser.get(address, headers={"HX-Request": "true"}).content.decode()
    steps = {*re.findall(r"\?step=\d+", first + page), f"?step={len(practice_game.events)}"} - {*sent}
    sent |= {step: browser.get(address + step).content.decode() for step in sorted(steps)}
    return {where: lasting(said) for where, said in sent.items()}


def move(browser: Client, practice_game: PracticeGame, event: Event) -> None:
    """Send a move as the page's button does."""
    play = position(practice_game)
    sent = {"move": ".".join(map(str, event)), "answers": str(len(play.events))}
    assert browser.post(reverse("play:practice-game", args=[practice_game.public_id]), sent).status_code == 302


@pytest.mark.django_db
def test_nobody_else_is_sent_anything_of_a_table_in_play() -> None:
    practice_game = begun_by(browser_of(account_of("Morag")), GAMES[0])
    others = [Client(), browser_of(account_of("Senga")), browser_of(operator())]
    addresses = [reverse("play:practice-game", args=[practice_game.public_id]), *spectated()]
    for other in others:
        answers = [other.get(address) for address in addresses]
        assert answers[0].status_code == 404
        assert not [one for one in answers[1:] if practice_game.public_id in one.content.decode()]
    assert not [session for session in Session.objects.all() if "events" in session.get_decoded()]


# --- matches of programs -------------------------------------------------------------------------------------------
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_while_a_deal_is_sealed_nobody_is_sent_anything_that_depends_on_it(game: str) -> None:
    club = glen_club(author("Morag"))
    joins(account_of("Hamish"), club)
    pool = pool_for(game=game, player_kind="bot", club=club)
    names = ["wanderer"] * registry.game(game).min_seats
    block = create_block(order=BlockOrder(game=game, rotations=all_rotations(seat_setups(*names)), pool=pool))
    first, *rest = Match.objects.filter(block=block).order_by("rotation")
    finish_matches(finishes=played(claim([first.pk])), terms=TERMS)
    Match.objects.filter(pk=first.pk).update(finished_at=timezone.now() - timedelta(hours=2))  # no minute ends here
    claim([one.pk for one in rest])
    readers = [Client(), *map(browser_of, (club.memberships.get(role="owner").player.account, operator()))]
    told = [sent_of(reader, block) for reader in readers]
    with_another_truth(block)
    assert [apart(before, sent_of(reader, block)) for reader, before in zip(readers, told, strict=True)] == [[], [], []]
    finish_others(block)
    text = reverse("matches:record-text", args=[first.public_id])
    assert all(
        lasting(reader.get(text).content.decode()) != before[text] for reader, before in zip(readers, told, strict=True)
    )


def apart(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """The lines of answers that are not as they were, and where they stand."""
    pairs = ((where, said.splitlines(), after[where].splitlines()) for where, said in before.items())
    return [f"{where}: {line}" for where, old, new in pairs for line in {*old} ^ {*new}]


def with_another_truth(block: Block) -> None:
    """Write another deal and another course of the game into the database, to the same result."""
    for record in MatchRecord.objects.filter(match__block=block):
        record.text = f"{record.text}# another course"
        record.save()
    SeatReport.objects.filter(match__block=block).update(log="another", decisions=1, slowest_ms=1, spent_ms=1)
    Block.objects.filter(pk=block.pk).update(secret=b"another deal of thirty-two bytes")


def finish_others(block: Block) -> None:
    """Reveal the deal to everybody, so that the test above can fail."""
    Block.objects.filter(pk=block.pk).update(finished_at="2026-01-01T00:00Z")


def sent_of(reader: Client, block: Block) -> dict[str, str]:
    """All that somebody is sent about the matches of a block, by page, by step and as JSON."""
    sent = {}
    for match in Match.objects.filter(block=block):
        page = reverse("matches:match", args=[match.public_id])
        asked = [page, f"{page}?step=3", reverse("match-detail", args=[match.public_id])]
        asked += [reverse(f"matches:record-{form}", args=[match.public_id]) for form in ("text", "json")]
        asked += [reverse("match-record", args=[match.public_id])]
        for address in asked:
            sent[address] = lasting(reader.get(address).content.decode())
        sent[f"{page} fragment"] = lasting(reader.get(page, headers={"HX-Request": "true"}).content.decode())
    asked = [address for player in players_of(block) for address in about(player)]
    return sent | {address: lasting(reader.get(address).content.decode()) for address in (*asked, *spectated())}


def players_of(block: Block) -> list[str]:
    """Who sits at the table; the same in every rotation."""
    seated = MatchSeat.objects.filter(match__block=block).values_list("player__public_id", flat=True)
    return sorted(set(seated))


def about(player: str) -> tuple[str, str]:
    """What programs ask about a player."""
    return reverse("player-detail", args=[player]), reverse("player-history", args=[player])


def spectated() -> Iterator[str]:
    """Where everybody looks on."""
    yield from ("/", reverse("api-hall"), reverse("match-list"), reverse("result-list"), reverse("play:games"))
    yield from (reverse("matches:game", args=[game]) for game in GAMES)


# --- streams of remote bots ----------------------------------------------------------------------------------------
LINES = {
    "start": {"type", "match", "game", "options", "seats", "seat", "milliseconds", "away_milliseconds"},
    "move": {"type", "id", "match", "number", "view", "legal", "milliseconds", "match_milliseconds"},
    "end": {"type", "match", "fault", "stopped"},
    "ping": {"type", "id"},
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", shipped_games())
def test_a_stream_carries_the_view_of_its_seat_and_nothing_else(live_site: str, game: str) -> None:
    morag = author()
    bot = make_remote_bot(account=morag, name="Curlew", games=[game])
    match = match_with(bot, game)
    line = Line(live_site, bot, token_of(morag))
    line.next("hello")
    worker, told = Played(match), []
    with line.stream:
        for one in line.lines():
            told.append(one)
            if one["type"] == "move":
                line.post({"id": one["id"], "move": 0})
            if one["type"] == "end":
                break
    done = worker.over()
    assert [one for one in told if set(one) != LINES[one["type"]]] == []
    assert [one["view"] for one in told if one["type"] == "move"] == list(views_of(done, seat=0))
    everything = json.dumps(told)
    kept = [bytes(done.block.secret).hex(), done.public_id, done.block.public_id, "Ptarmigan", morag.email]
    assert [one for one in kept if one in everything] == []


def match_with(bot: RemoteBot, game: str) -> Match:
    """A match of the bot with wanderers, the bot at the first seat."""
    others = [SeatSetup(make_bot_player(name=f"Ptarmigan {at}").pk, "wanderer", 0) for at in range(1, few(game))]
    rotation = Rotation(seats=(SeatSetup(bot.player_id, slug_of(bot.public_id), 0), *others))
    return Match.objects.get(block=create_block(order=BlockOrder(game=game, rotations=(rotation,))))


def few(game: str) -> int:
    """As few as can play."""
    return registry.game(game).min_seats


def views_of(match: Match, *, seat: int) -> Iterator[object]:
    """What the seat sees at each of its decisions, by the engine and the record alone."""
    record = from_text(match.record.text)
    game = registry.game(match.game)
    state = game.start(len(record.seats), dict(record.options))
    for event in record.events:
        if state.turn == seat:
            yield json.loads(json.dumps(game.view_to_json(state.view(seat))))
        state.advance(event)
