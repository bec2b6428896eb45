"""Submission of a valid score sheet as a report, after a question if in doubt."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.dates import today_at
from league.clubs.permissions import Rights, User
from league.results.consequences import Consequence, entry_of
from league.results.drafts import outcome_key, own_subject
from league.results.errors import RefusedReport
from league.results.models import Report, Result
from league.results.score_sheets.forms import ScoreSheetForm
from league.results.score_sheets.queries import report_with_key, similar_games
from league.results.services.ledger import lock_players
from league.results.services.reports import submit_report
from league.results.subjects import consequences_of


@dataclass(frozen=True, slots=True)
class Question:
    """A confirmation needed before filing: whether it is one of `games`, or whether `consequences` are intended."""

    games: tuple[Report | Result, ...] = ()
    consequences: tuple[Consequence, ...] | None = None


@transaction.atomic
def ask_or_submit(
    form: ScoreSheetForm, answers: Mapping[str, str], rights: Rights, user: User, by: Player
) -> Question | Report:
    """Submit a valid sheet, or return the confirmation needed first. Locked per club and group of players.

    `answers` may have `same` (the subject of the same game), `another` and `seen`. Raise the errors of `submit_report`.
    """
    lock_players(form.club, form.chosen)
    return _question(form, answers, rights, user, by) or submit_sheet(form, by, same=answers.get("same", ""))


def submit_sheet(form: ScoreSheetForm, by: Player, *, same: str = "", via: UUID | None = None) -> Report:
    """Submit the result of a valid sheet, `via` a table link if it came by one. Raise the errors of `submit_report`."""
    draft, key = replace(form.draft, subject=_subject(form, same, by)), form.cleaned_data["key"]
    return submit_report(draft=draft, pool=form.pool(), club=form.club, key=key, by=by, via=via)


def _question(
    form: ScoreSheetForm, answers: Mapping[str, str], rights: Rights, user: User, by: Player
) -> Question | None:
    """Return the confirmation needed before this sheet is submitted; None if it was submitted before."""
    if report_with_key(by, form.cleaned_data["key"]):
        return None
    if form.table is None and not answers.get("another") and not answers.get("same"):
        games = _possible_games(form, by)
        if games:
            return Question(games=games)
    enters_at_once = rights.score or not form.club.confirms_results
    if enters_at_once and form.cleaned_data["day"] < today_at(form.club) and not answers.get("seen"):
        change = entry_of(form.pool(), replace(form.draft, subject=_subject(form, "", by)))
        return Question(consequences=tuple(consequences_of([change], user)))
    return None


def _possible_games(form: ScoreSheetForm, by: Player) -> tuple[Report | Result, ...]:
    """Return the games of that day and company that may be this one: reported by others, or with the same outcome."""
    outcome = outcome_key(form.draft)
    games = [row for row in _games_of_the_day(form) if row.pool.game == form.cleaned_data["game"]]
    senders = [row.by_id if isinstance(row, Report) else row.entered_by_id for row in games]
    pairs = zip(games, senders, strict=True)
    return tuple(row for row, sender in pairs if sender != by.pk or outcome_key(row) == outcome)


def _games_of_the_day(form: ScoreSheetForm) -> list[Report | Result]:
    return similar_games(form.club, form.chosen, form.cleaned_data["day"])


def _subject(form: ScoreSheetForm, same: str, by: Player) -> UUID:
    if form.table:
        return form.table.subject
    if not same:
        return own_subject(by, form.cleaned_data["key"])
    for row in _games_of_the_day(form):
        if str(row.subject) == same:
            return row.subject
    raise RefusedReport(_("The reported game no longer exists. Send the result again."))
