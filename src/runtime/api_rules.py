# SPDX-License-Identifier: MIT
"""What headers cannot say of pointers and numbers: which may be NULL, who writes, how long, whose,
in what unit.

Nothing is guessed: api.py stops at a pointer, and at a length or place in pixels, that no row
decides. Who adds a function reads its code and adds a row. A row's key is `owner.name` for one
parameter or field, `owner ()` for what a function returns, or a declaration for all parameters that
have it; the first of these that is there decides."""
import re

NOTES = {
    "nullable": "true: NULL has a meaning of its own. false: NULL is refused, with"
                " KBX_ERROR_ARGUMENT or as nothing found, or is not allowed at all where a struct"
                " is taken by address. An array that is read may also be NULL where its length is"
                " 0.",
    "direction": "in: read. out: written, whatever it held. inout: read and written."
                 " scratch: memory for the call alone.",
    "points_to": "one: a single value. array: `length` values, a C expression of its neighbours, of"
                 " fields of a type (type.field) and of constants; without a length as the comment"
                 " says. text: UTF-8 that ends with a zero."
                 " opaque: anything, handed on. function: called.",
    "ownership": "caller: the caller's, during the call; of a field, while the struct is in use."
                 " kept: the caller's, and must stay while what the call made is in use."
                 " bank: lives as long as the open bank. static: lives for ever.",
    "unit": "Of a number, or of the numbers of a struct.",
    "cost": "How long a function takes: from its comment, or from the one behind it.",
    "since": "The first version that has it.",
}

# Key, direction ("-" for fields and results; "?": NULL has a meaning), what is pointed to
# (a length: an array), ownership.
POINTERS = """
uint32_t *indices                  out?     capacity
uint32_t *nodes                    out?     capacity
kbx_vec *corners                   out?     capacity
kbx_vec3 *corners                  out?     capacity
kbx_vec *out                       out?     capacity
kbx_point *cells                   out?     capacity
kbx_segment *gates                 out?     capacity
kbx_pair *pairs                    out?     capacity
kbx_thing *things                  out?     capacity
kbx_handle *events                 out?     capacity
kbx_hit *touches                   out?     capacity
kbx_wall_in_view *parts            out?     capacity
void *bytes                        out?     capacity

kbx_error *error                   out?     one
kbx_point *cell                    out?     one
float *where                       out?     one
uint32_t *area                     out?     one
uint32_t *blocks                   out?     one
uint32_t *leaf                     out?     one
kbx_handle *handle                 out      one
kbx_prepared *prepared             out      one
kbx_vec *p                         out      one
kbx_bank_open.bank                 out      one              kept
kbx_bank_open_file.bank            out      one              kept
kbx_bank_close_file.bank           inout    one
kbx_bank_reload_file.bank          inout    one
kbx_handle *handles                inout    count
kbx_body *first                    inout    one
kbx_body *second                   inout    one
kbx_body3 *first                   inout    one
kbx_body3 *second                  inout    one
kbx_lap *lap                       inout    one

const char *action                 in       text
const char *key                    in       text
const char *name                   in       text
const char *path                   in       text
const kbx_bank *bank               in       one
kbx_bank_item.bank                 in       one              kept
kbx_bank_find.bank                 in       one              kept
const kbx_filter *filter           in?      one
const kbx_handle *level            in       one
const kbx_hit3 *contact            in       one
const kbx_lap *lap                 in       one
const kbx_manifold *manifold       in       one
const kbx_prepared *a              in       one
const kbx_prepared *b              in       one
const kbx_prepared *first          in       one
const kbx_prepared *second         in       one
const kbx_settling *settling       in       one
const kbx_shape *a                 in       one
const kbx_shape *b                 in       one
const kbx_shape *first             in       one
const kbx_shape *second            in       one
const kbx_shape *mover             in       one
const kbx_shape *shape             in       one
const kbx_shape *target            in       one
const kbx_bitmap_plan *plan        in       one
const kbx_ground_plan *plan        in       one
const kbx_heightmap_plan *plan     in       one
const kbx_mask_plan *plan          in       one
const kbx_maze_plan *plan          in       one
const kbx_soup_plan *plan          in       one
const kbx_tiles_plan *plan         in       one
const kbx_track_plan *plan         in       one
const kbx_walls_plan *plan         in       one

const char *const *names           in       count
const kbx_box *boxes               in       count
const kbx_rect *bounds             in       count
const kbx_segment *gates           in       count
const kbx_shape *shapes            in       count
const kbx_shape *targets           in       count
const kbx_vec *points              in       count
kbx_shape_polygon.corners          in       count            kept
kbx_shape_convex.corners           in       count            kept
kbx_shape3_polygon.corners         in       count            kept
const kbx_vec3 *corners            in       count
const kbx_handle *layers           in       count            kept
const void *data                   in       size             kept
const void *bytes                  in       size             kept
const uint64_t *removed            in?      (kbx_soup_plan.count + 63) / 64
uint32_t *order                    inout    count
kbx_solve.bodies                   inout    body_count
kbx_solve.pairs                    inout    count
kbx_polygon_triangulate.triangles  out      3 * (polygon.count - 2)
kbx_polygon_triangulate.work       scratch  KBX_TRIANGULATE_WORK (polygon.count)
kbx_polygon_decompose.indices      out      3 * (polygon.count - 2)
kbx_polygon_decompose.counts       out      polygon.count - 2
kbx_polygon_decompose.work         scratch  KBX_DECOMPOSE_WORK (polygon.count)

void *work                         scratch   work_size
kbx_bitmap_pack.work               scratch?  work_size
kbx_heightmap_pack.work            scratch?  work_size
kbx_mask_pack.work                 scratch?  work_size
kbx_maze_pack.work                 scratch?  work_size

kbx_status_text ()                 -        text             static
kbx_name ()                        -        text             bank
kbx_value ()                       -?       text             bank

kbx_handle.bank                    -?       one
kbx_handle.data                    -?       opaque
kbx_error.message                  -?       text             static
kbx_polygon.corners                -        count
kbx_polygon3.corners               -        count
kbx_bank.data                      -?       size
kbx_bank.sections.data             -?       size             bank
kbx_about.data                     -?       data_size        bank
kbx_about.text                     -?       text             bank
kbx_change.removed                 -?       (removed_count + 63) / 64
kbx_change.tiles                   -?       tile_count
kbx_filter.changes                 -?       change_count
kbx_maze_plan.edges                -        rows * stride + columns + 1
kbx_ground_plan.points             -        count
kbx_heightmap_plan.samples         -        (rows - 1) * stride + columns
kbx_tile_plan.heights              -?       kbx_tiles_plan.cell_w
kbx_tiles_plan.tiles               -        tile_count
kbx_tiles_plan.cells               -        columns * rows
kbx_bitmap_plan.values             -        (h - 1) * stride + (w - 1) * step + 1
kbx_mask_plan.values               -        (h - 1) * stride + w
kbx_track_plan.road                -        (h - 1) * stride + w
kbx_track_plan.go_on               -?       function
kbx_track_plan.data                -?       opaque
kbx_area_plan.edges                -        count
kbx_walls_plan.walls               -        wall_count
kbx_walls_plan.areas               -        area_count
kbx_walls_plan.go_on               -?       function
kbx_walls_plan.data                -?       opaque
kbx_soup_plan.polygons             -        count
kbx_soup_plan.classes              -?       count
"""

# What must have a row, "-" for what has no unit.
MEASURED = {"float", "double", "kbx_vec", "kbx_vec3", "kbx_point", "kbx_size", "kbx_box",
            "kbx_rect"}
UNITS = {
    "pixels": """kbx_vec, kbx_vec3, kbx_point, kbx_size, kbx_box, kbx_rect, kbx_box.x0, kbx_box.y0,
        kbx_box.x1, kbx_box.y1, kbx_size.w, kbx_size.h, uint32_t w, uint32_t h, uint32_t cell_w,
        uint32_t cell_h, uint32_t max_clearance, float w, float h, float radius, float distance,
        float depth, float depths, float skin, float slop, float reach, float half, float spacing,
        float max_clearance, float clearance, float low, float high, float left, float right,
        float x, kbx_place.x, kbx_place.y, kbx_at.x, kbx_at.y, kbx_at_flipped.x, kbx_at_flipped.y,
        kbx_ground_place.y, kbx_height_place.z, kbx_ground_point.x, kbx_ground_point.y,
        kbx_heightmap_plan.cell, kbx_walls_plan.cell, kbx_walls_plan.cell_height,
        kbx_track_clearance (), kbx_heightmap_z (),
        kbx_heightmap_highest (), kbx_pixels_area (), kbx_pixels_collide.area, kbx_about.pixels,
        kbx_about.hex_side, kbx_tiles_plan.hex_side, KBX_WORLD_LIMIT, KBX_BITMAP_LIMIT,
        KBX_MASK_LIMIT, KBX_LEVEL_LIMIT""",
    "1/256 pixel": "kbx_tiles_plan.axis_i, kbx_tiles_plan.axis_j, kbx_tiles_plan.lift",
    "square pixels": "kbx_polygon_facts.area",
    "pixels a unit of height": "kbx_about.lift",
    "units of height": "float height, kbx_tile.height",
    "cells": """kbx_point cell, kbx_point first, kbx_point cells, kbx_cell_of (),
        kbx_maze_plan.columns, kbx_maze_plan.rows, kbx_tiles_plan.columns, kbx_tiles_plan.rows""",
    "samples": "kbx_heightmap_plan.stride, kbx_heightmap_plan.columns, kbx_heightmap_plan.rows",
    "unit vector": """kbx_vec normal, kbx_vec axis, kbx_vec direction, kbx_vec3 normal,
        kbx_vec3 axis, kbx_direction (), kbx_pixels_collide ()""",
    "of the move, 0 to 1": "float fraction",
    "of the segment, 0 at a, 1 at b": "float t, float u",
    "of the lap, 0 to 1": "kbx_lap_progress ()",
    "of the face, -1 at a, 1 at b": "float where",
    "0 to 1": "float percent, float restitution",
    "percent": "kbx_about.opacity",
    "factor": """float scale, float bounce, float coefficient, float friction, double split_cost""",
    "pixels a pixel": """float step_up, float step_down, float slope, float slope_limit,
        double slope_limit, double start_slope, double end_slope, kbx_track_place.gradient""",
    "degrees": "double degrees",
    "milliseconds": "int64_t ms, int64_t from_ms, int64_t to_ms, uint32_t start_ms, uint32_t duration_ms",
    "0xRRGGBBAA": "uint32_t colour",
    "bytes": """size_t size, uint64_t size, size_t data_size, size_t capacity, size_t work_size,
        size_t step, size_t stride, kbx_maze_pack (), kbx_ground_pack (), kbx_heightmap_pack (),
        kbx_tiles_pack (), kbx_bitmap_pack (), kbx_mask_pack (), kbx_track_pack (),
        kbx_walls_pack (), kbx_soup_pack (), kbx_tiles_work (), kbx_track_work (),
        kbx_walls_work (), KBX_GROUND_WORK, KBX_GROUND_SIZE, KBX_SOUP_WORK""",
    # Of bodies: a time is the game's own, a step or a second; kbx_settling.step says how long a
    # step is.
    "pixels a time": "kbx_body.velocity, kbx_body3.velocity, float rest_speed",
    "pixels a step": "kbx_move.velocity",
    "radians a time": "kbx_body.angular_velocity, kbx_body3.angular_velocity",
    "times a step": "kbx_settling.step",
    "masses": "float mass",
    "1 / mass": "float inverse_mass",
    "1 / (mass * square pixels)": "float inverse_inertia",
    "mass * square pixels": "kbx_inertia ()",
    "mass * pixels a time": "kbx_impulse.normal, kbx_impulse.friction",
    "-": """kbx_vec.x, kbx_vec.y, kbx_vec3.x, kbx_vec3.y, kbx_vec3.z, float mass_or_inertia,
        kbx_inverse (), float push, float rub, float leave, float out, double apart,
        kbx_body_pair.own.arms, kbx_body_pair.own.normal, kbx_prepared.x, kbx_prepared.y,
        float along_x, float along_y, double normal_x, double normal_y, kbx_about.number,
        kbx_walls_in_view.left, kbx_walls_in_view.right""",
}


class Rules:
    """The rows above by their keys, and those that something used."""

    def __init__(self):
        self.pointers, self.units, self.used = {}, {}, set()
        for line in POINTERS.strip().split("\n"):
            if line:
                key, direction, target, *ownership = re.split(r" {2,}", line)
                self.pointers[key] = (direction, target, *(ownership or ["caller"]))
        for unit, keys in UNITS.items():
            self.units.update({" ".join(key.split()): unit for key in keys.split(",")})

    def find(self, table, *keys):
        key = next((key for key in keys if key in table), None)
        self.used.add(key)
        return table.get(key)

    def facts(self, owner, name, kind, neighbours=()):
        """What is known of a parameter or field; of a result, which has no name."""
        full = f"{owner}.{name}" if name else f"{owner} ()"
        return {**self.unit_of(full, name, kind), **self.pointer_of(full, name, kind, neighbours)}

    def unit_of(self, full, name, kind):
        plain = kind.replace("const ", "").strip(" *")
        unit = self.find(self.units, full, f"{plain} {name}", plain)
        if unit is None and plain in MEASURED:
            raise SystemExit(f"{full}: add its unit to UNITS in api_rules.py, or \"-\"")
        return {"unit": unit} if unit and unit != "-" else {}

    def pointer_of(self, full, name, kind, neighbours):
        if "*" not in kind:
            return {}
        row = self.find(self.pointers, full, f"{kind}{name}")
        if row is None:
            raise SystemExit(f"{full}: read its code and add this pointer to POINTERS in "
                             f"api_rules.py: {kind}{name}")
        direction, target, ownership = row
        facts = {} if direction[0] == "-" else {"direction": direction.strip("?")}
        facts.update({"nullable": direction.endswith("?"), "ownership": ownership})
        if target in ("one", "text", "opaque", "function", "array"):
            return {**facts, "points_to": target}
        for word in re.findall(r"[A-Za-z]\w*", re.sub(r"\.\w+", "", target)):
            if word not in neighbours and not word.lower().startswith("kbx_"):
                raise SystemExit(f"{full}: its length `{target}` in api_rules.py names `{word}`, "
                                 "which is not there")
        return {**facts, "points_to": "array", "length": target}
