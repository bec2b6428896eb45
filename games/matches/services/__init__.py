"""Changes to matches: create blocks, claim, finish and sweep matches, keep those played elsewhere."""
