/* SPDX-License-Identifier: MIT */
/* The pictures of a content: packed, drawn on pages, or as each frame's own file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#include "bake/convert.h"
#include "bake/gather.h"

/* The columns of a sheet with all frames of a sprite, one that has no empty cells if possible. 0: a
 * level has one as an image that the format can show, their sizes differ, or the sheet does not fit
 * into `most`. */
static guint
sheet_columns (const KbBankContent *content, const KbBankSprite *sprite, guint most, guint holds)
{
  const guint n = sprite->n_frames, w = sprite->frames[0].w, h = sprite->frames[0].h;
  const guint least = (guint) ceil (sqrt (n));
  guint columns = least;
  for (guint i = 0; i < n; i++)
    if (sprite->frames[i].w != w || sprite->frames[i].h != h)
      return 0;
  for (guint i = 0; i < content->n_levels && holds & KB_HOLDS (IMAGES); i++)
    for (guint k = 0; k < content->levels[i].n_drawn; k++)
      if (g_strcmp0 (content->levels[i].drawn[k].sprite, sprite->name) == 0)
        return 0;
  while (n % columns && columns * w <= most)
    columns++;
  columns = columns * w <= most ? columns : least;
  return columns * w <= most && (n + columns - 1) / columns * h <= most ? columns : 0;
}

/* Each on a page of its own, of the frame's size, or for `sheets` as a cell of its sprite's. */
static void
separate_cutouts (const KbGather *gather, const KbBankContent *content, guint most,
                  const KbExporter *exporter, KbPackItem *items, KbPack *pack)
{
  const guint n = gather->cutouts->len;
  const KbBankSprite *last = NULL;
  guint columns = 0;
  *pack = (KbPack) { g_new0 (KbPackStrip, n), 0, g_new (KbPackPage, n), 0, g_new (guint, n) };
  KB_EACH (const KbGathered, cutout, gather->cutouts)
    {
      const KbBankSprite *sprite = &content->sprites[cutout->sprite];
      const guint i = cutout_at, w = sprite->frames[cutout->index].w,
                  h = sprite->frames[cutout->index].h;
      const KbOpaque *part = &cutout->part;
      const gboolean is_next = sprite != last;
      if (exporter->sheets && is_next)
        columns = sheet_columns (content, sprite, most, exporter->holds);
      last = sprite;
      if (is_next || !columns)
        {
          const guint across = MAX (columns, 1),
                      down = columns ? (sprite->n_frames + columns - 1) / columns : 1;
          pack->strips[pack->n_strips++] =
            (KbPackStrip) { pack->n_pages, 0, down * h, i, 0, FALSE };
          pack->pages[pack->n_pages++] = (KbPackPage) { across * w, down * h, FALSE };
        }
      pack->strips[pack->n_strips - 1].count++;
      const guint x = columns ? cutout->index % columns * w : 0,
                  y = columns ? cutout->index / columns * h : 0;
      items[i] = (KbPackItem) { part->w, part->h, .page = pack->n_pages - 1,
                                .strip = pack->n_strips - 1, .x = x + (guint) part->trim_x,
                                .y = y + (guint) part->trim_y };
      pack->order[i] = i;
    }
}

/* Packs all cutouts. Returns FALSE if one is larger than a page. */
static gboolean
pack_cutouts (const KbGather *gather, const KbBake *bake, KbPackItem *items, KbPack *pack,
              GError **error)
{
  const KbBakeSettings *settings = &bake->settings;
  guint most = (guint) settings->page_size;
  while (settings->power_of_two && (most & (most - 1)))
    most &= most - 1;
  KB_EACH (const KbGathered, cutout, gather->cutouts)
    {
      items[cutout_at] =
        (KbPackItem){ cutout->part.w, cutout->part.h, cutout->mark, cutout->sprite };
      if (cutout->part.w <= most && cutout->part.h <= most)
        continue;
      g_autofree char *path =
        cutout->frame ? kb_node_path (KB_NODE (cutout->frame))
                      : g_strdup_printf ("sprites['%s'].frames[%u]",
                                         bake->content.sprites[cutout->sprite].name, cutout->index);
      return kb_fail (error, KB_ERROR_INPUT,
                      _("%s: the picture is %u x %u pixels without its empty border; expected at "
                         "most %u x %u, the size of a page"),
                      path, cutout->part.w, cutout->part.h, most, most);
    }
  const KbPackRules rules = { most, (guint) settings->padding, (guint) settings->extrude,
                              settings->power_of_two };
  kb_pack (items, gather->cutouts->len, &rules, bake->only != NULL, pack);
  return TRUE;
}

static void
place_picture (const KbGathered *gathered, const KbPackItem *items, KbBankFrame *to)
{
  const KbPackItem *item = items + gathered->cutout;
  to->has_picture = !gathered->part.empty;
  to->page = item->page;
  to->atlas_x = item->x;
  to->atlas_y = item->y;
  to->atlas_w = item->w;
  to->atlas_h = item->h;
  to->trim_x = gathered->part.trim_x;
  to->trim_y = gathered->part.trim_y;
}

/* Moves the page's file out of the content. */
static void
put_beside (KbBake *bake, KbBankPage *page)
{
  g_autoptr (GBytes) png = g_bytes_new_with_free_func (page->data, page->size, free, page->data);
  g_ptr_array_add (bake->beside, kb_mark_png (png, KB_MARK_PAGE));
  page->data = NULL;
  page->size = 0;
}

/* Makes the pages, and the position of each frame's picture on them. */
static gboolean
bake_pages (KbBake *bake, KbGather *gather, KbPackItem *items, const KbWatch *watch, GError **error)
{
  static const KbBankEncoding encodings[] = { [KB_IMAGES_PNG] = KB_BANK_PAGE_PNG,
                                              [KB_IMAGES_RGBA] = KB_BANK_PAGE_RGBA,
                                              [KB_IMAGES_BESIDE] = KB_BANK_PAGE_BESIDE };
  KbBankContent *content = &bake->content;
  KbPack pack = { NULL };
  if (gather->apart)
    separate_cutouts (gather, content, (guint) bake->settings.page_size,
                      kb_exporters[bake->settings.format].exporter, items, &pack);
  else if (!pack_cutouts (gather, bake, items, &pack, error))
    return FALSE;
  content->pages = g_new0 (KbBankPage, MAX (pack.n_pages, 1));
  content->n_pages = pack.n_pages;
  gboolean ok = kb_make_pages (gather, items, &pack, bake->settings.images != KB_IMAGES_RGBA,
                               content->pages, watch, 0.4, 0.95, error);
  kb_pack_clear (&pack);
  for (guint i = 0; ok && i < content->n_pages; i++)
    {
      content->pages[i].name = g_strdup ("");
      content->pages[i].encoding = encodings[bake->settings.images];
      if (bake->settings.images == KB_IMAGES_BESIDE)
        put_beside (bake, &content->pages[i]);
    }
  return ok;
}

gboolean
kb_bake_pictures (KbBake *bake, KbGather *gather, const KbWatch *watch, GError **error)
{
  if (!kb_gather_look (gather, watch, 0, 0.4, error))
    return FALSE;
  g_autofree KbPackItem *items = g_new0 (KbPackItem, MAX (gather->cutouts->len, 1));
  if (bake->settings.images != KB_IMAGES_SOLID && !bake_pages (bake, gather, items, watch, error))
    return FALSE;
  KB_EACH_IN (KbGathered, gathered, gather->frames)
    {
      KbBankFrame *to = &bake->content.sprites[gathered->sprite].frames[gathered->index];
      if (gathered->part.empty && !gather->apart)
        continue;
      if (bake->settings.images != KB_IMAGES_SOLID)
        place_picture (gathered, items, to);
      if (!gathered->frame)
        continue;   /* an object's content has it */
      to->bitmap = g_steal_pointer (&gathered->bits);
      to->bitmap_size = gathered->part.bits_size;
    }
  return TRUE;
}
