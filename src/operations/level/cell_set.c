/* SPDX-License-Identifier: MIT */
/* Selected cells of tile layers. */
#include "operations/level/cell_set.h"

#include <string.h>

#include "operations/level/cell_stroke_private.h"
#include "operations/paint/flood.h"

#define IN 1u   /* a selected cell of a mask */

static KbCellSet *
new_set (gint i, gint j, KbStamp *mask)
{
  KbCellSet *set = g_new (KbCellSet, 1);
  *set = (KbCellSet) { i, j, mask };
  return set;
}

KbCellSet *
kb_cell_set_new (KbCellBox box)
{
  KbStamp *mask = kb_stamp_new (CLAMP (box.width, 1, KB_MAX_STAMP_SIDE),
                                CLAMP (box.height, 1, KB_MAX_STAMP_SIDE), NULL);
  for (gsize n = (gsize) mask->width * (gsize) mask->height; n-- > 0;)
    mask->cells[n] = IN;
  mask->has_empty = FALSE;
  return new_set (box.i, box.j, mask);
}

/* Takes the mask; cuts off what is empty around it. NULL: nothing is selected. */
static KbCellSet *
trim (gint i, gint j, KbStamp *mask)
{
  gint x0 = mask->width, y0 = mask->height, x1 = 0, y1 = 0;
  for (gint y = 0; y < mask->height; y++)
    for (gint x = 0; x < mask->width; x++)
      if (kb_stamp_at (mask, x, y))
        {
          x0 = MIN (x0, x);
          x1 = MAX (x1, x + 1);
          y0 = MIN (y0, y);
          y1 = MAX (y1, y + 1);
        }
  if (x0 < x1 && (x1 - x0 < mask->width || y1 - y0 < mask->height))
    {
      g_autofree guint32 *cells = g_new (guint32, (gsize) (x1 - x0) * (gsize) (y1 - y0));
      for (gint y = y0; y < y1; y++)
        memcpy (cells + (gsize) (y - y0) * (gsize) (x1 - x0),
                mask->cells + (gsize) y * (gsize) mask->width + x0,
                (gsize) (x1 - x0) * sizeof *cells);
      kb_stamp_free (mask);
      return new_set (i + x0, j + y0, kb_stamp_new (x1 - x0, y1 - y0, cells));
    }
  if (x0 < x1)
    return new_set (i, j, mask);
  kb_stamp_free (mask);
  return NULL;
}

KbCellSet *
kb_cell_set_of_stamp (const KbStamp *stamp, gint i, gint j)
{
  KbStamp *mask = kb_stamp_copy (stamp);
  for (gsize n = (gsize) mask->width * (gsize) mask->height; n-- > 0;)
    mask->cells[n] = kb_cell_is_empty (mask->cells[n]) ? 0 : IN;
  return trim (i, j, mask);
}

KbCellSet *
kb_cell_set_find (KbCellStroke *stroke, gint i, gint j)
{
  const KbCellBox is = kb_cell_stroke_bounds (stroke);
  g_autoptr (KbPixelSet) found = kb_cell_stroke_find (stroke, i, j, NULL, NULL);
  KbBox box;
  if (!found || !kb_pixel_set_box (found, &box))
    return NULL;
  KbStamp *mask = kb_stamp_new (box.w, box.h, NULL);
  mask->has_empty = FALSE;
  for (gint y = 0; y < box.h; y++)
    for (gint x = 0; x < box.w; x++)
      {
        gboolean in = kb_pixel_set_has (found, box.x + x, box.y + y);
        mask->cells[(gsize) y * (gsize) box.w + (gsize) x] = in;
        mask->has_empty |= !in;
      }
  return new_set (is.i + box.x, is.j + box.y, mask);
}

KbCellSet *
kb_cell_set_copy (const KbCellSet *set)
{
  return set ? new_set (set->i, set->j, kb_stamp_copy (set->mask)) : NULL;
}

void
kb_cell_set_free (KbCellSet *set)
{
  if (set)
    kb_stamp_free (set->mask);
  g_free (set);
}

KbCellBox
kb_cell_set_bounds (const KbCellSet *set)
{
  return (KbCellBox) { set->i, set->j, set->mask->width, set->mask->height };
}

gboolean
kb_cell_set_has (const KbCellSet *set, gint i, gint j)
{
  gint64 x = (gint64) i - set->i, y = (gint64) j - set->j;
  return x >= 0 && y >= 0 && x < set->mask->width && y < set->mask->height
         && kb_stamp_at (set->mask, (gint) x, (gint) y);
}

guint64
kb_cell_set_count (const KbCellSet *set)
{
  guint64 n = 0;
  for (gsize k = (gsize) set->mask->width * (gsize) set->mask->height; k-- > 0;)
    n += set->mask->cells[k] != 0;
  return n;
}

KbCellSet *
kb_cell_set_combine (const KbCellSet *set, const KbCellSet *other, KbCellSetChange change)
{
  if (!set || change == KB_CELLS_REPLACE)
    return change == KB_CELLS_TAKE ? NULL : kb_cell_set_copy (other);
  KbCellBox box = kb_cell_set_bounds (set), more = kb_cell_set_bounds (other);
  if (change == KB_CELLS_ADD)
    {
      gint64 i1 = MAX ((gint64) box.i + box.width, (gint64) more.i + more.width),
             j1 = MAX ((gint64) box.j + box.height, (gint64) more.j + more.height);
      box.i = MIN (box.i, more.i);
      box.j = MIN (box.j, more.j);
      if (i1 - box.i > KB_MAX_STAMP_SIDE || j1 - box.j > KB_MAX_STAMP_SIDE)
        return NULL;
      box.width = (gint) (i1 - box.i);
      box.height = (gint) (j1 - box.j);
    }
  KbStamp *mask = kb_stamp_new (box.width, box.height, NULL);
  mask->has_empty = FALSE;
  for (gint y = 0; y < box.height; y++)
    for (gint x = 0; x < box.width; x++)
      {
        gboolean was = kb_cell_set_has (set, box.i + x, box.j + y);
        gboolean its = kb_cell_set_has (other, box.i + x, box.j + y);
        gboolean in = change == KB_CELLS_ADD ? was || its : was && !its;
        mask->cells[(gsize) y * (gsize) box.width + (gsize) x] = in;
        mask->has_empty |= !in;
      }
  return trim (box.i, box.j, mask);
}

void
kb_cell_set_change (KbCellSet *set, KbStampChange change)
{
  gint width = set->mask->width, height = set->mask->height;
  kb_stamp_change (set->mask, change);
  /* Rounded towards zero, so that four turns lead back. */
  set->i += (width - set->mask->width) / 2;
  set->j += (height - set->mask->height) / 2;
}

KbStamp *
kb_cell_set_lift (const KbCellSet *set, const KbCellStroke *stroke)
{
  KbStamp *piece = kb_stamp_new (set->mask->width, set->mask->height, NULL);
  piece->has_empty = FALSE;
  for (gint y = 0; y < piece->height; y++)
    for (gint x = 0; x < piece->width; x++)
      {
        guint32 *cell = piece->cells + (gsize) y * (gsize) piece->width + x;
        *cell = kb_stamp_at (set->mask, x, y)
                  ? kb_cell_stroke_at (stroke, set->i + x, set->j + y)
                  : 0;
        piece->has_empty |= kb_cell_is_empty (*cell);
      }
  return piece;
}

void
kb_cell_set_erase (const KbCellSet *set, KbCellStroke *stroke)
{
  if (!set->mask->has_empty)
    kb_cell_stroke_erase (stroke, kb_cell_set_bounds (set));
  for (gint y = 0; set->mask->has_empty && y < set->mask->height; y++)
    for (gint x = 0, end; x < set->mask->width; x = end)
      {
        gboolean in = kb_stamp_at (set->mask, x, y) != 0;
        for (end = x + 1; end < set->mask->width && (kb_stamp_at (set->mask, end, y) != 0) == in;)
          end++;
        if (in)
          kb_cell_stroke_erase (stroke, (KbCellBox) { set->i + x, set->j + y, end - x, 1 });
      }
}

void
kb_cell_set_fill (const KbCellSet *set, KbCellStroke *stroke, const KbStamp *stamp,
                  KbTerrains *terrains)
{
  kb_cell_stroke_grow (stroke, kb_cell_set_bounds (set));

  KbCellBox is = kb_cell_stroke_bounds (stroke);
  g_autoptr (KbPixelSet) pixels = kb_pixel_set_new ((guint) is.width, (guint) is.height);
  KbCellBox both = kb_cell_box_meet (is, kb_cell_set_bounds (set));
  for (gint j = both.j; j < both.j + both.height; j++)
    for (gint i = both.i; i < both.i + both.width; i++)
      if (kb_cell_set_has (set, i, j))
        kb_set_run (pixels, (guint) (j - is.j), (guint) (i - is.i), (guint) (i - is.i) + 1, TRUE);
  if (terrains)
    kb_terrains_set (terrains, stroke, pixels, set->i, set->j);
  else
    kb_cell_stroke_put (stroke, pixels, stamp, set->i, set->j);
}
