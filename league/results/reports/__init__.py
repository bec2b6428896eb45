"""The pages of reports: one report, one's own, those of a club."""
