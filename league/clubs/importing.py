"""The effect of a list of people on a club's members, line by line, before anything is written."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from league.accounts.models import Accounts, Player
from league.accounts.names import is_reserved
from league.accounts.services.players import LONGEST_NAME
from league.clubs.display_names import disambiguated, tied_to
from league.clubs.models import Club, Invitation, Membership
from league.clubs.queries import invitations_to, people_by_address
from league.common.name_similarity import NameIndex, folded
from league.common.player_lists.reading import Line, numbers_of

MOST_LINES: Final = 2_000
MOST_ALIKE: Final = 6
NEW: Final = "new"
LEFT_OUT: Final = "out"


class Outcome(StrEnum):
    """The outcome of a line. The values are the classes of its row."""

    ADDED = "added"
    INVITED = "invited"  # a member already, or an address without a name
    NUMBERED = "numbered"  # a member already, who gets a member number
    MEMBER = "already"
    ASKED = "asked"
    LEFT_OUT = "out"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class InvitationLimit:
    """How many more can be invited now, and why no more."""

    left: int
    why: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to the question who a line is."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Planned:
    """The outcome of a line; `player` is the existing one, None for a new one.

    `invites` says that a mail goes to the line's address; `number` is the member number to store. `choices` are
    set where the name may be another's, and `chosen` is the chosen one. `basis` is what was found, whatever is
    chosen.
    """

    line: Line
    outcome: Outcome
    words: str
    player: Player | None = None
    invites: bool = False
    number: str = ""
    choices: tuple[Choice, ...] = ()
    chosen: str = ""
    basis: tuple[object, ...] = ()

    @property
    def field(self) -> str:
        """The form field of the choice."""
        return f"line-{self.line.number}"


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """All lines in order; `unused` are heads of columns that are not read."""

    lines: tuple[Planned, ...]
    unused: tuple[str, ...] = ()

    @property
    def adding(self) -> list[Planned]:
        """The lines that add a member."""
        return [line for line in self.lines if line.outcome is Outcome.ADDED]

    @property
    def inviting(self) -> list[Planned]:
        """The lines that send an invitation."""
        return [line for line in self.lines if line.invites]

    @property
    def numbering(self) -> list[Planned]:
        """The lines that give a member number to a present member."""
        return [line for line in self.lines if line.number and line.outcome is not Outcome.ADDED]

    @property
    def changes_anything(self) -> bool:
        """Whether confirming the list writes something."""
        return bool(self.adding or self.inviting or self.numbering)

    @property
    def unanswered(self) -> list[Planned]:
        """The lines that wait for a choice."""
        return [line for line in self.lines if line.outcome is Outcome.ASKED]

    @property
    def has_choices(self) -> bool:
        """Whether any line has choices."""
        return any(line.choices for line in self.lines)

    @property
    def refused(self) -> list[Planned]:
        """The lines with errors."""
        return [line for line in self.lines if line.outcome is Outcome.REFUSED]

    @property
    def refused_lines(self) -> str:
        """The numbers of the lines with errors, the first ones of many."""
        return numbers_of([line.line for line in self.refused])

    @property
    def fingerprint(self) -> str:
        """A hash of the preview without the choices, so that only the preview that was shown can be confirmed."""
        found = [(line.line.number, line.line.name, line.line.mail, line.number, line.basis) for line in self.lines]
        return hashlib.sha256(repr(found).encode()).hexdigest()[:32]


def plan_import(
    club: Club, lines: Sequence[Line], chosen: Mapping[str, str], *, room: InvitationLimit, full: frozenset[str]
) -> ImportPlan:
    """Return what the list would do now, in seven queries.

    `chosen` has the answers by the name of their field. `full` are addresses to
    which no more mails go within this hour.
    """
    book = _KnownPeople(club, room, full)
    return ImportPlan(tuple(book.plan(line, chosen.get(f"line-{line.number}", "")) for line in lines))


class _KnownPeople:
    """Players that a line can match, and the lines before it."""

    def __init__(self, club: Club, room: InvitationLimit, full: frozenset[str]) -> None:
        self.club = club
        self.left, self.why, self.full = room.left, room.why, full
        self.members = dict(club.memberships.values_list("player_id", "number"))
        self.numbers = {number.upper(): player for player, number in self.members.items() if number}
        self.people = _known_people(club, self.members)
        self.shown = disambiguated({player.pk: player.name for player in self.people}, club)
        self.names = NameIndex([player.name for player in self.people])
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        for player in self.people:
            self.by_name[folded(player.name)].append(player)
        self.by_mail = people_by_address(club, (player for player in self.people if player.pk in self.members))
        self.invitations: dict[str, Invitation] = {invitation.email: invitation for invitation in invitations_to(club)}
        self.named: dict[str, Line] = {}
        self.meant: dict[int, int] = {}
        self.mailed: dict[str, int] = {}
        self.numbered: dict[str, int] = {}

    def plan(self, line: Line, answer: str) -> Planned:
        """Return the effect of the line."""
        mail = Accounts.normalize_email(line.mail)
        fault = line.fault or _fault_of(line, mail)
        if fault:
            return Planned(line, Outcome.REFUSED, fault)
        if line.is_guest:
            return Planned(
                line, Outcome.LEFT_OUT, _("Guest, not added. Add guests on the entries page of a tournament.")
            )
        if not line.name:
            return self._address_alone(line, mail)
        known = self.by_mail.get(mail) or self._by_number(line)
        planned = self._known(line, known, mail) if known else self._by_name(line, mail, answer)
        waiting = self.invitations.get(mail)
        found = (known.pk if known else 0, waiting.player_id if waiting else 0, mail in self.full)
        return replace(planned, basis=(*found, *planned.basis))

    def _address_alone(self, line: Line, mail: str) -> Planned:
        invites, words = self._invitation(line, mail, None)
        if not invites:
            return Planned(line, Outcome.LEFT_OUT, words[:1].upper() + words[1:])
        return Planned(
            line, Outcome.INVITED, _("Receives an invitation. Becomes a member after accepting."), invites=True
        )

    def _by_name(self, line: Line, mail: str, answer: str) -> Planned:
        earlier = self.named.setdefault(folded(line.name), line)
        if earlier is not line:
            return self._named_again(line, earlier, mail, answer)
        same = self.by_name.get(folded(line.name), [])
        near = same or [self.people[place] for _ratio, place in sorted(self.names.close_to(line.name), reverse=True)]
        near = near[:MOST_ALIKE]
        if not near:
            return self._new(line, mail)
        default = (
            same[0].public_id
            if len(same) == 1 and not _differ(self.members.get(same[0].pk, ""), line.member_number)
            else ""
        )
        choices = (*map(self._choice, near), Choice(NEW, _("Another person: add as a new member")))
        chosen = answer if answer in {choice.value for choice in choices} else default
        picked = next((player for player in near if player.public_id == chosen), None)
        if picked is not None:
            planned = self._known(line, picked, mail)
        elif chosen == NEW:
            planned = self._new(line, mail)
        else:
            planned = Planned(line, Outcome.ASKED, _("Choose who this is."))
        basis = tuple((player.pk, player.pk in self.members, player.account_id is None) for player in near)
        return replace(planned, choices=choices, chosen=chosen, basis=basis)

    def _named_again(self, line: Line, earlier: Line, mail: str, answer: str) -> Planned:
        """Two lines of one name are two people if their addresses or numbers differ, or the organiser says so."""
        are_two = bool(mail and earlier.mail and mail != Accounts.normalize_email(earlier.mail))
        are_two |= _differ(line.member_number, earlier.member_number)
        same = Choice(LEFT_OUT, _("The same person as in line %(line)d") % {"line": earlier.number})
        choices = (same, Choice(NEW, _("Another person: add as a new member")))
        chosen = answer if answer in {NEW, LEFT_OUT} else NEW if are_two else LEFT_OUT
        planned = self._new(line, mail) if chosen == NEW else Planned(line, Outcome.LEFT_OUT, same.words)
        return replace(planned, choices=choices, chosen=chosen)

    def _known(self, line: Line, player: Player, mail: str) -> Planned:
        first = self.meant.setdefault(player.pk, line.number)
        if first != line.number:
            words = _("The same person as in line %(line)d") % {"line": first}
            return Planned(line, Outcome.LEFT_OUT, words, player)
        invites, more = self._invitation(line, mail, player)
        number, numbered = self._number(line, player)
        if player.pk not in self.members:
            words = _join(_("Guest. Becomes a member and keeps all results."), numbered, more)
            return Planned(line, Outcome.ADDED, words, player, invites, number)
        outcome = Outcome.INVITED if invites else Outcome.NUMBERED if number else Outcome.MEMBER
        return Planned(line, outcome, _join(_("Already a member."), numbered, more), player, invites, number)

    def _new(self, line: Line, mail: str) -> Planned:
        invites, more = self._invitation(line, mail, None)
        number, numbered = self._number(line, None)
        return Planned(line, Outcome.ADDED, _join(_("New member."), numbered, more), None, invites, number)

    def _by_number(self, line: Line) -> Player | None:
        """Return the member who has both the number and the name of the line."""
        holder = self.numbers.get(line.member_number.upper()) if line.member_number else None
        same = self.by_name.get(folded(line.name), [])
        return next((player for player in same if player.pk == holder), None)

    def _number(self, line: Line, player: Player | None) -> tuple[str, str]:
        """Return the new member number of the line, "" for none, and a sentence about it."""
        number = line.member_number
        own = self.members.get(player.pk, "") if player is not None else ""
        if not number or number.upper() == own.upper():
            return "", ""
        words = {"number": number, "own": own}
        if own:
            return "", _("Keeps member number %(own)s, not %(number)s.") % words
        if number.upper() in self.numbers:
            return "", _("No member number: another member has %(number)s.") % words
        if line.number != self.numbered.setdefault(number.upper(), line.number):
            return "", _("No member number: an earlier line has %(number)s.") % words
        return number, _("Member number %(number)s.") % words

    def _invitation(self, line: Line, mail: str, player: Player | None) -> tuple[bool, str]:
        """Return whether an invitation goes to the address, and a sentence about it."""
        if not mail or (player is not None and player.account_id is not None):
            return False, ""
        first = self.mailed.setdefault(mail, line.number)
        if first != line.number:
            return False, _("Not invited: line %(line)d has the same e-mail address.") % {"line": first}
        plain = (
            self.club.pk,
            Membership.Role.MEMBER,
        )  # an invitation may claim a member of this club alone, or a guest
        if player is not None and any((row.club_id, row.role) != plain for row in player.memberships.all()):
            return False, _("Not invited: the player has a role or is in another club.")
        waiting = self.invitations.get(mail)
        if waiting is not None and (waiting.player_id is not None or not line.name):
            return False, _("Already invited.")
        if mail in self.full:
            return False, _("Not invited: too many invitations to this address. Try again in an hour.")
        if self.left <= 0:
            return False, _("Not invited. %(reason)s") % {"reason": self.why}
        self.left -= 1
        return True, _("Receives an invitation.")

    def _choice(self, player: Player) -> Choice:
        words = _("%(name)s (member)") if player.pk in self.members else _("%(name)s (guest)")
        return Choice(player.public_id, words % {"name": self.shown.get(player.pk, player.name)})


def _differ(number: str, other: str) -> bool:
    """Return whether both are member numbers, and not the same."""
    return bool(number and other) and number.upper() != other.upper()


def _known_people(club: Club, members: Collection[int]) -> list[Player]:
    """Return the members who are people, and guests who have no account and belong to no other club."""
    people = Player.objects.people()
    tied = people.filter(tied_to(Club.objects.filter(pk=club.pk))).values("pk")
    found = people.filter(pk__in=tied).select_related("account").prefetch_related("memberships").order_by("name", "pk")
    return [
        player
        for player in found
        if player.pk in members or (player.account_id is None and not player.memberships.all())
    ]


def _fault_of(line: Line, mail: str) -> str:
    name = line.name
    if not line.member_number.isprintable():
        return _("The member number contains invisible characters. Type it again, or leave the cell empty.")
    if name and (not name.isprintable() or len(name) > LONGEST_NAME):
        return _("This name is not valid. Use at most %(most)d characters and no invisible ones.") % {
            "most": LONGEST_NAME
        }
    if is_reserved(name):
        return _("This name looks like that of a built-in bot. Choose another name.")
    try:
        if mail:
            validate_email(mail)
    except ValidationError:
        return _("“%(mail)s” is not a valid e-mail address. Correct it, or leave the cell empty.") % {"mail": mail[:80]}
    return ""


def _join(*parts: str) -> str:
    """Return the sentences that are not empty, joined."""
    return " ".join(part for part in parts if part)
