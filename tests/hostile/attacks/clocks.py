"""Time: to take more than its share of the processors, or of everybody's evening."""

from tests.hostile.attack import BOTH, PLAYS, choice, file

ATTACKS = (
    choice("endless loop", "timeout", "while True: pass", tiers=BOTH),
    file("endless loop while it is loaded", "timeout", "while True: pass\n"),
    choice("sleep", "timeout", "time.sleep(99)"),
    choice("sleeps a little each time", "timeout", "time.sleep(0.6)"),
    choice("answers early and thinks on", "timeout", "say(f'{asked()} 0\\n')\nwhile True: pass"),
    choice("answers early and thinks on for ever", "timeout", "say(f'{asked()} 0\\n')\ntime.sleep(99)"),
    choice("a little too much each time", "timeout", """
began = time.process_time()
while time.process_time() - began < 0.08: pass
"""),
    choice("ignores the signal of its limit", "timeout", """
import signal
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
while True: pass
"""),
    choice("ignores all signals", "timeout", """
import signal
for number in signal.valid_signals():
    try: signal.signal(number, lambda *_: None)
    except (OSError, ValueError): pass
while True:
    try:
        while True: pass
    except BaseException: pass
"""),
    choice("answers once its time is up", "timeout", """
import signal
answer = f'{asked()} 0\\n'
signal.signal(signal.SIGUSR1, lambda *_: say(answer))
while True: pass
"""),
    choice("writes a false stack", "timeout", """
import signal
frame = b'  File "\\x1b[31m", line 1 in \\xff\\x00\\r\\n'
signal.signal(signal.SIGUSR1, lambda *_: os.write(2, frame * 999))
while True: pass
"""),
    choice("catastrophic expression", "timeout", "re.match('(a+)+$', 'a' * 40 + 'b')"),
    choice("a power too high", "timeout memory", "9 ** 9 ** 9", tiers=BOTH),
    choice("a loop in C", "timeout", "import collections, itertools\ncollections.deque(itertools.repeat(0), maxlen=0)"),
    choice("a sum in C", "timeout", "sum(range(10 ** 15))"),
    choice("digits", "timeout", "sys.set_int_max_str_digits(0)\nint('9' * 9_000_000)"),
    choice("dies slowly", "timeout", """
class Slow:
    def __del__(self):
        while True: pass
Slow()
"""),
    file("dies slowly when the match is over", PLAYS, """
import atexit
class Slow:
    def __del__(self):
        while True: pass
slow = Slow()
atexit.register(slow.__del__)
def choose(view, legal, budget, rng): return legal[0]
"""),
    choice("collects garbage for ever", "timeout", """
import gc
def loop(*_):
    while True: pass
gc.callbacks.append(loop)
gc.collect()
"""),
    choice("traces itself", "timeout", """
def trace(*_):
    while True: pass
sys.settrace(trace)
(lambda: 0)()
"""),
    choice("turns its clock back", "timeout", """
time.process_time = time.monotonic = time.perf_counter = lambda: 0
while True: pass
"""),
    choice("eats the questions", "timeout", "while True: os.read(0, 1)"),
    choice("loops while it compares", "timeout", """
class Slow(int):
    def __eq__(self, other):
        while True: pass
    __hash__ = int.__hash__
return (Slow(),)
"""),
)  # fmt: skip
