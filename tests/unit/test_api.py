# SPDX-License-Identifier: MIT
"""The library as data: kickbox_api.json is made of the headers as they are, is what compilers see, and says of pointers what
the code does; the flat form compiles anywhere and answers."""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
from amalgamated import AMALGAMATION, C11, CXX17, library, link, run  # noqa: E402

SOURCE = os.environ["KICKBOX_SOURCE"]
RUNTIME = os.path.join(SOURCE, "src", "runtime")
sys.path.insert(0, RUNTIME)
import api as maker  # noqa: E402

# Read from the code, function by function: "?" is a pointer that may be NULL, then its direction and its length.
POINTERS = """
kbx_boxes_touching.boxes           in        count
kbx_boxes_touching.indices         out?      capacity
kbx_contains_of.shape              in        -
kbx_corners.corners                out?      capacity
kbx_cast_of.target                 in        -
kbx_cast_many.targets              in        count
kbx_overlap_many.shapes            in        count
kbx_pairs.bounds                   in        count
kbx_pairs.order                    inout     count
kbx_pairs.pairs                    out?      capacity
kbx_paddle_cast.where              out?      -
kbx_polygon_triangulate.triangles  out       3 * (polygon.count - 2)
kbx_polygon_triangulate.work       scratch   KBX_TRIANGULATE_WORK (polygon.count)
kbx_polygon_decompose.counts       out       polygon.count - 2
kbx_offset_curve.points            in        count
kbx_offset_curve.out               out?      capacity
kbx_bank_open.bank                 out       -
kbx_bank_open.data                 in        size
kbx_bank_open.error                out?      -
kbx_bank_open_file.path            in        -
kbx_bank_close_file.bank           inout     -
kbx_bank_reload_file.handles       inout     count
kbx_bank_find.bank                 in        -
kbx_bank_find.name                 in        -
kbx_bank_classes.names             in        count
kbx_open.handle                    out       -
kbx_open.bytes                     in        size
kbx_frame_outline.corners          out?      capacity
kbx_frame_touching.things          out?      capacity
kbx_frames_overlap.pairs           out?      capacity
kbx_strike.action                  in        -
kbx_pixels_collide.area            out?      -
kbx_prepare.prepared               out       -
kbx_prepared_overlap.a             in        -
kbx_resolve.first                  inout     -
kbx_separate.manifold              in        -
kbx_solve.bodies                   inout     body_count
kbx_solve.pairs                    inout     count
kbx_solve.settling                 in        -
kbx_resolve3.second                inout     -
kbx_track_gates.gates              out?      capacity
kbx_gates_advance.gates            in        count
kbx_gates_advance.lap              inout     -
kbx_lap_progress.lap               in        -
kbx_plane_through.corners          in        count
kbx_soup_polygon.corners           out?      capacity
kbx_soup_cast.removed              in?       (kbx_soup_plan.count + 63) / 64
kbx_soup_touching.removed          in?       (kbx_soup_plan.count + 63) / 64
kbx_soup_touching.indices          out?      capacity
kbx_walls_nodes.nodes              out?      capacity
kbx_walls_nodes.blocks             out?      -
kbx_walls_node.corners             out?      capacity
kbx_maze_cells_crossed.cells       out?      capacity
kbx_tiles_from_screen.p            out       -
kbx_tiles_from_screen.cell         out?      -
kbx_tiles_visible.cells            out?      capacity
kbx_level_of.layers                in        count
kbx_level_cast_of.level            in        -
kbx_level_cast_of.mover            in        -
kbx_level_cast_of.filter           in?       -
kbx_level_cast.filter              in?       -
kbx_level_sees.filter              in?       -
kbx_level_touching.filter          in?       -
kbx_level_touching.things          out?      capacity
kbx_level_at.leaf                  out?      -
kbx_walls_in_view.filter           in?       -
kbx_walls_in_view.parts            out?      capacity
kbx_level_move.filter              in?       -
kbx_level_move.touches             out?      capacity
kbx_level_unstick.filter           in?       -
kbx_maze_pack.plan                 in        -
kbx_maze_pack.work                 scratch?  work_size
kbx_maze_pack.bytes                out?      capacity
kbx_maze_pack.error                out?      -
kbx_ground_pack.work               scratch   work_size
kbx_heightmap_pack.work            scratch?  work_size
kbx_tiles_pack.work                scratch   work_size
kbx_bitmap_pack.work               scratch?  work_size
kbx_mask_pack.work                 scratch?  work_size
kbx_track_pack.work                scratch   work_size
kbx_walls_pack.plan                in        -
kbx_walls_pack.work                scratch   work_size
kbx_soup_pack.work                 scratch   work_size
kbx_walls_work.plan                in        -
kbx_handle.bank                    ?         -
kbx_error.message                  ?         -
kbx_polygon.corners                -         count
kbx_about.data                     ?         data_size
kbx_change.removed                 ?         (removed_count + 63) / 64
kbx_change.tiles                   ?         tile_count
kbx_filter.changes                 ?         change_count
kbx_maze_plan.edges                -         rows * stride + columns + 1
kbx_ground_plan.points             -         count
kbx_heightmap_plan.samples         -         (rows - 1) * stride + columns
kbx_tile_plan.heights              ?         kbx_tiles_plan.cell_w
kbx_tiles_plan.cells               -         columns * rows
kbx_bitmap_plan.values             -         (h - 1) * stride + (w - 1) * step + 1
kbx_track_plan.go_on               ?         -
kbx_walls_plan.walls               -         wall_count
kbx_walls_plan.areas               -         area_count
kbx_soup_plan.classes              ?         count
"""
OWNERSHIP = {"kbx_bank_open.data": "kept", "kbx_bank_open.error": "caller", "kbx_bank_find.bank": "kept", "kbx_bank_find.name": "caller",
             "kbx_open.bytes": "kept", "kbx_level_of.layers": "kept", "kbx_shape_convex.corners": "kept", "kbx_plane_through.corners": "caller",
             "kbx_about.data": "bank", "kbx_error.message": "static", "kbx_name ()": "bank", "kbx_status_text ()": "static"}
UNITS = {"kbx_hit.cell": "cells", "kbx_thing.cell": "cells", "kbx_tile_change.cell": "cells", "kbx_tiles_tile.cell": "cells",
         "kbx_tiles_visible.cells": "cells", "kbx_about.first": "cells", "kbx_maze_plan.first": "cells", "kbx_cell_of ()": "cells",
         "kbx_cell_of.p": "pixels", "kbx_about.cell": "pixels", "kbx_about.origin": "pixels", "kbx_frame_at.pixel": "pixels",
         "kbx_obb.w": "pixels", "kbx_hit.point": "pixels", "kbx_hit.normal": "unit vector", "kbx_place.axis": "unit vector",
         "kbx_direction ()": "unit vector", "kbx_direction.degrees": "degrees", "kbx_tiles_plan.lift": "1/256 pixel",
         "kbx_walls_part.depth": None, "kbx_walls_plan.max_depth": None, "kbx_manifold.depth": "pixels", "kbx_settling.percent": "0 to 1",
         "kbx_about.opacity": "percent", "kbx_body.velocity": "pixels a time", "kbx_body3.angular_velocity": "radians a time",
         "kbx_heightmap_plan.stride": "samples", "kbx_mask_plan.stride": "bytes", "kbx_boxes_touching.capacity": None,
         "kbx_mask_pack.capacity": "bytes", "kbx_track_place.gradient": "pixels a pixel", "kbx_prepared.normal_x": None,
         "kbx_animation_at.ms": "milliseconds", "kbx_tiles_to_screen.height": "units of height"}
# How comments begin where one was lost or taken from a neighbour, and pieces of them.
COMMENTS = {
    "KBX_LEVEL_LIMIT": "how far coordinates of levels", "KBX_ALL_CLASSES": "the set of all classes", "KBX_MAX_CLASSES": "of a bank",
    "KBX_WORLD_LIMIT": "The limit of coordinates, sizes", "KBX_NONE": '"No such index"', "KBX_VERSION": "The versions of this library",
    "KBX_SPLIT_COST": "the split_cost of a plan", "KBX_SOUP_WORK": "enough work memory", "KBX_BITMAP_LIMIT": "pixels wide and high",
    "kbx_maze_plan": "Taken by kbx_maze_pack.", "kbx_status": "Returned by kbx_bank_open,", "kbx_loop": "The type of kbx_about.loop.",
    "kbx_step": "Returned by kbx_animation_step,", "kbx_motion": "Taken by kbx_track_move,", "kbx_obb": "Closed shapes, in pixels",
    "kbx_plane": "dot (normal, p) on the surface", "kbx_prepared": "A convex polygon for many", "kbx_all_solid": "Which parts of a level",
    "kbx_info": "What the handle names.", "kbx_bank_open": "Opens the bank in data[0..size)", "kbx_level_of": "A level of the game's own",
    "kbx_body3.inverse_inertia": "0: cannot be turned; 2.5 / (mass * radius^2) of a full sphere",
    "kbx_bitmap_plan.values": "pixel (x, y) at [y * stride + x * step]", "kbx_shape.as.capsule": "all points within radius of a segment"}

OWN = """#include "%s"
#include <stdio.h>
int main (void)
{
  /* Two walls, a ball between them: arrays of structs, structs by address, NULL wherever it is allowed. */
  static uint64_t work[200000], bytes[4000], gone = 2;
  const kbx_vec up = { 0, -1 }, move = { 40, 0 }, ball = { 10, 10 };
  const kbx_wall walls[2] = { { { { 20, 0 }, { 20, 20 } }, 0, false }, { { { 30, 0 }, { 30, 20 } }, 0, false } };
  const kbx_rect bounds[2] = { { { 0, 0 }, { 2, 2 } }, { { 1, 1 }, { 3, 3 } } };
  const kbx_mask_plan mask = { (const uint8_t *) "ab", 2, 2, 1 };
  kbx_change door = { 0, &gone, NULL, 0, 64 };
  uint32_t order[2] = { 0, 1 };
  kbx_walls_plan plan;
  kbx_shape shapes[2], mover;
  kbx_filter filter;
  kbx_motion motion;
  kbx_handle level;
  kbx_place place;
  kbx_move moved;
  kbx_hit hit;
  kbxf_at (-0.5, 7, &place);
  printf ("%%g %%g %%s %%d\\n", place.x, place.y, kbxf_status_text (KBX_OK), (int) kbxf_mask_pack (&mask, NULL, 0, NULL, 0, NULL));
  kbxf_shape_segment (&walls[0].segment.a, &walls[0].segment.b, &shapes[1]);
  kbxf_shape_segment (&walls[1].segment.a, &walls[1].segment.b, &shapes[0]);
  kbxf_shape_circle (&ball, 2, &mover);
  kbxf_cast_many (&mover, &move, shapes, 2, &hit);
  printf ("%%u %%g %%u\\n", hit.index, (double) hit.fraction, kbxf_pairs (bounds, 2, order, NULL, 0));
  memset (&plan, 0, sizeof plan);
  plan.walls = walls;
  plan.wall_count = 2;
  if (kbxf_walls_pack (&plan, work, sizeof work, bytes, sizeof bytes, NULL) == 0
      || kbxf_open (&level, KBX_WALLS, bytes, kbxf_walls_pack (&plan, work, sizeof work, NULL, 0, NULL), NULL) != KBX_OK)
    return 1;
  kbxf_level_cast (&level, &mover, &move, NULL, &hit);
  printf ("%%u %%g", hit.index, (double) hit.fraction);
  kbxf_all_solid (&filter);
  filter.changes = &door;
  filter.change_count = 1;
  gone = 1;
  kbxf_level_cast (&level, &mover, &move, &filter, &hit);
  memset (&motion, 0, sizeof motion);
  kbxf_level_move (&level, &mover, &move, &motion, NULL, NULL, 0, &moved);
  printf (" %%u %%g %%u %%d\\n", hit.index, (double) hit.fraction, moved.touched, kbxf_line_side (&walls[0].segment, &up));
  return 0;
}
"""
ANSWERS = "-0.5 7.5 no error 84\n1 0.2 1\n0 0.2 1 0.45 1 1\n"


def headers():
    with open(os.path.join(RUNTIME, "meson.build"), encoding="utf-8") as file:
        text = file.read()
    names = [re.search(f"kickbox_{part}headers = files\\((.*?)\\)", text, re.S)[1] for part in ("", "subject_", "pack_")]
    return [os.path.join(RUNTIME, name) for name in re.findall(r"'([^']+)'", " ".join(names))]


def flat_fields(fields, before):
    """(path, field) of a struct and of the structs and unions inside it."""
    for field in fields:
        yield before + field["name"], field
        yield from flat_fields(field.get("union") or field.get("struct") or [], before + field["name"] + ".")


def declaration(kind, name, array=()):
    """A declaration in C."""
    suffix = "".join(f"[{size}]" for size in array)
    return kind.replace("(*)", f"(*{name})") if "(*)" in kind else f"{kind} {name}{suffix}"


def body_of(fields):
    """The fields of a struct in C again."""
    text = ""
    for field in fields:
        inner = "union" if "union" in field else "struct" if "struct" in field else None
        array = "".join(f"[{size}]" for size in field.get("array", []))
        text += f"{inner} {{ {body_of(field[inner])} }} {field['name']}{array}; " if inner else \
            declaration(field["type"], field["name"], field.get("array", ())) + "; "
    return text


class Api(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(AMALGAMATION, "kickbox_api.json"), encoding="utf-8") as file:
            cls.api = json.load(file)
        cls.folder = tempfile.mkdtemp(prefix="kickbox-api-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.structs = {kind["name"]: kind["fields"] for kind in cls.api["types"] if "fields" in kind}
        cls.entries = [entry for kind in ("constants", "types", "functions") for entry in cls.api[kind]]
        cls.all = {entry["name"]: entry for entry in cls.entries}
        for function in cls.api["functions"]:
            cls.all[function["name"] + " ()"] = function["returns"]
            cls.all.update({f"{function['name']}.{p['name']}": p for p in function["parameters"]})
        for name, fields in cls.structs.items():
            cls.all.update(flat_fields(fields, name + "."))
        cls.texts = {}
        for path in headers():
            with open(path, encoding="utf-8") as file:
                cls.texts[os.path.basename(path)] = file.read()

    def compile_only(self, compiler, flags, text):
        path = os.path.join(self.folder, "check")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = run(compiler, *flags, "-I" + AMALGAMATION, "-fsyntax-only", path)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_it_is_what_the_headers_say(self):
        self.assertEqual(self.api, json.loads(json.dumps(maker.read(headers()))))

    def test_it_has_everything_once(self):
        text = "\n".join(self.texts.values())
        functions = re.findall(r"^(?:KBX_API\b[^;(]*|static inline [^(;]*?\n?)\b(kbx_\w+) \(", text, re.M)
        constants = [name for name in re.findall(r"^ *# *define (KBX_\w+)", text, re.M) if name not in ("KBX_API", "KBX_BEGIN", "KBX_END")]
        types = set(re.findall(r"^(?:typedef .*?|} )(kbx_\w+);", text, re.M))
        for kind, declared in (("functions", functions), ("constants", constants), ("types", sorted(types))):
            self.assertEqual(sorted(entry["name"] for entry in self.api[kind]), sorted(declared))
            self.assertTrue(all(entry["since"] == "1.0" for entry in self.api[kind]))
        names = set(re.findall(r"\bKBX_[A-Z0-9_]+\b", re.sub(r"/\*.*?\*/|^ *#if.*?$", "", text, flags=re.S | re.M)))
        values = {value["name"] for kind in self.api["types"] for value in kind.get("values", [])}
        self.assertEqual(names - values - set(self.all), {"KBX_API", "KBX_BEGIN", "KBX_END"})

    def test_the_symbols_of_the_debian_package(self):
        with open(os.path.join(SOURCE, "debian", "libkickbox1.symbols"), encoding="utf-8") as file:
            own, flat = (re.findall(r"^ (\w+)@Base [\d.]+$", part, re.M) for part in file.read().split("libkickbox_flat.so.1 "))
        shared = [f["name"] for f in self.api["functions"] if not f["inline"]]
        self.assertEqual(sorted(own), sorted(shared))
        self.assertEqual(sorted(flat), sorted(shared + [f["name"].replace("kbx_", "kbxf_", 1) for f in self.api["functions"]]))

    def test_pointers_are_what_the_code_does(self):
        for line in POINTERS.strip().split("\n"):
            name, direction, length = re.split(r" {2,}", line)
            with self.subTest(name):
                found = self.all[name]
                self.assertEqual((found["nullable"], found.get("direction", ""), found.get("length", "-")),
                                 ("?" in direction, direction.strip("?-"), length))
        self.assertEqual({name: self.all[name]["ownership"] for name in OWNERSHIP}, OWNERSHIP)
        self.assertEqual({name: self.all[name].get("unit") for name in UNITS}, UNITS)
        for name, found in self.all.items():
            if "*" in found.get("type", ""):
                self.assertIn(found["points_to"], ("one", "array", "text", "opaque", "function"), name)
                self.assertIn(found.get("direction", "in"), ("in", "out", "inout", "scratch"), name)
                self.assertFalse(found["type"].startswith("const") and found.get("direction", "in") != "in", name)
                self.assertEqual("length" in found, found["points_to"] == "array", name)

    def check_length(self, owner, neighbours, length):
        """Each word is a neighbour, its field, a field of a type, or a constant."""
        for word in re.findall(r"[A-Za-z_][\w.]*", length):
            first, _, field = word.partition(".")
            kind = neighbours.get(first, first).removeprefix("const ").strip(" *")
            if field:
                self.assertIn(field, [other["name"] for other in self.structs.get(kind, [])], f"{owner}: {length}")
            else:
                self.assertTrue(first in neighbours or first in {constant["name"] for constant in self.api["constants"]}, f"{owner}: {length}")

    def test_lengths_exist(self):
        lists = [(function["name"], function["parameters"]) for function in self.api["functions"]]
        lists += list(self.structs.items()) + [("kbx_bank.sections", self.all["kbx_bank.sections"]["struct"])]
        for owner, items in lists:
            neighbours = {item["name"]: item.get("type", "") for item in items}
            for item in items:
                self.check_length(owner, neighbours, item.get("length", ""))

    def test_comments_are_their_own(self):
        """A comment is in the lines without an empty one round what it is about."""
        for entry in self.entries:
            comment = " ".join(entry["comment"].split())
            with self.subTest(entry["name"]):
                self.assertNotRegex(comment, r"SPDX|^$|^(?:Cost|Method|Linear|Elements|and)\b|\*/|/\*")
                if re.match(r"(?:Returned by|Taken by|The type of) kbx_", comment):
                    continue
                lines = [re.sub(r"^ \* ?| *\*/|/\* *", "", line) for line in self.texts[entry["header"]].split("\n")]
                first = last = entry["line"] - 1
                while self.texts[entry["header"]].split("\n")[first - 1]:
                    first -= 1
                while lines[last] or last == first:
                    last += 1
                near = " ".join(" ".join(lines[first:last]).split())
                self.assertIn(comment[:60], near)
                self.assertIn(comment[-8:], near)
        for name, start in COMMENTS.items():
            self.assertEqual(self.all[name]["comment"][:len(start)], start, name)
        titles = collections.Counter(section["title"] for section in self.api["sections"] if section["comment"])
        self.assertEqual(sorted(titles), ["a soup of polygons", "bitmaps", "heightmaps", "moves", "questions", "tiles", "zone masks"])
        self.assertEqual([header["name"] for header in self.api["headers"] if not header["comment"] or "SPDX" in header["comment"]], [])

    def test_compilers_agree(self):
        """Each constant has its number, each field its type and offset, each struct its size, each function its parameters."""
        lines = ["#include <kickbox_pack.h>", "#include <stddef.h>"]
        for constant in self.api["constants"]:
            text = f"{constant['number']}{'ull' if isinstance(constant['number'], int) else 'f'}" if "number" in constant else \
                re.sub(r"\bcount\b", "7", constant["value"])
            lines.append(f'_Static_assert ({constant["name"]}{"" if "number" in constant else " (7)"} == {text}, "");')
        for kind in self.api["types"]:
            name = kind["name"]
            lines += [f'_Static_assert ({value["name"]} == {value["value"]}, "");' for value in kind.get("values", [])]
            if "of" in kind:
                lines.append(f'_Static_assert (_Generic (({name}) 0, {kind["of"]}: 1, default: 0), "");')
            if "fields" not in kind:
                continue
            lines += [f"struct own_{name} {{ {body_of(kind['fields'])}}};",
                      f'_Static_assert (sizeof (struct own_{name}) == sizeof ({name}), "{name}");']
            for path, field in flat_fields(kind["fields"], ""):
                if "[" in path or ".own." in path or path.startswith("sections."):
                    continue
                lines.append(f'_Static_assert (offsetof (struct own_{name}, {path}) == offsetof ({name}, {path}), "{name}.{path}");')
                if "type" in field:
                    array = "".join(f"[{size}]" for size in field.get("array", []))
                    pointer = field["type"].replace("(*)", "(**)") if "(*)" in field["type"] else f"{field['type']} (*){array}"
                    lines.append(f'_Static_assert (_Generic (&(({name} *) 0)->{path}, {pointer}: 1, default: 0), "{name}.{path}");')
        for function in self.api["functions"]:
            types = ", ".join(parameter["type"] for parameter in function["parameters"]) or "void"
            lines.append(f"extern {function['returns']['type']} (*own_{function['name']}) ({types});")
            lines.append(f"{function['returns']['type']} (*own_{function['name']}) ({types}) = {function['name']};")
        self.assertGreater(len(lines), 1000)
        self.compile_only("gcc", ["-std=c11", "-Wall", "-Wextra", "-Wno-unused", "-Werror", "-x", "c"], "\n".join(lines) + "\n")

    def refuses(self, text, message):
        path = os.path.join(self.folder, "new.h")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        with self.assertRaisesRegex(SystemExit, message):
            maker.read([path])

    def test_what_no_rule_decides_stops_the_build(self):
        self.refuses("KBX_API void kbx_new (const kbx_vec *ends, uint32_t count);", r"kbx_new\.ends: .*const kbx_vec \*ends")
        self.refuses("KBX_API const char *kbx_new (void);", r"kbx_new \(\): .*const char \*")
        self.refuses("typedef struct {\n  const kbx_vec *ends;\n} kbx_new;", r"kbx_new\.ends")
        self.refuses("KBX_API void kbx_new (float lightness);", r"kbx_new\.lightness: add its unit")
        self.refuses("KBX_API void kbx_new (uint32_t *indices, uint32_t room);", r"its length `capacity` .* names `capacity`")
        self.refuses("KBX_API kbx_new;", "new.h:1: not understood")
        self.refuses("#define KBX_NEW (KBX_OLD + 1)", "no constant number")
        self.refuses("KBX_API int kbx_new (int a);", r"new\.h:1: kbx_new: .* add \"Cost: ")
        self.refuses("KBX_API int kbx_new (int a); /* often */", r"kbx_new: .* add \"Cost: ")
        reader = maker.Reader()
        for path in headers():
            reader.header(path)
        self.assertEqual((set(reader.rules.pointers) | set(reader.rules.units)) - reader.rules.used, set(), "rules for nothing")

    def test_each_function_states_its_cost(self):
        for name, cost in (("kbx_at", "constant"), ("kbx_cast_many", "a cast at each"), ("kbx_foot", "constant"), ("kbx_level_cast", "the parts near the way"),
                           ("kbx_mask_pack", "linear in pixels"), ("kbx_prepare", "linear in corners"), ("kbx_all_solid", "constant")):
            self.assertEqual(self.all[name]["cost"], cost)
        with open(os.path.join(AMALGAMATION, "reference.md"), encoding="utf-8") as file:
            entries = re.split(r"^#### ", file.read(), flags=re.M)[1:]
        for function in self.api["functions"]:
            page = next(entry for entry in entries if function["name"] in entry.split("\n")[0].split(", "))
            self.assertIn(function["cost"].replace("*", "\\*"), page.replace("`", ""), function["name"])

    def calls(self, function, null):
        """A call by the flat form with ones and zeros, and NULL for the parameters of these names."""
        given = []
        for i, parameter in enumerate(function["parameters"]):
            kind = parameter["type"]
            given.append("NULL" if parameter["name"] in null else '""' if kind == "const char *" else f"({kind}) (void *) room[{i}]" if "*" in kind
                         else f"(const {kind} *) (void *) room[{i}]" if kind in self.structs else f"({kind}) 1")
        given += [f"({function['returns']['type']} *) (void *) room[11]"] if function["returns"]["type"] in self.structs else []
        return f'  puts ("{function["name"]}"); fflush (stdout); memset (room, 0, sizeof room); (void) kbxf_{function["name"][4:]} ({", ".join(given)});'

    def test_null_stops_nothing(self):
        """With NULL where it is allowed, and where it is refused, but for what is by address alone so as not to be copied."""
        lines = []
        for function in self.api["functions"]:
            pointers = [p for p in function["parameters"] if "*" in p["type"]]
            if any(p["nullable"] for p in pointers):
                lines.append(self.calls(function, {p["name"] for p in pointers if p["nullable"]}))
            by_address = function["name"] in ("kbx_contains_of", "kbx_overlap_of", "kbx_cast_of", "kbx_collide_of", "kbx_level_cast_of")
            lines += [self.calls(function, {p["name"]}) for p in pointers if not p["nullable"] and not by_address]
        self.assertGreater(len(lines), 100)
        source = os.path.join(self.folder, "null.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(f'#include "{AMALGAMATION}/kickbox_flat.c"\n#include <stdio.h>\nstatic union {{ double d; char c[65536]; }} rooms[12];\n'
                       "int main (void)\n{\n  char (*room)[65536] = (char (*)[65536]) (void *) rooms;\n"
                       .replace("memset (room", "memset (rooms") + "\n".join(lines).replace("sizeof room)", "sizeof rooms)") + "\n  return 0;\n}\n")
        program = link(self, "gcc", C11, os.path.join(self.folder, "null"), source, "-x", "none",
                       library(self, "gcc"), library(self, "gcc", "kickbox_pack"))
        done = run(program)
        self.assertEqual(done.returncode, 0, done.stdout[-300:])

    def test_the_flat_form_answers(self):
        flat = os.path.join(AMALGAMATION, "kickbox_flat.c")
        source = os.path.join(self.folder, "own.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(OWN % flat)
        for compiler, flags in (("gcc", C11), ("g++", CXX17)):
            with self.subTest(compiler):
                program = link(self, compiler, flags, os.path.join(self.folder, "own-" + compiler), source, "-x", "none",
                               library(self, compiler), library(self, compiler, "kickbox_pack"))
                self.assertEqual(subprocess.run([program], check=True, capture_output=True, text=True).stdout, ANSWERS)

    def test_the_page_has_everything(self):
        with open(os.path.join(AMALGAMATION, "reference.md"), encoding="utf-8") as file:
            page = file.read()
        titled = [name for line in re.findall(r"^#### (.*)$", page, re.M) for name in line.split(", ")]
        self.assertEqual(sorted(titled), sorted(entry["name"] for entry in self.entries))
        self.assertIn("| `cell` | `kbx_point` | cells | in tiles and mazes |", page)
        self.assertIn("`touches` written, `capacity` long, may be NULL", page)

    def test_each_function_has_an_example(self):
        with open(os.path.join(AMALGAMATION, "reference.md"), encoding="utf-8") as file:
            entries = re.split(r"^#### ", file.read(), flags=re.M)[1:]
        functions = [entry for entry in entries if re.search(r"^(?:const )?\w+ \*?kbx_\w+ \(", entry, re.M)]
        self.assertGreater(len(functions), 60)
        self.assertEqual([entry.split("\n")[0] for entry in functions if "\nExample: " not in entry], [])
        # What they are in is installed beside the page.
        found = [line for entry in functions for line in re.findall(r"^Example: (.*)$", entry, re.M)]
        for line in found:
            for path in re.findall(r"` in (?:the )?(\S+)", line):
                target = re.fullmatch(r"\[\w+(?:\.c)?\]\((runtime-guide\.md|examples/\w+\.c)\)[.;]", path)
                self.assertTrue(target and os.path.exists(os.path.join(SOURCE, "docs", target[1])), line)


if __name__ == "__main__":
    unittest.main()
