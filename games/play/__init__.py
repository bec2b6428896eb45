"""Play in the browser: a person against bots of the house, at any of its tables."""
