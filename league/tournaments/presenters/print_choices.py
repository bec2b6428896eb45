"""The choice between the prints of a tournament, and between the options of a print."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.tournaments.models import Tournament
from league.tournaments.presenters.prints import Imprint
from league.tournaments.presenters.rounds import current_round
from league.tournaments.queries.standings_cache import Sheet

CARDS_ON_A_PAGE: Final = (1, 2, 4)
USUAL_CARDS: Final = 4
# Title, icon and note of each kind of print.
FOR_READERS: Final[dict[str, tuple[Promise, str, Promise]]] = {
    "pairings": (gettext_lazy("Pairings by table"), "list", gettext_lazy("the players of each table")),
    "seats": (gettext_lazy("Seat list"), "search", gettext_lazy("players by name, with table and seat")),
}
FOR_SCORERS: Final[dict[str, tuple[Promise, str, Promise]]] = {
    "cards": (gettext_lazy("Table cards"), "flag", gettext_lazy("with QR code, to report results")),
    "slips": (gettext_lazy("Result slips"), "check", gettext_lazy("to fill in and sign")),
    "score-sheets": (gettext_lazy("Score sheets"), "pencil", gettext_lazy("for the score during the game")),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: URL, label, whether it is current, and its icon on the Manage page."""

    href: str
    words: str
    is_current: bool
    icon: str = "list"
    note: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """Options under a heading."""

    title: str
    options: tuple[Choice, ...]


def cards_per_page(params: Mapping[str, str]) -> int:
    """Return the number of cards per page."""
    text = params.get("on", "")
    return next((number for number in CARDS_ON_A_PAGE if text == str(number)), USUAL_CARDS)


def choices_of(
    tournament: Tournament, sheet: Sheet, imprint: Imprint, kind: str, params: Mapping[str, str], *, scores: bool
) -> list[Choices]:
    """Return the options for a kind of print; `scores` adds those for scorers. Groups with one option are left out."""
    rounds = (Choice(_address(tournament, kind, at), str(at), at == imprint.round) for at in sorted(sheet.rounds))
    groups = [available_prints(tournament, imprint.round, kind, scores=scores), Choices(_("Round"), tuple(rounds))]
    if kind != "seats" and (imprint.changed or imprint.is_partial):
        count = len(imprint.changed)
        changed = ngettext("only the changed one", "only the %(count)d changed ones", count) % {"count": count}
        tables = (
            Choice(_query(params, only=""), _("all"), not imprint.is_partial),
            Choice(_query(params, only="changed"), changed, imprint.is_partial),
        )
        groups.append(Choices(_("Tables"), tables))
    if kind == "cards":
        now = cards_per_page(params)
        cards = (Choice(_query(params, on=str(number)), str(number), number == now) for number in CARDS_ON_A_PAGE)
        groups.append(Choices(_("Cards on a page"), tuple(cards)))
    return [group for group in groups if len(group.options) > 1]


def standings_choices(tournament: Tournament, sheet: Sheet, kind: str, *, scores: bool) -> tuple[Choices, ...]:
    """Return the other prints beside standings or crosstable."""
    group = available_prints(tournament, current_round(sheet), kind, scores=scores)
    return (group,) if len(group.options) > 1 else ()


def available_prints(tournament: Tournament, number: int, kind: str = "", *, scores: bool) -> Choices:
    """Return all prints of a round for the reader; only the standings before round 1 (0)."""
    for_scorers = FOR_SCORERS if scores and not tournament.is_on_the_machine else {}
    options = [
        Choice(_address(tournament, name, number), str(title), name == kind, icon, note)
        for name, (title, icon, note) in (FOR_READERS | for_scorers if number else {}).items()
    ]
    standings = reverse("tournaments:print-standings", args=[tournament.public_id, tournament.slug])
    options.append(Choice(standings, _("Standings"), kind == "standings", "trophy"))
    if number and not tournament.has_bracket:
        crosstable = reverse("tournaments:print-crosstable", args=[tournament.public_id, tournament.slug])
        options.append(Choice(crosstable, _("Crosstable"), kind == "crosstable", "swords"))
    return Choices(_("Print"), tuple(options))


def _query(params: Mapping[str, str], **changed: str) -> str:
    """Return the query string of the same print with another option."""
    known = {name: params[name] for name in ("only", "on") if name in params}
    return "?" + urlencode({name: value for name, value in (known | changed).items() if value})


def _address(tournament: Tournament, kind: str, number: int) -> str:
    where = [tournament.public_id, tournament.slug, number] if kind in FOR_READERS else [tournament.public_id, number]
    return reverse(f"tournaments:print-{kind}", args=where)
