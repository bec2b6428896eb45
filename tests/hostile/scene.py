"""Surroundings of the attacks: local listening sockets, a world-writable folder, and a count of leftovers."""

import ctypes
import os
import select
import socket
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.hostile.attack import ALONE, BOTH, TOGETHER, Attack, together
from tests.hostile.attacks import (
    archives,
    clocks,
    files,
    kernel,
    memory,
    network,
    numbers,
    processes,
    sources,
    uploads,
    words,
)

_PR_SET_CHILD_SUBREAPER = 36
_SECONDS_TO_DIE = 0.05
_SECRET = "nobody reads this"
SEALED = b"the deal of a hostile evening"
MARK = "hostile-mark"
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Scene:
    """A folder, sockets that listen, and what was open and alive before."""

    folder: Path
    listening: tuple[socket.socket, ...]
    words: dict[str, str]

    def cast(self, source: bytes) -> bytes:
        """The source with the scene's names in it."""
        for word, meaning in self.words.items():
            source = source.replace(f"@{word}@".encode(), meaning.encode())
        return source

    @contextmanager
    def watched(self, found: list[str], launcher: int) -> Iterator[None]:
        """Adds to `found` what is left of what went on within: files, processes, descriptors, words on the network.

        `launcher` is the process below which those of bots begin and end.
        """
        opened, alive = open_now(), children_now() | below(launcher)
        yield
        found += [f"heard something at {ear}" for ear in self.listening if _heard(ear)]
        found += [f"left {path}" for path in self._marks() if path.exists() or path.is_symlink()]
        if sorted(path.name for path in self.folder.iterdir()) != ["secret", "socket"] or self._secret() != _SECRET:
            found.append("the folder is not as it was")
        found += [f"{pid} lives on" for pid in (children_now() | below(launcher)) - alive if _lives_on(pid)]
        if open_now() != opened:
            found.append(f"open now: {set(open_now()) ^ set(opened)}")

    def _secret(self) -> str:
        return (self.folder / "secret").read_text()

    def _marks(self) -> list[Path]:
        here = Path.cwd(), Path.home(), ROOT, ROOT / "engine", ROOT / "var"
        return [folder / MARK for folder in (*here, *map(Path, ("/", "/tmp", "/var/tmp", "/dev/shm", "/run")))]


@contextmanager
def scene() -> Iterator[Scene]:
    """Surroundings for many attacks. Orphaned processes become children of this process, so that it sees them."""
    kernel = ctypes.CDLL(None)
    kernel.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with ExitStack() as closing:
        closing.callback(kernel.prctl, _PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
        folder = Path(closing.enter_context(tempfile.TemporaryDirectory()))
        folder.chmod(0o777)
        (folder / "secret").write_text(_SECRET)
        (folder / "secret").chmod(0o666)
        name = f"hostile-{os.getpid()}"
        addresses = (("127.0.0.1", 0), ("127.0.0.1", 0), f"\0{name}", str(folder / "socket"))
        kinds = (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_STREAM, socket.SOCK_STREAM)
        listening = tuple(closing.enter_context(_ear(*both)) for both in zip(addresses, kinds, strict=True))
        words = {
            "PORT": str(listening[0].getsockname()[1]), "DATAGRAMS": str(listening[1].getsockname()[1]),
            "FOLDER": str(folder), "ROOT": str(ROOT), "HOST": str(os.getpid()), "ABSTRACT": name,
            "PACKAGES": sysconfig.get_path("purelib"), "LATERCES": SEALED.decode()[::-1],
        }  # fmt: skip
        yield Scene(folder, listening, words)


def open_now() -> list[str]:
    """Return the open files of this process."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the listing itself
            found.append(str(entry.readlink()))
    return sorted(found)


def children_now() -> set[int]:
    """The processes that this one has not waited for."""
    tasks = Path("/proc/self/task").iterdir()
    return {int(pid) for task in tasks for pid in (task / "children").read_text().split()}


def below(pid: int) -> set[int]:
    """The processes that one started, and those that they started."""
    found: set[int] = set()
    with suppress(OSError):  # it has ended meanwhile
        for task in Path(f"/proc/{pid}/task").iterdir():
            found |= {int(child) for child in (task / "children").read_text().split()}
    return found.union(*map(below, found))


def _ear(address: object, kind: int) -> socket.socket:
    ear = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET, kind)
    ear.bind(address)  # type: ignore[arg-type]  # of one family or the other
    if kind == socket.SOCK_STREAM:
        ear.listen()
    ear.setblocking(False)
    return ear


def _heard(ear: socket.socket) -> bool:
    return bool(select.select([ear], [], [], 0)[0])


def _lives_on(pid: int) -> bool:
    """Whether it is there for longer than a moment."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return False
    try:
        return not select.select([handle], [], [], _SECONDS_TO_DIE)[0]
    finally:
        os.close(handle)


TIERS = ("bubblewrap", "launcher")
FAMILIES = {
    module.__name__.rsplit(".", 1)[-1]: module.ATTACKS
    for module in (clocks, memory, processes, words, files, network, kernel, sources, uploads, archives, numbers)
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
