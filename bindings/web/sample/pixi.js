// SPDX-License-Identifier: MIT
// The fight in Pixi 8: Pixi draws, Kickbox decides which blow lands.
// `npm install pixi.js` in the folder above.
import { Application, Rectangle, Sprite, Text, Texture } from 'pixi.js';
import { load } from '../kickbox.js';
import { loadPages } from './painter.js';
import { Fight } from './fight.js';
import { heldKeys } from './keys.js';

const SIZE = { width: 384, height: 216 }, STEP_MS = 1000 / 60;

const kb = await load();
const bank = kb.open(await (await fetch('dojo.kbx')).arrayBuffer());
const fight = new Fight(kb, bank, { canvas: SIZE }), held = heldKeys(), textures = new Map();
const pages = (await loadPages(kb, bank)).map((page) => Texture.from(page));
const app = new Application();
await app.init({ ...SIZE, background: '#263238', antialias: false });
app.canvas.style.cssText = 'width: 768px; image-rendering: pixelated';
document.body.append(app.canvas);

const health = new Text({ text: '', style: { fontSize: 12, fill: '#ffffff' }, x: 8, y: 8 });
const sprites = [new Sprite(), new Sprite()];
app.stage.addChild(health, ...sprites);

/** The part of a page that shows a frame. */
function textureOf(frame, { page, source }) {
  if (!textures.has(frame)) {
    const area = new Rectangle(source.x0, source.y0, source.x1 - source.x0, source.y1 - source.y0);
    textures.set(frame, new Texture({ source: pages[page].source, frame: area }));
  }
  return textures.get(frame);
}

let behind = 0;
app.ticker.add(({ deltaMS }) => {
  for (behind = Math.min(behind + deltaMS, 5 * STEP_MS); behind >= STEP_MS; behind -= STEP_MS)
    fight.step(held);
  health.text = fight.status;
  [fight.you, fight.other].forEach(({ frame, place }, i) => {
    const picture = kb.framePicture(frame, place), { target, flipX, flipY } = picture;
    sprites[i].texture = textureOf(frame, picture);
    sprites[i].scale.set(flipX ? -1 : 1, flipY ? -1 : 1);
    sprites[i].position.set(flipX ? target.x1 : target.x0, flipY ? target.y1 : target.y0);
  });
});
