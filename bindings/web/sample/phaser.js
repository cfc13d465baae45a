// SPDX-License-Identifier: MIT
// The fight in Phaser 4: Phaser draws, Kickbox decides which blow lands.
// `npm install phaser` in the folder above.
import * as Phaser from 'phaser';
import { load } from '../kickbox.js';
import { loadPages } from './painter.js';
import { Fight } from './fight.js';
import { heldKeys } from './keys.js';

const SIZE = { width: 384, height: 216 }, STEP_MS = 1000 / 60;

class FightScene extends Phaser.Scene {
  constructor(kb, fight, pages) {
    super('fight');
    Object.assign(this, { kb, fight, pages, held: heldKeys(), behind: 0 });
  }

  create() {
    this.pages.forEach((page, i) => {
      const texture = this.textures.createCanvas(`page ${i}`, page.width, page.height);
      texture.context.drawImage(page, 0, 0);
      texture.refresh();
    });
    this.health = this.add.text(8, 8, '', { fontSize: '12px' });
    this.sprites = [0, 1].map(() => this.add.sprite(0, 0, 'page 0').setOrigin(0, 0));
  }

  update(time, delta) {
    this.behind = Math.min(this.behind + delta, 5 * STEP_MS);
    for (; this.behind >= STEP_MS; this.behind -= STEP_MS)
      this.fight.step(this.held);
    this.health.setText(this.fight.status);
    [this.fight.you, this.fight.other].forEach(({ frame, place }, i) => {
      const picture = this.kb.framePicture(frame, place), { source, target } = picture;
      const texture = this.textures.get(`page ${picture.page}`), name = `frame ${frame.index}`;
      if (!texture.has(name))
        texture.add(name, 0, source.x0, source.y0, source.x1 - source.x0, source.y1 - source.y0);
      this.sprites[i].setTexture(texture.key, name).setFlip(picture.flipX, picture.flipY)
        .setPosition(target.x0, target.y0);
    });
  }
}

const kb = await load();
const bank = kb.open(await (await fetch('dojo.kbx')).arrayBuffer());
const fight = new Fight(kb, bank, { canvas: SIZE });
new Phaser.Game({ ...SIZE, type: Phaser.AUTO, pixelArt: true, zoom: 2, backgroundColor: '#263238',
                  scene: new FightScene(kb, fight, await loadPages(kb, bank)) });
