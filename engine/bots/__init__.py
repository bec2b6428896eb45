"""Bot strategies, one per file; each has a `BOT`, which the registry finds."""
