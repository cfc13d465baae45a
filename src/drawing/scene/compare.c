/* SPDX-License-Identifier: MIT */
/* Comparing two frames. */
#include "drawing/scene/compare.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "drawing/scene/labels.h"

#define COMPARE_MARGIN 24.0
#define COMPARE_GAP 36.0

const KbCompareName kb_compare_names[KB_N_COMPARES] = {
  [KB_COMPARE_BESIDE] = { "beside", N_("Side by side") },
  [KB_COMPARE_OVER] = { "over", N_("Overlaid") },
  [KB_COMPARE_DIFFERENCE] = { "difference", N_("Difference") },
};

/* The two frames and their pictures. The second is at (dx, dy) of the first. */
typedef struct {
  const KbFrame *frames[2];
  KbPicture *pictures[2];
  gint dx, dy;
} ComparePair;

static void
pair_init (ComparePair *pair, KbDocument *document, KbId first, KbId second)
{
  const KbId ids[2] = { first, second };

  *pair = (ComparePair) { 0 };
  for (guint i = 0; i < 2; i++)
    {
      const KbNode *node = kb_document_node (document, ids[i]);

      if (!kb_node_is (node, &kb_frame_kind))
        continue;
      pair->frames[i] = (const KbFrame *) node;
      pair->pictures[i] = kb_document_frame_picture (document, pair->frames[i], NULL);
    }
  if (pair->frames[0] && pair->frames[1] && pair->frames[0]->hot_spot.set
      && pair->frames[1]->hot_spot.set)
    {
      pair->dx = pair->frames[0]->hot_spot.x - pair->frames[1]->hot_spot.x;
      pair->dy = pair->frames[0]->hot_spot.y - pair->frames[1]->hot_spot.y;
    }
}

static void
pair_clear (ComparePair *pair)
{
  for (guint i = 0; i < 2; i++)
    if (pair->pictures[i])
      kb_picture_unref (pair->pictures[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ComparePair, pair_clear)

static KbBounds
bounds_of (const ComparePair *pair, guint i)
{
  if (!pair->frames[i])
    return (KbBounds) { 0, 0, 1, 1 };
  if (i == 0)
    return (KbBounds) { 0, 0, pair->frames[0]->width, pair->frames[0]->height };
  return (KbBounds) { pair->dx, pair->dy, pair->dx + pair->frames[1]->width,
                     pair->dy + pair->frames[1]->height };
}

static KbBounds
both_bounds (const ComparePair *pair)
{
  KbBounds a = bounds_of (pair, 0), b = bounds_of (pair, 1);

  if (!pair->frames[0] || !pair->frames[1])
    return pair->frames[1] ? b : a;
  return (KbBounds) { MIN (a.x0, b.x0), MIN (a.y0, b.y0), MAX (a.x1, b.x1), MAX (a.y1, b.y1) };
}

/* The pixel at a position of the pair, NULL where it is transparent or outside. */
static const guint8 *
pixel_at (const KbPicture *picture, gint64 x, gint64 y)
{
  if (!picture || x < 0 || y < 0 || x >= picture->width || y >= picture->height)
    return NULL;
  const guint8 *p = kb_picture_pixel (picture, (guint) x, (guint) y);
  return p[3] ? p : NULL;
}

typedef enum { NOTHING, SAME, CHANGED, ONLY_FIRST, ONLY_SECOND } Difference;

static Difference
difference_at (const ComparePair *pair, gint x, gint y, const guint8 **pixel)
{
  const guint8 *a = pixel_at (pair->pictures[0], x, y);
  const guint8 *b = pixel_at (pair->pictures[1], (gint64) x - pair->dx, (gint64) y - pair->dy);

  *pixel = b ? b : a;
  return a && b ? (memcmp (a, b, 4) == 0 ? SAME : CHANGED)
         : a    ? ONLY_FIRST
         : b    ? ONLY_SECOND
                : NOTHING;
}

guint64
kb_count_different (KbDocument *document, KbId first, KbId second)
{
  guint64 n = 0;
  g_auto (ComparePair) pair = { 0 };

  pair_init (&pair, document, first, second);
  KbBounds all = both_bounds (&pair);
  for (gint y = (gint) all.y0; y < (gint) all.y1; y++)
    for (gint x = (gint) all.x0; x < (gint) all.x1; x++)
      {
        const guint8 *pixel;
        n += difference_at (&pair, x, y, &pixel) > SAME;
      }
  return n;
}

/* Half colour, half pixel. */
static void
blend_half (guint8 *to, const guint8 *pixel, guint32 colour)
{
  for (guint c = 0; c < 3; c++)
    to[c] = (guint8) ((pixel[c] + 3 * (colour >> (24 - 8 * c) & 255)) / 4);
  to[3] = 255;
}

static KbPicture *
difference_picture (const ComparePair *pair, const KbStyle *style, KbBounds all)
{
  KbPicture *picture = kb_picture_new ((guint) (all.x1 - all.x0), (guint) (all.y1 - all.y0));

  for (guint y = 0; picture && y < picture->height; y++)
    for (guint x = 0; x < picture->width; x++)
      {
        guint8 *to = picture->rgba + 4 * ((gsize) y * picture->width + x);
        const guint8 *pixel;
        guint grey;

        switch (difference_at (pair, (gint) x + (gint) all.x0, (gint) y + (gint) all.y0, &pixel))
          {
          case SAME:
            grey = (299u * pixel[0] + 587u * pixel[1] + 114u * pixel[2]) / 1000;
            to[0] = to[1] = to[2] = (guint8) grey;
            to[3] = 70;
            break;
          case CHANGED: blend_half (to, pixel, 0xf6d32d00); break;
          case ONLY_FIRST: blend_half (to, pixel, style->before); break;
          case ONLY_SECOND: blend_half (to, pixel, style->after); break;
          default: break;
          }
      }
  return picture;
}

/* The marks of one frame, without its picture. */
static void
draw_marks (cairo_t *cr, const KbCompare *compare, const KbView *view, const ComparePair *pair,
            guint i)
{
  KbScene scene = { .document = compare->document,
                    .surfaces = compare->surfaces,
                    .style = compare->style,
                    .view = *view,
                    .hovered_handle = -1 };

  if (!compare->annotated || !pair->frames[i])
    return;
  if (i == 1)
    kb_view_pan (&scene.view, pair->dx * view->scale, pair->dy * view->scale);
  scene.frame_id = pair->frames[i]->node.id;
  scene.parts = KB_DRAW_SHAPES | KB_DRAW_POINTS | KB_DRAW_HOT_SPOT;
  kb_draw_scene (cr, &scene);
}

static void
draw_one (cairo_t *cr, const KbCompare *compare, const KbView *view, const ComparePair *pair,
          guint i, guint32 tint, double alpha)
{
  KbBounds bounds = bounds_of (pair, i);

  if (pair->pictures[i])
    kb_draw_picture (cr, view, compare->surfaces, pair->pictures[i], tint, bounds.x0, bounds.y0,
                     alpha);
}

/* Above the frame's corner. */
static void
name_frame (cairo_t *cr, const KbCompare *compare, const KbView *view, const ComparePair *pair,
            guint i, guint32 colour)
{
  KbBounds bounds = bounds_of (pair, i);
  KbVec at = kb_view_to_canvas (view, (KbVec) { bounds.x0, bounds.y0 });

  if (!pair->frames[i])
    return;
  g_autofree char *title = kb_node_title (&pair->frames[i]->node);
  kb_draw_note (cr, &compare->view, compare->style, (KbVec){ at.x - 14, at.y - 36 }, title, colour);
}

void
kb_draw_compare (cairo_t *cr, const KbCompare *compare)
{
  const guint32 tints[2] = { compare->style->before | 0xff, compare->style->after | 0xff };
  double mix = CLAMP (compare->mix, 0, 1), width;
  KbView view = compare->view;
  g_auto (ComparePair) pair = { 0 };

  pair_init (&pair, compare->document, compare->first, compare->second);
  KbBounds all = both_bounds (&pair);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_paint (cr, compare->style->background, 1);

  width = view.width;
  if (compare->mode == KB_COMPARE_BESIDE)
    view.width = (int) MAX (1, (view.width - view.inset - COMPARE_GAP) / 2 + view.inset);
  kb_view_fit (&view, all, COMPARE_MARGIN);
  for (guint i = 0; i < (compare->mode == KB_COMPARE_BESIDE ? 2u : 1u); i++)
    {
      KbView half = view;

      /* Marks outside a view are not drawn, so this view covers the whole canvas. */
      half.width = compare->view.width;
      if (i == 1)
        kb_view_pan (&half, width - view.width, 0);
      /* The checkerboard is below both, so that the two sides have the same size. */
      {
        KbView corner = half;
        kb_view_pan (&corner, all.x0 * half.scale, all.y0 * half.scale);
        kb_draw_checker (cr, &corner, compare->style, (gint) (all.x1 - all.x0),
                         (gint) (all.y1 - all.y0));
      }
      switch (compare->mode)
        {
        case KB_COMPARE_BESIDE:
          draw_one (cr, compare, &half, &pair, i, 0, 1);
          draw_marks (cr, compare, &half, &pair, i);
          name_frame (cr, compare, &half, &pair, i, tints[i]);
          break;
        case KB_COMPARE_OVER:
          draw_one (cr, compare, &half, &pair, 0, tints[0], 1 - mix / 2);
          draw_one (cr, compare, &half, &pair, 1, tints[1], mix);
          draw_marks (cr, compare, &half, &pair, 0);
          draw_marks (cr, compare, &half, &pair, 1);
          break;
          default: {
            g_autoptr (KbPicture) difference = difference_picture (&pair, compare->style, all);
            if (difference)
              {
                g_autoptr (cairo_surface_t) surface = kb_surface_from_picture (difference);
                kb_draw_surface (cr, &half, surface, all.x0, all.y0, 1);
              }
          }
          draw_marks (cr, compare, &half, &pair, 0);
          draw_marks (cr, compare, &half, &pair, 1);
        }
    }
}
