/* SPDX-License-Identifier: MIT */
/* Painting zones: panel, list, actions and edits. */
#ifndef KB_EDITOR_PAINT_PAINT_H
#define KB_EDITOR_PAINT_PAINT_H

#include <adwaita.h>

#include "editor/lists/item_list.h"
#include "editor/state/actions.h"

/* New masks, tracks and levels: over a picture, or on an empty canvas. */

enum { KB_NEW_MASK, KB_NEW_TRACK, KB_NEW_LEVEL, KB_PICTURE_BEHIND };

/* Asks for a PNG. The new, empty asset gets its size and its name. KB_PICTURE_BEHIND: it becomes
 * the picture behind the current level. */
void kb_asset_ask_picture (KbWindow *window, int sort);
void kb_level_remove_picture (KbWindow *window);
/* Asks for a name and, except for levels, a size. */
void kb_asset_ask_empty (KbWindow *window, int sort);

extern const KbAction kb_paint_actions[];
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

/* Edits of zones and their pixels, one undo step each. */

/* `colour` is 0xRRGGBBAA. Consecutive changes merge. */
void kb_zone_set_colour (KbEditorState *state, KbId zone, guint32 colour);
/* Its pixels become nothing. A toast offers Undo. */
void kb_zone_delete (KbWindow *window, KbId zone);
void kb_zone_merge (KbWindow *window, KbId from, KbId into);

/* Paints over all pixels of another zone, the one under the pointer. */
void kb_zone_replace (KbWindow *window, KbId from);

/* The zones of the painting, or the surfaces of a track. The selected one is the current zone. */

extern const KbItemListSpec kb_zone_list;
extern const KbItemListSpec kb_surface_list;

#endif
