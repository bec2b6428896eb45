"""Changes to games against bots: begin, move, give up, take along after sign-up, sweep."""
