"""Sources: files that break what reads them, and code that changes the process it runs in."""

from tests.hostile.attack import BOTH, PLAYS, Attack, choice, done, file

_PLAYS = "def choose(view, legal, budget, rng): return legal[0]\n"
_BROKEN = "load memory crash"

ATTACKS: tuple[Attack, ...] = (
    file("no syntax", "load", "def choose(:\n"),
    file("an open bracket", "load", "(" * 9999),
    file("deep brackets", "load memory", "x = " + "(" * 150 + ")" * 150),
    file("deep signs", _BROKEN, "x = " + "-" * 200_000 + "1"),
    file("deep attributes", _BROKEN, "x = a" + ".a" * 100_000),
    file("a long sum", _BROKEN, "x = " + "1+" * 100_000 + "1", tiers=BOTH),
    file("deep indents", "load", "".join(" " * depth + "if 1:\n" for depth in range(200))),
    file("deep calls", _BROKEN, "x = " + "f(" * 90 + "0" + ")" * 90 + "\n" + "[" * 190 + "]" * 190),
    file("a constant too large", "load memory timeout", "x = 10 ** 10 ** 9 * 0\n" + _PLAYS),
    file("a table too wide", "load memory timeout", "x = ((0,) * 99999,) * 99999\n" + "y = [list(row) for row in x]\n"),
    file("a nought byte", "load", b"x = 1\0\n" + _PLAYS.encode()),
    file("a nought byte in words", "load", b"'''\0'''\n" + _PLAYS.encode()),
    file("a mark of order", PLAYS, b"\xef\xbb\xbf" + _PLAYS.encode()),
    file("two bytes a letter", "load", _PLAYS.encode("utf-16")),
    file("letters of seven bits", PLAYS, b"# coding: utf-7\n" + _PLAYS.encode()),
    file("code hidden in letters of seven bits",
            "load crash", b"# coding: utf-7\n#+AAo-raise SystemExit\n" + _PLAYS.encode()),
    file("letters by a rule of the library", "load plays", b"# coding: rot13\n" + _PLAYS.encode()),
    file("letters nobody knows", "load", b"# coding: owned\n" + _PLAYS.encode()),
    file("not its own letters", "load", b"x = '\xff'\n" + _PLAYS.encode()),
    file("leaves while it is loaded", "load", "raise SystemExit(0)\n"),
    file("interrupts while it is loaded", "load", "raise KeyboardInterrupt\n"),
    file("ends while it is loaded", "crash", "import os\nos._exit(0)\n", tiers=BOTH),
    file("is never asked", "load", "choose = 7\n"),
    file("has nothing", "load", "\n"),
    file("raises when it is looked for",
            "load", "class Bot:\n    @property\n    def choose(self): raise KeyError\nBOT = Bot()\n"),
    file("imports itself", PLAYS, "import bot\nfrom bot import __dict__ as mine\n" + _PLAYS),
    file("imports the launcher", PLAYS, "import __main__\nassert __main__.main\n" + _PLAYS),
    file("runs the launcher again", "load crash flood timeout", "import __main__\n__main__.main()\n" + _PLAYS),
    choice("answers for all moves", PLAYS, """
class All(int):
    def __eq__(self, other): return True
    __hash__ = int.__hash__
return tuple(All() for _ in legal[0])
"""),
    choice("adds a move", "illegal", "legal.append((99,) * 9)\nreturn legal[-1]"),
    choice("takes all moves away", "illegal", "first = legal[0]\nlegal.clear()\nreturn first"),
    choice("answers by itself", "illegal", "return choose"),
    choice("answers by nothing", "illegal", "return None"),
    choice("leaves where it is read", "crash", """
class Leaves:
    def __iter__(self): raise SystemExit(0)
return Leaves()
"""),
    choice("runs out of memory where it is read", "memory", """
class Large:
    def __iter__(self): return iter(bytearray(1 << 30))
return Large()
"""),
    choice("leaves where it is shown", "crash", """
class Leaves:
    def __repr__(self): raise KeyboardInterrupt
return Leaves()
"""),
    choice("puts others in place of the house's words", "illegal crash plays", """
import engine.sandbox.wire, engine.sandbox.session, json, builtins
engine.sandbox.wire.answer_to = engine.sandbox.wire.read_frame = engine.sandbox.session.read_frame = lambda *_: (0,)
json.loads = json.dumps = lambda *_: {}
"""),
    choice("puts others in place of the interpreter's words", "crash illegal plays timeout", """
import builtins
builtins.len = builtins.tuple = builtins.isinstance = lambda *_: 0
os.write = lambda *_: 0
"""),
    choice("changes the rules in its process", PLAYS, """
import engine.games.kings_kilt as rules
for name in list(vars(rules)):
    if not name.startswith("__"): setattr(rules, name, None)
"""),
    choice("changes its view", PLAYS, """
import ctypes
ctypes.memset(id(view) + 24, 0, 8)
ctypes.memset(id(budget) + budget.__sizeof__(), 255, 8)
"""),
    done("looks for the true state", """
import gc
from engine.core.game import State
secret, hands = "@LATERCES@"[::-1].encode(), []
seen, waiting = set(), gc.get_objects()
while waiting:
    thing = waiting.pop()
    if id(thing) in seen: continue
    seen.add(id(thing))
    if type(thing) is bytes and secret in thing: hands.append("secret")
    kind = type(thing).__name__
    if kind.endswith(("State", "Dealer")) and not isinstance(thing, type): hands.append(kind)
    waiting += gc.get_referents(thing)
return hands, len(seen) > 1000
""", says="it could: ([], True)"),
    file("looks at foreign hands", PLAYS, """
def choose(view, legal, budget, rng):
    others = [hand for seat, hand in enumerate(getattr(view, "hands", ())) if seat != view.seat]
    print("foreign:", any(others), hasattr(view, "deck"), hasattr(view, "seed"))
    return legal[0]
""", says="foreign: False False False"),
)  # fmt: skip
