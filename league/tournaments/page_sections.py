"""Sections of tournaments on pages of other apps: the home page of an account, its data export, and clubs."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, F, IntegerField, Min, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timeuntil
from django.utils.timezone import localtime, now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.accounts.home_page import Line
from league.accounts.models import Account, Player
from league.clubs.display_names import show_names_by_club
from league.clubs.models import Club
from league.clubs.permissions import Rights
from league.clubs.queries import clubs_organised_by, clubs_seen_by, hidden_clubs
from league.common.timezones import with_zone
from league.competition.format import seats_in_leg
from league.ratings.queries import current_ratings
from league.results.models import Report
from league.tournaments.models import Entry, Leg, Pairing, Round, Tournament
from league.tournaments.presenters.overview import rows_of, state_of
from league.tournaments.queries.entries import entries_by
from league.tournaments.queries.rounds import result_of_game
from league.tournaments.queries.tournaments import latest_at, tournaments_at

MOST_SHOWN: Final = 6  # games, or tournaments
MOST_ROUNDS: Final = 60  # that are read; the page has one line for each tournament
Status = Tournament.Status
_UNFINISHED: Final = (Status.DRAFT, Status.REGISTRATION, Status.CHECK_IN, Status.RUNNING)

Ratings = Mapping[tuple[int, int], int]
"""In thousandths, by pool id and player id."""


def entries_by_status(account: Account) -> Mapping[str, list[int]]:
    """Return the ids of the account's entries in tournaments it may see, by the tournament's status."""
    columns = ("pk", "tournament__status", "tournament__club", "tournament__club__is_public")
    open_tournaments = Entry.objects.filter(entries_by(account), tournament__status__in=_UNFINISHED)
    rows = list(open_tournaments.values_list(*columns))
    hidden = hidden_clubs([row[2:] for row in rows], account)
    found: dict[str, list[int]] = defaultdict(list)
    for entry, status, club, _is_public in rows:
        if club not in hidden:
            found[status].append(entry)
    return found


def legs_to_play(entries: Collection[int]) -> QuerySet[Leg]:
    """Return games in person that these entries have to play and that have no report, by time of publication."""
    legs = Leg.objects.filter(
        pairing__seats__entry__in=entries,
        pairing__round__status=Round.Status.PUBLISHED,
        pairing__round__tournament__venue=Tournament.Venue.PAPER,
    )
    reported = Report.objects.filter(subject=OuterRef("subject"), status__in=Report.LIVE)
    legs = legs.filter(~Exists(result_of_game()), ~Exists(reported)).select_related("pairing__round__tournament__club")
    ordered = legs.order_by("pairing__round__published_at", "pairing__round_id", "number")
    people = Prefetch("pairing__seats__entry", Entry.objects.select_related("player__merged_into"))
    return ordered.prefetch_related("pairing__seats", people)[:MOST_SHOWN]


def tournaments_to_organise(account: Account) -> QuerySet[Any]:
    """Return unfinished tournaments in person that the account organises, with annotations.

    `entered` counts entries; `draft` and `published` are round numbers; `missing` counts published games without a
    result, in `rounds_missing` rounds, of which `first_missing` is the first. Disputed games are not counted: they are
    a task of the club. `disputed` is whether there are any.
    """
    drafts = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.DRAFT).values("number")
    board = Round.objects.filter(tournament=OuterRef("pk"), status=Round.Status.PUBLISHED).order_by("-number")
    legs = Leg.objects.filter(pairing__round__tournament=OuterRef("pk"), pairing__round__status=Round.Status.PUBLISHED)
    undecided = legs.filter(~Exists(result_of_game())).order_by()
    disputed = Exists(Report.objects.filter(subject=OuterRef("subject"), status=Report.Status.DISPUTED))
    missing = undecided.filter(~disputed).values("pairing__round__tournament")
    rounds = missing.annotate(count=Count("pairing__round", distinct=True), first=Min("pairing__round__number"))
    tournaments = Tournament.objects.filter(club__in=clubs_organised_by(account).values("pk"))
    open_tournaments = tournaments.filter(status__in=_UNFINISHED, venue=Tournament.Venue.PAPER)
    annotated: QuerySet[Any] = open_tournaments.select_related("club").annotate(
        entered=Count("entries"),
        draft=Subquery(drafts[:1]),
        published=Subquery(board.values("number")[:1]),
        missing=Coalesce(Subquery(missing.annotate(count=Count("pk")).values("count")), 0, output_field=IntegerField()),
        rounds_missing=Subquery(rounds.values("count")),
        first_missing=Subquery(rounds.values("first")),
        disputed=Exists(undecided.filter(disputed)),
    )
    return annotated.order_by("-status", F("begins_at").asc(nulls_last=True), "-pk")[:MOST_SHOWN]


def ratings_of(people: Sequence[tuple[Player, Tournament]]) -> Ratings:
    """Return the current ratings of players in the pools of their tournaments. One query; none without players."""
    if not people:
        return {}
    pools, players = (
        {tournament.pool_id for _player, tournament in people},
        {player.pk for player, _tournament in people},
    )
    rows = current_ratings().filter(fold__pool__in=pools, player__in=players)
    return {(pool, player): value for pool, player, value in rows.values_list("fold__pool", "player", "value")}


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game to play now: where, with whom, and where to report the result."""

    tournament: str
    href: str
    table: int  # 0 where the players agree on a place and time before a deadline
    round: int
    opponents: tuple[tuple[str, str, int | None], ...]
    """Public id, name, and rating in the tournament's pool (in thousandths), from the first seat on."""

    seat: int  # the reader's, from 1
    seats: int
    until: datetime | None  # when the round's clock ends
    zone: str  # the club's time zone
    report_href: str
    due: datetime | None  # deadline
    due_in: str  # "3 weeks"; empty if overdue or without deadline
    at: datetime | None = None
    template: str = "tournaments/_next_game.html"


def next_games(account: Account, _since: datetime | None) -> Sequence[NextGame | Line]:
    """Return the games to play now and the byes, then the tournaments that have not started."""
    entries = entries_by_status(account)
    playing, coming = entries[Status.RUNNING], [*entries[Status.REGISTRATION], *entries[Status.CHECK_IN]]
    lines: list[NextGame | Line] = []
    if playing:
        legs = sorted(legs_to_play(playing), key=_due_first)
        people = [(player, leg.pairing.round.tournament) for leg in legs for player in _players(leg)]
        show_names_by_club(((player, tournament.club) for player, tournament in people), account)
        ratings = ratings_of(people)
        byes = Pairing.objects.filter(
            seats__entry__in=playing,
            round__status=Round.Status.PUBLISHED,
            round__tournament__pace__in=[Tournament.Pace.ROUND, Tournament.Pace.DESK],
        ).exclude(bye="")
        byes = byes.select_related("round__tournament").order_by("round__published_at", "pk")
        lines = [*(_next(leg, account, ratings) for leg in legs), *map(_bye, byes)]
    if coming:
        dated_first = (F("tournament__begins_at").asc(nulls_last=True), "tournament_id", "pk")
        entered = Entry.objects.filter(pk__in=coming, left_round=None).select_related("tournament__club")
        lines += map(_coming, entered.order_by(*dated_first))
    return lines


def _due(pairing: Pairing) -> datetime | None:
    return pairing.due_at or pairing.round.due_at


def _due_first(leg: Leg) -> float:
    """Sort games without a deadline first, then by deadline."""
    due = _due(leg.pairing)
    return due.timestamp() if due else 0.0


def recent_tournament_events(account: Account, since: datetime | None) -> Sequence[Line]:
    """Return lines about published rounds and finished tournaments."""
    if since is None:
        return []
    entered = Entry.objects.filter(entries_by(account)).values("tournament")
    own = Tournament.objects.filter(pk__in=entered, club__in=clubs_seen_by(account))
    rounds = Round.objects.filter(tournament__in=own.order_by().values("pk"), published_at__gt=since)
    by_tournament: dict[int, list[Round]] = defaultdict(list)
    for tournament_round in rounds.select_related("tournament").order_by("-published_at", "-number")[:MOST_ROUNDS]:
        by_tournament[tournament_round.tournament_id].append(tournament_round)
    finished = own.filter(finished_at__gt=since, status=Status.FINISHED).order_by("-finished_at")[:MOST_SHOWN]
    words = _("%(tournament)s is finished")
    return [
        *map(_published, by_tournament.values()),
        *(Line(words % {"tournament": done}, _href(done, "standings"), at=done.finished_at) for done in finished),
    ]


def organiser_tasks(account: Account, _since: datetime | None) -> Sequence[Line]:
    """Return the tasks in the tournaments that the reader organises."""
    return [
        Line(_next_task(tournament), reverse("tournaments:manage", args=[tournament.public_id]), tournament.club.name)
        for tournament in tournaments_to_organise(account)
        if tournament.draft or tournament.missing or not tournament.disputed
    ]


def _published(rounds: Sequence[Round]) -> Line:
    """Return one line for all rounds of a tournament, the latest first."""
    latest, first = rounds[0], rounds[-1]
    facts = {"round": latest.number, "tournament": latest.tournament, "first": first.number}
    if latest is first:
        words = _("Round %(round)d of %(tournament)s is published") % facts
        return Line(words, _href(latest.tournament, "round", latest.number), at=latest.published_at)
    words = _("Rounds %(first)d\N{EN DASH}%(round)d of %(tournament)s are published") % facts
    return Line(words, _href(latest.tournament, "rounds"), at=latest.published_at)


def _next(leg: Leg, account: Account, ratings: Ratings) -> NextGame:
    pairing, tournament = leg.pairing, leg.pairing.round.tournament
    players = seats_in_leg(_players(leg), leg.number)
    seat = next(number for number, player in enumerate(players) if player.account_id == account.pk)
    ends, due = pairing.round.clock_ends_at, _due(pairing)
    sheet = reverse("sheets:record", args=[tournament.club.slug])
    return NextGame(
        tournament=tournament.name,
        href=f"{_href(tournament, 'round', pairing.round.number)}#table-{pairing.table}",
        table=0 if due else pairing.table,
        round=pairing.round.number,
        opponents=tuple(
            (player.public_id, player.name, ratings.get((tournament.pool_id, player.pk)))
            for number, player in enumerate(players)
            if number != seat
        ),
        seat=seat + 1,
        seats=len(players),
        until=ends if ends and ends > now() else None,
        zone=tournament.club.time_zone,
        report_href=f"{sheet}?leg={pairing.public_id}.{leg.number}",
        due=due,
        due_in=timeuntil(due, depth=1) if due and due > now() else "",
    )


def _players(leg: Leg) -> list[Player]:
    return [seat.entry.person for seat in leg.pairing.seats.all()]


def _bye(pairing: Pairing) -> Line:
    number, tournament = pairing.round.number, pairing.round.tournament
    words = _("%(tournament)s, round %(round)d: you have a bye") % {"tournament": tournament, "round": number}
    return Line(words, _href(tournament, "round", number), _("You play again in the next round."))


def _coming(entry: Entry) -> Line:
    tournament = entry.tournament
    begins = with_zone(localtime(tournament.begins_at), _("l j F, H:i T")) if tournament.begins_at else ""
    words = _("%(tournament)s starts on %(when)s") if begins else _("%(tournament)s has not started yet")
    if tournament.keeps_waiting(entry.number):
        note = _("You are on the waiting list. You move up when another player withdraws.")
    else:
        note = _("You are entered. Round 1 is not published yet.")
    return Line(words % {"tournament": tournament, "when": begins}, _href(tournament, "tournament"), note)


def _next_task(tournament: Any) -> str:
    """Return the next task in a tournament read by `tournaments_to_organise`."""
    facts = {
        "tournament": tournament.name,
        "round": tournament.published,
        "draft": tournament.draft,
        "count": tournament.entered,
    }
    if tournament.takes_entries and not tournament.by_evenings:
        words = ngettext(
            "%(tournament)s \N{EN DASH} %(count)d player entered",
            "%(tournament)s \N{EN DASH} %(count)d players entered",
            tournament.entered,
        )
        return words % facts
    if tournament.draft:
        return _("%(tournament)s \N{EN DASH} round %(draft)d is ready to publish") % facts
    if tournament.missing:
        words = ngettext(
            "%(tournament)s \N{EN DASH} %(count)d game of round %(round)d has no result",
            "%(tournament)s \N{EN DASH} %(count)d games of round %(round)d have no result",
            tournament.missing,
        )
        if tournament.rounds_missing > 1:
            words = _("%(tournament)s \N{EN DASH} %(count)d games from different rounds have no result")
        return words % (facts | {"count": tournament.missing, "round": tournament.first_missing})
    if tournament.by_evenings:
        return _("%(tournament)s \N{EN DASH} check in players and pair a round") % facts
    return _("%(tournament)s \N{EN DASH} pair the next round") % facts


def _href(tournament: Tournament, page: str, *more: object) -> str:
    return reverse(f"tournaments:{page}", args=[tournament.public_id, tournament.slug, *more])


def export_entries(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Return the tournaments that the players entered, for their data export."""
    entries = Entry.objects.filter(player__in=players).select_related("tournament__club").order_by("pk")
    return [
        {
            "event": entry.tournament.name,
            "club": entry.tournament.club.name,
            "number": entry.number,
            "guest": entry.is_guest,
            "entered": entry.created_at,
            "checked in": entry.checked_in_at,
        }
        for entry in entries
    ]


class CardLine(NamedTuple):
    """A line of a club's card: a link, and what is next there in a few words."""

    href: str
    words: str
    next: str
    game: str


def tournaments_on_cards(_request: HttpRequest, clubs: Sequence[Club]) -> dict[int, list[CardLine]]:
    """Return the latest tournaments of each club, running ones first."""
    found: dict[int, list[CardLine]] = defaultdict(list)
    for tournament in latest_at(clubs):
        href = reverse("tournaments:tournament", args=[tournament.public_id, tournament.slug])
        next_there = _next_date(tournament) or _state(tournament)
        found[tournament.club_id].append(CardLine(href, tournament.name, next_there, tournament.game))
    return found


def _next_date(tournament: Any) -> str:
    """Return the next date of a tournament `with_dates`, in words; "" without one."""
    if tournament.is_running and tournament.night_day and not tournament.night_closed:
        return _("Club night in progress")
    if tournament.is_running and tournament.next_due:
        return _("Play by %(day)s") % {"day": _day(tournament.next_due, tournament)}
    if tournament.is_running and tournament.night_day:
        return _("Last club night: %(day)s") % {"day": date_format(tournament.night_day, _("j F"))}
    if tournament.takes_entries and tournament.begins_at:
        return _("Starts on %(day)s") % {"day": _day(tournament.begins_at, tournament)}
    return ""


def _state(tournament: Any) -> str:
    if tournament.is_running and tournament.latest_round:
        return _("Round %(round)s") % {"round": tournament.latest_round}
    return state_of(tournament)[1]


def _day(at: datetime, tournament: Tournament) -> str:
    """Return the day at the club."""
    return date_format(timezone.localtime(at, ZoneInfo(tournament.club.time_zone)), _("j F"))


def tournaments_panel(request: HttpRequest, club: Club, rights: Rights) -> Mapping[str, object]:  # noqa: ARG001  (of the registry)
    """Return the latest tournaments of the club, running ones first, each with its next date, and links."""
    rows = [row._replace(next=_next_date(row.tournament)) for row in rows_of(tournaments_at(club.pk))]
    ways = {"new_href": "tournaments:new", "file_href": "tournaments:import-file"}
    return {"rows": rows} | {
        name: reverse(to, args=[club.slug]) if rights.organise else "" for name, to in ways.items()
    }
