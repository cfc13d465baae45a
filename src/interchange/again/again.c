/* SPDX-License-Identifier: MIT */
/* Imports into an existing sprite: every annotation stays on its frame. */
#include "interchange/again/again_private.h"
#include "interchange/importers.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean
collect_new (KbAgain *again, GError **error)
{
  const KbImport *import = again->apply->import;
  again->n_new = import->frames->len;
  again->new_frames = g_new0 (KbMatchFrame, again->n_new + 1);
  again->matches = g_new0 (KbMatch, again->n_new + 1);
  again->ids = g_new0 (KbId, again->n_new + 1);
  for (guint i = 0; i < again->n_new; i++)
    {
      const KbImportFrame *frame = g_ptr_array_index (import->frames, i);
      g_autoptr (KbPicture) picture = kb_import_frame_picture (import, frame);
      if (!picture)
        return kb_fail (error, KB_ERROR_MACHINE, _("there is not enough memory"));
      again->new_frames[i] = (KbMatchFrame){
        kb_look_new (picture), frame->name, frame->tag,
        frame->tag_index,      FALSE,       !frame->name && frame->picture >= 0 ? i + 1 : 0
      };
    }
  return TRUE;
}

/* Moves a frame with all its data to the list of lost ones, or back. */
static KbId
carry (KbAgain *again, KbId id, const char *list, GError **error)
{
  KbDocument *document = again->apply->document;
  json_auto_t *value = kb_node_to_json (kb_document_node (document, id), NULL);
  if (kb_document_remove (document, id, error))
    return kb_document_insert (document, again->apply->sprite, list, -1, g_steal_pointer (&value),
                               error);
  return 0;
}

static gboolean
is_annotated (const KbFrame *frame)
{
  return frame->hot_spot.set || frame->points->len || frame->shapes->len || frame->node.unknown
         || kb_node_painted_zones (&frame->node, NULL) || frame->pixels.fault;
}

/* The names of the levels that show the frame, as one text, or NULL. */
static char *
shown_by (KbAgain *again, gint lasting_id)
{
  if (!again->shown)
    again->shown = kb_again_shown (again);
  const GPtrArray *levels = g_hash_table_lookup (again->shown, GINT_TO_POINTER (lasting_id));
  return levels ? kb_apply_level_names (levels) : NULL;
}

static gboolean
lose_frame (KbAgain *again, guint old, GError **error)
{
  KbApply *apply = again->apply;
  KbId id = again->old[old];
  const char *title = again->titles[old];
  gint lasting_id = kb_again_frame (again, id)->lasting_id;
  gboolean ok, annotated = is_annotated (kb_again_frame (again, id));
  gboolean kept = annotated || g_hash_table_contains (again->kept, GINT_TO_POINTER (lasting_id));
  g_autofree char *levels = shown_by (again, lasting_id);
  if (kept || levels)
    {
      ok = carry (again, id, "lost", error) != 0;
      if (kept)
        kb_messages_add (
          apply->report->messages,
          annotated
            ? _("%s was removed from the source; its annotations are kept with the lost frames")
            : _("%s was removed from the source; its places in animations are kept with the lost "
                 "frames"),
          title);
      else
        kb_messages_add (apply->report->messages,
                         _("%s was removed from the source; it is kept with the lost frames for "
                            "the levels that show it"),
                         title);
      if (levels)
        kb_messages_add (apply->report->messages, _("%s is missing in levels: %s"), title, levels);
      apply->report->lost++;
    }
  else
    {
      ok = kb_document_remove (apply->document, id, error);
      kb_messages_add (apply->report->messages,
                       _("%s was removed from the source and had no annotations"), title);
    }
  return ok;
}

static gboolean
lose_frames (KbAgain *again, GError **error)
{
  g_autofree gboolean *found = g_new0 (gboolean, again->n_old + 1);
  gboolean ok = TRUE;
  for (guint i = 0; i < again->n_new; i++)
    if (again->matches[i].old >= 0)
      found[again->matches[i].old] = TRUE;
  for (guint i = 0; ok && i < again->n_old; i++)
    if (!found[i] && !again->old_frames[i].lost)
      ok = lose_frame (again, i, error);
  return ok;
}

/* Files with no frame in common are something else. As a new version of the sprite, they would send
 * all of its frames to the lost ones. */
static gboolean
check_belongs (const KbAgain *again, GError **error)
{
  const KbApply *apply = again->apply;
  gboolean annotated = FALSE;
  for (guint i = 0; i < again->n_new; i++)
    if (again->matches[i].old >= 0)
      return TRUE;
  for (guint i = 0; i < again->n_old; i++)
    annotated |= !again->old_frames[i].lost && is_annotated (kb_again_frame (again, again->old[i]));
  if (!annotated
      || kb_record_shares_file (again->record, kb_document_folder (apply->document),
                                apply->import->files))
    return TRUE;
  return kb_fail (
    error, KB_ERROR_INPUT,
    _("%s: none of these frames is one of the sprite '%s', which was imported from other files; "
       "import them under another name"),
    apply->import->files[0], kb_apply_sprite (apply)->name);
}

static gboolean
update_frame (KbAgain *again, guint i, GError **error)
{
  KbApply *apply = again->apply;
  const KbImportFrame *theirs = g_ptr_array_index (apply->import->frames, i);
  const KbMatch *match = &again->matches[i];
  if (match->old < 0)
    {
      again->ids[i] = kb_document_insert (apply->document, apply->sprite, "frames", -1,
                                          kb_apply_frame_json (apply, theirs), error);
      apply->report->added++;
      return again->ids[i] != 0;
    }
  KbId id = again->old[match->old];
  if (again->old_frames[match->old].lost)
    {
      id = carry (again, id, "frames", error);
      if (!id)
        return FALSE;
      g_array_append_val (again->restored, id);
      apply->report->restored++;
    }
  else
    apply->report->kept++;
  again->ids[i] = id;
  if (match->dx || match->dy)
    apply->report->moved++;
  return kb_merge_frame (apply, id, kb_again_record (again, kb_again_frame (again, id)->lasting_id),
                         theirs, match->dx, match->dy, error);
}

/* Notes, before anything moves, which frame each hand-made frame follows. */
static void
remember_places (KbAgain *again)
{
  const KbSprite *sprite = kb_apply_sprite (again->apply);
  KbId before = 0;
  for (guint i = 0; i < sprite->frames->len; i++)
    {
      KbId id = kb_frame_at (sprite, i)->node.id;
      gboolean by_hand = FALSE;
      for (guint j = 0; j < again->by_hand->len; j++)
        by_hand |= g_array_index (again->by_hand, KbId, j) == id;
      if (by_hand)
        g_hash_table_insert (again->after, GUINT_TO_POINTER (id), GUINT_TO_POINTER (before));
      else
        before = id;
    }
}

static void
append_by_hand (const KbAgain *again, GArray *order, KbId before)
{
  KB_EACH_ID (id, again->by_hand)
    if (g_hash_table_lookup (again->after, GUINT_TO_POINTER (id)) == GUINT_TO_POINTER (before))
      g_array_append_val (order, id);
}

/* Keeps an order made by hand. Each new frame goes after its predecessor in the source. */
static gboolean
place_new (KbAgain *again, GError **error)
{
  const KbSprite *sprite = kb_apply_sprite (again->apply);
  g_autoptr (GHashTable) restored = g_hash_table_new (NULL, NULL);
  gboolean ok = TRUE;
  KB_EACH_ID (back, again->restored)
    g_hash_table_add (restored, GUINT_TO_POINTER (back));
  for (guint i = 0; ok && i < again->n_new; i++)
    {
      guint at = 0;
      if (again->matches[i].old >= 0
          && !g_hash_table_contains (restored, GUINT_TO_POINTER (again->ids[i])))
        continue;
      while (i > 0 && kb_frame_at (sprite, at)->node.id != again->ids[i - 1])
        at++;
      ok = kb_document_move (again->apply->document, again->ids[i], i > 0 ? at + 1 : 0, error);
    }
  return ok;
}

/* Restores the source's order, with hand-made frames after the frames that they followed. */
static gboolean
order_frames (KbAgain *again, GError **error)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (KbId));
  append_by_hand (again, order, 0);
  for (guint i = 0; i < again->n_new; i++)
    {
      g_array_append_val (order, again->ids[i]);
      append_by_hand (again, order, again->ids[i]);
    }
  gboolean ok = TRUE;
  KB_EACH_ID_WHILE (ok, id, order)
    if (kb_frame_at (kb_apply_sprite (again->apply), id_at)->node.id != id)
      ok = kb_document_move (again->apply->document, id, id_at, error);
  return ok;
}

/* Reports restored frames with their new numbers. */
static void
report_restored (KbAgain *again)
{
  KB_EACH_ID (id, again->restored)
    {
      g_autofree char *title = kb_node_title (kb_document_node (again->apply->document, id));
      kb_messages_add (again->apply->report->messages, _("%s is back from the lost frames"),
                       title);
    }
}

/* One line for all: a sheet that was painted over is normal. */
static void
report_by_place (KbAgain *again)
{
  g_autoptr (GString) cells = g_string_new (NULL);
  guint n = 0;
  for (guint i = 0; i < again->n_new; i++)
    {
      guint last = i;
      while (last < again->n_new && again->matches[last].by_place)
        last++;
      if (last == i)
        continue;
      g_string_append_printf (cells, "%s%u", n ? ", " : "", i + 1);
      if (last > i + 1)
        g_string_append_printf (cells, "–%u", last);
      n += last - i;
      i = last;
    }
  if (n)
    kb_messages_add (
      again->apply->report->messages,
      ngettext (
        "%u cell looks different; by its place it was taken for the same frame as before: %s",
        "%u cells look different; by their places they were taken for the same frames as before: "
        "%s",
        n),
      n, cells->str);
}

static gboolean
keep_record (KbAgain *again, const json_t *mine, const gint *lasting_ids, GError **error)
{
  KbApply *apply = again->apply;
  json_t *record = kb_record_new (apply, lasting_ids),
         *steps = kb_steps_remember (kb_apply_sprite (apply), again->record, mine);
  if (steps)
    json_object_set_new (record, "lost_steps", steps);
  return kb_document_set (apply->document, apply->sprite, "import", record, error);
}

/* `mine`: the animations before. Fills lasting_ids with those of the import's frames, and `back`
 * with those of restored frames. */
static gboolean
change_frames (KbAgain *again, const json_t *mine, gint *lasting_ids, GHashTable *back,
               GError **error)
{
  if (!lose_frames (again, error))
    return FALSE;
  remember_places (again);
  for (guint i = 0; i < again->n_new; i++)
    if (!update_frame (again, i, error))
      return FALSE;
  for (guint i = 0; i < again->n_new; i++)
    lasting_ids[i] = kb_again_frame (again, again->ids[i])->lasting_id;
  KB_EACH_ID (id, again->restored)
    g_hash_table_add (back, GINT_TO_POINTER (kb_again_frame (again, id)->lasting_id));
  if (!kb_again_update_copies (again, error))
    return FALSE;
  if (!(again->own_order ? place_new (again, error) : order_frames (again, error)))
    return FALSE;
  if (!kb_merge_animations (again->apply, mine, again->record, lasting_ids, back, error))
    return FALSE;
  return kb_apply_zones (again->apply, again->record, lasting_ids, error)
         && keep_record (again, mine, lasting_ids, error);
}

static gboolean
run (KbAgain *again, GError **error)
{
  KbApply *apply = again->apply;
  json_auto_t *mine = kb_merge_snapshot_animations (kb_apply_sprite (apply));
  guint8 terrains[KB_MAX_ZONES + 1] = { 0 };
  g_autofree gint *lasting_ids = g_new0 (gint, again->n_new + 1);
  g_autoptr (GHashTable) lost_before = kb_steps_lost_ids (kb_apply_sprite (apply)),
                         back = g_hash_table_new (NULL, NULL);
  kb_steps_recall (kb_apply_sprite (apply), again->record, mine);
  again->kept = kb_steps_kept_ids (mine, again->record);
  apply->terrains = terrains;
  gboolean ok = kb_merge_terrains (apply, again->record, terrains, error)
                && change_frames (again, mine, lasting_ids, back, error)
                && kb_merge_lost_terrains (apply, again->record, error);
  apply->terrains = NULL;
  if (ok)
    {
      report_by_place (again);
      report_restored (again);
      kb_steps_report (apply, again->record, mine, lost_before);
    }
  g_hash_table_unref (again->kept);
  return ok;
}

/* Names in another format, or given by hand, do not identify frames. */
static gboolean
has_lasting_names (const KbAgain *again)
{
  const KbImport *import = again->apply->import;
  return import->lasting_names
         && g_strcmp0 (json_string_value (json_object_get (again->record, "format")),
                       import->importer->name)
              == 0;
}

gboolean
kb_apply_again (KbApply *apply, GError **error)
{
  json_auto_t *record = json_deep_copy (kb_apply_sprite (apply)->import);
  KbAgain again = { .apply = apply,
                    .record = record,
                    .known = kb_record_index (record),
                    .after = g_hash_table_new (NULL, NULL),
                    .by_hand = g_array_new (FALSE, FALSE, sizeof (KbId)),
                    .restored = g_array_new (FALSE, FALSE, sizeof (KbId)),
                    .cells = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  kb_again_collect_old (&again);
  gboolean ok = collect_new (&again, error);
  if (ok)
    {
      kb_match_frames (again.old_frames, again.n_old, again.new_frames, again.n_new,
                       has_lasting_names (&again), again.same_cells, again.matches);
      ok = check_belongs (&again, error) && run (&again, error);
    }
  for (guint i = 0; i < again.n_old; i++)
    kb_look_free (again.old_frames[i].look);
  for (guint i = 0; again.new_frames && i < again.n_new; i++)
    kb_look_free (again.new_frames[i].look);
  g_free (again.old);
  g_free (again.old_frames);
  g_free (again.new_frames);
  g_free (again.matches);
  g_free (again.ids);
  g_clear_pointer (&again.shown, g_hash_table_unref);
  g_hash_table_unref (again.known);
  g_hash_table_unref (again.cells);
  g_array_unref (again.copies);
  g_hash_table_unref (again.after);
  g_array_unref (again.by_hand);
  g_array_unref (again.restored);
  g_strfreev (again.titles);
  return ok;
}
