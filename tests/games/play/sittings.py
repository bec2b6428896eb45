"""Practice games for tests: how they begin, and a player who makes moves without thinking."""

from django.test import Client
from django.urls import reverse

from games.play import practice_game
from games.play.models import Sitting
from games.play.owners import SessionOwner, hash_of
from games.play.practice_game import Play
from games.play.queries import table_of
from games.play.services import Wanted, begin, move, play_of
from league.accounts.models import Account

GAME = "lords-of-scotland"


def of(account: Account) -> SessionOwner:
    """Somebody with an account."""
    return SessionOwner(account.player)


def visitor(key: str = "a key nobody guesses") -> SessionOwner:
    """Somebody without one."""
    return SessionOwner(key_hash=hash_of(key))


def begun(owner: SessionOwner, *opponents: str, game: str = GAME, seat: int | None = 0) -> Sitting:
    """Begin a practice game against Wanderer, or the named opponents."""
    wanted = Wanted(game=game, opponents=opponents or ("wanderer",), seat=seat)
    return begin(owner=owner, wanted=wanted)


def dealt(sitting: Sitting, deal: int) -> Sitting:
    """The same company at its beginning, with cards and luck that are always the same."""
    sitting.secret = deal.to_bytes(32, "big")
    play = practice_game.begun(table_of(sitting))
    play.go_on()
    sitting.events = play.events
    sitting.save()
    return sitting


def position(sitting: Sitting) -> Play:
    """Return the position of the practice game as stored in the database."""
    return play_of(Sitting.objects.get(pk=sitting.pk))


def moved(owner: SessionOwner, sitting: Sitting) -> Sitting:
    """Return the practice game after the first legal move of its person."""
    play = position(sitting)
    event = play.state.legal_moves()[0]
    return move(public_id=sitting.public_id, owner=owner, answers=len(play.events), event=event)


def played_out(owner: SessionOwner, sitting: Sitting) -> Sitting:
    """Return the finished practice game; stops after 500 moves of its person."""
    for _ in range(500):
        if not sitting.is_being_played:
            break
        sitting = moved(owner, sitting)
    return Sitting.objects.get(pk=sitting.pk)


def address(sitting: Sitting) -> str:
    """Return the address of its page."""
    return reverse("play:sitting", args=[sitting.public_id])


def begins(client: Client, *opponents: str, game: str = GAME) -> Sitting:
    """Return the practice game that a browser begins with the form."""
    data = {"opponents": opponents or ("wanderer",), "option-activation": "by-players"}
    answer = client.post(reverse("play:begin", args=[game]), data)
    assert answer.status_code == 302, answer.content.decode()
    return Sitting.objects.get(public_id=answer["Location"].split("/")[-2])
