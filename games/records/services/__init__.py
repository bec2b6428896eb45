"""Changes to records: drafts, sending them to the check, what a deleted account leaves, and limits."""
