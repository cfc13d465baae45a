/* SPDX-License-Identifier: MIT */
/* The types of real numbers, pairs of them and rings of pairs, on the grid of 1/256; true and
 * false. */
#include <glib/gi18n.h>

#include "document/shapes/shape_kinds.h"
#include "document/types_private.h"

/* Snapped first unless it is exact, so that the bounds apply to the stored value; never -0. */
static gboolean
read_number (const json_t *value, gboolean exact, double min, double max, double *result)
{
  if (!json_is_number (value))
    return FALSE;
  double number = exact ? json_number_value (value) : kb_to_grid (json_number_value (value));
  if (!(number >= min && number <= max))
    return FALSE;
  *result = number + 0.0;
  return TRUE;
}

static gboolean
read_pair (const KbField *field, const json_t *value, KbVec *vec)
{
  double min = (double) field->min, max = (double) field->max;
  KbVec read;
  if (!json_is_array (value) || json_array_size (value) != 2
      || !read_number (json_array_get (value, 0), FALSE, min, max, &read.x)
      || !read_number (json_array_get (value, 1), FALSE, min, max, &read.y))
    return FALSE;
  *vec = read;
  return TRUE;
}

READ (vec)
{
  return read_pair (field, value, member)
         || kb_place_error (error, place, field->name,
                            _("expected [x, y] in pixels from %g to %g, got %s"),
                            (double) field->min, (double) field->max,
                            json_is_array (value) ? _("an array of other values")
                                                  : kb_json_describe (value));
}

static json_t *
write_pair (KbVec vec)
{
  json_t *pair = json_array ();
  if (json_array_append_new (pair, kb_json_number (vec.x))
      || json_array_append_new (pair, kb_json_number (vec.y)))
    g_clear_pointer (&pair, json_decref);
  return pair;
}

WRITE (vec)
{
  const KbVec *vec = member;
  if (vec->x == 0 && vec->y == 0 && (field->flags & KB_FIELD_OPTIONAL))
    return json_null ();
  return write_pair (*vec);
}

READ (real)
{
  double min = (double) field->min / KB_GRID, max = (double) field->max / KB_GRID;
  if (kb_json_is_missing (value) && (field->flags & KB_FIELD_OPTIONAL))
    {
      *(double *) member = (double) field->missing / KB_GRID;
      return TRUE;
    }
  if (read_number (value, (field->flags & KB_FIELD_EXACT) != 0, min, max, member))
    return TRUE;
  g_autofree char *got = kb_json_describe_number (value);
  return kb_place_error (error, place, field->name,
                         _("expected a number from %.10g to %.10g, got %s"), min, max, got);
}

WRITE (real)
{
  double number = *(const double *) member;
  if ((field->flags & KB_FIELD_OPTIONAL) && number == (double) field->missing / KB_GRID)
    return json_null ();
  return kb_json_number (number);
}

const KbTypeOps kb_type_vec = { read_vec, write_vec, .size = sizeof (KbVec) },
                kb_type_real = { read_real, write_real, NULL };

/* --- Rings ------------------------------------------------------------------------------------ */

CLEAR (rings)
{
  KbRings *rings = member;
  g_free (rings->ends);
  g_free (rings->points);
  *rings = (KbRings) { 0 };
}

COPY (rings)
{
  KbRings *rings = member;
  guint points = kb_rings_points (rings);
  rings->ends = g_memdup2 (rings->ends, rings->n * sizeof *rings->ends);
  rings->points = g_memdup2 (rings->points, points * sizeof *rings->points);
}

/* Rings of fewer than three points are read too, so that a person can see and repair them. */
READ (rings)
{
  gsize n = json_array_size (value), total = 0;
  for (gsize i = 0; i < n; i++)
    total += json_array_size (json_array_get (value, i));
  if (!json_is_array (value))
    return kb_place_error (error, place, field->name,
                           _("expected rings of points [[[x, y], ...], ...], got %s"),
                           kb_json_describe (value));
  if (n > KB_MAX_RING_POINTS || total > KB_MAX_RING_POINTS)
    return kb_place_error (error, place, field->name, _("at most %d points are allowed"),
                           KB_MAX_RING_POINTS);
  KbRings read = { (guint) n, g_new (guint, n), g_new (KbVec, total) };
  guint at = 0;
  for (guint i = 0; i < n; i++)
    {
      const json_t *ring = json_array_get (value, i);
      guint count = (guint) json_array_size (ring), k = 0;
      while (k < count && read_pair (field, json_array_get (ring, k), &read.points[at + k]))
        k++;
      if (k < count || !json_is_array (ring))
        {
          clear_rings (&read);
          g_autofree char *where = json_is_array (ring)
                                     ? g_strdup_printf ("%s[%u][%u]", field->name, i, k)
                                     : g_strdup_printf ("%s[%u]", field->name, i);
          if (!json_is_array (ring))
            return kb_place_error (error, place, where, _("expected a ring of points, got %s"),
                                   kb_json_describe (ring));
          return kb_place_error (
            error, place, where, _("expected [x, y] in pixels from %g to %g, got %s"),
            (double) field->min, (double) field->max, kb_json_describe (json_array_get (ring, k)));
        }
      read.ends[i] = at += count;
    }
  clear_rings (member);
  *(KbRings *) member = read;
  return TRUE;
}

WRITE (rings)
{
  const KbRings *rings = member;
  json_t *array = json_array ();
  for (guint i = 0; array && i < rings->n; i++)
    {
      json_t *ring = json_array ();
      for (guint k = kb_rings_start (rings, i); ring && k < rings->ends[i]; k++)
        if (json_array_append_new (ring, write_pair (rings->points[k])))
          g_clear_pointer (&ring, json_decref);
      if (json_array_append_new (array, ring))
        g_clear_pointer (&array, json_decref);
    }
  return array;
}

const KbTypeOps kb_type_rings = { read_rings, write_rings, clear_rings, copy_rings };

/* --- True and false --------------------------------------------------------------------------- */

READ (bool)
{
  if (!json_is_boolean (value))
    return kb_place_error (error, place, field->name, _("expected true or false, got %s"),
                           kb_json_describe (value));
  *(gboolean *) member = json_is_true (value);
  return TRUE;
}

WRITE (bool)
{
  gboolean set = *(const gboolean *) member;
  return !set && (field->flags & KB_FIELD_OPTIONAL) ? json_null () : json_boolean (set);
}

const KbTypeOps kb_type_bool = { read_bool, write_bool, .size = sizeof (gboolean) };
