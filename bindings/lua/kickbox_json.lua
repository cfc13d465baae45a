-- SPDX-License-Identifier: MIT
-- Sprites and hits from a JSON bank, in plain Lua 5.1 and later, without an FFI.
-- Made by `kickbox export PROJECT -o FILE --format json`. The names are those of kickbox.lua, and
-- so are the answers for places in whole pixels, mirrored or not. Without turned places, masks,
-- tracks and levels.
local decode = require "kickbox_decode"

local kb = {}

local floor, abs = math.floor, math.abs

kb.KIND = { NOTHING = 0, CLASS = 1, PAGE = 2, SPRITE = 3, ANIMATION = 4, FRAME = 5, ACTION = 6,
            SHAPE = 7 }
kb.NONE = 4294967295

-- ---- handles

local Handle = {}
Handle.__index = Handle

local LISTS = { [kb.KIND.ANIMATION] = "animations", [kb.KIND.FRAME] = "frames",
                [kb.KIND.SPRITE] = "sprites", [kb.KIND.CLASS] = "classes",
                [kb.KIND.PAGE] = "pages", [kb.KIND.ACTION] = "action_points",
                [kb.KIND.SHAPE] = "shapes" }

local function new_handle(bank, parent, kind, index, data)
  return setmetatable({ bank = bank, owner = parent, kind = kind, index = index, data = data,
                        parts = {} }, Handle)
end

function Handle:count(kind)
  return #(self.data[LISTS[kind]] or {})
end

-- Part i, from 0, always the same table; nil past the end.
function Handle:item(kind, i)
  local data = (self.data[LISTS[kind]] or {})[i + 1]
  if not data then return nil end
  local parts = self.parts[kind] or {}
  self.parts[kind] = parts
  parts[i] = parts[i] or new_handle(self.bank or self, self, kind, i, data)
  return parts[i]
end

function Handle:find(kind, name)
  for i, data in ipairs(self.data[LISTS[kind]] or {}) do
    if data.name == name then return self:item(kind, i - 1) end
  end
end

function Handle:parent() return self.bank ~= self.owner and self.owner or nil end
function Handle:name() return self.data.name or "" end
function Handle:value(key) return (self.data.values or {})[key] end

-- Size and hot spot of a frame, the duration of an animation, and the index of all.
function Handle:info()
  local data, about = self.data, { found = true, index = self.index }
  if data.size then about.size = { w = data.size[1], h = data.size[2] } end
  if self.kind == kb.KIND.FRAME then
    local hot = data.hot_spot
    about.has_hot_spot = hot ~= nil
    about.hot_spot = { x = hot and hot[1] or 0, y = hot and hot[2] or 0 }
  elseif data.steps then
    about.loop, about.steps, about.duration_ms = data.loop, #data.steps, 0
    for _, step in ipairs(data.steps) do about.duration_ms = about.duration_ms + step.ms end
  end
  return about
end

-- The set of the named classes, unknown names ignored: a table of indices.
function Handle:classes(...)
  local set = {}
  for _, name in ipairs({ ... }) do
    local class = self:find(kb.KIND.CLASS, name)
    if class then set[class.index] = true end
  end
  return set
end

function Handle.close() end

-- Opens a bank from the path of a file, or from its text. nil and a reason if that fails.
function kb.open(source)
  local text, where = source, "bank"
  if not source:find("^%s*{") then
    local file, reason = io.open(source, "rb")
    if not file then return nil, reason end
    text, where = file:read("*a"), source
    file:close()
  end
  local data, reason = decode(text)
  if not data then return nil, where .. ": " .. reason end
  if type(data) ~= "table" or not data.kickbox_bank or data.kickbox_bank.major ~= 1 then
    return nil, where .. ": not a JSON bank of version 1"
  end
  local bank = new_handle(nil, nil, 0, 0, data)
  bank.class_indices = {}
  for i, class in ipairs(data.classes) do bank.class_indices[class.name] = i - 1 end
  return bank
end

-- ---- animations

-- The step whose time it is, from 0: the first that ends after ms.
local function step_at(steps, ms)
  local stop = 0
  for i, step in ipairs(steps) do
    stop = stop + step.ms
    if stop > ms then return i - 1 end
  end
  return #steps - 1
end

-- Forwards, then back without the two ends.
local function ping_pong_at(steps, ms, whole)
  local n = #steps
  if n < 3 then return step_at(steps, ms % whole) end
  local first_ms, inner_end = steps[1].ms, whole - steps[n].ms
  local rest = ms % (whole + inner_end - first_ms)
  if rest < whole then return step_at(steps, rest) end
  return step_at(steps, inner_end - 1 - (rest - whole))
end

-- The step shown so many milliseconds after the start: its frame, index and times, and whether the
-- end has been reached.
function kb.animation_at(animation, ms)
  local steps, loop = animation.data.steps, animation.data.loop
  local whole = animation:info().duration_ms
  local nothing = { index = kb.NONE, start_ms = 0, duration_ms = 0, finished = true }
  local i, finished = 0, false
  if #steps == 0 then return nothing end
  ms = floor(ms)
  if loop == "once" or loop == "hold-last" then
    finished = ms >= whole
    if finished and loop == "once" then return nothing end
    i = finished and #steps - 1 or step_at(steps, ms < 0 and 0 or ms)
  elseif whole > 0 then
    i = loop == "loop" and step_at(steps, ms % whole) or ping_pong_at(steps, ms, whole)
  end
  local start = 0
  for k = 1, i do start = start + steps[k].ms end
  return { frame = animation:parent():item(kb.KIND.FRAME, steps[i + 1].frame), index = i,
           start_ms = start, duration_ms = steps[i + 1].ms, finished = finished }
end

-- ---- places

-- The hot spot's pixel is the pixel (x, y); x and y are whole.
function kb.at(x, y) return { x = x, y = y, flip_x = false, flip_y = false } end

function kb.at_flipped(x, y, flip_x, flip_y)
  return { x = x, y = y, flip_x = flip_x, flip_y = flip_y }
end

function kb.point(x, y) return { x = x, y = y } end
function kb.box(x0, y0, x1, y1) return { x0 = x0, y0 = y0, x1 = x1, y1 = y1 } end

-- A real coordinate c goes to ox + c, or to ox - c where it is mirrored.
local function map_to_world(frame, place)
  local hot = frame.data.hot_spot
  local hx, hy = hot and hot[1] or 0, hot and hot[2] or 0
  local x, y = place.x or place[1], place.y or place[2]
  return { ox = place.flip_x and x + hx + 1 or x - hx, oy = place.flip_y and y + hy + 1 or y - hy,
           mx = place.flip_x, my = place.flip_y }
end

-- A mirrored axis is its own inverse.
local function map_to_frame(frame, place)
  local map = map_to_world(frame, place)
  if not map.mx then map.ox = -map.ox end
  if not map.my then map.oy = -map.oy end
  return map
end

local function map_pixel(map, x, y)
  return map.mx and map.ox - 1 - x or map.ox + x, map.my and map.oy - 1 - y or map.oy + y
end

local function map_box(map, x0, y0, x1, y1)
  local ax, ay = map_pixel(map, x0, y0)
  local bx, by = map_pixel(map, x1 - 1, y1 - 1)
  return math.min(ax, bx), math.min(ay, by), math.max(ax, bx) + 1, math.max(ay, by) + 1
end

-- ---- convex parts, in 1/256 pixel: whole numbers below 2^26, so that doubles are exact

local GRID = 256

local function convex(corners, r)
  local part = { r = r, n = #corners, x0 = math.huge, y0 = math.huge, x1 = -math.huge,
                 y1 = -math.huge }
  for i, corner in ipairs(corners) do
    local x, y = corner[1], corner[2]
    part[2 * i - 1], part[2 * i] = x, y
    part.x0, part.x1 = math.min(part.x0, x - r), math.max(part.x1, x + r)
    part.y0, part.y1 = math.min(part.y0, y - r), math.max(part.y1, y + r)
  end
  return part
end

local function scaled(corners)
  local list = {}
  for i, c in ipairs(corners) do list[i] = { c[1] * GRID + 0.0, c[2] * GRID + 0.0 } end
  return list
end

local function rect(x0, y0, x1, y1)
  return convex(scaled({ { x0, y0 }, { x1, y0 }, { x1, y1 }, { x0, y1 } }), 0)
end

local function parts_of(data)
  if data.box then
    local b = data.box
    return { rect(b[1], b[2], b[1] + b[3], b[2] + b[4]) }
  elseif data.circle then
    return { convex(scaled({ data.circle }), data.circle[3] * GRID) }
  elseif data.capsule then
    local c = data.capsule
    return { convex(scaled({ { c[1], c[2] }, { c[3], c[4] } }), c[5] * GRID) }
  end
  local parts = {}
  for i, corners in ipairs(data.parts or { data.corners }) do
    parts[i] = convex(scaled(corners), 0)
  end
  return parts
end

-- The shapes of a frame: class, parts, and the pixels of a box.
local function shapes_of(frame)
  if not frame.shapes then
    frame.shapes = {}
    for i, data in ipairs(frame.data.shapes) do
      local b = data.box
      frame.shapes[i] = { class_index = frame.bank.class_indices[data.class], class = data.class,
                          parts = parts_of(data),
                          box = b and { b[1], b[2], b[1] + b[3], b[2] + b[4] } }
    end
  end
  return frame.shapes
end

-- A flip turns the corners round.
local function map_part(map, part)
  local corners, reverse = {}, (map.mx or false) ~= (map.my or false)
  for i = 1, part.n do
    local x, y = part[2 * i - 1], part[2 * i]
    corners[reverse and part.n + 1 - i or i] = {
      map.mx and map.ox * GRID - x or map.ox * GRID + x,
      map.my and map.oy * GRID - y or map.oy * GRID + y }
  end
  return convex(corners, part.r)
end

-- Positive if (x, y) is clockwise of the edge from a to b.
local function cross(ax, ay, bx, by, x, y)
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
end

-- a * b as a sum of two doubles (Dekker 1971).
local function product(a, b)
  local p = a * b
  local ta, tb = 134217729 * a, 134217729 * b
  local ah, bh = ta - (ta - a), tb - (tb - b)
  local al, bl = a - ah, b - bh
  return p, ((ah * bh - p) + ah * bl + al * bh) + al * bl
end

-- a * a <= b * c
local function square_at_most(a, b, c)
  local p, e = product(a, a)
  local q, f = product(b, c)
  return p < q or (p == q and e <= f)
end

-- Inside, or near an edge: at its end, or by the cross product over its length.
local function disc_meets(x, y, radius, part)
  local r, n = radius + part.r, part.n
  local inside = n > 2
  if part.x1 < x - radius or part.x0 > x + radius or part.y1 < y - radius
    or part.y0 > y + radius then
    return false
  end
  local ax, ay = part[2 * n - 1], part[2 * n]
  for i = 1, n do
    local bx, by = part[2 * i - 1], part[2 * i]
    local side = cross(ax, ay, bx, by, x, y)
    if side < 0 or n <= 2 then
      inside = false
      local ex, ey = bx - ax, by - ay
      local along, length2 = ex * (x - ax) + ey * (y - ay), ex * ex + ey * ey
      if along <= 0 or along >= length2 then
        local dx, dy = x - (along <= 0 and ax or bx), y - (along <= 0 and ay or by)
        if dx * dx + dy * dy <= r * r then return true end
      elseif square_at_most(abs(side), r * r, length2) then
        return true
      end
    end
    ax, ay = bx, by
  end
  return inside
end

-- Has a an edge with all of b strictly outside?
local function edge_separates(a, b)
  local px, py = a[2 * a.n - 1], a[2 * a.n]
  for i = 1, a.n do
    local qx, qy, k = a[2 * i - 1], a[2 * i], 1
    while k <= b.n and cross(px, py, qx, qy, b[2 * k - 1], b[2 * k]) < 0 do k = k + 1 end
    if k > b.n then return true end
    px, py = qx, qy
  end
  return false
end

local function corner_near(a, b)
  for i = 1, a.n do
    if disc_meets(a[2 * i - 1], a[2 * i], a.r, b) then return true end
  end
  return false
end

local function convex_meets(a, b)
  local r = a.r + b.r
  if a.x1 < b.x0 or b.x1 < a.x0 or a.y1 < b.y0 or b.y1 < a.y0 then return false end
  if r ~= 0 then
    if corner_near(a, b) or corner_near(b, a) then return true end
    if a.x1 - r < b.x0 or b.x1 - r < a.x0 or a.y1 - r < b.y0 or b.y1 - r < a.y0 then
      return false
    end
  end
  return not edge_separates(a, b) and not edge_separates(b, a)
end

local function any_meets(parts, others)
  for _, part in ipairs(parts) do
    for _, other in ipairs(others) do
      if convex_meets(part, other) then return true end
    end
  end
  return false
end

-- ---- hits

local function thing(shapes, i)
  if not i then return { hit = false, index = kb.NONE, class_index = kb.NONE } end
  return { hit = true, index = i - 1, class_index = shapes[i].class_index, class = shapes[i].class }
end

local function first_hit(frame, classes, hits)
  local shapes = shapes_of(frame)
  for i, shape in ipairs(shapes) do
    if (not classes or classes[shape.class_index]) and hits(shape) then return thing(shapes, i) end
  end
  return thing()
end

local function boxes_overlap(a, x0, y0, x1, y1)
  return a[1] < x1 and a[3] > x0 and a[2] < y1 and a[4] > y0
end

-- The first shape of the classes hit by a pixel of the world, or by its centre: a table with hit,
-- index, class_index and class.
function kb.frame_at(frame, place, pixel, classes)
  local x, y = map_pixel(map_to_frame(frame, place), floor(pixel.x or pixel[1]),
                         floor(pixel.y or pixel[2]))
  local centre_x, centre_y = x * GRID + GRID / 2, y * GRID + GRID / 2
  return first_hit(frame, classes, function (shape)
    if shape.box then return boxes_overlap(shape.box, x, y, x + 1, y + 1) end
    for _, part in ipairs(shape.parts) do
      if disc_meets(centre_x, centre_y, 0, part) then return true end
    end
    return false
  end)
end

-- The same for a box of whole pixels.
function kb.frame_hit_box(frame, place, box, classes)
  local x0, y0, x1, y1 = map_box(map_to_frame(frame, place), box.x0 or box[1], box.y0 or box[2],
                                 box.x1 or box[3], box.y1 or box[4])
  local part = { rect(x0, y0, x1, y1) }
  return first_hit(frame, classes, function (shape)
    if shape.box then return boxes_overlap(shape.box, x0, y0, x1, y1) end
    return any_meets(part, shape.parts)
  end)
end

-- The same for a closed circle, rounded to 1/256 pixel, halves upwards.
function kb.frame_hit_circle(frame, place, centre, radius, classes)
  local function on_grid(v) return floor(v * GRID + 0.5) / GRID end
  local x, y = on_grid(centre.x or centre[1]), on_grid(centre.y or centre[2])
  local map = map_to_frame(frame, place)
  local disc = { map_part(map, convex(scaled({ { x, y } }), on_grid(radius) * GRID)) }
  return first_hit(frame, classes, function (shape) return any_meets(disc, shape.parts) end)
end

-- The shapes of a, of classes_a, that overlap shapes of b: a list of {a, b, class_a, class_b}.
-- With `first` it ends at one.
function kb.frames_overlap(a, place_a, b, place_b, classes_a, classes_b, first)
  local out, back, pairs_found = map_to_world(a, place_a), map_to_frame(b, place_b), {}
  for i, one in ipairs(shapes_of(a)) do
    if not classes_a or classes_a[one.class_index] then
      local x0, y0, x1, y1, parts
      if one.box then
        local w0, w1, w2, w3 = map_box(out, one.box[1], one.box[2], one.box[3], one.box[4])
        x0, y0, x1, y1 = map_box(back, w0, w1, w2, w3)
        parts = { rect(x0, y0, x1, y1) }
      else
        parts = {}
        for k, part in ipairs(one.parts) do parts[k] = map_part(back, map_part(out, part)) end
      end
      for k, other in ipairs(shapes_of(b)) do
        local meets = false
        if not classes_b or classes_b[other.class_index] then
          if one.box and other.box then meets = boxes_overlap(other.box, x0, y0, x1, y1)
          else meets = any_meets(parts, other.parts) end
        end
        if meets then
          pairs_found[#pairs_found + 1] = { a = i - 1, b = k - 1, class_a = one.class_index,
                                            class_b = other.class_index }
          if first then return pairs_found end
        end
      end
    end
  end
  return pairs_found
end

function kb.frames_touch(a, place_a, b, place_b, classes_a, classes_b)
  return #kb.frames_overlap(a, place_a, b, place_b, classes_a, classes_b, true) > 0
end

-- ---- action points and pictures

-- The frame's action point of that name: found, pixel, and a direction or nil.
function kb.frame_action(frame, place, name)
  for _, point in ipairs(frame.data.action_points) do
    if point.name == name then
      local x, y = map_pixel(map_to_world(frame, place), point.at[1], point.at[2])
      local d = point.direction
      if d then
        d = { x = place.flip_x and -d[1] or d[1], y = place.flip_y and -d[2] or d[2] }
      end
      return { found = true, pixel = { x = x, y = y }, p = { x = x + 0.5, y = y + 0.5 },
               has_direction = d ~= nil, direction = d }
    end
  end
  return { found = false, has_direction = false }
end

-- The part of a page that shows the frame, and where it is drawn; found is false without one.
function kb.frame_picture(frame, place)
  local picture = frame.data.picture
  if not picture then return { found = false } end
  local x, y, w, h = picture.rect[1], picture.rect[2], picture.rect[3], picture.rect[4]
  local left, top = picture.trim[1], picture.trim[2]
  local x0, y0, x1, y1 = map_box(map_to_world(frame, place), left, top, left + w, top + h)
  return { found = true, page = picture.page, source = kb.box(x, y, x + w, y + h),
           target = kb.box(x0, y0, x1, y1), flip_x = place.flip_x, flip_y = place.flip_y }
end

return kb
