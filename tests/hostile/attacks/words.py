"""Messages: those that a bot may send, and all those that it may not."""

from tests.hostile.attack import BOTH, PLAYS, choice, file, refused

_WORSE = (
    ("a move too far", "illegal", "9999"), ("a move far too far", "flood", "999999"),
    ("a negative move", "flood", "-1"),
    ("a leading zero", "flood", "00"), ("a plus", "flood", "+0"), ("a fraction", "flood", "0.0"),
    ("an exponent", "flood", "1e0"), ("a truth", "flood", "True"), ("not a number", "flood", "nan"),
    ("two moves", "flood", "0 0"), ("a word too many", "flood", "0 please"), ("nothing after the id", "flood", ""),
    ("an unknown fault", "flood", "excuse"), ("the machine's fault", "flood", "machine"),
    ("a return before the end", "flood", "0\\r"), ("a tab", "flood", "\\t0"), ("a nought byte", "flood", "0\\0"),
    ("a foreign digit", "flood", "\u0661"), ("a fault of its own", "crash", "crash"), ("brackets", "flood", "[0]"),
)  # fmt: skip

ATTACKS = (
    *(choice(name, verdict, f"say(asked() + ' {word}\\n')\ntime.sleep(99)") for name, verdict, word in _WORSE),
    choice("a guessed id", "flood", "say('0' * 16 + ' 0\\n')"),
    choice("an id in capitals", "flood", "say('ABCDEF0123456789 0\\n')"),
    file("an old id", "flood", """
import os, sys
first = None
def choose(view, legal, budget, rng):
    global first
    request = sys._getframe(2).f_locals["request"]
    if first: os.write(1, f"{first} 0\\n".encode())
    first = first or request
    return legal[0]
""", tiers=BOTH),
    choice("answers in advance by the same id", "flood", """
request = asked()
say(f"{request} 0\\n")
while True:
    time.sleep(0.02)
    say(f"{request} 0\\n")
""", tiers=BOTH),
    choice("answers the next questions by the id of the last", "flood", """
request = asked()
while True:
    say(f"{request} 0\\n")
    os.read(0, 1 << 16)
""", tiers=BOTH),
    choice("two answers at once", "flood", "say(f'{asked()} 0\\n' * 2)"),
    choice("one answer often", "flood", "while True: say(f'{asked()} 0\\n')"),
    choice("half a line and silence", "timeout", "say(asked()[:9])\ntime.sleep(99)"),
    choice("a line that never ends", "flood", "while True: say('x')", tiers=BOTH),
    choice("a giant line", "flood", "say(b'0' * (1 << 20))"),
    choice("nought bytes", "flood", "say(bytes(99))"),
    choice("an empty line", "flood", "say('\\n')"),
    choice("not of its alphabet", "flood", "say(b'\\xff\\xfe\\n')"),
    choice("a forged ready", "flood", "say('ready\\n')"),
    choice("words on its output", "flood", "sys.__stdout__.write('hello\\n'); sys.__stdout__.flush()"),
    file("ready before it is loaded", "flood", "import os\nos.write(1, b'ready\\n')\ndef choose(*_): pass\n"),
    choice("closes its input", "crash", "os.close(0)"),
    choice("closes its output", "crash timeout", "os.close(1)", tiers=BOTH),
    choice("closes its log", PLAYS, "try: os.close(2)\nexcept OSError: pass", tiers=BOTH),
    choice("closes all", "crash timeout", "os.closerange(0, 999)"),
    choice("puts its log in place of its output",
            "crash timeout", "sys.stderr.close(); sys.stdout = None; os.close(1)"),
    refused("writes to whatever is open", """
for descriptor in (0, *range(3, 64)):
    try: os.write(descriptor, b"x")
    except OSError: continue
    return descriptor
raise OSError("none")
""", tiers=BOTH),
    refused("reads its own output", "return os.read(1, 1)"),
    choice("takes its own words back", "plays timeout flood", """
try: back = os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
except OSError: return legal[0]
while True:  # now and then it is faster than the house
    say("x")
    try: os.read(back, 99)
    except BlockingIOError: pass
""", tiers=BOTH),
    choice("floods its log", "flood", "while True: os.write(2, b'x' * 65536)", tiers=BOTH),
    choice("prints for ever", "flood timeout", "while True: print('x')"),
    choice("escapes and bytes in its log",
            PLAYS, "os.write(2, b'\\x1b[2J\\x1b]0;owned\\x07\\xff\\0\\xe2\\x80\\xae\\r')", says="\ufffd"),
    choice("plays past the house's half", PLAYS, "say(f'{asked()} 0\\n')\nwhile True: say(f'{frame()} 0\\n')"),
    *(choice(f"ends with {status}", "crash", f"os._exit({status})", tiers=BOTH) for status in (0, 97, 137)),
    *(choice(f"ends with {status}", "crash", f"os._exit({status})") for status in (1, 128, 143, 152, 255, -9)),
    choice("leaves", "crash", "sys.exit(137)"),
    choice("leaves by its interpreter", "crash", "import ctypes\nctypes.pythonapi.Py_Exit(137)"),
    choice("leaves by its thread", "crash", "import ctypes\nctypes.CDLL(None).syscall(60, 137)\nos._exit(0)"),
)  # fmt: skip
