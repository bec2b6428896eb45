"""The layers of the sandbox, and the attack that notices when one is missing.

No setting of Moothill removes a layer. The tests remove each from a copy of the engine instead, and the attack that
only this layer stops succeeds there.
"""

from dataclasses import dataclass

B, L = "bubblewrap", "launcher"


@dataclass(frozen=True, slots=True)
class Layer:
    """Text of a file in engine/sandbox, its replacement without the layer, and the attack that notices."""

    name: str
    page: str
    words: str
    without: str
    tier: str
    attack: str
    also: "Layer | None" = None  # another that stops the same attack


FIRST_FILTER = Layer("the first filter of a bot's process", "launcher", "layers.filter_system_calls(seccomp.STARTING)",
                     "pass", L, "processes: fork")  # fmt: skip

LAYERS = (
    Layer("Landlock", "launcher", "layers.restrict_files((*readable, *packages), listable)", "pass",
          L, "files: reads what is not its own"),
    Layer("the second filter, in bubblewrap", "launcher", "layers.filter_system_calls(seccomp.PLAYING)", "pass",
          B, "kernel: outlives its parent"),
    Layer("the second filter, alone", "launcher", "layers.filter_system_calls(seccomp.PLAYING)", "pass",
          L, "kernel: outlives its parent"),
    Layer("only our convention of calls", "seccomp", "_step(_EQUAL, AUDIT_ARCH_X86_64, 1, 0)",
          "_step(_EQUAL, AUDIT_ARCH_X86_64, 1, 1)", L, "kernel: calls of 32 bits"),
    Layer("no calls of x32", "seccomp", "_step(_AT_LEAST, X32, 0, 1)", "_step(_AT_LEAST, X32, 1, 1)",
          L, "kernel: calls of x32"),
    Layer("no status of a signal", "seccomp", 'Rule("exit_group", 0, values=_STATUSES)', 'Rule("exit_group")',
          B, "processes: ends with the status of a signal"),
    Layer("opening to read alone", "seccomp", 'Rule("openat", 2, none_of=_WRITING)', 'Rule("openat")',
          L, "files: asks to write"),
    Layer("no bell for two sandboxes", "seccomp", 'Rule("futex", 1, all_of=_PRIVATE)', 'Rule("futex")',
          L, "kernel: wakes who waits at a page of the library"),
    Layer("madvise by its third word", "seccomp", 'Rule("madvise", 2, values=(_MADV_DONTNEED, _MADV_FREE))',
          'Rule("madvise")', L, "kernel: has the kernel fetch a page of the library"),
    Layer("clocks of others", "seccomp", "Rule(call, 0, values=_CLOCKS)", "Rule(call)",
          L, "kernel: reads the clock of the house"),
    Layer("fcntl by its second word", "seccomp", 'Rule("fcntl", 1, values=(_F_GETFD, _F_SETFD, _F_GETFL))',
          'Rule("fcntl")', L, "processes: has a signal sent by a pipe"),
    Layer("ioctl by its second word", "seccomp", 'Rule("ioctl", 1, values=(_TCGETS,)),  #', 'Rule("ioctl"),  #',
          L, "kernel: what waits in a pipe", also=FIRST_FILTER),
    Layer("a bound of memory", "layers", "(resource.RLIMIT_AS, memory, memory),", "",
          L, "memory: goes on when it is refused"),
    Layer("a bound of open files", "layers", "(resource.RLIMIT_NOFILE, files, files),", "", L, "files: opens too many"),
    Layer("readings before a program's", "spawn", "control, _access_times().freshen,", "control, bool,",
          L, "files: leaves word by the time of a reading"),
    Layer("an environment of our own", "spawn", "env=_ENVIRONMENT,", "",
          L, "files: its environment is the house's words alone"),
    *(Layer(f"the option {option}", "spawn", f'"{option}"', '"-u"', L, "files: its interpreter is bare")
      for option in ("-s", "-P", "-S", "-B")),
    Layer("a random id", "process", "os.urandom(8).hex()", '"0" * 16',
          L, "words: answers the next questions by the id of the last"),
    Layer("the id is compared", "wire", "found is None or found[1] != request.encode()", "found is None",
          L, "words: answers the next questions by the id of the last"),
    Layer("lines have a length", "process", "len(line) > LONGEST_LINE", "False", L, "words: a line that never ends"),
    Layer("a bound of its log", "process", "if (printed := self.log.written) > (most := self._limits.output):",
          "if (printed := 0) > (most := self._limits.output):",
          L, "words: floods its log"),
    Layer("a bound of what is kept", "process", "most // 2", "1 << 30", L, "words: floods its log"),
    Layer("letters that can be shown", "process", 'if letter.isprintable() or letter in "\\n\\t"', "if True",
          L, "words: escapes and bytes in its log"),
    Layer("moves that were offered", "seat", "if index >= len(legal):", "if False:", L, "sources: adds a move"),
    Layer("a bound of the source", "seat", "if len(self._source) > size_limit(self._source):", "if False:",
          L, "uploads: one byte too long"),
    Layer("a bound for the match", "seat", "if left < allowance.seconds:", "if False:",
          L, "clocks: a little too much each time"),
    Layer("an end", "process", "self._child.kill()", "pass",
          L, "clocks: dies slowly when the match is over"),
    Layer("hidden packages", "spawn", 'yield from ("--ro-bind", places.engine, path)', "pass",
          B, "files: names of what is installed"),
    Layer("hidden names", "spawn", "*_bind_options(places),", '*_bind_options(places), "--ro-bind", "/tmp", "/tmp",',
          B, "files: names of files of the system"),
)  # fmt: skip
