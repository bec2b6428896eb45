"""All attacks, and the tiers in which each is tried."""

from collections.abc import Iterator

from tests.hostile.attack import ALONE, BOTH, TOGETHER, Attack, together
from tests.hostile.attacks import clocks, files, kernel, memory, network, processes, sources, uploads, words

TIERS = ("bubblewrap", "launcher")
FAMILIES = {
    module.__name__.rsplit(".", 1)[-1]: module.ATTACKS
    for module in (clocks, memory, processes, words, files, network, kernel, sources, uploads)
}
ATTACKS = {f"{family}: {attack.name}": attack for family, attacks in FAMILIES.items() for attack in attacks}
REFUSED = {
    f"{family}: {TOGETHER}": together([attack for attack in attacks if attack.body and attack.tiers != ALONE])
    for family, attacks in FAMILIES.items()
    if any(attack.body for attack in attacks)
}


def trials() -> Iterator[tuple[str, str]]:
    """Yield each attack with each tier in which it is tried.

    A process is expensive, so one process per family and tier tries all actions that must only be refused. An attack
    that ends in a verdict needs its own process. The launcher's layers are the same in both tiers, so most of those
    attacks run in one tier, in turn. Attacks whose outcome depends on bubblewrap's additions run in both: files,
    descriptors, signals, the way in which a process ends.
    """
    own = {name: attack for name, attack in ATTACKS.items() if not attack.body or attack.tiers == ALONE}
    for number, (name, attack) in enumerate((own | REFUSED).items()):
        for tier in _tiers_of(attack, number):
            yield name, tier


def _tiers_of(attack: Attack, number: int) -> tuple[str, ...]:
    if attack.tiers == BOTH:
        return TIERS
    return ("bubblewrap",) if attack.tiers == ALONE else (TIERS[number % 2],)
