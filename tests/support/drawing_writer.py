# SPDX-License-Identifier: MIT
"""Writes drawings in zip files: OpenRaster, Krita and Pixelorama. Pictures are rows of RGBA pixels, bytes of four."""
import io
import json
import zipfile
from xml.sax.saxutils import quoteattr

KRITA_SIDE = 64


def archive(*entries, method=zipfile.ZIP_DEFLATED):
    """A zip file of (name, data); "mimetype" is stored."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method, compresslevel=1) as file:
        for name, data in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else method
            file.writestr(info, data)
    return out.getvalue()


def entries(data):
    """(name, data) of a zip file."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return [(name, file.read(name)) for name in file.namelist()]


def element(tag, *children, **attributes):
    """XML; _ in names of attributes is -."""
    words = "".join(f" {key.replace('_', '-')}={quoteattr(str(value))}" for key, value in attributes.items())
    return f"<{tag}{words}>{''.join(children)}</{tag}>"


# ---- OpenRaster ----

def openraster(width, height, stack, *pictures):
    """`stack`: elements, top first; pictures: (name, PNG)."""
    image = '<?xml version="1.0" encoding="UTF-8"?>' + element("image", element("stack", *stack), w=width, h=height, version="0.0.3")
    return archive(("mimetype", "image/openraster"), ("stack.xml", image), *pictures,
                   ("mergedimage.png", b"is not read"), ("Thumbnails/thumbnail.png", b"nor is this"))


# ---- Krita ----

def lzf_literals(data):
    """LZF that copies nothing."""
    return b"".join(bytes([len(data[at:at + 32]) - 1]) + data[at:at + 32] for at in range(0, len(data), 32))


def lzf(data):
    """LZF that repeats the byte before for runs of three or more, and copies 16 bytes of 100 before."""
    out, literals, at = bytearray(), bytearray(), 0

    def end_literals():
        out.extend(lzf_literals(bytes(literals)))
        literals.clear()

    while at < len(data):
        run = 0
        while at and run < 264 and at + run < len(data) and data[at + run] == data[at - 1]:
            run += 1
        back = 1
        if run < 3 and at >= 100 and data[at:at + 16] == data[at - 100:at - 84] and len(data) - at >= 16:
            run, back = 16, 100
        if run < 3:
            literals.append(data[at])
            at += 1
            continue
        end_literals()
        out.append(min(run - 2, 7) << 5 | back - 1 >> 8)
        if run >= 9:
            out.append(run - 9)
        out.append(back - 1 & 255)
        at += run
    end_literals()
    return bytes(out)


def krita_pixels(rows, space="RGBA", left=0, top=0, pack=lzf):
    """A layer's entry: tiles of the rows, which begin at (left, top) of the layer. pack: None for raw tiles."""
    def pixel(rgba):
        r, g, b, a = rgba
        wide = 2 if "16" in space else 1
        return b"".join(bytes([channel]) * wide for channel in ((b, g, r, a) if space.startswith("RGBA") else (g, a)))

    size, tiles = len(pixel(bytes(4))), {}
    for y, row in enumerate(rows):
        for x, rgba in enumerate(row):
            place = (x + left) // KRITA_SIDE * KRITA_SIDE, (y + top) // KRITA_SIDE * KRITA_SIDE
            tile = tiles.setdefault(place, bytearray(KRITA_SIDE * KRITA_SIDE * size))
            at = ((y + top) % KRITA_SIDE * KRITA_SIDE + (x + left) % KRITA_SIDE) * size
            tile[at:at + size] = pixel(rgba)
    parts = [f"VERSION 2\nTILEWIDTH 64\nTILEHEIGHT 64\nPIXELSIZE {size}\nDATA {len(tiles)}\n".encode()]
    for (x, y), tile in tiles.items():
        planes = b"".join(bytes(tile[k::size]) for k in range(size))
        data = b"\1" + pack(planes) if pack else b"\0" + bytes(tile)
        parts.append(f"{x},{y},LZF,{len(data)}\n".encode() + data)
    return b"".join(parts)


def krita_layer(name, filename, *children, kind="paintlayer", **attributes):
    values = {"name": name, "filename": filename, "nodetype": kind, "x": 0, "y": 0, "opacity": 255, "visible": 1, "compositeop": "normal",
              "channelflags": "", "colorspacename": "RGBA", **attributes}
    return element("layer", *children, **values)


def krita_keys(*keys, channel="content"):
    """keys: (time, entry, x, y)."""
    frames = [element("keyframe", element("offset", x=x, y=y, type="pointf"), time=time, frame=entry) for time, entry, x, y in keys]
    return element("keyframes", element("channel", *frames, name=channel))


def krita(width, height, layers, *entries, rate=None, times=(0, 100), folder="hero", image=()):
    """layers: elements, top first; entries: (name in the folder of layers, data)."""
    animation = element("animation", element("framerate", type="value", value=rate), element("range", type="timerange", **{"from": times[0], "to": times[1]}))
    document = ('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE DOC PUBLIC \'-//KDE//DTD krita 2.0//EN\' \'http://www.calligra.org/DTD/krita-2.0.dtd\'>\n'
                + element("DOC", element("IMAGE", element("layers", *layers), *image, animation if rate else "", width=width, height=height, name=folder,
                                         colorspacename="RGBA", profile="sRGB-elle-V2-srgbtrc.icc"), syntaxVersion="2.0"))
    return archive(("mimetype", "application/x-krita"), ("maindoc.xml", document), *((f"{folder}/layers/{name}", data) for name, data in entries),
                   ("mergedimage.png", b"is not read"))


# ---- Pixelorama ----

def pixelorama(width, height, layers, frames, *, fps=10, tags=(), version=7, **more):
    """layers: their JSON, bottom first. frames: (duration, cels), of cels (JSON, rows or None)."""
    data = {"pixelorama_version": "v1.2", "pxo_version": version, "size_x": width, "size_y": height, "fps": fps, "layers": layers, "tags": list(tags),
            "frames": [{"duration": duration, "cels": [cel for cel, _ in cels]} for duration, cels in frames], **more}
    pictures = [(f"image_data/frames/{i}/layer_{k}", b"".join(b"".join(row) for row in rows))
                for i, (_, cels) in enumerate(frames, 1) for k, (_, rows) in enumerate(cels, 1) if rows is not None]
    return archive(("data.json", json.dumps(data)), ("mimetype", "application/x-pixelorama"), ("preview.png", b"is not read"), *pictures)
