"""A tournament as one file: written after any round, continued on another machine."""
