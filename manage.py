#!/usr/bin/env python3
"""Moothill's one entry point. Until the environment exists it stands on Python's standard library alone."""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036  (an older Python reads this file too, and should say so)
    older = "Moothill needs Python 3.11 or newer, and this is Python %d.%d."
    sys.exit(older % sys.version_info[:2])

if os.geteuid() == 0 and os.stat(__file__).st_uid != 0:  # noqa: PTH116  (nothing is loaded yet)
    sys.dont_write_bytecode = True  # root's would lie in the way of the account that this source belongs to

from league.conf.launcher.commands import main

if __name__ == "__main__":
    main(sys.argv[1:])
