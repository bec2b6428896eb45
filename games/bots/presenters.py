"""Contexts of the pages of bots: bots, versions, and the matches of checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.conf import settings
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.debug import sensitive_variables

from engine.sandbox.faults import REASONS
from engine.sandbox.limits import KB, LARGEST_ARCHIVE, LARGEST_UNPACKED, MB, MOST_FILES, Limits
from engine.sandbox.validation import MATCHES
from games.bots import queries
from games.bots.appearances import Appearance, Faults, appearances_of, faults_of, luck_at, version_at
from games.bots.models import Pausable, RemoteBot, Trial, UploadedBot, Version
from games.bots.remote.queries import connected_among
from games.bots.services import MOST_BOTS
from games.bots.uploads import LARGEST_SOURCE, MOST_STORED, file_name
from games.bots.versions import MOST_UPLOADS
from games.matches.boards.plain import SeatLabel
from games.matches.models import Match, SeatReport
from games.matches.occasions import Occasion, occasions_of
from games.matches.presenters import ResultRow, label_of, player_address, result_of, tie_break_in
from games.matches.queries import open_record, with_names
from games.matches.replays import Replay
from league.accounts.models import Account
from league.common.messages import game_name, render_message
from league.common.redis_client import RedisError
from league.common.sandboxes import why_programs_wait
from league.common.worker_heartbeat import live_workers
from league.ratings.players import RankedRating, Standing, ranks_of, standings_of

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


def milliseconds(number: int) -> str:
    """Return the time as pages show it; "below 1 ms" for 0."""
    return _("%(number)s ms") % {"number": intcomma(number)} if number else _("below 1 ms")


def fault_text(kind: str) -> str:
    """Return the sentence for a kind of fault."""
    return render_message(REASONS.get(kind, kind))


class Status(NamedTuple):
    """A status for `shared/_state.html`."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class FaultNote:
    """How many faults a bot had lately, and the reason, page and time of the latest."""

    times: int
    sentence: str
    href: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class RatingsAndFaults:
    """The ratings of a bot with its ranks, and its recent faults."""

    ranks: Sequence[RankedRating]
    faults: FaultNote | None


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot in its owner's list. `latest` is the status of its latest version while another one is active."""

    bot: Pausable
    status: Status
    games: Sequence[str]
    record: RatingsAndFaults
    latest: Status | None = None


class VersionRow(NamedTuple):
    """A version in a list."""

    version: Version
    status: Status


@dataclass(frozen=True, slots=True)
class BotPage:
    """A bot with its versions. `waits` says why their checks wait; "" if they do not."""

    bot: UploadedBot
    address: str
    status: Status
    versions: Sequence[VersionRow]
    waits: str
    active: Version | None


class TrialRow(NamedTuple):
    """A match of a check in a list. Without a place, it was not finished."""

    trial: Trial
    href: str
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPage:
    """A version with the matches of its check. `left_out` counts those that a busy server did not play."""

    bot: UploadedBot
    version: Version
    trials: Sequence[TrialRow]
    left_out: int
    waits: str
    is_interrupted: bool


class MatchRow(NamedTuple):
    """A match in the list of a bot's matches."""

    appearance: Appearance
    href: str
    against: Sequence[SeatLabel]
    occasion: Occasion


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """A page of a bot's latest matches: `page` for `shared/_pages.html`, and the rows."""

    bot: Pausable
    page: Page[Appearance]
    rows: Sequence[MatchRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    """A match of a bot with its log. `command` replays it; "" while the deal is sealed."""

    bot: Pausable
    match: Match
    report: SeatReport
    result: Sequence[ResultRow]
    tie_break: str
    occasion: Occasion
    record_file_name: str
    version: Version | None
    command: str


def ratings_and_faults_of(bots: Sequence[Pausable], reader: Account) -> dict[int, RatingsAndFaults]:
    """Return the ratings and recent faults of each bot, by the key of its player. A fixed number of queries."""
    players = [bot.player.pk for bot in bots]
    ranks, faults = ranks_of(players, reader), faults_of(players)
    return {
        player: RatingsAndFaults(ranks.get(player, []), _fault_note(bot, faults[player]) if player in faults else None)
        for player, bot in zip(players, bots, strict=True)
    }


def _fault_note(bot: Pausable, faults: Faults) -> FaultNote:
    report = faults.latest
    return FaultNote(
        times=faults.times,
        sentence=fault_text(report.kind),
        href=bot.report_url(report.match.public_id),
        at=report.match.finished_at,
    )


def bot_row(bot: UploadedBot, record: RatingsAndFaults) -> BotRow:
    """Return a bot in its owner's list."""
    latest = None
    if bot.last != bot.active and not bot.retired_at:
        sentence = _("Version %(number)d: %(verdict)s") % {"number": bot.last.number, "verdict": _verdict(bot.last)}
        latest = Status(KINDS[bot.last.verdict], sentence)
    games = (bot.active or bot.last).games
    return BotRow(bot, _bot_status(bot, bot.active), [game_name(slug) for slug in games], record, latest)


def bot_page(bot: UploadedBot) -> BotPage:
    """Return the context of a bot's page."""
    versions = queries.versions_of(bot)
    active = next((version for version in versions if version.active), None)
    return BotPage(
        bot=bot,
        address=player_address(bot.player),
        active=active,
        status=_bot_status(bot, active),
        versions=[VersionRow(version, _version_status(version)) for version in versions],
        waits=why_programs_wait() if any(version.is_waiting for version in versions) else "",
    )


def version_page(version: Version) -> VersionPage:
    """Return the context of a version's page."""
    trials = queries.trials_of(version)
    is_cut = version.verdict == Version.Verdict.PASSED and trials
    return VersionPage(
        bot=version.bot,
        version=version,
        trials=[
            TrialRow(trial, _trial_address(version, trial), trial.places[trial.seat] if trial.places else None)
            for trial in trials
        ],
        left_out=MATCHES * len(version.games) - len(trials) if is_cut else 0,
        waits=why_programs_wait() if version.is_waiting else "",
        is_interrupted=_is_interrupted(version),
    )


def trial_fault(version: Version, trial: Trial) -> str:
    """Return why the bot failed in a match of a check; "" if it did not.

    A check ends with the first fault, so the reason of the version is that of the match.
    """
    return render_message(version.reason or REASONS[trial.fault]) if trial.fault else ""


def trial_replay(version: Version, trial: Trial) -> Replay:
    """Return the replay of a match of a check."""
    opened, opponent = open_record(trial.record), trial.opponent.capitalize()
    names = [f"{opponent} {seat + 1}" for seat in range(len(opened.record.seats))]
    names[trial.seat] = version.bot.player.name
    return Replay(opened=opened, labels=[SeatLabel(name) for name in names], address=_trial_address(version, trial))


def matches_page(bot: Pausable, reader: Account, *, page: str | None) -> MatchesPage:
    """Return a page of a bot's latest matches: what it did, who played and why."""
    listed = Paginator(appearances_of(bot), MATCHES_A_PAGE).get_page(page)
    occasions = occasions_of(with_names([appearance.report.match for appearance in listed], reader), reader)
    rows = [_match_row(bot, appearance, occasions[appearance.report.match_id]) for appearance in listed]
    return MatchesPage(bot, listed, rows)


def report_page(bot: Pausable, report: SeatReport, reader: Account) -> ReportPage:
    """Return the context of the page on one match."""
    (match,) = with_names([report.match], reader)
    result, luck, version = result_of(match.seats.all()), luck_at(report), version_at(bot, report)
    record_file_name, file = f"match-{match.public_id}.txt", file_name(version) if version else f"{bot.player.slug}.py"
    command = f"moothill-engine replay {record_file_name} --seat {report.seat + 1} --bot ./{file} --luck {luck}"
    return ReportPage(
        bot=bot,
        match=match,
        report=report,
        result=result,
        tie_break=tie_break_in(match.game, result),
        occasion=occasions_of([match], reader)[match.pk],
        record_file_name=record_file_name,
        version=version,
        command=command if luck and (version or bot.is_remote) else "",
    )


def _trial_address(version: Version, trial: Trial) -> str:
    return reverse("bots:check-match", args=[version.bot.public_id, version.number, trial.game, trial.number])


def _match_row(bot: Pausable, appearance: Appearance, occasion: Occasion) -> MatchRow:
    report = appearance.report
    against = [label_of(seat) for seat in report.match.seats.all() if seat.seat != report.seat]
    return MatchRow(appearance, bot.report_url(report.match.public_id), against, occasion)


def _bot_status(bot: UploadedBot, active: Version | None) -> Status:
    if active is None:
        in_play = Status("waiting", _("No active version"))
    else:
        in_play = Status("live", _("Active: version %(number)d") % {"number": active.number})
    return _status(bot, in_play)


def _status(bot: Pausable, in_play: Status) -> Status:
    """Return "Retired" or "Paused", or else the status of a bot in play."""
    if bot.retired_at is not None:
        return Status("done", _("Retired"))
    return Status("waiting", _("Paused")) if bot.paused_at is not None else in_play


def _version_status(version: Version) -> Status:
    if not version.active:
        return Status(KINDS[version.verdict], _verdict(version))
    if version.bot.is_in_play:
        return Status("live", pgettext("version", "Active"))
    return _bot_status(version.bot, version)


def _verdict(version: Version) -> str:
    is_claimed = version.is_waiting and version.token is not None
    return _("Checking") if is_claimed and not _is_interrupted(version) else str(version.get_verdict_display())


def _is_interrupted(version: Version) -> bool:
    """Return whether the worker of a check in progress was not seen lately; False while Redis is away."""
    if not version.is_waiting or version.token is None:
        return False
    try:
        return bool(version.worker) and version.worker not in live_workers()
    except RedisError:
        return False


@dataclass(frozen=True, slots=True)
class ConnectionStatus:
    """A remote bot and its status, the part of its page that changes."""

    bot: RemoteBot
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteBotPage:
    """A remote bot with its ratings. `command` runs the reference client, without the secret of a token."""

    bot: RemoteBot
    status: Status
    games: Sequence[str]
    address: str
    standings: Sequence[Standing]
    command: str


def remote_bot_rows(bots: Sequence[RemoteBot], records: Mapping[int, RatingsAndFaults]) -> list[BotRow]:
    """Return remote bots in their owner's list; `records` by the key of the player."""
    connected = connected_among(bots)
    return [
        BotRow(bot, _remote_status(bot, is_connected=bot.public_id in connected), _games(bot), records[bot.player.pk])
        for bot in bots
    ]


def connection_status(bot: RemoteBot) -> ConnectionStatus:
    """Return the context of the fragment on the connection, read from Redis now."""
    return ConnectionStatus(bot, _remote_status(bot, is_connected=bool(connected_among([bot]))))


def remote_bot_page(bot: RemoteBot, reader: Account) -> RemoteBotPage:
    """Return the context of a remote bot's page."""
    return RemoteBotPage(
        bot=bot,
        status=connection_status(bot).status,
        games=_games(bot),
        address=player_address(bot.player),
        standings=standings_of(bot.player, reader),
        command=client_command(bot, "mh_…"),
    )


@sensitive_variables("secret")
def client_command(bot: RemoteBot, secret: str) -> str:
    """Return the command that runs the reference client as this bot, with the secret of a token."""
    return f"MOOTHILL_TOKEN={secret} python3 remote.py {settings.SITE_ADDRESS} {bot.public_id}"


def _games(bot: RemoteBot) -> list[str]:
    return [game_name(slug) for slug in bot.games]


def _remote_status(bot: RemoteBot, *, is_connected: bool) -> Status:
    return _status(bot, Status("live", _("Connected")) if is_connected else Status("waiting", _("Not connected")))
