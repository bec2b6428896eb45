"""How many sit at a table: what a game asks for, and what a format can make."""

from django.utils.translation import gettext as _

from engine.core.game import Game
from league.rules.formats import format_named
from league.rules.formats.format import Format
from league.rules.options import Option, Settled, Value
from league.tournaments.errors import CannotBePlayed
from league.tournaments.models import Tournament


def sizes_for(game: Game, option: Option) -> tuple[Value, ...]:
    """Those sizes of table among the option's choices that the game can be played at."""
    return tuple(size for size in option.choices if game.min_seats <= int(size) <= game.max_seats)


def fits(game: Game, chosen: Format) -> bool:
    """Whether the format, with options that suit, makes tables that the game can be played at."""
    of_seats = [option for option in chosen.options if option.seats]
    if of_seats:
        return all(sizes_for(game, option) for option in of_seats)
    return _within(game, chosen.table_sizes({}))


def check_common_size(game: Game, chosen: Format) -> None:
    """Raises `CannotBePlayed` unless `fits`."""
    if not fits(game, chosen):
        raise _too_small_or_large(game)


def check_evenings(chosen: Format, venue: str) -> None:
    """Raises `CannotBePlayed` for evenings on the machine."""
    if chosen.by_evenings and venue == Tournament.Venue.MACHINE:
        raise CannotBePlayed(_("Club nights are played in person. Choose another format for bots."), field="format")


def check_sizes(game: Game, chosen: Format, options: Settled) -> None:
    """Raises `CannotBePlayed` if the format can make a table that the game cannot be played at."""
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


def preferred_size(event: Tournament) -> int:
    """The size of table that was chosen for the event; the format's largest where there was no choice."""
    chosen = format_named(event.format)
    sizes = [event.format_options.get(option.name) for option in chosen.options if option.seats]
    return next((int(size) for size in sizes if size), chosen.table_sizes(event.format_options)[1])
