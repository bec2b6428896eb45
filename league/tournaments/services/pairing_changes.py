"""Changes of a round: its tables by hand or by repair, and its draft. Earlier tables are saved for undo."""

from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.registry import game as game_named
from league.accounts.audit_log import Fact
from league.accounts.models import Account, Player
from league.common.live import announce
from league.common.validators import whole_number
from league.tournaments.errors import ChangeRefused, StaleRound, WrongMoment
from league.tournaments.models import Drawing, Round, RoundStep, TableLink, Tournament
from league.tournaments.pairing_edits import Facts, Tables, apply_edit, as_stored, changed_numbers, from_stored
from league.tournaments.permissions import locked_for_organiser
from league.tournaments.queries.entries import names_in_full
from league.tournaments.queries.history import changes_since, history_of, marks_of
from league.tournaments.queries.rounds import closed_tables, rows_of, step_text, tables_of, token_of
from league.tournaments.services.presence import restore_presence
from league.tournaments.services.publishing import continue_tournament, publish_round, write_tables
from league.tournaments.services.revisions import log_change
from league.tournaments.services.round_drawing import request_drawing

LONGEST_WHY = 200
CHANGED = gettext_noop("Round %(round)d: %(change)s")
CHANGED_WITH_REASON = gettext_noop("Round %(round)d: %(change)s Reason: %(why)s")
UNDONE = gettext_noop("Undone in round %(round)d: %(change)s")


@transaction.atomic
def change_round(
    *, tournament: Tournament, number: int, who: str, to: str, seen: str, by: Account | None, why: str = ""
) -> RoundStep:
    """Change a round's tables as `league.tournaments.pairing_edits` says; a published round gets the next version.

    `seen` is the `token_of` the round on the user's page, `why` the reason, required once it is published.
    """
    tournament, changing = lock_round(tournament, number, by, seen)
    return replace_tables(tournament, changing, *apply_edit(tables_of(changing), who, to), by, why)


@transaction.atomic
def undo_changes(*, tournament: Tournament, number: int, step: int, seen: str, by: Account | None) -> None:
    """Undo the change that led to revision `step`, and all later ones."""
    tournament, changing = lock_round(tournament, number, by, seen)
    later = list(changing.steps.filter(revision__gte=step).order_by("revision"))
    if not later or later[0].revision != step:
        raise WrongMoment(_("This change has already been undone."))
    tables = from_stored(later[0].before, changing.number, changing.evening.number if changing.evening else 0)
    before = {int(number): joined for step in reversed(later) for number, joined in step.joined_before.items()}
    for entry in tournament.entries.filter(number__in=before):
        joined = before[entry.number]
        if entry.left_round is None or entry.left_round >= joined:
            entry.joined_round = joined
            entry.save(update_fields=["joined_round"])
    _save_tables(tournament, changing, tables)
    changing.steps.filter(revision__gte=step).delete()
    restore_presence(changing)
    for undone in reversed(later):
        facts = _log_facts(tournament, undone)
        log_change(tournament, "round-change-taken-back", UNDONE, by, **facts, round=changing.number)


def lock_round(tournament: Tournament, number: int, by: Account | None, seen: str) -> tuple[Tournament, Round]:
    """Return the tournament and one of its rounds, locked, if the round is as the user saw it."""
    tournament = locked_for_organiser(tournament, by)
    current = tournament.rounds.select_related("evening").filter(number=number).first()
    if current is None:
        raise StaleRound(_("Another organiser has discarded the draft of round %(round)d."), round=number)
    if not tournament.is_running or current.status == Round.Status.CLOSED:
        raise WrongMoment(_("Round %(round)d is finished. It can no longer be changed."), round=number)
    if tournament.is_on_the_machine and current.status == Round.Status.PUBLISHED:
        raise WrongMoment(_("The bot matches of this round have started. It can no longer be changed."))
    if seen != token_of(current):
        raise StaleRound(_describe_changes(tournament, current, seen))
    current.tournament = tournament
    return tournament, current


def replace_tables(
    tournament: Tournament, changing: Round, tables: Tables, template: str, facts: Facts, by: Account | None, why: str
) -> RoundStep:
    """Replace the round's tables and save the step. The caller holds the lock."""
    before = tables_of(changing)
    if tables == before:
        raise ChangeRefused(_("This changes nothing. Choose another seat or table."))
    reason = " ".join(why.split())[:LONGEST_WHY]
    if changing.status == Round.Status.PUBLISHED and not reason:
        raise ChangeRefused(_("The round is published. Enter a reason for the change."), field="why")
    added = {seat for table in tables for seat in table.seats} - {seat for table in before for seat in table.seats}
    playing = tournament.entries.filter(number__in=added).filter(Q(left_round=None) | Q(left_round__gt=changing.number))
    if playing.count() != len(added):
        raise ChangeRefused(_("This player is not entered or has withdrawn. Choose another player."))
    joined = _save_tables(tournament, changing, tables)
    step = RoundStep.objects.create(
        round=changing,
        revision=changing.revision,
        template=template,
        facts=dict(facts),
        why=reason,
        before=as_stored(before),
        joined_before=joined,
        by=by,
    )
    line = CHANGED_WITH_REASON if reason else CHANGED
    log_change(tournament, "round-changed", line, by, **_log_facts(tournament, step), round=changing.number, why=reason)
    return step


def check_playable(tournament: Tournament, number: int, tables: Tables) -> None:
    """Raise `ChangeRefused` for a table size outside the game's limits or a player who has left."""
    game = game_named(tournament.game)
    for table in tables:
        if table.bye is None and not game.min_seats <= len(table.seats) <= game.max_seats:
            words = {"table": table.table, "seats": len(table.seats), "fewest": game.min_seats, "most": game.max_seats}
            raise ChangeRefused(
                _("Table %(table)d has %(seats)d players, but the game is for %(fewest)d to %(most)d. Move a player.")
                % words
            )
    gone = set(tournament.entries.filter(left_round__lte=number).values_list("number", flat=True))
    for table in tables:
        away = gone.intersection(table.seats)
        if away and len(table.seats) - len(away) != 1:
            name = tournament.entries.select_related("player").get(number=min(away)).player.name
            raise ChangeRefused(
                _("%(player)s at table %(table)d has withdrawn. Remove the player, or pair the round again."),
                player=name,
                table=table.table,
            )


def _save_tables(tournament: Tournament, changing: Round, tables: Tables) -> dict[int, int]:
    """Write the tables; a published round gets the next version, and the tournament goes on.

    Seated players take part from this round on. Return the former `joined_round` of those who joined later, by entry
    number.
    """
    on_board = changing.status == Round.Status.PUBLISHED
    rows = list(rows_of(changing))
    closed = closed_tables(rows)
    touched = closed.intersection(changed_numbers(tables_of(changing, rows), tables))
    if touched:
        raise WrongMoment(
            _("Table %(table)d already has a report or a result. It can no longer be changed."), table=min(touched)
        )
    if on_board:
        check_playable(tournament, changing.number, tables)
    write_tables(
        tournament, changing, tables, changing.version + 1 if changing.changed_at is not None else changing.version
    )
    seated = [seat for table in tables for seat in table.seats]
    late = tournament.entries.filter(number__in=seated, joined_round__gt=changing.number)
    joined = dict(late.values_list("number", "joined_round"))
    late.update(joined_round=changing.number)
    changing.revision += 1
    if on_board:
        changing.version += 1
        changing.changed_at = timezone.now()
    changing.save(update_fields=["revision", "version", "changed_at"])
    announce(tournament.desk_topic)
    if on_board:
        continue_tournament(tournament)
    return joined


def _describe_changes(tournament: Tournament, current: Round, seen: str) -> str:
    """Describe what happened to the round since the user's page was loaded."""
    words: dict[str, object] = {"round": current.number}
    key, _dot, message = seen.partition(".")
    revision = whole_number(message)
    since = current.steps.filter(revision__gt=revision) if revision is not None and key == str(current.pk) else None
    steps = list(since.order_by("revision")) if since is not None else []
    if since is None:
        return _("Another organiser has paired round %(round)d again. Check the new pairings.") % words
    if steps:
        done = " ".join(step_text(step, names_in_full(tournament)) for step in steps)
        return _("Another organiser has changed the round: %(changes)s Check it again.") % {"changes": done}
    if current.status == Round.Status.PUBLISHED:
        changed_at = timezone.localtime(current.changed_at, ZoneInfo(tournament.club.time_zone))
        words |= {"version": current.version, "time": time_format(changed_at, _("H:i"))}
        return _("Another organiser published round %(round)d, version %(version)d, at %(time)s.") % words
    return _("Another organiser has undone a change of round %(round)d. Check the round again.") % words


def _log_facts(tournament: Tournament, step: RoundStep) -> dict[str, Fact]:
    """Return the facts of a step for the log: `change` holds its own sentence, players replace numbers."""
    players: dict[int, Player] = {
        entry.number: entry.player for entry in tournament.entries.select_related("player") if entry.number
    }
    facts = {
        name: players[value] if name.startswith("player") and value in players else value
        for name, value in step.facts.items()
    }
    return {**facts, "change": step.template}


@transaction.atomic
def publish_draft(*, tournament: Tournament, number: int, seen: str, by: Account | None) -> Round:
    """Publish a draft unchanged: as version 1, or as the next version of a round that was published before."""
    tournament, draft = _lock_draft(tournament, number, by, seen)
    check_playable(tournament, number, tables_of(draft))
    published = publish_round(tournament_round=draft)
    message = gettext_noop("Round %(round)d was published, version %(version)d.")
    log_change(tournament, "round-published", message, by, round=number, version=published.version)
    announce(tournament.desk_topic)
    continue_tournament(tournament)
    return published


@transaction.atomic
def discard_draft(*, tournament: Tournament, number: int, seen: str, by: Account | None) -> None:
    """Discard a draft with its changes. Pairing the round again from the same facts gives the same tables."""
    tournament, draft = _lock_draft(tournament, number, by, seen)
    _delete_draft(tournament, draft, by)


@transaction.atomic
def pair_again(*, tournament: Tournament, number: int, seen: str, by: Account | None) -> Drawing:
    """Discard a draft and pair it again, if that can change it.

    Lots follow from the tournament's seed, so the same facts give the same round: nobody can pair until they like
    it.
    """
    tournament, draft = _lock_draft(tournament, number, by, seen)
    now = marks_of(tournament, history_of(tournament.pk), number)
    if not draft.steps.exists() and not changes_since(draft.drawn_from, now):
        raise WrongMoment(
            _("Nothing has changed since the round was paired. Pairing it again would give the same tables.")
        )
    _delete_draft(tournament, draft, by)
    before = tournament.drawings.filter(number=number).order_by("-id").first()
    return request_drawing(tournament, by, repeats=before is not None and before.repeats)


@transaction.atomic
def unpublish_round(*, tournament: Tournament, number: int, seen: str, by: Account | None) -> Round:
    """Make a published round without reports a draft again; its table links are revoked."""
    tournament, published = lock_round(tournament, number, by, seen)
    if published.status != Round.Status.PUBLISHED:
        raise WrongMoment(_("Round %(round)d is not published."), round=number)
    if tournament.pace != Tournament.Pace.DESK:
        raise WrongMoment(
            _("Rounds of %(event)s are published automatically. Change or repair this round instead."), event=tournament
        )
    closed = closed_tables(list(rows_of(published)))
    if closed:
        raise WrongMoment(
            _("Table %(table)d already has a report or a result. Change or repair the round instead."),
            table=min(closed),
        )
    links = TableLink.objects.filter(pairing__round=published, revoked_at=None)
    links.update(revoked_at=timezone.now())
    published.status, published.published_at, published.announced_at = Round.Status.DRAFT, None, None
    published.clock_ends_at = published.clock_left = None
    published.revision += 1
    published.save()
    log_change(tournament, "round-unpublished", gettext_noop("Round %(round)d was unpublished."), by, round=number)
    announce(tournament.desk_topic)
    continue_tournament(tournament)
    return published


def _lock_draft(tournament: Tournament, number: int, by: Account | None, seen: str) -> tuple[Tournament, Round]:
    tournament, draft = lock_round(tournament, number, by, seen)
    if draft.status != Round.Status.DRAFT:
        raise WrongMoment(
            _("Round %(round)d has already been published. Unpublish it to change the pairings."), round=number
        )
    return tournament, draft


def _delete_draft(tournament: Tournament, draft: Round, by: Account | None) -> None:
    if draft.changed_at is not None:
        raise WrongMoment(
            _("Round %(round)d was published before and may have been printed. Change it and publish a new version."),
            round=draft.number,
        )
    draft.delete()
    message = gettext_noop("The draft of round %(round)d was discarded.")
    log_change(tournament, "draft-put-away", message, by, round=draft.number)
    announce(tournament.desk_topic)
