"""Memory: to take all there is."""

from tests.hostile.attack import BOTH, choice, done, file, refused

ATTACKS = (
    choice("a list that grows", "memory", "kept = []\nwhile True: kept.append(bytes(1 << 20))"),
    choice("one large array", "memory", "bytearray(1 << 30)", tiers=BOTH),
    choice("one long string", "memory", "'x' * (1 << 34)"),
    choice("a wide field", "memory", "'{:>99999999999}'.format(1)"),
    choice("a long number", "memory", "1 << (1 << 36)"),
    choice("copies of copies", "memory timeout", "kept = [0]\nwhile True: kept = kept * 2"),
    choice("a bomb that unfolds", "memory timeout", """
import zlib
small = zlib.compressobj()
packed = b"".join(small.compress(bytes(1 << 20)) for _ in range(8)) + small.flush()
kept = []
while True: kept.append(zlib.decompress(packed))
"""),
    choice("answers by what never ends", "memory timeout", "import itertools\nreturn itertools.count()"),
    choice("recursion", "crash", "def deeper(): deeper()\ndeeper()"),
    choice("recursion without a limit", "crash memory", """
sys.setrecursionlimit(1 << 30)
class Deep:
    def __repr__(self): return repr(self)
repr(Deep())
""", tiers=BOTH),
    file("too much while it is loaded", "memory", "kept = bytearray(1 << 30)\ndef choose(*_): pass\n"),
    refused("goes on when it is refused", "return len(bytearray(1 << 30))", says="refused: MemoryError", tiers=BOTH),
    refused("pages of its own", "import mmap\nreturn len(mmap.mmap(-1, 1 << 30))"),
    done("by the library of C", """
take = ctypes.CDLL(None).malloc
take.restype = ctypes.c_void_p
return take(ctypes.c_size_t(1 << 30))
""", says="it could: None"),
    choice("hoards and tries for ever", "timeout", """
kept = []
while True:
    try: kept.append(bytes(1 << 20))
    except MemoryError: pass
"""),
    choice("hoards to the last byte and plays", "plays memory crash timeout", """
import builtins
builtins.kept = []
size = 1 << 24
while size > 1 << 8:
    try: builtins.kept.append(bytearray(size))
    except MemoryError: size >>= 1
"""),
)  # fmt: skip
