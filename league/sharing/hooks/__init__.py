"""How deliveries reach the programs of clubs: where they may go, how they are signed, how they are sent."""
