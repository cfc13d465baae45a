-- SPDX-License-Identifier: MIT
-- Writes JSON as `kickbox query` writes it, and refuses with its errors. For the tests.
local W = {}

local NAMED = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n",
                ["\r"] = "\\r", ["\t"] = "\\t" }

-- The answer of a line is {"error": reason}.
function W.refuse(reason, ...)
  error({ reason = reason:format(...) }, 0)
end

function W.text(value)
  return '"' .. value:gsub('[%c"\\]', function (c)
    return NAMED[c] or c == "\127" and c or ("\\u%04X"):format(c:byte())
  end) .. '"'
end

function W.text_or_null(value) return value and W.text(value) or "null" end

-- As C's printf: LuaJIT rounds up where C rounds a tie to even.
local has_ffi, ffi = pcall(require, "ffi")
local print_real = string.format
if has_ffi then
  ffi.cdef "int snprintf (char *, size_t, const char *, ...);"
  local room = ffi.new("char[64]")
  print_real = function (format, value)
    return ffi.string(room, ffi.C.snprintf(room, 64, format, ffi.cast("double", value)))
  end
end

-- With 9 digits, or 17, by which all doubles differ. A real never looks like a whole number.
function W.real(value, exact)
  if value ~= value or value == math.huge or value == -math.huge then W.refuse("no answer") end
  local digits = print_real(exact and "%.17g" or "%.9g", value)
  digits = digits:gsub("e%+?(%-?)0*", "e%1")
  return digits:find("[.e]") and digits or digits .. ".0"
end

function W.whole(value) return ("%d"):format(value) end

function W.list(values) return "[" .. table.concat(values, ",") .. "]" end

function W.pair(v, exact) return W.list({ W.real(v.x, exact), W.real(v.y, exact) }) end

function W.pixel(p) return W.list({ W.whole(p.x), W.whole(p.y) }) end

-- Of keys and values in turn; what is false is left out.
function W.object(...)
  local parts, given = {}, { ... }
  for i = 1, select("#", ...), 2 do
    local value = given[i + 1]
    if value == true then value = "true" end
    if value ~= nil then parts[#parts + 1] = ('"%s":%s'):format(given[i], value) end
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

function W.bool(value) return value and "true" or "false" end

-- Answers each line of stdin by the function of its "q".
function W.run(decode, answers)
  for line in io.lines() do
    local question, reason = decode(line)
    local ok, answer = false, { reason = reason }
    if question then
      local ask = answers[question.q]
      if ask then ok, answer = pcall(ask, question)
      else answer = { reason = ("q: no question is called '%s'"):format(tostring(question.q)) } end
    end
    if not ok and type(answer) ~= "table" then error(answer, 0) end
    io.write(ok and answer or W.object("error", W.text(answer.reason)), "\n")
  end
end

return W
