-- SPDX-License-Identifier: MIT
-- Reads JSON in plain Lua 5.1 and later: `require "kickbox_decode" (text)`.
local floor = math.floor

local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function utf8(code)
  if code < 0x80 then return string.char(code) end
  if code < 0x800 then return string.char(0xC0 + floor(code / 64), 0x80 + code % 64) end
  if code < 0x10000 then
    return string.char(0xE0 + floor(code / 4096), 0x80 + floor(code / 64) % 64, 0x80 + code % 64)
  end
  return string.char(0xF0 + floor(code / 262144), 0x80 + floor(code / 4096) % 64,
                     0x80 + floor(code / 64) % 64, 0x80 + code % 64)
end

local function fail(text, at, what)
  local _, lines = text:sub(1, at - 1):gsub("\n", "")
  error({ reason = ("line %d: expected %s"):format(lines + 1, what) }, 0)
end

-- A pair of surrogates is one character; `high` waits for its other half.
local function read_escapes(part)
  local high
  return (part:gsub("\\(.)(%x?%x?%x?%x?)", function (c, hex)
    if c ~= "u" then return (ESCAPES[c] or c) .. hex end
    local code = tonumber(hex, 16)
    if code >= 0xD800 and code < 0xDC00 then
      high = code
      return ""
    elseif high and code >= 0xDC00 and code < 0xE000 then
      code, high = 0x10000 + (high - 0xD800) * 1024 + code - 0xDC00, nil
    end
    return utf8(code)
  end))
end

local function read_text(text, at)
  local stop = at + 1
  while true do
    stop = text:find('["\\]', stop)
    if not stop then fail(text, at, "the end of a text") end
    if text:sub(stop, stop) == '"' then break end
    stop = stop + 2
  end
  local part = text:sub(at + 1, stop - 1)
  return part:find("\\", 1, true) and read_escapes(part) or part, stop + 1
end

local WORDS = { t = { "true", true }, f = { "false", false }, n = { "null", nil } }
local read_value

local function skip(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
end

-- Reads between brackets: calls `element` at each and returns where it ends.
local function read_elements(text, at, close, element)
  at = skip(text, at + 1)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    at = skip(text, element(at))
    local c = text:sub(at, at)
    at = skip(text, at + 1)
    if c == close then return at end
    if c ~= "," then fail(text, at, "a comma or " .. close) end
  end
end

local function read_list(text, at)
  local list, n = {}, 0
  at = read_elements(text, at, "]", function (start)
    local value, after = read_value(text, start)
    n = n + 1
    if value == nil then list[n] = false else list[n] = value end
    return after
  end)
  return list, at
end

local function read_object(text, at)
  local object = {}
  at = read_elements(text, at, "}", function (start)
    if text:sub(start, start) ~= '"' then fail(text, start, "a key") end
    local key, after = read_text(text, start)
    after = skip(text, after)
    if text:sub(after, after) ~= ":" then fail(text, after, "a colon") end
    object[key], after = read_value(text, skip(text, after + 1))
    return after
  end)
  return object, at
end

function read_value(text, at)
  local c = text:sub(at, at)
  if c == "{" then return read_object(text, at) end
  if c == "[" then return read_list(text, at) end
  if c == '"' then return read_text(text, at) end
  local word = WORDS[c]
  if word and text:sub(at, at + #word[1] - 1) == word[1] then return word[2], at + #word[1] end
  local number = text:match("^-?%d+%.?%d*[eE]?[+-]?%d*", at)
  if not number or not tonumber(number) then fail(text, at, "a value") end
  return tonumber(number), at + #number
end

-- A value of JSON text; nil and a reason if it is none. Null is nil, in a list false.
local function decode(text)
  local ok, value, after = pcall(read_value, text, skip(text, 1))
  if not ok then
    if type(value) ~= "table" then error(value, 0) end
    return nil, value.reason
  end
  if skip(text, after) <= #text then return nil, "expected one value" end
  return value
end

return decode
