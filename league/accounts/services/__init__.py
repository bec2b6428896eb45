"""Changes to accounts and players."""
