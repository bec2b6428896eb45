"""Records as text that people type and read aloud, and as JSON for programs; neither loses anything.

to_text(record)          one record
from_text(text) == record       every event is replayed while it is parsed
read_file(path)                 the records of a file, text or JSON
"""

from engine.notation.files import check_writable, read_file, read_records, write_file
from engine.notation.json_format import from_json, to_document, to_json
from engine.notation.replay import from_text, records_in
from engine.notation.syntax import parse_verb
from engine.notation.writer import Line, lines_of, to_text

__all__ = [
    "Line",
    "check_writable",
    "from_json",
    "from_text",
    "lines_of",
    "parse_verb",
    "read_file",
    "read_records",
    "records_in",
    "to_document",
    "to_json",
    "to_text",
    "write_file",
]
