"""Reads of contests. Deals that are not revealed yet appear only as a number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.core.game import places_by
from games.bots.eligibility import builtin_bot_players
from games.bots.models import RemoteBot, UploadedBot
from games.contests.errors import NoSuchContest, NoSuchEntry
from games.contests.models import Contest, Entry, FinalDeal
from games.ladder import stats
from games.ladder.queries import Deal, deals_of, games_of
from games.matches.claims import rules_played_here
from games.matches.models import Match
from league.accounts.models import Account, Player
from league.clubs.permissions import User, rights_of
from league.clubs.queries import clubs_seen_by
from league.common.models import first_or_refuse

MOST_LEADERS = 6  # contests of a list whose leaders are shown: a final has up to 200 deals
WIDEST = 12  # players in a head-to-head table


class EntryLine(NamedTuple):
    """A bot in a contest, with its place, from 1, and score in the revealed deals; None before the first."""

    entry: Entry
    is_own: bool
    place: int | None = None
    share: stats.Share | None = None


class Score(NamedTuple):
    """The mean score of a bot in a deal."""

    player: Player
    score: float


class RevealedDeal(NamedTuple):
    """A revealed deal: the scores, and the first of its matches, whose page links to the others."""

    number: int
    names: tuple[str, ...]
    scores: Sequence[Score]  # the best first
    match: str
    games: int


class HeadToHeadRow(NamedTuple):
    """A row of the head-to-head table: a player, and its score against each; None against itself."""

    player: Player
    shares: Sequence[stats.Share | None]


class HeadToHead(NamedTuple):
    """The score of one bot against another."""

    player: Player
    against: Player
    share: stats.Share


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestPage:
    """Context of the page of a contest."""

    contest: Contest
    lines: Sequence[EntryLine]
    left_out: Sequence[EntryLine]
    played: int  # deals that are finished
    revealed: Sequence[RevealedDeal]  # the latest first
    next_at: datetime | None  # earliest time of the next reveal
    stuck: Sequence[FinalDeal]  # for organisers: deals that can never be finished
    seats: Sequence[stats.SeatWorth]
    duels: Sequence[HeadToHeadRow]  # none above `WIDEST` players: then each has its own on its page
    own: Entry | None
    may_organise: bool

    @property
    def entries(self) -> list[EntryLine]:
        """Those who play, then those who were left out."""
        return [*self.lines, *self.left_out]

    @property
    def has_remote(self) -> bool:
        """Whether a remote bot plays: then not every deal has the same cards from every seat."""
        return any(line.entry.is_remote for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotPage:
    """Context of the page of a bot in a contest; revealed deals only."""

    contest: Contest
    line: EntryLine
    players: int  # how many play
    seats: Sequence[stats.SeatWorth]
    opponents: Sequence[tuple[Player, stats.Share]]
    deals: Sequence[Deal]  # the latest first


class _Final(NamedTuple):
    """What every page of a contest reads. The games are those of revealed deals."""

    deals: Sequence[FinalDeal]
    games: Sequence[stats.Game]
    lines: Sequence[EntryLine]
    left_out: Sequence[EntryLine]

    @property
    def revealed(self) -> list[FinalDeal]:
        """The revealed deals, the latest first."""
        return [deal for deal in reversed(self.deals) if deal.told_at is not None]

    @property
    def players(self) -> dict[int, Player]:
        """The players, the best first."""
        return {line.entry.player_id: line.entry.player for line in self.lines}


def contests_seen_by(user: User) -> QuerySet[Contest]:
    """Return the contests that the user may see, with entries and revealed deals counted; the latest first."""
    visible = Contest.objects.filter(club__in=clubs_seen_by(user)).select_related("club")
    revealed = Count("final", filter=Q(final__told_at__isnull=False), distinct=True)
    visible = visible.annotate(entered=Count("entries", distinct=True), revealed=revealed)
    return visible.order_by(F("over_at").desc(nulls_first=True), "-closes_at", "-pk")


def contests_listed(user: User, *, club: str = "") -> QuerySet[Contest]:
    """Return the contests that the user may see, with a slug those of its club; none for an invalid slug."""
    visible = contests_seen_by(user)
    if not club:
        return visible
    return visible.filter(club__slug=club) if club.isprintable() else visible.none()


def leaders_of(contests: Iterable[Any]) -> dict[int, list[Player]]:
    """Return the leaders in revealed deals by id of the contest, for the first few that have any. Three queries."""
    shown = [contest.pk for contest in contests if contest.revealed][:MOST_LEADERS]
    deals = FinalDeal.objects.filter(contest__in=shown, told_at__isnull=False)
    contest_of = dict(deals.values_list("block", "contest"))
    games: dict[int, list[stats.Game]] = defaultdict(list)
    for game in games_of(list(contest_of)):
        games[contest_of[game.block]].append(game)
    players: dict[int, dict[int, Player]] = defaultdict(dict)
    for entry in Entry.objects.filter(contest__in=shown, left_out_because="").select_related("player"):
        players[entry.contest_id][entry.player_id] = entry.player
    return {
        contest: [players[contest][player] for player, place, _ in standings(played, players[contest]) if place == 1]
        for contest, played in games.items()
    }


def hidden_entries(user: User) -> list[Entry]:
    """Return the user's bots in open contests of clubs that they may not see any more: they may withdraw them."""
    if not isinstance(user, Account):
        return []
    is_open = {"contest__closed_at": None, "contest__called_off_at": None, "contest__closes_at__gt": timezone.now()}
    own = Entry.objects.filter(owner=user, **is_open)
    hidden = own.exclude(contest__club__in=clubs_seen_by(user))
    return list(hidden.select_related("contest", "player").order_by("contest__closes_at"))


def can_see(public_id: str, user: User) -> bool:
    """Return whether the user may see the contest."""
    return contests_seen_by(user).filter(public_id=public_id).exists()


def contest_at(public_id: str, user: User) -> Contest:
    """Return the contest at that address. Raise `NoSuchContest`."""
    sentence = _("There is no contest at this address. If its club is private, sign in as a member.")
    return first_or_refuse(contests_seen_by(user).filter(public_id=public_id), NoSuchContest(sentence))


def contest_page(contest: Contest, user: User) -> ContestPage:
    """Return the context of a contest's page, in a fixed number of queries."""
    final = _final(contest, user)
    may_organise = rights_of(user, contest.club).organise
    return ContestPage(
        contest=contest,
        lines=final.lines,
        left_out=final.left_out,
        played=sum(deal.is_finished for deal in final.deals),
        revealed=_revealed_deals(final),
        next_at=contest.next_at if contest.state == Contest.State.TELLING else None,
        stuck=list(stuck_deals(contest)) if may_organise and contest.closed_at and not contest.over_at else [],
        seats=stats.shares_by_seat(stats.by_seat(final.games)),
        duels=_all_against_all(final),
        own=next((line.entry for line in [*final.lines, *final.left_out] if line.is_own), None),
        may_organise=may_organise,
    )


def contest_bot_page(contest: Contest, public_id: str, user: User) -> BotPage:
    """Return the context of a bot's page, in a fixed number of queries. Raise `NoSuchEntry` for one not in it."""
    final = _final(contest, user)
    line = next((line for line in final.lines if line.entry.player.public_id == public_id), None)
    if line is None:
        raise NoSuchEntry(_("This bot is not in this contest. Choose a bot on the contest page."))
    players, player = final.players, line.entry.player_id
    shares = stats.by_opponent(final.games, player)
    numbers = {deal.block_id: deal.number for deal in final.revealed if deal.block_id and player in deal.players}
    return BotPage(
        contest=contest,
        line=line,
        players=len(players),
        seats=stats.shares_by_seat(stats.by_seat(final.games, player)),
        opponents=[(players[key], shares[key]) for key in players if key in shares],
        deals=deals_of(player, numbers),
    )


def contest_duels(contest: Contest, user: User) -> list[HeadToHead]:
    """Return the head-to-head scores of the revealed deals, in the order of the standings."""
    final = _final(contest, user)
    shares, players = stats.head_to_head(final.games), final.players
    pairs = [(player, opponent) for player in players for opponent in players if (player, opponent) in shares]
    return [HeadToHead(players[player], players[opponent], shares[player, opponent]) for player, opponent in pairs]


def own_entry(contest: Contest, account: Account) -> Entry:
    """Return the account's entry in the contest. Raise `NoSuchEntry`."""
    own = contest.entries.select_related("player").filter(owner=account)
    return first_or_refuse(own, NoSuchEntry(_("None of your bots is in this contest.")))


def bots_to_enter(contest: Contest, account: Account) -> list[UploadedBot | RemoteBot]:
    """Return the account's bots that may enter now, remote ones last."""
    own = UploadedBot.objects.filter(player__owner=account, paused_at=None, retired_at=None)
    able = own.filter(versions__active=True, versions__games__contains=[contest.game])
    bots: list[UploadedBot | RemoteBot] = list(able.select_related("player").distinct().order_by("player__name"))
    if contest.admits_remote:
        remote = RemoteBot.objects.filter(player__owner=account, paused_at=None, retired_at=None)
        bots += remote.filter(games__contains=[contest.game]).select_related("player").order_by("player__name")
    return bots


def builtin_bots_to_add(contest: Contest) -> list[Player]:
    """Return the built-in bots for its game that have not entered."""
    entered = set(contest.entries.values_list("player", flat=True))
    return [player for player in builtin_bot_players(contest.game) if player.pk not in entered]


def _final(contest: Contest, user: User) -> _Final:
    entries = list(contest.entries.select_related("player__remote_bot").order_by("player__name", "pk"))
    deals = list(contest.final.select_related("block").order_by("number"))
    games = games_of([deal.block_id for deal in deals if deal.told_at is not None])
    playing = {entry.player_id: entry for entry in entries if not entry.left_out_because}
    own = {entry for entry in entries if entry.owner_id and entry.owner_id == user.pk}
    places = standings(games, list(playing))
    lines = [EntryLine(playing[player], playing[player] in own, place, share) for player, place, share in places]
    left_out = [EntryLine(entry, entry in own) for entry in entries if entry.left_out_because]
    return _Final(deals, games, lines, left_out)


def _revealed_deals(final: _Final) -> list[RevealedDeal]:
    revealed, players, scores = final.revealed, final.players, stats.of_blocks(final.games)
    rows = Match.objects.filter(block__in=[deal.block_id for deal in revealed]).order_by("block", "rotation")
    matches: dict[int | None, list[str]] = defaultdict(list)
    for block, public_id in rows.values_list("block", "public_id"):
        matches[block].append(public_id)
    return [
        RevealedDeal(
            number=deal.number,
            names=tuple(players[player].name for player in deal.players if player in players),
            scores=sorted(
                (Score(players[key], score) for key, score in scores[deal.block_id or 0].items() if key in players),
                key=lambda score: (-score.score, score.player.name),
            ),
            match=matches[deal.block_id][0],
            games=len(matches[deal.block_id]),
        )
        for deal in revealed
    ]


def stuck_deals(contest: Contest) -> QuerySet[FinalDeal]:
    """Return the deals that could not be queued, whose match failed, or whose rules version is not played here."""
    failed = Q(block__matches__status=Match.Status.DEAD)
    other_rules = ~Q(block__matches__rules_version__in=rules_played_here())
    queued = Q(block__matches__status=Match.Status.QUEUED)
    hidden = contest.final.filter(told_at=None, dropped_at=None)
    return hidden.filter(failed | queued & other_rules | ~Q(refused_because="")).distinct().order_by("number")


def _all_against_all(final: _Final) -> list[HeadToHeadRow]:
    players = final.players
    if not final.games or len(players) > WIDEST:
        return []
    shares = stats.head_to_head(final.games)
    return [
        HeadToHeadRow(player, [shares.get((key, opponent)) for opponent in players]) for key, player in players.items()
    ]


Standing = tuple[int, int | None, stats.Share | None]
"""A player's key, place and share; None before the first revealed game."""


def standings(games: Iterable[stats.Game], players: Collection[int]) -> list[Standing]:
    """Return all players, the best first, by mean score; ties share a place."""
    shares = {player: share for player, share in stats.overall(games).items() if player in players}
    scores = {player: round(share.mean, 9) for player, share in shares.items()}
    places = zip(scores, places_by([*scores.values()]), strict=True)
    placed: list[Standing] = [(player, place, shares[player]) for player, place in places]
    placed.sort(key=itemgetter(1))
    return placed + [(player, None, None) for player in players if player not in shares]
