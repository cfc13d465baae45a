/* SPDX-License-Identifier: MIT */
/* The tables of the fields and lists of each kind of node. */
#include <glib/gi18n.h>

#include "document/model.h"
#include "document/names.h"
#include "document/values.h"

#define MEMBER(type, member) G_STRUCT_OFFSET (type, member)
/* Fields that every kind has come last. */
#define END_OF_FIELDS                                                                              \
  { "conflicts", N_("Merge conflicts"), KB_TYPE_JSON, MEMBER (KbNode, conflicts),                  \
    KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },                                                         \
  { NULL }
#define NO_LIST { NULL }
/* Free values for the game, the same on every kind that has them. */
#define VALUES(type)                                                                               \
  { "values", N_("Values"), KB_TYPE_VALUES, MEMBER (type, values), KB_FIELD_OPTIONAL }
/* The number that values refer to it with; 0: none does. */
#define REF(type)                                                                                  \
  { "ref", N_("Number for references"), KB_TYPE_INT, MEMBER (type, ref),                           \
    KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 1, G_MAXINT - 1 }
/* What can be painted: zones, surfaces, terrains. */
#define ZONE                                                                                       \
  { "value", N_("Value"), KB_TYPE_INT, MEMBER (KbZone, value), KB_FIELD_UNIQUE | KB_FIELD_HIDDEN,  \
    1, KB_MAX_ZONES },                                                                             \
  { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbZone, name), KB_FIELD_UNIQUE, 1, KB_NAME_BYTES },  \
  { "colour", N_("Colour"), KB_TYPE_COLOUR, MEMBER (KbZone, colour) }
#define VALUE_TYPES(type)                                                                          \
  { "value_types", N_("Types of values"), KB_TYPE_VALUES, MEMBER (type, value_types),              \
    KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, .choices = kb_value_types }

/* Words of files. Each has its field's name as its context, for what the editor shows of it. */
static const char *const class_kinds[] = {
  NC_("kind", "none"), NC_("kind", "hurt"), NC_("kind", "hit"), NC_("kind", "push"), NULL
};
static const char *const surface_uses[] = {
  NC_("ground", "road"), NC_("ground", "off"), NULL
};
static const char *const curve_ends[] = {
  NC_("closed", "open"), NC_("closed", "closed"), NULL
};
static const char *const collisions[] = {
  NC_("collision", "shapes"), NC_("collision", "full"), NC_("collision", "left"),
  NC_("collision", "right"), NC_("collision", "top"), NC_("collision", "bottom"),
  NC_("collision", "heights"), NULL
};
static const char *const splines[] = {
  NC_("spline", "natural"), NC_("spline", "clamped"), NC_("spline", "monotone"), NULL
};
static const char *const staggers[] = {
  NC_("stagger", "none"), NC_("stagger", "odd-rows"), NC_("stagger", "even-rows"),
  NC_("stagger", "odd-columns"), NC_("stagger", "even-columns"), NULL
};
static const char *const kinds_flips[] = {
  NC_("flip", "none"), NC_("flip", "x"), NC_("flip", "y"), NC_("flip", "xy"), NULL
};
static const char *const partitions[] = {
  NC_("partition", "auto"), NC_("partition", "none"), NC_("partition", "grid"),
  NC_("partition", "quadtree"), NC_("partition", "bsp"), NULL
};
const char *const kb_blend_names[] = {
  NC_("blend", "normal"), NC_("blend", "add"), NC_("blend", "multiply"), NC_("blend", "screen"),
  NC_("blend", "overlay"), NC_("blend", "darken"), NC_("blend", "lighten"),
  NC_("blend", "color-dodge"), NC_("blend", "color-burn"), NC_("blend", "hard-light"),
  NC_("blend", "soft-light"), NC_("blend", "difference"), NC_("blend", "exclusion"), NULL
};
static const char *const loop_names[] = {
  NC_("loop", "once"), NC_("loop", "loop"), NC_("loop", "ping-pong"), NC_("loop", "hold-last"), NULL
};

const KbKind kb_class_kind = {
  N_("class"), N_("Class"), sizeof (KbClass),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbClass, name), KB_FIELD_UNIQUE, 1, KB_NAME_BYTES },
    { "colour", N_("Colour"), KB_TYPE_COLOUR, MEMBER (KbClass, colour) },
    { "kind", N_("Kind"), KB_TYPE_ENUM, MEMBER (KbClass, kind), KB_FIELD_OPTIONAL, 0, 0,
      class_kinds },
    { "values", N_("Default values"), KB_TYPE_VALUES, MEMBER (KbClass, values), KB_FIELD_OPTIONAL,
      .tip = N_("Everything of the class has these unless it has its own") },
    VALUE_TYPES (KbClass),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_point_kind = {
  N_("point"), N_("Action point"), sizeof (KbPoint),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbPoint, name), KB_FIELD_UNIQUE, 1, KB_NAME_BYTES },
    { "at", N_("Position"), KB_TYPE_PIXEL, MEMBER (KbPoint, at), KB_FIELD_POSITION,
      KB_MIN_COORDINATE, KB_MAX_COORDINATE },
    { "direction", N_("Direction"), KB_TYPE_ANGLE, MEMBER (KbPoint, direction), KB_FIELD_OPTIONAL },
    VALUES (KbPoint),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_shape_kind = {
  N_("shape"), N_("Shape"), sizeof (KbShape),
  (const KbField[]) {
    { "class", N_("Class"), KB_TYPE_CLASS, MEMBER (KbShape, class_id) },
    { "name", N_("Name"), KB_TYPE_STRING, MEMBER (KbShape, name), KB_FIELD_OPTIONAL, 1,
      KB_NAME_BYTES },
    { "geometry", N_("Shape"), KB_TYPE_GEOMETRY, MEMBER (KbShape, geometry),
      KB_FIELD_POSITION },
    { "shared", N_("Whole animation"), KB_TYPE_BOOL, MEMBER (KbShape, shared), KB_FIELD_OPTIONAL,
      .tip = N_("Frames of the animation without a shape of the class have this one") },
    VALUES (KbShape),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_zone_kind = {
  N_("zone"), N_("Zone"), sizeof (KbZone),
  (const KbField[]) {
    ZONE,
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST },
  .is_zone = TRUE
};

const KbKind kb_terrain_kind = {
  N_("terrain"), N_("Terrain"), sizeof (KbZone),
  (const KbField[]) {
    ZONE,
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_frame_kind = {
  N_("frame"),
  N_("Frame"),
  sizeof (KbFrame),
  (const KbField[]){ { "id", N_("Permanent number"), KB_TYPE_INT, MEMBER (KbFrame, lasting_id),
                       KB_FIELD_OPTIONAL | KB_FIELD_UNIQUE | KB_FIELD_HIDDEN, 1, G_MAXINT - 1 },
                     { "name", N_("Name"), KB_TYPE_STRING, MEMBER (KbFrame, name),
                       KB_FIELD_OPTIONAL, 1, KB_NAME_BYTES },
                     { "width", N_("Width"), KB_TYPE_INT, MEMBER (KbFrame, width), KB_FIELD_HIDDEN,
                       1, KB_MAX_FRAME_SIDE },
                     { "height", N_("Height"), KB_TYPE_INT, MEMBER (KbFrame, height),
                       KB_FIELD_HIDDEN, 1, KB_MAX_FRAME_SIDE },
                     { "picture", N_("Picture"), KB_TYPE_PICTURE, MEMBER (KbFrame, picture),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     { "hot_spot", N_("Hot spot"), KB_TYPE_PIXEL, MEMBER (KbFrame, hot_spot),
                       KB_FIELD_OPTIONAL | KB_FIELD_POSITION, KB_MIN_COORDINATE,
                       KB_MAX_COORDINATE },
                     { "pixels", N_("Zone mask"), KB_TYPE_ZONES, MEMBER (KbFrame, pixels),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     { "collision", N_("Collision"), KB_TYPE_ENUM, MEMBER (KbFrame, collision),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, 0, collisions },
                     { "collision_class", N_("Tile class"), KB_TYPE_CLASS,
                       MEMBER (KbFrame, collision_class), KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     { "heights", N_("Heights"), KB_TYPE_NUMBERS, MEMBER (KbFrame, heights),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, KB_MAX_FRAME_SIDE },
                     { "terrain", N_("Terrain"), KB_TYPE_NUMBERS, MEMBER (KbFrame, terrain),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, KB_MAX_ZONES,
                       .refers = "terrains" },
                     { "weight", N_("Weight"), KB_TYPE_INT, MEMBER (KbFrame, weight),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, 10000, .missing = 100,
                       .tip = N_("How often random tiles and terrains choose it") },
                     { "own_shapes", N_("Own shapes only"), KB_TYPE_BOOL,
                       MEMBER (KbFrame, own_shapes), KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN,
                       .tip = N_("The frame takes over no shapes of its animations") },
                     VALUES (KbFrame),
                     END_OF_FIELDS },
  (const KbList[]){ { "points", MEMBER (KbFrame, points), &kb_point_kind, 4096 },
                    { "shapes", MEMBER (KbFrame, shapes), &kb_shape_kind, 16384 },
                    NO_LIST },
  .paintings = "zones",
  .counter = "next_frame"
};

const KbKind kb_step_event_kind = {
  N_("event"), N_("Event"), sizeof (KbStepEvent),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbStepEvent, name), 0, 1, KB_NAME_BYTES },
    VALUES (KbStepEvent),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_step_kind = {
  N_("step"), N_("Step"), sizeof (KbStep),
  (const KbField[]) {
    { "frame", N_("Frame"), KB_TYPE_FRAME, MEMBER (KbStep, frame_id), .refers = "frames" },
    { "duration", N_("Duration"), KB_TYPE_INT, MEMBER (KbStep, duration), 0, 0, KB_MAX_DURATION },
    VALUES (KbStep),
    END_OF_FIELDS },
  (const KbList[]) {
    { "events", MEMBER (KbStep, events), &kb_step_event_kind, KB_MAX_STEP_EVENTS },
    NO_LIST }
};

const KbKind kb_animation_kind = {
  N_("animation"), N_("Animation"), sizeof (KbAnimation),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbAnimation, name), KB_FIELD_UNIQUE, 1,
      KB_NAME_BYTES },
    { "loop", N_("Loop"), KB_TYPE_ENUM, MEMBER (KbAnimation, loop), 0, 0, 0, loop_names },
    VALUES (KbAnimation),
    END_OF_FIELDS },
  (const KbList[]) {
    { "steps", MEMBER (KbAnimation, steps), &kb_step_kind, 65536 },
    NO_LIST }
};

const KbKind kb_sprite_kind = {
  N_("sprite"), N_("Sprite"), sizeof (KbSprite),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbSprite, name),
      KB_FIELD_UNIQUE | KB_FIELD_FILE_NAME, 1, KB_NAME_BYTES },
    { "next_frame", N_("Next number"), KB_TYPE_INT, MEMBER (KbSprite, next_frame),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 1, G_MAXINT },
    { "import", N_("Import settings"), KB_TYPE_JSON, MEMBER (KbSprite, import),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    { "solid_alpha", N_("Alpha threshold"), KB_TYPE_INT, MEMBER (KbSprite, solid_alpha),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 1, 255, .missing = KB_SOLID_ALPHA },
    { "solid_key", N_("Colour that is not solid"), KB_TYPE_COLOUR, MEMBER (KbSprite, solid_key),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    VALUES (KbSprite),
    END_OF_FIELDS },
  (const KbList[]) {
    { "zones", MEMBER (KbSprite, zones), &kb_zone_kind, KB_MAX_ZONES },
    { "terrains", MEMBER (KbSprite, terrains), &kb_terrain_kind, KB_MAX_ZONES },
    { "frames", MEMBER (KbSprite, frames), &kb_frame_kind, 65536 },
    { "animations", MEMBER (KbSprite, animations), &kb_animation_kind, 4096 },
    { "lost", MEMBER (KbSprite, lost), &kb_frame_kind, 65536 },
    NO_LIST },
  "sprites", 1
};

const KbKind kb_mask_kind = {
  N_("mask"), N_("Mask"), sizeof (KbMask),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbMask, name), KB_FIELD_UNIQUE | KB_FIELD_FILE_NAME,
      1, KB_NAME_BYTES },
    { "width", N_("Width"), KB_TYPE_INT, MEMBER (KbMask, width), KB_FIELD_HIDDEN, 1,
      KB_MAX_ZONES_SIDE },
    { "height", N_("Height"), KB_TYPE_INT, MEMBER (KbMask, height), KB_FIELD_HIDDEN, 1,
      KB_MAX_ZONES_SIDE },
    { "picture", N_("Picture"), KB_TYPE_PICTURE, MEMBER (KbMask, picture),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    { "opacity", N_("Opacity"), KB_TYPE_INT, MEMBER (KbMask, opacity), KB_FIELD_OPTIONAL, 0, 100,
      .missing = KB_OPACITY },
    { "pixels", N_("Painting"), KB_TYPE_ZONES, MEMBER (KbMask, pixels),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    { "import", N_("Import settings"), KB_TYPE_JSON, MEMBER (KbMask, import),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    END_OF_FIELDS },
  (const KbList[]) {
    { "zones", MEMBER (KbMask, zones), &kb_zone_kind, KB_MAX_ZONES },
    NO_LIST },
  "masks", 1
};

const KbKind kb_surface_kind = {
  N_("surface"), N_("Surface"), sizeof (KbZone),
  (const KbField[]) {
    ZONE,
    { "ground", N_("Ground"), KB_TYPE_ENUM, MEMBER (KbZone, use), KB_FIELD_OPTIONAL, 0, 0,
      surface_uses },
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST },
  .is_zone = TRUE
};

const KbKind kb_curve_point_kind = {
  N_("curve point"), N_("Curve point"), sizeof (KbCurvePoint),
  (const KbField[]) {
    { "at", N_("Position"), KB_TYPE_VEC, MEMBER (KbCurvePoint, at), KB_FIELD_POSITION,
      KB_MIN_COORDINATE, KB_MAX_COORDINATE },
    { "before", N_("Handle before"), KB_TYPE_VEC, MEMBER (KbCurvePoint, before), KB_FIELD_OPTIONAL,
      -KB_MAX_COORDINATE, KB_MAX_COORDINATE },
    { "after", N_("Handle after"), KB_TYPE_VEC, MEMBER (KbCurvePoint, after), KB_FIELD_OPTIONAL,
      -KB_MAX_COORDINATE, KB_MAX_COORDINATE },
    { "width", N_("Width"), KB_TYPE_REAL, MEMBER (KbCurvePoint, width), 0, 1,
      (gint64) KB_MAX_ZONES_SIDE * 256 },
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_curve_kind = {
  N_("curve"), N_("Curve"), sizeof (KbCurve),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_STRING, MEMBER (KbCurve, name), KB_FIELD_OPTIONAL, 1,
      KB_NAME_BYTES },
    { "closed", N_("Ends"), KB_TYPE_ENUM, MEMBER (KbCurve, closed), 0, 0, 0, curve_ends },
    { "surface", N_("Surface"), KB_TYPE_INT, MEMBER (KbCurve, surface), 0, 1, KB_MAX_ZONES,
      .refers = "surfaces" },
    END_OF_FIELDS },
  (const KbList[]) {
    { "points", MEMBER (KbCurve, points), &kb_curve_point_kind, 4096 },
    NO_LIST }
};

const KbKind kb_gate_kind = {
  N_("gate"), N_("Check point"), sizeof (KbGate),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_STRING, MEMBER (KbGate, name), KB_FIELD_OPTIONAL, 1,
      KB_NAME_BYTES },
    { "a", N_("Start"), KB_TYPE_VEC, MEMBER (KbGate, a), KB_FIELD_POSITION,
      KB_MIN_COORDINATE, KB_MAX_COORDINATE },
    { "b", N_("End"), KB_TYPE_VEC, MEMBER (KbGate, b), KB_FIELD_POSITION,
      KB_MIN_COORDINATE, KB_MAX_COORDINATE },
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST },
  /* Check points are counted from the start line, as on the canvas */
  .first = N_("Start line")
};

const KbKind kb_band_kind = {
  N_("band"), N_("Band"), sizeof (KbBand),
  (const KbField[]) {
    { "id", N_("Permanent number"), KB_TYPE_INT, MEMBER (KbBand, lasting_id),
      KB_FIELD_OPTIONAL | KB_FIELD_UNIQUE | KB_FIELD_HIDDEN, 1, G_MAXINT - 1 },
    { "name", N_("Name"), KB_TYPE_STRING, MEMBER (KbBand, name), KB_FIELD_OPTIONAL, 1,
      KB_NAME_BYTES },
    { "radius", N_("Radius of the car"), KB_TYPE_REAL, MEMBER (KbBand, radius), 0, 256 / 16,
      KB_MAX_CUT_OFF * 256 },
    { "colour", N_("Colour"), KB_TYPE_COLOUR, MEMBER (KbBand, colour) },
    { "pixels", N_("Painted by hand"), KB_TYPE_ZONES, MEMBER (KbBand, pixels),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST },
  .paintings = "bands"
};

json_t *
kb_new_track_bands (double radius)
{
  return json_pack ("[{si sf ss}]", "id", 1, "radius", radius, "colour", "#ff7800");
}

const KbKind kb_track_kind = {
  N_("track"),
  N_("Track"),
  sizeof (KbTrack),
  (const KbField[]){ { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbTrack, name),
                       KB_FIELD_UNIQUE | KB_FIELD_FILE_NAME, 1, KB_NAME_BYTES },
                     { "width", N_("Width"), KB_TYPE_INT, MEMBER (KbTrack, width), KB_FIELD_HIDDEN,
                       1, KB_MAX_ZONES_SIDE },
                     { "height", N_("Height"), KB_TYPE_INT, MEMBER (KbTrack, height),
                       KB_FIELD_HIDDEN, 1, KB_MAX_ZONES_SIDE },
                     { "picture", N_("Picture"), KB_TYPE_PICTURE, MEMBER (KbTrack, picture),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     { "opacity", N_("Opacity"), KB_TYPE_INT, MEMBER (KbTrack, opacity),
                       KB_FIELD_OPTIONAL, 0, 100, .missing = KB_OPACITY },
                     { "pixels", N_("Painting"), KB_TYPE_ZONES, MEMBER (KbTrack, pixels),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     { "cut_off", N_("Clearance up to"), KB_TYPE_INT, MEMBER (KbTrack, cut_off),
                       KB_FIELD_OPTIONAL, 1, KB_MAX_CUT_OFF, .missing = KB_MAX_CUT_OFF },
                     { "import", N_("Import settings"), KB_TYPE_JSON, MEMBER (KbTrack, import),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     VALUES (KbTrack),
                     END_OF_FIELDS },
  (const KbList[]){ { "surfaces", MEMBER (KbTrack, surfaces), &kb_surface_kind, KB_MAX_ZONES },
                    { "curves", MEMBER (KbTrack, curves), &kb_curve_kind, 1024 },
                    { "gates", MEMBER (KbTrack, gates), &kb_gate_kind, 1024 },
                    { "bands", MEMBER (KbTrack, bands), &kb_band_kind, 64 },
                    NO_LIST },
  "tracks",
  1
};

const KbKind kb_wall_kind = {
  N_("wall"), N_("Wall"), sizeof (KbWall),
  (const KbField[]) {
    { "a", N_("Start"), KB_TYPE_VEC, MEMBER (KbWall, a), KB_FIELD_POSITION, -KB_LEVEL_LIMIT,
      KB_LEVEL_LIMIT },
    { "b", N_("End"), KB_TYPE_VEC, MEMBER (KbWall, b), KB_FIELD_POSITION, -KB_LEVEL_LIMIT,
      KB_LEVEL_LIMIT },
    { "class", N_("Class"), KB_TYPE_CLASS, MEMBER (KbWall, class_id) },
    { "one_way", N_("One-way"), KB_TYPE_BOOL, MEMBER (KbWall, one_way), KB_FIELD_OPTIONAL },
    VALUES (KbWall),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_area_kind = {
  N_("area"), N_("Area"), sizeof (KbArea),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbArea, name), 0, 1, KB_NAME_BYTES },
    REF (KbArea),
    { "class", N_("Class"), KB_TYPE_CLASS, MEMBER (KbArea, class_id) },
    { "rings", N_("Outline"), KB_TYPE_RINGS, MEMBER (KbArea, rings),
      KB_FIELD_HIDDEN | KB_FIELD_POSITION, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    VALUES (KbArea),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_entity_kind = {
  N_("entity"), N_("Entity"), sizeof (KbEntity),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_STRING, MEMBER (KbEntity, name), KB_FIELD_OPTIONAL, 1,
      KB_NAME_BYTES },
    REF (KbEntity),
    { "class", N_("Class"), KB_TYPE_CLASS, MEMBER (KbEntity, class_id) },
    { "at", N_("Position"), KB_TYPE_VEC, MEMBER (KbEntity, at), KB_FIELD_POSITION,
      -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    { "direction", N_("Direction"), KB_TYPE_VEC, MEMBER (KbEntity, direction), KB_FIELD_OPTIONAL,
      -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    VALUES (KbEntity),
    { "sprite", N_("Sprite"), KB_TYPE_STRING, MEMBER (KbEntity, sprite), KB_FIELD_OPTIONAL, 1,
      KB_NAME_BYTES },
    { "frame", N_("Frame"), KB_TYPE_INT, MEMBER (KbEntity, frame), KB_FIELD_OPTIONAL, 0,
      G_MAXINT - 1 },
    { "flip", N_("Flip"), KB_TYPE_ENUM, MEMBER (KbEntity, flip), KB_FIELD_OPTIONAL, 0, 0,
      kinds_flips },
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_tileset_kind = {
  N_("tileset"), N_("Tileset"), sizeof (KbTileset),
  (const KbField[]){
    { "number", N_("Permanent number"), KB_TYPE_INT, MEMBER (KbTileset, number),
      KB_FIELD_UNIQUE | KB_FIELD_HIDDEN, 1, KB_MAX_TILESETS },
    { "sprite", N_("Sprite"), KB_TYPE_STRING, MEMBER (KbTileset, sprite), 0, 1, KB_NAME_BYTES },
    { "offset", N_("Offset"), KB_TYPE_PIXEL, MEMBER (KbTileset, offset), KB_FIELD_OPTIONAL,
      -KB_MAX_TILE_OFFSET, KB_MAX_TILE_OFFSET },
    END_OF_FIELDS },
  (const KbList[]){ NO_LIST }
};

/* The highest tileset and its highest frame */
#define MOST_TILE 0x1fffff

#define GRID_FIELDS(type, most)                                                                    \
  { "cell", N_("Cell size"), KB_TYPE_PIXEL, MEMBER (type, cell), 0, 1, KB_MAX_CELL_SIDE },         \
    { "origin",          N_("Origin"),   KB_TYPE_PIXEL, MEMBER (type, origin),                    \
      KB_FIELD_OPTIONAL, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },                                        \
    { "first",                                                                                     \
      N_("Top-left cell"),                                                                         \
      KB_TYPE_PIXEL,                                                                               \
      MEMBER (type, first),                                                                        \
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN,                                                         \
      -KB_CELL_LIMIT,                                                                              \
      KB_CELL_LIMIT },                                                                             \
    { "width", N_("Width"), KB_TYPE_INT, MEMBER (type, width), KB_FIELD_HIDDEN, 1, most },        \
  {                                                                                                \
    "height", N_("Height"), KB_TYPE_INT, MEMBER (type, height), KB_FIELD_HIDDEN, 1, most          \
  }

#define LOOK(type)                                                                                 \
  { "opacity", N_("Opacity"), KB_TYPE_INT, MEMBER (type, look.opacity), KB_FIELD_OPTIONAL, 0, 100, \
    .missing = 100, .tip = N_("In percent") },                                                     \
  { "tint", N_("Tint"), KB_TYPE_COLOUR, MEMBER (type, look.tint), KB_FIELD_OPTIONAL,               \
    .tip = N_("Colour that multiplies the layer's colours") },                                     \
  { "blend", N_("Blend mode"), KB_TYPE_ENUM, MEMBER (type, look.blend), KB_FIELD_OPTIONAL, 0, 0,   \
    kb_blend_names },                                                                              \
  { "parallax_x", N_("Parallax x"), KB_TYPE_REAL, MEMBER (type, look.parallax_x),                  \
    KB_FIELD_OPTIONAL | KB_FIELD_EXACT, -KB_MAX_PARALLAX * 256, KB_MAX_PARALLAX * 256,             \
    .missing = 256,                                                                                \
    .tip = N_("Pixels the layer moves when the camera moves by one") },                            \
  { "parallax_y", N_("Parallax y"), KB_TYPE_REAL, MEMBER (type, look.parallax_y),                  \
    KB_FIELD_OPTIONAL | KB_FIELD_EXACT, -KB_MAX_PARALLAX * 256, KB_MAX_PARALLAX * 256,             \
    .missing = 256,                                                                                \
    .tip = N_("Pixels the layer moves when the camera moves by one") },                            \
  { "group", N_("Group"), KB_TYPE_INT, MEMBER (type, look.group),                                  \
    KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, G_MAXINT - 1, .refers = "groups" }

const KbKind kb_group_kind = {
  N_("group"), N_("Layer group"), sizeof (KbLayerGroup),
  (const KbField[]) {
    { "id", N_("Permanent number"), KB_TYPE_INT, MEMBER (KbLayerGroup, lasting_id),
      KB_FIELD_OPTIONAL | KB_FIELD_UNIQUE | KB_FIELD_HIDDEN, 1, G_MAXINT - 1 },
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbLayerGroup, name), KB_FIELD_UNIQUE, 1,
      KB_NAME_BYTES },
    LOOK (KbLayerGroup),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_image_kind = {
  N_("image"), N_("Image layer"), sizeof (KbImageLayer),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbImageLayer, name), KB_FIELD_UNIQUE, 1,
      KB_NAME_BYTES },
    { "sprite", N_("Sprite"), KB_TYPE_STRING, MEMBER (KbImageLayer, sprite), 0, 1, KB_NAME_BYTES },
    { "frame", N_("Frame"), KB_TYPE_INT, MEMBER (KbImageLayer, frame), KB_FIELD_OPTIONAL, 0,
      G_MAXINT - 1 },
    { "at", N_("Position"), KB_TYPE_VEC, MEMBER (KbImageLayer, at),
      KB_FIELD_OPTIONAL | KB_FIELD_POSITION, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    { "repeat_x", N_("Repeat x"), KB_TYPE_BOOL, MEMBER (KbImageLayer, repeat_x),
      KB_FIELD_OPTIONAL },
    { "repeat_y", N_("Repeat y"), KB_TYPE_BOOL, MEMBER (KbImageLayer, repeat_y),
      KB_FIELD_OPTIONAL },
    { "above", N_("In front of"), KB_TYPE_INT, MEMBER (KbImageLayer, above),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, G_MAXINT - 1, .refers = "layers" },
    LOOK (KbImageLayer),
    VALUES (KbImageLayer),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_rule_kind = {
  N_("rule"), N_("Rule"), sizeof (KbRule),
  (const KbField[]) {
    { "pattern", N_("Pattern"), KB_TYPE_NUMBERS, MEMBER (KbRule, pattern), KB_FIELD_HIDDEN,
      -MOST_TILE, MOST_TILE },
    { "tiles", N_("Tiles"), KB_TYPE_NUMBERS, MEMBER (KbRule, tiles),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0x10001, 0xffffff },
    { "chance", N_("Chance"), KB_TYPE_INT, MEMBER (KbRule, chance), KB_FIELD_OPTIONAL, 0, 100,
      .missing = 100, .tip = N_("In percent") },
    { "flip", N_("Flip"), KB_TYPE_ENUM, MEMBER (KbRule, flip), KB_FIELD_OPTIONAL, 0, 0, kinds_flips,
      .tip = N_("The pattern also fits when mirrored, and mirrors its tiles") },
    { "off", N_("Off"), KB_TYPE_BOOL, MEMBER (KbRule, off), KB_FIELD_OPTIONAL },
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

const KbKind kb_layer_kind = {
  N_("layer"),
  N_("Tile layer"),
  sizeof (KbLayer),
  (const KbField[]){ { "id", N_("Permanent number"), KB_TYPE_INT, MEMBER (KbLayer, lasting_id),
                       KB_FIELD_OPTIONAL | KB_FIELD_UNIQUE | KB_FIELD_HIDDEN, 1, G_MAXINT - 1 },
                     { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbLayer, name), KB_FIELD_UNIQUE,
                       1, KB_NAME_BYTES },
                     GRID_FIELDS (KbLayer, KB_MAX_CELLS),
                     { "axis_i", N_("Column axis"), KB_TYPE_VEC, MEMBER (KbLayer, axis_i),
                       KB_FIELD_OPTIONAL, -KB_MAX_CELL_SIDE, KB_MAX_CELL_SIDE },
                     { "axis_j", N_("Row axis"), KB_TYPE_VEC, MEMBER (KbLayer, axis_j),
                       KB_FIELD_OPTIONAL, -KB_MAX_CELL_SIDE, KB_MAX_CELL_SIDE },
                     { "stagger", N_("Shifted"), KB_TYPE_ENUM, MEMBER (KbLayer, stagger),
                       KB_FIELD_OPTIONAL, 0, 0, staggers },
                     { "hex_side", N_("Side of hexagons"), KB_TYPE_INT, MEMBER (KbLayer, hex_side),
                       KB_FIELD_OPTIONAL, 0, KB_MAX_CELL_SIDE },
                     { "lift", N_("Pixels per height unit"), KB_TYPE_REAL, MEMBER (KbLayer, lift),
                       KB_FIELD_OPTIONAL, -KB_MAX_CELL_SIDE * 256, KB_MAX_CELL_SIDE * 256 },
                     { "solid", N_("All tiles stop moves, as"), KB_TYPE_CLASS,
                       MEMBER (KbLayer, solid), KB_FIELD_OPTIONAL },
                     LOOK (KbLayer),
                     VALUES (KbLayer),
                     { "cells", N_("Cells"), KB_TYPE_ZONES, MEMBER (KbLayer, cells),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     { "source", N_("Derived from"), KB_TYPE_INT, MEMBER (KbLayer, source),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, G_MAXINT - 1,
                       .refers = "layers" },
                     END_OF_FIELDS },
  (const KbList[]){ { "rules", MEMBER (KbLayer, rules), &kb_rule_kind, KB_MAX_RULES }, NO_LIST },
  .paintings = "layers",
  .cell_pixels = 2,
  .indices = N_("the tiles of the layer's cells, as Kickbox writes them")
};

const KbKind kb_maze_kind = {
  N_("maze"), N_("Maze"), sizeof (KbMaze),
  (const KbField[]) {
    { "id", N_("Permanent number"), KB_TYPE_INT, MEMBER (KbMaze, lasting_id),
      KB_FIELD_OPTIONAL | KB_FIELD_UNIQUE | KB_FIELD_HIDDEN, 1, G_MAXINT - 1 },
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbMaze, name), KB_FIELD_UNIQUE, 1, KB_NAME_BYTES },
    { "class", N_("Class"), KB_TYPE_CLASS, MEMBER (KbMaze, class_id) },
    GRID_FIELDS (KbMaze, KB_MAX_MAZE_CELLS),
    { "edges", N_("Edges"), KB_TYPE_ZONES, MEMBER (KbMaze, edges),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    VALUES (KbMaze),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST },
  .paintings = "mazes",
  .cell_pixels = 1,
  .border = 1,
  .indices = N_("the walls of the maze's cells")
};

const KbKind kb_ground_point_kind = {
  N_("ground point"), N_("Point of the ground"), sizeof (KbGroundPoint),
  (const KbField[]) {
    { "at", N_("Position"), KB_TYPE_VEC, MEMBER (KbGroundPoint, at), KB_FIELD_POSITION,
      -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    { "flat", N_("Straight to the next"), KB_TYPE_BOOL, MEMBER (KbGroundPoint, flat),
      KB_FIELD_OPTIONAL },
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST }
};

#define MAX_SLOPE (4096 * 256)

const KbKind kb_ground_kind = {
  N_("ground"), N_("Ground"), sizeof (KbGroundLine),
  (const KbField[]){
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbGroundLine, name), KB_FIELD_UNIQUE, 1,
      KB_NAME_BYTES },
    { "class", N_("Class"), KB_TYPE_CLASS, MEMBER (KbGroundLine, class_id) },
    { "spline", N_("Spline"), KB_TYPE_ENUM, MEMBER (KbGroundLine, spline), KB_FIELD_OPTIONAL, 0, 0,
      splines },
    { "start_slope", N_("Slope at the start"), KB_TYPE_REAL, MEMBER (KbGroundLine, start_slope),
      KB_FIELD_OPTIONAL | KB_FIELD_EXACT, -MAX_SLOPE, MAX_SLOPE },
    { "end_slope", N_("Slope at the end"), KB_TYPE_REAL, MEMBER (KbGroundLine, end_slope),
      KB_FIELD_OPTIONAL | KB_FIELD_EXACT, -MAX_SLOPE, MAX_SLOPE },
    { "slope_limit", N_("Maximum walkable slope"), KB_TYPE_REAL, MEMBER (KbGroundLine, slope_limit),
      KB_FIELD_OPTIONAL | KB_FIELD_EXACT, 0, MAX_SLOPE,
      .tip = N_("Slope (rise by run) too steep to stand on; 0: no limit") },
    VALUES (KbGroundLine),
    END_OF_FIELDS },
  (const KbList[]){ { "points", MEMBER (KbGroundLine, points), &kb_ground_point_kind, 65536 },
                    NO_LIST }
};

const KbKind kb_heightmap_kind = {
  N_("heightmap"), N_("Heightmap"), sizeof (KbHeightmap),
  (const KbField[]) {
    { "id", N_("Permanent number"), KB_TYPE_INT, MEMBER (KbHeightmap, lasting_id),
      KB_FIELD_OPTIONAL | KB_FIELD_UNIQUE | KB_FIELD_HIDDEN, 1, G_MAXINT - 1 },
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbHeightmap, name), KB_FIELD_UNIQUE, 1,
      KB_NAME_BYTES },
    { "picture", N_("Picture"), KB_TYPE_PICTURE, MEMBER (KbHeightmap, picture),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    { "origin", N_("Origin"), KB_TYPE_VEC, MEMBER (KbHeightmap, origin), KB_FIELD_OPTIONAL,
      -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
    { "cell", N_("Pixels between samples"), KB_TYPE_REAL, MEMBER (KbHeightmap, cell), 0, 1,
      KB_MAX_CELL_SIDE * 256 },
    { "low", N_("Lowest altitude"), KB_TYPE_REAL, MEMBER (KbHeightmap, low), 0,
      (gint64) -KB_LEVEL_LIMIT * 256, (gint64) KB_LEVEL_LIMIT * 256 },
    { "high", N_("Highest altitude"), KB_TYPE_REAL, MEMBER (KbHeightmap, high), 0,
      (gint64) -KB_LEVEL_LIMIT * 256, (gint64) KB_LEVEL_LIMIT * 256 },
    { "width", N_("Columns"), KB_TYPE_INT, MEMBER (KbHeightmap, width),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, KB_MAX_PAINTED_SAMPLES },
    { "height", N_("Rows"), KB_TYPE_INT, MEMBER (KbHeightmap, height),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN, 0, KB_MAX_PAINTED_SAMPLES },
    { "samples", N_("Altitudes"), KB_TYPE_ZONES, MEMBER (KbHeightmap, samples),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    VALUES (KbHeightmap),
    END_OF_FIELDS },
  (const KbList[]) { NO_LIST },
  .paintings = "heightmaps",
  .indices = N_("altitudes"),
  .sample_pixels = 2
};

const KbKind kb_level_kind = {
  N_("level"),
  N_("Level"),
  sizeof (KbLevel),
  (const KbField[]){ { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbLevel, name),
                       KB_FIELD_UNIQUE | KB_FIELD_FILE_NAME, 1, KB_NAME_BYTES },
                     { "picture", N_("Picture"), KB_TYPE_PICTURE, MEMBER (KbLevel, picture),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     { "picture_at", N_("Picture at"), KB_TYPE_PIXEL, MEMBER (KbLevel, picture_at),
                       KB_FIELD_OPTIONAL, -KB_LEVEL_LIMIT, KB_LEVEL_LIMIT },
                     { "opacity", N_("Opacity"), KB_TYPE_INT, MEMBER (KbLevel, opacity),
                       KB_FIELD_OPTIONAL, 0, 100, .missing = 100 },
                     { "grid", N_("Grid"), KB_TYPE_REAL, MEMBER (KbLevel, grid), KB_FIELD_OPTIONAL,
                       1, 4096 * 256, .missing = KB_LEVEL_GRID * 256 },
                     { "partition", N_("Partition"), KB_TYPE_ENUM, MEMBER (KbLevel, partition),
                       KB_FIELD_OPTIONAL, 0, 0, partitions },
                     { "leaf_walls", N_("Walls in a leaf"), KB_TYPE_INT,
                       MEMBER (KbLevel, leaf_walls), KB_FIELD_OPTIONAL, 0, 4096 },
                     { "depth", N_("Levels at most"), KB_TYPE_INT, MEMBER (KbLevel, depth),
                       KB_FIELD_OPTIONAL, 0, KB_PARTITION_DEPTH,
                       .tip = N_("A level divides a quadtree's square in four, and a part of a "
                                 "BSP in two") },
                     { "columns", N_("Columns"), KB_TYPE_INT, MEMBER (KbLevel, columns),
                       KB_FIELD_OPTIONAL, 0, KB_PARTITION_CELLS,
                       .tip = N_("Of a grid; 0: by the width of its cells") },
                     { "rows", N_("Rows"), KB_TYPE_INT, MEMBER (KbLevel, rows), KB_FIELD_OPTIONAL,
                       0, KB_PARTITION_CELLS,
                       .tip = N_("Of a grid; 0: by the height of its cells") },
                     { "cell", N_("Width of a cell"), KB_TYPE_REAL, MEMBER (KbLevel, cell),
                       KB_FIELD_OPTIONAL, 0, (gint64) KB_LEVEL_LIMIT * 512,
                       .tip = N_("Of a grid; 0: as large as the height, or by the walls") },
                     { "cell_height", N_("Height of a cell"), KB_TYPE_REAL,
                       MEMBER (KbLevel, cell_height), KB_FIELD_OPTIONAL, 0,
                       (gint64) KB_LEVEL_LIMIT * 512,
                       .tip = N_("Of a grid; 0: as large as the width") },
                     { "split_cost", N_("Cost of a split"), KB_TYPE_REAL,
                       MEMBER (KbLevel, split_cost), KB_FIELD_OPTIONAL, 1, 64 * 256,
                       .missing = KB_LEVEL_SPLIT_COST * 256 },
                     { "import", N_("Import settings"), KB_TYPE_JSON, MEMBER (KbLevel, import),
                       KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
                     VALUES (KbLevel),
                     END_OF_FIELDS },
  (const KbList[]){ { "walls", MEMBER (KbLevel, walls), &kb_wall_kind, KB_MAX_WALLS },
                    { "areas", MEMBER (KbLevel, areas), &kb_area_kind, 65536 },
                    { "entities", MEMBER (KbLevel, entities), &kb_entity_kind, 65536 },
                    { "tilesets", MEMBER (KbLevel, tilesets), &kb_tileset_kind, KB_MAX_TILESETS },
                    { "layers", MEMBER (KbLevel, layers), &kb_layer_kind, 256 },
                    { "images", MEMBER (KbLevel, images), &kb_image_kind, 256 },
                    { "groups", MEMBER (KbLevel, groups), &kb_group_kind, 256 },
                    { "mazes", MEMBER (KbLevel, mazes), &kb_maze_kind, 256 },
                    { "grounds", MEMBER (KbLevel, grounds), &kb_ground_kind, 1024 },
                    { "heightmaps", MEMBER (KbLevel, heightmaps), &kb_heightmap_kind, 256 },
                    NO_LIST },
  "levels",
  2
};

const KbKind kb_stamp_kind = {
  N_("stamp"), N_("Stamp"), sizeof (KbSavedStamp),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbSavedStamp, name), KB_FIELD_UNIQUE, 1,
      KB_NAME_BYTES },
    { "size", N_("Size in cells"), KB_TYPE_PIXEL, MEMBER (KbSavedStamp, size), KB_FIELD_HIDDEN, 1,
      KB_MAX_SAVED_STAMP },
    { "cells", N_("Cells"), KB_TYPE_STRING, MEMBER (KbSavedStamp, cells), KB_FIELD_HIDDEN, 1,
      KB_MAX_SAVED_STAMP * KB_MAX_SAVED_STAMP * 6 },
    END_OF_FIELDS },
  (const KbList[]) {
    { "tilesets", MEMBER (KbSavedStamp, tilesets), &kb_tileset_kind, KB_MAX_TILESETS },
    NO_LIST }
};

const KbKind kb_project_kind = {
  N_("project"), N_("Project"), sizeof (KbProject),
  (const KbField[]) {
    { "name", N_("Name"), KB_TYPE_NAME, MEMBER (KbProject, name), 0, 1, KB_NAME_BYTES },
    { "export", N_("Export settings"), KB_TYPE_JSON, MEMBER (KbProject, export),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    { "ignored", N_("Ignored problems"), KB_TYPE_JSON, MEMBER (KbProject, ignored),
      KB_FIELD_OPTIONAL | KB_FIELD_HIDDEN },
    VALUE_TYPES (KbProject),
    END_OF_FIELDS },
  (const KbList[]) {
    { "classes", MEMBER (KbProject, classes), &kb_class_kind, KB_MAX_CLASSES },
    { "stamps", MEMBER (KbProject, stamps), &kb_stamp_kind, 4096 },
    { "sprites", MEMBER (KbProject, sprites), &kb_sprite_kind, 65536 },
    { "masks", MEMBER (KbProject, masks), &kb_mask_kind, 65536 },
    { "tracks", MEMBER (KbProject, tracks), &kb_track_kind, 65536 },
    { "levels", MEMBER (KbProject, levels), &kb_level_kind, 65536 },
    NO_LIST },
  .format = 1
};
