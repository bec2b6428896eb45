"""What was found in a file, before it is sent: each record with its game, its seats and its faults."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.records.forms import SeatsForm
from games.records.models import BroughtRecord
from games.records.pages.lists import name_of
from games.records.pages.writing import lines_at
from games.records.selectors.occasions import Occasion, occasions_for
from games.records.selectors.parcels import players_to_seat, twins_of
from games.records.services.sending import send_record
from league.clubs.models import Club
from league.members.models import Player
from league.shared.errors import Refusal


@dataclass(slots=True)
class Found:
    """One record of a file."""

    record: BroughtRecord
    form: SeatsForm
    number: int
    twin: BroughtRecord | None  # the same game, which is here already
    same_as: int  # the number of the same game in this file; 0 for none
    is_chosen: bool
    refusal: str = ""

    @property
    def name(self) -> str:
        """What it is called: its game."""
        return name_of(self.record)

    @property
    def fault(self) -> dict[str, Any] | None:
        """What is wrong first, with the lines there."""
        fault = self.record.reading.get("fault")
        return {**fault, "lines": lines_at(self.record.text, fault["line"])} if fault else None

    @property
    def is_unfinished(self) -> bool:
        """Whether the game is not over in it."""
        return not self.record.reading.get("fault") and not self.record.reading.get("is_over")

    @property
    def twin_can_be_seen(self) -> bool:
        """Whether the sender may see that the other record says the same: it is verified, or their own."""
        return self.twin is not None and (
            self.twin.status == BroughtRecord.Status.VERIFIED or self.twin.by_id == self.record.by_id
        )

    @property
    def can_be_sent(self) -> bool:
        """Whether there is something for a worker to check."""
        return not (self.record.reading.get("fault") or self.is_unfinished or self.twin or self.same_as)


class Preview:
    """A file's records, and what its sender chose of them; in a fixed number of queries until it is sent."""

    def __init__(self, records: Sequence[BroughtRecord], choice: Mapping[str, Any] | None) -> None:
        self.club: Club = records[0].club
        self.sent: list[BroughtRecord] = []
        players, twins = players_to_seat(self.club), twins_of(records)
        self.found: list[Found] = []
        self._of_games: dict[str, list[Occasion]] = {}
        seen: dict[str, int] = {}
        for number, record in enumerate(records, 1):
            print_ = record.reading.get("fingerprint", "")
            form = SeatsForm(
                choice, prefix=record.public_id, record=record, players=players, occasions=self._occasions(record)
            )
            found = Found(record, form, number, twins.get(print_), seen.get(print_, 0) if print_ else 0, True)
            seen.setdefault(print_, number)
            found.is_chosen = found.can_be_sent and (choice is None or f"{record.public_id}-chosen" in choice)
            self.found.append(found)

    def _occasions(self, record: BroughtRecord) -> list[Occasion]:
        """What the record may decide, asked once for all records of a game."""
        game = record.reading.get("game", "")
        if game not in self._of_games:
            self._of_games[game] = occasions_for(record)
        return self._of_games[game]

    @property
    def is_done(self) -> bool:
        """Whether nothing is left of the file."""
        return len(self.sent) == len(self.found)

    def send(self, by: Player) -> bool:
        """Send what was chosen, each for itself, and return whether nothing chosen was left behind."""
        chosen = [one for one in self.found if one.is_chosen]
        for one in chosen:
            if one.form.is_valid():
                self._send(one, by)
        self.found = [one for one in self.found if one.record not in self.sent] if self._left(chosen) else self.found
        return bool(chosen) and not self._left(chosen)

    def _left(self, chosen: Sequence[Found]) -> list[Found]:
        return [one for one in chosen if one.record.public_id not in {sent.public_id for sent in self.sent}]

    def _send(self, one: Found, by: Player) -> None:
        try:
            self.sent.append(send_record(by=by, sending=one.form.sending()))
        except Refusal as refusal:
            one.refusal = refusal.message
