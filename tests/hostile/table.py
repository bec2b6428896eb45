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
    """Which attack is tried in which tier.

    A process costs, so what a bot only tries, to be refused, it tries together with the others of its family, in each
    tier. What comes to a verdict needs a process of its own. The launcher's layers are the same in both tiers, so that
    most of those are tried in one, in turn; those go into both whose outcome hangs on what bubblewrap adds: files,
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
