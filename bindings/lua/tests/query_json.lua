-- SPDX-License-Identifier: MIT
-- Answers point, action and shapes as `kickbox query` does, from a JSON bank without the FFI.
--   luajit query_json.lua BANK.json < questions
local decode = require "kickbox_decode"
local kb = require "kickbox_json"
local W = require "query_text"

local bank = assert(kb.open(arg[1]))
local FLIPS = { [""] = {}, x = { true }, y = { false, true }, xy = { true, true } }

local function pose(asked)
  local frame = bank:find(kb.KIND.SPRITE, asked.sprite):item(kb.KIND.FRAME, asked.frame)
  local flip = FLIPS[asked.flip]
  return frame, kb.at_flipped(asked.at[1], asked.at[2], flip[1], flip[2])
end

local function classes(names)
  return names and bank:classes((unpack or table.unpack)(names))
end

local answers = {}

function answers.point(asked)
  local frame, place = pose(asked.pose)
  local set, b, hit = classes(asked.classes), asked.box, nil
  if asked.circle then
    hit = kb.frame_hit_circle(frame, place, asked.circle.at, asked.circle.radius, set)
  elseif b then
    hit = kb.frame_hit_box(frame, place, kb.box(b[1], b[2], b[1] + b[3], b[2] + b[4]), set)
  else
    hit = kb.frame_at(frame, place, asked.p, set)
  end
  if not hit.hit then return W.object("hit", "false") end
  return W.object("hit", "true", "shape", W.whole(hit.index), "class", W.text(hit.class))
end

function answers.action(asked)
  local frame, place = pose(asked.pose)
  local point = kb.frame_action(frame, place, asked.name)
  if not point.found then return W.object("found", "false") end
  return W.object("found", "true", "p", W.pixel(point.pixel), "direction",
                  point.direction and W.pair(point.direction) or "null")
end

function answers.shapes(asked)
  local a, place_a = pose(asked.a)
  local b, place_b = pose(asked.b)
  local found = kb.frames_overlap(a, place_a, b, place_b, classes(asked.a_classes),
                                  classes(asked.b_classes))
  local list = {}
  for i, pair in ipairs(found) do list[i] = W.list({ W.whole(pair.a), W.whole(pair.b) }) end
  return W.object("hit", W.bool(#found > 0), "pairs", W.list(list))
end

W.run(decode, answers)
