"""The morning page and its mail: what became of somebody's bots within a day."""
