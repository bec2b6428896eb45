"""Contexts of the pages of records."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.game import Game
from engine.core.options import OptionValue, settle_options
from engine.core.patterns import Pattern, is_complete
from engine.notation.files import is_json
from engine.notation.incremental_parser import PartialParse
from engine.notation.syntax import is_plain
from games.matches.boards import draw, templates_of
from games.matches.boards.plain import SeatLabel
from games.matches.presenters import ResultRow, player_label, tie_break_in
from games.matches.queries import OpenRecord
from games.matches.replays import DrawnTable, Replay
from games.records.candidate_games import candidate_games
from games.records.forms import NewRecordForm, SeatsForm
from games.records.models import SubmittedRecord
from games.records.partial_parsing import partial_parse_of
from games.records.queries import duplicates_of, players_to_seat, searched_events
from games.records.services.sending import send_record
from games.records.suggestions import Suggestions, suggestions
from league.accounts.models import Player
from league.clubs.models import Club
from league.clubs.permissions import User
from league.common.cards import Card, CardSeat
from league.common.errors import Refusal
from league.common.messages import game_name
from league.results.models import Result
from league.results.queries import results_of
from league.results.subjects import SubjectLink, links_of

Status = SubmittedRecord.Status
KINDS: Final[dict[str, str]] = {
    Status.DRAFT: "waiting",
    Status.QUEUED: "waiting",
    Status.RUNNING: "live",
    Status.VERIFIED: "done",
    Status.REFUSED: "wrong",
    Status.UNDECIDED: "waiting",
    Status.DEAD: "wrong",
}

LINES_BEFORE: Final = 3  # shown above the invalid one


def head_of(game: Game, names: Sequence[str], chosen: Mapping[str, OptionValue] | None = None) -> str:
    """Return the first lines of a record, with the chosen options or their defaults."""
    values = settle_options(game, chosen).items()
    options = ", ".join(
        f"{name} {value if isinstance(value, str) else 'on' if value else 'off'}" for name, value in values
    )
    seats = ", ".join(name if is_plain(name) else json.dumps(name, ensure_ascii=False) for name in names)
    option_line = [f"Options: {options}"] if options else []
    return "\n".join(["Moothill record 1", f"Game: {game.name}", *option_line, f"Seats: {seats}", "", ""])


@dataclass(frozen=True, slots=True)
class NewRecordPreview:
    """The first lines of a record as the form has it so far, and how many players are missing or too many."""

    game: Game | None = None
    lines: Sequence[str] = ()
    missing: int = 0
    too_many: int = 0


def new_record_preview(form: NewRecordForm) -> NewRecordPreview:
    """Return the preview; an empty one before a game is chosen."""
    game, names = form.preview()
    if game is None:
        return NewRecordPreview()
    lines = head_of(game, names).rstrip().split("\n")
    return NewRecordPreview(game, lines, max(0, game.min_seats - len(names)), max(0, len(names) - game.max_seats))


def address_of(record: SubmittedRecord) -> str:
    """Return its page; of a draft the editor."""
    return reverse("records:write" if record.is_draft else "records:record", args=[record.public_id])


def labels_of(record: SubmittedRecord) -> list[SeatLabel]:
    """Return the players by seat."""
    return [player_label(seat.player) for seat in record.seats.all()]


def replay_of_record(record: SubmittedRecord, opened: OpenRecord) -> Replay:
    """Return the replay of a verified record; of what was seen, where some events were found by search."""
    return Replay(
        opened=opened,
        labels=labels_of(record),
        address=address_of(record),
        record=record.public_id,
        is_open=not searched_events(record),
    )


def result_of(record: SubmittedRecord) -> list[ResultRow]:
    """Return the seats with points and places, once it is verified."""
    verdict, labels = record.verdict or {}, labels_of(record)
    points, places = (verdict.get(key) or [None] * len(labels) for key in ("points", "places"))
    return [ResultRow(*label[:3], points[seat], places[seat], seat + 1) for seat, label in enumerate(labels)]


def name_of(record: SubmittedRecord) -> str:
    """Return its name in lists."""
    game = record.game or record.reading.get("game", "")
    return game_name(game) if game else _("Game record")


def record_cards(records: Iterable[SubmittedRecord]) -> list[Card]:
    """Return the records as cards; each with its seats and players."""
    cards = []
    for record in records:
        seats = [
            CardSeat(seat.name, seat.sett, seat.href, score=seat.points, place=seat.place) for seat in result_of(record)
        ]
        words = str(record.get_status_display())
        if record.is_draft:
            events = record.reading.get("events", 0)
            words = ngettext("draft, %(count)d step", "draft, %(count)d steps", events) % {"count": events}
        card = Card(
            name=name_of(record),
            href=address_of(record),
            key=record.public_id,
            kind=KINDS[record.status],
            words=words,
            seats=seats or [CardSeat(name) for name in record.reading.get("seats", [])],
        )
        cards.append(card)
    return cards


class TextLine(NamedTuple):
    """A line of a text; `is_bad` if it is the invalid one."""

    number: int
    text: str
    is_bad: bool


class ShownFault(NamedTuple):
    """The first invalid line and some lines before it; `is_being_typed` if it is the last of the text."""

    line: int
    sentence: str
    lines: Sequence[TextLine]
    is_being_typed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EditorPart(DrawnTable):
    """The part beside the text: what comes next, or what is wrong. `unknown` events were not seen in full."""

    record: SubmittedRecord
    is_over: bool
    turn_text: str
    suggestions: Suggestions
    fault: ShownFault | None
    unknown: int


def editor_part(record: SubmittedRecord) -> EditorPart:
    """Return the part beside the text, for the stored text."""
    so_far = partial_parse_of(record.text)
    drawn = _table_of(so_far)
    return EditorPart(
        record=record,
        is_over=so_far.turn == "over" and so_far.problem is None,
        turn_text=_turn_text(so_far),
        suggestions=Suggestions() if is_json(record.text) else suggestions(so_far, record.text),
        fault=_first_fault(record.text, so_far),
        unknown=sum(not is_complete(event) for event in so_far.events),
        table=drawn.table,
        tables=drawn.tables,
    )


def _table_of(so_far: PartialParse) -> DrawnTable:
    """Return the table after what could be read: all of it, or the public part where something is unknown."""
    if so_far.position is None or so_far.head is None:
        return DrawnTable(table=None, tables=[])
    is_known = all(is_complete(event) for event in so_far.events)
    position = so_far.position if is_known else so_far.position.view(None)
    event = so_far.events[-1] if so_far.events and is_complete(so_far.events[-1]) else None
    labels = [SeatLabel(name) for name in so_far.seats]
    slug = so_far.head.game
    table = draw(slug, position, event, labels)  # type: ignore[arg-type]  # an event that is stated has no unknowns
    return DrawnTable(table=table, tables=templates_of(slug))


def _first_fault(text: str, so_far: PartialParse) -> ShownFault | None:
    problem = so_far.problem
    if problem is None:
        return None
    is_being_typed = problem.line == text.count("\n") + 1
    return ShownFault(problem.line, problem.sentence, _lines_at(text, problem.line), is_being_typed)


def _lines_at(text: str, line: int) -> list[TextLine]:
    """Return the line and some before it."""
    lines = text.split("\n")
    first = max(1, line - LINES_BEFORE)
    return [
        TextLine(number, lines[number - 1][:400], number == line) for number in range(first, min(line, len(lines)) + 1)
    ]


def _turn_text(so_far: PartialParse) -> str:
    if so_far.turn == "over":
        return _("The game is finished.")
    if so_far.turn == "chance":
        return _("Next: %(what)s.") % {"what": so_far.awaited}
    if isinstance(so_far.turn, int):
        return _("Turn of %(name)s.") % {"name": so_far.seats[so_far.turn]}
    return _("Start with the game and the players.")


@dataclass(slots=True, kw_only=True)
class BatchRow:
    """A record of an uploaded file, before it is sent."""

    record: SubmittedRecord
    name: str  # of its game
    form: SeatsForm
    number: int
    fault: ShownFault | None
    is_unfinished: bool
    duplicate: SubmittedRecord | None  # the same game in the club
    can_see_duplicate: bool
    same_as: int  # number of the same game in this file; 0 for none
    is_chosen: bool
    refusal: str = ""


class BatchReview:
    """The records of a file and the sender's choices; in a fixed number of queries until they are sent."""

    def __init__(self, records: Sequence[SubmittedRecord], choice: Mapping[str, Any] | None) -> None:
        self.club: Club = records[0].club
        self.sent: list[SubmittedRecord] = []
        self.rows: list[BatchRow] = []
        players, duplicates = players_to_seat(self.club), duplicates_of(records)
        by_game = {record.reading.get("game", ""): record for record in records}
        candidates = {game: candidate_games(record) for game, record in by_game.items()}
        first_numbers: dict[str, int] = {}  # of each game, by fingerprint
        for number, record in enumerate(records, 1):
            reading = record.reading
            fingerprint, fault = reading.get("fingerprint", ""), reading.get("fault")
            is_unfinished, duplicate = not fault and not reading.get("is_over"), duplicates.get(fingerprint)
            first = first_numbers.setdefault(fingerprint, number) if fingerprint else number
            shown = (
                ShownFault(fault["line"], fault["sentence"], _lines_at(record.text, fault["line"])) if fault else None
            )
            is_sendable = not (fault or is_unfinished or duplicate or first < number)
            row = BatchRow(
                record=record,
                name=name_of(record),
                form=SeatsForm(
                    choice,
                    prefix=record.public_id,
                    record=record,
                    players=players,
                    candidates=candidates[reading.get("game", "")],
                ),
                number=number,
                fault=shown,
                is_unfinished=is_unfinished,
                duplicate=duplicate,
                can_see_duplicate=duplicate is not None
                and (duplicate.status == Status.VERIFIED or duplicate.by_id == record.by_id),
                same_as=first if first < number else 0,
                is_chosen=is_sendable and (choice is None or f"{record.public_id}-chosen" in choice),
            )
            self.rows.append(row)

    @property
    def is_done(self) -> bool:
        """Whether all records of the file are sent."""
        return len(self.sent) == len(self.rows)

    def send(self, by: Player) -> bool:
        """Send the chosen records, each by itself; return whether all of them were sent."""
        chosen = [row for row in self.rows if row.is_chosen]
        for row in chosen:
            if row.form.is_valid():
                try:
                    self.sent.append(send_record(by=by, submission=row.form.submission()))
                except Refusal as refusal:
                    row.refusal = refusal.message
        unsent = [row for row in chosen if row.record not in self.sent]
        if unsent:
            self.rows = [row for row in self.rows if row.record not in self.sent]
        return bool(chosen) and not unsent


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPage:
    """A record: its players, verdict and result. `report` is the address of its report, for the recorder."""

    record: SubmittedRecord
    club: Club
    game: str
    kind: str
    result: Sequence[ResultRow]
    tie_break: str
    verdict: Mapping[str, Any]
    decides: Sequence[SubjectLink]
    entered: Result | None
    is_own: bool
    searched_events: int
    report: str


def record_page(record: SubmittedRecord, user: User) -> RecordPage:
    """Return the page of a record, without its replay."""
    is_own = user.is_authenticated and record.by.account_id == user.pk
    report = (record.verdict or {}).get("report", "")
    itself, result = address_of(record), result_of(record)
    return RecordPage(
        record=record,
        club=record.club,
        game=game_name(record.game),
        kind=KINDS[record.status],
        result=result,
        tie_break=tie_break_in(record.game, result),
        verdict=record.verdict or {},
        decides=[link for link in links_of([record.subject], user)[record.subject] if link.href != itself],
        entered=next(iter(results_of([record.subject])), None),
        is_own=is_own,
        searched_events=searched_events(record),
        report=reverse("reports:report", args=[report]) if is_own and report else "",
    )


def open_patterns(record: SubmittedRecord) -> Sequence[Pattern] | None:
    """Return the events as written, where some were found by search; else None."""
    return partial_parse_of(record.text).events if searched_events(record) else None
