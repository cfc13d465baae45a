/* SPDX-License-Identifier: MIT */
/* Aseprite's slices. Bounds become boxes whose class is the slice's name, pivots hot spots. The
 * middle of a nine-patch is a box of the class "NAME centre". A key applies from its frame until
 * the slice's next key. A key without a size ends the slice. The first slice with a pivot sets a
 * frame's hot spot; pivots of others become action points. A slice of one pixel with a pivot has no
 * box. */
#include "document/colour.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  gint frame;
  KbJsonRect bounds, centre;    /* in the frame; without a size: none */
  gboolean has_pivot;
  gint pivot_x, pivot_y;    /* in the frame */
} AsepriteSlicesKey;

static guint32
slice_colour (const json_t *slice)
{
  guint32 rgba;
  return kb_colour_read (json_string_value (json_object_get (slice, "color")), &rgba) ? rgba | 0xff
                                                                                     : 0;
}

static gboolean
read_key (KbImport *import, const json_t *value, AsepriteSlicesKey *key, const KbJsonPlace *place,
          GError **error)
{
  gint limit = KB_MAX_COORDINATE / 2;
  if (!json_is_object (value))
    return kb_json_fail (error, place, NULL, _("expected an object"));
  if (!kb_json_int (value, "frame", 0, G_MAXINT / 2, &key->frame, place, error)
      || !kb_json_rect (value, "bounds", -limit, limit, &key->bounds, place, error)
      || (json_is_object (json_object_get (value, "center"))
          && !kb_json_rect (value, "center", -limit, limit, &key->centre, place, error)))
    return FALSE;
  key->has_pivot = json_is_object (json_object_get (value, "pivot"));
  if (key->has_pivot
      && !kb_json_pair (value, "pivot", "x", "y", -limit, limit, &key->pivot_x, &key->pivot_y,
                        place, error))
    return FALSE;
  key->centre.x += key->bounds.x;
  key->centre.y += key->bounds.y;
  key->pivot_x += key->bounds.x;
  key->pivot_y += key->bounds.y;
  if (key->has_pivot && (key->pivot_x < KB_MIN_COORDINATE || key->pivot_y < KB_MIN_COORDINATE))
    return kb_json_fail (error, place, "pivot", _("the pivot is too far out"));
  return TRUE;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return ((const AsepriteSlicesKey *) a)->frame - ((const AsepriteSlicesKey *) b)->frame;
}

static json_t *
add_box (KbImportFrame *frame, const char *class, const KbJsonRect *box, const json_t *slice)
{
  return kb_import_add_shape (
    frame, class, json_pack ("{s[iiii]}", "box", box->x, box->y, box->width, box->height),
    slice_colour (slice));
}

static void
apply_key (KbImport *import, KbImportFrame *frame, const json_t *slice, const char *name,
           const AsepriteSlicesKey *key)
{
  if (key->bounds.width == 0 || key->bounds.height == 0)
    return;
  const gboolean is_point =
    key->has_pivot && key->bounds.width == 1 && key->bounds.height == 1 && !key->centre.width;
  json_t *shape = is_point ? NULL : add_box (frame, name, &key->bounds, slice);
  json_t *values = shape ? kb_aseprite_values (slice) : NULL;
  if (values)
    json_object_set_new (shape, "values", values);
  if (key->centre.width && key->centre.height)
    {
      g_autofree char *whole = g_strconcat (name, " centre", NULL),
                      *of_centre = kb_import_clean_name (whole);
      add_box (frame, of_centre, &key->centre, slice);
    }
  if (!key->has_pivot)
    return;
  if (!frame->hot_spot.set)
    {
      frame->hot_spot = (KbPixel) { key->pivot_x, key->pivot_y, TRUE };
      return;
    }
  if (kb_import_find_named (frame->points, name))
    {
      kb_import_message (
        import,
        _("there are several slices '%s' with pivots on one frame; the later were not kept"), name);
      return;
    }
  kb_import_add_point (frame, name, key->pivot_x, key->pivot_y);
  if (!is_point)
    kb_import_message (
      import,
      _("slice '%s': where a frame has a hot spot already, the pivot became an action point"),
      name);
}

static gboolean
read_aseprite_slices_slice (KbImport *import, const json_t *slice, guint *n_shapes,
                            const KbJsonPlace *place, GError **error)
{
  if (!json_is_object (slice))
    return kb_json_fail (error, place, NULL, _("expected an object"));
  const json_t *text = kb_json_member (slice, "name", JSON_STRING, place, error);
  const json_t *list = text ? kb_json_member (slice, "keys", JSON_ARRAY, place, error) : NULL;
  if (!list)
    return FALSE;
  g_autofree char *name = kb_import_clean_name (json_string_value (text));
  if (!name)
    return kb_json_fail (error, place, "name", _("a slice needs a name, which becomes a class"));

  gsize n = json_array_size (list);
  gboolean ok = n <= 65536 || kb_json_fail (error, place, "keys", _("expected at most 65536 keys"));
  g_autofree AsepriteSlicesKey *keys = g_new0 (AsepriteSlicesKey, MAX (ok ? n : 0, 1));
  KbJsonPlace key_list = { place, "keys", FALSE, 0 };
  for (gsize i = 0; ok && i < n; i++)
    {
      KbJsonPlace item = { &key_list, NULL, FALSE, i };
      ok = read_key (import, json_array_get (list, i), &keys[i], &item, error);
    }
  if (ok && n > 0)
    {
      /* Stable, so that the last of two keys on one frame wins. */
      g_qsort_with_data (keys, (gint) n, sizeof *keys,
                         (GCompareDataFunc) (void (*) (void)) compare_keys, NULL);
      gsize next = 0;
      for (guint i = 0; ok && i < import->frames->len; i++)
        {
          while (next < n && keys[next].frame <= (gint) i)
            next++;
          if (next == 0)
            continue;
          KbImportFrame *frame = g_ptr_array_index (import->frames, i);
          apply_key (import, frame, slice, name, &keys[next - 1]);
          ok = ++*n_shapes <= 1048576
               || kb_json_fail (error, place, NULL, _("the slices make too many boxes"));
        }
      if (ok && keys[n - 1].frame >= (gint) import->frames->len)
        kb_import_message (import, _("slice '%s': it has keys after the last frame"), name);
    }
  return ok;
}

gboolean
kb_aseprite_read_slices (KbImport *import, const json_t *meta, const KbJsonPlace *place,
                         GError **error)
{
  gboolean ok;
  const json_t *slices = kb_json_optional (meta, "slices", JSON_ARRAY, place, &ok, error);
  KbJsonPlace list = { place, "slices", FALSE, 0 };
  guint n_shapes = 0;
  if (ok && json_array_size (slices) > 4096)
    return kb_json_fail (error, place, "slices", _("expected at most 4096 slices"));
  for (gsize i = 0; ok && i < json_array_size (slices); i++)
    {
      KbJsonPlace item = { &list, NULL, FALSE, i };
      ok = read_aseprite_slices_slice (import, json_array_get (slices, i), &n_shapes, &item, error);
    }
  return ok;
}
