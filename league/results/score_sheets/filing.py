"""From a score sheet without faults to a report: what is to be asked first, and the claim that it makes."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from engine.core import registry
from league.accounts.models import Player
from league.clubs.models import Club
from league.clubs.permissions import Asker, Rights
from league.results.drafts import Claim, ResultDraft, own_subject, played_on, today_at, word_of
from league.results.errors import RefusedReport
from league.results.models import Pool, Report, Result
from league.results.score_sheets.queries import SetTable, alike, report_sent
from league.results.score_sheets.reading import Sent, Written
from league.results.services.ledger import lock_company, pool_for
from league.results.services.reports import file_report
from league.results.subjects import Consequence, consequences_of, entry_of


@dataclass(frozen=True, slots=True)
class Question:
    """A confirmation needed before filing: whether it is one of `games`, or whether `consequences` are intended."""

    games: tuple[Report | Result, ...] = ()
    consequences: tuple[Consequence, ...] | None = None


@transaction.atomic
def ask_or_file(
    written: Written, sent: Sent, club: Club, rights: Rights, asker: Asker, by: Player, table: SetTable | None
) -> Question | Report:
    """File the sheet, or return the confirmation needed first. Locked per club and group of players."""
    lock_company(club, written.players)
    question = question_before(written, sent, club, rights, asker, by, table)
    return question or file_sheet(written=written, sent=sent, club=club, by=by, table=table)


def question_before(
    written: Written,
    sent: Sent,
    club: Club,
    rights: Rights,
    asker: Asker,
    player: Player,
    table: SetTable | None,
) -> Question | None:
    """Return the confirmation needed before this sheet is filed; None if it was filed before."""
    if report_sent(player, written.key):
        return None
    if table is None and not sent.get("another") and not sent.get("same"):
        games = _others(written, club, player)
        if games:
            return Question(games=games)
    enters_at_once = rights.score or not club.confirms_results
    if enters_at_once and written.day < today_at(club) and not sent.get("seen"):
        return Question(consequences=tuple(_consequences(written, club, asker, player, table)))
    return None


def file_sheet(
    *, written: Written, sent: Sent, club: Club, by: Player, table: SetTable | None, via: UUID | None = None
) -> Report:
    """File what the sheet says, `via` the link on its table if it came by one; raises what `file_report` does."""
    filled = written.filled if written.is_begun else None
    sheet = registry.score_sheet(written.game.slug)
    claim = Claim(
        subject=_subject(written, sent, club, by, table),
        pool=_pool(written, club, table),
        club=club,
        seats=written.seats,
        key=written.key,
        played_at=played_on(written.day, club),
        sheet=filled.to_json(sheet.version) if filled and sheet else None,
        ending=written.ending,
    )
    return file_report(claim=claim, by=by, via=via)


def _others(written: Written, club: Club, player: Player) -> tuple[Report | Result, ...]:
    """Games of that day and company that may be this one: by somebody else, or to the point the same."""
    word = Claim(written.key, Pool(), club, written.seats, written.key, ending=written.ending).word
    found = alike(club, written.players, written.day)
    games = registry.games()
    same = [row for row in found if games.get(row.pool.game) == written.game]
    return tuple(row for row in same if not _is_by(row, player) or word_of(row) == word)


def _is_by(row: Report | Result, player: Player) -> bool:
    by = row.by_id if isinstance(row, Report) else row.entered_by_id
    return by == player.pk


def _subject(written: Written, sent: Sent, club: Club, by: Player, table: SetTable | None) -> Any:
    if table:
        return table.subject
    same = sent.get("same", "")
    if not same:
        return own_subject(by, written.key)
    subjects = {str(row.subject): row.subject for row in alike(club, written.players, written.day)}
    if same not in subjects:
        raise RefusedReport(_("This game no longer exists. Send the sheet as a separate game."))
    return subjects[same]


def _pool(written: Written, club: Club, table: SetTable | None) -> Pool:
    return table.pool if table else pool_for(game=written.game.slug, player_kind=Player.Kind.PERSON, club=club)


def _consequences(
    written: Written, club: Club, asker: Asker, player: Player, table: SetTable | None
) -> list[Consequence]:
    subject = table.subject if table else own_subject(player, written.key)
    entry = ResultDraft(
        subject,
        written.seats,
        played_at=played_on(written.day, club),
        is_rated=written.is_rated,
        ending=written.ending,
    )
    return consequences_of(entry_of(_pool(written, club, table), entry), asker)
