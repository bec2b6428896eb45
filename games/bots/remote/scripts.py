"""What happens in Redis in one step each: keys by bot and by line, instants by Redis' own clock.

here     which stream is the bot's, for as long as its web process says so
was      the same for longer: where it is left over, the stream went without a goodbye, by a fault of the machine
open     the lines that the bot has to see whenever it connects, in order
line     one of them: what is written, the moves that may answer it, when it was sent and answered
"""

from typing import Final

HERE: Final = 10  # seconds a stream counts as open after its last sign of life
WAS: Final = 180
QUESTION: Final = 15  # seconds a question outlives the seat that asks it
NOTE: Final = 300  # seconds that the beginning of a match is told
AFTERWARDS: Final = 60  # seconds an answered question and the end of a match are remembered
TABLE: Final = 60  # seconds a bot counts as seated after the last sign of life from its table

_NOW = "local t = redis.call('TIME') local now = string.format('%d.%06d', t[1], t[2]) "

# KEYS line, open; ARGV id, bot, text, legal, life, channel
PUT: Final = (
    _NOW
    + """
redis.call('HSET', KEYS[1], 'bot', ARGV[2], 'text', ARGV[3], 'legal', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('RPUSH', KEYS[2], ARGV[1])
redis.call('EXPIRE', KEYS[2], 600)
redis.call('PUBLISH', ARGV[6], ARGV[2])
return now
"""
)

# KEYS line, here, was, lag, tables...; ARGV life, life of tables
LOOK: Final = (
    _NOW
    + """
local line = redis.call('HMGET', KEYS[1], 'text', 'sent', 'answered', 'choice')
if line[1] and not line[3] then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
for place = 5, #KEYS do redis.call('EXPIRE', KEYS[place], ARGV[2]) end
return {now, line[1] and 1 or 0, line[2], line[3], line[4],
        redis.call('EXISTS', KEYS[2]), redis.call('EXISTS', KEYS[3]), redis.call('GET', KEYS[4])}
"""
)

# KEYS line, woken; ARGV bot, choice, life -> gone 0, taken 1, answered before 2
ANSWER: Final = (
    _NOW
    + """
if redis.call('HGET', KEYS[1], 'bot') ~= ARGV[1] then return 0 end
if redis.call('HEXISTS', KEYS[1], 'answered') == 1 then return 2 end
redis.call('HSET', KEYS[1], 'answered', now, 'choice', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('RPUSH', KEYS[2], 1)
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 1
"""
)

# KEYS line, lag; ARGV bot, life -> whether the ping was open; how long it was under way is kept
PONG: Final = (
    _NOW
    + """
local ping = redis.call('HMGET', KEYS[1], 'bot', 'sent', 'answered')
if ping[1] ~= ARGV[1] or not ping[2] then return 0 end
if ping[3] then return 2 end
redis.call('HSET', KEYS[1], 'answered', now)
redis.call('SET', KEYS[2], string.format('%.6f', tonumber(now) - tonumber(ping[2])), 'EX', ARGV[2])
return 1
"""
)

# KEYS here, was, open; ARGV stream, life, longer life, prefix of lines -> 0 where another stream took over
STAY: Final = """
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
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

# KEYS here, was; ARGV stream, life, longer life, channel, bot: an older stream finds out, and ends
TAKE_OVER: Final = """
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1
"""

# KEYS line; ARGV bot, life
PING: Final = (
    _NOW
    + """
redis.call('HSET', KEYS[1], 'bot', ARGV[1], 'sent', now)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return now
"""
)

# KEYS line: note when it was first written to a stream
SENT: Final = (
    _NOW
    + """
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSETNX', KEYS[1], 'sent', now) end
return now
"""
)

# KEYS here, was; ARGV stream: the bot has closed its stream itself
LEAVE: Final = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1], KEYS[2]) end return 1"
