"""Reading and validation of a tournament file."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.competition.format import seats_in_leg
from league.results.models import Result
from league.tournaments.errors import FileRefused
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
        raise FileRefused(_("This file has an error: %(place)s. Export it again.") % {"place": _first(shape.errors)})
    held: Fields = shape.validated_data
    _check_list(held)
    _check_rounds(held)
    _check_results(held)
    return held


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


def _first(errors: Any, place: str = "") -> str:
    """Return the first error with its path."""
    if isinstance(errors, Mapping):
        name, inner = next((name, inner) for name, inner in errors.items() if inner)
        return _first(inner, f"{place}.{name}".strip("."))
    if isinstance(errors, list):
        at, inner = next((at, inner) for at, inner in enumerate(errors) if inner)
        return f"{place}: {inner}" if isinstance(inner, str) else _first(inner, f"{place}[{at}]")
    return f"{place}: {errors}"


def _check_list(held: Fields) -> None:
    numbers = [entry["number"] for entry in held["entries"]]
    known = set(numbers)
    named = [one for pair in held["forbidden"] for one in (pair["one"], pair["other"])]
    named += [one["entry"] for evening in held["evenings"] for one in evening["presences"]]
    wrong = _twice(numbers) or _twice(entry["player"] for entry in held["entries"])
    wrong = wrong or any(pair["one"] == pair["other"] for pair in held["forbidden"])
    wrong = wrong or _twice(frozenset((pair["one"], pair["other"])) for pair in held["forbidden"])
    wrong = wrong or any(_twice(bye["round"] for bye in entry["byes"]) for entry in held["entries"])
    wrong = wrong or _twice(evening["number"] for evening in held["evenings"])
    wrong = wrong or any(_twice(one["entry"] for one in evening["presences"]) for evening in held["evenings"])
    wrong = wrong or sum(evening["closed_at"] is None for evening in held["evenings"]) > 1
    gone_before = any(entry["left_round"] and entry["left_round"] < entry["joined_round"] for entry in held["entries"])
    if wrong or gone_before or not known.issuperset(named):
        raise FileRefused(_contradiction())


def _check_rounds(held: Fields) -> None:
    known = {entry["number"] for entry in held["entries"]}
    evenings = {evening["number"] for evening in held["evenings"]} | {None}
    for one in held["rounds"]:
        seated = [seat for pairing in one["pairings"] for seat in pairing["seats"]]
        tables = [pairing["table"] for pairing in one["pairings"]]
        fits = all(bool(pairing["bye"]) != bool(pairing["legs"]) for pairing in one["pairings"])
        if (
            _twice(seated)
            or _twice(tables)
            or not known.issuperset(seated)
            or one["evening"] not in evenings
            or not fits
        ):
            raise FileRefused(_contradiction())
    subjects = (leg for one in held["rounds"] for pairing in one["pairings"] for leg in pairing["legs"])
    if _twice(one["number"] for one in held["rounds"]) or _twice(subjects):
        raise FileRefused(_contradiction())


def _check_results(held: Fields) -> None:
    legs = {
        subject: seats_in_leg(pairing["seats"], number)
        for one in held["rounds"]
        for pairing in one["pairings"]
        for number, subject in enumerate(pairing["legs"], start=1)
    }
    for result in held["results"]:
        seats = tuple(seat["entry"] for seat in result["seats"])
        wanted = () if result["how"] == Result.How.WITHDRAWN else legs.get(result["subject"])
        if seats != wanted:
            raise FileRefused(_contradiction())
    if _twice(result["subject"] for result in held["results"]):
        raise FileRefused(_contradiction())


def _twice(things: Iterable[Any]) -> bool:
    return any(count > 1 for count in Counter(things).values())


def _contradiction() -> str:
    return _("This file contains errors: a player has two seats, or a result has no table. Export it again.")
