/* SPDX-License-Identifier: MIT */
/* Adds, deletes and moves frames, and changes their pictures together with their annotations. */
#include "editor/film/frame_actions.h"

#include <glib/gi18n.h>

#include "editor/film/animations.h"
#include "editor/state/keys.h"
#include "operations/level/tilesets.h"

static KbDocument *
state_document (KbEditorState *state)
{
  return kb_editor_state_get_document (state);
}

/* The chosen frames, a copy, because edits change the state's selection; what their edit failed
 * with. */
typedef struct {
  KbId *frames;
  guint n;
  GError *error;
} Chosen;

static void
chosen_clear (Chosen *chosen)
{
  g_free (chosen->frames);
  g_clear_error (&chosen->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chosen, chosen_clear)

static Chosen
get_chosen (KbEditorState *state)
{
  guint n;
  const KbId *frames = kb_editor_state_get_frames (state, &n);
  return (Chosen) { g_memdup2 (frames, n * sizeof *frames), n, NULL };
}

/* ---- selected ---- */

void
kb_frames_say_selected (KbEditorState *state)
{
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  guint n;
  kb_editor_state_get_frames (state, &n);
  if (!sprite || n < 2)
    return;
  g_autofree char *keys = kb_keys_text (kb_keys_find ("select-all"), _(" or "));
  if (n == kb_count (sprite->frames))
    kb_editor_state_say (state, _("All %u frames selected; %s selects the shapes of this frame"), n,
                         keys);
  else
    kb_editor_state_say (state, ngettext ("%u frame is selected", "%u frames are selected", n), n);
}

/* ---- come, go, move ---- */

void
kb_frames_insert_empty (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  g_autoptr (GError) error = NULL;
  if (!sprite)
    return;
  guint at = (guint) (kb_editor_state_get_frame_index (state) + 1);
  KbId frame = kb_insert_empty_frame (state_document (state), sprite->node.id, at, TRUE, &error);
  if (kb_editor_state_report (state, frame != 0, &error))
    kb_editor_state_set_frame (state, frame);
}

void
kb_frames_duplicate (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  g_auto (Chosen) chosen = get_chosen (state);
  g_autofree KbId *copies = g_new0 (KbId, chosen.n + 1);
  if (chosen.n
      && kb_editor_state_report (state,
                                 kb_duplicate_frames (state_document (state), chosen.frames,
                                                      chosen.n, TRUE, copies, &chosen.error),
                                 &chosen.error))
    kb_editor_state_set_frames (state, copies, chosen.n, copies[0]);
}

static guint
index_of (KbDocument *document, KbId frame)
{
  guint index = 0;
  kb_node_place (kb_document_node (document, frame), &index);
  return index;
}

/* Whether the steps show the frames in the order of the sprite, each once. */
static gboolean
is_in_order (KbDocument *document, const KbAnimation *animation)
{
  for (guint i = 1; i < kb_count (animation->steps); i++)
    if (index_of (document, kb_step_at (animation, i - 1)->frame_id)
        >= index_of (document, kb_step_at (animation, i)->frame_id))
      return FALSE;
  return TRUE;
}

static GPtrArray *
animations_in_order (KbDocument *document, const KbSprite *sprite)
{
  GPtrArray *found = g_ptr_array_new ();
  KB_EACH (KbAnimation, animation, sprite->animations)
    if (is_in_order (document, animation))
      g_ptr_array_add (found, animation);
  return found;
}

/* Insertion sort, because few steps are out of order. */
static gboolean
put_in_order (KbDocument *document, const KbAnimation *animation, GError **error)
{
  for (guint i = 1; i < kb_count (animation->steps); i++)
    {
      const KbStep *step = kb_step_at (animation, i);
      guint to = i;
      while (to > 0
             && index_of (document, kb_step_at (animation, to - 1)->frame_id)
                  > index_of (document, step->frame_id))
        to--;
      if (to < i && !kb_document_move (document, step->node.id, to, error))
        return FALSE;
    }
  return TRUE;
}

void
kb_frames_move_to (KbEditorState *state, guint place)
{
  KbDocument *document = state_document (state);
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  g_auto (Chosen) chosen = get_chosen (state);
  const KbId *frames = chosen.frames;
  guint n = chosen.n, before = 0;
  if (!sprite || !n)
    return;
  KB_EACH_WHILE (passed_at < place, const KbFrame, passed, sprite->frames)
    before += kb_is_among (passed->node.id, frames, n);

  /* They end at [to, to + n). First move those after the target, in order; then those before it,
   * the last first. So none of them passes another. */
  guint to = place - before;
  g_autoptr (GPtrArray) in_order = animations_in_order (document, sprite);
  kb_document_begin (document, n == 1 ? _("Move frame") : _("Move frames"));
  for (guint i = 0; i < n && !chosen.error; i++)
    if (index_of (document, frames[i]) > to + i)
      kb_document_move (document, frames[i], to + i, &chosen.error);
  for (guint i = n; i-- > 0 && !chosen.error;)
    if (index_of (document, frames[i]) < to + i)
      kb_document_move (document, frames[i], to + i, &chosen.error);
  KB_EACH_WHILE (!chosen.error, KbAnimation, animation, in_order)
    put_in_order (document, animation, &chosen.error);
  kb_editor_state_finish (state, !chosen.error, &chosen.error);
  kb_editor_state_touch (state, KB_CHANGE_FRAME);
}

void
kb_frames_move_by (KbWindow *window, int later)
{
  KbEditorState *state = kb_window_get_state (window);
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  if (!sprite || !n)
    return;
  guint first = index_of (state_document (state), chosen[0]),
        last = index_of (state_document (state), chosen[n - 1]);
  if (later && last + 1 < kb_count (sprite->frames))
    kb_frames_move_to (state, last + 2);
  else if (!later && first > 0)
    kb_frames_move_to (state, first - 1);
}

/* The frame that takes their position: the one after them, else the one before, or 0 if none is
 * left. */
static KbId
neighbour (const KbSprite *sprite, const KbId *frames, guint n)
{
  KbId found = 0;
  gboolean passed = FALSE;
  KB_EACH (KbFrame, frame, sprite->frames)
    {
      KbId id = frame->node.id;
      if (kb_is_among (id, frames, n))
        passed = id == frames[n - 1];
      else if (passed)
        return id;
      else
        found = id;
    }
  return found;
}

/* The number of cells of levels that show them. */
static guint64
cells_of (KbDocument *document, const KbSprite *sprite, const KbId *frames, guint n)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_add (
      numbers,
      GUINT_TO_POINTER (((const KbFrame *) kb_document_node (document, frames[i]))->lasting_id));
  return kb_frames_count_cells (kb_document_project (document), sprite, numbers);
}

static void
report_deleted (KbEditorState *state, guint n, guint64 cells)
{
  g_autofree char *done =
    g_strdup_printf (ngettext ("Deleted %u frame", "Deleted %u frames", n), n);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, cells);
  if (cells)
    kb_editor_state_offer_undo (state,
                                ngettext ("%s; %s cell of a level shows a cross now",
                                          "%s; %s cells of levels show a cross now", cells),
                                done, number);
  else
    kb_editor_state_offer_undo (state, "%s", done);
}

void
kb_frames_delete (KbWindow *window)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = state_document (state);
  g_auto (Chosen) chosen = get_chosen (state);
  const guint n = chosen.n;
  const KbSprite *sprite = kb_editor_state_get_sprite (state);
  KbId next = sprite && n ? neighbour (sprite, chosen.frames, n) : 0;
  guint64 cells = sprite ? cells_of (document, sprite, chosen.frames, n) : 0;
  kb_editor_state_remember (state);
  kb_document_begin (document, n == 1 ? _("Delete frame") : _("Delete frames"));
  for (guint i = 0; i < n && !chosen.error; i++)
    kb_document_remove (document, chosen.frames[i], &chosen.error);
  if (!kb_editor_state_finish (state, !chosen.error, &chosen.error))
    return;
  kb_editor_state_set_frame (state, next);
  report_deleted (state, n, cells);
}

/* ---- durations ---- */

static KbStep *
frame_actions_step_of (KbEditorState *state, KbId frame)
{
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  KbStep *step = kb_animation_find_step (kb_editor_state_get_animation (state), frame);
  KB_EACH_WHILE (sprite && !step, const KbAnimation, animation, sprite->animations)
    step = kb_animation_find_step (animation, frame);
  return step;
}

/* Sets the duration of each step of one animation that shows the frame. */
static gboolean
set_steps (KbEditorState *state, KbId frame, int milliseconds, GError **error)
{
  const KbStep *found = frame_actions_step_of (state, frame);
  const KbAnimation *animation = found ? (KbAnimation *) found->node.parent : NULL;
  if (animation)
    KB_EACH (const KbStep, step, animation->steps)
      if (step->frame_id == frame
          && !kb_document_set (state_document (state), step->node.id, "duration",
                               json_integer (milliseconds), error))
        return FALSE;
  return animation != NULL;
}

gboolean
kb_frames_set_duration (KbEditorState *state, int milliseconds)
{
  KbDocument *document = state_document (state);
  g_auto (Chosen) chosen = get_chosen (state);
  gboolean any = FALSE;
  kb_document_begin (document, _("Change duration"));
  for (guint i = 0; i < chosen.n && !chosen.error; i++)
    any = set_steps (state, chosen.frames[i], milliseconds, &chosen.error) || any;
  kb_document_end (document);
  kb_editor_state_report (state, !chosen.error, &chosen.error);
  return any;
}

/* ---- pictures ---- */

/* Reports what was done to the chosen frames, or why it was not. */
static gboolean
report_done (KbEditorState *state, KbOperationType type, Chosen *chosen, gboolean done)
{
  g_autofree char *frames =
    g_strdup_printf (ngettext ("%u frame", "%u frames", chosen->n), chosen->n);
  if (kb_editor_state_report (state, done, &chosen->error))
    kb_editor_state_offer_undo (state, _("%s: %s"), kb_operation_label (type), frames);
  return done;
}

void
kb_frames_flip (KbWindow *window, int x)
{
  KbEditorState *state = kb_window_get_state (window);
  g_auto (Chosen) chosen = get_chosen (state);
  report_done (
    state, x ? KB_OPERATION_FLIP_X : KB_OPERATION_FLIP_Y, &chosen,
    kb_flip_frames (state_document (state), chosen.frames, chosen.n, x, &chosen.error));
}

void
kb_frames_trim (KbWindow *window, int together)
{
  KbEditorState *state = kb_window_get_state (window);
  g_auto (Chosen) chosen = get_chosen (state);
  report_done (
    state, KB_OPERATION_TRIM, &chosen,
    kb_trim_frames (state_document (state), chosen.frames, chosen.n, 1, together, &chosen.error));
}

gboolean
kb_frames_crop (KbEditorState *state, const KbBox *box)
{
  g_auto (Chosen) chosen = get_chosen (state);
  return report_done (state, KB_OPERATION_CROP, &chosen,
                      kb_crop_frames (state_document (state), chosen.frames, chosen.n, box,
                                      &chosen.error));
}

gboolean
kb_frames_extend (KbEditorState *state, int left, int top, int right, int bottom)
{
  g_auto (Chosen) chosen = get_chosen (state);
  return report_done (state, KB_OPERATION_EXTEND, &chosen,
                      kb_extend_frames (state_document (state), chosen.frames, chosen.n,
                                        left, top, right, bottom, &chosen.error));
}

gboolean
kb_frames_place_hot_spots (KbEditorState *state, int preset)
{
  g_auto (Chosen) chosen = get_chosen (state);
  return report_done (
    state, KB_OPERATION_HOT_SPOTS, &chosen,
    kb_place_hot_spots (state_document (state), chosen.frames, chosen.n, preset, &chosen.error));
}

gboolean
kb_frames_scale (KbEditorState *state, int factor)
{
  g_auto (Chosen) chosen = get_chosen (state);
  return report_done (
    state, KB_OPERATION_SCALE, &chosen,
    kb_scale_frames (state_document (state), chosen.frames, chosen.n, factor, &chosen.error));
}
