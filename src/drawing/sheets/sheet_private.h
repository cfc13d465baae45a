/* SPDX-License-Identifier: MIT */
/* Shared by contact sheets (sheet.c) and plans (plan.c). */
#ifndef KB_SHEET_PRIVATE_H
#define KB_SHEET_PRIVATE_H

#include "drawing/sheets/sheet.h"

#define KB_SHEET_MARGIN 24.0
#define KB_SHEET_TITLE 30.0      /* height of the first line */
#define KB_SHEET_LEAST 420       /* minimum width */

/* Whether a sheet of that size is within the limits. */
gboolean kb_sheet_fits (double width, double height);
guint32 kb_sheet_text_colour (const KbStyle *style);
/* Draws swatch and name, with y of the text. Returns the same, with a gap. */
double kb_sheet_swatch (cairo_t *cr, double x, double y, guint32 colour, const char *name,
                        guint32 text);

/* Runs `draw` on a surface of that size, filled with the style's background. Returns its picture,
 * or NULL and an error. `name` is the subject in messages. */
typedef gboolean (*KbSheetDraw) (cairo_t *cr, gpointer data, GError **error);
KbPicture *kb_sheet_make (double width, double height, const KbStyle *style, const char *name,
                          KbSheetDraw draw, gpointer data, GError **error);

/* Draws a frame's picture or other `parts`, and if annotated its marks and zones. Returns FALSE and
 * an error if the picture cannot be read. */
gboolean kb_sheet_draw_frame (cairo_t *cr, KbDocument *document, const KbFrame *frame,
                              KbSurfaces *surfaces, const KbStyle *style, const KbView *view,
                              guint parts, gboolean annotated, GError **error);

#endif
