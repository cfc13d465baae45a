/* SPDX-License-Identifier: MIT */
/* What contact sheets (sheet.c) and plans (plan.c) share. */
#ifndef KB_SHEET_PRIVATE_H
#define KB_SHEET_PRIVATE_H

#include "drawing/sheet.h"

#define KB_SHEET_MARGIN 24.0
#define KB_SHEET_TITLE 30.0      /* height of the first line */
#define KB_SHEET_LEAST 420       /* least width */

/* Whether a sheet of that size is within its limits. */
gboolean kb_sheet_fits (double width, double height);
guint32 kb_sheet_text_colour (const KbStyle *style);
/* One line from (x, y); returns where the next would go, relative to x. */
double kb_sheet_text (cairo_t *cr, double x, double y, const char *text, guint32 colour,
                      double size, gboolean bold);
/* Swatch and name, y being the text's; returns as above, with a gap. */
double kb_sheet_swatch (cairo_t *cr, double x, double y, guint32 colour, const char *name,
                        guint32 text);

/* Runs `draw` on a surface of that size, filled with the style's background; its picture, or NULL
 * and an error. `name` is what it shows. */
typedef gboolean (*KbSheetDraw) (cairo_t *cr, gpointer data, GError **error);
KbPicture *kb_sheet_make (double width, double height, const KbStyle *style, const char *name,
                          KbSheetDraw draw, gpointer data, GError **error);

#endif
