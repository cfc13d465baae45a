/* SPDX-License-Identifier: MIT */
/* Guesses how a sheet is cut: its cells from the gaps between drawings, or islands. */
#include "interchange/sheets/sheets.h"

#define SMALLEST_CELL 4
#define ROUND 8            /* lengths of cells are more often multiples of it */
#define ROUNDER 1.03       /* so much better they count */
#define FILLING 1.1        /* and those that leave nothing over */
#define SMALLEST_IN_SHEET 8
#define FEWEST_IN_SHEET 3
#define FEWEST_ISLANDS 4
#define PART 25            /* percentage of a figure below which drawings are parts of one */
#define ALIKE 1.6          /* max ratio of the sizes of drawings to their median */
#define CLEARLY_MORE 1.2   /* a cut that needs other options must find so many times more */
#define MOST_SLENDER 3      /* sides of a cell */
#define MOST_GUESSES 32    /* of each side */
#define MOST_PAIRS 256     /* of neighbours that are compared */
#define MOST_PIXELS 64     /* along each side of them */
#define MOST_JOINED 0.05   /* share of the pixels at borders that go on at the other side */
#define LIKE 0.35          /* median of the similarity of neighbours' outlines */
#define GUESS_SAME_OUTLINE 0.97
#define SAME_COLOUR 16     /* max difference in red, green and blue */
#define LIKE_COLOURS 0.25  /* share of pixels of a like colour in frames of one outline */
#define CLEAR 0.1          /* least score of the sides of tiles, out of 1 */
#define NEARLY 0.8         /* share of the best score that is as good */

/* Visible pixels of a column or row; and those next to a visible one of that before. */
typedef struct { guint filled, joined; } Line;

/* The number of such cells if hardly anything crosses their borders and each up to the last drawing
 * holds something, else 0. What they leave over is empty. */
static guint
fits_along (const Line *lines, gint side, gint cell)
{
  guint joined = 0, across = 0, rest = 0;
  gint start = 0;
  for (gint i = 0; i < side; i++)
    rest += lines[i].filled;
  for (; rest && start + cell <= side; start += cell)
    {
      guint filled = 0;
      for (gint i = start; i < start + cell; i++)
        filled += lines[i].filled;
      if (!filled)
        return 0;
      rest -= filled;
      joined += lines[start].joined;
      across += start ? lines[start - 1].filled + lines[start].filled : 0;
    }
  return !rest && start > cell && joined <= MOST_JOINED * across ? (guint) (start / cell)
                                                                : 0;
}

/* How alike the cells are to their mean, by what each of their lines holds; round lengths first
 * among equals, and those that fill the side. */
static double
score_along (const Line *lines, gint side, guint n, gint cell)
{
  double both = 0, either = 1;
  for (gint i = 0; i < cell; i++)
    {
      guint sum = 0;
      for (guint k = 0; k < n; k++)
        sum += lines[k * (guint) cell + i].filled;
      for (guint k = 0; k < n; k++)
        {
          both += MIN (n * lines[k * (guint) cell + i].filled, sum);
          either += MAX (n * lines[k * (guint) cell + i].filled, sum);
        }
    }
  return both / either * (cell % ROUND ? 1 : ROUNDER) * ((gint) n * cell == side ? FILLING : 1);
}

/* The lengths that cells may have, the shortest first and the whole side last: the best of those in
 * a row that fit. */
static GArray *
guess_along (const Line *lines, gint side, gint from)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (gint));
  double best = -1;
  gint cell = 0;
  for (gint at = from; at <= side / 2 + 1 && cells->len < MOST_GUESSES; at++)
    {
      const guint n = at <= side / 2 ? fits_along (lines, side, at) : 0;
      const double score = n ? score_along (lines, side, n, at) : -1;
      if (!n && cell)
        g_array_append_val (cells, cell);
      if (!n || score > best)
        {
          best = score;
          cell = n ? at : 0;
        }
    }
  g_array_append_val (cells, side);
  return cells;
}

static void
read_lines (const KbPicture *picture, Line *columns, Line *rows)
{
  for (guint y = 0; y < picture->height; y++)
    for (guint x = 0; x < picture->width; x++)
      if (kb_picture_pixel (picture, x, y)[3])
        {
          columns[x].filled++;
          rows[y].filled++;
          columns[x].joined += x && kb_picture_pixel (picture, x - 1, y)[3];
          rows[y].joined += y && kb_picture_pixel (picture, x, y - 1)[3];
        }
}

/* 0 where either is clear, else 255 less four times their difference. */
static gint
going_on (const guint8 *a, const guint8 *b)
{
  gint most = ABS (a[3] - b[3]);
  for (guint i = 0; i < 3; i++)
    most = MAX (most, ABS (a[i] * a[3] / 255 - b[i] * b[3] / 255));
  return a[3] && b[3] ? MAX (255 - 4 * most, 0) : 0;
}

/* How much goes on across the line before each column and each row, on average, without the
 * borders; and the mean of these. */
typedef struct { double *columns, *rows, mean; } Seams;

static void
read_seams (const KbPicture *picture, Seams *seams)
{
  const guint width = picture->width, height = picture->height;
  const double w = width, h = height;
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      {
        const guint8 *at = kb_picture_pixel (picture, x, y);
        if (x)
          seams->columns[x] += going_on (at, kb_picture_pixel (picture, x - 1, y)) / h;
        if (y)
          seams->rows[y] += going_on (at, kb_picture_pixel (picture, x, y - 1)) / w;
      }
  for (guint x = 1; x < width; x++)
    seams->mean += seams->columns[x] / (width + height - 2);
  for (guint y = 1; y < height; y++)
    seams->mean += seams->rows[y] / (width + height - 2);
}

/* How much less goes on across the borders of such tiles than elsewhere: 1 if nothing does. About 0
 * for other sides than those of tiles. */
static double
score_side (const Seams *seams, guint width, guint height, guint side)
{
  double on = 0;
  guint n = 0;
  if (!side || width % side || height % side || seams->mean <= 0)
    return 0;
  for (guint x = side; x < width; x += side, n++)
    on += seams->columns[x];
  for (guint y = side; y < height; y += side, n++)
    on += seams->rows[y];
  return n < 2 ? 0 : 1 - on / n / seams->mean;
}

gboolean
kb_grid_guess_tile (const KbPicture *picture, gint preferred, gint *side)
{
  static const gint sides[] = { 8, 16, 24, 32, 48, 64, 96, 128 };
  const guint width = picture->width, height = picture->height;
  g_autofree double *columns = g_new0 (double, width), *rows = g_new0 (double, height);
  Seams seams = { columns, rows, 0 };
  double best = 0;
  read_seams (picture, &seams);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    best = MAX (best, score_side (&seams, width, height, (guint) sides[i]));
  if (best < CLEAR)
    return FALSE;
  *side = 0;
  if (preferred > 0 && score_side (&seams, width, height, (guint) preferred) >= NEARLY * best)
    *side = preferred;
  for (guint i = 0; !*side; i++)
    if (score_side (&seams, width, height, (guint) sides[i]) >= NEARLY * best)
      *side = sides[i];
  return TRUE;
}

void
kb_grid_guess_cell (const KbPicture *picture, gint *cell_width, gint *cell_height)
{
  gint width = (gint) picture->width, height = (gint) picture->height;
  g_autofree Line *columns = g_new0 (Line, width), *rows = g_new0 (Line, height);
  read_lines (picture, columns, rows);
  g_autoptr (GArray) widths = guess_along (columns, width, SMALLEST_CELL),
                     heights = guess_along (rows, height, SMALLEST_CELL);
  gint w = g_array_index (widths, gint, 0), h = g_array_index (heights, gint, 0);
  if (w == width && h == height)
    {
      /* Without gaps: squares for a strip, else tiles, else a common size. */
      gint square = MIN (width, height);
      gboolean strip = width != height && width % square == 0 && height % square == 0;
      if (!strip && !kb_grid_guess_tile (picture, 0, &square))
        square = 32;
      w = h = square;
    }
  *cell_width = MIN (w, KB_MAX_FRAME_SIDE);
  *cell_height = MIN (h, KB_MAX_FRAME_SIDE);
}

/* Pixels opaque in both cells, and with colours as near as `most`, as a share of those opaque in
 * either. -1 if one is empty. Larger cells are sampled. */
static double
likeness (const KbPicture *p, gint px, gint py, const KbPicture *q, gint qx, gint qy, gint width,
          gint height, gint most)
{
  const gint step = 1 + (MAX (width, height) - 1) / MOST_PIXELS;
  guint n_a = 0, n_b = 0, both = 0;
  for (gint y = 0; y < height; y += step)
    for (gint x = 0; x < width; x += step)
      {
        const guint8 *a = kb_picture_pixel (p, (guint) (px + x), (guint) (py + y)),
                     *b = kb_picture_pixel (q, (guint) (qx + x), (guint) (qy + y));
        n_a += a[3] != 0;
        n_b += b[3] != 0;
        both += a[3] && b[3] && ABS (a[0] - b[0]) <= most && ABS (a[1] - b[1]) <= most
                && ABS (a[2] - b[2]) <= most;
      }
  return n_a && n_b ? (double) both / (n_a + n_b - both) : -1;
}

gboolean
kb_import_frames_differ (const KbImport *import, guint one, guint two)
{
  const KbImportFrame *a = kb_import_frame (import, one), *b = kb_import_frame (import, two);
  const gint w = MIN (a->width, b->width), h = MIN (a->height, b->height);
  if (MAX (a->width, b->width) > ALIKE * w || MAX (a->height, b->height) > ALIKE * h)
    return TRUE;
  g_autoptr (KbPicture) p = kb_import_frame_picture (import, a),
                        q = kb_import_frame_picture (import, b);
  return p && q && likeness (p, 0, 0, q, 0, 0, w, h, 255) >= GUESS_SAME_OUTLINE
         && likeness (p, 0, 0, q, 0, 0, w, h, SAME_COLOUR) < LIKE_COLOURS;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double p = *(const double *) a, q = *(const double *) b;
  return (p > q) - (p < q);
}

static double
guess_median (GArray *values)
{
  g_array_sort (values, compare_doubles);
  return values->len ? g_array_index (values, double, values->len / 2) : 0;
}

/* Whether the drawings in cells of this size are alike. */
static gboolean
are_alike (const KbPicture *picture, gint w, gint h)
{
  gint columns = (gint) picture->width / w, rows = (gint) picture->height / h;
  if (columns * rows < FEWEST_IN_SHEET || MAX (w, h) > MOST_SLENDER * MIN (w, h))
    return FALSE;
  g_autoptr (GArray) likenesses = g_array_new (FALSE, FALSE, sizeof (double));
  for (gint i = 0; i < columns * rows; i += 1 + columns * rows / MOST_PAIRS)
    {
      const gint x = i % columns, y = i / columns, to_x = x + 1 < columns ? x + 1 : x,
                 to_y = x + 1 < columns ? y : y + 1;
      double like = to_y < rows ? likeness (picture, x * w, y * h, picture, to_x * w, to_y * h,
                                            w, h, 255)
                                : -1;
      if (like >= 0)
        g_array_append_val (likenesses, like);
    }
  return likenesses->len + 1 >= FEWEST_IN_SHEET && guess_median (likenesses) >= LIKE;
}

gboolean
kb_grid_guess_sheet (const KbPicture *picture, gint *cell_width, gint *cell_height)
{
  gint width = (gint) picture->width, height = (gint) picture->height;
  g_autofree Line *columns = g_new0 (Line, width), *rows = g_new0 (Line, height);
  read_lines (picture, columns, rows);
  g_autoptr (GArray) widths = guess_along (columns, width, SMALLEST_IN_SHEET),
                     heights = guess_along (rows, height, SMALLEST_IN_SHEET);
  KB_EACH_IN (const gint, h, heights)
    KB_EACH_IN (const gint, w, widths)
      if (are_alike (picture, *w, *h))
        {
          *cell_width = *w;
          *cell_height = *h;
          return TRUE;
        }
  return FALSE;
}

static gboolean
is_alike (gint side, double median)
{
  return side < median * ALIKE && median < side * ALIKE;
}

/* The number of drawings whose sides are about the same, if those that fill half a side are the
 * smaller part: the frames of a packed sheet. The parts of one figure differ more, and shadows are
 * flat. */
static double
count_alike (const KbIslandMap *map)
{
  g_autoptr (GArray) widths = g_array_new (FALSE, FALSE, sizeof (double)),
                     heights = g_array_new (FALSE, FALSE, sizeof (double));
  double areas[2] = { 0, 0 };
  guint n = 0;
  KB_EACH_IN (const KbIsland, island, map->islands)
    {
      const double width = island->width, height = island->height;
      const gboolean fills = 2 * MAX (width, height) >= MAX (map->width, map->height);
      areas[fills] += width * height;
      if (!fills && MIN (width, height) >= SMALLEST_IN_SHEET)
        {
          g_array_append_val (widths, width);
          g_array_append_val (heights, height);
        }
    }
  const double width = guess_median (widths), height = guess_median (heights);
  KB_EACH_IN (const KbIsland, island, map->islands)
    n += MIN (island->width, island->height) >= SMALLEST_IN_SHEET && is_alike (island->width, width)
         && is_alike (island->height, height);
  return n < FEWEST_ISLANDS || areas[TRUE] > areas[FALSE] ? 0
                                                          : (double) n * n / map->islands->len;
}

gboolean
kb_import_detect_sheet (const KbPicture *picture, KbImportOptions *options)
{
  /* The second: sheets whose figures touch or have loose parts. The last: crowded unlike ones. */
  static const struct { gint gap, gather; } tries[] = { { 1, 0 }, { 0, PART }, { 0, 0 } };
  double best = 0;
  if (kb_grid_guess_sheet (picture, &options->cell_width, &options->cell_height))
    {
      options->skip_empty = TRUE;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (tries); i++)
    {
      KbImportOptions islands = { 0 };
      kb_import_choose_islands (&islands);
      islands.gap = tries[i].gap;
      islands.gather = tries[i].gather;
      g_autoptr (KbIslandMap) map =
        kb_island_map_new (picture, islands.alpha, islands.gap, islands.minimum, islands.gather);
      double n = map ? count_alike (map) : 0;
      if (n <= best)
        continue;
      best = n * CLEARLY_MORE;
      kb_import_choose_islands (options);
      options->gap = islands.gap;
      options->gather = islands.gather;
    }
  return options->islands;
}
