/* SPDX-License-Identifier: MIT */
/* The types of references: to a part of a picture's file, a class of the project, a frame of the
 * sprite. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/names.h"
#include "document/types_private.h"

/* --- Pictures --------------------------------------------------------------------------------- */

COPY (picture)
{
  KbPictureRef *picture = member;
  picture->file = g_strdup (picture->file);
  picture->unknown = json_deep_copy (picture->unknown);
}

CLEAR (picture)
{
  KbPictureRef *picture = member;
  g_free (picture->file);
  json_decref (picture->unknown);
  *picture = (KbPictureRef) { 0 };
}

/* Keys of `value` not in the NULL-terminated list, or NULL if there are none. */
static json_t *
keys_beside (const json_t *value, const char *const *known)
{
  json_t *rest = NULL;
  KB_EACH_MEMBER (key, item, value)
    if (!g_strv_contains (known, key))
      {
        if (!rest)
          rest = json_object ();
        json_object_set_new (rest, key, json_deep_copy (item));
      }
  return rest;
}

READ (picture)
{
  static const char *const known[] = { "file", "rect", "offset", NULL };
  KbPictureRef *picture = member;
  KbPictureRef result = { 0 };
  const char *file = json_string_value (json_object_get (value, "file"));
  const json_t *rect = json_object_get (value, "rect");
  const json_t *offset = json_object_get (value, "offset");
  if (!file)
    return kb_place_error (
      error, place, field->name, _("expected {\"file\": ..., \"rect\": [x, y, w, h]}, got %s"),
      json_is_object (value) ? _("an object without \"file\"") : kb_json_describe (value));
  /* The name must stay within the pictures folder */
  if (!*file || strpbrk (file, "/\\") || file[0] == '.')
    return kb_place_error (error, place, field->name,
                           _("'%s' is not the name of a file in the pictures folder"), file);
  g_autofree char *fault = kb_file_name_fault (file);
  if (fault)
    return kb_place_error (error, place, field->name, "%s", fault);
  if (!json_is_array (rect) || json_array_size (rect) != 4
      || !kb_json_read_whole (json_array_get (rect, 0), 0, KB_MAX_PICTURE_SIDE, &result.x)
      || !kb_json_read_whole (json_array_get (rect, 1), 0, KB_MAX_PICTURE_SIDE, &result.y)
      || !kb_json_read_whole (json_array_get (rect, 2), 1, KB_MAX_FRAME_SIDE, &result.width)
      || !kb_json_read_whole (json_array_get (rect, 3), 1, KB_MAX_FRAME_SIDE, &result.height))
    return kb_place_error (error, place, field->name,
                           _("rect: expected [x, y, w, h] in whole pixels, at most %d wide"),
                           KB_MAX_FRAME_SIDE);
  if (!kb_json_is_missing (offset)
      && (!json_is_array (offset) || json_array_size (offset) != 2
          || !kb_json_read_whole (json_array_get (offset, 0), KB_MIN_COORDINATE, KB_MAX_COORDINATE,
                                  &result.offset_x)
          || !kb_json_read_whole (json_array_get (offset, 1), KB_MIN_COORDINATE, KB_MAX_COORDINATE,
                                  &result.offset_y)))
    return kb_place_error (error, place, field->name, _("offset: expected [x, y] in whole pixels"));
  result.file = g_strdup (file);
  result.unknown = keys_beside (value, known);
  clear_picture (picture);
  *picture = result;
  return TRUE;
}

WRITE (picture)
{
  const KbPictureRef *picture = member;
  if (!picture->file)
    return json_null ();
  json_t *value = json_pack ("{ss s[iiii]}", "file", picture->file, "rect", picture->x, picture->y,
                             picture->width, picture->height);
  if (value && (picture->offset_x || picture->offset_y)
      && json_object_set_new (value, "offset",
                              json_pack ("[ii]", picture->offset_x, picture->offset_y)))
    g_clear_pointer (&value, json_decref);
  if (value && picture->unknown && json_object_update (value, picture->unknown))
    g_clear_pointer (&value, json_decref);
  return value;
}

const KbTypeOps kb_type_picture = { read_picture, write_picture, clear_picture, copy_picture,
                                    sizeof (KbPictureRef) };

/* --- Classes ---------------------------------------------------------------------------------- */

/* Adds a class that an asset's file names but the project lacks, as after a merge or a copied file.
 * The problems list reports it until a save. Edits may not name one. NULL: it cannot be created, or
 * not in this thread (load.c). */
static KbClass *
add_missing_class (KbDocument *document, const char *name, const KbPlace *place)
{
  KbProject *project = document->project;
  if (!kb_place_file (place) || !document->missing_classes
      || project->classes->len >= KB_MAX_CLASSES)
    return NULL;
  json_auto_t *json = json_pack ("{ss ss}", "name", name, "colour", "#9a9996");
  const KbPlace made = { .file = kb_place_file (place) };
  KbNode *class =
    kb_node_from_json (document, &kb_class_kind, KB_NODE (project), json, &made, NULL);
  if (!class)
    return NULL;
  g_ptr_array_add (project->classes, class);
  kb_document_register (document, class);
  g_hash_table_add (document->missing_classes, GUINT_TO_POINTER (class->id));
  return (KbClass *) class;
}

READ (class)
{
  const char *name = json_string_value (value);
  if (!name)
    return kb_place_error (error, place, field->name, _("expected the name of a class, got %s"),
                           kb_json_describe (value));
  KbClass *class = kb_project_find_class (document->project, name);
  if (!class)   /* reading a file may change the document, which is its own */
    class = add_missing_class ((KbDocument *) document, name, place);
  if (!class)
    return kb_place_error (error, place, field->name, _("there is no class '%s' in the project"),
                           name);
  *(KbId *) member = class->node.id;
  return TRUE;
}

WRITE (class)
{
  const KbNode *root = node;
  while (root->parent)
    root = root->parent;
  const KbProject *project = (const KbProject *) root;
  KB_EACH (const KbClass, class, project->classes)
    if (class->node.id == *(const KbId *) member)
      return json_string (class->name);
  return json_null ();
}

const KbTypeOps kb_type_class = { read_class, write_class, .size = sizeof (KbId) };

/* --- Frames ----------------------------------------------------------------------------------- */

READ (frame)
{
  const KbSprite *sprite = kb_node_sprite (node);
  gint id = 0;
  const KbFrame *frame = sprite && kb_json_read_whole (value, 1, G_MAXINT, &id)
                           ? kb_sprite_find_frame (sprite, id)
                           : NULL;
  if (frame)
    {
      *(KbId *) member = frame->node.id;
      return TRUE;
    }
  if (json_is_integer (value))
    return kb_place_error (error, place, field->name,
                           _("there is no frame with the id %lld in the sprite"),
                           (long long) json_integer_value (value));
  return kb_place_error (error, place, field->name, _("expected the id of a frame, got %s"),
                         kb_json_describe (value));
}

WRITE (frame)
{
  const KbSprite *sprite = kb_node_sprite (KB_NODE (node));
  const KbFrame *frame = sprite ? kb_sprite_frame_of_id (sprite, *(const KbId *) member) : NULL;
  return frame ? json_integer (frame->lasting_id) : json_null ();
}

const KbTypeOps kb_type_frame = { read_frame, write_frame, NULL };
