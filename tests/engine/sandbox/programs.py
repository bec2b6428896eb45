"""Authors' files for tests, and the ways in which this machine can run them."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache

from engine.core import registry
from engine.core.bot import Bot
from engine.core.match import play
from engine.core.record import Record
from engine.sandbox.child import Start
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import TIERS, weakness_of

SHORT = Limits(move=0.2, load=0.4)
WANDERING = b"def choose(view, legal, budget, rng):\n    return rng.choice(legal)\n"


@cache
def tiers_here() -> Sequence[str]:
    """The tiers that hold on this machine, tried once."""
    return [name for name, start in TIERS.items() if weakness_of(start) is None]


def deciding(body: str) -> bytes:
    """A file whose choice is made by these lines; `legal[0]` follows them."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"def choose(view, legal, budget, rng):\n{lines}    return legal[0]\n".encode()


def match(bot: Bot, *, game: str = "kings-kilt", secret: bytes = b"a deal") -> Record:
    """A match of the bot at the first seat against wanderers."""
    others: list[Bot] = [registry.bot("wanderer")] * (registry.game(game).min_seats - 1)
    return play(registry.game(game), [bot, *others], secret=secret)


def seated(source: bytes, start: Start, *, game: str = "kings-kilt", limits: Limits = SHORT) -> SeatedBot:
    """The file at a seat, not yet entered."""
    return SeatedBot(source, game=game, start=start, limits=limits)


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """A zip of these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()
