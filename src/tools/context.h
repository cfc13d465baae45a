/* SPDX-License-Identifier: MIT */
/* What a canvas and its tools share: which frame, mask, track or level, what is selected, where the
 * pointer is. */
#ifndef KB_TOOLS_CONTEXT_H
#define KB_TOOLS_CONTEXT_H

#include "document/edit.h"
#include "drawing/drawing.h"
#include "operations/level/cell_stroke.h"
#include "operations/level/index.h"

typedef struct KbTool KbTool;
typedef struct KbToolContext KbToolContext;

enum { KB_MOD_SHIFT = 1 << 0, KB_MOD_CONTROL = 1 << 1, KB_MOD_ALT = 1 << 2 };

typedef enum {
  KB_KEY_ENTER, KB_KEY_BACKSPACE, KB_KEY_ESCAPE, KB_KEY_DELETE,
  KB_KEY_LEFT, KB_KEY_RIGHT, KB_KEY_UP, KB_KEY_DOWN
} KbKey;

typedef struct {
  KbVec canvas;        /* canvas pixels */
  guint button;        /* 1 primary, 2 middle; 0 for a motion without a button */
  guint n_press;       /* 2: a double click */
  guint modifiers;
} KbPointerEvent;

struct KbPaintWork;    /* paint/work.h */

/* What tools ask of their canvas. Any may be NULL. */
typedef struct {
  void (*redraw) (gpointer data);
  void (*selection_changed) (gpointer data);
  void (*view_changed) (gpointer data);                   /* the hand panned context->view */
  void (*status) (gpointer data, const char *message);    /* one line for people; NULL clears it */
  /* context->next.class_id was set by a tool */
  void (*class_changed) (gpointer data);
  /* context->next.point_name was set by a tool */
  void (*point_changed) (gpointer data);
  /* context->next.zone_id was set by a tool */
  void (*zone_changed) (gpointer data);
  /* context->level.stamp is another one; or another layer is worked on */
  void (*stamp_changed) (gpointer data);
  void (*work) (gpointer data, struct KbPaintWork *work);  /* takes what may take long */
  /* A point was placed with click_through on */
  void (*placed) (gpointer data);
  /* A move is tried on a level, from place to place in its pixels; NULL, NULL: none any more. */
  void (*probed) (gpointer data, const KbVec *from, const KbVec *to);
} KbToolHost;

/* To what things snap while they are dragged; see snap.h. */
enum {
  KB_SNAP_FRAME = 1 << 0,
  KB_SNAP_SHAPES = 1 << 1,
  KB_SNAP_HOT_SPOT = 1 << 2,
  KB_SNAP_ALL = 7
};

typedef struct {
  gboolean on;               /* the switch for guides; on at first */
  guint to;                  /* KB_SNAP_*; all at first */
  gboolean to_pixels;        /* corners of polygons go to corners of pixels; on at first */
  GArray *guides;            /* KbGuide: where the gesture's thing lies on lines now; snap.h */
  GArray *lines[2];          /* private: KbSnapLine */
} KbToolSnap;

/* How pictures are read by the trace tool and the previews of preview.h. */
typedef struct {
  guint alpha;               /* from which a pixel is opaque; 1 to 255 */
  gboolean diagonal;         /* pixels that meet at a corner are one part */
  double tolerance;          /* of outlines, in pixels */
} KbPictureOptions;

/* How zones are painted. */
typedef struct {
  guint size;                /* pixels across, of brush, eraser and lines; 1 to 512 */
  gboolean square;           /* of these; else round */
  gboolean filled;           /* rectangles and ellipses; else lines of `size` */
  gboolean keep;             /* only what is nothing yet is painted */
  gboolean by_picture;       /* filling looks at the picture's colours; else at the zones */
  gboolean contiguous;       /* filling stays in what hangs together */
  gboolean stops;            /* filling stays in the zone that is clicked, or in what is nothing */
  guint tolerance;           /* of colours, in filling; 0 to 255 */
} KbPaintOptions;

/* What is open on the canvas. */
typedef struct {
  KbId sprite_id, frame_id;
  /* The mask, track, band or frame whose zones are painted; 0: shapes and points are made */
  KbId painted_id;
  /* The level that is shown; where it is not 0, sprite_id and painted_id do not count */
  KbId level_id;
  /* Its tile layer, maze, ground or heightmap that is worked on; 0: its walls, areas, entities */
  KbId layer_id;
} KbToolShown;

enum { KB_N_MADE = 4 };    /* kinds of things that have a class */

/* What the next thing is made with. */
typedef struct {
  KbId class_id;             /* 0: the first class of the project */
  /* The user chose class_id; taking another tool does not change it then. made_classes.h */
  gboolean class_wished;
  KbId made[KB_N_MADE];      /* private: made_classes.c */
  KbId zone_id;              /* what is painted with; 0: the first zone */
  /* What bands are painted with: KB_BAND_IS, KB_BAND_IS_NOT or 0, as computed */
  guint8 band_value;
  double track_width;        /* of new points of curves */
  char *point_name;          /* owned; which action point a click places; NULL: a new one */
} KbToolNext;

/* What goes on where zones are painted. */
typedef struct {
  KbZonesPainter *stroke;    /* what is being painted; NULL: nothing. paint/stroke.h */
  guint serial;              /* of the stroke: another one for each painter */
  gboolean wrote;            /* the stroke is known to have written something */
  /* Selected pixels, to which painting keeps; NULL: none. paint/region.h */
  struct KbPixelSet *region;
  /* Where it was before each move of its pixels, for undo; NULL: none. paint/region.c */
  GArray *region_moves;
  /* What paint.size goes back to after a band, which has its own; 0: no band is painted */
  guint other_size;
  double band_radius;        /* the radius of the band that paint.size was made for */
} KbToolPainting;

/* What tools for levels keep. */
typedef struct {
  /* Tiles that are put on tile layers; NULL: none was chosen. tiles/work.h */
  KbStamp *stamp;
  KbCellStroke *cells;       /* what is being painted on a tile layer; NULL: nothing */
  /* borrowed: the canvas's pictures, for previews of tiles; NULL: without */
  KbSurfaces *surfaces;
  /* A maze or ground that the tool draws while it changes it, in place of the canvas; 0: none */
  KbId drawn_layer;
  KbHeights *heights;        /* private: kb_tool_context_heights */
  KbLevelIndex *index;       /* private: kb_tool_context_level_index */
  GHashTable *selected;      /* private: level/parts.c; the context's `selected` as a set ... */
  guint selected_serial;     /* private: ... when it had this serial */
  GHashTable *last_layers;   /* private: layer_id by level_id, of levels that were shown before */
  /* private: level/active.c; what was worked on before, the latest last */
  GArray *layers_before;
} KbToolLevel;

/* What is under the pointer. */
typedef struct {
  /* A shape, point, or frame (its hot spot), a part of a track or level; 0: none */
  KbId id;
  gboolean is_place;         /* an end of a wall or a corner of an area ... */
  KbVec place;               /* ... here */
  int handle;                /* of the selected shape; -1: none */
} KbToolHover;
#define KB_NO_HOVER ((KbToolHover) { .handle = -1 })

/* The keyboard's pointer: arrow keys move it, Enter presses there; see kb_tools_key. */
typedef struct {
  gboolean on;
  gint x, y;                 /* a pixel, may lie outside the frame */
  KbVec mouse;               /* private: where the mouse was last, when the keyboard took over */
  guint modifiers;           /* private: held with the Enter that pressed */
  gint pressed_x, pressed_y; /* private: where Enter pressed last */
} KbToolCursor;

struct KbToolContext {
  KbDocument *document;      /* borrowed; see kb_tool_context_set_document */
  KbToolShown shown;         /* read it, change it with kb_tool_context_set_... */
  KbToolNext next;
  KbView view;

  gboolean click_through;    /* tell the host after placing, so that it can show the next frame */
  KbToolSnap snap;
  KbPictureOptions pictures; /* after a change call kb_tools_options_changed */
  KbPaintOptions paint;      /* after a change call kb_tools_options_changed */
  /* Magnify around the pointer while placing when zoomed out; on at first */
  gboolean loupe;
  gboolean loupe_held;       /* magnify in any case: a key is held */
  /* Options are being changed: previews stay where the pointer left them */
  gboolean tuning;

  GArray *selected;          /* KbId; read it, change it with selection.h */
  /* KbVec: ends of walls and corners of areas that are selected by themselves, on a level */
  GArray *places;
  guint selection_serial;    /* another one after each change of the selection */
  /* Of the selected polygon, chosen with a click; read it with kb_selection_corner */
  int corner;

  GHashTable *hidden_classes, *locked_classes;   /* sets of GUINT_TO_POINTER (class id) */
  GHashTable *hidden_bands;  /* sets of GUINT_TO_POINTER (id): of bands of tracks; */
  /* Of a level's tile layers, mazes, grounds and heightmaps */
  GHashTable *hidden_layers, *locked_layers;
  /* Draw how near to the edge of a curve's road cars may come, for each band that is shown */
  gboolean beside;

  const KbTool *tool;        /* never NULL */
  gpointer state;            /* the tool's */
  gboolean pressed;          /* between press and release of a tool's gesture */
  const KbStyle *style;      /* of the last drawing */

  gboolean has_pointer;      /* the pointer is over the canvas */
  KbVec pointer;             /* canvas pixels */
  KbVec at;                  /* the same in picture pixels */
  gint pixel_x, pixel_y;     /* the pixel under the pointer */
  guint modifiers;
  KbToolHover hover;
  KbToolCursor cursor;

  KbToolPainting painting;
  KbToolLevel level;

  /* The last rubber band, in pixels; w 0: none. Goes with the frame */
  struct { gint x, y, w, h; } band;
  struct KbPreview *preview; /* what is shown but not done yet: preview.h; NULL: nothing */
  /* borrowed; KbBounds that notes beside the pointer keep off; NULL: none */
  const GArray *label_places;

  const KbToolHost *host;    /* borrowed */
  gpointer host_data;

  guint listener;            /* private */
  gboolean panning;          /* private: middle button */
  KbVec pan_from;            /* private */
};

/* With the select tool and nothing selected. */
KbToolContext *kb_tool_context_new (const KbToolHost *host, gpointer host_data);
/* Cancels a gesture; the document must still be there, or have been taken away with NULL. */
void kb_tool_context_free (KbToolContext *context);
/* Cancels a gesture, clears frame, class and selection. NULL takes the document away. */
void kb_tool_context_set_document (KbToolContext *context, KbDocument *document);
/* Cancels a gesture and clears the selection when the frame changes; 0, 0 for none. */
void kb_tool_context_set_frame (KbToolContext *context, KbId sprite_id, KbId frame_id);
/* Cancels a gesture and takes a tool that fits when it changes: a mask, a track or one of its
 * bands, a frame (that of set_frame), or 0. */
void kb_tool_context_set_painted (KbToolContext *context, KbId node_id);
/* Cancels a gesture, clears the selection and takes a tool that fits when it changes; 0: what the
 * others say is shown. */
void kb_tool_context_set_level (KbToolContext *context, KbId level_id);
void kb_tool_context_set_point_name (KbToolContext *context, const char *name);

/* NULL when there is none (any more). For use at once. */
KbSprite *kb_tool_context_sprite (const KbToolContext *context);
KbFrame *kb_tool_context_frame (const KbToolContext *context);
/* The mask, track, band or frame whose zones are painted. */
KbNode *kb_tool_context_painted (const KbToolContext *context);
/* The track that it is, or whose band it is. */
KbTrack *kb_tool_context_track (const KbToolContext *context);
KbLevel *kb_tool_context_level (const KbToolContext *context);
/* What lies where on it, made when it is first asked for; NULL without a level. */
KbLevelIndex *kb_tool_context_level_index (KbToolContext *context);
/* What is kept of heightmaps, made when it is first asked for. */
KbHeights *kb_tool_context_heights (KbToolContext *context);
/* How large what is shown is; FALSE when nothing is, and for levels, which have bounds only. */
gboolean kb_tool_context_size (const KbToolContext *context, gint *width, gint *height);
/* The picture of what is shown; NULL when there is none or it cannot be read. New reference. */
KbPicture *kb_tool_context_picture (const KbToolContext *context);
/* The same for what is done with the picture: FALSE, and told, while it is still being read. */
gboolean kb_tool_context_find_picture (KbToolContext *context, KbPicture **picture);

/* The class for something new of that kind; when the project has none inserts one that is named as
 * what it is for: "wall", "ground", "area", "entity", of frames, which are tiles then, "solid", of
 * shapes "body". 0 and an error on failure. Call it within a step. */
KbId kb_tool_context_class (KbToolContext *context, const KbKind *kind, GError **error);
/* A name for a new action point that the frame has not yet: the sprite's own names first, in the
 * order in which they were first used, then "point 1", "point 2" ...; a new string. */
char *kb_tool_context_free_point_name (const KbToolContext *context);

/* Fills the scene's document, frame, view, selection, hover and pixel; the rest is the caller's. */
void kb_tool_context_fill_scene (const KbToolContext *context, KbScene *scene);
/* What is painted, with the stroke that is under way, in its zones' colours; the stamp is the
 * caller's. */
void kb_tool_context_fill_painting (const KbToolContext *context, KbPainting *painting);

/* For tools: numbers beside a place of the canvas. */
void kb_tool_context_note (const KbToolContext *context, cairo_t *cr, KbVec at, const char *text,
                           guint32 colour);
/* For tools: tell the host. */
void kb_tool_context_redraw (KbToolContext *context);
void kb_tool_context_status (KbToolContext *context, const char *message);
/* Shows the error's message as status; frees it. */
void kb_tool_context_report (KbToolContext *context, GError *error);

#endif
