/* SPDX-License-Identifier: MIT */
/* Builds everything by edits, as a script would; frames show parts of the bank's pages. */
#include "cli/bank_document.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "cli/command.h"
#include "cli/input.h"
#include "document/colour.h"
#include "document/edits/edit.h"
#include "document/files/files.h"
#include "runtime/kickbox.h"

static const char *const loop_names[] = { "once", "loop", "ping-pong", "hold-last" };

static json_t *
grid (kb_fixed x)
{
  return json_real (x / 256.0);
}

static double
degrees (float x, float y)
{
  return atan2 (y, x) * 180 / G_PI;
}

static json_t *
box_json (const KbBankShape *shape)
{
  return json_pack ("{s:[i, i, i, i]}", "box", shape->x, shape->y, shape->w, shape->h);
}

static json_t *
circle_json (const KbBankShape *shape)
{
  return json_pack ("{s:[o, o, o]}", "circle", grid (shape->cx), grid (shape->cy), grid (shape->r));
}

static json_t *
oriented_json (const KbBankShape *shape)
{
  return json_pack ("{s:[o, o, o, o, f]}", "oriented", grid (shape->cx), grid (shape->cy),
                    grid (shape->ow), grid (shape->oh), degrees (shape->ux, shape->uy));
}

static json_t *
polygon_json (const KbBankShape *shape)
{
  json_t *corners = json_array ();
  for (uint32_t i = 0; i < shape->outline.n_vertices; i++)
    json_array_append_new (corners, json_pack ("[o, o]", grid (shape->outline.vertices[i].x),
                                               grid (shape->outline.vertices[i].y)));
  return json_pack ("{s:o}", "polygon", corners);
}

static json_t *
capsule_json (const KbBankShape *shape)
{
  return json_pack ("{s:[o, o, o, o, o]}", "capsule", grid (shape->ax), grid (shape->ay),
                    grid (shape->cx), grid (shape->cy), grid (shape->r));
}

static json_t *(*const geometry_json[]) (const KbBankShape *shape) = {
  [KB_BANK_BOX] = box_json, [KB_BANK_CIRCLE] = circle_json, [KB_BANK_ORIENTED] = oriented_json,
  [KB_BANK_POLYGON] = polygon_json, [KB_BANK_CAPSULE] = capsule_json,
};

static json_t *
shape_json (const KbBankContent *content, const KbBankShape *shape)
{
  return json_pack ("{s:s, s:o, s:s*}", "class", content->classes[shape->class_index].name,
                    "geometry", geometry_json[shape->kind] (shape), "name",
                    kb_text_or_null (shape->name));
}

static json_t *
frame_json (const KbBankContent *content, const KbBankFrame *frame, char **files, gint id)
{
  json_t *points = json_array (), *shapes = json_array ();
  for (uint32_t i = 0; i < frame->n_points; i++)
    {
      const KbBankPoint *point = frame->points + i;
      const gboolean has_direction = point->dx != 0 || point->dy != 0;
      json_array_append_new (
        points, json_pack ("{s:s, s:[i, i], s:o*}", "name", point->name, "at", point->x, point->y,
                           "direction",
                           has_direction ? json_real (degrees (point->dx, point->dy)) : NULL));
    }
  for (uint32_t i = 0; i < frame->n_shapes; i++)
    json_array_append_new (shapes, shape_json (content, frame->shapes + i));
  json_t *hot_spot =
    frame->has_hot_spot ? json_pack ("[i, i]", frame->hot_x, frame->hot_y) : NULL;
  json_t *picture =
    frame->has_picture && files[frame->page]
      ? json_pack ("{s:s, s:[i, i, i, i], s:[i, i]}", "file", files[frame->page], "rect",
                   (int) frame->atlas_x, (int) frame->atlas_y, (int) frame->atlas_w,
                   (int) frame->atlas_h, "offset", frame->trim_x, frame->trim_y)
      : NULL;
  return json_pack ("{s:i, s:i, s:i, s:o, s:o, s:s*, s:o*, s:o*}", "id", id, "width",
                    (int) frame->w, "height", (int) frame->h, "points", points, "shapes", shapes,
                    "name", kb_text_or_null (frame->name), "hot_spot", hot_spot, "picture",
                    picture);
}

static json_t *
zones_json (const KbBankZone *zones, uint32_t n)
{
  json_t *list = json_array ();
  for (uint32_t i = 0; i < n; i++)
    json_array_append_new (list,
                           json_pack ("{s:s, s:s, s:i}", "name", zones[i].name, "colour",
                                      kb_colour_text (zones[i].colour).text, "value",
                                      (int) zones[i].value));
  return list;
}

static json_t *
sprite_json (const KbBankContent *content, const KbBankSprite *sprite, char **files)
{
  json_t *frames = json_array (), *animations = json_array ();
  for (uint32_t i = 0; i < sprite->n_frames; i++)
    json_array_append_new (frames, frame_json (content, sprite->frames + i, files, (gint) i + 1));
  for (uint32_t i = 0; i < sprite->n_animations; i++)
    {
      const KbBankAnimation *animation = sprite->animations + i;
      json_t *steps = json_array ();
      for (uint32_t k = 0; k < animation->n_steps; k++)
        json_array_append_new (
          steps, json_pack ("{s:i, s:i}", "frame", (int) animation->steps[k].frame + 1, "duration",
                            (int) MIN (animation->steps[k].ms, KB_MAX_DURATION)));
      json_array_append_new (animations,
                             json_pack ("{s:s, s:s, s:o}", "name", animation->name, "loop",
                                        loop_names[animation->loop], "steps", steps));
    }
  return json_pack ("{s:s, s:o, s:o, s:o}", "name", sprite->name, "frames", frames, "animations",
                    animations, "zones", zones_json (sprite->zones, sprite->n_zones));
}

/* --- Paintings --- */

typedef guint8 (*ValueAt) (gconstpointer data, kbx_point at);

/* Fills a row of tiles at a time. */
static KbZones *
zones_of (uint32_t w, uint32_t h, ValueAt value_at, gconstpointer data)
{
  g_autofree guint8 *band = g_malloc ((gsize) w * KB_ZONES_TILE);
  KbZones *zones = kb_zones_new (w, h, 0);
  for (uint32_t y = 0; y < h; y++)
    {
      guint8 *row = band + (gsize) (y % KB_ZONES_TILE) * w;
      for (uint32_t x = 0; x < w; x++)
        row[x] = value_at (data, (kbx_point) { (int32_t) x, (int32_t) y });
      if (y % KB_ZONES_TILE == KB_ZONES_TILE - 1 || y == h - 1)
        zones = kb_zones_set_band (zones, y / KB_ZONES_TILE, band, w);
    }
  return zones;
}

/* Checked when the bank was read; else the mask is empty. */
static kbx_handle
mask_of (const KbBankPainting *painting)
{
  kbx_handle mask;
  kbx_open (&mask, KBX_MASK, painting->bytes, painting->size, NULL);
  return mask;
}

typedef struct {
  kbx_handle mask;
  int32_t x, y;      /* position of its corner */
} PlacedMask;

static guint8
placed_value (gconstpointer data, kbx_point at)
{
  const PlacedMask *placed = data;
  return kbx_zone_at (placed->mask, kbx_at (0, 0),
                      (kbx_point) { at.x - placed->x, at.y - placed->y });
}

/* The painting with its corner at (x, y) of a picture of w x h. */
static KbZones *
unpack (const KbBankPainting *painting, uint32_t x, uint32_t y, uint32_t w, uint32_t h)
{
  const PlacedMask placed = { mask_of (painting), (int32_t) x, (int32_t) y };
  return zones_of (w, h, placed_value, &placed);
}

/* Banks have no picture behind a mask: only the zones are shown, opaque. */
static gboolean
put_mask (KbBankDocument *unpacked, const KbBankMask *from, GError **error)
{
  const kbx_size size = kbx_info (mask_of (&from->painting)).size;
  json_t *json =
    json_pack ("{s:s, s:i, s:i, s:i, s:o}", "name", from->name, "width", (int) size.w, "height",
               (int) size.h, "opacity", 100, "zones", zones_json (from->zones, from->n_zones));
  KbId id =
    kb_document_insert (unpacked->document, kb_document_project (unpacked->document)->node.id,
                        "masks", -1, json, error);
  g_autoptr (KbZones) zones = id ? unpack (&from->painting, 0, 0, size.w, size.h) : NULL;
  return zones && kb_document_set_zones (unpacked->document, id, "pixels", zones, error);
}

static gboolean
put_sprite (KbBankDocument *unpacked, const KbBankContent *content, const KbBankSprite *from,
            char **files, GError **error)
{
  KbId id =
    kb_document_insert (unpacked->document, kb_document_project (unpacked->document)->node.id,
                        "sprites", -1, sprite_json (content, from, files), error);
  const KbSprite *sprite = id ? (const KbSprite *) kb_document_node (unpacked->document, id) : NULL;
  gboolean ok = sprite != NULL;
  for (uint32_t i = 0; ok && i < from->n_frames; i++)
    {
      const KbBankFrame *frame = from->frames + i;
      g_autoptr (KbZones) zones =
        frame->painting.bytes
          ? unpack (&frame->painting, frame->painting_x, frame->painting_y, frame->w, frame->h)
          : NULL;
      ok = !zones
           || kb_document_set_zones (unpacked->document, kb_frame_at (sprite, i)->node.id, "pixels",
                                     zones, error);
    }
  return ok;
}

/* --- Tracks --- */

static json_t *
surfaces_json (const KbBankTrack *track)
{
  json_t *list = zones_json (track->surfaces, track->n_surfaces);
  for (uint32_t i = 0; i < track->n_surfaces; i++)
    json_object_set_new (json_array_get (list, i), "ground",
                         json_string (track->surfaces[i].road ? "road" : "off"));
  return list;
}

static json_t *
track_json (const KbBankTrack *track, kbx_size size, float most)
{
  json_t *gates = json_array (), *bands = json_array ();
  for (uint32_t i = 0; i < track->n_gates; i++)
    {
      const KbBankGate *gate = track->gates + i;
      json_array_append_new (gates, json_pack ("{s:[o, o], s:[o, o], s:s*}", "a", grid (gate->a.x),
                                               grid (gate->a.y), "b", grid (gate->b.x),
                                               grid (gate->b.y), "name",
                                               kb_text_or_null (gate->name)));
    }
  for (uint32_t i = 0; i < track->n_bands; i++)
    {
      const KbBankBand *band = track->bands + i;
      /* 16 is the smallest radius in a document; smaller bands are empty either way */
      json_array_append_new (bands, json_pack ("{s:i, s:s, s:o, s:s*}", "id", (int) i + 1,
                                               "colour", kb_colour_text (band->colour).text,
                                               "radius", grid (MAX (band->radius, 16)), "name",
                                               kb_text_or_null (band->name)));
    }
  return json_pack ("{s:s, s:i, s:i, s:i, s:i, s:o, s:o, s:o}", "name", track->name, "width",
                    (int) size.w, "height", (int) size.h, "opacity", 100, "cut_off",
                    (int) MAX (most, 1.0f), "surfaces", surfaces_json (track), "gates", gates,
                    "bands", bands);
}

typedef struct {
  kbx_handle mask;
  kbx_handle track;
  float radius;
  gboolean known; /* not above the cut-off */
} BandPixels;

/* Only pixels that the clearance does not imply are painted. Above the cut-off it implies
 * nothing. */
static guint8
hand_value (gconstpointer data, kbx_point at)
{
  const BandPixels *band = data;
  float clearance =
    kbx_track_clearance (band->track, (kbx_vec) { (float) at.x + 0.5f, (float) at.y + 0.5f });
  gboolean in = kbx_zone_at (band->mask, kbx_at (0, 0), at) != 0,
           computed = clearance > 0 && clearance < band->radius;
  return band->known && in == computed ? 0 : in ? KB_BAND_IS : KB_BAND_IS_NOT;
}

/* Banks have no curves: their pixels are painted. */
static gboolean
put_track (KbBankDocument *unpacked, const KbBankTrack *from, GError **error)
{
  kbx_handle clearance;
  kbx_open (&clearance, KBX_TRACK, from->clearance, from->clearance_size, NULL);
  const kbx_size size = kbx_info (clearance).size;
  KbId id = kb_document_insert (unpacked->document,
                                kb_document_project (unpacked->document)->node.id, "tracks", -1,
                                track_json (from, size, kbx_info (clearance).max_clearance), error);
  const KbTrack *track = id ? (const KbTrack *) kb_document_node (unpacked->document, id) : NULL;
  g_autoptr (KbZones) surfaces = track ? unpack (&from->painting, 0, 0, size.w, size.h) : NULL;
  gboolean ok =
    surfaces && kb_document_set_zones (unpacked->document, id, "pixels", surfaces, error);
  for (uint32_t i = 0; ok && i < from->n_bands; i++)
    {
      const float radius = (float) from->bands[i].radius / 256;
      const BandPixels pixels = { mask_of (&from->bands[i].painting), clearance, radius,
                                  radius <= kbx_info (clearance).max_clearance };
      g_autoptr (KbZones) zones =
        from->bands[i].painted ? zones_of (size.w, size.h, hand_value, &pixels) : NULL;
      ok = !zones
           || kb_document_set_zones (unpacked->document, kb_band_at (track, i)->node.id, "pixels",
                                     zones, error);
    }
  return ok;
}

/* --- Pages --- */

/* The picture of a page; *picture is NULL for a page that was left out. */
static gboolean
read_page (const KbBankPage *page, const char *path, const char *pages, KbPicture **picture,
           GError **error)
{
  *picture = NULL;
  if (page->encoding == KB_BANK_PAGE_NONE)
    return TRUE;
  if (page->encoding == KB_BANK_PAGE_BESIDE)
    {
      g_autofree char *file = g_build_filename (pages, page->name, NULL);
      *picture = kb_picture_read (pages, file, error);
    }
  else if (page->encoding == KB_BANK_PAGE_PNG)
    *picture = kb_picture_decode (page->data, page->size, path, error);
  else if ((*picture = kb_picture_new (page->w, page->h)))
    memcpy ((*picture)->rgba, page->data, page->size);
  else
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: a page of %u x %u pixels is too large"),
                 path,
                 page->w, page->h);
  return *picture != NULL;
}

static gboolean
put_pages (KbBankDocument *unpacked, const KbBankContent *content, const char *path,
           const char *pages, char **files, GError **error)
{
  for (uint32_t i = 0; i < content->n_pages; i++)
    {
      g_autoptr (KbPicture) picture = NULL;
      if (!read_page (content->pages + i, path, pages, &picture, error))
        return FALSE;
      if (picture
          && !(files[i] = kb_document_add_picture (unpacked->document, "page", picture, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_classes (KbBankDocument *unpacked, const KbBankContent *content, GError **error)
{
  KbId root = kb_document_project (unpacked->document)->node.id;
  gboolean ok = TRUE;
  for (uint32_t i = 0; ok && i < content->n_classes; i++)
    ok = kb_document_insert (unpacked->document, root, "classes", -1,
                             json_pack ("{s:s, s:s}", "name", content->classes[i].name, "colour",
                                        kb_colour_text (content->classes[i].colour).text),
                             error)
         != 0;
  return ok;
}

static gboolean
put_sprites (KbBankDocument *unpacked, const KbBankContent *content, const char *path,
             const char *pages, GError **error)
{
  g_autofree char **files = g_new0 (char *, content->n_pages + 1);
  gboolean ok = put_pages (unpacked, content, path, pages, files, error);
  for (uint32_t i = 0; ok && i < content->n_sprites; i++)
    ok = put_sprite (unpacked, content, content->sprites + i, files, error);
  for (uint32_t i = 0; i < content->n_pages; i++)
    g_free (files[i]);
  return ok;
}

static gboolean
fill (KbBankDocument *unpacked, const KbBankContent *content, const char *path, const char *pages,
      GError **error)
{
  gboolean ok = put_classes (unpacked, content, error)
                && (!pages || put_sprites (unpacked, content, path, pages, error));
  for (uint32_t i = 0; ok && i < content->n_masks; i++)
    ok = put_mask (unpacked, content->masks + i, error);
  for (uint32_t i = 0; ok && i < content->n_tracks; i++)
    ok = put_track (unpacked, content->tracks + i, error);
  for (uint32_t i = 0; ok && i < content->n_levels; i++)
    ok =
      kb_bank_put_level (unpacked->document, content, content->levels + i, pages != NULL, error);
  return ok;
}

gboolean
kb_bank_document_open (KbBankDocument *unpacked, GBytes *bytes, const char *path,
                       const char *pages, GError **error)
{
  *unpacked = (KbBankDocument) { NULL };
  KbBankContent content = { NULL };
  KbBankError reason = { .place = "" };
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  if (!kb_bank_read (&content, data, size, &reason))
    return kb_fail (error, reason.out_of_memory ? KB_ERROR_MACHINE : KB_ERROR_INPUT, "%s: %s%s%s",
                    path, reason.place, reason.place[0] ? ": " : "", reason.message);
  GError *local = NULL;
  /* Without pictures nothing is written to disk */
  unpacked->folder = pages ? g_dir_make_tmp ("kickbox-XXXXXX", &local) : NULL;
  gboolean ok = unpacked->folder || !pages;
  if (ok)
    {
      unpacked->document = kb_document_new (unpacked->folder ? unpacked->folder : "/", "bank");
      ok = fill (unpacked, &content, path, pages, &local);
    }
  kb_bank_content_clear (&content);
  if (!ok)
    {
      int code = local->domain == KB_ERROR ? local->code : KB_ERROR_MACHINE;
      gboolean named = g_str_has_prefix (local->message, path) || local->domain != KB_ERROR;
      g_set_error (error, KB_ERROR, code, "%s%s%s", named ? "" : path, named ? "" : ": ",
                   local->message);
      g_error_free (local);
    }
  return ok;
}

void
kb_bank_document_close (KbBankDocument *unpacked)
{
  g_clear_pointer (&unpacked->document, kb_document_free);
  if (unpacked->folder)
    kb_cli_remove_folder (unpacked->folder);
  g_clear_pointer (&unpacked->folder, g_free);
}
