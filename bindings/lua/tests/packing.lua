-- SPDX-License-Identifier: MIT
-- Levels that a program makes.
local kb = require "kickbox"

local bytes = assert(kb.walls_pack {
  walls = { { { { 0, 0 }, { 0, 100 } }, 0, false }, { { { 90, 0 }, { 90, 100 } }, 1, false } } })
local walls = assert(kb.open_packed(kb.KIND.WALLS, bytes))
local hit = kb.level_cast(walls, kb.shape_circle({ 45, 50 }, 5), { 100, 0 })
assert(hit.hit and hit.index == 1)

-- Wall 1 is a door, and open.
local move, ball = { 100, 0 }, kb.shape_circle({ 45, 50 }, 5)
for _, removed in ipairs { { 2 }, { 2ULL }, kb.array("uint64_t", { 2 }) } do
  local change = kb.change(0, removed)
  assert(change.removed_count == 64)
  local assigned = kb.all_solid()
  assigned.changes = { { layer = 0, removed = removed } }
  for _, filter in ipairs { { changes = { { layer = 0, removed = removed } } }, assigned,
                            { changes = { change } }, { changes = kb.array(kb.change, { change }) },
                            kb.filter(kb.ALL_CLASSES, kb.ALL_CLASSES, false, { change }) } do
    collectgarbage()
    local free = kb.level_cast(walls, ball, move, filter)
    assert(free.status == kb.STATUS.OK and not free.hit)
    assert(#kb.level_touching(walls, kb.shape_circle({ 88, 50 }, 5), filter) == 0)
  end
end
local short = { changes = { { layer = 0, removed = {} } } }
assert(kb.level_cast(walls, ball, move, short).status == kb.STATUS.ERROR_ARGUMENT)
local done, why = pcall(function () return (kb.level_touching(walls, ball, short)) end)
assert(not done and why:find("packing.lua:%d+: kickbox: filter: the level has no such layer"), why)

local ground = assert(kb.open_packed(kb.KIND.GROUND, assert(kb.ground_pack {
  points = { { 0, 50 }, { 40, 60 }, { 100, 40 } } })))
assert(kb.ground_at(ground, 40).y == 60)

local level = assert(kb.level_of({ walls, ground }))
collectgarbage()
local moved, touches = kb.level_move(level, kb.shape_point({ 45, 20 }), { -90, 0 },
                                     { manner = kb.MANNER.SLIDE })
assert(moved.hit and touches[1].index == 0)
assert(kb.level_layer(level, 1) == ground)

local pixels = kb.array("uint8_t", { 0, 255, 255, 0 })
local bitmap = assert(kb.open_packed(kb.KIND.BITMAP, assert(kb.bitmap_pack {
  values = pixels, step = 1, stride = 2, w = 2, h = 2, threshold = 1 })))
assert(bitmap:info().pixels == 2 and kb.pixel_at(bitmap, { 0, 0 }, { 1, 0 }))

done, why = pcall(kb.mask_pack, { values = { 1, 1, 1 }, stride = 2, w = 2, h = 2 })
assert(not done and why:find("values has 3 of 4 elements"), why)

local floor = kb.shape3_polygon({ { 0, 0, 0 }, { 9, 0, 0 }, { 9, 9, 0 }, { 0, 9, 0 } }, false)
local soup = assert(kb.open_packed(kb.KIND.SOUP, assert(kb.soup_pack {
  polygons = { floor }, classes = { 0 } })))
local near = { { 0, 0, -1 }, { 1, 1, 1 } }
assert(#kb.soup_touching(soup, near) == 1 and #kb.soup_touching(soup, near, nil, { 1 }) == 0)
done, why = pcall(kb.soup_touching, soup, near, nil, {})
assert(not done and why:find("removed has fewer bits"), why)

local none, reason = kb.walls_pack({ walls = { { { { 0, 0 }, { 1e9, 0 } }, 0, false } } })
assert(none == nil and reason:find("^section wall, element 0: "), reason)
none, reason = kb.open_packed(kb.KIND.WALLS, "not walls")
assert(none == nil and reason)
kb.release(level)
kb.release(walls)
