/* SPDX-License-Identifier: MIT */
/* Turns gestures on a frame, mask, track or level into edits of the document, without a toolkit.
 *
 * Flow: the editor passes events to kb_tools_press, motion, release -> the context's tool -> edits.
 * kb_tools_draw draws over the scene. One gesture is one undo step; kb_tools_cancel reverts it. A
 * new tool is a file that ends in its KbTool, and a line in tools.c. Ownership: a KbToolContext
 * (context.h), one per canvas, owns the selection and the tool's state. */
#ifndef KB_TOOLS_H
#define KB_TOOLS_H

#include <cairo.h>

#include "tools/context.h"
#include "tools/selection.h"

enum {
  KB_TOOL_PLACES = 1 << 0,        /* places something on the pointed pixel: the loupe helps */
  KB_TOOL_CLICKS = 1 << 1,        /* needs only a click: Enter presses and releases */
  KB_TOOL_USES_CONTROL = 1 << 2,  /* uses Control itself: Alt suspends snapping */
  KB_TOOL_PAINTS = 1 << 3,        /* edits painted zones; else shapes and points */
  KB_TOOL_ANYWHERE = 1 << 4,      /* fits everything */
  /* Draws along the pointer's path: needs every motion, not one per redraw */
  KB_TOOL_FOLLOWS = 1 << 5,
  KB_TOOL_TRACKS = 1 << 6,        /* edits the curves and gates of a track */
  KB_TOOL_LEVELS = 1 << 7,        /* edits the walls, areas and entities of a level */
  KB_TOOL_TILES = 1 << 8,         /* edits a tile layer of a level */
  KB_TOOL_HEIGHTS = 1 << 9,       /* measures or sculpts a heightmap of a level */
  KB_TOOL_KINDS =
    KB_TOOL_PAINTS | KB_TOOL_TRACKS | KB_TOOL_LEVELS | KB_TOOL_TILES | KB_TOOL_HEIGHTS
};

/* The edited content. KB_MODE_SHAPES: shapes and points of a frame. KB_MODE_ZONES: painted zones of
 * a frame or mask. KB_MODE_TRACK: those of a track, and its curves and gates. KB_MODE_LEVEL: walls,
 * areas and entities. KB_MODE_TILES: a tile layer. KB_MODE_HEIGHTS: a heightmap. */
typedef enum {
  KB_MODE_SHAPES,
  KB_MODE_ZONES,
  KB_MODE_TRACK,
  KB_MODE_LEVEL,
  KB_MODE_TILES,
  KB_MODE_HEIGHTS,
  KB_N_MODES
} KbToolMode;

struct KbTool {
  const char *id;            /* "box"; for settings and actions */
  const char *label;         /* N_("Box") */
  const char *icon;          /* name of a symbolic icon */
  char key;                  /* lower case letter */
  const char *cursor;        /* name of the CSS cursor over the canvas */
  /* One line for the status bar, N_(); "{save}" is replaced by the key of that action */
  const char *hint;
  const char *hint_through;  /* the same while a click also shows the next frame; NULL: `hint` */
  /* On levels: the kind whose last class is used; NULL: shapes, or nothing */
  const KbKind *makes;
  /* On levels: the kind of layer it edits; the level's own kind: walls, areas and entities; NULL:
   * any */
  const KbKind *works_on;
  guint flags;
  gsize state_size;          /* size of the zeroed gesture.state; 0: none */

  /* For tools that draw a shape by one drag (private.h): the shape between two positions of the
   * picture. Snaps and shows the guides; `result` starts zeroed. */
  void (*make_shape) (KbToolContext *context, KbVec from, KbVec to, KbGeometry *result);

  /* Any of these may be NULL. press returns TRUE if a gesture began; motions and the release
   * follow. */
  gboolean (*press) (KbToolContext *context, const KbPointerEvent *event);
  /* With or without a button */
  void (*motion) (KbToolContext *context, const KbPointerEvent *event);
  void (*release) (KbToolContext *context, const KbPointerEvent *event);
  gboolean (*key_press) (KbToolContext *context, KbKey key, guint modifiers);  /* TRUE: used */
  /* Ends the gesture without a trace and frees what the state owns. */
  void (*cancel) (KbToolContext *context);
  /* With `busy`. Finishes what is being built click by click, as Enter would; drops it silently
   * when too short. */
  void (*commit) (KbToolContext *context);
  /* TRUE while there is something for Escape to cancel; NULL: while the button is down. */
  gboolean (*busy) (const KbToolContext *context);
  /* For tools with a draft (private.h): ends it, as a `closed` outline or an open line. Reports why
   * not where it is too short. */
  void (*end_draft) (KbToolContext *context, gboolean closed);
  guint draft_min;           /* points */
  /* Describes the gesture for screen readers: "3 corners, convex"; a new string, NULL: nothing. */
  char *(*speak) (const KbToolContext *context);
  const char *(*cursor_at) (const KbToolContext *context);  /* NULL result: `cursor` */
  /* Changes the tool's amount (such as the tolerance of an outline); NULL: none. */
  void (*adjust) (KbToolContext *context, int steps);
  /* Draws over the scene, in canvas pixels: previews, rubber bands, numbers at the pointer. */
  void (*draw) (KbToolContext *context, cairo_t *cr);
};

/* In toolbar order, ending with NULL. */
extern const KbTool *const kb_tools[];

const KbTool *kb_tool_by_id (const char *id);
/* A key chooses at most one tool of a mode. */
const KbTool *kb_tool_by_key (char key, KbToolMode mode);
/* On levels, for a key that no tool of this mode has: the tool for another kind of content there.
 * NULL: no tool has it. */
const KbTool *kb_tool_by_key_elsewhere (const KbToolContext *context, char key);
/* The tools for zones also fit tracks. */
gboolean kb_tool_fits (const KbTool *tool, KbToolMode mode);
KbToolMode kb_tools_mode (const KbToolContext *context);
/* Selects a tool for the active layer: the layer's default for mazes, grounds and heightmaps.
 * Elsewhere keeps the current tool if it fits. */
void kb_tools_settle_on_level (KbToolContext *context);

/* A hint for the current tool, translated; keys are still to be filled in. */
const char *kb_tools_hint (const KbToolContext *context);

/* Changes the tool; first settles the current gesture. The tool must fit what is shown. */
void kb_tools_choose (KbToolContext *context, const KbTool *tool);
/* The same for the user, who may choose a tool for an inactive layer: the front layer that fits
 * becomes active. FALSE, reported: there is none yet. */
gboolean kb_tools_take (KbToolContext *context, const KbTool *tool);

/* Button 1 is for the tool; button 2 always pans. TRUE when the event was used. */
gboolean kb_tools_press (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_motion (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_release (KbToolContext *context, const KbPointerEvent *event);
/* The pointer left the canvas. */
void kb_tools_leave (KbToolContext *context);
/* The tool's keys, then common ones: arrows nudge the selection, with Control resize it; Delete;
 * Escape clears the selection. Letters are the editor's shortcuts. With Alt or no selection, arrows
 * move a cursor over the pixels (Shift: by eight), which is the pointer until the mouse moves.
 * Enter presses and Enter again releases. See docs/editor-guide.md. */
gboolean kb_tools_key (KbToolContext *context, KbKey key, guint modifiers);
/* For the keys [ and ] and Alt with the wheel. FALSE when the tool has no amount. */
gboolean kb_tools_adjust (KbToolContext *context, int steps);
/* Shows the keyboard's cursor inside the view: at its last position, else at the pointer, else in
 * the middle. */
void kb_tools_show_cursor (KbToolContext *context);
void kb_tools_cancel (KbToolContext *context);
/* Call before any other command. Anything built click by click becomes its own step, as with Enter,
 * if it is complete. A drag or an incomplete draft is cancelled. Not within a step. */
void kb_tools_settle (KbToolContext *context);
/* Call before saving: cancels a drag, but keeps a draft that is built click by click. */
void kb_tools_rest (KbToolContext *context);
/* Call when the toolkit takes the pointer away: ends the current drag. A draft built click by click
 * (a polygon's corners) stays. */
void kb_tools_lose (KbToolContext *context);
gboolean kb_tools_busy (const KbToolContext *context);
/* Call before undoing a step of the document: cancels a drag, or removes the last point of a draft,
 * with its first point the whole draft. FALSE: nothing is being drawn. While the button is down, a
 * draft stays: TRUE. */
gboolean kb_tools_take_back (KbToolContext *context);
const char *kb_tools_cursor (const KbToolContext *context);
/* Previews, guides, the tool's own marks, the keyboard's cursor. */
void kb_tools_draw (KbToolContext *context, cairo_t *cr, const KbStyle *style);
/* Draws the loupe if wanted. Call last, with the scene just drawn. */
void kb_tools_draw_loupe (KbToolContext *context, cairo_t *cr, const KbScene *scene);
/* TRUE while the loupe's key is held, or with the loupe on, a placing tool and small pixels. */
gboolean kb_tools_wants_loupe (const KbToolContext *context);

#endif
