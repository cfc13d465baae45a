// SPDX-License-Identifier: MIT
// Draws frames, shapes and levels of a bank on a canvas.

/** The pictures of a bank's pages. */
export function loadPages(kb, bank) {
  return Promise.all([...bank.items(kb.Kind.PAGE)].map((page) => {
    const { encoding, data, size } = page.info;
    if (encoding === kb.PageEncoding.RGBA8)
      return createImageBitmap(new ImageData(new Uint8ClampedArray(data), size.w, size.h));
    return createImageBitmap(new Blob([data], { type: 'image/png' }));
  }));
}

export class Painter {
  constructor(kb, canvas, pages) {
    this.kb = kb;
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.pages = pages;
  }

  clear(colour, x = 0, y = 0) {
    const { context, canvas } = this;
    this.camera = { x: Math.round(x), y: Math.round(y) };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.imageSmoothingEnabled = false;
    context.fillStyle = colour;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.translate(-this.camera.x, -this.camera.y);
  }

  /** The world that is in view. */
  get view() {
    const { x, y } = this.camera;
    return { min: { x, y }, max: { x: x + this.canvas.width, y: y + this.canvas.height } };
  }

  /** A frame at an upright place. */
  frame(frame, place) {
    const { found, page, source, target, flipX, flipY } = this.kb.framePicture(frame, place);
    if (!found)
      return;
    const w = target.x1 - target.x0, h = target.y1 - target.y0, { context } = this;
    context.save();
    context.translate(target.x0 + (flipX ? w : 0), target.y0 + (flipY ? h : 0));
    context.scale(flipX ? -1 : 1, flipY ? -1 : 1);
    context.drawImage(this.pages[page], source.x0, source.y0, w, h, 0, 0, w, h);
    context.restore();
  }

  /** The outlines of a frame's boxes, in the colours of their classes. */
  shapes(frame, place) {
    const { kb, context } = this, { Kind } = kb;
    for (let i = 0; i < frame.count(Kind.SHAPE); i++) {
      const { bounds, classIndex } = kb.frameShape(frame, place, i);
      const { colour } = frame.bank.item(Kind.CLASS, classIndex).info;
      context.strokeStyle = `#${colour.toString(16).padStart(8, '0').slice(0, 6)}`;
      context.strokeRect(bounds.x0 + 0.5, bounds.y0 + 0.5, bounds.x1 - bounds.x0 - 1,
                         bounds.y1 - bounds.y0 - 1);
    }
  }

  /** A layer of tiles, where it is in view. */
  tiles(layer, ms) {
    const { kb } = this;
    for (const cell of kb.tilesVisible(layer, this.view)) {
      const tile = kb.tilesTile(layer, cell), animation = kb.tileAnimation(layer, tile);
      const frame = (animation && kb.animationAt(animation, ms).frame) ?? kb.tileFrame(layer, tile);
      if (frame)
        this.tile(layer, cell, tile, frame);
    }
  }

  tile(layer, cell, tile, frame) {
    const { kb, context } = this, { size, hotSpot } = frame.info;
    const picture = kb.framePicture(frame, [hotSpot.x, hotSpot.y]);
    if (!picture.found)
      return;
    const { source, target, page } = picture, at = kb.tilesPictureAt(layer, cell, size);
    const w = source.x1 - source.x0, h = source.y1 - source.y0;
    context.save();
    context.translate(at.x + size.w / 2, at.y + size.h / 2);
    context.scale(tile.flipX ? -1 : 1, tile.flipY ? -1 : 1);
    if (tile.transposed)
      context.transform(0, 1, 1, 0, 0, 0);
    context.drawImage(this.pages[page], source.x0, source.y0, w, h, target.x0 - size.w / 2,
                      target.y0 - size.h / 2, w, h);
    context.restore();
  }

  /** The ground below a curve, where it is in view. */
  ground(ground, colour) {
    const { kb, context } = this, { left, right } = ground.info, { min, max } = this.view;
    const from = Math.max(left, min.x), to = Math.min(right, max.x);
    if (from >= to)
      return;
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(from, max.y);
    for (let x = from; x <= to; x += 2)
      context.lineTo(x, kb.groundAt(ground, x).y);
    context.lineTo(to, max.y);
    context.fill();
  }
}
