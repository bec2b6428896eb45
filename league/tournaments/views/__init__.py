"""The pages of tournaments: `event` for everybody who may read them, `desk` for those who run the club."""
