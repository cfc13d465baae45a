/* SPDX-License-Identifier: MIT */
/* The table of shape kinds, and code common to all of them: memory, JSON, faults. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/private.h"
#include "document/shapes/shape_kinds.h"

static const KbShapeKind *const shape_kind_table[KB_N_SHAPE_TYPES] = {
  [KB_SHAPE_BOX] = &kb_box_kind,
  [KB_SHAPE_CIRCLE] = &kb_circle_kind,
  [KB_SHAPE_ORIENTED] = &kb_oriented_kind,
  [KB_SHAPE_POLYGON] = &kb_polygon_kind,
  [KB_SHAPE_CAPSULE] = &kb_capsule_kind,
};

const KbShapeKind *
kb_geometry_kind (KbShapeType type)
{
  g_return_val_if_fail (type < KB_N_SHAPE_TYPES, NULL);
  return shape_kind_table[type];
}

void
kb_geometry_init (KbGeometry *geometry, KbShapeType type, const double *numbers, guint n)
{
  *geometry = (KbGeometry){
    .type = type, .n = n, .v = g_memdup2 (numbers, n * sizeof *numbers), .unknown = NULL
  };
}

void
kb_geometry_init_box (KbGeometry *geometry, double x, double y, double w, double h)
{
  kb_geometry_init (geometry, KB_SHAPE_BOX, (double[]) { x, y, w, h }, 4);
}

void
kb_geometry_init_polygon (KbGeometry *geometry, const double *numbers, guint n)
{
  kb_geometry_init (geometry, KB_SHAPE_POLYGON, numbers, n);
}

/* `to` must be initialized or zeroed; it may be `from`. */
void
kb_geometry_copy (KbGeometry *to, const KbGeometry *from)
{
  if (to == from)
    return;
  kb_geometry_clear (to);
  kb_geometry_init (to, from->type, from->v, from->n);
  to->unknown = json_incref (from->unknown);
}

void
kb_geometry_clear (KbGeometry *geometry)
{
  g_clear_pointer (&geometry->v, g_free);
  g_clear_pointer (&geometry->unknown, json_decref);
  geometry->n = 0;
}

gboolean
kb_geometry_equal (const KbGeometry *a, const KbGeometry *b)
{
  if (a->type != b->type || a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (a->v[i] != b->v[i])
      return FALSE;
  return TRUE;
}

gboolean
kb_geometry_has_corners (const KbGeometry *geometry)
{
  return !shape_kind_table[geometry->type]->number_labels;
}

guint
kb_geometry_lengths (const KbGeometry *geometry)
{
  return MIN (geometry->n, shape_kind_table[geometry->type]->n_lengths);
}

double
kb_geometry_degrees (const KbGeometry *geometry)
{
  guint lengths = kb_geometry_lengths (geometry);

  return lengths < geometry->n ? geometry->v[lengths] : 0;
}

KbVec
kb_geometry_position (const KbGeometry *geometry)
{
  const KbShapeKind *kind = shape_kind_table[geometry->type];

  if (kind->centred)
    return (KbVec) { geometry->v[0], geometry->v[1] };
  KbBounds bounds = kind->bounds (geometry);
  return (KbVec) { bounds.x0, bounds.y0 };
}

void
kb_grid_snap (KbGeometry *geometry)
{
  for (guint i = 0; i < kb_geometry_lengths (geometry); i++)
    geometry->v[i] = kb_to_grid (geometry->v[i]);
}

void
kb_first_translate (KbGeometry *geometry, double dx, double dy)
{
  geometry->v[0] += dx;
  geometry->v[1] += dy;
}

void
kb_first_mirror (KbGeometry *geometry, gboolean vertical_line, double axis)
{
  double *at = &geometry->v[vertical_line ? 0 : 1];

  *at = 2 * axis - *at;
}

void
kb_geometry_pixel_box (const KbGeometry *geometry, gint *x, gint *y, gint *w, gint *h)
{
  KbBounds bounds = shape_kind_table[geometry->type]->bounds (geometry);

  *x = (gint) floor (bounds.x0);
  *y = (gint) floor (bounds.y0);
  *w = (gint) ceil (bounds.x1) - *x;
  *h = (gint) ceil (bounds.y1) - *y;
}

const char *
kb_geometry_fault (const KbGeometry *geometry)
{
  return shape_kind_table[geometry->type]->fault (geometry);
}

/* Appends to an array; when memory runs out, frees it and sets *array to NULL. */
static void
append_value (json_t **array, json_t *value)
{
  if (!*array)
    json_decref (value);
  else if (json_array_append_new (*array, value))
    g_clear_pointer (array, json_decref);
}

/* NULL when out of memory. */
json_t *
kb_geometry_to_json (const KbGeometry *geometry)
{
  json_t *numbers = json_array ();
  for (guint i = 0; numbers && i < geometry->n; i++)
    if (!kb_geometry_has_corners (geometry))
      append_value (&numbers, kb_json_number (geometry->v[i]));
    else if (i % 2 == 0)
      {
        json_t *pair = json_array ();
        append_value (&pair, kb_json_number (geometry->v[i]));
        append_value (&pair, kb_json_number (geometry->v[i + 1]));
        append_value (&numbers, pair);
      }
  json_t *value =
    numbers ? json_pack ("{s:o}", shape_kind_table[geometry->type]->name, numbers) : NULL;
  if (value && geometry->unknown && json_object_update (value, geometry->unknown))
    g_clear_pointer (&value, json_decref);
  return value;
}

/* Reads one number. Callers put its place before the error: "box[2]: expected ...". Numbers outside
 * the limits could not be stored exactly. */
static gboolean
read_shape_number (const json_t *value, gboolean whole, gboolean size, double *number,
                   GError **error)
{
  double limit = KB_MAX_COORDINATE - KB_MIN_COORDINATE;

  if (!json_is_number (value))
    return kb_input_error (error, _("expected a number"));
  *number = json_number_value (value);
  if (!isfinite (*number) || *number < (size ? 0 : KB_MIN_COORDINATE)
      || *number > (size ? limit : KB_MAX_COORDINATE))
    return kb_input_error (error, _("expected a number from %d to %d"),
                           size ? 0 : KB_MIN_COORDINATE, size ? (int) limit : KB_MAX_COORDINATE);
  if (whole && *number != floor (*number))
    return kb_input_error (error, _("expected a whole number of pixels"));
  return TRUE;
}

static gboolean
read_fixed (KbGeometry *geometry, const KbShapeKind *kind, const json_t *numbers, GError **error)
{
  if (!json_is_array (numbers) || json_array_size (numbers) != kind->min_numbers)
    return kb_input_error (error, _("%s: expected an array of %u numbers"), kind->name,
                           kind->min_numbers);
  geometry->n = kind->min_numbers;
  geometry->v = g_new0 (double, geometry->n);
  for (guint i = 0; i < geometry->n; i++)
    {
      const json_t *value = json_array_get (numbers, i);
      if (i >= kind->n_lengths)
        {
          if (!json_is_number (value) || !isfinite (json_number_value (value)) ||
              fabs (json_number_value (value)) > 36000)
            return kb_input_error (error, _("%s[%u]: expected degrees from -36000 to 36000"),
                                   kind->name, i);
          geometry->v[i] = json_number_value (value);
        }
      else if (!read_shape_number (value, kind->pixels, i >= kind->first_size, &geometry->v[i],
                                   error))
        {
          g_prefix_error (error, "%s[%u]: ", kind->name, i);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_polygon (KbGeometry *geometry, const json_t *corners, GError **error)
{
  size_t n = json_array_size (corners);

  if (!json_is_array (corners) || n < 3 || n > KB_MAX_POLYGON_CORNERS)
    return kb_input_error (error, _("polygon: expected an array of 3 to %d corners [x, y]"),
                           KB_MAX_POLYGON_CORNERS);
  geometry->n = 2 * n;
  geometry->v = g_new0 (double, geometry->n);
  for (guint i = 0; i < n; i++)
    {
      const json_t *pair = json_array_get (corners, i);

      if (!json_is_array (pair) || json_array_size (pair) != 2)
        return kb_input_error (error, _("polygon[%u]: expected [x, y]"), i);
      for (guint j = 0; j < 2; j++)
        {
          if (read_shape_number (json_array_get (pair, j), FALSE, FALSE, &geometry->v[2 * i + j],
                                 error))
            continue;
          g_prefix_error (error, "polygon[%u][%u]: ", i, j);
          return FALSE;
        }
    }
  return TRUE;
}

/* How many keys name a shape kind. Returns the last of them and its numbers. */
static guint
find_kind (const json_t *value, KbGeometry *read, const json_t **numbers)
{
  guint known = 0;
  for (guint type = 0; type < KB_N_SHAPE_TYPES; type++)
    {
      const json_t *found = json_object_get (value, shape_kind_table[type]->name);
      if (!found)
        continue;
      read->type = (KbShapeType) type;
      *numbers = found;
      known++;
    }
  return known;
}

/* Keys other than the shape kind's. */
static json_t *
other_keys (const json_t *value, const char *kind)
{
  if (json_object_size (value) < 2)
    return NULL;
  json_t *rest = json_deep_copy (value);
  json_object_del (rest, kind);
  return rest;
}

/* Reports the valid keys: "box", "circle" and so on. */
static gboolean
no_kind (GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint type = 0; type < KB_N_SHAPE_TYPES; type++)
    g_string_append_printf (names, "%s\"%s\"", type ? ", " : "", shape_kind_table[type]->name);
  return kb_input_error (error, _("expected an object with one of %s"), names->str);
}

/* On error `geometry` is zeroed; on success the old content is overwritten without being freed. */
gboolean
kb_geometry_from_json (KbGeometry *geometry, const json_t *value, GError **error)
{
  const json_t *numbers = NULL;
  g_auto (KbGeometry) read = { .type = KB_N_SHAPE_TYPES };
  KbBounds bounds;

  memset (geometry, 0, sizeof *geometry);
  guint known = find_kind (value, &read, &numbers);
  if (known != 1)
    return no_kind (error);

  const KbShapeKind *kind = shape_kind_table[read.type];
  gboolean done = kb_geometry_has_corners (&read) ? read_polygon (&read, numbers, error)
                                                  : read_fixed (&read, kind, numbers, error);
  if (done)
    {
      kind->snap (&read);
      bounds = kind->bounds (&read);
      if (bounds.x0 < KB_MIN_COORDINATE || bounds.y0 < KB_MIN_COORDINATE ||
          bounds.x1 > KB_MAX_COORDINATE || bounds.y1 > KB_MAX_COORDINATE)
        done = kb_input_error (error, _("%s: expected a shape within %d to %d pixels"), kind->name,
                               KB_MIN_COORDINATE, KB_MAX_COORDINATE);
    }
  if (!done)
    return FALSE;
  read.unknown = other_keys (value, kind->name);
  *geometry = read;
  read = (KbGeometry){ 0 };
  return TRUE;
}
