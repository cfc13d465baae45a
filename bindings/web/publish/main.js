// SPDX-License-Identifier: MIT
// The list of what there is, the view that the address names, and the live link.
const GROUPS = [
  ['sprites', () => _('Sprites'), () => handles(KIND.SPRITE), spriteView],
  ['levels', () => _('Levels'), () => handles(KIND.LEVEL), levelView],
  ['masks', () => _('Masks'), () => handles(KIND.MASK), pictureView],
  ['tracks', () => _('Tracks'), () => handles(KIND.TRACK), pictureView],
  ['scenes', () => C_('web page', 'Play'), scenesOf, sceneView],
];
const POLL_MS = 1000;
const byId = (id) => document.getElementById(id);
const handles = (kind) => [...project.bank.items(kind)];
const addressOf = (group, name) => `#${group}/${encodeURIComponent(name)}`;
let shown = null;                    // { address, view }

/** Takes the language of the data, also for the texts of index.html. */
function useWords(data) {
  project.words = data.words ?? {};
  document.documentElement.lang = C_('language code', 'en');
  document.querySelector('.skip').textContent = _('Skip to the content');
  document.querySelector('#menu > summary').textContent = _('Contents');
  byId('nav').setAttribute('aria-label', _('Contents'));
}

function fillNav() {
  byId('title').textContent = project.data.name;
  document.title = `${project.data.name} – Kickbox`;
  byId('nav').replaceChildren(...GROUPS.flatMap(([group, title, list]) => {
    const items = list();
    return items.length === 0 ? [] : [el('h2', { id: `nav-${group}` }, title()),
      el('ul', { 'aria-labelledby': `nav-${group}` }, ...items.map(
        (item) => el('li', {}, el('a', { href: addressOf(group, item.name) },
          item.title ?? item.name))))];
  }));
}

/** Shows what the address names, or the first of all. `kept`: the state of the same view before. */
function show(kept = {}) {
  const all = GROUPS.flatMap(([group, , list, view]) => list().map(
    (item) => ({ address: addressOf(group, item.name), item, view })));
  const found = all.find(({ address }) => address === location.hash) ?? all[0];
  shown?.view?.stop();
  shown = found ? { address: found.address, view: found.view(found.item, kept) } : null;
  byId('main').replaceChildren(shown?.view.node
    ?? el('p', {}, _('This project is empty so far.')));
  for (const link of byId('nav').querySelectorAll('a'))
    if (link.getAttribute('href') === shown?.address)
      link.setAttribute('aria-current', 'page');
    else
      link.removeAttribute('aria-current');
}

/** Arrow keys and Space belong to the view, unless a field or a button uses them. */
function onKey(event) {
  const isOther = event.ctrlKey || event.metaKey || event.altKey
    || event.target.matches('input, select')
    || (event.key === ' ' && event.target.matches('button, a, summary'));
  const act = shown?.view.keys[event.key];
  if (!act || isOther)
    return;
  event.preventDefault();
  act(event);
}

/** Loads the data again when a new page was published; the view keeps its state. */
async function poll() {
  try {
    const stamp = await read('kickbox-stamp.txt');
    if (poll.stamp !== undefined && stamp !== poll.stamp) {
      await loadData();
      useWords(KICKBOX_DATA);
      const old = await openProject(KICKBOX_DATA);
      const kept = shown?.view.state;
      shown?.view.stop();
      fillNav();
      show(location.hash === '' || shown?.address === location.hash ? kept : {});
      old.close();
      byId('live').textContent = _('Updated at {time}.', { time: new Date().toLocaleTimeString() });
    }
    poll.stamp = stamp;
  } catch (error) {
    console.warn(error);             // the host is away, or the export is half copied
  }
  setTimeout(poll, POLL_MS);
}

async function read(name) {
  const response = await fetch(name, { cache: 'no-store' });
  if (!response.ok)
    throw new Error(`${name}: ${response.status}`);
  return response.text();
}

/** On narrow screens the list closes after a choice. */
function followWidth() {
  const narrow = matchMedia('(max-width: 46rem)'), menu = byId('menu');
  const fit = () => { menu.open = !narrow.matches; };
  narrow.addEventListener('change', fit);
  byId('nav').addEventListener('click', (event) => {
    if (narrow.matches && event.target.matches('a'))
      menu.open = false;
  });
  fit();
}

/** The data as a script, which works from disk too; a host's older copy is not taken. */
const loadData = () => new Promise((done, fail) => document.head.append(el('script', {
  src: `data.js?${Date.now()}`, load: (event) => { event.target.remove(); done(); },
  error: () => fail(new Error('data.js is not next to this page.')) })));

async function begin() {
  const isServed = location.protocol.startsWith('http');
  poll.stamp = isServed ? await read('kickbox-stamp.txt').catch(() => undefined) : undefined;
  await loadData();
  useWords(KICKBOX_DATA);
  byId('main').firstChild.textContent = _('Opening the project…');
  await openProject(KICKBOX_DATA);
  fillNav();
  followWidth();
  show();
  addEventListener('hashchange', () => { show(); byId('main').focus(); scrollTo(0, 0); });
  addEventListener('keydown', onKey);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => show(shown?.view.state));
  if (isServed)
    poll();
}

begin().catch((error) => {
  byId('main').replaceChildren(el('p', { role: 'alert' }, 
    _('Cannot show the project: {why}', { why: error.message })));
});
