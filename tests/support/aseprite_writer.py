# SPDX-License-Identifier: MIT
"""Writes Aseprite files as its docs/ase-file-specs.md says, for tests."""
import struct
import zlib


def text(string):
    data = string.encode()
    return struct.pack("<H", len(data)) + data


def chunk(kind, data):
    return struct.pack("<IH", len(data) + 6, kind) + data


def layer(name, flags=1, kind=0, level=0, blend=0, opacity=255, tileset=None):
    return chunk(0x2004, struct.pack("<HHHHHHB3x", flags, kind, level, 0, 0, blend, opacity) + text(name)
                 + (b"" if tileset is None else struct.pack("<I", tileset)))


def cel_head(index, x, y, opacity, kind, z):
    return struct.pack("<HhhBHh5x", index, x, y, opacity, kind, z)


def cel(index, x, y, rows, opacity=255, z=0, packed=True):
    """`rows`: lists of pixels, each as bytes of the file's depth."""
    pixels = b"".join(b"".join(row) for row in rows)
    return chunk(0x2005, cel_head(index, x, y, opacity, 2 if packed else 0, z) + struct.pack("<HH", len(rows[0]), len(rows))
                 + (zlib.compress(pixels) if packed else pixels))


def linked_cel(index, frame, z=0):
    return chunk(0x2005, cel_head(index, 0, 0, 255, 1, z) + struct.pack("<H", frame))


def tile_cel(index, x, y, rows):
    cells = b"".join(struct.pack("<I", cell) for row in rows for cell in row)
    return chunk(0x2005, cel_head(index, x, y, 255, 3, 0) + struct.pack("<HHHIIII10x", len(rows[0]), len(rows), 32, 0x1fffffff, 1 << 31, 1 << 30, 1 << 29)
                 + zlib.compress(cells))


def tileset(number, width, height, tiles, flags=2 | 4):
    """`tiles`: each the bytes of its pixels."""
    data = zlib.compress(b"".join(tiles))
    return chunk(0x2023, struct.pack("<IIIHHh14x", number, flags, len(tiles), width, height, 1) + text("tiles")
                 + struct.pack("<I", len(data)) + data)


def palette(*colours):
    return chunk(0x2019, struct.pack("<III8x", len(colours), 0, len(colours) - 1) + b"".join(struct.pack("<H", 0) + c for c in colours))


def tags(*items):
    """(name, first, last, direction, repeat)."""
    return chunk(0x2018, struct.pack("<H8x", len(items)) + b"".join(
        struct.pack("<HHBH6x3xx", first, last, direction, repeat) + text(name) for name, first, last, direction, repeat in items))


def piece(name, *keys, pivot=False, nine=False):
    """A slice. A key: frame, x, y, width, height, then the numbers of its centre and of its pivot."""
    return chunk(0x2022, struct.pack("<III", len(keys), nine | pivot << 1, 0) + text(name)
                 + b"".join(struct.pack(f"<{len(key)}i", *key) for key in keys))


def value(item):
    """A property: its type and bytes."""
    if isinstance(item, bool):
        return struct.pack("<HB", 1, item)
    if isinstance(item, int):
        return struct.pack("<Hi", 6, item) if item < 1 << 31 else struct.pack("<HQ", 9, item)
    if isinstance(item, float):
        return struct.pack("<Hd", 0xc, item)
    if isinstance(item, str):
        return struct.pack("<H", 0xd) + text(item)
    if isinstance(item, dict):
        return struct.pack("<H", 0x12) + properties(item)
    return struct.pack("<HIH", 0x11, len(item), 0) + b"".join(map(value, item))


def properties(items):
    return struct.pack("<I", len(items)) + b"".join(text(name) + value(item) for name, item in items.items())


def user_data(words=None, colour=None, items=None, extension=None):
    maps = [struct.pack("<I", key) + properties(some) for key, some in ((0, items), (1, extension)) if some]
    body = struct.pack("<I", len(maps)) + b"".join(maps)
    return chunk(0x2020, struct.pack("<I", (words is not None) | (colour is not None) << 1 | (len(maps) > 0) << 2)
                 + (b"" if words is None else text(words)) + (colour or b"")
                 + (struct.pack("<I", len(body) + 4) + body if maps else b""))


def aseprite(width, height, *frames, depth=32, flags=1, transparent=0, pixel=(1, 1)):
    """A file. A frame: its milliseconds, then its chunks."""
    parts = []
    for milliseconds, *chunks in frames:
        body = struct.pack("<HHH2xI", 0xf1fa, len(chunks), milliseconds, len(chunks)) + b"".join(chunks)
        parts.append(struct.pack("<I", len(body) + 4) + body)
    body = b"".join(parts)
    head = struct.pack("<IHHHHHIH8xB3xHBB", 128 + len(body), 0xa5e0, len(frames), width, height, depth, flags, 100, transparent, 0, *pixel)
    return head.ljust(128, b"\0") + body
