"""A sitting as its person sees it: the table, what happened since their last move, and what they may do now.

Everything is drawn and said from the person's own view: nothing else of the state leaves this page of code.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.core import registry
from engine.core.game import Event, View
from games.matches.seeds import commitment_of
from games.matches.tables import Path, draw, heading, places, question, templates_of
from games.play.errors import NoSuchSitting
from games.play.models import Sitting
from games.play.opponents import name_of
from games.play.pages.speech import asked, heard, order, verb_of, without_article
from games.play.pages.telling import Listener
from games.play.playing import Play, replayed
from games.play.selectors.sittings import is_of_these_rules, table_of

FEW_VERBS = 4  # so many are named in the question; more would be a list
FEW_MOVES = 16  # so many are listed at once; of more, groups are folded
FEW_OF_A_GROUP = 4  # so many are not worth folding


def shown(sitting: Sitting, step: str = "") -> dict[str, Any]:
    """What `play/_sitting.html` takes; with `step`, a number, the table as the person saw it after that event.

    Raises `NoSuchSitting` for a step that it does not have.
    """
    if not is_of_these_rules(sitting):
        return {"sitting": sitting, "is_of_other_rules": True}
    names = names_at(sitting)
    listener = Listener(registry.game(sitting.game), sitting.seat, names)
    play = replayed(table_of(sitting), sitting.events, listener)
    number = _number(step, sitting)
    page = {
        "sitting": sitting,
        "game": play.game,
        "answers": len(play.events),
        "commitment": commitment_of(bytes(sitting.secret)),
        "address": reverse("play:sitting", args=[sitting.public_id]),
        "tables": templates_of(sitting.game),
        "steps": len(listener.steps),
    }
    if number is not None:
        past = replayed(play.table, sitting.events[:number])
        return page | _drawn(past, sitting, names, listener) | _looking_back(str(page["address"]), listener, number)
    return (
        page | _drawn(play, sitting, names, listener) | {"told": listener.since_own_move()} | _now(sitting, play, names)
    )


def names_at(sitting: Sitting) -> list[str]:
    """Who sits where. A visitor is "You", for nobody else sees the page."""
    own = sitting.player.name if sitting.player else _("You")
    return [own if bot is None else name_of(*bot) for bot in sitting.bots]


def _drawn(play: Play, sitting: Sitting, names: Sequence[str], listener: Listener) -> dict[str, Any]:
    """The table from the person's view; of what happened last only what they saw."""
    chairs = [
        {"name": name, "href": "", "own": bool(sitting.player) and seat == sitting.seat, "mine": seat == sitting.seat}
        for seat, name in enumerate(names)
    ]
    view = play.state.view(sitting.seat)
    return {"table": draw(sitting.game, view, listener.seen(len(play.events)), chairs)}


def _now(sitting: Sitting, play: Play, names: Sequence[str]) -> dict[str, Any]:
    """The question that stands, or what it came to."""
    if play.is_over:
        return _result(play, names)
    if not sitting.is_being_played:
        return {"is_given_up": True}
    if not play.waits_for_person:
        return {"is_waiting": True}
    view, legal = play.state.view(play.seat), play.state.legal_moves()
    moves = [_move(play, view, event, names) for event in legal]
    return {
        "groups": _groups(moves),
        "count": len(moves),
        "question": question(play.game.slug, view, legal) or _question(asked(move["words"]) for move in moves),
    }


def _groups(moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves under their headings; of many, large groups are folded."""
    headed: dict[str, list[dict[str, Any]]] = {}
    for move in moves:
        headed.setdefault(move["heading"], []).append(move)
    are_many = len(headed) > 1 and len(moves) > FEW_MOVES
    groups = [(words, _shortened(same)) for words, same in headed.items()]
    return [
        {
            "heading": words if same[0]["is_headed"] else without_article(same[0]["verb"]),
            "moves": same,
            "is_folded": are_many and len(same) > FEW_OF_A_GROUP,
        }
        for words, same in groups
    ]


def _shortened(moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Moves of one group: `rest` tells them apart; all begin with `verb` and, headed by the game, end with `tail`."""
    spoken = [move["words"].split() for move in moves]
    begin = _alike([words[:-1] for words in spoken])
    end = _alike([words[:begin:-1] for words in spoken]) if moves[0]["is_headed"] else 0
    return [move | _parted(words, begin, len(words) - end) for move, words in zip(moves, spoken, strict=True)]


def _alike(sentences: Iterable[Sequence[str]]) -> int:
    """With how many words all of them begin; a number is none of these."""
    columns = zip(*sentences, strict=False)
    return len(list(takewhile(lambda column: len(set(column)) == 1 and not column[0].rstrip(",").isdigit(), columns)))


def _parted(words: Sequence[str], begin: int, end: int) -> dict[str, str]:
    return {"verb": " ".join(words[:begin]), "rest": " ".join(words[begin:end]), "tail": " ".join(words[end:])}


def _move(play: Play, view: View, event: Event, names: Sequence[str]) -> dict[str, Any]:
    """A legal move: what its button sends and says, and where it is pointed at."""
    words, slug = order(play.game.describe_event(view, event), play.seat, names), play.game.slug
    headed = heard(heading(slug, view, event), play.seat, names)
    return {
        "value": ".".join(map(str, event)),
        "words": words,
        "heading": headed or verb_of(words),
        "is_headed": bool(headed),
        "places": _written(places(slug, view, event)),
    }


def _written(path: Path) -> str:
    """The path as the page's script reads it: "hand-2-1+hand-3-1 deck"."""
    return " ".join(step if isinstance(step, str) else "+".join(step) for step in path)


def _question(verbs: Iterable[str]) -> str:
    """What is asked where the game has no words of its own: "Your turn: recruit or muster." """
    distinct = list(dict.fromkeys(verbs))
    if len(distinct) > FEW_VERBS:
        return _("Your turn.")
    listed = ", ".join(distinct[:-1])
    words = _("%(others)s or %(last)s") % {"others": listed, "last": distinct[-1]} if listed else distinct[-1]
    return _("Your turn: %(verbs)s.") % {"verbs": words}


def _result(play: Play, names: Sequence[str]) -> dict[str, Any]:
    outcome = play.state.outcome
    if outcome is None:
        raise TypeError("A game that is over has an outcome.")
    rows = [
        {"name": name, "own": seat == play.seat, "points": outcome.points[seat], "place": outcome.places[seat]}
        for seat, name in enumerate(names)
    ]
    return {
        "is_over": True,
        "result": sorted(rows, key=lambda row: row["place"]),
        "reason": heard(outcome.reason, play.seat, names),
        "place": outcome.places[play.seat],
        "is_shared": outcome.places.count(outcome.places[play.seat]) > 1,
    }


def _looking_back(address: str, listener: Listener, number: int) -> dict[str, Any]:
    """One of the steps that the person saw, and the way through them."""
    seen = [0, *(one.number for one in listener.steps)]
    at = max(place for place, step in enumerate(seen) if step <= number)
    return {
        "is_back": True,
        "sentence": listener.told[seen[at] - 1].sentence if at else "",
        "step": {
            "number": at,
            "of": len(seen) - 1,
            "first": f"{address}?step=0" if at else "",
            "previous": f"{address}?step={seen[at - 1]}" if at else "",
            "next": f"{address}?step={seen[at + 1]}" if at + 1 < len(seen) else "",
            "last": address,
        },
    }


def _number(step: str, sitting: Sitting) -> int | None:
    """The step asked for, or None for the present."""
    if not step:
        return None
    if not (step.isascii() and step.isdecimal() and len(step) < 6 and int(step) <= len(sitting.events)):
        raise NoSuchSitting(
            _("A step of this game is a whole number from 0 to %(last)d.") % {"last": len(sitting.events)}
        )
    return int(step)
