// SPDX-License-Identifier: MIT
// A fight: the boxer is yours, the fakir acts alone. Only one call decides a blow: kb.strike.
const STEP_MS = 1000 / 60, SPEED = 1.2, FLOOR = 190, EDGE = 24, NEAR = 46, FULL = 10;
const BLOWS = { punch: 'fist', kick: 'foot' };

class Fighter {
  constructor(kb, sprite, x, looksLeft) {
    const { Kind } = kb;
    this.kb = kb;
    this.name = sprite.name;
    this.x = x;
    this.looksLeft = looksLeft;
    this.health = FULL;
    this.animations = Object.fromEntries([...sprite.items(Kind.ANIMATION)].map(
      (animation) => [animation.name, { animation, ms: animation.info.durationMs }]));
    this.play('idle');
  }

  play(name) {
    this.action = name;
    this.time = 0;
    this.landed = false;
  }

  get isBusy() {
    return ['punch', 'kick', 'hurt'].includes(this.action);
  }

  get frame() {
    return this.kb.animationAt(this.animations[this.action].animation, this.time).frame;
  }

  get place() {
    return { x: this.x, y: FLOOR, flipX: this.looksLeft };
  }

  step(wish, other) {
    this.time += STEP_MS;
    if (this.isBusy && this.time >= this.animations[this.action].ms)
      this.play('idle');
    if (this.isBusy)
      return;
    this.looksLeft = other.x < this.x;
    const move = (wish.has('right') ? 1 : 0) - (wish.has('left') ? 1 : 0);
    const blow = Object.keys(BLOWS).find((name) => wish.has(name));
    if (blow)
      this.play(blow);
    else if ((move !== 0) !== (this.action === 'walk'))
      this.play(move !== 0 ? 'walk' : 'idle');
    this.x += move * SPEED;
  }

  /** Does a blow land on the other one? Once for each blow. */
  strike(other) {
    const point = BLOWS[this.action];
    if (!point || this.landed)
      return;
    const hit = this.kb.strike(this.frame, this.place, point, other.frame, other.place);
    if (!hit.hit)
      return;
    this.landed = true;
    other.health = Math.max(0, other.health - 1);
    other.play('hurt');
  }
}

export class Fight {
  constructor(kb, bank, painter) {
    this.kb = kb;
    this.bank = bank;
    this.painter = painter;
    this.showShapes = false;
    this.begin();
  }

  begin() {
    const { kb, bank } = this, { width } = this.painter.canvas;
    this.you = new Fighter(kb, bank.find(kb.Kind.SPRITE, 'boxer'), width / 2 - 60, false);
    this.other = new Fighter(kb, bank.find(kb.Kind.SPRITE, 'fakir'), width / 2 + 60, true);
    this.steps = this.pause = 0;
  }

  /** The fakir comes near, and strikes now and then. */
  plan() {
    const { you, other } = this, distance = Math.abs(you.x - other.x), wish = new Set();
    if (distance > NEAR)
      wish.add(you.x < other.x ? 'left' : 'right');
    else if (this.steps % 90 === 0)
      wish.add(this.steps % 180 === 0 ? 'kick' : 'punch');
    return wish;
  }

  step(held) {
    const { you, other } = this, { width } = this.painter.canvas;
    this.steps += 1;
    if (you.health === 0 || other.health === 0) {
      this.pause += 1;
      if (this.pause > 180)
        this.begin();
      return;
    }
    you.step(held, other);
    other.step(this.plan(), you);
    you.strike(other);
    other.strike(you);
    for (const fighter of [you, other])
      fighter.x = Math.max(EDGE, Math.min(width - EDGE, fighter.x));
  }

  get status() {
    const { you, other } = this;
    if (you.health === 0 || other.health === 0)
      return `${you.health === 0 ? 'The fakir' : 'The boxer'} wins.`;
    return `Boxer ${you.health}, fakir ${other.health}`;
  }

  draw() {
    const { painter } = this, { context, canvas } = painter;
    painter.clear('#263238');
    context.fillStyle = '#4e3b2e';
    context.fillRect(0, FLOOR - 6, canvas.width, canvas.height);
    for (const [fighter, x] of [[this.you, 8], [this.other, canvas.width - 108]]) {
      context.fillStyle = '#101418';
      context.fillRect(x, 8, 100, 8);
      context.fillStyle = '#d84315';
      context.fillRect(x, 8, 100 * fighter.health / FULL, 8);
      painter.frame(fighter.frame, fighter.place);
      if (this.showShapes)
        painter.shapes(fighter.frame, fighter.place);
    }
  }
}
