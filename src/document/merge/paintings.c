/* SPDX-License-Identifier: MIT */
/* Merges three versions of painted pixels, cell by cell. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/merge/merge.h"
#include "document/pixels/zones_files.h"

typedef struct {
  KbZones *zones, *other;   /* other: with the values that an earlier merge did not keep */
  KbZonesPalette palette;
} Painting;

static gboolean
read_painting (const KbKind *kind, const char *path, Painting *painting, GError **error)
{
  json_auto_t *conflict = NULL;
  painting->palette = (KbZonesPalette){ .patterns = kind->cell_pixels > 1,
                                        .grey = kind->sample_pixels > 1 };
  painting->zones = kb_zones_read (NULL, path, kind->indices ? _(kind->indices) : NULL,
                                   &painting->palette, NULL, &conflict, error);
  painting->palette.patterns = kind->cell_pixels > 1;
  if (painting->zones)
    painting->other = conflict ? kb_zones_with_other (painting->zones, conflict, error)
                               : kb_zones_ref (painting->zones);
  return painting->other != NULL;
}

/* Without a cell-wise result the first one becomes one of both, the same in either order. */
static gboolean
choose (Painting *ours, Painting *theirs, GError **error)
{
  const Painting first = *ours;
  if (ours->zones != ours->other || theirs->zones != theirs->other)
    return kb_fail (error, KB_ERROR_INPUT,
                    _("settle this painting's earlier merge conflict first"));
  g_autoptr (GBytes) one = kb_zones_encode (ours->zones, &ours->palette, error),
                     other = one ? kb_zones_encode (theirs->zones, &theirs->palette, error) : NULL;
  if (other && g_bytes_compare (one, other) < 0)
    {
      *ours = *theirs;
      *theirs = first;
    }
  kb_zones_unref (ours->other);
  ours->other = kb_zones_ref (theirs->zones);
  return other != NULL;
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

/* Merges the blocks of some rows into `ours`. Returns how many both changed differently, of which
 * the one stays that is larger for an `order` of 1, or smaller for -1. */
static guint64
merge_rows (const guint8 *base, guint8 *ours, const guint8 *theirs, gsize width, gsize rows,
            gsize block_width, gsize block_height, gint order)
{
  guint64 n_conflicts = 0;
  for (gsize y = 0; y < rows; y += block_height)
    for (gsize x = 0; x < width; x += block_width)
      {
        const gsize at = y * width + x, w = MIN (block_width, width - x),
                    h = MIN (block_height, rows - y);
        const gint more = compare_blocks (ours + at, theirs + at, w, h, width);
        if (more == 0 || compare_blocks (base + at, theirs + at, w, h, width) == 0)
          continue;
        const gboolean conflict = compare_blocks (base + at, ours + at, w, h, width) != 0;
        n_conflicts += conflict;
        for (gsize i = 0; i < h && (!conflict || (more < 0) == (order > 0)); i++)
          memcpy (ours + at + i * width, theirs + at + i * width, w);
      }
  return n_conflicts;
}

/* Of a block, in pixels. */
static gint
get_width (const KbKind *kind)
{
  return MAX (1, MAX (kind->cell_pixels, kind->sample_pixels));
}

/* Merges into `ours`. `order` as above. */
static guint64
merge_zones (const KbKind *kind, const KbZones *in_base, KbZones **in_ours,
             const KbZones *in_theirs, gint order)
{
  const guint width = kb_zones_width (in_base), height = kb_zones_height (in_base);
  const gsize size = (gsize) width * KB_ZONES_TILE;
  g_autofree guint8 *base = g_malloc (size), *ours = g_malloc (size), *theirs = g_malloc (size);
  const gint across = get_width (kind), down = MAX (1, kind->cell_pixels);
  guint64 n_conflicts = 0;
  for (guint band = 0; band < kb_zones_rows (in_base); band++)
    {
      const guint top = band * KB_ZONES_TILE, n = MIN (KB_ZONES_TILE, height - top);
      kb_zones_copy (in_base, 0, (gint) top, width, n, base, width);
      kb_zones_copy (*in_ours, 0, (gint) top, width, n, ours, width);
      kb_zones_copy (in_theirs, 0, (gint) top, width, n, theirs, width);
      n_conflicts += merge_rows (base, ours, theirs, width, n, (gsize) across,
                                 (gsize) down, order);
      *in_ours = kb_zones_set_band (*in_ours, band, ours, width);
    }
  return n_conflicts;
}

static json_t *
finish_tiles (KbZonesPainter *painter)
{
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  return patch ? kb_zones_patch_to_json (patch, TRUE) : json_array ();
}

/* Where two paintings differ and what the other has there, or NULL. See docs/project-format.md. */
static json_t *
describe_conflict (const KbKind *kind, const KbZones *zones, const KbZones *other)
{
  const guint width = kb_zones_width (zones), height = kb_zones_height (zones);
  g_autoptr (KbZones) nothing = kb_zones_new (width, height, 0),
                      all = kb_zones_new (width, height, 1);
  gint left = G_MAXINT, top = G_MAXINT, right = 0, bottom = 0, n = 0;
  const gint w = get_width (kind), h = MAX (1, kind->cell_pixels);
  guint8 block[4];
  if (kb_zones_equal (zones, other))
    return NULL;
  if (!kb_zones_same_size (zones, other))
    return kb_zones_to_json (other);
  KbZonesPainter *values = kb_zones_painter_new (nothing), *keep = kb_zones_painter_new (all);
  for (guint i = 0; i < width * height; i++)
    {
      const gint u = (gint) (i % width), v = (gint) (i / width), x = u / w, y = v / h;
      if (kb_zones_at (zones, u, v) != kb_zones_at (other, u, v)
          && kb_zones_painter_at (keep, u, v))
        {
          kb_zones_copy (other, x * w, y * h, (guint) w, (guint) h, block, (gsize) w);
          kb_zones_painter_copy_in (values, x * w, y * h, (guint) w, (guint) h, block, NULL,
                                    (gsize) w);
          kb_zones_painter_box (keep, x * w, y * h, w, h, 0);
          left = MIN (left, x);
          top = MIN (top, y);
          right = MAX (right, x);
          bottom = MAX (bottom, y);
          n++;
        }
    }
  return json_pack ("{s[ii] so so si s[iiii]}", "size", width, height, "tiles",
                    finish_tiles (values), "keep", finish_tiles (keep), "count", n, "box", left,
                    top, right, bottom);
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

GBytes *
kb_merge_paintings (const KbKind *kind, const char *base, const char *ours, const char *theirs,
                    guint64 *n_conflicts, GError **error)
{
  const char *const paths[] = { base, ours, theirs };
  Painting versions[3] = { 0 }, *was = &versions[0], *one = &versions[1], *two = &versions[2];
  json_t *conflict = NULL;
  gboolean ok = TRUE;
  *n_conflicts = 0;
  for (guint i = 0; ok && i < 3; i++)
    ok = !paths[i] || read_painting (kind, paths[i], &versions[i], error);
  if (ok && kb_zones_same_size (was->zones, one->zones)
      && kb_zones_same_size (was->zones, two->zones)
      && kb_zones_same_size (was->zones, was->other)
      && kb_zones_same_size (was->zones, one->other)
      && kb_zones_same_size (was->zones, two->other))
    {
      *n_conflicts = merge_zones (kind, was->zones, &one->zones, two->zones, 1);
      merge_zones (kind, was->other, &one->other, two->other, -1);
      merge_palettes (&was->palette, &one->palette, &two->palette);
    }
  else if (ok)
    {
      *n_conflicts = 1;
      ok = choose (one, two, error);
    }
  if (ok)
    one->palette.conflict = conflict = describe_conflict (kind, one->zones, one->other);
  GBytes *result = ok ? kb_zones_encode (one->zones, &one->palette, error) : NULL;
  json_decref (conflict);
  for (guint i = 0; i < 3; i++)
    {
      kb_zones_unref (versions[i].zones);
      kb_zones_unref (versions[i].other);
    }
  return result;
}
