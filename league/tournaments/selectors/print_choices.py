"""What can be chosen above a print: the round, the tables, how many to a page, and what else there is to print."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.tournaments.models import Tournament
from league.tournaments.selectors.prints import CARDS_ON_A_PAGE, USUAL_CARDS, Imprint
from league.tournaments.selectors.rounds import current_round
from league.tournaments.selectors.sheet import Sheet

FOR_ALL: Final[Mapping[str, str | Promise]] = {
    "pairings": gettext_lazy("Pairings by table"),
    "seats": gettext_lazy("Seat list"),
}
FOR_THE_DESK: Final[Mapping[str, str | Promise]] = {
    "cards": gettext_lazy("Table cards"),
    "slips": gettext_lazy("Result slips"),
    "score-sheets": gettext_lazy("Score sheets"),
}


ICONS: Final[Mapping[str, str]] = {
    "pairings": "list",
    "seats": "search",
    "cards": "flag",
    "slips": "check",
    "score-sheets": "pencil",
}

NOTES: Final[Mapping[str, str | Promise]] = {
    "pairings": gettext_lazy("the players of each table"),
    "seats": gettext_lazy("players by name, with table and seat"),
    "cards": gettext_lazy("with QR code, to report results"),
    "slips": gettext_lazy("to fill in and sign"),
    "score-sheets": gettext_lazy("for the score during the game"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several: where it leads, what it is called, whether it is on the page now, and its icon at the desk."""

    href: str
    words: str
    is_current: bool
    icon: str = "list"
    note: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from, under a heading."""

    title: str
    among: tuple[Choice, ...]


def cards_asked(asked: Mapping[str, str]) -> int:
    """How many cards to a page."""
    text = asked.get("on", "")
    return next((number for number in CARDS_ON_A_PAGE if text == str(number)), USUAL_CARDS)


def choices_of(
    event: Tournament, sheet: Sheet, imprint: Imprint, kind: str, asked: Mapping[str, str], *, scores: bool
) -> tuple[Choices, ...]:
    """All that can be chosen for one kind of print, by whoever `scores` or not; what leaves no choice is left out."""
    groups = (
        prints_there_are(event, imprint.round, kind, scores=scores),
        _rounds(event, sheet, imprint, kind),
        _tables(imprint, kind, asked),
        _to_a_page(kind, asked),
    )
    return tuple(group for group in groups if len(group.among) > 1)


def standings_choices(event: Tournament, sheet: Sheet, kind: str, *, scores: bool) -> tuple[Choices, ...]:
    """What else there is to print beside the standings, or the crosstable."""
    group = prints_there_are(event, current_round(sheet), kind, scores=scores)
    return (group,) if len(group.among) > 1 else ()


def prints_there_are(event: Tournament, number: int, kind: str = "", *, scores: bool) -> Choices:
    """Everything the reader may print about a round; the standings alone before the first (0)."""
    kinds = dict(FOR_ALL) if number else {}
    if number and scores and not event.is_on_the_machine:
        kinds |= FOR_THE_DESK
    among = [
        Choice(_address(event, one, number), str(words), one == kind, ICONS[one], NOTES[one])
        for one, words in kinds.items()
    ]
    standings = reverse("tournaments:print-standings", args=[event.public_id, event.slug])
    among.append(Choice(standings, _("Standings"), kind == "standings", "trophy"))
    if number and not event.has_bracket:
        crosstable = reverse("tournaments:print-crosstable", args=[event.public_id, event.slug])
        among.append(Choice(crosstable, _("Crosstable"), kind == "crosstable", "swords"))
    return Choices(_("Print"), tuple(among))


def _rounds(event: Tournament, sheet: Sheet, imprint: Imprint, kind: str) -> Choices:
    among = (Choice(_address(event, kind, one), str(one), one == imprint.round) for one in sorted(sheet.rounds))
    return Choices(_("Round"), tuple(among))


def _tables(imprint: Imprint, kind: str, asked: Mapping[str, str]) -> Choices:
    """Only the tables that this version changed, where there are such; everybody's seat is never one of a few."""
    if kind == "seats" or not (imprint.changed or imprint.is_partial):
        return Choices("", ())
    count = len(imprint.changed)
    changed = ngettext("only the changed one", "only the %(count)d changed ones", count) % {"count": count}
    among = (
        Choice(_query(asked, only=""), _("all"), not imprint.is_partial),
        Choice(_query(asked, only="changed"), changed, imprint.is_partial),
    )
    return Choices(_("Tables"), among)


def _to_a_page(kind: str, asked: Mapping[str, str]) -> Choices:
    if kind != "cards":
        return Choices("", ())
    now = cards_asked(asked)
    among = (Choice(_query(asked, on=str(one)), str(one), one == now) for one in CARDS_ON_A_PAGE)
    return Choices(_("Cards on a page"), tuple(among))


def _query(asked: Mapping[str, str], **changed: str) -> str:
    """The same print with another choice."""
    known = {name: asked[name] for name in ("only", "on") if name in asked}
    return "?" + urlencode({name: value for name, value in (known | changed).items() if value})


def _address(event: Tournament, kind: str, number: int) -> str:
    where = [event.public_id, event.slug, number] if kind in FOR_ALL else [event.public_id, number]
    return reverse(f"tournaments:print-{kind}", args=where)
