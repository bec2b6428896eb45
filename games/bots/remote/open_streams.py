"""What an open stream reads and writes in Redis, each step as one Lua script. Times are by Redis' clock."""

from collections.abc import Sequence
from typing import Any, Final

from redis.asyncio import Redis

from games.bots.remote.keys import (
    CHANNEL,
    ENDED_SECONDS,
    LAST_STREAM_SECONDS,
    LINE_PREFIX,
    LUA_NOW,
    STREAM_SECONDS,
    bot_key,
    line_key,
)

# KEYS here, was; ARGV stream, life of here, life of was, channel, bot
TAKE_OVER: Final = """
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
"""

# KEYS here, was, open lines; ARGV stream, life of here, life of was, prefix of lines
# -> id, text, id, text...; nil where another stream took over
STAY: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return nil end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[3])
local lines = {}
for _, id in ipairs(redis.call('LRANGE', KEYS[3], 0, -1)) do
  local line = redis.call('HMGET', ARGV[4] .. id, 'text', 'answered')
  if not line[1] then redis.call('LREM', KEYS[3], 0, id)
  elseif not line[2] then lines[#lines + 1] = id lines[#lines + 1] = line[1] end
end
return lines
"""

# KEYS line; ARGV bot, life
PUT_PING: Final = f"""{LUA_NOW}
redis.call('HSET', KEYS[1], 'bot', ARGV[1], 'sent', now)
redis.call('EXPIRE', KEYS[1], ARGV[2])
"""

# KEYS line
NOTE_SENT: Final = f"""{LUA_NOW}
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSETNX', KEYS[1], 'sent', now) end
"""

# KEYS here, was; ARGV stream
LEAVE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1], KEYS[2]) end"


async def take_over(redis: Redis, bot: str, stream: str) -> None:
    """Make this the stream of the bot. An older stream notices it and ends."""
    keys = (bot_key(bot, "here"), bot_key(bot, "was"))
    await _run(redis, TAKE_OVER, keys, stream, STREAM_SECONDS, LAST_STREAM_SECONDS, CHANNEL, bot)


async def stay(redis: Redis, bot: str, stream: str) -> dict[str, str] | None:
    """Keep the stream open. Return its open lines by id, in order; None where another stream has replaced it."""
    keys = (bot_key(bot, "here"), bot_key(bot, "was"), bot_key(bot, "open"))
    lines = await _run(redis, STAY, keys, stream, STREAM_SECONDS, LAST_STREAM_SECONDS, LINE_PREFIX)
    return None if lines is None else dict(zip(lines[::2], lines[1::2], strict=True))


async def put_ping(redis: Redis, bot: str, ping: str) -> None:
    """Store a ping as written now."""
    await _run(redis, PUT_PING, (line_key(ping),), bot, ENDED_SECONDS)


async def note_sent(redis: Redis, line: str) -> None:
    """Store when the line was first written to a stream."""
    await _run(redis, NOTE_SENT, (line_key(line),))


async def leave(redis: Redis, bot: str, stream: str) -> None:
    """Note that the bot has closed its stream itself, unless another stream has replaced it."""
    await _run(redis, LEAVE, (bot_key(bot, "here"), bot_key(bot, "was")), stream)


async def _run(redis: Redis, script: str, keys: Sequence[str], *args: str | int) -> Any:
    return await redis.register_script(script)(keys, args)
