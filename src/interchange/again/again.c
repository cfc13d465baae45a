/* SPDX-License-Identifier: MIT */
/* Imports into an existing sprite: every annotation stays on its frame. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/colour.h"
#include "document/edits/cells.h"
#include "interchange/again/match.h"
#include "interchange/apply_private.h"
#include "interchange/importers.h"

typedef struct {
  KbApply *apply;
  const json_t *record;       /* a copy: the sprite's own record is replaced at the end */
  GHashTable *known;          /* permanent id -> the frame's record */
  GHashTable *cells;          /* text of a cell of the new sheet -> its number, from 1 */
  gboolean same_cells;        /* the sheet has the same cells as before */
  gboolean own_order;         /* frames were reordered by hand */
  guint n_old, n_new;
  KbId *old;                  /* the sprite's imported frames, then its lost ones */
  KbMatchFrame *old_frames, *new_frames;
  KbMatch *matches;           /* one per new frame */
  KbId *ids;                  /* of the new frames in the document */
  GArray *copies;             /* Copy: hand-made frames that show the same as an imported one */
  /* Hand-made frames: KbId -> KbId of the frame before, 0 at the start */
  GHashTable *after;
  GArray *by_hand;            /* their KbIds, in order */
  char **titles;              /* of the old frames, with their numbers before the import */
  GArray *restored;           /* KbIds of restored frames */
  GHashTable *shown;          /* see kb_again_shown, or NULL until needed */
  GHashTable *kept;           /* permanent ids shown by animations that do not follow the source */
} KbAgain;

static inline KbFrame *
kb_again_frame (const KbAgain *again, KbId id)
{
  return (KbFrame *) kb_document_node (again->apply->document, id);
}

static inline const json_t *
kb_again_record (const KbAgain *again, gint lasting_id)
{
  return (const json_t *) g_hash_table_lookup (again->known, GINT_TO_POINTER (lasting_id));
}

/* ---- shown ---- */

/* Finds the levels that show a sprite's frames, in cells of their layers or as entities. */

static void
note (GHashTable *shown, gint frame, const KbLevel *level)
{
  GPtrArray *levels = g_hash_table_lookup (shown, GINT_TO_POINTER (frame));
  if (!levels)
    g_hash_table_insert (shown, GINT_TO_POINTER (frame), levels = g_ptr_array_new ());
  if (!levels->len || g_ptr_array_index (levels, levels->len - 1) != level->name)
    g_ptr_array_add (levels, level->name);
}

static void
note_layer (GHashTable *shown, const KbLevel *level, const KbLayer *layer, guint number)
{
  const KbZones *zones = layer->cells.zones;
  const guint columns = zones ? kb_zones_columns (zones) : 0,
              n = zones ? columns * kb_zones_rows (zones) : 0;
  const guint32 tileset = number << KB_CELL_TILESET_SHIFT;
  guint32 last = 0;
  for (guint i = 0; i < n; i++)
    {
      guint32 cells[KB_ZONES_TILE / 2 * KB_ZONES_TILE / 2];
      if (kb_zones_tile_value (zones, i) == 0)
        continue;
      kb_cells_copy (zones, (gint) (i % columns) * KB_ZONES_TILE / 2,
                     (gint) (i / columns) * KB_ZONES_TILE / 2, KB_ZONES_TILE / 2, KB_ZONES_TILE / 2,
                     cells, KB_ZONES_TILE / 2);
      for (guint k = 0; k < G_N_ELEMENTS (cells); k++)
        {
          guint32 tile = cells[k] & KB_CELL_TILE;
          if (tile == last || kb_cell_is_empty (tile) || (tile & ~KB_CELL_FRAME) != tileset)
            continue;
          note (shown, (gint) (tile & KB_CELL_FRAME), level);
          last = tile;
        }
    }
}

static gboolean
counts (GHashTable *replaced, const KbNode *node)
{
  return !replaced || !g_hash_table_contains (replaced, GUINT_TO_POINTER (node->id));
}

/* Permanent ids of frames -> GPtrArray of names of the levels whose cells or entities show
 * them. An entity that names no frame shows the first. Cost: all entities, and all cells of levels
 * that have the sprite among their tilesets. */
static GHashTable *
kb_again_shown (const KbAgain *again)
{
  GHashTable *shown = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  GHashTable *replaced = again->apply->import->replaced;
  const KbSprite *sprite = kb_apply_sprite (again->apply);
  const KbProject *project = kb_document_project (again->apply->document);
  gint first = sprite->frames->len ? kb_frame_at (sprite, 0)->lasting_id : 0;
  KB_EACH (const KbLevel, level, project->levels)
    {
      KB_EACH (const KbTileset, tileset, level->tilesets)
        KB_EACH_WHILE (strcmp (tileset->sprite, sprite->name) == 0, const KbLayer, layer,
                       level->layers)
          if (counts (replaced, &layer->node))
            note_layer (shown, level, layer, (guint) tileset->number);
      KB_EACH (const KbEntity, entity, level->entities)
        if (g_strcmp0 (entity->sprite, sprite->name) == 0 && counts (replaced, &entity->node))
          note (shown, entity->frame ? entity->frame : first, level);
    }
  return shown;
}

/* ---- again old ---- */

/* Reads the sprite before an import: which cell of the source each frame came from, in the source's
 * order. Also finds hand-made frames, and which of these are copies of imported ones. */

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

/* Was any of the files imported before? */
static gboolean
kb_record_shares_file (const json_t *record, const char *folder, char *const *files)
{
  const json_t *known = json_object_get (record, "files");
  gboolean shared = FALSE;
  KB_EACH_JSON (item, known)
    {
      const char *path = json_string_value (item);
      g_autofree char *absolute = g_canonicalize_filename (path ? path : "", folder);
      shared |= g_strv_contains ((const char *const *) files, absolute);
    }
  return shared;
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

/* A copy keeps showing the same as its original. */
static void
find_copies (KbAgain *again)
{
  /* KbFrame -> index of the old frame, + 1 */
  g_autoptr (GHashTable) shown = g_hash_table_new (hash_shown, (GEqualFunc) shows_same);
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
static void
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
static gboolean
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

/* ---- merge terrains ---- */

/* Merges the terrains of a tileset three ways. Those of the source keep the values that they got
 * first; names and colours changed by hand stay. */

static guint
value_of (const json_t *terrain)
{
  json_int_t value = json_integer_value (json_object_get (terrain, "value"));
  return value > 0 && value <= KB_MAX_ZONES ? (guint) value : 0;
}

static const char *
name_of (const json_t *terrain)
{
  return json_string_value (json_object_get (terrain, "name"));
}

/* What the last import made of the source's terrain: the one of its name, else the one at its
 * place if that was renamed. */
static const json_t *
find_base (const json_t *known, const json_t *theirs, gsize i)
{
  const json_t *named = kb_import_find_named (known, name_of (json_array_get (theirs, i))),
               *there = json_array_get (known, i);
  return named                                                       ? named
         : there && !kb_import_find_named (theirs, name_of (there)) ? there
                                                                     : NULL;
}

/* A value that no terrain has or had at the last import; 0: none is left. */
static guint
free_value (const KbApply *apply, const json_t *known, const guint8 *values)
{
  gboolean taken[KB_MAX_ZONES + 1] = { FALSE };
  const json_t *terrain;
  gsize i;
  json_array_foreach (known, i, terrain)
    taken[value_of (terrain)] = TRUE;
  for (i = 1; i <= KB_MAX_ZONES; i++)
    {
      taken[values[i]] = TRUE;
      taken[i] |= kb_zones_find (kb_apply_sprite (apply)->terrains, (guint) i) != NULL;
    }
  for (i = 1; i <= KB_MAX_ZONES; i++)
    if (!taken[i])
      return (guint) i;
  return 0;
}

static gboolean
update_zone (KbApply *apply, const KbZone *mine, const json_t *base, const json_t *theirs,
             GError **error)
{
  const char *was = name_of (base), *name = name_of (theirs);
  KbId id = mine->node.id;
  if (g_strcmp0 (mine->name, was) == 0 && g_strcmp0 (was, name) != 0
      && !kb_zones_find_name (kb_apply_sprite (apply)->terrains, name)
      && !kb_document_set (apply->document, id, "name", json_string (name), error))
    return FALSE;
  return kb_merge_field (apply, id, "colour", base,
                         json_incref (json_object_get (theirs, "colour")), error);
}

/* Merges the sprite's terrains, before its frames, and fills `values` for
 * apply->terrains. */
static gboolean
kb_merge_terrains (KbApply *apply, const json_t *record, guint8 values[KB_MAX_ZONES + 1],
                   GError **error)
{
  const json_t *known = json_object_get (record, "terrains"), *theirs = apply->import->terrains;
  for (gsize i = 0; i < MIN (json_array_size (theirs), KB_MAX_ZONES); i++)
    {
      const json_t *terrain = json_array_get (theirs, i), *base = find_base (known, theirs, i);
      const GPtrArray *all = kb_apply_sprite (apply)->terrains;
      const KbZone *mine =
        base ? kb_zones_find (all, value_of (base)) : kb_zones_find_name (all, name_of (terrain));
      guint value = base   ? value_of (base)
                    : mine ? (guint) mine->value
                           : free_value (apply, known, values);
      values[i + 1] = (guint8) value;
      if (!value)
        kb_messages_add (apply->report->messages, _("the terrain '%s' is left out: there are 255"),
                         name_of (terrain));
      else if (base && mine && !update_zone (apply, mine, base, terrain, error))
        return FALSE;
      else if (!base && !mine)
        {
          json_t *own = json_deep_copy (terrain);
          json_object_set_new (own, "value", json_integer (value));
          if (!kb_document_insert (apply->document, apply->sprite, "terrains", -1, own, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
is_used (const KbSprite *sprite, guint value)
{
  KB_EACH (const KbFrame, frame, sprite->frames)
    {
      const KbNumbers *labels = &frame->terrain;
      for (guint k = 0; k < labels->n; k++)
        if ((guint) labels->v[k] == value)
          return TRUE;
    }
  return FALSE;
}

/* Then removes terrains that the source no longer has, unless they are in use. */
static gboolean
kb_merge_lost_terrains (KbApply *apply, const json_t *record, GError **error)
{
  const json_t *known = json_object_get (record, "terrains");
  KB_EACH_JSON (base, known)
    {
      const KbSprite *sprite = kb_apply_sprite (apply);
      const KbZone *mine = kb_zones_find (sprite->terrains, value_of (base));
      gboolean ours = FALSE;
      for (gsize k = 1; k <= json_array_size (apply->import->terrains); k++)
        ours |= apply->terrains[k] == value_of (base);
      if (mine && !ours && g_strcmp0 (mine->name, name_of (base)) == 0
          && !is_used (sprite, (guint) mine->value)
          && !kb_document_remove (apply->document, mine->node.id, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- again ---- */

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
  KB_EACH (const KbFrame, frame, sprite->frames)
    {
      const KbId id = frame->node.id;
      gboolean by_hand = FALSE;
      KB_EACH_ID (hand, again->by_hand)
        by_hand |= hand == id;
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
  return kb_merge_animations (again->apply, mine, again->record, lasting_ids, back, error)
         && kb_apply_zones (again->apply, again->record, lasting_ids, error)
         && keep_record (again, mine, lasting_ids, error);
}

/* The file may contain anything; only lists of pairs of integers count. */
static const json_t *
remembered_steps (const json_t *record, const char *animation)
{
  const json_t *steps = json_object_get (json_object_get (record, "lost_steps"), animation);
  KB_EACH_JSON (step, steps)
    {
      const json_t *id = json_array_get (step, 0), *duration = json_array_get (step, 1);
      if (json_array_size (step) != 2 || !json_is_integer (id) || json_integer_value (id) < 1
          || json_integer_value (id) > G_MAXINT || !json_is_integer (duration)
          || json_integer_value (duration) < 0 || json_integer_value (duration) > KB_MAX_DURATION)
        return NULL;
    }
  return steps;
}

/* Adds "full" to each animation of a snapshot: its steps, including those of lost frames. */
static void
kb_steps_recall (const KbSprite *sprite, const json_t *record, json_t *mine)
{
  g_autoptr (GHashTable) lost = kb_steps_lost_ids (sprite);
  KB_EACH_MEMBER (name, animation, mine)
    json_object_set_new (
      animation, "full",
      kb_steps_weave (json_object_get (animation, "steps"), remembered_steps (record, name), lost));
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
