# SPDX-License-Identifier: MIT
"""Features of drawings in layers, by the names in their specifications."""
import struct

import aseprite_writer as ase
import paint_files as paint
from features import (BLUE, CLEAR, Format, GREEN, RED, Refused, VIEW, both, counts, has, shows)


def square(colour, width=2, height=1):
    return [[colour] * width] * height


# ---- Aseprite: docs/ase-file-specs.md ----

def aseprite(*chunks, first=(), cel=RED, frames=(), **header):
    """A red picture of 2 x 1; `first`: chunks before those of its layer."""
    return {"x.aseprite": ase.aseprite(2, 1, (80, *first, ase.layer("a"),
                                              ase.cel(0, 0, 0, square(cel)), *chunks), *frames,
                                       **header)}


def in_place(data, at, value):
    return data[:at] + value + data[at + len(value):]


def header_field(at, value):
    return {"x.aseprite": in_place(aseprite()["x.aseprite"], at, value)}


def other_layer(name="b", colour=GREEN, cels=None, **more):
    """One over the red one."""
    return aseprite(ase.layer(name, **more),
                    *(cels or [ase.cel(1, 0, 0, square(colour))]))


def tag(*fields):
    return aseprite(ase.tags(("walk", 0, 1, *fields)), frames=[(70,)])


MAP = ase.tileset(0, 1, 1, [CLEAR, GREEN])
PALETTE = ase.chunk(0x2019, struct.pack("<III8x", 1, 0, 0) + struct.pack("<H", 1) + RED
                    + ase.text("blood"))
OLD_PALETTE = struct.pack("<HBB", 1, 0, 2) + b"\0\0\0\x3f\0\0"
FLAGS = (1, 2, 4, 8, 16, 32, 64)

ASEPRITE = Format("Aseprite", aseprite(), [
    ("Header: color depth, RGBA", aseprite(), shows([RED, RED])),
    ("Header: color depth, grayscale", aseprite(cel=b"\x40\xff", depth=16),
     shows([b"\x40\x40\x40\xff"] * 2)),
    ("Header: color depth, indexed",
     aseprite(first=[ase.palette(CLEAR, GREEN)], cel=b"\1", depth=8), shows([GREEN, GREEN])),
    ("Header: layer opacity has valid value", other_layer(opacity=0), shows([RED, RED])),
    ("Header: layer blend mode/opacity is valid for groups",
     aseprite(ase.layer("g", kind=1, opacity=0), ase.layer("b", level=1),
              ase.cel(2, 0, 0, square(GREEN)), flags=3), shows([RED, RED])),
    ("Header: layers have an UUID", aseprite(flags=5), "UUIDs of layers (1)"),
    ("Header: speed", aseprite(frames=[(70,)]), has("animations.0.steps.0.duration", 80)),
    ("Header: palette entry of transparent color",
     aseprite(first=[ase.palette(RED, GREEN)], cel=b"\1", depth=8, transparent=1),
     shows([CLEAR, CLEAR])),
    ("Header: number of colors", header_field(32, b"\2\0"), VIEW),
    ("Header: pixel width and height", aseprite(pixel=(2, 1)), "pixels that are not square (1)"),
    ("Header: grid", header_field(36, b"\1\0\1\0\x08\0\x08\0"), VIEW),
    ("Frame: duration", aseprite(frames=[(70,)]), has("animations.0.steps.1.duration", 70)),
    ("Old palette chunk (0x0004)",
     aseprite(first=[ase.chunk(4, OLD_PALETTE)], cel=b"\1", depth=8), shows([b"\x3f\0\0\xff"] * 2)),
    ("Old palette chunk (0x0011)",
     aseprite(first=[ase.chunk(0x11, OLD_PALETTE)], cel=b"\1", depth=8), shows([RED, RED])),
    ("Layer: visible", other_layer(flags=0), "hidden layers (1)"),
    ("Layer: editable, lock movement, prefer linked cels, collapsed",
     {"x.aseprite": ase.aseprite(2, 1, (80, ase.layer("a", flags=1 | 2 | 4 | 16 | 32),
                                        ase.cel(0, 0, 0, square(RED))))}, VIEW),
    ("Layer: background",
     {"x.aseprite": ase.aseprite(2, 1, (80, ase.palette(RED), ase.layer("a", flags=1 | 8),
                                        ase.cel(0, 0, 0, square(b"\0"))), depth=8)},
     shows([RED, RED])),
    ("Layer: reference layer", other_layer(flags=65), "reference layers (1)"),
    ("Layer: group, child level",
     aseprite(ase.layer("g", kind=1, flags=0), ase.layer("b", level=1),
              ase.cel(2, 0, 0, square(GREEN))), "hidden layers (1)"),
    ("Layer: tilemap, tileset index",
     aseprite(ase.layer("m", kind=2, tileset=0), ase.tile_cel(1, 0, 0, [[1, 0]]), first=[MAP]),
     shows([GREEN, RED])),
    ("Layer: type that is not known", other_layer(kind=9),
     "layers of a kind that is not known (1)"),
    ("Layer: blend mode", other_layer(blend=16), shows([b"\xff\xff\0\xff"] * 2)),
    ("Layer: blend mode that is not known", other_layer(blend=99),
     "blend modes that are not known (1)"),
    ("Layer: opacity", other_layer(opacity=128), shows([b"\x7f\x80\0\xff"] * 2)),
    ("Layer: name", other_layer("#pivot", cels=[ase.cel(1, 1, 0, square(BLUE, 1))]),
     has("frames.0.hot_spot", [1, 0])),
    ("Cel: X, Y position", other_layer(cels=[ase.cel(1, 1, 0, square(GREEN, 1))]),
     shows([RED, GREEN])),
    ("Cel: opacity level", other_layer(cels=[ase.cel(1, 0, 0, square(GREEN), opacity=128)]),
     shows([b"\x7f\x80\0\xff"] * 2)),
    ("Cel: raw image data", other_layer(cels=[ase.cel(1, 0, 0, square(GREEN), packed=False)]),
     shows([GREEN, GREEN])),
    ("Cel: compressed image", other_layer(), shows([GREEN, GREEN])),
    ("Cel: linked cel", aseprite(frames=[(80, ase.linked_cel(0, 0))]), shows([RED, RED], frame=0)),
    ("Cel: compressed tilemap, bitmasks for flips",
     aseprite(ase.layer("m", kind=2, tileset=0), ase.tile_cel(1, 0, 0, [[1 | 1 << 31]]),
              first=[ase.tileset(0, 2, 1, [CLEAR * 2, GREEN + BLUE])]), shows([BLUE, GREEN])),
    ("Cel: z-index", {"x.aseprite": ase.aseprite(2, 1, (
        80, ase.layer("a"), ase.layer("b"), ase.cel(0, 0, 0, square(RED), z=2),
        ase.cel(1, 0, 0, square(GREEN))))}, shows([RED, RED])),
    ("Cel: type that is not known",
     other_layer(cels=[ase.chunk(0x2005, ase.cel_head(1, 0, 0, 255, 9, 0))]),
     "cels of a kind that is not known (1)"),
    ("Cel extra (0x2006): precise bounds", aseprite(ase.chunk(0x2006, bytes(36))), VIEW),
    ("Color profile: none, sRGB", aseprite(ase.chunk(0x2007, struct.pack("<HHI8x", 1, 0, 0))),
     VIEW),
    ("Color profile: fixed gamma", aseprite(ase.chunk(0x2007, struct.pack("<HHI8x", 1, 1, 65536))),
     "colour profiles (1)"),
    ("Color profile: embedded ICC",
     aseprite(ase.chunk(0x2007, struct.pack("<HHI8xI", 2, 0, 0, 1) + b"x")),
     "colour profiles (1)"),
    ("External files (0x2008)", aseprite(ase.chunk(0x2008, struct.pack("<I8x", 0) + b"")), VIEW),
    ("External files: palette, tileset, extensions",
     aseprite(ase.chunk(0x2008, struct.pack("<I8xIB7x", 1, 1, 0) + ase.text("a.gpl"))),
     "links to other files (1)"),
    ("Mask (0x2016)", aseprite(ase.chunk(0x2016, bytes(20))), "stored selections (1)"),
    ("Path (0x2017)", aseprite(ase.chunk(0x2017, b"")), VIEW),
    ("Chunk that is not known", aseprite(ase.chunk(0x2099, b"")),
     "chunks of a type that is not known (1)"),
    ("Tags: from, to, name", tag(0, 0), both(has("animations.0.name", "walk"),
                                             counts("animations.0.steps", 2))),
    ("Tags: forward", tag(0, 0), has("animations.0.loop", "loop")),
    ("Tags: reverse", tag(1, 0), has("animations.0.steps.0.duration", 70)),
    ("Tags: ping-pong", tag(2, 0), has("animations.0.loop", "ping-pong")),
    ("Tags: ping-pong reverse", tag(3, 0), both(has("animations.0.loop", "ping-pong"),
                                                has("animations.0.steps.0.duration", 70))),
    ("Tags: repeat", tag(0, 3), both(has("animations.0.loop", "once"),
                                     counts("animations.0.steps", 6))),
    ("Palette (0x2019): colors", aseprite(first=[ase.palette(GREEN, RED)], cel=b"\1", depth=8),
     shows([RED, RED])),
    ("Palette: color names", aseprite(PALETTE), "names of colours (1)"),
    ("User data of the sprite: text",
     aseprite(first=[ase.palette(RED), ase.user_data("hp=3")]), has("values.hp", "3")),
    ("User data of the sprite: color",
     aseprite(first=[ase.palette(RED), ase.user_data(colour=GREEN)]),
     "colours of layers, cels and the sprite (1)"),
    ("User data of a layer: text",
     {"x.aseprite": ase.aseprite(2, 1, (80, ase.layer("a"), ase.user_data("soft"),
                                        ase.cel(0, 0, 0, square(RED))))},
     "user data of layers that are no marks (1)"),
    ("User data of a layer: color", {"x.aseprite": ase.aseprite(
        2, 1, (80, ase.layer("a"), ase.user_data(colour=GREEN), ase.cel(0, 0, 0, square(RED))))},
     "colours of layers, cels and the sprite (1)"),
    ("User data of a cel: text", aseprite(ase.user_data("lit=1")),
     has("frames.0.values", {"lit": "1"})),
    ("User data of a cel: color", aseprite(ase.user_data(colour=GREEN)),
     "colours of layers, cels and the sprite (1)"),
    ("User data of a cel: text next to pairs",
     aseprite(ase.user_data("key=9\nfree text\n\nmore\nlit = 1\n")),
     has("frames.0.values", {"key": "9", "lit": "1", "data": "free text\n\nmore"})),
    ("User data of a tag: text",
     aseprite(ase.tags(("walk", 0, 0, 0, 0)), ase.user_data("dmg=5")),
     has("animations.0.values", {"dmg": "5"})),
    ("User data of a tag: color", aseprite(ase.tags(("walk", 0, 0, 0, 0)),
                                           ase.user_data(colour=GREEN)), "colours of tags (1)"),
    ("User data of a slice: text", aseprite(ase.piece("head", (0, 0, 0, 1, 1)),
                                            ase.user_data("dmg=5")),
     has("frames.0.shapes.0.values", {"dmg": "5"})),
    ("User data of a slice: color", aseprite(ase.piece("head", (0, 0, 0, 1, 1)),
                                             ase.user_data(colour=GREEN)),
     lambda done: done.colour_of("head") == "#00ff00"),
    ("User data of a tileset, of tiles", aseprite(first=[MAP, ase.user_data("grass")]),
     "user data of tilesets and tiles (1)"),
    ("User data: properties, of all types",
     aseprite(ase.user_data(items={"boss": True, "n": 3, "r": 2.5, "s": "x", "list": [1, "y"],
                                   "map": {"a": 1}})),
     has("frames.0.values", {"boss": "true", "n": "3", "r": "2.5", "s": "x", "list": '[1,"y"]',
                             "map": '{"a":1}'})),
    ("User data: properties of extensions", aseprite(ase.user_data(extension={"z": 1})),
     "properties of extensions (1)"),
    ("Slice: keys", aseprite(ase.piece("head", (0, 0, 0, 1, 1), (1, 1, 0, 1, 1)), frames=[(70,)]),
     has("frames.1.shapes.0.geometry", {"box": [1, 0, 1, 1]})),
    ("Slice: 9-patches, center",
     aseprite(ase.piece("head", (0, 0, 0, 2, 1, 0, 0, 1, 1), nine=True)),
     has("frames.0.shapes.1", {"class": "head centre", "geometry": {"box": [0, 0, 1, 1]}})),
    ("Slice: pivot", aseprite(ase.piece("head", (0, 0, 0, 2, 1, 1, 0), pivot=True)),
     has("frames.0.hot_spot", [1, 0])),
    ("Tileset: link to external file",
     aseprite(first=[ase.chunk(0x2023, struct.pack("<IIIHHh14x", 0, 1, 1, 1, 1, 1)
                               + ase.text("t") + struct.pack("<II", 1, 0))]),
     "tilesets in other files (1)"),
    ("Tileset: tiles inside, empty tile is 0",
     aseprite(ase.layer("m", kind=2, tileset=0), ase.tile_cel(1, 0, 0, [[0, 1]]), first=[MAP]),
     shows([RED, GREEN])),
    ("Tileset: name, base index, matching of flips", aseprite(first=[MAP]), VIEW),
])

# ---- Photoshop: Adobe's File Formats Specification ----

def psd(*layers, width=2, **more):
    """A red layer of 2 x 1 below these."""
    return {"x.psd": paint.psd(width, 1, [paint.psd_layer("a", 0, 0, square(RED)), *layers],
                               **more)}


def psd_block(key, data=b"x", **more):
    """A green layer with this block of additional layer information."""
    return psd(paint.psd_layer("b", 0, 0, square(GREEN), blocks=paint.block(key, data), **more))


def psd_resource(number, data=b"x"):
    return psd(resources=paint.resource(number, data))


def blend_if(*ranges):
    """A green layer whose blending ranges are these."""
    data = b"".join(ranges)
    record, pixels = paint.psd_layer("b", 0, 0, square(GREEN))
    at = 18 + 6 * 4 + 12      # the length of the extra data
    (length,) = struct.unpack(">I", record[at:at + 4])
    extra = record[at + 4:]
    extra = extra[:4] + struct.pack(">I", len(data)) + data + extra[8:]
    return psd((record[:at] + struct.pack(">I", length + len(data)) + extra, pixels))


def descriptor_list(name, count):
    return bytes(22) + struct.pack(">I", 0 if len(name) == 4 else len(name)) + name \
        + b"VlLs" + struct.pack(">I", count)


GROUP_END = paint.psd_layer("</g>", blocks=paint.section(3))
CLEAN_RANGE = b"\0\0\xff\xff\0\0\xff\xff"
TIMELINE = b"maniIRFR" + bytes(9) + b"FrInVlLs" + struct.pack(">I", 2)
ADJUSTMENTS = (b"brit", b"levl", b"curv", b"expA", b"vibA", b"hue2", b"blnc", b"blwh", b"phfl",
               b"mixr", b"clrL", b"nvrt", b"post", b"thrs", b"grdm", b"selc")
GREY = [[b"\x40", b"\xff"]]

PSD = Format("Photoshop", psd(), [
    ("Header: version 2 (PSB)", {"x.psb": paint.psd(2, 1, [paint.psd_layer(
        "a", 0, 0, square(RED), large=True)], large=True)}, shows([RED, RED])),
    ("Header: depth 16",
     {"x.psd": paint.psd(2, 1, [paint.psd_layer("a", 0, 0, square(RED), size=2)], depth=16,
                         in_block=True)}, "colours of 16 bits, rounded to 8 (1)"),
    ("Header: depth 32", {"x.psd": in_place(psd()["x.psd"], 22, b"\0\x20")},
     Refused("RGB of 32 bits")),
    ("Header: color mode grayscale", {"x.psd": paint.psd(2, 1, [], mode=1, merged=GREY)},
     shows([b"\x40\x40\x40\xff", b"\xff" * 4])),
    ("Header: color mode indexed, color mode data",
     {"x.psd": paint.psd(2, 1, [], mode=2, merged=[[b"\0", b"\1"]],
                         palette=bytes([255, 0] + 254 * [0] + [0, 255] + 510 * [0]))},
     shows([RED, GREEN])),
    *((f"Header: color mode {name}", {"x.psd": in_place(psd()["x.psd"], 25, bytes([mode]))},
       Refused(f"its colours are {says}"))
      for mode, name, says in ((0, "bitmap", "black and white"), (4, "CMYK", "CMYK"),
                               (7, "multichannel", "multichannel"), (8, "duotone", "duotone"),
                               (9, "Lab", "Lab"))),
    ("Image resource 1005: resolution", psd_resource(1005, bytes(16)), VIEW),
    ("Image resource 1032: grid", psd_resource(1032, bytes(16)), VIEW),
    ("Image resource 1032: guides", psd_resource(1032, bytes(12) + struct.pack(">IIB", 1, 8, 0)),
     "guides (1)"),
    ("Image resource 1036: thumbnail", psd_resource(1036), VIEW),
    ("Image resource 1039: ICC profile", psd_resource(1039), "colour profiles (1)"),
    ("Image resource 1047: transparency index",
     {"x.psd": paint.psd(2, 1, [], mode=2, merged=[[b"\0", b"\1"]], palette=bytes([255] * 768),
                         resources=paint.resource(1047, b"\0\1"))}, shows([b"\xff" * 4, CLEAR])),
    ("Image resource 1050: the one slice of the whole picture",
     psd_resource(1050, descriptor_list(b"slices", 1)), VIEW),
    ("Image resource 1050: slices", psd_resource(1050, descriptor_list(b"slices", 3)),
     "slices (3)"),
    ("Image resource 1050: slices of version 6",
     psd_resource(1050, struct.pack(">I4iI", 6, 0, 0, 1, 2, 0) + struct.pack(">I", 2)),
     "slices (2)"),
    ("Image resource 1060: XMP metadata", psd_resource(1060), VIEW),
    ("Image resource 1064: pixel aspect ratio", psd_resource(1064, struct.pack(">Id", 1, 1.5)),
     "pixels that are not square (1)"),
    ("Image resource 1064: square pixels", psd_resource(1064, struct.pack(">Id", 1, 1)), VIEW),
    ("Image resource 1065: layer comps", psd_resource(1065, descriptor_list(b"list", 2)),
     "layer comps (2)"),
    ("Image resource 1080: count information",
     psd_resource(1080, descriptor_list(b"countObjectList", 1)), VIEW),
    ("Image resources 2000 to 2997: paths", psd_resource(2000), "paths (1)"),
    ("Image resources 4000 to 4999: frames of an animation", psd_resource(4000, TIMELINE),
     "frames of animations (2)"),
    ("Layer record: rectangle", psd(paint.psd_layer("b", 1, 0, square(GREEN, 1))),
     shows([RED, GREEN])),
    ("Layer record: channels, of each compression",
     psd(*(paint.psd_layer("b", 0, 0, square(GREEN), packing=packing) for packing in range(4))),
     shows([GREEN, GREEN])),
    ("Layer record: other channels", psd(channels=6), "channels (2)"),
    ("Layer record: blend mode", psd(paint.psd_layer("b", 0, 0, square(GREEN), blend=b"lddg")),
     shows([b"\xff\xff\0\xff"] * 2)),
    ("Layer record: blend mode that is not known",
     psd(paint.psd_layer("b", 0, 0, square(GREEN), blend=b"vLit")),
     "blend modes that are not known (1)"),
    ("Layer record: opacity", psd(paint.psd_layer("b", 0, 0, square(GREEN), opacity=128)),
     shows([b"\x7f\x80\0\xff"] * 2)),
    ("Layer record: clipping", psd(paint.psd_layer("b", 1, 0, square(GREEN, 1)),
                                   paint.psd_layer("c", 0, 0, square(BLUE), clipped=1)),
     shows([RED, BLUE])),
    ("Layer record: flags, hidden", psd(paint.psd_layer("b", 0, 0, square(GREEN), flags=2)),
     "hidden layers (1)"),
    ("Layer record: flags, transparency protected",
     {"x.psd": paint.psd(2, 1, [paint.psd_layer("a", 0, 0, square(RED), flags=1)])}, VIEW),
    ("Layer record: name", psd(paint.psd_layer("#pivot", 1, 0, square(BLUE, 1))),
     has("frames.0.hot_spot", [1, 0])),
    ("Layer mask", psd(paint.psd_layer("b", 0, 0, square(GREEN), mask=(0, 0, [b"\xff\0"], 0, 0))),
     shows([GREEN, RED])),
    ("Layer mask: default color", psd(paint.psd_layer("b", 0, 0, square(GREEN),
                                                      mask=(0, 0, [b"\0"], 255, 0))),
     shows([RED, GREEN])),
    ("Layer mask: disabled", psd(paint.psd_layer("b", 0, 0, square(GREEN),
                                                 mask=(0, 0, [b"\0\0"], 0, 2))),
     shows([GREEN, GREEN])),
    ("Layer mask: density and feather",
     psd(paint.psd_layer("b", 0, 0, square(GREEN), mask=(0, 0, [b"\xff\xff"], 255, 16))),
     "densities and feathers of masks (1)"),
    ("Layer blending ranges (Blend If), of their own", blend_if(b"\0\x20\xff\xff\0\0\xff\xff"),
     "ranges of blending (1)"),
    ("Layer blending ranges, all", blend_if(CLEAN_RANGE, CLEAN_RANGE), shows([GREEN, GREEN])),
    *((f"Additional layer information: {key.decode()}, adjustment",
       psd(paint.psd_layer("b", blocks=paint.block(key, b"x"))), "adjustment layers (1)")
      for key in ADJUSTMENTS),
    *((f"Additional layer information: {key.decode()}, fill",
       psd(paint.psd_layer("b", blocks=paint.block(key, b"x"))), "fill layers (1)")
      for key in (b"SoCo", b"GdFl", b"PtFl")),
    ("Additional layer information: SoCo, fill with pixels", psd_block(b"SoCo"),
     shows([GREEN, GREEN])),
    *((f"Additional layer information: {key.decode()}, vector mask", psd_block(key),
       "vector masks (1)") for key in (b"vmsk", b"vsms")),
    *((f"Additional layer information: {key.decode()}, effects", psd_block(key),
       "layer effects (1)") for key in (b"lfx2", b"lmfx", b"lrFX")),
    ("Additional layer information: TySh, type", psd_block(b"TySh"), shows([GREEN, GREEN])),
    *((f"Additional layer information: {key.decode()}, placed or smart object", psd_block(key),
       shows([GREEN, GREEN])) for key in (b"plLd", b"PlLd", b"SoLd", b"SoLE")),
    *((f"Additional layer information: {key.decode()}, vector shape", psd_block(key),
       shows([GREEN, GREEN])) for key in (b"vscg", b"vstk", b"vogk")),
    ("Additional layer information: artb, artboard", psd_block(b"artb"),
     "backgrounds and borders of artboards (1)"),
    ("Additional layer information: luni, Unicode name",
     psd(paint.psd_layer("?", 1, 0, square(BLUE, 1), blocks=paint.unicode_name("#pivot"))),
     has("frames.0.hot_spot", [1, 0])),
    ("Additional layer information: lsct, group",
     psd(GROUP_END, paint.psd_layer("b", 0, 0, square(GREEN)),
         paint.psd_layer("g", opacity=0, blocks=paint.section(1))), shows([RED, RED])),
    ("Additional layer information: lsct, pass through",
     psd(GROUP_END, paint.psd_layer("b", 0, 0, square(GREEN), blend=b"lddg"),
         paint.psd_layer("g", blend=b"pass", blocks=paint.section(1, b"pass"))),
     shows([b"\xff\xff\0\xff"] * 2)),
    ("Additional layer information: iOpa, fill opacity", psd_block(b"iOpa", b"\x80\0\0\0"),
     shows([b"\x7f\x80\0\xff"] * 2)),
    ("Additional layer information: knko, no knockout", psd_block(b"knko", bytes(4)),
     shows([GREEN, GREEN])),
    ("Additional layer information: knko, knockout", psd_block(b"knko", b"\1\0\0\0"),
     "knockouts (1)"),
    ("Additional layer information: brst, channels that are turned off",
     psd_block(b"brst", b"\0\0\0\1"), "layers with channels turned off (1)"),
    ("Additional layer information: lyid, lclr, lspf, fxrp",
     psd_block(b"lclr", bytes(8)), shows([GREEN, GREEN])),
    ("Layer name: frame and duration", {"x.psd": paint.psd(2, 1, [
        paint.psd_layer("one (80ms)", 0, 0, square(RED)),
        paint.psd_layer("two (70ms)", 0, 0, square(GREEN))])},
     has("animations.0.steps.1.duration", 70)),
    ("Image data: merged picture", {"x.psd": paint.psd(2, 1, [], merged=[[RED, GREEN]])},
     shows([RED, GREEN])),
    ("Image data: alpha channel that is no transparency",
     {"x.psd": paint.psd(2, 1, [], merged=[[RED, GREEN]],
                         resources=paint.resource(1006, b"\5Alpha"))}, "channels (1)"),
])


# ---- GIMP: devel-docs/xcf.txt ----

def xcf(layers=(), props=b"", layer_props=b"", channels=(), over=None, base=0, rows=None, name="a",
        **more):
    """A red layer of 2 x 1 below these, or below a green one with the properties `over`."""
    file = paint.Xcf(2, 1, base=base, props=props, **more)
    for args, keys in layers:
        file.layer(*args, **keys)
    if over is not None:
        file.layer("b", 0, 0, square(GREEN), **over)
    file.layer(name, 0, 0, rows or square(RED), props=layer_props)
    for props_of_channel in channels:
        file.channel("c", [[b"\0", b"\0"]], props_of_channel)
    return {"x.xcf": file.data()}


def parasite(name, data=b"x"):
    return paint.prop(21, data=struct.pack(">I", len(name) + 1) + name.encode()
                      + b"\0" + struct.pack(">II", 1, len(data)) + data)


def over(**more):
    return xcf(over=more)


XCF = Format("GIMP", xcf(), [
    ("Version 0", xcf(version=0), shows([RED, RED])),
    ("Version 20: pointers to effects", xcf(version=20), "filters of layers (1)"),
    ("Precision other than 8 bits", {"x.xcf": paint.Xcf(2, 1, precision=250).data()},
     Refused("expected 8 bits")),
    ("Base type grayscale", xcf(base=1, rows=[[b"\x40\xff"] * 2]),
     shows([b"\x40\x40\x40\xff"] * 2)),
    ("Base type indexed, PROP_COLORMAP",
     xcf(base=2, rows=[[b"\0\xff", b"\1\xff"]],
         props=paint.prop(1, data=struct.pack(">I", 2) + RED[:3] + GREEN[:3])),
     shows([RED, GREEN])),
    ("PROP_ACTIVE_LAYER", xcf(layer_props=paint.prop(2, data=b"")), VIEW),
    ("PROP_SELECTION, the selection mask",
     xcf(channels=[paint.prop(4)]), VIEW),
    ("PROP_FLOATING_SELECTION", xcf([(("f", 0, 0, square(GREEN)), {"props": paint.prop(5, 1)})]),
     "floating selections (1)"),
    ("PROP_OPACITY", over(mode=0, opacity=128), shows([b"\x7f\x80\0\xff"] * 2)),
    ("PROP_FLOAT_OPACITY", over(props=paint.prop(33, data=struct.pack(">f", 1))),
     shows([GREEN, GREEN])),
    ("PROP_MODE", over(mode=33), shows([b"\xff\xff\0\xff"] * 2)),
    ("PROP_MODE: similar formulas", over(mode=45), "blend modes that are only similar (1)"),
    ("PROP_MODE that is not known", over(mode=99), "blend modes that are not known (1)"),
    ("PROP_VISIBLE", over(visible=0), "hidden layers (1)"),
    ("PROP_LINKED, LOCK_ALPHA, LOCK_CONTENT, LOCK_POSITION, LOCK_VISIBILITY, TATTOO",
     xcf(layer_props=b"".join(paint.prop(n, 1) for n in (9, 10, 28, 32, 42, 20))), VIEW),
    ("PROP_APPLY_MASK, a mask", over(mask=[b"\xff\0"]), shows([GREEN, RED])),
    ("PROP_APPLY_MASK 0", over(mask=[b"\xff\0"], apply_mask=0), shows([GREEN, GREEN])),
    ("PROP_EDIT_MASK", xcf(layer_props=paint.prop(12, 0)), VIEW),
    ("PROP_SHOW_MASK", over(mask=[b"\xff\0"], props=paint.prop(13, 1)),
     "masks shown in place of their layers (1)"),
    ("PROP_OFFSETS", xcf([(("b", 1, 0, square(GREEN, 1)), {})]), shows([RED, GREEN])),
    ("PROP_COLOR_TAG", xcf(layer_props=paint.prop(34, 2)), VIEW),
    *((f"PROP_COMPRESSION {name}", xcf(packing=packing), shows([RED, RED]))
      for packing, name in ((0, "none"), (1, "RLE"), (2, "zlib"))),
    ("PROP_GUIDES", xcf(props=paint.prop(18, data=struct.pack(">iBiB", 5, 1, 6, 2))),
     "guides (2)"),
    ("PROP_RESOLUTION, UNIT, USER_UNIT", xcf(props=paint.prop(19, 0x42900000, 0x42900000)
                                             + paint.prop(22, 1)), VIEW),
    ("PROP_PARASITES: icc-profile", xcf(props=parasite("icc-profile")), "colour profiles (1)"),
    ("PROP_PARASITES: gimp-comment", xcf(props=parasite("gimp-comment")), "comments (1)"),
    ("PROP_PARASITES: gimp-image-grid", xcf(props=parasite("gimp-image-grid")), VIEW),
    ("PROP_PARASITES: of plug-ins, of several",
     xcf(props=paint.prop(21, data=parasite("a-b")[8:] + parasite("c")[8:])),
     "data that other programs attached (2)"),
    ("PROP_PARASITES of a layer: gimp-text-layer",
     over(props=parasite("gimp-text-layer")), shows([GREEN, GREEN])),
    ("PROP_TEXT_LAYER_FLAGS", over(props=paint.prop(26, 0)), shows([GREEN, GREEN])),
    ("PROP_PATHS", xcf(props=paint.prop(23, 0, 3)), "paths (3)"),
    ("PROP_VECTORS", xcf(props=paint.prop(25, 1, 0, 2)), "paths (2)"),
    ("Paths since version 18", xcf(version=18, paths=1), "paths (1)"),
    ("PROP_OLD_SAMPLE_POINTS", xcf(props=paint.prop(27, 1, 2)), "sample points (1)"),
    ("PROP_SAMPLE_POINTS", xcf(props=paint.prop(39, 1, 2, 0)), "sample points (1)"),
    ("PROP_GROUP_ITEM, ITEM_PATH",
     xcf([(("g", 0, 0, square(CLEAR)), {"group": True, "opacity": 0}),
          (("b", 0, 0, square(GREEN)), {"path": (0, 0)})]), shows([RED, RED])),
    ("PROP_GROUP_ITEM_FLAGS", xcf(layer_props=paint.prop(31, 1)), VIEW),
    ("PROP_COMPOSITE_MODE: clip to backdrop", over(mode=28, props=paint.prop(35, 2)),
     shows([GREEN, GREEN])),
    ("PROP_COMPOSITE_MODE: clip to layer", over(props=paint.prop(35, 3)),
     "composite modes that clip to a layer (1)"),
    ("PROP_COMPOSITE_SPACE", over(mode=0, opacity=128, props=paint.prop(36, 1)),
     shows([b"\xbb\xbc\0\xff"] * 2)),
    ("PROP_BLEND_SPACE, automatic", over(props=paint.prop(37, -1)), shows([GREEN, GREEN])),
    ("PROP_BLEND_SPACE", over(mode=30, props=paint.prop(37, 1)), "spaces of blending (1)"),
    ("PROP_ITEM_SET, ITEM_SET_ITEM", xcf(props=paint.prop(40, data=struct.pack(">II", 0, 0))),
     VIEW),
    ("Channels", xcf(channels=[b""]), "channels (1)"),
    ("Layer name: frame and duration",
     xcf([(("two (70ms)", 0, 0, square(GREEN)), {})], name="one (80ms)"),
     has("animations.0.steps.1.duration", 70)),
])
