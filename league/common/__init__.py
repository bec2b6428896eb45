"""Code shared by every app: errors, the base model, live updates, the design system."""
