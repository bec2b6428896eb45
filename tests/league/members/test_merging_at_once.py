"""Two players become one while somebody else changes what is theirs: one waits, and neither falls over."""

import pytest

from league.clubs.models import Club, Membership
from league.clubs.services import admit, change_role
from league.members.models import Account, OneTimeLink, Player
from league.members.services import claim_player, issue_claim_link, make_player, merge_players, revoke_claim_link
from league.results.models import Result
from league.shared.errors import Refusal
from league.tournaments.services import enter_players, make_tournament, start
from league.tournaments.services.locking import locked
from tests.cast import Role, account_of, glen_club
from tests.in_order import in_order
from tests.league.tournaments.playing import play_open_legs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_url")]


@pytest.fixture
def morag() -> Account:
    return account_of("Morag")


@pytest.fixture
def club(morag: Account) -> Club:
    return glen_club(morag)


@pytest.fixture
def fergus(club: Club) -> Player:
    """A member without an account."""
    player = make_player(name="Fergus")
    admit(club=club, player=player)
    return player


def test_a_result_that_is_entered_while_the_two_become_one(club: Club, morag: Account, fergus: Player) -> None:
    others = [make_player(name=name) for name in ("Ailsa", "Isla", "Una")]
    for player in others:
        admit(club=club, player=player)
    event = make_tournament(club=club, name="Spring", game="kings-kilt", format="round-robin", by=None)
    enter_players(tournament=event, players=[fergus, *others], by=None)
    start(tournament=event, by=None)
    entered = in_order(
        lambda: locked(event),
        lambda: merge_players(former=fergus, standing=morag.player),
        lambda: play_open_legs(event),
    )
    assert entered == [2, morag.player]
    assert Result.objects.count() == 2


def test_a_role_that_is_given_while_the_two_become_one(club: Club, morag: Account, fergus: Player) -> None:
    place = Membership.objects.get(player=fergus)
    changed, standing = in_order(
        lambda: Club.objects.select_for_update().get(pk=club.pk),
        lambda: merge_players(former=fergus, standing=morag.player),
        lambda: change_role(membership=place, role=Role.SCORER, by=morag),
    )
    assert (changed, standing) == (place, morag.player)
    assert not Membership.objects.filter(player=fergus).exists()


@pytest.mark.parametrize("has_player", [False, True], ids=["joins", "merges"])
def test_a_link_that_is_revoked_while_it_is_used(fergus: Player, has_player: bool) -> None:
    senga = account_of("Senga") if has_player else Account.objects.create_user("senga@example.org")
    token = issue_claim_link(player=fergus)
    revoked, claimed = in_order(
        lambda: Player.objects.select_for_update().get(pk=fergus.pk),
        lambda: claim_player(token=token, account=senga),
        lambda: revoke_claim_link(player=fergus),
    )
    assert revoked is True
    assert isinstance(claimed, Refusal)
    fergus.refresh_from_db()
    assert (fergus.account, fergus.merged_into) == (None, None)
    assert not OneTimeLink.objects.filter(player=fergus).exists()
