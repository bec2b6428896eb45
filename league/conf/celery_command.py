"""Celery's commands `worker` and `beat`, with its own options and without the rest of its command line.

    python -m league.conf.celery_command worker -n NAME@%h -Q matches

That is `celery -q -A league.conf.celery worker ...`, which anybody may type instead. All of the command line brings an
interactive shell along: 7 MB in every process that shares no memory with the others.
"""

import click
from celery.bin.base import CLIContext
from celery.bin.beat import beat
from celery.bin.worker import worker

from league.conf.celery import app

command = click.Group(commands={"worker": worker, "beat": beat})

if __name__ == "__main__":
    command.main(prog_name="celery", obj=CLIContext(app=app, no_color=True, workdir=None, quiet=True))
