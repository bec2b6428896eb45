"""Practice games for tests: how they begin, and a player who makes moves without thinking."""

from django.test import Client
from django.urls import reverse

from games.play import game_state
from games.play.game_state import Play
from games.play.models import PracticeGame
from games.play.owners import SessionOwner, hash_of
from games.play.services import PracticeOrder, begin, move, play_of
from league.accounts.models import Account

GAME = "lords-of-scotland"


def of(account: Account) -> SessionOwner:
    """Somebody with an account."""
    return SessionOwner(account.player)


def visitor(key: str = "a key nobody guesses") -> SessionOwner:
    """Somebody without one."""
    return SessionOwner(key_hash=hash_of(key))


def begun(owner: SessionOwner, *opponents: str, game: str = GAME, seat: int | None = 0) -> PracticeGame:
    """Begin a practice game against Wanderer, or the named opponents."""
    order = PracticeOrder(game=game, opponents=opponents or ("wanderer",), seat=seat)
    return begin(owner=owner, order=order)


def dealt(practice_game: PracticeGame, deal: int) -> PracticeGame:
    """The same company at its beginning, with cards and luck that are always the same."""
    practice_game.secret = deal.to_bytes(32, "big")
    play = game_state.new_play(practice_game.table)
    play.play_bots()
    practice_game.events = play.events
    practice_game.save()
    return practice_game


def position(practice_game: PracticeGame) -> Play:
    """Return the position of the practice game as stored in the database."""
    return play_of(PracticeGame.objects.get(pk=practice_game.pk))


def moved(owner: SessionOwner, practice_game: PracticeGame) -> PracticeGame:
    """Return the practice game after the first legal move of its person."""
    play = position(practice_game)
    event = play.state.legal_moves()[0]
    return move(public_id=practice_game.public_id, owner=owner, events_seen=len(play.events), event=event)


def played_out(owner: SessionOwner, practice_game: PracticeGame) -> PracticeGame:
    """Return the finished practice game; stops after 500 moves of its person."""
    for _ in range(500):
        if not practice_game.is_being_played:
            break
        practice_game = moved(owner, practice_game)
    return PracticeGame.objects.get(pk=practice_game.pk)


def address(practice_game: PracticeGame) -> str:
    """Return the address of its page."""
    return reverse("play:practice-game", args=[practice_game.public_id])


def begins(client: Client, *opponents: str, game: str = GAME) -> PracticeGame:
    """Return the practice game that a browser begins with the form."""
    data = {"opponents": opponents or ("wanderer",), "option-activation": "by-players"}
    answer = client.post(reverse("play:begin", args=[game]), data)
    assert answer.status_code == 302, answer.content.decode()
    return PracticeGame.objects.get(public_id=answer["Location"].split("/")[-2])
