"""Entry of members, guests and lists of players, and registration before the start."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core import registry
from league.accounts.models import Account, Player
from league.accounts.services.players import make_player, player_for
from league.clubs.permissions import role_of
from league.tournaments.errors import EntryRefused, ListHasChanged, NotTheOrganiser, WrongMoment
from league.tournaments.import_preview import plan_of
from league.tournaments.models import Entry, Tournament
from league.tournaments.permissions import (
    check_before_start,
    check_not_over,
    check_open,
    ineligible_players,
    locked_for_organiser,
    locked_for_scorer,
    next_round_number,
)
from league.tournaments.queries.entries import (
    eligible_players,
    entries_by,
    entries_of_player,
    known_people,
    name_of_newcomer,
    namesakes_of,
)
from league.tournaments.services.entry_list import current_entry, remove_unstarted
from league.tournaments.services.forbidden_pairs import separate_club
from league.tournaments.services.publishing import continue_tournament
from league.tournaments.services.revisions import bump_revision, log_change

MOST_ENTRIES = 1000  # of a tournament

Status = Tournament.Status

PHASE_MESSAGES = {
    Status.DRAFT.value: gettext_noop("Registration was closed."),
    Status.REGISTRATION.value: gettext_noop("Registration was opened."),
    Status.CHECK_IN.value: gettext_noop("Check-in was opened."),
}


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player about to be entered, as a member or a guest."""

    player: Player
    is_guest: bool = False
    fixed_table: int | None = None


@transaction.atomic
def enter_players(*, tournament: Tournament, players: Sequence[Player], by: Account | None) -> list[Entry]:
    """Enter the players in this order, after the existing entries: all of them or none."""
    tournament = locked_for_organiser(tournament, by)
    if not tournament.takes_entries:
        raise WrongMoment(
            _("%(tournament)s has started. Players can only be entered before the start."), tournament=tournament.name
        )
    _check_players(tournament, players)
    return write_entries(tournament, [Newcomer(player) for player in players], by)


@transaction.atomic
def enter_late(
    *, tournament: Tournament, players: Sequence[Player], by: Account | None, from_round: int | None = None
) -> list[Entry]:
    """Enter players into a running tournament: from the next unpublished round, or from a later one."""
    tournament = locked_for_organiser(tournament, by)
    _check_players(tournament, players)
    return join_late(tournament, [Newcomer(player) for player in players], by, from_round)


@transaction.atomic
def enter_guest(
    *,
    tournament: Tournament,
    by: Account | None,
    name: str = "",
    player: Player | None = None,
    seen: Collection[str] = (),
    from_round: int | None = None,
) -> Entry:
    """Enter a guest: the known `player`, else a new one with this `name`. In a running tournament they join late.

    `seen` are the public ids of namesakes whom the user has seen and does not mean. A form sent twice asks about the
    guest whom the first one created. The new name gets a number if a player known to the club has it.
    """
    tournament = locked_for_organiser(tournament, by)
    if tournament.is_on_the_machine:
        raise EntryRefused(_("Bot matches have no guests. Enter bots only."))
    if player is None:
        others = [namesake for namesake in namesakes_of(tournament, name) if namesake.public_id not in seen]
        if others:
            raise EntryRefused(
                _("%(name)s may be a known player. Choose who it is."), name=" ".join(name.split()), field="name"
            )
        player = make_player(name=name_of_newcomer(tournament.club, name))
    else:
        if tournament.entries.filter(entries_of_player(player)).exists():
            raise EntryRefused(_("%(player)s is already entered."), player=player.name)
        if not known_people(tournament.club).filter(pk=player.pk).exists():
            raise EntryRefused(_("No player of the club has this e-mail address. Enter the player by name."))
    newcomers = [Newcomer(player, is_guest=not tournament.club.memberships.filter(player=player).exists())]
    return _enter(tournament, newcomers, by, from_round)[0]


def write_entries(
    tournament: Tournament, newcomers: Sequence[Newcomer], by: Account | None, joined_round: int = 1
) -> list[Entry]:
    """Append entries to the list. The caller holds the lock and has checked the players."""
    listed = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    if listed + len(newcomers) > MOST_ENTRIES:
        raise EntryRefused(
            _("A tournament has at most %(most)d players. Create a second tournament."), most=MOST_ENTRIES
        )
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=new.player,
            number=number,
            joined_round=joined_round,
            is_guest=new.is_guest,
            fixed_table=new.fixed_table,
            entered_by=by,
        )
        for number, new in enumerate(newcomers, start=listed + 1)
    )
    for new in newcomers:
        log_change(tournament, "player-entered", gettext_noop("%(player)s was entered."), by, player=new.player)
    bump_revision(tournament)
    return entries


def join_late(
    tournament: Tournament, newcomers: Sequence[Newcomer], by: Account | None, from_round: int | None = None
) -> list[Entry]:
    """Add entries to a running tournament, from its next round or a later one. The caller holds the lock."""
    if not tournament.is_running:
        raise WrongMoment(
            _("%(event)s is not running. Players can enter late only while it runs."), event=tournament.name
        )
    if tournament.has_bracket:
        raise WrongMoment(_("The bracket has been paired. Late entries are not possible."))
    if not tournament.takes_latecomers:
        raise WrongMoment(_("All games have been scheduled. Create another tournament for late entries."))
    joined = next_round_number(tournament) if from_round is None else from_round
    check_open(tournament, joined)
    entries = write_entries(tournament, newcomers, by, joined)
    continue_tournament(tournament)
    return entries


def _check_players(tournament: Tournament, players: Sequence[Player]) -> None:
    entered = set(tournament.entries.values_list("player_id", flat=True))
    eligible = set(
        eligible_players(tournament).filter(pk__in=[player.pk for player in players]).values_list("pk", flat=True)
    )
    for player in players:
        if player.pk in entered:
            raise EntryRefused(_("%(player)s is already entered."), player=player.name)
        if player.pk not in eligible:
            names = {"player": player.name, "club": tournament.club.name, "game": registry.game(tournament.game).name}
            raise EntryRefused(_why_not(tournament, player) % names)
        entered.add(player.pk)


def _why_not(tournament: Tournament, player: Player) -> str:
    if tournament.is_on_the_machine and not player.is_bot:
        return _("%(player)s is a person, and bot matches are for bots only. Create a tournament in person.")
    if not tournament.is_on_the_machine and player.is_bot:
        return _(
            "%(player)s is a bot, and tournaments in person are for people only. Create a tournament of bot matches."
        )
    if Player.objects.filter(ineligible_players(tournament.game), pk=player.pk).exists():
        return _("%(player)s does not play %(game)s. Choose another player.")
    return _("%(player)s is not a member of %(club)s. Add the player to the club first.")


@transaction.atomic
def enter_from_list(
    *, tournament: Tournament, text: str, chosen: Mapping[str, str], fingerprint: str, by: Account | None
) -> list[Entry]:
    """Enter the players of a list in its seeding order, late if the tournament runs. Idempotent.

    If round 1 is not published, members of one club do not meet in it, including earlier entries. A draft of it stays
    until it is paired again (`Plan.draft_warning`). Players who are already entered are skipped. `fingerprint`
    identifies the plan of the preview; raise `ListHasChanged` if it differs.
    """
    tournament = locked_for_organiser(tournament, by)
    check_not_over(tournament)
    if tournament.is_on_the_machine:
        raise EntryRefused(_("Bot matches are for bots only. Choose bots from the list."))
    plan = plan_of(tournament, text, chosen)
    if not plan.entering and not plan.asks and not plan.clubs_to_separate:
        return []
    if plan.fingerprint != fingerprint:
        raise ListHasChanged(_("The entries have changed since the preview. Check the new preview, then confirm."))
    newcomers = {
        person: Newcomer(person.player or make_player(name=person.line.name), person.is_guest, person.line.table)
        for person in plan.entering
    }
    entered = _enter(tournament, list(newcomers.values()), by) if newcomers else []
    for club in plan.clubs_to_separate:
        met = [newcomers[person].player if person in newcomers else person.player for person in club.people]
        separate_club(tournament, club.name, [player.pk for player in met if player is not None], by)
    return entered


def _enter(
    tournament: Tournament, newcomers: Sequence[Newcomer], by: Account | None, from_round: int | None = None
) -> list[Entry]:
    return (
        write_entries(tournament, newcomers, by)
        if tournament.takes_entries
        else join_late(tournament, newcomers, by, from_round)
    )


@transaction.atomic
def set_phase(*, tournament: Tournament, to: str, by: Account | None) -> None:
    """Open registration or check-in (which closes the registration), or make it a draft again. Idempotent."""
    tournament = locked_for_organiser(tournament, by)
    check_before_start(tournament)
    if tournament.is_on_the_machine:
        raise EntryRefused(_("Bot matches have no registration. Choose the bots from the list."))
    if tournament.status == to:
        return
    tournament.status = to
    tournament.save(update_fields=["status"])
    log_change(tournament, f"event-to-{to}", PHASE_MESSAGES[to], by)
    bump_revision(tournament)


@transaction.atomic
def register(*, tournament: Tournament, by: Account) -> Entry:
    """Enter the account's player, on the waiting list if the tournament is full. Idempotent.

    In a public club everybody who is signed in may register, as a guest if they are no member: visitors are welcome,
    and organisers can remove entries. In a private club only its own people may, also if a link shows others its
    pages.
    """
    tournament = tournament.locked()
    if tournament.status != Status.REGISTRATION:
        raise WrongMoment(_("Registration for %(event)s is not open now. Ask its organisers."), event=tournament.name)
    is_guest = role_of(by, tournament.club) is None
    if is_guest and not tournament.club.is_public:
        raise NotTheOrganiser(_("Only members of %(club)s can register. Ask its organisers."), club=tournament.club)
    player = player_for(by)
    entry = tournament.entries.filter(entries_by(by)).first()
    return entry or write_entries(tournament, [Newcomer(player, is_guest)], by)[0]


@transaction.atomic
def unregister(*, tournament: Tournament, by: Account) -> None:
    """Remove the account's entry; the waiting list moves up. Idempotent. Raise `WrongMoment` after the start."""
    tournament = tournament.locked()
    if tournament.status not in {Status.REGISTRATION, Status.CHECK_IN}:
        raise WrongMoment(_("Registration is closed. Ask an organiser to withdraw you."))
    entry = tournament.entries.filter(entries_by(by)).select_related("player").first()
    if entry is not None:
        log_change(tournament, "player-unregistered", gettext_noop("%(player)s withdrew."), by, player=entry.player)
        remove_unstarted(tournament, [entry])


@transaction.atomic
def check_in(*, entry: Entry, is_here: bool, by: Account | None) -> None:
    """Mark a player as here or not here at the check-in; scorers may too. Idempotent."""
    tournament = locked_for_scorer(entry.tournament, by)
    if tournament.status != Status.CHECK_IN:
        raise WrongMoment(_("Check-in is not open. An organiser can open it."))
    entry = current_entry(tournament, entry)
    if (entry.checked_in_at is not None) == is_here:
        return
    entry.checked_in_at = timezone.now() if is_here else None
    entry.save(update_fields=["checked_in_at"])
    message = (
        gettext_noop("%(player)s was checked in.")
        if is_here
        else gettext_noop("The check-in of %(player)s was undone.")
    )
    verb = "player-checked-in" if is_here else "player-checked-out"
    log_change(tournament, verb, message, by, player=entry.player)
    bump_revision(tournament)
