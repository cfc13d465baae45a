-- SPDX-License-Identifier: MIT
-- The reader of JSON banks against the library: luajit reader.lua DOJO.kbx DOJO.json
local kb, json, decode = require "kickbox", require "kickbox_json", require "kickbox_decode"
local KIND = kb.KIND

local function same(a, b) if a ~= b then error(("%s, not %s"):format(a, b), 2) end end

local bank, read = assert(kb.open(arg[1])), assert(json.open(arg[2]))
for i = 0, bank:count(KIND.SPRITE) - 1 do
  local sprite, other = bank:item(KIND.SPRITE, i), read:item(KIND.SPRITE, i)
  same(other:name(), sprite:name())
  same(other:parent(), nil)
  for k = 0, sprite:count(KIND.FRAME) - 1 do
    local frame, frame2 = sprite:item(KIND.FRAME, k), other:item(KIND.FRAME, k)
    same(frame2:parent(), other)
    same(frame2:info().hot_spot.x, frame:info().hot_spot.x)
    for _, flips in ipairs({ { false, false }, { true, false }, { false, true } }) do
      local a = kb.frame_picture(frame, kb.at_flipped(7, -3, flips[1], flips[2]))
      local b = json.frame_picture(frame2, json.at_flipped(7, -3, flips[1], flips[2]))
      same(b.found, a.found)
      same(b.page, a.page)
      for _, box in ipairs({ "source", "target" }) do
        for _, side in ipairs({ "x0", "y0", "x1", "y1" }) do same(b[box][side], a[box][side]) end
      end
    end
  end
  for k = 0, sprite:count(KIND.ANIMATION) - 1 do
    local one, two = sprite:item(KIND.ANIMATION, k), other:item(KIND.ANIMATION, k)
    same(two:info().duration_ms, one:info().duration_ms)
    for ms = -1500, 3000, 7 do
      local a, b = kb.animation_at(one, ms), json.animation_at(two, ms)
      for _, key in ipairs({ "index", "start_ms", "duration_ms", "finished" }) do
        same(b[key], a[key])
      end
      same(b.frame and b.frame:info().index, a.index ~= kb.NONE and a.frame:info().index or nil)
    end
  end
end

-- ---- the ping-pong, which the bank lacks
local steps = {}
for i, ms in ipairs({ 10, 20, 30 }) do steps[i] = { frame = i - 1, ms = ms } end
local frame = '{"name":"","size":[1,1],"hot_spot":null,"picture":null,"action_points":[],'
  .. '"shapes":[]}'
local small = assert(json.open(('{"kickbox_bank":{"major":1,"minor":0},"classes":[],"pages":[],'
  .. '"sprites":[{"name":"s","frames":[%s,%s,%s],"animations":[{"name":"a","loop":"ping-pong",'
  .. '"steps":[{"frame":0,"ms":10},{"frame":1,"ms":20},{"frame":2,"ms":30}]}]}]}')
  :format(frame, frame, frame)))
local swing = small:find(KIND.SPRITE, "s"):find(KIND.ANIMATION, "a")
local shown = {}
for ms = 5, 165, 10 do shown[#shown + 1] = json.animation_at(swing, ms).index end
same(table.concat(shown), "01122211011222110")

-- ---- texts and errors
same(decode('"a\\u00e9\\n\\\\u0041\\ud83d\\ude00"'), "a\195\169\n\\u0041\240\159\152\128")
same(decode(" [1, -2.5e1, true, null, {}] ")[2], -25)
local value, reason = decode('{"a": [1,\n2')
assert(value == nil and reason:find("line 2"), reason)
value, reason = json.open('{"kickbox_bank": {"major": 2}}')
assert(value == nil and reason:find("version 1"), reason)
assert(json.open(arg[2] .. ".none") == nil)
