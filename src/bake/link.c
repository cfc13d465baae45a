/* SPDX-License-Identifier: MIT */
/* Joins objects: their assets in the order of a bank, then references, then pages. */
#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#include "bake/gather.h"
#include "bake/convert.h"
#include "bake/object.h"
#include "bake/work.h"

/* The lists of a content's assets, each of which begins with its name. */
static const struct {
  const char *kind;
  gsize items, count, size;
} lists[] = {
#define ASSETS(kind, list, type)                                                                   \
  { kind, offsetof (KbBankContent, list), offsetof (KbBankContent, n_##list), sizeof (type) }
  ASSETS ("level", levels, KbBankLevel),
  ASSETS ("mask", masks, KbBankMask),
  ASSETS ("sprite", sprites, KbBankSprite),
  ASSETS ("track", tracks, KbBankTrack),
};

static gint
compare_objects (gconstpointer a, gconstpointer b)
{
  const KbObject *x = *(KbObject *const *) a, *y = *(KbObject *const *) b;
  const gint kinds = strcmp (x->kind, y->kind);
  return kinds ? kinds : strcmp (x->name, y->name);
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

static gboolean
same_classes (const KbBankContent *a, const KbBankContent *b)
{
  gboolean same = a->n_classes == b->n_classes;
  for (guint i = 0; same && i < a->n_classes; i++)
    same = a->classes[i].colour == b->classes[i].colour
           && strcmp (a->classes[i].name, b->classes[i].name) == 0;
  return same;
}

/* Moves an object's asset to the end of its list. */
static gboolean
take_asset (KbObject *object, KbBankContent *to, GError **error)
{
  guint list = 0, i = 0;
  while (list < G_N_ELEMENTS (lists) && strcmp (lists[list].kind, object->kind) != 0)
    list++;
  if (list < G_N_ELEMENTS (lists))
    {
      const gsize size = lists[list].size;
      char *from = G_STRUCT_MEMBER (char *, &object->content, lists[list].items),
           **items = G_STRUCT_MEMBER_P (to, lists[list].items);
      guint32 *count = G_STRUCT_MEMBER_P (to, lists[list].count),
              n = G_STRUCT_MEMBER (guint32, &object->content, lists[list].count);
      while (i < n && strcmp (*(char **) (gpointer) (from + i * size), object->name) != 0)
        i++;
      if (i < n)
        {
          memcpy (*items + *count * size, from + i * size, size);
          memset (from + i * size, 0, size);
          ++*count;
          return TRUE;
        }
    }
  return kb_input_error (error, _("%s: has no %s '%s', as it says"), object->path, object->kind,
                         object->name);
}

/* Moves all assets, in the order of a bank. */
static gboolean
take_assets (const GPtrArray *objects, KbBankContent *to, GError **error)
{
  for (guint list = 0; list < G_N_ELEMENTS (lists); list++)
    G_STRUCT_MEMBER (gpointer, to, lists[list].items) =
      g_malloc0_n (objects->len + 1, lists[list].size);
  KB_EACH (KbObject, object, objects)
    {
      const KbObject *other = object_at ? objects->pdata[object_at - 1] : object;
      if (other != object && compare_objects (&other, &object) == 0)
        return kb_input_error (error, _("%s: has the %s '%s', as %s has; expected each once"),
                               object->path, object->kind, object->name, other->path);
      if (!same_classes (&other->content, &object->content))
        return kb_input_error (error,
                               _("%s: its project had other classes than that of %s; compile both "
                                 "again"),
                               object->path, other->path);
      if (!take_asset (object, to, error))
        return FALSE;
    }
  return TRUE;
}

/* A frame's place on a page of its object becomes a source. */
static void
gather_sprite (KbGather *gather, const KbObject *object, guint sprite, KbBankSprite *from,
               gboolean same_rules)
{
  const KbHash name = kb_hash_of (object->name, strlen (object->name));
  const guint first = gather->sources->len;
  for (guint i = 0; i < object->content.n_pages; i++)
    {
      KbSource source = { .path = g_strdup (object->path), .page = &object->content.pages[i],
                          .users = g_array_new (FALSE, FALSE, sizeof (guint)) };
      source.adlers = same_rules && i == 0 ? object->adlers : NULL;
      source.n_bands = object->n_adlers;
      g_array_append_val (gather->sources, source);
    }
  for (guint i = 0; i < from->n_frames; i++)
    {
      KbBankFrame *frame = &from->frames[i];
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

static void
forget_pictures (KbBankSprite *sprite)
{
  for (guint i = 0; i < sprite->n_frames; i++)
    {
      KbBankFrame *frame = &sprite->frames[i];
      free (frame->bitmap);
      frame->bitmap = NULL;
      frame->bitmap_size = 0;
      frame->has_picture = FALSE;
      frame->page = frame->atlas_x = frame->atlas_y = frame->atlas_w = frame->atlas_h = 0;
      frame->trim_x = frame->trim_y = 0;
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
link_pictures (KbBake *bake, const GPtrArray *objects, const KbWatch *watch, GError **error)
{
  KbBakeSettings own;
  KbBankContent *content = &bake->content;
  const gboolean shown = bake->settings.images != KB_IMAGES_NONE;
  if (!kb_link_settings (objects, &own, error))
    return FALSE;
  KbGather *gather =
    kb_gather_new_empty (NULL, NULL, kb_exporters[bake->settings.format].exporter);
  guint sprite = 0;
  KB_EACH (const KbObject, object, objects)
    {
      if (strcmp (object->kind, "sprite") != 0)
        continue;
      if (shown)
        gather_sprite (gather, object, sprite, &content->sprites[sprite],
                       has_same_rules (&own, &bake->settings));
      else
        forget_pictures (&content->sprites[sprite]);
      sprite++;
    }
  const gboolean ok = !shown || kb_bake_pictures (bake, gather, watch, error);
  kb_gather_free (gather);
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
  g_ptr_array_sort (objects, compare_objects);
  if (!take_assets (objects, &bake->content, error) || !kb_bake_join_references (bake, error))
    return NULL;
  KbBankContent *first = objects->len ? &((KbObject *) objects->pdata[0])->content : NULL;
  if (first)
    {
      bake->content.classes = g_steal_pointer (&first->classes);
      bake->content.n_classes = first->n_classes;
      first->n_classes = 0;
    }
  return link_pictures (bake, objects, &watch, error) ? g_steal_pointer (&bake) : NULL;
}
