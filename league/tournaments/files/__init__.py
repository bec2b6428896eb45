"""An event as one file: written after any round, and gone on from on another machine."""
