/* SPDX-License-Identifier: MIT */
/* The order of an export: check, gather, pack, encode, then the content of the bank. */
#include "bake/bake.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bake/convert.h"
#include "bake/gather.h"
#include "bake/level/levels.h"
#include "bake/outputs.h"
#include "bake/track/tracks.h"
#include "bake/work.h"
#include "document/files/files.h"
#include "document/part.h"
#include "document/shapes/shape.h"
#include "operations/operations.h"
#include "runtime/kickbox.h"
#include "runtime/masks/bitmap_make.h"
#include "runtime/masks/zone_make.h"

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

/* A KbKnownPicture; `gather` is a KbGather. */
static gboolean
kb_gather_known_size (const char *file, guint *width, guint *height, gpointer data)
{
  const KbGather *gather = data;
  const guint index = GPOINTER_TO_UINT (g_hash_table_lookup (gather->by_name, file));
  const KbSource *source = index ? &g_array_index (gather->sources, KbSource, index - 1) : NULL;
  if (!source || !source->known)
    return FALSE;
  *width = source->known->width;
  *height = source->known->height;
  return TRUE;
}

/* The first error of the problems list, and the number of others. */
static gboolean
check_problems (const KbDocument *document, const KbNode *only, const KbGather *gather,
                GError **error)
{
  g_autoptr (GPtrArray) problems = kb_document_problems_knowing (
    document, gather ? kb_gather_known_size : NULL, (gpointer) gather);
  const KbProblem *first = NULL;
  guint n = 0;
  KB_EACH (const KbProblem, problem, problems)
    {
      const KbNode *asset = kb_part_asset (kb_document_node (document, problem->node));
      if (problem->severity != KB_PROBLEM_ERROR || (only && asset && asset != only))
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

typedef struct { gint x0, y0, x1, y1; } Box;

/* Extends the box by the nonzero pixels of a tile at (x, y), w x h of them. */
static void
grow_box (Box *box, const guint8 *pixels, gint x, gint y, gint w, gint h)
{
  for (gint i = 0; i < w * h; i++)
    {
      const gint column = i % w, row = i / w;
      if (pixels[row * KB_ZONES_TILE + column] == 0)
        continue;
      box->x0 = MIN (box->x0, x + column);
      box->x1 = MAX (box->x1, x + column + 1);
      box->y0 = MIN (box->y0, y + row);
      box->y1 = MAX (box->y1, y + row + 1);
    }
}

/* Returns FALSE if all pixels are 0. */
static gboolean
painted_box (const KbZones *zones, Box *box)
{
  gint width = (gint) kb_zones_width (zones), height = (gint) kb_zones_height (zones),
       columns = (gint) kb_zones_columns (zones);
  *box = (Box) { width, height, 0, 0 };
  for (gint i = 0; i < columns * (gint) kb_zones_rows (zones); i++)
    {
      gint x = i % columns * KB_ZONES_TILE, y = i / columns * KB_ZONES_TILE;
      if (kb_zones_tile_value (zones, (guint) i) != 0)
        grow_box (box, kb_zones_tile (zones, (guint) i), x, y, MIN (KB_ZONES_TILE, width - x),
                  MIN (KB_ZONES_TILE, height - y));
    }
  return box->x0 < box->x1;
}

/* The painting of a frame, cropped, or none if it is empty. */
static void
kb_bake_frame_painting (const KbFrame *frame, KbBankFrame *to)
{
  const KbZones *zones = kb_node_painted_zones (&frame->node, NULL);
  Box box;
  if (!zones || !painted_box (zones, &box))
    return;
  to->painting_x = (uint32_t) box.x0;
  to->painting_y = (uint32_t) box.y0;
  kb_bake_painting (zones, box.x0, box.y0, (guint) (box.x1 - box.x0), (guint) (box.y1 - box.y0),
                    &to->painting);
}

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

/* What others refer to. */
static void
declare_sprite (const KbSprite *sprite, KbBankSprite *to)
{
  *to = (KbBankSprite) { .name = g_strdup (sprite->name),
                         .frames = g_new0 (KbBankFrame, sprite->frames->len + 1),
                         .animations = g_new0 (KbBankAnimation, sprite->animations->len + 1) };
  KB_EACH (const KbFrame, frame, sprite->frames)
    to->frames[to->n_frames++] = (KbBankFrame) { .name = g_strdup (""),
                                                 .w = (uint32_t) frame->width,
                                                 .h = (uint32_t) frame->height };
  KB_EACH (const KbAnimation, one, sprite->animations)
    if (one->steps->len)
      to->animations[to->n_animations++] = (KbBankAnimation) { .name = g_strdup (one->name) };
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
  KB_EACH (const KbSprite, sprite, sprites)
    {
      content->n_sprites++;
      if (bake->only && bake->only != &sprite->node)
        declare_sprite (sprite, &content->sprites[sprite_at]);
      else if (!bake_sprite (sprite, classes, &content->sprites[sprite_at], error))
        return FALSE;
    }
  kb_bake_masks (project, content);
  return TRUE;
}

/* Once all assets are there. */
static gboolean
join_references (KbBake *bake, GError **error)
{
  KbBankError reason;
  return kb_bank_join_references (&bake->content, &reason)
         || kb_fail (error, KB_ERROR_INPUT, "%s", reason.message);
}

/* Bakes everything. With `gather` NULL, no pictures. */
static gboolean
bake_all (KbBake *bake, KbDocument *document, const GPtrArray *sprites, KbGather *gather,
          const KbWatch *watch, GError **error)
{
  g_autoptr (GError) local = NULL;
  if ((!bake->only && !check_readable (document, gather, error))
       || !check_problems (document, bake->only, gather, error))
    return FALSE;
  const KbProject *project = kb_document_project (document);
  if (bake_annotations (bake, project, sprites, &local)
      && kb_bake_tracks (project, &bake->content, watch->cancellable, &local)
      && kb_bake_levels (document, bake->only, &bake->content, watch->cancellable, &local)
      && (!gather || kb_bake_pictures (bake, gather, watch, &local))
      && join_references (bake, &local))
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
kb_bake_new (const char *file)
{
  KbBake *bake = KB_NEW (KbBake, .file = g_strdup (file));
  bake->stem = g_strdup ("");
  bake->beside = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  return bake;
}

/* Bakes with the settings that `bake` has. */
static gboolean
bake_document (KbBake *bake, KbDocument *document, KbCache *cache, const KbWatch *watch,
               GError **error)
{
  const KbProject *project = kb_document_project (document);
  const KbExporter *exporter = kb_exporters[bake->settings.format].exporter;
  g_autoptr (GPtrArray) sprites = kb_assets_by_name (project->sprites);
  gboolean ok = FALSE, again = TRUE;
  for (guint round = 0; again; round++)
    {
      GError *local = NULL;
      KbGather *gather =
        bake->settings.images == KB_IMAGES_NONE
          ? NULL
          : kb_gather_new (document, sprites, bake->only, cache, exporter, round > 0);
      if (gather)
        gather->adlers = bake->adlers;
      ok = bake_all (bake, document, sprites, gather, watch, &local);
      /* A file changed unnoticed: read everything again, once. */
      again = !ok && gather && gather->mismatch && round == 0;
      if (again)
        {
          g_clear_error (&local);
          kb_bank_content_clear (&bake->content);
          g_ptr_array_set_size (bake->beside, 0);
          if (bake->adlers)
            g_array_set_size (bake->adlers, 0);
        }
      if (local)
        g_propagate_error (error, local);
      g_clear_pointer (&gather, kb_gather_free);
    }
  if (ok)
    kb_bake_name_pages (bake, project->name);
  return ok;
}

void
kb_bake_settle_images (KbBakeSettings *settings)
{
  const KbExporter *exporter = kb_exporters[settings->format].exporter;
  if (exporter->is_engine)
    settings->images = exporter->pictures_inside               ? KB_IMAGES_PNG
                       : exporter->holds & KB_HOLDS (PICTURES) ? KB_IMAGES_BESIDE
                                                               : KB_IMAGES_NONE;
}

KbBake *
kb_bake (KbDocument *document, const KbBakeSettings *settings, KbBakeProgress progress,
         gpointer data, GCancellable *cancellable, GError **error)
{
  const KbWatch watch = { progress, data, cancellable };
  g_autoptr (KbBake) bake = kb_bake_new (kb_document_file (document));
  if (settings)
    bake->settings = *settings;
  else if (!kb_bake_project_settings (document, &bake->settings, error))
    return NULL;
  kb_bake_settle_images (&bake->settings);
  KbCache *cache = bake->settings.images != KB_IMAGES_NONE ? kb_cache_open () : NULL;
  const gboolean ok = bake_document (bake, document, cache, &watch, error);
  kb_cache_free (cache);
  return ok ? g_steal_pointer (&bake) : NULL;
}

KbBake *
kb_bake_asset (KbDocument *document, const KbNode *asset, GError **error)
{
  const KbWatch watch = { NULL };
  g_autoptr (KbBake) bake = kb_bake_new (kb_document_file (document));
  if (!kb_bake_project_settings (document, &bake->settings, error))
    return NULL;
  bake->settings.format = KB_FORMAT_BINARY;
  bake->settings.images = KB_IMAGES_PNG;
  bake->only = asset;
  bake->adlers = g_array_new (FALSE, FALSE, sizeof (guint32));
  return bake_document (bake, document, NULL, &watch, error) ? g_steal_pointer (&bake) : NULL;
}

void
kb_bake_free (KbBake *bake)
{
  if (!bake)
    return;
  kb_bank_content_clear (&bake->content);
  kb_bank_content_clear (&bake->frames);
  g_clear_pointer (&bake->objects, g_ptr_array_unref);
  g_free (bake->join.parts);
  g_ptr_array_unref (bake->beside);
  g_free (bake->file);
  g_free (bake->stem);
  json_decref (bake->written);
  g_clear_pointer (&bake->adlers, g_array_unref);
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
  g_auto (GStrv) inputs = kb_bake_inputs (document, NULL);
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

/* Adds the files of an asset: its own, its pictures, its painting. Includes
 * all nodes below. With `only`, of other assets just their own. */
static void
add_inputs (const KbDocument *document, const KbNode *node, const KbNode *only, GHashTable *seen)
{
  const KbKind *kind = node->kind;
  const KbField *picture = kb_kind_field_of_type (kind, KB_TYPE_PICTURE);
  const KbPictureRef *shown = picture ? G_STRUCT_MEMBER_P (node, picture->offset) : NULL;
  const char *folder = kb_document_folder (document);
  struct stat info;
  if (kind->folder)
    {
      g_autofree char *name = g_strconcat (
        G_STRUCT_MEMBER (char *, node, kb_kind_field (kind, "name")->offset), ".json", NULL);
      g_hash_table_add (seen, g_build_filename (folder, kind->folder, name, NULL));
      if (only && only != node)
        return;
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
        add_inputs (document, item, only, seen);
    }
}

char **
kb_bake_inputs (const KbDocument *document, const KbNode *only)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;
  g_hash_table_add (seen, g_strdup (kb_document_file (document)));
  add_inputs (document, &kb_document_project (document)->node, only, seen);
  g_autofree char **paths = (char **) g_hash_table_get_keys_as_array (seen, &n);
  qsort (paths, n, sizeof *paths, kb_compare_texts);
  return g_strdupv (paths);
}
