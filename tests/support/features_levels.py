# SPDX-License-Identifier: MIT
"""Features of levels: Tiled's maps in XML and JSON, LDtk, Doom's maps, SVG."""
import base64
import json
import struct
import zlib

from cli_case import png, png_file
from features import Format, Refused, VIEW, both, counts, find, has

PROFILED = png_file(16, 8, 8, 6, bytes(8 * 65), (b"iCCP", b"x\0\0x"))
BLOCKS = png(16, 8, lambda x, y: bytes([x * 9, y * 9, 200, 255]))

# ---- Tiled: docs/reference/tmx-map-format.rst ----

SET = ('<tileset firstgid="1" name="blocks" tilewidth="8" tileheight="8" tilecount="2" '
       'columns="2"{}>{}<image source="blocks.png" width="16" height="8"/>{}</tileset>')
LAYER = '<layer name="ground" width="2" height="1"{}>{}</layer>'
CSV = '<data encoding="csv">1,2</data>'


def tmx(content=None, head="", layer="", sets=None, data=CSV, more="", **files):
    """A map of two cells."""
    body = (SET.format("", "", "") if sets is None else sets) + LAYER.format(layer, data) \
        if content is None else content
    return {"x.tmx": f'<map version="1.10" orientation="orthogonal" width="2" height="1" '
                     f'tilewidth="8" tileheight="8"{head}>{body}{more}</map>',
            "blocks.png": BLOCKS, **{name.replace("_", "."): text for name, text in files.items()}}


def grid(orientation, head="", cells="1,2"):
    files = tmx(head=head, data=f'<data encoding="csv">{cells}</data>')
    return {**files, "x.tmx": files["x.tmx"].replace("orthogonal", orientation)}


def tileset(head="", inside="", after=""):
    return tmx(sets=SET.format(head, inside, after))


def tile(inside="", head=""):
    return tileset(after=f'<tile id="0"{head}>{inside}</tile>')


def objects(inside, head=""):
    return tmx(more=f'<objectgroup name="things"{head}>{inside}</objectgroup>')


def thing(inside="", head=' name="t" x="1" y="2"'):
    return objects(f"<object id=\"1\"{head}>{inside}</object>")


def properties(*items):
    return "<properties>" + "".join(items) + "</properties>"


def sprite_of(path, value):
    """Of the tileset's sprite."""
    return lambda done: find(done.read("sprites", "blocks.json"), path) == value \
        or find(done.read("sprites", "blocks.json"), path)


def packed(pack=lambda data: data, name=""):
    text = base64.b64encode(pack(struct.pack("<2I", 1, 2))).decode()
    return f'<data encoding="base64" compression="{name}">{text}</data>'


SKY = '<imagelayer name="sky" repeatx="1"><image source="blocks.png"/></imagelayer>'
STAGGERED = ' staggeraxis="y" staggerindex="odd"'
AREA = ' name="t" class="{}" x="0" y="0" width="4" height="4"'
TYPES = {"string": "x", "int": "3", "float": "0.5", "bool": "true", "color": "#ff102030",
         "file": "a.txt", "object": "1"}
FILE = ("properties that name a file have its path as it is there, from the folder of that file "
        "(1)")
WANG = ('<wangsets><wangset name="w" type="corner" tile="-1"><wangcolor name="grass" color="#0f0" '
        'tile="-1" probability="{}"/><wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/></wangset>'
        '</wangsets>')
LAYER_ROWS = [
    ("offsetx, offsety", ' offsetx="3" offsety="4"', has("layers.0.origin", [3, 4])),
    ("opacity", ' opacity="0.5"', has("layers.0.opacity", 50)),
    ("tintcolor", ' tintcolor="#ff0000"', has("layers.0.tint", "#ff0000")),
    ("parallaxx, parallaxy", ' parallaxx="0.5" parallaxy="0.5"', has("layers.0.parallax_x", 0.5)),
    ("mode", ' mode="multiply"', has("layers.0.blend", "multiply")),
    ("mode that is not known", ' mode="xyz"', "blend modes that are not known are left out (1)"),
    ("class", ' class="x"', "classes of layers are left out (1)"),
    ("locked, id", ' locked="1" id="7"', VIEW),
    ("visible", ' visible="0"', "hidden layers have the opacity 0 (1)"),
]
TMX = Format("Tiled map", tmx(), [
    ("map: version, tiledversion, nextlayerid, nextobjectid, compressionlevel",
     tmx(head=' tiledversion="1.11" nextlayerid="3" nextobjectid="4" compressionlevel="-1"'), VIEW),
    *((f"map: orientation {name}", grid(name, more), counts("layers", 1)) for name, more in (
        ("isometric", ""), ("staggered", STAGGERED), ("oblique", ' skewx="4"'),
        ("hexagonal", STAGGERED + ' hexsidelength="4"'))),
    ("map: renderorder", tmx(head=' renderorder="left-up"'),
     "tiles are drawn from the left to the right, and down (1)"),
    ("map: parallaxoriginx, parallaxoriginy", tmx(head=' parallaxoriginx="4"'),
     "the parallax origin is left out (1)"),
    ("map: backgroundcolor", tmx(head=' backgroundcolor="#102030"'),
     "the background colour is left out (1)"),
    ("map: class", tmx(head=' class="cave"'), "the class of the map is left out (1)"),
    ("map: infinite, chunk",
     tmx(head=' infinite="1"', data='<data encoding="csv"><chunk x="-2" y="0" width="2" '
                                    'height="1">1,2</chunk></data>'), has("layers.0.width", 2)),
    ("map: properties", tmx(more=properties('<property name="hp" value="3"/>')),
     has("values", {"hp": "3"})),
    ("editorsettings", tmx(more='<editorsettings><chunksize width="16"/></editorsettings>'), VIEW),
    ("attributes that are not known", tmx(head=' x-new="1"'),
     "the attribute 'x-new' of <map> is left out (1)"),
    ("tileset: firstgid, name, tilewidth, tileheight, tilecount, columns", tmx(),
     lambda done: len(done.read("sprites", "blocks.json")["frames"]) == 2),
    ("tileset: source", tmx(sets='<tileset firstgid="1" source="b.tsx"/>', b_tsx=SET.format(
        "", "", "").replace(' firstgid="1"', "")), counts("layers", 1)),
    ("tileset: spacing, margin", tmx(sets=SET.format(' spacing="2" margin="1"', "", "").replace(
        "8", "6")), counts("layers", 1)),
    ("tileset: class", tileset(' class="x"'), "the class of the tileset is left out (1)"),
    ("tileset: objectalignment", tileset(' objectalignment="topleft"'), counts("layers", 1)),
    ("tileset: tilerendersize, fillmode", tileset(' tilerendersize="grid"'),
     "tiles are drawn in their own size (1)"),
    ("tileset: backgroundcolor", tileset(' backgroundcolor="#102030"'), VIEW),
    ("tileset: tileoffset", tileset(inside='<tileoffset x="3" y="4"/>'),
     lambda done: "[3, 4]" in str(done.asset["tilesets"]) or done.asset["tilesets"]),
    ("tileset: grid", tileset(inside='<grid orientation="orthogonal" width="8" height="8"/>'),
     VIEW),
    ("tileset: properties", tileset(inside=properties('<property name="a" value="b"/>')),
     "properties of tilesets are left out (1)"),
    ("tileset: transformations", tileset(inside='<transformations hflip="1"/>'),
     "allowed flips and rotations are ignored; those of cells stay (1)"),
    ("tileset: image, trans", tmx(sets=SET.format("", "", "").replace(
        'source="blocks.png"', 'source="blocks.png" trans="ff00ff"')), counts("layers", 1)),
    ("tileset: wangsets, wangcolor, wangtile", tileset(after=WANG.format(1)),
     sprite_of("terrains.0.name", "grass")),
    ("wangcolor: probability", tileset(after=WANG.format(0.5)),
     "probabilities of terrains are left out; tiles have theirs (1)"),
    ("tile: type, class", tile(head=' type="x"'), "types of tiles are left out (1)"),
    ("tile: probability", tile(head=' probability="0.5"'), sprite_of("frames.0.weight", 50)),
    ("tile: properties", tile(properties('<property name="a" value="b"/>')),
     sprite_of("frames.0.values", {"a": "b"})),
    ("tile: animation, frame", tile('<animation><frame tileid="0" duration="90"/><frame tileid="1" '
                                    'duration="80"/></animation>'),
     sprite_of("animations.0.steps.1.duration", 80)),
    ("tile: objectgroup", tile('<objectgroup><object x="0" y="0" width="8" height="8"/>'
                               '</objectgroup>'), sprite_of("frames.0.collision", "full")),
    ("layer: data, elements", tmx(data='<data><tile gid="1"/><tile gid="2"/></data>'),
     counts("layers", 1)),
    ("layer: data, base64", tmx(data=packed()), counts("layers", 1)),
    ("layer: data, zlib", tmx(data=packed(zlib.compress, "zlib")), counts("layers", 1)),
    ("layer: data, flips", tmx(data=f'<data encoding="csv">{1 | 1 << 31},2</data>'),
     counts("layers", 1)),
    ("layer: data, hexagonal turns",
     grid("hexagonal", STAGGERED + ' hexsidelength="4"', f"{1 | 1 << 28},2"),
     "turns by 60 and 120 degrees, of hexagonal maps, are left out (1)"),
    *((f"layer: {name}", tmx(layer=head), expected) for name, head, expected in LAYER_ROWS),
    ("layer: properties", tmx(data=properties('<property name="a" value="b"/>') + CSV),
     has("layers.0.values", {"a": "b"})),
    ("objectgroup: color, draworder", objects("", ' color="#fff" draworder="index"'), VIEW),
    ("objectgroup: opacity", objects("", ' opacity="0.5"'),
     "the opacity of layers of objects is left out (1)"),
    ("objectgroup: visible", objects("", ' visible="0"'),
     "hidden object layers are imported as visible (1)"),
    ("objectgroup: mode", objects("", ' mode="add"'),
     "blend modes of layers of objects are left out (1)"),
    ("objectgroup: properties", objects(properties('<property name="a" value="b"/>')),
     "properties of groups and of layers of objects are left out (1)"),
    ("object: x, y, name", thing(), has("entities.0.at", [1, 2])),
    ("object: type, class", thing(head=' class="foe" x="1" y="2"'),
     has("entities.0.class", "foe")),
    ("object: rotation", thing(head=' x="1" y="2" rotation="90"'),
     has("entities.0.direction", [0, 1])),
    ("object: visible", thing(head=' x="1" y="2" visible="0"'),
     "objects that are hidden are taken as the others (1)"),
    ("object: opacity", thing(head=' x="1" y="2" opacity="0.5"'),
     "the opacity of objects is left out (1)"),
    ("object: rectangle", thing(head=AREA.format("pond")), has("areas.0.class", "pond")),
    ("object: rectangle of a wall", thing(head=AREA.format("wall").replace(' name="t"', "")),
     counts("walls", 4)),
    ("object: name of a wall", thing(head=AREA.format("wall")), "names of walls are left out (1)"),
    ("object: ellipse", thing("<ellipse/>", AREA.format("pond")),
     "ellipses have become outlines of 32 corners (1)"),
    ("object: capsule", thing("<capsule/>", AREA.format("pond")),
     "capsules have become outlines of 32 corners (1)"),
    ("object: point", thing("<point/>"), has("entities.0.at", [1, 2])),
    ("object: polygon", thing('<polygon points="0,0 4,0 0,4"/>'), counts("areas", 1)),
    ("object: polyline", thing('<polyline points="0,0 4,0 0,4"/>'),
     "lines whose class is not one of walls became entities with their corners as the value "
     "'points'; they stop nothing (1)"),
    ("object: text", thing("<text>hi</text>", AREA.format("sign")),
     "texts have lost their size, font and colour; the words are among the values (1)"),
    ("object: gid", thing(head=' gid="1" x="0" y="8" width="8" height="8"'),
     has("entities.0.sprite", "blocks")),
    ("object: template", {**thing(head=' template="t.tx" x="1" y="2"'), "t.tx":
                          '<template><object name="foe" class="bat"><point/></object></template>'},
     has("entities.0.class", "bat")),
    *((f"property: type {name}", thing(properties(f'<property name="k" type="{name}" '
                                                  f'value="{value}"/>')),
       FILE if name == "file" else lambda done: "k" in done.asset["entities"][0]["values"])
      for name, value in TYPES.items()),
    ("property: type class",
     thing(properties('<property name="k" type="class"><properties><property name="hp" type="int" '
                      'value="3"/></properties></property>')),
     ["properties of a class became a value for each member that is not as the class says, as "
      "'stats.hp' (1)", "types of properties other than numbers, texts, colours and yes or no are "
      "left out (1)"]),
    ("property: type list", thing(properties('<property name="k" type="list"><item type="int" '
                                             'value="3"/></property>')),
     has("entities.0.values", {"k.1": "3"})),
    ("property: propertytype, enum", thing(properties('<property name="k" propertytype="Kind" '
                                                      'value="a"/>')),
     "the choices of enums are those that the file uses (1)"),
    ("imagelayer: image, repeatx", tmx(more=SKY), has("images.0.name", "sky")),
    ("image of a tileset, PNG with a profile", {**tmx(), "blocks.png": PROFILED},
     "colour profiles (1)"),
    ("image of an imagelayer, PNG with a profile",
     {**tmx(more=SKY.replace("blocks", "sky")), "sky.png": PROFILED}, "colour profiles (1)"),
    ("group: opacity, layers", tmx(content=SET.format("", "", "") + '<group name="g" opacity="0.5">'
                                   + LAYER.format("", CSV) + "</group>"),
     has("groups.0.opacity", 50)),
    ("group: properties", tmx(more='<group name="g">' + properties('<property name="a" value="b"/>')
                              + "</group>"),
     "properties of groups and of layers of objects are left out (1)"),
    ("layer of an unknown type", tmx(more="<sound/>"),
     "the part 'sound' of <map> is left out (1)"),
])


def tmj(**more):
    one = {"type": "tilelayer", "name": "ground", "width": 2, "height": 1, "data": [1, 2]}
    sheet = {"firstgid": 1, "name": "blocks", "tilewidth": 8, "tileheight": 8,
             "image": "blocks.png", "imagewidth": 16, "imageheight": 8}
    return {"x.tmj": json.dumps({"type": "map", "orientation": "orthogonal", "width": 2,
                                 "height": 1, "tilewidth": 8, "tileheight": 8, "infinite": False,
                                 "tilesets": [sheet], "layers": [one], **more}),
            "blocks.png": BLOCKS}


TMJ = Format("Tiled map in JSON", tmj(), [
    ("layers, tilesets", tmj(), counts("layers", 1)),
    ("properties", tmj(properties=[{"name": "hp", "type": "int", "value": 3}]),
     has("values", {"hp": "3"})),
    ("backgroundcolor", tmj(backgroundcolor="#102030"), "the background colour is left out (1)"),
    ("members that are not known", tmj(novel=1), "the attribute 'novel' of <map> is left out (1)"),
    ("layers of an unknown type", tmj(layers=[{"type": "sound", "name": "s"}]),
     "layers of an unknown type are left out (1)"),
    ("world files", {"x.world": json.dumps({"maps": [], "type": "world"})}, Refused("world")),
])

# ---- LDtk: docs/JSON_DOC.md ----


def ldtk(layer=(), level=(), defs=(), **more):
    one = {"__identifier": "L", "__type": "Tiles", "__cWid": 2, "__cHei": 1, "__gridSize": 8,
           "__opacity": 1, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "__tilesetDefUid": 1,
           "layerDefUid": 10, "visible": True, "intGridCsv": [], "autoLayerTiles": [],
           "gridTiles": [{"px": [0, 0], "src": [0, 0], "f": 0, "t": 0, "d": [0], "a": 1}],
           "entityInstances": [], **dict(layer)}
    rooms = {"identifier": "A", "iid": "a", "worldX": 0, "worldY": 0, "worldDepth": 0, "pxWid": 16,
             "pxHei": 8, "bgColor": None, "bgRelPath": None, "externalRelPath": None,
             "fieldInstances": [], "layerInstances": [one], **dict(level)}
    sheet = {"identifier": "Blocks", "uid": 1, "relPath": "blocks.png", "pxWid": 16, "pxHei": 8,
             "tileGridSize": 8, "spacing": 0, "padding": 0, "enumTags": [], "customData": []}
    kind = {"uid": 10, "parallaxFactorX": 0, "parallaxFactorY": 0, "parallaxScaling": True,
            "tilePivotX": 0, "tilePivotY": 0, "intGridValues": [], "autoRuleGroups": []}
    return {"x.ldtk": json.dumps({
        "__header__": {"fileType": "LDtk Project JSON", "app": "LDtk", "appVersion": "1.5.3"},
        "jsonVersion": "1.5.3", "externalLevels": False, "worlds": [], "toc": [],
        "customCommands": [], "levels": [rooms],
        "defs": {"layers": [kind], "tilesets": [sheet], "enums": [], "externalEnums": [],
                 **dict(defs)}, **more}), "blocks.png": BLOCKS}


def ldtk_entity(**more):
    return ldtk({"__type": "Entities", "gridTiles": [], "entityInstances": [{
        "__identifier": "Foe", "iid": "e", "px": [4, 4], "__pivot": [0.5, 1], "__smartColor":
        "#204060", "__tags": [], "__tile": None, "width": 8, "height": 8, "fieldInstances": [],
        **more}]})


def ldtk_field(kind, value):
    return ldtk_entity(fieldInstances=[{"__identifier": "k", "__type": kind, "__value": value}])


FIELD_TYPES = {"Int": 3, "Float": 0.5, "Bool": True, "String": "x", "Multilines": "x",
               "Color": "#102030", "FilePath": "a.txt", "Point": {"cx": 1, "cy": 0},
               "LocalEnum.Kind": "a"}
LDTK = Format("LDtk", ldtk(), [
    ("level: worldX, worldY, worldDepth", ldtk(level={"worldX": 3}), has("values.world_x", "3")),
    ("level: fieldInstances", ldtk(level={"fieldInstances": [
        {"__identifier": "k", "__type": "Int", "__value": 3}]}), has("values.k", "3")),
    ("tileset: relPath, PNG with a profile", {**ldtk(), "blocks.png": PROFILED},
     "colour profiles (1)"),
    ("level: bgColor", ldtk(level={"bgColor": "#102030"}), "background colours (1)"),
    ("level: bgRelPath", ldtk(level={"bgRelPath": "sky.png"}), "background pictures (1)"),
    ("layer: gridTiles", ldtk(), counts("layers", 1)),
    ("layer: __opacity", ldtk({"__opacity": 0.4}), has("layers.0.opacity", 40)),
    ("layer: visible", ldtk({"visible": False}), has("layers.0.opacity", 0)),
    ("layer: __pxTotalOffsetX", ldtk({"__pxTotalOffsetX": 3}), has("layers.0.origin", [3, 0])),
    ("entity: px, __identifier", ldtk_entity(), both(has("entities.0.at", [4, 4]),
                                                     has("entities.0.class", "Foe"))),
    ("entity: __tags", ldtk_entity(__tags=["a"]), "tags of entities (1)"),
    ("entity: __tile", ldtk_entity(__tile={"tilesetUid": 1, "x": 0, "y": 0, "w": 8, "h": 8}),
     "tiles shown by entities (1)"),
    *((f"field: {kind}", ldtk_field(kind, value),
       lambda done: "k" in done.asset["entities"][0]["values"] or done.asset)
      for kind, value in FIELD_TYPES.items()),
    ("field: Tile", ldtk_field("Tile", {"tilesetUid": 1, "x": 0, "y": 0, "w": 8, "h": 8}),
     "tiles in fields (1)"),
    ("field: EntityRef outside", ldtk_field("EntityRef", {"entityIid": "gone"}),
     "references to entities outside the imported levels (1)"),
    ("toc", ldtk(toc=[{"identifier": "x"}]), "entries of the table of contents (1)"),
    ("customCommands", ldtk(customCommands=[{}]), "custom commands (1)"),
    ("jsonVersion", {"x.ldtk": ldtk()["x.ldtk"].replace('"jsonVersion": "1', '"jsonVersion": "2')},
     Refused("LDtk 1")),
])

# ---- Doom: the Unofficial Doom Specs; UDMF: specs/udmf.txt ----


def lumps(*items):
    data, directory = b"", b""
    for name, content in items:
        directory += struct.pack("<II8s", 12 + len(data), len(content), name.encode())
        data += content
    return {"x.wad": b"PWAD" + struct.pack("<II", len(items), 12 + len(data)) + data + directory}


POINTS = ((0, 0), (0, 64), (64, 64), (64, 0))
REST = "pictures, light, and what lines do, are left out"


def wad(kind=1, line=(1, 0, 0), sector=(0, 0, b"FLAT1"), things=1):
    special, tag, floor = sector
    lines = [(i, (i + 1) % 4, *line, i, 0xffff) for i in range(4)]
    return lumps(
        ("MAP01", b""), ("THINGS", struct.pack("<hhHHH", 8, 8, 90, kind, 7) * things),
        ("LINEDEFS", b"".join(struct.pack("<7H", *one) for one in lines)),
        ("SIDEDEFS", struct.pack("<hh8s8s8sH", 0, 0, b"-", b"-", b"WALL", 0) * 4),
        ("VERTEXES", b"".join(struct.pack("<hh", *at) for at in POINTS)),
        ("SECTORS", struct.pack("<hh8s8shHH", 0, 64, floor, b"CEIL1", 160, special, tag)))


def udmf(*more, thing="", line="", side="", vertex="", sector="", head='namespace = "doom";'):
    text = [head, *more, f"thing {{ x = 8; y = 8; type = 1; {thing} }}",
            f"sector {{ {sector} }}"]
    text += [f"vertex {{ x = {x}; y = {y}; {vertex} }}" for x, y in POINTS]
    text += [f"sidedef {{ sector = 0; {side} }}" for _ in POINTS]
    text += [f"linedef {{ v1 = {i}; v2 = {(i + 1) % 4}; sidefront = {i}; {line} }}"
             for i in range(4)]
    return lumps(("MAP01", b""), ("TEXTMAP", "\n".join(text).encode()), ("ENDMAP", b""))


DOOM = Format("Doom", wad(), [
    ("VERTEXES, LINEDEFS, SIDEDEFS", wad(), counts("walls", 4)),
    ("SECTORS", wad(), has("areas.0.name", "sector 0")),
    ("SECTORS: special, damage", wad(sector=(7, 0, b"FLAT1")), has("areas.0.class", "damage")),
    ("SECTORS: special, secret", wad(sector=(9, 0, b"FLAT1")), has("areas.0.class", "secret")),
    ("SECTORS: floor flat, liquid", wad(sector=(0, 0, b"NUKAGE1")),
     has("areas.0.class", "liquid")),
    ("SECTORS: heights, flats, light; SIDEDEFS: textures, offsets; LINEDEFS: special, tag", wad(
        line=(1, 26, 3)), REST),
    ("THINGS: position, angle, type, flags", wad(3004), both(
        has("entities.0.class", "monster"), has("entities.0.direction", [0, -1]))),
    ("SEGS, SSECTORS, NODES, BLOCKMAP, REJECT", wad(), counts("walls", 4)),
])
UDMF = Format("UDMF", udmf(), [
    ("namespace", udmf(head='namespace = "zdoom";', sector="special = 1024;"),
     has("areas.0.class", "secret")),
    ("vertex, linedef, sidedef", udmf(), counts("walls", 4)),
    ("sector: special", udmf(sector="special = 9;"), has("areas.0.class", "secret")),
    ("sector: damageamount", udmf(sector="damageamount = 5;"), has("areas.0.class", "damage")),
    ("thing: x, y, type, angle", udmf(thing="angle = 90;"), has("entities.0.direction", [0, -1])),
    ("thing: skill1, single, ambush", udmf(thing="skill1 = true; single = true; ambush = true;"),
     has("entities.0.values.flags", "105")),
    *((f"{block}: {name}", udmf(**{key: f"{name} = 3;"}), f"{block}.{name} ({number})")
      for block, key, number, names in (
          ("vertex", "vertex", 4, ("zfloor", "zceiling")),
          ("linedef", "line", 4, ("id", "arg0", "arg1", "playeruse", "repeatspecial", "alpha")),
          ("sidedef", "side", 4, ("offsetx", "offsety")),
          ("sector", "sector", 1, ("comment", "gravity")),
          ("thing", "thing", 1, ("height", "id", "special", "health"))) for name in names),
    ("heights, textures, lights", udmf(sector="heightfloor = 8; lightlevel = 160;"), REST),
    ("other blocks", udmf("polyobject { x = 3; }"), "other blocks (1)"),
])

# ---- SVG 1.1: shapes, structure, painting ----

PATH = '<path d="M0 0 L8 0 L8 8 Z" fill="red" {}/>'


def svg(*content, path="", head=""):
    return {"x.svg": f'<svg xmlns="http://www.w3.org/2000/svg"{head}>' + PATH.format(path)
                     + "".join(content) + "</svg>"}


STYLES = {"clip-path": "url(#a)", "mask": "url(#a)", "filter": "url(#a)", "opacity": "0.5",
          "fill-opacity": "0.5", "stroke-opacity": "0.5", "stroke-width": "3",
          "stroke-dasharray": "1 2", "marker-start": "url(#a)", "marker-mid": "url(#a)",
          "marker-end": "url(#a)"}
DEFINITIONS = ("title", "desc", "metadata", "defs", "symbol", "clipPath", "mask", "marker",
               "pattern", "linearGradient", "radialGradient", "filter")
RULE = "outlines with the fill-rule nonzero, read as evenodd (1)"
SQUARE = "M0 0 H9 V9 H0 Z"
TWICE = {"a hole": SQUARE + "M3 3 H6 V6 H3 Z", "a star": "M4 0 L7 9 L0 3 L9 3 L1 9 Z",
         "two that overlap": SQUARE + "M5 5 H12 V12 H5 Z"}
ONCE = {"a hole of the other direction": SQUARE + "M3 3 V6 H6 V3 Z",
        "two": SQUARE + "M9 0 H18 V9 H9 Z",
        "an eight": "M0 0 L9 9 H0 L9 0 Z", "an island in a hole":
        SQUARE + "M1 1 V8 H8 V1 Z" + "M20 3 H22 V6 H20 Z"}
SVG = Format("SVG", svg(), [
    ("path: M, L, Z", svg(), both(counts("walls", 3), counts("areas", 1))),
    *((f"path: {command}", svg(f'<path id="p" d="M0 0 {command}{numbers}" fill="none"/>'),
       "p: 1 curve left out") for command, numbers in (
           ("C", "1 1 2 2 3 3"), ("S", "1 1 2 2"), ("Q", "1 1 2 2"), ("T", "1 1"),
           ("A", "1 1 0 0 0 4 4"))),
    ("rect", svg('<rect width="4" height="4" fill="red"/>'), counts("areas", 2)),
    ("rect: rx, ry", svg('<rect width="4" height="4" rx="1" fill="red"/>'),
     "round corners of rectangles (1)"),
    ("line, polyline", svg('<line x2="4"/><polyline points="0,0 4,0" fill="none"/>'),
     counts("walls", 5)),
    ("polygon", svg('<polygon points="0,0 4,0 4,4" fill="red"/>'), counts("areas", 2)),
    *((name, svg(f"<{name}/>"), f"<{name}> (1)") for name in (
        "circle", "ellipse", "text", "image", "use", "style", "switch", "foreignObject", "svg",
        "script", "animate", "set", "view")),
    ("g: id", svg('<g id="water">' + PATH.format("") + "</g>", '<g id="wood">' + PATH.format("")
                  + "</g>"), has("areas.1.class", "water")),
    ("transform", svg(path='transform="translate(3, 4)"'), has("walls.0.a", [3, 4])),
    ("viewBox, width, height", svg(head=' width="16" height="16" viewBox="0 0 8 8"'),
     "a unit of the drawing is 2 pixels"),
    ("fill none", svg(path='style="fill:none"'), counts("areas", 0)),
    *((f"fill-rule nonzero: {name}", svg(f'<path d="{data}" fill="red"/>'), RULE)
      for name, data in TWICE.items()),
    ("fill-rule nonzero in a group", svg(f'<g fill-rule="evenodd"><path d="{TWICE["a hole"]}" '
                                         'fill="red" style="fill-rule: nonzero"/></g>'), RULE),
    *((f"fill-rule evenodd: {name}", svg(
        f'<g fill-rule="evenodd"><path d="{data}" fill="red" fill-rule="inherit"/></g>'),
       counts("areas", 2)) for name, data in TWICE.items()),
    *((f"fill-rule nonzero: {name}", svg(f'<path d="{data}" fill="red"/>'), counts("areas", 2))
      for name, data in ONCE.items()),
    ("stroke none", svg(path='stroke="none"'), counts("walls", 0)),
    ("display, visibility", svg(PATH.format('display="none"')), "hidden elements (1)"),
    ("class, style sheets", svg("<style>x{}</style>", path='class="a"'),
     ["<style> (1)", "colours, places and sizes that a style sheet says are not known"]),
    *((name, svg(path=f'style="{name}:{value}"'), f"{name} (1)") for name, value in STYLES.items()),
    ("places and sizes in a style", svg(path='style="transform: translate(3px); fill: none"'),
     "places and sizes in a style (1)"),
    (", ".join(DEFINITIONS) + ", of other namespaces",
     svg(*(f"<{name}/>" for name in (*DEFINITIONS, "sodipodi:namedview"))), VIEW),
])
