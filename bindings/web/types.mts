// SPDX-License-Identifier: MIT
// What must pass a TypeScript compiler with kickbox.d.ts, and what must not.
import { load, Kind, KickboxError } from './kickbox.js';

const kb = await load();
const bank = kb.open(new Uint8Array(4));
const frame = bank.find(Kind.SPRITE, 'boxer')?.item(kb.Kind.FRAME, 0) ?? null;
const thing = kb.frameHit(frame, [1, 2], { circle: [[1, 2], 3] });
export const index: number = thing.classIndex;
kb.framesTouch(frame, { x: 1, y: 2, flipX: true }, frame, [1, 2, true]);
kb.frameHit(frame, kb.at(1, 2), { polygon: [[1, 2], [3, 4], [5, 6]] }, bank.classes(['head']));
const moved = kb.levelMove(null, { box: [1, 2, 3, 4] }, [1, 2],
                           { manner: kb.Manner.WALK, stepUp: 1 }, { dropThrough: true });
export const isWall: boolean = moved.touches.some((touch) => touch.kind === Kind.WALLS);
export const packed: Uint8Array = kb.wallsPack({ walls: [{ segment: [[1, 2], [3, 4]] }] });
export const failed: boolean = new Error() instanceof KickboxError;
kb.boxesTouching([0, 0, 1, 1], new Int32Array(4));
kb.shapeConvex(new Float32Array(6));
kb.levelTouching(null, { circle: [[0, 0], 1] }, { changes: [
  { layer: 0, removed: new BigUint64Array(7) }, { layer: 1, removed: [7n] }] });

// @ts-expect-error a text is no place
kb.frameHit(frame, 'here', { point: [1, 2] });
// @ts-expect-error a sprite has no such member
kb.info(frame).nothing;
