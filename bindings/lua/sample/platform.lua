-- SPDX-License-Identifier: MIT
-- The runner of the bank of data/yard over tiles and hills: one call moves it.
local kb = require "kickbox"
local draw = require "draw"

local KIND = kb.KIND
local SPEED, JUMP, GRAVITY, FASTEST = 2.25, -5.5, 0.25, 7
local HALF, TALL, STEP = 5, 26, 2

local Platform = { title = "Arrows run, space jumps. The goal is at the end of the hills." }
Platform.__index = Platform

function Platform.new(folder)
  local bank = assert(kb.open(folder .. "/yard.kbx"))
  local level = assert(bank:find(KIND.LEVEL, "yard"))
  local runner = assert(bank:find(KIND.SPRITE, "runner"))
  local self = setmetatable({ bank = bank, pages = draw.pages(bank), level = level, now = 0,
                              text = "", animations = {}, camera = 0 }, Platform)
  for i = 0, runner:count(KIND.ANIMATION) - 1 do
    local animation = runner:item(KIND.ANIMATION, i)
    self.animations[animation:name()] = animation
  end
  -- What stops the runner: the other layers are only drawn.
  self.solid = kb.level_of({ level:find(KIND.TILES, "rock"), level:find(KIND.GROUND, "hills") })
  self.bounds = kb.level_bounds(level)
  self.goal = level:find(KIND.ENTITY, "goal"):info().position
  self:start()
  return self
end

function Platform:start()
  local start = self.level:find(KIND.ENTITY, "start"):info().position
  self.foot, self.velocity = kb.vec(start.x, start.y), kb.vec(0, 0)
  self.motion = kb.motion { manner = kb.MANNER.WALK, step_up = STEP, step_down = STEP }
  self.standing, self.left, self.state, self.since = false, false, "idle", 0
end

function Platform:press(key)
  if key == "space" and self.standing then
    self.velocity.y, self.standing = JUMP, false
  end
end

function Platform:body()
  local p = self.foot
  return kb.shape_rect({ p.x - HALF, p.y - TALL }, { p.x + HALF, p.y })
end

function Platform:step(ms, held)
  local run = (held("right") and 1 or 0) - (held("left") and 1 or 0)
  self.now = self.now + ms
  self.velocity.x = run * SPEED
  if run ~= 0 then self.left = run < 0 end
  local moved = kb.level_move(self.solid, self:body(), self.velocity, self.motion)
  self.foot = kb.vec(self.foot.x + moved.moved.x, self.foot.y + moved.moved.y)
  self.motion.rest = moved.rest
  self.standing = moved.on_floor
  self.velocity.y = math.min(moved.velocity.y + GRAVITY, FASTEST)
  local state = not self.standing and (self.velocity.y < 0 and "jump" or "fall")
    or run ~= 0 and "run" or "idle"
  if state == "fall" and self.velocity.y < 1.5 and self.state ~= "jump" then state = self.state end
  if state ~= self.state then self.state, self.since = state, self.now end
  if self.foot.y > self.bounds.max.y + 100 then self:start() end
  if math.abs(self.foot.x - self.goal.x) < 12 and math.abs(self.foot.y - self.goal.y) < 40 then
    self.text = "You are at the goal"
  end
end

-- ---- the picture

local function scenery(w, h, camera)
  local g = love.graphics
  draw.bands(w, h, { 0.36, 0.6, 0.82 }, { 0.86, 0.92, 0.93 }, 24)
  g.setColor(1, 1, 1, 0.85)
  for i = 0, 5 do
    local x = (i * 97 - camera * 0.12) % (w + 80) - 40
    local y = 22 + i * 37 % 41
    g.ellipse("fill", x, y, 22, 6)
    g.ellipse("fill", x + 10, y - 4, 12, 6)
  end
  local ranges = { { 0.25, 96, 16, 0.012, { 0.62, 0.76, 0.8 } },
                   { 0.45, 118, 12, 0.02, { 0.5, 0.68, 0.66 } } }
  for _, range in ipairs(ranges) do
    g.setColor(range[5])
    for x = 0, w - 1 do
      local at = x + camera * range[1]
      local y = range[2] + math.sin(at * range[4]) * range[3]
        + math.sin(at * range[4] * 2.7) * range[3] * 0.4
      g.rectangle("fill", x, math.floor(y), 1, h)
    end
  end
  g.setColor(1, 1, 1)
end

function Platform:draw_tiles(layer, view)
  for _, cell in ipairs(kb.tiles_visible(layer, view)) do
    local tile = kb.tiles_tile(layer, cell)
    local frame, animation = kb.tile_frame(layer, tile), kb.tile_animation(layer, tile)
    if animation then frame = kb.animation_at(animation, self.now).frame end
    local about = frame:info()
    local corner = kb.tiles_picture_at(layer, cell, about.size)
    draw.frame(self.pages, frame, kb.at_flipped(corner.x + about.hot_spot.x,
                                                corner.y + about.hot_spot.y, tile.flip_x,
                                                tile.flip_y))
  end
end

function Platform:draw_ground(ground, view, bottom)
  local g, place = love.graphics, kb.ground_place()
  for x = math.floor(view.min.x), math.floor(view.max.x) do
    kb.ground_at(ground, x + 0.5, place)
    if place.found then
      local y = math.floor(place.y + 0.5)
      g.setColor(0.46, 0.33, 0.25)
      g.rectangle("fill", x, y, 1, bottom - y)
      g.setColor(0.4, 0.29, 0.23)
      if (x * 7 + 3) % 11 == 0 then g.rectangle("fill", x, y + 10 + x * 5 % 17, 2, 2) end
      g.setColor(0.36, 0.62, 0.3)
      g.rectangle("fill", x, y, 1, 5 + x * 3 % 2)
      g.setColor(0.55, 0.78, 0.38)
      g.rectangle("fill", x, y, 1, 1)
    end
  end
  g.setColor(1, 1, 1)
end

-- The solid cells and what the runner touches.
function Platform:draw_shapes(view)
  local g = love.graphics
  local rock = self.level:find(KIND.TILES, "rock")
  for _, cell in ipairs(kb.tiles_visible(rock, view)) do
    local tile, b = kb.tiles_tile(rock, cell), kb.cell_box(rock, cell)
    if tile.kind ~= kb.TILE_KIND.NOT_SOLID then
      draw.class_colour(self.bank, tile.class_index, 0.25)
      g.rectangle("fill", b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0)
      draw.class_colour(self.bank, tile.class_index, 0.9)
      g.rectangle("line", b.x0 + 0.5, b.y0 + 0.5, b.x1 - b.x0 - 1, b.y1 - b.y0 - 1)
    end
  end
  local p = self.foot
  g.setColor(1, 0.2, 0.5)
  g.rectangle("line", math.floor(p.x - HALF) + 0.5, math.floor(p.y - TALL) + 0.5, 2 * HALF - 1,
              TALL - 1)
  g.setColor(1, 1, 1)
end

function Platform:draw(w, h, shapes)
  local g, bounds = love.graphics, self.bounds
  local x = math.floor(self.foot.x + 0.5) - w / 2
  local y = math.floor(self.foot.y + 0.5) - h * 2 / 3
  x = math.max(math.min(x, math.floor(bounds.max.x) - w), math.floor(bounds.min.x))
  y = math.min(y, math.floor(bounds.max.y) - h)
  x, y = math.floor(x), math.floor(y)
  scenery(w, h, x)
  g.push()
  g.translate(-x, -y)
  local view = kb.rect({ x, y }, { x + w, y + h })
  for i = 0, self.level:count(KIND.GROUND) - 1 do
    self:draw_ground(self.level:item(KIND.GROUND, i), view, y + h)
  end
  for i = 0, self.level:count(KIND.TILES) - 1 do
    self:draw_tiles(self.level:item(KIND.TILES, i), view)
  end
  local frame = kb.animation_at(self.animations[self.state], self.now - self.since).frame
  local place = kb.at_flipped(math.floor(self.foot.x), math.ceil(self.foot.y) - 1, self.left, false)
  draw.frame(self.pages, frame, place)
  if shapes then
    self:draw_shapes(view)
    draw.shapes(self.bank, frame, place)
  end
  g.pop()
end

return Platform
