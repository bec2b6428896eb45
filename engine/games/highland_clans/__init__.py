"""Highland Clans (Mac Robber) by Ralf Burkert: cattle, castles, and the neighbours' cattle."""
