"""What every game, bot and record of the house has in common."""
