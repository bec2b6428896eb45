"""Settings of the OpenAPI schema: its texts and what completes it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

OPENAPI: dict[str, Any] = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Moothill API",
    "VERSION": "1",
    "DESCRIPTION": (
        "Read leaderboards, tournaments, results and bots of Moothill, enter results and upload bots.\n\n"
        "## Conventions\n\n"
        "- Every list returns `next`, `previous` and `results`. Follow `next` until it is null.\n"
        "- Games, clubs and pools are named by their slug, everything else by its id.\n"
        "- Times are in UTC, ratings in points. Unknown parameters get 400, what you may not see gets 404."
    ),
    "TAGS": [
        {"name": "index", "description": "Entry point for programs."},
        {"name": "hall", "description": "What runs now and the latest results."},
        {"name": "games", "description": "Games and their options."},
        {"name": "clubs", "description": "Clubs and their players."},
        {"name": "players", "description": "Players, ratings and rating history."},
        {"name": "pools", "description": "Leaderboards: a pool is one leaderboard."},
        {"name": "results", "description": "All results, in the order in which they were entered."},
        {"name": "tournaments", "description": "Entries, rounds, crosstable and standings."},
        {"name": "matches", "description": "Bot matches and their records."},
        {"name": "records", "description": "Download of all public records."},
        {"name": "leagues", "description": "Seasons in divisions."},
        {"name": "contests", "description": "Contests of bots and their finals."},
        {"name": "bots", "description": "Bots that you upload. Only you see them here."},
        {"name": "remote bots", "description": "Bots on your own computer. docs/remote-bots.md has the protocol."},
    ],
    "ENUM_NAME_OVERRIDES": {
        "PlayerKind": "league.accounts.models.Player.Kind",
        "PoolKind": "league.results.models.Pool.Kind",
        "MatchStatus": "games.matches.models.Match.Status",
        "TournamentStatus": "league.tournaments.models.Tournament.Status",
        "ReviewStatus": "games.reviews.models.Review.Status",
        "Decided": "league.results.models.Result.How",
    },
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "league.common.api.schema.require_answer_fields",
        "games.bots.remote.api.add_stream",
        "league.common.api.schema.add_keys",
        "league.common.api.schema.add_problems",
        "league.common.api.schema.name_server",
        "league.conf.openapi.add_examples",
    ],
    "SCHEMA_PATH_PREFIX": "/api/v1",
}


@cache
def examples() -> dict[str, Any]:
    """Return recorded answers by operation."""
    return dict(json.loads(Path(__file__).with_name("api_examples.json").read_text(encoding="utf-8")))


def add_examples(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add `examples` to the 200 or 201 answers of their operations. A hook of drf-spectacular."""
    for operations in result.get("paths", {}).values():
        for operation in operations.values():
            answers = operation["responses"]
            content = answers.get("200", answers.get("201", {})).get("content", {}).get("application/json")
            if content is not None and operation["operationId"] in examples():
                content["example"] = examples()[operation["operationId"]]
    return result
