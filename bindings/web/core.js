// SPDX-License-Identifier: MIT
// Kickbox in the browser and in Node. Made by make.py: do not edit kickbox.js.
//
// All questions go through one instance of kickbox.wasm. Arguments are written to a scratch area
// in its memory, at fixed offsets; results are read back as plain objects. A handle is written to
// memory once, and is passed by its address from then on.

/** Why bytes could not be opened or packed. */
export class KickboxError extends Error {
  constructor(status, section, offset, message) {
    super(section ? `${section}, byte ${offset}: ${message}` : `byte ${offset}: ${message}`);
    this.name = 'KickboxError';
    this.status = status;
    this.section = section;
    this.offset = offset;
    this.reason = message;
  }
}

/*@ENUMS@*/

const SCRATCH_SIZE = 1 << 18;
const FIXED_SIZE = /*@FIXED@*/;      // of the scratch area, for what each call has at most once
const BANK_SIZE = /*@BANK_SIZE@*/;
const HANDLE_SIZE = 16;
const HANDLES_A_BLOCK = 64;
const ERROR_SIZE = 32;
const ALL = 0xffffffffffffffffn;
const NEAR = 2147483648;             // upright places are within int32

function bind(instance) {
  const E = instance.exports, memory = E.memory;
  const decoder = new TextDecoder(), encoder = new TextEncoder();
  let U8, U16, I32, U32, F32, F64, U64;

  // ---- memory

  function refreshViews() {
    const buffer = memory.buffer;
    U8 = new Uint8Array(buffer);
    U16 = new Uint16Array(buffer);
    I32 = new Int32Array(buffer);
    U32 = new Uint32Array(buffer);
    F32 = new Float32Array(buffer);
    F64 = new Float64Array(buffer);
    U64 = new BigUint64Array(buffer);
  }

  function take(size) {
    const at = E.kbw_take(size) >>> 0;
    if (at === 0)
      throw new RangeError(`no memory for ${size} bytes`);
    if (U8.buffer !== memory.buffer)
      refreshViews();
    return at;
  }

  const release = (at) => E.kbw_release(at);

  refreshViews();
  const S = take(SCRATCH_SIZE), SCRATCH_END = S + SCRATCH_SIZE;
  const NULL_HANDLE = take(HANDLE_SIZE);
  U8.fill(0, NULL_HANDLE, NULL_HANDLE + HANDLE_SIZE);
  let top = S + FIXED_SIZE;
  const extra = [];

  // Memory until the end of the call: scratch, or a block of its own if that is full.
  function spare(size) {
    const at = top, end = at + ((size + 7) & ~7);
    if (end <= SCRATCH_END && size >= 0) {
      top = end;
      return at;
    }
    const block = take(size);
    extra.push(block);
    return block;
  }

  function releaseExtra() {
    while (extra.length > 0)
      release(extra.pop());
  }

  function start() {
    if (extra.length > 0)
      releaseExtra();
    top = S + FIXED_SIZE;
  }

  const zero = (at, size) => { U8.fill(0, at, at + size); };

  // ---- texts, bytes and sets

  function writeText(text) {
    if (typeof text !== 'string')
      throw wrong('a text', text);
    const room = text.length * 3 + 1, at = spare(room);
    const { written } = encoder.encodeInto(text, U8.subarray(at, at + room - 1));
    U8[at + written] = 0;
    return at;
  }

  function readText(at) {
    if (at === 0)
      return null;
    return decoder.decode(U8.subarray(at, U8.indexOf(0, at)));
  }

  function asBytes(bytes) {
    if (bytes instanceof Uint8Array)
      return bytes;
    if (ArrayBuffer.isView(bytes))
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new Uint8Array(bytes);
  }

  function takeBytes(bytes) {
    const at = take(Math.max(bytes.length, 1));
    U8.set(bytes, at);
    return at;
  }

  function wrong(expected, got) {
    let shown = String(got);
    if (got instanceof Handle)
      shown = 'a handle';
    else if (Array.isArray(got))
      shown = `[${got}]`;
    else if (typeof got === 'object' && got !== null)
      shown = `{ ${Object.keys(got).join(' ')} }`;
    return new TypeError(`expected ${expected}, got ${shown}`);
  }

  function asSet(set) {
    if (set === undefined || set === null)
      return ALL;
    if (typeof set !== 'bigint' && !Number.isInteger(set))
      throw wrong('a set of classes, a BigInt', set);
    return BigInt(set);
  }

  // C reads as many elements of a plan's list as its other fields say.
  function enough(name, list, count) {
    if (list && list.length < count)
      throw new RangeError(`${name} has ${list.length} of ${count} elements`);
  }

  function fixed(list, count) {
    if (list?.length !== count)
      throw wrong(`${count} numbers`, list);
    return list;
  }

  // A question without a status would find nothing with changes that do not fit the level.
  function fitting(level, filter) {
    if (level && filter?.changes?.length
        && kb.levelCast(level, { point: [0, 0] }, [0, 0], filter).status !== Status.OK)
      throw new RangeError('filter: the level has no such layer, or its list is too short');
  }

  const asLong = (n) => typeof n === 'bigint' ? n : BigInt(Math.floor(n));

  // ---- handles

  const owners = new Map();          // address of a bank or of packed bytes: who has the handles

  class Owner {
    constructor(start, end) {
      this._start = start;
      this._end = end;
      this._handles = new Map();
      this._blocks = [];
      this._free = 0;
    }

    _cell() {
      if (this._free === 0) {
        this._blocks.push(take(HANDLE_SIZE * HANDLES_A_BLOCK));
        this._free = HANDLES_A_BLOCK;
      }
      return this._blocks[this._blocks.length - 1] + HANDLE_SIZE * --this._free;
    }

    // Handles that are still in use become null handles.
    _forget() {
      for (const handle of this._handles.values())
        handle._at = NULL_HANDLE;
      this._handles.clear();
      this._blocks.forEach(release);
      this._blocks = [];
      this._free = 0;
      owners.delete(this._start);
    }
  }

  function ownerOf(bank, data) {
    const start = bank || data, known = owners.get(start);
    if (known)
      return known;
    for (const owner of owners.values())
      if (start >= owner._start && start < owner._end)
        return owner;
    const loose = new Owner(start, start + 1);
    owners.set(start, loose);
    return loose;
  }

  class Handle {
    constructor(owner, bank, data, index, kind) {
      this.kind = kind;
      this.index = index;
      this._at = owner._cell();
      this._data = data;
      Object.defineProperty(this, '_owner', { value: owner, writable: true });
      const at = this._at >>> 2;
      U32[at] = bank;
      U32[at + 1] = data;
      U32[at + 2] = index;
      I32[at + 3] = kind;
    }

    get bank() { return this._owner instanceof Bank ? this._owner : null; }
    get name() { return kb.name(this); }
    get parent() { return kb.parent(this); }
    get info() { return kb.info(this); }
    find(kind, name) { return kb.find(this, kind, name); }
    count(kind) { return kb.count(this, kind); }
    item(kind, i) { return kb.item(this, kind, i); }
    value(key) { return kb.value(this, key); }

    *items(kind) {
      const count = this.count(kind);
      for (let i = 0; i < count; i++)
        yield this.item(kind, i);
    }

    /** Frees what openPacked or levelOf took; other handles last as long as their bank. */
    close() {
      if (this._memory === undefined)
        return;
      release(this._memory);
      this._memory = undefined;
      this._owner._forget();
    }
  }

  function addressOf(handle) {
    if (handle === null || handle === undefined)
      return NULL_HANDLE;
    if (!(handle instanceof Handle))
      throw wrong('a handle', handle);
    return handle._at;
  }

  function readHandle(p) {
    const at = p >>> 2, kind = I32[at + 3];
    if (kind === 0)
      return null;
    const bank = U32[at], data = U32[at + 1], index = U32[at + 2];
    const owner = ownerOf(bank, data);
    let key = kind * 4294967296 + index, handle = owner._handles.get(key);
    if (handle !== undefined && handle._data !== data) {
      key = `${key} ${data}`;
      handle = owner._handles.get(key);
    }
    if (handle === undefined) {
      handle = new Handle(owner, bank, data, index, kind);
      owner._handles.set(key, handle);
    }
    return handle;
  }

  // The thing of another bank with the same owner and name, or number without a name of its own.
  function sameThing(bank, handle) {
    const { parent, name, kind } = handle;
    if (parent === null)
      return name ? bank.find(kind, name) : bank.item(kind, handle.index);
    const owner = sameThing(bank, parent);
    if (owner === null || (name && parent.find(kind, name) === handle))
      return owner && owner.find(kind, name);
    return owner.item(kind, [...parent.items(kind)].indexOf(handle));
  }

  function writeHandle(p, handle) {
    const at = addressOf(handle);
    U8.copyWithin(p, at, at + HANDLE_SIZE);
  }

  // ---- banks

  function failure(status, at) {
    const section = decoder.decode(U8.subarray(at + 16, at + 21)).replace(/\0.*$/s, '');
    return new KickboxError(status, section, Number(U64[(at + 8) >>> 3]),
                            readText(U32[(at + 24) >>> 2]));
  }

  class Bank extends Owner {
    constructor(at, data) {
      super(at, at + BANK_SIZE);
      this._at = at;
      this._data = data;
    }

    find(kind, name) {
      start();
      E.kbxf_bank_find(this._at, kind, writeText(name), S);
      return readHandle(S);
    }

    count(kind) { return E.kbxf_bank_count(this._at, kind) >>> 0; }

    item(kind, i) {
      E.kbxf_bank_item(this._at, kind, i, S);
      return readHandle(S);
    }

    *items(kind) {
      const count = this.count(kind);
      for (let i = 0; i < count; i++)
        yield this.item(kind, i);
    }

    /** The set of the named classes; unknown names are ignored. */
    classes(names) {
      start();
      const list = spare(names.length * 4);
      names.forEach((name, i) => {
        const at = writeText(name);
        U32[(list >>> 2) + i] = at;
      });
      return BigInt.asUintN(64, E.kbxf_bank_classes(this._at, list, names.length));
    }

    get isOpen() { return this._at !== NULL_BANK; }

    /** Takes another bank's bytes. Handles stay valid by name, or become null handles. */
    reload(bytes) {
      const fresh = kb.open(bytes), kept = [...this._handles.values()];
      const found = kept.map((handle) => sameThing(fresh, handle));
      U8.copyWithin(this._at, fresh._at, fresh._at + BANK_SIZE);
      this._handles.clear();
      kept.forEach((handle, i) => this._move(handle, found[i]));
      release(this._data);
      this._data = fresh._data;
      fresh._forget();
      release(fresh._at);
      fresh._at = NULL_BANK;
    }

    _move(handle, to) {
      if (to === null) {
        handle._at = NULL_HANDLE;
        return;
      }
      U8.copyWithin(handle._at, to._at, to._at + HANDLE_SIZE);
      U32[handle._at >>> 2] = this._at;
      handle.index = to.index;
      handle._data = to._data;
      const key = handle.kind * 4294967296 + handle.index;
      this._handles.set(this._handles.has(key) ? `${key} ${handle._data}` : key, handle);
    }

    /** Frees the memory of the bank. Its handles are null handles from then on. */
    close() {
      if (!this.isOpen)
        return;
      this._forget();
      release(this._data);
      release(this._at);
      this._at = NULL_BANK;
    }
  }

  const NULL_BANK = take(BANK_SIZE);
  zero(NULL_BANK, BANK_SIZE);

  // ---- structs

/*@RECORDS@*/
  // A place without axis and scale is upright on the pixel of (x, y): see kbx_at.
  function writePlace(p, place) {
    const d = p >>> 3, f = p >>> 2;
    let x, y, flipX = false, flipY = false;
    if (Array.isArray(place))
      [x, y, flipX, flipY] = place;
    else if (place)
      ({ x, y, flipX, flipY } = place);
    if (typeof x !== 'number' || typeof y !== 'number')
      throw wrong('Place { x, y }', place);
    if (!Array.isArray(place)) {
      if (place.axis !== undefined || place.scale !== undefined) {
        F64[d] = x;
        F64[d + 1] = y;
        if (place.axis === undefined) {
          F32[f + 4] = 1;
          F32[f + 5] = 0;
        } else
          writeVec(p + 16, place.axis);
        F32[f + 6] = place.scale === undefined ? 1 : place.scale;
        U8[p + 28] = flipX ? 1 : 0;
        U8[p + 29] = flipY ? 1 : 0;
        return;
      }
    }
    F64[d] = x >= -NEAR && x < NEAR ? Math.trunc(x) + (x < Math.trunc(x) ? -0.5 : 0.5) : x;
    F64[d + 1] = y >= -NEAR && y < NEAR ? Math.trunc(y) + (y < Math.trunc(y) ? -0.5 : 0.5) : y;
    F32[f + 4] = 1;
    F32[f + 5] = 0;
    F32[f + 6] = 1;
    U8[p + 28] = flipX ? 1 : 0;
    U8[p + 29] = flipY ? 1 : 0;
  }

  // ---- questions

  class Kickbox {
/*@CALLS@*/
    /** The bytes that the library's memory has. It grows, but never shrinks. */
    get memorySize() { return memory.buffer.byteLength; }

    /** Opens a bank; throws a KickboxError. The bytes are copied. */
    open(bytes) {
      const source = asBytes(bytes), at = take(BANK_SIZE);
      let data;
      try {
        data = takeBytes(source);
      } catch (error) {
        release(at);
        throw error;
      }
      const status = E.kbxf_bank_open(at, data, source.length, S);
      if (status !== 0) {
        release(data);
        release(at);
        throw failure(status, S);
      }
      const bank = new Bank(at, data);
      owners.set(at, bank);
      return bank;
    }

    /** kbx_open: opens packed bytes of a kind; throws a KickboxError. `close` frees them. */
    openPacked(kind, bytes) {
      const source = asBytes(bytes), data = takeBytes(source);
      const status = E.kbxf_open(S + ERROR_SIZE, kind, data, source.length, S);
      if (status !== 0) {
        release(data);
        throw failure(status, S);
      }
      owners.set(data, new Owner(data, data + source.length));
      const handle = readHandle(S + ERROR_SIZE);
      handle._memory = data;
      return handle;
    }

    /** kbx_level_of: a level of the game's own layers, null if one is none. `close` frees it. */
    levelOf(layers) {
      const size = Math.max(layers.length, 1) * HANDLE_SIZE, data = take(size);
      layers.forEach((layer, i) => writeHandle(data + i * HANDLE_SIZE, layer));
      E.kbxf_level_of(data, layers.length, S);
      const found = I32[(S >>> 2) + 3] !== 0;
      if (!found) {
        release(data);
        return null;
      }
      owners.set(U32[(S >>> 2) + 1], new Owner(U32[(S >>> 2) + 1], data + size));
      const handle = readHandle(S);
      handle._memory = data;
      return handle;
    }

    /** kbx_polygon_triangulate: three corner indices for each triangle. */
    polygonTriangulate(polygon) {
      start();
      writePolygon(S, polygon);
      const count = U32[(S >>> 2) + 1], out = spare(12 * count), work = spare(16 * count);
      const found = E.kbxf_polygon_triangulate(S, out, work) >>> 0;
      return Array.from(U32.subarray(out >>> 2, (out >>> 2) + 3 * found));
    }

    /** kbx_polygon_decompose: the corner indices of each convex part. */
    polygonDecompose(polygon, most) {
      start();
      writePolygon(S, polygon);
      const count = U32[(S >>> 2) + 1], out = spare(12 * count), counts = spare(4 * count);
      const work = spare(64 * count);
      const found = E.kbxf_polygon_decompose(S, most, out, counts, work) >>> 0;
      let at = out >>> 2;
      return Array.from(U32.subarray(counts >>> 2, (counts >>> 2) + found), (length) => {
        at += length;
        return Array.from(U32.subarray(at - length, at));
      });
    }

    // Packs a plan: measures, then writes. More work memory is given while that is too little.
    _pack(call, write, plan, workSize) {
      start();
      const at = spare(128), error = spare(ERROR_SIZE);
      write(at, plan);
      for (let room = workSize(at); ; room *= 2) {
        const work = spare(Math.max(room, 8));
        const size = call(at, work, room, 0, 0, error) >>> 0;
        if (size > 0) {
          const bytes = spare(size);
          call(at, work, room, bytes, size, error);
          return U8.slice(bytes, bytes + size);
        }
        const status = I32[error >>> 2];
        if (status !== Status.ERROR_MEMORY || room === 0)
          throw failure(status, error);
      }
    }
  }

  const table = /*@TABLE@*/;
  for (const name in table)
    if (typeof E[table[name]] !== 'function')
      delete Kickbox.prototype[name];
  Object.assign(Kickbox.prototype, constants, { KickboxError });
  const kb = new Kickbox();
  return kb;
}

/** Starts the library. `source`: the bytes of kickbox.wasm, a WebAssembly.Module, a Response or
 * its promise, or a URL; left out, the file next to this one. */
export async function load(source = new URL('./kickbox.wasm', import.meta.url)) {
  source = await source;
  if (typeof source === 'string' || source instanceof URL)
    source = await readUrl(source);
  if (typeof Response !== 'undefined' && source instanceof Response)
    source = await source.arrayBuffer();
  const made = await WebAssembly.instantiate(source, {});
  return bind(made.instance ?? made);
}

async function readUrl(source) {
  const url = new URL(source, HERE);
  if (url.protocol === 'file:' && typeof process !== 'undefined')
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ NODE_FILES)).readFile(url);
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

// For Node alone. Bundlers take in what an import or a URL of this module names: these name nothing.
const NODE_FILES = ['node:fs', 'promises'].join('/'), HERE = import.meta.url;
