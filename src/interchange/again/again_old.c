/* SPDX-License-Identifier: MIT */
/* Reads the sprite before an import: which cell of the source each frame came from, in the source's
 * order. Also finds hand-made frames, and which of these are copies of imported ones. */
#include "interchange/again/again_private.h"

#include <string.h>

typedef struct { KbId frame; guint old; } Copy;

/* Records of older imports have no cells; then the frame's picture rectangle is used, which is
 * right unless the frame was cropped since. */
static char *
cell_text (const KbAgain *again, const KbFrame *frame)
{
  json_t *cell = json_object_get (kb_again_record (again, frame->lasting_id), "cell");
  const KbPictureRef *shown = &frame->picture;
  if (cell)
    return json_dumps (cell, JSON_COMPACT);
  return g_strdup_printf ("[0,%d,%d,%d,%d]", shown->x, shown->y, shown->width, shown->height);
}

static void
describe_old (KbAgain *again, KbFrame *frame, gboolean lost)
{
  g_autoptr (KbPicture) picture =
    frame->picture.file ? kb_document_frame_picture (again->apply->document, frame, NULL) : NULL;
  const json_t *known = kb_again_record (again, frame->lasting_id);
  const char *name = json_string_value (json_object_get (known, "name"));
  g_autofree char *cell = cell_text (again, frame);
  again->old[again->n_old] = frame->node.id;
  again->titles[again->n_old] = kb_node_title (&frame->node);
  again->old_frames[again->n_old++] =
    (KbMatchFrame){ kb_look_new (picture),
                    known ? name : frame->name,
                    json_string_value (json_object_get (known, "tag")),
                    (gint) json_integer_value (json_object_get (known, "index")),
                    lost,
                    lost ? 0 : GPOINTER_TO_UINT (g_hash_table_lookup (again->cells, cell)) };
}

static void
number_cells (KbAgain *again)
{
  const KbImport *import = again->apply->import;
  gboolean shares = kb_record_shares_file (
    again->record, kb_document_folder (again->apply->document), import->files);
  guint n_known = 0, n_found = 0;
  KB_EACH (const KbImportFrame, frame, import->frames)
    if (!frame->name && frame->picture >= 0)
      g_hash_table_insert (again->cells,
                           g_strdup_printf ("[%d,%d,%d,%d,%d]", frame->picture, frame->x,
                                            frame->y, frame->picture_width,
                                            frame->picture_height),
                           GUINT_TO_POINTER (frame_at + 1));
  const json_t *frames = json_object_get (again->record, "frames");
  g_autoptr (GHashTable) lost = kb_steps_lost_ids (kb_apply_sprite (again->apply));
  KB_EACH_JSON (known, frames)
    {
      const json_t *cell = json_object_get (known, "cell");
      g_autofree char *text = cell ? json_dumps (cell, JSON_COMPACT) : NULL;
      gboolean is_lost = g_hash_table_contains (
        lost, GINT_TO_POINTER ((gint) json_integer_value (json_object_get (known, "id"))));
      n_known += !is_lost;
      n_found += !is_lost && text && g_hash_table_contains (again->cells, text);
    }
  again->same_cells = shares && n_known == n_found && n_found == import->frames->len;
}

static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  GHashTable *places = data;
  const KbFrame *p = *(const KbFrame *const *) a, *q = *(const KbFrame *const *) b;
  guint u = GPOINTER_TO_UINT (g_hash_table_lookup (places, GINT_TO_POINTER (p->lasting_id)));
  guint v = GPOINTER_TO_UINT (g_hash_table_lookup (places, GINT_TO_POINTER (q->lasting_id)));
  return (u > v) - (u < v);
}

/* The imported frames in the source's order. */
static void
sort_by_source (KbAgain *again, GPtrArray *frames)
{
  g_autoptr (GHashTable) places =
    g_hash_table_new (NULL, NULL); /* permanent id -> index in the record */
  const json_t *known = json_object_get (again->record, "frames");
  KB_EACH_JSON (item, known)
    {
      json_int_t id = json_integer_value (json_object_get (item, "id"));
      if (id > 0 && id < G_MAXINT)
        g_hash_table_insert (places, GINT_TO_POINTER ((gint) id), GUINT_TO_POINTER (item_at));
    }
  for (guint i = 1; i < frames->len; i++)
    again->own_order |= compare_places (&frames->pdata[i - 1], &frames->pdata[i], places) > 0;
  if (again->own_order)
    g_ptr_array_sort_with_data (frames, compare_places, places);
}

static gboolean
shows_same (const KbFrame *a, const KbFrame *b)
{
  const KbPictureRef *p = &a->picture, *q = &b->picture;
  return p->file && g_strcmp0 (p->file, q->file) == 0 && p->x == q->x && p->y == q->y
         && p->width == q->width && p->height == q->height && p->offset_x == q->offset_x
         && p->offset_y == q->offset_y && a->width == b->width && a->height == b->height;
}

static guint
hash_shown (gconstpointer data)
{
  const KbFrame *frame = data;
  return (g_str_hash (frame->picture.file) * 31 + (guint) frame->picture.x) * 31
         + (guint) frame->picture.y;
}

static gboolean
equal_shown (gconstpointer a, gconstpointer b)
{
  return shows_same (a, b);
}

/* A copy keeps showing the same as its original. */
static void
find_copies (KbAgain *again)
{
  /* KbFrame -> index of the old frame, + 1 */
  g_autoptr (GHashTable) shown = g_hash_table_new (hash_shown, equal_shown);
  for (guint i = again->n_old; i-- > 0;)
    if (!again->old_frames[i].lost && kb_again_frame (again, again->old[i])->picture.file)
      g_hash_table_insert (shown, kb_again_frame (again, again->old[i]), GUINT_TO_POINTER (i + 1));
  KB_EACH_ID (by_hand, again->by_hand)
    {
      KbFrame *frame = kb_again_frame (again, by_hand);
      guint original =
        frame->picture.file ? GPOINTER_TO_UINT (g_hash_table_lookup (shown, frame)) : 0;
      Copy copy = { frame->node.id, original - 1 };
      if (original)
        g_array_append_val (again->copies, copy);
    }
}

/* Frames that no import made are hand-made: they stay in place. */
void
kb_again_collect_old (KbAgain *again)
{
  const KbSprite *sprite = kb_apply_sprite (again->apply);
  gboolean imported = json_array_size (json_object_get (again->record, "frames")) > 0;
  guint n = sprite->frames->len + sprite->lost->len;
  g_autoptr (GPtrArray) frames = g_ptr_array_new ();
  again->copies = g_array_new (FALSE, FALSE, sizeof (Copy));
  number_cells (again);
  again->old = g_new0 (KbId, n + 1);
  again->old_frames = g_new0 (KbMatchFrame, n + 1);
  again->titles = g_new0 (char *, n + 1);
  KB_EACH (KbFrame, frame, sprite->frames)
    {
      if (!imported || kb_again_record (again, frame->lasting_id))
        g_ptr_array_add (frames, frame);
      else
        g_array_append_val (again->by_hand, frame->node.id);
    }
  if (imported)
    sort_by_source (again, frames);
  KB_EACH (KbFrame, frame, frames)
    describe_old (again, frame, FALSE);
  KB_EACH (KbFrame, lost, sprite->lost)
    describe_old (again, lost, TRUE);
  find_copies (again);
}

/* If the original's content moved, the copy's annotations move with it. */
gboolean
kb_again_update_copies (KbAgain *again, GError **error)
{
  g_autoptr (GHashTable) new_of = g_hash_table_new (NULL, NULL); /* old frame -> new one, + 1 */
  gboolean ok = TRUE;
  for (guint i = 0; i < again->n_new; i++)
    if (again->matches[i].old >= 0)
      g_hash_table_insert (new_of, GINT_TO_POINTER (again->matches[i].old),
                           GUINT_TO_POINTER (i + 1));
  KB_EACH_IN_WHILE (ok, const Copy, copy, again->copies)
    {
      guint i = GPOINTER_TO_UINT (g_hash_table_lookup (new_of, GUINT_TO_POINTER (copy->old)));
      if (i)
        ok = kb_merge_frame (
          again->apply, copy->frame,
          kb_again_record (again, kb_again_frame (again, again->ids[i - 1])->lasting_id),
          g_ptr_array_index (again->apply->import->frames, i - 1), again->matches[i - 1].dx,
          again->matches[i - 1].dy, error);
    }
  return ok;
}
