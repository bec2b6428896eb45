"""Display names of players: full, shortened, with a number if two are equal."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from django.db.models import Exists, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.accounts.models import Player
from league.accounts.names import by_look, namesakes_among, numbered
from league.clubs.models import Club, Membership
from league.clubs.permissions import User, is_operator, role_of

NAMES_KEPT: Final = 5_000
PARTICLES: Final = frozenset(
    word
    for words in (
        "af al am an av bin ben da das de dei del della den der di do dos du el ibn la le mac mc na ni nic o of",
        "ter the van vom von y z zu zum zur",
    )
    for word in words.split()
)
TITLES: Final = frozenset({"dr", "lady", "lord", "miss", "mr", "mrs", "ms", "prof", "professor", "sir"})
SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv", "jnr", "snr"})
_SURNAME_FIRST = re.compile(  # Hangul, Kana and Han, nothing else
    r"[\u1100-\u11ff\u3005\u3006\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\s]+"
)


@lru_cache(NAMES_KEPT)
def short_name(name: str, letters: int = 1) -> str:
    """Return the name with the first `letters` of its surname, always fewer than all; unchanged without a surname."""
    first_name, surname = _split_name(unicodedata.normalize("NFC", name))
    if not surname:
        return first_name
    shown = "".join(_clusters(surname)[: max(1, min(letters, len(_clusters(surname)) - 1))])
    return f"{first_name} {shown}.".strip()


def short_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return the short names, by key: two that would be equal get one more letter.

    Names that are still equal are numbered in the order of their keys.
    """
    short = {key: short_name(name) for key, name in names.items()}
    for keys in _alike(short):
        short |= {key: short_name(names[key], 2) for key in keys}
    for keys in _alike(short):
        short |= {key: f"{short[key]} {number}" for number, key in enumerate(sorted(keys)[1:], 2)}
    return short


def _alike(short: Mapping[int, str]) -> list[list[int]]:
    by_name: dict[str, list[int]] = defaultdict(list)
    for key, name in short.items():
        by_name[name.casefold()].append(key)
    return [keys for keys in by_name.values() if len(keys) > 1]


def _split_name(name: str) -> tuple[str, str]:
    """Return the given name, which is shown in full, and the surname, "" if there is none."""
    family, comma, given = name.partition(",")
    if comma and family.strip() and given.strip():
        return _words(given)[0], _surname_in(_words(family))
    words = _words(name)
    if name.strip() and _SURNAME_FIRST.fullmatch(name):
        return (" ".join(words[1:]), words[0]) if len(words) > 1 else ("", words[0])
    if len(words) == 1:
        words = [word for word in re.split(r"[._]", words[0]) if word] or words
    if len(words) > 2 and words[0].casefold().strip(".") in TITLES:
        words = words[1:]
    surname = _surname_in(words[1:])
    return (words[0], surname) if surname else (" ".join(words), "")


def _surname_in(words: Iterable[str]) -> str:
    """Return the last word that is no particle and no suffix such as "junior", else the last with a letter, else ""."""
    lettered = [_trimmed(word) for word in words if any(letter.isalpha() for letter in word)]
    plain = [word for word in lettered if word.casefold() not in PARTICLES | SUFFIXES]
    return (plain or lettered or [""])[-1]


def _trimmed(word: str) -> str:
    """Return a word from its first letter to its last."""
    at = [place for place, letter in enumerate(word) if letter.isalpha()]
    end = at[-1] + 1
    while end < len(word) and unicodedata.combining(word[end]):
        end += 1
    return word[at[0] : end]


def _words(name: str) -> list[str]:
    return name.split() or [name]


def _clusters(word: str) -> list[str]:
    """Return the letters, each with its combining marks."""
    found: list[str] = []
    for letter in word:
        if found and unicodedata.category(letter).startswith("M"):
            found[-1] += letter
        else:
            found.append(letter)
    return found


Row = TypeVar("Row", bound=Model)

Names = dict[int, str]
"""By the ids of players."""


def reads_short(user: User, club: Club) -> bool:
    """Return whether the reader sees short names on the club's pages. No query if the club does not shorten them."""
    return club.shortens_names and not is_operator(user) and role_of(user, club) is None


def names_for(players: Iterable[Player], club: Club | None, user: User, *, alone: bool = False) -> Names:
    """Return the display names of players on a page of the club, or on one of no club (None), by player id.

    Two with the same short name in the club, or on the page, get one more letter. With `alone`, names are also
    distinguished from people of the club who are not among the players, in one more query.
    """
    return names_by_club({club: list(players)}, user, alone=alone)[club]


def names_by_club(
    groups: Mapping[Club | None, Sequence[Player]], user: User, *, any_short: bool = True, alone: bool = False
) -> dict[Club | None, Names]:
    """Do the same as `names_for` for a page with players of several clubs. At most three queries.

    One more query for each club in which names are equal. `any_short` is the value that `with_any_short` read.
    """
    names = {club: {player.pk: player.name for player in players} for club, players in groups.items()}
    if not is_operator(user):
        _shorten(names, groups, user, any_short=any_short)
    return {club: _disambiguated_for(own, groups[club], club, alone=alone) for club, own in names.items()}


def _disambiguated_for(names: Names, players: Iterable[Player], club: Club | None, *, alone: bool) -> Names:
    """Return the names with suffixes; a merged player is no namesake of the player it was merged into."""
    merged = {
        player.pk: player.merged_into_id
        for player in players
        if player.merged_into_id is not None and player.merged_into_id in names
    }
    own = {key: name for key, name in names.items() if key not in merged}
    apart = names | disambiguated(own, club, alone=alone and club is not None)
    for former, standing in merged.items():
        if names[former].lower() == names[standing].lower():
            apart[former] = apart[standing]
    return apart


def disambiguated(names: Mapping[int, str], club: Club | None, *, alone: bool = False) -> Names:
    """Return those names that are shared, with distinguishing suffixes; one query, none if no two are equal.

    With `alone`, also those that only people of the club share who are not among the names.
    """
    alike = {key: names[key] for keys in namesakes_among(names) for key in keys}
    apart = dict(names) if alone else alike
    if not apart:
        return {}
    if club is None:  # with the public club that their players belong to, the first by name
        rows = Membership.objects.filter(player__in=apart, club__is_public=True).order_by("-club__name", "-club")
        apart |= {player: f"{apart[player]} ({name})" for player, name in rows.values_list("player", "club__name")}
    known, numbers = _people_of(club) if club else ({}, {})
    taken = {name.lower() for name in names.values()}
    for order in map(sorted, by_look(known | apart)):
        keys = [key for key in order if key in apart]
        if not keys or len(order) == 1:
            continue
        name = apart[keys[0]].lower()
        free = [number for number in range(1, len(order) + len(taken) + 1) if numbered(name, number) not in taken]
        apart |= {key: _numbered(apart[key], numbers.get(key, ""), free[order.index(key)]) for key in keys}
    return apart


def _numbered(name: str, member_number: str, number: int) -> str:
    """Return the name with the member number, or without one with the number among its namesakes."""
    if member_number:
        return _("%(name)s (no. %(number)s)") % {"name": name, "number": member_number}
    return numbered(name, number)


def _people_of(club: Club) -> tuple[Names, Names]:
    """Return the full names and the member numbers of the people of a club."""
    numbers = Membership.objects.filter(club=club, player=OuterRef("pk")).values("number")[:1]
    people = Player.objects.filter(tied_to(Club.objects.filter(pk=club.pk)), merged_into=None)
    rows = list(people.annotate(number=Subquery(numbers)).values_list("pk", "name", "number"))
    return {key: name for key, name, _ in rows}, {key: number or "" for key, _, number in rows}


def _shorten(
    names: dict[Club | None, Names],
    groups: Mapping[Club | None, Sequence[Player]],
    user: User,
    *,
    any_short: bool,
) -> None:
    hidden = {club: {item.pk for item in players if _can_be_short(item, user)} for club, players in groups.items()}
    hiding = _hiding([club for club in groups if club is not None and hidden[club]], user)
    members = _members(hiding)
    for club in hiding:
        own = {pk: names[club][pk] for pk in hidden[club]}
        short = short_names(members[club.pk] | own)
        names[club] |= {pk: short[pk] for pk in own}
    if any_short and None in groups:
        names[None] |= short_names_of_no_club(groups[None], user)


def short_names_of_no_club(players: Iterable[Player], user: User, *, any_short: bool = True) -> Names:
    """Return the short names on a page of no club, of those players alone whom a club shortens for this reader."""
    full = {player.pk: player.name for player in players if any_short and _can_be_short(player, user)}
    if not full:
        return {}
    return short_names({pk: full[pk] for pk in _ids_tied_to(full, user)})


def show_names(
    players: Iterable[Player], club: Club | None, user: User, *, any_short: bool = True, alone: bool = False
) -> None:
    """Set the display names on the players: for a page, never to be saved (`Player.save` refuses them)."""
    show_names_by_club(((player, club) for player in players), user, any_short=any_short, alone=alone)


def show_names_by_club(
    players: Iterable[tuple[Player, Club | None]], user: User, *, any_short: bool = True, alone: bool = False
) -> None:
    """Do the same as `show_names` for a page with players of several clubs."""
    groups: dict[Club | None, list[Player]] = defaultdict(list)
    for player, club in players:
        groups[club].append(player)
    for club, names in names_by_club(groups, user, any_short=any_short, alone=alone).items():
        for player in groups[club]:
            if names[player.pk] != player.name:
                player.name, player.is_for_reading = names[player.pk], True


def show_distinct_names(players: Iterable[Player], club: Club, *, alone: bool = False) -> None:
    """Set distinct full names on the players: for pages of organisers, never to be saved."""
    listed = list(players)
    apart = disambiguated({player.pk: player.name for player in listed}, club, alone=alone)
    for player in listed:
        if player.pk in apart:
            player.name, player.is_for_reading = apart[player.pk], True


def with_any_short(rows: QuerySet[Row], user: User) -> QuerySet[Row]:
    """Read with rows whether any club shortens names for this reader, so that a page need not ask for it."""
    return cast("QuerySet[Row]", rows.annotate(any_short=Exists(hiding_clubs(user))))


def any_short_by(rows: Iterable[Any]) -> bool:
    """Return the value of `with_any_short`, which all rows share; True if the rows were read without it."""
    return any(getattr(row, "any_short", True) for row in rows)


def hides_names(user: User, club: Club | None) -> bool:
    """Return whether the reader may see short names on a page of the club, or on one of no club (None)."""
    return hiding_clubs(user).exists() if club is None else reads_short(user, club)


def found_by_full_name(part: str, players: QuerySet[Player], club: Club | None, user: User) -> set[int]:
    """Return the players found by their full name only: a search must not reveal hidden names."""
    if "\0" in part or (club is not None and not reads_short(user, club)):
        return set()  # no name has a NUL; the check of parameters refuses one
    found = players.filter(name__icontains=part, kind=Player.Kind.PERSON)
    names = names_for(found, club, user)
    return {pk for pk, name in names.items() if part.casefold() not in name.casefold()}


def hiding_clubs(user: User) -> QuerySet[Club]:
    """Return the clubs that shorten names for this reader."""
    if is_operator(user):
        return Club.objects.none()
    clubs = Club.objects.filter(shortens_names=True)
    return clubs.exclude(memberships__player__account=user.pk) if user.pk is not None else clubs


def tied_to(clubs: QuerySet[Club]) -> Q:
    """Match members of the clubs, players of their tournaments, and those rated on their leaderboards."""
    entered = Player.objects.filter(entries__tournament__club__in=clubs)
    rated = Player.objects.filter(ratings__fold__pool__club__in=clubs)
    return (
        Q(pk__in=Membership.objects.filter(club__in=clubs).values("player"))
        | Q(pk__in=entered.values(standing=Coalesce("merged_into", "pk")))
        | Q(pk__in=rated.values("pk"))
    )


def _can_be_short(player: Player, user: User) -> bool:
    own = player.account_id is not None and player.account_id == user.pk
    return not (player.is_bot or own or player.anonymised_at is not None)


def _hiding(clubs: Sequence[Club], user: User) -> list[Club]:
    shortening = [club for club in clubs if club.shortens_names]
    if not shortening or not (user.is_authenticated and user.is_active):
        return shortening
    own = Membership.objects.filter(club__in=shortening, player__account=user.pk)
    known = set(own.values_list("club", flat=True))
    return [club for club in shortening if club.pk not in known]


def _members(clubs: Sequence[Club]) -> Mapping[int, Names]:
    """Return the full names of the people of each club."""
    names: dict[int, Names] = defaultdict(dict)
    if clubs:
        people = Membership.objects.filter(club__in=clubs, player__kind=Player.Kind.PERSON, player__anonymised_at=None)
        for club, player, name in people.values_list("club", "player", "player__name"):
            names[club][player] = name
    return names


def _ids_tied_to(ids: Collection[int], user: User) -> set[int]:
    hiding = hiding_clubs(user)
    if not ids or not hiding.exists():
        return set()
    return set(Player.objects.filter(tied_to(hiding), pk__in=ids).values_list("pk", flat=True))
