"""The engine's sentences addressed to one person at the table.

The engine says "Seat 2 musters Scott 3."; the person in seat 2 reads "You muster Scott 3.", the others read the name,
and the button of the move says "Muster Scott 3".
"""

import re
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from league.common.engine_text import on_a_button, retold

_SEAT: Final = re.compile(r"\bseat ([1-9])\b('s)?", re.IGNORECASE)
_OPENS: Final = re.compile(r"seat ([1-9]) ", re.IGNORECASE)
_JOINS: Final = re.compile(
    r"(?P<before>: |, and )seat (?P<seat>[1-9]) (?P<verb>\w+)"
)  # a clause behind a colon, or an "and"
_ALSO: Final = re.compile(
    r"(?<=, and )\w+|(?<= and )\w+|(?<= or )\w+|(?<=neither )\w+|(?<= nor )\w+"
)  # a second verb of the same sentence
_NEXT: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")  # between two sentences
_FOLLOWS: Final = re.compile(r", which [^,.:;]*")
_ARTICLE: Final = re.compile(r" (an?|the)$")
_FIRST: Final = re.compile(r"^\w+")
_ITS_OWN: Final = re.compile(r"\bits own\b")
_PLAIN: Final = {
    "neither": "neither",
    "is": "are",
    "has": "have",
    "does": "do",
    "goes": "go",
    "was": "were",
    "its": "your",
}
_NO_VERBS: Final = {"less", "plus", "minus", "this", "us", "as", "always", "points", "cards", "others"}


def addressed_to(sentence: str, seat: int, names: Sequence[str]) -> str:
    """Return the sentence with names in place of "Seat 2", and "you" for the person's own seat."""
    told = retold(sentence)
    if told != sentence:
        return " ".join(capitalized(_with_names(one, seat, names)) for one in _NEXT.split(told))
    return " ".join(_addressed_to(one, seat, names) for one in _NEXT.split(sentence))


def _addressed_to(sentence: str, seat: int, names: Sequence[str]) -> str:
    own = _OPENS.match(sentence)
    if own and int(own[1]) == seat + 1:
        return "You " + _others_named(_addressed(sentence[own.end() :]), seat, names)
    return _others_named(sentence, seat, names)


def button_label(sentence: str, seat: int, names: Sequence[str]) -> str:
    """Return the move as a button label, "Muster Scott 3 face-up", without its consequences."""
    sentence = _FOLLOWS.sub("", sentence)
    if told := on_a_button(sentence):
        return capitalized(_with_names(told, seat, names))
    own = _OPENS.match(sentence)
    if not own or int(own[1]) != seat + 1:
        return _others_named(sentence, seat, names).rstrip(".")
    verb_in_question = _others_named(_addressed(sentence[own.end() :]), seat, names).rstrip(".")
    return verb_in_question[:1].upper() + verb_in_question[1:]


def capitalized(sentence: str) -> str:
    """Return the sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def _with_names(told: str, seat: int, names: Sequence[str]) -> str:
    """Put names into a translated sentence; possessives are in its own words."""
    called = [_("you") if number == seat else name for number, name in enumerate(names)]
    return _SEAT.sub(lambda found: called[int(found[1]) - 1] if int(found[1]) <= len(called) else found[0], told)


def verb_in_question(words: str) -> str:
    """Return the verb for a question: "advance"; "have one betrayed" of "Have the Bruce at a1 betrayed"."""
    verb, last = verb_of(words), words.rsplit(maxsplit=1)[-1]
    said = verb[:1].lower() + verb[1:]
    return f"{said} one {last}" if verb == "Have" and last.endswith("ed") else said


def verb_of(words: str) -> str:
    """Return the verb of a label: "Muster", "Do not activate"."""
    first, *rest = words.split()
    return " ".join([first, *rest[:2]]) if rest[:1] == ["not"] else first


def without_article(words: str) -> str:
    """Return the words without an article at the end: "Advance" of "Advance the"."""
    return _ARTICLE.sub("", words)


def _addressed(rest: str) -> str:
    """Return what follows "Seat 1", as it follows "you"."""
    rest = _FIRST.sub(lambda found: _plain(found[0]), rest)
    rest = _ALSO.sub(lambda found: _plain(found[0]) if found[0].islower() else found[0], rest)
    return _ITS_OWN.sub("your own", rest)


def _plain(verb: str) -> str:
    """Return the verb without its ending: "muster" of "musters", "pass" of "passes"."""
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb in _NO_VERBS or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes")) else verb[:-1]


def _others_named(sentence: str, seat: int, names: Sequence[str]) -> str:
    own = str(seat + 1)
    sentence = _JOINS.sub(
        lambda found: f"{found['before']}you {_plain(found['verb'])}" if found["seat"] == own else found[0], sentence
    )
    return _SEAT.sub(lambda found: _named(found, seat, names), sentence)


def _named(found: re.Match[str], seat: int, names: Sequence[str]) -> str:
    number, possessive = int(found[1]) - 1, bool(found[2])
    if number >= len(names):
        return found[0]
    if number == seat:
        you = "your" if possessive else "you"
        return you.capitalize() if found[0][0].isupper() else you
    name = names[number]
    return f"{name}'s" if possessive else name
