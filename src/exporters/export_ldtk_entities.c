/* SPDX-License-Identifier: MIT */
/* Entities of LDtk, and fields of entities and levels. A class has a field for each key that its
 * entities have values for. If these are of several types, they are texts. */
#include <math.h>
#include <string.h>

#include "document/each.h"
#include "exporters/export_ldtk.h"

/* What LDtk needs and no project of ours has. */
static const char
  class_rest[] =
    "{'tags': [], 'exportToToc': false, 'allowOutOfBounds': true, 'doc': '" KB_EXPORT_MARK "',"
    " 'resizableX': true, 'resizableY': true, 'minWidth': null, 'maxWidth': null,"
    " 'minHeight': null, 'maxHeight': null, 'keepAspectRatio': false, 'tileOpacity': 1,"
    " 'fillOpacity': 0.3, 'lineOpacity': 1, 'hollow': false, 'showName': true,"
    " 'tileRenderMode': 'FitInside',"
    " 'uiTileRect': null, 'nineSliceBorders': [], 'maxCount': 0, 'limitScope': 'PerLevel',"
    " 'limitBehavior': 'MoveLastOne', 'width': 16, 'height': 16, 'pivotX': 0, 'pivotY': 0,"
    " 'renderMode': 'Cross', 'tilesetId': null, 'tileRect': null}",
  field_rest[] =
    "{'doc': null, 'isArray': false, 'canBeNull': true, 'arrayMinLength': null,"
    " 'arrayMaxLength': null, 'editorDisplayMode': 'Hidden', 'editorDisplayScale': 1,"
    " 'editorDisplayPos': 'Above', 'editorLinkStyle': 'StraightArrow', 'editorDisplayColor': null,"
    " 'editorAlwaysShow': false, 'editorShowInWorld': true, 'editorCutLongValues': true,"
    " 'editorTextSuffix': null, 'editorTextPrefix': null, 'useForSmartColor': false,"
    " 'exportToToc': false, 'searchable': false, 'min': null, 'max': null, 'regex': null,"
    " 'acceptFileTypes': null, 'defaultOverride': null, 'textLanguageMode': null,"
    " 'symmetricalRef': false, 'autoChainRef': false, 'allowOutOfLevelRef': true,"
    " 'allowedRefs': 'Any', 'allowedRefsEntityUid': null, 'allowedRefTags': [],"
    " 'tilesetUid': null}";

typedef enum { TEXT, FLOAT, BOOL, COLOUR, FILE_PATH, REFERENCE } FieldType;
static const struct {
  const char *name, *type, *editor;
} field_types[] = {
  [TEXT] = { "String", "F_String", "V_String" },
  [FLOAT] = { "Float", "F_Float", "V_Float" },
  [BOOL] = { "Bool", "F_Bool", "V_Bool" },
  [COLOUR] = { "Color", "F_Color", "V_Int" },
  [FILE_PATH] = { "FilePath", "F_Path", "V_String" },
  [REFERENCE] = { "EntityRef", "F_EntityRef", "V_String" },
};

/* ---- fields ---- */

static FieldType
type_of (const json_t *value)
{
  const char *colour = json_string_value (json_object_get (value, "colour"));
  return json_is_boolean (value)                                                 ? BOOL
         : json_is_number (value)                                                ? FLOAT
         : json_object_get (value, "file")                                       ? FILE_PATH
         : json_object_get (value, "index") && json_object_get (value, "entity") ? REFERENCE
         : colour && (strlen (colour) == 7 || g_str_has_suffix (colour, "ff"))   ? COLOUR
                                                                                 : TEXT;
}

static json_t *
reference (const KbExport *of, guint index)
{
  guint level = 0;
  for (guint rest = index;
       level < of->content->n_levels && rest >= of->content->levels[level].n_entities; level++)
    rest -= of->content->levels[level].n_entities;
  return json_pack ("{so so so so}", "entityIid", kb_ldtk_iid (KB_IID_ENTITY, index, 0), "layerIid",
                    kb_ldtk_iid (KB_IID_LAYER, of->content->n_sprites + 1 + level, 0xffff),
                    "levelIid", kb_ldtk_iid (KB_IID_LEVEL, level, 0), "worldIid",
                    json_string (KB_LDTK_WORLD));
}

static json_t *
make_field (const KbLdtkExport *ldtk, const json_t *field, const json_t *value)
{
  const FieldType type = (FieldType) json_integer_value (json_object_get (field, "type"));
  g_autofree char *text = value ? kb_export_value_text (value) : NULL;
  json_t *shown = json_null (), *edited = json_array ();
  if (value && type == REFERENCE)
    {
      shown = reference (ldtk->of, (guint) json_integer_value (json_object_get (value, "index")));
      json_array_append (edited, json_object_get (shown, "entityIid"));
    }
  else if (value && (type == FLOAT || type == BOOL))
    json_array_append (edited, shown = json_incref ((json_t *) value));
  else if (value && type == COLOUR)
    {
      shown = json_stringn (text, 7);
      json_array_append_new (edited,
                             json_integer ((json_int_t) g_ascii_strtoull (text + 1, NULL, 16)
                                           >> (strlen (text) > 7 ? 8 : 0)));
    }
  else if (value)
    json_array_append (edited, shown = json_string (text));
  if (value)
    {
      json_t *real = json_pack ("[{ss so}]", "id", field_types[type].editor, "params", edited);
      edited = real;
    }
  return json_pack ("{sO ss so sO so so}", "__identifier", json_object_get (field, "identifier"),
                    "__type", field_types[type].name, "__value", shown, "defUid",
                    json_object_get (field, "uid"), "realEditorValues", edited, "__tile",
                    json_null ());
}

json_t *
kb_ldtk_values_of (const json_t *item, const kbx_box *level)
{
  json_t *values = json_object (), *direction = json_object_get (item, "direction");
  json_object_update (values, json_object_get (item, "values"));
  if (level)
    json_object_set_new (values, KB_LDTK_ORIGIN, json_sprintf ("%d, %d", level->x0, level->y0));
  for (guint i = 0; i < 2 && !level; i++)
    {
      const char *key = i ? "flip" : "name",
                 *text = json_string_value (json_object_get (item, key));
      if (text && *text)
        json_object_set_new (values, key, json_string (text));
    }
  if (json_is_array (direction))
    json_object_set_new (values, "direction", json_real (kb_export_degrees (direction)));
  return values;
}

json_t *
kb_ldtk_note_fields (KbLdtkExport *ldtk, const char *class_name, const json_t *values)
{
  json_t *class = json_object_get (ldtk->classes, class_name);
  if (!class)
    json_object_set_new (ldtk->classes, class_name,
                         class = json_pack ("{si s{}}", "uid", ldtk->next_uid++, "fields"));
  json_t *fields = json_object_get (class, "fields");
  KB_EACH_MEMBER (key, value, values)
    {
      json_t *field = json_object_get (fields, key), *type = json_integer (type_of (value));
      if (!field)
        json_object_set_new (fields, key,
                             json_pack ("{si sO}", "uid", ldtk->next_uid++, "type", type));
      else if (!json_equal (json_object_get (field, "type"), type))
        json_object_set_new (field, "type", json_integer (TEXT));
      json_decref (type);
    }
  return class;
}

json_t *
kb_ldtk_fields (const KbLdtkExport *ldtk, const char *class_name, const json_t *values)
{
  json_t *made = json_array ();
  KB_EACH_MEMBER (key, field,
                  json_object_get (json_object_get (ldtk->classes, class_name), "fields"))
    json_array_append_new (made, make_field (ldtk, field, json_object_get (values, key)));
  return made;
}

json_t *
kb_ldtk_define_fields (const KbLdtkExport *ldtk, const json_t *class)
{
  json_t *made = json_array ();
  json_auto_t *taken = json_copy (json_object_get (class, "fields"));
  KB_EACH_MEMBER (key, field, json_object_get (class, "fields"))
    {
      json_object_set_new (field, "identifier", kb_export_identifier (ldtk->of, taken, key));
      const gsize type = (gsize) json_integer_value (json_object_get (field, "type"));
      json_array_append_new (
        made, kb_ldtk_complete (json_pack ("{sO sO ss ss}", "identifier",
                                           json_object_get (field, "identifier"), "uid",
                                           json_object_get (field, "uid"), "__type",
                                           field_types[type].name, "type", field_types[type].type),
                                field_rest));
    }
  return made;
}

/* ---- entities ---- */

static const char *
class_of (const json_t *entity)
{
  const char *name = json_string_value (json_object_get (entity, "class"));
  return name && *name ? name : "entity";
}

/* A class has the frame and hot spot of its first entity that shows one. */
void
kb_ldtk_note_entity (KbLdtkExport *ldtk, const KbBankEntity *entity, const json_t *json)
{
  json_auto_t *values = kb_ldtk_values_of (json, NULL);
  json_t *class = kb_ldtk_note_fields (ldtk, class_of (json), values);
  const KbBankSprite *sprite = kb_export_find_sprite (ldtk->of->content, entity->sprite);
  const KbBankFrame *frame = sprite ? sprite->frames + entity->frame : NULL;
  json_auto_t *tile = kb_ldtk_rectangle (ldtk->of, sprite, entity->frame);
  if (frame && frame->has_picture && !json_object_get (class, "own"))
    json_object_set_new (class, "own",
                         json_pack ("{si si sf sf ss sO? sO}", "width", (int) frame->w, "height",
                                    (int) frame->h, "pivotX", frame->hot_x / (double) frame->w,
                                    "pivotY", frame->hot_y / (double) frame->h, "renderMode",
                                    json_is_object (tile) ? "Tile" : "Cross", "tilesetId",
                                    json_object_get (tile, "tilesetUid"), "tileRect", tile));
}

json_t *
kb_ldtk_define_class (const KbLdtkExport *ldtk, const char *name, json_t *taken)
{
  json_t *class = json_object_get (ldtk->classes, name),
         *made =
           json_pack ("{so sO so}", "identifier", kb_export_identifier (ldtk->of, taken, name),
                      "uid", json_object_get (class, "uid"), "fieldDefs",
                      kb_ldtk_define_fields (ldtk, class));
  guint colour = 0x808080ff;
  for (guint i = 0; i < ldtk->of->content->n_classes; i++)
    if (strcmp (ldtk->of->content->classes[i].name, name) == 0)
      colour = ldtk->of->content->classes[i].colour;
  json_object_set_new (made, "color", json_sprintf ("#%06X", colour >> 8));
  json_object_update (made, json_object_get (class, "own"));
  json_object_set (class, "definition", kb_ldtk_complete (made, class_rest));
  return made;
}

/* In the level's rectangle, whose side is at `start`. */
static gint
pixel (const json_t *at, guint i, gint start)
{
  return (gint) floor (json_number_value (json_array_get (at, i)) + 0.5) - start;
}

json_t *
kb_ldtk_entity (const KbLdtkExport *ldtk, const KbBankEntity *entity, const json_t *json,
                guint number, gint left)
{
  const json_t *definition =
                 json_object_get (json_object_get (ldtk->classes, class_of (json)), "definition"),
               *at = json_object_get (json, "at");
  const gint x = pixel (at, 0, ldtk->level.x0), y = pixel (at, 1, ldtk->level.y0);
  const KbBankSprite *sprite = kb_export_find_sprite (ldtk->of->content, entity->sprite);
  json_t *tile = kb_ldtk_rectangle (ldtk->of, sprite, entity->frame),
         *w = json_object_get (tile, "w"), *h = json_object_get (tile, "h");
  json_auto_t *values = kb_ldtk_values_of (json, NULL);
  return json_pack (
    "{sO sO sO s[OO] s[] s[ii] s[ii] si si so so sO sO so}", "__identifier",
    json_object_get (definition, "identifier"), "defUid", json_object_get (definition, "uid"),
    "__smartColor", json_object_get (definition, "color"), "__pivot",
    json_object_get (definition, "pivotX"), json_object_get (definition, "pivotY"), "__tags",
    "__grid", x / KB_LDTK_CELL, y / KB_LDTK_CELL, "px", x, y, "__worldX", left + x, "__worldY", y,
    "iid",
    kb_ldtk_iid (KB_IID_ENTITY, number, 0), "__tile",
    tile, "width", w ? w : json_object_get (definition, "width"), "height",
    h ? h : json_object_get (definition, "height"),
    "fieldInstances", kb_ldtk_fields (ldtk, class_of (json), values));
}
