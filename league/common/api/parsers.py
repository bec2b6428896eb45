"""What programs send, read as strict JSON (RFC 8259): whatever cannot be read is refused with a sentence."""

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from engine.core.strict_json import LongNumber, NoNumber, RepeatedName, strict_decoder

MOST_DIGITS: Final = 20  # more than any field takes
MOST_LEVELS: Final = 500  # of lists and objects; some versions of Python read thousands


class StrictJSONParser(BaseParser):
    """JSON in UTF-8, without a name twice, without endless numbers, and not nested beyond reason."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the value that was sent. Raise `ParseError` with a sentence that says what is wrong."""
        del media_type, parser_context  # JSON is UTF-8, whatever charset is named
        try:
            value = strict_decoder(MOST_DIGITS, parse_float=_finite_float).decode(stream.read().decode("utf-8"))
        except UnicodeDecodeError as error:
            raise ParseError(_("The request body is not UTF-8. Encode the JSON as UTF-8 and send it again.")) from error
        except RecursionError as error:
            raise _too_deep() from error
        except json.JSONDecodeError as error:
            facts = {"line": error.lineno, "column": error.colno}
            sentence = _("Invalid JSON at line %(line)d, column %(column)d. Correct it and send it again.") % facts
            raise ParseError(sentence) from error
        except RepeatedName as error:
            raise ParseError(_("A JSON object contains a field twice. Send each field once.")) from error
        except LongNumber as error:
            sentence = _("A number in the JSON has more than %(most)d digits. Send a smaller one.")
            raise ParseError(sentence % {"most": MOST_DIGITS}) from error
        except NoNumber as error:
            sentence = _("%(word)s is not valid JSON. Send a number or null.") % {"word": error.written}
            raise ParseError(sentence) from error
        _check_depth_and_names(value)
        return value


def _check_depth_and_names(value: Any) -> None:
    level = [value]
    for _level in range(MOST_LEVELS):
        level = [part for parts in level for part in _parts(parts)]
        if not level:
            return
    raise _too_deep()


def _parts(value: Any) -> Iterable[Any]:
    if not isinstance(value, dict):
        return value if isinstance(value, list) else ()
    if not all(name.isascii() or _is_text(name) for name in value):
        raise ParseError(
            _("A field name contains an invalid Unicode character (an unpaired surrogate). Correct the name.")
        )
    return value.values()


def _too_deep() -> ParseError:
    return ParseError(_("The JSON is nested too deeply. Send only the documented fields."))


def _is_text(name: str) -> bool:
    """Whether it can be encoded; half of a surrogate pair cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _finite_float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ParseError(_("A number in the JSON is too large. Send a smaller one."))
    return number
