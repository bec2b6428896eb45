"""The pages of matches: the hall, the games, a match step by step."""


