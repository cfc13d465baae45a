/* SPDX-License-Identifier: MIT */
/* The types of fields: reading JSON with every check, writing JSON, freeing. One table. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "document/colour.h"
#include "document/names.h"
#include "document/pixels/zones_files.h"
#include "document/shapes/shape.h"
#include "document/types_private.h"

const char *
kb_json_describe (const json_t *value)
{
  static const char *const names[] = {
    N_("an object"), N_("an array"), N_("a string"), N_("a whole number"),
    N_("a number"),  N_("true"),     N_("false"),    N_("null")
  };
  return value ? _(names[json_typeof (value)]) : _("nothing");
}

char *
kb_json_describe_number (const json_t *value)
{
  if (json_is_integer (value))
    return g_strdup_printf ("%" JSON_INTEGER_FORMAT, json_integer_value (value));
  return json_is_real (value) ? g_strdup_printf ("%.10g", json_real_value (value))
                              : g_strdup (kb_json_describe (value));
}

gboolean
kb_json_append (GString *text, const json_t *value)
{
  char *dumped = json_dumps (value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
  if (dumped)
    g_string_append (text, dumped);
  free (dumped);
  return dumped != NULL;
}

gboolean
kb_json_read_whole (const json_t *value, gint64 min, gint64 max, gint *result)
{
  json_int_t number;
  if (json_is_integer (value))
    number = json_integer_value (value);
  else if (json_is_real (value) && json_real_value (value) == floor (json_real_value (value))
           && fabs (json_real_value (value)) < 1e15)
    number = (json_int_t) json_real_value (value);
  else
    return FALSE;
  if (number < min || number > max)
    return FALSE;
  *result = (gint) number;
  return TRUE;
}

/* Copied rather than shared, so that no edit can affect another's value. */
static json_t *
optional_copy (const json_t *json)
{
  return json ? json_deep_copy (json) : json_null ();
}

#define WHOLE_FROM_TO _("expected a whole number from %" PRId64 " to %" PRId64 ", got %s")

READ (int)
{
  if (kb_json_is_missing (value))
    {
      *(gint *) member = field->missing;
      return TRUE;
    }
  if (kb_json_read_whole (value, field->min, field->max, member))
    return TRUE;
  g_autofree char *got = kb_json_describe_number (value);
  return kb_place_error (error, place, field->name, WHOLE_FROM_TO, field->min, field->max, got);
}

WRITE (int)
{
  gint number = *(const gint *) member;
  if (number == field->missing && (field->flags & KB_FIELD_OPTIONAL))
    return json_null ();
  return json_integer (number);
}

static gboolean
check_text (const KbField *field, const json_t *value, const KbPlace *place, GError **error)
{
  if (!json_is_string (value))
    return kb_place_error (error, place, field->name, _("expected text, got %s"),
                           kb_json_describe (value));
  const char *text = json_string_value (value);
  gsize length = json_string_length (value);
  if (strlen (text) != length)
    return kb_place_error (error, place, field->name, _("expected text without NUL characters"));
  if ((gint64) length < field->min || (gint64) length > field->max)
    return kb_place_error (error, place, field->name,
                           _("expected text of %" PRId64 " to %" PRId64 " bytes, got %zu"),
                           field->min, field->max, length);
  const gunichar unsafe = kb_unsafe_character (text);
  return !unsafe
         || kb_place_error (error, place, field->name,
                            _("expected text without the character U+%04X"), unsafe);
}

READ (string)
{
  if (!check_text (field, value, place, error))
    return FALSE;
  g_autofree char *fault =
    field->flags & KB_FIELD_FILE_NAME ? kb_name_fault (json_string_value (value), FALSE) : NULL;
  if (fault)
    return kb_place_error (error, place, field->name, "%s", fault);
  g_free (*(char **) member);
  *(char **) member = g_strdup (json_string_value (value));
  return TRUE;
}

WRITE (string)
{
  const char *text = *(char *const *) member;
  return text ? json_string (text) : json_null ();
}

CLEAR (string)
{
  g_clear_pointer ((char **) member, g_free);
}

COPY (string)
{
  *(char **) member = g_strdup (*(char **) member);
}

READ (colour)
{
  const char *text = json_string_value (value);
  return kb_colour_read (text, member)
         || kb_place_error (error, place, field->name,
                            _("expected a colour such as \"#3584e4\", got %s%s%s"),
                            text ? "\"" : kb_json_describe (value), text ? text : "",
                            text ? "\"" : "");
}

WRITE (colour)
{
  guint32 colour = *(const guint32 *) member;
  return colour == 0 && (field->flags & KB_FIELD_OPTIONAL)
           ? json_null ()
           : json_string (kb_colour_text (colour).text);
}

/* A member that is an enum: an int whose values are indices of the choices. */
G_STATIC_ASSERT (sizeof (KbLoop) == sizeof (gint) && sizeof (KbCollision) == sizeof (gint));
G_STATIC_ASSERT (sizeof (KbPartition) == sizeof (gint) && sizeof (KbSurfaceUse) == sizeof (gint));
G_STATIC_ASSERT (sizeof (KbBlend) == sizeof (gint));
G_STATIC_ASSERT (sizeof (KbFlip) == sizeof (gint) && sizeof (KbSpline) == sizeof (gint));

/* If it is optional, the first choice is the default. */
READ (enum)
{
  const char *text = json_string_value (value);
  for (guint i = 0; text && field->choices[i]; i++)
    if (strcmp (text, field->choices[i]) == 0)
      {
        *(gint *) member = (gint) i;
        return TRUE;
      }
  g_autofree char *choices = g_strjoinv (", ", (char **) field->choices);
  return kb_place_error (error, place, field->name, _("expected one of %s, got %s%s%s"), choices,
                         text ? "'" : kb_json_describe (value), text ? text : "", text ? "'" : "");
}

WRITE (enum)
{
  gint choice = *(const gint *) member;
  if (choice == 0 && (field->flags & KB_FIELD_OPTIONAL))
    return json_null ();
  return json_string (field->choices[choice]);
}

READ (pixel)
{
  KbPixel result = { .set = TRUE };
  if (!json_is_array (value) || json_array_size (value) != 2
      || !kb_json_read_whole (json_array_get (value, 0), field->min, field->max, &result.x)
      || !kb_json_read_whole (json_array_get (value, 1), field->min, field->max, &result.y))
    return kb_place_error (error, place, field->name,
                           _("expected [x, y] in whole pixels from %" PRId64 " to %" PRId64
                             ", got %s"),
                           field->min, field->max,
                           json_is_array (value) ? _("an array of other values")
                                                 : kb_json_describe (value));
  *(KbPixel *) member = result;
  return TRUE;
}

WRITE (pixel)
{
  const KbPixel *pixel = member;
  return pixel->set ? json_pack ("[ii]", pixel->x, pixel->y) : json_null ();
}

READ (angle)
{
  KbAngle *angle = member;
  double degrees = json_number_value (value);
  if (!json_is_number (value) || !isfinite (degrees) || fabs (degrees) > 36000)
    {
      g_autofree char *got = kb_json_describe_number (value);
      return kb_place_error (error, place, field->name,
                             _("expected degrees from -36000 to 36000 or null, got %s"), got);
    }
  /* In (-180, 180], as in oriented boxes */
  degrees = fmod (degrees, 360);
  angle->degrees = degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees;
  angle->set = TRUE;
  return TRUE;
}

json_t *
kb_json_number (double number)
{
  return number == floor (number) && fabs (number) < 1e15 ? json_integer ((json_int_t) number)
                                                          : json_real (number);
}

WRITE (angle)
{
  const KbAngle *angle = member;
  return angle->set ? kb_json_number (angle->degrees) : json_null ();
}

READ (geometry)
{
  KbGeometry geometry = { 0 };
  g_autoptr (GError) fault = NULL;
  if (!kb_geometry_from_json (&geometry, value, &fault))
    return kb_place_error (error, place, field->name, "%s", fault->message);
  kb_geometry_clear (member);
  *(KbGeometry *) member = geometry;
  return TRUE;
}

WRITE (geometry)
{
  return kb_geometry_to_json (member);
}

CLEAR (geometry)
{
  kb_geometry_clear (member);
}

COPY (geometry)
{
  KbGeometry *geometry = member, from = *geometry;
  *geometry = (KbGeometry) { 0 };
  kb_geometry_copy (geometry, &from);
  json_decref (geometry->unknown);
  geometry->unknown = json_deep_copy (from.unknown);   /* for a thread of its own */
}

READ (numbers)
{
  gsize n = json_array_size (value);
  if (!json_is_array (value))
    return kb_place_error (error, place, field->name,
                           _("expected an array of whole numbers, got %s"),
                           kb_json_describe (value));
  if (n > KB_MAX_FRAME_SIDE)
    return kb_place_error (error, place, field->name, _("at most %d numbers are allowed"),
                           KB_MAX_FRAME_SIDE);
  KbNumbers read = { (guint) n, n ? g_new (gint, n) : NULL };
  for (gsize i = 0; i < n; i++)
    if (!kb_json_read_whole (json_array_get (value, i), field->min, field->max, &read.v[i]))
      {
        g_autofree char *where = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", field->name, i);
        g_autofree char *got = kb_json_describe_number (json_array_get (value, i));
        g_free (read.v);
        return kb_place_error (error, place, where, WHOLE_FROM_TO, field->min, field->max, got);
      }
  g_free (((KbNumbers *) member)->v);
  *(KbNumbers *) member = read;
  return TRUE;
}

WRITE (numbers)
{
  const KbNumbers *numbers = member;
  if (numbers->n == 0 && (field->flags & KB_FIELD_OPTIONAL))
    return json_null ();
  json_t *array = json_array ();
  for (guint i = 0; array && i < numbers->n; i++)
    if (json_array_append_new (array, json_integer (numbers->v[i])))
      g_clear_pointer (&array, json_decref);
  return array;
}

CLEAR (numbers)
{
  g_free (((KbNumbers *) member)->v);
  *(KbNumbers *) member = (KbNumbers) { 0 };
}

COPY (numbers)
{
  KbNumbers *numbers = member;
  numbers->v = g_memdup2 (numbers->v, numbers->n * sizeof *numbers->v);
}

/* Numbers, true and false become texts; the game reads a text of this form as a number. */
#define VALUE_FLAGS (JSON_ENCODE_ANY | JSON_REAL_PRECISION (15))

/* Different texts, at least one. */
static gboolean
is_choices (const json_t *value)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  KB_EACH_JSON (item, value)
    {
      const char *text = json_string_value (item);
      if (!text || !*text || !g_hash_table_add (seen, (gpointer) text))
        return FALSE;
    }
  return json_array_size (value) > 0;
}

READ (values)
{
  if (!json_is_object (value))
    return kb_place_error (error, place, field->name, _("expected an object of values, got %s"),
                           kb_json_describe (value));
  json_auto_t *texts = json_object ();
  KB_EACH_MEMBER (key, item, value)
    {
      if (field->choices && is_choices (item))
        {
          json_object_set_new (texts, key, json_deep_copy (item));
          continue;
        }
      if (json_is_object (item) || json_is_array (item) || json_is_null (item))
        return kb_place_error (error, place, field->name,
                               _("%s: expected text, a number, true or false, got %s"), key,
                               kb_json_describe (item));
      char *text = json_is_string (item) ? NULL : json_dumps (item, VALUE_FLAGS);
      json_object_set_new (texts, key, text ? json_string (text) : json_deep_copy (item));
      free (text);
      if (field->choices && g_strcmp0 (json_string_value (item), "enum") == 0)
        return kb_place_error (error, place, field->name,
                               _("%s: expected the choices, such as [\"low\", \"high\"]"), key);
      if (field->choices
          && !g_strv_contains (field->choices, json_string_value (json_object_get (texts, key))))
        {
          g_autofree char *choices = g_strjoinv (", ", (char **) field->choices);
          return kb_place_error (error, place, field->name, _("%s: expected one of %s"), key,
                                 choices);
        }
    }
  json_decref (*(json_t **) member);
  *(json_t **) member = json_object_size (texts) ? json_incref (texts) : NULL;
  return TRUE;
}

READ (json)
{
  json_decref (*(json_t **) member);
  *(json_t **) member = json_deep_copy (value);
  return TRUE;
}

WRITE (json)
{
  return optional_copy (*(json_t *const *) member);
}

CLEAR (json)
{
  json_decref (*(json_t **) member);
  *(json_t **) member = NULL;
}

COPY (json)
{
  *(json_t **) member = json_deep_copy (*(json_t **) member);
}

/* Undoing a stroke must restore the fault of an unreadable file. */
READ (zones)
{
  KbPainted *painted = member;
  KbZones *zones = NULL;
  g_autoptr (GError) fault = NULL;
  gboolean expected = json_is_true (value) && kb_place_file (place);
  if (!kb_json_is_missing (value) && !expected && !(zones = kb_zones_from_json (value, &fault)))
    return kb_place_error (error, place, field->name, "%s", fault->message);
  kb_zones_unref (painted->zones);
  painted->zones = zones;
  painted->expected = expected;
  return TRUE;
}

WRITE (zones)
{
  const KbZones *zones = kb_node_painted_zones (node, field);
  return zones ? kb_zones_to_json (zones) : json_null ();
}

CLEAR (zones)
{
  KbPainted *painted = member;
  kb_zones_unref (painted->zones);
  g_free (painted->folder);
  g_free (painted->file);
  g_free (painted->fault);
  *painted = (KbPainted) { 0 };
}

/* Pixels are shared. */
COPY (zones)
{
  KbPainted *painted = member;
  painted->zones = painted->zones ? kb_zones_ref (painted->zones) : NULL;
  painted->folder = g_strdup (painted->folder);
  painted->file = g_strdup (painted->file);
  painted->fault = g_strdup (painted->fault);
  painted->expected = FALSE;
}

static const KbTypeOps *const ops[] = {
  [KB_TYPE_INT] = &(const KbTypeOps){ read_int, write_int, NULL },
  [KB_TYPE_STRING] = &(const KbTypeOps){ read_string, write_string, clear_string, copy_string,
                                         .size = sizeof (char *) },
  [KB_TYPE_NAME] = &(const KbTypeOps){ read_string, write_string, clear_string, copy_string,
                                       .size = sizeof (char *) },
  [KB_TYPE_COLOUR] = &(const KbTypeOps){ read_colour, write_colour, .size = sizeof (guint32) },
  [KB_TYPE_ENUM] = &(const KbTypeOps){ read_enum, write_enum, .size = sizeof (gint) },
  [KB_TYPE_PIXEL] = &(const KbTypeOps){ read_pixel, write_pixel, .size = sizeof (KbPixel) },
  [KB_TYPE_VEC] = &kb_type_vec,
  [KB_TYPE_REAL] = &kb_type_real,
  [KB_TYPE_BOOL] = &kb_type_bool,
  [KB_TYPE_NUMBERS] = &(const KbTypeOps){ read_numbers, write_numbers, clear_numbers, copy_numbers,
                                          .size = sizeof (KbNumbers) },
  [KB_TYPE_RINGS] = &kb_type_rings,
  [KB_TYPE_ANGLE] = &(const KbTypeOps){ read_angle, write_angle, .size = sizeof (KbAngle) },
  [KB_TYPE_GEOMETRY] =
    &(const KbTypeOps){ read_geometry, write_geometry, clear_geometry, copy_geometry },
  [KB_TYPE_PICTURE] = &kb_type_picture,
  [KB_TYPE_CLASS] = &kb_type_class,
  [KB_TYPE_FRAME] = &kb_type_frame,
  [KB_TYPE_VALUES] =
    &(const KbTypeOps){ read_values, write_json, clear_json, copy_json, .size = sizeof (json_t *) },
  [KB_TYPE_JSON] =
    &(const KbTypeOps){ read_json, write_json, clear_json, copy_json, .size = sizeof (json_t *) },
  [KB_TYPE_ZONES] = &(const KbTypeOps){ read_zones, write_zones, clear_zones, copy_zones },
};

const KbTypeOps *
kb_type_ops (KbType type)
{
  return ops[type];
}
