"""Who may correct results."""

from django.utils.translation import gettext as _

from league.accounts.models import Account
from league.clubs.permissions import User, is_operator, rights_of
from league.results.errors import MayNotCorrect
from league.results.models import Pool
from league.results.queries import Chain, chain_seen_by


def may_correct(user: User, chain: Chain) -> bool:
    """Whether the user may correct and withdraw the result.

    Organisers may in their club's pools; site admins in the site's pools and for matches played on the server.
    """
    return is_operator(user) if chain.was_played_here else may_correct_in(chain.pool, user)


def may_correct_in(pool: Pool, user: User) -> bool:
    """Whether the user may correct results in the pool of games that people played and entered."""
    return is_operator(user) if pool.club is None else rights_of(user, pool.club).organise


def require_corrector(by: Account | None, chain: Chain) -> None:
    """Raise `MayNotCorrect` unless `by` may correct the result; `None` is the site itself."""
    if by is None or may_correct(by, chain):
        return
    if chain.was_played_here:
        raise MayNotCorrect(_("This is a bot match. Only a site admin can correct it."))
    if chain.pool.club is None:
        raise MayNotCorrect(_("This leaderboard belongs to the site. Only a site admin can correct it."))
    raise MayNotCorrect(
        _("Only an organiser of %(club)s can correct its results. Ask one of them.") % {"club": chain.pool.club}
    )


def chain_to_correct(slug: str, number: int, account: Account) -> Chain:
    """Return the rows of a game for those who may correct it. Raise `NoSuchPool`, `NoSuchResult`, `MayNotCorrect`."""
    chain = chain_seen_by(slug, number, account)
    require_corrector(account, chain)
    return chain
