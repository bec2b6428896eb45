"""Score sheets as they are sent: read field by field, questioned if in doubt, and submitted as a report."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core import registry
from engine.core.game import Game, OptionValue
from engine.core.score_sheets import FilledSheet, Reckoning, Setup, from_texts, reckon, score_sheet_of
from league.accounts.models import Player
from league.clubs.models import Club
from league.clubs.permissions import Asker, Rights
from league.common.forms import EARLIEST
from league.common.messages import render_message
from league.results.drafts import (
    LARGEST_TABLE,
    MOST_POINTS,
    Ended,
    ResultDraft,
    SeatResult,
    outcome_key,
    own_subject,
    played_on,
    shared_places,
    today_at,
    typed_seats,
)
from league.results.errors import RefusedReport, WrongEnding
from league.results.models import Ending, Pool, Report, Result
from league.results.score_sheets.queries import Company, SetTable, report_with_key, similar_games
from league.results.services.ledger import lock_players, pool_for
from league.results.services.reports import submit_report
from league.results.subjects import Consequence, consequences_of, entry_of

SHEET, OPTION = "sheet.", "option."

FormData = Mapping[str, str]


@dataclass(slots=True)
class ParsedSheet:
    """A score sheet as it was sent, at a `table` that is set or outside tournaments.

    `points` and `places` are what was typed, `seats` the result of a sheet without faults. `faults` are sentences by
    the name of a field, those of the whole under "".
    """

    key: UUID
    club: Club
    table: SetTable | None
    game: Game
    day: date
    players: list[Player]
    faults: dict[str, str]
    points: list[int | None] = field(default_factory=list)
    places: list[int | None] = field(default_factory=list)
    seats: tuple[SeatResult, ...] = ()
    filled: FilledSheet | None = None
    reckoning: Reckoning | None = None
    ended: Ended | None = None

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [player.name for player in self.players]

    @property
    def is_begun(self) -> bool:
        """Whether any field of the detailed sheet is filled."""
        return bool(self.filled and self.filled.values)

    def pool(self) -> Pool:
        """Return the leaderboard of the table, or the club's for the game."""
        if self.table:
            return self.table.pool
        return pool_for(game=self.game.slug, player_kind=Player.Kind.PERSON, club=self.club)

    def draft(self, subject: UUID) -> ResultDraft:
        """Return the result of a sheet without faults."""
        ended = self.ended
        return ResultDraft(
            subject,
            self.seats,
            played_at=played_on(self.day, self.club),
            is_rated=ended is None or ended.rule.rated,
            ending=ended.ending if ended else "",
            sheet=self._to_json(),
        )

    def _to_json(self) -> dict[str, Any] | None:
        if self.filled is None or not self.is_begun:
            return None
        return self.filled.to_json(score_sheet_of(self.game.slug).version)


def parse_sheet(sent: FormData, club: Club, company: Company, table: SetTable | None) -> ParsedSheet:
    """Read the submitted sheet, with an error message for every invalid field."""
    faults: dict[str, str] = {}
    game = _game(sent, table, faults)
    players = list(table.players) if table else _players(sent, game, company, faults)
    sheet = ParsedSheet(_key(sent), club, table, game, _day(sent, club, faults), players, faults)
    seats = _seats(sent, table)
    sheet.points = [_number(sent, f"points-{at}", -MOST_POINTS, MOST_POINTS, faults) for at in seats]
    sheet.places = [_number(sent, f"place-{at}", 1, len(players), faults) for at in seats]
    sheet.ended = _ended(sent, game, seats, table)
    _read_detailed(sent, sheet)
    _settle(sheet, seats)
    return sheet


def _ended(sent: FormData, game: Game, seats: Sequence[int], table: SetTable | None) -> Ended | None:
    """Return the early ending, if any; ticks of players who left count only with the ending “a player left”."""
    if not sent.get("ending"):
        return None
    left = [at for at, seat in enumerate(seats) if sent.get(f"left-{seat}")] if sent["ending"] == Ending.LEFT else []
    return Ended(game.slug, sent["ending"], frozenset(left), table.endings if table else {})


def _seats(sent: FormData, table: SetTable | None) -> list[int]:
    """Return the numbers of the filled lines of the form; there may be an empty line between two."""
    if table:
        return list(range(1, len(table.players) + 1))
    return [at for at in range(1, LARGEST_TABLE + 1) if sent.get(f"player-{at}")]


def _key(sent: FormData) -> UUID:
    try:
        return UUID(sent.get("key", ""))
    except ValueError:
        return uuid4()


def _game(sent: FormData, table: SetTable | None, faults: dict[str, str]) -> Game:
    slug = table.pool.game if table else sent.get("game", "")
    games = registry.games()
    if slug not in games:
        faults["game"] = _("Choose the game.")
    return games.get(slug) or next(iter(games.values()))


def _day(sent: FormData, club: Club, faults: dict[str, str]) -> date:
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


def _players(sent: FormData, game: Game, company: Company, faults: dict[str, str]) -> list[Player]:
    players: list[Player] = []
    for at in _seats(sent, None):
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


def _number(sent: FormData, name: str, least: int, most: int, faults: dict[str, str]) -> int | None:
    text = sent.get(name, "").strip().replace("\N{MINUS SIGN}", "-")
    if not text:
        return None
    number = int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 8 else None
    if number is None or not least <= number <= most:
        faults[name] = _("Enter a whole number from %(least)d to %(most)d.") % {"least": least, "most": most}
    return number


def _read_detailed(sent: FormData, sheet: ParsedSheet) -> None:
    """The game's own sheet; it is passed over while nobody knows who sits there."""
    game, seats = sheet.game, len(sheet.players)
    texts = {name.removeprefix(SHEET): text for name, text in sent.items() if name.startswith(SHEET)}
    if sheet.faults or not any(text.strip() for text in texts.values()) or registry.score_sheet(game.slug) is None:
        return
    setup = Setup(seats, game.settle_options(options_sent(sent, game)))
    sheet.filled, unread = from_texts(game.slug, setup, texts)
    sheet.reckoning = reckon(sheet.filled)
    for remark in (*unread, *sheet.reckoning.faults):
        sheet.faults.setdefault(SHEET + remark.field, render_message(remark.sentence, sheet.names))


def with_table_options(table: SetTable | None, sent: FormData) -> FormData:
    """Return the form data, with the options of the table in place of sent ones."""
    if table is None:
        return sent
    said = {
        name: ("yes" if value else "no") if isinstance(value, bool) else value for name, value in table.options.items()
    }
    return {**sent, **{OPTION + name: value for name, value in said.items()}}


def options_sent(sent: FormData, game: Game) -> dict[str, OptionValue]:
    """Return the options of the game that were sent; unknown names and values are ignored."""
    options: dict[str, OptionValue] = {}
    for option in game.options:
        said = sent.get(OPTION + option.name, "")
        if option.kind == "flag" and said:
            options[option.name] = said == "yes"
        elif said in option.choices:
            options[option.name] = said
    return options


def _settle(sheet: ParsedSheet, seats: Sequence[int]) -> None:
    """Set the result: by the detailed sheet if it is complete, else as it was typed."""
    if sheet.faults or not seats:
        return
    outcome = sheet.reckoning.outcome if sheet.reckoning and not sheet.ended else None
    points: Sequence[int | None] = sheet.points
    places: Sequence[int | None] = sheet.places
    if outcome is not None:
        _compare(sheet, seats, outcome.points, outcome.places)
        points, places = outcome.points, outcome.places
    elif sheet.ended is None and None in points and None in places:
        _ask_for_the_rest(sheet, seats)
        return
    elif sheet.ended is None and None in points:
        points = [0] * len(seats)
    try:
        sheet.seats = typed_seats([player.pk for player in sheet.players], points, places, sheet.ended)
    except WrongEnding as refusal:
        sheet.faults["ending"] = refusal.message
    if not sheet.faults and sheet.ended is None:
        _check_order(sheet, seats)


def _compare(sheet: ParsedSheet, seats: Sequence[int], points: Sequence[int], places: Sequence[int]) -> None:
    """Add an error for typed points or places that differ from those of the complete detailed sheet."""
    for typed, told, what in ((sheet.points, points, "points"), (sheet.places, places, "place")):
        for at, own, reckoned, name in zip(seats, typed, told, sheet.names, strict=True):
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
                sheet.faults.setdefault(f"{what}-{at}", sentence % words)


def _ask_for_the_rest(sheet: ParsedSheet, seats: Sequence[int]) -> None:
    what = (
        "points" if any(one is not None for one in sheet.points) or sheet.places.count(None) == len(seats) else "place"
    )
    given = sheet.points if what == "points" else sheet.places
    at, name = next((at, name) for at, one, name in zip(seats, given, sheet.names, strict=True) if one is None)
    sentence = (
        _("Enter a score for %(player)s, complete the detailed score sheet, or enter all places.")
        if what == "points"
        else _("Enter a place for %(player)s, complete the detailed score sheet, or enter all scores.")
    )
    sheet.faults[f"{what}-{at}"] = sentence % {"player": name}


def _check_order(sheet: ParsedSheet, seats: Sequence[int]) -> None:
    """Places count 1, 2, 2, 4, and more points make the better place."""
    places = [seat.place for seat in sheet.seats]
    if sorted(places) != shared_places(places):
        sheet.faults["places"] = _(
            "The places %(places)s are not possible. With a tie they are, for example, 1, 2, 2, 4."
        ) % {"places": ", ".join(map(str, places))}
        return
    for at, mine in zip(seats, sheet.seats, strict=True):
        if any(mine.points > other.points and mine.place > other.place for other in sheet.seats):
            sheet.faults[f"place-{at}"] = _(
                "A player with a higher score has a worse place. Correct the scores or the places."
            )
            return


@dataclass(frozen=True, slots=True)
class Question:
    """A confirmation needed before filing: whether it is one of `games`, or whether `consequences` are intended."""

    games: tuple[Report | Result, ...] = ()
    consequences: tuple[Consequence, ...] | None = None


@transaction.atomic
def ask_or_submit(sheet: ParsedSheet, sent: FormData, rights: Rights, asker: Asker, by: Player) -> Question | Report:
    """Submit the sheet, or return the confirmation needed first. Locked per club and group of players."""
    lock_players(sheet.club, sheet.players)
    return _question(sheet, sent, rights, asker, by) or submit_sheet(sheet=sheet, by=by, same=sent.get("same", ""))


def submit_sheet(*, sheet: ParsedSheet, by: Player, same: str = "", via: UUID | None = None) -> Report:
    """Submit the result of the sheet, `via` a table link if it came by one. Raise the errors of `submit_report`.

    `same` is the subject of the game that the sender says is this one.
    """
    draft = sheet.draft(_subject(sheet, same, by))
    return submit_report(draft=draft, pool=sheet.pool(), club=sheet.club, key=sheet.key, by=by, via=via)


def _question(sheet: ParsedSheet, sent: FormData, rights: Rights, asker: Asker, by: Player) -> Question | None:
    """Return the confirmation needed before this sheet is submitted; None if it was submitted before."""
    if report_with_key(by, sheet.key):
        return None
    if sheet.table is None and not sent.get("another") and not sent.get("same"):
        games = _possible_games(sheet, by)
        if games:
            return Question(games=games)
    enters_at_once = rights.score or not sheet.club.confirms_results
    if enters_at_once and sheet.day < today_at(sheet.club) and not sent.get("seen"):
        change = entry_of(sheet.pool(), sheet.draft(_subject(sheet, "", by)))
        return Question(consequences=tuple(consequences_of(change, asker)))
    return None


def _possible_games(sheet: ParsedSheet, by: Player) -> tuple[Report | Result, ...]:
    """Return the games of that day and company that may be this one: reported by others, or with the same outcome."""
    outcome = outcome_key(sheet.draft(sheet.key))
    games = registry.games()
    found = similar_games(sheet.club, sheet.players, sheet.day)
    same = [row for row in found if games.get(row.pool.game) == sheet.game]
    return tuple(row for row in same if _sender(row) != by.pk or outcome_key(row) == outcome)


def _sender(row: Report | Result) -> int | None:
    return row.by_id if isinstance(row, Report) else row.entered_by_id


def _subject(sheet: ParsedSheet, same: str, by: Player) -> UUID:
    if sheet.table:
        return sheet.table.subject
    if not same:
        return own_subject(by, sheet.key)
    subjects = {str(row.subject): row.subject for row in similar_games(sheet.club, sheet.players, sheet.day)}
    if same not in subjects:
        raise RefusedReport(_("The reported game no longer exists. Send the result again."))
    return subjects[same]
