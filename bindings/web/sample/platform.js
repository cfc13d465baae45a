// SPDX-License-Identifier: MIT
// A platform level: tiles and hills. Only one call moves the hero: kb.levelMove.
const STEP_MS = 1000 / 60, RUN = 2.25, JUMP = -5, GRAVITY = 0.25, FALL_LIMIT = 400;
const HALF = 5, HEIGHT = 26;

export class Platform {
  constructor(kb, bank, painter) {
    const { Kind } = kb;
    this.kb = kb;
    this.painter = painter;
    this.level = bank.find(Kind.LEVEL, 'yard');
    this.layers = [...this.level.items(Kind.TILES)];
    this.ground = this.level.find(Kind.GROUND, 'hills');
    this.goal = this.level.find(Kind.ENTITY, 'goal').info.position;
    this.bounds = kb.levelBounds(this.level);
    const hero = bank.find(Kind.SPRITE, 'runner');
    this.animations = Object.fromEntries([...hero.items(Kind.ANIMATION)].map(
      (animation) => [animation.name, animation]));
    this.filter = { classes: bank.classes(['earth', 'stone', 'ledge', 'crate', 'grass']) };
    this.showShapes = false;
    this.begin();
  }

  begin() {
    this.foot = { ...this.level.find(this.kb.Kind.ENTITY, 'start').info.position };
    this.speed = { x: 0, y: 0 };
    this.motion = { manner: this.kb.Manner.WALK, bounce: 0, stepUp: 2, stepDown: 2, rest: [0, 0] };
    this.onFloor = this.looksLeft = this.isDone = false;
    this.time = 0;
  }

  step(held) {
    const { kb, foot, speed, motion } = this;
    const run = (held.has('right') ? 1 : 0) - (held.has('left') ? 1 : 0);
    this.time += STEP_MS;
    this.isDone = Math.abs(foot.x - this.goal.x) < 12;
    speed.x = run * RUN;
    if (this.onFloor && held.has('jump'))
      speed.y = JUMP;
    const hero = { rect: [[foot.x - HALF, foot.y - HEIGHT], [foot.x + HALF, foot.y]] };
    const move = kb.levelMove(this.level, hero, speed, motion, this.filter);
    foot.x += move.moved.x;
    foot.y += move.moved.y;
    motion.rest = move.rest;
    speed.y = move.velocity.y + GRAVITY;
    this.onFloor = move.onFloor;
    if (run !== 0)
      this.looksLeft = run < 0;
    this.action = move.onFloor ? run !== 0 ? 'run' : 'idle' : speed.y < 0 ? 'jump' : 'fall';
    if (foot.y > this.bounds.max.y + FALL_LIMIT)
      this.begin();
  }

  get status() {
    return this.isDone ? 'You have reached the goal.' : 'Run to the goal on the right.';
  }

  /** The part of the level around the hero, inside its bounds. */
  camera() {
    const { canvas } = this.painter, { min, max } = this.bounds;
    const inside = (at, from, to) => Math.max(from, Math.min(at, Math.max(from, to)));
    return [inside(this.foot.x - canvas.width / 2, min.x, max.x - canvas.width),
            inside(this.foot.y - canvas.height * 0.6, min.y, max.y - canvas.height)];
  }

  draw() {
    const { kb, painter, foot } = this, place = { x: foot.x, y: foot.y, flipX: this.looksLeft };
    const frame = kb.animationAt(this.animations[this.action ?? 'idle'], this.time).frame;
    painter.clear('#7ec0ee', ...this.camera());
    for (const layer of this.layers)
      painter.tiles(layer, this.time);
    painter.ground(this.ground, '#4c8c3f');
    if (frame)
      painter.frame(frame, place);
    if (frame && this.showShapes)
      painter.shapes(frame, place);
  }
}
