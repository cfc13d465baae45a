// SPDX-License-Identifier: MIT
// A level in first person: walls from the farthest to the nearest, each after the floor and ceiling
// before it, in the colours of their classes or with the pictures of their sprites.
const FLOOR_LIGHT = 0.62, CEILING_LIGHT = 0.42, SKY = ['#3d5a80', '#a9c1d9'], PLANE_STEPS = 8,
  NO_FRAME = 2 ** 32 - 1;

/** The slabs of the picture, front to back; then what stands, the farthest first. */
function playSlabs() {
  return Array.from({ length: inPlay('kbw_slabs') }, (_, i) => {
    const [ax, ay, bx, by, floor, ceiling, low, high, isClosed, stands, flip, colour, floorColour,
      ceilingColour, frame, along] = new Float64Array(project.kb.play.memory.buffer, inPlay('kbw_slab', i), 16);
    return { a: { x: ax, y: ay }, b: { x: bx, y: by }, floor, ceiling, low, high, isClosed, stands,
      flip, colour, floorColour, ceilingColour, frame, along };
  });
}

/** The picture of a frame alone, to be repeated. */
const tileOf = (index) => cached(`tile ${index}`, () => {
  const place = { x: 0, y: 0 }, { x0, y0, x1, y1 } = project.kb.frameArea(frameAt(index), place);
  const tile = new OffscreenCanvas(x1 - x0, y1 - y0), context = tile.getContext('2d');
  context.translate(-x0, -y0);
  drawFrame(context, frameAt(index), place);
  return tile;
});

/** 0xrrggbb00 with so much light. */
const litColour = (colour, light) => `rgb(${[24, 16, 8].map((shift) => Math.round((Math.floor(colour
  / 2 ** shift) & 255) * light)).join()})`;

/** In the rectangle between two points; at the distance `dim` it is half as bright. */
function drawView(context, stage, [from, to], dim) {
  const half = (to.x - from.x) / 2, middle = (from.y + to.y) / 2, grain = stage.scale * stage.ratio;
  const toGrain = (x) => Math.round(x * grain) / grain;
  const across = (p) => toGrain(from.x + half * (1 + p.x / p.y));
  const down = (p, height) => Math.max(middle - half * height / p.y, from.y - 1e6);
  const lightAt = (distance) => dim / (dim + distance);
  const planes = new Map();

  function plane(height, colour, light) {
    const key = `${height} ${colour} ${light}`, isSky = height === Infinity;
    if (!planes.has(key)) {
      const end = height < 0 ? to.y : from.y, fill = context.createLinearGradient(0, middle, 0, end);
      for (let i = 0; i <= PLANE_STEPS; i++) {
        const t = i / PLANE_STEPS, distance = Math.abs(height / (t * (end - middle) / half));
        fill.addColorStop(isSky ? 1 - t : t, isSky ? `color-mix(in srgb, ${SKY[0]} ${100 - 100 * t}%, ${SKY[1]})`
          : litColour(colour, light * lightAt(distance)));
      }
      planes.set(key, fill);
    }
    return planes.get(key);
  }

  function band({ a, b }, top, bottom, fill) {
    context.fillStyle = fill;
    tracePath(context, [[a, top(a)], [b, top(b)], [b, bottom(b)], [a, bottom(a)]].map(([p, y]) => ({ x: across(p), y })));
    context.fill();
  }

  function sideOf({ a, b, colour }) {
    const side = context.createLinearGradient(across(a), 0, Math.max(across(b), across(a) + 1e-3), 0);
    side.addColorStop(0, litColour(colour, lightAt(a.y)));
    side.addColorStop(1, litColour(colour, lightAt(b.y)));
    return side;
  }

  const at = (height) => (p) => down(p, height);

  /** Column by column, with the picture's lower end on the floor. */
  function drawTexture({ a, b, along, floor, ceiling, low, high, frame }) {
    const [left, right] = [across(a), across(b)], step = 1 / grain, pattern = context.createPattern(tileOf(frame), 'repeat');
    const end = along + Math.hypot(b.x - a.x, b.y - a.y);
    context.imageSmoothingEnabled = false;
    for (let x = Math.max(left, toGrain(from.x)); x < Math.min(right, to.x); x += step) {
      const t = (x + step / 2 - left) / (right - left), inverse = (1 - t) / a.y + t / b.y, scale = half * inverse;
      const u = Math.floor(((1 - t) * along / a.y + t * end / b.y) / inverse);
      pattern.setTransform(new DOMMatrix([scale, 0, 0, scale, x - (u + 0.5) * scale + step / 2, middle - floor * scale]));
      for (const [upper, lower] of [[ceiling, high], [low, floor]]) {
        const top = Math.max(middle - upper * scale, from.y), bottom = Math.min(middle - lower * scale, to.y);
        for (const fill of top < bottom ? [pattern, `rgb(0 0 0 / ${1 - lightAt(1 / inverse)})`] : []) {
          context.fillStyle = fill;
          context.fillRect(x, top, step, bottom - top);
        }
      }
    }
  }

  function drawWall(slab) {
    const { floor, ceiling, low, high } = slab, side = sideOf(slab);
    band(slab, () => from.y, at(slab.isClosed ? low : high), plane(ceiling, slab.ceilingColour, CEILING_LIGHT));
    band(slab, at(low), () => to.y, plane(floor, slab.floorColour, FLOOR_LIGHT));
    if (slab.frame !== NO_FRAME) return drawTexture(slab);
    band(slab, at(ceiling), at(high), side);
    band(slab, at(low), at(floor), side);
  }

  function drawStanding(slab) {
    const { a, ceiling, flip, frame } = slab;
    if (frame === NO_FRAME) return band(slab, at(ceiling), at(slab.floor), sideOf(slab));
    const place = { x: 0, y: 0, flipX: flip > 0 };
    const area = project.kb.frameArea(frameAt(frame), place), scale = half / a.y;
    context.save();
    context.translate(from.x + half * (1 + a.x / a.y), down(a, ceiling));
    context.scale(scale, scale);
    context.translate(-area.x0, -area.y0);
    context.filter = `brightness(${lightAt(a.y)})`;
    drawFrame(context, frameAt(frame), place);
    context.restore();
  }

  const slabs = playSlabs(), order = slabs.filter(({ stands }) => !stands).reverse();
  // Behind the first wall that is nearer.
  for (const picture of slabs.filter(({ stands }) => stands)) {
    const [left, right] = [picture.a, picture.b].map(({ x, y }) => x / y);
    const first = order.findIndex(({ a, b, stands }) => !stands && a.x / a.y < right && b.x / b.y > left
      && Math.min(a.y, b.y) < (picture.a.y + picture.b.y) / 2);
    order.splice(first < 0 ? order.length : first, 0, picture);
  }
  context.save();
  context.beginPath();
  context.rect(from.x, from.y, to.x - from.x, to.y - from.y);
  context.clip();
  context.fillStyle = plane(Infinity, 0, 1);
  context.fillRect(from.x, from.y, to.x - from.x, middle - from.y);
  context.fillStyle = SKY[0];
  context.fillRect(from.x, middle, to.x - from.x, to.y - middle);
  order.forEach((slab) => (slab.stands ? drawStanding : drawWall)(slab));
  context.restore();
}
