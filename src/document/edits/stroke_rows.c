/* SPDX-License-Identifier: MIT */
/* Cells and edges as text. */
#include "document/edits/private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/cells.h"
#include "document/private.h"

#define MOST_TILES 64     /* in a patch: 65536 cells */

/* ---- values of a cell ---- */

typedef struct {
  const KbKind *kind;
  const char *field;
  guint pixels;           /* per cell side */
  void (*write) (GString *text, guint32 value);
  gboolean (*read) (const char *text, gsize length, guint32 *value);
} Form;

static void
write_cell (GString *text, guint32 value)
{
  if (value == 0)
    {
      g_string_append_c (text, '-');
      return;
    }
  g_string_append_printf (text, "%u:%u", value >> KB_CELL_TILESET_SHIFT & KB_MAX_TILESETS,
                          value & KB_CELL_FRAME);
  if (value & KB_CELL_DIAGONAL)
    g_string_append_c (text, 'd');
  if (value & KB_CELL_FLIP_X)
    g_string_append_c (text, 'x');
  if (value & KB_CELL_FLIP_Y)
    g_string_append_c (text, 'y');
  if (value >> KB_CELL_HEIGHT_SHIFT)
    g_string_append_printf (text, "+%u", value >> KB_CELL_HEIGHT_SHIFT);
}

/* Digits up to the limit, or NULL if there are none, or the number is larger. */
static const char *
read_stroke_number (const char *text, const char *end, guint32 most, guint32 *number)
{
  const char *at = text;
  *number = 0;
  for (; at < end && g_ascii_isdigit (*at); at++)
    if ((*number = *number * 10 + (guint32) (*at - '0')) > most)
      return NULL;
  return at > text ? at : NULL;
}

static gboolean
read_cell (const char *text, gsize length, guint32 *value)
{
  static const struct {
    char letter;
    guint32 bit;
  } flips[] = { { 'd', KB_CELL_DIAGONAL }, { 'x', KB_CELL_FLIP_X }, { 'y', KB_CELL_FLIP_Y } };
  const char *end = text + length;
  guint32 tileset, frame, height = 0;
  *value = 0;
  if (length == 1 && *text == '-')
    return TRUE;
  text = read_stroke_number (text, end, KB_MAX_TILESETS, &tileset);
  if (!text || text == end || *text != ':'
      || !(text = read_stroke_number (text + 1, end, KB_MAX_TILE_FRAME, &frame)))
    return FALSE;
  *value = frame | tileset << KB_CELL_TILESET_SHIFT;
  for (guint i = 0; i < G_N_ELEMENTS (flips); i++)
    if (text < end && *text == flips[i].letter)
      {
        *value |= flips[i].bit;
        text++;
      }
  if (text < end && *text == '+'
      && !(text = read_stroke_number (text + 1, end, KB_MAX_CELL_HEIGHT, &height)))
    return FALSE;
  *value |= height << KB_CELL_HEIGHT_SHIFT;
  return text == end;
}

static const char *const stroke_rows_edges[] = { "-", "l", "t", "lt" };

static void
write_edge (GString *text, guint32 value)
{
  if (value < G_N_ELEMENTS (stroke_rows_edges))
    g_string_append (text, stroke_rows_edges[value]);
  else
    g_string_append_printf (text, "%u", value);
}

static gboolean
read_edge (const char *text, gsize length, guint32 *value)
{
  for (*value = 0; *value < G_N_ELEMENTS (stroke_rows_edges); ++*value)
    if (strlen (stroke_rows_edges[*value]) == length
        && strncmp (stroke_rows_edges[*value], text, length) == 0)
      return TRUE;
  return read_stroke_number (text, text + length, 255, value) == text + length;
}

static const Form forms[] = {
  { &kb_layer_kind, "cells", 2, write_cell, read_cell },
  { &kb_maze_kind, "edges", 1, write_edge, read_edge },
};

static const Form *
form_of (const KbField *field)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (field == kb_kind_field (forms[i].kind, forms[i].field))
      return &forms[i];
  return NULL;
}

/* ---- writing ---- */

/* The row being written. */
typedef struct {
  const Form *form;
  json_t *rows;
  GString *text;
  gint column, row, end;  /* of the text and the run so far */
  guint32 value;
  guint count;            /* of the run */
  gboolean after;
} Writer;

static void
end_run (Writer *w)
{
  if (w->count == 0)
    return;
  if (w->text->len)
    g_string_append_c (w->text, ' ');
  w->form->write (w->text, w->value);
  if (w->count > 1)
    g_string_append_printf (w->text, "*%u", w->count);
  w->count = 0;
}

static void
end_row (Writer *w)
{
  end_run (w);
  if (w->text->len)
    json_array_append_new (w->rows, json_pack ("[iis]", w->column, w->row, w->text->str));
  g_string_truncate (w->text, 0);
}

static void
put_cell (Writer *w, gint column, gint row, guint32 value)
{
  if ((w->text->len == 0 && w->count == 0) || row != w->row || column != w->end)
    {
      end_row (w);
      w->column = column;
      w->row = row;
    }
  if (w->count && value != w->value)
    end_run (w);
  w->value = value;
  w->count++;
  w->end = column + 1;
}

static guint32
value_at (const Form *form, const guint8 *pixels, guint x, guint y)
{
  const guint8 *at = pixels + form->pixels * (y * KB_ZONES_TILE + x);
  return form->pixels == 2 ? kb_cell_join (at, KB_ZONES_TILE) : *at;
}

/* Row y of the tiles [from, until) of a patch, adjacent or with others between. */
static void
write_row (Writer *w, const KbZonesPatch *patch, guint from, guint until, guint y)
{
  guint width, height, side = KB_ZONES_TILE / w->form->pixels;
  kb_zones_patch_size (patch, &width, &height);
  guint across = (width + KB_ZONES_TILE - 1) / KB_ZONES_TILE;
  for (guint i = from; i < until; i++)
    {
      guint tile = kb_zones_patch_tile (patch, i), left = tile % across * side,
            row = tile / across * side + y;
      const guint8 *was = kb_zones_patch_pixels (patch, i, FALSE, NULL),
                   *is = kb_zones_patch_pixels (patch, i, TRUE, NULL);
      if (row >= height / w->form->pixels)
        return;
      for (guint x = 0; x < MIN (side, width / w->form->pixels - left); x++)
        {
          guint32 before = value_at (w->form, was, x, y), after = value_at (w->form, is, x, y);
          if (before != after)
            put_cell (w, (gint) (left + x), (gint) row, w->after ? after : before);
        }
    }
}

json_t *
kb_stroke_to_rows (const KbField *field, const KbZonesPatch *patch, gboolean after)
{
  const Form *form = form_of (field);
  guint n = kb_zones_patch_length (patch), width, height;
  if (!form || n > MOST_TILES)
    return NULL;
  kb_zones_patch_size (patch, &width, &height);
  guint across = (width + KB_ZONES_TILE - 1) / KB_ZONES_TILE;
  g_autoptr (GString) text = g_string_new (NULL);
  Writer w = { .form = form, .rows = json_array (), .text = text, .after = after };
  for (guint from = 0, until; from < n; from = until)
    {
      for (until = from + 1; until < n
                             && kb_zones_patch_tile (patch, until) / across
                                  == kb_zones_patch_tile (patch, from) / across;)
        until++;
      for (guint y = 0; y < KB_ZONES_TILE / form->pixels; y++)
        write_row (&w, patch, from, until, y);
    }
  end_row (&w);
  return w.rows;
}

/* ---- reading ---- */

static gboolean
put_run (const Form *form, KbZonesPainter *painter, const char *run, gsize length,
         json_int_t *column, gint row)
{
  const char *star = memchr (run, '*', length), *end = run + length;
  guint most = kb_zones_width (kb_zones_painter_zones (painter)) / form->pixels;
  guint32 value, count = 1;
  if (star && read_stroke_number (star + 1, end, most, &count) != end)
    return FALSE;
  if (!form->read (run, star ? (gsize) (star - run) : length, &value) || *column + count > most)
    return FALSE;
  if (form->pixels == 2)
    kb_cells_painter_box (painter, (gint) *column, row, (gint) count, 1, value);
  else
    kb_zones_painter_box (painter, (gint) *column, row, (gint) count, 1, (guint8) value);
  *column += count;
  return TRUE;
}

static gboolean
put_row (const Form *form, KbZonesPainter *painter, const json_t *entry, gsize i, GError **error)
{
  const KbZones *zones = kb_zones_painter_zones (painter);
  const char *text = json_string_value (json_array_get (entry, 2));
  json_int_t column = json_integer_value (json_array_get (entry, 0)),
             row = json_integer_value (json_array_get (entry, 1));
  guint columns = kb_zones_width (zones) / form->pixels,
        rows = kb_zones_height (zones) / form->pixels;
  if (json_array_size (entry) != 3 || !json_is_integer (json_array_get (entry, 0))
      || !json_is_integer (json_array_get (entry, 1)) || !text)
    return kb_input_error (error, _("rows[%zu]: expected [column, row, \"runs of cells\"]"), i);
  if (column < 0 || row < 0 || column >= columns || row >= rows)
    return kb_input_error (error, _("rows[%zu]: %u x %u cells are stored"), i, columns, rows);
  for (gsize length; *text; text += length)
    {
      length = strcspn (text, " ");
      if (length == 0)
        length = 1;
      else if (!put_run (form, painter, text, length, &column, (gint) row))
        return kb_input_error (
          error, _("rows[%zu]: '%.*s' is no run of cells, or ends past the last column"), i,
          (int) MIN (length, 40), text);
    }
  return TRUE;
}

gboolean
kb_stroke_put_rows (const KbField *field, KbZonesPainter *painter, const json_t *rows,
                    GError **error)
{
  const Form *form = form_of (field);
  if (!form || !json_is_array (rows))
    return kb_input_error (error,
                           form ? _("rows: expected [[column, row, \"runs of cells\"], ...]")
                                : _("rows: only cells of layers and edges of mazes have rows"));
  KB_EACH_JSON (item, rows)
    if (!put_row (form, painter, item, item_at, error))
      return FALSE;
  return TRUE;
}
