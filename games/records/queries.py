"""Reads of records, and who sees which.

Only the recorder sees drafts, records that are being checked and refused ones: they may be of a game in progress.
Undecided ones are also shown to the players and to scorers of the club, verified ones to all who may see the club.
"""

from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

from django.db.models import Count, Max, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from games.records.errors import NoSuchRecord, NotYourRecord
from games.records.models import SubmittedRecord, SubmittedSeat
from league.accounts.models import Account, Player
from league.clubs.display_names import show_names_by_club
from league.clubs.models import Club
from league.clubs.permissions import User, rights_of
from league.clubs.queries import club_seen_by, clubs_scored_by, clubs_seen_by, hidden_clubs, memberships_of
from league.common.models import first_or_refuse
from league.results.models import Result


def guess_players(labels: Sequence[str], players: Iterable[Player]) -> list[int | None]:
    """Return the player that each label means, by name or its beginning, each player once; None where unsure."""
    known = list(players)
    guesses = [_match(label, known) for label in labels]
    return [player if guesses.count(player) == 1 else None for player in guesses]


def _match(label: str, known: Sequence[Player]) -> int | None:
    folded = _folded(label)
    if not folded:
        return None
    rules: list[Callable[[str], bool]] = [
        lambda name: name == folded,
        lambda name: name.startswith(f"{folded} ") or folded.startswith(f"{name} "),
        lambda name: len(folded) > 1 and name.startswith(folded),
    ]
    for fits in rules:
        meant = [player.pk for player in known if fits(_folded(player.name))]
        if meant:
            return meant[0] if len(meant) == 1 else None
    return None


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def with_names(records: Iterable[SubmittedRecord], user: User) -> list[SubmittedRecord]:
    """Set the names that the user may see, by the rule of the club; the records come with seats, recorder and club."""
    listed = list(records)
    people = [
        (player, record.club)
        for record in listed
        for player in (record.by, *(seat.player for seat in record.seats.all()))
    ]
    show_names_by_club(people, user)
    return listed


Status = SubmittedRecord.Status
COUNTING = [Status.QUEUED, Status.RUNNING, Status.VERIFIED, Status.UNDECIDED, Status.DEAD]


def drafts_of_batch(by: Player, batch: UUID) -> list[SubmittedRecord]:
    """Return their drafts from one file, in its order. Raise `NoSuchRecord` when none is left."""
    drafts = SubmittedRecord.objects.filter(by=by, batch=batch, status=SubmittedRecord.Status.DRAFT)
    found = list(drafts.select_related("club", "by__account").order_by("pk"))
    if not found:
        raise NoSuchRecord(_("All records of this file are already sent or deleted."))
    return found


def open_batches(by: Player) -> list[tuple[UUID, int]]:
    """Return their files with unsent records, the last first, each with their number."""
    drafts = SubmittedRecord.objects.filter(by=by, batch__isnull=False, status=SubmittedRecord.Status.DRAFT)
    left = drafts.values("batch").annotate(count=Count("pk"), last=Max("pk")).order_by("-last")
    return [(row["batch"], row["count"]) for row in left if row["batch"]]


def duplicates_of(records: Sequence[SubmittedRecord]) -> dict[str, SubmittedRecord]:
    """Return other records of the same games that the records' club has already, by fingerprint."""
    prints = {record.reading.get("fingerprint", "") for record in records} - {""}
    clubs = {record.club_id for record in records}
    others = SubmittedRecord.objects.exclude(pk__in=[record.pk for record in records]).select_related("by")
    same = others.filter(club__in=clubs, fingerprint__in=prints, status__in=COUNTING)
    return {duplicate.fingerprint: duplicate for duplicate in same}


def players_to_seat(club: Club) -> list[Player]:
    """Return the players of the club, by name."""
    members = memberships_of(club).filter(player__merged_into=None)
    return [member.player for member in members]


def last_game_of(club: Club) -> str:
    """Return the slug of the game that the club's ledger has last; "" where it is empty."""
    return (
        Result.objects.filter(pool__club=club)
        .order_by("-played_at", "-id")
        .values_list("pool__game", flat=True)[:1]
        .first()
        or ""
    )


def club_for_records(slug: str, account: Account) -> Club:
    """Return the club, for its members. Raise `NoSuchClub`, or `NotYourRecord` for others."""
    club = club_seen_by(slug, account)
    if not rights_of(account, club).record:
        raise NotYourRecord(
            _("Only members of %(club)s can add game records. Ask an organiser to add you.") % {"club": club}
        )
    return club


def records_seen_by(user: User) -> QuerySet[SubmittedRecord]:
    """Return the records that the user may see, with recorder, club and pool, seats and players."""
    visible = Q(status=Status.VERIFIED, club__in=clubs_seen_by(user))
    if user.is_authenticated:
        visible |= Q(by__account=user) | _concerning(user)
    records = SubmittedRecord.objects.filter(visible).exclude(status=Status.WITHDRAWN)
    seats = Prefetch("seats", SubmittedSeat.objects.select_related("player"))  # whom each club names in its own way
    return records.select_related("by__account", "club", "pool").prefetch_related(seats)


def record_at(public_id: str, user: User) -> SubmittedRecord:
    """Return the record at that address. Raise `NoSuchRecord`, also for drafts of others."""
    sentence = _("There is no game record at this address. It may be a draft, or belong to a private club.")
    record = first_or_refuse(records_seen_by(user).filter(public_id=public_id), NoSuchRecord(sentence))
    return with_names([record], user)[0]


def may_see(public_id: str, user: User) -> bool:
    """Return whether the user may see a record at that address."""
    return records_seen_by(user).filter(public_id=public_id).exists()


def verified_at(public_id: str, user: User) -> SubmittedRecord:
    """Return the verified record at that address. Raise `NoSuchRecord`, also while it is not verified."""
    record = record_at(public_id, user)
    if record.status != Status.VERIFIED:
        raise NoSuchRecord(_("This record is not verified, so it has no completed text yet."))
    return record


def searched_events(record: SubmittedRecord) -> int:
    """Return how many events of the completed record were found by search: they are possible, but were not seen."""
    return int((record.verdict or {}).get("counts", {}).get("searched", 0))


def own_record(public_id: str, by: Player) -> SubmittedRecord:
    """Return their record at that address. Raise `NoSuchRecord`, also for other people's."""
    own = SubmittedRecord.objects.filter(by=by, public_id=public_id).exclude(status=Status.WITHDRAWN)
    whole = own.select_related("by__account", "club", "pool").prefetch_related("seats__player")
    return first_or_refuse(whole, NoSuchRecord(_("You have no game record at this address.")))


def records_of(by: Player) -> QuerySet[SubmittedRecord]:
    """Return all their records, the last changed first."""
    own = SubmittedRecord.objects.filter(by=by).exclude(status=Status.WITHDRAWN)
    return own.select_related("club").prefetch_related("seats__player").order_by("-touched_at", "-pk")


def club_records(club: Club) -> QuerySet[SubmittedRecord]:
    """Return the club's verified records, the last sent first."""
    verified = SubmittedRecord.objects.filter(club=club, status=Status.VERIFIED)
    return verified.select_related("by", "club").prefetch_related("seats__player").order_by("-sent_at", "-pk")


def _concerning(user: User) -> Q:
    """Return the condition on undecided and failed records of the user's games or clubs."""
    played = Q(pk__in=SubmittedRecord.objects.filter(seats__player__account=user.pk).values("pk"))
    scored = Q(club__in=clubs_scored_by(user).values("pk"))
    return Q(status__in=[Status.UNDECIDED, Status.DEAD]) & (played | scored)


def addresses_of(subjects: Iterable[UUID], user: User) -> dict[UUID, str]:
    """Return the public id of the first verified record of each subject that the user may see."""
    verified = SubmittedRecord.objects.filter(status=Status.VERIFIED, subject__in=list(subjects)).order_by("-sent_at")
    rows = list(verified.values_list("subject", "public_id", "club", "club__is_public"))
    hidden = hidden_clubs([row[2:4] for row in rows], user)
    return {subject: public_id for subject, public_id, club, _ in rows if club not in hidden}
