"""Games in the browser: a person against built-in bots."""
