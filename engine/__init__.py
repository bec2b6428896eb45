"""The rules of the games, bots that play them and the notation of their records: standard library only."""

from os import environ as _environ

if _environ.get("MOOTHILL_ENGINE_BUILD"):  # the folder of a build, which `manage.py up --compile` sets
    from pathlib import Path as _Path

    from engine.compiled import use_build as _use_build

    _use_build(_Path(_environ["MOOTHILL_ENGINE_BUILD"]))
