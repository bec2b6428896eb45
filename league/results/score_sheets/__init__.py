"""Score sheets: a player enters the result of a game, at its end or during an evening."""
