"""One strategy per file; each ends with its `BOT`, which the registry finds."""
