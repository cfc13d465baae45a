/* SPDX-License-Identifier: MIT */
/* Applies an import to a document in one undo step: copies pictures into the project's folder,
 * makes missing classes, and makes a new sprite. again.c updates an existing one. */
#include "interchange/apply_private.h"
#include "document/colour.h"
#include "document/values.h"

#include <glib/gi18n.h>
#include <string.h>

#define MOST_LEVELS 6     /* named in one line */

char *
kb_apply_level_names (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < MIN (names->len, MOST_LEVELS); i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "",
                            (const char *) g_ptr_array_index (names, i));
  if (names->len > MOST_LEVELS)
    g_string_append (text, ", ...");
  return g_string_free (text, FALSE);
}

KbSprite *
kb_apply_sprite (const KbApply *apply)
{
  return (KbSprite *) kb_document_node (apply->document, apply->sprite);
}

const char *
kb_loop_name (KbLoop loop)
{
  return kb_kind_field (&kb_animation_kind, "loop")->choices[loop];
}

json_t *
kb_apply_picture_json (const KbApply *apply, const KbImportFrame *frame)
{
  if (frame->picture < 0)
    return json_null ();
  return json_pack ("{ss s[iiii] so*}", "file", apply->files[frame->picture], "rect", frame->x,
                    frame->y, frame->picture_width, frame->picture_height, "offset",
                    frame->offset_x || frame->offset_y
                      ? json_pack ("[ii]", frame->offset_x, frame->offset_y)
                      : NULL);
}

const char *const kb_apply_frame_fields[] = { "values", "terrain", "weight", "collision",
                                             "collision_class", "heights", NULL };

static guint
terrain_value (const KbApply *apply, json_int_t number)
{
  return apply->terrains ? apply->terrains[number] : (guint) number;
}

json_t *
kb_apply_terrains_json (const KbApply *apply)
{
  json_t *list = json_deep_copy (apply->import->terrains);
  KB_EACH_JSON (terrain, list)
    json_object_set_new (terrain, "value",
                         json_integer (terrain_value (apply, (json_int_t) terrain_at + 1)));
  return list;
}

json_t *
kb_apply_frame_field (const KbApply *apply, const KbImportFrame *frame, const char *field)
{
  const json_t *const own[] = { frame->values, frame->terrain, frame->weight, frame->collision,
                                frame->collision_class, frame->heights };
  guint k = 0;
  while (strcmp (kb_apply_frame_fields[k], field) != 0)
    k++;
  json_t *value = json_deep_copy (own[k]);
  if (own[k] == frame->terrain)
    KB_EACH_JSON (label, value)
      json_integer_set (label, terrain_value (apply, json_integer_value (label)));
  return value;
}

json_t *
kb_apply_hot_spot_json (const KbImportFrame *frame)
{
  return frame->hot_spot.set ? json_pack ("[ii]", frame->hot_spot.x, frame->hot_spot.y) : NULL;
}

json_t *
kb_apply_frame_json (const KbApply *apply, const KbImportFrame *frame)
{
  json_t *value = json_pack (
    "{si si ss* so* so* so so}", "width", frame->width, "height", frame->height, "name",
    frame->name, "picture", frame->picture < 0 ? NULL : kb_apply_picture_json (apply, frame),
    "hot_spot", kb_apply_hot_spot_json (frame), "points", json_deep_copy (frame->points), "shapes",
    json_deep_copy (frame->shapes));
  for (guint k = 0; kb_apply_frame_fields[k]; k++)
    {
      json_t *own = kb_apply_frame_field (apply, frame, kb_apply_frame_fields[k]);
      if (own)
        json_object_set_new (value, kb_apply_frame_fields[k], own);
    }
  return value;
}

json_t *
kb_apply_steps_json (const KbImportAnimation *animation, const gint *lasting_ids)
{
  json_t *steps = json_array ();
  KB_EACH_IN (const KbImportStep, step, animation->steps)
    json_array_append_new (steps, json_pack ("[ii]", lasting_ids[step->frame], step->duration));
  return steps;
}

json_t *
kb_apply_animation_json (const KbImport *import, const KbImportAnimation *animation,
                         const gint *lasting_ids)
{
  json_t *steps = json_array ();
  KB_EACH_IN (const KbImportStep, step, animation->steps)
    {
      const KbImportFrame *frame = g_ptr_array_index (import->frames, step->frame);
      json_array_append_new (steps,
                             json_pack ("{si si so*}", "frame", lasting_ids[step->frame],
                                        "duration", step->duration, "events",
                                        json_deep_copy (frame->events)));
    }
  return json_pack ("{ss ss so so*}", "name", animation->name, "loop",
                    kb_loop_name (animation->loop), "steps", steps, "values",
                    json_deep_copy (animation->values));
}

typedef struct {
  KbPicture *picture;
  gboolean placed;         /* in the project already */
  gboolean done;
  GBytes *png;
  char *sum;               /* of png */
  GError *error;
} Encoding;

static void
encode (gpointer data, gpointer done)
{
  Encoding *encoding = data;
  if (!encoding->placed)
    encoding->png = kb_picture_encode (encoding->picture, &encoding->error);
  if (encoding->png)
    encoding->sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, encoding->png);
  g_async_queue_push (done, encoding);
}

static void
clear_encoding (gpointer data)
{
  Encoding *encoding = data;
  g_clear_pointer (&encoding->png, g_bytes_unref);
  g_clear_pointer (&encoding->sum, g_free);
  g_clear_error (&encoding->error);
}

static char *
add_picture (KbApply *apply, const KbImportPicture *picture, Encoding *encoding, GError **error)
{
  GHashTable *known = apply->import->placed;
  const char *placed = known ? g_hash_table_lookup (known, picture->picture) : NULL;
  if (placed)
    return g_strdup (placed);
  g_autofree char *stem = kb_import_stem (picture->path);
  if (!encoding->png)
    g_propagate_error (error, g_steal_pointer (&encoding->error));
  return encoding->png ? kb_document_add_encoded (apply->document, stem, picture->picture,
                                                  encoding->png, encoding->sum, error)
                       : NULL;
}

/* Each is written, in order, while later ones are encoded. */
static gboolean
add_pictures (KbApply *apply, GError **error)
{
  const KbImport *import = apply->import;
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (Encoding));
  g_autoptr (GAsyncQueue) done = g_async_queue_new ();
  gboolean ok = TRUE;
  g_array_set_clear_func (all, clear_encoding);
  g_array_set_size (all, import->pictures->len);
  KB_EACH_IN (Encoding, encoding, all)
    {
      encoding->picture = kb_import_picture (import, (gint) encoding_at);
      encoding->placed =
        import->placed && g_hash_table_contains (import->placed, encoding->picture);
    }
  GThreadPool *pool = kb_work_start (encode, all->data, sizeof (Encoding), all->len, done);
  apply->files = g_new0 (char *, all->len + 1);
  KB_EACH_WHILE (ok, const KbImportPicture, picture, import->pictures)
    {
      Encoding *encoding = &g_array_index (all, Encoding, picture_at);
      while (!encoding->done)
        ((Encoding *) g_async_queue_pop (done))->done = TRUE;
      char *file = apply->files[picture_at] = add_picture (apply, picture, encoding, error);
      ok = file != NULL;
      if (ok && import->placed)
        g_hash_table_replace (import->placed, picture->picture, g_strdup (file));
      clear_encoding (encoding);
    }
  if (pool)
    g_thread_pool_free (pool, TRUE, TRUE);
  return ok;
}

/* A colour that no class of the project has, if one is left. */
static guint32
free_colour (const KbProject *project)
{
  static const guint32 colours[] = { 0x3584e4ff, 0x33d17aff, 0xf6d32dff, 0xff7800ff, 0xe01b24ff,
                                     0x9141acff, 0x986a44ff, 0x62a0eaff, 0x8ff0a4ff, 0xf9f06bff,
                                     0xffbe6fff, 0xf66151ff, 0xdc8addff, 0xcdab8fff };
  for (guint i = 0; i < G_N_ELEMENTS (colours); i++)
    {
      gboolean taken = FALSE;
      KB_EACH (const KbClass, other, project->classes)
        taken |= other->colour == colours[i];
      if (!taken)
        return colours[i];
    }
  return colours[project->classes->len % G_N_ELEMENTS (colours)];
}

gboolean
kb_import_add_class (KbDocument *document, const char *name, guint32 rgba, GError **error)
{
  const KbProject *project = kb_document_project (document);
  return kb_project_find_class (project, name)
         || kb_document_insert (
           document, project->node.id, "classes", -1,
           json_pack ("{ssss}", "name", name, "colour",
                      kb_colour_text (rgba ? rgba : free_colour (project)).text), error);
}

/* The type of a key that has two: all choices of enums, else text. Returns a new reference. */
static json_t *
join_types (json_t *known, json_t *type)
{
  if (!known || json_equal (known, type))
    return json_incref (type);
  if (!json_is_array (known) || !json_is_array (type))
    return json_string (kb_value_types[KB_VALUE_TEXT]);
  json_t *choices = json_copy (known);
  KB_EACH_JSON (choice, type)
    if (kb_value_choice (choices, json_string_value (choice)) == json_array_size (choices))
      json_array_append (choices, choice);
  return choices;
}

void
kb_import_note_types (json_t *all, const char *class_name, const json_t *types)
{
  KB_EACH_MEMBER (key, type, types)
    {
      json_t *known = json_object_get (all, class_name);
      if (!known)
        json_object_set_new (all, class_name, known = json_object ());
      json_object_set_new (known, key, join_types (json_object_get (known, key), type));
    }
}

gboolean
kb_import_add_types (KbDocument *document, const json_t *all, GError **error)
{
  KB_EACH_MEMBER (name, types, all)
    {
      const KbProject *project = kb_document_project (document);
      const KbClass *class = kb_project_find_class (project, name);
      json_t *known = class ? class->value_types : project->value_types;
      if (!class && *name)
        continue;
      json_t *merged = json_copy (types);
      if (known)
        json_object_update (merged, known);
      if (!kb_document_set (document, class ? class->node.id : project->node.id, "value_types",
                            merged, error))
        return FALSE;
    }
  return TRUE;
}

static const char *
class_of_shape (const json_t *shape)
{
  return json_string_value (json_object_get (shape, "class"));
}

/* The number of classes in the frames' shapes that the project does not have. */
static guint
count_new_classes (const KbApply *apply)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  KB_EACH (const KbImportFrame, frame, apply->import->frames)
    KB_EACH_JSON (shape, frame->shapes)
      if (!kb_project_find_class (kb_document_project (apply->document), class_of_shape (shape)))
        g_hash_table_add (names, (gpointer) class_of_shape (shape));
  return g_hash_table_size (names);
}

static gboolean
add_classes (KbApply *apply, GError **error)
{
  const KbProject *project = kb_document_project (apply->document);
  guint n_new = count_new_classes (apply);
  if (n_new + project->classes->len > KB_MAX_CLASSES)
    return kb_import_fail (error, apply->import->files[0],
                           _("its shapes have %u classes that the project does not have, which "
                              "has %u already; at most %u are allowed"),
                           n_new, project->classes->len, KB_MAX_CLASSES);
  KB_EACH (const KbImportFrame, frame, apply->import->frames)
    {
      const char *solid = json_string_value (frame->collision_class);
      if (solid && !kb_import_add_class (apply->document, solid, 0, error))
        return FALSE;
      KB_EACH_JSON (shape, frame->shapes)
        {
          const char *name = class_of_shape (shape);
          if (kb_project_find_class (project, name))
            continue;
          if (!kb_import_add_class (apply->document, name,
                                    g_array_index (frame->colours, guint32, shape_at), error))
            return FALSE;
          kb_messages_add (apply->report->messages, _("the class '%s' is new"), name);
        }
    }
  return kb_import_add_types (apply->document, apply->import->value_types, error);
}

static gboolean
create_apply (KbApply *apply, const char *name, GError **error)
{
  const KbImport *import = apply->import;
  g_autofree gint *ids = g_new (gint, import->frames->len + 1);
  json_t *frames = json_array (), *animations = json_array ();
  KB_EACH (void, item, import->frames)
    {
      json_t *frame = kb_apply_frame_json (apply, item);
      ids[item_at] = (gint) item_at + 1;
      json_object_set_new (frame, "id", json_integer (ids[item_at]));
      json_array_append_new (frames, frame);
    }
  KB_EACH (const KbImportAnimation, animation, import->animations)
    json_array_append_new (animations, kb_apply_animation_json (import, animation, ids));
  json_t *sprite =
    json_pack ("{ss si so so so so so*}", "name", name, "next_frame", (int) import->frames->len + 1,
               "import", kb_record_new (apply, ids), "terrains", kb_apply_terrains_json (apply),
               "frames", frames, "animations", animations, "values",
               json_deep_copy (import->values));
  apply->sprite = kb_document_insert (
    apply->document, kb_document_project (apply->document)->node.id, "sprites", -1, sprite, error);
  apply->report->added = import->frames->len;
  apply->report->created = TRUE;
  return apply->sprite != 0 && kb_apply_zones (apply, NULL, ids, error);
}

gboolean
kb_import_apply (KbDocument *document, const KbImport *import, const char *sprite_name,
                 KbImportReport *report, GError **error)
{
  g_auto (KbImportReport) own = { 0 };
  KbApply apply = { .document = document, .import = import, .report = report ? report : &own };
  const char *name = sprite_name ? sprite_name : import->name;
  memset (apply.report, 0, sizeof *apply.report);
  apply.report->messages = kb_messages_new ();
  kb_messages_copy (apply.report->messages, import->messages, NULL);

  gboolean ok = add_pictures (&apply, error);
  if (ok)
    {
      const KbSprite *sprite =
        (const KbSprite *) kb_document_find_asset (document, &kb_sprite_kind, name);
      if (sprite && strcmp (sprite->name, name) != 0)
        sprite = NULL;
      apply.sprite = sprite ? sprite->node.id : 0;
      kb_document_begin (document, sprite ? _("Import again") : _("Import sprite"));
      ok = add_classes (&apply, error)
           && (sprite ? kb_apply_again (&apply, error) : create_apply (&apply, name, error));
      kb_import_finish (document, ok, import->files[0], name, error);
    }
  if (ok)
    {
      apply.report->sprite = apply.sprite;
      apply.report->frames = kb_apply_sprite (&apply)->frames->len;
    }
  else
    kb_import_report_clear (apply.report);
  g_strfreev (apply.files);
  return ok;
}
