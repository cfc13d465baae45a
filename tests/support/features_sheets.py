# SPDX-License-Identifier: MIT
"""Features of pictures, animated ones, packed sheets, fighting games and game engines."""
import io
import json
import struct
import zlib

from PIL import Image

import mugen_writer as mugen
from cli_case import png, png_file
from features import (BLUE, CLEAR, Format, GREEN, RED, SILENT, VIEW, both, counts, has, shows)

SHEET = png(4, 2, lambda x, y: (RED, GREEN)[x // 2] if y == 0 else (BLUE, CLEAR)[x // 2])

# ---- PNG and APNG: W3C, PNG Specification (Third Edition) ----


def png_chunks(*chunks, kind=6, depth=8, pixels=RED * 2):
    return {"x.png": png_file(2, 1, depth, kind, b"\0" + pixels, *chunks)}


def fctl(number, delay=7, after=0, over=0, x=0, width=2):
    return b"fcTL", struct.pack(">IIIIIHHBB", number, width, 1, x, 0, delay, 100, after, over)


def fdat(number, pixels):
    return b"fdAT", struct.pack(">I", number) + zlib.compress(b"\0" + pixels)


def widen(pixels, depth):
    return b"".join(bytes([channel] * (depth // 8)) for channel in pixels)


def apng(*chunks, plays=0, second=(), pixels=GREEN * 2, default=True, depth=8):
    """A red frame and a green one."""
    data = png_file(2, 1, depth, 6, b"\0" + widen(RED * 2, depth), *chunks, (b"acTL", struct.pack(
        ">II", 1 + default, plays)), *([fctl(0)] if default else []))
    def chunk(name, body):
        return (struct.pack(">I", len(body)) + name + body
                + struct.pack(">I", zlib.crc32(name + body)))
    width = len(pixels) // 4
    more = (fctl(1 if default else 0, **{"delay": 8, "width": width, **dict(second)}),
            fdat(2 if default else 1, widen(pixels, depth)))
    return {"x.png": data[:-12] + b"".join(chunk(*one) for one in more) + data[-12:]}


PNG_COLOURS = {(0, 8): b"\x4c\x4c", (0, 1): b"\xc0", (3, 8): b"\0\0", (2, 8): RED[:3] * 2,
               (4, 8): b"\x4c\xff" * 2, (6, 8): RED * 2}
PALETTE = (b"PLTE", RED[:3])
SILENT_CHUNKS = {"sRGB": b"\0", "cHRM": bytes(32), "bKGD": bytes(6), "hIST": bytes(2),
                 "pHYs": bytes(9), "sBIT": bytes(4), "sPLT": b"x\0\x08", "tIME": bytes(7),
                 "eXIf": b"MM", "tEXt": b"Author\0x", "zTXt": b"a\0\0", "iTXt": b"a\0\0\0\0\0"}

PROFILE = b"iCCP", b"x\0\0" + zlib.compress(b"x")
GAMMA = b"gAMA", struct.pack(">I", 100000)
PNG_LOSSES = [
    ("IHDR: 16 bits", png_chunks(depth=16, pixels=widen(RED * 2, 16)),
     "colours of 16 bits, rounded to 8 (1)"),
    ("gAMA of sRGB", png_chunks((b"gAMA", struct.pack(">I", 45455))), VIEW),
    ("gAMA", png_chunks(GAMMA), "colour profiles (1)"),
    ("iCCP", png_chunks(PROFILE), "colour profiles (1)"),
    ("cICP", png_chunks((b"cICP", b"\x09\x10\0\1")), "colour profiles (1)"),
]
PNG_KEYED = Format("PNG with a colour key", png_chunks(), PNG_LOSSES,
                   "import --colour-key #ff00ff")
PNG_MASK = Format("PNG as a mask", png_chunks(), PNG_LOSSES, "import --as mask")
PNG_BEHIND = Format("PNG behind a mask", png_chunks(), PNG_LOSSES,
                    "import --as mask --background")
PNG = Format("PNG", png_chunks(), [
    *((f"IHDR: colour type {kind}, {depth} bits",
       png_chunks(*([PALETTE] if kind == 3 else []), kind=kind, depth=depth, pixels=pixels),
       lambda done: done.pixels(0)[0][0][3] == 255)
      for (kind, depth), pixels in PNG_COLOURS.items()),
    ("tRNS", png_chunks((b"tRNS", b"\0\xff\0\0\0\0"), kind=2, pixels=RED[:3] * 2),
     shows([RED[:3] + b"\0"] * 2)),
    *PNG_LOSSES,
    (", ".join(SILENT_CHUNKS), png_chunks(*((name.encode(), data)
                                            for name, data in SILENT_CHUNKS.items())), VIEW),
])

APNG = Format("APNG", apng(), [
    ("acTL: num_frames", apng(), counts("frames", 2)),
    ("acTL: num_plays 0", apng(), has("animations.0.loop", "loop")),
    ("acTL: num_plays 1", apng(plays=1), has("animations.0.loop", "once")),
    ("acTL: num_plays", apng(plays=3), "numbers of repetitions (1)"),
    ("fcTL: x_offset, width", apng(pixels=GREEN, second={"x": 1}), shows([RED, GREEN], frame=1)),
    ("fcTL: delay", apng(), has("animations.0.steps.1.duration", 80)),
    ("fcTL: blend_op over", apng(pixels=GREEN + CLEAR, second={"over": 1}),
     shows([GREEN, RED], frame=1)),
    ("fcTL: blend_op source", apng(pixels=GREEN + CLEAR), shows([GREEN, CLEAR], frame=1)),
    ("fcTL: dispose_op", apng(second={"after": 1}), shows([GREEN, GREEN], frame=1)),
    ("default image that is no frame", apng(default=False), shows([GREEN, GREEN])),
    ("iCCP", apng(PROFILE), "colour profiles (1)"),
    ("gAMA", apng(GAMMA), "colour profiles (1)"),
    ("IHDR: 16 bits", apng(depth=16), "colours of 16 bits, rounded to 8 (1)"),
])

# ---- GIF: GIF89a Specification ----


def gif(*before, images=2, size=b"\2\0\1\0", aspect=0, loops=b"\0\0", control=b"\4\7\0\0",
        second=(0, 2, 0), table=False):
    """A red frame and a green one; `before`: extensions."""
    colours = b"\xff\0\0\0\xff\0\0\0\xff\0\0\0"
    parts = [b"GIF89a" + size + bytes((0x81, 0, aspect)) + colours, *before]
    if loops is not None:
        parts.append(b"!\xff\x0bNETSCAPE2.0\3\1" + loops + b"\0")
    for colour, (left, width, interlaced) in list(zip((0, 1), ((0, 2, 0), second)))[:images]:
        own = table and colour
        parts.append(b"!\xf9\4" + control + b"\0")
        parts.append(b"," + struct.pack("<HHHHB", left, 0, width, 1,
                                        interlaced << 6 | (0x81 if own else 0))
                     + (colours[6:9] + colours[6:9] + bytes(6) if own else b""))
        bits = "".join(format(code, "03b")[::-1] for _ in range(width) for code in (4, colour))
        bits += "101"
        data = bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8))
        parts.append(b"\2" + bytes([len(data)]) + data + b"\0")
    return {"x.gif": b"".join(parts) + b";"}


GIF = Format("GIF", gif(), [
    ("Header, GIF87a", {"x.gif": b"GIF87a" + gif(loops=None)["x.gif"][6:]}, counts("frames", 2)),
    ("Global Color Table", gif(), shows([RED, RED])),
    ("Local Color Table", gif(table=True), shows([BLUE, BLUE], frame=1)),
    ("Logical Screen: background color", {"x.gif": gif()["x.gif"][:11] + b"\2"
                                          + gif()["x.gif"][12:]}, VIEW),
    ("Logical Screen: pixel aspect ratio", gif(aspect=100), "pixels that are not square (1)"),
    ("Image Descriptor: position, size", gif(second=(1, 1, 0)), shows([RED, GREEN], frame=1)),
    ("Image Descriptor: interlace", gif(second=(0, 2, 1)), shows([GREEN, GREEN], frame=1)),
    ("Graphic Control: delay", gif(), has("animations.0.steps.0.duration", 70)),
    ("Graphic Control: disposal", gif(control=b"\x08\7\0\0", second=(1, 1, 0)),
     shows([CLEAR, GREEN], frame=1)),
    ("Graphic Control: transparent color", gif(control=b"\5\7\0\0"), shows([CLEAR, CLEAR])),
    ("Graphic Control: user input", gif(control=b"\6\7\0\0"), "frames that wait for the user (2)"),
    ("Comment extension", gif(b"!\xfe\2hi\0"), "comments (1)"),
    ("Plain text extension", gif(b"!\1\x0c" + bytes(12) + b"\2hi\0"),
     "texts drawn by the program that shows the file (1)"),
    ("Application extension NETSCAPE2.0: 0", gif(), has("animations.0.loop", "loop")),
    ("Application extension NETSCAPE2.0: times", gif(loops=b"\3\0"),
     "numbers of repetitions (1)"),
    ("Application extension: missing", gif(loops=None), has("animations.0.loop", "once")),
    ("Application extension ICCRGBG1", gif(b"!\xff\x0bICCRGBG1012\1x\0"), "colour profiles (1)"),
    ("Application extension XMP", gif(b"!\xff\x0bXMP DataXMP\1x\0"), VIEW),
])

# ---- WebP: webp-container-spec.txt ----


def webp(colours=(RED, GREEN), **more):
    images = [Image.new("RGBA", (2, 1), tuple(colour)) for colour in colours]
    out = io.BytesIO()
    frames = {"save_all": True, "append_images": images[1:], "duration": 70, "loop": 0}
    images[0].save(out, "WEBP", **{"lossless": True, **(frames if images[1:] else {}), **more})
    return {"x.webp": out.getvalue()}


WEBP = Format("WebP", webp(), [
    ("VP8L, lossless", webp([RED]), shows([RED, RED])),
    ("VP8, lossy", webp([RED], lossless=False), counts("frames", 1)),
    ("ALPH", webp([CLEAR], lossless=False), shows([CLEAR, CLEAR])),
    ("ANIM: loop count 0", webp(), has("animations.0.loop", "loop")),
    ("ANIM: loop count", webp(loop=3), "numbers of repetitions (1)"),
    ("ANIM: background color", webp(background=(255, 0, 0, 255)), VIEW),
    ("ANMF: frames, duration", webp(), both(counts("frames", 2),
                                            has("animations.0.steps.0.duration", 70))),
    ("ICCP", webp(icc_profile=b"x" * 128), "colour profiles (1)"),
    ("EXIF, XMP", webp(exif=b"Exif\0\0MM", xmp=b"<x/>"), VIEW),
])

# ---- Sheets with JSON data: TexturePacker, Phaser's JSONHash.js, Pixi's Spritesheet ----


def box(x, y, w, h):
    return {"x": x, "y": y, "w": w, "h": h}


def sheet(frame=(), meta=(), data=(), **frames):
    one = {"frame": box(0, 0, 2, 1), **dict(frame)}
    return {"x.json": json.dumps({"frames": {"one.png": one, **frames}, "meta": {
        "image": "a.png", **dict(meta)}, **dict(data)}), "a.png": SHEET}


TWO = {"two.png": {"frame": box(2, 0, 2, 1)}}
PACKED = Format("Sheet with JSON data", sheet(), [
    ("frames, hash", sheet(**TWO), both(has("frames.0.name", "one"), counts("frames", 2))),
    ("frames, array", {"x.json": json.dumps({"frames": [
        {"filename": "one.png", "frame": box(2, 0, 2, 1)}], "meta": {"image": "a.png"}}),
                       "a.png": SHEET}, both(has("frames.0.name", "one"), shows([GREEN, GREEN]))),
    ("frame", sheet({"frame": box(2, 0, 2, 1)}), shows([GREEN, GREEN])),
    ("rotated", sheet({"frame": box(1, 0, 1, 2), "rotated": True}), counts("frames", 1)),
    ("trimmed, spriteSourceSize, sourceSize",
     sheet({"trimmed": True, "spriteSourceSize": box(1, 0, 2, 1), "sourceSize": {"w": 4, "h": 1}}),
     shows([CLEAR, RED, RED, CLEAR])),
    ("pivot", sheet({"pivot": {"x": 0.5, "y": 0}}), has("frames.0.hot_spot", [1, 0])),
    ("anchor", sheet({"anchor": {"x": 0.5, "y": 0}}), has("frames.0.hot_spot", [1, 0])),
    ("vertices, verticesUV, triangles", sheet({"vertices": [[0, 0]], "triangles": [[0, 1, 2]]}),
     "outlines of polygon packing (1)"),
    ("borders", sheet({"borders": {"left": 1}}), "borders for nine-slice scaling (1)"),
    ("scale9Borders", sheet({"scale9Borders": box(0, 0, 1, 1)}),
     "borders for nine-slice scaling (1)"),
    ("animations", sheet(data={"animations": {"go": ["one.png", "two.png"]}}, **TWO),
     both(has("animations.0.name", "go"), counts("animations.0.steps", 2))),
    ("meta.image", sheet(), shows([RED, RED])),
    ("meta.scale", sheet(meta={"scale": "2"}), lambda done: done.report["messages"] == []),
    ("meta.app, version, format, size, smartupdate",
     sheet(meta={"app": "x", "version": "1", "format": "RGBA8888", "size": {"w": 4, "h": 2},
                 "smartupdate": "$x$"}), VIEW),
    ("meta.normalMap", sheet(meta={"normalMap": "n.png"}), "normal maps (1)"),
    ("meta.related_multi_packs",
     {**sheet(meta={"related_multi_packs": ["y.json"]}), "y.json": json.dumps(
         {"frames": TWO, "meta": {"image": "a.png"}})}, counts("frames", 2)),
    ("textures (Phaser)", {"x.json": json.dumps({"textures": [
        {"image": "a.png", "frames": [{"filename": "one.png", "frame": box(2, 0, 2, 1)}]}]}),
                           "a.png": SHEET}, shows([GREEN, GREEN])),
    ("textures.normalMap (Phaser)", {"x.json": json.dumps({"textures": [
        {"image": "a.png", "normalMap": "n.png",
         "frames": [{"filename": "one.png", "frame": box(2, 0, 2, 1)}]}]}), "a.png": SHEET},
     "normal maps (1)"),
])

# ---- Aseprite's JSON: src/app/doc_exporter.cpp ----


def aseprite_json(duration=80, **meta):
    return sheet({"duration": duration}, meta={"app": "http://www.aseprite.org/", **meta},
                 **{"two.png": {"frame": box(2, 0, 2, 1), "duration": 70}})


def json_tag(**more):
    return aseprite_json(frameTags=[{"name": "walk", "from": 0, "to": 1, "direction": "forward",
                                     **more}])


def json_slice(key=(), **more):
    return aseprite_json(slices=[json_slice_item(key, **more)])


def json_slice_item(key=(), **more):
    return {"name": "head", "color": "#00ff00ff",
            "keys": [{"frame": 0, "bounds": box(0, 0, 2, 1), **dict(key)}], **more}


ASEPRITE_JSON = Format("Aseprite JSON", aseprite_json(), [
    ("frames.duration", aseprite_json(), has("animations.0.steps.1.duration", 70)),
    ("frameTags: name, from, to", json_tag(), has("animations.0.name", "walk")),
    ("frameTags: direction", json_tag(direction="pingpong"),
     has("animations.0.loop", "ping-pong")),
    ("frameTags: repeat", json_tag(repeat="2"), counts("animations.0.steps", 4)),
    ("frameTags: data", json_tag(data="dmg=5"), has("animations.0.values", {"dmg": "5"})),
    ("frameTags: color, the usual", json_tag(color="#000000ff"),
     has("animations.0.name", "walk")),
    ("frameTags: color", json_tag(color="#ff0000ff"), "colours of tags (1)"),
    ("layers: name, opacity, blendMode, group",
     aseprite_json(layers=[{"name": "a", "opacity": 9, "blendMode": "normal", "group": "g"}]),
     VIEW),
    ("layers: data", aseprite_json(layers=[{"name": "a", "data": "x"}]),
     "user data of layers that are no marks (1)"),
    ("layers: color", aseprite_json(layers=[{"name": "a", "color": "#ff0000ff"}]),
     "user data of layers that are no marks (1)"),
    ("layers.cels: data", aseprite_json(layers=[{"name": "a", "cels": [
        {"frame": 0, "data": "lit=1"}]}]), has("frames.0.values", {"lit": "1"})),
    ("slices: name, keys, bounds", json_slice(),
     has("frames.0.shapes.0.geometry", {"box": [0, 0, 2, 1]})),
    ("slices: color", json_slice(), lambda done: done.colour_of("head") == "#00ff00"),
    ("slices: data", json_slice(data="dmg=5"), has("frames.0.shapes.0.values", {"dmg": "5"})),
    ("slices: center", json_slice({"center": box(1, 0, 1, 1)}),
     has("frames.0.shapes.1", {"class": "head centre", "geometry": {"box": [1, 0, 1, 1]}})),
    ("slices of a scaled sheet", aseprite_json(scale="2", slices=[json_slice_item()]),
     "the sheet was exported at scale 2; slices may not fit"),
    ("slices: pivot", json_slice({"pivot": {"x": 1, "y": 0}}), has("frames.0.hot_spot", [1, 0])),
])

# ---- Starling: Manual, Texture Atlases; Sparrow v2 ----


def starling(more="", head="", after=""):
    return {"x.xml": f'<TextureAtlas imagePath="a.png"{head}><SubTexture name="one" x="0" y="0" '
                     f'width="2" height="1"{more}/>{after}</TextureAtlas>', "a.png": SHEET}


STARLING = Format("Starling", starling(), [
    ("SubTexture: name, x, y, width, height", starling(), shows([RED, RED])),
    ("SubTexture: frameX, frameY, frameWidth, frameHeight",
     starling(' frameX="-1" frameY="0" frameWidth="4" frameHeight="1"'),
     shows([CLEAR, RED, RED, CLEAR])),
    ("SubTexture: rotated", starling(' rotated="true"'), shows([RED], [RED])),
    ("SubTexture: pivotX, pivotY", starling(' pivotX="1" pivotY="0"'),
     has("frames.0.hot_spot", [1, 0])),
    ("SubTexture: flipX, flipY", starling(' flipX="true" flipY="true"'),
     "attributes that are not known (2)"),
    ("TextureAtlas: imagePath", starling(), shows([RED, RED])),
    ("TextureAtlas: width, height", starling(head=' width="4" height="2"'), VIEW),
    ("other elements", starling(after="<x/>"), "elements that are not known (1)"),
])

# ---- libGDX: wiki, Texture packer; Spine: Atlas export format ----


def libgdx(*lines, page=("size: 4, 2",), region=("bounds: 0, 0, 2, 1",)):
    return {"x.atlas": "\n".join(["a.png", *page, "one", *region, *lines, ""]), "a.png": SHEET}


LIBGDX = Format("libGDX", libgdx(), [
    ("page: size, format, filter, repeat",
     libgdx(page=["size: 4, 2", "format: RGBA8888", "filter: Nearest,Nearest", "repeat: none"]),
     VIEW),
    ("page: pma", libgdx(page=["size: 4, 2", "pma: true"]), "premultiplied colours (1)"),
    ("page: scale", libgdx(page=["size: 4, 2", "scale: 0.5"]), "scales of pictures (1)"),
    ("pages", {**libgdx(), "x.atlas": libgdx()["x.atlas"] + "\na.png\nsize: 4, 2\ntwo\n"
               "bounds: 2, 0, 2, 1\n"}, shows([GREEN, GREEN], frame=1)),
    ("region: bounds", libgdx(), shows([RED, RED])),
    ("region: xy, size", libgdx(region=["xy: 2, 0", "size: 2, 1"]), shows([GREEN, GREEN])),
    ("region: offsets", libgdx("offsets: 1, 0, 4, 1"), shows([CLEAR, RED, RED, CLEAR])),
    ("region: orig, offset", libgdx("orig: 4, 1", "offset: 1, 0"),
     shows([CLEAR, RED, RED, CLEAR])),
    ("region: rotate true", libgdx("rotate: true"), shows([BLUE, RED])),
    ("region: rotate, other angles", libgdx("rotate: 180"), "turns that are no quarter (1)"),
    ("region: index", libgdx("index: 3"), has("frames.0.name", "one 3")),
    ("region: split, pad", libgdx("split: 1, 1, 0, 0", "pad: 1, 1, 0, 0"),
     "borders for nine-slice scaling (2)"),
    ("region: other values", libgdx("damage: 5"), "keys that are not known (1)"),
])

# ---- MUGEN: docs/air.html, docs/sff; Ikemen GO's src/image.go ----

COLOURS = bytes((255, 0, 255, 255, 0, 0, 0, 255, 0)) + bytes(759)
RGBA = bytes((255, 0, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255)) + bytes(1012)


def sprite(image=0, value=1, form=mugen.RLE8, axis=(0, 0), **more):
    picture = mugen.indexed(2, 1, [value, value], COLOURS)
    return mugen.Sprite(0, image, axis, picture, form=form, **more)


def character(*lines, sprites=None, palettes=(RGBA,), others=(), data=None):
    definition = "".join(f"{key} = {name}\n" for key, name in others)
    return {"x.def": f"[Files]\nsprite = x.sff\nanim = x.air\n{definition}",
            "x.air": "\n".join(["[Begin Action 0]", *(lines or ("0,0, 0,0, 6",)), ""]),
            "x.sff": data or mugen.sff_2(sprites or [sprite()], list(palettes)),
            **{name: b"" for _, name in others}}


def profiled():
    image = Image.frombytes("RGBA", (2, 1), RED * 2)
    image.info["icc_profile"] = b"x"
    return image


STEP = "0,0, 0,0, 6"
MUGEN = Format("MUGEN", character(), [
    ("AIR: Begin Action", character(), has("animations.0.name", "action 0")),
    ("AIR: group, image", character(STEP, "0,1, 0,0, 6", sprites=[sprite(), sprite(1, 2)]),
     shows([GREEN, GREEN], frame=1)),
    ("AIR: X, Y", character("0,0, -1,0, 6"), has("frames.0.hot_spot", [1, 0])),
    ("AIR: time", character(), has("animations.0.steps.0.duration", 100)),
    ("AIR: time -1", character("0,0, 0,0, -1"), has("animations.0.loop", "hold-last")),
    ("AIR: time 0", character(STEP, "0,0, 0,0, 0"), "steps that are never shown (1)"),
    ("AIR: flip H, V", character("0,0, 0,0, 6, H", sprites=[sprite(axis=(2, 0))]),
     has("frames.0.hot_spot", [0, 0])),
    ("AIR: color adding and subtracting", character("0,0, 0,0, 6,, A"), "ways of blending (1)"),
    ("AIR: scale, angle (MUGEN 1.1)", character("0,0, 0,0, 6,,, 1,2,45"),
     "scales and angles (1)"),
    ("AIR: Clsn1, Clsn2", character("Clsn1: 1", "Clsn1[0] = 0,0,2,1", STEP),
     has("frames.0.shapes.0", {"class": "Clsn1", "geometry": {"box": [0, 0, 2, 1]}})),
    ("AIR: Clsn2Default", character("Clsn2Default: 1", "Clsn2[0] = 0,0,2,1", STEP),
     has("frames.0.shapes.0.class", "Clsn2")),
    ("AIR: Loopstart", character(STEP, "Loopstart", "0,0, 1,0, 6", STEP),
     has("animations.0.values", {"loop_start": "1"})),
    *((f"AIR: Interpolate {what}", character(STEP, f"Interpolate {what}", STEP),
       "interpolations (1)") for what in ("Offset", "Blend", "Scale", "Angle")),
    ("AIR: group -1", character(STEP, "-1,0, 0,0, 6"), counts("frames", 2)),
    ("AIR: sprite that is missing", character(STEP, "0,7, 0,0, 6"),
     "pictures that are missing (1)"),
    ("AIR: other lines", character(STEP, "x"), "lines that are not known (1)"),
    ("DEF: anim, sprite", character(), counts("frames", 1)),
    ("DEF: cmd, cns, st, stcommon, sound, ai, pal, intro.storyboard",
     character(others=[("cmd", "a.cmd"), ("cns", "a.cns"), ("st0", "a.st"), ("sound", "a.snd"),
                       ("stcommon", "common1.cns"), ("ai", "a.ai"), ("pal1", "a.act"),
                       ("intro.storyboard", "intro.def")]),
     "other files of the character (8)"),
    *((f"SFF version 2: {name}", character(sprites=[sprite(form=form)]), shows([RED, RED]))
      for name, form in (("raw", mugen.RAW), ("RLE8", mugen.RLE8), ("RLE5", mugen.RLE5),
                         ("LZ5", mugen.LZ5), ("PNG8", mugen.PNG8))),
    ("SFF version 2: PNG32 with a profile", character(sprites=[mugen.Sprite(
        0, 0, (0, 0), profiled(), form=mugen.PNG32)]), "colour profiles (1)"),
    ("SFF version 1: PCX", character(data=mugen.sff_1([sprite()])), shows([RED, RED])),
    ("SFF: axis", character(sprites=[sprite(axis=(1, 0))]), has("frames.0.hot_spot", [1, 0])),
    ("SFF: linked sprite", character(STEP, "0,1, 0,0, 6", sprites=[
        sprite(), mugen.Sprite(0, 1, (0, 0))]), shows([RED, RED])),
    ("SFF: palettes of the sprites", character(palettes=[RGBA[:4] + RGBA[8:12] + RGBA[8:]]),
     shows([GREEN, GREEN])),
    ("SFF: palettes that no sprite has", character(palettes=[RGBA, RGBA[4:] + RGBA[:4]]),
     "palettes that no sprite has (1)"),
    ("SFF: sprites that no action shows", character(sprites=[sprite(), sprite(1, 2)]),
     "sprites that no action shows (1)"),
])

# ---- RSDKv5: RetroED's RSDKv5/animation ----


def rsdk(frame=(), speed=1, start=0, rotation=0, boxes=(0, 0, 0, 0)):
    keys = {"duration": 6, "character": 0, "place": (0, 0, 2, 1), "pivot": (0, 0), **dict(frame)}
    image = io.BytesIO()
    mugen.indexed(4, 1, [1, 1, 2, 2], COLOURS).save(image, "GIF", optimize=False)
    one = (0, keys["duration"], keys["character"], keys["place"], keys["pivot"], [boxes])
    other = (0, 12, 0, (2, 0, 2, 1), (0, 0), [(0, 0, 0, 0)])
    return {"x.bin": mugen.rsdk(["a.gif"], ["Body"], [("Walk", speed, start, rotation,
                                                       [one, other])]), "a.gif": image.getvalue()}


RSDK = Format("RSDK", rsdk(), [
    ("sheets, frame rectangle", rsdk(), shows([GREEN, GREEN], frame=1)),
    ("animation name", rsdk(), has("animations.0.name", "Walk")),
    ("animation speed", rsdk(speed=2), has("animations.0.steps.0.duration", 50)),
    ("animation speed 0", rsdk(speed=0), "speeds of 0 or less (1)"),
    ("animation loop index", rsdk(start=1), has("animations.0.loop", "hold-last")),
    ("animation rotation style", rsdk(rotation=1), "styles of rotation (1)"),
    ("frame duration", rsdk(), has("animations.0.steps.0.duration", 100)),
    ("frame unicode character", rsdk({"character": 65}), "characters of fonts (1)"),
    ("frame pivot", rsdk({"pivot": (-1, 0)}), has("frames.0.hot_spot", [1, 0])),
    ("hitboxes", rsdk(boxes=(0, 0, 2, 1)),
     has("frames.0.shapes.0", {"class": "Body", "geometry": {"box": [0, 0, 2, 1]}})),
])
