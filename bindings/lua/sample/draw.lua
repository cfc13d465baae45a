-- SPDX-License-Identifier: MIT
-- Draws the frames of a bank, and their shapes.
local ffi = require "ffi"
local kb = require "kickbox"

local draw = {}

---The pages of a bank as images.
---@param bank kbx.bank
function draw.pages(bank)
  local pages = {}
  for i = 0, bank:count(kb.KIND.PAGE) - 1 do
    local about = bank:item(kb.KIND.PAGE, i):info()
    local bytes = ffi.string(about.data, about.data_size)
    local data
    if about.encoding == kb.PAGE_ENCODING.PNG then
      data = love.image.newImageData(love.data.newByteData(bytes))
    else
      data = love.image.newImageData(about.size.w, about.size.h, "rgba8", bytes)
    end
    pages[i] = love.graphics.newImage(data)
    pages[i]:setFilter("nearest", "nearest")
  end
  return pages
end

-- Made once and filled again: nothing is left for the garbage collector.
local picture, quad = kb.picture(), nil

---A frame of the bank of those pages.
function draw.frame(pages, frame, place)
  kb.frame_picture(frame, place, picture)
  if not picture.found then return end
  local from, to, page = picture.source, picture.target, pages[picture.page]
  local w, h = from.x1 - from.x0, from.y1 - from.y0
  quad = quad or love.graphics.newQuad(0, 0, 1, 1, 1, 1)
  quad:setViewport(from.x0, from.y0, w, h, page:getDimensions())
  local sx, sy = picture.flip_x and -1 or 1, picture.flip_y and -1 or 1
  love.graphics.draw(page, quad, sx < 0 and to.x1 or to.x0, sy < 0 and to.y1 or to.y0, 0, sx, sy)
end

---Sets the colour of a class.
function draw.class_colour(bank, class_index, alpha)
  if class_index == kb.NONE then return love.graphics.setColor(1, 1, 1, alpha) end
  local rgba = bank:item(kb.KIND.CLASS, class_index):info().colour
  love.graphics.setColor(math.floor(rgba / 2 ^ 24) / 255, math.floor(rgba / 2 ^ 16) % 256 / 255,
                         math.floor(rgba / 2 ^ 8) % 256 / 255, alpha)
end

local function outline(kind, frame, place, i, shape)
  local g, as = love.graphics, shape.shape.as
  if shape.kind == kb.SHAPE_KIND.CIRCLE then
    g.circle(kind, as.circle.centre.x, as.circle.centre.y, as.circle.radius)
  elseif shape.kind == kb.SHAPE_KIND.BOX then
    local b, inset = shape.bounds, kind == "line" and 0.5 or 0
    g.rectangle(kind, b.x0 + inset, b.y0 + inset, b.x1 - b.x0 - 2 * inset, b.y1 - b.y0 - 2 * inset)
  else
    local corners = {}
    for _, corner in ipairs(kb.frame_outline(frame, place, i, kb.NONE)) do
      corners[#corners + 1], corners[#corners + 2] = corner.x, corner.y
    end
    if #corners >= 6 and (kind == "line" or love.math.isConvex(corners)) then
      g.polygon(kind, corners)
    end
  end
end

---The shapes of a frame in the colours of their classes, and its action points.
function draw.shapes(bank, frame, place)
  for i = 0, frame:count(kb.KIND.SHAPE) - 1 do
    local shape = kb.frame_shape(frame, place, i)
    draw.class_colour(bank, shape.class_index, 0.25)
    outline("fill", frame, place, i, shape)
    draw.class_colour(bank, shape.class_index, 1)
    outline("line", frame, place, i, shape)
  end
  love.graphics.setColor(1, 1, 1)
  for i = 0, frame:count(kb.KIND.ACTION) - 1 do
    local p = kb.frame_action_at(frame, place, i).pixel
    love.graphics.rectangle("fill", p.x - 2, p.y, 5, 1)
    love.graphics.rectangle("fill", p.x, p.y - 2, 1, 5)
  end
  love.graphics.setColor(1, 1, 1)
end

---A picture of horizontal bands from one colour to another.
function draw.bands(w, h, top, bottom, bands)
  for i = 0, bands - 1 do
    local t = i / (bands - 1)
    love.graphics.setColor(top[1] + (bottom[1] - top[1]) * t, top[2] + (bottom[2] - top[2]) * t,
                           top[3] + (bottom[3] - top[3]) * t)
    local y = math.floor(i * h / bands)
    love.graphics.rectangle("fill", 0, y, w, math.floor((i + 1) * h / bands) - y)
  end
  love.graphics.setColor(1, 1, 1)
end

return draw
