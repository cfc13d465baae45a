/* SPDX-License-Identifier: MIT */
/* Projects of LDtk. A sprite whose frames are squares of one size is a tileset. A layer of ours has
 * one of LDtk's for each tileset, height and offset that its tiles have. All levels have all of
 * these, so they are shared where the order allows it. Entities are above them. A class of entities
 * has a field for each key that its entities have values for. If these are of several types, they
 * are texts. */
#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "document/each.h"
#include "exporters/exporters.h"
#include "runtime/tiles/tiles.h"

#define GAP 16  /* pixels between levels */
#define CELL 16 /* of entities */
#define WORLD "00000000-0000-1000-8000-000000000000"
#define ORIGIN "kickbox_origin" /* a field of levels */

/* What iids are numbers of. */
typedef enum { IID_PROJECT = 1, IID_LEVEL, IID_LAYER, IID_ENTITY } IidKind;

typedef struct {
  const KbExport *of;
  gint next_uid;          /* those of tilesets are one more than their sprite */
  json_t *layers, *kinds; /* definitions, back to front, and the same without their own names */
  json_t *classes;        /* of entities, by name; "" for levels: {"own", "fields"} */
  json_t *names;          /* of layers and levels, for kb_export_identifier */
  kbx_box level;          /* the rectangle of the level at hand */
} LdtkExport;

/* What LDtk needs and no project of ours has. */
static const char
  project_rest[] =
    "{'jsonVersion': '1.5.3', 'appBuildId': 473702, 'identifierStyle': 'Free', 'toc': [],"
    " 'worldLayout': 'Free', 'worldGridWidth': 256, 'worldGridHeight': 256,"
    " 'defaultLevelWidth': 256, 'defaultLevelHeight': 256, 'defaultPivotX': 0, 'defaultPivotY': 0,"
    " 'defaultGridSize': 16, 'defaultEntityWidth': 16, 'defaultEntityHeight': 16,"
    " 'bgColor': '#40465B', 'defaultLevelBgColor': '#696A79', 'minifyJson': false,"
    " 'externalLevels': false, 'exportTiled': false, 'simplifiedExport': false,"
    " 'imageExportMode': 'None', 'exportLevelBg': true, 'pngFilePattern': null,"
    " 'backupOnSave': false, 'backupLimit': 10, 'backupRelPath': null,"
    " 'levelNamePattern': 'Level_%idx', 'tutorialDesc': null, 'customCommands': [], 'flags': [],"
    " 'worlds': [], 'dummyWorldIid': '" WORLD "'}",
  set_rest[] =
    "{'embedAtlas': null, 'spacing': 0, 'padding': 0, 'tags': [], 'tagsSourceEnumUid': null,"
    " 'enumTags': [], 'savedSelections': [], 'cachedPixelData': null}",
  layer_rest[] =
    "{'doc': null, 'uiColor': null, 'guideGridWid': 0, 'guideGridHei': 0, 'inactiveOpacity': 0.6,"
    " 'hideInList': false, 'hideFieldsWhenInactive': true, 'canSelectWhenInactive': true,"
    " 'renderInWorldView': true, 'pxOffsetX': 0, 'pxOffsetY': 0, 'parallaxScaling': false,"
    " 'requiredTags': [], 'excludedTags': [], 'autoTilesKilledByOtherLayerUid': null,"
    " 'uiFilterTags': [], 'useAsyncRender': false, 'intGridValues': [], 'intGridValuesGroups': [],"
    " 'autoRuleGroups': [], 'autoSourceLayerDefUid': null, 'tilePivotX': 0, 'tilePivotY': 1,"
    " 'biomeFieldUid': null}",
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
    " 'tilesetUid': null}",
  instance_rest[] =
    "{'visible': true, 'optionalRules': [], 'intGridCsv': [], 'autoLayerTiles': [], 'seed': 0,"
    " 'overrideTilesetUid': null, '__tilesetRelPath': null, 'gridTiles': [],"
    " 'entityInstances': []}",
  level_rest[] =
    "{'worldDepth': 0, 'bgColor': null, '__bgColor': '#696A79', 'useAutoIdentifier': false,"
    " 'bgRelPath': null, 'bgPos': null, 'bgPivotX': 0.5, 'bgPivotY': 0.5, '__bgPos': null,"
    " '__smartColor': '#ADADB5', 'externalRelPath': null, '__neighbours': []}";

/* ---- parts ---- */

/* Adds the members of an object, in single quotes, that `own` lacks. Steals `own`. */
static json_t *
complete (json_t *own, const char *rest)
{
  g_autofree char *text = g_strdelimit (g_strdup (rest), "'", '"');
  json_auto_t *more = json_loads (text, 0, NULL);
  json_object_update_missing (own, more);
  return own;
}

/* An iid of its own; always the same, so that games may keep it. */
static json_t *
iid (IidKind kind, guint number, guint part)
{
  return json_sprintf ("%08x-%04x-1000-8000-%012x", (guint) kind, part & 0xffff, number);
}

/* ---- tilesets ---- */

/* The sprite's only page with pictures, or NULL. All its cells have the size of the first frame. */
static const KbBankPage *
sheet_of (const KbBankContent *content, const KbBankSprite *sprite)
{
  const KbBankPage *page = NULL;
  for (guint i = 0; i < sprite->n_frames; i++)
    {
      const KbBankFrame *frame = sprite->frames + i;
      const KbBankPage *own = frame->has_picture ? content->pages + frame->page : page;
      if ((page && own != page) || frame->w != sprite->frames->w || frame->h != sprite->frames->h)
        return NULL;
      page = own;
    }
  return page;
}

/* A frame in its tileset. Null if it is in none, or without a sprite. */
static json_t *
rectangle_of (const KbExport *of, const KbBankSprite *sprite, guint i)
{
  const KbBankFrame *frame = sprite ? sprite->frames + i : NULL;
  if (!frame || !frame->has_picture || !sheet_of (of->content, sprite))
    return json_null ();
  return json_pack ("{si si si si si}", "tilesetUid", (int) (sprite - of->content->sprites) + 1,
                    "x", (int) frame->atlas_x - frame->trim_x, "y",
                    (int) frame->atlas_y - frame->trim_y, "w", (int) frame->w, "h", (int) frame->h);
}

/* Frames that are no squares are cut into squares, so tiles are not frames and have no values. */
static json_t *
make_set (LdtkExport *ldtk, json_t *taken, guint index)
{
  const KbExport *of = ldtk->of;
  const KbBankSprite *sprite = of->content->sprites + index;
  const KbBankPage *page = sheet_of (of->content, sprite);
  json_t *data = json_array ();
  json_auto_t *values = kb_export_tile_values (of, index);
  const guint side = kb_export_divisor (sprite->frames->w, sprite->frames->h);
  for (guint i = 0; i < sprite->n_frames && sprite->frames->w == sprite->frames->h; i++)
    if (json_object_size (json_array_get (values, i)))
      {
        g_autofree char *text = json_dumps (json_array_get (values, i), JSON_REAL_PRECISION (15));
        json_array_append_new (data, json_pack ("{si ss}", "tileId", (int) i, "data", text));
      }
  return complete (
    json_pack ("{so si ss si si si si si so}", "identifier",
               kb_export_identifier (of, taken, sprite->name), "uid", (int) index + 1, "relPath",
               kb_export_page_name (of, (guint) (page - of->content->pages)), "pxWid",
               (int) page->w, "pxHei", (int) page->h, "tileGridSize", (int) side, "__cWid",
               (int) (page->w / side), "__cHei", (int) (page->h / side), "customData", data),
    set_rest);
}

typedef enum { EXPORT_LDTK_TEXT, FLOAT, BOOL, COLOUR, FILE_PATH, REFERENCE } FieldType;
static const struct {
  const char *name, *type, *editor;
} field_types[] = {
  [EXPORT_LDTK_TEXT] = { "String", "F_String", "V_String" },
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
                                                                                 : EXPORT_LDTK_TEXT;
}

static json_t *
reference (const KbExport *of, guint index)
{
  guint level = 0;
  for (guint rest = index;
       level < of->content->n_levels && rest >= of->content->levels[level].n_entities; level++)
    rest -= of->content->levels[level].n_entities;
  return json_pack ("{so so so so}", "entityIid", iid (IID_ENTITY, index, 0), "layerIid",
                    iid (IID_LAYER, of->content->n_sprites + 1 + level, 0xffff), "levelIid",
                    iid (IID_LEVEL, level, 0), "worldIid", json_string (WORLD));
}

static json_t *
make_field (const LdtkExport *ldtk, const json_t *field, const json_t *value)
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
      edited = json_pack ("[{ss so}]", "id", field_types[type].editor, "params", edited);
    }
  return json_pack ("{sO ss so sO so so}", "__identifier", json_object_get (field, "identifier"),
                    "__type", field_types[type].name, "__value", shown, "defUid",
                    json_object_get (field, "uid"), "realEditorValues", edited, "__tile",
                    json_null ());
}

/* The values of a level with that rectangle, or of an entity. They have also what LDtk has no place
 * for. */
static json_t *
values_of (const KbExport *of, const json_t *item, const kbx_box *level)
{
  static const char *const own[] = { "name", "flip", "direction", NULL };
  json_t *values = kb_export_values (of, item, level ? (const char *const[]) { NULL } : own);
  if (level)
    kb_export_set_value (of, values, ORIGIN, json_sprintf ("%d, %d", level->x0, level->y0));
  return values;
}

/* Adds the fields for such values to a class, and makes it if there is none. Borrowed. */
static json_t *
note_fields (LdtkExport *ldtk, const char *class_name, const json_t *values)
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
        json_object_set_new (field, "type", json_integer (EXPORT_LDTK_TEXT));
      json_decref (type);
    }
  return class;
}

/* Once all are known: what a level or an entity has of them. */
static json_t *
make_fields (const LdtkExport *ldtk, const char *class_name, const json_t *values)
{
  json_t *made = json_array ();
  KB_EACH_MEMBER (key, field,
                  json_object_get (json_object_get (ldtk->classes, class_name), "fields"))
    json_array_append_new (made, make_field (ldtk, field, json_object_get (values, key)));
  return made;
}

/* Once all are known: the definitions of a class's fields. */
static json_t *
define_fields (const LdtkExport *ldtk, const json_t *class)
{
  json_t *made = json_array ();
  json_auto_t *taken = json_copy (json_object_get (class, "fields"));
  KB_EACH_MEMBER (key, field, json_object_get (class, "fields"))
    {
      json_object_set_new (field, "identifier", kb_export_identifier (ldtk->of, taken, key));
      const gsize type = (gsize) json_integer_value (json_object_get (field, "type"));
      json_array_append_new (
        made,
        complete (json_pack ("{sO sO ss ss}", "identifier", json_object_get (field, "identifier"),
                             "uid", json_object_get (field, "uid"), "__type",
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

static void
note_entity (LdtkExport *ldtk, const KbBankEntity *entity, const json_t *json)
{
  json_auto_t *values = values_of (ldtk->of, json, NULL);
  json_t *class = note_fields (ldtk, class_of (json), values);
  const KbBankSprite *sprite = kb_export_find_sprite (ldtk->of->content, entity->sprite);
  const KbBankFrame *frame = sprite ? sprite->frames + entity->frame : NULL;
  json_auto_t *tile = rectangle_of (ldtk->of, sprite, entity->frame);
  if (frame && frame->has_picture && !json_object_get (class, "own"))
    json_object_set_new (class, "own",
                         json_pack ("{si si sf sf ss sO? sO}", "width", (int) frame->w, "height",
                                    (int) frame->h, "pivotX", frame->hot_x / (double) frame->w,
                                    "pivotY", frame->hot_y / (double) frame->h, "renderMode",
                                    json_is_object (tile) ? "Tile" : "Cross", "tilesetId",
                                    json_object_get (tile, "tilesetUid"), "tileRect", tile));
}

static json_t *
define_class (const LdtkExport *ldtk, const char *name, json_t *taken)
{
  json_t *class = json_object_get (ldtk->classes, name),
         *made = json_pack (
           "{so sO so}", "identifier", kb_export_identifier (ldtk->of, taken, name), "uid",
           json_object_get (class, "uid"), "fieldDefs", define_fields (ldtk, class));
  guint colour = 0x808080ff;
  for (guint i = 0; i < ldtk->of->content->n_classes; i++)
    if (strcmp (ldtk->of->content->classes[i].name, name) == 0)
      colour = ldtk->of->content->classes[i].colour;
  json_object_set_new (made, "color", json_sprintf ("#%06X", colour >> 8));
  json_object_update (made, json_object_get (class, "own"));
  json_object_set (class, "definition", complete (made, class_rest));
  return made;
}

/* In the level's rectangle, whose side is at `start`. */
static gint
pixel (const json_t *at, guint i, gint start)
{
  return (gint) floor (json_number_value (json_array_get (at, i)) + 0.5) - start;
}

/* `number`: among the entities of all levels. `left`: of the level's rectangle in the world. */
static json_t *
make_entity (const LdtkExport *ldtk, const KbBankEntity *entity, const json_t *json, guint number,
             gint left)
{
  const json_t *definition =
                 json_object_get (json_object_get (ldtk->classes, class_of (json)), "definition"),
               *at = json_object_get (json, "at");
  const gint x = pixel (at, 0, ldtk->level.x0), y = pixel (at, 1, ldtk->level.y0);
  const KbBankSprite *sprite = kb_export_find_sprite (ldtk->of->content, entity->sprite);
  json_t *tile = rectangle_of (ldtk->of, sprite, entity->frame), *w = json_object_get (tile, "w"),
         *h = json_object_get (tile, "h");
  json_auto_t *values = values_of (ldtk->of, json, NULL);
  return json_pack ("{sO sO sO s[OO] s[] s[ii] s[ii] si si so so sO sO so}", "__identifier",
                    json_object_get (definition, "identifier"), "defUid",
                    json_object_get (definition, "uid"), "__smartColor",
                    json_object_get (definition, "color"), "__pivot",
                    json_object_get (definition, "pivotX"), json_object_get (definition, "pivotY"),
                    "__tags", "__grid", x / CELL, y / CELL, "px", x, y, "__worldX", left + x,
                    "__worldY", y, "iid", iid (IID_ENTITY, number, 0), "__tile", tile, "width",
                    w ? w : json_object_get (definition, "width"), "height",
                    h ? h : json_object_get (definition, "height"), "fieldInstances",
                    make_fields (ldtk, class_of (json), values));
}

/* ---- layers ---- */

static gboolean
is_square (const KbBankWorld *layer)
{
  const kbx_about grid = kb_export_about (layer);
  return grid.stagger == 0 && grid.cell.w == grid.cell.h && grid.axis_i.x == (float) grid.cell.w
         && grid.axis_i.y == 0 && grid.axis_j.x == 0 && grid.axis_j.y == (float) grid.cell.h;
}

/* The sprite of a tile, if LDtk can have it. */
static const KbBankSprite *
sprite_of (const KbBankContent *content, const KbBankWorld *layer, const uint8_t *entry)
{
  const KbBankSprite *sprite =
    kb_export_find_sprite (content, layer->sprites[kbx_load_u32 (entry + 8)]);
  return sprite && sprite->frames->w == sprite->frames->h && sheet_of (content, sprite) ? sprite
                                                                                        : NULL;
}

/* The first tile of the layer that is drawn in the same of LDtk's layers. */
static guint
group_of (const kbx_tiles_view *view, guint tile)
{
  const uint8_t *own = kbx_tiles_entry (view, tile);
  const kbx_point offset = kbx_tiles_offset (view, own);
  for (guint i = 1; i < tile; i++)
    {
      const uint8_t *entry = kbx_tiles_entry (view, i);
      const kbx_point other = kbx_tiles_offset (view, entry);
      if (kbx_load_u32 (entry + 8) == kbx_load_u32 (own + 8) && entry[3] == own[3]
          && other.x == offset.x && other.y == offset.y)
        return i;
    }
  return tile;
}

/* Adds or finds a definition at `from` or above it. Returns its number. Steals `kind`. */
static gsize
use_layer (LdtkExport *ldtk, json_t *kind, gsize from)
{
  const gsize n = json_array_size (ldtk->kinds);
  while (from < n && !json_equal (json_array_get (ldtk->kinds, from), kind))
    from++;
  if (from == n)
    {
      json_t *made = complete (json_copy (kind), layer_rest);
      const char *name = json_string_value (json_object_get (kind, "identifier"));
      json_object_update_new (made, json_pack ("{so si}", "identifier",
                                               kb_export_identifier (ldtk->of, ldtk->names, name),
                                               "uid", ldtk->next_uid++));
      json_array_append_new (ldtk->layers, made);
      json_array_append (ldtk->kinds, kind);
    }
  json_decref (kind);
  return from;
}

static json_t *
make_kind (const char *name, const char *type, gint grid, const json_t *drawn)
{
  const json_t *opacity = json_object_get (drawn, "opacity"),
               *parallax = json_object_get (drawn, "parallax"), *x = json_array_get (parallax, 0),
               *y = json_array_get (parallax, 1);
  return json_pack ("{ss ss ss si sf sf sf so}", "identifier", name, "__type", type, "type", type,
                    "gridSize", grid, "displayOpacity",
                    opacity ? json_number_value (opacity) / 100 : 1.0, "parallaxFactorX",
                    x ? 1 - json_number_value (x) / 100 : 0.0, "parallaxFactorY",
                    y ? 1 - json_number_value (y) / 100 : 0.0, "tilesetDefUid", json_null ());
}

/* A layer of a level; its tiles are missing. */
static json_t *
make_layer (const LdtkExport *ldtk, const json_t *level, gsize number, gint x, gint y)
{
  const json_t *definition = json_array_get (ldtk->layers, number),
               *set = json_object_get (definition, "tilesetDefUid");
  const gint grid = (gint) json_integer_value (json_object_get (definition, "gridSize")),
             uid = (gint) json_integer_value (json_object_get (level, "uid")),
             w = (gint) json_integer_value (json_object_get (level, "pxWid")),
             h = (gint) json_integer_value (json_object_get (level, "pxHei"));
  json_t *made = complete (
    json_pack ("{sO sO sO si si si si si si si so si sO sO}", "__identifier",
               json_object_get (definition, "identifier"), "__type",
               json_object_get (definition, "type"), "__opacity",
               json_object_get (definition, "displayOpacity"), "__gridSize", grid, "__cWid",
               (w + grid - 1) / grid, "__cHei", (h + grid - 1) / grid, "__pxTotalOffsetX", x,
               "__pxTotalOffsetY", y, "pxOffsetX", x, "pxOffsetY", y, "iid",
               iid (IID_LAYER, (guint) uid, (guint) number), "levelId", uid, "layerDefUid",
               json_object_get (definition, "uid"), "__tilesetDefUid", set),
    instance_rest);
  const guint sprite = (guint) json_integer_value (set) - 1;
  if (json_is_integer (set))
    {
      const KbBankContent *content = ldtk->of->content;
      const KbBankPage *page = sheet_of (content, content->sprites + sprite);
      json_object_set_new (
        made, "__tilesetRelPath",
        json_string (kb_export_page_name (ldtk->of, (guint) (page - content->pages))));
    }
  return made;
}

/* Those whose group is `group`. */
static json_t *
make_tiles (const KbBankSprite *sprite, const kbx_tiles_view *view, const guint *groups,
            guint group, gint grid, gint across)
{
  json_t *tiles = json_array ();
  for (gint j = 0; j < (gint) view->rows; j++)
    for (gint i = 0; i < (gint) view->columns; i++)
      {
        const guint tile = kbx_tiles_index (view, i, j);
        const uint8_t *entry = kbx_tiles_entry (view, tile);
        if (!tile || groups[tile] != group)
          continue;
        const KbBankFrame *frame = sprite->frames + kbx_load_u32 (entry + 12);
        if (frame->has_picture)
          json_array_append_new (
            tiles,
            json_pack (
              "{s[ii] s[ii] si si s[i] si}", "px", i * grid, (j + 1) * grid - (gint) frame->h,
              "src", (int) frame->atlas_x - frame->trim_x, (int) frame->atlas_y - frame->trim_y,
              "f", (entry[2] & KBX_TILES_FLIP_X ? 1 : 0) + (entry[2] & KBX_TILES_FLIP_Y ? 2 : 0),
              "t", (int) (frame - sprite->frames), "d", j * across + i, "a", 1));
      }
  return tiles;
}

/* Into `made`, by number. Returns the first number above the layer. */
static gsize
add_layer (LdtkExport *ldtk, const json_t *level, const KbBankWorld *layer, const json_t *drawn,
           json_t *made, gsize from)
{
  const kbx_about info = kb_export_about (layer);
  const gint grid = (gint) info.cell.w;
  kbx_tiles_view view;
  kbx_read_tiles (layer->bytes, &view);
  g_autofree guint *groups = g_new0 (guint, view.tile_count + 1);
  for (guint i = 1; i < view.tile_count; i++)
    groups[i] = group_of (&view, i);
  for (guint height = 0; height < 256; height++)
    for (guint i = 1; i < view.tile_count; i++)
      {
        const uint8_t *entry = kbx_tiles_entry (&view, i);
        const kbx_point offset = kbx_tiles_offset (&view, entry);
        const KbBankSprite *sprite =
          entry[3] == height && groups[i] == i ? sprite_of (ldtk->of->content, layer, entry) : NULL;
        if (!sprite)
          continue;
        json_t *kind = make_kind (layer->name, "Tiles", grid, drawn);
        json_object_set_new (kind, "tilesetDefUid",
                             json_integer (sprite - ldtk->of->content->sprites + 1));
        from = use_layer (ldtk, kind, from);
        json_t *own =
          make_layer (ldtk, level, from, info.bounds.x0 + offset.x - ldtk->level.x0,
                      (gint) (info.bounds.y0 - height * info.lift) + offset.y - ldtk->level.y0);
        const gint across = (gint) json_integer_value (json_object_get (own, "__cWid"));
        json_object_set_new (own, "gridTiles", make_tiles (sprite, &view, groups, i, grid, across));
        g_autofree char *key = g_strdup_printf ("%" G_GSIZE_FORMAT, from++);
        json_object_set_new (made, key, own);
      }
  return from;
}

static void
add_layers (LdtkExport *ldtk, const KbBankLevel *bank, const json_t *json, const json_t *level,
            json_t *made)
{
  const json_t *layers = json_object_get (json, "layers"), *drawn = json_object_get (json, "drawn");
  gsize from = 0;
  KB_EACH_JSON (item, drawn ? drawn : layers)
    {
      const guint number =
        drawn ? (guint) json_integer_value (json_object_get (item, "tiles")) : (guint) item_at + 1;
      const KbBankWorld *layer = number ? bank->worlds[KB_BANK_LAYER] + number - 1 : NULL;
      if (layer && is_square (layer))
        from = add_layer (ldtk, level, layer, item, made, from);
    }
}

/* ---- levels ---- */

/* Around both. The top left stays on the grid of the entities. */
static kbx_box
join (kbx_box all, kbx_box part)
{
  return (kbx_box){ MIN (all.x0, part.x0 & -CELL), MIN (all.y0, part.y0 & -CELL),
                    MAX (all.x1, part.x1), MAX (all.y1, part.y1) };
}

/* Around (0, 0), all cells and the positions of entities. Pictures may reach out of it. */
static kbx_box
measure (const KbBankLevel *level)
{
  kbx_box all = { 0, 0, CELL, CELL };
  for (guint i = 0; i < level->n_worlds[KB_BANK_LAYER]; i++)
    if (is_square (level->worlds[KB_BANK_LAYER] + i))
      all = join (all, kb_export_about (level->worlds[KB_BANK_LAYER] + i).bounds);
  for (const KbBankEntity *one = level->entities; one < level->entities + level->n_entities; one++)
    all = join (all, (kbx_box){ (one->x + 128) >> 8, (one->y + 128) >> 8, (one->x + 384) >> 8,
                                (one->y + 384) >> 8 });
  return all;
}

static json_t *
start_level (LdtkExport *ldtk, guint index, gint x)
{
  const KbBankLevel *bank = ldtk->of->content->levels + index;
  const json_t *json = json_array_get (ldtk->of->levels, index);
  ldtk->level = measure (bank);
  json_auto_t *values = values_of (ldtk->of, json, &ldtk->level);
  note_fields (ldtk, "", values);
  for (guint i = 0; i < bank->n_entities; i++)
    note_entity (ldtk, bank->entities + i, json_array_get (json_object_get (json, "entities"), i));
  return complete (json_pack ("{so so si si si si si}", "identifier",
                              kb_export_identifier (ldtk->of, ldtk->names, bank->name), "iid",
                              iid (IID_LEVEL, index, 0), "uid",
                              (int) (ldtk->of->content->n_sprites + 1 + index), "worldX", x,
                              "worldY", 0, "pxWid", ldtk->level.x1 - ldtk->level.x0, "pxHei",
                              ldtk->level.y1 - ldtk->level.y0),
                   level_rest);
}

/* Once all layers and classes are known. `made`: the layers with tiles. */
static void
end_level (LdtkExport *ldtk, json_t *level, guint index, guint first_entity, const json_t *made)
{
  const KbBankLevel *bank = ldtk->of->content->levels + index;
  const json_t *json = json_array_get (ldtk->of->levels, index);
  json_t *instances = json_array (), *entities = json_array ();
  ldtk->level = measure (bank);
  json_auto_t *values = values_of (ldtk->of, json, &ldtk->level);
  const gint x = (gint) json_integer_value (json_object_get (level, "worldX"));
  for (guint i = 0; i < bank->n_entities; i++)
    json_array_append_new (entities,
                           make_entity (ldtk, bank->entities + i,
                                        json_array_get (json_object_get (json, "entities"), i),
                                        first_entity + i, x));
  for (gsize i = json_array_size (ldtk->layers); i-- > 0;)
    {
      g_autofree char *key = g_strdup_printf ("%" G_GSIZE_FORMAT, i);
      json_t *own = json_object_get (made, key);
      json_array_append_new (instances,
                             own ? json_incref (own) : make_layer (ldtk, level, i, 0, 0));
    }
  json_t *top = json_array_get (instances, 0);
  json_object_update_new (
    top, json_pack ("{so so}", "entityInstances", entities, "iid",
                    iid (IID_LAYER, ldtk->of->content->n_sprites + 1 + index, 0xffff)));
  json_object_update_new (level, json_pack ("{so so}", "layerInstances", instances,
                                            "fieldInstances", make_fields (ldtk, "", values)));
}

static json_t *
make_definitions (LdtkExport *ldtk)
{
  const KbBankContent *content = ldtk->of->content;
  json_t *sets = json_array (), *layers = json_array (), *classes = json_array ();
  json_auto_t *set_names = kb_export_names (ldtk->of->sprites),
              *class_names = json_copy (ldtk->classes);
  for (guint i = 0; i < content->n_sprites; i++)
    if (sheet_of (content, content->sprites + i))
      json_array_append_new (sets, make_set (ldtk, set_names, i));
  for (gsize i = json_array_size (ldtk->layers); i-- > 0;)
    json_array_append (layers, json_array_get (ldtk->layers, i));
  KB_EACH_MEMBER (name, class, ldtk->classes)
    if (*name)
      json_array_append_new (classes, define_class (ldtk, name, class_names));
  return json_pack ("{so so so s[] s[] so}", "layers", layers, "entities", classes, "tilesets",
                    sets, "enums", "externalEnums", "levelFields",
                    define_fields (ldtk, json_object_get (ldtk->classes, "")));
}

static char *
make_ldtk (const KbExport *of)
{
  json_auto_t *layers = json_array (), *kinds = json_array (), *classes = json_object (),
              *names = kb_export_names (of->levels), *made = json_array ();
  LdtkExport ldtk = { of,      (gint) (of->content->n_sprites + of->content->n_levels) + 1,
                      layers,  kinds,
                      classes, names };
  json_t *levels = json_array (), *defs;
  gint x = 0;
  guint n_entities = 0;
  KB_EACH_JSON (item, of->levels)
    json_object_update_new (names, kb_export_names (json_object_get (item, "layers")));
  for (guint i = 0; i < of->content->n_levels; i++)
    {
      json_t *level = start_level (&ldtk, i, x), *own = json_object ();
      add_layers (&ldtk, of->content->levels + i, json_array_get (of->levels, i), level, own);
      json_array_append_new (levels, level);
      json_array_append_new (made, own);
      x += (gint) json_integer_value (json_object_get (level, "pxWid")) + GAP;
    }
  use_layer (&ldtk, make_kind ("Entities", "Entities", CELL, NULL), json_array_size (layers));
  defs = make_definitions (&ldtk);
  for (guint i = 0; i < of->content->n_levels; i++)
    {
      end_level (&ldtk, json_array_get (levels, i), i, n_entities, json_array_get (made, i));
      n_entities += of->content->levels[i].n_entities;
    }
  return kb_export_json_text (complete (
    json_pack ("{s{ss ss ss ss} so si so so}", "__header__", "fileType", "LDtk Project JSON", "app",
               "LDtk", "doc", KB_EXPORT_MARK, "appVersion", "1.5.3", "iid", iid (IID_PROJECT, 0, 0),
               "nextUid", ldtk.next_uid, "defs", defs, "levels", levels),
    project_rest));
}

/* ---- losses ---- */

static void
list_export_ldtk_losses (const KbBankContent *content, KbExportLose lose, GPtrArray *messages)
{
  static const char *const kinds[] = {
    N_("sprites with frames of several sizes"),
    N_("sprites whose frames do not fit on one page"),
    N_("tilesets of frames that are no squares"),
    N_("values of sprites"),
    N_("layers whose cells are no squares"),
    N_("values of layers"),
    N_("tiles of sprites without a tileset of squares"),
    N_("quarter turns of tiles"),
    N_("tints and blend modes of layers"),
    N_("positions of entities between pixels"),
  };
  enum { SIZES, PAGES, OBLONG, OF_SPRITES, GRIDS, OF_LAYERS, TILES, TURNS, LOOKS, BETWEEN };
  guint n[G_N_ELEMENTS (kinds)] = { 0 };
  for (guint i = 0; i < content->n_sprites; i++)
    {
      const KbBankSprite *sprite = content->sprites + i;
      const KbBankPage *sheet = sheet_of (content, sprite);
      gboolean has_pictures = FALSE, differ = FALSE;
      for (guint k = 0; k < sprite->n_frames; k++)
        {
          const KbBankFrame *one = sprite->frames + k;
          has_pictures |= one->has_picture;
          differ |= one->w != sprite->frames->w || one->h != sprite->frames->h;
        }
      n[differ  ? SIZES
        : sheet ? OBLONG
                : PAGES] += has_pictures && (!sheet || sprite->frames->w != sprite->frames->h);
      n[OF_SPRITES] += sprite->n_values;
    }
  for (guint i = 0; i < content->n_levels; i++)
    {
      const KbBankLevel *level = content->levels + i;
      for (guint k = 0; k < level->n_worlds[KB_BANK_LAYER]; k++)
        {
          const KbBankWorld *layer = level->worlds[KB_BANK_LAYER] + k;
          kbx_tiles_view view;
          kbx_read_tiles (layer->bytes, &view);
          n[GRIDS] += !is_square (layer);
          n[OF_LAYERS] += layer->n_values;
          for (guint tile = 1; tile < view.tile_count && is_square (layer); tile++)
            {
              const uint8_t *entry = kbx_tiles_entry (&view, tile);
              n[TILES] += !sprite_of (content, layer, entry);
              n[TURNS] += (entry[2] & KBX_TILES_TRANSPOSED) != 0;
            }
        }
      for (guint k = 0; k < level->n_entities; k++)
        n[BETWEEN] += ((level->entities[k].x | level->entities[k].y) & 255) != 0;
      for (guint k = 0; k < level->n_drawn; k++)
        n[LOOKS] += level->drawn[k].tiles
                    && (level->drawn[k].tint != 0xffffffff || level->drawn[k].blend != 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (n[i])
      lose (messages, _ (kinds[i]), n[i]);
}

const KbExporter kb_exporter_ldtk = {
  .ending = ".ldtk",
  .holds = KB_HOLDS (PICTURES) | KB_HOLDS (VALUES) | KB_HOLDS (LEVELS) | KB_HOLDS (ENTITIES)
           | KB_HOLDS (LAYERS),
  .sheets = TRUE,
  .is_engine = TRUE,
  .make_text = make_ldtk,
  .list_losses = list_export_ldtk_losses,
};
