/* SPDX-License-Identifier: MIT */
/* A first guess of a sheet's cells, from the gaps between what is drawn. */
#include "interchange/formats.h"

#define SMALLEST_CELL 4

/* The shortest cell that divides the side, whose borders nothing crosses, and of which none is empty all
 * the way. `filled`: for each column or row whether anything is in it. The whole side when there is none. */
static gint
guess_along (const gboolean *filled, gint side)
{
  for (gint cell = SMALLEST_CELL; cell <= side / 2; cell++)
    {
      gboolean fits = side % cell == 0;
      for (gint start = 0; fits && start < side; start += cell)
        {
          gboolean any = FALSE;
          for (gint i = start; i < start + cell && !any; i++)
            any = filled[i];
          fits = any && !(start && filled[start - 1] && filled[start]);
        }
      if (fits)
        return cell;
    }
  return side;
}

void
kb_grid_guess_cell (const KbPicture *picture, gint *cell_width, gint *cell_height)
{
  gint width = (gint) picture->width, height = (gint) picture->height;
  g_autofree gboolean *columns = g_new0 (gboolean, width), *rows = g_new0 (gboolean, height);
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      if (kb_picture_pixel (picture, (guint) x, (guint) y)[3])
        columns[x] = rows[y] = TRUE;
  gint w = guess_along (columns, width), h = guess_along (rows, height);
  if (w == width && h == height)
    {
      /* No gaps to go by: a strip of squares, else what many sheets have. */
      gint square = MIN (width, height);
      gboolean strip = width != height && width % square == 0 && height % square == 0;
      w = h = strip ? square : 32;
    }
  *cell_width = MIN (w, KB_MAX_FRAME_SIDE);
  *cell_height = MIN (h, KB_MAX_FRAME_SIDE);
}
