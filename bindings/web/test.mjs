// SPDX-License-Identifier: MIT
// Checks of the web binding itself: run by test.py with the folder of kickbox.js and two banks.
// Prints a line for each: its name, then "ok" or what is wrong.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';

const [folder, dojoPath, yardPath, alonePath, templePath] = process.argv.slice(2);
const at = (name) => pathToFileURL(`${folder}/${name}`);
const { load, Kind, Status, KickboxError } = await import(at('kickbox.js'));
const inline = await import(at('kickbox-inline.js'));
const kb = await load(), dojo = readFileSync(dojoPath), yard = readFileSync(yardPath);
const bank = kb.open(dojo), boxer = bank.find(Kind.SPRITE, 'boxer');
const frame = boxer.item(Kind.FRAME, 12);

/** How many times a second: the best of three. */
function rate(count, ask) {
  let best = 0;
  for (let run = 0; run < 3; run++) {
    const start = performance.now();
    for (let i = 0; i < count; i++)
      ask(i);
    best = Math.max(best, count / (performance.now() - start) * 1000);
  }
  return best;
}

const checks = {
  handles_know_their_bank() {
    assert.equal(boxer.name, 'boxer');
    assert.equal(boxer.bank, bank);
    assert.equal(frame.parent, boxer);
    assert.equal(boxer.item(Kind.FRAME, 12), frame);
    assert.equal(frame.info.hasHotSpot, true);
    assert.equal(boxer.count(Kind.FRAME), [...boxer.items(Kind.FRAME)].length);
    assert.equal(bank.find(Kind.SPRITE, 'nobody'), null);
    assert.equal(boxer.value('none'), null);
    assert.equal(kb.frameAt(null, [0, 0], [0, 0]).hit, false);
    assert.throws(() => kb.frameAt(bank, [0, 0], [0, 0]), TypeError);
  },

  structs_make_the_round() {
    const turned = { x: 1.5, y: -2.25, axis: { x: 0, y: 1 }, scale: 2, flipX: true, flipY: false };
    assert.deepEqual(kb.turned([1.5, -2.25], [0, 1], 2), { ...turned, flipX: false });
    assert.deepEqual(kb.boxMoved([1, 2, 3, 4], [10, 20]), { x0: 11, y0: 22, x1: 13, y1: 24 });
    assert.deepEqual(kb.boxMoved({ x0: 1, y0: 2, x1: 3, y1: 4 }, { x: 10, y: 20 }),
                     { x0: 11, y0: 22, x1: 13, y1: 24 });
    assert.deepEqual(kb.shapeCapsule([1, 2], [3, 4], 5), {
      kind: kb.ShapeKind.CAPSULE, oneWay: false,
      capsule: { a: { x: 1, y: 2 }, b: { x: 3, y: 4 }, radius: 5 } });
    assert.deepEqual(kb.shapePolygon([[0, 0], [4, 0], [0, 4]]).polygon.corners,
                     [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 0, y: 4 }]);
    assert.equal(kb.overlap({ polygon: [[0, 0], [9, 0], [0, 9]] }, { circle: [[1, 1], 1] }), true);
    assert.equal(kb.overlap({ convex: [[0, 0], [9, 0], [0, 9]] }, { point: [8, 8] }), false);
    assert.deepEqual(kb.zoneBit(200).bits, [0n, 0n, 0n, 256n]);
    assert.equal(kb.zoneSetHas({ bits: [0n, 0n, 0n, 256n] }, 200), true);
    assert.equal(kb.shape3Obb({ centre: [1, 2, 3], axis: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
                                half: [4, 5, 6] }).obb.axis[1].y, 1);
  },

  a_pixel_is_an_upright_place() {
    for (const [x, y] of [[3, 4], [-3, -4], [0.75, -0.25], [-0.5, 7.5], [1e12, -1e12]]) {
      const place = kb.at(x, y), centre = (box) => JSON.stringify(kb.frameArea(frame, box));
      assert.equal(centre([x, y]), centre(place));
      assert.equal(centre({ x, y }), centre(place));
    }
  },

  what_is_changed_comes_back() {
    const bodies = [{ position: [0, 0], velocity: [1, 0], inverseMass: 1, restitution: 1 },
                    { position: [2, 0], velocity: [0, 0], inverseMass: 1, restitution: 1 }];
    const manifold = kb.collide({ circle: [[0, 0], 1] }, { circle: [[2, 0], 1] });
    kb.resolve(bodies[0], bodies[1], manifold);
    assert.deepEqual([bodies[0].velocity.x, bodies[1].velocity.x], [0, 1]);
    const order = [0, 0];
    assert.deepEqual(kb.pairs([[[0, 0], [2, 2]], [[1, 1], [3, 3]]], order).map((p) => [p.a, p.b]),
                     [[0, 1]]);
    const lap = { next: 0, laps: 0, passed: 0, fraction: 0 }, gate = [[0, 0], [0, 10]];
    const path = kb.gateCrossed(gate, [-5, 5], [5, 5]) === 1 ? [-5, 5] : [5, -5];
    assert.equal(kb.gatesAdvance([gate], lap, [path[0], 5], [path[1], 5]), Status.OK);
    assert.deepEqual(lap, { next: 0, laps: 1, passed: 1, fraction: 0.5 });
  },

  classes_left_out_are_all() {
    const there = [[0, 0], { box: [-99, -99, 99, 99] }];
    assert.equal(kb.frameHit(frame, ...there).hit, true);
    assert.equal(kb.frameHit(frame, ...there, kb.ALL_CLASSES).hit, true);
    assert.equal(kb.frameHit(frame, ...there, 0n).hit, false);
    assert.equal(bank.classes(['head', 'hit', 'none']), 0b10001n);
  },

  long_lists_are_whole() {
    const boxes = Array.from({ length: 100000 }, (_, i) => [i, 0, i + 1, 1]);
    assert.equal(kb.boxesTouching([0, 0, 100000, 1], boxes).length, 100000);
    assert.equal(kb.frameAt(frame, [0, 0], [0, 0]).status, Status.OK);
  },

  levels_answer() {
    const world = kb.open(yard), level = world.find(Kind.LEVEL, 'yard');
    const { min, max } = kb.levelBounds(level);
    assert.ok(max.x > min.x);
    const falls = kb.levelMove(level, { box: [40, 0, 50, 16] }, [0, 400],
                               { manner: kb.Manner.WALK, stepUp: 1, stepDown: 1 });
    assert.equal(typeof falls.onFloor, 'boolean');
    assert.equal(kb.levelTouching(level, { box: [0, 0, 4000, 4000] }).length > 100, true);
    const own = kb.levelOf([kb.levelLayer(level, 0)]);
    assert.equal(own.kind, Kind.LEVEL);
    own.close();
    world.close();
  },

  arrays_of_numbers_are_lists() {
    const query = { x0: 0, y0: 0, x1: 10, y1: 10 }, flat = [5, 5, 8, 8, 50, 5, 60, 8];
    assert.deepEqual(kb.boxesTouching(query, new Int32Array(flat)), [0]);
    assert.deepEqual(kb.shapeConvex(new Float32Array([0, 0, 4, 0, 0, 4])),
                     kb.shapeConvex([[0, 0], [4, 0], [0, 4]]));
    assert.equal(kb.overlap({ convex: new Float32Array([0, 0, 9, 0, 0, 9]) }, { point: [1, 1] }), true);
    const order = new Uint32Array(2);
    assert.equal(kb.pairs(new Float32Array([0, 0, 2, 2, 1, 1, 3, 3]), order).length, 1);
    for (const wrong of [flat, new Float32Array(flat), new Int32Array(7), 5, 'boxes', null, undefined, [[1, 2]], [null]])
      assert.throws(() => kb.boxesTouching(query, wrong), { name: 'TypeError', message: /^expected / });
    assert.throws(() => kb.pairs([[[0, 0], [1, 1]]], [0, 0]), /order is not as long as bounds/);
  },

  mistakes_are_type_errors() {
    const place = [0, 0], here = { circle: [[0, 0], 1] };
    for (const [message, ask] of [
      ['expected Vec { x, y }, got { x }', () => kb.contains(here, { x: 1 })],
      ['expected Vec { x, y }, got [1]', () => kb.contains(here, [1])],
      ['expected Vec { x, y }, got undefined', () => kb.contains(here)],
      ['expected Vec { x, y }, got undefined', () => kb.contains({ rect: [[0, 0]] }, [1, 1])],
      ['expected Point { x, y }, got a handle', () => kb.frameAt(frame, place, frame)],
      ['expected Box { x0, y0, x1, y1 }, got [1,2]', () => kb.overlap({ box: [1, 2] }, here)],
      ['expected Place { x, y }, got a handle', () => kb.framesTouch(frame, place, undefined, frame, place)],
      ['expected Place { x, y }, got undefined', () => kb.frameHit(frame)],
      ['expected Shape { point or segment or circle or capsule or rect or box or obb or convex or polygon or halfPlane }, got { circel }',
       () => kb.overlap({ circel: here.circle }, here)],
      ['expected a handle, got { x }', () => kb.frameHit({ x: 1 }, place, here)],
      ['expected a set of classes, a BigInt, got { circle }', () => kb.frameHit(frame, place, here, here)],
      ['expected a text, got undefined', () => kb.find(frame, Kind.ACTION)],
      ['expected 4 numbers, got undefined', () => kb.zoneSetHas({}, 1)],
    ])
      assert.throws(ask, { name: 'TypeError', message });
    for (const shape of [null, undefined, 5, 'circle', [], {}, { circle: 5 }, { circle: null }, { polygon: 5 }])
      assert.throws(() => kb.overlap(shape, here), TypeError);
  },

  doors_are_lists() {
    const world = kb.open(readFileSync(templePath)), garden = world.find(Kind.LEVEL, 'garden');
    const { walls } = garden.item(Kind.WALLS, 0).info, circle = { circle: [[381, 200], 40] };
    const open = (removed) => ({ changes: [{ layer: 0, removed }] }), words = Math.ceil(walls / 64);
    const closed = kb.levelTouching(garden, circle);
    assert.ok(closed.length > 0);
    for (const full of [(bits) => Array(words).fill(bits), (bits) => new BigUint64Array(words).fill(bits)]) {
      assert.deepEqual(kb.levelTouching(garden, circle, open(full(0n))), closed);
      assert.deepEqual(kb.levelTouching(garden, circle, open(full(kb.ALL_CLASSES))), []);
    }
    assert.equal(kb.levelCast(garden, circle, [9, 0], open([0n])).status, Status.ERROR_ARGUMENT);
    assert.throws(() => kb.levelTouching(garden, circle, open([0n])), /filter: the level has no such/);
    world.close();
  },

  plans_are_packed() {
    const bytes = kb.groundPack({ spline: kb.Spline.NATURAL, points: [
      { x: 0, y: 10 }, { x: 100, y: 20 }] });
    const ground = kb.openPacked(Kind.GROUND, bytes);
    assert.equal(kb.groundAt(ground, 50).y, 15);
    ground.close();
    assert.equal(kb.groundAt(ground, 50).found, false);
    const walls = kb.openPacked(Kind.WALLS, kb.wallsPack({ walls: [
      { segment: [[10, 0], [10, 20]] }] }));
    assert.equal(kb.levelCast(walls, { point: [0, 10] }, [20, 0]).hit, true);
    walls.close();
    assert.throws(() => kb.groundPack({ points: [] }), KickboxError);
    const short = Array(7).fill(1), tiles = { cellW: 8, cellH: 8, columns: 1, rows: 1, cells: [0] };
    for (const pack of [() => kb.maskPack({ values: short, w: 4, h: 2 }),
                        () => kb.bitmapPack({ values: short, w: 4, h: 2 }),
                        () => kb.heightmapPack({ samples: short, columns: 4, rows: 2 }),
                        () => kb.tilesPack({ ...tiles, tiles: [{ heights: short }] })])
      assert.throws(pack, { name: 'RangeError', message: /has 7 of 8 elements$/ });
  },

  errors_are_thrown() {
    const damaged = Uint8Array.from(dojo);
    damaged[5000] ^= 1;
    assert.throws(() => kb.open(damaged), (error) => error instanceof KickboxError
      && error.status === Status.ERROR_CHECKSUM && error.section.length === 4 && error.offset > 0
      && error.message.includes(error.section));
    assert.throws(() => kb.open(dojo.subarray(0, 100)), { status: Status.ERROR_TRUNCATED });
    assert.throws(() => kb.open(new Uint8Array(100)), { status: Status.ERROR_NOT_A_BANK });
  },

  closed_banks_are_used_again() {
    const one = async () => {
      const fresh = await load();
      let size = 0;
      for (let i = 0; i < 200; i++) {
        const opened = fresh.open(dojo);
        for (const sprite of opened.items(Kind.SPRITE))
          [...sprite.items(Kind.FRAME)].forEach((item) => item.name);
        opened.close();
        if (i === 1)
          size = fresh.memorySize;
      }
      return [size, fresh.memorySize];
    };
    return one().then(([before, after]) => assert.equal(before, after));
  },

  handles_of_a_closed_bank_are_null() {
    const opened = kb.open(dojo), handle = opened.item(Kind.SPRITE, 0);
    opened.close();
    assert.equal(opened.isOpen, false);
    assert.equal(handle.name, '');
    assert.equal(handle.count(Kind.FRAME), 0);
    assert.equal(opened.count(Kind.SPRITE), 0);
    opened.close();
  },

  handles_stay_valid_by_name_when_a_bank_is_loaded_again() {
    const opened = kb.open(dojo), damaged = new Uint8Array(dojo);
    const fakir = opened.find(Kind.SPRITE, 'fakir'), last = fakir.item(Kind.FRAME, 25);
    const gone = opened.find(Kind.SPRITE, 'boxer').item(Kind.FRAME, 3), { name } = last;
    const box = kb.frameShape(last, [0, 0], 1);
    damaged[damaged.length >> 1] ^= 1;
    assert.throws(() => opened.reload(damaged), KickboxError);
    assert.equal(fakir.index, 1);
    opened.reload(readFileSync(alonePath));
    assert.equal(fakir.index, 0);
    assert.equal(opened.item(Kind.SPRITE, 0), fakir);
    assert.equal(fakir.item(Kind.FRAME, 25), last);
    assert.equal(last.name, name);
    assert.equal(last.bank, opened);
    assert.deepEqual(kb.frameShape(last, [0, 0], 1), box);
    assert.equal(gone.count(Kind.SHAPE), 0);
    assert.equal(opened.find(Kind.SPRITE, 'boxer'), null);
    opened.reload(yard);
    assert.equal(last.name, '');
    opened.close();
  },

  async inlined_answers_are_equal() {
    const other = await inline.load(), opened = other.open(dojo);
    const same = opened.find(Kind.SPRITE, 'boxer').item(Kind.FRAME, 12);
    assert.deepEqual(other.frameShape(same, [5, 6], 1), kb.frameShape(frame, [5, 6], 1));
    assert.throws(() => other.frameShape(frame, [5, 6], 1), TypeError);
  },

  async hits_alone_are_enough_for_a_fight() {
    const hits = await load(readFileSync(at('kickbox-hits.wasm')));
    const sprite = hits.open(dojo).find(Kind.SPRITE, 'boxer'), item = sprite.item(Kind.FRAME, 12);
    assert.deepEqual(hits.framesOverlap(item, [0, 0], item, [20, 0]),
                     kb.framesOverlap(frame, [0, 0], frame, [20, 0]));
    assert.equal(hits.levelMove, undefined);
  },

  a_million_questions_a_second() {
    const a = { x: 100, y: 100 }, b = { x: 0, y: 100 };
    const touch = rate(300000, (i) => {
      b.x = 60 + i % 100;
      kb.framesTouch(frame, a, frame, b);
    });
    console.log(`# framesTouch: ${(touch / 1e6).toFixed(2)} million a second`);
    // A busy machine may be slower than the figure of the manual.
    assert.ok(touch > 250000, `${touch}`);
  },
};

for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`${name}: ok`);
  } catch (error) {
    console.log(`${name}: ${String(error.stack).split('\n').slice(0, 12).join(' | ')}`);
  }
}
