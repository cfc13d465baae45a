-- SPDX-License-Identifier: MIT
-- Answers questions as `kickbox query` does, for the kinds that transcript.py asks.
--   luajit query.lua BANK < questions
local kb = require "kickbox"
local W = require "query_text"

local KIND, STATUS = kb.KIND, kb.STATUS
local bank = assert(kb.open(arg[1]))

local function check(status)
  if status ~= STATUS.OK then W.refuse("%s", kb.status_text(status)) end
end

-- ---- what is asked

local FLIPS = { [""] = { false, false }, x = { true, false }, y = { false, true },
                xy = { true, true } }

local function pose(asked)
  local sprite = bank:find(KIND.SPRITE, asked.sprite)
  local at, flip = asked.at or { 0, 0 }, FLIPS[asked.flip or ""]
  return sprite:item(KIND.FRAME, asked.frame), kb.at_flipped(at[1], at[2], flip[1], flip[2])
end

local function classes(names)
  return names and bank:classes(unpack(names)) or kb.ALL_CLASSES
end

local function pixel(p) return kb.point(math.floor(p[1]), math.floor(p[2])) end

local function box(b) return kb.box(b[1], b[2], b[1] + b[3], b[2] + b[4]) end

local function circle(c) return kb.shape_circle(c.at, c.radius) end

local function level_of(asked) return bank:find(KIND.LEVEL, asked.level) end

local function layer_of(asked, key, kind) return level_of(asked):find(kind, asked[key]) end

-- ---- parts of answers

local function class_name(index)
  if index == kb.NONE then return "null" end
  return W.text(bank:item(KIND.CLASS, index):name())
end

local function index_or_null(index)
  return index == kb.NONE and "null" or W.whole(index)
end

local function shape_answer(hit)
  check(hit.status)
  if hit.index == kb.NONE then return W.object("hit", "false") end
  return W.object("hit", "true", "shape", W.whole(hit.index), "class", class_name(hit.class_index))
end

-- ---- frames

local answers = {}

function answers.point(asked)
  local frame, place = pose(asked.pose)
  local set = classes(asked.classes)
  if asked.circle then
    return shape_answer(kb.frame_hit(frame, place, circle(asked.circle), set))
  end
  if asked.box then
    return shape_answer(kb.frame_hit(frame, place, kb.shape_box(box(asked.box)), set))
  end
  return shape_answer(kb.frame_at(frame, place, pixel(asked.p), set))
end

function answers.action(asked)
  local frame, place = pose(asked.pose)
  local point = kb.frame_action(frame, place, asked.name)
  if not point.found then return W.object("found", "false") end
  return W.object("found", "true", "p", W.pixel(point.pixel), "direction",
                  point.has_direction and W.pair(point.direction) or "null")
end

function answers.strike(asked)
  local a, place_a = pose(asked.a)
  local b, place_b = pose(asked.b)
  return shape_answer(kb.strike(a, place_a, asked.name, b, place_b, classes(asked.classes)))
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

function answers.pixels(asked)
  local a, place_a = pose(asked.a)
  local b, place_b = pose(asked.b)
  local first = kb.pixels_first(a, place_a, b, place_b)
  if not first.found then return W.object("hit", "false", "first", "null", "area", "0") end
  return W.object("hit", "true", "first", W.pixel(first.p), "area",
                  W.whole(kb.pixels_area(a, place_a, b, place_b)))
end

-- ---- zones and tracks

function answers.zone(asked)
  local pixels, owner, place = nil, nil, kb.at(0, 0)
  if asked.pose then
    pixels, place = pose(asked.pose)
    owner = pixels:parent()
  elseif asked.track then
    owner = bank:find(KIND.TRACK, asked.track)
    pixels = owner:info().mask
  else
    owner = bank:find(KIND.MASK, asked.mask)
    pixels = owner
  end
  local value = kb.zone_at(pixels, place, pixel(asked.p))
  local zone = kb.zone_of(owner, value)
  return W.object("zone", W.text_or_null(zone and zone:name()), "value", W.whole(value))
end

local function band_of(track, radius)
  for i = 0, track:count(KIND.BAND) - 1 do
    local band = track:item(KIND.BAND, i)
    if band:info().radius == radius then return band end
  end
end

function answers.clearance(asked)
  local track = bank:find(KIND.TRACK, asked.track)
  local car = kb.circle(asked.p, asked.radius or 0)
  local touches
  if asked.radius then
    local band, most = band_of(track, car.radius), track:info().max_clearance
    if not band and car.radius > most then
      W.refuse("radius: expected at most %g, which this track's clearance is cut off at", most)
    end
    touches = W.bool(kb.track_touching(band or track, car))
  end
  local place = kb.track_at(track, car.centre)
  local p = kb.point(math.floor(car.centre.x), math.floor(car.centre.y))
  local surface = kb.zone_of(track, kb.zone_at(track:info().mask, { 0, 0 }, p))
  return W.object("clearance", W.real(place.clearance), "normal", W.pair(place.normal), "surface",
                  W.text_or_null(surface and surface:name()), "touches", touches)
end

-- ---- walls

local function run_move(asked, manner)
  local walls = kb.level_layer(level_of(asked), 0)
  local from, to = kb.vec(asked.from), kb.vec(asked.to)
  local way = kb.vec(to.x - from.x, to.y - from.y)
  local filter = kb.filter(classes(asked.classes), kb.all_solid().layers)
  local moved, touches = kb.level_move(walls, kb.shape_circle(from, asked.radius or 0), way,
                                       { manner = manner }, filter)
  check(moved.status)
  local function snap(a, b) return math.floor((a + b) * 256 + 0.5) / 256 end
  local stop = kb.vec(snap(from.x, moved.moved.x), snap(from.y, moved.moved.y))
  return moved, W.pair(stop, true), touches
end

function answers.trace(asked)
  local moved, stop = run_move(asked, kb.MANNER.STOP)
  return W.object("hit", W.bool(moved.hit), "fraction", W.real(moved.fraction, true), "point", stop,
                  "normal", moved.hit and W.pair(moved.normal, true) or "null", "wall",
                  index_or_null(moved.index), "started_inside", W.bool(moved.started_inside))
end

function answers.slide(asked)
  local moved, stop, touches = run_move(asked, kb.MANNER.SLIDE)
  local walls = {}
  for i = 1, math.min(#touches, 16) do walls[i] = W.whole(touches[i].index) end
  return W.object("point", stop, "walls", W.list(walls), "cut", W.bool(moved.cut))
end

function answers.locate(asked)
  local area, leaf = kb.level_at(level_of(asked), kb.vec(asked.p))
  return W.object("area", W.text_or_null(area and area:name()), "leaf", index_or_null(leaf))
end

-- ---- tiles

local KINDS = { [0] = "not solid", "full", "one-way left", "one-way right", "one-way top",
                "one-way bottom", "heights left", "heights right", "heights top",
                "heights bottom" }

local function tile_text(tiles, tile)
  if not tile.found then return "null" end
  local frame, animation = kb.tile_frame(tiles, tile), kb.tile_animation(tiles, tile)
  local flip = (tile.flip_x and "x" or "") .. (tile.flip_y and "y" or "")
  return W.object("sprite", W.text(frame:parent():name()), "frame", W.whole(frame:info().index),
                  "animation", W.text_or_null(animation and animation:name()),
                  "kind", W.text(KINDS[tile.kind]), "class", class_name(tile.class_index),
                  "flip", W.text(flip), "transposed", W.bool(tile.transposed),
                  "height", W.whole(tile.height), "offset", W.pixel(tile.offset))
end

local function is_solid(tiles, area)
  return W.bool(#kb.level_touching(tiles, kb.shape_box(area)) > 0)
end

function answers.tiles(asked)
  local tiles = layer_of(asked, "layer", KIND.TILES)
  if asked.p then
    local p = pixel(asked.p)
    local cell = kb.cell_of(tiles, p)
    local tile = kb.tiles_tile(tiles, cell)
    return W.object("hit", W.bool(tile.found), "cells",
                    W.list(tile.found and { W.pixel(cell) } or {}), "tile", tile_text(tiles, tile),
                    "solid", is_solid(tiles, kb.box(p.x, p.y, p.x + 1, p.y + 1)))
  end
  local cells = {}
  for i, cell in ipairs(kb.tiles_cells(tiles, box(asked.box))) do cells[i] = W.pixel(cell) end
  return W.object("hit", W.bool(#cells > 0), "cells", W.list(cells), "solid",
                  is_solid(tiles, box(asked.box)))
end

-- ---- grounds and heightmaps

function answers.ground(asked)
  local ground = layer_of(asked, "ground", KIND.GROUND)
  local foot = kb.vec(asked.x or asked.p[1], asked.x and 0 or asked.p[2])
  local place = kb.ground_at(ground, foot.x)
  local touches
  if not asked.x then
    touches = W.bool(#kb.level_touching(ground, kb.shape_point(foot)) > 0)
  end
  return W.object("y", place.found and W.real(place.y, true) or "null", "slope",
                  place.found and W.real(place.slope, true) or "null", "normal",
                  place.found and W.pair(place.normal, true) or "null", "too_steep",
                  W.bool(place.too_steep), "touches", touches)
end

local FILTERS = { nearest = kb.HEIGHT_FILTER.NEAREST, bilinear = kb.HEIGHT_FILTER.BILINEAR,
                  bicubic = kb.HEIGHT_FILTER.BICUBIC }

function answers.height(asked)
  local map = layer_of(asked, "map", KIND.HEIGHTMAP)
  local place = kb.heightmap_at(map, asked.p, FILTERS[asked.filter or "bilinear"])
  local n = place.normal
  return W.object("z", W.real(place.z, true), "normal",
                  W.list({ W.real(n.x, true), W.real(n.y, true), W.real(n.z, true) }), "inside",
                  W.bool(place.inside))
end

W.run(require "kickbox_decode", answers)
