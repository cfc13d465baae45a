/* SPDX-License-Identifier: MIT */
/* Replaces small parts of zones by their surroundings. One pass over the parts of each zone
 * collects the pixels of the small ones. Then specks that touch something else are decided, all by
 * the state before this round; then those that touch these. */
#include "operations/paint/flood.h"

typedef struct {
  KbZonesPainter *painter;
  const KbZones *zones;        /* before the change */
  guint width, height;
  guint64 least;
  /* Pixels of undecided specks at the beginning of the round */
  KbPixelSet *specks;
  GArray *runs;                /* KbFloodRun: of the current part, */
  guint64 size;                /* while it is small */
  KbProgress progress;
  gpointer data;
} Job;

/* --- Finding ---------------------------------------------------------------------------------- */

static gboolean
specks_found_run (guint y, guint x0, guint x1, gpointer data)
{
  Job *job = data;
  KbFloodRun run = { y, x0, x1 };
  job->size += x1 - x0;
  if (job->size < job->least)
    g_array_append_val (job->runs, run);
  return TRUE;
}

/* For each tile 256 bits: its zones. */
static guint64 (*find_zones_of_tiles (const KbZones *zones))[4]
{
  guint n = kb_zones_columns (zones) * kb_zones_rows (zones);
  guint64 (*has)[4] = (gpointer) g_new0 (guint64, 4 * (gsize) n);
  for (guint i = 0; i < n; i++)
    {
      const guint8 *pixels = kb_zones_tile (zones, i);
      gint value = kb_zones_tile_value (zones, i);
      for (guint p = 0; p < (value >= 0 ? 1 : KB_ZONES_TILE * KB_ZONES_TILE); p++)
        has[i][pixels[p] / 64] |= G_GUINT64_CONSTANT (1) << pixels[p] % 64;
    }
  return has;
}

static void
open_zone (KbFlood *flood, const KbZones *zones, guint8 zone, guint64 (*has)[4])
{
  KbPixelSet *open = flood->open;
  for (guint y = 0; y < open->height; y++)
    for (guint i = 0; i < open->words; i++)
      if (has[y / KB_ZONES_TILE * open->words + i][zone / 64] >> zone % 64 & 1)
        kb_set_row (open, y)[i] = kb_zones_word (zones, i, y, zone) & kb_set_valid (open, i);
}

/* Visits each part of `open` and removes it from there. */
static gboolean
find_specks_parts (Job *job, KbFlood *flood, guint done, guint total)
{
  for (guint y = 0; y < job->height; y++)
    {
      const guint64 *row = kb_set_row (flood->open, y);
      if (y % 64 == 0 && !kb_paint_goes_on (job->progress, job->data, done + y, total))
        return FALSE;
      for (guint x = 0; (x = kb_bits_next (row, x, job->width, TRUE)) < job->width;)
        {
          g_array_set_size (job->runs, 0);
          job->size = 0;
          kb_flood_from (flood, x, y, job);
          KB_EACH_IN_WHILE (job->size < job->least, const KbFloodRun, run, job->runs)
            kb_set_run (job->specks, run->y, run->x0, run->x1, TRUE);
        }
    }
  return TRUE;
}

static gboolean
find_specks (Job *job, const guint8 *wanted)
{
  guint64 counts[256];
  guint n = 0, done = 0;
  gboolean ok = TRUE;
  KbFlood flood;
  g_autofree guint64 (*has)[4] = find_zones_of_tiles (job->zones);
  kb_zones_counts (job->zones, counts);
  for (guint zone = 0; zone < 256; zone++)
    n += counts[zone] > 0 && (!wanted || wanted[zone]);
  kb_flood_init (&flood, job->width, job->height);
  flood.found = specks_found_run;
  for (guint zone = 0; ok && zone < 256; zone++)
    if (counts[zone] > 0 && (!wanted || wanted[zone]))
      {
        open_zone (&flood, job->zones, (guint8) zone, has);
        ok = find_specks_parts (job, &flood, done * job->height, (n + 1) * job->height);
        done++;
      }
  kb_flood_clear (&flood);
  return ok && kb_paint_goes_on (job->progress, job->data, n * job->height, (n + 1) * job->height);
}

/* --- Deciding --------------------------------------------------------------------------------- */

/* Counts a neighbour by its current zone, unless it is a speck's. */
static void
count_side (const Job *job, gint x, gint y, guint64 sides[256])
{
  if (x >= 0 && y >= 0 && x < (gint) job->width && y < (gint) job->height
      && !kb_pixel_set_has (job->specks, x, y))
    sides[kb_zones_painter_at (job->painter, x, y)]++;
}

/* Called with the speck's runs; paints the zone that its sides touch most. */
static guint
decide (Job *job)
{
  guint64 sides[256] = { 0 };
  guint best = 0;
  KB_EACH_IN (const KbFloodRun, run, job->runs)
    {
      count_side (job, (gint) run->x0 - 1, (gint) run->y, sides);
      count_side (job, (gint) run->x1, (gint) run->y, sides);
      for (gint x = (gint) run->x0; x < (gint) run->x1; x++)
        {
          count_side (job, x, (gint) run->y - 1, sides);
          count_side (job, x, (gint) run->y + 1, sides);
        }
    }
  for (guint zone = 1; zone < 256; zone++)
    if (sides[zone] > sides[best])
      best = zone;
  KB_EACH_IN (const KbFloodRun, run, job->runs)
    kb_zones_painter_span (job->painter, (gint) run->y, (gint) run->x0, (gint) run->x1,
                           (guint8) best);
  return best;
}

typedef struct {
  /* must be first: find receives it; open: pixels not visited in this round */
  KbFlood flood;
  const KbZones *zones;
  guint8 zone;                 /* of the current speck */
} Search;

static guint64
find_specks_zone (KbFlood *flood, guint word, guint y)
{
  const Search *search = (const Search *) flood;
  return kb_zones_word (search->zones, word, y, search->zone);
}

/* Decides the specks of a row that touch something else; rows [*top, *bottom) contain decided
 * ones. */
static void
decide_row (Job *job, Search *search, guint y, const guint64 *edge, guint *top, guint *bottom,
            guint *n)
{
  for (guint x = 0; (x = kb_bits_next (edge, x, job->width, TRUE)) < job->width; x++)
    if (kb_pixel_set_has (search->flood.open, (gint) x, (gint) y))
      {
        search->zone = kb_zones_at (job->zones, (gint) x, (gint) y);
        g_array_set_size (job->runs, 0);
        job->size = 0;
        kb_flood_from (&search->flood, x, y, job);
        *n += decide (job) != search->zone;
        KB_EACH_IN (const KbFloodRun, run, job->runs)
          {
            guint row = run->y;
            *top = MIN (*top, row);
            *bottom = MAX (*bottom, row + 1);
          }
      }
}

static gboolean
decide_all (Job *job, guint *n)
{
  g_autofree guint64 *edge = g_new (guint64, job->specks->words);
  guint from = 0, to = job->height;
  gboolean ok = TRUE;
  Search search = { .zones = job->zones };
  kb_flood_init (&search.flood, job->width, job->height);
  search.flood.find = find_specks_zone;
  search.flood.found = specks_found_run;
  kb_pixel_set_combine (search.flood.open, job->specks, KB_SET_ADD);
  while (ok && from < to)
    {
      guint top = job->height, bottom = 0;
      for (guint y = from; y < to; y++)
        if (kb_set_edge_row (job->specks, y, edge))
          decide_row (job, &search, y, edge, &top, &bottom, n);
      for (guint y = top; y < bottom; y++)
        memcpy (kb_set_row (job->specks, y), kb_set_row (search.flood.open, y),
                job->specks->words * sizeof *edge);
      from = top > 0 ? top - 1 : 0;
      to = MIN (bottom + 1, top < bottom ? job->height : 0);
      ok = kb_paint_goes_on (job->progress, job->data, job->height, job->height + 1);
    }
  kb_flood_clear (&search.flood);
  return ok;
}

gboolean
kb_paint_clean_specks (KbZonesPainter *painter, const guint8 *zones, guint64 least, guint *n,
                       KbProgress progress, gpointer data)
{
  const KbZones *before = kb_zones_painter_zones (painter);
  Job job = { .painter = painter,
              .zones = before,
              .width = kb_zones_width (before),
              .height = kb_zones_height (before),
              .least = least,
              .progress = progress,
              .data = data };
  guint changed = 0;
  job.specks = kb_pixel_set_new (job.width, job.height);
  job.runs = g_array_new (FALSE, FALSE, sizeof (KbFloodRun));
  gboolean ok = find_specks (&job, zones) && decide_all (&job, &changed);
  kb_pixel_set_free (job.specks);
  g_array_unref (job.runs);
  if (n)
    *n = changed;
  return ok;
}
