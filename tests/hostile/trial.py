"""Tries an attack: seats it against a house bot, and says in sentences what was not as it has to be."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from engine.core import registry
from engine.core.bot import Bot, Budget
from engine.core.game import Event
from engine.core.match import play
from engine.sandbox.faults import BotFault, SandboxFailed
from engine.sandbox.forks import ManyMatches
from engine.sandbox.limits import Limits
from engine.sandbox.seat import SeatedBot
from engine.sandbox.tiers import TIERS
from tests.hostile.attack import PLAYS, Attack
from tests.hostile.scene import SEALED, Scene

GAME = "kings-kilt"
SHORT = Limits(move=0.1, load=0.4, match=0.5, rest=1.0)  # for what may run out of time
LONG = Limits(move=5.0, load=5.0)  # for what has to end in another way, even on a slow machine
ENOUGH = 8  # choices: what a bot tries, it tries at its first
_LONGEST_LOG = SHORT.log + 100


class First:
    """Plays the first legal move, as every attack does that plays on."""

    slug = "first"
    version = 1
    summary = "The first move."
    games: tuple[str, ...] = (GAME,)
    decisions = 0

    def choose(self, _view: Any, legal: Sequence[Event], _budget: Budget, _rng: Random) -> Event:
        self.decisions += 1
        return legal[0]


def complaints(attack: Attack, tier: str, scene: Scene) -> list[str]:
    """Return a sentence for each violation; none when the sandbox held."""
    found: list[str] = []
    start = TIERS[tier].reusing
    launcher = _launcher(start)
    with scene.watched(found, launcher):
        limits = SHORT if "timeout" in attack.verdict else LONG
        bot = SeatedBot(scene.cast(attack.content()), game=GAME, start=start, limits=limits)
        verdict, events = _played(bot)
    if _launcher(start) != launcher:
        found.append("its launcher starts nothing more")
    log = bot.log
    if verdict not in attack.verdict:
        found.append(f"the verdict is {verdict} and not {' or '.join(attack.verdict)}")
    found += [f"it does not say {words!r}" for words in attack.says if words not in log]
    found += [f"it says {words!r}" for words in attack.never_says if words in log]
    if list(_quiet()[: len(events)]) != events:
        found.append("the match went another way than without it")
    if len(log) > _LONGEST_LOG or "\x1b" in log:
        found.append("its log is not fit to be kept")
    return [*found, f"its log: {log[-500:]}"] if found else []


def _launcher(start: ManyMatches) -> int:
    """Start a program and end it; return the process that started it, which workers keep for the next programs."""
    program = start(GAME, SHORT)
    program.kill()
    program.close()
    return program.outer.pid


def _played(bot: SeatedBot) -> tuple[str, list[Event]]:
    """The verdict, and what happened at the table until then."""
    events: list[Event] = []
    try:
        with bot:
            _play(bot, events)
    except BotFault as fault:
        return fault.kind, events
    except SandboxFailed as failure:
        return f"machine ({failure})", events
    return PLAYS, events


def _play(bot: Bot, events: list[Event]) -> None:
    others = [registry.bot("wanderer")]
    play(
        registry.game(GAME),
        [bot, *others],
        secret=SEALED,
        on_event=lambda _, event: events.append(event),
        stop=lambda: bot.decisions >= ENOUGH,  # type: ignore[attr-defined]  # SeatedBot and First count
    )


@cache
def _quiet() -> tuple[Event, ...]:
    events: list[Event] = []
    _play(First(), events)
    return tuple(events)
