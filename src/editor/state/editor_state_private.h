/* SPDX-License-Identifier: MIT */
/* Shared by both files of the state: editor_state.c gathers and emits changes, state_current.c
 * keeps what is current. */
#ifndef KB_EDITOR_STATE_PRIVATE_H
#define KB_EDITOR_STATE_PRIVATE_H

#include "editor/state/editor_state.h"
#include "editor/state/problems.h"

struct _KbEditorState
{
  GObject parent_instance;

  /* Owned */
  KbDocument *document;
  GPtrArray *problems;
  KbProblemFinder *finder;   /* NULL: no document */
  GArray *frames;       /* KbId, chosen in the filmstrip */
  KbToolContext *tools;
  GHashTable *places;   /* KbId of a sprite -> KbId of the frame last shown */
  GHashTable *zones;    /* KbId of an asset -> KbId of the zone last painted with */

  KbDamage damage;

  guint listener, flush_source, problems_source;
  guint pending;
  /* the mask, track or level; this or sprite is 0 */
  KbId sprite, painting, frame, animation, shown;
  /* The band of the track painted instead of the road; 0: the road */
  KbId band;
  KbId before;          /* the asset shown before this one */
  KbId frame_sprite;    /* the sprite of the current frame when last seen */
  guint frame_place;    /* the index of the current frame when last seen */
  gboolean playing, said, stepped;
  gboolean paints_frames;
  KbOnion onion;
  /* Where kb_editor_state_go_back goes: KbId, the frame and what was selected; and the number of
   * steps then. */
  GArray *remembered;
  guint remembered_steps;
  const KbOverlay *overlay;
  gpointer overlay_data;

  /* A run of points placed frame by frame: its first frame, the next one, and whether the last
   * frame was reached. */
  KbId run_first, run_next;
  gboolean run_ended;
};

/* A node of that kind, or NULL if it was deleted. */
KbNode *kb_editor_state_find (KbEditorState *self, KbId id, const KbKind *kind);
/* After any edit: replaces every deleted current node by the nearest existing one. */
void kb_editor_state_settle (KbEditorState *self);
void kb_editor_state_redraw (KbEditorState *self);

#endif
