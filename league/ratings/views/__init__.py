"""Pages of ratings: leaderboards, players, calculations, guide."""
