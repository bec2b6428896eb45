"""The pages on which people keep their bots."""
