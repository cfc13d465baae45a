/* SPDX-License-Identifier: MIT */
/* Finding things by name. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/model.h"

/* Assets are sorted by name when loaded: usually a few steps find it. */
static gpointer
find_named (GPtrArray *items, gsize name_offset, const char *name)
{
  for (guint from = 0, to = name ? items->len : 0, middle; from < to;)
    {
      gpointer item = g_ptr_array_index (items, middle = (from + to) / 2);
      const int order = g_strcmp0 (name, G_STRUCT_MEMBER (char *, item, name_offset));
      if (order == 0)
        return item;
      from = order > 0 ? middle + 1 : from;
      to = order < 0 ? middle : to;
    }
  KB_EACH (void, item, items)
    if (g_strcmp0 (G_STRUCT_MEMBER (char *, item, name_offset), name) == 0)
      return item;
  return NULL;
}

KbSprite *
kb_project_find_sprite (const KbProject *project, const char *name)
{
  return find_named (project->sprites, G_STRUCT_OFFSET (KbSprite, name), name);
}

KbClass *
kb_project_find_class (const KbProject *project, const char *name)
{
  return find_named (project->classes, G_STRUCT_OFFSET (KbClass, name), name);
}

guint64
kb_project_classes_of_kind (const KbProject *project, KbClassKind kind)
{
  guint64 bits = 0;
  KB_EACH_WHILE (class_at < KB_MAX_CLASSES, const KbClass, class, project->classes)
    if (class->kind == kind)
      bits |= G_GUINT64_CONSTANT (1) << class_at;
  return bits;
}

KbMask *
kb_project_find_mask (const KbProject *project, const char *name)
{
  return find_named (project->masks, G_STRUCT_OFFSET (KbMask, name), name);
}

KbTrack *
kb_project_find_track (const KbProject *project, const char *name)
{
  return find_named (project->tracks, G_STRUCT_OFFSET (KbTrack, name), name);
}

KbLevel *
kb_project_find_level (const KbProject *project, const char *name)
{
  return find_named (project->levels, G_STRUCT_OFFSET (KbLevel, name), name);
}

/* The frame with a number at that offset. They ascend unless frames were moved: an animation of all
 * frames costs little. */
static KbFrame *
find_frame (const KbSprite *sprite, gsize offset, guint32 number)
{
  guint low = 0, high = sprite->frames->len;
  while (low < high)
    {
      const guint middle = (low + high) / 2;
      if (G_STRUCT_MEMBER (guint32, kb_frame_at (sprite, middle), offset) < number)
        low = middle + 1;
      else
        high = middle;
    }
  KbFrame *likely = low < sprite->frames->len ? kb_frame_at (sprite, low) : NULL;
  if (likely && G_STRUCT_MEMBER (guint32, likely, offset) == number)
    return likely;
  KB_EACH (KbFrame, frame, sprite->frames)
    if (G_STRUCT_MEMBER (guint32, frame, offset) == number)
      return frame;
  return NULL;
}

KbFrame *
kb_sprite_find_frame (const KbSprite *sprite, gint lasting_id)
{
  if (!lasting_id)
    return kb_count (sprite->frames) ? kb_frame_at (sprite, 0) : NULL;
  return find_frame (sprite, G_STRUCT_OFFSET (KbFrame, lasting_id), (guint32) lasting_id);
}

KbFrame *
kb_sprite_frame_of_id (const KbSprite *sprite, KbId id)
{
  return find_frame (sprite, G_STRUCT_OFFSET (KbFrame, node.id), id);
}

char *
kb_step_event_names (const KbStep *step)
{
  g_autoptr (GString) names = g_string_new (NULL);
  KB_EACH (const KbStepEvent, event, step->events)
    g_string_append_printf (names, "%s%s", event_at ? ", " : "", event->name);
  return names->len ? g_string_free (g_steal_pointer (&names), FALSE) : NULL;
}

KbPoint *
kb_frame_find_point (const KbFrame *frame, const char *name)
{
  return find_named (frame->points, G_STRUCT_OFFSET (KbPoint, name), name);
}

KbAnimation *
kb_sprite_find_animation (const KbSprite *sprite, const char *name)
{
  return find_named (sprite->animations, G_STRUCT_OFFSET (KbAnimation, name), name);
}

KbAnimation *
kb_sprite_sheet_animation (const KbSprite *sprite)
{
  KbAnimation *all = kb_sprite_find_animation (sprite, KB_SHEET_ANIMATION);
  guint n = sprite->frames->len;
  if (!all || all->loop != KB_LOOP_LOOP || n < 2 || all->steps->len != n
      || kb_frame_at (sprite, 0)->hot_spot.set)
    return NULL;
  for (guint i = 0; i < n; i++)
    if (kb_step_at (all, i)->frame_id != kb_frame_at (sprite, i)->node.id
        || kb_step_at (all, i)->duration != KB_NEW_DURATION)
      return NULL;
  return all;
}

KbTileset *
kb_level_find_tileset (const KbLevel *level, gint number)
{
  KB_EACH (KbTileset, tileset, level->tilesets)
    if (tileset->number == number)
      return tileset;
  return NULL;
}

KbSprite *
kb_level_tileset_sprite (const KbProject *project, const KbLevel *level, gint number)
{
  const KbTileset *tileset = kb_level_find_tileset (level, number);
  return tileset ? kb_project_find_sprite (project, tileset->sprite) : NULL;
}

KbLayer *
kb_level_find_layer (const KbLevel *level, const char *name)
{
  return find_named (level->layers, G_STRUCT_OFFSET (KbLayer, name), name);
}

char *
kb_within_sentence (const char *label)
{
  /* "capitals" in languages that write nouns so */
  return g_str_equal (C_("nouns within a sentence", "small letters"), "capitals")
           ? g_strdup (label)
           : g_utf8_strdown (label, -1);
}

gpointer
kb_node_enclosing (const KbNode *node, const KbKind *kind)
{
  while (node && node->kind != kind)
    node = node->parent;
  return (gpointer) node;
}

KbSprite *
kb_node_sprite (KbNode *node)
{
  return kb_node_enclosing (node, &kb_sprite_kind);
}

KbFrame *
kb_node_frame (KbNode *node)
{
  return kb_node_enclosing (node, &kb_frame_kind);
}

KbTrack *
kb_node_track (KbNode *node)
{
  return kb_node_enclosing (node, &kb_track_kind);
}

KbLevel *
kb_node_level (KbNode *node)
{
  return kb_node_enclosing (node, &kb_level_kind);
}

/* Never freed: no document owns them. */
static GPtrArray *
band_zones (void)
{
  static KbZone zones[] = {
    { { .kind = &kb_zone_kind }, .value = KB_BAND_IS, .name = (char *) "band",
      .colour = 0xff7800ff },
    { { .kind = &kb_zone_kind }, .value = KB_BAND_IS_NOT, .name = (char *) "no band",
      .colour = 0x62a0eaff },
  };
  static gsize list;
  if (g_once_init_enter (&list))
    {
      GPtrArray *made = g_ptr_array_new ();
      for (guint i = 0; i < G_N_ELEMENTS (zones); i++)
        g_ptr_array_add (made, &zones[i]);
      g_once_init_leave (&list, (gsize) made);
    }
  return (GPtrArray *) list;
}

GPtrArray *
kb_node_zones (const KbNode *node)
{
  for (; node; node = node->parent)
    if (kb_node_is (node, &kb_band_kind))
      return band_zones ();
    else
      for (const KbList *list = node->kind->lists; list->name; list++)
        if (list->item->is_zone)
          return kb_node_list (node, list);
  return NULL;
}

KbZone *
kb_zones_find (const GPtrArray *zones, guint value)
{
  if (zones)
    KB_EACH (KbZone, zone, zones)
      if (zone->value == (gint) value)
        return zone;
  return NULL;
}

KbZone *
kb_zones_find_name (const GPtrArray *zones, const char *name)
{
  return zones ? find_named ((GPtrArray *) zones, G_STRUCT_OFFSET (KbZone, name), name) : NULL;
}

KbPainted *
kb_node_painted (const KbNode *node, const KbField *field)
{
  if (!field)
    field = kb_kind_field_of_type (node->kind, KB_TYPE_ZONES);
  return field && field->type == KB_TYPE_ZONES ? G_STRUCT_MEMBER_P (node, field->offset) : NULL;
}

KbZones *
kb_node_painted_zones (const KbNode *node, const KbField *field)
{
  const KbPainted *painted = kb_node_painted (node, field);
  KbZones *zones = painted ? painted->zones : NULL;
  gint width, height;
  gboolean is_nothing = zones && kb_zones_is_blank (zones) && kb_node_size (node, &width, &height)
                        && kb_zones_width (zones) == (guint) width
                        && kb_zones_height (zones) == (guint) height;
  return is_nothing ? NULL : zones;
}

/* A painting without a size, a band's, has that of its parent. */
gboolean
kb_node_size (const KbNode *node, gint *width, gint *height)
{
  if (node->parent && kb_node_painted (node, NULL) && !kb_kind_field (node->kind, "width"))
    node = node->parent;
  const KbField *w = kb_kind_field (node->kind, "width"), *h = kb_kind_field (node->kind, "height");
  if (!w || !h || w->type != KB_TYPE_INT)
    return FALSE;
  gint scale = MAX (node->kind->cell_pixels, 1), border = node->kind->border;
  *width = G_STRUCT_MEMBER (gint, node, w->offset) * scale * MAX (node->kind->sample_pixels, 1)
           + border;
  *height = G_STRUCT_MEMBER (gint, node, h->offset) * scale + border;
  return TRUE;
}

KbCollision
kb_layer_collision (const KbLayer *layer, const KbFrame *frame, KbId *class_id)
{
  const gboolean by_layer = frame->collision == KB_COLLISION_SHAPES && layer->solid;
  *class_id = by_layer ? layer->solid : frame->collision_class;
  return by_layer ? KB_COLLISION_FULL : frame->collision;
}

gboolean
kb_sprite_is_tileset (const KbSprite *sprite)
{
  const KbProject *project = (const KbProject *) sprite->node.parent;
  if (project)
    KB_EACH (const KbLevel, level, project->levels)
      KB_EACH (const KbTileset, tileset, level->tilesets)
        if (strcmp (tileset->sprite, sprite->name) == 0)
          return TRUE;
  return FALSE;
}
