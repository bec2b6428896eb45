"""One folder per game; each names its `GAME`, which the registry finds."""
