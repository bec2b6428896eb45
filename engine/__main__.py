"""`python3 -m engine`: play, verify and count games on the command line, without Django."""

import sys

from engine.cli import main

if __name__ == "__main__":
    sys.exit(main())
