"""Item 8: no cell of any exported table is a formula to a spreadsheet.

That nothing else is exported as a table is tested in test_xss.
"""

import csv
import io
from collections import Counter

import pytest

from league.accounts.models import Player
from league.tournaments.presenters.exports import KINDS
from tests.permissions.tournaments import event as running_event
from tests.permissions.tournaments import knockout
from tests.permissions.world import World, a_world

pytestmark = pytest.mark.django_db
BEGINNINGS = ("=", "+", "-", "@", "\t", "\r", "\n", " =", "\t=", "\u00a0=", '"=', "=cmd|' /C calc'!A0", "@SUM(1)*")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def name_everybody(begins: str) -> None:
    """Give everybody a name that begins so."""
    for at, player in enumerate(Player.objects.all()):
        Player.objects.filter(pk=player.pk).update(name=f"{begins}1+{at}")


def cells_of(world: World, kind: str) -> list[str]:
    """The cells of a table of two tournaments."""
    found = []
    for arguments in (running_event, knockout):
        public_id, slug = arguments(world)
        answer = world.browser.get(f"/tournaments/{public_id}/{slug}/{kind}.csv")
        assert answer.status_code == 200
        rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
        found += [cell for row in rows for cell in row]
    return found


def is_a_number(cell: str) -> bool:
    """Whether it is one as a table writes it."""
    return cell.lstrip("-").replace(".", "", 1).isdecimal()


def test_no_cell_of_a_table_is_a_formula() -> None:
    world = a_world(is_public=True)
    named: Counter[str] = Counter()
    for begins in BEGINNINGS:
        name_everybody(begins)
        for kind in KINDS:
            cells = cells_of(world, kind)
            named[kind] += sum("1+" in cell for cell in cells)
            harmful = [cell for cell in cells if cell.strip().startswith(FORMULA) or cell.startswith(FORMULA)]
            assert [cell for cell in harmful if not is_a_number(cell)] == [], (kind, begins)
    assert {kind for kind in KINDS if not named[kind]} == {"results"}  # nobody has played yet
