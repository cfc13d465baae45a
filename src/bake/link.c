/* SPDX-License-Identifier: MIT */
/* Joins objects: their assets in the order of a bank, then pages. */
#include <string.h>

#include <glib/gi18n.h>

#include "bake/gather.h"
#include "bake/convert.h"
#include "bake/object.h"
#include "bake/work.h"

static gint
compare_objects (gconstpointer a, gconstpointer b)
{
  const KbObject *x = *(KbObject *const *) a, *y = *(KbObject *const *) b;
  return kb_bank_part_compare (x->part, y->part);
}

gboolean
kb_link_settings (const GPtrArray *objects, KbBakeSettings *settings, GError **error)
{
  const KbObject *first = objects->len ? objects->pdata[0] : NULL;
  KB_EACH (const KbObject, object, objects)
    if (!json_equal (object->settings, first->settings))
      return kb_input_error (error,
                             _("%s: its project had other export settings than that of %s; compile "
                               "both again"),
                             object->path, first->path);
  if (kb_bake_settings_read (settings, first ? first->settings : NULL, error))
    return TRUE;
  g_prefix_error (error, "%s: ", first->path);
  return FALSE;
}

/* The parts in the order of a bank. */
static gboolean
list_parts (KbBake *bake, GError **error)
{
  KB_EACH (KbObject, object, bake->objects)
    {
      const KbObject *other = object_at ? bake->objects->pdata[object_at - 1] : object;
      if (other != object && compare_objects (&other, &object) == 0)
        return kb_input_error (error, _("%s: has the %s '%s', as %s has; expected each once"),
                               object->path, object->kind, object->name, other->path);
      if (!kb_bank_part_same_classes (other->part, object->part))
        return kb_input_error (error,
                               _("%s: its project had other classes than that of %s; compile both "
                                 "again"),
                               object->path, other->path);
      bake->join.parts[bake->join.n++] = object->part;
    }
  return TRUE;
}

static gboolean
look_at_part (guint index, gpointer data, GError **error)
{
  const KbBake *bake = data;
  const KbObject *object = bake->objects->pdata[index];
  KbBankError reason;
  return kb_bank_join_look (&bake->join, object->part, &reason)
         || kb_input_error (error, "%s: %s", object->path, reason.message);
}

/* A frame's place on a page of its object becomes a source. */
static void
gather_sprite (KbGather *gather, const KbObject *object, guint sprite, const KbBankSprite *from,
               gboolean same_rules)
{
  const KbHash name = kb_hash_of (object->name, strlen (object->name));
  const guint first = gather->sources->len;
  for (guint i = 0; i < object->n_pages; i++)
    {
      KbSource source = { .path = g_strdup (object->path), .page = &object->pages[i],
                          .users = g_array_new (FALSE, FALSE, sizeof (guint)) };
      source.adlers = same_rules && i == 0 ? object->adlers : NULL;
      source.n_bands = object->n_adlers;
      g_array_append_val (gather->sources, source);
    }
  for (guint i = 0; i < from->n_frames; i++)
    {
      const KbBankFrame *frame = &from->frames[i];
      const gint64 index = i;
      const KbGathered gathered = {
        .sprite = sprite,
        .index = i,
        .source = frame->has_picture ? first + frame->page : G_MAXUINT,
        .mark = kb_hash_numbers (name, &index, 1).a,
        .part = { .empty = !frame->has_picture, .x = frame->atlas_x, .y = frame->atlas_y,
                  .w = frame->atlas_w, .h = frame->atlas_h, .trim_x = frame->trim_x,
                  .trim_y = frame->trim_y },
      };
      kb_gather_add (gather, &gathered);
    }
}

/* Whether pages of objects are what a page of the bank would be. */
static gboolean
has_same_rules (const KbBakeSettings *a, const KbBakeSettings *b)
{
  return a->padding == b->padding && a->extrude == b->extrude && a->page_size == b->page_size
         && a->power_of_two == b->power_of_two;
}

static gboolean
link_pictures (KbBake *bake, const KbWatch *watch, GError **error)
{
  KbBakeSettings own;
  if (!kb_link_settings (bake->objects, &own, error))
    return FALSE;
  KbGather *gather =
    kb_gather_new_empty (NULL, NULL, kb_exporters[bake->settings.format].exporter);
  for (guint i = 0; i < bake->content.n_sprites; i++)
    gather_sprite (gather, bake->objects->pdata[i], i, &bake->content.sprites[i],
                   has_same_rules (&own, &bake->settings));
  const gboolean ok = kb_bake_pictures (bake, gather, watch, error);
  kb_gather_free (gather);
  return ok;
}

/* Sprites come first in a bank. */
static gboolean
read_frames (KbBake *bake)
{
  KbBankContent *to = &bake->frames;
  gboolean ok = TRUE;
  to->sprites = g_new0 (KbBankSprite, bake->objects->len + 1);
  KB_EACH (const KbObject, object, bake->objects)
    if (ok && strcmp (object->kind, "sprite") == 0)
      ok = kb_bank_part_frames (object->part, &to->sprites[to->n_sprites++]);
  return ok;
}

/* A binary bank is joined when it is written, and needs only the frames here. Other formats are
 * made of the whole content. */
static gboolean
join (KbBake *bake, const KbWatch *watch, GError **error)
{
  KbBankContent *content = &bake->content, whole;
  KbBankError reason;
  const gboolean shown = bake->settings.images != KB_IMAGES_NONE;
  if (!read_frames (bake))
    return kb_fail (error, KB_ERROR_MACHINE, _("out of memory"));
  content->joined = &bake->join;
  bake->join.sprites = shown ? bake->frames.sprites : NULL;
  if (bake->settings.format != KB_FORMAT_BINARY)
    {
      if (!kb_bank_join_unpack (content, &whole, &reason))
        return kb_fail (error, KB_ERROR_MACHINE, "%s", reason.message);
      *content = whole;
      return !shown || link_pictures (bake, watch, error);
    }
  content->sprites = bake->frames.sprites;
  content->n_sprites = bake->frames.n_sprites;
  const gboolean ok = !shown || link_pictures (bake, watch, error);
  content->sprites = NULL;
  content->n_sprites = 0;
  return ok;
}

KbBake *
kb_link (GPtrArray *objects, const KbBakeSettings *settings, const char *file,
         KbBakeProgress progress, gpointer data, GError **error)
{
  const KbWatch watch = { progress, data, NULL };
  g_autoptr (KbBake) bake = kb_bake_new (file);
  bake->settings = *settings;
  kb_bake_settle_images (&bake->settings);
  bake->objects = g_ptr_array_ref (objects);
  bake->join.parts = g_new (KbBankPart *, objects->len + 1);
  g_ptr_array_sort (objects, compare_objects);
  return list_parts (bake, error)
           && kb_parallel (objects->len, look_at_part, bake, &watch, 0.5, 0.5, error)
           && join (bake, &watch, error)
           ? g_steal_pointer (&bake)
           : NULL;
}
