/* SPDX-License-Identifier: MIT */
/* Layers with agreed names are marks, not picture: "#pivot", "#hand.point", "#head.box" and the
 * like. docs/importing.md has all of them. */
#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "document/files/files.h"
#include "document/hot_spots.h"
#include "document/names.h"
#include "interchange/importers.h"
#include "interchange/layers/layered.h"
#include "interchange/sheets/sheets.h"
#include "interchange/sources.h"
#include "operations/operations.h"

#define TRACE_TOLERANCE 0.5   /* pixels */
#define MAX_PARTS 256         /* of a layer on a frame */

static const struct { const char *ending; KbMarkType type; } layer_marks_endings[] = {
  { ".point", KB_MARK_POINT },     { ".box", KB_MARK_BOX },   { ".circle", KB_MARK_CIRCLE },
  { ".outline", KB_MARK_OUTLINE }, { ".zone", KB_MARK_ZONE },
};

static KbMarkType
take_mark (KbMarkType type, const char *text, gsize length, char **name)
{
  g_autofree char *part = g_strndup (text, length), *clean = kb_import_clean_name (part);
  if (name)
    *name = g_steal_pointer (&clean);
  return type;
}

/* #fc0, #ffcc00 or #ffcc0080. "face" is a word. */
static gboolean
is_colour (const char *text)
{
  const gsize n = strlen (text);
  return strspn (text, "0123456789abcdefABCDEF") == n
         && (n == 6 || n == 8
             || ((n == 3 || n == 4)
                 && (strpbrk (text, "0123456789") || strspn (text, (char[]) { *text, 0 }) == n)));
}

KbMarkType
kb_layer_mark (const KbArtLayer *art, const KbImportOptions *options, char **name)
{
  const char *layer = art->name;
  const char *prefix = options->marks && *options->marks ? options->marks : "#";
  if (g_str_has_prefix (layer, "//"))
    return KB_MARK_COMMENT;
  if (layer[0] == '@' && layer[1])
    return take_mark (KB_MARK_EVENT, layer + 1, strlen (layer + 1), name);
  const gboolean of_class = prefix != options->marks && options->classes
                            && g_strv_contains ((const char *const *) options->classes, layer);
  const gboolean marked = g_str_has_prefix (layer, prefix);
  const char *rest = layer + (marked ? strlen (prefix) : 0);
  if (!*rest || art->text || (!marked && !of_class))
    return KB_MARK_NONE;
  if (marked && strcmp (rest, "pivot") == 0)
    return KB_MARK_PIVOT;
  for (guint i = 0; marked && i < G_N_ELEMENTS (layer_marks_endings); i++)
    if (g_str_has_suffix (rest, layer_marks_endings[i].ending)
        && strlen (rest) > strlen (layer_marks_endings[i].ending))
      return take_mark (layer_marks_endings[i].type, rest,
                        strlen (rest) - strlen (layer_marks_endings[i].ending), name);
  return prefix != options->marks && marked && (strchr (rest, ' ') || is_colour (rest))
           ? KB_MARK_NONE
           : take_mark (KB_MARK_ANY, rest, strlen (rest), name);
}

/* ---- points ---- */

/* The only pixel of its colour, if the others share one; FALSE if there is none. */
static gboolean
find_lone (const KbPicture *picture, const KbIsland *box, gint *x, gint *y)
{
  const guint8 *colours[2] = { NULL };
  guint counts[2] = { 0 };
  gint at[2][2] = { { 0 } };
  for (gint j = box->y; j < box->y + box->height; j++)
    for (gint i = box->x; i < box->x + box->width; i++)
      {
        const guint8 *pixel = kb_picture_pixel (picture, (guint) i, (guint) j);
        guint k = 0;
        if (!pixel[3])
          continue;
        while (k < 2 && colours[k] && memcmp (colours[k], pixel, 3) != 0)
          k++;
        if (k == 2)
          return FALSE;
        colours[k] = pixel;
        counts[k]++;
        at[k][0] = i;
        at[k][1] = j;
      }
  const guint lone = counts[0] == 1 ? 0 : 1;
  *x = at[lone][0];
  *y = at[lone][1];
  return counts[lone] == 1 && counts[1 - lone] >= 1;
}

/* The middle of all other pixels, from the middle of (x, y). */
static double
direction_from (const KbPicture *picture, const KbIsland *box, gint x, gint y)
{
  double sum_x = 0, sum_y = 0;
  for (gint j = box->y; j < box->y + box->height; j++)
    for (gint i = box->x; i < box->x + box->width; i++)
      if (kb_picture_pixel (picture, (guint) i, (guint) j)[3])
        {
          sum_x += i - x;
          sum_y += j - y;
        }
  const double degrees = atan2 (sum_y, sum_x) * 180 / G_PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

/* The box of all pixels. FALSE if there are none. */
static gboolean
box_of (const KbPicture *picture, KbIsland *box)
{
  return kb_picture_opaque_box (picture, &box->x, &box->y, &box->width, &box->height);
}

static void
read_point (KbImport *import, KbImportFrame *frame, const KbPicture *picture, const char *name)
{
  KbIsland box = { 0 };
  gint x, y;
  if (!box_of (picture, &box))
    return;
  if (kb_import_find_named (frame->points, name))
    {
      kb_import_lose (import, _("points of a name that the frame has already"), 1);
      return;
    }
  const gboolean lone = find_lone (picture, &box, &x, &y);
  if (!lone)
    {
      x = box.x + (box.width - 1) / 2;
      y = box.y + (box.height - 1) / 2;
    }
  kb_import_add_point (frame, name, x, y);
  if (lone)
    json_object_set_new (json_array_get (frame->points, json_array_size (frame->points) - 1),
                         "direction", json_real (direction_from (picture, &box, x, y)));
}

static void
read_pivot (KbImport *import, KbImportFrame *frame, const KbPicture *picture)
{
  KbIsland box = { 0 };
  if (!box_of (picture, &box))
    return;
  if (frame->hot_spot.set)
    kb_import_lose (import, _("pivots of frames that have one already"), 1);
  else
    frame->hot_spot =
      (KbPixel) { box.x + (box.width - 1) / 2, box.y + (box.height - 1) / 2, TRUE };
}

/* ---- shapes ---- */

/* A rectangle, filled or its border one pixel wide. */
static gboolean
is_rectangle (const KbIsland *part)
{
  const guint64 width = (guint64) part->width, height = (guint64) part->height;
  return part->pixels == width * height
         || (!part->shared && width > 2 && height > 2 && part->pixels == 2 * (width + height) - 4);
}

static json_t *
outline_of (const KbPicture *picture, const KbIslandMap *map, const KbIsland *part, GError **error)
{
  const KbRun *run = &g_array_index (map->runs, KbRun, part->root);
  const KbTraceOptions options = { run->x0, run->y, 1, TRUE, TRACE_TOLERANCE };
  KbTrace trace;
  json_t *corners = NULL;
  if (kb_trace (picture, &options, &trace, error))
    {
      corners = json_array ();
      for (guint i = 0; i + 1 < trace.outline.n; i += 2)
        json_array_append_new (corners, json_pack ("[ff]", trace.outline.v[i],
                                                   trace.outline.v[i + 1]));
    }
  kb_trace_clear (&trace);
  return corners ? json_pack ("{so}", "polygon", corners) : NULL;
}

/* NULL and an error if memory is short. */
static json_t *
geometry_of (KbMarkType type, const KbPicture *picture, const KbIslandMap *map,
             const KbIsland *part, GError **error)
{
  if (type == KB_MARK_CIRCLE)
    return json_pack ("{s[fff]}", "circle", part->x + part->width / 2.0,
                      part->y + part->height / 2.0, MAX (part->width, part->height) / 2.0);
  if (type == KB_MARK_BOX || (type == KB_MARK_ANY && is_rectangle (part)))
    return json_pack ("{s[iiii]}", "box", part->x, part->y, part->width, part->height);
  return outline_of (picture, map, part, error);
}

static guint32
layer_marks_colour_of (const KbPicture *picture, const KbIslandMap *map, const KbIsland *part)
{
  const KbRun *run = &g_array_index (map->runs, KbRun, part->root);
  const guint8 *pixel = kb_picture_pixel (picture, (guint) run->x0, (guint) run->y);
  return (guint32) pixel[0] << 24 | (guint32) pixel[1] << 16 | (guint32) pixel[2] << 8 | 0xff;
}

typedef struct {
  KbMarkType type;
  const char *name;
  const json_t *layer_data, *cel_data;
} Mark;

static void
add_values (json_t *shape, const Mark *mark)
{
  json_t *values = kb_aseprite_values (mark->layer_data);
  json_auto_t *own = kb_aseprite_values (mark->cel_data);
  if (values && own)
    json_object_update (values, own);
  else if (own)
    values = json_incref (own);
  if (values)
    json_object_set_new (shape, "values", values);
}

static gboolean
read_shapes (KbImport *import, KbImportFrame *frame, const KbPicture *picture, const Mark *mark,
             GError **error)
{
  g_autoptr (KbIslandMap) map = kb_island_map_new (picture, 1, 0, 1, 0);
  if (!map || map->islands->len > MAX_PARTS)
    {
      kb_import_lose (import, _("layers of marks with over 256 parts"), 1);
      return TRUE;
    }
  KB_EACH_IN (const KbIsland, part, map->islands)
    {
      if (mark->type == KB_MARK_ANY && part->pixels == 1 && map->islands->len == 1)
        {
          read_point (import, frame, picture, mark->name);
          return TRUE;
        }
      json_t *geometry = geometry_of (mark->type, picture, map, part, error);
      if (!geometry)
        return FALSE;
      add_values (kb_import_add_shape (frame, mark->name, geometry,
                                       layer_marks_colour_of (picture, map, part)),
                  mark);
    }
  return TRUE;
}

static void
zone_free (gpointer data)
{
  KbImportZone *zone = data;
  g_free (zone->name);
  kb_picture_unref (zone->picture);
  g_free (zone);
}

/* Paints a zone on the frame: the opaque pixels of a picture at (x, y). Steals the picture. */
static void
kb_import_add_zone (KbImportFrame *frame, const char *name, KbPicture *picture, gint x, gint y)
{
  KbImportZone *zone = KB_NEW (KbImportZone, g_strdup (name), picture, x, y);
  if (!frame->zones)
    frame->zones = g_ptr_array_new_with_free_func (zone_free);
  g_ptr_array_add (frame->zones, zone);
}

static void
read_zone (KbImportFrame *frame, KbPicture *picture, const char *name)
{
  gint x, y, width, height;
  if (!kb_picture_opaque_box (picture, &x, &y, &width, &height))
    return;
  kb_import_add_zone (frame, name, kb_picture_crop (picture, x, y, (guint) width, (guint) height),
                      x, y);
}

static gboolean
read_mark (KbImport *import, KbImportFrame *frame, KbPicture *picture, const Mark *mark,
           GError **error)
{
  switch (mark->type)
    {
    case KB_MARK_PIVOT:
      read_pivot (import, frame, picture);
      return TRUE;
    case KB_MARK_POINT:
      read_point (import, frame, picture, mark->name);
      return TRUE;
    case KB_MARK_ZONE:
      read_zone (frame, picture, mark->name);
      return TRUE;
    case KB_MARK_EVENT:
      {
        KbIsland box;
        if (box_of (picture, &box))
          kb_import_add_event (frame, mark->name);
        return TRUE;
      }
    default:
      return read_shapes (import, frame, picture, mark, error);
    }
}

gboolean
kb_layer_marks_read (KbImport *import, guint index, const KbLayered *layered,
                     const KbMarkType *types, GError **error)
{
  KbImportFrame *frame = kb_import_frame (import, index);
  KB_EACH (const KbArtLayer, layer, layered->layers)
    {
      const KbCel *cel = kb_layered_find_cel (layered, index, layer_at);
      if (types[layer_at] == KB_MARK_NONE || types[layer_at] == KB_MARK_COMMENT
          || (!layer->group && !kb_cel_pixels (cel)))
        continue;
      g_autofree char *name = NULL;
      kb_layer_mark (layer, &import->options, &name);
      g_autoptr (KbPicture) picture =
        kb_layered_draw (layered, index, NULL, (gint) layer_at, import->files[0], error);
      const Mark mark = { types[layer_at], name ? name : "mark", layer->data,
                          cel ? cel->data : NULL };
      if (!picture || !read_mark (import, frame, picture, &mark, error))
        return FALSE;
    }
  return TRUE;
}
