/* SPDX-License-Identifier: MIT */
/* The edit that changes the bounds of a layer or a maze and keeps each cell at its position. */
#include <glib/gi18n.h>
#include <inttypes.h>

#include "document/pixels/zones_files.h"
#include "document/private.h"

typedef struct {
  KbPixel *first;
  gint *width, *height;
  KbPainted *painted;
} Grid;

static Grid
grid_of (KbNode *node)
{
  const KbKind *kind = node->kind;
  return (Grid) { G_STRUCT_MEMBER_P (node, kb_kind_field (kind, "first")->offset),
                 G_STRUCT_MEMBER_P (node, kb_kind_field (kind, "width")->offset),
                 G_STRUCT_MEMBER_P (node, kb_kind_field (kind, "height")->offset),
                 kb_node_painted (node, NULL) };
}

static void
put_bounds (const Grid *grid, const KbGridBounds *bounds)
{
  *grid->first = bounds->first;
  *grid->width = bounds->width;
  *grid->height = bounds->height;
}

void
kb_bounds_do (KbDocument *document, const KbEdit *edit, gboolean forward)
{
  static const char *const names[] = { "first", "width", "height" };
  KbNode *node = kb_document_node (document, edit->node);
  Grid grid = grid_of (node);
  KbZones *zones = forward ? edit->is : edit->was;
  KbId parent = node->parent ? node->parent->id : 0;
  put_bounds (&grid, forward ? &edit->to_bounds : &edit->from_bounds);
  kb_zones_unref (grid.painted->zones);
  grid.painted->zones = zones ? kb_zones_ref (zones) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    kb_document_emit (document, &(KbEvent) { KB_EVENT_SET, node->id, parent, names[i], 0 });
  kb_document_emit (document, &(KbEvent) { .type = KB_EVENT_PAINT,
                                          .node = node->id,
                                          .parent = parent,
                                          .name = edit->field->name,
                                          .forward = forward });
}

static guint64
painted_pixels (const KbZones *zones)
{
  guint64 counts[256];
  kb_zones_counts (zones, counts);
  return (guint64) kb_zones_width (zones) * kb_zones_height (zones) - counts[0];
}

/* The reverse needs only bounds if nothing was cut off. */
static gboolean
cuts (const KbEdit *edit)
{
  return edit->was && (edit->repainted || painted_pixels (edit->was) != painted_pixels (edit->is));
}

void
kb_bounds_fill (const KbEdit *edit, json_t *line, gboolean forward)
{
  if (forward ? edit->repainted : cuts (edit))
    json_object_set_new (line, "value", kb_zones_to_json (forward ? edit->is : edit->was));
}

/* Tiles are shared if they move as a whole. */
gsize
kb_bounds_weight (const KbEdit *edit)
{
  guint scale = edit->field->name[0] == 'c' ? 2 : 1;
  gint dx = edit->to_bounds.first.x - edit->from_bounds.first.x,
       dy = edit->to_bounds.first.y - edit->from_bounds.first.y;
  gboolean shared = !edit->was
                    || (!cuts (edit) && dx * (gint) scale % KB_ZONES_TILE == 0
                        && dy * (gint) scale % KB_ZONES_TILE == 0);
  if (!shared)
    return kb_zones_weight (edit->was);
  return edit->was
           ? (gsize) kb_zones_columns (edit->was) * kb_zones_rows (edit->was) * sizeof (gpointer)
           : 0;
}

/* --- The first time --------------------------------------------------------------------------- */

static gboolean
check_number (const KbPlace *place, const KbNode *node, const char *field, gint value,
              GError **error)
{
  const KbField *f = kb_kind_field (node->kind, field);
  return (value >= f->min && value <= f->max)
         || kb_place_error (error, place, field,
                            _("expected a whole number from %" PRId64 " to %" PRId64 ", got %d"),
                            f->min, f->max, value);
}

/* A painting of the size of `bounds`, from the current one, or NULL if nothing is painted. */
static KbZones *
crop (const KbNode *node, const Grid *grid, const KbGridBounds *bounds)
{
  gint scale = node->kind->cell_pixels, border = node->kind->border;
  return grid->painted->zones
           ? kb_zones_crop (grid->painted->zones, (bounds->first.x - grid->first->x) * scale,
                            (bounds->first.y - grid->first->y) * scale,
                            (guint) (bounds->width * scale + border),
                            (guint) (bounds->height * scale + border))
           : NULL;
}

static gboolean
set_bounds (KbDocument *document, KbNode *node, const gint cells[4], KbZones *zones, GError **error)
{
  KbPlace place = { .node = node };
  Grid grid = grid_of (node);
  if (!check_number (&place, node, "first", cells[0], error)
      || !check_number (&place, node, "first", cells[1], error)
      || !check_number (&place, node, "width", cells[2], error)
      || !check_number (&place, node, "height", cells[3], error))
    return FALSE;
  KbGridBounds now = { *grid.first, *grid.width, *grid.height },
               bounds = { { cells[0], cells[1], TRUE }, cells[2], cells[3] };
  if (cells[0] == 0 && cells[1] == 0)
    bounds.first.set = now.first.set && now.first.x == 0 && now.first.y == 0;
  if (!zones && now.first.x == cells[0] && now.first.y == cells[1] && now.width == cells[2]
      && now.height == cells[3])
    return TRUE;
  KbZones *was = grid.painted->zones;
  kb_edit_begin (document, _("Change bounds of %s"), _(node->kind->label));
  kb_edit_record (document,
                  (KbEdit) { .op = KB_EDIT_BOUNDS,
                            .node = node->id,
                            .field = kb_kind_field_of_type (node->kind, KB_TYPE_ZONES),
                            .from_bounds = now,
                            .to_bounds = bounds,
                            .repainted = zones != NULL,
                            .is = zones ? kb_zones_ref (zones) : crop (node, &grid, &bounds),
                            .was = was ? kb_zones_ref (was) : NULL });
  kb_document_end (document);
  return TRUE;
}

static KbNode *
find_grid (const KbDocument *document, KbId id, GError **error)
{
  KbNode *node = kb_edit_find_node (document, id, error);
  if (!node || node->kind->cell_pixels)
    return node;
  return kb_null (kb_place_error (error, &(KbPlace){ .node = node }, NULL, _("a %s has no bounds"),
                                  _(node->kind->name)));
}

gboolean
kb_document_set_bounds (KbDocument *document, KbId id, gint i, gint j, gint width, gint height,
                        GError **error)
{
  KbNode *node = find_grid (document, id, error);
  return node && set_bounds (document, node, (const gint[4]) { i, j, width, height }, NULL, error);
}

gboolean
kb_bounds_apply (KbDocument *document, const KbNode *found, const json_t *line, GError **error)
{
  KbNode *node = find_grid (document, found->id, error);
  const json_t *box = json_object_get (line, "cells"), *value = json_object_get (line, "value");
  gint cells[4];
  gboolean ok = json_array_size (box) == 4;
  if (!node)
    return FALSE;
  for (guint i = 0; ok && i < 4; i++)
    {
      json_int_t number = json_integer_value (json_array_get (box, i));
      ok = json_is_integer (json_array_get (box, i)) && number >= -KB_CELL_LIMIT
           && number <= KB_CELL_LIMIT;
      cells[i] = (gint) number;
    }
  if (!ok)
    return kb_input_error (error, _("cells: expected [i, j, width, height] in whole cells"));
  g_autoptr (KbZones) zones = value ? kb_zones_from_json (value, error) : NULL;
  return (!value || zones) && set_bounds (document, node, cells, zones, error);
}
