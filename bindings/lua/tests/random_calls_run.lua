-- SPDX-License-Identifier: MIT
-- Random calls of banks that may be damaged: CALLS.json SEED ROUNDS BANK... See bindings/random_calls.py.
local ffi = require "ffi"
local kb = require "kickbox"
local decode = require "kickbox_decode"

local huge = math.huge
local FLOATS = { 0, 1, -1, 0.5, -0.25, 3, 7.25, 10, 32, 100, -100, 320, 1000, -1e6, 1e9, 3e38, 0 / 0, huge, -huge }
local INTS = { 0, 1, 2, 3, 4, 5, 7, 16, 31, 63, 64, 100, 255, 1000, -1, 2 ^ 31 - 1, 2 ^ 32 - 1 }
local FEW = { 0, 1, 2, 3, 4, 100 }
local TEXTS = { "", "foot", "kick", "head", "goal", ("x"):rep(300) }

local file = assert(io.open(arg[1]))
local plan = decode(file:read("*a"))
file:close()
math.randomseed(tonumber(arg[2]))
local random = math.random
local bank, handles, found = nil, {}, {}
local asked, answered, opened = 0, 0, 0

local function choice(list) return list[random(#list)] end

local calls = {}
for _, call in ipairs(plan.calls) do
  if kb[call[1]] then calls[#calls + 1] = call end
end

local function wrong()
  return (choice { function () end, function () return 1 end, function () return -1 end,
                   function () return "text" end, function () return {} end,
                   function () return { 1 } end, function () return true end,
                   function () return kb.vec(1, 2) end, function () return handles[#handles] end,
                   function () return print end })()
end

local draw

local function struct(kind)
  local made = {}
  for _, field in ipairs(plan.structs[kind]) do
    if random() < 0.8 then made[field[1]] = draw(field[2]) end
  end
  return made
end

-- Text where a struct of C may be would be no mistake of a table.
function draw(kind)
  if random() < 0.03 then return wrong() end
  local many = kind:match("^list (.*)")
  if many then
    local list = {}
    for i = 1, choice { 0, 1, 2, 3, 4, 8 } do
      local one = draw(many)
      list[i] = one == nil and 0 or one
    end
    return list
  end
  kind = kind:match("^changed (.*)") or kind
  if kind:match("^list ") then return draw(kind) end
  if found[kind] and random() < 0.5 then return choice(found[kind]) end
  if plan.structs[kind] then return struct(kind) end
  if kind == "handle" then return choice(handles) end
  if kind == "text" then return choice(TEXTS) end
  if kind == "float" then return choice(FLOATS) end
  if kind == "int" then return choice(INTS) end
  if kind == "few" then return choice(FEW) end
  if kind == "bool" then return random() < 0.5 end
  if kind == "classes" then return choice { kb.ALL_CLASSES, 0, 1, 6 } end
  return wrong()
end

local function keep(result)
  if type(result) == "table" then
    for i = 1, math.min(#result, 4) do keep(result[i]) end
  elseif type(result) == "cdata" then
    local kind = tostring(ffi.typeof(result)):match("^ctype<struct kbx_([%w_]+)>$")
    if kind == "handle" then
      if #handles < 400 then handles[#handles + 1] = result end
    elseif kind then
      local kept = found[kind] or {}
      kept[#kept % 16 + 1], found[kind] = result, kept
    end
  end
end

-- A bank, and what is in it. Handles of the one before are void.
local function open(path)
  local now = kb.open(path)
  if not now then return false end
  handles, found = { kb.handle() }, {}
  if bank then bank:close() end
  bank = now
  for _, kind in pairs(kb.KIND) do
    for i = 0, math.min(bank:count(kind), 40) - 1 do
      local thing = bank:item(kind, i)
      handles[#handles + 1] = thing
      for _, inner in pairs(kb.KIND) do
        for k = 0, math.min(thing and thing:count(inner) or 0, 8) - 1 do
          handles[#handles + 1] = thing:item(inner, k)
        end
      end
    end
  end
  return true
end

for i = 4, #arg do
  if open(arg[i]) then opened = opened + 1 end
  for _ = 1, tonumber(arg[3]) / (#arg - 3) + 1 do
    local call = choice(calls)
    local given, count = {}, #call[2]
    for k, parameter in ipairs(call[2]) do given[k] = draw(parameter[2]) end
    asked = asked + 1
    local results = { pcall(kb[call[1]], unpack(given, 1, count)) }
    if results[1] then
      answered = answered + 1
      for k = 2, 3 do keep(results[k]) end
    end
  end
end
print(("%d calls, %d answers, %d of %d banks"):format(asked, answered, opened, #arg - 3))
