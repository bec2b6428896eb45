"""Rating systems at work: the folds over the ledger, and leaderboards."""
