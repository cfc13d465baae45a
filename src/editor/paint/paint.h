/* SPDX-License-Identifier: MIT */
/* Painting zones: panel, list, actions and edits. */
#ifndef KB_EDITOR_PAINT_PAINT_H
#define KB_EDITOR_PAINT_PAINT_H

#include <adwaita.h>

#include "editor/lists/item_list.h"
#include "editor/state/editor_state.h"
#include "editor/state/window.h"

/* New masks, tracks and levels: over a picture, or on an empty canvas. */

/* Asks for a PNG; the new, empty asset gets its size and its name. */
void kb_mask_ask_picture (KbWindow *window);
void kb_track_ask_picture (KbWindow *window);
void kb_level_ask_picture (KbWindow *window);
/* Sets a picture behind the current level, which it asks for, or removes it. */
void kb_level_change_picture (KbWindow *window);
void kb_level_remove_picture (KbWindow *window);
/* Asks for a name and, except for levels, a size. */
void kb_mask_ask_empty (KbWindow *window);
void kb_track_ask_empty (KbWindow *window);
void kb_level_ask_empty (KbWindow *window);

/* One-line actions on painted zones. */

gboolean kb_paint_get_frames (KbWindow *window);
void kb_paint_set_frames (KbWindow *window, gboolean on);
void kb_paint_rename_zone (KbWindow *window);
void kb_paint_delete_zone (KbWindow *window);
void kb_paint_select_zone (KbWindow *window);
void kb_paint_fill_region (KbWindow *window);
/* By number key; index 0 is the first. */
void kb_paint_choose_zone (KbWindow *window, guint index);

/* Runs slow painting in the background, with progress and Cancel. */

/* Call once for a window: runs the work of its tools, one at a time. */
void kb_paint_jobs_watch (KbWindow *window);

/* The side panel while zones are painted: options of the tools, edits of the zone, and the size and
 * opacity of a mask. */

#define KB_TYPE_PAINT_PANEL (kb_paint_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbPaintPanel, kb_paint_panel, KB, PAINT_PANEL, AdwBin)

/* Call once, after construction. */
void kb_paint_panel_set_state (KbPaintPanel *self, KbEditorState *state);

/* A dialog that changes the size of the current mask or track. */

void kb_size_ask (KbWindow *window);

/* Edits of zones and their pixels, one undo step each. */

void kb_zone_ask_new (KbWindow *window);
void kb_zone_ask_name (KbWindow *window, KbId zone);
/* `colour` is 0xRRGGBBAA. Consecutive changes merge. */
void kb_zone_set_colour (KbEditorState *state, KbId zone, guint32 colour);
/* Its pixels become nothing; a toast offers Undo. */
void kb_zone_delete (KbWindow *window, KbId zone);
void kb_zone_merge (KbWindow *window, KbId from, KbId into);
/* The pixels of each value in the current mask or frame. */
void kb_zone_counts (KbEditorState *state, guint64 counts[256]);

/* These act on the current zone of the current painting. */
void kb_zone_grow (KbWindow *window);
void kb_zone_shrink (KbWindow *window);
/* Gives small parts of any zone the value around them. */
void kb_zone_clean_specks (KbWindow *window);
/* Fills all opaque pixels of the picture. */
void kb_zone_from_picture (KbWindow *window);
/* Paints over all pixels of another zone, the one under the pointer. */
void kb_zone_replace (KbWindow *window, KbId from);

/* The zones of the painting, or the surfaces of a track; the selected one is the current zone. */

extern const KbItemListSpec kb_zone_list;
extern const KbItemListSpec kb_surface_list;

#endif
