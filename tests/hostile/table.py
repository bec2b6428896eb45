"""All attacks, and the tiers in which each is tried."""

from collections.abc import Iterator

from tests.hostile.attack import ALONE, BOTH, Attack
from tests.hostile.attacks import clocks, files, kernel, memory, network, processes, sources, uploads, words

TIERS = ("bubblewrap", "launcher")
FAMILIES = {
    module.__name__.rsplit(".", 1)[-1]: module.ATTACKS
    for module in (clocks, memory, processes, words, files, network, kernel, sources, uploads)
}
ATTACKS = {f"{family}: {attack.name}": attack for family, attacks in FAMILIES.items() for attack in attacks}


def trials() -> Iterator[tuple[str, str]]:
    """Which attack is tried in which tier.

    The launcher's layers are the same in both, so that most attacks are tried in one of them, in turn. Those go into
    both whose outcome hangs on what bubblewrap adds: files, descriptors, signals, the way in which a process ends.
    """
    for number, (name, attack) in enumerate(ATTACKS.items()):
        for tier in _tiers_of(attack, number):
            yield name, tier


def _tiers_of(attack: Attack, number: int) -> tuple[str, ...]:
    if attack.tiers == BOTH:
        return TIERS
    return ("bubblewrap",) if attack.tiers == ALONE else (TIERS[number % 2],)
