"""Reads a score sheet as it was sent: who sat where, points or places, and the game's own sheet as far as it goes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID, uuid4

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core import registry
from engine.core.game import Game, OptionValue, places_by
from engine.core.score_sheets import FilledSheet, Reckoning, Setup, from_texts, reckon
from league.accounts.models import Player
from league.clubs.models import Club
from league.results.drafts import (
    EARLIEST,
    LARGEST_TABLE,
    MOST_POINTS,
    Ended,
    SeatResult,
    is_rated,
    shared_places,
    today_at,
)
from league.results.errors import WrongEnding
from league.results.models import Ending
from league.results.score_sheets.queries import Company, SetTable, named

SHEET, OPTION = "sheet.", "option."

Sent = Mapping[str, str]


@dataclass(slots=True)
class Written:
    """What somebody wrote. `faults` are sentences by the name of a field, those of the whole under ""."""

    key: UUID
    game: Game
    day: date
    players: list[Player]
    points: list[int | None] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    filled: FilledSheet | None = None
    reckoning: Reckoning | None = None
    faults: dict[str, str] = field(default_factory=dict)
    ended: Ended | None = None

    @property
    def ending(self) -> str:
        """How it ended early; empty where it was played to its end."""
        return self.ended.ending if self.ended else ""

    @property
    def is_rated(self) -> bool:
        """Whether a game that ended so moves ratings."""
        return self.ended is None or is_rated(self.ended.game, self.ended.ending, self.ended.chosen)

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [player.name for player in self.players]

    @property
    def is_begun(self) -> bool:
        """Whether any field of the detailed sheet is filled."""
        return bool(self.filled and self.filled.values)

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """The result of each seat, for a sheet without errors; points are 0 if only places were given."""
        points = [0 if one is None else one for one in self.points]
        places = [one or 0 for one in self.places]
        return tuple(map(SeatResult, [player.pk for player in self.players], points, places))


def read_written(sent: Sent, club: Club, company: Company, table: SetTable | None) -> Written:
    """Read the submitted sheet, with an error message for every invalid field."""
    faults: dict[str, str] = {}
    game = _game(sent, table, faults)
    players = list(table.players) if table else _players(sent, game, company, faults)
    written = Written(_key(sent), game, _day(sent, club, faults), players, faults=faults)
    seats = _chairs(sent, table)
    written.points = [_number(sent, f"points-{at}", -MOST_POINTS, MOST_POINTS, faults) for at in seats]
    written.places = [_number(sent, f"place-{at}", 1, len(players), faults) for at in seats]
    written.ended = _ended(sent, game, seats, table)
    _read_whole(sent, written)
    _settle(written, seats)
    return written


def _ended(sent: Sent, game: Game, seats: Sequence[int], table: SetTable | None) -> Ended | None:
    """How it ended, if it was not played to its end; ticks of who left count only with that answer."""
    if not sent.get("ending"):
        return None
    left = [at for at, seat in enumerate(seats) if sent.get(f"left-{seat}")] if sent["ending"] == Ending.LEFT else []
    return Ended(game.slug, sent["ending"], frozenset(left), table.endings if table else {})


def _chairs(sent: Sent, table: SetTable | None) -> list[int]:
    """The numbers of the lines of the form at which somebody sits: an empty line may stand between two."""
    if table:
        return list(range(1, len(table.players) + 1))
    return [at for at in range(1, LARGEST_TABLE + 1) if sent.get(f"player-{at}")]


def _key(sent: Sent) -> UUID:
    try:
        return UUID(sent.get("key", ""))
    except ValueError:
        return uuid4()


def _game(sent: Sent, table: SetTable | None, faults: dict[str, str]) -> Game:
    slug = table.pool.game if table else sent.get("game", "")
    games = registry.games()
    if slug not in games:
        faults["game"] = _("Choose the game.")
    return games.get(slug) or next(iter(games.values()))


def _day(sent: Sent, club: Club, faults: dict[str, str]) -> date:
    today = today_at(club)
    try:
        day = date.fromisoformat(sent.get("day") or today.isoformat())
    except ValueError:
        faults["day"] = _("Enter a date such as %(day)s.") % {"day": date_format(today, _("Y-m-d"))}
        return today
    if day < EARLIEST:
        faults["day"] = _("This date is too early for these players. Enter the date of the game.")
        return today
    if day > today:
        faults["day"] = _("This date is in the future. Enter the date of the game.")
    return day


def _players(sent: Sent, game: Game, company: Company, faults: dict[str, str]) -> list[Player]:
    players: list[Player] = []
    for at in _chairs(sent, None):
        player = company.named(sent[f"player-{at}"])
        if player is None:
            faults[f"player-{at}"] = _("The club has no such player. Choose another player.")
        elif player in players:
            faults[f"player-{at}"] = _("%(player)s already has a seat. Enter each player once.") % {"player": player}
        else:
            players.append(player)
    if not faults and not game.min_seats <= len(players) <= game.max_seats:
        words = {"game": game.name, "least": game.min_seats, "most": game.max_seats, "count": len(players)}
        faults["players"] = (
            ngettext(
                "%(game)s needs %(least)d to %(most)d players, but only %(count)d is chosen.",
                "%(game)s needs %(least)d to %(most)d players, but %(count)d are chosen.",
                len(players),
            )
            % words
        )
    return players


def _number(sent: Sent, name: str, least: int, most: int, faults: dict[str, str]) -> int | None:
    text = sent.get(name, "").strip().replace("\N{MINUS SIGN}", "-")
    if not text:
        return None
    number = int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 8 else None
    if number is None or not least <= number <= most:
        faults[name] = _("Enter a whole number from %(least)d to %(most)d.") % {"least": least, "most": most}
    return number


def _read_whole(sent: Sent, written: Written) -> None:
    """The game's own sheet; it is passed over while nobody knows who sits there."""
    game, seats = written.game, len(written.players)
    texts = {name.removeprefix(SHEET): text for name, text in sent.items() if name.startswith(SHEET)}
    if written.faults or registry.score_sheet(game.slug) is None or not any(text.strip() for text in texts.values()):
        return
    setup = Setup(seats, game.settle_options(options_sent(sent, game)))
    written.filled, unread = from_texts(game.slug, setup, texts)
    written.reckoning = reckon(written.filled)
    for remark in (*unread, *written.reckoning.faults):
        written.faults.setdefault(SHEET + remark.field, named(remark.sentence, written.names))


def by_rules_of(table: SetTable | None, sent: Sent) -> Sent:
    """What was sent, but with the options of a table that is set already."""
    if table is None:
        return sent
    said = {
        name: ("yes" if value else "no") if isinstance(value, bool) else value for name, value in table.options.items()
    }
    return {**sent, **{OPTION + name: value for name, value in said.items()}}


def options_sent(sent: Sent, game: Game) -> dict[str, OptionValue]:
    """Return the options of the game that were sent; unknown names and values are ignored."""
    options: dict[str, OptionValue] = {}
    for option in game.options:
        said = sent.get(OPTION + option.name, "")
        if option.kind == "flag" and said:
            options[option.name] = said == "yes"
        elif said in option.choices:
            options[option.name] = said
    return options


def _settle(written: Written, seats: Sequence[int]) -> None:
    """Points and places of everybody: by the whole sheet if it is complete, else as they were typed."""
    outcome = written.reckoning.outcome if written.reckoning else None
    if written.faults or not seats:
        return
    if written.ended is not None:
        _settle_early(written, written.ended)
        return
    if outcome is not None:
        _hold_against(written, seats, outcome.points, outcome.places)
        written.points, written.places = [*outcome.points], [*outcome.places]
    elif None in written.points and None in written.places:
        _ask_for_the_rest(written, seats)
    elif None in written.places:
        written.places = [*places_by(_given(written.points))]
    elif None in written.points:
        written.points = [0] * len(seats)
    if not written.faults:
        _check_order(written, seats)


def _settle_early(written: Written, ended: Ended) -> None:
    """What was written down when it ended, settled by the rule for it; the whole sheet is kept as far as it goes."""
    try:
        settled = ended.settle(written.points, written.places)
    except WrongEnding as refusal:
        written.faults["ending"] = refusal.message
        return
    written.points, written.places = [*settled.points], [*settled.places]


def _hold_against(written: Written, seats: Sequence[int], points: Sequence[int], places: Sequence[int]) -> None:
    """Add an error for typed points or places that differ from those of the complete detailed sheet."""
    for typed, told, what in ((written.points, points, "points"), (written.places, places, "place")):
        for at, own, reckoned, name in zip(seats, typed, told, written.names, strict=True):
            if own is not None and own != reckoned:
                words = {"player": name, "typed": own, "told": reckoned}
                sentence = (
                    _(
                        "%(player)s has a score of %(typed)d here, but %(told)d on the detailed sheet. Correct "
                        "one of them."
                    )
                    if what == "points"
                    else _(
                        "%(player)s has place %(typed)d here, but %(told)d on the detailed sheet. Correct one of them."
                    )
                )
                written.faults.setdefault(f"{what}-{at}", sentence % words)


def _ask_for_the_rest(written: Written, seats: Sequence[int]) -> None:
    what = (
        "points"
        if any(one is not None for one in written.points) or written.places.count(None) == len(seats)
        else "place"
    )
    given = written.points if what == "points" else written.places
    at, name = next((at, name) for at, one, name in zip(seats, given, written.names, strict=True) if one is None)
    sentence = (
        _("The score of %(player)s is missing. Enter it, complete the detailed sheet, or enter all places.")
        if what == "points"
        else _("The place of %(player)s is missing. Enter it, complete the detailed sheet, or enter all scores.")
    )
    written.faults[f"{what}-{at}"] = sentence % {"player": name}


def _check_order(written: Written, seats: Sequence[int]) -> None:
    """Places count 1, 2, 2, 4, and more points make the better place."""
    points, places = _given(written.points), _given(written.places)
    if sorted(places) != shared_places(places):
        said = ", ".join(map(str, places))
        written.faults["places"] = _(
            "The places %(places)s are not possible. With a tie they are, for example, 1, 2, 2, 4."
        ) % {"places": said}
        return
    for at, mine, place in zip(seats, points, places, strict=True):
        if any(mine > other and place > theirs for other, theirs in zip(points, places, strict=True)):
            written.faults[f"place-{at}"] = _(
                "A player has more points than another but a worse place. Correct the score or the place."
            )
            return


def _given(numbers: Sequence[int | None]) -> list[int]:
    return [number for number in numbers if number is not None]
