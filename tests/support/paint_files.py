# SPDX-License-Identifier: MIT
"""Writes Photoshop's and GIMP's drawings, as Adobe's File Formats Specification and devel-docs/xcf.txt say, for tests."""
import struct
import zlib


def planes(rows, channels):
    """Rows of pixels, each as bytes, as rows of one channel after the other."""
    return [[bytes(pixel[c] for pixel in row) for row in rows] for c in channels]


# ---- Photoshop ----

def pack_bits(row):
    """Runs of equal bytes, and single ones."""
    out, at = b"", 0
    while at < len(row):
        n = 1
        while n < 128 and at + n < len(row) and row[at + n] == row[at]:
            n += 1
        out += bytes((257 - n if n > 1 else 0, row[at]))
        at += n
    return out


def differences(row, size):
    values = [int.from_bytes(row[i:i + size], "big") for i in range(0, len(row), size)]
    return b"".join(((b - a) % 256 ** size).to_bytes(size, "big") for a, b in zip([0, *values], values))


def channel(rows, packing=1, large=False, size=1):
    """0 raw, 1 PackBits, 2 zlib, 3 zlib of differences. 16 bits a sample: each byte twice."""
    rows = [b"".join(bytes((value,)) * size for value in row) for row in rows]
    if packing == 1:
        packed = [pack_bits(row) for row in rows]
        return struct.pack(">H", 1) + b"".join(struct.pack(">I" if large else ">H", len(row)) for row in packed) + b"".join(packed)
    if packing == 3:
        rows = [differences(row, size) for row in rows]
    return struct.pack(">H", packing) + (zlib.compress(b"".join(rows)) if packing > 1 else b"".join(rows))


def block(key, data):
    return b"8BIM" + key + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)


def section(kind, blend=b"norm"):
    return block(b"lsct", struct.pack(">I", kind) + b"8BIM" + blend)


def unicode_name(name):
    return block(b"luni", struct.pack(">I", len(name)) + name.encode("utf-16-be"))


def resource(number, data):
    return b"8BIM" + struct.pack(">H2xI", number, len(data)) + data + b"\0" * (len(data) % 2)


def psd_layer(name, x=0, y=0, rows=(), blend=b"norm", opacity=255, flags=0, clipped=0, mask=None, blocks=b"", channels=(-1, 0, 1, 2), packing=1, large=False,
              size=1):
    """A record and its channels. `rows`: RGBA. `mask`: x, y, rows, the value outside, flags."""
    width, height = (len(rows[0]), len(rows)) if rows else (0, 0)
    data = [(c, channel(plane, packing, large, size)) for c, plane in zip(channels, planes(rows, [c % 4 for c in channels]))]
    mask_data = b""
    if mask:
        left, top, values, outside, mask_flags = mask
        mask_data = struct.pack(">iiiiBB2x", top, left, top + len(values), left + (len(values[0]) if values else 0), outside, mask_flags)
        data.append((-2, channel(values, packing, large, size)))
    pascal = bytes((len(name),)) + name.encode("mac-roman", "replace")
    pascal += b"\0" * (-len(pascal) % 4)
    extra = struct.pack(">I", len(mask_data)) + mask_data + struct.pack(">I", 0) + pascal + blocks
    record = struct.pack(">iiiiH", y, x, y + height, x + width, len(data))
    record += b"".join(struct.pack(">hQ" if large else ">hI", c, len(part)) for c, part in data)
    record += b"8BIM" + blend + bytes((opacity, clipped, flags, 0)) + struct.pack(">I", len(extra)) + extra
    return record, b"".join(part for _, part in data)


def psd(width, height, layers, mode=3, depth=8, resources=b"", merged=None, palette=b"", large=False, in_block=False, channels=None, alpha=True):
    """`layers`: of psd_layer, from the bottom. `merged`: rows of pixels, of so many channels."""
    size = ">Q" if large else ">I"
    info = struct.pack(">h", -len(layers) if alpha else len(layers)) + b"".join(record for record, _ in layers) + b"".join(data for _, data in layers)
    info += b"\0" * (len(info) % 2)
    if in_block:  # as Photoshop does for 16 bits
        body = struct.pack(size, 0) + struct.pack(">I", 0) + b"8BIMLr16" + struct.pack(size, len(info)) + info
    else:
        body = struct.pack(size, len(info)) + info + struct.pack(">I", 0)
    body = body if layers else b""
    colours = 3 if mode == 3 else 1
    merged = merged or [[bytes(colours + 1)] * width] * height
    n = channels or len(merged[0][0])
    stacked = [row for plane in planes(merged, range(len(merged[0][0]))) for row in plane]
    head = b"8BPS" + struct.pack(">H6xHIIHH", 2 if large else 1, n, height, width, depth, mode)
    return (head + struct.pack(">I", len(palette)) + palette + struct.pack(">I", len(resources)) + resources + struct.pack(size, len(body)) + body
            + channel(stacked, 1, large, depth // 8))


# ---- GIMP ----

def prop(kind, *words, data=b""):
    data = data or b"".join(struct.pack(">I", word & 0xffffffff) for word in words)
    return struct.pack(">II", kind, len(data)) + data


def runs(values):
    """GIMP's runs: equal bytes short and long, and different ones."""
    out, at = b"", 0
    while at < len(values):
        n = 1
        while at + n < len(values) and values[at + n] == values[at]:
            n += 1
        if n > 127:
            out += b"\x7f" + struct.pack(">H", n) + values[at:at + 1]
        elif n > 1:
            out += bytes((n - 1, values[at]))
        else:
            while at + n < len(values) and n < 300 and values[at + n] != values[at + n - 1]:
                n += 1
            out += (b"\x80" + struct.pack(">H", n) if n > 127 else bytes((256 - n,))) + values[at:at + n]
        at += n
    return out


class Xcf:
    """Layers are given from the top, groups before what is in them."""

    def __init__(self, width, height, base=0, version=11, packing=1, precision=150, props=b"", paths=0):
        self.paths = paths
        self.version, self.packing, self.base, self.layers, self.channels = version, packing, base, [], []
        self.head = b"gimp xcf " + (b"file" if not version else b"v%03d" % version) + b"\0" + struct.pack(">III", width, height, base)
        self.head += struct.pack(">I", precision) if version >= 4 else b""
        self.head += prop(17, data=bytes((packing,))) + props + prop(0)

    def pointer(self, offset):
        return struct.pack(">Q" if self.version >= 11 else ">I", offset)

    def tile(self, pixels):
        if self.packing == 1:
            return b"".join(runs(bytes(pixel[c] for pixel in pixels)) for c in range(len(pixels[0])))
        return (zlib.compress if self.packing == 2 else bytes)(b"".join(pixels))

    def pixels(self, at, rows):
        """The structure for offset `at`, and what it needs."""
        width, height, size = len(rows[0]), len(rows), len(self.pointer(0))
        tiles = [self.tile([pixel for row in rows[y:y + 64] for pixel in row[x:x + 64]]) for y in range(0, height, 64) for x in range(0, width, 64)]
        level = at + 12 + 2 * size
        start, pointers = level + 8 + (len(tiles) + 1) * size, b""
        for tile in tiles:
            pointers += self.pointer(start)
            start += len(tile)
        return (struct.pack(">III", width, height, len(rows[0][0])) + self.pointer(level) + self.pointer(0) + struct.pack(">II", width, height) + pointers
                + self.pointer(0) + b"".join(tiles))

    def item(self, at, name, rows, props, kind=None, mask=None):
        data = struct.pack(">II", len(rows[0]), len(rows)) + (struct.pack(">I", kind) if kind is not None else b"")
        data += struct.pack(">I", len(name.encode()) + 1) + name.encode() + b"\0" + props + prop(0)
        size = len(self.pointer(0))
        first = at + len(data) + size * (1 if kind is None else 2 + (self.version >= 20))
        pixels = self.pixels(first, rows)
        pointers = self.pointer(first)
        if kind is not None:
            pointers += self.pointer(first + len(pixels) if mask else 0) + (self.pointer(1) if self.version >= 20 else b"")
        more = self.item(first + len(pixels), "mask", [[bytes((v,)) for v in row] for row in mask], b"") if mask else b""
        return data + pointers + pixels + more

    def layer(self, name, x, y, rows, mode=28, opacity=255, visible=1, mask=None, apply_mask=1, group=False, path=(), props=b""):
        kind = 2 * self.base + (len(rows[0][0]) % 2 == 0)
        props += prop(6, opacity) + prop(7, mode) + prop(8, visible) + prop(11, apply_mask) + prop(15, x, y)
        props += (prop(29) if group else b"") + (prop(30, *path) if path else b"")
        self.layers.append((name, rows, props, kind, mask))

    def channel(self, name, rows, props=b""):
        self.channels.append((name, rows, props))

    def data(self):
        at = len(self.head) + len(self.pointer(0)) * (len(self.layers) + len(self.channels) + (2 if self.version < 18 else 3 + self.paths))
        pointers, body = b"", b""
        for items in (self.layers, self.channels):
            for item in items:
                pointers += self.pointer(at + len(body))
                body += self.item(at + len(body), *item)
            pointers += self.pointer(0)
        pointers += self.paths * self.pointer(1) + self.pointer(0) if self.version >= 18 else b""
        return self.head + pointers + body
