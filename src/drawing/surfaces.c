/* SPDX-License-Identifier: MIT */
/* The cache of pictures as surfaces; straight alpha to premultiplied and back. */
#include "drawing/surfaces.h"

typedef struct {
  KbPicture *picture;     /* owned reference: the address cannot be reused for another picture */
  guint32 tint;           /* 0: none; else 0xRRGGBBff */
  guint level;            /* number of halvings */
  cairo_surface_t *surface;
  gsize bytes;
} Entry;

struct KbSurfaces {
  gsize limit, bytes;
  GHashTable *entries;    /* Entry -> its link in `order` */
  GQueue order;           /* most recently used first */
};

static guint
entry_hash (gconstpointer key)
{
  const Entry *entry = key;

  return g_direct_hash (entry->picture) ^ entry->tint ^ entry->level;
}

static gboolean
entry_equal (gconstpointer a, gconstpointer b)
{
  const Entry *x = a, *y = b;

  return x->picture == y->picture && x->tint == y->tint && x->level == y->level;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  kb_picture_unref (entry->picture);
  cairo_surface_destroy (entry->surface);
  g_free (entry);
}

KbSurfaces *
kb_surfaces_new (gsize limit)
{
  KbSurfaces *surfaces = g_new0 (KbSurfaces, 1);

  surfaces->limit = limit ? limit : (gsize) 256 << 20;
  surfaces->entries = g_hash_table_new (entry_hash, entry_equal);
  g_queue_init (&surfaces->order);
  return surfaces;
}

void
kb_surfaces_free (KbSurfaces *surfaces)
{
  if (!surfaces)
    return;
  g_hash_table_unref (surfaces->entries);
  g_queue_clear_full (&surfaces->order, entry_free);
  g_free (surfaces);
}

static inline guint
multiply (guint c, guint a)
{
  guint t = c * a + 128;

  return (t + (t >> 8)) >> 8;
}

/* Converts n pixels to cairo's format. */
static void
premultiply (const guint8 *in, guint32 *out, guint n, guint32 tint)
{
  guint tr = tint >> 24, tg = tint >> 16 & 255, tb = tint >> 8 & 255;

  for (guint x = 0; x < n; x++, in += 4)
    {
      guint r = in[0], g = in[1], b = in[2], a = in[3];

      if (a == 0)
        {
          out[x] = 0;
          continue;
        }
      if (tint)
        {
          r = (r + tr) / 2;
          g = (g + tg) / 2;
          b = (b + tb) / 2;
        }
      out[x] = a == 255 ? 0xff000000 | r << 16 | g << 8 | b
                        : a << 24 | multiply (r, a) << 16 | multiply (g, a) << 8 | multiply (b, a);
    }
}

cairo_surface_t *
kb_surface_of_part (const KbPicture *picture, guint32 tint, guint x, guint y, guint width,
                    guint height)
{
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS || !data)
    return surface;
  for (guint i = 0; i < height; i++)
    premultiply (kb_picture_pixel (picture, x, y + i),
                 (guint32 *) (void *) (data + (gsize) stride * i), width, tint);
  cairo_surface_mark_dirty (surface);
  return surface;
}

static cairo_surface_t *
make_surface (const KbPicture *picture, guint32 tint)
{
  return kb_surface_of_part (picture, tint, 0, 0, picture->width, picture->height);
}

/* Premultiplied pixels can be averaged directly. The last column repeats past the edge. */
static void
halve_rows (const guint8 *a, const guint8 *b, int from_w, guint8 *to)
{
  for (int x = 0; x < (from_w + 1) / 2; x++)
    {
      int left = 8 * x, right = 4 * MIN (2 * x + 1, from_w - 1);

      for (int c = 0; c < 4; c++)
        to[4 * x + c] = (a[left + c] + a[right + c] + b[left + c] + b[right + c] + 2) / 4;
    }
}

static cairo_surface_t *
halve (cairo_surface_t *from)
{
  int from_w = cairo_image_surface_get_width (from), from_h = cairo_image_surface_get_height (from);
  int w = (from_w + 1) / 2, h = (from_h + 1) / 2,
      from_stride = cairo_image_surface_get_stride (from), stride;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, w, h);
  const guint8 *in = cairo_image_surface_get_data (from);
  guint8 *out = cairo_image_surface_get_data (surface);

  if (!in || !out)
    return surface;
  stride = cairo_image_surface_get_stride (surface);
  for (int y = 0; y < h; y++)
    halve_rows (in + (gsize) from_stride * (2 * y),
                in + (gsize) from_stride * MIN (2 * y + 1, from_h - 1), from_w,
                out + (gsize) stride * y);
  cairo_surface_mark_dirty (surface);
  return surface;
}

/* The first halving, straight from the picture, so that a large one needs no surface of its own
 * size. */
static cairo_surface_t *
halve_picture (const KbPicture *picture, guint32 tint)
{
  guint w = (picture->width + 1) / 2, h = (picture->height + 1) / 2;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) w, (int) h);
  guint8 *out = cairo_image_surface_get_data (surface);
  g_autofree guint32 *rows = g_new (guint32, (gsize) picture->width * 2);
  guint32 *lower = rows + picture->width;

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS || !out)
    return surface;
  for (guint y = 0; y < h; y++)
    {
      premultiply (kb_picture_pixel (picture, 0, 2 * y), rows, picture->width, tint);
      premultiply (kb_picture_pixel (picture, 0, MIN (2 * y + 1, picture->height - 1)), lower,
                   picture->width, tint);
      halve_rows ((const guint8 *) rows, (const guint8 *) lower, (int) picture->width,
                  out + (gsize) cairo_image_surface_get_stride (surface) * y);
    }
  cairo_surface_mark_dirty (surface);
  return surface;
}

static void
drop_oldest (KbSurfaces *surfaces)
{
  while (surfaces->bytes > surfaces->limit && surfaces->order.length > 1)
    {
      Entry *oldest = g_queue_pop_tail (&surfaces->order);

      g_hash_table_remove (surfaces->entries, oldest);
      surfaces->bytes -= oldest->bytes;
      entry_free (oldest);
    }
}

static void
add_entry (KbSurfaces *surfaces, Entry *entry)
{
  g_queue_push_head (&surfaces->order, entry);
  g_hash_table_insert (surfaces->entries, entry, surfaces->order.head);
  surfaces->bytes += entry->bytes;
  drop_oldest (surfaces);
}

void
kb_surfaces_take (KbSurfaces *surfaces, KbSurfaces *from)
{
  Entry *entry;

  g_hash_table_remove_all (from->entries);
  from->bytes = 0;
  while ((entry = g_queue_pop_tail (&from->order)))
    if (g_hash_table_contains (surfaces->entries, entry))
      entry_free (entry);
    else
      add_entry (surfaces, entry);
}

static cairo_surface_t *
get (KbSurfaces *surfaces, KbPicture *picture, guint32 tint, guint level)
{
  Entry key = { picture, tint, level }, *entry;
  cairo_surface_t *surface;
  GList *link = g_hash_table_lookup (surfaces->entries, &key);

  if (link)
    {
      g_queue_unlink (&surfaces->order, link);
      g_queue_push_head_link (&surfaces->order, link);
      entry = link->data;
      return entry->surface;
    }

  surface = level > 1 ? halve (get (surfaces, picture, tint, level - 1))
          : level     ? halve_picture (picture, tint)
                      : make_surface (picture, tint);
  entry = g_new0 (Entry, 1);
  *entry = (Entry){ .picture = kb_picture_ref (picture),
                    .tint = tint,
                    .level = level,
                    .surface = surface,
                    .bytes = 256 };
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS)
    entry->bytes +=
      (gsize) cairo_image_surface_get_stride (surface) * cairo_image_surface_get_height (surface);
  add_entry (surfaces, entry);
  return entry->surface;
}

cairo_surface_t *
kb_surfaces_get (KbSurfaces *surfaces, KbPicture *picture)
{
  return get (surfaces, picture, 0, 0);
}

cairo_surface_t *
kb_surfaces_get_reduced (KbSurfaces *surfaces, KbPicture *picture, guint32 tint, guint level)
{
  return get (surfaces, picture, tint ? tint | 0xff : 0, level);
}

cairo_surface_t *
kb_surface_from_picture (const KbPicture *picture)
{
  return make_surface (picture, 0);
}

KbPicture *
kb_picture_from_surface (cairo_surface_t *surface)
{
  cairo_surface_flush (surface);
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);
  const guint8 *data = cairo_image_surface_get_data (surface);
  gboolean opaque = cairo_image_surface_get_format (surface) == CAIRO_FORMAT_RGB24;
  if (!data || width <= 0 || height <= 0)
    return NULL;
  KbPicture *picture = kb_picture_new (width, height);
  if (!picture)
    return NULL;
  for (int y = 0; y < height; y++)
    {
      const guint32 *in = (const guint32 *) (const void *) (data + (gsize) stride * y);
      guint8 *out = picture->rgba + 4 * (gsize) width * y;

      for (int x = 0; x < width; x++, out += 4)
        {
          guint a = opaque ? 255 : in[x] >> 24;

          if (a == 0)
            continue;
          out[0] = MIN (255, ((in[x] >> 16 & 255) * 255 + a / 2) / a);
          out[1] = MIN (255, ((in[x] >> 8 & 255) * 255 + a / 2) / a);
          out[2] = MIN (255, ((in[x] & 255) * 255 + a / 2) / a);
          out[3] = a;
        }
    }
  return picture;
}
