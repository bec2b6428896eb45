"""Lists of people as spreadsheets save them: their text (`code_pages`) and their lines (`reading`). No database."""
