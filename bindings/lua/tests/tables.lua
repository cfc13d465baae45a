-- SPDX-License-Identifier: MIT
-- How long questions take with tables as arguments, beside new structs:
--   luajit tables.lua DOJO.kbx HARBOR.kbx
local kb = require "kickbox"

local ROUNDS, BEST = 200000, 5

local dojo, harbor = assert(kb.open(arg[1])), assert(kb.open(arg[2]))
local frame = dojo:find(kb.KIND.SPRITE, "boxer"):item(kb.KIND.FRAME, 12)
local cabin = harbor:find(kb.KIND.MASK, "cabin")
local track = harbor:find(kb.KIND.TRACK, "island")
local place, wall = kb.at(0, 0), kb.shape_rect(kb.vec(10, 0), kb.vec(20, 20))

-- {name, with a table, with structs}; each returns a number, so that nothing is left out.
local questions = {
  { "zone_at", function (i) return kb.zone_at(cabin, place, { i % 320, 100 }) end,
    function (i) return kb.zone_at(cabin, place, kb.point(i % 320, 100)) end },
  { "zone_at, by names", function (i) return kb.zone_at(cabin, place, { x = i % 320, y = 100 }) end,
    function (i) return kb.zone_at(cabin, place, kb.point(i % 320, 100)) end },
  { "track_clearance", function (i) return kb.track_clearance(track, { i % 320, 100 }) end,
    function (i) return kb.track_clearance(track, kb.vec(i % 320, 100)) end },
  { "track_touching",
    function (i) return kb.track_touching(track, { { i % 320, 100 }, 5 }) and 1 or 0 end,
    function (i) return kb.track_touching(track, kb.circle({ i % 320, 100 }, 5)) and 1 or 0 end },
  { "frame_at", function (i) return kb.frame_at(frame, { 0, 0 }, { i % 60, -20 }).index end,
    function (i) return kb.frame_at(frame, kb.at(0, 0), kb.point(i % 60, -20)).index end },
  { "overlap",
    function (i) return kb.overlap(kb.shape_circle({ i % 20, 0 }, 5), wall) and 1 or 0 end,
    function (i) return kb.overlap(kb.shape_circle(kb.vec(i % 20, 0), 5), wall) and 1 or 0 end },
  { "box_common", function (i) return kb.box_common({ 0, 0, 9, 9 }, { i % 5, 1, 20, 20 }).x0 end,
    function (i) return kb.box_common(kb.box(0, 0, 9, 9), kb.box(i % 5, 1, 20, 20)).x0 end },
}

-- Each has a loop of its own, as in a game: a loop that asks several is compiled for the first.
local LOOP = [[
  local ask, rounds = ...
  local sum = 0
  for i = 0, rounds - 1 do sum = sum + ask(i) end
  return sum
]]

local function measure(ask)
  local best, loop = math.huge, assert(loadstring(LOOP))
  for _ = 1, BEST do
    local start = os.clock()
    loop(ask, ROUNDS)
    best = math.min(best, os.clock() - start)
  end
  return best / ROUNDS * 1e9
end

-- LuaJIT gives up on a function after a few tries: so structs come first, and again after the tables.
local first, tables = {}, {}
for i, question in ipairs(questions) do first[i] = measure(question[3]) end
for i, question in ipairs(questions) do tables[i] = measure(question[2]) end
for i, question in ipairs(questions) do
  local worst = math.max(tables[i], measure(question[3]))
  print(("%-20s %7.1f ns with structs, %7.1f ns with tables: at worst %.2f times"):format(
    question[1], first[i], tables[i], worst / first[i]))
end
