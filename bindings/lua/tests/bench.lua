-- SPDX-License-Identifier: MIT
-- How long a frame takes to answer a circle, in LuaJIT and in C, in one run.
--   luajit bench.lua BANK SPRITE [C PROGRAM]
-- The C program is bench.c with the same bank and sprite; both ask the same questions.
local kb = require "kickbox"

local ROUNDS, BEST = 2000000, 5

local path, name, program = arg[1], arg[2], arg[3]
local bank = assert(kb.open(path))
local sprite = assert(bank:find(kb.KIND.SPRITE, name))
local frame = sprite:item(kb.KIND.FRAME, 12)

-- A new circle and a new place for each question, as a game has them.
local function ask_new()
  local hits = 0
  for i = 0, ROUNDS - 1 do
    local circle = kb.shape_circle(kb.vec(i % 97 - 48, i % 89 - 80), 4)
    if kb.frame_hit(frame, kb.at(0, 0), circle).hit then hits = hits + 1 end
  end
  return hits
end

-- The structs are made once.
local function ask_reused()
  local hits = 0
  local circle, place, result, centre = kb.shape(), kb.at(0, 0), kb.thing(), kb.vec()
  for i = 0, ROUNDS - 1 do
    centre.x, centre.y = i % 97 - 48, i % 89 - 80
    kb.shape_circle(centre, 4, circle)
    if kb.frame_hit(frame, place, circle, kb.ALL_CLASSES, result).hit then hits = hits + 1 end
  end
  return hits
end

local function measure(what, ask)
  local best, hits = math.huge, nil
  for _ = 1, BEST do
    local start = os.clock()
    hits = ask()
    best = math.min(best, os.clock() - start)
  end
  print(("%-24s %6.1f ns a question, %d hits"):format(what, best / ROUNDS * 1e9, hits))
  return best / ROUNDS * 1e9
end

local reused, fresh = measure("LuaJIT, structs reused", ask_reused),
  measure("LuaJIT, new structs", ask_new)
if program then
  local pipe = assert(io.popen(("%s %s %s"):format(program, path, name)))
  local answer = pipe:read("*a")
  pipe:close()
  io.write(answer)
  local c = tonumber(answer:match("([%d.]+) ns"))
  print(("LuaJIT takes %.2f times the time of C, %.2f with new structs")
    :format(reused / c, fresh / c))
end
