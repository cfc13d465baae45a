/* SPDX-License-Identifier: MIT */
/* Gestures on a frame, a mask, a track or a level become edits of the document.
 *
 * Purpose: every tool of the canvas, without a toolkit: the editor turns its events into
 * KbPointerEvent and KbKey, calls the functions below, and draws what kb_tools_draw draws. Toolbar,
 * shortcuts, help and the conformance tests read the table. Flow: event -> kb_tools_press .. motion
 * .. release -> the context's tool -> edits on the context's document. A gesture is one undo step;
 * kb_tools_cancel (Escape; a change of tool or frame by kb_tools_settle) takes back what it did. A
 * new tool is one file that ends in its KbTool, and one line in tools.c. Ownership: the
 * KbToolContext (context.h) owns the selection and the tool's state; the document, the host and its
 * data are borrowed. One context a canvas. */
#ifndef KB_TOOLS_H
#define KB_TOOLS_H

#include <cairo.h>

#include "tools/context.h"
#include "tools/selection.h"

enum {
  KB_TOOL_PLACES = 1 << 0,        /* puts something on the pixel pointed at: the loupe helps */
  KB_TOOL_CLICKS = 1 << 1,        /* a click is all: Enter presses and releases */
  KB_TOOL_USES_CONTROL = 1 << 2,  /* Control has a meaning of its own: Alt suspends snapping */
  KB_TOOL_PAINTS = 1 << 3,        /* works on painted zones; else on shapes and points */
  KB_TOOL_ANYWHERE = 1 << 4,      /* works on all of them */
  /* Draws where the pointer goes: wants each of its places, not one a redraw */
  KB_TOOL_FOLLOWS = 1 << 5,
  KB_TOOL_TRACKS = 1 << 6,        /* works on the curves and gates of a track */
  KB_TOOL_LEVELS = 1 << 7,        /* works on the walls, areas and entities of a level */
  KB_TOOL_TILES = 1 << 8,         /* works on a tile layer of a level */
  KB_TOOL_KINDS = KB_TOOL_PAINTS | KB_TOOL_TRACKS | KB_TOOL_LEVELS | KB_TOOL_TILES
};

/* What is worked on: shapes and points of a frame; painted zones of a frame or a mask; the same,
 * with curves and gates, of a track; walls, areas and entities of a level; a tile layer of one. */
typedef enum {
  KB_MODE_SHAPES,
  KB_MODE_ZONES,
  KB_MODE_TRACK,
  KB_MODE_LEVEL,
  KB_MODE_TILES,
  KB_N_MODES
} KbToolMode;

struct KbTool {
  const char *id;            /* "box"; for settings and actions */
  const char *label;         /* N_("Box") */
  const char *icon;          /* symbolic icon's name */
  char key;                  /* lower case letter */
  const char *cursor;        /* CSS cursor name over the canvas */
  /* One line for the status bar, N_(); "{save}" stands for the key of that action */
  const char *hint;
  const char *hint_through;  /* the same while a click also shows the next frame; NULL: `hint` */
  /* On levels: whose last class it goes on with; NULL: shapes, or nothing */
  const KbKind *makes;
  /* On levels: which kind of layer; the level's own: walls, areas and entities; NULL: whichever is
   * chosen */
  const KbKind *works_on;
  guint flags;
  gsize state_size;          /* of the zeroed state in context->state; 0: none */

  /* Of a tool that draws a shape by one drag (create.h): the shape between two positions of the
   * picture. Snaps, and shows the guides for it; `result` is zeroed before. */
  void (*make_shape) (KbToolContext *context, KbVec from, KbVec to, KbGeometry *result);

  /* Any of these may be NULL. press TRUE: a gesture began, motions and the release follow. */
  gboolean (*press) (KbToolContext *context, const KbPointerEvent *event);
  /* With and without a button */
  void (*motion) (KbToolContext *context, const KbPointerEvent *event);
  void (*release) (KbToolContext *context, const KbPointerEvent *event);
  gboolean (*key_press) (KbToolContext *context, KbKey key, guint modifiers);  /* TRUE: used */
  /* Ends what is going on without a trace and frees what the state holds. */
  void (*cancel) (KbToolContext *context);
  /* Ends what is built click by click as Enter would; quietly nothing where that is too short to be
   * anything. With `busy`. */
  void (*commit) (KbToolContext *context);
  /* TRUE while something is going on that Escape would cancel; NULL: while the button is down. */
  gboolean (*busy) (const KbToolContext *context);
  /* What is going on, in words for those who do not see it: "3 corners, convex"; a new string,
   * NULL: nothing. */
  char *(*speak) (const KbToolContext *context);
  const char *(*cursor_at) (const KbToolContext *context);  /* NULL result: `cursor` */
  /* Changes the amount that the tool works with (the tolerance of an outline); NULL: none. */
  void (*adjust) (KbToolContext *context, int steps);
  /* Over the scene, in canvas pixels: previews, rubber bands, numbers beside the pointer. */
  void (*draw) (KbToolContext *context, cairo_t *cr);
};

/* In the order of the toolbar, ended by NULL. */
extern const KbTool *const kb_tools[];

const KbTool *kb_tool_by_id (const char *id);
/* A key chooses at most one tool of a mode. */
const KbTool *kb_tool_by_key (char key, KbToolMode mode);
/* On levels, where none of this mode has the key: that for something else that can be worked on
 * there. NULL: none has it. */
const KbTool *kb_tool_by_key_elsewhere (const KbToolContext *context, char key);
/* Tracks have the tools for zones, too. */
gboolean kb_tool_fits (const KbTool *tool, KbToolMode mode);
KbToolMode kb_tools_mode (const KbToolContext *context);
/* Takes a tool that fits the level and its layer that is worked on: the one in the hand where it
 * does, unless that layer has one of its own to begin with. */
void kb_tools_settle_on_level (KbToolContext *context);

/* How the chosen tool is used, translated; keys are still to be filled in. */
const char *kb_tools_hint (const KbToolContext *context);

/* Changes tools; what is going on is settled first. The tool has to fit what is shown. */
void kb_tools_choose (KbToolContext *context, const KbTool *tool);
/* The same on a level for people, who may ask for a tool for something else than what is worked on:
 * that is worked on then, the one in front where there are several. FALSE, which is told: there is
 * none yet. */
gboolean kb_tools_take (KbToolContext *context, const KbTool *tool);

/* Button 1 goes to the tool; button 2 pans whatever the tool. TRUE when the event was used. */
gboolean kb_tools_press (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_motion (KbToolContext *context, const KbPointerEvent *event);
void kb_tools_release (KbToolContext *context, const KbPointerEvent *event);
/* The pointer left the canvas. */
void kb_tools_leave (KbToolContext *context);
/* The tool's keys, then those of all tools: arrows nudge the selection, with Control they resize
 * it, Delete deletes, Escape clears the selection. Letters that choose tools are the editor's
 * shortcuts, not looked at here.
 *
 * Without a mouse: where nothing is selected, or with Alt, arrow keys move a cursor over the pixels
 * (Shift by eight), which counts as the pointer until the mouse moves. Enter presses there and
 * Enter again releases (one Enter does both for tools that only click), with its own modifiers for
 * all that lies between; the first Enter of all shows the cursor. While the cursor is shown and a
 * placing tool is chosen, arrows move it whatever is selected. Escape cancels, clears, then hides
 * the cursor. */
gboolean kb_tools_key (KbToolContext *context, KbKey key, guint modifiers);
/* For the keys [ and ] and for Alt and the wheel: FALSE when the tool has no amount. */
gboolean kb_tools_adjust (KbToolContext *context, int steps);
/* After a change of context->pictures. */
void kb_tools_options_changed (KbToolContext *context);
/* Shows the keyboard's cursor, inside the view; where it was, else at the pointer, else in the
 * middle. */
void kb_tools_show_cursor (KbToolContext *context);
void kb_tools_cancel (KbToolContext *context);
/* Before anything else is done: what is built click by click becomes a step of its own, as by
 * Enter, where it is something by itself; a drag, and what is too short, is cancelled. Not within a
 * step. */
void kb_tools_settle (KbToolContext *context);
/* Before the document is written: what is built click by click stays in the making, a drag is
 * cancelled. */
void kb_tools_rest (KbToolContext *context);
/* The toolkit took the pointer away, without anybody's wish to cancel: ends the drag that was going
 * on; what was built click by click (a polygon's corners) stays. */
void kb_tools_lose (KbToolContext *context);
gboolean kb_tools_busy (const KbToolContext *context);
/* For undo, before any step of the document: the last point goes of what is built click by click,
 * with the first one all of it. FALSE: nothing is built. While the button is down TRUE, and nothing
 * goes. */
gboolean kb_tools_take_back (KbToolContext *context);
const char *kb_tools_cursor (const KbToolContext *context);
/* Previews, guides, what the tool shows, the keyboard's cursor. */
void kb_tools_draw (KbToolContext *context, cairo_t *cr, const KbStyle *style);
/* The loupe, where one is wanted now; after the rest, with the scene that was drawn. */
void kb_tools_draw_loupe (KbToolContext *context, cairo_t *cr, const KbScene *scene);
/* Held: the key for it is down. Else the context's switch, a placing tool and a zoom at which
 * pixels are small. */
gboolean kb_tools_wants_loupe (const KbToolContext *context);

#endif
