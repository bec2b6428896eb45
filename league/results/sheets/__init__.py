"""The score sheet: somebody at the table writes down what a game came to, in half a minute or over an evening."""
