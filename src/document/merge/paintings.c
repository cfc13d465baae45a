/* SPDX-License-Identifier: MIT */
/* Merges three versions of painted pixels, cell by cell. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/merge/merge.h"
#include "document/pixels/zones_files.h"

typedef struct {
  KbZones *zones;
  KbZonesPalette palette;
} Painting;

static gboolean
read_painting (const KbKind *kind, const char *path, Painting *painting, GError **error)
{
  painting->palette = (KbZonesPalette){ .patterns = kind->cell_pixels > 1,
                                        .grey = kind->sample_pixels > 1 };
  painting->zones =
    painting->palette.grey
      ? kb_samples_read (NULL, path, NULL, error)
      : kb_zones_read (NULL, path, kind->indices ? _(kind->indices) : NULL, &painting->palette,
                       NULL, error);
  painting->palette.patterns = kind->cell_pixels > 1;
  return painting->zones != NULL;
}

/* Without a cell-wise result: one of both whole, the same in either order. */
static GBytes *
choose (const Painting *ours, const Painting *theirs, GError **error)
{
  g_autoptr (GBytes) one = kb_zones_encode (ours->zones, &ours->palette, error),
                     other = one ? kb_zones_encode (theirs->zones, &theirs->palette, error) : NULL;
  if (!other)
    return NULL;
  return g_bytes_ref (g_bytes_compare (one, other) >= 0 ? one : other);
}

/* A block of pixels that has one meaning. */
static gint
compare_blocks (const guint8 *a, const guint8 *b, gsize width, gsize height, gsize stride)
{
  gint order = 0;
  for (gsize y = 0; order == 0 && y < height; y++)
    order = memcmp (a + y * stride, b + y * stride, width);
  return order;
}

/* Merges the blocks of some rows into `ours`. Returns how many both changed differently. */
static guint64
merge_rows (const guint8 *base, guint8 *ours, const guint8 *theirs, gsize width, gsize rows,
            gsize block_width, gsize block_height)
{
  guint64 n_conflicts = 0;
  for (gsize y = 0; y < rows; y += block_height)
    for (gsize x = 0; x < width; x += block_width)
      {
        const gsize at = y * width + x, w = MIN (block_width, width - x),
                    h = MIN (block_height, rows - y);
        const gint order = compare_blocks (ours + at, theirs + at, w, h, width);
        if (order == 0 || compare_blocks (base + at, theirs + at, w, h, width) == 0)
          continue;
        const gboolean conflict = compare_blocks (base + at, ours + at, w, h, width) != 0;
        n_conflicts += conflict;
        for (gsize i = 0; i < h && (!conflict || order < 0); i++)
          memcpy (ours + at + i * width, theirs + at + i * width, w);
      }
  return n_conflicts;
}

static KbZones *
merge_zones (const KbKind *kind, const Painting versions[3], guint64 *n_conflicts)
{
  const guint width = kb_zones_width (versions[0].zones),
              height = kb_zones_height (versions[0].zones);
  const gsize size = (gsize) width * KB_ZONES_TILE;
  g_autofree guint8 *base = g_malloc (size), *ours = g_malloc (size), *theirs = g_malloc (size);
  guint8 *const rows[] = { base, ours, theirs };
  const gsize across = (gsize) MAX (1, MAX (kind->cell_pixels, kind->sample_pixels)),
              down = (gsize) MAX (1, kind->cell_pixels);
  KbZones *merged = kb_zones_new (width, height, 0);
  for (guint band = 0; band < kb_zones_rows (merged); band++)
    {
      const guint top = band * KB_ZONES_TILE, n = MIN (KB_ZONES_TILE, height - top);
      for (guint i = 0; i < 3; i++)
        kb_zones_copy (versions[i].zones, 0, (gint) top, width, n, rows[i], width);
      *n_conflicts += merge_rows (base, ours, theirs, width, n, across, down);
      merged = kb_zones_set_band (merged, band, ours, width);
    }
  return merged;
}

/* Colour by colour; a save gives it the colours of the zones again. */
static void
merge_palettes (const KbZonesPalette *base, KbZonesPalette *ours, const KbZonesPalette *theirs)
{
  for (guint i = 0; i < G_N_ELEMENTS (ours->colours); i++)
    if (ours->colours[i] == base->colours[i])
      ours->colours[i] = theirs->colours[i];
    else if (theirs->colours[i] != base->colours[i])
      ours->colours[i] = MAX (ours->colours[i], theirs->colours[i]);
  ours->n = MAX (ours->n, theirs->n);
}

static gboolean
same_size (const Painting *a, const Painting *b)
{
  return kb_zones_width (a->zones) == kb_zones_width (b->zones)
         && kb_zones_height (a->zones) == kb_zones_height (b->zones);
}

GBytes *
kb_merge_paintings (const KbKind *kind, const char *base, const char *ours, const char *theirs,
                    guint64 *n_conflicts, GError **error)
{
  const char *const paths[] = { base, ours, theirs };
  Painting versions[3] = { 0 };
  GBytes *result = NULL;
  gboolean ok = TRUE;
  *n_conflicts = 0;
  for (guint i = 0; ok && i < 3; i++)
    ok = !paths[i] || read_painting (kind, paths[i], &versions[i], error);
  if (ok && (!base || !same_size (&versions[0], &versions[1])
             || !same_size (&versions[0], &versions[2])))
    {
      *n_conflicts = 1;
      result = choose (&versions[1], &versions[2], error);
    }
  else if (ok)
    {
      g_autoptr (KbZones) merged = merge_zones (kind, versions, n_conflicts);
      merge_palettes (&versions[0].palette, &versions[1].palette, &versions[2].palette);
      result = kb_zones_encode (merged, &versions[1].palette, error);
    }
  for (guint i = 0; i < 3; i++)
    kb_zones_unref (versions[i].zones);
  return result;
}
