// SPDX-License-Identifier: MIT
// A sprite: its frames with shapes and points, playback, and what its attacks cost.
const LOOPS = [N_('once'), N_('loop'), N_('forth and back'), N_('once, holds the last')];
const SHAPES = [N_('point'), N_('segment'), N_('circle'), N_('capsule'), N_('box'), N_('box'),
  N_('turned box'), N_('convex'), N_('polygon'), N_('half plane')];
const PAUSE_MS = 700;                // before an animation that plays once begins again

/** The phase of each step: start-up, active, between two active ones, recovery; or none at all. */
function phasesOf(steps) {
  const hit = BigInt(project.data.hit);
  const active = steps.map(({ frame }) => frame !== null && (frame.info.classes & hit) !== 0n);
  const first = active.indexOf(true), last = active.lastIndexOf(true);
  return steps.map((step, i) => (first < 0 ? '' : i < first ? N_('start-up')
    : i > last ? N_('recovery') : active[i] ? N_('active') : N_('between')));
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

  const stage = new Stage({ label: _('Frame of {name}', { name: sprite.name }), bounds, draw });
  const says = el('p', { class: 'status', role: 'status' });
  const slider = el('input', { type: 'range', min: 0, 'aria-label': _('Step'),
    input: () => goTo(Number(slider.value)) });
  const play = el('button', { type: 'button', click: () => setPlaying(!state.isPlaying) });
  const button = (title, text, by) => el('button', { type: 'button', 'aria-label': title,
    click: () => goTo((state.step + by + steps.length) % steps.length) }, text);
  const time = el('div', { class: 'time', 'aria-hidden': 'true' });
  const legend = el('div', { class: 'legend', role: 'group', 'aria-label': _('What is shown') });
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
    const text = _('{animation}: {n} of {steps}', { animation: animation?.name ?? _('Frames'),
      n: step + 1, steps: steps.length })
      + (animation ? `, ${durationMs} ms` : '') + (frame?.name ? `, ${frame.name}` : '')
      + (events.length ? `, ${_('event {names}',
        { names: events.map((event) => event.name).join(', ') })}` : '');
    slider.setAttribute('aria-valuetext', text + (phase ? `, ${_(phase)}` : ''));
    if (!state.isPlaying) {
      says.replaceChildren(text, phase ? ', ' : '', el('span', { class: `phase ${phase}` },
        phase ? _(phase) : ''));
      if (frame)
        shapes.replaceChildren(shapeTable(frame));
    }
    stage.paint();
  }

  function shapeTable(frame) {
    const rows = [...frame.items(KIND.SHAPE)].map((shape, i) => {
      const { classIndex, kind, bounds: b } = kb.frameShape(frame, frame.info.hotSpot, i);
      const values = [...shape.items(KIND.VALUE)].map((v) => `${v.name} = ${v.info.text}`);
      return [className(classIndex), _(SHAPES[kind]), `${b.x0}, ${b.y0}`,
        `${b.x1 - b.x0} × ${b.y1 - b.y0}`, [shape.name, ...values].filter(Boolean).join(', ')];
    });
    for (let i = 0; i < frame.count(KIND.ACTION); i++) {
      const { pixel } = kb.frameActionAt(frame, frame.info.hotSpot, i);
      rows.push([frame.item(KIND.ACTION, i).name, _('point'), `${pixel.x}, ${pixel.y}`, '', '']);
    }
    return rows.length ? table(_('On this frame, in its pixels'), [_('Class or point'), _('Shape'),
      _('Position'), _('Size'), _('Name and values')], rows)
      : el('p', { class: 'soft' }, _('No shapes or points on this frame.'));
  }

  function setPlaying(on) {
    state.isPlaying = on && steps.length > 0;
    play.replaceChildren(state.isPlaying ? _('Pause') : _('Play'));
    cancelAnimationFrame(request);
    if (!state.isPlaying)
      return;
    says.textContent = animation ? _('Playing {name}.', { name: animation.name })
      : _('Playing all frames.');
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
    legend.append(check(_('Picture'), state.picture, show((on) => { state.picture = on; })),
      check(_('Points'), state.points, show((on) => { state.points = on; })));
    for (let i = 0; i < project.bank.count(KIND.CLASS); i++)
      if (used >> BigInt(i) & 1n)
        legend.append(check(className(i), !state.hidden.has(i),
          show((on) => (on ? state.hidden.delete(i) : state.hidden.add(i))), classColour(i)));
  }

  function animationTable() {
    return table(_('Animations of {name}', { name: sprite.name }),
      [_('Animation'), `#${_('Steps')}`, `#${_('Time')}`, _('Repeats')],
      animations.map((one) => [pickButton(one.name), String(one.info.steps),
        `${one.info.durationMs} ms`, _(LOOPS[one.info.loop])]));
  }

  /** Columns that no attack has a value for are left out. */
  function attackTable() {
    const rows = project.data.attacks.filter((row) => row.sprite === sprite.name);
    const signed = (n) => (n > 0 ? `+${n}` : String(n));
    const columns = [[`#${_('Start-up')}`, 'startup', String], [`#${_('Active')}`, 'active', String],
      [`#${_('Recovery')}`, 'recovery', String], [`#${_('Total')}`, 'total', String],
      [`#${_('On hit')}`, 'on_hit', signed], [`#${_('On block')}`, 'on_block', signed],
      [_('Misses crouching'), 'misses_crouching', (is) => (is ? _('yes') : _('no'))]]
      .filter(([, key]) => rows.some((row) => row[key] !== null));
    return rows.length === 0 ? null : el('section', { 'aria-labelledby': 'attacks' },
      el('h3', { id: 'attacks' }, _('Attacks')),
      table(_('In game frames of 1/60 second. Start-up is the first active frame, counted from 1.'),
        [_('Attack'), ...columns.map(([title]) => title)], rows.map((row) => [pickButton(row.animation),
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
      el('p', { class: 'soft' }, _('Sprite, {frames}, {animations}. Arrow keys step, Space plays.',
        { frames: plural(frames, N_('{n} frame'), N_('{n} frames')), animations:
          plural(animations.length, N_('{n} animation'), N_('{n} animations')) })),
      stage.root, time, el('div', { class: 'bar' }, button(_('Previous step'), '◀', -1), play,
        button(_('Next step'), '▶', 1), slider), says, legend, choose, shapes) };
}
