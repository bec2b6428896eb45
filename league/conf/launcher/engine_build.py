"""The compiled engine of `manage.py up --compile`, which nothing needs: the same engine, faster."""

import importlib.util
import os
import sys

from league.conf.launcher import virtualenv
from league.conf.launcher.console import LauncherError, print_line, timed
from league.conf.launcher.environment import ENGINE_BUILD, InstallPaths
from league.conf.launcher.processes import Child


def compiled_engine(place: InstallPaths) -> dict[str, str]:
    """Return the variable with which processes use the compiled engine; it is compiled if its sources are new.

    If that fails, print the reason, and return nothing: the engine plays interpreted.
    """
    from engine.compiled import fingerprint
    from engine.compiler import CannotCompile, check_tools

    folder = place.folder("engine-build") / fingerprint()
    command = [sys.executable, "-m", "engine.compiler", str(folder.parent)]
    interpreted = {name: value for name, value in os.environ.items() if name != ENGINE_BUILD}
    try:
        if not folder.exists():
            check_tools()
            if not importlib.util.find_spec("mypyc"):
                virtualenv.install(place, virtualenv.COMPILE)
            print_line("engine", "compiling; this takes a minute or two")
            with timed("engine", "compiled"):
                Child(name="compiler", argv=command, cwd=place.root, env=interpreted).run()
        else:
            print_line("engine", "compiled before, from the same sources")
    except (CannotCompile, LauncherError, OSError) as problem:
        print_line("engine", f"not compiled, so bots search slower: {str(problem).splitlines()[-1].strip()}")
        return {}
    return {ENGINE_BUILD: str(folder)}
