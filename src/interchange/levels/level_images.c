/* SPDX-License-Identifier: MIT */
/* Puts the image layers and groups of a level file into a document. */
#include "interchange/levels/level_parts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/colour.h"
#include "document/part.h"
#include "interchange/formats.h"

static json_t *
picture_json (const char *file, const KbPicture *picture)
{
  return json_pack ("{ss s[iiii]}", "file", file, "rect", 0, 0, (int) picture->width,
                    (int) picture->height);
}

/* A sprite with the picture as its only frame. Returns its name as a new string, or NULL. */
static char *
add_sprite (KbDocument *document, const KbFileImage *image, GError **error)
{
  const KbId project = KB_NODE (kb_document_project (document))->id;
  g_autofree char *file = kb_document_add_picture (document, image->stem, image->picture, error);
  if (!file)
    return NULL;
  char *name = kb_document_free_name (document, project, "sprites", image->stem);
  json_t *sprite =
    json_pack ("{ss si s[{si si si so}]}", "name", name, "next_frame", 2, "frames", "id", 1,
               "width", (int) image->picture->width, "height", (int) image->picture->height,
               "picture", picture_json (file, image->picture));
  if (!kb_document_insert (document, project, "sprites", -1, sprite, error))
    g_clear_pointer (&name, g_free);
  return name;
}

/* Shows the file's picture if it has changed. */
static gboolean
update_picture (KbDocument *document, const KbFrame *frame, const KbFileImage *image,
                GError **error)
{
  const KbId id = frame->node.id;
  g_autofree char *file = kb_document_add_picture (document, image->stem, image->picture, error);
  if (!file || g_strcmp0 (file, frame->picture.file) == 0)
    return file != NULL;
  return kb_document_set (document, id, "width", json_integer (image->picture->width), error)
         && kb_document_set (document, id, "height", json_integer (image->picture->height), error)
         && kb_document_set (document, id, "picture", picture_json (file, image->picture), error);
}

static gpointer
find_named (const GPtrArray *nodes, const char *name)
{
  KB_EACH (KbNode, node, nodes)
    {
      const gsize offset = kb_kind_field (node->kind, "name")->offset;
      if (strcmp (G_STRUCT_MEMBER (char *, node, offset), name) == 0)
        return node;
    }
  return NULL;
}

static const KbFileGroup *
group_of (const KbFileLevel *made, const KbLayerLook *look)
{
  return look->group ? g_ptr_array_index (made->groups, look->group - 1) : NULL;
}

void
kb_file_look_set (json_t *fields, const KbFileLevel *made, const KbLevel *level,
                  const KbLayerLook *look)
{
  const KbFileGroup *in = group_of (made, look);
  const KbLayerGroup *group = in ? find_named (level->groups, in->name) : NULL;
  json_object_update_new (
    fields, json_pack ("{si ss? ss sf sf si}", "opacity", (int) look->opacity, "tint",
                       look->tint ? kb_colour_text (look->tint).text : NULL, "blend",
                       kb_blend_names[look->blend], "parallax_x", look->parallax_x, "parallax_y",
                       look->parallax_y, "group", group ? (int) group->lasting_id : 0));
}

gboolean
kb_file_fields_put (KbDocument *document, KbId id, const json_t *fields, GError **error)
{
  KB_EACH_MEMBER (name, value, fields)
    {
      const KbNode *node = kb_document_node (document, id);
      json_auto_t *now = kb_node_get (node, kb_kind_field (node->kind, name));
      if (!json_equal (now, value)
          && !kb_document_set (document, id, name, json_incref (value), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_group (KbDocument *document, const KbFileLevel *made, const KbFileGroup *group, KbId id,
           GError **error)
{
  const KbLevel *level = (const KbLevel *) kb_document_node (document, id);
  const KbNode *old = find_named (level->groups, group->name);
  json_auto_t *fields = json_object ();
  kb_file_look_set (fields, made, level, &group->look);
  if (old)
    return kb_file_fields_put (document, old->id, fields, error);
  json_object_set_new (fields, "name", json_string (group->name));
  return kb_document_insert (document, id, "groups", -1, json_incref (fields), error) != 0;
}

static void
note_groups (GHashTable *used, const KbFileLevel *made, const KbLayerLook *look)
{
  for (const KbFileGroup *in = group_of (made, look); in; in = group_of (made, &in->look))
    g_hash_table_add (used, (gpointer) in);
}

gboolean
kb_level_groups_put (KbDocument *document, const KbFileLevel *made, KbId level, GError **error)
{
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbFileLayer, layer, made->layers)
    note_groups (used, made, &layer->look);
  KB_EACH (const KbFileImage, image, made->images)
    note_groups (used, made, &image->look);
  KB_EACH (KbFileGroup, group, made->groups)
    if (g_hash_table_contains (used, group) && !put_group (document, made, group, level, error))
      return FALSE;
  return TRUE;
}

/* Within the caller's step. Returns 0 on failure. */
static KbId
put_image (KbDocument *document, const KbFileLevel *made, KbId id, const KbFileImage *image,
           GError **error)
{
  const KbLevel *level = (const KbLevel *) kb_document_node (document, id);
  const KbImageLayer *old = find_named (level->images, image->name);
  const KbFrame *frame = old ? kb_image_frame (kb_document_project (document), old) : NULL;
  const KbLayer *below = image->above ? kb_level_find_layer (level, image->above) : NULL;
  const KbId old_id = old ? old->node.id : 0;
  json_auto_t *fields = json_object ();
  kb_file_look_set (fields, made, level, &image->look);
  json_object_update_new (
    fields, json_pack ("{sO* so sb sb si}", "values", image->values, "at", kb_vec_json (image->at),
                       "repeat_x", image->repeat_x, "repeat_y", image->repeat_y, "above",
                       below ? (int) below->lasting_id : 0));
  if (frame && !update_picture (document, frame, image, error))
    return 0;
  g_autofree char *sprite = frame ? NULL : add_sprite (document, image, error);
  if (!frame && !sprite)
    return 0;
  if (sprite)
    json_object_set_new (fields, "sprite", json_string (sprite));
  if (old_id)
    return kb_file_fields_put (document, old_id, fields, error) ? old_id : 0;
  json_object_set_new (fields, "name", json_string (image->name));
  return kb_document_insert (document, id, "images", -1, json_incref (fields), error);
}

gboolean
kb_level_images_put (KbDocument *document, const KbFileLevel *made, KbId level, GError **error)
{
  KB_EACH (KbFileImage, image, made->images)
    if (!put_image (document, made, level, image, error))
      return FALSE;
  return TRUE;
}

KbId
kb_level_image_add (KbDocument *document, KbId id, const char *stem, KbPicture *picture,
                    GError **error)
{
  const KbLevel *level = (const KbLevel *) kb_document_node (document, id);
  const guint n = kb_count (level->layers);
  g_autofree char *name = kb_document_free_name (document, id, "images", stem);
  const KbFileImage image = { .name = name,
                              .picture = picture,
                              .stem = (char *) stem,
                              .above = n ? kb_layer_at (level, n - 1)->name : NULL,
                              .look = { .opacity = 100, .parallax_x = 1, .parallax_y = 1 } };
  kb_document_begin (document, _("Add image layer"));
  KbId made = put_image (document, NULL, id, &image, error);
  return kb_document_finish (document, made != 0) ? made : 0;
}
