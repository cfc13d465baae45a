/* SPDX-License-Identifier: MIT */
/* Shared by the files that write LDtk's projects: export_ldtk.c has levels, layers and tilesets,
 * export_ldtk_entities.c entities and fields. */
#ifndef KB_EXPORT_LDTK_H
#define KB_EXPORT_LDTK_H

#include "exporters/exporters.h"

#define KB_LDTK_CELL 16 /* of entities */
#define KB_LDTK_WORLD "00000000-0000-1000-8000-000000000000"
#define KB_LDTK_ORIGIN "kickbox_origin" /* a field of levels */

/* What iids are numbers of. */
typedef enum { KB_IID_PROJECT = 1, KB_IID_LEVEL, KB_IID_LAYER, KB_IID_ENTITY } KbIidKind;

typedef struct {
  const KbExport *of;
  gint next_uid;          /* those of tilesets are one more than their sprite */
  json_t *layers, *kinds; /* definitions, back to front, and the same without their own names */
  json_t *classes;        /* of entities, by name; "" for levels: {"own", "fields"} */
  json_t *names;          /* of layers and levels, for kb_export_identifier */
  kbx_box level;          /* the rectangle of the level at hand */
} KbLdtkExport;

/* ---- export_ldtk.c ---- */

/* Adds the members of an object, in single quotes, that `own` lacks. Steals `own`. */
json_t *kb_ldtk_complete (json_t *own, const char *rest);
/* An iid of its own; always the same, so that games may keep it. */
json_t *kb_ldtk_iid (KbIidKind kind, guint number, guint part);
/* A frame in its tileset. Null if it is in none, or without a sprite. */
json_t *kb_ldtk_rectangle (const KbExport *of, const KbBankSprite *sprite, guint frame);

/* ---- export_ldtk_entities.c ---- */

/* The values of a level with that rectangle, or of an entity. They have also what LDtk has no place
 * for. */
json_t *kb_ldtk_values_of (const json_t *item, const kbx_box *level);
/* Adds the fields for such values to a class, and makes it if there is none. Borrowed. */
json_t *kb_ldtk_note_fields (KbLdtkExport *ldtk, const char *class_name, const json_t *values);
void kb_ldtk_note_entity (KbLdtkExport *ldtk, const KbBankEntity *entity, const json_t *json);
/* Once all are known: definitions, and what each level or entity has. */
json_t *kb_ldtk_define_fields (const KbLdtkExport *ldtk, const json_t *class);
json_t *kb_ldtk_fields (const KbLdtkExport *ldtk, const char *class_name, const json_t *values);
json_t *kb_ldtk_define_class (const KbLdtkExport *ldtk, const char *name, json_t *taken);
/* `number`: among the entities of all levels. `left`: of the level's rectangle in the world. */
json_t *kb_ldtk_entity (const KbLdtkExport *ldtk, const KbBankEntity *entity, const json_t *json,
                        guint number, gint left);

#endif
