"""Suggested settings of a new tournament from game, number of players and time, and its possible table sizes."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from engine.core.game import Game
from league.competition.format import Entry, Format
from league.competition.formats import format_named
from league.competition.formats.swiss import SWISS
from league.competition.options import Option, Options, Value
from league.competition.seating import table_sizes
from league.competition.stages import as_knockout
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
EVENINGS, WEEKEND, EVERYBODY, KNOCKOUT = "evenings", "weekend", "everybody", "knockout"
PAUSE: Final = 10  # minutes between two rounds
USUAL_SIZE: Final = 4
USUAL_PLAYERS: Final = 12
_MINUTES: Final = {"lords-of-scotland": 45, "kings-kilt": 30, "highland-clans": 75}  # in person, with score sheet
_OTHERWISE: Final = 60  # minutes of other games
_TIES_OF_TWO: Final = ("direct-encounter", "sonneborn-berger", "wins", "game-points")


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


def format_name_of(tournament: Tournament, game: Game) -> str:
    """Return the translated name of the tournament's format, with its table sizes."""
    chosen = format_named(tournament.format)
    smallest, largest = chosen.table_sizes(tournament.format_options)
    return _name(chosen, max(smallest, game.min_seats), min(largest, game.max_seats), is_chosen=True)


def _name(chosen: Format, smallest: int, largest: int, *, is_chosen: bool) -> str:
    of_one_size, of_several, to_choose = _NAMES.get(chosen.slug, (chosen.name,) * 3)
    name = of_one_size if smallest == largest else of_several if is_chosen else to_choose
    return _(name) % {"smallest": smallest, "largest": largest}


def preferred_size(tournament: Tournament) -> int:
    """Return the chosen table size of the tournament, or the format's largest."""
    chosen = format_named(tournament.format)
    sizes = [tournament.format_options.get(option.name) for option in chosen.options if option.seats]
    return next((int(size) for size in sizes if size), chosen.table_sizes(tournament.format_options)[1])


_FORMATS: Final = {
    EVENINGS: "club-evenings",
    WEEKEND: "table-swiss",
    EVERYBODY: "table-round-robin",
    KNOCKOUT: "single-elimination",
}
# At tables of several sizes nothing that a bye or a smaller table changes: no sums over opponents, wins or game points.
_TIES: Final = {
    "club-evenings": ("opponents-mean-score", "lot"),
    "swiss": ("buchholz-cut-1", "buchholz", "sonneborn-berger", "wins", "lot"),
    "table-swiss": ("opponents-mean-score", "direct-encounter", "lot"),
    "table-round-robin": ("direct-encounter", "sonneborn-berger-per-opponent", "lot"),
}


@dataclass(frozen=True, slots=True)
class Requirements:
    """The basics; `hours` are those of the tournament, or of one club night."""

    game: Game
    venue: str
    format: Format
    players: int = USUAL_PLAYERS
    hours: int | None = None
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """The suggestion: options of the format, minutes, tie-breaks, and reasons in sentences."""

    options: Options
    rounds: int
    round_minutes: int | None
    tiebreaks: tuple[str, ...]
    pace: str
    scoring: str
    reasons: tuple[str, ...]
    warning: str = ""  # problem with the requirements, or empty


def format_for(kind: str, venue: str) -> str:
    """Return the format for a kind of tournament; bot matches where everybody meets use a round robin of pairs."""
    if kind == EVERYBODY and venue == Tournament.Venue.MACHINE:
        return "round-robin"
    return _FORMATS[kind]


def propose(requirements: Requirements) -> Proposal:
    """Return table sizes, rounds that fit into the time, minutes, tie-breaks and pace."""
    minutes = minutes_of(requirements.game) if requirements.venue == Tournament.Venue.PAPER else None
    sizes = _sizes(requirements)
    rounds, why = _rounds(requirements, sizes, minutes)
    offered = {option.name for option in requirements.format.options}
    options = {name: value for name, value in sizes.items() if name in offered}
    if "rounds" in offered and rounds and rounds != _own_rounds(requirements, sizes):
        options["rounds"] = rounds
    texts = (_of_tables(requirements, sizes), why, _of_time(requirements, rounds, minutes))
    return Proposal(
        options=options,
        rounds=rounds,
        round_minutes=minutes,
        tiebreaks=tiebreaks_for(requirements.format),
        pace=schedule_for(requirements.venue, requirements.format),
        scoring="share"
        if requirements.format.table_sizes(options)[1] == 2
        else "six-four-two",  # a point in all, as in chess
        reasons=tuple(filter(None, texts)),
        warning=too_many_rounds(requirements.format.slug, requirements.players, rounds),
    )


def schedule_for(venue: str, chosen: Format) -> str:
    """Return how rounds are published: by the organiser, unless the next round follows from the format."""
    if venue == Tournament.Venue.MACHINE:
        return Tournament.Pace.ROUND if as_knockout(chosen) else Tournament.Pace.ALL
    goes_by_itself = chosen.everyone_meets or as_knockout(chosen) is not None
    return Tournament.Pace.ROUND if goes_by_itself else Tournament.Pace.DESK


def tiebreaks_for(chosen: Format) -> tuple[str, ...]:
    """Return the tie-breaks that suit a format, in order; none for knockouts."""
    return () if as_knockout(chosen) else _TIES.get(chosen.slug, _TIES_OF_TWO)


def too_many_rounds(chosen: str, players: int, rounds: int) -> str:
    """Return a warning if a Swiss for two may need second meetings; else ""."""
    if chosen != SWISS.slug or rounds <= players // 2:
        return ""
    most = players - 1 + players % 2  # every other player once, plus a bye if the number is odd
    words = {"players": players, "rounds": rounds, "sure": players // 2, "most": most}
    if rounds > most:
        return (
            _(
                "With %(players)d players, pairings without repeats are impossible after round %(most)d. "
                "Moothill can guarantee them only up to round %(sure)d. Choose fewer rounds, or another format."
            )
            % words
        )
    return (
        _(
            "With %(players)d players, Moothill can guarantee pairings without repeats only up to round "
            "%(sure)d. With %(rounds)d rounds, players may meet again, or the tournament may end early."
        )
        % words
    )


def minutes_of(game: Game) -> int:
    """Return the usual length of a game in person, including its score sheet."""
    return _MINUTES.get(game.slug, _OTHERWISE)


def hours_in_words(minutes: int) -> str:
    """Return a length of time as text: "3 h 40 min"."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return _("%(minutes)d min") % {"minutes": rest}
    if not rest:
        return _("%(hours)d h") % {"hours": hours}
    return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": rest}


def length_of(rounds: int, minutes: int) -> int:
    """Return the minutes of this many rounds, with pauses between them."""
    return rounds * minutes + max(rounds - 1, 0) * PAUSE


def tables_in_words(sizes: tuple[int, ...]) -> str:
    """Return table sizes as text: "2 tables of 4, 1 of 3"."""
    words = []
    for size in sorted(set(sizes), reverse=True):
        count = sizes.count(size)
        sentence = ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", count)
        words.append(sentence % {"count": count, "size": size})
    return ", ".join(words)


def _sizes(requirements: Requirements) -> dict[str, int | str]:
    game, players = requirements.game, requirements.players
    size = max(game.min_seats, min(USUAL_SIZE, game.max_seats, max(players, 2)))
    smallest = max(game.min_seats, min(3, size))
    if not table_sizes(players, size, smallest, game.max_seats):
        smallest = game.min_seats
    return {"table_size": size, "smallest": smallest, "largest": game.max_seats}


def _own_rounds(requirements: Requirements, sizes: Options) -> int:
    offered = {option.name: option for option in requirements.format.options}
    fitting = {
        name: value for name, value in sizes.items() if name in offered and offered[name].read(value) is not None
    }
    return requirements.format.rounds([Entry(number) for number in range(1, requirements.players + 1)], fitting)


def _rounds(requirements: Requirements, sizes: Options, minutes: int | None) -> tuple[int, str]:
    """Return the number of rounds and the reason."""
    if requirements.rounds:
        return requirements.rounds, ""
    own = 0 if requirements.format.by_evenings else _own_rounds(requirements, sizes)
    if not requirements.hours or not minutes:
        return own, ""
    fit = max((requirements.hours * 60 + PAUSE) // (minutes + PAUSE), 1)
    words = {"hours": requirements.hours, "fit": fit, "minutes": minutes, "own": own}
    if requirements.format.by_evenings:
        return fit, ngettext(
            "A club night of %(hours)d h has time for %(fit)d game.",
            "A club night of %(hours)d h has time for %(fit)d games.",
            fit,
        ) % words
    if requirements.format.slug == "round-robin" or as_knockout(requirements.format) or fit >= own:
        return own, ""
    return fit, _("Recommended number of rounds: %(own)d. In %(hours)d h you have time for %(fit)d.") % words


def _of_tables(requirements: Requirements, sizes: Options) -> str:
    if requirements.format.table_sizes({}) == (2, 2):
        return _("Two players at each table.")
    seated = table_sizes(requirements.players, int(sizes["table_size"]), int(sizes["smallest"]), int(sizes["largest"]))
    if not seated:
        return ""
    words = {"players": requirements.players, "tables": tables_in_words(seated)}
    return _("With %(players)d players: %(tables)s.") % words


def _of_time(requirements: Requirements, rounds: int, minutes: int | None) -> str:
    if not minutes or not rounds:
        return ""
    words = {"minutes": minutes, "length": hours_in_words(length_of(rounds, minutes)), "pause": PAUSE}
    if requirements.format.by_evenings:
        return _("A game takes about %(minutes)d minutes, and the break after it %(pause)d minutes.") % words
    sentence = ngettext(
        "%(rounds)d round of %(minutes)d minutes: %(length)s.",
        "%(rounds)d rounds of %(minutes)d minutes, with breaks of %(pause)d minutes: %(length)s.",
        rounds,
    )
    return sentence % (words | {"rounds": rounds})
