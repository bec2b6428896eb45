"""Ratings: folds of rating systems over the ledger, and leaderboards."""
