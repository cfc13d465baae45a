# SPDX-License-Identifier: MIT
"""A second loader of binary banks, written from docs/bank-format.md alone: it shares nothing with the C
code. read(data) checks all that the document asks for and returns the bank in its JSON form, in which
pixels are integers or exact fractions."""
import base64
import json
import re
import struct
from fractions import Fraction

MAGIC = bytes.fromhex("8A4B42580D0A1A0A")
REQUIRED = ("STRS", "CLAS", "SPRT", "FRAM")
RECORDS = {  # name: struct of one record
    "STRS": "<B", "CLAS": "<II8s", "SPRT": "<IIIIIIIIII", "ANIM": "<IIIIIIII", "STEP": "<IIIIII", "EVNT": "<III",
    "FRAM": "<IIIHHHHhhHHHHHHhhhhhhQIIHHIII", "SHAP": "<BBHhhhhI", "CIRC": "<iii", "CAPS": "<iiiii", "PART": "<II", "VERT": "<ii",
    "ORNT": "<IiiiiffI", "POIN": "<IhhffII", "OUTL": "<III", "ATTR": "<IIII", "VALU": "<IIdIi",
    "PAGE": "<IIHHIQQ", "PIXL": "<B", "BITM": "<II", "BITS": "<B",
    "MASK": "<IIII", "ZONE": "<IIII", "ZPIC": "<II",
    "ZPIX": "<B", "TRAK": "<IIIIIIIIIIII", "GATE": "<Iiiii", "BAND": "<IIiII", "CLEA": "<B",
    "LEVL": "<IIIIIIIIIIffff", "AREA": "<IIII", "ENTI": "<IIiiffIIIIII", "WALL": "<B",
    "WRLD": "<IIIIIIII", "WDAT": "<B", "DRAW": "<IIIIIIiiIiiIIIII", "WVAL": "<IIIII",
}
SIZES = {"STRS": 1, "CLAS": 16, "SPRT": 40, "ANIM": 32, "STEP": 24, "EVNT": 12, "FRAM": 80, "SHAP": 16, "CIRC": 12,
         "CAPS": 20, "PART": 8, "VERT": 8, "ORNT": 32, "POIN": 24, "OUTL": 12, "ATTR": 16, "VALU": 24, "PAGE": 32, "PIXL": 1,
         "BITM": 8, "BITS": 1, "MASK": 16, "ZONE": 16,
         "ZPIC": 8, "ZPIX": 1, "TRAK": 48, "GATE": 20, "BAND": 20, "CLEA": 1, "LEVL": 56, "AREA": 16,
         "ENTI": 48, "WALL": 1, "WRLD": 32, "WDAT": 1, "DRAW": 64, "WVAL": 20}
# Version 1.0.0 wrote levels without bounds.
LEAST = dict(SIZES, LEVL=40)
WORLDS = ("layers", "mazes", "grounds", "heightmaps")
PARTITIONS = ("none", "grid", "quadtree", "bsp")
LOOPS = ("once", "loop", "ping-pong", "hold-last")
ENCODINGS = ("none", "png", "rgba8", "beside")


class Refused(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Refused(what)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def sections_of(data):
    """{name: (bytes, count, stride)} of the sections that this version knows."""
    need(data[:8] == MAGIC, "not a bank")
    need(len(data) >= 64, "truncated")
    major, minor, header, total, n, table, crc = struct.unpack_from("<HHIQIII", data, 8)
    need(major == 1, f"version {major}.{minor}")
    need(header == 64 and table == 64, "header size or table offset")
    need(total == len(data), "total size")
    need(64 + 40 * n <= len(data), "table does not fit")
    need(crc == crc32c(data[:32] + bytes(4) + data[36:64 + 40 * n]), "header checksum")
    need(not any(data[36:64]), "header's zeros")
    found, end = {}, 64 + 40 * n
    for i in range(n):
        name, flags, offset, size, count, stride, crc, zero = struct.unpack_from("<4sIQQIIII", data, 64 + 40 * i)
        name = name.decode("ascii")
        need(flags in (0, 1) and zero == 0, f"{name}: flags or zero")
        need(offset % 16 == 0 and end <= offset <= len(data) and size <= len(data) - offset, f"{name}: place")
        need(not any(data[end:offset]), f"{name}: padding")
        end = offset + size
        content = data[offset:end]
        need(crc == crc32c(content), f"{name}: checksum")
        if name not in SIZES:
            need(flags == 0, f"{name}: unknown, but required")
            continue
        need(name not in found, f"{name}: twice")
        need(stride == 1 if SIZES[name] == 1 else stride >= LEAST[name], f"{name}: stride")
        need(count * stride == size, f"{name}: count")
        found[name] = (content, count, stride)
    need(not any(data[end:]), "bytes after the last section")
    for name in REQUIRED:
        need(name in found, f"{name}: missing")
    return found, minor


class Bank:
    def __init__(self, data):
        self.sections, self.minor = sections_of(data)
        for name, size in SIZES.items():
            assert struct.calcsize(RECORDS[name]) == size
            if size > 1:
                content, count, stride = self.sections.get(name, (b"", 0, size))
                setattr(self, name, [struct.unpack_from(RECORDS[name], content[i * stride:(i + 1) * stride].ljust(size, b"\0"))
                                     for i in range(count)])
        self.pixels = self.sections.get("PIXL", (b"", 0, 1))[0]
        self.strings = self.read_strings(self.sections["STRS"][0])
        self.used = dict.fromkeys(SIZES, 0)

    @staticmethod
    def read_strings(content):
        need(content[:1] == b"\0" and content[-1:] == b"\0", "STRS: first or last byte")
        texts = content[:-1].split(b"\0")
        need(all(a < b for a, b in zip(texts, texts[1:])), "STRS: order")
        strings, at = {}, 0
        for text in texts:
            strings[at] = text.decode("utf-8")
            at += len(text) + 1
        return strings

    def text(self, reference):
        need(reference in self.strings, f"no string at {reference}")
        return self.strings[reference]

    def name(self, reference, empty=False):
        text = self.text(reference)
        need(empty or text, "empty name")
        need(not any(ord(c) < 32 or ord(c) == 127 for c in text), "control character in a name")
        return text

    def zero(self, reserved):
        need(self.minor > 0 or not (any(reserved) if isinstance(reserved, bytes) else reserved), "reserved bytes")

    def take(self, section, first, count):
        """The next records of the section, which nobody else owns."""
        records = getattr(self, section)
        need(first == self.used[section] and count <= len(records) - first, f"{section}: range")
        self.used[section] += count
        return range(first, first + count)

    def values(self, first, count, item):
        """Adds values to an item; all ranges together are as many as there are records."""
        need(first + count <= len(self.VALU), "VALU: range")
        self.used["VALU"] += count
        records = self.VALU[first:first + count]
        need(all(a[0] < b[0] for a, b in zip(records, records[1:])), "VALU: order")
        if records:
            item["values"] = {self.text(key): self.value(*rest) for key, *rest in records}
        return item

    def value(self, text, number, kind, y):
        text = self.text(text)
        if kind == 5:
            need(abs(number) <= 65536 and abs(y) <= 65536 * 256 and (number * 256).is_integer(), "VALU: point")
            point = [int(v) if v.denominator == 1 else v for v in (Fraction(number), Fraction(y, 256))]
            need([Fraction(v) for v in text.split(",")] == point, "VALU: text of a point")
            return {"point": point}
        self.zero(y)
        if kind in (4, 6, 7, 8):
            need(number.is_integer() and number >= -(kind > 4), "VALU: index")
            need(kind == 4 or number < len(getattr(self, ("ENTI", "AREA", "ANIM")[kind - 6])), "VALU: target")
            key = ("enum", None, "entity", "area", "animation")[kind - 4]
            return {key: text, "index": int(number)} if number >= 0 else {key: text}
        if kind == 9:
            need(number == 0, "VALU: file")
            return {"file": text}
        if kind == 3:
            need(re.fullmatch("#([0-9a-fA-F]{6}){1}([0-9a-fA-F]{2})?", text), "VALU: colour")
            need(number == int((text + "ff")[1:9], 16), "VALU: number of a colour")
            return {"colour": text}
        need(kind <= 2, "VALU: type")
        value = [text, *(json.loads(text, parse_float=Fraction) for _ in range(kind > 0))][-1]
        need(number == (float(value) if kind else 0) and isinstance(value, bool) == (kind == 2), "VALU: number")
        return value

    def vertices(self, first, count):
        need(first + count <= len(self.VERT), "VERT: range")
        need(all(-32768 * 256 <= c <= 32767 * 256 for v in self.VERT[first:first + count] for c in v), "VERT: limits")
        return self.VERT[first:first + count]

    def unit(self, x, y):
        need(0.9999 < x * x + y * y < 1.0001, "direction's length")
        return [x, y]

    def extras(self, section, kind):
        """{shape: record}, ascending."""
        records = getattr(self, section)
        shapes = [r[0] for r in records]
        need(all(a < b for a, b in zip(shapes, shapes[1:])), f"{section}: order")
        need(all(s < len(self.SHAP) and kind in (None, self.SHAP[s][0]) for s in shapes), f"{section}: shape")
        return {r[0]: r for r in records}


def pixels(fixed):
    value = Fraction(fixed, 256)
    return int(value) if value.denominator == 1 else value


def points(vertices):
    return [[pixels(x), pixels(y)] for x, y in vertices]


def cross(a, b, c):
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def twice_area(ring):
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, ring[1:] + ring[:1]))


def check_convex(ring):
    n = len(ring)
    need(3 <= n <= 255, "PART: number of vertices")
    need(all(cross(ring[i - 2], ring[i - 1], ring[i]) > 0 for i in range(n)), "PART: not convex and clockwise")
    # Going round once: seen from its first vertex, all others turn by less than half a circle.
    need(all(cross(ring[0], ring[i], ring[i + 1]) > 0 for i in range(1, n - 1)), "PART: goes round twice")


def spanned(low, high):
    return low // 256, -(-high // 256)


def read_parts(bank, record):
    kind, _, n_parts, x0, y0, x1, y1, first = record
    need(n_parts == 1 if kind == 2 else n_parts >= 1, "SHAP: number of parts")
    parts = [bank.vertices(*bank.PART[i]) for i in bank.take("PART", first, n_parts)]
    for part in parts:
        check_convex(part)
    xs, ys = ([v[i] for part in parts for v in part] for i in (0, 1))
    need((x0, x1) == spanned(min(xs), max(xs)) and (y0, y1) == spanned(min(ys), max(ys)), "SHAP: box of parts")
    return parts


def read_oriented(bank, index, parts, shape):
    need(len(parts[0]) == 4, "PART: corners of an oriented box")
    shape["corners"] = points(parts[0])
    if index in bank.ornt:
        _, cx, cy, w, h, ax, ay, reserved = bank.ornt[index]
        bank.zero(reserved)
        need(w > 0 and h > 0, "ORNT: size")
        bank.unit(ax, ay)
        ux, uy, vx, vy = w / 2 * ax, w / 2 * ay, -h / 2 * ay, h / 2 * ax
        ideal = [(cx + s * ux + t * vx, cy + s * uy + t * vy) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        need(any(all(abs(a - b) <= 4 for p, q in zip(ideal[k:] + ideal[:k], parts[0]) for a, b in zip(p, q))
                 for k in range(4)), "ORNT: corners")
        shape["oriented"] = {"centre": [pixels(cx), pixels(cy)], "size": [pixels(w), pixels(h)], "axis": [ax, ay]}


def read_polygon(bank, index, parts, shape):
    shape["parts"] = [points(part) for part in parts]
    if index in bank.outl:
        outline = bank.vertices(*bank.outl[index][1:])
        need(len(outline) >= 3, "OUTL: number of vertices")
        need(set(v for part in parts for v in part) <= set(outline), "OUTL: a part's vertex")
        need(sum(map(twice_area, parts)) == abs(twice_area(outline)), "OUTL: area")
        shape["polygon"] = points(outline)


def read_shape(bank, index):
    record = bank.SHAP[index]
    kind, klass, n_parts, x0, y0, x1, y1, data = record
    need(klass < len(bank.CLAS), "SHAP: class")
    need(kind <= 4, "SHAP: kind")
    shape = {"class": bank.text(bank.CLAS[klass][0])}
    if kind == 0:
        need(n_parts == 0 and data == 0 and x0 < x1 and y0 < y1, "SHAP: box")
        shape["box"] = [x0, y0, x1 - x0, y1 - y0]
    elif kind == 1:
        need(n_parts == 0, "SHAP: parts of a circle")
        cx, cy, r = bank.CIRC[bank.take("CIRC", data, 1)[0]]
        need(r > 0, "CIRC: radius")
        need((x0, x1) == spanned(cx - r, cx + r) and (y0, y1) == spanned(cy - r, cy + r), "SHAP: box of circle")
        shape["circle"] = [pixels(cx), pixels(cy), pixels(r)]
    elif kind == 4:
        need(n_parts == 0, "SHAP: parts of a capsule")
        *ends, r = bank.CAPS[bank.take("CAPS", data, 1)[0]]
        need(r > 0, "CAPS: radius")
        need(all((low, high) == spanned(min(ends[k::2]) - r, max(ends[k::2]) + r) for k, (low, high) in enumerate(((x0, x1), (y0, y1)))),
             "SHAP: box of capsule")
        shape["capsule"] = [pixels(v) for v in ends + [r]]
    else:
        (read_oriented if kind == 2 else read_polygon)(bank, index, read_parts(bank, record), shape)
    if index in bank.attr:
        _, name, first, count = bank.attr[index]
        if name:
            shape["name"] = bank.name(name)
        bank.values(first, count, shape)
    return shape


def read_frame(bank, index, zones):
    (name, first_shape, first_point, n_shapes, n_points, w, h, hot_x, hot_y, flags, page, x, y, pw, ph,
     trim_x, trim_y, x0, y0, x1, y1, classes, bitmap, painting, paint_x, paint_y, *values, reserved) = bank.FRAM[index]
    bank.zero(reserved)
    need(flags & 4 == 0 and (flags <= 3 or bank.minor > 0), "FRAM: flags")
    need(1 <= w <= 32767 and 1 <= h <= 32767, "FRAM: size")
    frame = bank.values(*values, {"name": bank.name(name, empty=True), "size": [w, h], "hot_spot": None, "picture": None})
    if flags & 1:
        frame["hot_spot"] = [hot_x, hot_y]
    else:
        need(hot_x == hot_y == 0, "FRAM: hot spot")
    if flags & 2:
        need(page < len(bank.PAGE), "FRAM: page")
        need(pw > 0 and ph > 0 and x + pw <= bank.PAGE[page][2] and y + ph <= bank.PAGE[page][3], "FRAM: rectangle")
        need(trim_x >= 0 and trim_y >= 0 and trim_x + pw <= w and trim_y + ph <= h, "FRAM: trim")
        frame["picture"] = {"page": page, "rect": [x, y, pw, ph], "trim": [trim_x, trim_y]}
    else:
        need(not any((page, x, y, pw, ph, trim_x, trim_y)), "FRAM: no picture, but its place")
    if bitmap:
        need(bitmap <= min(bank.used["BITM"] + 1, len(bank.bitmaps)), "FRAM: not the next bitmap")
        bank.used["BITM"] = max(bank.used["BITM"], bitmap)
        size, frame["mask"] = bank.bitmaps[bitmap - 1]
        need(size == [w, h], "FRAM: size of the bitmap")
    frame["action_points"] = []
    for i in bank.take("POIN", first_point, n_points):
        point_name, px, py, dx, dy, *values = bank.POIN[i]
        point = {"name": bank.name(point_name), "at": [px, py], "direction": bank.unit(dx, dy) if dx or dy else None}
        frame["action_points"].append(bank.values(*values, point))
    shapes = bank.take("SHAP", first_shape, n_shapes)
    frame["shapes"] = [read_shape(bank, i) for i in shapes]
    boxes = [bank.SHAP[i][3:7] for i in shapes] or [(0, 0, 0, 0)]
    need((x0, y0, x1, y1) == (min(b[0] for b in boxes), min(b[1] for b in boxes),
                              max(b[2] for b in boxes), max(b[3] for b in boxes)), "FRAM: bounds")
    need(classes == sum(1 << c for c in set(bank.SHAP[i][1] for i in shapes)), "FRAM: classes")
    unique(frame["action_points"])
    need(painting or paint_x == paint_y == 0, "FRAM: place of nothing painted")
    if painting:
        size, used, rows = next_picture(bank, painting)
        need(paint_x + size[0] <= w and paint_y + size[1] <= h, "FRAM: painted outside of the frame")
        need(used <= values_of(zones), "FRAM: a value that is no zone's")
        frame["painted"] = {"at": [paint_x, paint_y], "size": size, "rows": rows}
    return frame


def read_planes(content, parts, y0, y1):
    """{row: [runs]} of a bitmap of runs."""
    rows, at = {y: [] for y in range(y0, y1)}, 28 + 8 * parts
    need(parts <= 64, "bitmap: planes")
    for k in range(parts):
        row, count, offset = struct.unpack_from("<HHI", content, 28 + 8 * k)
        need(offset == at and y0 <= row and row + count <= y1, "bitmap: place of a plane")
        columns = struct.unpack_from(f"<{2 * count}h", content, at)
        at += 4 * count
        for i in range(count):
            first, last = columns[i], columns[count + i]
            if (first, last) == (16383, -16384):
                continue
            runs = rows[row + i]
            need(len(runs) == k and first <= last and (k == 0 or first > runs[-1][1]), "bitmap: run")
            runs.append((first, last + 1))
    return rows, at


def read_words(content, at, parts, x0, y0, x1, y1):
    """{row: [runs]} of a bitmap's words, which begin at `at`."""
    rows, width = {}, x1 - x0
    need(parts == (width + 63) // 64, "bitmap: strips")
    for y in range(y0, y1):
        bits = 0
        for strip in range(parts):
            bits |= struct.unpack_from("<Q", content, at + 8 * (strip * (y1 - y0) + y - y0))[0] << 64 * strip
        need(bits >> width == 0, "bitmap: beyond its columns")
        text = f"{bits:0{width}b}"[::-1] + "0"
        rows[y] = [(x0 + run.start(), x0 + run.end()) for run in re.finditer("1+", text)]
    return rows, at + 8 * parts * (y1 - y0)


def read_bitmap(content):
    """Its size, and its mask as the JSON form has it."""
    need(len(content) >= 92, "bitmap: truncated")
    w, h, x0, y0, x1, y1, kind, parts, area, size, strip = struct.unpack_from("<8H3I", content)
    need(size == len(content) and 1 <= w <= 8192 and 1 <= h <= 8192, "bitmap: size")
    need(x0 <= x1 <= w and y0 <= y1 <= h and kind <= 1, "bitmap: box or kind")
    try:
        rows, end = read_words(content, 28, parts, x0, y0, x1, y1) if kind else read_planes(content, parts, y0, y1)
        narrow = parts > 0 and x1 - x0 <= 64
        need(strip == ((28 if kind else end) if narrow else 0), "bitmap: strip")
        if narrow and not kind:
            words, end = read_words(content, strip, 1, x0, y0, x1, y1)
            need(words == rows, "bitmap: words unlike its runs")
    except struct.error as error:
        raise Refused("bitmap: truncated") from error
    need(end + 64 == size and not any(content[end:]), "bitmap: end")
    runs = [run for row in rows.values() for run in row]
    need(all(x0 <= a and b <= x1 for a, b in runs) and sum(b - a for a, b in runs) == area, "bitmap: pixels")
    return [w, h], {"top": y0, "rows": [[x for run in rows[y] for x in run] for y in range(y0, y1)]}


def read_bitmaps(bank):
    """Size and mask of each bitmap of BITM."""
    content, at, bitmaps = bank.sections.get("BITS", (b"", 0, 1))[0], 0, []
    for offset, size in bank.BITM:
        need(offset == at and at + size <= len(content), "BITM: place")
        bitmaps.append(read_bitmap(content[at:at + size]))
        at += size
    need(at == len(content), "BITS: bytes of no bitmap")
    return bitmaps


def read_tile(content, kind, at):
    """The 32 rows of a tile that is not flat, the bytes it takes, and the zones that it names."""
    sizes = {1: 40, 2: 132, 3: 260, 4: 528, 5: 1056}
    need(kind in sizes and at + sizes[kind] <= len(content), "tile: kind or end")
    data = content[at:at + sizes[kind]]
    if kind == 1:
        need(all(column <= 32 for column in data[2:34]) and not any(data[34:]), "tile: split")
        return [[data[int(x >= data[2 + y])] for x in range(32)] for y in range(32)], 40, set(data[:2])
    if kind == 5:
        rows = [list(data[32 + 32 * y:64 + 32 * y]) for y in range(32)]
        zones = {z for row in rows for z in row}
        need(int.from_bytes(data[:32], "little") == sum(1 << z for z in zones), "tile: zones")
        return rows, 1056, zones
    depth = {2: 1, 3: 2, 4: 4}[kind]
    start = max(4, 1 << depth)
    words = [int.from_bytes(data[start + 4 * depth * y:start + 4 * depth * (y + 1)], "little") for y in range(32)]
    mask = (1 << depth) - 1
    return [[data[word >> depth * x & mask] for x in range(32)] for word in words], sizes[kind], set(data[:1 << depth])


def read_zone_pixels(content):
    """Size, zones that occur, and the rows of runs as the JSON form has them."""
    need(len(content) >= 40, "mask: truncated")
    w, h, size = struct.unpack_from("<HHI", content)
    across, down = (w + 31) // 32, (h + 31) // 32
    at, rows, zones = 40 + 4 * across * down, [[] for _ in range(32 * down)], set()
    need(size == len(content) and 1 <= w <= 16384 and 1 <= h <= 16384 and at <= size, "mask: size")
    for i in range(across * down):
        entry = struct.unpack_from("<I", content, 40 + 4 * i)[0]
        kind, place = entry >> 28, entry & 0xFFFFFFF
        if kind == 0:
            need(place < 256, "tile: zone")
            tile, taken, named = [[place] * 32] * 32, 0, {place}
        else:
            need(4 * place == at, "tile: place")
            tile, taken, named = read_tile(content, kind, at)
        at += taken
        zones |= named
        for y in range(32):
            rows[i // across * 32 + y] += tile[y]
    need(at == size, "mask: end")
    need(int.from_bytes(content[8:40], "little") == sum(1 << z for z in zones), "mask: zones")
    runs = []
    for row in rows[:h]:
        ends = [x + 1 for x in range(w) if x + 1 == w or row[x + 1] != row[x]]
        runs.append([number for end in ends if end < w or row[w - 1] for number in (row[end - 1], end)])
    return [w, h], zones, runs


def read_zones(bank, first, count, roads=False):
    zones = []
    for i in bank.take("ZONE", first, count):
        name, colour, value, flags = bank.ZONE[i]
        need(flags <= 1 or bank.minor > 0, "ZONE: flags")
        zones.append({"name": bank.name(name), "colour": f"#{colour:08x}", "value": value})
        if roads:
            zones[-1]["road"] = flags & 1 == 1
    need(len(values_of(zones)) == len(zones) + 1 and all(1 <= zone["value"] <= 255 for zone in zones), "ZONE: value")
    unique(zones)
    return zones


def values_of(zones):
    return {0} | {zone["value"] for zone in zones}


def read_zone_masks(bank):
    result = []
    names = [record[0] for record in bank.MASK]
    need(all(a < b for a, b in zip(names, names[1:])), "MASK: order")
    for name, first_zone, n_zones, picture in bank.MASK:
        zones = read_zones(bank, first_zone, n_zones)
        sides, used, rows = next_picture(bank, picture)
        need(used <= values_of(zones), "MASK: a value that is no zone's")
        result.append({"name": bank.name(name), "size": sides, "zones": zones, "rows": rows})
    return result


def read_pictures(bank):
    """Size, values and rows of each picture of ZPIC."""
    content, at, pictures = bank.sections.get("ZPIX", (b"", 0, 1))[0], 0, []
    for offset, size in bank.ZPIC:
        need(offset == at and at + size <= len(content), "ZPIC: place")
        pictures.append(read_zone_pixels(content[at:at + size]))
        at += size
    need(at == len(content), "ZPIX: bytes of no picture")
    return pictures


def next_picture(bank, number):
    """(size, values, rows) of the picture with that number, which is the next or one that was used before."""
    need(1 <= number <= min(bank.used["ZPIC"] + 1, len(bank.pictures)), "ZPIC: not the next")
    bank.used["ZPIC"] = max(bank.used["ZPIC"], number)
    return bank.pictures[number - 1]


def check_clearance(content):
    """Its size in pixels."""
    need(len(content) >= 16, "clearance: truncated")
    w, h, most, zero, tiles, size = struct.unpack_from("<HHHHII", content)
    entries = (w + 7) // 8 * ((h + 7) // 8)
    start = (16 + 4 * entries + 63) // 64 * 64
    need(1 <= w <= 16384 and 1 <= h <= 16384 and 16 <= most <= 2032 and zero == 0 and 1 <= tiles <= 1 << 24, "clearance: header")
    need(size == len(content) == start + 64 * tiles, "clearance: size")
    need(all(struct.unpack_from("<I", content, 16 + 4 * i)[0] & 0xFFFFFF < tiles for i in range(entries)), "clearance: tile")
    need(not any(content[16 + 4 * entries:start + 64]), "clearance: zeros")
    return [w, h]


def read_band(bank, index, sides):
    name, colour, radius, flags, number = bank.BAND[index]
    need(1 <= radius <= 127 * 256 and (flags <= 1 or bank.minor > 0), "BAND: radius or flags")
    size, used, rows = next_picture(bank, number)
    need(size == sides and used <= {0, 1}, "BAND: picture")
    return {"name": bank.name(name, empty=True), "colour": f"#{colour:08x}", "radius": pixels(radius),
            "painted": flags & 1 == 1, "rows": rows}


def read_gate(bank, index):
    name, *places = bank.GATE[index]
    need(all(abs(place) <= 65536 * 256 for place in places) and places[:2] != places[2:], "GATE: ends")
    a, b = points([places[:2], places[2:]])
    return {"name": bank.name(name, empty=True), "a": a, "b": b}


def read_tracks(bank):
    content, at, result = bank.sections.get("CLEA", (b"", 0, 1))[0], 0, []
    names = [record[0] for record in bank.TRAK]
    need(all(a < b for a, b in zip(names, names[1:])), "TRAK: order")
    for (name, first_zone, n_zones, surfaces, first_gate, n_gates, first_band, n_bands, offset, size, first, count) in bank.TRAK:
        need(offset == at and at + size <= len(content), "TRAK: place")
        at += size
        clearance = content[offset:at]
        track = {"name": bank.name(name), "size": check_clearance(clearance), "surfaces": read_zones(bank, first_zone, n_zones, roads=True)}
        sides, used, track["rows"] = next_picture(bank, surfaces)
        need(sides == track["size"] and used <= values_of(track["surfaces"]), "TRAK: surfaces")
        track["gates"] = [read_gate(bank, i) for i in bank.take("GATE", first_gate, n_gates)]
        track["bands"] = [read_band(bank, i, sides) for i in bank.take("BAND", first_band, n_bands)]
        track["clearance"] = base64.b64encode(clearance).decode("ascii")
        result.append(bank.values(first, count, track))
    need(at == len(content), "CLEA: bytes of no track")
    return result


def on_grid(values):
    need(all(abs(v) <= 65536 and (v * 256).is_integer() and struct.pack("<f", v) != b"\0\0\0\x80" for v in values), "WALL: coordinate")
    return [Fraction(v) for v in values]


def segment(values):
    ax, ay, bx, by = (int(v) if v.denominator == 1 else v for v in on_grid(values))
    return {"a": [ax, ay], "b": [bx, by]}


class LevelBytes:
    """The bytes of one level, taken apart."""
    def __init__(self, content):
        need(len(content) >= 64, "WALL: truncated")
        (size, self.n_walls, self.kind, self.columns, self.rows, self.blocks, self.n_areas, n_edges, n_lists,
         left, top, side) = struct.unpack_from("<9I3f", content)
        grid = self.kind == 1
        need(size == len(content) and self.kind <= 3 and self.n_walls < 1 << 25 and self.n_areas < 1 << 31, "WALL: header")
        need(1 <= self.columns <= 1 << 24 and (1 <= self.rows and self.columns * self.rows <= 1 << 24 if grid else self.rows == 0), "WALL: nodes")
        start_columns, start_rows, shift, start_left, start_top = struct.unpack_from("<HHIii", content, 48)
        height = struct.unpack_from("<f", content, 48)[0]
        if grid:
            start_columns = start_rows = 0
            need(not any(content[48:52]) or (1 / 256 <= height <= 262144 and height != side), "WALL: height of cells")
        need(not any(content[52 if grid else 48:64]) or (not grid and start_columns and start_rows and self.columns <= 65535 and shift <= 25
             and max(abs(start_left), abs(start_top)) <= 1 << 24), "WALL: starts")
        need((1 / 256 <= side <= 262144 if grid else left == top == side == 0), "WALL: grid")
        cells, at = self.columns * self.rows if grid else 0, 64
        parts = []
        for count in (64 * self.blocks, 16 * self.blocks, 4 * (2 * cells + 1) if grid else 16 * self.columns,
                      4 * start_columns * start_rows, 20 * self.n_walls,
                      4 * (self.n_areas + 1) if self.n_areas else 0, 16 * n_edges, 4 * n_lists):
            parts.append(content[at:at + count])
            at += count
        need(at == size, "WALL: size")
        shapes, tags, nodes, starts, walls, firsts, edges, lists = parts
        self.lists = struct.unpack(f"<{n_lists}I", lists)
        self.next_block = self.next_list = 0
        self.walls = [struct.unpack_from("<4fI", walls, 20 * i) for i in range(self.n_walls)]
        need(all(w[4] & 0x1FFFFFF == i and w[:2] != w[2:4] for i, w in enumerate(self.walls)), "WALL: tag or length")
        slots = []
        for i in range(4 * self.blocks):
            tag = struct.unpack_from("<I", tags, 4 * i)[0]
            slots.append(tag & 0x1FFFFFF)
            need(slots[-1] < self.n_walls, "WALL: block's wall")
            ends = [struct.unpack_from("<f", shapes, 64 * (i // 4) + 16 * k + 4 * (i % 4))[0] for k in range(4)]
            need(self.walls[slots[-1]] == (*ends, tag), "WALL: block")
        (self.check_cells if grid else self.check_tree)(nodes, cells)
        need(self.next_block == self.blocks and self.next_list == n_lists, "WALL: blocks or lists of nobody")
        for i in range(start_columns * start_rows):
            left, top, side = start_left + (i % start_columns << shift), start_top + (i // start_columns << shift), 1 << shift
            self.check_start(nodes, [n / 256 for n in (left, top, left + side, top + side)], *struct.unpack_from("<2H", starts, 4 * i))
        firsts = struct.unpack(f"<{len(firsts) // 4}I", firsts)
        need(list(firsts) == sorted(firsts) and (not firsts or (firsts[0], firsts[-1]) == (0, n_edges)) and (firsts or n_edges == 0), "WALL: areas")
        self.areas = [[segment(struct.unpack_from("<4f", edges, 16 * k)) for k in range(a, b)] for a, b in zip(firsts, firsts[1:])]
        self.starts = content[48:64] + starts if any(content[48:52]) else b""
        self.partition = content[12:24] + content[32:48] + struct.pack(f"<{len(slots)}I", *slots) + nodes + lists

    def check_area(self, field):
        if field == 0xFFFFFFFF or field < self.n_areas:
            return
        need(field == self.next_list | 1 << 31 and self.next_list < len(self.lists), "WALL: list of areas")
        count = self.lists[self.next_list]
        areas = self.lists[self.next_list + 1:self.next_list + 1 + count]
        need(len(areas) == count and all(a < b for a, b in zip(areas, areas[1:])) and all(a < self.n_areas for a in areas), "WALL: list")
        self.next_list += 1 + count

    def check_cells(self, nodes, cells):
        numbers = struct.unpack(f"<{2 * cells + 1}I", nodes)
        starts = numbers[:cells + 1]
        need(list(starts) == sorted(starts) and starts[0] == 0 and starts[-1] <= self.blocks, "WALL: cells")
        self.next_block = starts[-1]
        for field in numbers[cells + 1:]:
            self.check_area(field)

    def check_tree(self, nodes, _):
        to_come = []
        for i in range(self.columns):
            first, count, field, second = struct.unpack_from("<4I", nodes, 16 * i)
            if second != 0xFFFFFFFF:
                nx, ny, d = struct.unpack_from("<3f", nodes, 16 * i)
                need(0.999 < nx * nx + ny * ny < 1.001 and abs(d) <= 131072, "WALL: line")
                need(i + 1 < second < self.columns and len(to_come) < 64, "WALL: child")
                to_come.append(second)
                continue
            need(first == self.next_block and count <= self.blocks - first, "WALL: leaf")
            self.next_block += count
            self.check_area(field)
            need(to_come.pop() == i + 1 if to_come else i + 1 == self.columns, "WALL: preorder")


    def check_start(self, nodes, box, node, end):
        """The cell lies beside the lines of all nodes above, by 1/16 pixel."""
        at, stop = 0, self.columns
        while at < node:
            nx, ny, d, second = struct.unpack_from("<3fI", nodes, 16 * at)
            need(second != 0xFFFFFFFF, "WALL: start")
            off = [nx * x + ny * y - d for x in box[::2] for y in box[1::2]]
            need(min(off) > 1 / 16 if node < second else max(off) < -1 / 16, "WALL: cell of a start")
            at, stop = (at + 1, second) if node < second else (second, stop)
        need((at, stop) == (node, end), "WALL: start")


def class_name(bank, index):
    need(index < len(bank.CLAS), "class")
    return bank.text(bank.CLAS[index][0])


def read_entity(bank, index):
    name, klass, x, y, dx, dy, first, count, sprite, frame, flags, reserved = bank.ENTI[index]
    bank.zero(reserved)
    need(abs(x) <= 65536 * 256 and abs(y) <= 65536 * 256 and (flags <= 3 or bank.minor > 0), "ENTI: place or flags")
    entity = {"name": bank.name(name, empty=True), "class": class_name(bank, klass), "at": [pixels(x), pixels(y)],
              "direction": bank.unit(dx, dy) if dx or dy else None}
    bank.values(first, count, entity)
    need(sprite <= len(bank.SPRT) and (frame < bank.SPRT[sprite - 1][2] if sprite else frame == flags == 0), "ENTI: sprite")
    if sprite:
        entity.update(sprite=bank.text(bank.SPRT[sprite - 1][0]), frame=frame)
    if flags:
        entity["flip"] = ("x" if flags & 1 else "") + ("y" if flags & 2 else "")
    return entity


def read_levels(bank):
    content, at, result = bank.sections.get("WALL", (b"", 0, 1))[0], 0, []
    names = [record[0] for record in bank.LEVL]
    need(all(a < b for a, b in zip(names, names[1:])), "LEVL: order")
    for name, first_area, n_areas, first_entity, n_entities, offset, size, first_value, n_values, reserved, *bounds in bank.LEVL:
        bank.zero(reserved)
        need(offset == (at + 63) // 64 * 64 and offset + size <= len(content) and not any(content[at:offset]), "LEVL: place")
        at = offset + size
        level = LevelBytes(content[offset:at])
        need(level.n_areas == n_areas, "LEVL: areas")
        walls = []
        for wall in level.walls:
            walls.append(dict(segment(wall[:4]), **{"class": class_name(bank, wall[4] >> 25 & 63)}))
            if wall[4] >> 31:
                walls[-1]["one_way"] = True
        areas = [bank.values(*bank.AREA[i][2:], {"name": bank.name(bank.AREA[i][0], empty=True),
                                                 "class": class_name(bank, bank.AREA[i][1]), "edges": edges})
                 for i, edges in zip(bank.take("AREA", first_area, n_areas), level.areas)]
        result.append(bank.values(first_value, n_values, {
                       "name": bank.name(name), "walls": walls, "areas": areas,
                       "entities": [read_entity(bank, i) for i in bank.take("ENTI", first_entity, n_entities)],
                       "partition": {"kind": PARTITIONS[level.kind], "bytes": base64.b64encode(level.partition).decode("ascii"),
                                     **({"starts": base64.b64encode(level.starts).decode("ascii")} if level.starts else {})}}))
    need(at == len(content), "WALL: bytes of no level")
    return result


def check_maze(content):
    x, y, i, j, w, h, columns, rows = struct.unpack_from("<4i4H", content, 8)
    stride = (columns + 4) // 4
    need(1 <= w <= 1024 and 1 <= h <= 1024 and 1 <= columns <= 8191 and 1 <= rows <= 8191, "WDAT: cells of a maze")
    need(len(content) == 32 + (rows + 1) * stride, "WDAT: size of a maze")
    for at, first, side, count in ((x, i, w, columns), (y, j, h, rows)):
        need(max(abs(at), abs(at + first * side), abs(at + (first + count) * side)) <= 1 << 22, "WDAT: place of a maze")
    for row in range(rows + 1):
        edges = content[32 + row * stride:32 + (row + 1) * stride]
        cells = [edges[k // 4] >> 2 * (k % 4) & 3 for k in range(4 * stride)]
        need(cells[columns] < 2 and not any(cells[columns + 1:]), "WDAT: right border")
        need(row < rows or not any(cell & 1 for cell in cells), "WDAT: lower border")


def check_ground(content):
    points, zero, limit, zeros = struct.unpack_from("<IIdQ", content, 8)
    need(2 <= points <= 65536 and zero == zeros == 0 and 0 <= limit <= 2 ** 40, "WDAT: header of a ground")
    need(len(content) == 32 + 40 * points, "WDAT: size of a ground")
    xs = struct.unpack_from(f"<{points}d", content, 32)
    need(all(a < b for a, b in zip(xs, xs[1:])) and all(abs(x) <= 65536 and x * 256 == int(x * 256) for x in xs), "WDAT: x of a ground")
    for k in range(points):
        a, b, c, d = struct.unpack_from("<4d", content, 32 + 8 * points + 32 * k)
        h = xs[k + 1] - xs[k] if k + 1 < points else 1
        need(all(abs(v) <= 2 ** 40 for v in (a, b, c * h, d * h * h)), "WDAT: piece of a ground")
        need(k + 1 < points or c == d == 0, "WDAT: last point of a ground")


def check_heightmap(content):
    klass, columns, rows, cell, x, y, low, high = struct.unpack_from("<I2H5f", content, 4)
    need(klass == 0 and 2 <= columns <= 16384 and 2 <= rows <= 16384, "WDAT: samples of a heightmap")
    need(1 / 65536 <= cell <= 65536 and -(1 << 22) <= low < high <= 1 << 22, "WDAT: cell or altitudes")
    need(all(abs(v) <= 1 << 22 and v + (n - 1) * cell <= 1 << 22 for v, n in ((x, columns), (y, rows))), "WDAT: place of a heightmap")
    level, at = [struct.unpack_from(f"<{columns}H", content, 32 + 2 * columns * row) for row in range(rows)], 32 + 2 * columns * rows
    # The first level's blocks share the samples on their borders; the others' are of whole blocks.
    level = [[max(level[j + v][i + u] for u in (0, 1) for v in (0, 1)) for i in range(columns - 1)] for j in range(rows - 1)]
    while len(level) * len(level[0]) > 1:
        level = [[max(max(row[i:i + 2]) for row in level[j:j + 2]) for i in range(0, len(level[0]), 2)] for j in range(0, len(level), 2)]
        tops = [v for row in level for v in row]
        need(list(struct.unpack_from(f"<{len(tops)}H", content, at)) == tops, "WDAT: tops")
        at += 2 * len(tops)
    need(len(content) == at, "WDAT: size of a heightmap")


def check_layer_place(content):
    w, h, x, y, i, j, columns, rows, ix, iy, jx, jy, lift, tiles = struct.unpack_from("<2H4i2I5iI", content, 4)
    need(1 <= w <= 1024 and 1 <= h <= 1024 and 1 <= columns <= 8192 and 1 <= rows <= 8192, "WDAT: cells of a layer")
    need(all(abs(v) <= 1 << 24 for v in (x, y, i, j, x + i * w, y + j * h, x + (i + columns) * w, y + (j + rows) * h)), "WDAT: place of a layer")
    need(all(abs(v) <= 1 << 20 for v in (ix, iy, jx, jy, lift)) and ix * jy != iy * jx, "WDAT: axes")
    need(1 <= tiles <= 65536 and content[68] <= 31 and not any(content[69:128]), "WDAT: tiles, offsets or zeros")
    return w, h, columns, rows, tiles


def check_blocks(content, columns, rows, tiles, blocks, start):
    across, down, used = (columns + 31) // 32, (rows + 31) // 32, 0
    end = (128 + 4 * across * down + 63) // 64 * 64
    need(end == start and not any(content[128 + 4 * across * down:end]), "WDAT: directory")
    for k, entry in enumerate(struct.unpack_from(f"<{across * down}I", content, 128)):
        w, h = columns - k % across * 32, rows - k // across * 32
        if entry >> 31:
            need(entry & 0x7FFFFFFF < tiles and (entry == 1 << 31 or min(w, h) >= 32), "WDAT: alike")
            continue
        need(entry <= used and entry < blocks, "WDAT: block")
        used = max(used, entry + 1)
        cells = struct.unpack_from("<1024H", content, end + 2048 * entry)
        need(all(c < tiles and (c == 0 or (n % 32 < w and n // 32 < h)) for n, c in enumerate(cells)), "WDAT: cell")
    need(used == blocks, "WDAT: blocks")


def check_layer(content):
    """The sprite and the frame of each tile, and where it tells the sprite."""
    w, h, columns, rows, tiles = check_layer_place(content)
    blocks, numbers, highest, offsets = struct.unpack_from("<4I", content, 56)
    table = len(content) - 2 * numbers - 4 * offsets - 16 * tiles
    check_blocks(content, columns, rows, tiles, blocks, table - 2048 * blocks)
    need(not any(content[table:table + 16]), "WDAT: empty tile")
    heights = struct.unpack_from(f"<{numbers}H", content, len(content) - 2 * numbers)
    need(all(abs(v) <= 4096 for v in struct.unpack_from(f"<{2 * offsets}h", content, table + 16 * tiles)), "WDAT: offset")
    found, most = [], 0
    for k in range(1, tiles):
        kind, klass, flips, height, profile, sprite, frame = struct.unpack_from("<4B3I", content, table + 16 * k)
        need(kind <= 9 and klass <= 64 and flips >> 3 <= offsets and (kind >= 6 or profile == 0), "WDAT: tile")
        n, limit = (w, h) if kind >= 8 else (h, w)
        need(kind < 6 or (profile + n <= numbers and max(heights[profile:profile + n]) <= limit), "WDAT: profile")
        found.append((klass, sprite, frame, table + 16 * k + 8))
        most = max(most, height)
    need(most == highest, "WDAT: highest")
    return found


def read_layer(bank, content, opacity):
    """With the places of the sprites in its own list."""
    content, names = bytearray(content), []
    for klass, sprite, frame, at in check_layer(content):
        need((klass == 64 or klass < len(bank.CLAS)) and sprite < len(bank.SPRT) and frame < bank.SPRT[sprite][2], "WDAT: class or frame")
        name = bank.text(bank.SPRT[sprite][0])
        names += [name] if name not in names else []
        struct.pack_into("<I", content, at, names.index(name))
    return {"opacity": opacity, "sprites": names, "bytes": base64.b64encode(content[4:]).decode("ascii")}


def read_worlds(bank, levels):
    content, at = bank.sections.get("WDAT", (b"", 0, 1))[0], 0
    need(all(a[1:3] <= b[1:3] for a, b in zip(bank.WRLD, bank.WRLD[1:])), "WRLD: order")
    for name, level, kind, offset, size, opacity, first, count in bank.WRLD:
        need(level < len(levels) and kind <= 3 and opacity <= (100 if kind == 0 else 0), "WRLD: level, kind or opacity")
        need(offset == (at + 63) // 64 * 64 and size >= 32 and offset + size <= len(content) and not any(content[at:offset]), "WRLD: place")
        at = offset + size
        data = content[offset:at]
        need(struct.unpack_from("<I", data)[0] == size and (kind > 0 or size >= 128), "WDAT: size")
        world = bank.values(first, count, {"name": bank.name(name)})
        if kind == 0:
            world.update(read_layer(bank, data, opacity))
        else:
            (check_maze, check_ground, check_heightmap)[kind - 1](data)
            world["bytes"] = base64.b64encode(data[8:]).decode("ascii")
        if kind in (1, 2):
            world["class"] = class_name(bank, struct.unpack_from("<I", data, 4)[0])
        levels[level].setdefault(WORLDS[kind], []).append(world)
    for level in levels:
        for kind in WORLDS:
            unique(level.get(kind, []))
    need(at == len(content), "WDAT: bytes of no world")


def check_bounds(bank, levels):
    """The box around the walls and the points of grounds of each level, in banks that have it."""
    stride = bank.sections.get("LEVL", (b"", 0, 0))[2]
    for record, level in zip(bank.LEVL, levels if stride >= SIZES["LEVL"] else ()):
        points = [wall[end] for wall in level["walls"] for end in "ab"]
        for ground in level.get("grounds", []):
            data = base64.b64decode(ground["bytes"])
            n = struct.unpack_from("<I", data)[0]
            points += [[struct.unpack_from("<d", data, at)[0] for at in (24 + 8 * k, 24 + 8 * n + 32 * k)] for k in range(n)]
        sides = [side(p[k] for p in points) for side in (min, max) for k in (0, 1)] if points else [0, 0, -1, -1]
        need(record[10:] == struct.unpack("<4f", struct.pack("<4f", *sides)), "LEVL: bounds")


BLENDS = ("normal", "add", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
          "difference", "exclusion")


def read_drawn(bank, levels):
    need(all(a[1:3] <= b[1:3] for a, b in zip(bank.DRAW, bank.DRAW[1:])), "DRAW: order")
    for name, level, reserved, tiles, sprite, frame, x, y, tint, across, down, opacity, blend, flags, first, count in bank.DRAW:
        bank.zero(reserved)
        need(level < len(levels) and opacity <= 100 and blend < 13 and (flags <= 3 or bank.minor > 0), "DRAW: level, opacity, blend or flags")
        need((tiles > 0) != (sprite > 0) and tiles <= len(levels[level].get("layers", [])), "DRAW: tiles")
        need(sprite <= len(bank.SPRT) and frame < (bank.SPRT[sprite - 1][2] if sprite else 1), "DRAW: frame")
        drawn = {"name": bank.name(name, empty=True), "tiles": tiles}
        if sprite:
            drawn.update(sprite=bank.text(bank.SPRT[sprite - 1][0]), frame=frame)
        drawn.update(at=[pixels(x), pixels(y)], tint=f"#{tint:08x}", parallax=[pixels(across), pixels(down)], opacity=opacity, blend=BLENDS[blend])
        drawn.update({key: True for bit, key in enumerate(("repeat_x", "repeat_y")) if flags >> bit & 1})
        levels[level].setdefault("drawn", []).append(bank.values(first, count, drawn))


def read_wall_values(bank, levels):
    need(all(a[1:3] < b[1:3] for a, b in zip(bank.WVAL, bank.WVAL[1:])), "WVAL: order")
    for reserved, level, wall, first, count in bank.WVAL:
        bank.zero(reserved)
        need(level < len(levels) and wall < len(levels[level]["walls"]), "WVAL: wall")
        levels[level].setdefault("wall_values", []).append(bank.values(first, count, {"wall": wall}))


def unique(named):
    names = [item["name"] for item in named]
    need(len(set(names)) == len(names), "a name twice")


def read_animation(bank, index, frames):
    name, first, count, loop, duration, *values, reserved = bank.ANIM[index]
    bank.zero(reserved)
    need(loop < 4, "ANIM: loop")
    steps, end = [], 0
    for i in bank.take("STEP", first, count):
        frame, until, first_event, n_events, *step_values = bank.STEP[i]
        need(frame in frames and until >= end, "STEP: frame or end")
        steps.append(bank.values(*step_values, {"frame": frame - frames[0], "ms": until - end}))
        events = [bank.EVNT[k] for k in bank.take("EVNT", first_event, n_events)]
        if events:
            steps[-1]["events"] = [bank.values(*rest, {"name": bank.name(event)}) for event, *rest in events]
        end = until
    need(end == duration <= 0x7FFFFFFF, "ANIM: duration")
    return bank.values(*values, {"name": bank.name(name), "loop": LOOPS[loop], "steps": steps})


def read_sprite(bank, record):
    name, first_frame, n_frames, first_animation, n_animations, first_zone, n_zones, *values, reserved = record
    bank.zero(reserved)
    frames, zones = bank.take("FRAM", first_frame, n_frames), read_zones(bank, first_zone, n_zones)
    sprite = bank.values(*values, {"name": bank.name(name), "frames": [read_frame(bank, i, zones) for i in frames]})
    if zones:
        sprite["zones"] = zones
    sprite["animations"] = [read_animation(bank, i, frames)
                            for i in bank.take("ANIM", first_animation, n_animations)]
    unique(sprite["animations"])
    return sprite


def read_page(bank, record):
    name, encoding, w, h, reserved, offset, size = record
    bank.zero(reserved)
    need(encoding <= 3 and w > 0 and h > 0, "PAGE: encoding or size")
    need(offset + size <= len(bank.pixels), "PAGE: bytes outside PIXL")
    need(encoding != 2 or size == w * h * 4, "PAGE: RGBA8 size")
    need(encoding in (1, 2) or size == offset == 0, "PAGE: bytes where none should be")
    page = {"encoding": ENCODINGS[encoding], "size": [w, h]}
    if name:
        page["name"] = bank.name(name)
    content = bank.pixels[offset:offset + size]
    if encoding == 1:
        need(content[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", content[16:24]) == (w, h), "PAGE: PNG")
    if encoding == 3:
        need(page.get("name", ".") not in (".", "..") and not set(page["name"]) & set("/\\:"), "PAGE: file name")
    if size:
        page["data"] = base64.b64encode(content).decode("ascii")
    return page


def read(data):
    bank = Bank(data)
    need(len(bank.CLAS) <= 64, "CLAS: too many")
    bank.ornt, bank.outl, bank.attr = bank.extras("ORNT", 2), bank.extras("OUTL", 3), bank.extras("ATTR", None)
    result = {"kickbox_bank": {"major": 1, "minor": bank.minor}, "classes": []}
    for name, colour, reserved in bank.CLAS:
        bank.zero(reserved)
        result["classes"].append({"name": bank.name(name), "colour": f"#{colour:08x}"})
    unique(result["classes"])
    result["pages"] = [read_page(bank, record) for record in bank.PAGE]
    bank.bitmaps = read_bitmaps(bank)
    names = [record[0] for record in bank.SPRT]
    need(all(a < b for a, b in zip(names, names[1:])), "SPRT: order")
    bank.pictures = read_pictures(bank)
    result["sprites"] = [read_sprite(bank, record) for record in bank.SPRT]
    if bank.MASK:
        result["masks"] = read_zone_masks(bank)
    if bank.TRAK or "CLEA" in bank.sections:
        result["tracks"] = read_tracks(bank)
    if bank.LEVL or "WALL" in bank.sections:
        result["levels"] = read_levels(bank)
    read_worlds(bank, result.get("levels", []))
    check_bounds(bank, result.get("levels", []))
    read_drawn(bank, result.get("levels", []))
    read_wall_values(bank, result.get("levels", []))
    for section in ("FRAM", "ANIM", "STEP", "EVNT", "SHAP", "POIN", "CIRC", "CAPS", "PART", "VALU", "BITM", "ZONE", "ZPIC", "GATE", "BAND",
                    "AREA", "ENTI"):
        need(bank.used[section] == len(getattr(bank, section)), f"{section}: a record without an owner")
    return result
