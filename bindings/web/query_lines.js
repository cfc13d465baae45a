// SPDX-License-Identifier: MIT
// Lines of questions and answers as `kickbox query` reads and writes them. Used by query.js.

/** A number that is written with a point, or was read with one. */
export class Real {
  constructor(value) { this.value = value; }
}

/** A line that cannot be answered. */
export class Refusal extends Error {}

export function fail(text) {
  throw new Refusal(text);
}

// ---- JSON, which keeps 3 and 3.0 apart

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function parse(line) {
  const marked = line.replace(TOKENS, (token) =>
    token[0] !== '"' && /[.eE]/.test(token) ? `{"real number": ${token}}` : token);
  return JSON.parse(marked, (key, value) =>
    value !== null && typeof value === 'object' && 'real number' in value
      ? new Real(value['real number']) : value);
}

/** As printf's "%.{digits}g", halves to even. */
function general(x, digits) {
  if (x === 0)
    return Object.is(x, -0) ? '-0' : '0';
  let mantissa = Math.abs(x).toExponential(digits - 1), [figures, exponent] = mantissa.split('e');
  const long = Math.abs(x).toExponential(100).split('e')[0].replace('.', '');
  if (/^50*$/.test(long.slice(digits)) && Number(long[digits - 1]) % 2 === 0)
    figures = `${long[0]}.${long.slice(1, digits)}`;
  exponent = Number(exponent);
  figures = figures.replace('.', '').replace(/0+$/, '') || '0';
  const sign = x < 0 ? '-' : '';
  if (exponent < -4 || exponent >= digits)
    return `${sign}${figures[0]}${figures.length > 1 ? '.' : ''}${figures.slice(1)}e${exponent}`;
  if (exponent < 0)
    return `${sign}0.${'0'.repeat(-exponent - 1)}${figures}`;
  const whole = figures.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const rest = figures.slice(exponent + 1);
  return `${sign}${whole}${rest && '.'}${rest}`;
}

/** Compact JSON; reals with that many digits, and a point or an exponent. */
export function dump(value, digits) {
  if (value instanceof Real) {
    if (!Number.isFinite(value.value))
      fail('no answer');
    const text = general(value.value, digits);
    return /[.e]/.test(text) ? text : `${text}.0`;
  }
  if (Array.isArray(value))
    return `[${value.map((item) => dump(item, digits)).join(',')}]`;
  if (value === null || typeof value !== 'object')
    return JSON.stringify(value);
  return `{${Object.entries(value).filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${dump(item, digits)}`).join(',')}}`;
}

export const real = (x) => new Real(x);
export const pair = (v) => [real(v.x), real(v.y)];
export const triple = (v) => [real(v.x), real(v.y), real(v.z)];

// ---- values of a line

const WORLD = 4194304, INT_MIN = -2147483648, INT_MAX = 2147483647;

const isNumber = (value) => typeof value === 'number' || value instanceof Real;
const wide = (value) => value instanceof Real ? value.value : value;
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
  && !(value instanceof Real);

export function keys(object, path, known) {
  for (const key of Object.keys(object))
    if (!known.includes(key))
      fail(`${path}${path && '.'}${key}: no such key; expected ${known.join(', ')}`);
}

export function number(value, path, low, high) {
  if (!isNumber(value) || !(wide(value) >= low && wide(value) <= high))
    fail(`${path}: expected a number from ${general(low, 7)} to ${general(high, 7)}`);
  return Math.fround(wide(value));
}

export function vec(value, path, limit = WORLD) {
  if (!Array.isArray(value) || value.length !== 2)
    fail(`${path}: expected two numbers [x, y]`);
  const [x, y] = value.map((item, i) => number(item, `${path}[${i}]`, -limit, limit));
  return { x, y };
}

/** The pixel that contains a point; `whole` refuses fractions. */
export function pixel(value, path, whole = false) {
  if (!Array.isArray(value) || value.length !== 2)
    fail(`${path}: expected two numbers [x, y]`);
  const [x, y] = value.map((item, i) => {
    const at = wide(item);
    if (!isNumber(item) || !(at >= INT_MIN && at < INT_MAX + 1) || whole && at !== Math.floor(at))
      fail(`${path}[${i}]: expected a ${whole ? 'whole ' : ''}number `
           + `from ${INT_MIN} to ${INT_MAX}`);
    return Math.floor(at);
  });
  return { x, y };
}

/** [x, y, w, h] in whole pixels, not empty. */
export function box(value) {
  const isSide = (side, i) => typeof side === 'number' && side <= WORLD
    && side >= (i < 2 ? -WORLD : 1);
  if (!Array.isArray(value) || value.length !== 4 || !value.every(isSide))
    fail(`box: expected whole pixels [x, y, w, h] within ${WORLD}, w and h at least 1`);
  const [x, y, w, h] = value;
  return { x0: x, y0: y, x1: x + w, y1: y + h };
}

export function circle(value) {
  if (!isObject(value))
    fail('circle: expected {"at": [x, y], "radius": R}');
  keys(value, 'circle', ['at', 'radius']);
  return { centre: vec(value.at, 'circle.at'),
           radius: number(value.radius, 'circle.radius', 0, WORLD) };
}

export function text(line, key) {
  return typeof line[key] === 'string' ? line[key] : fail(`${key}: expected a text`);
}

/** Questions about a bank: what a line names is looked up there. */
export class Names {
  constructor(kb, bank) {
    this.kb = kb;
    this.bank = bank;
  }

  /** {frame, place} of a frame in the world. */
  pose(line, key) {
    const pose = line[key], { Kind } = this.kb;
    if (!isObject(pose))
      fail(`${key}: expected a pose {"sprite", "frame", "at", "flip"}`);
    keys(pose, key, ['sprite', 'frame', 'at', 'flip']);
    if (typeof pose.sprite !== 'string')
      fail(`${key}.sprite: expected a name`);
    const sprite = this.bank.find(Kind.SPRITE, pose.sprite)
      ?? fail(`${key}.sprite: the bank has no sprite '${pose.sprite}'`);
    const count = sprite.count(Kind.FRAME);
    if (count === 0)
      fail(`${key}.sprite: the sprite '${pose.sprite}' has no frames`);
    if (typeof pose.frame !== 'number' || pose.frame < 0 || pose.frame >= count)
      fail(`${key}.frame: expected a number from 0 to ${count - 1}`);
    const at = pose.at === undefined ? { x: 0, y: 0 } : pixel(pose.at, `${key}.at`, true);
    const flip = pose.flip ?? (pose.flip === null ? null : '');
    if (!['', 'x', 'y', 'xy'].includes(flip))
      fail(`${key}.flip: expected "", "x", "y" or "xy"`);
    return { frame: sprite.item(Kind.FRAME, pose.frame),
             place: { ...at, flipX: flip.includes('x'), flipY: flip.includes('y') } };
  }

  /** A set of classes; all, if the line has no such key. */
  classes(line, key = 'classes') {
    const names = line[key];
    if (names === undefined)
      return this.kb.ALL_CLASSES;
    if (!Array.isArray(names))
      fail(`${key}: expected a list of class names`);
    return names.reduce((set, name, i) => {
      if (typeof name !== 'string')
        fail(`${key}[${i}]: expected the name of a class`);
      const found = this.bank.find(this.kb.Kind.CLASS, name)
        ?? fail(`${key}[${i}]: the bank has no class '${name}'`);
      return set | this.kb.classBit(found.index);
    }, 0n);
  }

  className(index) {
    return index === this.kb.NONE ? null : this.bank.item(this.kb.Kind.CLASS, index).name;
  }

  named(line, key, kind) {
    const name = text(line, key);
    return this.bank.find(kind, name) ?? fail(`${key}: the bank has no ${key} '${name}'`);
  }

  level(line) {
    return this.named(line, 'level', this.kb.Kind.LEVEL);
  }

  layer(line, key, kind) {
    const level = this.level(line), name = text(line, key);
    return level.find(kind, name) ?? fail(`${key}: the level has no ${key} '${name}'`);
  }

  status(status) {
    if (status !== 0)
      fail(this.kb.statusText(status));
  }
}
