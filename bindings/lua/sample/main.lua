-- SPDX-License-Identifier: MIT
-- A fight and a platform level in a window:
--   love sample FOLDER
-- FOLDER has kickbox.lua and its library, and dojo.kbx and yard.kbx, the banks of data/dojo and
-- data/yard. Tab changes between the two, F1 shows shapes, Escape ends. For tests: --frames N ends
-- after N frames with keys of its own, --scene 2 begins with the level, --shapes shows them,
-- --picture FILE saves the last frame as a PNG.
local WIDTH, HEIGHT, STEP_MS = 320, 180, 1000 / 60

local options = { scene = 1 }
local scenes, canvas, font, shapes
local frames, late = 0, 0

-- Which keys are down in a run of --frames.
local function demo_key(key)
  local keys = { [1] = { right = true, d = true }, [2] = { right = true } }
  if options.scene == 1 then return frames < 8 and keys[1][key] and key == "d" end
  return keys[2][key] or false
end

local function held(key)
  if options.frames then return demo_key(key) end
  return love.keyboard.isDown(key)
end

local function read_options(arguments)
  local i = 1
  while arguments[i] do
    local name = arguments[i]:match("^%-%-(%a+)$")
    if name == "shapes" then
      shapes = true
    elseif name then
      i = i + 1
      options[name] = tonumber(arguments[i]) or arguments[i]
    else
      options.folder = arguments[i]
    end
    i = i + 1
  end
end

function love.load(arguments)
  read_options(arguments)
  local folder = options.folder or love.filesystem.getSource()
  package.path = folder .. "/?.lua;" .. package.path
  love.graphics.setDefaultFilter("nearest", "nearest")
  love.graphics.setLineStyle("rough")
  canvas = love.graphics.newCanvas(WIDTH, HEIGHT)
  font = love.graphics.newFont(18)
  scenes = { require("fight").new(folder), require("platform").new(folder) }
end

function love.keypressed(key)
  if key == "tab" then options.scene = options.scene % #scenes + 1 end
  if key == "f1" then shapes = not shapes end
  if key == "escape" then love.event.quit() end
  scenes[options.scene]:press(key)
end

-- The same steps on every machine, at most five at once.
function love.update(seconds)
  local scene = scenes[options.scene]
  late = options.frames and STEP_MS or math.min(late + seconds * 1000, 5 * STEP_MS)
  while late >= STEP_MS do
    late = late - STEP_MS
    scene:step(STEP_MS, held)
  end
end

local function words(text, x, y, limit, align)
  love.graphics.setColor(0, 0, 0, 0.7)
  love.graphics.printf(text, x + 1, y + 1, limit, align)
  love.graphics.setColor(1, 1, 1)
  love.graphics.printf(text, x, y, limit, align)
end

local function save(image)
  local file = assert(io.open(options.picture, "wb"))
  file:write(image:encode("png"):getString())
  file:close()
end

-- A run of --frames ends after its last frame.
local function count_frame()
  frames = frames + 1
  if not options.frames then return end
  if options.scene == 1 and frames == 10 then scenes[1]:press("f") end
  if options.scene == 2 and frames % 50 == 20 then scenes[2]:press("space") end
  if frames == options.frames and options.picture then love.graphics.captureScreenshot(save) end
  if frames > options.frames then love.event.quit() end
end

function love.draw()
  local g, scene = love.graphics, scenes[options.scene]
  local w, h = g.getDimensions()
  local scale = math.max(math.floor(math.min(w / WIDTH, h / HEIGHT)), 1)
  g.setCanvas(canvas)
  g.clear(0, 0, 0)
  g.setLineWidth(1)
  scene:draw(WIDTH, HEIGHT, shapes)
  g.setCanvas()
  g.setColor(1, 1, 1)
  local x, y = math.floor((w - WIDTH * scale) / 2), math.floor((h - HEIGHT * scale) / 2)
  g.draw(canvas, x, y, 0, scale, scale)
  g.setFont(font)
  words(scene.text, x, y + 60, WIDTH * scale, "center")
  words(scene.title .. "   Tab: the other scene.   F1: shapes.", x, y + HEIGHT * scale - 30,
        WIDTH * scale, "center")
  count_frame()
end
