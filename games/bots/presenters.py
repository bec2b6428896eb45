"""Contexts of the pages of bots: bots, versions, and the matches of checks."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.paginator import Paginator
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine.sandbox.faults import REASONS
from engine.sandbox.limits import KB, LARGEST_ARCHIVE, LARGEST_UNPACKED, MB, MOST_FILES, Limits
from engine.sandbox.validation import MATCHES
from games.bots import queries
from games.bots.models import Pausable, Trial, UploadedBot, Version
from games.bots.services import MOST_BOTS
from games.bots.uploads import LARGEST_SOURCE, MOST_STORED, file_name
from games.bots.versions import MOST_UPLOADS
from games.matches.models import SeatReport
from games.matches.occasions import occasions_of
from games.matches.presenters import chair, moment_of, player_address, result_of, step_asked, tie_break_in
from games.matches.queries import open_record, with_names
from league.accounts.models import Account
from league.common.game_names import game_name
from league.common.messages import render_message
from league.common.redis_client import RedisError
from league.common.sandboxes import why_programs_wait
from league.common.worker_heartbeat import workers_at_work
from league.ratings.players import Ranked

KINDS: Final[dict[str, str]] = {
    Version.Verdict.WAITING: "waiting",
    Version.Verdict.PASSED: "done",
    Version.Verdict.REFUSED: "wrong",
    Version.Verdict.UNDECIDED: "wrong",
}

MATCHES_A_PAGE = 20


def limits_of_bots() -> list[tuple[str, str]]:
    """Return what an uploaded bot may use, as (what, limit), for the page that uploads one."""
    limits = Limits()
    return [
        (_("Python file"), _("%(number)d KB") % {"number": LARGEST_SOURCE // KB}),
        (_("Zip"), _("%(number)d MB") % {"number": LARGEST_ARCHIVE // MB}),
        (_("Files of a zip, unpacked"), _("%(number)d MB") % {"number": LARGEST_UNPACKED // MB}),
        (_("Files and folders in a zip"), str(MOST_FILES)),
        (_("All zips of an account"), _("%(number)d MB") % {"number": MOST_STORED // MB}),
        (_("Processor time per move"), _("%(number)d s") % {"number": limits.move}),
        (_("Processor time per match"), _("%(number)d s") % {"number": limits.match}),
        (_("Memory"), _("%(number)d MB") % {"number": limits.memory // MB}),
        (_("Bots per account"), str(MOST_BOTS)),
        (_("Uploads per account and day"), str(MOST_UPLOADS)),
    ]


def milliseconds(whole: int) -> str:
    """Return the time as pages show it; "< 1 ms" for 0."""
    return _("%(number)s ms") % {"number": intcomma(whole)} if whole else _("below 1 ms")


class Record(NamedTuple):
    """Ratings with ranks and the latest faults of all bots of a list, by player."""

    ranks: Mapping[int, list[Ranked]]
    faults: Mapping[int, queries.Faults]

    def about(self, bot: Pausable) -> dict[str, Any]:
        """Return the record of one bot."""
        failed, fault_row = self.faults.get(bot.player.pk), None
        if failed:
            report = failed.latest
            fault_row = {
                "times": failed.times,
                "sentence": render_message(REASONS.get(report.kind, report.kind)),
                "href": bot.report_url(report.match.public_id),
                "at": report.match.finished_at,
            }
        return {"ranks": self.ranks.get(bot.player.pk, []), "faults": fault_row}


def in_list(bot: UploadedBot, record: Record) -> dict[str, Any]:
    """Return a bot in its owner's list."""
    kind, words = _standing(bot, bot.active)
    version, news = bot.active or bot.last, None
    if bot.last != bot.active and not bot.retired_at:
        sentence = _("Version %(number)d: %(verdict)s")
        facts = {"number": bot.last.number, "verdict": _verdict(bot.last)}
        news = {"kind": KINDS[bot.last.verdict], "words": sentence % facts}
    return {
        "name": bot.player.name,
        "href": bot.get_absolute_url(),
        "kind": kind,
        "words": words,
        "games": [game_name(slug) for slug in version.games],
        "news": news,
        **record.about(bot),
    }


def bot_context(bot: UploadedBot) -> dict[str, Any]:
    """Return the context of a bot's page."""
    versions = queries.versions_of(bot)
    active = next((one for one in versions if one.active), None)
    kind, words = _standing(bot, active)
    return {
        "bot": bot,
        "address": player_address(bot.player),
        "kind": kind,
        "words": words,
        "versions": [version_row(one) for one in versions],
        "waits": why_programs_wait() if any(one.is_waiting for one in versions) else "",
    }


def version_context(version: Version) -> dict[str, Any]:
    """Return the context of a version's page, with its ladders while it is active."""
    trials = queries.trials_of(version)
    is_cut = version.verdict == Version.Verdict.PASSED and trials
    return {
        "bot": version.bot,
        "version": version,
        "reason": render_message(version.reason),
        "told": version_row(version),
        "trials": [_tried(version, one) for one in trials],
        "left_out": MATCHES * len(version.games) - len(trials) if is_cut else 0,
        "waits": why_programs_wait() if version.is_waiting else "",
        "is_interrupted": _is_interrupted(version),
    }


def trial_context(version: Version, trial: Trial, written: str | None) -> dict[str, Any]:
    """Return the context of a match of a check at the step `written` in the address. Raise `NoSuchMatch`.

    A check ends with the first fault, so the reason of the version is that of the match.
    """
    record, opponent = open_record(trial.record), trial.opponent.capitalize()
    chairs: list[dict[str, Any]] = [
        {"name": f"{opponent} {seat + 1}", "href": "", "is_own": False} for seat in range(len(record.record.seats))
    ]
    chairs[trial.seat]["name"] = version.bot.player.name
    address = reverse("bots:trial", args=[version.bot.public_id, version.number, trial.game, trial.number])
    return {
        "version": version,
        "trial": trial,
        "game": game_name(trial.game),
        "seat": trial.seat + 1,
        "fault": render_message(version.reason or REASONS[trial.fault]) if trial.fault else "",
        **moment_of(record, step_asked(written, record.steps), chairs, address),
    }


def version_row(version: Version) -> dict[str, Any]:
    """Return a version in a line of a list."""
    kind, words = _status(version)
    return {
        "number": version.number,
        "sent": version.created_at,
        "games": [game_name(slug) for slug in version.games],
        "file": _file_note(version),
        "kind": kind,
        "words": words,
    }


def _file_note(version: Version) -> str:
    """Return the size of a zip, or that the file was deleted; "" for a Python file."""
    if version.file_deleted_at:
        return _("file deleted")
    return _("zip, %(size)s") % {"size": filesizeformat(version.archive_size)} if version.is_archive else ""


def matches_in_list(bot: Pausable, asker: Account, *, page: str | None) -> dict[str, Any]:
    """Return a page of a bot's latest matches: what it did, who played and why."""
    shown = Paginator(queries.appearances_of(bot), MATCHES_A_PAGE).get_page(page)
    matches = with_names([one.report.match for one in shown], asker)
    occasions = occasions_of(matches, asker)
    return {
        "page": shown,
        "rows": [_appeared(bot, one) | {"occasion": occasions[one.report.match_id]} for one in shown],
    }


def _appeared(bot: Pausable, one: queries.Appearance) -> dict[str, Any]:
    seats = list(one.report.match.seats.all())
    return {
        **_reported(one.report),
        "version": one.number,
        "href": bot.report_url(one.report.match.public_id),
        "place": one.place,
        "seats": len(seats),
        "against": [chair(seat) for seat in seats if seat.seat != one.report.seat],
    }


def _reported(report: SeatReport) -> dict[str, Any]:
    """Return the measurements of the bot at its seat."""
    return {
        "match": report.match,
        "game": game_name(report.match.game),
        "seat": report.seat + 1,
        "decisions": report.decisions,
        "slowest": milliseconds(report.slowest_ms) if report.decisions else None,
        "spent": milliseconds(report.spent_ms),
        "fault": render_message(REASONS[report.kind]) if report.kind else "",
        "detail": render_message(report.detail),
        "log": "" if "log" in report.get_deferred_fields() else report.log,
    }


def report_context(bot: Pausable, report: SeatReport, asker: Account) -> dict[str, Any]:
    """Return the context of the page on one match; without the command to replay it while the deal is sealed."""
    (match,) = with_names([report.match], asker)
    result, luck, version = result_of(match.seats.all()), queries.luck_at(report), queries.version_at(bot, report)
    kept_as, file = f"match-{match.public_id}.txt", file_name(version) if version else f"{bot.player.slug}.py"
    command = f"moothill-engine replay {kept_as} --seat {report.seat + 1} --bot ./{file} --luck {luck}"
    return {
        "bot": bot,
        **_reported(report),
        "result": result,
        "tie_break": tie_break_in(match.game, result),
        "occasion": occasions_of([match], asker)[match.pk],
        "kept_as": kept_as,
        "version": version,
        "luck": luck,
        "command": command if luck and (version or bot.is_remote) else "",
    }


def _standing(bot: UploadedBot, active: Version | None) -> tuple[str, str]:
    if bot.retired_at is not None:
        return "done", _("Retired")
    if bot.paused_at is not None:
        return "waiting", _("Paused")
    if active is None:
        return "waiting", _("No active version")
    return "live", _("Active: version %(number)d") % {"number": active.number}


def _status(version: Version) -> tuple[str, str]:
    if not version.active:
        return KINDS[version.verdict], _verdict(version)
    return ("live", pgettext("version", "Active")) if version.bot.is_in_play else _standing(version.bot, version)


def _verdict(version: Version) -> str:
    is_held = version.is_waiting and version.token is not None
    return _("Checking") if is_held and not _is_interrupted(version) else str(version.get_verdict_display())


def _is_interrupted(version: Version) -> bool:
    """Return whether the worker of a check in progress was not seen lately; False while Redis is away."""
    if not version.is_waiting or version.token is None:
        return False
    try:
        return bool(version.worker) and version.worker not in workers_at_work()
    except RedisError:
        return False


def _tried(version: Version, trial: Trial) -> dict[str, Any]:
    address = [version.bot.public_id, version.number, trial.game, trial.number]
    return {
        "game": game_name(trial.game),
        "number": trial.number,
        "href": reverse("bots:trial", args=address),
        "seat": trial.seat + 1,
        "decisions": trial.decisions,
        "slowest": milliseconds(trial.slowest_ms) if trial.decisions else None,
        "spent": milliseconds(trial.spent_ms),
        "place": trial.places[trial.seat] if trial.places else None,
        "fault": render_message(REASONS[trial.fault]) if trial.fault else "",
    }
