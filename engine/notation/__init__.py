"""Records in words that people type and read aloud, and in JSON for programs; both lose nothing.

text = to_text(record)          one record
from_text(text) == record       every event is replayed while it is read
read_file(path)                 the records of a file, text or JSON by what is in it
"""

from engine.notation.files import check_writable, read_file, read_records, write_file
from engine.notation.json import from_json, to_json
from engine.notation.reader import from_text, records_in
from engine.notation.verbs import opening_verb
from engine.notation.writer import Line, lines_of, to_text

__all__ = [
    "Line",
    "check_writable",
    "from_json",
    "from_text",
    "lines_of",
    "opening_verb",
    "read_file",
    "read_records",
    "records_in",
    "to_json",
    "to_text",
    "write_file",
]
