# SPDX-License-Identifier: MIT
"""Writes the sprite files of MUGEN, and RSDK animations, for tests. The packers make use of every form of packet."""
import io
import struct

from PIL import Image

RAW, RLE8, RLE5, LZ5, PNG8, PNG24, PNG32 = 0, 2, 3, 4, 10, 11, 12


def runs(data, most):
    """Pairs of value and length."""
    at = 0
    while at < len(data):
        n = 1
        while n < most and at + n < len(data) and data[at + n] == data[at]:
            n += 1
        yield data[at], n
        at += n


def pack_rle8(data):
    return b"".join(bytes([value]) if n == 1 and value & 0xc0 != 0x40 else bytes([0x40 | n, value]) for value, n in runs(data, 63))


def pack_rle5(data):
    """Packets of one long run, of colour 0 or another, and up to two short ones."""
    out, left = [], list(runs(data, 256))
    while left:
        value, n = left.pop(0)
        short = []
        while left and left[0][1] <= 8 and left[0][0] < 32 and len(short) < 2:
            short.append(left.pop(0))
        out.append(bytes([n - 1, len(short) | (0x80 if value else 0)]) + (bytes([value]) if value else b"")
                   + bytes(short_value | (length - 1) << 5 for short_value, length in short))
    return b"".join(out)


def find_earlier(data, at, most, furthest):
    """Length and distance of the longest repetition of what came before."""
    best = (0, 0)
    for distance in range(1, min(at, furthest) + 1):
        n = 0
        while n < most and at + n < len(data) and data[at + n] == data[at + n - distance]:
            n += 1
        best = max(best, (n, -distance))
    return best[0], -best[1]


def pack_lz5(data):
    """Repetitions from 2 pixels on: short ones up to 256 back, the distance of each fourth in the upper bits of four; long ones."""
    packets, at, kept = [], 0, []
    while at < len(data):
        n, distance = find_earlier(data, at, 258, 1024)
        near, near_distance = find_earlier(data, at, 64, 256)
        if n > 64 or (n >= 3 and n > near):
            packets.append((1, bytes([(distance - 1) >> 8 << 6, (distance - 1) & 255, n - 3])))
            at += n
        elif near >= 2:
            kept.append(len(packets))
            packets.append([1, near - 1, near_distance - 1])
            at += near
        else:
            value, n = next(runs(data[at:], 263))
            packets.append((0, bytes([value, n - 8]) if n >= 8 else bytes([value | n << 5])))
            at += n
    for i, index in enumerate(kept):
        group = kept[i // 4 * 4:i // 4 * 4 + 4]
        last = packets[group[-1]][2] if len(group) == 4 else 0
        packet = packets[index]
        upper = last << 2 * (i % 4) & 0xc0
        packet.append(bytes([packet[1] | upper]) + (b"" if i % 4 == 3 else bytes([packet[2]])))
    out = []
    for start in range(0, len(packets), 8):
        eight = packets[start:start + 8]
        out.append(bytes([sum(packet[0] << i for i, packet in enumerate(eight))]) + b"".join(packet[-1] for packet in eight))
    return b"".join(out)


def indexed(width, height, pixels, palette):
    """A picture of bytes, with the colours of a palette of RGB bytes."""
    image = Image.frombytes("P", (width, height), bytes(pixels))
    image.putpalette(palette)
    return image


def saved(image, form, **more):
    out = io.BytesIO()
    image.save(out, form, **more)
    return out.getvalue()


class Sprite:
    """`link`: the index of the sprite whose picture this one has. `same`: as of the sprite before, in version 1."""
    def __init__(self, group, image, axis, picture=None, link=0, same=False, form=RLE8, palette=0):
        self.group, self.image, self.axis, self.picture, self.link, self.same = group, image, axis, picture, link, same
        self.form, self.palette = form, palette


def sff_1(sprites):
    out = b"ElecbyteSpr\0\0\1\0\1" + struct.pack("<IIIIB", 1, len(sprites), 512, 32, 1)
    out += bytes(512 - len(out))
    for sprite in sprites:
        data = saved(sprite.picture, "PCX") if sprite.picture else b""
        if sprite.same and data:
            data = data[:-769]
        end = len(out) + 32 + len(data)
        out += struct.pack("<IIhhHHHB13x", end, len(data), *sprite.axis, sprite.group, sprite.image, sprite.link, sprite.same) + data
    return out


def packed(sprite):
    if not sprite.picture:
        return b""
    pixels = sprite.picture.tobytes()
    head = struct.pack("<I", len(pixels))
    if sprite.form == RAW:
        return pixels
    if sprite.form >= PNG8:
        return head + saved(sprite.picture, "PNG")
    return head + {RLE8: pack_rle8, RLE5: pack_rle5, LZ5: pack_lz5}[sprite.form](pixels)


def sff_2(sprites, palettes, minor=1):
    """`palettes`: RGBA bytes, or the index of one before. The second sprite and each after it have their data in the other block."""
    palette_at = 512 + 28 * len(sprites)
    blocks, heads, tables = [b"", b""], [], b""
    for palette in palettes:
        link, data = (palette, b"") if isinstance(palette, int) else (0, palette)
        tables += struct.pack("<HHHHII", 1, 1, len(data) // 4, link, len(blocks[0]), len(data))
        blocks[0] += data
    for index, sprite in enumerate(sprites):
        block, data = index > 0, packed(sprite)
        size = sprite.picture.size if sprite.picture else (0, 0)
        heads.append(struct.pack("<HHHHhhHBBIIHH", sprite.group, sprite.image, *size, *sprite.axis, sprite.link, sprite.form, 8 if sprite.form < PNG24 else 32,
                                 len(blocks[block]), len(data), sprite.palette, block))
        blocks[block] += data
    data_at = palette_at + len(tables)
    out = b"ElecbyteSpr\0" + bytes([0, minor, 0, 2]) + bytes(20) + struct.pack("<IIIIIIII", 512, len(sprites), palette_at, len(palettes), data_at, len(blocks[0]),
                                                                               data_at + len(blocks[0]), len(blocks[1]))
    return out + bytes(512 - len(out)) + b"".join(heads) + tables + blocks[0] + blocks[1]


def text(string):
    data = string.encode() + b"\0"
    return bytes([len(data)]) + data


def rsdk(sheets, hitboxes, animations):
    """Animations: name, speed, start, rotation and frames: sheet, duration, character, place, pivot and boxes."""
    out = b"SPR\0" + struct.pack("<I", sum(len(frames) for *_, frames in animations)) + bytes([len(sheets)])
    out += b"".join(map(text, sheets)) + bytes([len(hitboxes)]) + b"".join(map(text, hitboxes)) + struct.pack("<H", len(animations))
    for name, speed, start, rotation, frames in animations:
        out += text(name) + struct.pack("<HhBB", len(frames), speed, start, rotation)
        for sheet, duration, character, place, pivot, boxes in frames:
            out += struct.pack("<BHHhhhhhh", sheet, duration, character, *place, *pivot) + b"".join(struct.pack("<hhhh", *box) for box in boxes)
    return out
