/* SPDX-License-Identifier: MIT */
/* Shared by the files that read LDtk's projects. ldtk.c reads worlds, levels and layers, and
 * ldtk_tiles.c tilesets and tiles. Int grids become areas in ldtk.c, tiles and masks in
 * ldtk_values.c. ldtk_rules.c reads the rules of auto-layers, ldtk_fields.c entities and fields. */
#ifndef KB_INTERCHANGE_LEVELS_LDTK_H
#define KB_INTERCHANGE_LEVELS_LDTK_H

#include "document/values.h"
#include "interchange/levels/level_file.h"
#include "interchange/readers/readers.h"

#define KB_LDTK_MAX_LAYERS 256    /* of a level */

typedef gboolean (*KbLdtkVisit) (gpointer data, json_t *item, const KbJsonPlace *place,
                                 GError **error);

typedef struct {
  KbLevelFile *file;
  KbLdtkVisit read_level;  /* gets this struct */
  KbFileLevel *level;      /* the last one */
  const char *only;        /* the name of the level to read, NULL for all */
  const char *name;        /* of the level or definition being read */
  GHashTable *names;       /* of the levels so far, without case */
  /* "defs", whose tilesets in the file have their "number" there, from 1. Identifiers of enums ->
   * their choices. Iids of entities -> {"entity", "level", "ref"}. Lists of values, a key of those
   * that refers, the level's name. The values that kb_ldtk_values makes, and their types */
  json_t *definitions, *enums, *entities, *links, *values, *types;
  KbPixel origin;          /* of the level's rectangle in the level */
  json_t *grids;           /* int grids by LEVEL/LAYER, as {"level", "layer"}; for masks */
} KbLdtk;

/* A layer of a level. */
typedef struct {
  KbLdtk *ldtk;
  const json_t *json, *definition;
  const char *const *own;           /* fields that are no values, or NULL */
  const char *name;
  gint grid, width, height, x, y;   /* pixels of a cell, cells, its offset in pixels */
  KbLayerLook look;
} KbLdtkLayer;

/* Visits the items of an object's list until one fails. A missing list is empty. */
gboolean kb_ldtk_each (const json_t *object, const char *list, const KbJsonPlace *place,
                       KbLdtkVisit visit, gpointer data, GError **error);
/* Counts what is left out, in the plural. */
#define kb_ldtk_lose(ldtk, what, n)                                                                \
  kb_messages_lose (((KbLdtk *) (ldtk))->file->messages, what, (guint) (n))
/* The file that a project names, as a new string. */
char *kb_ldtk_file_of (const char *project, const char *name);
/* The first item of an object's list whose member has that value, or NULL. */
json_t *kb_ldtk_find (const json_t *object, const char *list, const char *member,
                      const json_t *value);
const char *kb_ldtk_text (const json_t *object, const char *member);

/* ldtk.c: is this the start of a project? */
gboolean kb_ldtk_begins (const char *start);
/* The project, whose definitions become `definitions`: a new reference, or NULL and an error. */
json_t *kb_ldtk_load (KbLdtk *ldtk, const char *data, gsize size, GError **error);
/* Reads the levels of all worlds; those that cannot be read are faults of the file. */
gboolean kb_ldtk_read_levels (KbLdtk *ldtk, const json_t *project, const KbJsonPlace *root,
                              GError **error);
/* Sizes, name and definition, checked. */
gboolean kb_ldtk_read_layer (KbLdtkLayer *layer, const KbJsonPlace *place, GError **error);

/* ldtk_tiles.c: for kb_ldtk_each. Adds a tileset with a picture to the file of a KbLdtk. */
gboolean kb_ldtk_read_set (gpointer ldtk, json_t *set, const KbJsonPlace *place, GError **error);
gboolean kb_ldtk_read_tiles (KbLdtkLayer *layer, const KbJsonPlace *place, GError **error);
/* Adds an import that `number` of the definition is the number of, for ldtk_tiles.c to read. */
KbImport *kb_ldtk_add_set (KbLdtk *ldtk, json_t *definition, const char *part);
/* Its frames: one for each value, in order. The definition has an identifier. */
gboolean kb_ldtk_draw_values (KbImport *import, json_t *definition, const KbJsonPlace *place,
                              GError **error);
/* The layer of the tileset's name, a new string, or NULL if it is none of values. */
char *kb_ldtk_layer_of_values (const char *part);
/* The name of the layer, tileset and part of an int grid's values: a new string. */
char *kb_ldtk_values_name (const char *layer);
/* Of each value that has a tile, its cell. NULL if there is none, or the level has no room for the
 * tileset, which it gets. */
GHashTable *kb_ldtk_value_cells (KbLdtk *ldtk, const json_t *definition);
/* ldtk_rules.c: reports what becomes of the rules of a layer's definition. */
gboolean kb_ldtk_count_rules (KbLdtk *ldtk, const json_t *definition, const KbJsonPlace *place,
                              GError **error);
/* Gives the layer's tiles its rules, which put tiles of that tileset of the level. Those after
 * which LDtk goes on to others are above the rest. Either layer may be NULL. */
void kb_ldtk_read_rules (const KbLdtkLayer *layer, KbFileLayer *made, KbFileLayer *above,
                         guint tileset, guint n_frames);
/* The name and colour that a value of an int grid has in the project. Without a name: the owner, if
 * it is not NULL, and the number. A new string. */
char *kb_ldtk_value_name (const KbLdtkLayer *layer, const char *owner, gint value, guint32 *rgba);
/* For kb_ldtk_each, with the KbLdtkLayer. */
gboolean kb_ldtk_read_entity (gpointer layer, json_t *json, const KbJsonPlace *place,
                              GError **error);
/* Adds a value and its type. */
void kb_ldtk_add_value (json_t *values, json_t *types, const char *key, const char *text,
                        KbValueType type);
/* The fields of an object as values, after numbers from other members: `names` has pairs of member
 * and key. NULL if there are none. Notes all types. */
/* The value of a field, or NULL. */
json_t *kb_ldtk_field (const json_t *json, const char *name);
json_t *kb_ldtk_values (KbLdtkLayer *layer, const json_t *json, const char *const *names,
                        const char *class_name);
#endif
