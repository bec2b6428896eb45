"""The header of a list: what each column holds, in the languages in which people export their lists."""

import unicodedata
from collections.abc import Sequence
from typing import Final

_HEADERS: Final = {
    "name": """name; full name; player; players; player name; member; member name; participant
        nome; nome completo; jogador; jogadora; jogadores; nome do jogador; membro; sócio; participante
        spieler; spielerin; spieler name; spielername; mitglied; teilnehmer; vollständiger name
        nom; nom complet; joueur; joueuse; nombre; nombre completo; jugador; jugadora; giocatore; nome e cognome
        naam; speler; imię i nazwisko; zawodnik; navn; namn; spiller; spelare""",
    "first": """first name; first names; first; forename; given name; christian name
        primeiro nome; prenome; nome próprio; vorname; prénom; nombre de pila; voornaam; imię; fornavn; förnamn""",
    "last": """last name; last; surname; family name; second name
        sobrenome; último nome; apelido; nome de família; nachname; familienname; nom de famille
        apellido; apellidos; cognome; achternaam; nazwisko; etternavn; efternavn; efternamn""",
    "mail": """mail; email; e mail; mail address; e mail address; email address; emails
        endereço de e mail; endereço de email; endereço eletrônico; correio eletrônico; correio electrónico
        e mail adresse; mailadresse; emailadresse; adresse e mail; courriel; correo; correo electrónico
        indirizzo e mail; e mailadres; adres e mail""",
    "seed": """seed; seeding; start number; starting number; rank; cabeça de chave; ordem; startnummer""",
    "number": """no; nr; number; num; #; member number; member no; membership number; membership no
        número; n; nº; núm; número de membro; número do sócio; número de sócio; nº de sócio; matrícula
        nummer; mitgliedsnummer; mitglied nr; numéro; numéro de membre; numero; número de socio
        lidnummer; ledenummer; numer; numer członkowski; medlemsnummer""",
    "rating": "rating; elo; strength; força; classificação; wertung; dwz; classement; puntuación",
    "table": "table; fixed table; board; mesa; mesa fixa; tabuleiro; tisch; table fixe; tavolo",
    "guest": "guest; guests; visitor; convidado; convidada; visitante; gast; invité; invitado; ospite",
    "club": """club; team; clube; equipe; equipa; time; verein; mannschaft; équipe; société; equipo; squadra
        klub; klubb; vereniging""",
}


def _folded(cell: str) -> str:
    """Return a cell as headers are compared: small letters without accents, words with single spaces."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", cell) if not unicodedata.combining(letter))
    words = "".join(letter if letter.isalnum() or letter == "#" else " " for letter in plain.casefold())
    return " ".join(words.split())


_COLUMNS: Final = {
    _folded(word): column for column, text in _HEADERS.items() for line in text.splitlines() for word in line.split(";")
}


def columns_of(cells: Sequence[str]) -> list[str] | None:
    """Return what each column holds, "" for one that is not used; None where the line is no header.

    A header has a column of names, or nothing that is unknown; and no number or address.
    """
    columns = [_COLUMNS.get(_folded(cell), "") if cell else "" for cell in cells]
    if not any(columns) or any("@" in cell or cell.isdecimal() for cell in cells):
        return None
    if not {"name", "first", "last"} & set(columns):
        is_known = all(column or not cell for column, cell in zip(columns, cells, strict=True))
        return columns if is_known and "mail" in columns else None
    if ("first" in columns) != ("last" in columns):  # "Nome; Sobrenome", "Name; Vorname": "Name" is the other one
        other = "last" if "first" in columns else "first"
        return [other if column == "name" else column for column in columns]
    return columns
