// SPDX-License-Identifier: MIT
// Masks, tracks and levels as pictures.
const MOST_PIXELS = 1 << 20;

/** A picture whose pixels `colourAt` gives as [red, green, blue, alpha], or null; at most a million
 * of them, so of large areas only each second, third ... one. */
function makePicture(w, h, colourAt) {
  const step = Math.ceil(Math.sqrt(w * h / MOST_PIXELS)) || 1;
  const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(w / step)),
    Math.max(1, Math.ceil(h / step)));
  const context = canvas.getContext('2d');
  const image = context.createImageData(canvas.width, canvas.height);
  for (let y = 0, at = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++, at += 4)
      image.data.set(colourAt(x * step, y * step) ?? [0, 0, 0, 0], at);
  context.putImageData(image, 0, 0);
  return canvas;
}

const channels = (rgba, alpha = 255) =>
  [rgba >>> 24, (rgba >>> 16) & 255, (rgba >>> 8) & 255, alpha];

/** The zones of a mask, or the surfaces of a track. */
const zonesPicture = (asset) => cached(`zones ${asset.kind} ${asset.index}`, () => {
  const { kb } = project, { w, h } = asset.info.size;
  const colours = new Map([...asset.items(KIND.ZONE)].map(
    (zone) => [zone.info.zone, channels(zone.info.colour)]));
  return makePicture(w, h, (x, y) => colours.get(kb.zoneAt(asset, ORIGIN, { x, y })));
});

/** The bands of a track, from which each pixel of its road gets the narrowest. */
const bandsPicture = (track) => cached(`bands ${track.index}`, () => {
  const { kb } = project, { w, h } = track.info.size;
  const bands = [...track.items(KIND.BAND)].map((band) => band.info)
    .sort((a, b) => a.radius - b.radius);
  return makePicture(w, h, (x, y) => {
    const clearance = kb.trackClearance(track, { x: x + 0.5, y: y + 0.5 });
    const band = clearance > 0 && bands.find(({ radius }) => clearance <= radius);
    return band ? channels(band.colour) : null;
  });
});

/** The altitudes of a heightmap, from dark to light. */
const heightsPicture = (map) => cached(`heights ${map.index}`, () => {
  const { kb } = project, { area, low, high } = map.info;
  const w = area.max.x - area.min.x, h = area.max.y - area.min.y;
  return makePicture(w, h, (x, y) => {
    const z = kb.heightmapAt(map, { x: area.min.x + x, y: area.min.y + y }, 1);
    const part = (z.z - low) / Math.max(1e-6, high - low), lit = 0.55 + 0.45 * z.normal.z
      - 0.5 * (z.normal.x + z.normal.y);
    return [40 + 150 * part, 90 + 110 * part, 50 + 90 * part].map((c) => c * lit).concat(255);
  });
});

function drawWhole(context, picture, { w, h }, alpha = 1) {
  context.globalAlpha = alpha;
  context.drawImage(picture, 0, 0, w, h);
  context.globalAlpha = 1;
}

const behindOf = (kind, name) => project.behind[`${kind}/${name}`];

/** The picture behind a mask or track, with its zones over it. */
function drawAsset(context, asset, { opacity = 0.45, bands = true } = {}) {
  const isTrack = asset.kind === KIND.TRACK, { size } = asset.info;
  const behind = behindOf(isTrack ? 'tracks' : 'masks', asset.name);
  if (behind)
    context.drawImage(behind.picture, 0, 0);
  drawWhole(context, zonesPicture(asset), size, behind ? opacity : 1);
  if (isTrack && bands)
    drawWhole(context, bandsPicture(asset), size, Math.max(0.35, opacity));
}

function drawGates(context, stage, track, flashed = -1) {
  project.kb.trackGates(track).forEach(({ a, b }, i) => {
    tracePath(context, [a, b], false);
    strokeOver(context, i === flashed ? '#fff' : '#f6d32d', 2 / stage.scale);
    drawLabel(context, stage, i === 0 ? C_('track', 'Start') : String(i), a);
  });
}

/** A layer of tiles, where it is in view. */
function drawTiles(context, layer, view, ms, alpha = 1) {
  const { kb } = project;
  context.globalAlpha = alpha * (layer.info.opacity ?? 100) / 100;
  for (const cell of kb.tilesVisible(layer, view)) {
    const tile = kb.tilesTile(layer, cell), animation = kb.tileAnimation(layer, tile);
    const frame = (animation && kb.animationAt(animation, ms).frame) ?? kb.tileFrame(layer, tile);
    if (frame)
      drawTile(context, layer, cell, tile, frame);
  }
  context.globalAlpha = 1;
}

function drawTile(context, layer, cell, tile, frame) {
  const { kb } = project, { size, hotSpot } = frame.info;
  const at = kb.tilesPictureAt(layer, cell, size);
  const [w, h] = tile.transposed ? [size.h, size.w] : [size.w, size.h];
  context.save();
  context.translate(at.x + w / 2, at.y + h / 2);
  context.scale(tile.flipX ? -1 : 1, tile.flipY ? -1 : 1);
  if (tile.transposed)
    context.transform(0, 1, 1, 0, 0, 0);
  context.translate(-size.w / 2, -size.h / 2);
  drawFrame(context, frame, hotSpot);
  context.restore();
}

/** What a game draws of a level, over the picture behind it. */
function drawPictures(context, stage, level, ms) {
  const behind = behindOf('levels', level.name), { view } = stage;
  if (behind)
    context.drawImage(behind.picture, behind.x, behind.y);
  for (const map of level.items(KIND.HEIGHTMAP)) {
    const { min, max } = map.info.area;
    context.drawImage(heightsPicture(map), min.x, min.y, max.x - min.x, max.y - min.y);
  }
  const drawn = [...level.items(KIND.DRAWN)];
  if (drawn.length === 0)
    for (const layer of level.items(KIND.TILES))
      drawTiles(context, layer, view, ms);
  for (const item of drawn)
    drawItem(context, item, view, ms);
}

function drawItem(context, item, view, ms) {
  const { target, frame, position, opacity } = item.info;
  if (target)
    drawTiles(context, target, view, ms);
  else if (frame) {
    const { hotSpot } = frame.info;
    context.globalAlpha = opacity / 100;
    drawFrame(context, frame, { x: position.x + hotSpot.x, y: position.y + hotSpot.y });
    context.globalAlpha = 1;
  }
}

/** A ground as points, and what is below it in the level. */
function drawGround(context, stage, ground) {
  const { left, right, classIndex } = ground.info, { min, max } = stage.view, points = [];
  const bottom = wholeOf(ground.parent).max.y;
  const from = Math.max(left, min.x), to = Math.min(right, max.x), step = Math.max(1, 1 / stage.scale);
  for (let x = from; x < to + step; x += step)
    points.push({ x: Math.min(x, to), y: project.kb.groundAt(ground, Math.min(x, to)).y });
  if (from >= to)
    return;
  tracePath(context, [...points, { x: to, y: bottom }, { x: from, y: bottom }]);
  context.fillStyle = css(classColour(classIndex), 0.3);
  context.fill();
  tracePath(context, points, false);
  strokeOver(context, css(classColour(classIndex)), 2 / stage.scale);
}

function drawMaze(context, stage, maze) {
  const { columns, rows, first, classIndex } = maze.info, { kb } = project;
  context.beginPath();
  for (let y = first.y; y < first.y + rows; y++)
    for (let x = first.x; x < first.x + columns; x++) {
      const sides = kb.mazeWalls(maze, { x, y }), { x0, y0, x1, y1 } = kb.cellBox(maze, { x, y });
      for (const [side, ax, ay, bx, by] of [[1, x0, y0, x0, y1], [2, x0, y0, x1, y0],
        [4, x1, y0, x1, y1], [8, x0, y1, x1, y1]])
        if (sides & side) {
          context.moveTo(ax, ay);
          context.lineTo(bx, by);
        }
    }
  strokeOver(context, css(classColour(classIndex)), 2 / stage.scale);
}

/** The walls of a level; one-way ones have ticks on the side that stops. */
function drawWalls(context, stage, walls, hidden) {
  const tick = 5 / stage.scale;
  for (let i = 0; i < walls.info.walls; i++) {
    const { segment: { a, b }, classIndex, oneWay } = project.kb.wallsWall(walls, i);
    if (hidden.has(classIndex))
      continue;
    tracePath(context, [a, b], false);
    if (oneWay) {
      const n = Math.hypot(b.x - a.x, b.y - a.y) || 1, x = (a.x + b.x) / 2, y = (a.y + b.y) / 2;
      context.moveTo(x, y);
      context.lineTo(x + (b.y - a.y) / n * tick, y - (b.x - a.x) / n * tick);
    }
    strokeOver(context, css(classColour(classIndex)), 2 / stage.scale);
  }
}

/** The solid tiles of a layer, in the colours of their classes. */
function drawSolid(context, stage, layer, hidden) {
  for (const cell of project.kb.tilesVisible(layer, stage.view)) {
    const { kind, classIndex } = project.kb.tilesTile(layer, cell);
    if (kind === 0 || hidden.has(classIndex))
      continue;
    tracePath(context, project.kb.cellCorners(layer, cell));
    context.fillStyle = css(classColour(classIndex), 0.35);
    context.fill();
  }
}

/** What stops a move, areas and entities. */
function drawMarks(context, stage, level, hidden) {
  for (const layer of level.items(KIND.TILES))
    drawSolid(context, stage, layer, hidden);
  for (const ground of level.items(KIND.GROUND))
    drawGround(context, stage, ground);
  for (const maze of level.items(KIND.MAZE))
    drawMaze(context, stage, maze);
  for (const walls of level.items(KIND.WALLS))
    drawWalls(context, stage, walls, hidden);
  for (const entity of level.items(KIND.ENTITY)) {
    const { position, classIndex } = entity.info;
    drawCross(context, stage, position, css(classColour(classIndex)));
    drawLabel(context, stage, entity.name || className(classIndex), position);
  }
}
