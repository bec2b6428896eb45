"""Import of a tournament file: create the tournament, or continue it from the file."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account, Player
from league.accounts.names import is_reserved, numbered
from league.accounts.queries import player_of
from league.accounts.services.players import make_player
from league.clubs.models import Club
from league.results.drafts import ResultDraft, SeatResult
from league.results.models import Result
from league.results.services.corrections import correct_result, withdraw_result
from league.results.services.ledger import enter_results
from league.tournaments.models import (
    Entry,
    Evening,
    ForbiddenPair,
    Leg,
    Pairing,
    PairingSeat,
    Presence,
    RequestedBye,
    Round,
    Tournament,
)
from league.tournaments.permissions import require_organiser
from league.tournaments.services.creation import (
    Settings,
    checked_endings,
    checked_scoring,
    checked_settings,
    checked_tiebreaks,
    make_tournament,
)
from league.tournaments.services.lifecycle import go_on
from league.tournaments.transfer.matching import differs, foresee, rows_here
from league.tournaments.transfer.schema import Fields

_OVERWRITTEN = (
    "name", "summary", "seed", "begins_at", "round_minutes", "capacity", "confirmations", "endings", "status",
    "started_at", "finished_at", "tiebreaks", "scoring", "pace", "first_due_at", "due_every_days", "reminder_days",
    "ended_early", "end_note", "end_reason", "evenings_planned",
)  # fmt: skip


Cast = Mapping[int, Entry]  # entries by their number in the file


@transaction.atomic
def take_file(*, held: Fields, club: Club, by: Account | None) -> Tournament:
    """Create or continue the tournament of a file that was read. Idempotent.

    Unknown players become guests. Results enter the club's own pool, in the order and on the days they were played.
    Raise `NotTheOrganiser`, `FileRefused`, and the errors of the services used.
    """
    require_organiser(by, club)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"file:{held['event']['public_id']}"])
    foreseen = foresee(held, club)
    event = foreseen.event.locked() if foreseen.event else _made(held, club, by)
    if foreseen.event:
        foreseen = foresee(held, club)  # again, under the lock
    people = {person.number: person.player for person in foreseen.people}
    cast = _entries(event, held, people, by)
    evenings = _evenings(event, held, cast)
    rows = rows_here(event)
    _rounds(event, held, cast, evenings, kept=set(rows))
    _results(event, held, cast, rows, by)
    _settle(event, held)
    note(
        "event-taken-in",
        gettext_noop("The tournament was imported from a file, up to round %(round)d."),
        by=by,
        club=club.public_id,
        event=event.public_id,
        facts={"round": len(held["rounds"])},
    )
    return event


def _made(held: Fields, club: Club, by: Account | None) -> Tournament:
    told = held["event"]
    same = ("name", "game", "options", "format", "format_options", "scoring", "tiebreaks", "pace")
    event = make_tournament(club=club, by=by, **{name: told[name] for name in same})
    event.public_id = told["public_id"]
    event.save(update_fields=["public_id"])
    return event.locked()


def _entries(
    event: Tournament, held: Fields, people: Mapping[int, Player | None], by: Account | None
) -> dict[int, Entry]:
    """Create or update entries from the file; existing rows are matched by player."""
    standing = {entry.player_id: entry for entry in event.entries.select_related("player")}
    entries: dict[int, Entry] = {}
    for told in held["entries"]:
        # A name of a built-in bot gets a number: here the other site's bot is a person.
        name = numbered(told["name"], 2) if is_reserved(told["name"]) else told["name"]
        player = people[told["number"]] or make_player(name=name, public_id=told["player"])
        entry = standing.pop(player.pk, None) or Entry(tournament=event, player=player, entered_by=by)
        for column in ("number", "joined_round", "left_round", "is_guest", "fixed_table", "checked_in_at"):
            setattr(entry, column, told[column])
        entry.is_guest = entry.is_guest or people[told["number"]] is None
        entry.save()
        entries[told["number"]] = entry
    for gone in standing.values():
        gone.delete()
    RequestedBye.objects.filter(entry__tournament=event).delete()
    RequestedBye.objects.bulk_create(
        RequestedBye(entry=entries[told["number"]], **bye) for told in held["entries"] for bye in told["byes"]
    )
    event.forbidden_pairs.all().delete()
    ForbiddenPair.objects.bulk_create(_forbidden(event, pair, entries) for pair in held["forbidden"])
    return entries


def _forbidden(event: Tournament, pair: Fields, entries: Mapping[int, Entry]) -> ForbiddenPair:
    one, other = sorted((entries[pair["one"]], entries[pair["other"]]), key=lambda entry: entry.pk)
    return ForbiddenPair(tournament=event, one=one, other=other, until_round=pair["until_round"])


def _evenings(event: Tournament, held: Fields, cast: Cast) -> dict[int, Evening]:
    event.evenings.filter(closed_at=None).update(closed_at=timezone.now())  # the file names the open one
    evenings: dict[int, Evening] = {}
    for told in held["evenings"]:
        told_of_it = {"day": told["day"], "closed_at": told["closed_at"]}
        evening, _new = Evening.objects.update_or_create(tournament=event, number=told["number"], defaults=told_of_it)
        evening.presences.all().delete()
        Presence.objects.bulk_create(
            Presence(evening=evening, entry=cast[one["entry"]], left_at=one["left_at"]) for one in told["presences"]
        )
        evenings[told["number"]] = evening
    return evenings


def _rounds(event: Tournament, held: Fields, cast: Cast, evenings: Mapping[int, Evening], kept: set[UUID]) -> None:
    """Create rounds and tables from the file; tables with a result keep their rows."""
    begun = Pairing.objects.filter(round__tournament=event, legs__subject__in=kept).distinct()
    standing = {(pairing.round_id, pairing.table): pairing for pairing in begun}
    Pairing.objects.filter(round__tournament=event).exclude(pk__in=[one.pk for one in standing.values()]).delete()
    event.rounds.filter(pairings=None).delete()
    for told in held["rounds"]:
        columns = ("status", "version", "published_at", "changed_at", "closed_at", "due_at")
        facts = {name: told[name] for name in columns}
        facts["evening"] = evenings.get(told["evening"])
        one, _new = Round.objects.update_or_create(tournament=event, number=told["number"], defaults=facts)
        new = [pairing for pairing in told["pairings"] if (one.pk, pairing["table"]) not in standing]
        _tables(one, new, cast)


def _tables(one: Round, told: Iterable[Fields], cast: Cast) -> None:
    told = list(told)
    same = ("table", "bye", "version", "by_hand", "slot", "reasons", "due_at")
    made = Pairing.objects.bulk_create(Pairing(round=one, **{name: pairing[name] for name in same}) for pairing in told)
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=row, seat=seat, entry=cast[number])
        for row, pairing in zip(made, told, strict=True)
        for seat, number in enumerate(pairing["seats"])
    )
    Leg.objects.bulk_create(
        Leg(pairing=row, number=number, subject=subject)
        for row, pairing in zip(made, told, strict=True)
        for number, subject in enumerate(pairing["legs"], start=1)
    )


def _results(event: Tournament, held: Fields, cast: Cast, rows: Mapping[UUID, Result], by: Account | None) -> None:
    """Enter new results in the order they were played, then differences as corrections."""
    now = timezone.now()
    played = [told for told in held["results"] if told["how"] != Result.How.WITHDRAWN]
    new = [
        ResultDraft(
            told["subject"],
            _seats(told, cast),
            how=told["how"],
            ending=told["ending"],
            is_rated=told["is_rated"],
            played_at=told["played_at"] if told["played_at"] < now else None,  # another clock may be ahead
        )
        for told in played
        if told["subject"] not in rows
    ]
    if new:
        enter_results(pool=event.pool, entries=new, by=player_of(by) if by else None)
    numbers = {entry.player_id: number for number, entry in cast.items()}
    for told in held["results"]:
        row = rows.get(told["subject"])
        if row is not None and differs(told, row, numbers):
            _correct(told, row, cast, by)


def _seats(told: Fields, cast: Cast) -> tuple[SeatResult, ...]:
    return tuple(SeatResult(cast[seat["entry"]].player_id, seat["points"], seat["place"]) for seat in told["seats"])


def _correct(told: Fields, row: Result, cast: Cast, by: Account | None) -> None:
    reason = told["reason"] or _("Imported from the tournament file.")
    if told["how"] == Result.How.WITHDRAWN:
        withdraw_result(result=row, reason=reason, by=by)
        return
    correct_result(result=row, seats=_seats(told, cast), reason=reason, by=by, how=told["how"], ending=told["ending"])


def _settle(event: Tournament, held: Fields) -> None:
    told = _checked(event, held["event"])
    for name in _OVERWRITTEN:
        setattr(event, name, told[name])
    event.revision += 1
    event.save()
    if event.is_running:
        go_on(event)


def _checked(event: Tournament, told: Fields) -> Fields:
    """Check the file's tournament as if it were typed, because anybody could write a file.

    Raise `CannotBePlayed`.
    """
    settings = Settings(**{field.name: told[field.name] for field in fields(Settings)})
    return (
        told
        | asdict(checked_settings(event.game, settings))
        | {
            "endings": checked_endings(event.game, told["endings"]),
            "scoring": checked_scoring(told["scoring"]),
            "tiebreaks": checked_tiebreaks(told["tiebreaks"]),
        }
    )
