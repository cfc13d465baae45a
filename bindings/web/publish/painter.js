// SPDX-License-Identifier: MIT
// A canvas with a view that zooms by whole factors, and how frames and their shapes are drawn.

class Stage {
  /** `bounds` gives { x0, y0, x1, y1 }; `draw` gets the context in pixels of the world. `drag`
   * gets "start", "move" or "end", and the position; without it, dragging moves the view. */
  constructor({ label, bounds, draw, drag = null, hover = null, plain = false }) {
    Object.assign(this, { bounds, draw, drag, hover, plain, scale: 1, x: 0, y: 0, isFit: true });
    this.canvas = el('canvas', { tabindex: 0, role: 'img', 'aria-label': label });
    this.context = this.canvas.getContext('2d');
    this.zoomed = el('output', {});
    const zoom = (title, text, by) => el('button', { type: 'button', 'aria-label': title,
      click: by }, text);
    this.root = el('div', { class: drag || hover ? 'stage whole' : 'stage' }, this.canvas,
      el('div', { class: 'zoom', role: 'group', 'aria-label': _('Zoom') },
        zoom(_('Zoom out'), '−', () => this.zoom(-1)), zoom(_('Zoom in'), '+', () => this.zoom(1)),
        zoom(C_('view', 'Fit'), C_('view', 'Fit'), () => this.fit())));
    this.pointers = new Map();
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
      this.canvas.addEventListener(type, (event) => this.onPointer(event));
    this.canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey)
        return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1 : -1, event);
    }, { passive: false });
    this.canvas.addEventListener('keydown', (event) => {
      if (event.key === '+' || event.key === '-')
        this.zoom(event.key === '+' ? 1 : -1);
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.canvas);
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas, ratio = devicePixelRatio || 1;
    if (!w || !h)
      return;
    Object.assign(this, { w, h, ratio });
    this.canvas.width = Math.round(w * ratio);
    this.canvas.height = Math.round(h * ratio);
    if (this.isFit)
      this.fit();
    this.paint();
  }

  /** The largest factor that shows all, whole in pixels of the screen, else one over a number. */
  fit() {
    const { x0, y0, x1, y1 } = this.bounds();
    const factor = Math.min(this.w / Math.max(1, x1 - x0 + 8), this.h / Math.max(1, y1 - y0 + 8));
    this.scale = factor >= 1 ? Math.min(32, Math.floor(factor * this.ratio) / this.ratio)
      : 1 / Math.ceil(1 / factor);
    this.show((x0 + x1) / 2, (y0 + y1) / 2);
    this.isFit = true;
  }

  show(x, y) {
    this.x = Math.round(this.w / 2 - x * this.scale);
    this.y = Math.round(this.h / 2 - y * this.scale);
    this.paint();
  }

  zoom(by, at = null) {
    const old = this.scale, n = old >= 1 ? Math.round(old) : 2 - Math.round(1 / old);
    this.scale = n + by >= 1 ? Math.min(32, n + by) : Math.max(1 / 16, 1 / (2 - n - by));
    const x = at ? at.offsetX : this.w / 2, y = at ? at.offsetY : this.h / 2;
    this.x = Math.round(x - (x - this.x) * this.scale / old);
    this.y = Math.round(y - (y - this.y) * this.scale / old);
    this.isFit = false;
    this.paint();
  }

  toWorld(event) {
    return { x: (event.offsetX - this.x) / this.scale, y: (event.offsetY - this.y) / this.scale };
  }

  /** The part of the world in view. */
  get view() {
    const min = this.toWorld({ offsetX: 0, offsetY: 0 });
    return { min, max: { x: min.x + this.w / this.scale, y: min.y + this.h / this.scale } };
  }

  onPointer(event) {
    const { pointers } = this, p = this.toWorld(event), last = pointers.get(event.pointerId);
    const isPan = !this.drag || event.shiftKey || pointers.size > 1;
    if (event.type === 'pointerdown') {
      pointers.set(event.pointerId, event);
      this.canvas.setPointerCapture(event.pointerId);
      if (this.drag)
        this.drag(pointers.size > 1 || event.shiftKey ? 'end' : 'start', p);
    } else if (event.type === 'pointermove' && last) {
      pointers.set(event.pointerId, event);
      if (isPan && (event.pointerType === 'mouse' || this.root.classList.contains('whole'))) {
        this.x += Math.round((event.offsetX - last.offsetX) / pointers.size);
        this.y += Math.round((event.offsetY - last.offsetY) / pointers.size);
        this.isFit = false;
        this.paint();
      } else if (this.drag)
        this.drag('move', p);
    } else if (event.type !== 'pointermove') {
      pointers.delete(event.pointerId);
      this.drag?.('end', p);
    }
    this.hover?.(p);
  }

  paint() {
    const { context, canvas, ratio, scale } = this;
    if (!ratio)
      return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.plain ? '#263238' : checker(context);
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = scale < 1;
    context.setTransform(scale * ratio, 0, 0, scale * ratio, this.x * ratio, this.y * ratio);
    context.lineWidth = 1.5 / scale;
    this.draw(context, this);
  }
}

function checker(context) {
  const tile = new OffscreenCanvas(32, 32), inside = tile.getContext('2d');
  inside.fillStyle = theme('--check-a');
  inside.fillRect(0, 0, 32, 32);
  inside.fillStyle = theme('--check-b');
  inside.fillRect(0, 0, 16, 16);
  inside.fillRect(16, 16, 16, 16);
  return context.createPattern(tile, 'repeat');
}

/** The picture of a frame, also turned and scaled. */
function drawFrame(context, frame, place) {
  const picture = project.kb.framePicture(frame, place);
  if (!picture.found)
    return;
  const { source, corners } = picture;
  const w = source.x1 - source.x0, h = source.y1 - source.y0, [a, b, , d] = corners;
  context.save();
  context.transform((b.x - a.x) / w, (b.y - a.y) / w, (d.x - a.x) / h, (d.y - a.y) / h, a.x, a.y);
  context.drawImage(project.pages[picture.page], source.x0, source.y0, w, h, 0, 0, w, h);
  context.restore();
}

/** Lines in a colour, over wider ones that set them off from any picture. */
function strokeOver(context, colour, width = context.lineWidth) {
  context.lineJoin = 'round';
  context.strokeStyle = 'rgba(0, 0, 0, 0.65)';
  context.lineWidth = width * 2.2;
  context.stroke();
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

function tracePath(context, points, isClosed = true) {
  context.beginPath();
  points.forEach((p, i) => (i ? context.lineTo(p.x, p.y) : context.moveTo(p.x, p.y)));
  if (isClosed)
    context.closePath();
}

/** The path of shape i of a frame, as it was drawn. */
function traceShape(context, frame, place, i) {
  const { shape, bounds } = project.kb.frameShape(frame, place, i);
  const outline = project.kb.frameOutline(frame, place, i, NONE);
  if (outline.length > 0)
    tracePath(context, outline);
  else if (shape.circle || shape.capsule) {
    const { a, b, radius } = shape.capsule ?? { ...shape.circle, a: shape.circle.centre,
      b: shape.circle.centre };
    const angle = Math.atan2(b.y - a.y, b.x - a.x) + Math.PI / 2;
    context.beginPath();
    context.arc(a.x, a.y, radius, angle, angle + Math.PI);
    context.arc(b.x, b.y, radius, angle + Math.PI, angle + 2 * Math.PI);
    context.closePath();
  } else {
    context.beginPath();
    context.rect(bounds.x0, bounds.y0, bounds.x1 - bounds.x0, bounds.y1 - bounds.y0);
  }
}

/** The shapes of a frame in the colours of their classes; `hidden` is a set of class indices. */
function drawShapes(context, frame, place, hidden) {
  const { kb } = project, width = context.lineWidth;
  for (let i = 0; i < frame.count(KIND.SHAPE); i++) {
    const { classIndex } = kb.frameShape(frame, place, i), colour = classColour(classIndex);
    if (hidden.has(classIndex))
      continue;
    traceShape(context, frame, place, i);
    context.fillStyle = css(colour, 0.22);
    context.fill();
    strokeOver(context, css(colour), width);
  }
  context.lineWidth = width;
}

/** A text of the same size at every zoom. */
function drawLabel(context, stage, text, p, colour = '#fff') {
  context.save();
  context.setTransform(stage.ratio, 0, 0, stage.ratio, 0, 0);
  context.font = '600 12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const x = p.x * stage.scale + stage.x + 8, y = p.y * stage.scale + stage.y - 8;
  context.fillStyle = 'rgba(20, 20, 24, 0.82)';
  context.fillRect(x - 3, y - 9, context.measureText(text).width + 6, 18);
  context.fillStyle = colour;
  context.fillText(text, x, y);
  context.restore();
}

function drawCross(context, stage, p, colour) {
  const arm = 6 / stage.scale;
  context.beginPath();
  context.moveTo(p.x - arm, p.y);
  context.lineTo(p.x + arm, p.y);
  context.moveTo(p.x, p.y - arm);
  context.lineTo(p.x, p.y + arm);
  strokeOver(context, colour, 1.5 / stage.scale);
}

function drawArrow(context, stage, from, to, colour) {
  const length = Math.hypot(to.x - from.x, to.y - from.y), head = Math.min(8 / stage.scale, length);
  const c = length ? (to.x - from.x) / length : 1, s = length ? (to.y - from.y) / length : 0;
  tracePath(context, [from, to], false);
  context.moveTo(to.x - c * head - s * head * 0.6, to.y - s * head + c * head * 0.6);
  context.lineTo(to.x, to.y);
  context.lineTo(to.x - c * head + s * head * 0.6, to.y - s * head - c * head * 0.6);
  strokeOver(context, colour, 2 / stage.scale);
}
