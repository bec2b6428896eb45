"""`manage.py` of the image: Django's commands, and how to run Moothill's own from outside the container."""

import sys

from docker.entrypoint import main

if __name__ == "__main__":
    main(["manage", *sys.argv[1:]])
