"""Changes to results: create leaderboards, enter results, replace them. No row is changed."""
