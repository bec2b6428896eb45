"""Who may see and change operations: site admins."""

from league.clubs.permissions import Asker, is_operator
from league.operations.errors import NoSuchPage


def require_operator(asker: Asker) -> None:
    """Raise `NoSuchPage` for anyone but site admins."""
    if not is_operator(asker):
        raise NoSuchPage
