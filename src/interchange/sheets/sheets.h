/* SPDX-License-Identifier: MIT */
/* What the importers of sprites share. */
#ifndef KB_INTERCHANGE_SHEETS_SHEETS_H
#define KB_INTERCHANGE_SHEETS_SHEETS_H

#include "document/pixels/picture.h"
#include "interchange/formats.h"
#include "interchange/levels/svg_private.h"
#include "interchange/readers/readers.h"

/* A frame of a packed sheet. */
typedef struct {
  const char *name;
  KbJsonRect part;         /* in the sheet: its upper left corner there, and its upright size */
  gint turned;             /* 1: stored turned clockwise by a quarter, -1: the other way */
  gint offset_x, offset_y; /* of the upright picture in the frame */
  gint width, height;      /* of the frame */
} KbAtlasFrame;
/* "hero 3.aseprite" -> "hero 3", a new string. */
char *kb_atlas_frame_name (const char *text);
/* Where the picture that a data file names is: there, beside the data file, or there under another
 * name or ending, which `import`, unless NULL, reports. `own_too`: the data file's own name is such
 * a name. If it is nowhere, as named. `image` NULL or empty: the data file's own name. A new
 * string, or NULL and an error: several could be it. */
char *kb_atlas_find_picture (KbImport *import, const char *path, const char *image,
                             gboolean own_too, GError **error);
/* Loads it. Returns its index, or -1 and an error. One that does not exist is reported: its frames
 * are then empty. */
#define KB_ATLAS_MISSING (-2)
gint kb_atlas_load_picture (KbImport *import, const KbPictureLoader *loader, const char *path,
                            const char *image, GError **error);
/* Turned parts become pictures of their own. NULL, and why in `fault`, a new string. */
KbImportFrame *kb_atlas_add (KbImport *import, gint picture, const KbAtlasFrame *from,
                             char **fault);
/* A part of a picture, mirrored. NULL if memory is short. */
KbPicture *kb_atlas_mirror (const KbPicture *from, gint x, gint y, gint width, gint height,
                            gboolean left_right, gboolean upside_down);
/* The pixel at a position in the frame or outside of it, the last one at its far edge. */
void kb_atlas_set_pivot (KbImportFrame *frame, double x, double y);

/* axis_frames.c: frames whose boxes are placed around an axis, which becomes the hot spot. */
typedef struct { const char *name; guint32 colour; } KbAxisClass;
/* Sides: left, top, right, bottom. */
typedef struct { const KbAxisClass *of; gint sides[4]; } KbAxisBox;
typedef struct {
  KbImport *import;
  GHashTable *known;       /* what a frame shows, GBytes -> its index + 1 */
  GHashTable *names;       /* of frames -> how many have it */
  guint n_boxes;
  double time;             /* ms since the animation began */
} KbAxisFrames;
void kb_axis_frames_init (KbAxisFrames *frames, KbImport *import);
void kb_axis_frames_clear (KbAxisFrames *frames);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbAxisFrames, kb_axis_frames_clear)
/* The frame with this part of a picture and these KbAxisBoxes, made if there is none. `axis` is in
 * the part; the frame is large enough to contain it. `picture` -1: an empty frame. Returns -1 and
 * an error without its place. */
gint kb_axis_frames_find (KbAxisFrames *frames, const char *name, gint picture,
                          const KbJsonRect *part, gint axis_x, gint axis_y, const GArray *boxes,
                          GError **error);
/* Begins an animation, under a name that no other has. */
KbImportAnimation *kb_axis_frames_animate (KbAxisFrames *frames, const char *name);
/* Rounds the ends of steps and not their durations, so that errors do not add up. */
void kb_axis_frames_step (KbAxisFrames *frames, KbImportAnimation *animation, gint frame,
                          double ms);
/* `start`: the step from which an animation that has ended repeats. */
void kb_animation_repeat_from (KbImportAnimation *animation, guint start);
/* The name, numbered if an animation has it. A new string. */
char *kb_animation_free_name (KbImport *import, const char *wanted);
/* The path of a file by its name from a folder, in whatever case the name is there. A new string,
 * or NULL. */
char *kb_find_file (const char *folder, const char *name);
/* A frame that is a whole picture; NULL and an error if it cannot be loaded. */
KbImportFrame *kb_atlas_add_picture (KbImport *import, const KbPictureLoader *loader,
                                     const char *path, const char *name, GError **error);

/* Marks from game engines, frame_marks.c. Those that a frame cannot have are counted as left out;
 * then the result is NULL. */

/* Returns the new shape, borrowed. `geometry` is stolen; NULL or an unusable class name:
 * "collision". */
json_t *kb_marks_add_shape (KbImport *import, KbImportFrame *frame, const char *class_name,
                            json_t *geometry);
/* Of corners "x, y, x, y" or "{x, y}, {x, y}", possibly with the first one again at the end.
 * `matrix`: to the frame; NULL: they are in it. */
json_t *kb_marks_polygon (const json_t *list, const KbSvgMatrix *matrix);
/* Values such as our exports write say what the tile stops. They are no values then. */
void kb_marks_take_collision (KbImportFrame *frame);
/* What the tile stops: a choice of the field, and its class; NULL: "solid". */
void kb_marks_set_collision (KbImportFrame *frame, const char *collision, const char *class_name);
/* With a name that no animation has; NULL: "animation". */
KbImportAnimation *kb_marks_add_animation (KbImport *import, const char *name, KbLoop loop);
/* The number of an equal content in `known`, else `next`, as which it is known then. */
guint kb_marks_find_equal (json_t *known, const json_t *content, guint next);
/* In ms, rounding both ends, so that errors do not add up. */
gint kb_marks_duration (double start, double end);
/* The pixels at a position; the new point is borrowed. */
json_t *kb_marks_add_point (KbImport *import, KbImportFrame *frame, const char *name, double x,
                            double y);
void kb_marks_set_hot_spot (KbImportFrame *frame, double x, double y);
/* The part that the options name, by its whole name or by the end of it after a slash; or the only
 * one. NULL, and an error that lists the names. Name and result are borrowed. */
const json_t *kb_import_choose_part (KbImport *import, const json_t *parts, const char **name,
                                     GError **error);

/* The parts of the Aseprite sheet reader. */

/* Reads the tags and slices of `meta`, after the frames and their durations in ms. */
gboolean kb_aseprite_read_tags (KbImport *import, const json_t *meta, const gint *durations,
                                const KbJsonPlace *place, GError **error);
gboolean kb_aseprite_read_slices (KbImport *import, const json_t *meta, const KbJsonPlace *place,
                                  GError **error);
/* The user data of a tag, slice or cel. NULL: none. New reference. */
json_t *kb_aseprite_values (const json_t *item);
/* The user data of the cels of all layers: values of their frames, and events. */
void kb_aseprite_read_cels (KbImport *import, const json_t *meta);

/* Islands of opaque pixels in a sheet. */

/* A row [x0, x1) of opaque pixels. `keep`, of a root: -1 for no frame, 1 for one even if small. */
typedef struct { gint y, x0, x1; guint parent; gint keep, level; } KbRun;

typedef struct {
  gint x, y, width, height;
  guint64 pixels;      /* opaque pixels of the island */
  gboolean shared;     /* its box also contains pixels of other islands */
  double cost;         /* of joining the part to the best figure */
  guint row;           /* islands side by side, from 0 */
  guint root;          /* for kb_island_map_picture */
} KbIsland;

typedef struct {
  GArray *islands;     /* KbIsland in reading order, the first KB_MAX_ISLANDS */
  guint n_islands;     /* all of them */
  guint n_small;       /* islands with fewer than `minimum` pixels */
  gint width, height, gap, minimum;
  GArray *runs;        /* KbRun, row by row; a root is the first run of its island */
  guint *row_start;    /* the first run of each row, and an end */
} KbIslandMap;

#define KB_MAX_ISLANDS 65536u   /* frames of a sheet */
/* Max number of unbroken rows of opaque pixels in the whole picture. */
#define KB_MAX_ISLAND_RUNS 4194304u

/* Time: linear in pixels, times gap + 1 in row runs. Memory: by runs and islands, not pixels.
 * Pixels with less than `alpha` (0 means 1) are in no island. NULL if there are more than
 * KB_MAX_ISLAND_RUNS. */
KbIslandMap *kb_island_map_new (const KbPicture *picture, gint alpha, gint gap, gint minimum,
                                gint gather);
/* Applies changes such as "drop 12,40; merge 10,10 30,12": see island_sheet.c. Returns the changes
 * that found no island, as new strings. Free them with g_strfreev. NULL and an error if one cannot
 * be understood. The islands are then no longer valid. */
char **kb_island_map_edit (KbIslandMap *map, const char *changes, GError **error);
/* The island alone, without the rest of its box. */
KbPicture *kb_island_map_picture (const KbIslandMap *map, const KbPicture *picture,
                                  const KbIsland *island);
void kb_island_map_free (KbIslandMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbIslandMap, kb_island_map_free)

/* For island_sheet.c. */
guint kb_runs_root (KbRun *runs, guint i);
void kb_runs_join (KbRun *runs, guint a, guint b);
/* Joins runs that are at most `gap` apart. */
void kb_runs_join_near (KbRun *runs, const guint *row_start, gint height, gint gap,
                        gint level);
/* Finds the islands of the runs. The second orders them and finds those that share their box. */
void kb_island_map_collect (KbIslandMap *map);
void kb_island_map_order (KbIslandMap *map);

#endif
