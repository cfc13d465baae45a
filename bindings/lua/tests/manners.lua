-- SPDX-License-Identifier: MIT
-- Structs, tables, lists and handles: luajit manners.lua DOJO.kbx YARD.kbx
local ffi = require "ffi"
local kb = require "kickbox"
local KIND = kb.KIND

local function same(a, b) if a ~= b then error(("%s, not %s"):format(a, b), 2) end end

local bank = assert(kb.open(arg[1]))
local boxer = bank:find(KIND.SPRITE, "boxer")

-- ---- handles
same(boxer:name(), "boxer")
same(boxer, bank:item(KIND.SPRITE, 0))
assert(boxer ~= bank:item(KIND.SPRITE, 1) and boxer ~= 3)
same(tostring(boxer), "kbx.handle: sprite 0")
same(bank:find(KIND.SPRITE, "nobody"), nil)
same(boxer:item(KIND.FRAME, 1000), nil)
same(kb.count(nil, KIND.FRAME), 0)
local punch = boxer:find(KIND.ANIMATION, "punch")
same(punch:parent(), boxer)
same(punch:info().steps, 6)
same(punch:value("nothing"), nil)
local frame = kb.animation_at(punch, 160).frame
same(frame:parent():name(), "boxer")
same(frame.bank:count(KIND.SPRITE), 2)

-- ---- structs
local v = kb.vec(3, 4)
same(v.x + v.y, 7)
same(kb.box_common({ 0, 0, 10, 10 }, kb.box(5, 5, 20, 20)).x1, 10)
same(kb.box_common({ x0 = 0, y0 = 0, x1 = 9, y1 = 9 }, { 5, 5, 20, 20 }).y0, 5)
same(kb.pixel_of({ 1.5, -0.5 }).y, -1)
same(kb.contains(kb.shape_rect({ 0, 0 }, { 4, 4 }), { 2, 2 }), true)
local hit = kb.hit()
local filled = kb.cast(kb.shape_circle({ 0, 0 }, 1), { 9, 0 },
                       kb.shape_rect({ 4, -4 }, { 6, 4 }), hit)
assert(rawequal(filled, hit) and hit.hit)
same(hit.normal.x, -1)

-- ---- classes, left out or a set
local place = kb.at_flipped(10, 0, true, false)
local box = kb.shape_box({ -99, -99, 99, 99 })
local things = kb.frame_touching(frame, place, box)
same(#things, frame:count(KIND.SHAPE))
for i, thing in ipairs(things) do same(thing.index, i - 1) end
local heads = kb.frame_touching(frame, { 10, 0, flip_x = true }, box, bank:classes("head"))
same(#heads, 1)
same(bank:item(KIND.CLASS, heads[1].class_index):name(), "head")
same(#kb.frame_touching(frame, place, box, bank:classes("nobody")), 0)

-- ---- lists in and out
local square = kb.shape_convex({ { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } })
collectgarbage()
same(kb.contains(square, { 2, 2 }), true)
same(#kb.corners(square), 4)
local boxes = { { 1, 1, 2, 2 }, { 50, 50, 60, 60 }, { 8, 8, 12, 12 } }
same(#kb.boxes_touching({ 0, 0, 9, 9 }, boxes), 2)
local many = {}
for i = 1, 100 do many[i] = kb.box(i, 0, i + 1, 5) end
same(#kb.boxes_touching({ 0, 0, 200, 9 }, kb.array(kb.box, many)), 100)
local order = kb.array("uint32_t", 3)
local near = kb.pairs({ { { 0, 0 }, { 5, 5 } }, { { 4, 4 }, { 9, 9 } }, { { 50, 0 }, { 60, 9 } } },
                      order)
same(#near, 1)
local arrow = { corners = { { 0, 0 }, { 9, 0 }, { 9, 9 }, { 4, 3 } } }
same(#kb.polygon_triangulate(arrow), 6)
local indices, counts = kb.polygon_decompose(arrow, 8)
local total = 0
for _, count in ipairs(counts) do total = total + count end
same(total, #indices)

-- ---- out parameters are further results
local yard = assert(kb.open(arg[2]))
local court = yard:find(KIND.LEVEL, "court")
local status, p, cell = kb.tiles_from_screen(court:item(KIND.TILES, 0), { 10, 10 })
same(status, kb.STATUS.OK)
assert(ffi.istype(kb.vec, p) and ffi.istype(kb.point, cell))
local move, touches = kb.level_move(yard:find(KIND.LEVEL, "yard"),
                                    kb.shape_rect({ -60, 130 }, { -50, 155 }), { 0, 60 },
                                    { manner = kb.MANNER.SLIDE })
same(move.on_floor, true)
same(#touches, move.touched)
-- A filter of nothing stops nothing.
same(kb.level_move(yard:find(KIND.LEVEL, "yard"), kb.shape_point({ -60, 130 }), { 0, 60 }, {},
                   { classes = 0 }).hit, false)

-- ---- a struct that C changes
local ball, floor = kb.body { velocity = { 0, 5 }, inverse_mass = 1, restitution = 1 },
  kb.body { restitution = 1 }
local manifold = kb.collide(kb.shape_circle({ 0, 0 }, 2), kb.shape_rect({ -9, 1 }, { 9, 5 }))
kb.resolve(ball, floor, manifold)
assert(ball.velocity.y < 0)
bank:close()
yard:close()

-- ---- parts of structs are copies, which outlive the struct

local rect = kb.rect({ 1, 2 }, { 3, 4 })
local low = rect.min
rect.min = { x = 7, y = 8 }
same(low.x, 1)
same(rect.min.y, 8)
same(kb.segment({ a = { 1, 1 }, b = { 2, 3 } }).b.y, 3)
same(manifold.points[0].x ~= nil, true)
same(pcall(function () return rect.middle end), false)
same(pcall(function () rect.middle = 1 end), false)
local frames, again = {}, assert(kb.open(arg[2]))
local first = again:find(KIND.SPRITE, "runner"):item(KIND.ANIMATION, 0)
for i = 1, 2000 do frames[i] = kb.animation_at(first, i).frame end
collectgarbage()
for i = 1, 2000 do same(frames[i].kind, KIND.FRAME) end
