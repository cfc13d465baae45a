/* SPDX-License-Identifier: MIT */
/* Animations as ranges of the filmstrip: moving their ends. */
#include <glib/gi18n.h>

#include "editor/film/animations.h"

/* The index of the animation's first, or last, step that shows the frame, or -1 if none does. */
static int
animation_range_place_of (const KbAnimation *animation, KbId frame, gboolean last)
{
  int place = -1;
  KB_EACH (const KbStep, step, animation->steps)
    if (step->frame_id == frame && (place < 0 || last))
      place = (int) step_at;
  return place;
}

static gboolean
remove_frame (KbDocument *document, const KbAnimation *animation, KbId frame, GError **error)
{
  KB_EACH_BACK (const KbStep, step, animation->steps)
    if (step->frame_id == frame && !kb_document_remove (document, step->node.id, error))
      return FALSE;
  return TRUE;
}

/* Next to `neighbour`, which the animation shows: before its first step, or after its last. */
static gboolean
add_frame (KbDocument *document, const KbAnimation *animation, const KbFrame *frame,
           const KbFrame *neighbour, gboolean after, GError **error)
{
  int place = animation_range_place_of (animation, neighbour->node.id, after);
  int duration = place >= 0 ? kb_step_at (animation, (guint) place)->duration : 0;
  json_t *step = json_pack ("{s:i, s:i}", "frame", frame->lasting_id, "duration",
                            duration > 0 ? duration : KB_NEW_DURATION);
  return kb_document_insert (document, animation->node.id, "steps",
                             place < 0 ? -1 : place + (after ? 1 : 0), step, error)
         != 0;
}

static gboolean
change_range (KbDocument *document, const KbAnimation *animation, guint first, guint last,
              guint new_first, guint new_last, GError **error)
{
  const KbSprite *sprite = kb_node_sprite ((KbNode *) &animation->node);
  gboolean ok = TRUE;
  for (guint i = first; i-- > new_first && ok;)
    ok = add_frame (document, animation, kb_frame_at (sprite, i), kb_frame_at (sprite, i + 1),
                    FALSE, error);
  for (guint i = last + 1; i <= new_last && ok; i++)
    ok = add_frame (document, animation, kb_frame_at (sprite, i), kb_frame_at (sprite, i - 1), TRUE,
                    error);
  for (guint i = first; i <= last && ok; i++)
    if (i < new_first || i > new_last)
      ok = remove_frame (document, animation, kb_frame_at (sprite, i)->node.id, error);
  return ok;
}

void
kb_animation_set_range (KbEditorState *state, KbId id, guint first, guint last, guint new_first,
                        guint new_last)
{
  KbDocument *document = kb_editor_state_get_document (state);
  KbNode *node = document ? kb_document_node (document, id) : NULL;
  g_autoptr (GError) error = NULL;
  if (!kb_node_is (node, &kb_animation_kind) || new_first > new_last
      || new_last >= kb_count (kb_node_sprite (node)->frames)
      || (first == new_first && last == new_last))
    return;
  kb_document_begin (document, _("Change range of animation"));
  kb_editor_state_finish (
    state,
    change_range (document, (KbAnimation *) node, first, last, new_first, new_last, &error),
    &error);
}

/* The run that holds the current frame, else the nearest run in the direction. */
static gboolean
find_run (const KbSprite *sprite, const KbAnimation *animation, guint index, gboolean after,
          guint *first, guint *last)
{
  int n = (int) kb_count (sprite->frames), step = after ? 1 : -1, at = (int) index;
  while (at >= 0 && at < n
         && animation_range_place_of (animation, kb_frame_at (sprite, (guint) at)->node.id, FALSE)
              < 0)
    at += step;
  if (at < 0 || at >= n)
    return FALSE;
  int low = at, high = at;
  while (
    low > 0
    && animation_range_place_of (animation, kb_frame_at (sprite, (guint) low - 1)->node.id, FALSE)
         >= 0)
    low--;
  while (
    high + 1 < n
    && animation_range_place_of (animation, kb_frame_at (sprite, (guint) high + 1)->node.id, FALSE)
         >= 0)
    high++;
  *first = (guint) low;
  *last = (guint) high;
  return TRUE;
}

void
kb_animation_move_end (KbWindow *window, int start)
{
  KbEditorState *state = kb_window_get_state (window);
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  KbAnimation *animation = kb_editor_state_get_animation (state);
  int index = kb_editor_state_get_frame_index (state);
  guint first, last;
  if (!sprite || !animation || index < 0)
    return;
  if (!find_run (sprite, animation, (guint) index, start, &first, &last))
    {
      kb_editor_state_say (
        state, start ? _("“%s” ends before this frame") : _("“%s” begins after this frame"),
        animation->name);
      return;
    }
  kb_animation_set_range (state, animation->node.id, first, last, start ? (guint) index : first,
                          start ? last : (guint) index);
  kb_editor_state_say (state, start ? _("“%s” begins here") : _("“%s” ends here"), animation->name);
}
