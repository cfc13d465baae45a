// SPDX-License-Identifier: MIT
// A level: what stops a move, and a move to try by dragging.
const manners = () => [[0, C_('at a touch', 'stop')], [1, C_('at a touch', 'slide')],
  [2, C_('at a touch', 'bounce')]];

function levelView(level, kept = {}) {
  const { kb } = project, { min, max } = wholeOf(level), frame = frameOf(level);
  const state = { radius: 6, manner: 1, pictures: true, marks: true, parts: false, hidden: new Set(),
    from: startOf(level, frame, 6), to: null, ...kept };
  state.to ??= { x: state.from.x + 80, y: state.from.y + 40 };
  const says = el('p', { class: 'status', role: 'status' });
  const stage = new Stage({ label: _('Level {name}, with a move to try', { name: level.name }), draw,
    bounds: () => ({ x0: min.x, y0: min.y, x1: max.x, y1: max.y }), drag });
  const parts = partitionOf(level), tree = parts?.isTree ? treeOf(parts) : null;
  let move = null, isDragged = false, lit = new Set();

  function drag(what, p) {
    isDragged = what === 'start' || (isDragged && what === 'move');
    if (what === 'start')
      state.from = p;
    if (isDragged)
      state.to = p;
    if (isDragged)
      tryMove();
  }

  function tryMove() {
    const { radius } = state, from = frame.fromScreen(state.from), to = frame.fromScreen(state.to);
    const by = { x: to.x - from.x, y: to.y - from.y };
    move = kb.levelMove(level, { circle: { centre: from, radius } }, by,
      { manner: state.manner, bounce: 1, stepUp: 0, stepDown: 0, rest: { x: 0, y: 0 } });
    move.from = from;
    const { x, y } = move.moved, way = [from, ...move.touches.map(({ point, normal }) =>
      ({ x: point.x + normal.x * radius, y: point.y + normal.y * radius })),
    { x: from.x + x, y: from.y + y }];
    lit = parts ? litLeaves(parts, way) : lit;
    tree?.paint(lit);
    const names = [...new Set(move.touches.map((hit) => className(hit.classIndex)))].join(', ');
    const asked = Math.hypot(by.x, by.y), done = Math.hypot(move.moved.x, move.moved.y);
    says.textContent = _(move.startedInside ? N_('The move starts inside something solid.')
      : names ? N_('From {x}, {y}: moved {done} of {asked} px, touched {names}.')
        : N_('From {x}, {y}: moved {done} of {asked} px, nothing in the way.'),
    { x: rounded(from.x), y: rounded(from.y), done: rounded(done), asked: rounded(asked), names });
    stage.paint();
  }

  function draw(context) {
    if (state.pictures)
      drawPictures(context, stage, level, 0);
    if (state.parts)
      drawPartition(context, stage, parts, lit);
    if (state.marks)
      drawMarks(context, stage, level, state.hidden);
    if (move)
      drawMove(context);
  }

  /** The start, the wish as a dashed line, and the way from touch to touch. */
  function drawMove(context) {
    const { from, moved, touches } = move, width = 2 / stage.scale;
    const radius = Math.max(state.radius, 3 / stage.scale);
    const end = { x: from.x + moved.x, y: from.y + moved.y };
    const body = (p, colour, fill) => {
      tracePath(context, Array.from({ length: 32 }, (_, i) => frame.toScreen({
        x: p.x + radius * Math.cos(i * Math.PI / 16), y: p.y + radius * Math.sin(i * Math.PI / 16) })));
      context.fillStyle = fill;
      context.fill();
      strokeOver(context, colour, width);
    };
    context.setLineDash([6 / stage.scale, 4 / stage.scale]);
    tracePath(context, [state.from, state.to], false);
    strokeOver(context, '#fff', width);
    context.setLineDash([]);
    const along = ({ point, normal }, by) =>
      frame.toScreen({ x: point.x + normal.x * by, y: point.y + normal.y * by });
    tracePath(context, [state.from, ...touches.map((hit) => along(hit, state.radius)),
      frame.toScreen(end)], false);
    strokeOver(context, '#57e389', width * 1.3);
    body(from, '#fff', 'rgba(255, 255, 255, 0.25)');
    body(end, '#57e389', 'rgba(87, 227, 137, 0.5)');
    for (const hit of touches)
      drawArrow(context, stage, along(hit, 0), along(hit, 20 / stage.scale), '#ff7800');
  }

  const by = (dx, dy) => (event) => {
    const p = event.shiftKey ? state.from : state.to, step = Math.max(1, Math.round(4 / stage.scale));
    p.x += dx * step;
    p.y += dy * step;
    tryMove();
  };
  const radius = el('input', { type: 'range', min: 0, max: 40, value: state.radius,
    'aria-label': _('Radius of the body, in pixels'), input: () => {
      state.radius = Number(radius.value);
      tryMove();
    } });
  const show = (name) => (on) => { state[name] = on; stage.paint(); };
  const showParts = (on) => {
    state.parts = on;
    if (tree)
      tree.node.hidden = !on;
    stage.paint();
  };
  tryMove();
  showParts(state.parts && parts !== null);
  return { state, stop: () => stage.observer.disconnect(),
    keys: { ArrowLeft: by(-1, 0), ArrowRight: by(1, 0), ArrowUp: by(0, -1), ArrowDown: by(0, 1) },
    node: el('section', { 'aria-labelledby': 'name' }, el('h2', { id: 'name' }, level.name),
      el('p', { class: 'soft' }, _('Level. Drag to try a move. Arrow keys move its end, with Shift '
        + 'its start. Drag with Shift or two fingers to move the view.')),
      el('div', { class: 'beside' }, stage.root, tree?.node), says, el('div', { class: 'bar' }, choice(_('At a touch'), manners(), state.manner,
        (value) => { state.manner = Number(value); tryMove(); }), el('span', {}, _('Radius')), radius,
      check(_('Pictures'), state.pictures, show('pictures')),
      check(_('What stops'), state.marks, show('marks')),
      parts && check(_('Partition'), state.parts, showParts)), levelLegend(level, state.hidden, stage),
      contents(level)) };
}

/** The layers of tiles whose own frame is not the screen's: isometric or hexagonal. */
const slantedOf = (level) => [...level.items(KIND.TILES)].filter((layer) => {
  const corners = project.kb.cellCorners(layer, layer.info.first);
  return corners.length !== 4 || corners[0].y !== corners[1].y;
});

/** The rectangle around the pictures of a slanted layer. */
function screenOf(layer) {
  const { kb } = project, far = 1 << 20, rect = { min: { x: far, y: far }, max: { x: -far, y: -far } };
  for (const cell of kb.tilesVisible(layer, { min: { x: -far, y: -far }, max: { x: far, y: far } })) {
    const size = kb.tileFrame(layer, kb.tilesTile(layer, cell))?.info.size ?? layer.info.cell;
    const { x, y } = kb.tilesPictureAt(layer, cell, size);
    rect.min = { x: Math.min(rect.min.x, x), y: Math.min(rect.min.y, y) };
    rect.max = { x: Math.max(rect.max.x, x + size.w), y: Math.max(rect.max.y, y + size.h) };
  }
  return rect;
}

/** The rectangle around all that stops a move, what is drawn behind it, heights and entities. */
const wholeOf = (level) => cached(`whole ${level.index}`, () => {
  const { min, max } = project.kb.levelBounds(level), behind = behindOf('levels', level.name);
  const rects = slantedOf(level).map(screenOf);
  if (rects.length === 0 && max.x >= min.x)
    rects.push({ min, max });
  if (behind)
    rects.push({ min: behind, max: { x: behind.x + behind.picture.width,
      y: behind.y + behind.picture.height } });
  for (const map of level.items(KIND.HEIGHTMAP))
    rects.push(map.info.area);
  for (const { info: { position } } of level.items(KIND.ENTITY))
    rects.push({ min: position, max: position });
  const side = (pick, end, axis) => (rects.length ? pick(...rects.map((r) => r[end][axis])) : 0);
  return { min: { x: side(Math.min, 'min', 'x'), y: side(Math.min, 'min', 'y') },
    max: { x: side(Math.max, 'max', 'x') + 1, y: side(Math.max, 'max', 'y') + 1 } };
});

/** Where the player starts, else the middle; next to it if something is there. */
function startOf(level, frame, radius) {
  const { min, max } = wholeOf(level), { kb } = project;
  const names = ['start', 'player', 'player 1'], entities = [...level.items(KIND.ENTITY)];
  const start = entities.find((entity) => names.includes(entity.name))?.info.position
    ?? { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  const centre = frame.fromScreen(start);
  const { moved } = kb.levelUnstick(level, { circle: { centre, radius } }, 64);
  return frame.toScreen({ x: centre.x + moved.x, y: centre.y + moved.y });
}

/** From the screen to the frame in which a game moves things, and back. */
function frameOf(level) {
  const [layer] = slantedOf(level), { kb } = project;
  return layer ? { fromScreen: (p) => kb.tilesFromScreen(layer, p).p,
    toScreen: (p) => kb.tilesToScreen(layer, p, 0) } : { fromScreen: (p) => p, toScreen: (p) => p };
}

function levelLegend(level, hidden, stage) {
  const used = new Set();
  for (const walls of level.items(KIND.WALLS))
    for (let i = 0; i < walls.info.walls; i++)
      used.add(project.kb.wallsWall(walls, i).classIndex);
  for (const kind of [KIND.MAZE, KIND.GROUND, KIND.HEIGHTMAP])
    for (const { info } of level.items(kind))
      used.add(info.classIndex);
  for (const layer of level.items(KIND.TILES)) {
    for (const cell of project.kb.tilesVisible(layer, wholeOf(level))) {
      const { kind, classIndex } = project.kb.tilesTile(layer, cell);
      if (kind !== 0)
        used.add(classIndex);
    }
  }
  return el('div', { class: 'legend', role: 'group', 'aria-label': _('Classes') },
    ...[...used].filter((i) => i !== NONE && classAt(i)).sort((a, b) => a - b).map((i) =>
      check(className(i), !hidden.has(i), (on) => {
        hidden[on ? 'delete' : 'add'](i);
        stage.paint();
      }, classColour(i))));
}

function contents(level) {
  const rows = [];
  for (const [kind, title] of [[KIND.WALLS, _('walls')], [KIND.TILES, _('tiles')],
    [KIND.MAZE, _('maze')], [KIND.GROUND, _('ground')], [KIND.HEIGHTMAP, _('heightmap')],
    [KIND.AREA, _('area')]])
    for (const item of level.items(kind))
      if (kind !== KIND.WALLS || item.info.walls > 0)
        rows.push([item.name || title, title, kind === KIND.WALLS ? String(item.info.walls) : '']);
  for (const entity of level.items(KIND.ENTITY)) {
    const { position, classIndex } = entity.info;
    rows.push([entity.name || className(classIndex), _('entity, {name}',
      { name: className(classIndex) }),
      _('at {x}, {y}', { x: rounded(position.x), y: rounded(position.y) })]);
  }
  return table(_('In this level'), [_('Name'), _('Kind'), _('Where, or how many')], rows);
}
