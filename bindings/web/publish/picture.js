// SPDX-License-Identifier: MIT
// A mask or track, and a probe that says what is at a pixel.

function zoneTable(asset, title) {
  const rows = [...asset.items(KIND.ZONE)].map((zone) => [el('span', { class: 'named' },
    swatch(zone.info.colour), zone.name), String(zone.info.zone)]);
  return table(title, [_('Name'), `#${_('Value')}`], rows);
}

function bandTable(track) {
  const rows = [...track.items(KIND.BAND)].map((band) => [el('span', { class: 'named' },
    swatch(band.info.colour), band.name), rounded(band.info.radius)]);
  return rows.length ? table(_('Bands, where a car of that radius touches the edge'),
    [_('Band'), `#${_('Radius')}`], rows) : null;
}

function pictureView(asset, kept = {}) {
  const { kb } = project, isTrack = asset.kind === KIND.TRACK, { size } = asset.info;
  const state = { opacity: 45, bands: true, gates: true, x: Math.floor(size.w / 2),
    y: Math.floor(size.h / 2), ...kept };
  const says = el('p', { class: 'status', role: 'status' });
  const stage = new Stage({ label: _(isTrack ? N_('Track {name}, with a probe')
    : N_('Mask {name}, with a probe'), { name: asset.name }),
    bounds: () => ({ x0: 0, y0: 0, x1: size.w, y1: size.h }), draw,
    hover: (p) => probe(Math.floor(p.x), Math.floor(p.y)) });

  function draw(context) {
    drawAsset(context, asset, { opacity: state.opacity / 100, bands: state.bands });
    if (isTrack && state.gates)
      drawGates(context, stage, asset);
    const edge = Math.max(1, 9 / stage.scale), middle = { x: state.x + 0.5, y: state.y + 0.5 };
    context.beginPath();
    context.rect(middle.x - edge / 2, middle.y - edge / 2, edge, edge);
    strokeOver(context, '#fff', 1.5 / stage.scale);
    if (isTrack)
      drawNearest(context, middle);
  }

  /** The way to the nearest edge of the road. */
  function drawNearest(context, from) {
    const { clearance, normal } = kb.trackAt(asset, from), far = -Math.abs(clearance);
    if (Number.isFinite(far) && Math.abs(far) < asset.info.maxClearance)
      drawArrow(context, stage, from, { x: from.x + normal.x * far * Math.sign(clearance),
        y: from.y + normal.y * far * Math.sign(clearance) }, '#fff');
  }

  function probe(x, y) {
    state.x = Math.max(0, Math.min(size.w - 1, x));
    state.y = Math.max(0, Math.min(size.h - 1, y));
    says.textContent = `${state.x}, ${state.y}: ${describe({ x: state.x, y: state.y })}`;
    stage.paint();
  }

  function describe(p) {
    const value = kb.zoneAt(asset, ORIGIN, p), zone = kb.zoneOf(asset, value);
    const name = zone ? `${zone.name} (${value})` : isTrack ? _('no surface') : _('no zone');
    if (!isTrack)
      return name;
    const clearance = kb.trackClearance(asset, { x: p.x + 0.5, y: p.y + 0.5 });
    const most = asset.info.maxClearance;
    const far = Math.abs(clearance) >= most ? _('{n} px or more', { n: most })
      : `${rounded(Math.abs(clearance))} px`;
    const circle = { centre: { x: p.x + 0.5, y: p.y + 0.5 }, radius: 0 };
    const bands = [...asset.items(KIND.BAND)].filter((band) => kb.trackTouching(band, circle));
    return _(clearance <= 0 ? N_('{name}; off the road, {far} to it')
      : bands.length ? N_('{name}; on the road, {far} from its edge; bands: {bands}')
        : N_('{name}; on the road, {far} from its edge'),
    { name, far, bands: bands.map((b) => b.name).join(', ') });
  }

  const move = (dx, dy) => (event) => {
    const by = event.shiftKey ? 10 : 1;
    probe(state.x + dx * by, state.y + dy * by);
  };
  const opacity = el('input', { type: 'range', min: 0, max: 100, value: state.opacity,
    'aria-label': _('Opacity of the painting, in percent'), input: () => {
      state.opacity = Number(opacity.value);
      stage.paint();
    } });
  const show = (name) => (on) => { state[name] = on; stage.paint(); };
  probe(state.x, state.y);
  return { state, stop: () => stage.observer.disconnect(),
    keys: { ArrowLeft: move(-1, 0), ArrowRight: move(1, 0), ArrowUp: move(0, -1),
      ArrowDown: move(0, 1) },
    node: el('section', { 'aria-labelledby': 'name' }, el('h2', { id: 'name' }, asset.name),
      el('p', { class: 'soft' }, _(isTrack ? N_('Track, {w} × {h} pixels. Point at it, '
        + 'or move the probe with arrow keys; with Shift by ten.') : N_('Mask, {w} × {h} pixels. '
        + 'Point at it, or move the probe with arrow keys; with Shift by ten.'), size)),
      stage.root, says, el('div', { class: 'bar' }, el('span', {}, _('Painting')), opacity,
        ...(isTrack ? [check(_('Bands'), state.bands, show('bands')),
          check(_('Check points'), state.gates, show('gates'))] : [])),
      zoneTable(asset, isTrack ? _('Surfaces') : _('Zones')), isTrack ? bandTable(asset) : null) };
}
