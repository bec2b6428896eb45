"""Contests of bots: submissions close, a final is played and revealed deal by deal."""
