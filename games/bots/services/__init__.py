"""Changes to built-in and uploaded bots, and the matches of rounds."""
