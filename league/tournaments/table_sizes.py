"""Table sizes: those that a game allows, and those that a format makes."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.core.game import Game
from league.competition.format import Format
from league.competition.formats import format_named
from league.competition.options import Option, Options, Value
from league.tournaments.errors import CannotBePlayed
from league.tournaments.models import Tournament

_NAMES: Final = {
    "table-knockout": (
        gettext_noop("Knockout, tables of %(largest)d"),
        gettext_noop("Knockout, tables of %(smallest)d to %(largest)d"),
        gettext_noop("Knockout, table size of your choice (%(smallest)d to %(largest)d)"),
    ),
    "table-round-robin": (
        gettext_noop("Round robin, tables of %(largest)d"),
        gettext_noop("Round robin, tables of %(smallest)d to %(largest)d"),
        gettext_noop("Round robin, table size of your choice (%(smallest)d to %(largest)d)"),
    ),
    "table-swiss": (
        gettext_noop("Swiss, tables of %(largest)d"),
        gettext_noop("Swiss, tables of %(smallest)d to %(largest)d"),
        gettext_noop("Swiss, table size of your choice (%(smallest)d to %(largest)d)"),
    ),
}  # names of formats at tables of one size, of several sizes, and before the sizes are chosen


def sizes_for(game: Game, option: Option) -> tuple[Value, ...]:
    """Return the table sizes among the option's choices that the game allows."""
    return tuple(size for size in option.choices if game.min_seats <= int(size) <= game.max_seats)


def fits(game: Game, chosen: Format) -> bool:
    """Return whether the format, with suitable options, makes only table sizes that the game allows."""
    of_seats = [option for option in chosen.options if option.seats]
    if of_seats:
        return all(sizes_for(game, option) for option in of_seats)
    return _within(game, chosen.table_sizes({}))


def check_common_size(game: Game, chosen: Format) -> None:
    """Raise `CannotBePlayed` unless `fits`."""
    if not fits(game, chosen):
        raise _too_small_or_large(game)


def check_evenings(chosen: Format, venue: str) -> None:
    """Raise `CannotBePlayed` for club nights with bot matches."""
    if chosen.by_evenings and venue == Tournament.Venue.MACHINE:
        raise CannotBePlayed(_("Club nights are played in person. Choose another format for bots."), field="format")


def check_sizes(game: Game, chosen: Format, options: Options) -> None:
    """Raise `CannotBePlayed` if the format can make a table size that the game does not allow."""
    if not _within(game, chosen.table_sizes(options)):
        raise _too_small_or_large(game)


def _within(game: Game, sizes: tuple[int, int]) -> bool:
    smallest, largest = sizes
    return game.min_seats <= smallest and largest <= game.max_seats


def _too_small_or_large(game: Game) -> CannotBePlayed:
    sentence = _(
        "%(game)s is for %(fewest)d to %(most)d players at a table. Choose a format and a table size in this range."
    )
    words = {"game": game.name, "fewest": game.min_seats, "most": game.max_seats}
    return CannotBePlayed(sentence % words, field="format")


def format_name_for(game: Game, chosen: Format) -> str:
    """Return the translated name of the format, with all table sizes that can be chosen for the game."""
    sizes = [int(size) for option in chosen.options if option.seats for size in sizes_for(game, option)]
    return _name(chosen, min(sizes, default=0), max(sizes, default=0), is_chosen=False)


def format_name_of(event: Tournament, game: Game) -> str:
    """Return the translated name of the tournament's format, with its table sizes."""
    chosen = format_named(event.format)
    smallest, largest = chosen.table_sizes(event.format_options)
    return _name(chosen, max(smallest, game.min_seats), min(largest, game.max_seats), is_chosen=True)


def _name(chosen: Format, smallest: int, largest: int, *, is_chosen: bool) -> str:
    of_one_size, of_several, to_choose = _NAMES.get(chosen.slug, (chosen.name,) * 3)
    name = of_one_size if smallest == largest else of_several if is_chosen else to_choose
    return _(name) % {"smallest": smallest, "largest": largest}


def preferred_size(event: Tournament) -> int:
    """Return the chosen table size of the tournament, or the format's largest."""
    chosen = format_named(event.format)
    sizes = [event.format_options.get(option.name) for option in chosen.options if option.seats]
    return next((int(size) for size in sizes if size), chosen.table_sizes(event.format_options)[1])
