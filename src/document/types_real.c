/* SPDX-License-Identifier: MIT */
/* The types of real numbers and pairs of them, on the grid of 1/256. */
#include "document/private.h"
#include "document/shape_kinds.h"

/* Snapped first, so that the bounds are those of what is stored; never -0. */
static gboolean
read_number (const json_t *value, double min, double max, double *result)
{
  if (!json_is_number (value))
    return FALSE;
  double number = kb_to_grid (json_number_value (value));
  if (!(number >= min && number <= max))
    return FALSE;
  *result = number + 0.0;
  return TRUE;
}

gboolean
kb_type_read_vec (const KbDocument *document, KbNode *node, const KbField *field, const json_t *value, gpointer member,
                  const KbPlace *place, GError **error)
{
  KbVec *vec = member, read;
  double min = (double) field->min, max = (double) field->max;
  if ((!value || json_is_null (value)) && (field->flags & KB_FIELD_OPTIONAL))
    read = (KbVec) { 0, 0 };
  else if (!json_is_array (value) || json_array_size (value) != 2
           || !read_number (json_array_get (value, 0), min, max, &read.x)
           || !read_number (json_array_get (value, 1), min, max, &read.y))
    return kb_place_error (error, place, field->name, "expected [x, y] in pixels from %g to %g, got %s%s", min, max,
                           kb_json_describe (value), json_is_array (value) ? " of other values" : "");
  *vec = read;
  return TRUE;
}

json_t *
kb_type_write_vec (const KbNode *node, const KbField *field, gconstpointer member)
{
  const KbVec *vec = member;
  if (vec->x == 0 && vec->y == 0 && (field->flags & KB_FIELD_OPTIONAL))
    return json_null ();
  return json_pack ("[oo]", kb_json_number (vec->x), kb_json_number (vec->y));
}

gboolean
kb_type_read_real (const KbDocument *document, KbNode *node, const KbField *field, const json_t *value, gpointer member,
                   const KbPlace *place, GError **error)
{
  double min = (double) field->min / KB_GRID, max = (double) field->max / KB_GRID;
  if (read_number (value, min, max, member))
    return TRUE;
  g_autofree char *got = kb_json_describe_number (value);
  return kb_place_error (error, place, field->name, "expected a number from %.10g to %.10g, got %s", min, max, got);
}

json_t *
kb_type_write_real (const KbNode *node, const KbField *field, gconstpointer member)
{
  return kb_json_number (*(const double *) member);
}
