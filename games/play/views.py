"""Pages of games against bots."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.core.game import Event
from games.matches.queries import game_at
from games.play import services
from games.play.bot_slots import bot_slot
from games.play.errors import NotNow, NotThatMove, TooBusy
from games.play.forms import BeginForm
from games.play.models import PracticeGame
from games.play.owners import practice_game_of, practice_games_of, session_owner, session_owner_who_starts
from games.play.presenters import game_rows, practice_game_parts, table_offers
from games.play.services import PracticeOrder, continue_game, move, rematch, take_hint
from league.common.errors import Refusal
from league.common.forms import posted, refusals_as_errors
from league.common.responses import context_of, render_part, require_safe_or_post, wants_fragment
from league.common.validators import whole_number

ROOM = "play"
LISTED = 20  # games; older ones are on the player's page
LONGEST_MOVE = 200  # characters of a move as it is sent
_MOVE = re.compile(r"-?[0-9]{1,6}(\.-?[0-9]{1,6})*")


@never_cache
@require_safe
def what_to_play(request: HttpRequest) -> HttpResponse:
    """List the games, and those that the reader started."""
    practice_games = game_rows(practice_games_of(session_owner(request))[:LISTED])
    context = {"room": ROOM, "tables": table_offers(), "practice_games": practice_games}
    return render(request, "play/games.html", context)


@never_cache
@require_safe_or_post
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose opponents and start a game."""
    game = game_at(slug)
    form = BeginForm(posted(request), game=game, opponent=request.GET.get("opponent", ""))
    if form.is_valid():
        with refusals_as_errors(form):
            order = PracticeOrder(game=slug, opponents=form.cleaned_data["opponents"], options=form.game_options())
            with bot_slot():
                practice_game = services.begin(owner=session_owner_who_starts(request), order=order)
            return redirect(practice_game)
    waiting = game_rows(practice_games_of(session_owner(request), game=slug))
    return render(request, "play/begin.html", {"room": ROOM, "game": game, "form": form, "practice_games": waiting})


@never_cache
@require_safe_or_post
def practice_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the game; by POST play a move, which names the position that it is for."""
    if request.method != "POST":
        owner = session_owner(request)
        return _table(request, practice_game_of(owner, public_id), step=request.GET.get("step", ""))
    return _after(request, public_id, _move)


@require_POST
def hint(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a hint for the person's next move; the game is unrated from then on."""
    return _after(request, public_id, _hint)


@require_POST
def give_up(request: HttpRequest, public_id: str) -> HttpResponse:
    """Abandon the game."""
    with bot_slot():
        services.give_up(public_id=public_id, owner=session_owner(request))
    return redirect("play:practice-game", public_id)


@require_POST
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play again with the same bots, each one seat further."""
    owner = session_owner(request)
    with bot_slot():
        practice_game = rematch(owner=owner, practice_game=practice_game_of(owner, public_id))
    return redirect(practice_game)


def _after(request: HttpRequest, public_id: str, step: Callable[[HttpRequest, str], PracticeGame]) -> HttpResponse:
    """Take a step of the game and show it, or what refused the step on the present table."""
    try:
        with bot_slot():
            practice_game = step(request, public_id)
    except (TooBusy, NotNow, NotThatMove) as refusal:
        return _table(request, practice_game_of(session_owner(request), public_id), refusal=refusal)
    return _table(request, practice_game) if wants_fragment(request) else redirect("play:practice-game", public_id)


def _move(request: HttpRequest, public_id: str) -> PracticeGame:
    owner = session_owner(request)
    if "move" not in request.POST:
        return continue_game(public_id=public_id, owner=owner)
    return move(public_id=public_id, owner=owner, events_seen=_events_seen(request), event=_event(request))


def _hint(request: HttpRequest, public_id: str) -> PracticeGame:
    return take_hint(public_id=public_id, owner=session_owner(request), events_seen=_events_seen(request))


def _events_seen(request: HttpRequest) -> int:
    events_seen = whole_number(request.POST.get("answers", ""))
    if events_seen is None:
        raise NotThatMove(_("Your browser did not send the position of the move. Choose the move again on this page."))
    return events_seen


def _event(request: HttpRequest) -> Event:
    """Parse a move such as `6.25`. Raise `NotThatMove`."""
    text = request.POST.get("move", "")
    if len(text) <= LONGEST_MOVE and _MOVE.fullmatch(text):
        return tuple(int(part) for part in text.split("."))
    raise NotThatMove(_("This move is not allowed. Choose one of the moves shown."))


def _table(
    request: HttpRequest, practice_game: PracticeGame, *, step: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    context = {"room": ROOM, "refusal": refusal, **context_of(*practice_game_parts(practice_game, step))}
    answer = render_part(request, context, page="play/practice_game.html", fragment="play/_practice_game.html")
    # A script gets the current table with the message on it.
    answer.status_code = refusal.status if refusal and not wants_fragment(request) else 200
    return answer
