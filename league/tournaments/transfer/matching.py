"""Reading of a tournament file, and its comparison with the database: whether it continues, and who its players are."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.clubs.models import Club
from league.competition.format import seats_in_leg
from league.results.models import Result
from league.results.reports.queries import reported_among
from league.tournaments.errors import FileRefused
from league.tournaments.models import Leg, Pairing, Round, Tournament
from league.tournaments.transfer.exporting import digest_of
from league.tournaments.transfer.schema import KIND, READ, Fields, FileShape

LARGEST = 2 * 1024 * 1024  # bytes; 150 players and 20 rounds need a tenth


def read_file(content: bytes) -> Fields:
    """Return the validated content of a file. Raise `FileRefused`."""
    if len(content) > LARGEST:
        raise FileRefused(_("This file is larger than 2 MB. Choose a tournament file."))
    raw = _parsed(content)
    if raw.get("digest") != digest_of(raw):
        raise FileRefused(_("This file was changed or is incomplete. Export it again."))
    shape = FileShape(data=raw)
    if not shape.is_valid():
        raise FileRefused(_("This file has an error: %(place)s. Export it again."), place=_first_error(shape.errors))
    document: Fields = shape.validated_data
    _check_list(document)
    _check_rounds(document)
    _check_results(document)
    return document


def _parsed(content: bytes) -> Fields:
    try:
        raw = json.loads(content)
        plain = json.dumps(raw, ensure_ascii=False).encode()  # fails for lone surrogates
    except (ValueError, RecursionError) as error:
        raise FileRefused(_no_file()) from error
    if b"\\u0000" in plain:  # escaped NUL, which PostgreSQL cannot store
        raise FileRefused(_no_file())
    if not isinstance(raw, dict) or raw.get("moothill") != KIND:
        raise FileRefused(_no_file())
    if raw.get("version") not in READ:
        raise FileRefused(
            _("This file comes from another version of Moothill. Install the same version on both computers.")
        )
    return raw


def _no_file() -> str:
    return _("This is not a complete tournament file. Choose the file that was exported under Manage.")


def _first_error(errors: Any, place: str = "") -> str:
    """Return the first error with its path."""
    if isinstance(errors, Mapping):
        name, inner = next((name, inner) for name, inner in errors.items() if inner)
        return _first_error(inner, f"{place}.{name}".strip("."))
    if isinstance(errors, list):
        at, inner = next((at, inner) for at, inner in enumerate(errors) if inner)
        return f"{place}: {inner}" if isinstance(inner, str) else _first_error(inner, f"{place}[{at}]")
    return f"{place}: {errors}"


def _check_list(document: Fields) -> None:
    numbers = [entry["number"] for entry in document["entries"]]
    known = set(numbers)
    named = [number for pair in document["forbidden"] for number in (pair["one"], pair["other"])]
    named += [presence["entry"] for evening in document["evenings"] for presence in evening["presences"]]
    wrong = _repeats(numbers) or _repeats(entry["player"] for entry in document["entries"])
    wrong = wrong or any(pair["one"] == pair["other"] for pair in document["forbidden"])
    wrong = wrong or _repeats(frozenset((pair["one"], pair["other"])) for pair in document["forbidden"])
    wrong = wrong or any(_repeats(bye["round"] for bye in entry["byes"]) for entry in document["entries"])
    wrong = wrong or _repeats(evening["number"] for evening in document["evenings"])
    wrong = wrong or any(_repeats(row["entry"] for row in evening["presences"]) for evening in document["evenings"])
    wrong = wrong or sum(evening["closed_at"] is None for evening in document["evenings"]) > 1
    gone_before = any(
        entry["left_round"] and entry["left_round"] < entry["joined_round"] for entry in document["entries"]
    )
    if wrong or gone_before or not known.issuperset(named):
        raise FileRefused(_contradiction())


def _check_rounds(document: Fields) -> None:
    known = {entry["number"] for entry in document["entries"]}
    evenings = {evening["number"] for evening in document["evenings"]} | {None}
    for round_fields in document["rounds"]:
        seated = [seat for pairing in round_fields["pairings"] for seat in pairing["seats"]]
        tables = [pairing["table"] for pairing in round_fields["pairings"]]
        fits = all(bool(pairing["bye"]) != bool(pairing["legs"]) for pairing in round_fields["pairings"])
        if (
            _repeats(seated)
            or _repeats(tables)
            or not known.issuperset(seated)
            or round_fields["evening"] not in evenings
            or not fits
        ):
            raise FileRefused(_contradiction())
    subjects = (leg for row in document["rounds"] for pairing in row["pairings"] for leg in pairing["legs"])
    if _repeats(round_fields["number"] for round_fields in document["rounds"]) or _repeats(subjects):
        raise FileRefused(_contradiction())


def _check_results(document: Fields) -> None:
    legs = {
        subject: seats_in_leg(pairing["seats"], number)
        for round_fields in document["rounds"]
        for pairing in round_fields["pairings"]
        for number, subject in enumerate(pairing["legs"], start=1)
    }
    for result in document["results"]:
        seats = tuple(seat["entry"] for seat in result["seats"])
        expected = () if result["how"] == Result.How.WITHDRAWN else legs.get(result["subject"])
        if seats != expected:
            raise FileRefused(_contradiction())
    if _repeats(result["subject"] for result in document["results"]):
        raise FileRefused(_contradiction())


def _repeats(things: Iterable[Any]) -> bool:
    return any(count > 1 for count in Counter(things).values())


def _contradiction() -> str:
    return _("This file contains errors: a player has two seats, or a result has no table. Export it again.")


@dataclass(frozen=True, slots=True)
class Person:
    """A player in the file: the matching player here, or None for a new guest."""

    number: int
    name: str
    player: Player | None


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The effect of importing a file."""

    tournament: Tournament | None  # the tournament here; None if new
    people: tuple[Person, ...]
    rounds: int  # number of rounds in the file
    new_results: int
    changed_results: int

    @property
    def guests(self) -> tuple[Person, ...]:
        """People of the file without a matching player."""
        return tuple(person for person in self.people if person.player is None)

    @property
    def changes_nothing(self) -> bool:
        """Whether everything in the file is already here."""
        return self.tournament is not None and not (self.new_results or self.changed_results or self.guests)


def existing_tournament(document: Fields, club: Club) -> Tournament | None:
    """Return the file's tournament if it exists. Raise `FileRefused` if it belongs to another club."""
    tournament = (
        Tournament.objects.select_related("club", "pool").filter(public_id=document["event"]["public_id"]).first()
    )
    if tournament is not None and tournament.club_id != club.pk:
        raise FileRefused(_("This tournament belongs to another club on this site. Import the file there."))
    return tournament


def preview_import(document: Fields, club: Club) -> ImportPreview:
    """Return the effect of importing the file. Raise `FileRefused` if the tournament has continued here."""
    tournament = existing_tournament(document, club)
    here = {} if tournament is None else current_results(tournament)
    if tournament is not None:
        _check_continues(document, tournament, here)
    _check_subjects_are_free(document, here)
    people = people_of(document, club, tournament)
    results = {result["subject"]: result for result in document["results"]}
    numbers = {person.player.pk: person.number for person in people if person.player}
    changed = sum(subject in results and differs(results[subject], row, numbers) for subject, row in here.items())
    return ImportPreview(tournament, people, len(document["rounds"]), len(results.keys() - here.keys()), changed)


def current_results(tournament: Tournament) -> dict[UUID, Result]:
    """Return the current results of the tournament's games by subject, with seats."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament)
    rows = Result.objects.filter(subject__in=legs.values("subject"), superseded_by=None)
    return {row.subject: row for row in rows.select_related("pool").prefetch_related("seats")}


def differs(result: Fields, row: Result, numbers: dict[int, int]) -> bool:
    """Return whether the file has another result of a game than the ledger."""
    in_file = [(seat["entry"], seat["points"], seat["place"]) for seat in result["seats"]]
    in_ledger = [(numbers.get(seat.player_id), seat.points, seat.place) for seat in row.seats.all()]
    return (result["how"], result["ending"], in_file) != (row.how, row.ending, in_ledger)


def people_of(document: Fields, club: Club, tournament: Tournament | None) -> tuple[Person, ...]:
    """Match the file's players: by id within the club or tournament, else by full name."""
    known = Player.objects.people()
    players = list(known.filter(memberships__club=club).distinct())
    by_id = {
        former.public_id: former.merged_into
        for former in Player.objects.filter(merged_into__in=players).select_related("merged_into")
    }
    by_id |= {player.public_id: player for player in players}
    if tournament is not None:  # existing entries keep their players, even if these were merged since
        entered = [entry.player for entry in tournament.entries.select_related("player").order_by("number")]
        by_id |= {player.public_id: player for player in entered}
        players = list({player for player in [*players, *entered] if player.merged_into_id is None})
    by_name: dict[str, list[Player]] = {}
    for player in players:
        by_name.setdefault(player.name.casefold(), []).append(player)
    taken: set[int] = set()
    found: dict[int, Player | None] = {}
    for entry in document["entries"]:
        found[entry["number"]] = _free(filter(None, [by_id.get(entry["player"])]), taken)
    for entry in document["entries"]:
        namesakes = by_name.get(entry["name"].casefold(), [])
        if found[entry["number"]] is None and len(namesakes) == 1:
            found[entry["number"]] = _free(namesakes, taken)
    return tuple(Person(entry["number"], entry["name"], found[entry["number"]]) for entry in document["entries"])


def _free(players: Iterable[Player], taken: set[int]) -> Player | None:
    player = next((candidate for candidate in players if candidate.pk not in taken), None)
    if player is not None:
        taken.add(player.pk)
    return player


def _check_continues(document: Fields, tournament: Tournament, here: dict[UUID, Result]) -> None:
    """Raise `FileRefused` unless everything decided here is in the file, at the same tables."""
    if tournament.is_on_the_machine:
        raise FileRefused(_("This tournament has bot matches. Only tournaments in person can be imported."))
    if tournament.rounds.exclude(status=Round.Status.DRAFT).count() > len(document["rounds"]):
        raise FileRefused(
            _("This file is out of date: it ends with round %(round)d. Export it again where you played."),
            round=len(document["rounds"]),
        )
    tables = _tables(document)
    subjects = {result["subject"] for result in document["results"]}
    for pairing in _begun(tournament, here):
        legs = [leg.subject for leg in pairing.legs.all()]
        table = (pairing.round.number, pairing.table, tuple(seat.entry.number for seat in pairing.seats.all()))
        if any(tables.get(leg) != table for leg in legs) or any(leg in here and leg not in subjects for leg in legs):
            raise FileRefused(
                _(
                    "Round %(round)d, table %(table)d has results here that are not in the file. Withdraw them,"
                    " or continue here without the file."
                ),
                round=pairing.round.number,
                table=pairing.table,
            )


def _begun(tournament: Tournament, here: dict[UUID, Result]) -> Iterable[Pairing]:
    """Return the tables with a report or result here."""
    legs = Leg.objects.filter(pairing__round__tournament=tournament)
    subjects = set(here) | reported_among(list(legs.values_list("subject", flat=True)))
    pairings = (
        Pairing.objects.filter(legs__subject__in=subjects).select_related("round").order_by("round__number", "table")
    )
    return pairings.prefetch_related("seats__entry", "legs").distinct()


def _tables(document: Fields) -> dict[Any, tuple[int, int, tuple[int, ...]]]:
    return {
        leg: (round_fields["number"], pairing["table"], tuple(pairing["seats"]))
        for round_fields in document["rounds"]
        for pairing in round_fields["pairings"]
        for leg in pairing["legs"]
    }


def _check_subjects_are_free(document: Fields, here: dict[UUID, Result]) -> None:
    """Raise `FileRefused` if a game of the file belongs to another tournament here."""
    subjects = list(_tables(document))
    elsewhere = Leg.objects.filter(subject__in=subjects).exclude(
        pairing__round__tournament__public_id=document["event"]["public_id"]
    )
    strange = Result.objects.filter(subject__in=[subject for subject in subjects if subject not in here])
    if elsewhere.exists() or strange.exists():
        raise FileRefused(
            _("A game in this file belongs to another tournament on this site. Export the tournament again.")
        )
