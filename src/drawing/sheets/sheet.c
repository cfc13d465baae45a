/* SPDX-License-Identifier: MIT */
/* Thumbnails, and contact sheets with all frames of a sprite. */
#include "drawing/sheets/sheet.h"

#include <glib/gi18n.h>
#include <math.h>

#include "document/shapes/shape.h"
#include "drawing/scene/labels.h"
#include "drawing/scene/marks.h"
#include "drawing/scene/scene.h"
#include "drawing/sheets/sheet_private.h"

#define SHEET_MARGIN KB_SHEET_MARGIN
#define CELL_GAP 14.0
#define ROW_GAP 22.0
#define TITLE_HEIGHT KB_SHEET_TITLE
#define HEADING_HEIGHT 26.0
#define CAPTION_HEIGHT 20.0
#define SHEET_WANTED_SIDE 300      /* pixels of a frame's longer side on a sheet */
#define WANTED_WIDTH 2200.0  /* of the sheet; longer rows are wrapped */
#define MAX_SHEET_SIDE 30000.0
#define MAX_SHEET_PIXELS (64e6)

/* Shapes as bare lines: at this size fills and labels would hide the picture. */
static void
draw_small_marks (cairo_t *cr, KbDocument *document, const KbFrame *frame, const KbView *view,
                  const KbStyle *style)
{
  g_autoptr (GHashTable) inherited = kb_inherited_new (kb_node_sprite (KB_NODE (frame)));
  g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);

  KB_EACH (const KbShape, shape, shapes)
    {
      kb_path_geometry (cr, view, &shape->geometry, 1);
      kb_stroke (cr, 1, kb_class_colour (document, shape->class_id), 0.9);
    }
  KB_EACH (const KbPoint, point, frame->points)
    {
      KbVec p = kb_view_to_canvas (view, (KbVec) { point->at.x + 0.5, point->at.y + 0.5 });

      cairo_new_path (cr);
      cairo_arc (cr, p.x, p.y, 2.5, 0, 2 * G_PI);
      kb_stroke_preserve (cr, 3, style->shade, 1);
      kb_stroke (cr, 1.2, style->point, 1);
    }
  if (frame->hot_spot.set)
    {
      KbVec p =
        kb_view_to_canvas (view, (KbVec) { frame->hot_spot.x + 0.5, frame->hot_spot.y + 0.5 });

      for (int layer = 0; layer < 2; layer++)
        {
          kb_line (cr, p.x - 4, p.y, p.x + 4, p.y);
          kb_line (cr, p.x, p.y - 4, p.x, p.y + 4);
          kb_stroke (cr, layer ? 1.2 : 3, layer ? style->hot_spot : style->shade, 1);
        }
    }
}

static KbView
thumbnail_view (double frame_width, double frame_height, double width, double height)
{
  KbView view = { .device_scale = 1, .width = (int) width, .height = (int) height };

  kb_view_fit (&view, (KbBounds) { 0, 0, frame_width, frame_height }, 0);
  return view;
}

void
kb_draw_thumbnail_picture (cairo_t *cr, KbPicture *picture, KbSurfaces *surfaces, double width,
                           double height)
{
  KbView view = thumbnail_view (picture->width, picture->height, width, height);

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_clip (cr, 0, 0, width, height);
  kb_draw_picture (cr, &view, surfaces, picture, 0, 0, 0, 1);
}

void
kb_draw_thumbnail_marks (cairo_t *cr, KbDocument *document, KbId frame_id, const KbStyle *style,
                         double width, double height)
{
  const KbFrame *frame = kb_document_find (document, frame_id, &kb_frame_kind);

  if (!frame || width < 1 || height < 1)
    return;
  KbView view = thumbnail_view (frame->width, frame->height, width, height);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  kb_clip (cr, 0, 0, width, height);
  draw_small_marks (cr, document, frame, &view, style);
}

void
kb_draw_thumbnail (cairo_t *cr, KbDocument *document, KbId frame_id, KbSurfaces *surfaces,
                   const KbStyle *style, double width, double height, gboolean annotated)
{
  const KbFrame *frame = kb_document_find (document, frame_id, &kb_frame_kind);
  g_autoptr (KbPicture) picture = !frame      ? NULL
                                  : annotated ? kb_document_frame_picture (document, frame, NULL)
                                              : kb_document_pass_picture (document, frame);

  if (!frame || width < 1 || height < 1)
    return;
  if (picture)
    kb_draw_thumbnail_picture (cr, picture, surfaces, width, height);
  if (annotated)
    kb_draw_thumbnail_marks (cr, document, frame_id, style, width, height);
}

/* A row of a sheet: an animation, or the frames in none. */
typedef struct {
  char *title, *detail;
  GArray *cells;        /* Cell */
} SheetRow;

typedef struct {
  KbId frame;
  gint duration;        /* -1: none */
} Cell;

typedef struct {
  KbDocument *document;
  const KbSprite *sprite;
  const KbStyle *style;
  gboolean annotated;
  GPtrArray *rows;
  double scale;
  double cell_w, cell_h;   /* of the largest frame, scaled */
  guint columns;
  double width, height;
} Sheet;

static void
row_free (gpointer data)
{
  SheetRow *row = data;

  g_free (row->title);
  g_free (row->detail);
  g_array_unref (row->cells);
  g_free (row);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SheetRow, row_free)

static SheetRow *
row_new (char *title, char *detail)
{
  SheetRow *row = g_new0 (SheetRow, 1);

  row->title = title;
  row->detail = detail;
  row->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  return row;
}

static const char *
loop_title (KbLoop loop)
{
  static const char *const titles[] = { N_("once"), N_("loop"), N_("ping-pong"), N_("hold last") };

  return loop < G_N_ELEMENTS (titles) ? _(titles[loop]) : "";
}

static void
collect_rows (Sheet *sheet)
{
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  SheetRow *rest = row_new (g_strdup (_("in no animation")), NULL);

  sheet->rows = g_ptr_array_new_with_free_func (row_free);
  KB_EACH (const KbAnimation, animation, sheet->sprite->animations)
    {
      SheetRow *row = row_new (g_strdup (animation->name), NULL);
      gint64 total = 0;

      KB_EACH (const KbStep, step, animation->steps)
        {
          Cell cell = { step->frame_id, step->duration };

          total += step->duration;
          g_array_append_val (row->cells, cell);
          g_hash_table_add (shown, GUINT_TO_POINTER (step->frame_id));
        }
      /* As text: a 64-bit format specifier would split the translatable string. */
      g_autofree char *duration = g_strdup_printf ("%" G_GINT64_FORMAT, total);
      row->detail = g_strdup_printf (_("%s · %s ms"), loop_title (animation->loop), duration);
      g_ptr_array_add (sheet->rows, row);
    }
  KB_EACH (const KbFrame, frame, sheet->sprite->frames)
    {
      Cell cell = { frame->node.id, -1 };

      if (!g_hash_table_contains (shown, GUINT_TO_POINTER (cell.frame)))
        g_array_append_val (rest->cells, cell);
    }
  if (rest->cells->len)
    g_ptr_array_add (sheet->rows, rest);
  else
    row_free (rest);
  if (sheet->rows->len == 1 && kb_count (sheet->sprite->animations) == 0)
    {
      SheetRow *only = g_ptr_array_index (sheet->rows, 0);
      g_free (only->title);
      only->title = g_strdup (_("all frames"));
    }
}

static void
measure_sheet (Sheet *sheet)
{
  guint longest = 1;
  double lines = 0;

  KB_EACH (const SheetRow, row, sheet->rows)
    longest = MAX (longest, row->cells->len);
  sheet->columns =
    CLAMP ((guint) ((WANTED_WIDTH - 2 * SHEET_MARGIN) / (sheet->cell_w + CELL_GAP)), 1, longest);
  KB_EACH (const SheetRow, row, sheet->rows)
    {
      guint n = MAX (1, row->cells->len);
      lines += (n + sheet->columns - 1) / sheet->columns;
    }
  sheet->width = ceil (MAX (
    2 * SHEET_MARGIN + sheet->columns * (sheet->cell_w + CELL_GAP) - CELL_GAP, KB_SHEET_LEAST));
  sheet->height =
    ceil (2 * SHEET_MARGIN + TITLE_HEIGHT + lines * (sheet->cell_h + CAPTION_HEIGHT + 4)
          + sheet->rows->len * (HEADING_HEIGHT + ROW_GAP));
}

gboolean
kb_sheet_fits (double width, double height)
{
  return width <= MAX_SHEET_SIDE && height <= MAX_SHEET_SIDE && width * height <= MAX_SHEET_PIXELS;
}

guint32
kb_sheet_text_colour (const KbStyle *style)
{
  return style == kb_style (TRUE) ? 0xf2f2f2ff : 0x202020ff;
}

double
kb_sheet_swatch (cairo_t *cr, double x, double y, guint32 colour, const char *name, guint32 text)
{
  cairo_rectangle (cr, x, y - 9, 10, 10);
  kb_fill (cr, colour | 0xff, 1);
  return 32 + kb_draw_text (cr, x + 16, y, name, text, 12, FALSE);
}

KbPicture *
kb_sheet_make (double width, double height, const KbStyle *style, const char *name,
               KbSheetDraw draw, gpointer data, GError **error)
{
  g_autoptr (cairo_surface_t) surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  KbPicture *picture = NULL;

  kb_paint (cr, style->background, 1);
  if (draw (cr, data, error))
    {
      if (cairo_status (cr) == CAIRO_STATUS_SUCCESS)
        picture = kb_picture_from_surface (surface);
      if (!picture)
        g_set_error (error, KB_ERROR, KB_ERROR_MACHINE,
                     _("%s: the contact sheet could not be drawn: %s"), name,
                     cairo_status_to_string (cairo_status (cr)));
    }
  return picture;
}

/* The sprite's name and a legend of the colours. */
static void
draw_sheet_title (cairo_t *cr, const Sheet *sheet, guint32 text)
{
  const KbProject *project = kb_document_project (sheet->document);
  double x =
    SHEET_MARGIN
    + kb_draw_text (cr, SHEET_MARGIN, SHEET_MARGIN + 14, sheet->sprite->name, text, 18, TRUE) + 24;

  if (!sheet->annotated)
    return;
  KB_EACH_WHILE (x < sheet->width - 80, const KbZone, zone, sheet->sprite->zones)
    x += kb_sheet_swatch (cr, x, SHEET_MARGIN + 13, zone->colour, zone->name, text);
  KB_EACH_WHILE (x < sheet->width - 80, const KbClass, class, project->classes)
    x += kb_sheet_swatch (cr, x, SHEET_MARGIN + 13, class->colour, class->name, text);
}

gboolean
kb_sheet_draw_frame (cairo_t *cr, KbDocument *document, const KbFrame *frame, KbSurfaces *surfaces,
                     const KbStyle *style, const KbView *view, guint parts, gboolean annotated,
                     GError **error)
{
  KbScene scene = { .document = document, .frame_id = frame->node.id, .surfaces = surfaces,
                    .style = style, .hovered_handle = -1, .view = *view, .parts = parts };
  KbPainting painting;
  g_autoptr (KbPicture) picture = kb_document_frame_picture (document, frame, error);

  if (!picture)
    return FALSE;
  if (annotated)
    scene.parts |= KB_DRAW_SHAPES | KB_DRAW_POINTS | KB_DRAW_HOT_SPOT;
  if (annotated && kb_node_painted_zones (&frame->node, NULL))
    {
      kb_painting_of_node (&frame->node, &painting);
      scene.painting = &painting;
    }
  kb_draw_scene (cr, &scene);
  /* Names only for points; colours identify the shapes. */
  if (annotated && parts & KB_DRAW_BORDER && view->width >= 100)
    {
      scene.parts = KB_DRAW_POINTS | KB_DRAW_LABELS | KB_DRAW_QUIET_LABELS | KB_DRAW_HOT_SPOT;
      kb_draw_scene (cr, &scene);
    }
  return TRUE;
}

static gboolean
draw_cell (cairo_t *cr, const Sheet *sheet, KbSurfaces *surfaces, const Cell *cell, double x,
           double y, GError **error)
{
  const KbFrame *frame = kb_document_find (sheet->document, cell->frame, &kb_frame_kind);
  guint index = 0;
  g_autofree char *number = NULL, *caption = NULL;

  if (!frame)
    return TRUE;
  /* Frames of a row share a baseline. */
  const KbView view = { .scale = sheet->scale, .device_scale = 1, .width = (int) sheet->cell_w,
                        .height = (int) sheet->cell_h,
                        .x = floor ((sheet->cell_w - frame->width * sheet->scale) / 2),
                        .y = sheet->cell_h - frame->height * sheet->scale };
  cairo_save (cr);
  cairo_translate (cr, x, y);
  kb_clip (cr, -CELL_GAP / 2 + 1, -CELL_GAP / 2 + 1, sheet->cell_w + CELL_GAP - 2,
           sheet->cell_h + CELL_GAP - 2);
  const gboolean drawn = kb_sheet_draw_frame (
    cr, sheet->document, frame, surfaces, sheet->style, &view,
    KB_DRAW_CHECKER | KB_DRAW_PICTURE | KB_DRAW_BORDER, sheet->annotated, error);
  cairo_restore (cr);
  if (!drawn)
    return FALSE;

  kb_node_place (&frame->node, &index);
  number = g_strdup_printf ("%u", index);
  if (frame->name)
    caption = cell->duration >= 0 ? g_strdup_printf (_("%s · %d ms"), frame->name, cell->duration)
                                  : g_strdup (frame->name);
  else if (cell->duration >= 0)
    caption = g_strdup_printf (_("%d ms"), cell->duration);
  cairo_save (cr);
  kb_clip (cr, x, y + sheet->cell_h, sheet->cell_w + CELL_GAP - 4, CAPTION_HEIGHT);
  x += kb_draw_text (cr, x, y + sheet->cell_h + 15, number, sheet->style->ruler_text, 11, TRUE) + 8;
  if (caption)
    x += kb_draw_text (cr, x, y + sheet->cell_h + 15, caption, sheet->style->ruler_text, 11, FALSE)
         + 8;
  if (sheet->annotated && !frame->hot_spot.set)
    kb_draw_text (cr, x, y + sheet->cell_h + 15, _("no hot spot"), sheet->style->wrong, 11, TRUE);
  cairo_restore (cr);
  return TRUE;
}

static gboolean
draw_sheet_rows (cairo_t *cr, gpointer data, GError **error)
{
  const Sheet *sheet = data;
  guint32 text = kb_sheet_text_colour (sheet->style);
  g_autoptr (KbSurfaces) surfaces = kb_surfaces_new (64 << 20);
  double y = SHEET_MARGIN + TITLE_HEIGHT;
  gboolean done = TRUE;

  draw_sheet_title (cr, sheet, text);
  KB_EACH_WHILE (done, const SheetRow, row, sheet->rows)
    {
      double advance = kb_draw_text (cr, SHEET_MARGIN, y + 16, row->title, text, 14, TRUE);

      if (row->detail)
        kb_draw_text (cr, SHEET_MARGIN + advance + 12, y + 16, row->detail,
                      sheet->style->ruler_text, 12, FALSE);
      y += HEADING_HEIGHT;
      for (guint k = 0; k < MAX (1, row->cells->len) && done; k++)
        {
          guint column = k % sheet->columns;

          if (k && column == 0)
            y += sheet->cell_h + CAPTION_HEIGHT + 4;
          if (k < row->cells->len)
            done = draw_cell (cr, sheet, surfaces, &g_array_index (row->cells, Cell, k),
                              SHEET_MARGIN + column * (sheet->cell_w + CELL_GAP), y, error);
        }
      y += sheet->cell_h + CAPTION_HEIGHT + 4 + ROW_GAP;
    }
  return done;
}

/* The largest scale, at most the wanted one, at which the sheet is within its limits. */
static gboolean
choose_sheet_scale (Sheet *sheet, guint wanted)
{
  gint w = 1, h = 1;

  KB_EACH (const KbFrame, frame, sheet->sprite->frames)
    {
      w = MAX (w, frame->width);
      h = MAX (h, frame->height);
    }
  double scale = wanted ? wanted : (double) SHEET_WANTED_SIDE / MAX (w, h);
  for (scale = scale >= 1 ? floor (scale) : 1 / ceil (1 / scale); scale > 1.0 / 1024;
       scale = scale > 1 ? scale - 1 : scale / 2)
    {
      sheet->scale = scale;
      sheet->cell_w = ceil (w * scale);
      sheet->cell_h = ceil (h * scale);
      measure_sheet (sheet);
      if (kb_sheet_fits (sheet->width, sheet->height))
        return TRUE;
    }
  return FALSE;
}

KbPicture *
kb_draw_contact_sheet (KbDocument *document, KbId sprite_id, const KbSheetOptions *options,
                       GError **error)
{
  static const KbSheetOptions defaults = { 0 };
  const KbNode *node = kb_document_node (document, sprite_id);
  Sheet sheet = { .document = document };

  g_return_val_if_fail (kb_node_is (node, &kb_sprite_kind), NULL);
  if (!options)
    options = &defaults;
  sheet.sprite = (const KbSprite *) node;
  sheet.style = kb_style (!options->light);
  sheet.annotated = !options->plain;
  collect_rows (&sheet);
  if (!choose_sheet_scale (&sheet, options->scale))
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: too many frames for one contact sheet"),
                   sheet.sprite->name);
      g_ptr_array_unref (sheet.rows);
      return NULL;
    }

  KbPicture *picture = kb_sheet_make (sheet.width, sheet.height, sheet.style, sheet.sprite->name,
                                      draw_sheet_rows, &sheet, error);
  g_ptr_array_unref (sheet.rows);
  return picture;
}
