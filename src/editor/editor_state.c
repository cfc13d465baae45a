/* SPDX-License-Identifier: MIT */
/* The state of one window: what is current, and one gathered "changed" for everybody. */
#include "editor/editor_state.h"

#include <glib/gi18n.h>

#include "editor/settings.h"

/* Before GTK's layout and drawing, so that one frame shows all of a change. */
#define FLUSH_PRIORITY (G_PRIORITY_HIGH_IDLE + 5)
#define PROBLEMS_DELAY 250   /* ms after the last step */

struct _KbEditorState
{
  GObject parent_instance;

  /* Owned */
  KbDocument *document;
  GPtrArray *problems;
  GArray *frames;       /* KbId, chosen in the filmstrip */
  KbToolContext *tools;
  GHashTable *places;   /* KbId of a sprite -> KbId of the frame last shown */

  guint listener, flush_source, problems_source;
  guint pending;
  KbId sprite, frame, animation, shown;
  gboolean playing, labels;
  KbOnion onion;
};

G_DEFINE_FINAL_TYPE (KbEditorState, kb_editor_state, G_TYPE_OBJECT)

enum { CHANGED, MESSAGE, FAILURE, REDRAW, GRAB_CANVAS, N_SIGNALS };
static guint signals[N_SIGNALS];

/* ---- validity ---- */

static KbNode *
find (KbEditorState *self, KbId id, const KbKind *kind)
{
  KbNode *node = self->document && id ? kb_document_node (self->document, id) : NULL;
  return node && node->kind == kind ? node : NULL;
}

KbSprite *
kb_editor_state_get_sprite (KbEditorState *self)
{
  return (KbSprite *) find (self, self->sprite, &kb_sprite_kind);
}

KbFrame *
kb_editor_state_get_frame (KbEditorState *self)
{
  return (KbFrame *) find (self, self->frame, &kb_frame_kind);
}

KbAnimation *
kb_editor_state_get_animation (KbEditorState *self)
{
  return (KbAnimation *) find (self, self->animation, &kb_animation_kind);
}

KbClass *
kb_editor_state_get_class (KbEditorState *self)
{
  KbClass *class = (KbClass *) find (self, self->tools->class_id, &kb_class_kind);
  const KbProject *project = self->document ? kb_document_project (self->document) : NULL;
  if (!class && project && kb_count (project->classes))
    class = kb_class_at (project, 0);
  return class;
}

static gboolean
has_step_of (const KbAnimation *animation, KbId frame)
{
  for (guint i = 0; i < kb_count (animation->steps); i++)
    if (kb_step_at (animation, i)->frame_id == frame)
      return TRUE;
  return FALSE;
}

static void
set_id (KbEditorState *self, KbId *place, KbId id, guint flag)
{
  if (*place == id)
    return;
  *place = id;
  kb_editor_state_touch (self, flag);
}

static gboolean
contains (const GArray *ids, KbId id)
{
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, KbId, i) == id)
      return TRUE;
  return FALSE;
}

static void
prune_frames (KbEditorState *self)
{
  guint kept = 0;
  for (guint i = 0; i < self->frames->len; i++)
    {
      KbId id = g_array_index (self->frames, KbId, i);
      KbNode *frame = find (self, id, &kb_frame_kind);
      if (frame && frame->parent && frame->parent->id == self->sprite)
        g_array_index (self->frames, KbId, kept++) = id;
    }
  if (kept == self->frames->len && contains (self->frames, self->frame))
    return;
  g_array_set_size (self->frames, kept);
  if (self->frame && !contains (self->frames, self->frame))
    g_array_append_val (self->frames, self->frame);
  kb_editor_state_touch (self, KB_CHANGE_FRAME);
}

/* The tools work on the current frame; a change of frame ends their gesture and selection. */
static void
show_frame (KbEditorState *self)
{
  if (self->tools->frame_id == self->frame && self->tools->sprite_id == self->sprite)
    return;
  kb_tool_context_set_frame (self->tools, self->sprite, self->frame);
  kb_editor_state_touch (self, KB_CHANGE_SELECTION);
}

/* After any edit: everything current exists, or is the nearest thing that does. */
static void
settle (KbEditorState *self)
{
  if (!self->document)
    return;
  const KbProject *project = kb_document_project (self->document);

  KbSprite *sprite = kb_editor_state_get_sprite (self);
  if (!sprite)
    {
      sprite = kb_count (project->sprites) ? kb_sprite_at (project, 0) : NULL;
      set_id (self, &self->sprite, sprite ? sprite->node.id : 0, KB_CHANGE_SPRITE);
    }

  KbFrame *frame = kb_editor_state_get_frame (self);
  if (frame && kb_node_sprite (KB_NODE (frame)) != sprite)
    frame = NULL;
  if (!frame && sprite && kb_count (sprite->frames))
    {
      KbId last = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (sprite->node.id)));
      frame = (KbFrame *) find (self, last, &kb_frame_kind);
      if (!frame || kb_node_sprite (KB_NODE (frame)) != sprite)
        frame = kb_frame_at (sprite, 0);
    }
  set_id (self, &self->frame, frame ? frame->node.id : 0, KB_CHANGE_FRAME);

  KbAnimation *animation = kb_editor_state_get_animation (self);
  if (animation && kb_node_sprite (KB_NODE (animation)) != sprite)
    animation = NULL;
  if (!animation && sprite && frame)
    for (guint i = 0; i < kb_count (sprite->animations) && !animation; i++)
      if (has_step_of (kb_animation_at (sprite, i), frame->node.id))
        animation = kb_animation_at (sprite, i);
  if (!animation && sprite && kb_count (sprite->animations))
    animation = kb_animation_at (sprite, 0);
  set_id (self, &self->animation, animation ? animation->node.id : 0, KB_CHANGE_ANIMATION);

  prune_frames (self);
  show_frame (self);
}

/* ---- telling ---- */

void
kb_editor_state_flush (KbEditorState *self)
{
  if (self->pending)
    settle (self);
  guint flags = self->pending;
  self->pending = 0;
  g_clear_handle_id (&self->flush_source, g_source_remove);
  if (flags)
    g_signal_emit (self, signals[CHANGED], 0, flags);
}

static gboolean
flush_later (gpointer data)
{
  KbEditorState *self = data;
  self->flush_source = 0;
  kb_editor_state_flush (self);
  return G_SOURCE_REMOVE;
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
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

void
kb_editor_state_take_error (KbEditorState *self, GError *error)
{
  g_signal_emit (self, signals[FAILURE], 0, error ? error->message : _("Something went wrong"));
  g_clear_error (&error);
}

void
kb_editor_state_grab_canvas (KbEditorState *self)
{
  g_signal_emit (self, signals[GRAB_CANVAS], 0);
}

static gboolean
find_problems (gpointer data)
{
  KbEditorState *self = data;
  self->problems_source = 0;
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  if (self->document)
    self->problems = kb_document_problems (self->document);
  kb_editor_state_touch (self, KB_CHANGE_PROBLEMS);
  return G_SOURCE_REMOVE;
}

static void
find_problems_soon (KbEditorState *self)
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
    [KB_EVENT_STEP] = KB_CHANGE_STEP,
  };
  kb_editor_state_touch (self, flags[event->type]);
  if (event->type == KB_EVENT_STEP)
    find_problems_soon (self);
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
  self->listener = document ? kb_document_listen (document, on_event, self) : 0;
  self->sprite = self->frame = self->animation = self->shown = 0;
  self->playing = FALSE;
  g_array_set_size (self->frames, 0);
  g_hash_table_remove_all (self->places);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  kb_editor_state_touch (self, KB_CHANGE_ALL);
  kb_editor_state_flush (self);
  find_problems_soon (self);
  if (old)
    kb_document_free (old);
}

/* ---- sprite, frame, animation ---- */

void
kb_editor_state_set_sprite (KbEditorState *self, KbId sprite)
{
  if (self->sprite == sprite || !find (self, sprite, &kb_sprite_kind))
    return;
  kb_editor_state_set_playback (self, FALSE, 0);
  self->sprite = sprite;
  kb_editor_state_touch (self, KB_CHANGE_SPRITE);
  settle (self);
}

int
kb_editor_state_get_frame_index (KbEditorState *self)
{
  KbFrame *frame = kb_editor_state_get_frame (self);
  guint index = 0;
  if (!frame || !kb_node_place (KB_NODE (frame), &index))
    return -1;
  return (int) index;
}

/* An animation that shows the frame is better than one that does not. */
static void
follow_animation (KbEditorState *self)
{
  KbAnimation *animation = kb_editor_state_get_animation (self);
  KbSprite *sprite = kb_editor_state_get_sprite (self);
  if (!sprite || (animation && has_step_of (animation, self->frame)))
    return;
  for (guint i = 0; i < kb_count (sprite->animations); i++)
    if (has_step_of (kb_animation_at (sprite, i), self->frame))
      {
        set_id (self, &self->animation, kb_animation_at (sprite, i)->node.id, KB_CHANGE_ANIMATION);
        return;
      }
}

void
kb_editor_state_set_frames (KbEditorState *self, const KbId *frames, guint n, KbId current)
{
  KbNode *frame = find (self, current, &kb_frame_kind);
  KbSprite *sprite = frame ? kb_node_sprite (frame) : NULL;
  if (!sprite)
    return;
  gboolean same = current == self->frame && n == self->frames->len
                  && memcmp (frames, self->frames->data, n * sizeof *frames) == 0;
  if (same)
    return;
  if (sprite->node.id != self->sprite)
    {
      self->sprite = sprite->node.id;
      kb_editor_state_touch (self, KB_CHANGE_SPRITE);
    }
  self->frame = current;
  g_hash_table_insert (self->places, GUINT_TO_POINTER (self->sprite), GUINT_TO_POINTER (current));
  g_array_set_size (self->frames, 0);
  g_array_append_vals (self->frames, frames, n);
  kb_editor_state_touch (self, KB_CHANGE_FRAME);
  follow_animation (self);
  show_frame (self);
}

void
kb_editor_state_set_frame (KbEditorState *self, KbId frame)
{
  if (self->frame == frame && self->frames->len == 1)
    return;
  kb_editor_state_set_frames (self, &frame, 1, frame);
}

void
kb_editor_state_step_frame (KbEditorState *self, int by)
{
  KbSprite *sprite = kb_editor_state_get_sprite (self);
  int index = kb_editor_state_get_frame_index (self);
  if (!sprite || index < 0)
    return;
  int n = (int) kb_count (sprite->frames);
  int next = ((index + by) % n + n) % n;
  kb_editor_state_set_frame (self, kb_frame_at (sprite, (guint) next)->node.id);
}

const KbId *
kb_editor_state_get_frames (KbEditorState *self, guint *n)
{
  *n = self->frames->len;
  return (const KbId *) (void *) self->frames->data;
}

void
kb_editor_state_set_animation (KbEditorState *self, KbId animation)
{
  if (find (self, animation, &kb_animation_kind))
    set_id (self, &self->animation, animation, KB_CHANGE_ANIMATION);
}

/* ---- classes, tools and selection ---- */

KbToolContext *
kb_editor_state_get_tools (KbEditorState *self)
{
  return self->tools;
}

void
kb_editor_state_choose_tool (KbEditorState *self, const KbTool *tool)
{
  kb_tools_choose (self->tools, tool);
  kb_editor_state_say (self, "%s", tool->hint ? _(tool->hint) : "");
  kb_editor_state_touch (self, KB_CHANGE_TOOL);
  g_signal_emit (self, signals[REDRAW], 0);
}

void
kb_editor_state_set_class (KbEditorState *self, KbId class_id)
{
  if (find (self, class_id, &kb_class_kind))
    set_id (self, &self->tools->class_id, class_id, KB_CHANGE_TOOL);
}

void
kb_editor_state_choose_class (KbEditorState *self, KbId class_id)
{
  if (!find (self, class_id, &kb_class_kind))
    return;
  kb_editor_state_set_class (self, class_id);
  if (kb_selection_count (self->tools) > 0)
    kb_selection_give_class (self->tools, class_id);
}

const KbId *
kb_editor_state_get_selection (KbEditorState *self, guint *n)
{
  *n = self->tools->selected->len;
  return (const KbId *) (void *) self->tools->selected->data;
}

void
kb_editor_state_select (KbEditorState *self, KbId node)
{
  kb_selection_set (self->tools, node);
  kb_editor_state_touch (self, KB_CHANGE_SELECTION);
  g_signal_emit (self, signals[REDRAW], 0);
}

/* The tools tell about themselves. */

static void
on_redraw (gpointer data)
{
  g_signal_emit (data, signals[REDRAW], 0);
}

static void
on_selection_changed (gpointer data)
{
  kb_editor_state_touch (data, KB_CHANGE_SELECTION);
}

static void
on_view_changed (gpointer data)
{
  kb_editor_state_touch (data, KB_CHANGE_VIEW);
}

static void
on_status (gpointer data, const char *message)
{
  kb_editor_state_say (data, "%s", message ? message : "");
}

static void
on_tool_changed (gpointer data)
{
  kb_editor_state_touch (data, KB_CHANGE_TOOL);
}

static void
on_placed (gpointer data)
{
  kb_editor_state_step_frame (data, 1);
}

static const KbToolHost tool_host = {
  .redraw = on_redraw,
  .selection_changed = on_selection_changed,
  .view_changed = on_view_changed,
  .status = on_status,
  .class_changed = on_tool_changed,
  .point_changed = on_tool_changed,
  .placed = on_placed,
};

void
kb_editor_state_reveal (KbEditorState *self, KbId id)
{
  KbNode *node = self->document ? kb_document_node (self->document, id) : NULL;
  if (!node)
    return;
  KbSprite *sprite = kb_node_sprite (node);
  if (sprite)
    kb_editor_state_set_sprite (self, sprite->node.id);
  if (node->kind == &kb_step_kind)
    node = KB_NODE (find (self, ((KbStep *) node)->frame_id, &kb_frame_kind));
  if (node && node->kind == &kb_animation_kind)
    kb_editor_state_set_animation (self, node->id);
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  if (!frame)
    return;
  kb_editor_state_set_frame (self, frame->node.id);
  gboolean selectable = node->kind == &kb_shape_kind || node->kind == &kb_point_kind;
  kb_editor_state_select (self, selectable ? id : 0);
}

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

gboolean
kb_editor_state_get_labels (KbEditorState *self)
{
  return self->labels;
}

void
kb_editor_state_set_labels (KbEditorState *self, gboolean labels)
{
  self->labels = labels;
  kb_settings_set_boolean ("labels", labels);
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
  if (!self->playing)
    return FALSE;
  kb_editor_state_set_playback (self, FALSE, 0);
  if (find (self, shown, &kb_frame_kind))
    {
      kb_editor_state_set_frame (self, shown);
      kb_editor_state_set_animation (self, animation);
    }
  return TRUE;
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
  g_clear_handle_id (&self->flush_source, g_source_remove);
  g_clear_handle_id (&self->problems_source, g_source_remove);
  if (self->document)
    kb_document_unlisten (self->document, self->listener);
  if (self->tools)
    kb_tool_context_set_document (self->tools, NULL);
  g_clear_pointer (&self->tools, kb_tool_context_free);
  g_clear_pointer (&self->document, kb_document_free);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
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
  signals[REDRAW] = g_signal_new ("redraw", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[GRAB_CANVAS] = g_signal_new ("grab-canvas", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 0);
}

static void
kb_editor_state_init (KbEditorState *self)
{
  self->frames = g_array_new (FALSE, FALSE, sizeof (KbId));
  self->tools = kb_tool_context_new (&tool_host, self);
  self->places = g_hash_table_new (NULL, NULL);
  self->labels = kb_settings_get_boolean ("labels");
  self->onion = (KbOnion) { kb_settings_get_boolean ("onion-skin"), kb_settings_get_int ("onion-before"),
                            kb_settings_get_int ("onion-after") };
}

KbEditorState *
kb_editor_state_new (void)
{
  return g_object_new (KB_TYPE_EDITOR_STATE, NULL);
}
