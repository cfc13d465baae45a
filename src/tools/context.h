/* SPDX-License-Identifier: MIT */
/* State that a canvas shares with its tools: the open frame, mask, track or level, the selection,
 * the pointer. */
#ifndef KB_TOOLS_CONTEXT_H
#define KB_TOOLS_CONTEXT_H

#include "document/edits/edit.h"
#include "drawing/drawing.h"
#include "operations/level/cell_stroke.h"
#include "operations/level/index.h"
#include "operations/level/terrain.h"
#include "operations/operations.h"

typedef struct KbTool KbTool;
typedef struct KbToolContext KbToolContext;

enum { KB_MOD_SHIFT = 1 << 0, KB_MOD_CONTROL = 1 << 1, KB_MOD_ALT = 1 << 2 };

typedef enum {
  KB_KEY_ENTER, KB_KEY_BACKSPACE, KB_KEY_ESCAPE, KB_KEY_DELETE,
  KB_KEY_LEFT, KB_KEY_RIGHT, KB_KEY_UP, KB_KEY_DOWN
} KbKey;

typedef struct {
  KbVec canvas;        /* canvas pixels */
  guint button;        /* 1 primary, 2 middle, or 0 for a motion without a button */
  guint n_press;       /* 2: a double click */
  guint modifiers;
} KbPointerEvent;

struct KbPaintWork;    /* paint/work.h */
struct KbRegionClip;   /* paint/marks.h */

/* What the tools changed. */
typedef enum {
  KB_TOOLS_PICTURE,        /* what they draw */
  KB_TOOLS_SELECTION,
  KB_TOOLS_VIEW,           /* context->view */
  KB_TOOLS_NEXT,           /* context->next, the stamp or the active layer */
  KB_TOOLS_PLACED          /* a point was placed with click_through on */
} KbToolsChange;

/* Callbacks from the tools to their canvas. Any may be NULL. */
typedef struct {
  void (*changed) (gpointer data, KbToolsChange change);
  /* one line for the user; NULL clears it */
  void (*status) (gpointer data, const char *message);
  void (*work) (gpointer data, struct KbPaintWork *work);  /* takes ownership of long work */
  /* A move is tried on a level, in its pixels; NULL, NULL: no longer. */
  void (*probed) (gpointer data, const KbVec *from, const KbVec *to);
} KbToolHost;

/* Targets for snapping while dragging. See snap.h. */
enum {
  KB_SNAP_FRAME = 1 << 0,
  KB_SNAP_SHAPES = 1 << 1,
  KB_SNAP_HOT_SPOT = 1 << 2,
  KB_SNAP_ALL = 7
};

typedef struct {
  gboolean on;               /* switch for guides; on by default */
  guint to;                  /* KB_SNAP_*; all by default */
  gboolean to_pixels;        /* polygon corners snap to pixel corners; on by default */
  GArray *guides;            /* KbGuide: where the dragged thing is on lines; snap.h */
  GArray *lines[2];          /* private: KbSnapLine */
} KbToolSnap;

/* How the trace tool and the previews of preview.h read pictures. */
typedef struct {
  gboolean diagonal;         /* pixels that touch at a corner are connected */
  double tolerance;          /* of outlines, in pixels */
} KbPictureOptions;

/* Options for painting zones. */
typedef struct {
  guint size;                /* width in pixels of brush, eraser and lines; 1 to 512 */
  gboolean square;           /* brush shape; else round */
  gboolean filled;           /* rectangles and ellipses; else outlines `size` wide */
  gboolean keep;             /* paints only where there is no zone yet */
  gboolean by_picture;       /* fills by the picture's colours; else by zones */
  gboolean contiguous;       /* fills only connected pixels */
  gboolean stops;            /* fills only the clicked zone, or only where there is no zone */
  guint tolerance;           /* colour tolerance for filling; 0 to 255 */
  guint region_by;           /* pixels by which a region grows, shrinks and is smoothed */
} KbPaintOptions;

/* Options for sculpting heightmaps. */
typedef struct {
  guint size;                /* of the brush, in samples */
  guint strength, falloff;   /* in percent */
  gboolean contours;         /* draw lines of equal altitude, */
  guint step;                /* altitude from one to the next */
} KbSculptOptions;

/* What the canvas shows. */
typedef struct {
  KbId sprite_id, frame_id;
  /* The mask, track, band or frame whose zones are painted; 0: shapes and points are edited */
  KbId painted_id;
  /* The level shown; if not 0, sprite_id and painted_id are ignored */
  KbId level_id;
  /* The level's active tile layer, maze, ground or heightmap; 0: its walls, areas, entities */
  KbId layer_id;
} KbToolShown;

enum { KB_N_MADE = 4 };    /* kinds of nodes that have a class */

/* Properties of the next thing that a tool makes. */
typedef struct {
  KbId class_id;             /* 0: the project's first class */
  /* The user chose class_id, so changing the tool keeps it. names.h */
  gboolean class_wished;
  KbId made[KB_N_MADE];      /* private: made_classes.c */
  KbId zone_id;              /* for painting; 0: the first zone */
  /* Value for painting bands: KB_BAND_IS, KB_BAND_IS_NOT, or 0 for the computed one */
  guint8 band_value;
  double track_width;        /* for new points of curves */
  char *point_name;          /* owned; the action point that a click places; NULL: a new one */
} KbToolNext;

/* State of painting zones. */
typedef struct {
  KbZonesPainter *stroke;    /* the current stroke; NULL: none. paint/stroke.h */
  guint serial;              /* of the stroke: differs for each painter */
  gboolean wrote;            /* the stroke has certainly written something */
  /* Selected pixels, to which painting is limited; NULL: none. paint/marks.h */
  struct KbPixelSet *region;
  struct KbRegionClip *clip;   /* private: copied pixels; NULL: none. paint/region.c */
  /* The region before each move of its pixels, for undo; NULL: none. paint/region.c */
  GArray *region_moves;
  /* The value that paint.size gets back after painting a band; 0: no band is being painted */
  guint other_size;
  double band_radius;        /* the band's radius when paint.size was set from it */
  GHashTable *sizes;         /* private: paint.size by the ID of the asset left */
} KbToolPainting;

/* State of the tools for levels. */
typedef struct {
  /* Tiles to put on tile layers; NULL: none chosen. tiles/work.h */
  KbStamp *stamp;
  KbCellStroke *cells;       /* the current stroke on a tile layer; NULL: none */
  KbId terrain_id;           /* painted instead of the stamp; 0: none */
  KbId tileset_id;           /* the tileset whose tiles are offered; 0: none */
  KbId saved_id;             /* the saved stamp in hand; 0: none */
  struct KbTilesSelection *selected;   /* private: tiles/selected.h; NULL: no cells */
  gboolean random;           /* each cell gets any tile of the stamp */
  /* private: tiles/work.c; of the stroke, with the stamp or as an eraser */
  KbTerrains *terrains;
  gboolean erases;
  guint32 seed;
  /* borrowed: the canvas's pictures, for previews of tiles, may be NULL */
  KbSurfaces *surfaces;
  /* The maze or ground that the tool draws instead of the canvas while changing it; 0: none */
  KbId drawn_layer;
  KbHeights *heights;        /* private: kb_tool_context_heights */
  KbLevelIndex *index;       /* private: kb_tool_context_level_index */
  GHashTable *last_layers;   /* private: layer_id by level_id, of levels shown before */
  /* private: level/active.c; layers that were active before, latest last */
  GArray *layers_before;
} KbToolLevel;

/* The thing under the pointer. */
typedef struct {
  /* A shape, point, frame (its hot spot), or part of a track or level; 0: none */
  KbId id;
  gboolean is_place;         /* an end of a wall or corner of an area ... */
  KbVec place;               /* ... at this position */
  int handle;                /* of the selected shape; -1: none */
} KbToolHover;
#define KB_NO_HOVER ((KbToolHover) { .handle = -1 })

/* The keyboard's pointer: arrow keys move it, Enter presses; see kb_tools_key. */
typedef struct {
  gboolean on;
  gint x, y;                 /* a pixel, possibly outside the frame */
  KbVec mouse;               /* private: the mouse's last position when the keyboard took over */
  guint modifiers;           /* private: modifiers of the Enter that pressed */
  gint pressed_x, pressed_y; /* private: where Enter pressed last */
} KbToolCursor;

/* The pointer, and what it is at. */
typedef struct {
  gboolean over;             /* it is over the canvas */
  KbVec canvas;              /* canvas pixels */
  KbVec at;                  /* the same in picture pixels */
  gint pixel_x, pixel_y;     /* the pixel under it */
  guint modifiers;
  KbToolHover hover;
  KbToolCursor cursor;
  /* borrowed; KbBounds that notes at it avoid; NULL: none */
  const GArray *label_places;
} KbToolPointer;

/* What is selected; change it with selection.h only. */
typedef struct {
  GArray *ids;               /* KbId */
  /* KbVec: individually selected ends of walls and corners of areas, on a level */
  GArray *places;
  guint serial;              /* changes with the selection */
  /* Of the selected polygon, chosen with a click; read it with kb_selection_corner */
  int corner;
  /* The last rubber band, in pixels; w 0: none. Cleared with the frame */
  KbBox band;
  GHashTable *set;           /* private: level/parts.c; `ids` as a set ... */
  guint set_serial;          /* private: ... as of this serial */
} KbToolSelection;

/* The current tool, and what it is doing. */
typedef struct {
  const KbTool *tool;        /* never NULL */
  gpointer state;            /* the tool's */
  gboolean pressed;          /* between press and release of a tool's gesture */
  gboolean panning;          /* private: middle button */
  KbVec pan_from;            /* private */
} KbToolGesture;

/* What the user sets for all tools: the table of options.h. */
typedef struct {
  gboolean click_through;    /* notify the host after placing, so that it can show the next frame */
  gboolean shape_through;    /* the same after drawing a shape */
  KbToolSnap snap;
  KbPictureOptions pictures; /* after a change call kb_tools_options_changed */
  KbPaintOptions paint;      /* after a change call kb_tools_options_changed */
  KbSculptOptions sculpt;
  /* Magnify around the pointer while placing when zoomed out; on by default */
  gboolean loupe;
  gboolean loupe_held;       /* magnify regardless: a key is held */
  /* Options are being changed: previews stay where the pointer was last */
  gboolean tuning;
  /* Draw for each visible band how near cars may come to the edge of a curve's road */
  gboolean beside;
} KbToolOptions;

struct KbToolContext {
  KbDocument *document;      /* borrowed; see kb_tool_context_set_document */
  KbToolShown shown;         /* read it, change it with kb_tool_context_set_... */
  KbView view;
  const KbStyle *style;      /* from the last redraw */
  gboolean lines_in_scene;   /* see kb_tool_context_fill_lines */
  GHashTable *hidden, *locked; /* sets of GUINT_TO_POINTER (id): classes, layers, bands */
  KbToolPointer pointer;
  KbToolSelection selection;
  KbToolGesture gesture;
  struct KbPreview *preview; /* a preview of changes not made yet: preview.h; NULL: none */
  KbToolOptions options;
  KbToolNext next;
  KbToolPainting painting;
  KbToolLevel level;

  const KbToolHost *host;    /* borrowed */
  gpointer host_data;
  guint listener;            /* private */
};

/* Starts with the select tool and an empty selection. */
KbToolContext *kb_tool_context_new (const KbToolHost *host, gpointer host_data);
/* Cancels a gesture. The document must still exist, or have been replaced with NULL. */
void kb_tool_context_free (KbToolContext *context);
/* Cancels a gesture, clears frame, class and selection. NULL removes the document. */
void kb_tool_context_set_document (KbToolContext *context, KbDocument *document);
/* Whether a class, layer or band is hidden, or locked. The second: neither. */
typedef enum { KB_TOOL_HIDDEN, KB_TOOL_LOCKED } KbToolMark;
gboolean kb_tool_context_is_marked (const KbToolContext *context, KbId id, KbToolMark mark);
gboolean kb_tool_context_is_open (const KbToolContext *context, KbId id);
/* Ends a gesture first. Returns FALSE if it is so already. */
gboolean kb_tool_context_mark (KbToolContext *context, KbId id, KbToolMark mark, gboolean on);
/* Cancels a gesture and clears the selection when the frame changes; 0, 0: no frame. */
void kb_tool_context_set_frame (KbToolContext *context, KbId sprite_id, KbId frame_id);
/* Shows a mask, a track or one of its bands, a frame (that of set_frame), or 0: nothing painted. On
 * a change cancels a gesture and selects a tool that fits. */
void kb_tool_context_set_painted (KbToolContext *context, KbId node_id);
/* On a change cancels a gesture, clears the selection and selects a tool that fits. 0: no level;
 * what the other functions set is shown. */
void kb_tool_context_set_level (KbToolContext *context, KbId level_id);
void kb_tool_context_set_point_name (KbToolContext *context, const char *name);

/* NULL when there is none (any more). Do not keep the pointer. */
KbSprite *kb_tool_context_sprite (const KbToolContext *context);
KbFrame *kb_tool_context_frame (const KbToolContext *context);
/* Pixels of at least this alpha are opaque: a setting of the sprite, or 1 without one. */
guint kb_tool_context_alpha (const KbToolContext *context);
/* The mask, track, band or frame whose zones are painted. */
KbNode *kb_tool_context_painted (const KbToolContext *context);
/* The painted track, or the track of the painted band. */
KbTrack *kb_tool_context_track (const KbToolContext *context);
KbLevel *kb_tool_context_level (const KbToolContext *context);
/* Finds things on the level by position; built on first use. NULL without a level. */
KbLevelIndex *kb_tool_context_level_index (KbToolContext *context);
/* Cached heightmaps; created on first use. */
KbHeights *kb_tool_context_heights (KbToolContext *context);
/* Size of what is shown, or FALSE when nothing is, and for levels, which only have bounds. */
gboolean kb_tool_context_size (const KbToolContext *context, gint *width, gint *height);
/* The picture of what is shown, or NULL when there is none or it cannot be read. New reference. */
KbPicture *kb_tool_context_picture (const KbToolContext *context);
/* The same for operations on the picture: reports and returns FALSE while it is still being
 * read. */
gboolean kb_tool_context_find_picture (KbToolContext *context, KbPicture **picture);

/* The class for a new node of that kind. In a project without classes, inserts one: "wall",
 * "ground", "area", "entity"; "solid" for frames (tiles); "body" for shapes. 0 and an error on
 * failure, and for a class that is hidden or locked. Requires an open step. */
KbId kb_tool_context_class (KbToolContext *context, const KbKind *kind, GError **error);
/* A name for a new action point that the frame does not have yet, as a new string. First the
 * sprite's other names in order of first use, then "point 1", "point 2" ... */
char *kb_tool_context_free_point_name (const KbToolContext *context);

/* Fills the scene's document, frame, view, selection, hover and pixel. The caller fills the
 * rest. */
void kb_tool_context_fill_scene (const KbToolContext *context, KbScene *scene);
/* Lets the scene draw the lines of a track's unmarked curves. From then on kb_tools_draw leaves
 * them out. */
void kb_tool_context_fill_lines (KbToolContext *context, KbScene *scene);
/* The painted zones in their colours, with the current stroke. The caller adds the stamp. */
void kb_tool_context_fill_painting (const KbToolContext *context, KbPainting *painting);

/* For tools: numbers next to a canvas position. */
void kb_tool_context_note (const KbToolContext *context, cairo_t *cr, KbVec at, const char *text,
                           guint32 colour);
/* For tools: notify the host. */
void kb_tool_context_changed (KbToolContext *context, KbToolsChange change);
void kb_tool_context_redraw (KbToolContext *context);
/* With click_through on. A press with Shift stays on its frame. */
void kb_tool_context_placed (KbToolContext *context, const KbPointerEvent *event);
void kb_tool_context_status (KbToolContext *context, const char *message);
/* The same where nothing is done: returns FALSE. */
gboolean kb_tool_context_refuse (KbToolContext *context, const char *message);
/* Shows the error's message as the status; frees it. */
void kb_tool_context_report (KbToolContext *context, GError *error);

#endif
