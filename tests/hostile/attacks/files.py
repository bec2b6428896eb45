"""Files: to read what is not the bot's, to leave anything behind."""

from tests.hostile.attack import ALONE, BOTH, Attack, call, done, refused

_PLACES = "('.', '/tmp', '/var/tmp', '/dev/shm', '/run', '@ROOT@', '@ROOT@/var', '@FOLDER@', os.path.expanduser('~'))"
_READ = (
    "/etc/passwd", "/etc/hostname", "/proc/self/environ", "/proc/@HOST@/environ", "/proc/1/environ", "/proc/self/mem",
    "/proc/self/maps", "/proc/@HOST@/maps", "/proc/@HOST@/mem", "/proc/@HOST@/cmdline",
    "/proc/version", "/proc/sys/kernel/hostname",
    "/sys/kernel/notes", "@ROOT@/league/conf/settings.py", "@ROOT@/manage.py",
    "@ROOT@/var/secret_key", "@ROOT@/pyproject.toml",
    "@FOLDER@/secret", "/dev/null", "/dev/zero", "/dev/mem", "/dev/kmsg", "/dev/tty", "/dev/ptmx", "/dev/urandom",
    "/dev/fuse", "/dev/kvm",
)  # fmt: skip


def _every(paths: str, line: str) -> str:
    return f"""
could = []
for path in {paths}:
    try: {line}
    except OSError as error: print(path, error.errno)
    else: could.append(path)
if not could: raise OSError("nowhere")
return could
"""


ATTACKS: tuple[Attack, ...] = (
    refused("writes anywhere", _every(_PLACES, "open(path + '/hostile-mark', 'w')"), tiers=BOTH),
    refused("adds to anything", _every(_PLACES, "os.open(path + '/secret', os.O_WRONLY | os.O_APPEND)"), tiers=BOTH),
    refused("makes folders", _every(_PLACES, "os.mkdir(path + '/hostile-mark')"), tiers=BOTH),
    refused("makes pipes with names", _every(_PLACES, "os.mkfifo(path + '/hostile-mark')")),
    refused("makes devices", _every(_PLACES, "os.mknod(path + '/hostile-mark')")),
    refused("makes files without names", _every(_PLACES, "os.open(path, os.O_TMPFILE | os.O_RDWR)"), tiers=BOTH),
    refused("makes links", _every(_PLACES, "os.symlink('/etc/passwd', path + '/hostile-mark')")),
    refused("makes hard links", _every(_PLACES, "os.link('@FOLDER@/secret', path + '/hostile-mark')")),
    refused("makes databases",
            _every(_PLACES, "import sqlite3; sqlite3.connect(path + '/hostile-mark').execute('create table t (a)')")
            .replace("except OSError", "except Exception").replace("error.errno", "error")),
    refused("makes files of the moment", "import tempfile\nreturn tempfile.TemporaryFile()"),
    refused("lists folders",
            _every("('@ROOT@', '@ROOT@/var', '@FOLDER@', '/etc', '/home', '/proc', '/proc/self/fd', '/dev', '/tmp')",
            "os.listdir(path)"), tiers=BOTH),
    refused("reads what is not its own", _every(repr(_READ), "os.open(path, os.O_NONBLOCK)"), tiers=BOTH),
    refused("names of files of the system",
            _every("('/etc/passwd', '/proc/self', '@FOLDER@/secret', '/tmp', '/dev/null')",
            "os.stat(path)"), tiers=ALONE),
    refused("names of what is installed", "return os.stat('@PACKAGES@/django').st_ino", tiers=ALONE),
    refused("reads what is installed", """
import glob
beside = [path for folder in sys.path for path in glob.glob(folder + "/*-packages/*/METADATA")]
could = []
for path in (*beside, "@PACKAGES@/django/__init__.py"):
    try: could.append(open(path).read(9))
    except OSError as error: print(path, error.errno)
try: import django
except ImportError: pass
else: could.append(django)
if not could: raise OSError("nothing")
return could
""", tiers=BOTH),
    refused("writes through a path of what is open", _every("['/proc/self/fd/%d' % number for number in range(3)]",
            "os.open(path, os.O_RDWR)"), tiers=BOTH),
    refused("a file in memory", "return os.memfd_create('code')", says="refused: PermissionError", tiers=BOTH),
    call("a secret file in memory", 447, "0"),
    refused("goes elsewhere", "return os.chdir('@FOLDER@')", says="refused: PermissionError"),
    refused("goes elsewhere by what is open", "return os.fchdir(0)", says="refused: PermissionError"),
    refused("another root", "return os.chroot('/')", says="refused: PermissionError"),
    refused("changes rights", "return os.chmod('@FOLDER@/secret', 0o777)", says="refused: PermissionError"),
    refused("changes rights of the engine", "import engine\nreturn os.chmod(engine.__file__, 0o777)", tiers=BOTH),
    refused("changes owners", "return os.chown('@FOLDER@/secret', 65534, 65534)", says="refused: PermissionError"),
    refused("removes", "return os.unlink('@FOLDER@/secret')", says="refused: PermissionError", tiers=BOTH),
    refused("removes folders", "return os.rmdir('@FOLDER@')", says="refused: PermissionError"),
    refused("renames", "return os.rename('@FOLDER@/secret', '@FOLDER@/other')", says="refused: PermissionError"),
    refused("cuts short", "return os.truncate('@FOLDER@/secret', 0)", says="refused: PermissionError"),
    refused("changes times", "return os.utime('@FOLDER@/secret', (0, 0))", says="refused: PermissionError"),
    refused("writes beside its names", "return os.setxattr('@FOLDER@/secret', 'user.a', b'b')"),
    refused("writes into the engine",
            "import engine\nreturn open(os.path.dirname(engine.__file__) + '/hostile-mark', 'w')", tiers=BOTH),
    refused("replaces the engine", "import engine\nreturn open(engine.__file__, 'r+')", says="refused: ", tiers=BOTH),
    refused("opens too many",
            "import os as system\nreturn [open(system.__file__) for _ in range(100)]",
            says="refused: OSError [Errno 24]"),
    refused("asks to write", "return os.open('/hostile-mark', os.O_WRONLY | os.O_CREAT)",
            says="refused: PermissionError [Errno 1]"),
    call("opens by another call", 2, "b'/etc/passwd'", "0", "0"),
    call("opens by a newer call", 437, "-100", "b'/etc/passwd'", "ctypes.create_string_buffer(24)", "24"),
    call("opens by a handle", 304, "0", "None", "0"),
    call("creates by an old call", 85, "b'/tmp/hostile-mark'", "0o777"),
    call("sends a file", 40, "1", "0", "None", "1"),
    call("splices", 275, "0", "None", "1", "None", "1", "0"),
    call("watches", 254, "b'/'", "0", "0"),
    call("watches all", 300, "0", "0"),
    call("locks", 73, "0", "2"),
    refused("locks a part", "import fcntl\nreturn fcntl.lockf(os.open(os.__file__, 0), fcntl.LOCK_SH, 1)",
            says="refused: PermissionError"),
    refused("locks by what is open", "import fcntl\nreturn fcntl.fcntl(os.open(os.__file__, 0), 37, bytes(32))",
            says="refused: PermissionError"),
    refused("leaves word by the time of a reading", """
import engine
could = []
for folder, _, names in os.walk(os.path.dirname(engine.__file__)):
    for path in (os.path.join(folder, name) for name in names):
        before = os.stat(path).st_atime_ns
        with open(path, "rb") as file: file.read(1)
        if os.stat(path).st_atime_ns != before: could.append(path)
if not could: raise OSError("nowhere")
return could
""", tiers=BOTH),
    done("reads the engine, which it may",
            "import engine.games.kings_kilt, inspect\nreturn len(inspect.getsource(engine.games.kings_kilt))"),
    done("its environment is the house's words alone",
            "return sorted({*os.environ} - {'PWD'})",
            says="it could: ['LC_ALL', 'OPENBLAS_NUM_THREADS', 'PYTHONHASHSEED']"),
    done("its interpreter is bare", """
try: import limits
except ImportError: beside = False
else: beside = True
flags = sys.flags
return beside, "site" in sys.modules, flags.dont_write_bytecode, flags.safe_path, flags.no_user_site
""", says="it could: (False, False, 1, True, 1)"),
)  # fmt: skip
