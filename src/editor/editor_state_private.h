/* SPDX-License-Identifier: MIT */
/* What the two halves of the state share: editor_state.c gathers and tells changes, state_current.c
 * knows what is current. */
#ifndef KB_EDITOR_STATE_PRIVATE_H
#define KB_EDITOR_STATE_PRIVATE_H

#include "editor/editor_state.h"
#include "editor/panels/problem_lines.h"

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
  /* painting: a mask, a track or a level; it or sprite is 0 */
  KbId sprite, painting, frame, animation, shown;
  /* Of the track, whose pixels are painted instead of the road; 0: the road */
  KbId band;
  KbId before;          /* the asset shown before the present one */
  KbId frame_sprite;    /* whose the current frame was when it was last seen */
  guint frame_place;    /* where the current frame was when it was last seen */
  gboolean playing, labels, said;
  gboolean paints_frames;
  KbOnion onion;
  KbOverlay overlay;
  gpointer overlay_data;

  /* A run of points placed frame by frame: where it began, where the next one goes, whether it is
   * through. */
  KbId run_first, run_next;
  gboolean run_ended;
};

/* A node of that kind; NULL when it is gone. */
KbNode *kb_editor_state_find (KbEditorState *self, KbId id, const KbKind *kind);
/* After any edit: everything current exists, or is the nearest thing that does. */
void kb_editor_state_settle (KbEditorState *self);
void kb_editor_state_redraw (KbEditorState *self);

#endif
