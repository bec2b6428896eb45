"""Export and import of a tournament as one file, after any round."""
