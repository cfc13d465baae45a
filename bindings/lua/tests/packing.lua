-- SPDX-License-Identifier: MIT
-- Levels that a program makes.
local kb = require "kickbox"

local bytes = assert(kb.walls_pack {
  walls = { { { { 0, 0 }, { 0, 100 } }, 0, false }, { { { 90, 0 }, { 90, 100 } }, 1, false } } })
local walls = assert(kb.open_packed(kb.KIND.WALLS, bytes))
local hit = kb.level_cast(walls, kb.shape_circle({ 45, 50 }, 5), { 100, 0 })
assert(hit.hit and hit.index == 1)

-- Wall 1 is a door, and open.
local removed = { layer = 0, removed = kb.array("uint64_t", { 2 }) }
assert(not kb.level_cast(walls, kb.shape_circle({ 45, 50 }, 5), { 100, 0 },
                         { changes = { removed } }).hit)

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

local none, reason = kb.walls_pack({ walls = { { { { 0, 0 }, { 1e9, 0 } }, 0, false } } })
assert(none == nil and reason:find("^section wall, element 0: "), reason)
none, reason = kb.open_packed(kb.KIND.WALLS, "not walls")
assert(none == nil and reason)
kb.release(level)
kb.release(walls)
