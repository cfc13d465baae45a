-- SPDX-License-Identifier: MIT
-- What is refused, and how: luajit errors.lua DOJO.kbx
local kb = require "kickbox"

local function refused(pattern, call, ...)
  local given = { ... }
  local ok, reason = pcall(function () return (call(unpack(given, 1, 4))) end)
  if ok or not tostring(reason):find(pattern) then error(tostring(reason), 2) end
end

local file = assert(io.open(arg[1], "rb"))
local bytes = file:read("*a")
file:close()

local bank, reason, failed = kb.open(bytes:sub(1, 1000))
assert(bank == nil and failed.status == kb.STATUS.ERROR_TRUNCATED, reason)
local middle = math.floor(#bytes / 2)
local broken = bytes:sub(1, middle) .. string.char((bytes:byte(middle + 1) + 1) % 256)
  .. bytes:sub(middle + 2)
bank, reason, failed = kb.open(broken)
assert(bank == nil and failed.status == kb.STATUS.ERROR_CHECKSUM, reason)
assert(reason:find("^bank: section %u%u%u%u, byte %d+: "), reason)
bank, reason, failed = kb.open(arg[1] .. ".none")
assert(bank == nil and failed.status == kb.STATUS.ERROR_FILE, reason)
assert(reason:find(".none: ", 1, true), reason)
bank, reason = kb.open(arg[0])
assert(bank == nil and reason:find("bank starts with"), reason)
refused("expected a path", kb.open, 3)

bank = assert(kb.open(bytes))
local frame = bank:item(kb.KIND.SPRITE, 0):item(kb.KIND.FRAME, 0)
refused("errors.lua:%d+: kickbox: expected a place, got nil", kb.frame_at, frame, nil, { 0, 0 })
refused("expected a kbx.point, got number", kb.frame_at, frame, { 0, 0 }, 5)
refused("errors.lua:%d+: kickbox: a kbx.point needs x, y", kb.frame_at, frame, { 0, 0 }, { 1 })
refused("a kbx.vec needs x, y", kb.pixel_of, { x = 1 })
refused("expected a kbx.box, got string", kb.boxes_touching, { 0, 0, 9, 9 }, { "box" })
refused("expected a kbx.box, got cdata", kb.boxes_touching, { 0, 0, 9, 9 }, { kb.vec(1, 2) })
refused("bounds has 2 elements, order has 1", kb.pairs,
        { { { 0, 0 }, { 1, 1 } }, { { 0, 0 }, { 1, 1 } } }, { 0 })
local full = kb.manifold()
full.count = 3
refused("a count for which the struct has no room", kb.resolve, kb.body(), kb.body(), full)
refused("a count for which the struct has no room", kb.solve, { kb.body() },
        { kb.body_pair { manifold = full } }, {}, 1)
refused("expected a handle, got string", kb.frame_at, "frame", { 0, 0 }, { 0, 0 })
refused("cannot convert", kb.frame_at, kb.vec(1, 2), { 0, 0 }, { 0, 0 })
refused("expected a struct to change", kb.resolve, {}, kb.body(), kb.manifold())
refused("expected a list", kb.shape_convex, 4)
assert(kb.frame_at(nil, { 0, 0 }, { 0, 0 }).status == kb.STATUS.ERROR_ARGUMENT)
