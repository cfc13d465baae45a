/* SPDX-License-Identifier: MIT */
/* Frames from a sheet by islands of opaque pixels. */
#include <glib/gi18n.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

/* ---- island edits ---- */

/* The user's changes to the islands of a sheet. "drop X,Y": the island at this pixel is no frame.
 * "keep X,Y": it is one again, also if it is small. "merge X,Y X,Y": the two are one frame. "split
 * X,Y": it is several frames, parted at gaps that it bridges. "cut X,Y X,Y": the island in the
 * middle of this line is divided along it. Positions are those of the sheet, so the changes are
 * still right when it is imported again. */

#define MAX_CHANGES 1000   /* each takes time for the whole sheet */

static KbRun *
runs_of (const KbIslandMap *map)
{
  return (KbRun *) (void *) map->runs->data;
}

/* The root of the island with this pixel, or -1. Dropped and small islands count too. The pixel is
 * not above the sheet. */
static gint
root_at_pixel (const KbIslandMap *map, gint x, gint y)
{
  KbRun *runs = runs_of (map);
  for (guint i = map->row_start[MIN (y, map->height)];
       i < map->row_start[MIN (y + 1, map->height)]; i++)
    if (x >= runs[i].x0 && x < runs[i].x1)
      return (gint) kb_runs_root (runs, i);
  return -1;
}

/* The same for an island that is a frame: the smallest box, where the pixel is in none of them. */
static gint
root_at (const KbIslandMap *map, gint x, gint y)
{
  gint pixel = root_at_pixel (map, x, y);
  const KbIsland *best = NULL;
  KB_EACH_IN (const KbIsland, island, map->islands)
    {
      gint64 area = (gint64) island->width * island->height;
      if ((gint) island->root == pixel)
        return pixel;
      if (x >= island->x && x < island->x + island->width && y >= island->y
          && y < island->y + island->height
          && (!best || area < (gint64) best->width * best->height))
        best = island;
    }
  return best ? (gint) best->root : -1;
}

static gboolean
set_keep (KbIslandMap *map, gint root, gint keep)
{
  if (root >= 0)
    runs_of (map)[root].keep = keep;
  return root >= 0;
}

static gboolean
drop (KbIslandMap *map, const gint *at)
{
  return set_keep (map, root_at (map, at[0], at[1]), -1);
}

static gboolean
keep_islands (KbIslandMap *map, const gint *at)
{
  return set_keep (map, root_at_pixel (map, at[0], at[1]), 1);
}

static gboolean
merge_islands (KbIslandMap *map, const gint *at)
{
  gint a = root_at (map, at[0], at[1]), b = root_at (map, at[2], at[3]);
  if (a < 0 || b < 0 || a == b)
    return FALSE;
  kb_runs_join (runs_of (map), (guint) a, (guint) b);
  return set_keep (map, MIN (a, b), 1);
}

/* The runs of an island alone, each a root. `indices` are theirs in the map. */
static GArray *
take_runs (const KbIslandMap *map, guint root, guint *row_start, guint *indices)
{
  GArray *own = g_array_new (FALSE, FALSE, sizeof (KbRun));
  KbRun *runs = runs_of (map);
  for (gint y = 0; y < map->height; y++)
    {
      row_start[y] = own->len;
      for (guint i = map->row_start[y]; i < map->row_start[y + 1]; i++)
        if (kb_runs_root (runs, i) == root)
          {
            KbRun run = { runs[i].y, runs[i].x0, runs[i].x1, own->len, 0 };
            indices[own->len] = i;
            g_array_append_val (own, run);
          }
    }
  row_start[map->height] = own->len;
  return own;
}

/* The number of parts that are large enough for a frame. */
static guint
count_parts (GArray *own, gint minimum)
{
  KbRun *runs = (KbRun *) (void *) own->data;
  g_autofree guint64 *pixels = g_new0 (guint64, own->len + 1);
  guint n = 0;
  for (guint i = 0; i < own->len; i++)
    pixels[kb_runs_root (runs, i)] += (guint64) (runs[i].x1 - runs[i].x0);
  for (guint i = 0; i < own->len; i++)
    n += pixels[i] > 0 && pixels[i] >= (guint64) minimum;
  return n;
}

static gboolean
split (KbIslandMap *map, const gint *at)
{
  gint root = root_at (map, at[0], at[1]);
  g_autofree guint *row_start = g_new (guint, (gsize) map->height + 1),
                   *indices = g_new (guint, map->runs->len + 1);
  g_autoptr (GArray) own = NULL;
  guint n = 0;
  for (gint gap = MAX (map->gap, 1) - 1; root >= 0 && n < 2 && gap >= 0; gap--)
    {
      g_clear_pointer (&own, g_array_unref);
      own = take_runs (map, (guint) root, row_start, indices);
      kb_runs_join_near ((KbRun *) (void *) own->data, row_start, map->height, gap, 0);
      n = count_parts (own, map->minimum);
    }
  for (guint i = 0; n > 1 && i < own->len; i++)
    {
      guint part = kb_runs_root ((KbRun *) (void *) own->data, i);
      runs_of (map)[indices[i]].parent = indices[part];
      runs_of (map)[indices[i]].keep = 0;
    }
  return n > 1;
}

/* On which side of the line is the middle of the pixel? */
static gboolean
is_right (const gint *line, gint x, gint y)
{
  gint64 dx = line[2] - line[0], dy = line[3] - line[1];
  return dx * (2 * (gint64) y + 1 - 2 * line[1]) < dy * (2 * (gint64) x + 1 - 2 * line[0]);
}

/* Runs that cross the line become two. */
static gboolean
cut_islands (KbIslandMap *map, const gint *line)
{
  gint root = root_at (map, (line[0] + line[2]) / 2, (line[1] + line[3]) / 2);
  gint64 sides[2] = { -1, -1 };       /* the new roots */
  KbRun *runs = runs_of (map);
  if (root < 0)
    return FALSE;
  GArray *cut = g_array_new (FALSE, FALSE, sizeof (KbRun));
  g_autofree guint *index = g_new (guint, map->runs->len + 1);
  for (gint y = 0; y < map->height; y++)
    {
      guint start = cut->len;
      for (guint i = map->row_start[y]; i < map->row_start[y + 1]; i++)
        {
          guint old = kb_runs_root (runs, i);
          KbRun run = runs[i];
          index[i] = cut->len;
          while (old == (guint) root && run.x0 < runs[i].x1)
            {
              gboolean side = is_right (line, run.x0, y);
              for (run.x1 = run.x0; run.x1 < runs[i].x1 && is_right (line, run.x1, y) == side;)
                run.x1++;
              if (sides[side] < 0)
                sides[side] = cut->len;
              run.parent = (guint) sides[side];
              run.keep = 1;
              g_array_append_val (cut, run);
              run.x0 = run.x1;
            }
          if (old != (guint) root)
            {
              run.parent = index[old];
              g_array_append_val (cut, run);
            }
        }
      map->row_start[y] = start;
    }
  map->row_start[map->height] = cut->len;
  g_array_unref (map->runs);
  map->runs = cut;
  return sides[0] >= 0 && sides[1] >= 0;
}

static const struct {
  const char *name;
  guint n_numbers;
  gboolean (*apply) (KbIslandMap *map, const gint *at);
} island_sheet_changes[] = {
  { "drop", 2, drop }, { "keep", 2, keep_islands }, { "merge", 4, merge_islands }, { "split", 2,
    split },
  { "cut", 4, cut_islands },
};

/* Which of the changes a text is, or -1, and its numbers. */
static gint
read_change (const char *text, gint *at)
{
  g_auto (GStrv) words = g_strsplit_set (text, " ,", -1);
  guint kind = 0, n = 0;
  while (kind < G_N_ELEMENTS (island_sheet_changes)
         && strcmp (words[0], island_sheet_changes[kind].name) != 0)
    kind++;
  if (kind == G_N_ELEMENTS (island_sheet_changes))
    return -1;
  for (guint i = 1; words[i]; i++)
    {
      gint64 number;
      if (!*words[i])
        continue;
      if (n == island_sheet_changes[kind].n_numbers
          || !g_ascii_string_to_signed (words[i], 10, 0, KB_MAX_PICTURE_SIDE, &number, NULL))
        return -1;
      at[n++] = (gint) number;
    }
  return n == island_sheet_changes[kind].n_numbers ? (gint) kind : -1;
}

/* Applies changes such as "drop 12,40; merge 10,10 30,12": see island_sheet.c. Returns the changes
 * that found no island, as new strings. Free them with g_strfreev. NULL and an error if one cannot
 * be understood. The islands are then no longer valid. */
char **
kb_island_map_edit (KbIslandMap *map, const char *text, GError **error)
{
  g_auto (GStrv) items = g_strsplit (text, ";", -1);
  g_autoptr (GStrvBuilder) missed = g_strv_builder_new ();
  if (g_strv_length (items) > MAX_CHANGES)
    return kb_fail_null (error, KB_ERROR_USAGE, _("there are more than %d changes to the frames"),
                         MAX_CHANGES);
  for (guint i = 0; items[i]; i++)
    {
      gint at[4] = { 0 };
      gint kind = *g_strstrip (items[i]) ? read_change (items[i], at) : -1;
      if (kind < 0 && *items[i])
        return kb_fail_null (error, KB_ERROR_USAGE,
                             _("“%s” changes no frame; drop, keep and split take one position, "
                               "as in drop 12,40; merge and cut take two"),
                             items[i]);
      if (kind >= 0 && !island_sheet_changes[kind].apply (map, at))
        g_strv_builder_add (missed, items[i]);
      kb_island_map_collect (map);
    }
  kb_island_map_order (map);
  return g_strv_builder_end (missed);
}

/* ---- island sheet ---- */

static gboolean
add_island (KbImport *import, const char *path, gint index, const KbIslandMap *map,
            const KbIsland *island, guint first_row, GError **error)
{
  if (island->width > KB_MAX_FRAME_SIDE || island->height > KB_MAX_FRAME_SIDE)
    return kb_import_fail (error, path,
                           _("the island at %d, %d is too large for a frame (%d x %d pixels)"),
                           island->x, island->y, island->width, island->height);
  KbPicture *own =
    island->shared ? kb_island_map_picture (map, kb_import_picture (import, index), island) : NULL;
  if (island->shared && !own)
    return kb_import_fail_memory (error, path);
  KbImportFrame *frame =
    own ? kb_import_add_frame (import, NULL, kb_import_take_picture (import, path, own), 0, 0,
                               island->width, island->height)
        : kb_import_add_frame (import, NULL, index, island->x, island->y, island->width,
                               island->height);
  frame->sheet_x = island->x;
  frame->sheet_y = island->y;
  frame->row = first_row + island->row;
  return TRUE;
}

/* FALSE if one cannot be understood. */
static gboolean
change_islands (KbImport *import, KbIslandMap *map, GError **error)
{
  if (!import->options.changes)
    return TRUE;
  if (import->files[1])
    return kb_fail (error, KB_ERROR_USAGE, _("the frames of several sheets cannot be changed"));
  g_auto (GStrv) missed = kb_island_map_edit (map, import->options.changes, error);
  for (guint i = 0; missed && missed[i]; i++)
    kb_import_message (import, _("“%s”: no frame is there"), missed[i]);
  return missed != NULL;
}

static gboolean
read_sheet (KbImport *import, const KbPictureLoader *loader, const char *path, GError **error)
{
  gint index = kb_import_load_picture (import, loader, path, error);
  if (index < 0)
    return FALSE;
  const KbImportOptions *o = &import->options;
  guint n = import->frames->len, first_row = n ? kb_import_frame (import, n - 1)->row + 1 : 0;
  g_autoptr (KbIslandMap) map =
    kb_island_map_new (kb_import_picture (import, index), o->alpha, o->gap, o->minimum, o->gather);
  if (!map)
    return kb_import_fail (
      error, path, _("there are more than %u runs of opaque pixels; this is no sheet of islands"),
      KB_MAX_ISLAND_RUNS);
  if (!change_islands (import, map, error))
    return FALSE;
  guint64 copied = 0;
  KB_EACH_IN (const KbIsland, island, map->islands)
    copied += island->shared ? (guint64) island->width * island->height : 0;
  gboolean ok = TRUE;
  if (map->n_islands > KB_MAX_ISLANDS - import->frames->len)
    ok = kb_import_fail (error, path,
                         _("there are %u islands of opaque pixels; at most 65536 can be frames"),
                         map->n_islands);
  else if (copied > KB_MAX_PICTURE_PIXELS)
    ok =
      kb_import_fail (error, path, _("the islands of opaque pixels enclose each other too often"));
  KB_EACH_IN_WHILE (ok, const KbIsland, found, map->islands)
    ok = add_island (import, path, index, map, found, first_row, error);
  if (ok && map->n_small)
    kb_import_message (import,
                       ngettext ("%s: %u island smaller than %d pixels was skipped",
                                 "%s: %u islands smaller than %d pixels were skipped",
                                 map->n_small),
                       path, map->n_small, o->minimum);
  return ok;
}

static gboolean
read_islands (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
              GError **error)
{
  for (guint i = 0; import->files[i]; i++)
    if (!read_sheet (import, loader, import->files[i], error))
      return FALSE;
  return import->frames->len > 0
         || kb_import_fail (error, import->files[0],
                            _("there are no islands of opaque pixels; is a colour key missing?"));
}

static KbFit
recognise_islands (const KbImportHead *head)
{
  return head->options->islands && kb_import_head_is_picture (head) ? KB_FIT_SURE : KB_FIT_NEVER;
}

const KbImporter kb_importer_islands = {
  .name = "islands",
  .label = N_("Sheet, cut by islands of pixels"),
  .noun = N_("a PNG, BMP or JPEG picture"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = kb_picture_patterns,
  .mime_types = kb_picture_mime_types,
  .options = (const char *const[]) { "islands", "alpha", "gap", "minimum", "gather", "changes",
                                     "colour_key", "name_animations", "rows", "ranges", "hot_spot",
                                     "detect", "fresh", NULL },
  .recognise = recognise_islands,
  .read_sprite = read_islands,
};
