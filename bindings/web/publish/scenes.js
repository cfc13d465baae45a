// SPDX-License-Identifier: MIT
// The playtest's scenes: the editor's own, in kickbox.wasm, with keys and buttons on the screen.
const STEP_MS = 1000 / 60, MOST_STEPS = 5, LOG_LINES = 6;
const ITEM = { FRAME: 0, MASK: 1, TRACK: 2, LEVEL: 3, LINE: 4, POLYGON: 5, CIRCLE: 6, CROSS: 7,
  ARROW: 8, TEXT: 9, VIEW: 10 };
// As in the editor: name, colour, width of lines, fill.
const LAYERS = [[N_('Pictures'), '#ffffff', 1, 0.1], [N_('Shapes'), '#62a0ea', 1, 0.14],
  [N_('Points'), '#e08cf0', 2, 0.14], [N_('Overlap'), '#ff3da6', 0, 0.35], [N_('Zones'), '#8ff0a4', 1, 0.14],
  [N_('Bands'), '#ffbe6f', 1, 0.1], [N_('Walls'), '#deddda', 2, 0.1], [N_('Solid'), '#ff7800', 1, 0.18],
  [N_('Areas'), '#99c1f1', 1, 0.12], [N_('Line of sight'), '#f5b400', 1, 0.3],
  [N_('Nodes visited'), '#57e389', 1, 0.06], [N_('Bodies'), '#f6d32d', 2, 0.3],
  [N_('Contacts'), '#ff7800', 2, 0.3], [N_('Names'), '#ffffff', 1, 0.1]];
const SHOWN_FIRST = new Set([0, 2, 6, 9, 11, 12, 13]);
const LAYER_SOLID = 7, LAYER_BANDS = 5;
const GDK = { ArrowLeft: 'Left', ArrowRight: 'Right', ArrowUp: 'Up', ArrowDown: 'Down',
  ' ': 'space', Enter: 'Return', Shift: 'Shift_L' };
const signs = () => ({ Left: '◀', Right: '▶', Up: '▲', Down: '▼', space: C_('key', 'Space'),
  Return: C_('key', 'Enter'), Shift_L: C_('key', 'Shift') });

/** Calls into the playtest. Its memory may have grown then, so views are made again. */
function inPlay(name, ...values) {
  const { E, refreshViews } = project.kb.play, result = E[name](...values);
  refreshViews();
  return result;
}
const playText = (name, ...values) => project.kb.play.readText(inPlay(name, ...values));

/** The scenes that this project can play. */
function scenesOf() {
  const list = [];
  for (let i = 0; playText('kbw_scene', i, 0); i++)
    if (inPlay('kbw_suits', i, project.bank._at))
      list.push({ index: i, name: playText('kbw_scene', i, 0), title: playText('kbw_scene', i, 1),
        summary: playText('kbw_scene', i, 2) });
  return list;
}

const kinds = () => ['hit', 'hurt', 'push'].map((kind) => BigInt(project.data[kind]));

/** The roles of a scene: title and the assets that fit, as [index, name]. */
function rolesOf(scene) {
  const { _at } = project.bank, roles = [];
  for (let r = 0, title; (title = playText('kbw_role', scene.index, r)) !== null; r++) {
    const fitting = [];
    for (let n = 0, name; (name = playText('kbw_fitting', scene.index, r, _at, n)) !== null; n++)
      if (name)
        fitting.push([n, name]);
    roles.push({ title, fitting });
  }
  return roles;
}

/** `cast`: the names of those who play, role by role; others are the first that fit. */
function startScene(scene, cast) {
  rolesOf(scene).forEach(({ fitting }, r) => inPlay('kbw_cast', scene.index, r, project.bank._at,
    fitting.find(([, name]) => name === cast[r])?.[0] ?? NONE));
  const why = playText('kbw_play', scene.index, project.bank._at, ...kinds());
  if (why)
    throw new Error(why);
}

/** The keys of the keyboard that have an effect: bit, title and names. */
function playKeys() {
  const of_use = BigInt.asUintN(64, inPlay('kbw_keys')), keys = [];
  for (let k = 0; playText('kbw_key', k, 0) !== null; k++)
    if (of_use >> BigInt(k) & 1n)
      keys.push({ bit: 1n << BigInt(k), on: [2, 3].map((what) => playText('kbw_key', k, what))
        .filter(Boolean), title: playText('kbw_key', k, 1).replace('%s', playText('kbw_key', k, 4)) });
  return keys.filter(({ on }) => on.length > 0);
}

function playItems() {
  const { memory } = project.kb.play, count = inPlay('kbw_draw'), items = [];
  const points = new Float32Array(memory.buffer, inPlay('kbw_points') || 0);
  for (let i = 0; i < count; i++) {
    const [kind, layer, colour, flash, faint, first, n, radius, asset, frame, x, y, ax, ay, scale,
      flipX, flipY] = new Float64Array(memory.buffer, inPlay('kbw_item', i), 17);
    items.push({ kind, layer, flash, faint, radius, asset, frame, text: kind === ITEM.TEXT
      ? playText('kbw_text', i) : '', colour: colour ? css(colour) : LAYERS[layer][1],
    points: Array.from({ length: n }, (_, k) => ({ x: points[2 * (first + k)],
      y: points[2 * (first + k) + 1] })),
    place: { x, y, axis: { x: ax, y: ay }, scale, flipX: flipX > 0, flipY: flipY > 0 } });
  }
  return items;
}

/** Frames are counted in the whole bank. */
const frameAt = (index) => cached('frames', () => [...project.bank.items(KIND.SPRITE)].flatMap(
  (sprite) => [...sprite.items(KIND.FRAME)]))[index];

function drawPlayItem(context, stage, item, ms) {
  const { bank } = project, [, , width, fill] = LAYERS[item.layer], { points } = item;
  if (item.kind === ITEM.FRAME)
    drawFrame(context, frameAt(item.frame), item.place);
  else if (item.kind === ITEM.MASK)
    drawAsset(context, bank.item(KIND.MASK, item.asset));
  else if (item.kind === ITEM.TRACK)
    drawAsset(context, bank.item(KIND.TRACK, item.asset), { bands: item.layer === LAYER_BANDS });
  else if (item.kind === ITEM.LEVEL)
    drawPlayLevel(context, stage, bank.item(KIND.LEVEL, item.asset), item.layer, ms);
  else if (item.kind === ITEM.VIEW)
    drawView(context, stage, points, item.radius);
  else if (item.kind === ITEM.TEXT)
    drawLabel(context, stage, item.text, points[0], item.colour);
  else if (item.kind === ITEM.CROSS)
    drawCross(context, stage, points[0], item.colour);
  else if (item.kind === ITEM.ARROW)
    drawArrow(context, stage, points[0], points[1], item.colour);
  else {
    if (item.kind === ITEM.CIRCLE) {
      context.beginPath();
      context.arc(points[0].x, points[0].y, item.radius, 0, 2 * Math.PI);
    } else
      tracePath(context, points, item.kind === ITEM.POLYGON);
    if (item.kind !== ITEM.LINE) {
      context.globalAlpha = item.flash ? 0.5 : item.faint ? fill / 3 : fill;
      context.fillStyle = item.colour;
      context.fill();
      context.globalAlpha = 1;
    }
    if (width && !item.faint)
      strokeOver(context, item.flash ? '#fff' : item.colour, (item.flash ? 3 : width) / stage.scale);
  }
}

function drawPlayLevel(context, stage, level, layer, ms) {
  if (layer !== LAYER_SOLID)
    drawPictures(context, stage, level, ms);
  for (const ground of level.items(KIND.GROUND))
    drawGround(context, stage, ground);
  for (const tiles of layer === LAYER_SOLID ? level.items(KIND.TILES) : [])
    drawSolid(context, stage, tiles, new Set());
}

function sceneView(scene, kept = {}) {
  const state = { hidden: new Set(LAYERS.keys()), isPaused: false, cast: [], ...kept };
  if (!kept.hidden)
    SHOWN_FIRST.forEach((layer) => state.hidden.delete(layer));
  // The run goes on with an edited bank if it can.
  if (!kept.isGoing || !inPlay('kbw_change', project.bank._at))
    startScene(scene, state.cast);
  state.isGoing = true;
  const keys = playKeys(), held = new Map(), seen = new Set();
  let pointer = { x: 0, y: 0 }, isPressed = false, last = performance.now(), behind = 0, ms = 0;
  let request = 0, items = [], latest = '';
  const log = el('ol', { class: 'log', role: 'log', 'aria-label': _('Events') });
  const legend = el('div', { class: 'legend', role: 'group', 'aria-label': _('What is shown') });
  const stage = new Stage({ label: _('{title}: the scene', { title: scene.title }), plain: true, draw,
    bounds: () => rect(4), drag: (what, p) => { pointer = p; isPressed = what !== 'end'; },
    hover: (p) => { pointer = p; } });
  const pad = el('div', { class: 'bar', id: 'pad', role: 'group', 'aria-label': _('Controls') });
  const pause = el('button', { type: 'button', click: () => setPaused(!state.isPaused) });

  function rect(first) {
    const at = inPlay('kbw_view', stage.w / stage.h || 0);
    const [x0, y0, x1, y1] = new Float32Array(project.kb.play.memory.buffer, at, 8)
      .slice(first, first + 4);
    return { x0, y0, x1, y1 };
  }

  function restart() {
    startScene(scene, state.cast);
    const now = playKeys();
    keys.splice(0, keys.length, ...now);
    pad.replaceChildren(...keys.map(padButton));
    log.replaceChildren();
    latest = '';
    stage.fit();
    show();
  }

  /** Whom the player can choose: roles that more than one asset fits. */
  const castChoices = () => rolesOf(scene).map(({ title, fitting }, r) => (fitting.length < 2 ? null
    : choice(title, fitting.map(([n, name]) => [String(n), name]), String(inPlay('kbw_player', r)),
      (n) => { state.cast[r] = fitting.find(([m]) => String(m) === n)[1]; restart(); })));

  function draw(context) {
    for (const item of items)
      if (!state.hidden.has(item.layer))
        drawPlayItem(context, stage, item, ms);
    if (!state.hidden.has(1))
      for (const item of items.filter(({ kind }) => kind === ITEM.FRAME))
        drawShapes(context, frameAt(item.frame), item.place, new Set());
  }

  function tick(now) {
    behind = Math.min(behind + now - last, MOST_STEPS * STEP_MS);
    last = now;
    for (; behind >= STEP_MS; behind -= STEP_MS) {
      const bits = [...held.values()].reduce((sum, bit) => sum | bit, 0n);
      inPlay('kbw_step', bits, pointer.x, pointer.y, isPressed);
      ms += STEP_MS;
    }
    show();
    request = requestAnimationFrame(tick);
  }

  function show() {
    items = playItems();
    for (const { layer } of items)
      if (!seen.has(layer) && LAYERS[layer])
        addLayer(layer);
    follow();
    const text = playText('kbw_event', 0);
    if (text && text !== latest)
      log.prepend(el('li', {}, text));
    latest = text;
    while (log.children.length > LOG_LINES)
      log.lastChild.remove();
  }

  /** Keeps what moves in the middle. */
  function follow() {
    if (!stage.w)
      return;
    const { x0, y0, x1, y1 } = rect(4);
    stage.show((x0 + x1) / 2, (y0 + y1) / 2);
  }

  function addLayer(layer) {
    seen.add(layer);
    legend.append(check(_(LAYERS[layer][0]), !state.hidden.has(layer), (on) => {
      state.hidden[on ? 'delete' : 'add'](layer);
      stage.paint();
    }));
  }

  function setPaused(on) {
    state.isPaused = on;
    pause.replaceChildren(on ? C_('web page', 'Play') : _('Pause'));
    cancelAnimationFrame(request);
    last = performance.now();
    if (!on)
      request = requestAnimationFrame(tick);
  }

  /** Keys of the keyboard; the focus may be anywhere but in a field. */
  function onKey(event) {
    const name = event.code.startsWith('Numpad') ? event.code.replace('Numpad', 'KP_')
      : GDK[event.key] ?? event.key.toLowerCase();
    const key = keys.find(({ on }) => on.includes(name));
    const isTyped = event.ctrlKey || event.metaKey || event.altKey
      || event.target.matches('input, select') || (event.target.matches('button, a, summary')
        && [' ', 'Enter'].includes(event.key));
    if (!key || (isTyped && event.type === 'keydown'))
      return;
    event.preventDefault();
    if (event.type === 'keydown')
      held.set(event.code, key.bit);
    else
      held.delete(event.code);
  }

  function padButton(key) {
    const press = (event) => {
      held.set(key, key.bit);
      event.currentTarget.classList.add('held');
    };
    const release = (event) => {
      held.delete(key);
      event.currentTarget.classList.remove('held');
    };
    const isPress = (event) => event.key === ' ' || event.key === 'Enter';
    return el('button', { type: 'button', pointerdown: press, pointerup: release,
      pointercancel: release, pointerleave: release, blur: release,
      contextmenu: (event) => event.preventDefault(),
      keydown: (event) => { if (isPress(event)) press(event); },
      keyup: (event) => { if (isPress(event)) release(event); } },
    key.title, el('kbd', { 'aria-hidden': 'true' }, signs()[key.on[0]]
      ?? key.on[0].replace('KP_', '').toUpperCase()));
  }

  const lose = () => held.clear();
  addEventListener('keydown', onKey);
  addEventListener('keyup', onKey);
  addEventListener('blur', lose);
  pad.append(...keys.map(padButton));
  setPaused(state.isPaused);
  show();
  return { state, keys: {},
    stop: () => {
      cancelAnimationFrame(request);
      stage.observer.disconnect();
      removeEventListener('keydown', onKey);
      removeEventListener('keyup', onKey);
      removeEventListener('blur', lose);
    },
    node: el('section', { 'aria-labelledby': 'name' }, el('h2', { id: 'name' }, scene.title),
      el('p', { class: 'soft' }, scene.summary), stage.root, pad, el('div', { class: 'bar' },
        pause, el('button', { type: 'button', click: restart }, _('Restart')), ...castChoices()), legend,
      el('h3', {}, _('Events')), log) };
}
