"""The head of a record that is about to be typed."""

import json
from collections.abc import Mapping, Sequence

from engine.core.game import Game, OptionValue
from engine.notation.labels import is_plain


def head_of(game: Game, names: Sequence[str], chosen: Mapping[str, OptionValue] | None = None) -> str:
    """Its first lines, by the options that were chosen and else the usual ones, with an empty line behind them."""
    options = ", ".join(f"{name} {_said(value)}" for name, value in game.settle_options(chosen).items())
    seats = ", ".join(name if is_plain(name) else json.dumps(name, ensure_ascii=False) for name in names)
    ruled = [f"Options: {options}"] if options else []
    return "\n".join(["Moothill record 1", f"Game: {game.name}", *ruled, f"Seats: {seats}", "", ""])


def _said(value: OptionValue) -> str:
    return value if isinstance(value, str) else ("on" if value else "off")
