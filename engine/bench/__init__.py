"""How fast the engine is, beside other engines that happen to be installed. Nothing here is needed to play."""
