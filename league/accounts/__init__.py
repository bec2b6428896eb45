"""Accounts and players: who signs in, and who plays."""
