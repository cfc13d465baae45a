// SPDX-License-Identifier: MIT
// Random calls of banks that may be damaged: CALLS.json SEED ROUNDS BANK... See bindings/random_calls.py.
// KICKBOX_WEB is the folder of kickbox.js.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [planPath, seed, rounds, ...banks] = process.argv.slice(2);
const { load, Kind, KickboxError } = await import(pathToFileURL(`${process.env.KICKBOX_WEB}/kickbox.js`));
const kb = await load(), plan = JSON.parse(readFileSync(planPath, 'utf8'));
const FLOATS = [0, 1, -1, 0.5, -0.25, 3, 7.25, 10, 32, 100, -100, 320, 1000, -1e6, 1e9, 3e38, NaN, Infinity, -Infinity];
const INTS = [0, 1, 2, 3, 4, 5, 7, 16, 31, 63, 64, 100, 255, 1000, -1, 2 ** 31 - 1, 2 ** 32 - 1];
const FEW = [0, 1, 2, 3, 4, 100], TEXTS = ['', 'foot', 'kick', 'head', 'goal', 'x'.repeat(300), '\u00e9'];
const KINDS = Object.values(Kind);
let handles = [null], found = {}, state = Number(seed), asked = 0, answered = 0, opened = 0, bank = null;

/** Mulberry32: the same numbers for a seed on every machine. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

const choice = (list) => list[Math.floor(random() * list.length)];
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const calls = plan.calls.filter(([name]) => kb[camel(name)]);
const wrong = () => choice([null, undefined, 1, -1, 0.5, 'text', {}, [], [1], true, 3n, handles.at(-1), kb, wrong,
                            new Int32Array(4), new Float32Array(3), { x: 1 }, { circle: 1 }, Symbol('s')]);

function draw(kind) {
  if (random() < 0.03)
    return wrong();
  if (kind.startsWith('list ')) {
    const numbers = kind === 'list int' && random() < 0.3;
    const list = Array.from({ length: choice([0, 1, 2, 3, 4, 8]) }, () => draw(kind.slice(5)));
    return numbers ? new BigUint64Array(list.length) : list;
  }
  if (kind.startsWith('changed '))
    return draw(kind.slice(8));
  if (found[kind] && random() < 0.5)
    return choice(found[kind]);
  if (plan.structs[kind])
    return Object.fromEntries(plan.structs[kind].filter(() => random() < 0.9)
      .map(([name, inner]) => [camel(name), draw(inner)]));
  switch (kind) {
    case 'handle': return choice(handles);
    case 'text': return choice(TEXTS);
    case 'float': return choice(FLOATS);
    case 'int': return choice(INTS);
    case 'few': return choice(FEW);
    case 'bool': return random() < 0.5;
    case 'classes': return choice([kb.ALL_CLASSES, 0n, 1n, 6n, undefined]);
    case 'shape': return { [choice(['circle', 'polygon', 'rect', 'box', 'point', 'circel'])]: draw('list vec') };
    default: return wrong();
  }
}

/** Results are kept by the names of their fields. */
function keep(result) {
  if (Array.isArray(result))
    result.slice(0, 4).forEach(keep);
  else if (result !== null && typeof result === 'object') {
    if (typeof result.items === 'function')
      handles.length < 400 && handles.push(result);
    else {
      const kind = 'oneWay' in result ? ('circle' in result || 'polygon' in result || 'convex' in result ? 'shape' : null)
        : 'axis' in result && 'flipX' in result ? 'place' : null;
      if (kind)
        (found[kind] ??= []).splice(Math.floor(random() * 16), 1, result);
    }
  }
}

function open(path) {
  try {
    const now = kb.open(readFileSync(path));
    bank?.close();
    bank = now;
  } catch (error) {
    if (!(error instanceof KickboxError))
      throw error;
    return false;
  }
  handles = [null];
  found = {};
  for (const kind of KINDS)
    for (const thing of [...bank.items(kind)].slice(0, 40)) {
      handles.push(thing);
      for (const inner of KINDS)
        handles.push(...[...thing.items(inner)].slice(0, 8));
    }
  return true;
}

for (const path of banks) {
  opened += open(path);
  for (let i = 0; i <= rounds / banks.length; i++) {
    const [name, parameters] = choice(calls), given = parameters.map(([, kind]) => draw(kind));
    asked++;
    try {
      keep(kb[camel(name)](...given));
      answered++;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || !(error instanceof Error))
        throw new Error(`${name}: ${error}`, { cause: error });
    }
  }
}
console.log(`${asked} calls, ${answered} answers, ${opened} of ${banks.length} banks`);
