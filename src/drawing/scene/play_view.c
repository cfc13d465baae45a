/* SPDX-License-Identifier: MIT */
/* Draws a level in first person as Doom does: slabs of walls front to back. Each is drawn in the
 * rows of its columns that are still open, so no pixel is drawn twice. What stands is drawn over
 * that. The columns are drawn from top to bottom in memory, then turned. */
#include <math.h>
#include <string.h>

#include "drawing/pixel_rows.h"
#include "drawing/scene/private.h"

enum { PLANES = 48, TEXTURES = 32, WINDOWS = 12 };
#define SKY_TOP 0x3d5a80u
#define SKY_LOW 0xa9c1d9u
#define FLOOR_LIGHT 0.62
#define CEILING_LIGHT 0.42
#define EDGE_LIGHT 0.72   /* of the ends of walls without a picture */
#define PLAY_VIEW_EDGE 0.5          /* pixels of the level */
#define NEARER 1.00001    /* what stands in the plane of a wall is before it */

/* Pixels of a floor, ceiling or sky in each row. */
typedef struct { float height; guint32 colour; guint32 *rows; } Plane;

typedef struct { guint32 frame; cairo_surface_t *surface; } Texture;

/* The open rows of a column from a distance on. */
typedef struct { float inverse; gint top, bottom; } Window;

typedef struct { gint top, bottom; guint n; Window windows[WINDOWS]; } Column;

typedef struct {
  const KbPlaySlab *slabs;
  guint n_slabs;
  const KbPlayLook *look;
  double width, height, dim;       /* of the item; see KB_ITEM_VIEW */
  /* Column x and row y have their centres at x * step + left and y * step + top from the middle,
   * in parts of half the width */
  double step, left, top;
  gint columns, rows, open;        /* columns with open rows */
  guint32 *pixels;                 /* column by column */
  Column *column;
  Plane planes[PLANES];
  guint n_planes;
  Texture textures[TEXTURES];
  guint n_textures;
  gboolean windows;                /* something stands */
} Screen;

/* ---- colours ---- */

static guint32
dimmed (guint32 rgb, double light)
{
  const guint32 part = (guint32) (CLAMP (light, 0, 1) * 256);
  return 0xff000000u | ((rgb & 0xff00ff) * part >> 8 & 0xff00ff)
         | ((rgb & 0xff00) * part >> 8 & 0xff00);
}

static double
light_at (const Screen *s, double inverse)
{
  return s->dim * inverse / (s->dim * inverse + 1);
}

static guint32
sky_at (double up)
{
  const double t = CLAMP (up, 0, 1);
  guint32 mixed = 0xff000000u;
  for (guint shift = 0; shift < 24; shift += 8)
    mixed |= (guint32) ((SKY_LOW >> shift & 0xff) * (1 - t) + (SKY_TOP >> shift & 0xff) * t)
             << shift;
  return mixed;
}

/* `light`: of a floor or ceiling; 0: the sky. */
static const guint32 *
plane_rows (Screen *s, float height, guint32 colour, double light)
{
  guint i = 0;
  while (i < s->n_planes
         && (s->planes[i].colour != colour || s->planes[i].height != height))
    i++;
  if (i < s->n_planes)
    return s->planes[i].rows;
  if (i == PLANES)
    g_free (s->planes[--i].rows);
  else
    s->n_planes++;
  s->planes[i] = (Plane) { height, colour, g_new (guint32, s->rows) };
  for (gint y = 0; y < s->rows; y++)
    {
      const double down = y * s->step + s->top;
      s->planes[i].rows[y] =
        light > 0 ? dimmed (colour >> 8, light * light_at (s, MAX (-down / (double) height, 0)))
                  : sky_at (-1.6 * down);
    }
  return s->planes[i].rows;
}

static cairo_surface_t *
texture_of (Screen *s, guint32 frame)
{
  guint i = 0;
  if (frame == KBX_NONE || !s->look->document || !s->look->surfaces)
    return NULL;
  while (i < s->n_textures && s->textures[i].frame != frame)
    i++;
  if (i < s->n_textures || i == TEXTURES)
    return i < s->n_textures ? s->textures[i].surface : NULL;
  g_autoptr (KbPicture) picture =
    kb_play_frame_picture (s->look, kbx_bank_item (s->look->bank, KBX_FRAME, frame));
  s->textures[i] = (Texture) {
    frame, picture ? cairo_surface_reference (kb_surfaces_get (s->look->surfaces, picture)) : NULL
  };
  s->n_textures++;
  return s->textures[i].surface;
}

/* ---- columns ---- */

/* A slab between the ends of its columns: 1 / depth, and pixels along the wall times that, both of
 * which are linear on the screen. */
typedef struct {
  const KbPlaySlab *slab;
  gint first, last;
  double from, inverse, slope, along, along_slope;
} PlayViewSpread;

static gint
row_of (const Screen *s, double height, double inverse, gint top, gint bottom)
{
  const double row = ceil ((-height * inverse - s->top) / s->step);
  return row <= top ? top : row >= bottom ? bottom : (gint) row;
}

static gboolean
spread_slab (const Screen *s, const KbPlaySlab *slab, PlayViewSpread *spread)
{
  const double a = (double) slab->a.x / (double) slab->a.y,
               b = (double) slab->b.x / (double) slab->b.y;
  const double p = 1 / (double) slab->a.y, q = 1 / (double) slab->b.y,
               u = (double) slab->along * p,
               v = ((double) slab->along
                    + hypot ((double) (slab->b.x - slab->a.x), (double) (slab->b.y - slab->a.y)))
                   * q;
  *spread = (PlayViewSpread) { slab,
                               (gint) CLAMP (ceil ((a - s->left) / s->step), 0, s->columns),
                               (gint) CLAMP (ceil ((b - s->left) / s->step), 0, s->columns),
                               a,
                               p,
                               (q - p) / (b - a),
                               u,
                               (v - u) / (b - a) };
  return spread->first < spread->last;
}

static void
fill_rows (guint32 *pixels, gint from, gint to, guint32 colour)
{
  for (gint y = from; y < to; y++)
    pixels[y] = colour;
}

static void
copy_rows (guint32 *pixels, gint from, gint to, const guint32 *rows)
{
  if (from < to)
    memcpy (pixels + from, rows + from, (gsize) (to - from) * sizeof *rows);
}

/* Repeats a column of a texture over the wall; its lower end is at the floor's. */
static void
texture_rows (const Screen *s, guint32 *pixels, gint from, gint to, cairo_surface_t *texture,
              double along, double floor_height, double inverse, double light)
{
  const gint w = cairo_image_surface_get_width (texture),
             h = cairo_image_surface_get_height (texture),
             stride = cairo_image_surface_get_stride (texture) / 4;
  const guint32 *texels =
    (const guint32 *) (const void *) cairo_image_surface_get_data (texture)
    + (((gint) floor (along) % w) + w) % w;
  const double down = s->step / inverse;
  double v = fmod (floor_height + (from * s->step + s->top) / inverse, h);
  for (gint y = from; y < to; y++, v += down)
    {
      v -= v >= h ? floor (v / h) * h : 0;
      v += v < 0 ? h : 0;
      pixels[y] = dimmed (texels[MIN ((gint) v, h - 1) * stride], light);
    }
}

typedef struct {
  cairo_surface_t *texture;
  const guint32 *floor, *ceiling;
} Looks;

/* The upper and lower part of a wall in a column, and what is before them; then the column is open
 * between them, or closed. */
static void
draw_column (Screen *s, const PlayViewSpread *spread, const Looks *looks, gint x)
{
  const KbPlaySlab *slab = spread->slab;
  Column *column = s->column + x;
  guint32 *pixels = s->pixels + (gsize) x * (gsize) s->rows;
  const double across = x * s->step + s->left - spread->from,
               inverse = spread->inverse + spread->slope * across, light = light_at (s, inverse);
  const double along = (spread->along + spread->along_slope * across) / inverse;
  const gint top = column->top, bottom = column->bottom,
             ceiling = row_of (s, (double) slab->ceiling, inverse, top, bottom),
             high = row_of (s, (double) slab->high, inverse, ceiling, bottom),
             low = row_of (s, (double) slab->low, inverse, high, bottom),
             floor_row = row_of (s, (double) slab->floor, inverse, low, bottom);
  copy_rows (pixels, top, ceiling, looks->ceiling);
  if (looks->texture)
    {
      texture_rows (s, pixels, ceiling, high, looks->texture, along, (double) slab->floor,
                    inverse, light);
      texture_rows (s, pixels, low, floor_row, looks->texture, along, (double) slab->floor,
                    inverse, light);
    }
  else
    {
      const gboolean edge =
        along < PLAY_VIEW_EDGE || along > (double) slab->length - PLAY_VIEW_EDGE;
      const guint32 colour = dimmed (slab->colour >> 8, edge ? light * EDGE_LIGHT : light);
      fill_rows (pixels, ceiling, high, colour);
      fill_rows (pixels, low, floor_row, colour);
    }
  copy_rows (pixels, floor_row, bottom, looks->floor);
  if (slab->closed)
    copy_rows (pixels, high, low, looks->ceiling);
  column->top = high;
  column->bottom = slab->closed ? high : low;
  s->open -= column->top >= column->bottom;
  if (s->windows)
    {
      column->n += column->n < WINDOWS;
      column->windows[column->n - 1] = (Window) { (float) inverse, column->top, column->bottom };
    }
}

static void
draw_wall (Screen *s, const KbPlaySlab *slab)
{
  PlayViewSpread spread;
  const gboolean sky = slab->ceiling == INFINITY;
  if (!spread_slab (s, slab, &spread))
    return;
  gint first = spread.first;
  while (first < spread.last && s->column[first].top >= s->column[first].bottom)
    first++;
  if (first == spread.last)
    return;
  Looks looks = { .texture = texture_of (s, slab->frame) };
  looks.ceiling =
    plane_rows (s, slab->ceiling, sky ? 0 : slab->ceiling_colour, sky ? 0 : CEILING_LIGHT);
  looks.floor = plane_rows (s, slab->floor, slab->floor_colour, FLOOR_LIGHT);
  for (gint x = first; x < spread.last; x++)
    if (s->column[x].top < s->column[x].bottom)
      draw_column (s, &spread, &looks, x);
}

/* What no wall has closed: the sky, and earth below the horizon. */
static void
close_columns (Screen *s)
{
  const guint32 *sky = plane_rows (s, INFINITY, 0, 0);
  const gint horizon = row_of (s, 0, 1, 0, s->rows);
  for (gint x = 0; x < s->columns; x++)
    {
      guint32 *pixels = s->pixels + (gsize) x * (gsize) s->rows;
      const gint top = s->column[x].top, bottom = s->column[x].bottom;
      copy_rows (pixels, top, MIN (horizon, bottom), sky);
      fill_rows (pixels, MAX (top, horizon), bottom, dimmed (SKY_LOW, 0.25));
    }
}

/* ---- what stands ---- */

static guint32
play_view_over (guint32 below, guint32 texel, double light)
{
  const guint32 alpha = texel >> 24, rest = 256 - alpha;
  const guint32 lit = dimmed (texel, light) & 0xffffff;
  return alpha == 0 ? below
                    : 0xff000000u
                        | (lit
                           + (((below & 0xff00ff) * rest >> 8 & 0xff00ff)
                              | ((below & 0xff00) * rest >> 8 & 0xff00)));
}

static void
draw_picture_column (const Screen *s, const PlayViewSpread *spread, cairo_surface_t *texture,
                     gint x, gint top, gint bottom)
{
  const KbPlaySlab *slab = spread->slab;
  const gint w = cairo_image_surface_get_width (texture),
             h = cairo_image_surface_get_height (texture),
             stride = cairo_image_surface_get_stride (texture) / 4;
  const guint32 *texels = (const guint32 *) (const void *) cairo_image_surface_get_data (texture);
  const double along = (x * s->step + s->left - spread->from) / spread->inverse;
  const gint right = CLAMP ((gint) along, 0, w - 1), u = slab->flip ? w - 1 - right : right;
  for (gint y = top; y < bottom; y++)
    {
      const double down = (double) slab->ceiling + (y * s->step + s->top) / spread->inverse;
      guint32 *pixel = s->pixels + (gsize) x * (gsize) s->rows + y;
      *pixel = play_view_over (*pixel, texels[CLAMP ((gint) down, 0, h - 1) * stride + u],
                               light_at (s, spread->inverse));
    }
}

/* In each column the rows that were open at its distance. */
static void
draw_standing (Screen *s, const KbPlaySlab *slab)
{
  PlayViewSpread spread;
  cairo_surface_t *texture = texture_of (s, slab->frame);
  if ((!texture && slab->frame != KBX_NONE) || !spread_slab (s, slab, &spread))
    return;
  for (gint x = spread.first; x < spread.last; x++)
    {
      const Column *column = s->column + x;
      const double across = x * s->step + s->left - spread.from,
                   inverse = spread.inverse + spread.slope * across;
      guint32 *pixels = s->pixels + (gsize) x * (gsize) s->rows;
      gint top = 0, bottom = s->rows;
      for (guint i = 0; i < column->n && (double) column->windows[i].inverse > inverse * NEARER;
           i++)
        {
          top = column->windows[i].top;
          bottom = column->windows[i].bottom;
        }
      top = row_of (s, (double) slab->ceiling, inverse, top, bottom);
      bottom = row_of (s, (double) slab->floor, inverse, top, bottom);
      if (texture)
        draw_picture_column (s, &spread, texture, x, top, bottom);
      else
        fill_rows (pixels, top, bottom, dimmed (slab->colour >> 8, light_at (s, inverse)));
    }
}

/* ---- the screen ---- */

/* In blocks, so that both sides stay in the processor's cache. */
static void
turn_pixels (const Screen *s, guint8 *pixels, gsize stride)
{
  enum { BLOCK = 16 };
  const gint rows = s->rows, columns = s->columns;
  for (gint x0 = 0; x0 < columns; x0 += BLOCK)
    for (gint y = 0; y < rows; y++)
      {
        guint32 *restrict to = (guint32 *) (void *) (pixels + stride * (gsize) y);
        const guint32 *from = s->pixels + (gsize) x0 * (gsize) rows + y;
        for (gint x = x0; x < MIN (x0 + BLOCK, columns); x++, from += rows)
          to[x] = *from;
      }
}

static void
draw_screen (const KbPixelAxis *across, const KbPixelAxis *down, guint8 *pixels, gsize stride,
             gpointer data)
{
  Screen *s = data;
  const double half = s->width / 2;
  s->columns = across->last - across->first;
  s->rows = down->last - down->first;
  s->step = across->step / half;
  s->left = ((across->first + 0.5) * across->step + across->start) / half - 1;
  s->top = (((down->first + 0.5) * down->step + down->start) - s->height / 2) / half;
  s->open = s->columns;
  s->pixels = g_new (guint32, (gsize) s->columns * (gsize) s->rows);
  s->column = g_new (Column, s->columns);
  for (gint x = 0; x < s->columns; x++)
    {
      s->column[x].top = 0;
      s->column[x].bottom = s->rows;
      s->column[x].n = 0;
    }
  guint i = 0;
  s->windows = s->n_slabs > 0 && s->slabs[s->n_slabs - 1].stands;
  for (; i < s->n_slabs && !s->slabs[i].stands; i++)
    if (s->open > 0)
      draw_wall (s, s->slabs + i);
  close_columns (s);
  for (; i < s->n_slabs; i++)
    draw_standing (s, s->slabs + i);
  turn_pixels (s, pixels, stride);
  for (i = 0; i < s->n_planes; i++)
    g_free (s->planes[i].rows);
  for (i = 0; i < s->n_textures; i++)
    if (s->textures[i].surface)
      cairo_surface_destroy (s->textures[i].surface);
  g_free (s->column);
  g_free (s->pixels);
}

void
kb_draw_play_view (cairo_t *cr, const KbPlayPicture *picture, const KbPlayItem *item,
                   const KbView *view, const KbPlayLook *look)
{
  const kbx_vec *corners = picture->points + item->first;
  Screen screen = { .slabs = picture->slabs,
                    .n_slabs = picture->n_slabs,
                    .look = look,
                    .width = (double) (corners[1].x - corners[0].x),
                    .height = (double) (corners[1].y - corners[0].y),
                    .dim = (double) item->radius };
  KbView at = *view;
  kb_view_pan (&at, (double) corners[0].x * view->scale, (double) corners[0].y * view->scale);
  kb_draw_pixel_rows (cr, &at, (guint) screen.width, (guint) screen.height, draw_screen, &screen);
}
