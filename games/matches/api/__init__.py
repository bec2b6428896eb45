"""The API of games and matches."""
