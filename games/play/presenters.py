"""Contexts of the pages of games against bots.

Everything is drawn and described from the person's own view: nothing else of the state leaves this module.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Event, Game, State, View
from games.bots.queries import builtin_bot_ids
from games.matches.boards import draw, heading, places, question, templates_of
from games.matches.models import commitment_of
from games.matches.presenters import VISITOR
from games.play.errors import NoSuchPracticeGame
from games.play.game_state import Play, replayed
from games.play.models import PracticeGame
from games.play.opponents import default_opponents, opponent_name, opponents_for, strengths
from league.common.game_names import game_name
from league.common.messages import render_message
from league.common.whole_numbers import whole_number

MOST_TOLD = 40  # sentences since the last move; older ones are in the steps

_ARTICLE = re.compile(r" (an?|the)$")  # at the end of a heading
FEW_VERBS = 4  # listed in the question at most
FEW_MOVES = 16  # listed unfolded at most
FEW_OF_A_GROUP = 4  # groups up to this size are not folded

_KINDS: dict[str, str] = {
    PracticeGame.Status.PLAYING: "live",
    PracticeGame.Status.OVER: "done",
    PracticeGame.Status.GIVEN_UP: "waiting",
}


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """What one seat saw of an event: its number from 1, a sentence ("" for nothing), whether the seat decided it.

    `event` is set if the seat saw all of it, so that it may be drawn.
    """

    number: int
    sentence: str
    is_own: bool
    event: Event | None = None


class SeatLog:
    """Collects what one seat sees; the witness of a replay."""

    def __init__(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self.events: list[SeenEvent] = []
        self._game, self._seat, self._names = game, seat, names

    def __call__(self, state: State, event: Event) -> None:
        """Add one event."""
        sentence = self._game.observation_text(state, event, self._seat) or ""
        shown = render_message(sentence, self._names, self._seat)
        whole = event if sentence and self._game.describe_event(state, event) in sentence else None
        self.events.append(SeenEvent(len(self.events) + 1, shown, state.turn == self._seat, whole))

    def seen(self, number: int) -> Event | None:
        """Return the event of that number if the seat saw all of it; None before the first."""
        return self.events[number - 1].event if number else None

    @property
    def steps(self) -> list[SeenEvent]:
        """The events that were seen, in order."""
        return [one for one in self.events if one.sentence]

    def since_own_move(self) -> list[SeenEvent]:
        """Return the events from the seat's last decision on; all if it had none."""
        last = max((at for at, one in enumerate(self.events) if one.is_own), default=0)
        return join_deals(one for one in self.events[last:] if one.sentence)[-MOST_TOLD:]


def join_deals(events: Iterable[SeenEvent]) -> list[SeenEvent]:
    """Join consecutive deals to one sentence: "You are dealt Scott 3, Wemyss 4." """
    lines: list[SeenEvent] = []
    dealt = _("You are dealt ")
    for event in events:
        if lines and lines[-1].sentence.startswith(dealt) and event.sentence.startswith(dealt):
            sentence = f"{lines[-1].sentence.rstrip('.')}, {event.sentence.removeprefix(dealt)}"
            lines[-1] = SeenEvent(event.number, sentence, lines[-1].is_own, event.event)
        else:
            lines.append(event)
    return lines


def practice_game_context(practice_game: PracticeGame, step: str = "") -> dict[str, Any]:
    """Return the context of `play/_practice_game.html`, at event `step` if given. Raise `NoSuchPracticeGame`."""
    if not practice_game.is_of_these_rules:
        return {
            "practice_game": practice_game,
            "game": {"name": game_name(practice_game.game)},
            "is_of_other_rules": True,
        }
    chairs = chairs_at(practice_game)
    log = SeatLog(registry.game(practice_game.game), practice_game.seat, _names(chairs))
    play = replayed(practice_game.table, practice_game.events, log)
    number = _number(step, practice_game)
    shown = play if number is None else replayed(play.table, practice_game.events[:number])
    view = shown.state.view(practice_game.seat)
    page = {
        "practice_game": practice_game,
        "game": play.game,
        "answers": len(play.events),
        "commitment": commitment_of(bytes(practice_game.secret)),
        "secret": "" if practice_game.is_being_played else bytes(practice_game.secret).hex(),
        "address": practice_game.get_absolute_url(),
        "table": draw(practice_game.game, view, log.seen(len(shown.events)), chairs),
        "tables": templates_of(practice_game.game),
        "steps": len(log.steps),
    }
    if number is not None:
        return page | _earlier_step(practice_game.get_absolute_url(), log, number)
    return page | {"told": log.since_own_move()} | _now(practice_game, play, chairs)


def chairs_at(practice_game: PracticeGame) -> list[dict[str, Any]]:
    """Return name and tartan by seat; a visitor is "You", since nobody else sees the page. One query.

    The key of a tartan is the public id of the player, one for all visitors. `mine` is the person's seat, `is_own`
    too if they are signed in.
    """
    bots, player = builtin_bot_ids(), practice_game.player
    person = {"name": player.name if player else _("You"), "sett": player.public_id if player else VISITOR}
    chairs = []
    for bot in practice_game.bots:
        if bot is None:
            chairs.append({**person, "href": "", "is_own": player is not None, "mine": True})
        else:
            name = opponent_name(*bot)
            chairs.append(
                {"name": name, "sett": bots.get(tuple(bot), name), "href": "", "is_own": False, "mine": False}
            )
    return chairs


def _names(chairs: Iterable[dict[str, Any]]) -> list[str]:
    return [chair["name"] for chair in chairs]


def _now(practice_game: PracticeGame, play: Play, chairs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if play.is_over:
        return _result(play, chairs)
    if not practice_game.is_being_played:
        return {"is_given_up": True}
    if not play.waits_for_person:
        return {"is_waiting": True}
    view, legal = play.state.view(play.seat), play.state.legal_moves()
    moves = [_move(play, view, event, _names(chairs)) for event in legal]
    hint = tuple(practice_game.hint or ()) if practice_game.hint_position == len(play.events) else None
    return {
        "hint": next((move for event, move in zip(legal, moves, strict=True) if event == hint), None),
        "groups": _groups(moves),
        "count": len(moves),
        "question": question(play.game.slug, view, legal)
        or _question(verb_in_question(move["words"]) for move in moves),
    }


def _groups(moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves under their headings; large groups of many moves are folded."""
    headed: dict[str, list[dict[str, Any]]] = {}
    for move in moves:
        headed.setdefault(move["heading"], []).append(move)
    are_many = len(headed) > 1 and len(moves) > FEW_MOVES
    groups = [(words, _shortened(same)) for words, same in headed.items()]
    return [
        {
            "heading": words if same[0]["is_headed"] else _ARTICLE.sub("", same[0]["verb"]),
            "moves": same,
            "is_folded": are_many and len(same) > FEW_OF_A_GROUP,
        }
        for words, same in groups
    ]


def _shortened(moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Split the moves of one group: `rest` differs, all begin with `verb` and, with a heading, end with `tail`."""
    spoken = [move["words"].split() for move in moves]
    begin = _alike([words[:-1] for words in spoken])
    end = _alike([words[:begin:-1] for words in spoken]) if moves[0]["is_headed"] else 0
    return [
        move
        | {"verb": " ".join(words[:begin]), "rest": " ".join(words[begin : len(words) - end])}
        | {"tail": " ".join(words[len(words) - end :])}
        for move, words in zip(moves, spoken, strict=True)
    ]


def _alike(sentences: Iterable[Sequence[str]]) -> int:
    """Return the number of common first words, numbers not counted."""
    columns = zip(*sentences, strict=False)
    return len(list(takewhile(lambda column: len(set(column)) == 1 and not column[0].rstrip(",").isdigit(), columns)))


def _move(play: Play, view: View, event: Event, names: Sequence[str]) -> dict[str, Any]:
    """A legal move: the value and label of its button, and where to point for it."""
    slug = play.game.slug
    words = render_message(play.game.describe_event(view, event), names, play.seat, is_button=True)
    headed = render_message(heading(slug, view, event), names, play.seat)
    return {
        "value": ".".join(map(str, event)),
        "words": words,
        "heading": headed or verb_of(words),
        "is_headed": bool(headed),
        # as the page's script reads it: "hand-2-1+hand-3-1 deck"
        "places": " ".join(step if isinstance(step, str) else "+".join(step) for step in places(slug, view, event)),
    }


def verb_in_question(words: str) -> str:
    """Return the verb of a label for a question: "advance"; "have one betrayed" of "Have the Bruce at a1 betrayed"."""
    verb, last = verb_of(words), words.rsplit(maxsplit=1)[-1]
    phrase = verb[:1].lower() + verb[1:]
    return f"{phrase} one {last}" if verb == "Have" and last.endswith("ed") else phrase


def verb_of(words: str) -> str:
    """Return the verb of a label: "Muster", "Do not activate"."""
    first, *rest = words.split()
    return " ".join([first, *rest[:2]]) if rest[:1] == ["not"] else first.rstrip(":")


def _question(verbs: Iterable[str]) -> str:
    """Return the question where the game has none of its own: "Your turn: recruit or muster." """
    distinct = list(dict.fromkeys(verbs))
    if len(distinct) > FEW_VERBS:
        return _("Your turn.")
    listed = ", ".join(distinct[:-1])
    words = _("%(others)s or %(last)s") % {"others": listed, "last": distinct[-1]} if listed else distinct[-1]
    return _("Your turn: %(verbs)s.") % {"verbs": words}


def _result(play: Play, chairs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    outcome = play.state.outcome
    if outcome is None:
        raise TypeError("A game that is over has an outcome.")
    seats = zip(chairs, outcome.points, outcome.places, strict=True)
    rows = [{**chair, "points": points, "place": place} for chair, points, place in seats]
    return {
        "is_over": True,
        "result": sorted(rows, key=lambda row: row["place"]),
        "reason": render_message(outcome.reason, _names(chairs), play.seat),
        "place": outcome.places[play.seat],
        "is_shared": outcome.places.count(outcome.places[play.seat]) > 1,
    }


def _earlier_step(address: str, listener: SeatLog, number: int) -> dict[str, Any]:
    """The context of an earlier step, with the links to the others."""
    seen = [0, *(one.number for one in listener.steps)]
    at = max(place for place, step in enumerate(seen) if step <= number)
    return {
        "is_back": True,
        "sentence": listener.events[seen[at] - 1].sentence if at else "",
        "step": {
            "number": at,
            "of": len(seen) - 1,
            "first": f"{address}?step=0" if at else "",
            "previous": f"{address}?step={seen[at - 1]}" if at else "",
            "next": f"{address}?step={seen[at + 1]}" if at + 1 < len(seen) else "",
            "last": address,
        },
    }


def _number(step: str, practice_game: PracticeGame) -> int | None:
    """Return the requested step, or None for the present."""
    if not step:
        return None
    number = whole_number(step, len(practice_game.events))
    if number is None:
        raise NoSuchPracticeGame(
            _("A step of this game is a whole number from 0 to %(last)d.") % {"last": len(practice_game.events)}
        )
    return number


def ready_tables() -> list[dict[str, Any]]:
    """Return each game with its preselected opponents."""
    tables = []
    for slug, game in registry.games().items():
        opponents, usual = opponents_for(slug), default_opponents(slug, max(game.min_seats, 2))
        strength = strengths(opponents)
        company = [{**one._asdict(), "strength": strength[one.key]} for one in opponents if one.key in usual]
        tables.append({"game": game, "company": company})
    return tables


def entries(practice_games: Iterable[PracticeGame]) -> list[dict[str, Any]]:
    """Return the games as lines of a list."""
    return [
        {
            "key": practice_game.public_id,
            "href": practice_game.get_absolute_url(),
            "name": _("%(game)s against %(names)s")
            % {
                "game": game_name(practice_game.game),
                "names": ", ".join(opponent_name(*bot) for bot in practice_game.opponents),
            },
            "game": game_name(practice_game.game),
            "kind": _KINDS[practice_game.status],
            "words": practice_game.get_status_display(),
            "moment": practice_game.touched_at,
        }
        for practice_game in practice_games
    ]
