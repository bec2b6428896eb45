"""The pages of play: what can be played, beginning a game, and the table."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from engine.core import registry
from engine.core.errors import UnknownGame
from engine.core.game import Event, Game
from games.play.errors import ManyPlay, NoSuchSitting, NotNow, NotThatMove
from games.play.forms import BeginForm
from games.play.models import Sitting
from games.play.pages.lists import entries, ready_tables
from games.play.pages.sitting import shown
from games.play.selectors.sittings import sitting_of, sittings_of
from games.play.services import beginning, ending
from games.play.services.beginning import Wanted, begin_again
from games.play.services.moving import go_on, move
from games.play.sitters import sitter_of, sitter_who_begins
from games.play.thinking import room_to_think
from league.shared.errors import Refusal
from league.shared.forms import faults_on
from league.shared.fragments import render_part, wants_fragment

ROOM = "play"
LISTED = 20  # sittings; older ones are found on the player's page
LONGEST_MOVE = 200  # letters of a move as it is sent
_A_MOVE = re.compile(r"-?[0-9]{1,6}(\.-?[0-9]{1,6})*")


@never_cache
@require_GET
def what_to_play(request: HttpRequest) -> HttpResponse:
    """The games of the house, and what the reader has begun."""
    sittings = entries(sittings_of(sitter_of(request))[:LISTED])
    facts = {"room": ROOM, "tables": ready_tables(), "sittings": sittings}
    return render(request, "play/games.html", facts)


@never_cache
@require_http_methods(["GET", "POST"])
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose opponents, and begin."""
    game = _game(slug)
    form = BeginForm(request.POST if request.method == "POST" else None, game=game)
    if form.is_valid():
        with faults_on(form):
            wanted = Wanted(game=slug, opponents=form.cleaned_data["opponents"], options=form.chosen())
            with room_to_think():
                sitting = beginning.begin(sitter=sitter_who_begins(request), wanted=wanted)
            return redirect("play:sitting", sitting.public_id)
    waiting = entries(sittings_of(sitter_of(request), game=slug))
    return render(request, "play/begin.html", {"room": ROOM, "game": game, "form": form, "sittings": waiting})


@never_cache
@require_http_methods(["GET", "POST"])
def sitting(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table; by POST a move, which names the position that it answers."""
    sitter = sitter_of(request)
    if request.method == "GET":
        return _table(request, sitting_of(sitter, public_id), step=request.GET.get("step", ""))
    try:
        with room_to_think():
            moved = _moved(request, public_id)
    except (ManyPlay, NotNow, NotThatMove) as refusal:
        return _table(request, sitting_of(sitter, public_id), refusal=refusal)
    return _table(request, moved) if wants_fragment(request) else redirect("play:sitting", public_id)


@require_POST
def give_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """Leave the table without a result."""
    with room_to_think():
        ending.give_up(public_id=public_id, sitter=sitter_of(request))
    return redirect("play:sitting", public_id)


@require_POST
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same company once more, everybody one seat further."""
    sitter = sitter_of(request)
    with room_to_think():
        sitting = begin_again(sitter=sitter, sitting=sitting_of(sitter, public_id))
    return redirect("play:sitting", sitting.public_id)


def _moved(request: HttpRequest, public_id: str) -> Sitting:
    sitter = sitter_of(request)
    if "move" not in request.POST:
        return go_on(public_id=public_id, sitter=sitter)
    answers, event = _answers(request), _event(request)
    return move(public_id=public_id, sitter=sitter, answers=answers, event=event)


def _answers(request: HttpRequest) -> int:
    written = request.POST.get("answers", "")
    if written.isascii() and written.isdecimal() and len(written) < 7:
        return int(written)
    raise NotThatMove(_("Your browser did not send the position of the move. Choose the move again on this page."))


def _event(request: HttpRequest) -> Event:
    """The move as it was sent, such as `6.25`. Raises `NotThatMove` for what is none."""
    written = request.POST.get("move", "")
    if len(written) <= LONGEST_MOVE and _A_MOVE.fullmatch(written):
        return tuple(int(part) for part in written.split("."))
    raise NotThatMove(_("This move is not allowed. Choose one of the moves shown."))


def _table(request: HttpRequest, sitting: Sitting, *, step: str = "", refusal: Refusal | None = None) -> HttpResponse:
    facts: dict[str, Any] = {"room": ROOM, "refusal": refusal, **shown(sitting, step)}
    answer = render_part(request, facts, page="play/sitting.html", fragment="play/_sitting.html")
    # To a script the table of today is what it asked for, with a sentence on it.
    answer.status_code = refusal.status if refusal and not wants_fragment(request) else 200
    return answer


def _game(slug: str) -> Game:
    try:
        return registry.game(slug)
    except UnknownGame as error:
        raise NoSuchSitting(_("There is no such game. Choose a game on the Play page.")) from error
