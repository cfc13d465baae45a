// SPDX-License-Identifier: MIT
// A sprite: its frames with shapes and points, playback, and what its attacks cost.
const LOOPS = ['once', 'loop', 'forth and back', 'once, holds the last'];
const SHAPES = ['point', 'segment', 'circle', 'capsule', 'box', 'box', 'turned box', 'convex',
  'polygon', 'half plane'];
const PAUSE_MS = 700;                // before an animation that plays once begins again

/** The phase of each step: start-up, active, between two active ones, recovery; or none at all. */
function phasesOf(steps) {
  const hit = BigInt(project.data.hit);
  const active = steps.map(({ frame }) => frame !== null && (frame.info.classes & hit) !== 0n);
  const first = active.indexOf(true), last = active.lastIndexOf(true);
  return steps.map((step, i) => (first < 0 ? '' : i < first ? 'start-up' : i > last ? 'recovery'
    : active[i] ? 'active' : 'between'));
}

function stepsOf(sprite, animation) {
  if (!animation)
    return [...sprite.items(KIND.FRAME)].map((frame) => ({ frame, durationMs: 100 }));
  return Array.from({ length: animation.info.steps },
    (_, i) => project.kb.animationStep(animation, i));
}

function spriteView(sprite, kept = {}) {
  const { kb } = project, animations = [...sprite.items(KIND.ANIMATION)];
  const state = { animation: animations[0]?.name ?? '', step: 0, isPlaying: false, hidden: new Set(),
    picture: true, points: true, ...kept };
  let animation, steps, phases, clock = 0, last = 0, request = 0;

  const stage = new Stage({ label: `Frame of ${sprite.name}`, bounds, draw });
  const says = el('p', { class: 'status', role: 'status' });
  const slider = el('input', { type: 'range', min: 0, 'aria-label': 'Step',
    input: () => goTo(Number(slider.value)) });
  const play = el('button', { type: 'button', click: () => setPlaying(!state.isPlaying) });
  const button = (title, text, by) => el('button', { type: 'button', 'aria-label': title,
    click: () => goTo((state.step + by + steps.length) % steps.length) }, text);
  const time = el('div', { class: 'time', 'aria-hidden': 'true' });
  const legend = el('div', { class: 'legend', role: 'group', 'aria-label': 'What is shown' });
  const shapes = el('div', {}), choose = el('div', {});

  function bounds() {
    const all = { x0: 0, y0: 0, x1: 1, y1: 1 };
    for (const frame of sprite.items(KIND.FRAME)) {
      const area = kb.frameArea(frame, ORIGIN);
      all.x0 = Math.min(all.x0, area.x0);
      all.y0 = Math.min(all.y0, area.y0);
      all.x1 = Math.max(all.x1, area.x1);
      all.y1 = Math.max(all.y1, area.y1);
    }
    return all;
  }

  function draw(context) {
    const frame = steps[state.step]?.frame;
    if (!frame)
      return;
    if (state.picture)
      drawFrame(context, frame, ORIGIN);
    drawShapes(context, frame, ORIGIN, state.hidden);
    if (state.points)
      drawPoints(context, frame);
  }

  function drawPoints(context, frame) {
    if (frame.info.hasHotSpot)
      drawCross(context, stage, { x: 0.5, y: 0.5 }, '#fff');
    for (let i = 0; i < frame.count(KIND.ACTION); i++) {
      const { p, hasDirection, direction } = kb.frameActionAt(frame, ORIGIN, i);
      if (hasDirection)
        drawArrow(context, stage, p, { x: p.x + direction.x * 24 / stage.scale,
          y: p.y + direction.y * 24 / stage.scale }, '#e08cf0');
      drawCross(context, stage, p, '#e08cf0');
      drawLabel(context, stage, frame.item(KIND.ACTION, i).name, p);
    }
  }

  function pick(name, step = 0) {
    animation = animations.find((one) => one.name === name) ?? null;
    state.animation = animation?.name ?? '';
    steps = stepsOf(sprite, animation);
    phases = phasesOf(animation ? steps : []);
    slider.max = Math.max(0, steps.length - 1);
    const most = Math.max(1, ...steps.map(({ durationMs }) => durationMs));
    time.replaceChildren(...steps.map(({ durationMs }, i) => el('span', { class: phases[i] ?? '',
      style: `flex: ${Math.max(durationMs / most, 0.02)}` })));
    choose.querySelectorAll('button').forEach((one) =>
      one.setAttribute('aria-pressed', one.dataset.name === state.animation));
    goTo(Math.max(0, Math.min(step, steps.length - 1)));
  }

  function goTo(step) {
    setPlaying(false);
    showStep(step);
  }

  function showStep(step) {
    state.step = step;
    slider.value = step;
    const { frame, durationMs } = steps[step] ?? {}, phase = phases[step];
    [...time.children].forEach((one, i) => one.classList.toggle('current', i === step));
    const events = [...animation?.item(KIND.STEP, step)?.items(KIND.EVENT) ?? []];
    const text = `${animation?.name ?? 'Frames'}: ${step + 1} of ${steps.length}`
      + (animation ? `, ${durationMs} ms` : '') + (frame?.name ? `, ${frame.name}` : '')
      + (events.length ? `, event ${events.map((event) => event.name).join(', ')}` : '');
    slider.setAttribute('aria-valuetext', text + (phase ? `, ${phase}` : ''));
    if (!state.isPlaying) {
      says.replaceChildren(text, phase ? ', ' : '', el('span', { class: `phase ${phase}` }, phase ?? ''));
      if (frame)
        shapes.replaceChildren(shapeTable(frame));
    }
    stage.paint();
  }

  function shapeTable(frame) {
    const rows = [...frame.items(KIND.SHAPE)].map((shape, i) => {
      const { classIndex, kind, bounds: b } = kb.frameShape(frame, frame.info.hotSpot, i);
      const values = [...shape.items(KIND.VALUE)].map((v) => `${v.name} = ${v.info.text}`);
      return [className(classIndex), SHAPES[kind], `${b.x0}, ${b.y0}`,
        `${b.x1 - b.x0} × ${b.y1 - b.y0}`, [shape.name, ...values].filter(Boolean).join(', ')];
    });
    for (let i = 0; i < frame.count(KIND.ACTION); i++) {
      const { pixel } = kb.frameActionAt(frame, frame.info.hotSpot, i);
      rows.push([frame.item(KIND.ACTION, i).name, 'point', `${pixel.x}, ${pixel.y}`, '', '']);
    }
    return rows.length ? table('On this frame, in its pixels',
      ['Class or point', 'Shape', 'Position', 'Size', 'Name and values'], rows)
      : el('p', { class: 'soft' }, 'No shapes or points on this frame.');
  }

  function setPlaying(on) {
    state.isPlaying = on && steps.length > 0;
    play.replaceChildren(state.isPlaying ? 'Pause' : 'Play');
    cancelAnimationFrame(request);
    if (!state.isPlaying)
      return;
    says.textContent = `Playing ${animation?.name ?? 'all frames'}.`;
    clock = steps.slice(0, state.step).reduce((sum, { durationMs }) => sum + durationMs, 0);
    last = performance.now();
    request = requestAnimationFrame(tick);
  }

  function tick(now) {
    clock += now - last;
    last = now;
    const whole = animation ? animation.info.durationMs : steps.length * 100;
    const isOnce = animation && (animation.info.loop === 0 || animation.info.loop === 3);
    if (isOnce && clock > whole + PAUSE_MS)
      clock = 0;
    const step = animation ? kb.animationAt(animation, Math.min(clock, isOnce ? whole - 1 : clock))
      .index : Math.floor(clock / 100) % steps.length;
    if (step !== state.step && step < steps.length)
      showStep(step);
    request = requestAnimationFrame(tick);
  }

  function fillLegend() {
    const used = [...sprite.items(KIND.FRAME)].reduce((set, frame) => set | frame.info.classes, 0n);
    const show = (change) => (on) => { change(on); stage.paint(); };
    legend.append(check('Picture', state.picture, show((on) => { state.picture = on; })),
      check('Points', state.points, show((on) => { state.points = on; })));
    for (let i = 0; i < project.bank.count(KIND.CLASS); i++)
      if (used >> BigInt(i) & 1n)
        legend.append(check(className(i), !state.hidden.has(i),
          show((on) => (on ? state.hidden.delete(i) : state.hidden.add(i))), classColour(i)));
  }

  function animationTable() {
    return table(`Animations of ${sprite.name}`, ['Animation', '#Steps', '#Time', 'Repeats'],
      animations.map((one) => [pickButton(one.name), String(one.info.steps),
        `${one.info.durationMs} ms`, LOOPS[one.info.loop]]));
  }

  /** Columns that no attack has a value for are left out. */
  function attackTable() {
    const rows = project.data.attacks.filter((row) => row.sprite === sprite.name);
    const signed = (n) => (n > 0 ? `+${n}` : String(n));
    const columns = [['#Start-up', 'startup', String], ['#Active', 'active', String],
      ['#Recovery', 'recovery', String], ['#Total', 'total', String], ['#On hit', 'on_hit', signed],
      ['#On block', 'on_block', signed],
      ['Misses crouching', 'misses_crouching', (is) => (is ? 'yes' : 'no')]]
      .filter(([, key]) => rows.some((row) => row[key] !== null));
    return rows.length === 0 ? null : el('section', { 'aria-labelledby': 'attacks' },
      el('h3', { id: 'attacks' }, 'Attacks'),
      table('In game frames of 1/60 second. Start-up is the first active frame, counted from 1.',
        ['Attack', ...columns.map(([title]) => title)], rows.map((row) => [pickButton(row.animation),
          ...columns.map(([, key, text]) => (row[key] === null ? '–' : text(row[key])))])));
  }

  const pickButton = (name) => el('button', { type: 'button', 'data-name': name,
    click: () => pick(name) }, name);

  fillLegend();
  choose.append(...[attackTable(), animations.length ? animationTable() : null].filter(Boolean));
  pick(state.animation, state.step);
  const frames = sprite.count(KIND.FRAME);
  return { state, stop: () => { setPlaying(false); stage.observer.disconnect(); },
    keys: { ArrowLeft: () => button('', '', -1).click(), ArrowRight: () => button('', '', 1).click(),
      ' ': () => play.click() },
    node: el('section', { 'aria-labelledby': 'name' }, el('h2', { id: 'name' }, sprite.name),
      el('p', { class: 'soft' }, `Sprite, ${plural(frames, 'frame')}, `
        + `${plural(animations.length, 'animation')}. Arrow keys step, Space plays.`),
      stage.root, time, el('div', { class: 'bar' }, button('Previous step', '◀', -1), play,
        button('Next step', '▶', 1), slider), says, legend, choose, shapes) };
}
