"""Writes of remote bots: create and retire, their tokens, and their answers."""

import json
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from engine.core.strict_json import refuse_number, strict_decoder
from games.bots import services, versions
from games.bots.errors import AnswerRefused, MoveNotOffered, QuestionOver
from games.bots.models import RemoteBot
from games.bots.remote import mailbox
from games.bots.remote.mailbox import Receipt
from league.accounts.models import Account
from league.accounts.services.players import make_bot_player
from league.accounts.services.tokens import make_token, revoke_token
from league.common.redis_client import RedisError

LARGEST_ANSWER_BYTES: Final = 4096
DECODER: Final = strict_decoder(most_digits=9, parse_float=refuse_number)


@transaction.atomic
def make_remote_bot(*, account: Account, name: str, games: Sequence[str]) -> RemoteBot:
    """Create a remote bot. Idempotent. Raise `NameRefused`, `GamesRefused`, `TooManyBots`, `NotConfirmed`."""
    services.check_may_upload(account)
    name, games = services.clean_bot_name(name), versions.clean_games(games)
    own = RemoteBot.objects.select_related("player", "token").filter(player__owner=account, retired_at=None)
    services.lock_bots_of(account)
    if found := own.filter(name_key=services.name_key_of(name), games=games).first():
        return found
    services.check_bot_limit(account)
    services.check_name_free(name)
    player = make_bot_player(name=name, owner=account)
    return RemoteBot.objects.create(player=player, name_key=services.name_key_of(name), games=games)


@sensitive_variables("secret")
@transaction.atomic
def make_remote_bot_with_token(*, account: Account, name: str, games: Sequence[str]) -> tuple[RemoteBot, str]:
    """Create a bot with a token, both or neither; return the secret, or "" where the bot has a token."""
    bot = make_remote_bot(account=account, name=name, games=games)
    secret = "" if bot.token and bot.token.works else renew_token(account=account, bot=bot.public_id)
    return bot, secret


@sensitive_variables("secret")
@transaction.atomic
def renew_token(*, account: Account, bot: str) -> str:
    """Return the secret of a new token for playing as this bot; the one that was made for it before is revoked.

    Raise `NoSuchBot`, `NotNow`, `NotConfirmed`, and what `make_token` raises.
    """
    remote_bot = services.locked_active_bot(RemoteBot, bot, account)
    _revoke(remote_bot, account)
    name = f"{remote_bot.player.name} ({remote_bot.public_id})"
    secret = make_token(account=account, name=name, scopes=["bots:play"], expires=None)
    services.change_bot(remote_bot, token=account.tokens.get(name=name, revoked_at=None))
    return secret


@transaction.atomic
def retire_remote_bot(*, account: Account, bot: str) -> RemoteBot:
    """Retire it for good, and revoke the token that was made for it. Its results stay."""
    remote_bot = services.locked_bot(RemoteBot, bot, account)
    if remote_bot.retired_at is None:
        services.change_bot(remote_bot, retired_at=Now())
    _revoke(remote_bot, account)
    end_streams(account=account)
    return remote_bot


def end_streams(*, account: Account) -> None:
    """On commit, have the streams of the account's bots check whether their tokens are still valid."""
    ids = list(RemoteBot.objects.filter(player__owner=account).values_list("public_id", flat=True))
    if ids:
        transaction.on_commit(partial(_notify, ids))


def _notify(ids: Sequence[str]) -> None:
    with suppress(RedisError):  # streams look by themselves, too
        mailbox.notify(ids)


def _revoke(bot: RemoteBot, account: Account) -> None:
    if bot.token is not None:
        revoke_token(token=bot.token, by=account)


def receive_answer(bot: str, body: bytes) -> None:
    """Store an answer. Idempotent. Raise `AnswerRefused`, `QuestionOver`, `MoveNotOffered`.

    An illegal move is the bot's fault, as an uploaded bot's is.
    """
    question, move = _parse(body)
    legal = mailbox.legal_of(bot, question)
    index = _index_of(move, legal) if legal else 0
    receipt = mailbox.store_answer(bot, question, index) if legal else mailbox.store_latency(bot, question)
    if receipt == Receipt.NOT_OPEN:
        sentence = _(
            "No question with this id is open: its time is up, its match has ended, or it never existed. "
            "Answer only open questions."
        )
        raise QuestionOver(sentence, field="id")
    if index < 0:
        raise MoveNotOffered(
            _("This move is not legal. A substitute bot finishes the match. Send only moves from “legal”.")
        )


def _parse(body: bytes) -> tuple[str, Any]:
    """Return the id and the move of an answer. Raise `AnswerRefused`."""
    if len(body) > LARGEST_ANSWER_BYTES:
        raise AnswerRefused(_("The answer is longer than 4096 bytes. Send only the id and the move."))
    try:
        answer = DECODER.decode(body.decode())
    except (ValueError, RecursionError) as error:
        sentence = _(
            "The answer is not valid JSON. Send UTF-8, each field once, and whole numbers below 1,000,000,000."
        )
        raise AnswerRefused(sentence) from error
    if not isinstance(answer, dict) or not {"id"} <= answer.keys() <= {"id", "move"}:
        raise AnswerRefused(
            _("The answer lacks a field or has an unknown one. Send an object with “id” and, for a move, “move”.")
        )
    if not isinstance(answer["id"], str) or not answer["id"].isalnum() or not answer["id"].isascii():
        raise AnswerRefused(_("The id is not a string. Send the id of the question."), field="id")
    return answer["id"], answer.get("move")


def _index_of(move: Any, legal: list[Any]) -> int:
    """Return the index among the legal moves, -1 if it is none of them. Raise `AnswerRefused` for what is no move."""
    if type(move) is int:  # True is not 1 here
        return move if 0 <= move < len(legal) else -1
    if not isinstance(move, list):
        raise AnswerRefused(
            _("The move is not valid. Send its index in “legal”, from 0, or the array at that index."), field="move"
        )
    text = json.dumps(move)  # so that 1 and true are two things
    return next((index for index, legal_move in enumerate(legal) if json.dumps(legal_move) == text), -1)
