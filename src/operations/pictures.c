/* SPDX-License-Identifier: MIT */
/* Crops, flips and scales frames: pictures and annotations. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/hot_spots.h"
#include "operations/private.h"

KbPicture *
kb_change_picture (const KbPicture *picture, const KbFrameChange *change)
{
  const KbBox *box = &change->box;
  gint scale = change->scale;
  if (box->w < 1 || box->h < 1 || scale < 1 || scale > KB_MAX_SCALE
      || box->w > KB_MAX_PICTURE_SIDE / scale || box->h > KB_MAX_PICTURE_SIDE / scale)
    return NULL;
  g_autoptr (KbPicture) part =
    kb_picture_crop (picture, box->x, box->y, (guint) box->w, (guint) box->h);
  KbPicture *result =
    part ? kb_picture_new ((guint) (box->w * scale), (guint) (box->h * scale)) : NULL;
  if (!result)
    return NULL;
  gsize row = 4 * (gsize) result->width;
  for (gint y = 0; y < box->h; y++)
    {
      guint8 *to = result->rgba + row * (gsize) y * scale;
      for (gint x = 0; x < box->w; x++)
        {
          const guint8 *from = kb_picture_pixel (part, change->flip_x ? box->w - 1 - x : x,
                                                 change->flip_y ? box->h - 1 - y : y);
          for (gint i = 0; i < scale; i++)
            memcpy (to + 4 * ((gsize) x * scale + i), from, 4);
        }
      for (gint i = 1; i < scale; i++)
        memcpy (to + row * i, to, row);
    }
  return result;
}

/* A row of the changed picture, from its row of the part shown. */
static void
change_row (const guint8 *from, guint8 *to, const KbFrameChange *change)
{
  for (gint x = 0; x < change->box.w; x++)
    memset (to + x * change->scale, from[change->flip_x ? change->box.w - 1 - x : x],
            (gsize) change->scale);
}

KbZones *
kb_change_zones (const KbZones *zones, const KbFrameChange *change)
{
  const KbBox *box = &change->box;
  guint scale = (guint) change->scale, width = (guint) box->w * scale,
        height = (guint) box->h * scale;
  g_autoptr (KbZones) part = kb_zones_crop (zones, box->x, box->y, (guint) box->w, (guint) box->h);
  if (scale == 1 && !change->flip_x && !change->flip_y)
    return g_steal_pointer (&part);
  g_autofree guint8 *row = g_malloc ((gsize) box->w),
                    *band = g_malloc ((gsize) width * KB_ZONES_TILE);
  KbZones *result = kb_zones_new (width, height, 0);
  for (guint y = 0; y < height; y++)
    {
      guint8 *to = band + (gsize) (y % KB_ZONES_TILE) * width;
      gint from = (gint) (y / scale);
      kb_zones_copy (part, 0, change->flip_y ? box->h - 1 - from : from, (guint) box->w, 1, row,
                     (gsize) box->w);
      change_row (row, to, change);
      if (y % KB_ZONES_TILE == KB_ZONES_TILE - 1 || y == height - 1)
        result = kb_zones_set_band (result, y / KB_ZONES_TILE, band, width);
    }
  return result;
}

void
kb_change_geometry (KbGeometry *geometry, const KbFrameChange *change)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  kind->translate (geometry, -change->box.x, -change->box.y);
  if (change->flip_x)
    kind->mirror (geometry, TRUE, change->box.w / 2.0);
  if (change->flip_y)
    kind->mirror (geometry, FALSE, change->box.h / 2.0);
  for (guint i = 0; i < kb_geometry_lengths (geometry); i++)
    geometry->v[i] *= change->scale;
}

void
kb_change_pixel (KbPixel *pixel, const KbFrameChange *change)
{
  gint x = pixel->x - change->box.x, y = pixel->y - change->box.y, middle = (change->scale - 1) / 2;
  pixel->x = (change->flip_x ? change->box.w - 1 - x : x) * change->scale + middle;
  pixel->y = (change->flip_y ? change->box.h - 1 - y : y) * change->scale + middle;
}

double
kb_change_angle (double degrees, const KbFrameChange *change)
{
  if (change->flip_x)
    degrees = 180 - degrees;
  if (change->flip_y)
    degrees = -degrees;
  degrees = fmod (degrees, 360);
  return degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees;
}

/* ---- collision of tiles ---- */

/* For a column: the solid pixels from below. If the box extends below the frame, so does the
 * ground. */
static gint
change_height (const KbFrame *frame, const KbFrameChange *change, gint column)
{
  gint x = column / change->scale,
       from = change->box.x + (change->flip_x ? change->box.w - 1 - x : x);
  gint height = from >= 0 && (guint) from < frame->heights.n ? frame->heights.v[from] : 0;
  gint above = change->box.y + change->box.h - (frame->height - height);
  return height == 0 ? 0 : CLAMP (above, 0, change->box.h) * change->scale;
}

/* Ground cannot hang from above; but full and empty columns can be turned over unchanged. */
static gboolean
can_turn_over (const KbFrame *frame)
{
  for (guint i = 0; i < frame->heights.n; i++)
    if (frame->heights.v[i] != 0 && frame->heights.v[i] != frame->height)
      return FALSE;
  return TRUE;
}

static gboolean
change_heights (KbDocument *document, const KbFrame *frame, const KbFrameChange *change,
                GError **error)
{
  if (frame->heights.n == 0)
    return TRUE;
  if (change->flip_y && !can_turn_over (frame))
    {
      g_autofree char *path = kb_node_path (&frame->node);
      return kb_fail (error, KB_ERROR_INPUT,
                      _("%s: heights stand on the bottom of the tile and cannot be turned upside "
                         "down; flip the cells of the level"),
                      path);
    }
  json_t *heights = json_array ();
  for (gint x = 0; x < change->box.w * change->scale; x++)
    json_array_append_new (heights, json_integer (change_height (frame, change, x)));
  return kb_document_set (document, frame->node.id, "heights", heights, error);
}

/* The side of a one-way tile. */
static gboolean
change_side (KbDocument *document, const KbFrame *frame, const KbFrameChange *change,
             GError **error)
{
  static const struct { KbCollision side; gboolean upright; const char *name; } sides[] = {
    { KB_COLLISION_LEFT, FALSE, "right" }, { KB_COLLISION_RIGHT, FALSE, "left" },
    { KB_COLLISION_TOP, TRUE, "bottom" }, { KB_COLLISION_BOTTOM, TRUE, "top" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (frame->collision == sides[i].side)
      return !(sides[i].upright ? change->flip_y : change->flip_x)
             || kb_document_set (document, frame->node.id, "collision", json_string (sides[i].name),
                                 error);
  return TRUE;
}

/* The field's new picture, as in the file; NULL on error. */
static json_t *
new_picture (KbDocument *document, const KbFrame *frame, const KbFrameChange *change,
             GError **error)
{
  g_autoptr (KbPicture) old = kb_document_frame_picture (document, frame, error);
  if (!old)
    return NULL;
  g_autoptr (KbPicture) picture = kb_change_picture (old, change);
  if (!picture)
    return kb_fail_null (error, KB_ERROR_INPUT, _("the picture would be too large"));
  g_autofree char *file =
    kb_document_add_picture (document, kb_node_sprite (KB_NODE (frame))->name, picture, error);
  if (!file)
    return NULL;
  json_t *value = kb_node_get (&frame->node, kb_kind_field (&kb_frame_kind, "picture"));
  json_object_del (value, "offset");
  json_object_update_new (value, json_pack ("{ss s[iiii]}", "file", file, "rect", 0, 0,
                                            (gint) picture->width, (gint) picture->height));
  return value;
}

static gboolean
change_point (KbDocument *document, const KbPoint *point, const KbFrameChange *change,
              GError **error)
{
  KbId id = point->node.id;
  KbPixel at = point->at;
  KbAngle direction = point->direction;
  kb_change_pixel (&at, change);
  return kb_document_set (document, id, "at", json_pack ("[ii]", at.x, at.y), error)
         && (!direction.set
             || kb_document_set (document, id, "direction",
                                 json_real (kb_change_angle (direction.degrees, change)), error));
}

static gboolean
change_shape (KbDocument *document, const KbShape *shape, const KbFrameChange *change,
              GError **error)
{
  g_auto (KbGeometry) geometry = { 0 };
  kb_geometry_copy (&geometry, &shape->geometry);
  kb_change_geometry (&geometry, change);
  return kb_document_set (document, shape->node.id, "geometry", kb_geometry_to_json (&geometry),
                          error);
}

static gboolean
change_frame (KbDocument *document, KbId id, const KbFrameChange *change, GError **error)
{
  const KbFrame *frame = kb_operation_node (document, id, &kb_frame_kind, error);
  if (!frame)
    return FALSE;
  const KbBox *box = &change->box;
  if (change->scale < 1 || change->scale > KB_MAX_SCALE || box->w < 1 || box->h < 1
      || box->w > KB_MAX_FRAME_SIDE / change->scale || box->h > KB_MAX_FRAME_SIDE / change->scale
      || ABS ((gint64) box->x) > KB_MAX_FRAME_SIDE || ABS ((gint64) box->y) > KB_MAX_FRAME_SIDE)
    {
      g_autofree char *path = kb_node_path (&frame->node);
      return kb_fail (
        error, KB_ERROR_INPUT,
        _("%s: expected a size from 1 x 1 to %d x %d pixels and a scale from 1 to %d"), path,
        KB_MAX_FRAME_SIDE, KB_MAX_FRAME_SIDE, KB_MAX_SCALE);
    }
  if (change->scale == 1 && !change->flip_x && !change->flip_y && box->x == 0 && box->y == 0
      && box->w == frame->width && box->h == frame->height)
    return TRUE;
  if (!change_heights (document, frame, change, error)
      || !change_side (document, frame, change, error))
    return FALSE;
  if (frame->picture.file)
    {
      json_t *picture = new_picture (document, frame, change, error);
      if (!picture || !kb_document_set (document, id, "picture", picture, error))
        return FALSE;
    }
  g_autoptr (KbZones) painted =
    frame->pixels.zones ? kb_change_zones (frame->pixels.zones, change) : NULL;
  /* Removed and set again: intermediate sizes would crop it */
  if (painted && !kb_document_set_zones (document, id, "pixels", NULL, error))
    return FALSE;
  gboolean ok = kb_document_set (document, id, "width",
                                 json_integer ((json_int_t) box->w * change->scale), error)
                && kb_document_set (document, id, "height",
                                    json_integer ((json_int_t) box->h * change->scale), error);
  if (ok && painted)
    ok = kb_document_set_zones (document, id, "pixels", painted, error);
  KbPixel hot_spot = frame->hot_spot;
  kb_change_pixel (&hot_spot, change);
  if (ok && hot_spot.set)
    ok =
      kb_document_set (document, id, "hot_spot", json_pack ("[ii]", hot_spot.x, hot_spot.y), error);
  KB_EACH_WHILE (ok, const KbPoint, point, frame->points)
    ok = change_point (document, point, change, error);
  KB_EACH_WHILE (ok, const KbShape, shape, frame->shapes)
    ok = change_shape (document, shape, change, error);
  return ok;
}

gboolean
kb_change_frames (KbDocument *document, KbOperationType type, const KbId *frames,
                  const KbFrameChange *changes, guint n, GError **error)
{
  gboolean ok = TRUE;
  kb_operation_begin (document, type);
  for (guint i = 0; ok && i < n; i++)
    ok = change_frame (document, frames[i], &changes[i], error);
  return kb_document_finish (document, ok);
}

/* Every frame by its own size: `margins` are added on the left, top, right and bottom. */
static gboolean
change_all (KbDocument *document, KbOperationType type, const KbId *frames, guint n,
            const gint *margins, const KbFrameChange *change, GError **error)
{
  g_autofree KbFrameChange *changes = g_new0 (KbFrameChange, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const KbFrame *frame = kb_operation_node (document, frames[i], &kb_frame_kind, error);
      if (!frame)
        return FALSE;
      changes[i] = *change;
      changes[i].box = (KbBox) { -margins[0], -margins[1], frame->width + margins[0] + margins[2],
                                 frame->height + margins[1] + margins[3] };
    }
  return kb_change_frames (document, type, frames, changes, n, error);
}

static const gint no_margins[4];

gboolean
kb_crop_frames (KbDocument *document, const KbId *frames, guint n, const KbBox *box, GError **error)
{
  g_autofree KbFrameChange *changes = g_new0 (KbFrameChange, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    changes[i] = (KbFrameChange) { .box = *box, .scale = 1 };
  return kb_change_frames (document, KB_OPERATION_CROP, frames, changes, n, error);
}

static void
unite (KbBox *all, const KbBox *box)
{
  if (all->w == 0)
    {
      *all = *box;
      return;
    }
  gint x1 = MAX (all->x + all->w, box->x + box->w), y1 = MAX (all->y + all->h, box->y + box->h);
  all->x = MIN (all->x, box->x);
  all->y = MIN (all->y, box->y);
  all->w = x1 - all->x;
  all->h = y1 - all->y;
}

gboolean
kb_trim_frames (KbDocument *document, const KbId *frames, guint n, guint alpha, gboolean together,
                GError **error)
{
  g_autofree KbFrameChange *changes = g_new0 (KbFrameChange, MAX (n, 1));
  g_autofree KbId *found = g_new0 (KbId, MAX (n, 1));
  guint n_found = 0;
  KbBox all = { 0 };
  for (guint i = 0; i < n; i++)
    {
      const KbFrame *frame = kb_operation_node (document, frames[i], &kb_frame_kind, error);
      g_autoptr (KbPicture) picture =
        frame ? kb_document_frame_picture (document, frame, error) : NULL;
      if (!picture)
        return FALSE;
      KbBox whole = { 0, 0, frame->width, frame->height }, box;
      if (!kb_shrink_box (picture, alpha, &whole, &box))
        continue;
      unite (&all, &box);
      found[n_found] = frames[i];
      changes[n_found++] = (KbFrameChange) { .box = box, .scale = 1 };
    }
  for (guint i = 0; together && i < n_found; i++)
    changes[i].box = all;
  return kb_change_frames (document, KB_OPERATION_TRIM, found, changes, n_found, error);
}

gboolean
kb_place_hot_spots (KbDocument *document, const KbId *frames, guint n, gint preset, GError **error)
{
  gboolean ok = TRUE;
  kb_operation_begin (document, KB_OPERATION_HOT_SPOTS);
  for (guint i = 0; ok && i < n; i++)
    {
      const KbFrame *frame = kb_operation_node (document, frames[i], &kb_frame_kind, error);
      g_autoptr (KbPicture) picture =
        frame ? kb_document_frame_picture (document, frame, error) : NULL;
      KbPixel at = picture ? kb_hot_spot_place (preset, picture, frame->width, frame->height)
                           : (KbPixel) { 0, 0, FALSE };
      ok = at.set
           && kb_document_set (document, frames[i], "hot_spot", json_pack ("[ii]", at.x, at.y),
                               error);
    }
  return kb_document_finish (document, ok);
}

gboolean
kb_extend_frames (KbDocument *document, const KbId *frames, guint n, gint left, gint top,
                  gint right, gint bottom, GError **error)
{
  const gint margins[4] = { CLAMP (left, -KB_MAX_FRAME_SIDE, KB_MAX_FRAME_SIDE),
                            CLAMP (top, -KB_MAX_FRAME_SIDE, KB_MAX_FRAME_SIDE),
                            CLAMP (right, -KB_MAX_FRAME_SIDE, KB_MAX_FRAME_SIDE),
                            CLAMP (bottom, -KB_MAX_FRAME_SIDE, KB_MAX_FRAME_SIDE) };
  return change_all (document, KB_OPERATION_EXTEND, frames, n, margins,
                     &(KbFrameChange) { .scale = 1 }, error);
}

gboolean
kb_flip_frames (KbDocument *document, const KbId *frames, guint n, gboolean x, GError **error)
{
  return change_all (document, x ? KB_OPERATION_FLIP_X : KB_OPERATION_FLIP_Y, frames, n, no_margins,
                     &(KbFrameChange) { .flip_x = x, .flip_y = !x, .scale = 1 }, error);
}

gboolean
kb_scale_frames (KbDocument *document, const KbId *frames, guint n, gint factor, GError **error)
{
  return change_all (document, KB_OPERATION_SCALE, frames, n, no_margins,
                     &(KbFrameChange) { .scale = factor }, error);
}
