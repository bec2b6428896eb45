"""Bulk download of records as lines of JSON."""

import json

from django.http import StreamingHttpResponse
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from games.records.downloads import public_records, with_texts
from games.records.filters import DownloadQueryParams
from games.records.serializers import Lines, RecordLine
from league.common.api.views import PublicView

NDJSON = "application/x-ndjson"


class LinesRenderer(JSONRenderer):
    """Lets a program ask for lines of JSON. It renders errors alone, as JSON."""

    media_type = NDJSON
    format = "ndjson"


class RecordsView(PublicView):
    """All public records."""

    renderer_classes = (LinesRenderer, JSONRenderer)

    def known_parameters(self) -> set[str]:
        """Those of the question."""
        return set(DownloadQueryParams().fields)

    @extend_schema(
        operation_id="records",
        summary="Download records",
        description=(
            "Returns all public records, one JSON object per line, in the order of publication. "
            "To continue, send the `cursor` of the last line as `after`. The download is complete when no line comes."
        ),
        parameters=[DownloadQueryParams],
        responses={(200, NDJSON): OpenApiResponse(RecordLine, description="Lines; the schema describes one.")},
        tags=["records"],
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Answer with the records, whose texts are read while they are sent."""
        wanted = DownloadQueryParams(data=request.query_params).wanted()
        records, lines = public_records(wanted), Lines(request._request)
        written = (_written(lines.fields_of(record)) for record in with_texts(records))
        answer = StreamingHttpResponse(written, content_type=NDJSON)
        patch_cache_control(answer, private=True, no_cache=True)
        return answer


def _written(fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"
