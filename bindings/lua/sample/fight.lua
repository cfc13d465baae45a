-- SPDX-License-Identifier: MIT
-- Two fighters of the bank of data/dojo: who lands a blow, and where?
local kb = require "kickbox"
local draw = require "draw"

local KIND = kb.KIND
local FLOOR, LEFT, RIGHT = 152, 30, 290
local WALK, STOP_MS, HEALTH = 1.4, 90, 100
-- What a blow on a class takes.
local DAMAGE = { head = 12, torso = 8, arms = 4, legs = 6 }

local Fight = { title = "A D and F: the fakir kicks.   Arrows and K: the boxer punches." }
Fight.__index = Fight

local function fighter(bank, name, blow, action, x, flipped)
  local sprite = assert(bank:find(KIND.SPRITE, name))
  local animations = {}
  for i = 0, sprite:count(KIND.ANIMATION) - 1 do
    local animation = sprite:item(KIND.ANIMATION, i)
    animations[animation:name()] = animation
  end
  return { name = name, animations = animations, blow = blow, action = action, x = x,
           flipped = flipped, state = "idle", since = 0, health = HEALTH }
end

function Fight.new(folder)
  local bank = assert(kb.open(folder .. "/dojo.kbx"))
  local self = setmetatable({ bank = bank, pages = draw.pages(bank), now = 0, stop = 0,
                              sparks = {}, text = "" }, Fight)
  self.fighters = { fighter(bank, "fakir", "kick", "foot", 128, false),
                    fighter(bank, "boxer", "punch", "fist", 196, true) }
  return self
end

local function enter(one, state, now)
  one.state, one.since, one.landed = state, now, false
end

local function pose(one, now)
  local step = kb.animation_at(one.animations[one.state], now - one.since)
  local x = math.floor(one.x + 0.5)
  return step.frame, kb.at_flipped(x, FLOOR, one.flipped, false), step.finished
end

local KEYS = { { left = "a", right = "d", blow = "f" },
               { left = "left", right = "right", blow = "k" } }

function Fight:press(key)
  for i, one in ipairs(self.fighters) do
    if key == KEYS[i].blow and (one.state == "idle" or one.state == "walk") then
      enter(one, one.blow, self.now)
    end
  end
end

function Fight:strike(a, b)
  local frame, place = pose(a, self.now)
  local other, other_place = pose(b, self.now)
  local hit = kb.strike(frame, place, a.action, other, other_place)
  if not hit.hit or a.landed then return end
  local class = self.bank:item(KIND.CLASS, hit.class_index):name()
  a.landed = true
  b.health = math.max(b.health - (DAMAGE[class] or 2), 0)
  enter(b, "hurt", self.now)
  b.x = b.x + (b.flipped and 5 or -5)
  self.stop = STOP_MS
  self.sparks[#self.sparks + 1] = { x = hit.point.x, y = hit.point.y, at = self.now }
  self.text = ("The %s of the %s hits the %s of the %s"):format(a.action, a.name, class, b.name)
  if b.health == 0 then b.health = HEALTH end
end

function Fight:walk(one, keys, held)
  local by = (held(keys.right) and 1 or 0) - (held(keys.left) and 1 or 0)
  if one.state == "idle" or one.state == "walk" then
    local state = by == 0 and "idle" or "walk"
    if state ~= one.state then enter(one, state, self.now) end
    one.x = math.min(math.max(one.x + by * WALK, LEFT), RIGHT)
  end
end

-- One 60th of a second. A blow that lands stops both for a moment.
function Fight:step(ms, held)
  if self.stop > 0 then
    self.stop = self.stop - ms
    return
  end
  self.now = self.now + ms
  local a, b = self.fighters[1], self.fighters[2]
  for i, one in ipairs(self.fighters) do
    self:walk(one, KEYS[i], held)
    local _, _, finished = pose(one, self.now)
    local animation = one.animations[one.state]
    if finished or (one.state == one.blow
                    and self.now - one.since >= animation:info().duration_ms) then
      enter(one, "idle", self.now)
    end
  end
  if b.x - a.x < 34 then
    local middle = (a.x + b.x) / 2
    a.x, b.x = middle - 17, middle + 17
  end
  if a.state == a.blow then self:strike(a, b) end
  if b.state == b.blow then self:strike(b, a) end
end

-- ---- the picture

local function floor_boards(w, h)
  local g = love.graphics
  local top = 108
  for i = 0, 7 do
    local y0, y1 = top + math.floor(i * i * 1.15), top + math.floor((i + 1) * (i + 1) * 1.15)
    local shade = 0.46 + 0.035 * (i % 2) + 0.02 * i
    g.setColor(shade, shade * 0.66, shade * 0.42)
    g.rectangle("fill", 0, y0, w, math.max(y1 - y0, 1))
    g.setColor(shade * 0.72, shade * 0.46, shade * 0.3)
    g.rectangle("fill", 0, y0, w, 1)
  end
  g.setColor(0.46, 0.3, 0.19)
  g.rectangle("fill", 0, top + 74, w, h)
end

local function screens(w)
  local g = love.graphics
  for x = 14, w - 50, 62 do
    g.setColor(0.93, 0.85, 0.7)
    g.rectangle("fill", x, 34, 46, 64)
    g.setColor(0.98, 0.92, 0.8)
    g.rectangle("fill", x, 34, 46, 26)
    g.setColor(0.22, 0.15, 0.14)
    for k = 0, 3 do g.rectangle("fill", x + k * 15, 32, 1, 68) end
    for k = 0, 3 do g.rectangle("fill", x - 1, 32 + k * 22, 48, 1) end
  end
  g.setColor(0.2, 0.13, 0.13)
  g.rectangle("fill", 0, 102, w, 6)
end

local function health_bar(one, x, w, turned)
  local g, share = love.graphics, one.health / HEALTH
  g.setColor(0.1, 0.08, 0.1)
  g.rectangle("fill", x - 1, 9, w + 2, 8)
  g.setColor(0.45, 0.14, 0.16)
  g.rectangle("fill", x, 10, w, 6)
  g.setColor(0.97, 0.8, 0.25)
  local full = math.floor(w * share + 0.5)
  g.rectangle("fill", turned and x + w - full or x, 10, full, 6)
end

local function spark(s, now)
  local g, age = love.graphics, now - s.at
  if age > 160 then return end
  local reach = 5 + age / 16
  g.setColor(1, 0.95, 0.6)
  for k = 0, 7 do
    local a = k * math.pi / 4
    g.line(s.x + math.cos(a) * reach * 0.5, s.y + math.sin(a) * reach * 0.5,
           s.x + math.cos(a) * reach, s.y + math.sin(a) * reach)
  end
  g.circle("fill", s.x, s.y, 3)
end

function Fight:draw(w, h, shapes)
  local g = love.graphics
  draw.bands(w, h, { 0.16, 0.13, 0.18 }, { 0.36, 0.26, 0.26 }, 18)
  screens(w)
  floor_boards(w, h)
  for _, one in ipairs(self.fighters) do
    g.setColor(0, 0, 0, 0.3)
    g.ellipse("fill", math.floor(one.x + 0.5), FLOOR + 1, 22, 4)
  end
  g.setColor(1, 1, 1)
  for _, one in ipairs(self.fighters) do
    local frame, place = pose(one, self.now)
    draw.frame(self.pages, frame, place)
  end
  for _, one in ipairs(shapes and self.fighters or {}) do
    local frame, place = pose(one, self.now)
    draw.shapes(self.bank, frame, place)
  end
  for _, s in ipairs(self.sparks) do spark(s, self.now) end
  health_bar(self.fighters[1], 14, 128, true)
  health_bar(self.fighters[2], 178, 128, false)
  g.setColor(1, 1, 1)
end

return Fight
