"""numpy: files, memory, threads and native code through it. Each is refused as without it."""

from tests.hostile.attack import BOTH, PLAYS, choice, done, file, refused

# fork, socket and execve by machine code of its own; RAX is what the kernel answers
_MACHINE_CODE = """
import numpy, mmap
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
page = libc.mmap(None, 4096, 7, 0x22, -1, 0)
code = numpy.frombuffer(b"\\xb8{number}\\0\\0\\0\\x31\\xff\\x31\\xf6\\x31\\xd2\\x0f\\x05\\xc3", numpy.uint8)
numpy.ctypeslib.as_array((ctypes.c_uint8 * 4096).from_address(page))[: len(code)] = code
answer = ctypes.CFUNCTYPE(ctypes.c_long)(page)()
if answer < 0: raise OSError(-answer, os.strerror(-answer))
return answer
"""
ATTACKS = (
    refused("keeps an array in a file", "import numpy\nreturn numpy.save('/tmp/hostile-mark', numpy.ones(9))",
            tiers=BOTH),
    refused("maps a new file", """
import numpy
return numpy.memmap("@FOLDER@/hostile-mark", mode="w+", shape=(9,))
""", tiers=BOTH),
    refused("maps a file that all may write", """
import numpy
return numpy.memmap("@FOLDER@/secret", mode="r+")
""", tiers=BOTH),
    refused("reads a file of the system", "import numpy\nreturn numpy.fromfile('/etc/passwd', numpy.uint8)",
            tiers=BOTH),
    refused("reads what is not its own as text", "import numpy\nreturn numpy.genfromtxt('@FOLDER@/secret', dtype=str)",
            tiers=BOTH),
    refused("writes into numpy", "import numpy\nreturn open(numpy.__file__, 'a')", tiers=BOTH),
    refused("puts a module beside numpy", """
import numpy
folder = numpy.__path__[0].rpartition("/")[0]
return open(folder + "/hostile.py", "w")
""", tiers=BOTH),
    refused("removes a file of numpy", "import numpy\nreturn os.unlink(numpy.__file__)", tiers=BOTH),
    refused("reads another package beside numpy", """
import numpy
folder = numpy.__path__[0].rpartition("/")[0]
return open(folder + "/django/__init__.py"), open("@PACKAGES@/django/__init__.py")
""", tiers=BOTH),
    refused("imports another package", """
try: import django, psycopg
except ImportError as error: raise OSError("none") from error
return django.__file__
""", tiers=BOTH),
    refused("compiles a module", """
import numpy, subprocess
return subprocess.run(["cc", "--version"]), subprocess.run([sys.executable, "-m", "numpy.f2py", "-c", "x"])
"""),
    refused("runs a program by a pickled array", """
import io, numpy, pickle
class Program:
    def __reduce__(self): return os.execv, (sys.executable, [sys.executable, "-c", "print()"])
made = io.BytesIO()
numpy.save(made, numpy.array([Program()], dtype=object), allow_pickle=True)
made.seek(0)
return numpy.load(made, allow_pickle=True)
"""),
    refused("an array that is too large", "import numpy\nreturn numpy.ones(1 << 28).nbytes", tiers=BOTH),
    refused("a product that is too large", """
import numpy
return numpy.outer(numpy.ones(1 << 13), numpy.ones(1 << 13)).nbytes
"""),
    refused("an array larger than any memory", """
import numpy
try: return numpy.zeros(1 << 60).nbytes
except ValueError as error: raise MemoryError from error
"""),
    file("arrays without end", "memory", """
import numpy
kept = []
while True: kept.append(numpy.ones(1 << 20))
"""),
    choice("views far beyond an array", "crash", """
import numpy
far = numpy.lib.stride_tricks.as_strided(numpy.zeros(1), shape=(1 << 40,), strides=(1 << 12,))
far[:] = 1
""", tiers=BOTH),
    choice("a product that takes for ever", "timeout memory", """
import numpy
big = numpy.ones((2000, 2000))
while True: big = big @ big / 2000
"""),
    refused("a thread beside numpy", """
import numpy, threading
return threading.Thread(target=numpy.ones, args=(9,)).start()
""", tiers=BOTH),
    refused("a pool of threads", """
import numpy
from concurrent.futures import ThreadPoolExecutor
return ThreadPoolExecutor(2).submit(numpy.ones, 9)
"""),
    refused("memory by name for two processes", """
import numpy
from multiprocessing import shared_memory
return shared_memory.SharedMemory(name="hostile-mark", create=True, size=4096)
""", tiers=BOTH),
    refused("a segment of shared memory", "import numpy\nreturn call(29, 0, 4096, 0o1600)"),
    refused("a file of memory for arrays", "import numpy\nreturn call(319, b'arrays', 0)"),
    refused("pages of numpy's own file, to write for all", """
import mmap, numpy
with open(numpy.__file__, "rb") as file:
    return mmap.mmap(file.fileno(), 4096, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
""", tiers=BOTH),
    refused("a fork by machine code", _MACHINE_CODE.replace("{number}", "\\x39"), tiers=BOTH),
    refused("a socket by machine code", _MACHINE_CODE.replace("{number}", "\\x29"), tiers=BOTH),
    refused("a program by machine code", _MACHINE_CODE.replace("{number}", "\\x3b"), tiers=BOTH),
    refused("a library of C by numpy", """
import numpy
libc = numpy.ctypeslib.load_library("libc.so.6", "/lib/x86_64-linux-gnu")
if libc.fork() < 0: raise OSError("no fork")
return libc.getpid()
"""),
    done("is pinned to one thread", """
import numpy
numpy.ones((600, 600)) @ numpy.ones((600, 600))
return os.environ["OPENBLAS_NUM_THREADS"]
""", says="it could: '1'"),
    file("asks numpy for more threads", "plays crash timeout", """
import ctypes, numpy, os
folder = numpy.__path__[0] + ".libs"
library = ctypes.CDLL(next(f"{folder}/{name}" for name in os.listdir(folder) if "openblas" in name))
library.scipy_openblas_set_num_threads64_(8)
def choose(view, legal, budget, rng):
    numpy.ones((300, 300)) @ numpy.ones((300, 300))
    return legal[0]
""", tiers=BOTH),
    file("numpy while it is loaded", PLAYS, """
import numpy
weights = numpy.ones((100, 100))
def choose(view, legal, budget, rng):
    weights @ weights
    return legal[0]
""", tiers=BOTH),
)  # fmt: skip
