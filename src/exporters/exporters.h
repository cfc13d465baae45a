/* SPDX-License-Identifier: MIT */
/* The formats of `kickbox export`: banks, and files that game engines read. Flow: `bake` fills a
 * KbBankContent and names its pages. The exporter of the chosen format turns that into bytes. Then
 * `bake` writes all files or none. Each format is a file that ends in its descriptor, and a line in
 * the table of exporters.c. Losses follow from the descriptor. Ownership: an exporter only borrows
 * the content. */
#ifndef KB_EXPORTERS_H
#define KB_EXPORTERS_H

#include <glib.h>
#include <jansson.h>

#include "bank/content.h"
#include "runtime/kickbox.h"

/* In every engine's file, so that an export may replace it. */
#define KB_EXPORT_MARK "Kickbox export"

/* What a project may have and a format may lack. */
typedef enum {
  KB_EXPORT_BOXES,         /* in the order of KbBankShapeKind */
  KB_EXPORT_CIRCLES,
  KB_EXPORT_ORIENTED,
  KB_EXPORT_POLYGONS,
  KB_EXPORT_CAPSULES,
  KB_EXPORT_ONCE,          /* animations, in the order of KbBankLoop */
  KB_EXPORT_LOOPS,
  KB_EXPORT_PING_PONGS,
  KB_EXPORT_HOLDS,
  KB_EXPORT_PICTURES,
  KB_EXPORT_HOT_SPOTS,
  KB_EXPORT_CLASSES,       /* of shapes */
  KB_EXPORT_SHAPE_NAMES,
  KB_EXPORT_POINTS,
  KB_EXPORT_DIRECTIONS,    /* of points */
  KB_EXPORT_EVENTS,
  KB_EXPORT_VALUES,        /* of sprites and frames */
  KB_EXPORT_MARK_VALUES,   /* of shapes and points */
  KB_EXPORT_RUN_VALUES,    /* of animations, their steps and events */
  KB_EXPORT_ZONES,         /* frames painted with zones */
  KB_EXPORT_MASKS,
  KB_EXPORT_TRACKS,
  KB_EXPORT_LEVELS,        /* as a whole; the rest: parts of levels */
  KB_EXPORT_WALLS,
  KB_EXPORT_AREAS,
  KB_EXPORT_ENTITIES,
  KB_EXPORT_LAYERS,        /* in the order of KbBankWorldKind */
  KB_EXPORT_MAZES,
  KB_EXPORT_GROUNDS,
  KB_EXPORT_HEIGHTMAPS,
  KB_EXPORT_IMAGES,
  KB_EXPORT_KINDS
} KbExportKind;
#define KB_HOLDS(kind) (1u << KB_EXPORT_##kind)
#define KB_HOLDS_SHAPES                                                                            \
  (KB_HOLDS (BOXES) | KB_HOLDS (CIRCLES) | KB_HOLDS (ORIENTED) | KB_HOLDS (POLYGONS)               \
   | KB_HOLDS (CAPSULES))
#define KB_HOLDS_ANIMATIONS                                                                        \
  (KB_HOLDS (ONCE) | KB_HOLDS (LOOPS) | KB_HOLDS (PING_PONGS) | KB_HOLDS (HOLDS))
/* Everything of a sprite except zones */
#define KB_HOLDS_SPRITES ((1u << KB_EXPORT_ZONES) - 1)

typedef struct {
  const KbBankSprite *sprite;
  const KbBankFrame *frame;
  char *name;              /* "SPRITE/FRAME"; no other frame has it */
  const json_t *json;      /* the frame in the JSON bank */
} KbExportFrame;

typedef struct KbExporter KbExporter;
/* Counts lost things under a translated name: kb_messages_lose. */
typedef void (*KbExportLose) (GPtrArray *messages, const char *what, guint n);

/* What an engine's exporter works on. */
typedef struct {
  const KbExporter *exporter;
  const KbBankContent *content;
  const char *stem;        /* of the main file: "robot" for "a/robot.json" */
  guint file;              /* which one is made; 0: the main file */
  GArray *frames;          /* KbExportFrame, sprite by sprite */
  json_t *sprites, *levels; /* in the form of the JSON bank; levels if the format holds some */
  json_t *changed;          /* names and texts that have another form in the files */
} KbExport;

struct KbExporter {
  const char *ending;      /* of the main file, ".json" */
  /* The name of a file after the main one, counted from 1, a new string; NULL: there is none.
   * `stem` as in KbExport. A format without such files has no function. */
  char *(*name_file) (const KbBankContent *content, const char *stem, guint file);
  guint holds;             /* KB_HOLDS of each kind; others are reported as lost */
  gboolean one_page;       /* it can name only one picture */
  gboolean own_pages;      /* each frame is a whole picture of its own, even one without pixels */
  gboolean sheets;         /* or all frames of a sprite are cells of one, if possible */
  gboolean pictures_inside;  /* in the main file, as PNG */
  gboolean only_animations;  /* it has no frames but those of animations */
  gboolean is_engine;      /* else a bank, and the settings say where its pictures go */
  /* Of a bank: adds its parts, GBytes, which may borrow from the content. */
  gboolean (*write_bank) (const KbBankContent *content, GPtrArray *parts, KbBankError *reason);
  /* Of an engine: the text of a file, from malloc; NULL if memory runs out. */
  char *(*make_text) (const KbExport *of);
  /* Or its bytes; NULL, and why in `reason`. */
  GBytes *(*make_bytes) (const KbExport *of, KbBankError *reason);
  /* Reports what else it cannot hold; may be NULL. */
  void (*list_losses) (const KbBankContent *content, KbExportLose lose, GPtrArray *messages);
};

/* One of several values of an option. */
typedef struct {
  const char *name;        /* of the command line and the project file */
  const char *label;       /* for people; marked with N_() */
  const KbExporter *exporter;   /* of a format, else NULL */
} KbExportChoice;

/* Ends with a NULL name. */
extern const KbExportChoice kb_exporters[];

extern const KbExporter kb_exporter_binary, kb_exporter_json, kb_exporter_phaser, kb_exporter_pixi,
  kb_exporter_aseprite, kb_exporter_libgdx, kb_exporter_physics, kb_exporter_mugen,
  kb_exporter_godot, kb_exporter_godot_frames,
  kb_exporter_construct, kb_exporter_gdevelop, kb_exporter_supertux, kb_exporter_tiled,
  kb_exporter_ldtk, kb_exporter_udmf;

/* What the bytes of a layer say. */
static inline kbx_about
kb_export_about (const KbBankWorld *layer)
{
  return kbx_info ((kbx_handle) { .data = layer->bytes, .kind = KBX_TILES });
}

/* Adds the parts of a file, GBytes, which may borrow from the content. `stem` and `file` as in
 * KbExport. `bank`: what is kept from one file of the content to the next; NULL at first. */
gboolean kb_exporter_write (const KbExporter *exporter, const KbBankContent *content,
                            json_t **bank, const char *stem, guint file, GPtrArray *parts,
                            KbBankError *reason);

/* "robot-RESTENDING" with only characters that are valid in file names of every system: letters,
 * digits, - and _, and all non-ASCII ones. A new string. */
char *kb_export_file_name (const char *stem, const char *rest, const char *ending);

/* Calls `lose` for each kind of things that the format cannot hold. `bank`: as kb_exporter_write
 * left it. */
void kb_exporter_list_losses (const KbExporter *exporter, const KbBankContent *content,
                              const json_t *bank, KbExportLose lose, GPtrArray *messages);

/* ---- for exporters ---- */

/* By name, or NULL. */
const KbBankSprite *kb_export_find_sprite (const KbBankContent *content, const char *name);
/* The number of a sprite's frame among all. */
guint kb_export_frame_index (const KbExport *of, const KbBankSprite *sprite, guint frame);
static inline const KbExportFrame *
kb_export_frame (const KbExport *of, guint index)
{
  return &g_array_index (of->frames, KbExportFrame, index);
}
/* An animation of a sprite. */
typedef struct {
  const char *name;        /* "SPRITE/ANIMATION" */
  guint number;            /* among the animations of all sprites */
  const KbBankSprite *sprite;
  const KbBankAnimation *animation;
  guint first;             /* the sprite's first frame among all */
  gboolean loops;
  guint n_steps;           /* including those of the way back */
  gboolean is_rest;
} KbExportRun;
typedef void (*KbExportAddRun) (const KbExport *of, gpointer to, const KbExportRun *run);
/* The rest comes last, for formats that have only animations: "frames" of a sprite has the frames
 * that no animation shows. */
void kb_export_each_animation (const KbExport *of, KbExportAddRun add, gpointer to);
static inline const KbBankStep *
kb_export_step (const KbExportRun *run, guint i)
{
  const guint n = run->animation->n_steps;
  return run->animation->steps + (i < n ? i : 2 * n - 2 - i);
}
/* The largest that divides both. Of 0 and a number, that number. */
guint kb_export_divisor (guint a, guint b);
/* The longest time in ms that fits each step of an animation without a rest, at least 10. */
guint kb_export_tick (const KbExportRun *run);
/* How many ticks each step takes, at least 1; rounded so that errors do not add up. To be freed. */
guint *kb_export_ticks (const KbExportRun *run, double tick);
/* Frames without a picture are on the first page. */
static inline gboolean
kb_export_is_on_page (const KbExportFrame *frame, guint page)
{
  return (frame->frame->has_picture ? frame->frame->page : 0) == page;
}
/* The file name of a picture. */
const char *kb_export_page_name (const KbExport *of, guint page);
/* That of a step, where each frame has its own. */
const char *kb_export_frame_picture (const KbExport *of, const KbExportRun *run, guint step);
/* The names of items in the JSON bank, for kb_export_identifier. */
json_t *kb_export_names (const json_t *items);
/* A name with only ASCII letters, digits and _, which does not begin with a digit. `taken` is an
 * object that gets it as a key, with the value true. Names with other values there are free only
 * for what is called so itself. */
json_t *kb_export_identifier (const KbExport *of, json_t *taken, const char *name);
/* Without the characters that XML cannot hold, which is reported: control characters except tabs
 * and ends of lines, U+FFFE and U+FFFF. A new string. */
char *kb_export_plain_text (const KbExport *of, const char *text);
/* Reports a name or text that is not `made` in the files. Returns `made`. */
const char *kb_export_note_name (const KbExport *of, const char *name, const char *made);
/* Two numbers. */
void kb_export_read_pair (const json_t *list, double *x, double *y);
/* Of an entity, clockwise from the right on the screen. */
double kb_export_degrees (const json_t *direction);
/* The walls of a level, which get their values. */
json_t *kb_export_walls (const json_t *level);
/* Any value as text, a new string. A point is "x, y". */
char *kb_export_value_text (const json_t *value);
/* Sets a value that a format needs itself. A value of the project that has the key, and is not the
 * same, gets a longer key, which is reported. Steals the value. */
void kb_export_set_value (const KbExport *of, json_t *values, const char *key, json_t *value);
/* The values of an item and those of its own members that are set, up to a NULL: a text, TRUE, or a
 * direction, which becomes degrees. A new object. */
json_t *kb_export_values (const KbExport *of, const json_t *item, const char *const *own);
/* In quotes, a new string. */
char *kb_export_quoted (const char *text);
/* As text; steals the value. */
char *kb_export_json_text (json_t *value);

/* Of each frame of a sprite, an object with its values. What its tiles stop is added as
 * "collision", "collision_class" and "heights", if any layer shows it. */
json_t *kb_export_tile_values (const KbExport *of, guint sprite);

#endif
