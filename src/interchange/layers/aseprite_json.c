/* SPDX-License-Identifier: MIT */
/* The parts of Aseprite's files that are read as JSON: tags, slices, and the properties of user
 * data. The form is that which Aseprite writes next to a sheet. */
#include "interchange/layers/layered.h"

#define MAX_NESTED 32          /* properties in properties */

enum { SLICE_NINE_PATCH = 1, SLICE_PIVOT = 2 };

json_t *
kb_aseprite_read_text (KbBytes *bytes)
{
  g_autofree char *text = kb_bytes_text (bytes, kb_bytes_u16 (bytes));
  return json_string (text);
}

static json_t *
read_integers (KbBytes *bytes, guint n)
{
  json_t *list = json_array ();
  for (guint i = 0; i < n; i++)
    json_array_append_new (list, json_integer (kb_bytes_s32 (bytes)));
  return list;
}

static json_t *
read_uuid (KbBytes *bytes)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < 16; i++)
    g_string_append_printf (text, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                            kb_bytes_u8 (bytes));
  json_t *value = json_string (text->str);
  g_string_free (text, TRUE);
  return value;
}

static json_t *read_property (KbBytes *bytes, guint type, guint depth);

static json_t *
read_vector (KbBytes *bytes, guint depth)
{
  const guint32 n = kb_bytes_u32 (bytes);
  const guint type = kb_bytes_u16 (bytes);
  json_t *list = json_array ();
  for (guint32 i = 0; i < n && !bytes->ended; i++)
    json_array_append_new (list, read_property (bytes, type ? type : kb_bytes_u16 (bytes), depth));
  return list;
}

static json_t *read_properties (KbBytes *bytes, guint depth);

/* A value of one of the format's types. One that is not known ends the data. */
static json_t *
read_property (KbBytes *bytes, guint type, guint depth)
{
  static const guint8 sizes[] = { [2] = 1, 1, 2, 2, 4, 4, 8, 8 };
  if (type >= 2 && type <= 9)
    {
      const guint size = sizes[type], shift = 64 - 8 * size;
      const guint64 bits = kb_bytes_number (bytes, size);
      g_autofree char *large = g_strdup_printf ("%" G_GUINT64_FORMAT, bits);
      if (type % 2 && bits > (guint64) G_MAXINT64)
        return json_string (large);
      return json_integer (type % 2 ? (gint64) bits : (gint64) (bits << shift) >> shift);
    }
  switch (type)
    {
    case 0x01:
      return json_boolean (kb_bytes_u8 (bytes));
    case 0x0a:
      return json_real (kb_bytes_s32 (bytes) / 65536.0);
    case 0x0b:
    case 0x0c:
      {
        json_t *real =
          json_real (type == 0x0b ? kb_bytes_float (bytes) : kb_bytes_double (bytes));
        return real ? real : json_null ();
      }
    case 0x0d:
      return kb_aseprite_read_text (bytes);
    case 0x0e:
    case 0x0f:
      return read_integers (bytes, 2);
    case 0x10:
      return read_integers (bytes, 4);
    case 0x11:
      if (depth < MAX_NESTED)
        return read_vector (bytes, depth + 1);
      break;
    case 0x12:
      if (depth < MAX_NESTED)
        return read_properties (bytes, depth + 1);
      break;
    case 0x13:
      return read_uuid (bytes);
    default:
      break;
    }
  kb_bytes_take (bytes, G_MAXSIZE);
  return json_null ();
}

static json_t *
read_properties (KbBytes *bytes, guint depth)
{
  const guint32 n = kb_bytes_u32 (bytes);
  json_t *object = json_object ();
  for (guint32 i = 0; i < n && !bytes->ended; i++)
    {
      g_autofree char *name = kb_bytes_text (bytes, kb_bytes_u16 (bytes));
      json_t *value = read_property (bytes, kb_bytes_u16 (bytes), depth);
      json_object_set_new (object, name, value);
    }
  return object;
}

json_t *
kb_aseprite_read_properties (KbBytes *bytes)
{
  return read_properties (bytes, 0);
}

guint
kb_aseprite_add_tags (json_t *tags, KbBytes *bytes, guint n_frames)
{
  static const char *const directions[] = { "forward", "reverse", "pingpong",
                                            "pingpong_reverse" };
  const guint n = kb_bytes_u16 (bytes);
  guint n_wrong = 0;
  kb_bytes_take (bytes, 8);
  for (guint i = 0; i < n && !bytes->ended; i++)
    {
      const guint from = kb_bytes_u16 (bytes), to = kb_bytes_u16 (bytes),
                  direction = kb_bytes_u8 (bytes), repeat = kb_bytes_u16 (bytes);
      const guint first = MIN (from, n_frames - 1), last = CLAMP (to, first, n_frames - 1);
      kb_bytes_take (bytes, 6 + 3 + 1);
      n_wrong += from != first || to != last;
      json_array_append_new (tags, json_pack ("{si si ss si so}", "from", (int) first, "to",
                                              (int) last, "direction",
                                              directions[MIN (direction, 3)], "repeat",
                                              (int) repeat, "name",
                                              kb_aseprite_read_text (bytes)));
    }
  return n_wrong;
}

/* {NAME: {MEMBER: number, ...}} */
static void
add_numbers (json_t *key, const char *name, const char *const *members, KbBytes *bytes)
{
  json_t *object = json_object ();
  for (guint i = 0; members[i]; i++)
    json_object_set_new (object, members[i], json_integer (kb_bytes_s32 (bytes)));
  json_object_set_new (key, name, object);
}

json_t *
kb_aseprite_read_slice (KbBytes *bytes)
{
  static const char *const rectangle[] = { "x", "y", "w", "h", NULL },
                    *const point[] = { "x", "y", NULL };
  const guint32 n = kb_bytes_u32 (bytes), flags = kb_bytes_u32 (bytes);
  kb_bytes_take (bytes, 4);
  json_t *name = kb_aseprite_read_text (bytes), *keys = json_array ();
  for (guint32 i = 0; i < n && !bytes->ended; i++)
    {
      json_t *key = json_pack ("{si}", "frame", kb_bytes_s32 (bytes));
      add_numbers (key, "bounds", rectangle, bytes);
      if (flags & SLICE_NINE_PATCH)
        add_numbers (key, "center", rectangle, bytes);
      if (flags & SLICE_PIVOT)
        add_numbers (key, "pivot", point, bytes);
      json_array_append_new (keys, key);
    }
  return json_pack ("{so so}", "name", name, "keys", keys);
}
