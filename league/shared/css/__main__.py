"""Write the served style sheet anew from its parts."""

from league.shared.css import SHEET, joined

SHEET.write_text(joined(), encoding="utf-8")
print(f"{SHEET.name}: {SHEET.stat().st_size} bytes")
