#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Answers questions about a bank as `kickbox query` does, from the web binding:
//
//     node query.js BANK < questions > answers
//
// KICKBOX_WEB is the folder of kickbox.js and kickbox.wasm; without it, this file's.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Names, Refusal, box, circle, dump, fail, keys, number, pair, parse, pixel, real, text,
         triple, vec } from './query_lines.js';

const folder = process.env.KICKBOX_WEB;
const library = folder ? pathToFileURL(`${folder}/kickbox.js`) : new URL('./kickbox.js',
                                                                        import.meta.url);
const { load } = await import(library.href);
const kb = await load();
const { Kind, Manner, HeightFilter } = kb;

const LEVEL_LIMIT = 65536, MOST_ZONES = 256;
const KINDS = ['not solid', 'full', 'one-way left', 'one-way right', 'one-way top',
               'one-way bottom', 'heights left', 'heights right', 'heights top', 'heights bottom'];

// ---- frames

function shapeAnswer(names, found) {
  names.status(found.status);
  return found.index === kb.NONE ? { hit: false }
    : { hit: true, shape: found.index, class: names.className(found.classIndex) };
}

function point(names, line) {
  if (['circle', 'box', 'p'].filter((key) => line[key] !== undefined).length > 1)
    fail(`${line.circle !== undefined ? 'circle' : 'box'}: expected one of p, box and circle`);
  const { frame, place } = names.pose(line, 'pose'), classes = names.classes(line);
  if (line.circle !== undefined)
    return shapeAnswer(names, kb.frameHit(frame, place, { circle: circle(line.circle) }, classes));
  if (line.box !== undefined)
    return shapeAnswer(names, kb.frameHit(frame, place, { box: box(line.box) }, classes));
  return shapeAnswer(names, kb.frameAt(frame, place, pixel(line.p, 'p'), classes));
}

function action(names, line) {
  const { frame, place } = names.pose(line, 'pose');
  const found = kb.frameAction(frame, place, text(line, 'name'));
  return !found.found ? { found: false }
    : { found: true, p: [found.pixel.x, found.pixel.y],
        direction: found.hasDirection ? pair(found.direction) : null };
}

function strike(names, line) {
  const a = names.pose(line, 'a'), name = text(line, 'name'), b = names.pose(line, 'b');
  return shapeAnswer(names, kb.strike(a.frame, a.place, name, b.frame, b.place,
                                      names.classes(line)));
}

function shapes(names, line) {
  const a = names.pose(line, 'a'), b = names.pose(line, 'b');
  const ofA = names.classes(line, 'a_classes'), ofB = names.classes(line, 'b_classes');
  const pairs = kb.framesOverlap(a.frame, a.place, b.frame, b.place, ofA, ofB);
  return { hit: pairs.length > 0, pairs: pairs.map((found) => [found.a, found.b]) };
}

function pixels(names, line) {
  const a = names.pose(line, 'a'), b = names.pose(line, 'b');
  const first = kb.pixelsFirst(a.frame, a.place, b.frame, b.place);
  if (!first.found)
    return { hit: false, first: null, area: 0 };
  return { hit: true, first: [first.p.x, first.p.y],
           area: kb.pixelsArea(a.frame, a.place, b.frame, b.place) };
}

// ---- zones and tracks

function painting(names, line) {
  if (['mask', 'pose', 'track'].filter((key) => line[key] !== undefined).length > 1)
    fail(`${line.pose !== undefined ? 'pose' : 'track'}: `
         + 'expected a mask, a track or a pose, not both');
  if (line.pose !== undefined) {
    const { frame, place } = names.pose(line, 'pose');
    return { pixels: frame, owner: frame.parent, place };
  }
  const place = { x: 0, y: 0 };
  if (line.track !== undefined) {
    const owner = names.named(line, 'track', Kind.TRACK);
    return { pixels: owner.info.mask, owner, place };
  }
  const owner = names.named(line, 'mask', Kind.MASK);
  return { pixels: owner, owner, place };
}

function zonesTouching(of, shape) {
  const set = kb.zonesTouching(of.pixels, of.place, shape), zones = [];
  const all = 0xffffffffffffffffn;
  const first = kb.zonesFirst(of.pixels, of.place, shape, { bits: [all - 1n, all, all, all] });
  for (let value = 1; value < MOST_ZONES; value++)
    if (kb.zoneSetHas(set, value))
      zones.push(kb.zoneOf(of.owner, value)?.name ?? '');
  return { zones, first: first.found ? [first.p.x, first.p.y] : null };
}

function zone(names, line) {
  const given = ['p', 'box', 'circle', 'segment'].filter((key) => line[key] !== undefined);
  if (given.length > 1)
    fail(`${given[given.length - 1]}: expected one of p, box, circle and segment`);
  if (given.length === 0)
    fail('p: expected two numbers [x, y]; or box, circle or segment');
  const of = painting(names, line);
  if (line.p !== undefined) {
    const value = kb.zoneAt(of.pixels, of.place, pixel(line.p, 'p'));
    return { zone: kb.zoneOf(of.owner, value)?.name ?? null, value };
  }
  if (line.box !== undefined)
    return zonesTouching(of, { box: box(line.box) });
  if (line.circle !== undefined)
    return zonesTouching(of, { circle: circle(line.circle) });
  if (!Array.isArray(line.segment) || line.segment.length !== 2)
    fail('segment: expected its ends [[x, y], [x, y]]');
  const [a, b] = line.segment.map((end, i) => vec(end, `segment[${i}]`));
  return zonesTouching(of, { segment: { a, b } });
}

function clearance(names, line) {
  const track = names.named(line, 'track', Kind.TRACK), p = vec(line.p, 'p');
  const radius = line.radius === undefined ? undefined
    : number(line.radius, 'radius', 0, kb.WORLD_LIMIT);
  const band = [...track.items(Kind.BAND)].find((item) => item.info.radius === radius);
  const { maxClearance, mask } = track.info;
  if (radius > maxClearance && !band)
    fail(`radius: expected at most ${maxClearance}, which this track's clearance is cut off at`);
  const found = kb.trackAt(track, p);
  const value = kb.zoneAt(mask, { x: 0, y: 0 }, { x: Math.floor(p.x), y: Math.floor(p.y) });
  return { clearance: real(found.clearance), normal: pair(found.normal),
           surface: kb.zoneOf(track, value)?.name ?? null,
           touches: radius === undefined ? undefined
             : kb.trackTouching(band ?? track, { centre: p, radius }) };
}

// ---- levels

function readMove(names, line, withRadius) {
  const level = names.level(line);
  if (line.partition !== undefined)
    fail('partition: cannot be built');
  const from = vec(line.from, 'from', LEVEL_LIMIT), to = vec(line.to, 'to', LEVEL_LIMIT);
  const radius = line.radius === undefined && !withRadius ? 0
    : number(line.radius, 'radius', 0, LEVEL_LIMIT);
  return { walls: kb.levelLayer(level, 0), from, radius, filter: { classes: names.classes(line) },
           way: { x: Math.fround(to.x - from.x), y: Math.fround(to.y - from.y) } };
}

function move(names, quest, manner) {
  const mover = { circle: { centre: quest.from, radius: quest.radius } };
  const moved = kb.levelMove(quest.walls, mover, quest.way, { manner }, quest.filter);
  names.status(moved.status);
  return moved;
}

function placeAfter(quest, moved) {
  const onGrid = (x) => Math.fround(Math.floor(x * 256 + 0.5) / 256);
  return pair({ x: onGrid(quest.from.x + moved.moved.x), y: onGrid(quest.from.y + moved.moved.y) });
}

const indexOrNull = (index) => index === kb.NONE ? null : index;

function trace(names, line) {
  const quest = readMove(names, line, false), moved = move(names, quest, Manner.STOP);
  return { hit: moved.hit, fraction: real(moved.fraction), point: placeAfter(quest, moved),
           normal: moved.hit ? pair(moved.normal) : null, wall: indexOrNull(moved.index),
           started_inside: moved.startedInside };
}

function slide(names, line) {
  const quest = readMove(names, line, true), moved = move(names, quest, Manner.SLIDE);
  return { point: placeAfter(quest, moved), walls: moved.touches.map((touch) => touch.index),
           cut: moved.cut };
}

function locate(names, line) {
  const level = names.level(line);
  if (line.partition !== undefined)
    fail('partition: cannot be built');
  const { handle, leaf } = kb.levelAt(level, vec(line.p, 'p', LEVEL_LIMIT));
  return { area: handle?.name ?? null, leaf: indexOrNull(leaf) };
}

function describe(names, tiles, tile) {
  if (!tile.found)
    return null;
  const frame = kb.tileFrame(tiles, tile), animation = kb.tileAnimation(tiles, tile);
  return { sprite: frame?.parent?.name ?? '', frame: kb.info(frame).index | 0,
           animation: animation?.name ?? null, kind: KINDS[tile.kind],
           class: names.className(tile.classIndex),
           flip: (tile.flipX ? 'x' : '') + (tile.flipY ? 'y' : ''), transposed: tile.transposed,
           height: tile.height, offset: [tile.offset.x, tile.offset.y] };
}

function tiles(names, line) {
  const layer = names.layer(line, 'layer', Kind.TILES);
  const isSolid = (area) => kb.levelTouching(layer, { box: area }).length > 0;
  if (line.p !== undefined) {
    const p = pixel(line.p, 'p'), cell = kb.cellOf(layer, p), tile = kb.tilesTile(layer, cell);
    return { hit: tile.found, cells: tile.found ? [[cell.x, cell.y]] : [],
             tile: describe(names, layer, tile), solid: isSolid([p.x, p.y, p.x + 1, p.y + 1]) };
  }
  if (line.box === undefined)
    fail('expected "p" or "box"');
  const area = box(line.box), cells = kb.tilesCells(layer, area);
  return { hit: cells.length > 0, cells: cells.map((cell) => [cell.x, cell.y]),
           solid: isSolid(area) };
}

function ground(names, line) {
  const layer = names.layer(line, 'ground', Kind.GROUND), ofX = line.x !== undefined;
  const foot = ofX ? { x: number(line.x, 'x', -kb.WORLD_LIMIT, kb.WORLD_LIMIT), y: 0 }
    : vec(line.p, 'p');
  const found = kb.groundAt(layer, foot.x);
  return { y: found.found ? real(found.y) : null, slope: found.found ? real(found.slope) : null,
           normal: found.found ? pair(found.normal) : null, too_steep: found.tooSteep,
           touches: ofX ? undefined : kb.levelTouching(layer, { point: foot }).length > 0 };
}

function height(names, line) {
  const map = names.layer(line, 'map', Kind.HEIGHTMAP), p = vec(line.p, 'p');
  const filter = { nearest: HeightFilter.NEAREST, bilinear: HeightFilter.BILINEAR,
                   bicubic: HeightFilter.BICUBIC }[line.filter ?? 'bilinear']
    ?? fail('filter: expected "nearest", "bilinear" or "bicubic"');
  const found = kb.heightmapAt(map, p, filter);
  return { z: real(found.z), normal: triple(found.normal), inside: found.inside };
}

// ---- lines

// question: its answer, the keys of its line, and whether numbers are written in full.
const QUESTIONS = {
  point: [point, 'q pose p box circle classes', false],
  action: [action, 'q pose name', false],
  strike: [strike, 'q a name b classes', false],
  shapes: [shapes, 'q a b a_classes b_classes', false],
  pixels: [pixels, 'q a b', false],
  zone: [zone, 'q mask track pose p box circle segment', false],
  clearance: [clearance, 'q track p radius', false],
  trace: [trace, 'q level from to radius classes partition', true],
  slide: [slide, 'q level from to radius classes partition', true],
  locate: [locate, 'q level p partition', true],
  tiles: [tiles, 'q level layer p box', true],
  ground: [ground, 'q level ground x p', true],
  height: [height, 'q level map p filter', true],
};

function answer(names, input) {
  const line = parse(input);
  if (line === null || typeof line !== 'object' || Array.isArray(line))
    fail('expected a JSON object');
  if (typeof line.q !== 'string')
    fail('q: expected the name of a question');
  if (!Object.hasOwn(QUESTIONS, line.q))
    fail(`q: no question is called '${line.q}'`);
  const [ask, known, isExact] = QUESTIONS[line.q];
  keys(line, '', known.split(' '));
  return dump(ask(names, line), isExact ? 17 : 9);
}

const names = new Names(kb, kb.open(readFileSync(process.argv[2])));
const answers = [];
for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (/^\s*$/.test(line))
    continue;
  try {
    answers.push(answer(names, line));
  } catch (error) {
    // Of lines that are no JSON only the text differs from that of `kickbox query`.
    if (!(error instanceof Refusal || error instanceof SyntaxError))
      throw error;
    answers.push(dump({ error: error.message }, 9));
    process.exitCode = 1;
  }
}
process.stdout.write(answers.map((line) => `${line}\n`).join(''));
