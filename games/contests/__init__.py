"""Contests of bots with an end: submissions close, a finale is played, and told deal by deal."""
