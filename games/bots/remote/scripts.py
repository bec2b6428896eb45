"""The Lua scripts of `mailbox`. Redis runs each as one step, by its own clock."""

from typing import Final

# First line of the scripts that need Redis' clock: seconds with six decimals.
LUA_NOW: Final = "local t = redis.call('TIME') local now = string.format('%d.%06d', t[1], t[2])"

# KEYS line, open lines; ARGV id, bot, text, legal moves, life of the line, life of the open lines, channel
PUT_LINE: Final = f"""{LUA_NOW}
redis.call('HSET', KEYS[1], 'bot', ARGV[2], 'text', ARGV[3], 'legal', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('RPUSH', KEYS[2], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[6])
redis.call('PUBLISH', ARGV[7], ARGV[2])
return now
"""

# prolong(first, token, life): prolong the seats KEYS[first], KEYS[first + 1]... of this token -> 1 if all are, else 0
LUA_PROLONG: Final = """
local function prolong(first, token, life)
  local all_kept = 1
  for place = first, #KEYS do
    if redis.call('GET', KEYS[place]) == token then redis.call('EXPIRE', KEYS[place], life) else all_kept = 0 end
  end
  return all_kept
end
"""

# KEYS line, here, was, latency, tables...; ARGV life of the line, token, life of the tables
# -> JSON: the state of a question, false for what is not stored
REFRESH_QUESTION: Final = f"""{LUA_NOW} {LUA_PROLONG}
local text, sent, answered, move_index = unpack(
  redis.call('HMGET', KEYS[1], 'text', 'sent', 'answered', 'move_index'))
if text and not answered then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return cjson.encode({{
  now = now, exists = text ~= false, is_seated = prolong(5, ARGV[2], ARGV[3]) == 1,
  sent = sent, answered = answered, move_index = move_index,
  is_connected = redis.call('EXISTS', KEYS[2]) == 1, was_connected = redis.call('EXISTS', KEYS[3]) == 1,
  latency = redis.call('GET', KEYS[4]),
}})
"""

# KEYS line, wake; ARGV bot, index of the move, life -> a Receipt
STORE_ANSWER: Final = f"""{LUA_NOW}
if redis.call('HGET', KEYS[1], 'bot') ~= ARGV[1] then return 0 end
if redis.call('HEXISTS', KEYS[1], 'answered') == 1 then return 2 end
redis.call('HSET', KEYS[1], 'answered', now, 'move_index', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('RPUSH', KEYS[2], 1)
redis.call('EXPIRE', KEYS[2], ARGV[3])
return 1
"""

# KEYS line, latency; ARGV bot, life of the latency -> a Receipt
STORE_LATENCY: Final = f"""{LUA_NOW}
local bot, sent, answered, legal = unpack(redis.call('HMGET', KEYS[1], 'bot', 'sent', 'answered', 'legal'))
if bot ~= ARGV[1] or not sent or legal then return 0 end
if answered then return 2 end
redis.call('HSET', KEYS[1], 'answered', now)
redis.call('SET', KEYS[2], string.format('%.6f', tonumber(now) - tonumber(sent)), 'EX', ARGV[2])
return 1
"""

# KEYS tables; ARGV token, life -> whether all were free
TAKE_SEATS: Final = """
if redis.call('EXISTS', unpack(KEYS)) > 0 then return 0 end
for _, key in ipairs(KEYS) do redis.call('SET', key, ARGV[1], 'EX', ARGV[2]) end
return 1
"""

# KEYS tables; ARGV token, life -> whether all are of this token
KEEP_SEATS: Final = f"{LUA_PROLONG} return prolong(1, ARGV[1], ARGV[2])"

# KEYS tables; ARGV token
LEAVE_SEATS: Final = """
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
"""

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
