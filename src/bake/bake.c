/* SPDX-License-Identifier: MIT */
/* The order of an export: check, gather, pack, encode, then the content of the bank. */
#include "bake/bake.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "bake/convert.h"
#include "bake/gather.h"
#include "bake/level/levels.h"
#include "bake/outputs.h"
#include "bake/track/tracks.h"
#include "document/files/files.h"
#include "document/shapes/shape.h"
#include "runtime/kickbox.h"

gboolean
kb_bake_project_settings (const KbDocument *document, KbBakeSettings *settings, GError **error)
{
  g_autoptr (GError) local = NULL;
  if (kb_bake_settings_read (settings, kb_document_project (document)->export, &local))
    return TRUE;
  g_set_error (error, local->domain, local->code, "%s: %s", kb_document_file (document),
               local->message);
  return FALSE;
}

/* The first error of the problems list, and the number of others. */
static gboolean
check_problems (const KbDocument *document, const KbGather *gather, GError **error)
{
  g_autoptr (GPtrArray) problems = kb_document_problems_knowing (
    document, gather ? kb_gather_known_size : NULL, (gpointer) gather);
  const KbProblem *first = NULL;
  guint n = 0;
  KB_EACH (const KbProblem, problem, problems)
    {
      if (problem->severity != KB_PROBLEM_ERROR)
        continue;
      first = first ? first : problem;
      n++;
    }
  if (n == 0)
    return TRUE;
  g_autofree char *place = kb_document_placed (document, first->path);
  if (n == 1)
    return kb_fail (error, KB_ERROR_INPUT, "%s: %s", place, first->message);
  return kb_fail (
    error, KB_ERROR_INPUT,
    g_dngettext (NULL, "%s: %s (and %u more error)", "%s: %s (and %u more errors)", n - 1), place,
    first->message, n - 1);
}

static gboolean
check_file_readable (const char *path, GError **error)
{
  if (g_access (path, R_OK) == 0 || errno != EACCES)
    return TRUE;
  return kb_fail (error, KB_ERROR_MACHINE, _("%s: cannot be read: %s"), path, g_strerror (EACCES));
}

/* An earlier export could read a file whose data is cached. */
static gboolean
check_readable (const KbDocument *document, const KbGather *gather, GError **error)
{
  if (!gather)
    return kb_bake_check_readable (document, NULL, error);
  KB_EACH_IN (const KbSource, source, gather->sources)
    if (!source->known && !check_file_readable (source->path, error))
      return FALSE;
  return TRUE;
}

/* ---- pictures ---- */

/* The columns of a sheet with all frames of a sprite, one that has no empty cells if possible. 0: a
 * level has one as an image that the format can show, their sizes differ, or the sheet does not fit
 * into `most`. */
static guint
sheet_columns (const KbDocument *document, const KbSprite *sprite, guint most, guint holds)
{
  const guint n = sprite->frames->len, w = (guint) kb_frame_at (sprite, 0)->width,
              h = (guint) kb_frame_at (sprite, 0)->height;
  const guint least = (guint) ceil (sqrt (n));
  guint columns = least;
  KB_EACH (const KbFrame, frame, sprite->frames)
    if ((guint) frame->width != w || (guint) frame->height != h)
      return 0;
  KB_EACH (const KbLevel, level, kb_document_project (document)->levels)
    KB_EACH (const KbImageLayer, image, level->images)
      if (holds & KB_HOLDS (IMAGES) && strcmp (image->sprite, sprite->name) == 0)
        return 0;
  while (n % columns && columns * w <= most)
    columns++;
  columns = columns * w <= most ? columns : least;
  return columns * w <= most && (n + columns - 1) / columns * h <= most ? columns : 0;
}

/* Each on a page of its own, of the frame's size, or for `sheets` as a cell of its sprite's. */
static void
separate_cutouts (const KbGather *gather, guint most, const KbExporter *exporter,
                  KbPackItem *items, KbPack *pack)
{
  const guint n = gather->cutouts->len;
  const KbNode *last = NULL;
  guint columns = 0;
  *pack = (KbPack) { g_new0 (KbPackStrip, n), 0, g_new (KbPackPage, n), 0, g_new (guint, n) };
  KB_EACH (const KbGathered, cutout, gather->cutouts)
    {
      const guint i = cutout_at, w = (guint) cutout->frame->width,
                  h = (guint) cutout->frame->height;
      const KbOpaque *part = &cutout->part;
      const KbSprite *sprite = (const KbSprite *) cutout->frame->node.parent;
      const gboolean is_next = &sprite->node != last;
      if (exporter->sheets && is_next)
        columns = sheet_columns (gather->document, sprite, most, exporter->holds);
      last = &sprite->node;
      if (is_next || !columns)
        {
          const guint across = MAX (columns, 1),
                      down = columns ? (sprite->frames->len + columns - 1) / columns : 1;
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
pack_cutouts (const KbGather *gather, const KbBakeSettings *settings, KbPackItem *items,
              KbPack *pack, GError **error)
{
  guint most = (guint) settings->page_size;
  while (settings->power_of_two && (most & (most - 1)))
    most &= most - 1;
  KB_EACH (const KbGathered, cutout, gather->cutouts)
    {
      items[cutout_at] =
        (KbPackItem){ cutout->part.w, cutout->part.h, cutout->mark, cutout->sprite };
      if (cutout->part.w <= most && cutout->part.h <= most)
        continue;
      g_autofree char *path = kb_node_path (KB_NODE (cutout->frame));
      return kb_fail (error, KB_ERROR_INPUT,
                      _("%s: the picture is %u x %u pixels without its empty border; expected at "
                         "most %u x %u, the size of a page"),
                      path, cutout->part.w, cutout->part.h, most, most);
    }
  const KbPackRules rules = { most, (guint) settings->padding, (guint) settings->extrude,
                              settings->power_of_two };
  kb_pack (items, gather->cutouts->len, &rules, FALSE, pack);
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
    separate_cutouts (gather, (guint) bake->settings.page_size,
                      kb_exporters[bake->settings.format].exporter, items, &pack);
  else if (!pack_cutouts (gather, &bake->settings, items, &pack, error))
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
  kb_bake_name_pages (bake, kb_document_project (gather->document)->name);
  return ok;
}

static gboolean
bake_pictures (KbBake *bake, KbGather *gather, const KbWatch *watch, GError **error)
{
  if (!kb_gather_look (gather, watch, 0, 0.4, error))
    return FALSE;
  g_autofree KbPackItem *items = g_new0 (KbPackItem, MAX (gather->cutouts->len, 1));
  if (bake->settings.images != KB_IMAGES_SOLID && !bake_pages (bake, gather, items, watch, error))
    return FALSE;
  KB_EACH_IN (KbGathered, gathered, gather->frames)
    {
      KbBankFrame *to = &bake->content.sprites[gathered->sprite].frames[gathered->index];
      if (gathered->part.empty && !gather->whole)
        continue;
      if (bake->settings.images != KB_IMAGES_SOLID)
        place_picture (gathered, items, to);
      to->bitmap = g_steal_pointer (&gathered->bits);
      to->bitmap_size = gathered->part.bits_size;
    }
  return TRUE;
}

/* ---- everything else ---- */

static gboolean
bake_frame (const KbFrame *frame, GHashTable *classes, GHashTable *inherited, KbBankFrame *to,
            GError **error)
{
  g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
  const KbPixel hot = frame->hot_spot.set ? frame->hot_spot : (KbPixel) { 0 };
  *to = (KbBankFrame){
    .name = g_strdup (frame->name ? frame->name : ""),
    .w = (uint32_t) frame->width,
    .h = (uint32_t) frame->height,
    .has_hot_spot = hot.set,
    .hot_x = hot.x,
    .hot_y = hot.y,
    .points = g_new0 (KbBankPoint, MAX (frame->points->len, 1)),
    .shapes = g_new0 (KbBankShape, MAX (shapes->len, 1)),
  };
  for (; to->n_points < frame->points->len; to->n_points++)
    {
      const KbPoint *point = kb_point_at (frame, to->n_points);
      kbx_vec direction =
        point->direction.set ? kbx_direction (point->direction.degrees) : (kbx_vec) { 0, 0 };
      KbBankPoint *baked = &to->points[to->n_points];
      *baked = (KbBankPoint) { g_strdup (point->name), point->at.x, point->at.y, direction.x,
                               direction.y };
      baked->values = kb_bake_values (KB_NODE (point), &baked->n_values);
    }
  to->values = kb_bake_values (KB_NODE (frame), &to->n_values);
  kb_bake_frame_painting (frame, to);
  while (to->n_shapes < shapes->len)
    {
      const KbShape *shape = g_ptr_array_index (shapes, to->n_shapes);
      KbBankShape *baked = &to->shapes[to->n_shapes++];
      if (!kb_bake_shape (shape, baked, error))
        return FALSE;
      baked->class_index = kb_class_place (classes, shape->class_id);
    }
  return TRUE;
}

static void
bake_events (const KbStep *step, KbBankStep *to)
{
  to->values = kb_bake_values (KB_NODE (step), &to->n_values);
  to->events = g_new0 (KbBankEvent, step->events->len);
  for (; to->n_events < step->events->len; to->n_events++)
    {
      const KbStepEvent *event = kb_step_event_at (step, to->n_events);
      KbBankEvent *baked = &to->events[to->n_events];
      baked->name = g_strdup (event->name);
      baked->values = kb_bake_values (KB_NODE (event), &baked->n_values);
    }
}

static void
bake_animation (const KbAnimation *animation, GHashTable *frames, KbBankAnimation *to)
{
  static const KbBankLoop loops[] = {
    [KB_LOOP_ONCE] = KB_BANK_ONCE, [KB_LOOP_LOOP] = KB_BANK_LOOP,
    [KB_LOOP_PING_PONG] = KB_BANK_PING_PONG, [KB_LOOP_HOLD_LAST] = KB_BANK_HOLD_LAST,
  };
  *to = (KbBankAnimation) { g_strdup (animation->name), loops[animation->loop],
                           g_new0 (KbBankStep, animation->steps->len), 0 };
  to->values = kb_bake_values (KB_NODE (animation), &to->n_values);
  for (; to->n_steps < animation->steps->len; to->n_steps++)
    {
      const KbStep *step = kb_step_at (animation, to->n_steps);
      guint frame =
        GPOINTER_TO_UINT (g_hash_table_lookup (frames, GUINT_TO_POINTER (step->frame_id)));
      to->steps[to->n_steps] =
        (KbBankStep) { frame, (uint32_t) (step->duration > 0 ? step->duration : KB_NEW_DURATION) };
      bake_events (step, &to->steps[to->n_steps]);
    }
}

/* An animation without steps shows nothing and is left out. The problems list warns of it. */
static gboolean
bake_sprite (const KbSprite *sprite, GHashTable *classes, KbBankSprite *to, GError **error)
{
  g_autoptr (GHashTable) frames = g_hash_table_new (NULL, NULL),
                         inherited = kb_inherited_new (sprite);
  *to = (KbBankSprite) { .name = g_strdup (sprite->name),
                        .frames = g_new0 (KbBankFrame, MAX (sprite->frames->len, 1)),
                        .animations = g_new0 (KbBankAnimation, MAX (sprite->animations->len, 1)) };
  to->zones = kb_bake_zones (sprite->zones, &to->n_zones);
  to->values = kb_bake_values (KB_NODE (sprite), &to->n_values);
  KB_EACH (const KbFrame, frame, sprite->frames)
    {
      g_hash_table_insert (frames, GUINT_TO_POINTER (frame->node.id), GUINT_TO_POINTER (frame_at));
      to->n_frames++;
      if (!bake_frame (frame, classes, inherited, &to->frames[frame_at], error))
        return FALSE;
    }
  KB_EACH (KbAnimation, one, sprite->animations)
    if (one->steps->len)
      bake_animation (one, frames, &to->animations[to->n_animations++]);
  return TRUE;
}

static gboolean
bake_annotations (KbBake *bake, const KbProject *project, const GPtrArray *sprites, GError **error)
{
  KbBankContent *content = &bake->content;
  g_autoptr (GHashTable) classes = kb_class_places (project);
  content->classes = g_new0 (KbBankClass, MAX (project->classes->len, 1));
  for (; content->n_classes < project->classes->len; content->n_classes++)
    {
      const KbClass *class = kb_class_at (project, content->n_classes);
      content->classes[content->n_classes] = (KbBankClass){ g_strdup (class->name), class->colour };
    }
  content->sprites = g_new0 (KbBankSprite, MAX (sprites->len, 1));
  for (guint i = 0; i < sprites->len; i++)
    {
      content->n_sprites++;
      if (!bake_sprite (g_ptr_array_index (sprites, i), classes, &content->sprites[i], error))
        return FALSE;
    }
  kb_bake_masks (project, content);
  return TRUE;
}

/* Bakes everything. With `gather` NULL, no pictures. */
static gboolean
bake_all (KbBake *bake, KbDocument *document, const GPtrArray *sprites, KbGather *gather,
          const KbWatch *watch, GError **error)
{
  g_autoptr (GError) local = NULL;
  if (!check_readable (document, gather, error) || !check_problems (document, gather, error))
    return FALSE;
  const KbProject *project = kb_document_project (document);
  if (bake_annotations (bake, project, sprites, &local)
      && kb_bake_tracks (project, &bake->content, watch->cancellable, &local)
      && kb_bake_levels (document, &bake->content, watch->cancellable, &local)
      && (!gather || bake_pictures (bake, gather, watch, &local)))
    return TRUE;
  /* Messages with a file's own name need no prefix. A node's path gets that of its file. */
  if (local->domain == KB_ERROR && !g_path_is_absolute (local->message))
    {
      g_autofree char *placed = kb_document_placed (document, local->message);
      g_set_error_literal (error, local->domain, local->code, placed);
    }
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

KbBake *
kb_bake (KbDocument *document, const KbBakeSettings *settings, KbBakeProgress progress,
         gpointer data, GCancellable *cancellable, GError **error)
{
  const KbWatch watch = { progress, data, cancellable };
  const KbProject *project = kb_document_project (document);
  KbBake *bake = g_new0 (KbBake, 1);
  bake->file = g_strdup (kb_document_file (document));
  bake->stem = g_strdup ("");
  bake->beside = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  gboolean ok = TRUE;
  if (settings)
    bake->settings = *settings;
  else
    ok = kb_bake_project_settings (document, &bake->settings, error);
  const KbExporter *exporter = kb_exporters[bake->settings.format].exporter;
  if (exporter->is_engine)
    bake->settings.images = exporter->pictures_inside               ? KB_IMAGES_PNG
                            : exporter->holds & KB_HOLDS (PICTURES) ? KB_IMAGES_BESIDE
                                                                    : KB_IMAGES_NONE;

  g_autoptr (GPtrArray) sprites = kb_assets_by_name (project->sprites);
  KbCache *cache = ok && bake->settings.images != KB_IMAGES_NONE ? kb_cache_open () : NULL;
  gboolean again = ok;
  for (guint round = 0; again; round++)
    {
      GError *local = NULL;
      KbGather *gather = bake->settings.images == KB_IMAGES_NONE ? NULL
        : kb_gather_new (document, sprites, cache, exporter, round > 0);
      ok = bake_all (bake, document, sprites, gather, &watch, &local);
      /* A file changed unnoticed: read everything again, once. */
      again = !ok && gather && gather->mismatch && round == 0;
      if (again)
        {
          g_clear_error (&local);
          kb_bank_content_clear (&bake->content);
          g_ptr_array_set_size (bake->beside, 0);
        }
      if (local)
        g_propagate_error (error, local);
      g_clear_pointer (&gather, kb_gather_free);
    }
  kb_cache_free (cache);
  if (!ok)
    g_clear_pointer (&bake, kb_bake_free);
  return bake;
}

void
kb_bake_free (KbBake *bake)
{
  if (!bake)
    return;
  kb_bank_content_clear (&bake->content);
  g_ptr_array_unref (bake->beside);
  g_free (bake->file);
  g_free (bake->stem);
  json_decref (bake->written);
  g_free (bake);
}

const KbBankContent *
kb_bake_content (const KbBake *bake)
{
  return &bake->content;
}

gboolean
kb_bake_check_readable (const KbDocument *document, GPtrArray *faults, GError **error)
{
  g_auto (GStrv) inputs = kb_bake_inputs (document);
  GError *fault = NULL;
  for (guint i = 0; inputs[i]; i++)
    if (check_file_readable (inputs[i], &fault))
      continue;
    else if (faults)
      g_ptr_array_add (faults, g_steal_pointer (&fault));
    else
      {
        g_propagate_error (error, fault);
        return FALSE;
      }
  return TRUE;
}

/* Adds the files of an asset: its own, the picture of a frame or heightmap, its painting. Includes
 * all nodes below. */
static void
add_inputs (const KbDocument *document, const KbNode *node, GHashTable *seen)
{
  const KbKind *kind = node->kind;
  const KbField *picture = kind->folder ? NULL : kb_kind_field_of_type (kind, KB_TYPE_PICTURE);
  const KbPictureRef *shown = picture ? G_STRUCT_MEMBER_P (node, picture->offset) : NULL;
  const char *folder = kb_document_folder (document);
  struct stat info;
  if (kind->folder)
    {
      g_autofree char *name = g_strconcat (
        G_STRUCT_MEMBER (char *, node, kb_kind_field (kind, "name")->offset), ".json", NULL);
      g_hash_table_add (seen, g_build_filename (folder, kind->folder, name, NULL));
    }
  if (shown && shown->file)
    g_hash_table_add (seen, g_build_filename (folder, "pictures", shown->file, NULL));
  if (kb_kind_field_of_type (kind, KB_TYPE_ZONES))
    {
      g_autofree char *path = kb_document_painted_path (document, node);
      if (kb_file_stat (folder, path, &info))
        g_hash_table_add (seen, g_steal_pointer (&path));
    }
  for (const KbList *list = kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      KB_EACH (KbNode, item, items)
        add_inputs (document, item, seen);
    }
}

char **
kb_bake_inputs (const KbDocument *document)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;
  g_hash_table_add (seen, g_strdup (kb_document_file (document)));
  add_inputs (document, &kb_document_project (document)->node, seen);
  g_autofree char **paths = (char **) g_hash_table_get_keys_as_array (seen, &n);
  qsort (paths, n, sizeof *paths, kb_compare_texts);
  return g_strdupv (paths);
}
