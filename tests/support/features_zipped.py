# SPDX-License-Identifier: MIT
"""Features of drawings of OpenRaster, Krita, Pixelorama and Piskel."""
import base64
import json

import drawing_writer as draw
from cli_case import png, png_file
from features import (BLUE, CLEAR, Format, GREEN, RED, Refused, VIEW, both, counts, has, shows)


def picture(colour=RED, width=2):
    return png(width, 1, lambda x, y: colour)


# What an import of pictures inside of a file reports once for each: by the pictures.
PNG_LOSSES = [
    ("iCCP", png_file(2, 1, 8, 6, b"\0" + RED * 2, (b"iCCP", b"x\0\0x")), "colour profiles (1)"),
    ("16 bits", png_file(2, 1, 16, 6, b"\0" * 17), "colours of 16 bits, rounded to 8 (1)"),
]
HALF_GREEN = [b"\x7f\x80\0\xff"] * 2
SUM = [b"\xff\xff\0\xff"] * 2

# ---- OpenRaster: openraster.org, file layout and stack.xml ----


def ora(*over, image="", more=(), **attributes):
    """A red layer below these elements."""
    stack = [*over, draw.element("layer", **{"name": "a", "src": "data/red.png", **attributes})]
    data = draw.openraster(2, 1, stack, ("data/red.png", picture()),
                           ("data/green.png", picture(GREEN)),
                           ("data/one.png", picture(GREEN, 1)), ("data/a.svg", "<svg/>"), *more)
    return {"x.ora": data}


def green(*children, **attributes):
    return draw.element("layer", *children, **{"name": "b", "src": "data/green.png", **attributes})


ORA = Format("OpenRaster", ora(), [
    ("layer: name", ora(green(name="#pivot", src="data/one.png", x=1)),
     has("frames.0.hot_spot", [1, 0])),
    ("layer: src", ora(green()), shows([GREEN, GREEN])),
    *((f"layer: src, PNG with {name}", ora(green(src="data/b.png"), more=[("data/b.png", data)]),
       lost) for name, data, lost in PNG_LOSSES),
    ("layer: src, SVG", ora(green(src="data/a.svg")), "vector layers (1)"),
    ("layer: x, y", ora(green(src="data/one.png", x=1)), shows([RED, GREEN])),
    ("layer: opacity", ora(green(opacity=0.5)), shows(HALF_GREEN)),
    ("layer: visibility", ora(green(visibility="hidden")), "hidden layers (1)"),
    ("layer: composite-op", ora(green(composite_op="svg:plus")), shows(SUM)),
    ("layer: composite-op that is not known", ora(green(composite_op="x:y")),
     "blend modes that are not known (1)"),
    ("layer: selected, edit-locked", ora(selected="true", edit_locked="true"), VIEW),
    ("stack: opacity", ora(draw.element("stack", green(), opacity=0.5)), shows(HALF_GREEN)),
    ("stack: visibility", ora(draw.element("stack", green(), visibility="hidden")),
     "hidden layers (1)"),
    ("stack: isolation isolate",
     ora(draw.element("stack", green(composite_op="svg:plus"), isolation="isolate")),
     shows([GREEN, GREEN])),
    ("stack: isolation auto", ora(draw.element("stack", green(composite_op="svg:plus"))),
     shows(SUM)),
    ("image: version, xres, yres", ora(), VIEW),
    ("text, filter", ora(draw.element("text"), draw.element("filter")),
     "elements that are not known (2)"),
    ("mergedimage.png, Thumbnails/thumbnail.png", ora(), VIEW),
])

# ---- Krita: plugins/impex/libkra, kis_kra_tags.h and kis_kra_savexml_visitor.cpp ----


def kra(*over, entries=(), attributes=(), **more):
    layers = [*over, draw.krita_layer("a", "a", **dict(attributes))]
    return {"x.kra": draw.krita(2, 1, layers, ("a", draw.krita_pixels([[RED, RED]])),
                                ("b", draw.krita_pixels([[GREEN, GREEN]])),
                                ("one", draw.krita_pixels([[GREEN]])), *entries, **more)}


def kra_layer(name="b", filename="b", *children, **more):
    return draw.krita_layer(name, filename, *children, **more)


def kra_image(*elements):
    return kra(image=elements)


def kra_space(space, pixels):
    return {"x.kra": draw.krita(2, 1, [draw.krita_layer("a", "a", colorspacename=space)],
                                ("a", draw.krita_pixels([pixels], space)))}


def kra_mask(kind):
    return kra(kra_layer("b", "b", draw.element("masks", draw.element("mask", nodetype=kind))))


KEYS = [("k", draw.krita_keys((0, "b", 0, 0), (12, "one", 1, 0)))]
LOST_LAYERS = {"shapelayer": "vector layers", "adjustmentlayer": "filter layers",
               "generatorlayer": "fill layers", "clonelayer": "clone layers",
               "filelayer": "file layers", "referenceimages": "reference images",
               "unknownlayer": "layers of a kind that is not known"}
LOST_MASKS = {"transparencymask": "transparency masks", "filtermask": "filter masks",
              "transformmask": "transformation masks", "selectionmask": "selections",
              "colorizemask": "colourise masks"}
LOST_ELEMENTS = {"guides": "guides", "composition": "compositions",
                 "assistant": "drawing assistants", "audio": "sounds",
                 "Annotation": "annotations"}
VIEW_ELEMENTS = ("MirrorAxis", "grid", "Palettes", "resources", "GlobalAssistantsColor",
                 "ColorHistory", "ProofingWarningColor", "currentTime", "wrapAroundMode")

KRA = Format("Krita", kra(), [
    ("nodetype paintlayer", kra(kra_layer()), shows([GREEN, GREEN])),
    ("nodetype grouplayer", kra(kra_layer("g", "g", draw.element("layers", kra_layer()),
                                          kind="grouplayer", visible=0)), "hidden layers (1)"),
    ("passthrough", kra(kra_layer("g", "g", draw.element("layers", kra_layer(compositeop="add")),
                                  kind="grouplayer", passthrough=1)), shows(SUM)),
    *((f"nodetype {kind}", kra(kra_layer("b", "b", kind=kind)), what + " (1)")
      for kind, what in LOST_LAYERS.items()),
    *((f"nodetype {kind}", kra_mask(kind), what + " (1)") for kind, what in LOST_MASKS.items()),
    ("name", kra(kra_layer("#pivot", "one", x=1)), has("frames.0.hot_spot", [1, 0])),
    ("x, y", kra(kra_layer("b", "one", x=1)), shows([RED, GREEN])),
    ("opacity", kra(kra_layer(opacity=128)), shows(HALF_GREEN)),
    ("visible", kra(kra_layer(visible=0)), "hidden layers (1)"),
    ("compositeop", kra(kra_layer(compositeop="add")), shows(SUM)),
    ("compositeop that is not known", kra(kra_layer(compositeop="allanon")),
     "blend modes that are not known (1)"),
    ("channelflags", kra(kra_layer(channelflags="1110")), "layers with channels turned off (1)"),
    ("layerstyle", kra(kra_layer(layerstyle="{1}")), "layer styles (1)"),
    ("locked, collapsed, colorlabel, onionskin, intimeline, channellockflags, uuid",
     kra(attributes={"locked": 1, "collapsed": 1, "colorlabel": 2, "onionskin": 1,
                     "intimeline": 1, "channellockflags": "1110", "uuid": "{2}"}), VIEW),
    ("colorspacename GRAYA", kra_space("GRAYA", [b"\x40\x40\x40\xff"] * 2),
     shows([b"\x40\x40\x40\xff"] * 2)),
    ("colorspacename RGBA16", kra_space("RGBA16", [RED, RED]),
     "colours of 16 bits, rounded to 8 (1)"),
    ("colorspacename CMYK", kra_space("CMYK", [RED, RED]), Refused("CMYK")),
    ("profile sRGB", kra(), VIEW),
    ("profile", {"x.kra": (lambda data: draw.archive(*data))([
        (name, body.replace(b"sRGB-elle-V2-srgbtrc", b"Rec2020"))
        for name, body in draw.entries(kra()["x.kra"])])}, "colour profiles (1)"),
    ("x-res, y-res, description", kra(), VIEW),
    ("keyframes: time, frame, offset; framerate, range",
     kra(kra_layer("b", "b", keyframes="k"), entries=KEYS, rate=12, times=(0, 23)),
     both(has("animations.0.steps.1.duration", 1000), shows([RED, GREEN], frame=1))),
    ("keyframes: opacity",
     kra(kra_layer("b", "b", keyframes="k"), rate=12, times=(0, 23),
         entries=[("k", draw.krita_keys((0, "b", 0, 0), channel="opacity"))]),
     "animated properties of layers (1)"),
    *((element, kra_image(draw.element(element)), what + " (1)")
      for element, what in LOST_ELEMENTS.items()),
    ("ProjectionBackgroundColor, clear",
     kra_image(draw.element("ProjectionBackgroundColor", ColorData="AAAAAA==")), VIEW),
    ("ProjectionBackgroundColor",
     kra_image(draw.element("ProjectionBackgroundColor", ColorData="/////w==")),
     "background colours (1)"),
    (", ".join(VIEW_ELEMENTS), kra_image(*map(draw.element, VIEW_ELEMENTS)), VIEW),
])

# ---- Pixelorama: src/Classes/Project.gd, Layers, Cels ----


def pxo(*over, layer=None, cel=None, frames=1, **more):
    """A red layer below these: (their JSON, the JSON of their cels, rows)."""
    layers = [{"name": "a", **(layer or {})}, *(one[0] for one in over)]
    cels = [(cel or {}, [[RED, RED]]), *(one[1:] for one in over)]
    frames = [(1 + i, cels) for i in range(frames)]
    return {"x.pxo": draw.pixelorama(2, 1, layers, frames, **more)}


def pxo_green(cel=None, rows=((GREEN, GREEN),), **layer):
    return {"name": "b", **layer}, cel or {}, rows


def pxo_project(**more):
    return pxo(**more)


ANIMATED = 'Dictionary({\n"opacity": {\n0: {}\n}\n})'
PXO = Format("Pixelorama", pxo(), [
    ("pxo_version before 1.0", {"x.pxo": b"GCPF" + bytes(40)}, Refused("before Pixelorama 1.0")),
    ("size_x, size_y", pxo(), shows([RED, RED])),
    ("fps, frames.duration", pxo(frames=2), has("animations.0.steps.1.duration", 200)),
    ("tags: name, from, to",
     pxo(frames=2, tags=[{"name": "walk", "from": 1, "to": 2, "color": "ff0000"}]),
     both(has("animations.0.name", "walk"), counts("animations.0.steps", 2))),
    ("tags: user_data", pxo(frames=2, tags=[{"name": "walk", "from": 1, "to": 2,
                                             "user_data": "speed=3"}]),
     has("animations.0.values", {"speed": "3"})),
    ("layers: type pixel", pxo(pxo_green()), shows([GREEN, GREEN])),
    ("layers: type group, parent",
     pxo(pxo_green(parent=2), ({"name": "g", "type": 1, "visible": False}, {}, None)),
     "hidden layers (1)"),
    ("layers: type 3D", pxo(pxo_green(type=2, rows=None)), "3D layers (1)"),
    ("layers: type tilemap", pxo(pxo_green(type=3)), shows([GREEN, GREEN])),
    ("layers: type audio", pxo(pxo_green(type=4, rows=None)), "audio layers (1)"),
    ("layers: name", pxo(pxo_green(name="#pivot", rows=((CLEAR, BLUE),))),
     has("frames.0.hot_spot", [1, 0])),
    ("layers: visible", pxo(pxo_green(visible=False)), "hidden layers (1)"),
    ("layers: opacity", pxo(pxo_green(opacity=0.5)), shows(HALF_GREEN)),
    ("layers: blend_mode", pxo(pxo_green(blend_mode=9)), shows(SUM)),
    ("layers: blend_mode erase", pxo(pxo_green(blend_mode=1)),
     "blend modes that are not known (1)"),
    ("layers: clipping_mask", pxo(pxo_green(clipping_mask=True)), "clipping masks (1)"),
    ("layers: effects", pxo(pxo_green(effects=[{"enabled": True}])), "layer effects (1)"),
    ("layers: animated_params", pxo(pxo_green(animated_params=ANIMATED)),
     "animated properties of layers (1)"),
    ("layers: user_data", pxo(pxo_green(user_data="x")), "user data (1)"),
    ("layers: locked, expanded, ui_color, link_sets, ignore_onion",
     pxo(layer={"locked": True, "expanded": True, "ui_color": "(1, 0, 0, 1)", "link_sets": []}),
     VIEW),
    ("cels: opacity", pxo(pxo_green({"opacity": 0.5})), shows(HALF_GREEN)),
    ("cels: z_index", pxo(pxo_green(), cel={"z_index": 2}), shows([RED, RED])),
    ("cels: user_data", pxo(cel={"user_data": "x"}), "user data (1)"),
    ("layers, cels, frames: metadata", pxo(layer={"metadata": {"x": 1}}), "user data (1)"),
    ("cels: ui_color", pxo(cel={"ui_color": "(1, 0, 0, 1)"}), VIEW),
    ("user_data", pxo_project(user_data="x"), "user data (1)"),
    ("reference_images", pxo_project(reference_images=[{}, {}]), "reference images (2)"),
    ("guides", pxo_project(guides=[{"type": 0, "pos": 3}]), "guides (1)"),
    ("vanishing_points", pxo_project(vanishing_points=[{}]), "vanishing points (1)"),
    ("brushes", pxo_project(brushes=[{"size_x": 1, "size_y": 1}]), "brushes (1)"),
    ("tile_mode, symmetry_points, export_directory_path, export_file_name",
     pxo_project(tile_mode_x_basis_x=2, symmetry_points=[1, 1], export_file_name="x"), VIEW),
])

# ---- Piskel: src/js/utils/serialization/Serializer.js ----


def piskel(*over, n=1, **more):
    """A red layer below these: {"name", "opacity", ...}; `data`: the picture."""
    def layer(colour, chunk=None, data=None, **members):
        sheet = {"base64PNG": "data:image/png;base64," + base64.b64encode(
            data or png(2 * n, 1, lambda x, y: colour)).decode()}
        pictures = {"chunks": [{"layout": [[i] for i in range(n)], **sheet}]} if chunk is None \
            else sheet
        return json.dumps({"opacity": 1, "frameCount": n, **pictures, **members})
    layers = [layer(RED, name="a"), *(layer(GREEN, **{"name": "b", **one}) for one in over)]
    return {"x.piskel": json.dumps({"modelVersion": 2, "piskel": {
        "name": "x", "description": "", "fps": 10, "width": 2, "height": 1, "layers": layers,
        **more}})}


PISKEL = Format("Piskel", piskel(), [
    ("width, height", piskel(), shows([RED, RED])),
    ("fps", piskel(n=2), has("animations.0.steps.0.duration", 100)),
    ("layers: name", piskel({"name": "// note"}), shows([RED, RED])),
    ("layers: opacity", piskel({"opacity": 0.5}), shows(HALF_GREEN)),
    ("layers: frameCount, chunks, layout", piskel({}, n=2), shows([GREEN, GREEN], frame=1)),
    ("layers: base64PNG, of version 1", piskel({"chunk": False}, n=2),
     shows([GREEN, GREEN], frame=1)),
    *((f"layers: base64PNG with {name}", piskel({"data": data}), lost)
      for name, data, lost in PNG_LOSSES),
    ("hiddenFrames", piskel(n=3, hiddenFrames=[1]), counts("animations.0.steps", 2)),
    ("description", piskel(description="a hero"), "descriptions (1)"),
])
