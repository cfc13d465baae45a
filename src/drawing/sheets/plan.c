/* SPDX-License-Identifier: MIT */
/* Title, picture and legend, one below the other. */
#include "drawing/sheets/sheet.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/scene/labels.h"
#include "drawing/sheets/sheet_private.h"

#define PLAN_MOST_SIDE 2048.0
#define MOST_TIMES 8
#define LINE 20.0
#define COLUMN 320.0          /* width of the legend, */
#define DETAIL 170.0          /* and the minimum of it for an entry's detail */

typedef struct {
  const KbPlan *plan;
  const KbStyle *style;
  double scale, width, height;      /* of the sheet */
  double margin, top;               /* around the picture, and its top on the sheet */
  double shown_w, shown_h;          /* drawn size of the picture */
  double beside;                    /* with the space before it */
  guint columns, lines;
} Layout;

static void
entry_clear (gpointer data)
{
  KbPlanEntry *entry = data;
  g_free (entry->name);
  g_free (entry->detail);
}

GArray *
kb_plan_legend_new (void)
{
  GArray *legend = g_array_new (FALSE, FALSE, sizeof (KbPlanEntry));
  g_array_set_clear_func (legend, entry_clear);
  return legend;
}

void
kb_plan_legend_add (GArray *legend, guint32 colour, char *name, char *detail)
{
  KbPlanEntry entry = { colour, name, detail };
  g_array_append_val (legend, entry);
}

static void
measure_layout (Layout *layout, double scale, gboolean plain)
{
  gboolean bare = layout->plan->bare;
  guint n = plain || bare ? 0 : layout->plan->legend->len;
  layout->margin = bare ? 0 : KB_SHEET_MARGIN;
  layout->top = bare ? 0 : KB_SHEET_MARGIN + KB_SHEET_TITLE;
  layout->scale = scale;
  layout->shown_w = ceil (layout->plan->width * scale);
  layout->shown_h = ceil (layout->plan->height * scale);
  layout->beside = bare || layout->plan->beside <= 0 ? 0 : layout->plan->beside + layout->margin;
  layout->width =
    MAX (layout->shown_w + layout->beside + 2 * layout->margin, bare ? 1 : KB_SHEET_LEAST);
  layout->columns = (guint) MAX (1, floor ((layout->width - 2 * KB_SHEET_MARGIN) / COLUMN));
  layout->lines = (n + layout->columns - 1) / layout->columns;
  layout->height = layout->top + layout->shown_h + layout->margin
                   + (layout->lines ? 12 + layout->lines * LINE : 0);
}

/* A whole factor: all pixels are squares of one size, or each drawn pixel stands for equally
 * many. */
static gboolean
choose_scale (Layout *layout, const KbSheetOptions *options)
{
  double side = MAX (layout->plan->width, layout->plan->height),
         wanted = MIN (PLAN_MOST_SIDE / side, MOST_TIMES);
  double inverse = options->scale ? 1.0 / options->scale
                   : wanted >= 1  ? 1 / floor (wanted)
                                  : ceil (1 / wanted);
  for (; inverse <= side; inverse = inverse < 1 ? 1 / (floor (1 / inverse + 0.5) - 1) : inverse + 1)
    {
      measure_layout (layout, 1 / inverse, options->plain);
      if (kb_sheet_fits (layout->width, layout->height))
        return TRUE;
    }
  return FALSE;
}

/* "room  1920 × 1080 pixels, shown at 1/2". */
static void
draw_title (cairo_t *cr, const Layout *layout)
{
  g_autofree char *size =
    g_strdup_printf (_("%d × %d pixels"), layout->plan->width, layout->plan->height);
  g_autofree char *times =
    layout->scale > 1
      ? g_strdup_printf (_("shown %d times as large"), (int) floor (layout->scale + 0.5))
    : layout->scale < 1
      ? g_strdup_printf (_("shown at 1/%d"), (int) floor (1 / layout->scale + 0.5))
      : g_strdup ("");
  g_autofree char *detail = g_strconcat (size, *times ? ", " : "", times, NULL);
  double y = KB_SHEET_MARGIN + 14, x = KB_SHEET_MARGIN;
  x += kb_draw_text (cr, x, y, layout->plan->name, kb_sheet_text_colour (layout->style), 18, TRUE)
       + 16;
  kb_draw_text (cr, x, y, detail, layout->style->ruler_text, 12, FALSE);
}

static void
draw_legend (cairo_t *cr, const Layout *layout)
{
  double top = KB_SHEET_MARGIN + KB_SHEET_TITLE + layout->shown_h + 12;
  double width = (layout->width - 2 * KB_SHEET_MARGIN) / layout->columns;
  KB_EACH_IN_WHILE (layout->lines, const KbPlanEntry, entry, layout->plan->legend)
    {
      double x = KB_SHEET_MARGIN + entry_at / layout->lines * width,
             y = top + entry_at % layout->lines * LINE;
      cairo_save (cr);
      kb_clip (cr, x, y, width - DETAIL, LINE);
      double end = kb_sheet_swatch (cr, x, y + 14, entry->colour, entry->name,
                                    kb_sheet_text_colour (layout->style));
      cairo_restore (cr);
      kb_draw_text (cr, x + MIN (end, width - DETAIL + 8), y + 14, entry->detail,
                    layout->style->ruler_text, 12, FALSE);
    }
}

static gboolean
draw_plan (cairo_t *cr, gpointer data, GError **error)
{
  const Layout *layout = data;
  KbView view = { .scale = layout->scale,
                  .device_scale = 1,
                  .width = (int) layout->shown_w,
                  .height = (int) layout->shown_h };
  if (!layout->plan->bare)
    draw_title (cr, layout);
  cairo_save (cr);
  cairo_translate (cr, layout->margin, layout->top);
  kb_clip (cr, -1, -1, layout->shown_w + 2, layout->shown_h + 2);
  layout->plan->draw (cr, &view, layout->style, layout->plan->data);
  cairo_restore (cr);
  if (layout->beside > 0)
    {
      G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
      cairo_translate (cr, 2 * layout->margin + layout->shown_w, layout->top);
      layout->plan->draw_beside (cr, layout->shown_h, layout->style, layout->plan->data);
    }
  draw_legend (cr, layout);
  return TRUE;
}

KbPicture *
kb_draw_plan (const KbPlan *plan, const KbSheetOptions *options, GError **error)
{
  Layout layout = { .plan = plan, .style = kb_style (!options->light) };
  if (choose_scale (&layout, options))
    return kb_sheet_make (layout.width, layout.height, layout.style, plan->name, draw_plan, &layout,
                          error);
  return kb_fail_null (error, KB_ERROR_INPUT, _("%s: too long for a picture"), plan->name);
}

char *
kb_count_text (guint64 count, guint64 all)
{
  guint64 percent = (count * 100 + all / 2) / all;
  /* Translated texts cannot contain this format */
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, count);
  if (count && !percent)
    return g_strdup_printf (_("%s pixels · under 1 %%"), number);
  return g_strdup_printf (_("%s pixels · %u %%"), number, (guint) percent);
}
