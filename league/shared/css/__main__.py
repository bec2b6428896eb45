"""Write the served style sheets anew from their parts."""

from league.shared.css import SHEETS, joined

for sheet, parts in SHEETS.items():
    sheet.write_text(joined(parts), encoding="utf-8")
    print(f"{sheet.name}: {sheet.stat().st_size} bytes")
