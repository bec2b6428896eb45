"""Import of a tournament file: create the tournament, or continue it from the file."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.accounts.audit_log import note
from league.accounts.models import Account, Player
from league.accounts.names import is_reserved, numbered
from league.accounts.queries import player_of
from league.accounts.services.players import make_player
from league.clubs.models import Club
from league.common.locks import advisory_lock
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
from league.tournaments.services.publishing import continue_tournament
from league.tournaments.transfer.matching import current_results, differs, preview_import
from league.tournaments.transfer.schema import Fields

_OVERWRITTEN = (
    "name", "summary", "seed", "begins_at", "round_minutes", "capacity", "confirmations", "endings", "status",
    "started_at", "finished_at", "tiebreaks", "scoring", "pace", "first_due_at", "due_every_days", "reminder_days",
    "ended_early", "end_note", "end_reason", "evenings_planned",
)  # fmt: skip


EntriesByNumber = Mapping[int, Entry]  # entries by their number in the file


@transaction.atomic
def import_file(*, document: Fields, club: Club, by: Account | None) -> Tournament:
    """Create or continue the tournament of a file that was read. Idempotent.

    Unknown players become guests. Results enter the club's own pool, in the order and on the days they were played.
    Raise `NotTheOrganiser`, `FileRefused`, and the errors of the services used.
    """
    require_organiser(by, club)
    advisory_lock(f"tournaments.file.{document['event']['public_id']}")
    foreseen = preview_import(document, club)
    tournament = foreseen.tournament.locked() if foreseen.tournament else _created(document, club, by)
    if foreseen.tournament:
        foreseen = preview_import(document, club)  # again, under the lock
    people = {person.number: person.player for person in foreseen.people}
    cast = _entries(tournament, document, people, by)
    evenings = _evenings(tournament, document, cast)
    rows = current_results(tournament)
    _rounds(tournament, document, cast, evenings, kept=set(rows))
    _results(tournament, document, cast, rows, by)
    _apply_settings(tournament, document)
    note(
        "event-taken-in",
        gettext_noop("The tournament was imported from a file, up to round %(round)d."),
        by=by,
        club=club.public_id,
        event=tournament.public_id,
        facts={"round": len(document["rounds"])},
    )
    return tournament


def _created(document: Fields, club: Club, by: Account | None) -> Tournament:
    data = document["event"]
    same = ("name", "game", "options", "format", "format_options", "scoring", "tiebreaks", "pace")
    tournament = make_tournament(club=club, by=by, **{name: data[name] for name in same})
    tournament.public_id = data["public_id"]
    tournament.save(update_fields=["public_id"])
    return tournament.locked()


def _entries(
    tournament: Tournament, document: Fields, people: Mapping[int, Player | None], by: Account | None
) -> dict[int, Entry]:
    """Create or update entries from the file; existing rows are matched by player."""
    existing = {entry.player_id: entry for entry in tournament.entries.select_related("player")}
    entries: dict[int, Entry] = {}
    for data in document["entries"]:
        # A name of a built-in bot gets a number: here the other site's bot is a person.
        name = numbered(data["name"], 2) if is_reserved(data["name"]) else data["name"]
        player = people[data["number"]] or make_player(name=name, public_id=data["player"])
        entry = existing.pop(player.pk, None) or Entry(tournament=tournament, player=player, entered_by=by)
        for column in ("number", "joined_round", "left_round", "is_guest", "fixed_table", "checked_in_at"):
            setattr(entry, column, data[column])
        entry.is_guest = entry.is_guest or people[data["number"]] is None
        entry.save()
        entries[data["number"]] = entry
    for gone in existing.values():
        gone.delete()
    RequestedBye.objects.filter(entry__tournament=tournament).delete()
    RequestedBye.objects.bulk_create(
        RequestedBye(entry=entries[data["number"]], **bye) for data in document["entries"] for bye in data["byes"]
    )
    tournament.forbidden_pairs.all().delete()
    ForbiddenPair.objects.bulk_create(_forbidden(tournament, pair, entries) for pair in document["forbidden"])
    return entries


def _forbidden(tournament: Tournament, pair: Fields, entries: Mapping[int, Entry]) -> ForbiddenPair:
    one, other = sorted((entries[pair["one"]], entries[pair["other"]]), key=lambda entry: entry.pk)
    return ForbiddenPair(tournament=tournament, one=one, other=other, until_round=pair["until_round"])


def _evenings(tournament: Tournament, document: Fields, cast: EntriesByNumber) -> dict[int, Evening]:
    tournament.evenings.filter(closed_at=None).update(closed_at=timezone.now())  # the file names the open one
    evenings: dict[int, Evening] = {}
    for data in document["evenings"]:
        times = {"day": data["day"], "closed_at": data["closed_at"]}
        evening, _new = Evening.objects.update_or_create(tournament=tournament, number=data["number"], defaults=times)
        evening.presences.all().delete()
        Presence.objects.bulk_create(
            Presence(evening=evening, entry=cast[row["entry"]], left_at=row["left_at"]) for row in data["presences"]
        )
        evenings[data["number"]] = evening
    return evenings


def _rounds(
    tournament: Tournament, document: Fields, cast: EntriesByNumber, evenings: Mapping[int, Evening], kept: set[UUID]
) -> None:
    """Create rounds and tables from the file; tables with a result keep their rows."""
    begun = Pairing.objects.filter(round__tournament=tournament, legs__subject__in=kept).distinct()
    existing = {(pairing.round_id, pairing.table): pairing for pairing in begun}
    Pairing.objects.filter(round__tournament=tournament).exclude(pk__in=[one.pk for one in existing.values()]).delete()
    tournament.rounds.filter(pairings=None).delete()
    for data in document["rounds"]:
        columns = ("status", "version", "published_at", "changed_at", "closed_at", "due_at")
        facts = {name: data[name] for name in columns}
        facts["evening"] = evenings.get(data["evening"])
        row, _new = Round.objects.update_or_create(tournament=tournament, number=data["number"], defaults=facts)
        new = [pairing for pairing in data["pairings"] if (row.pk, pairing["table"]) not in existing]
        _tables(row, new, cast)


def _tables(tournament_round: Round, pairings: Sequence[Fields], cast: EntriesByNumber) -> None:
    same = ("table", "bye", "version", "by_hand", "slot", "reasons", "due_at")
    rows = Pairing.objects.bulk_create(
        Pairing(round=tournament_round, **{name: pairing[name] for name in same}) for pairing in pairings
    )
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=row, seat=seat, entry=cast[number])
        for row, pairing in zip(rows, pairings, strict=True)
        for seat, number in enumerate(pairing["seats"])
    )
    Leg.objects.bulk_create(
        Leg(pairing=row, number=number, subject=subject)
        for row, pairing in zip(rows, pairings, strict=True)
        for number, subject in enumerate(pairing["legs"], start=1)
    )


def _results(
    tournament: Tournament, document: Fields, cast: EntriesByNumber, rows: Mapping[UUID, Result], by: Account | None
) -> None:
    """Enter new results in the order they were played, then differences as corrections."""
    now = timezone.now()
    played = [result for result in document["results"] if result["how"] != Result.How.WITHDRAWN]
    new = [
        ResultDraft(
            result["subject"],
            _seats(result, cast),
            how=result["how"],
            ending=result["ending"],
            is_rated=result["is_rated"],
            played_at=result["played_at"] if result["played_at"] < now else None,  # another clock may be ahead
        )
        for result in played
        if result["subject"] not in rows
    ]
    if new:
        enter_results(pool=tournament.pool, entries=new, by=player_of(by) if by else None)
    numbers = {entry.player_id: number for number, entry in cast.items()}
    for result in document["results"]:
        row = rows.get(result["subject"])
        if row is not None and differs(result, row, numbers):
            _correct(result, row, cast, by)


def _seats(result: Fields, cast: EntriesByNumber) -> tuple[SeatResult, ...]:
    return tuple(SeatResult(cast[seat["entry"]].player_id, seat["points"], seat["place"]) for seat in result["seats"])


def _correct(result: Fields, row: Result, cast: EntriesByNumber, by: Account | None) -> None:
    reason = result["reason"] or _("Imported from the tournament file.")
    if result["how"] == Result.How.WITHDRAWN:
        withdraw_result(result=row, reason=reason, by=by)
        return
    correct_result(
        result=row, seats=_seats(result, cast), reason=reason, by=by, how=result["how"], ending=result["ending"]
    )


def _apply_settings(tournament: Tournament, document: Fields) -> None:
    data = _checked(tournament, document["event"])
    for name in _OVERWRITTEN:
        setattr(tournament, name, data[name])
    tournament.revision += 1
    tournament.save()
    if tournament.is_running:
        continue_tournament(tournament)


def _checked(tournament: Tournament, data: Fields) -> Fields:
    """Check the file's tournament as if it were typed, because anybody could write a file.

    Raise `CannotBePlayed`.
    """
    settings = Settings(**{field.name: data[field.name] for field in fields(Settings)})
    return (
        data
        | asdict(checked_settings(tournament.game, settings))
        | {
            "endings": checked_endings(tournament.game, data["endings"]),
            "scoring": checked_scoring(data["scoring"]),
            "tiebreaks": checked_tiebreaks(data["tiebreaks"]),
        }
    )
