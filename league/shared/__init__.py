"""What every app of the house uses: errors, the base row, live updates, the design system."""
