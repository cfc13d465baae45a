// SPDX-License-Identifier: MIT
// A fight and a platform level in a plain canvas. A web host must serve this folder, kickbox.js
// and kickbox.wasm one folder above, and the banks dojo.kbx and yard.kbx in this folder.
import { load } from '../kickbox.js';
import { Painter, loadPages } from './painter.js';
import { Fight } from './fight.js';
import { heldKeys } from './keys.js';
import { Platform } from './platform.js';

const STEP_MS = 1000 / 60, MAX_STEPS = 5;
const canvas = document.getElementById('view'), status = document.getElementById('status');
const held = heldKeys(), scenes = {};
let shown = 'fight';

function listen() {
  for (const button of document.querySelectorAll('#pad button')) {
    const { key } = button.dataset;
    button.addEventListener('pointerdown', (event) => {
      held.add(key);
      button.setPointerCapture(event.pointerId);
    });
    for (const end of ['pointerup', 'pointercancel'])
      button.addEventListener(end, () => held.delete(key));
  }
  for (const name of ['fight', 'platform'])
    document.getElementById(name).addEventListener('click', () => show(name));
  document.getElementById('shapes').addEventListener('click', (event) => {
    const on = event.target.getAttribute('aria-pressed') !== 'true';
    event.target.setAttribute('aria-pressed', on);
    for (const scene of Object.values(scenes))
      scene.showShapes = on;
  });
}

function show(name) {
  shown = name;
  for (const other of ['fight', 'platform'])
    document.getElementById(other).setAttribute('aria-pressed', other === name);
  canvas.focus();
}

async function openScene(kb, Scene, file) {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok)
    throw new Error(`${file}: ${response.status} ${response.statusText}`);
  const bank = kb.open(await response.arrayBuffer());
  return new Scene(kb, bank, new Painter(kb, canvas, await loadPages(kb, bank)));
}

function run() {
  let last = performance.now(), behind = 0;
  const draw = (now) => {
    const scene = scenes[shown];
    behind = Math.min(behind + now - last, MAX_STEPS * STEP_MS);
    last = now;
    for (; behind >= STEP_MS; behind -= STEP_MS)
      scene.step(held);
    scene.draw();
    if (status.textContent !== scene.status)
      status.textContent = scene.status;
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

try {
  const kb = await load();
  scenes.fight = await openScene(kb, Fight, 'dojo.kbx');
  scenes.platform = await openScene(kb, Platform, 'yard.kbx');
  listen();
  run();
} catch (error) {
  status.textContent = error.message;
}
