"""An attack: an uploaded file, and the verdict that it must get."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

PLAYS = "plays"  # to the end: what it tried was refused, or did no harm
TOGETHER = "all that is refused"
Source: TypeAlias = bytes | Callable[[], bytes]  # or what makes it, where that takes long
IN_TURN, BOTH, ALONE = "in turn", "both", "bubblewrap"  # the tiers that it is tried in

_FRAME = '''
import os, re, struct, sys, time

def asked():
    """The id of the question that is being answered: a bot can see it, for the process is its own."""
    frame = sys._getframe()
    while "request" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["request"]

def say(line):
    os.write(1, line if isinstance(line, bytes) else line.encode())

def frame():
    """The next question, read past the house's own half of the process."""
    length, = struct.unpack("<I", os.read(0, 4))
    body = b""
    while len(body) < length:
        body += os.read(0, length - len(body))
    return re.search(rb"[0-9a-f]{16}", body)[0].decode()
'''

_TRIES = '''
import ctypes, os, signal, socket, sys, time

def call(number, *arguments):
    """A call of the system by its number."""
    libc = ctypes.CDLL(None, use_errno=True)
    answer = libc.syscall(ctypes.c_long(number), *arguments)
    if answer == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return answer

{functions}

tried = False
def choose(view, legal, budget, rng):
    global tried
    if not tried:
        tried = True
        for name, attack in ATTACKS: tell(name, attack)
    return legal[0]

def tell(name, attack):
    try:
        print(f"{name}: it could:", repr(attack())[:200])
    except (OSError, MemoryError, RuntimeError) as error:
        print(f"{name}: refused:", type(error).__name__, error)
    except BaseException as error:
        print(f"{name}: broken:", type(error).__name__, error)
'''


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """A hostile uploaded file. The source may contain words of the scene, such as @PORT@."""

    name: str
    source: Source
    verdict: tuple[str, ...]  # any of these
    says: tuple[str, ...] = ()
    never_says: tuple[str, ...] = ()
    tiers: str = IN_TURN
    body: str = ""  # of one that only tries: it can be tried together with others

    def content(self) -> bytes:
        """Return the file, made if need be."""
        return self.source() if callable(self.source) else self.source


def file(name: str, verdict: str, source: str | Source, *, says: str = "", tiers: str = IN_TURN) -> Attack:
    """A whole file. `verdict` may name several faults: which one it is hangs on luck."""
    written = source.encode() if isinstance(source, str) else source
    return Attack(name=name, source=written, verdict=tuple(verdict.split()), says=(says,) if says else (), tiers=tiers)


def choice(name: str, verdict: str, body: str, *, says: str = "", tiers: str = IN_TURN) -> Attack:
    """A file whose choice is these lines and then the first legal move. `asked`, `say` and `frame` speak the wire."""
    function = f"def choose(view, legal, budget, rng):\n{_indented(body)}\n    return legal[0]\n"
    return file(name, verdict, _FRAME + function, says=says, tiers=tiers)


def refused(name: str, body: str, *, says: str = "refused:", tiers: str = IN_TURN) -> Attack:
    """Return a file that tries something once, logs the outcome, and plays on."""
    return Attack(
        name=name,
        source=_trying({name: body}),
        verdict=(PLAYS,),
        says=(f"{name}: {says}",),
        never_says=("it could:", "broken:"),
        tiers=tiers,
        body=body,
    )


def done(name: str, body: str, *, says: str = "it could:") -> Attack:
    """A file that may do what it tries, for it can do no harm by it."""
    return Attack(
        name=name, source=_trying({name: body}), verdict=(PLAYS,), says=(f"{name}: {says}",), never_says=("broken:",)
    )


def together(attacks: Sequence[Attack]) -> Attack:
    """Return one file that tries all of these in order: a refused action leaves nothing behind for the next."""
    return Attack(
        name=TOGETHER,
        source=_trying({attack.name: attack.body for attack in attacks}),
        verdict=(PLAYS,),
        says=tuple(words for attack in attacks for words in attack.says),
        never_says=("it could:", "broken:"),
        tiers=BOTH,
    )


def call(name: str, number: int, *arguments: str, tiers: str = IN_TURN) -> Attack:
    """A call of the system, which has to be refused by its number and not for its arguments."""
    line = f"return call({', '.join((str(number), *arguments))})"
    return refused(name, line, says="refused: PermissionError", tiers=tiers)


def _trying(bodies: dict[str, str]) -> bytes:
    functions = "".join(f"def attack_{number}():\n{_indented(body)}\n" for number, body in enumerate(bodies.values()))
    listed = ", ".join(f"({name!r}, attack_{number})" for number, name in enumerate(bodies))
    return _TRIES.replace("{functions}", f"{functions}ATTACKS = [{listed}]").encode()


def _indented(body: str) -> str:
    return "\n".join(f"    {line}" for line in body.strip("\n").splitlines())
