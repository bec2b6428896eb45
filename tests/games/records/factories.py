"""Records for the tests of records, and people who send them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

from engine.core import registry
from engine.core.match import play
from engine.core.record import Record
from engine.notation import to_json, to_text
from games.records.models import SubmittedRecord
from games.records.services.drafts import begin_draft
from games.records.services.sending import Submission, send_record
from games.records.verification import CheckSettings, check_record
from games.records.verifier import Verdict, verdict_on
from league.accounts.models import Account, Player
from league.clubs.models import Club
from tests.factories import account_of, glen_club, joins

TERMS = CheckSettings()
KILT = "kings-kilt"

Names: TypeAlias = tuple[str, ...]


@cache
def played(names: Names = ("Morag", "Hamish"), game: str = KILT, secret: bytes = b"a rainy evening") -> Record:
    """A whole game among people of these names."""
    bots = [registry.bot("wanderer")] * len(names)
    return play(registry.game(game), bots, secret=secret, names=names)


def text(names: Names = ("Morag", "Hamish"), **how: Any) -> str:
    """Its record in words."""
    return to_text(played(names, **how))


def document(names: Names = ("Morag", "Hamish"), **how: Any) -> str:
    """Its record in JSON."""
    return to_json(played(names, **how))


def glen() -> tuple[Club, Account, Account]:
    """Morag's club, of which Hamish is a member."""
    morag, hamish = account_of("Morag"), account_of("Hamish")
    club = glen_club(morag)
    joins(hamish, club)
    return club, morag, hamish


def sent(by: Player, club: Club, written: str, players: Sequence[Player]) -> SubmittedRecord:
    """A record on its way."""
    draft = begin_draft(by=by, club=club, text=written)
    return send_record(by=by, submission=Submission(public_id=draft.public_id, players=[one.pk for one in players]))


def here(written: str, terms: CheckSettings) -> Verdict:
    """The check without a process of its own."""
    return verdict_on(written, terms.search_seconds)


def verdict_of(record: SubmittedRecord) -> Verdict:
    """What a worker said of it."""
    assert record.verdict is not None
    return dict(record.verdict)


def checked(record: SubmittedRecord, terms: CheckSettings = TERMS) -> SubmittedRecord:
    """The record once a worker has checked it."""
    check_record(record.pk, terms=terms, check=here)
    record.refresh_from_db()
    return record
