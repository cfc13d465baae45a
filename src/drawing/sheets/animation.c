/* SPDX-License-Identifier: MIT */
/* The pictures of an animation: each step's frame with its marks, hot spots in one place. */
#include "drawing/scene/scene.h"
#include "drawing/sheets/sheet_private.h"

#include <glib/gi18n.h>
#include <math.h>

#define WANTED_SIDE 320      /* of the picture, in pixels */

struct KbAnimationSheet {
  KbDocument *document;
  const KbAnimation *animation;
  const KbStyle *style;
  gboolean annotated;
  gint left, top, right, bottom;   /* of all frames, from their hot spots */
  guint scale;
  guint n_steps;
  guint step;                      /* that is drawn */
};

static const KbFrame *
frame_of (const KbAnimationSheet *sheet, guint i, gint *ms)
{
  const guint n = sheet->animation->steps->len;
  const KbStep *step = kb_step_at (sheet->animation, i < n ? i : 2 * n - 2 - i);
  *ms = step->duration > 0 ? step->duration : KB_NEW_DURATION;
  return kb_document_find (sheet->document, step->frame_id, &kb_frame_kind);
}

static void
measure_animation (KbAnimationSheet *sheet, guint scale)
{
  const guint n = sheet->animation->steps->len;
  sheet->n_steps = sheet->animation->loop == KB_LOOP_PING_PONG && n > 2 ? 2 * n - 2 : n;
  sheet->left = sheet->top = G_MAXINT;
  sheet->right = sheet->bottom = G_MININT;
  for (guint i = 0; i < n; i++)
    {
      gint ms;
      const KbFrame *frame = frame_of (sheet, i, &ms);
      if (!frame)
        continue;
      const KbPixel hot = frame->hot_spot.set ? frame->hot_spot : (KbPixel) { 0 };
      sheet->left = MIN (sheet->left, -hot.x);
      sheet->top = MIN (sheet->top, -hot.y);
      sheet->right = MAX (sheet->right, frame->width - hot.x);
      sheet->bottom = MAX (sheet->bottom, frame->height - hot.y);
    }
  if (sheet->left >= sheet->right)
    sheet->n_steps = 0;
  const gint side = MAX (sheet->right - sheet->left, sheet->bottom - sheet->top);
  sheet->scale = scale ? scale : (guint) MAX (WANTED_SIDE / MAX (side, 1), 1);
}

static gboolean
draw_step (cairo_t *cr, gpointer data, GError **error)
{
  const KbAnimationSheet *sheet = data;
  gint ms;
  const KbFrame *frame = frame_of (sheet, sheet->step, &ms);
  g_autoptr (KbSurfaces) surfaces = kb_surfaces_new (64 << 20);
  if (!frame)
    return TRUE;
  const KbPixel hot = frame->hot_spot.set ? frame->hot_spot : (KbPixel) { 0 };
  const KbView view = { .scale = sheet->scale, .device_scale = 1,
                        .x = (-hot.x - sheet->left) * (double) sheet->scale,
                        .y = (-hot.y - sheet->top) * (double) sheet->scale,
                        .width = (sheet->right - sheet->left) * (gint) sheet->scale,
                        .height = (sheet->bottom - sheet->top) * (gint) sheet->scale };
  return kb_sheet_draw_frame (cr, sheet->document, frame, surfaces, sheet->style, &view,
                              KB_DRAW_PICTURE, sheet->annotated, error);
}

KbPicture *
kb_animation_sheet_draw (gpointer data, guint step, gint *ms, GError **error)
{
  KbAnimationSheet *sheet = data;
  const double width = (double) (sheet->right - sheet->left) * sheet->scale,
               height = (double) (sheet->bottom - sheet->top) * sheet->scale;
  sheet->step = step;
  frame_of (sheet, step, ms);
  if (kb_sheet_fits (width, height))
    return kb_sheet_make (width, height, sheet->style, sheet->animation->name, draw_step, sheet,
                          error);
  return kb_fail_null (error, KB_ERROR_INPUT,
                       _("%s: the picture would be %.0f x %.0f pixels; expected less"),
                       sheet->animation->name, width, height);
}

guint
kb_animation_sheet_steps (const KbAnimationSheet *sheet)
{
  return sheet->n_steps;
}

KbAnimationSheet *
kb_animation_sheet_new (KbDocument *document, const KbAnimation *animation,
                        const KbSheetOptions *options)
{
  KbAnimationSheet *sheet =
    KB_NEW (KbAnimationSheet, .document = document, .animation = animation,
            .style = kb_style (!options->light), .annotated = !options->plain);
  measure_animation (sheet, options->scale);
  return sheet;
}
