/* SPDX-License-Identifier: MIT */
/* One build at a time, in a thread. An edit cancels it. */
#include "editor/watch/level_watch.h"

#include <glib/gi18n.h>

#include "tools/tiles/work.h"

#define QUIET 350   /* ms without an edit before a build */

/* The thread's data. The main thread does not touch it except the atomic number. */
typedef struct {
  KbLevelWatch *watch;           /* NULL after that is freed; for the main thread only */
  GCancellable *cancellable;
  KbBuilt built;
  guint kind;
  gint permille;                 /* atomic */
} Build;

struct KbLevelWatch {
  KbEditorState *state;          /* borrowed: freed with the window */
  KbDocument *document;          /* listened to, may be NULL */
  guint listener;
  KbId level;                    /* the current one */
  KbBuilt *built;
  Build *running;
  guint source;                  /* waits for a pause in editing */
  gint64 asked;                  /* time of the last request, in microseconds */
  guint serial;
  gboolean old, cancelled;
  KbLevelLines *lines;
  /* Counters: edits other than of walls; edits of walls and strokes of tiles; the latter when last
   * drawn */
  guint64 edits, wall_edits, seen_edits;
  gboolean strokes;              /* tiles were being painted when last drawn */
  guint views;
  KbId viewed;                   /* the last level; parts of partitions are shown for one only */
  gboolean probes;
  KbVec probe[2];
  char *error;
};

KbLevelWatch *
kb_level_watch_of (KbEditorState *state)
{
  return g_object_get_data (G_OBJECT (state), "kb-level-watch");
}

/* ---- in the thread ---- */

static void
on_progress (double fraction, gpointer data)
{
  Build *build = data;
  g_atomic_int_set (&build->permille, (gint) ((build->kind + CLAMP (fraction, 0, 1)) * 250));
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Build *build = data;
  KbBuilt *built = &build->built;
  KbWatch watch = { on_progress, build, build->cancellable };
  GError *error = NULL;
  for (build->kind = 0; build->kind < G_N_ELEMENTS (built->bytes); build->kind++)
    {
      KbPartitionStats *stats = &built->stats[build->kind];
      const kbx_walls_plan plan = kb_level_plan (built->form, (kbx_partition) build->kind);
      GBytes *bytes = kb_partition_build (&plan, &watch, stats, &error);
      if (!bytes)
        {
          g_task_return_error (task, error);
          return;
        }
      built->bytes[build->kind] = bytes;
      kb_partition_measure (bytes, stats);
      on_progress (1, build);
      if (g_task_return_error_if_cancelled (task))
        return;
    }
  built->best = kb_partition_best (built->stats, built->form->plan.wall_count);
  g_task_return_boolean (task, TRUE);
}

/* ---- before and after ---- */

static void
clear_built (KbBuilt *built)
{
  for (guint i = 0; i < G_N_ELEMENTS (built->bytes); i++)
    g_clear_pointer (&built->bytes[i], g_bytes_unref);
  g_clear_pointer (&built->form, kb_level_form_free);
}

static void
free_build (gpointer data)
{
  Build *build = data;
  clear_built (&build->built);
  g_object_unref (build->cancellable);
  g_free (build);
}

static void
clear_result (KbLevelWatch *self)
{
  if (self->built)
    clear_built (self->built);
  g_clear_pointer (&self->built, g_free);
  g_clear_pointer (&self->error, g_free);
}

/* The canvas draws the partition, and redraws on changed values. */
static void
notify (KbLevelWatch *self)
{
  kb_editor_state_touch (self->state, KB_CHANGE_VALUES | KB_CHANGE_VIEW);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Build *build = g_task_get_task_data (G_TASK (result));
  KbLevelWatch *self = build->watch;
  g_autoptr (GError) error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);
  if (!self)
    return;
  self->running = NULL;
  if (done)
    {
      clear_result (self);
      self->built = g_memdup2 (&build->built, sizeof build->built);
      build->built = (KbBuilt) { 0 };
      self->old = FALSE;
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      clear_result (self);
      self->error = g_strdup (error->message);
    }
  notify (self);
}

/* Cancels without waiting for the thread. */
static void
abandon (KbLevelWatch *self)
{
  if (!self->running)
    return;
  self->running->watch = NULL;
  g_cancellable_cancel (self->running->cancellable);
  self->running = NULL;
}

static void
start_level_watch (KbLevelWatch *self)
{
  const KbLevel *level = kb_editor_state_get_level (self->state);
  abandon (self);
  if (!level)
    return;
  Build *build = KB_NEW (Build, .watch = self, .cancellable = g_cancellable_new ());
  build->built.level = level->node.id;
  build->built.serial = ++self->serial;
  build->built.form = kb_level_form_new (kb_document_project (self->document), level);
  self->running = build;
  self->old = FALSE;       /* later edits set it again */
  g_autoptr (GTask) task = g_task_new (NULL, build->cancellable, on_done, NULL);
  g_task_set_task_data (task, build, free_build);
  g_task_run_in_thread (task, run);
  notify (self);
}

/* Builds after a pause in editing, when no drag is in progress. */
static gboolean
on_quiet (gpointer data)
{
  KbLevelWatch *self = data;
  gint64 left = self->asked / 1000 + QUIET - g_get_monotonic_time () / 1000;
  if (kb_editor_state_get_tools (self->state)->gesture.pressed)
    left = MAX (left, QUIET);
  self->source = 0;
  if (left > 0)
    self->source = g_timeout_add ((guint) left, on_quiet, self);
  else
    start_level_watch (self);
  return G_SOURCE_REMOVE;
}

static void
start_soon (KbLevelWatch *self)
{
  abandon (self);
  self->cancelled = FALSE;
  self->asked = g_get_monotonic_time ();
  if (!self->source)
    self->source = g_timeout_add (QUIET, on_quiet, self);
}

/* ---- listening ---- */

/* Whether an edit affects the partitions: walls, areas and build parameters do; name, picture and
 * entities do not. */
static gboolean
matters (const KbLevelWatch *self, const KbEvent *event)
{
  static const char *const numbers[] = { "leaf_walls", "depth", "cell", "split_cost", NULL };
  static const char *const fields[] = { "a", "b", "class", "one_way", "rings", NULL },
                           *const lists[] = { "walls", "areas", NULL };
  if (event->type == KB_EVENT_STEP || !self->level)
    return FALSE;
  if (event->node == self->level && event->type == KB_EVENT_MANY)
    return g_strv_contains (lists, event->name);
  if (event->node == self->level)
    return event->type == KB_EVENT_SET && g_strv_contains (numbers, event->name);
  return event->parent == self->level
         && g_strv_contains (event->type == KB_EVENT_SET ? fields : lists, event->name);
}

static void
on_level_watch_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  KbLevelWatch *self = data;
  const KbNode *node =
    event->type == KB_EVENT_SET ? kb_document_node (document, event->node) : NULL;
  if (self->lines)
    kb_level_lines_follow (self->lines, document, event);
  if (node ? node->kind == &kb_wall_kind : g_strcmp0 (event->name, "walls") == 0)
    self->wall_edits++;
  else if (event->type != KB_EVENT_STEP)
    self->edits++;
  if (!matters (self, event))
    return;
  self->old = TRUE;
  start_soon (self);
}

static void
on_changed (KbEditorState *state, guint flags, KbLevelWatch *self)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const KbLevel *level = kb_editor_state_get_level (state);
  KbId id = level ? level->node.id : 0;
  if (flags & KB_CHANGE_DOCUMENT && document != self->document)
    {
      /* The old document is freed, and its listeners with it. */
      self->level = 0;
      self->document = document;
      if (document)
        self->listener = kb_document_listen (document, on_level_watch_event, self);
    }
  if (id == self->level)
    return;
  self->level = id;
  self->probes = FALSE;
  self->edits++;
  g_clear_pointer (&self->lines, kb_level_lines_free);
  if (id)
    self->lines = kb_level_lines_new (document, id);
  clear_result (self);
  abandon (self);
  g_clear_handle_id (&self->source, g_source_remove);
  if (id)
    start_level_watch (self);
  if (id && id != self->viewed)
    {
      self->viewed = id;
      kb_level_watch_set_views (self, self->views & ~KB_PARTITION_PARTS);
    }
}

/* ---- queries ---- */

const KbLevelLines *
kb_level_watch_lines (const KbLevelWatch *self)
{
  return self->lines;
}

static guint64
stamp_of (const KbLevelWatch *self, guint64 wall_edits)
{
  return kb_hash_value (kb_hash_value (KB_HASH_START, self->edits), wall_edits);
}

guint64
kb_level_watch_stamp (KbLevelWatch *self, guint64 *before, KbBounds *bounds)
{
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  KbBounds tiles;
  /* The stroke may have been reverted: redraw everything. */
  if (self->strokes && !tools->level.cells)
    self->edits++;
  self->strokes = tools->level.cells != NULL;
  *before = stamp_of (self, self->seen_edits);
  if (!self->lines || !kb_level_lines_take_changed (self->lines, bounds))
    *bounds = (KbBounds) { 0, 0, 0, 0 };
  if (kb_tiles_take_dirty (tools, &tiles))
    {
      self->wall_edits++;
      *bounds = bounds->x1 > bounds->x0
                  ? (KbBounds) { MIN (bounds->x0, tiles.x0), MIN (bounds->y0, tiles.y0),
                                MAX (bounds->x1, tiles.x1), MAX (bounds->y1, tiles.y1) }
                  : tiles;
    }
  self->seen_edits = self->wall_edits;
  return stamp_of (self, self->wall_edits);
}

const KbBuilt *
kb_level_watch_built (KbLevelWatch *self)
{
  const KbLevel *level = kb_editor_state_get_level (self->state);
  if (!self->built || !level || self->built->level != level->node.id)
    return NULL;
  self->built->chosen = level->partition == KB_PARTITION_AUTO ? self->built->best
      : (kbx_partition) (level->partition - KB_PARTITION_NONE);
  return self->built;
}

gboolean
kb_level_watch_is_old (const KbLevelWatch *self)
{
  return self->old || self->running || self->source;
}

double
kb_level_watch_progress (const KbLevelWatch *self)
{
  return self->running ? g_atomic_int_get (&self->running->permille) / 1000.0 : -1;
}

void
kb_level_watch_cancel (KbLevelWatch *self)
{
  abandon (self);
  g_clear_handle_id (&self->source, g_source_remove);
  self->cancelled = self->old = TRUE;
  notify (self);
}

gboolean
kb_level_watch_was_cancelled (const KbLevelWatch *self)
{
  return self->cancelled;
}

void
kb_level_watch_build (KbLevelWatch *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  self->cancelled = FALSE;
  start_level_watch (self);
}

const char *
kb_level_watch_error (const KbLevelWatch *self)
{
  return self->error;
}

guint
kb_level_watch_views (const KbLevelWatch *self)
{
  return self->views;
}

void
kb_level_watch_set_views (KbLevelWatch *self, guint views)
{
  if (self->views == views)
    return;
  self->views = views;
  notify (self);
}

static void
on_level_watch_probed (KbEditorState *state, const KbVec *from, const KbVec *to, KbLevelWatch *self)
{
  self->probes = from && to;
  if (self->probes)
    {
      self->probe[0] = *from;
      self->probe[1] = *to;
    }
  kb_editor_state_touch (self->state, KB_CHANGE_VIEW);
}

gboolean
kb_level_watch_probe (const KbLevelWatch *self, KbVec *from, KbVec *to)
{
  if (!self->probes)
    return FALSE;
  *from = self->probe[0];
  *to = self->probe[1];
  return TRUE;
}

/* ---- object ---- */

KbLevelWatch *
kb_level_watch_new (KbEditorState *state)
{
  KbLevelWatch *self = KB_NEW (KbLevelWatch, .state = state);
  g_object_set_data (G_OBJECT (state), "kb-level-watch", self);
  g_signal_connect (state, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect (state, "probed", G_CALLBACK (on_level_watch_probed), self);
  return self;
}

void
kb_level_watch_free (KbLevelWatch *self)
{
  if (!self)
    return;
  g_signal_handlers_disconnect_by_data (self->state, self);
  g_object_set_data (G_OBJECT (self->state), "kb-level-watch", NULL);
  if (self->document && self->document == kb_editor_state_get_document (self->state))
    kb_document_unlisten (self->document, self->listener);
  abandon (self);
  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_pointer (&self->lines, kb_level_lines_free);
  clear_result (self);
  g_free (self);
}
