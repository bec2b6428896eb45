"""The league: people, clubs, tournaments, results and ratings. It never imports `games`."""
