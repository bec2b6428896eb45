"""The rules of the games, bots that play them and the notation of their records: standard library only."""
