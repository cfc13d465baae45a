// SPDX-License-Identifier: MIT
// The open project: its bank, pictures and data; and how elements are made.
'use strict';
const KIND = { CLASS: 1, PAGE: 2, SPRITE: 3, ANIMATION: 4, FRAME: 5, ACTION: 6, SHAPE: 7, ZONE: 8,
  MASK: 10, TRACK: 11, GATE: 12, BAND: 13, LEVEL: 14, WALLS: 15, TILES: 16, MAZE: 17, GROUND: 18,
  HEIGHTMAP: 19, AREA: 20, ENTITY: 21, STEP: 23, EVENT: 24,
  VALUE: 25, DRAWN: 26 };
const NONE = 4294967295, ORIGIN = { x: 0, y: 0 };
const project = { kb: null, bank: null, data: null, pages: [], behind: {}, cache: new Map(),
  words: {} };

/** A text in the language of the page. Values replace the names in braces. */
const _ = (text, values = {}) => (project.words[text] ?? text).replace(/^.*\x04/, '')
  .replace(/\{(\w+)\}/g, (braces, name) => values[name] ?? braces);
const C_ = (context, text) => _(`${context}\x04${text}`);
const N_ = (text) => text;           // marks a text that is shown by _ later

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const pictureOf = (bytes) => createImageBitmap(new Blob([bytes], { type: 'image/png' }));

/** Opens the data of data.js; the old project stays where that fails. */
async function openProject(data) {
  project.kb ??= await Kickbox.load(bytesOf(WASM));
  tellWords();
  const { kb } = project, bank = kb.open(bytesOf(data.bank)), behind = {};
  const pages = await Promise.all([...bank.items(KIND.PAGE)].map(
    (page) => pictureOf(page.info.data.slice())));
  for (const kind of ['masks', 'tracks', 'levels'])
    for (const [name, { png, x, y }] of Object.entries(data[kind]))
      behind[`${kind}/${name}`] = { picture: await pictureOf(bytesOf(png)), x, y };
  const old = project.bank;
  Object.assign(project, { bank, data, pages, behind, cache: new Map() });
  return old;
}

/** Gives the playtest the texts and their translations: pairs that end in 0, then another 0. */
function tellWords() {
  const { E, memory } = project.kb.play;
  const bytes = new TextEncoder().encode(`${Object.entries(project.words).flat().join('\0')}\0\0`);
  const at = E.kbw_take(bytes.length) >>> 0;
  new Uint8Array(memory.buffer).set(bytes, at);
  E.kbw_words(at);
  project.kb.play.refreshViews();
}

/** A value that is computed once for a key, until another bank is open. */
function cached(key, make) {
  if (!project.cache.has(key))
    project.cache.set(key, make());
  return project.cache.get(key);
}

const css = (rgba, alpha = 1) =>
  `rgba(${rgba >>> 24}, ${(rgba >>> 16) & 255}, ${(rgba >>> 8) & 255}, ${alpha})`;
const theme = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);
const classAt = (i) => (i < project.bank.count(KIND.CLASS) ? project.bank.item(KIND.CLASS, i) : null);
const className = (i) => classAt(i)?.name ?? _('no class');
const classColour = (i) => classAt(i)?.info.colour ?? 0x9a9996ff;
/** To a tenth, as the language writes numbers. */
const rounded = (n) => new Intl.NumberFormat(document.documentElement.lang,
  { maximumFractionDigits: 1, useGrouping: false }).format(Math.round(n * 10) / 10 + 0);

/** The text for one or for many, as the language has it. */
function plural(n, one, many) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(n);
  return form === 'one' ? _(one, { n }) : _(many, { n });
}

/** An element; attributes that are functions are listeners. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'function')
      node.addEventListener(name, value);
    else if (name === 'style')
      node.style.cssText = value;      // the page forbids styles in attributes
    else if (value !== null && value !== false)
      node.setAttribute(name, value === true ? '' : value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A table. Columns with a leading # are numbers; the first cell of a row is its header. */
function table(caption, columns, rows) {
  const is = (i) => (columns[i].startsWith('#') ? { class: 'number' } : {});
  return el('div', { class: 'scroll' },
    el('table', {}, el('caption', {}, caption),
      el('thead', {}, el('tr', {}, ...columns.map(
        (title, i) => el('th', { scope: 'col', ...is(i) }, title.replace('#', ''))))),
      el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map(
        (cell, i) => el(i ? 'td' : 'th', { ...(i ? {} : { scope: 'row' }), ...is(i) }, cell)))))));
}

const swatch = (rgba) =>
  el('span', { class: 'swatch', style: `background: ${css(rgba)}`, 'aria-hidden': 'true' });

/** A labelled check box; `change` gets whether it is set. */
function check(label, checked, change, rgba = null) {
  return el('label', {}, el('input', { type: 'checkbox', checked,
    change: (event) => change(event.target.checked) }), rgba === null ? null : swatch(rgba), label);
}

/** A labelled choice of [value, title] pairs. */
function choice(label, options, chosen, change) {
  return el('label', {}, `${label} `, el('select', {
    change: (event) => change(event.target.value) }, ...options.map(
      ([value, title]) => el('option', { value, selected: value === chosen }, title))));
}
