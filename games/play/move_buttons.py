"""Buttons of the legal moves: labels in groups under headings, and the question above them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from django.utils.translation import gettext as _

from engine.core.game import Event, View
from games.matches.boards import click_path, heading
from games.play.game_state import Play
from league.common.messages import render_message

FEW_VERBS: Final = 4  # listed in the question at most
FEW_MOVES: Final = 16  # listed unfolded at most
FEW_OF_A_GROUP: Final = 4  # groups up to this size are not folded
_ARTICLE: Final = re.compile(r" (an?|the)$")  # at the end of a heading


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveButton:
    """A legal move: the value and the label (`words`) of its button, and what to tap on the table for it.

    In its group the label is split: `rest` differs, all begin with `verb`, and with a heading of the game they end with
    `tail`. `is_headed` says whether the game has a heading for the move.
    """

    value: str
    words: str
    heading: str
    is_headed: bool
    path: str  # as the page's script reads it: "hand-2-1+hand-3-1 deck"
    verb: str = ""
    rest: str = ""
    tail: str = ""


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves with the same heading."""

    heading: str
    moves: Sequence[MoveButton]
    is_folded: bool


def move_buttons(play: Play, view: View, legal: Iterable[Event], names: Sequence[str]) -> list[MoveButton]:
    """Return a button for each legal move; `names` by seat."""
    return [_move_button(play, view, event, names) for event in legal]


def move_groups(moves: Sequence[MoveButton]) -> list[MoveGroup]:
    """Return the moves under their headings; large groups of many moves are folded."""
    by_heading: dict[str, list[MoveButton]] = {}
    for move in moves:
        by_heading.setdefault(move.heading, []).append(move)
    are_many = len(by_heading) > 1 and len(moves) > FEW_MOVES
    return [
        MoveGroup(
            heading=words if group[0].is_headed else _ARTICLE.sub("", group[0].verb),
            moves=group,
            is_folded=are_many and len(group) > FEW_OF_A_GROUP,
        )
        for words, group in ((words, _split_labels(group)) for words, group in by_heading.items())
    ]


def question_of(moves: Iterable[MoveButton]) -> str:
    """Return the question where the game has none of its own: "Your turn: recruit or muster." """
    verbs = list(dict.fromkeys(verb_in_question(move.words) for move in moves))
    if len(verbs) > FEW_VERBS:
        return _("Your turn.")
    listed = ", ".join(verbs[:-1])
    words = _("%(others)s or %(last)s") % {"others": listed, "last": verbs[-1]} if listed else verbs[-1]
    return _("Your turn: %(verbs)s.") % {"verbs": words}


def verb_in_question(words: str) -> str:
    """Return the verb of a label for a question: "advance"; "have one betrayed" of "Have the Bruce at a1 betrayed"."""
    verb, last = verb_of(words), words.rsplit(maxsplit=1)[-1]
    phrase = verb[:1].lower() + verb[1:]
    return f"{phrase} one {last}" if verb == "Have" and last.endswith("ed") else phrase


def verb_of(words: str) -> str:
    """Return the verb of a label: "Muster", "Do not activate"."""
    first, *rest = words.split()
    return " ".join([first, *rest[:2]]) if rest[:1] == ["not"] else first.rstrip(":")


def _move_button(play: Play, view: View, event: Event, names: Sequence[str]) -> MoveButton:
    slug = play.game.slug
    words = render_message(play.game.describe_event(view, event), names, play.seat, is_button=True)
    headed = render_message(heading(slug, view, event), names, play.seat)
    return MoveButton(
        value=".".join(map(str, event)),
        words=words,
        heading=headed or verb_of(words),
        is_headed=bool(headed),
        path=" ".join(step if isinstance(step, str) else "+".join(step) for step in click_path(slug, view, event)),
    )


def _split_labels(moves: Sequence[MoveButton]) -> list[MoveButton]:
    """Return the moves of one group with `verb`, `rest` and `tail`."""
    labels = [move.words.split() for move in moves]
    begin = _common_words([words[:-1] for words in labels])
    end = _common_words([words[:begin:-1] for words in labels]) if moves[0].is_headed else 0
    return [
        replace(
            move,
            verb=" ".join(words[:begin]),
            rest=" ".join(words[begin : len(words) - end]),
            tail=" ".join(words[len(words) - end :]),
        )
        for move, words in zip(moves, labels, strict=True)
    ]


def _common_words(sentences: Iterable[Sequence[str]]) -> int:
    """Return the number of common first words, numbers not counted."""
    columns = zip(*sentences, strict=False)
    return len(list(takewhile(lambda column: len(set(column)) == 1 and not column[0].rstrip(",").isdigit(), columns)))
