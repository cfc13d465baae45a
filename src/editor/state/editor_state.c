/* SPDX-License-Identifier: MIT */
/* The state of one window: everything current, and one "changed" for all panels. */
#include "editor/state/editor_state_private.h"

#include <glib/gi18n.h>

#include "editor/state/settings.h"
#include "operations/level/rules.h"
#include "operations/track/cover.h"

/* Before GTK's layout and drawing, so that one frame shows all of a change. */
#define FLUSH_PRIORITY (G_PRIORITY_HIGH_IDLE + 5)
#define PROBLEMS_DELAY 250   /* ms after the last step */
#define PROBLEMS_TURN 2000   /* microseconds per turn of the search for problems */

G_DEFINE_FINAL_TYPE (KbEditorState, kb_editor_state, G_TYPE_OBJECT)

enum { CHANGED, MESSAGE, FAILURE, UNDOABLE, REDRAW, GRAB_CANVAS, WORK, PROBED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- signals ---- */

void
kb_editor_state_flush (KbEditorState *self)
{
  if (self->pending)
    kb_editor_state_settle (self);
  guint flags = self->pending;
  self->pending = 0;
  if (flags)
    g_signal_emit (self, signals[CHANGED], 0, flags);
}

static gboolean
flush_later (gpointer data)
{
  KbEditorState *self = data;
  self->flush_source = 0;
  kb_editor_state_flush (self);
  self->stepped = FALSE;
  return G_SOURCE_REMOVE;
}

gboolean
kb_editor_state_has_stepped (KbEditorState *self)
{
  return self->stepped;
}

void
kb_editor_state_attach (KbEditorState *self, gpointer owner, KbEditorState **field,
                        GCallback changed)
{
  *field = self;
  g_object_set_data_full (owner, "kb-editor-state", g_object_ref (self), g_object_unref);
  if (changed)
    g_signal_connect_object (self, "changed", changed, owner, 0);
}

void
kb_editor_state_touch (KbEditorState *self, guint flags)
{
  self->pending |= flags;
  if (flags && !self->flush_source)
    self->flush_source = g_idle_add_full (FLUSH_PRIORITY, flush_later, self, NULL);
}

void
kb_editor_state_say (KbEditorState *self, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->said = *text != '\0';
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

void
kb_editor_state_offer_undo (KbEditorState *self, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_signal_emit (self, signals[UNDOABLE], 0, text);
}

void
kb_editor_state_take_error (KbEditorState *self, GError *error)
{
  g_autofree char *words = error ? kb_error_words (error) : g_strdup (_("Something went wrong"));
  g_signal_emit (self, signals[FAILURE], 0, words);
  g_clear_error (&error);
}

void
kb_editor_state_grab_canvas (KbEditorState *self)
{
  g_signal_emit (self, signals[GRAB_CANVAS], 0);
}

void
kb_editor_state_redraw (KbEditorState *self)
{
  g_signal_emit (self, signals[REDRAW], 0);
}

/* Without what has not been started yet. */
static GPtrArray *
list_mistakes (KbProblemFinder *finder)
{
  GPtrArray *problems = kb_problem_finder_list (finder);
  KB_EACH_BACK (const KbProblem, problem, problems)
    if (problem->unbegun)
      g_ptr_array_remove_index (problems, problem_at);
  return problems;
}

/* In turns, after all drawing, and never during a drag. */
static gboolean
find_problems (gpointer data)
{
  KbEditorState *self = data;
  self->problems_source = 0;
  if (self->tools->gesture.pressed)
    kb_editor_state_find_problems (self);
  else if (self->finder && !kb_problem_finder_work (self->finder, PROBLEMS_TURN))
    self->problems_source =
      g_idle_add_full (G_PRIORITY_DEFAULT_IDLE + 20, find_problems, self, NULL);
  else
    {
      g_clear_pointer (&self->problems, g_ptr_array_unref);
      if (self->finder)
        self->problems = list_mistakes (self->finder);
      kb_editor_state_touch (self, KB_CHANGE_PROBLEMS);
    }
  return G_SOURCE_REMOVE;
}

void
kb_editor_state_find_problems (KbEditorState *self)
{
  g_clear_handle_id (&self->problems_source, g_source_remove);
  self->problems_source = g_timeout_add (PROBLEMS_DELAY, find_problems, self);
}

static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  KbEditorState *self = data;
  static const guint flags[] = {
    [KB_EVENT_SET] = KB_CHANGE_VALUES,
    [KB_EVENT_INSERT] = KB_CHANGE_LISTS,
    [KB_EVENT_REMOVE] = KB_CHANGE_LISTS,
    [KB_EVENT_MOVE] = KB_CHANGE_LISTS,
    [KB_EVENT_PAINT] = KB_CHANGE_VALUES,
    [KB_EVENT_MANY] = KB_CHANGE_VALUES | KB_CHANGE_LISTS,
    [KB_EVENT_STEP] = KB_CHANGE_STEP,
  };
  kb_editor_state_touch (self, flags[event->type]);
  /* A message about an earlier change is out of date. */
  if (self->said && event->type != KB_EVENT_STEP)
    kb_editor_state_say (self, "%s", "");
  if (event->type == KB_EVENT_STEP)
    {
      self->stepped = TRUE;
      kb_editor_state_find_problems (self);
    }
  g_autofree char *kept = kb_damage_note (&self->damage, document, event);
  if (kept)
    kb_editor_state_offer_undo (self, _("The damaged file is kept as %s"), kept);
}

/* ---- document ---- */

KbDocument *
kb_editor_state_get_document (KbEditorState *self)
{
  return self->document;
}

void
kb_editor_state_take_document (KbEditorState *self, KbDocument *document)
{
  KbDocument *old = self->document;
  if (old)
    kb_document_unlisten (old, self->listener);
  kb_tool_context_set_document (self->tools, document);
  self->document = document;
  g_hash_table_remove_all (self->damage.reported);
  self->damage.now = self->run_first = self->run_next = 0;
  self->run_ended = FALSE;
  self->listener = document ? kb_document_listen (document, on_event, self) : 0;
  if (document)
    kb_rules_keep (document);
  kb_problem_finder_free (self->finder);
  self->finder = document ? kb_problem_finder_new (document) : NULL;
  if (document)
    kb_problem_finder_find_hidden (self->finder, kb_find_hidden_curves);
  self->sprite = self->painting = self->before = self->frame = self->animation = self->shown = 0;
  self->paints_frames = FALSE;
  self->playing = FALSE;
  g_array_set_size (self->frames, 0);
  g_hash_table_remove_all (self->places);
  g_hash_table_remove_all (self->zones);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  kb_editor_state_touch (self, KB_CHANGE_ALL);
  kb_editor_state_flush (self);
  kb_editor_state_find_problems (self);
  if (old)
    kb_document_free (old);
}

/* ---- the host of the tools ---- */

static void
on_status (gpointer data, const char *message)
{
  kb_editor_state_say (data, "%s", message ? message : "");
}

/* The next frame of the current animation if that shows the frame, else of the sprite. Returns 0
 * after the last one. */
static KbId
frame_after (KbEditorState *self, KbId frame)
{
  const KbAnimation *animation = kb_editor_state_get_animation (self);
  guint n = animation ? kb_count (animation->steps) : 0, i = 0;
  while (i < n && kb_step_at (animation, i)->frame_id != frame)
    i++;
  if (i < n)
    return i + 1 < n ? kb_step_at (animation, i + 1)->frame_id : 0;
  const KbSprite *sprite = kb_editor_state_get_sprite (self);
  i = (guint) kb_editor_state_get_frame_index (self) + 1;
  return i < kb_count (sprite->frames) ? kb_frame_at (sprite, i)->node.id : 0;
}

/* Does not wrap to the first frame: one click too many would move its point. The next tool or class
 * starts there. */
static void
step_after_placing (KbEditorState *self)
{
  KbFrame *frame = kb_editor_state_get_frame (self);
  if (!frame)
    return;
  guint first = 0;
  KbId id = frame->node.id, next = frame_after (self, id);
  if (id != self->run_next)
    self->run_first = id;
  self->run_ended = next == 0;
  if (next)
    kb_editor_state_set_frame (self, next);
  self->run_next = self->run_ended ? id : self->frame;
  KbNode *began = self->run_ended && self->run_first != id
                    ? kb_document_node (self->document, self->run_first)
                    : NULL;
  if (began && kb_node_place (began, &first))
    kb_editor_state_say (
      self, _("That was the last frame; the next tool or class begins at frame %u again"),
      first + 1);
  else if (self->run_ended)
    kb_editor_state_say (self, _("That was the last frame"));
}

static void
on_tools_changed (gpointer data, KbToolsChange change)
{
  static const guint flags[] = { [KB_TOOLS_SELECTION] = KB_CHANGE_SELECTION,
                                 [KB_TOOLS_VIEW] = KB_CHANGE_VIEW,
                                 [KB_TOOLS_NEXT] = KB_CHANGE_TOOL };
  if (change == KB_TOOLS_SELECTION)
    kb_editor_state_cancel_pick (data);
  if (change == KB_TOOLS_PICTURE)
    g_signal_emit (data, signals[REDRAW], 0);
  else if (change == KB_TOOLS_PLACED)
    step_after_placing (data);
  else
    kb_editor_state_touch (data, flags[change]);
}

static void
on_work (gpointer data, struct KbPaintWork *work)
{
  g_signal_emit (data, signals[WORK], 0, work);
}

static void
on_probed (gpointer data, const KbVec *from, const KbVec *to)
{
  g_signal_emit (data, signals[PROBED], 0, from, to);
}

static const KbToolHost tool_host = {
  .changed = on_tools_changed,
  .status = on_status,
  .work = on_work,
  .probed = on_probed,
};

/* ---- view and playback ---- */

KbOnion
kb_editor_state_get_onion (KbEditorState *self)
{
  return self->onion;
}

void
kb_editor_state_set_onion (KbEditorState *self, KbOnion onion)
{
  self->onion = onion;
  kb_settings_set_boolean ("onion-skin", onion.on);
  kb_settings_set_int ("onion-before", onion.before);
  kb_settings_set_int ("onion-after", onion.after);
  kb_editor_state_touch (self, KB_CHANGE_VIEW);
}

/* The setting for what is shown now. */
static const char *
labels_setting (KbEditorState *self)
{
  return kb_editor_state_get_level (self) ? "labels" : "frame-labels";
}

gboolean
kb_editor_state_get_labels (KbEditorState *self)
{
  return kb_settings_get_boolean (labels_setting (self));
}

void
kb_editor_state_set_labels (KbEditorState *self, gboolean labels)
{
  kb_settings_set_boolean (labels_setting (self), labels);
  kb_editor_state_touch (self, KB_CHANGE_VIEW);
}

KbId
kb_editor_state_get_shown_frame (KbEditorState *self)
{
  return self->shown;
}

gboolean
kb_editor_state_is_playing (KbEditorState *self)
{
  return self->playing;
}

void
kb_editor_state_set_playback (KbEditorState *self, gboolean playing, KbId shown)
{
  if (self->playing == playing && self->shown == shown)
    return;
  self->playing = playing;
  self->shown = shown;
  kb_editor_state_touch (self, KB_CHANGE_PLAYBACK);
}

gboolean
kb_editor_state_pause (KbEditorState *self)
{
  KbId shown = self->shown, animation = self->animation;
  if (!self->playing && !shown)
    return FALSE;
  kb_editor_state_set_playback (self, FALSE, 0);
  if (kb_editor_state_find (self, shown, &kb_frame_kind))
    {
      kb_editor_state_set_frame (self, shown);
      kb_editor_state_set_animation (self, animation);
    }
  return TRUE;
}

void
kb_editor_state_set_overlay (KbEditorState *self, const KbOverlay *overlay, gpointer data)
{
  self->overlay = overlay;
  self->overlay_data = data;
  kb_editor_state_redraw (self);
}

gboolean
kb_editor_state_is_proposing (KbEditorState *self)
{
  return self->overlay != NULL;
}

gboolean
kb_editor_state_draw_overlay (KbEditorState *self, cairo_t *cr, KbId frame, const KbView *view,
                              const KbStyle *style)
{
  return self->overlay && self->overlay->draw (self->overlay_data, cr, frame, view, style);
}

void
kb_editor_state_drag_overlay (KbEditorState *self, KbDragPhase phase, const KbView *view, KbVec at)
{
  self->overlay->drag (self->overlay_data, phase, view, at);
}

const GPtrArray *
kb_editor_state_get_problems (KbEditorState *self)
{
  return self->problems;
}

/* ---- object ---- */

static void
kb_editor_state_dispose (GObject *object)
{
  KbEditorState *self = KB_EDITOR_STATE (object);
  if (self->document)
    kb_document_unlisten (self->document, self->listener);
  if (self->tools)
    {
      kb_tools_cancel (self->tools);   /* the caller has offered to keep a draft */
      kb_tool_context_set_document (self->tools, NULL);
    }
  g_clear_pointer (&self->tools, kb_tool_context_free);
  g_clear_pointer (&self->finder, kb_problem_finder_free);
  g_clear_pointer (&self->document, kb_document_free);
  /* What is freed above may still have touched the state. */
  g_clear_handle_id (&self->flush_source, g_source_remove);
  g_clear_handle_id (&self->problems_source, g_source_remove);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->remembered, g_array_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->zones, g_hash_table_unref);
  g_clear_pointer (&self->damage.reported, g_hash_table_unref);
  G_OBJECT_CLASS (kb_editor_state_parent_class)->dispose (object);
}

static void
kb_editor_state_class_init (KbEditorStateClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = kb_editor_state_dispose;
  GType type = G_TYPE_FROM_CLASS (klass);
  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FAILURE] = g_signal_new ("failure", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[UNDOABLE] = g_signal_new ("undoable", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[REDRAW] =
    g_signal_new ("redraw", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[GRAB_CANVAS] = g_signal_new ("grab-canvas", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 0);
  signals[WORK] = g_signal_new ("work", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_POINTER);
  signals[PROBED] = g_signal_new ("probed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
kb_editor_state_init (KbEditorState *self)
{
  self->frames = g_array_new (FALSE, FALSE, sizeof (KbId));
  self->tools = kb_tool_context_new (&tool_host, self);
  self->places = g_hash_table_new (NULL, NULL);
  self->remembered = g_array_new (FALSE, FALSE, sizeof (KbId));
  self->zones = g_hash_table_new (NULL, NULL);
  self->damage.reported = g_hash_table_new (NULL, NULL);
  self->tools->options.click_through = kb_settings_get_boolean ("click-through");
  self->onion =
    (KbOnion) { kb_settings_get_boolean ("onion-skin"), kb_settings_get_int ("onion-before"),
               kb_settings_get_int ("onion-after") };
}

KbEditorState *
kb_editor_state_new (void)
{
  return g_object_new (KB_TYPE_EDITOR_STATE, NULL);
}
