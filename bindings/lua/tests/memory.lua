-- SPDX-License-Identifier: MIT
-- A bank stays as long as it is open, and goes when it is closed:
-- luajit memory.lua DOJO.kbx YARD.kbx
local kb = require "kickbox"
local file = assert(io.open(arg[1], "rb"))
local bytes = file:read("*a")
file:close()

-- Only a handle is left of the bank.
local function only_a_frame()
  return assert(kb.open(bytes .. "")):item(kb.KIND.SPRITE, 0):item(kb.KIND.FRAME, 3)
end
local frame = only_a_frame()
for _ = 1, 200 do
  local waste = {}
  for k = 1, 100 do waste[k] = ("x"):rep(1000 + k) end
  collectgarbage()
  assert(frame:parent():name() == "boxer")
end

-- What is closed is freed.
local function use(source)
  for _ = 1, 50 do
    local bank = assert(kb.open(source))
    assert(bank:count(kb.KIND.SPRITE) == 2)
    bank:close()
  end
  collectgarbage()
  collectgarbage()
  return collectgarbage("count")
end
for _, source in ipairs({ bytes, arg[1] }) do
  use(source)
  local before = use(source)
  local after = use(source)
  assert(after < before + 64, after - before)
end

-- A shape keeps its corners, an array of them too.
local shapes = {}
for i = 1, 1000 do
  shapes[i] = kb.shape_polygon({ { i, 0 }, { i + 2, 0 }, { i + 2, 2 }, { i, 2 } })
end
collectgarbage()
collectgarbage()
for i = 1, 1000 do assert(kb.contains(shapes[i], { i + 1, 1 })) end

-- A new version of the file: handles that were given stay, or are null.
for _, source in ipairs({ bytes, arg[1] }) do
  local bank = assert(kb.open(source))
  local boxer, none = bank:find(kb.KIND.SPRITE, "boxer"), kb.handle()
  assert(bank:reload(arg[1], { boxer, none }))
  collectgarbage()
  assert(boxer:name() == "boxer" and none.kind == kb.KIND.NOTHING)
  local taken, reason = bank:reload(arg[0], { boxer })
  assert(not taken and reason:find("bank starts with"), reason)
  assert(boxer:count(kb.KIND.FRAME) == 26 and bank:reload(arg[2], { boxer }))
  assert(boxer.kind == kb.KIND.NOTHING and bank:find(kb.KIND.SPRITE, "runner"))
  bank:close()
end
