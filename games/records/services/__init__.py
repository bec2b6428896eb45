"""Changes to uploaded records: drafts, uploads, checks by workers, withdrawal."""
