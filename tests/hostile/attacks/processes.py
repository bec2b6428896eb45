"""Processes: start others, outlive the match, reach those of Moothill."""

from tests.hostile.attack import BOTH, Attack, call, choice, refused

_DENIED = "refused: PermissionError"
_SIGNALS = "import signal\nfor number in (0, signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP):\n    "


def _on_its_launcher(action: str) -> str:
    """Try it on the monitor (the id before its own), on the launcher, and on the first process."""
    return f"""
import signal
for other in (os.getpid() - 1, os.getpid() - 2, 1):
    try:
        {action}
    except PermissionError:
        continue
    return other
raise PermissionError("none of them")
"""


ATTACKS: tuple[Attack, ...] = (
    refused("fork", "if os.fork() == 0:\n    while True: pass", says=_DENIED, tiers=BOTH),
    refused("fork of a terminal", "import pty\nreturn pty.fork()"),
    call("vfork", 58),
    call("clone", 56, "17", "0", "0", "0", "0", tiers=BOTH),
    call("clone3", 435, "ctypes.create_string_buffer(88)", "88"),
    refused("posix_spawn", "return os.posix_spawn(sys.executable, [sys.executable, '-c', ''], {})", says=_DENIED),
    refused("execve of the interpreter", "os.execv(sys.executable, [sys.executable, '-c', 'while True: pass'])",
            says=_DENIED, tiers=BOTH),
    refused("execve of a shell", "os.execv('/bin/sh', ['sh', '-c', 'while :; do :; done'])"),
    call("execveat", 322, "0", "b''", "None", "None", "0x1000"),
    refused("a thread", "import threading\nthreading.Thread(target=time.sleep, args=(99,)).start()"),
    refused("subprocess", "import subprocess\nreturn subprocess.run(['true'])"),
    refused("multiprocessing", "import multiprocessing\nreturn multiprocessing.Process(target=print).start()"),
    refused("a pool", "from concurrent.futures import ThreadPoolExecutor\nThreadPoolExecutor().submit(print).result()"),
    refused("system", "if (status := os.system('true')) != 0:\n    raise OSError(status)"),
    refused("popen", "return os.popen('true').read()"),
    refused("signals to its parent", _SIGNALS + "os.kill(os.getppid() or 1, number)", says=_DENIED, tiers=BOTH),
    refused("signals to the house", _SIGNALS + "os.kill(@HOST@, number)", says=_DENIED, tiers=BOTH),
    refused("asks whether the house lives", "return os.kill(@HOST@, 0)", says=_DENIED),
    refused("signals to its group", _SIGNALS + "os.kill(0, number)", says=_DENIED),
    refused("signals to everybody", _SIGNALS + "os.kill(-1, number)", says=_DENIED, tiers=BOTH),
    refused("signals to a group", _SIGNALS + "os.killpg(@HOST@, number)", says=_DENIED),
    refused("kills itself", "os.kill(os.getpid(), signal.SIGKILL)", says=_DENIED, tiers=BOTH),
    refused("raises a signal", "signal.raise_signal(signal.SIGKILL)"),
    call("signal with a value", 129, "os.getppid() or 1", "9", "ctypes.create_string_buffer(128)"),
    call("signal to a thread", 234, "os.getpid()", "os.getpid()", "9"),
    call("handle of the house", 434, "@HOST@", "0"),
    call("signal by a handle", 424, "0", "9", "None", "0"),
    call("descriptor of another", 438, "0", "0", "0"),
    refused("has a signal sent by a pipe", "import fcntl\nfcntl.fcntl(0, fcntl.F_SETOWN, @HOST@)", says=_DENIED),
    refused("has a chosen signal sent", "import fcntl\nfcntl.fcntl(0, 10, 9)", says=_DENIED),
    refused("has a pipe tell of itself", "import fcntl\nfcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC)", says=_DENIED),
    refused("leases and watches", "import fcntl\nfcntl.fcntl(0, fcntl.F_NOTIFY, 1)", says=_DENIED),
    refused("makes a pipe small", "import fcntl\nfcntl.fcntl(1, 1031, 4096)", says=_DENIED),
    refused("alarm", "return signal.setitimer(signal.ITIMER_REAL, 0.001)"),
    call("a timer", 222, "0", "None", "ctypes.create_string_buffer(8)"),
    refused("a better place", "return os.setpriority(os.PRIO_PROCESS, 0, -20)", says=_DENIED),
    refused("a worse place for the house", "return os.setpriority(os.PRIO_PROCESS, @HOST@, 19)", says=_DENIED),
    refused("real time", "return os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))", says=_DENIED),
    refused("another core", "return os.sched_setaffinity(0, {0})", says=_DENIED),
    refused("a session", "return os.setsid()", says=_DENIED),
    refused("a group", "return os.setpgid(0, 0)", says=_DENIED),
    refused("debugs the house", "return call(101, 16, @HOST@, 0, 0)", says=_DENIED, tiers=BOTH),
    call("is debugged", 101, "0", "0", "0", "0"),
    call("reads the house", 310, "@HOST@", "None", "0", "None", "0", "0"),
    call("writes the house", 311, "@HOST@", "None", "0", "None", "0", "0"),
    call("compares with the house", 312, "@HOST@", "os.getpid()", "0", "0", "0"),
    call("waits for anybody", 61, "-1", "None", "0", "None"),
    call("ends with the status of a signal", 231, "137", tiers=BOTH),
    refused("stops its launcher", _on_its_launcher("os.kill(other, signal.SIGSTOP)"), says=_DENIED, tiers=BOTH),
    refused("kills its launcher", _on_its_launcher("os.kill(other, signal.SIGKILL)"), says=_DENIED, tiers=BOTH),
    refused("stops itself", "return os.kill(os.getpid(), signal.SIGSTOP)", says=_DENIED),
    refused("debugs its launcher", _on_its_launcher("call(101, 0x4206, other, 0, 0)"), says=_DENIED, tiers=BOTH),
    refused("reads its launcher", _on_its_launcher("call(310, other, None, 0, None, 0, 0)"), says=_DENIED, tiers=BOTH),
    refused("writes its launcher", _on_its_launcher("call(311, other, None, 0, None, 0, 0)"), says=_DENIED, tiers=BOTH),
    refused("handle of its launcher", _on_its_launcher("call(434, other, 0)"), says=_DENIED, tiers=BOTH),
    refused("bounds of its launcher", _on_its_launcher("call(302, other, 7, None, None)"), says=_DENIED, tiers=BOTH),
    refused("descriptors of its launcher", """
for number in range(3, 256):
    try:
        return os.fstat(number)
    except OSError:
        pass
raise OSError("none is open")
""", tiers=BOTH),
    refused("the socket of its launcher", "return call(46, 0, bytes(56), 0)", says=_DENIED, tiers=BOTH),
    refused("a message of its launcher", "return call(47, 0, bytes(56), 0)", says=_DENIED, tiers=BOTH),
    refused("forks as its launcher does", """
import __main__
return __main__._monitor(None, b"", [], os.getpid())
""", says=_DENIED, tiers=BOTH),
    refused("asks for another process", """
frame = sys._getframe()
while "control" not in frame.f_locals:
    frame = frame.f_back
return frame.f_locals["control"].send(b"terms")
""", tiers=BOTH),
    choice("reports its own end", "flood", "import marshal\nos.write(1, marshal.dumps((9, 0.0)))", tiers=BOTH),
    choice("answers for its launcher", "flood", "os.write(1, b'ready\\nstarted')", tiers=BOTH),
    choice("aborts", "crash", "os.abort()"),
    choice("reads what is not there", "crash", "import ctypes\nctypes.string_at(0)", tiers=BOTH),
    choice("divides badly", "crash", """
import ctypes, mmap
page = mmap.mmap(-1, 4096, prot=7)
page.write(b"\\x31\\xc9\\xf7\\xf1\\xc3")
ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
"""),
)  # fmt: skip
