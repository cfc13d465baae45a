/* SPDX-License-Identifier: MIT */
/* A frame in two versions of a project, side by side with its marks. */
#include "drawing/scene/scene.h"
#include "drawing/sheets/sheet_private.h"

#include <glib/gi18n.h>
#include <math.h>

#define FRAME_PAIR_WANTED_SIDE 320   /* of each half, in pixels */

typedef struct {
  KbDocument *documents[2];
  const KbFrame *frames[2];   /* NULL: not in this version */
  const KbStyle *style;
  double scale, width, height;   /* of a half */
} Pair;

static gboolean
draw_halves (cairo_t *cr, gpointer data, GError **error)
{
  const Pair *pair = data;
  gboolean done = TRUE;
  for (guint i = 0; done && i < 2; i++)
    {
      g_autoptr (KbSurfaces) surfaces = kb_surfaces_new (64 << 20);
      const KbView view = { .scale = pair->scale, .device_scale = 1, .width = (int) pair->width,
                            .height = (int) pair->height };
      G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
      cairo_translate (cr, KB_SHEET_MARGIN + i * (pair->width + KB_SHEET_MARGIN), KB_SHEET_MARGIN);
      if (pair->frames[i])
        done = kb_sheet_draw_frame (cr, pair->documents[i], pair->frames[i], surfaces, pair->style,
                                    &view, KB_DRAW_CHECKER | KB_DRAW_PICTURE | KB_DRAW_BORDER,
                                    TRUE, error);
      cairo_rectangle (cr, -2, -2, pair->width + 4, pair->height + 4);
      cairo_set_source_rgb (cr, i == 0, i, 0);
      cairo_stroke (cr);
    }
  return done;
}

KbPicture *
kb_draw_frame_pair (KbDocument *before, KbId frame_before, KbDocument *after, KbId frame_after,
                    const KbSheetOptions *options, GError **error)
{
  Pair pair = { { before, after },
                { kb_document_find (before, frame_before, &kb_frame_kind),
                  kb_document_find (after, frame_after, &kb_frame_kind) },
                kb_style (!options->light) };
  for (guint i = 0; i < 2; i++)
    if (pair.frames[i])
      {
        pair.width = MAX (pair.width, pair.frames[i]->width);
        pair.height = MAX (pair.height, pair.frames[i]->height);
      }
  const double fit = FRAME_PAIR_WANTED_SIDE / MAX (1, MAX (pair.width, pair.height));
  pair.scale = options->scale ? options->scale : fit >= 1 ? floor (fit) : 1 / ceil (1 / fit);
  pair.width = ceil (pair.width * pair.scale);
  pair.height = ceil (pair.height * pair.scale);
  return kb_sheet_make (2 * pair.width + 3 * KB_SHEET_MARGIN, pair.height + 2 * KB_SHEET_MARGIN,
                        pair.style, _("frame"), draw_halves, &pair, error);
}
