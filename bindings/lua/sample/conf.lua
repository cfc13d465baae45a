-- SPDX-License-Identifier: MIT
function love.conf(t)
  t.identity = "kickbox-sample"
  t.version = "11.3"
  t.window.title = "Kickbox with LOVE"
  t.window.width, t.window.height = 960, 540
  t.modules.physics, t.modules.joystick, t.modules.audio = false, false, false
  t.modules.sound, t.modules.video, t.modules.touch = false, false, false
end
