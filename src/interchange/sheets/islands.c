/* SPDX-License-Identifier: MIT */
/* Frames from a sheet by islands. Pixels with alpha > 0 belong together if they touch, also at
 * corners, or are at most `gap` transparent pixels apart in x and y. Row runs are joined by
 * union-find, in time linear in the runs. Islands are in reading order. */
#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct { gint y, x0, x1; guint parent; } Run;   /* [x0, x1) */

static gboolean
fail_memory (GError **error, const char *path)
{
  return kb_fail (error, KB_ERROR_MACHINE, _("%s: there is not enough memory"), path);
}

static guint
find_root (Run *runs, guint i)
{
  while (runs[i].parent != i)
    i = runs[i].parent = runs[runs[i].parent].parent;
  return i;
}

static void
join (Run *runs, guint a, guint b)
{
  a = find_root (runs, a);
  b = find_root (runs, b);
  if (a < b)
    runs[b].parent = a;
  else
    runs[a].parent = b;
}

/* All runs, and the first run of each row; row_start has height + 1 entries. NULL: too many. */
static GArray *
collect_runs (const KbPicture *picture, guint *row_start)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  for (guint y = 0; y < picture->height; y++)
    {
      row_start[y] = runs->len;
      for (guint x = 0; x < picture->width; x++)
        {
          guint start = x;
          while (x < picture->width && kb_picture_pixel (picture, x, y)[3])
            x++;
          if (x == start)
            continue;
          if (runs->len == KB_MAX_ISLAND_RUNS)
            return NULL;
          Run run = { (gint) y, (gint) start, (gint) x, runs->len };
          g_array_append_val (runs, run);
        }
    }
  row_start[picture->height] = runs->len;
  return g_steal_pointer (&runs);
}

static void
join_runs (Run *runs, const guint *row_start, gint height, gint gap)
{
  for (gint y = 0; y < height; y++)
    {
      for (guint i = row_start[y]; i + 1 < row_start[y + 1]; i++)
        if (runs[i + 1].x0 - runs[i].x1 <= gap)
          join (runs, i, i + 1);
      for (gint other = MAX (y - gap - 1, 0); other < y; other++)
        {
          guint a = row_start[y], b = row_start[other];
          while (a < row_start[y + 1] && b < row_start[other + 1])
            {
              /* Distance 0 is a shared corner. */
              if (runs[a].x0 - runs[b].x1 <= gap && runs[b].x0 - runs[a].x1 <= gap)
                join (runs, a, b);
              if (runs[a].x1 < runs[b].x1)
                a++;
              else
                b++;
            }
        }
    }
}

static int
compare_tops (gconstpointer a, gconstpointer b)
{
  const KbIsland *p = a, *q = b;
  return p->y != q->y ? (p->y < q->y ? -1 : 1) : p->x != q->x ? (p->x < q->x ? -1 : 1) : 0;
}

static int
compare_lefts (gconstpointer a, gconstpointer b)
{
  const KbIsland *p = a, *q = b;
  return p->x != q->x ? (p->x < q->x ? -1 : 1) : p->y != q->y ? (p->y < q->y ? -1 : 1) : 0;
}

/* An island belongs to a row if it overlaps the row's highest island by at least half the height of
 * the lower of the two. */
static void
reading_order (GArray *islands)
{
  g_array_sort (islands, compare_tops);
  KbIsland *all = (KbIsland *) (void *) islands->data,
           *sorted = g_new (KbIsland, MAX (islands->len, 1));
  g_autofree gboolean *taken = g_new0 (gboolean, MAX (islands->len, 1));
  guint n = 0;
  for (guint i = 0; i < islands->len; i++)
    {
      if (taken[i])
        continue;
      guint start = n;
      gint bottom = all[i].y + all[i].height;
      for (guint j = i; j < islands->len && all[j].y < bottom; j++)
        {
          gint overlap = MIN (bottom, all[j].y + all[j].height) - all[j].y;
          if (taken[j] || 2 * overlap < MIN (all[i].height, all[j].height))
            continue;
          taken[j] = TRUE;
          sorted[n++] = all[j];
        }
      qsort (sorted + start, n - start, sizeof *sorted, compare_lefts);
    }
  if (n)
    memcpy (all, sorted, n * sizeof *sorted);
  g_free (sorted);
}

/* The number of opaque pixels per column in the rows so far, as two Fenwick trees of differences
 * between neighbours. A run adds two differences. A query for the pixels left of a column takes
 * log(width). */
typedef struct { gint64 steps, places; } Column;

static void
add_step (Column *columns, guint width, guint x, gint64 step)
{
  for (guint i = x + 1; i <= width + 1; i += i & -i)
    {
      columns[i].steps += step;
      columns[i].places += step * x;
    }
}

static gint64
pixels_left_of (const Column *columns, guint x)
{
  gint64 steps = 0, places = 0;
  for (guint i = x; i; i -= i & -i)
    {
      steps += columns[i].steps;
      places += columns[i].places;
    }
  return steps * x - places;
}

/* Counts the rows above `row` in an island's box. */
typedef struct { gint row; guint island; gint sign; } Edge;

static int
compare_edges (const void *a, const void *b)
{
  return ((const Edge *) a)->row - ((const Edge *) b)->row;
}

/* An island whose box has more opaque pixels than the island shares its box. The trees avoid
 * counting each box separately, which for nested islands would cost islands times pixels. */
static void
find_shared (const KbPicture *picture, const Run *runs, const guint *row_start, GArray *islands)
{
  g_autofree Edge *edges = g_new (Edge, 2 * (gsize) islands->len + 1);
  const Edge *edge = edges;
  g_autofree gint64 *inside = g_new0 (gint64, islands->len + 1);
  g_autofree Column *columns = g_new0 (Column, picture->width + 2);
  for (guint i = 0; i < islands->len; i++)
    {
      const KbIsland *island = &g_array_index (islands, KbIsland, i);
      edges[2 * i] = (Edge) { island->y, i, -1 };
      edges[2 * i + 1] = (Edge) { island->y + island->height, i, 1 };
    }
  qsort (edges, 2 * (gsize) islands->len, sizeof *edges, compare_edges);
  for (gint y = 0; y <= (gint) picture->height; y++)
    {
      for (; edge < edges + 2 * (gsize) islands->len && edge->row == y; edge++)
        {
          const KbIsland *island = &g_array_index (islands, KbIsland, edge->island);
          inside[edge->island] += edge->sign
                                  * (pixels_left_of (columns, (guint) (island->x + island->width))
                                     - pixels_left_of (columns, (guint) island->x));
        }
      for (guint i = row_start[y]; y < (gint) picture->height && i < row_start[y + 1]; i++)
        {
          add_step (columns, picture->width, (guint) runs[i].x0, 1);
          add_step (columns, picture->width, (guint) runs[i].x1, -1);
        }
    }
  for (guint i = 0; i < islands->len; i++)
    {
      KbIsland *island = &g_array_index (islands, KbIsland, i);
      island->shared = (guint64) inside[i] != island->pixels;
    }
}

static GArray *
collect_islands (Run *runs, guint n_runs)
{
  GArray *islands = g_array_new (FALSE, FALSE, sizeof (KbIsland));
  g_autofree guint *slot = g_new (guint, MAX (n_runs, 1));
  for (guint i = 0; i < n_runs; i++)
    {
      /* A root is the first run of its island, so the bounds start with it. */
      guint root = find_root (runs, i);
      if (root == i)
        {
          KbIsland island = { runs[i].x0, runs[i].y, 0, 0, 0, FALSE, i };
          slot[i] = islands->len;
          g_array_append_val (islands, island);
        }
      KbIsland *island = &g_array_index (islands, KbIsland, slot[root]);
      gint right = MAX (island->x + island->width, runs[i].x1);
      island->x = MIN (island->x, runs[i].x0);
      island->width = right - island->x;
      island->height = runs[i].y + 1 - island->y;
      island->pixels += (guint64) (runs[i].x1 - runs[i].x0);
    }
  return islands;
}

KbIslandMap *
kb_island_map_new (const KbPicture *picture, gint gap, gint minimum)
{
  KbIslandMap *map = g_new0 (KbIslandMap, 1);
  map->row_start = g_new (guint, picture->height + 1);
  map->runs = collect_runs (picture, map->row_start);
  if (!map->runs)
    {
      g_free (map->row_start);
      g_free (map);
      return NULL;
    }
  Run *runs = (Run *) (void *) map->runs->data;
  join_runs (runs, map->row_start, (gint) picture->height, gap);
  map->islands = collect_islands (runs, map->runs->len);

  guint n = 0;
  for (guint i = 0; i < map->islands->len; i++)
    {
      KbIsland island = g_array_index (map->islands, KbIsland, i);
      if (island.pixels >= (guint64) MAX (minimum, 1))
        g_array_index (map->islands, KbIsland, n++) = island;
      else
        map->n_small++;
    }
  g_array_set_size (map->islands, n);
  find_shared (picture, runs, map->row_start, map->islands);
  reading_order (map->islands);
  return map;
}

void
kb_island_map_free (KbIslandMap *map)
{
  g_array_unref (map->islands);
  g_array_unref (map->runs);
  g_free (map->row_start);
  g_free (map);
}

KbPicture *
kb_island_map_picture (const KbIslandMap *map, const KbPicture *picture, const KbIsland *island)
{
  KbPicture *result = kb_picture_new (island->width, island->height);
  Run *runs = (Run *) (void *) map->runs->data;
  if (!result)
    return NULL;
  for (guint i = map->row_start[island->y]; i < map->row_start[island->y + island->height]; i++)
    if (find_root (runs, i) == island->root)
      memcpy (result->rgba
                + 4 * ((gsize) (runs[i].y - island->y) * result->width + (runs[i].x0 - island->x)),
              kb_picture_pixel (picture, runs[i].x0, runs[i].y),
              4 * (gsize) (runs[i].x1 - runs[i].x0));
  return result;
}

static gboolean
add_island (KbImport *import, const char *path, gint index, const KbIslandMap *map,
            const KbIsland *island, GError **error)
{
  const KbPicture *picture = kb_import_picture (import, index);
  if (island->width > KB_MAX_FRAME_SIDE || island->height > KB_MAX_FRAME_SIDE)
    return kb_import_fail (error, path,
                           _("the island at %d, %d is too large for a frame (%d x %d pixels)"),
                           island->x, island->y, island->width, island->height);
  if (!island->shared)
    {
      kb_import_add_frame (import, NULL, index, island->x, island->y, island->width,
                           island->height);
      return TRUE;
    }
  KbPicture *own = kb_island_map_picture (map, picture, island);
  if (own)
    {
      index = kb_import_take_picture (import, path, own);
      kb_import_add_frame (import, NULL, index, 0, 0, island->width, island->height);
    }
  return own != NULL || fail_memory (error, path);
}

static gboolean
read_sheet (KbImport *import, const KbPictureLoader *loader, const char *path, GError **error)
{
  gint index = kb_import_load_picture (import, loader, path, error);
  if (index < 0)
    return FALSE;
  const KbImportOptions *o = &import->options;
  g_autoptr (KbIslandMap) map =
    kb_island_map_new (kb_import_picture (import, index), o->gap, o->minimum);
  if (!map)
    return kb_import_fail (
      error, path, _("there are more than %u runs of opaque pixels; this is no sheet of islands"),
      KB_MAX_ISLAND_RUNS);
  guint64 copied = 0;
  for (guint i = 0; i < map->islands->len; i++)
    {
      const KbIsland *island = &g_array_index (map->islands, KbIsland, i);
      copied += island->shared ? (guint64) island->width * island->height : 0;
    }
  gboolean ok = TRUE;
  if (map->islands->len > 65536 - import->frames->len)
    ok = kb_import_fail (error, path,
                         _("there are %u islands of opaque pixels; at most 65536 can be frames"),
                         map->islands->len);
  else if (copied > KB_MAX_PICTURE_PIXELS)
    ok =
      kb_import_fail (error, path, _("the islands of opaque pixels enclose each other too often"));
  for (guint i = 0; ok && i < map->islands->len; i++)
    ok = add_island (import, path, index, map, &g_array_index (map->islands, KbIsland, i), error);
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
  return head->options->islands && kb_import_head_is_png (head) ? KB_FIT_SURE : KB_FIT_NEVER;
}

const KbImporter kb_importer_islands = {
  .name = "islands",
  .label = N_("Sheet, cut by islands of pixels"),
  .noun = N_("a PNG picture"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = kb_png_patterns,
  .mime_types = kb_png_mime_types,
  .options = (const char *const[]) { "islands", "gap", "minimum", "colour_key", "name_animations",
                                     "fresh", NULL },
  .recognise = recognise_islands,
  .read_sprite = read_islands,
};
