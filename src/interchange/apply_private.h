/* SPDX-License-Identifier: MIT */
/* State shared by the files that apply an import to a document. */
#ifndef KB_APPLY_PRIVATE_H
#define KB_APPLY_PRIVATE_H

#include "document/edits/edit.h"
#include "interchange/formats.h"

typedef struct {
  KbDocument *document;
  const KbImport *import;
  KbImportReport *report;
  char **files;            /* of import->pictures, in the project's pictures folder */
  KbId sprite;
  /* The sprite's values for the import's terrains, by their numbers; NULL: the same numbers */
  const guint8 *terrains;
} KbApply;

KbSprite *kb_apply_sprite (const KbApply *apply);

/* "cave, dungeon", the first few names, as a new string. */
char *kb_apply_level_names (const GPtrArray *names);

/* In the form used in files; new references. */
json_t *kb_apply_picture_json (const KbApply *apply, const KbImportFrame *frame);
/* NULL: the frame has none. */
json_t *kb_apply_hot_spot_json (const KbImportFrame *frame);
json_t *kb_apply_frame_json (const KbApply *apply, const KbImportFrame *frame);
/* Fields of frames that follow the source as a whole; ends with NULL. */
extern const char *const kb_apply_frame_fields[];
/* The value of one of them; NULL: none. */
json_t *kb_apply_frame_field (const KbApply *apply, const KbImportFrame *frame, const char *field);
json_t *kb_apply_terrains_json (const KbApply *apply);
/* [[id, ms], ...] */
json_t *kb_apply_steps_json (const KbImportAnimation *animation, const gint *lasting_ids);
json_t *kb_apply_animation_json (const KbImport *import, const KbImportAnimation *animation,
                                 const gint *lasting_ids);
const char *kb_loop_name (KbLoop loop);
/* apply_zones.c: paints the frames' zones, within the step. First removes the zones of the source
 * from its frames, and those of `record`, the one before. Others stay where they are not painted
 * over. `lasting_ids` are those of the import's frames. */
gboolean kb_apply_zones (const KbApply *apply, const json_t *record, const gint *lasting_ids,
                         GError **error);
/* Their names, for the record. New reference. */
json_t *kb_apply_zone_names (const KbImport *import);

/* record.c: the sprite's `import` field. It has the settings, and what the source gave for each
 * frame and animation, so that the next import can detect changes by hand. */
json_t *kb_record_new (const KbApply *apply, const gint *lasting_ids);
GHashTable *kb_record_index (const json_t *record);   /* lasting id -> record of the frame */
const json_t *kb_record_animation (const json_t *record, const char *name);

/* merge.c: merges a frame that is still in the source. `base` is its record, or NULL. */
gboolean kb_merge_frame (KbApply *apply, KbId frame, const json_t *base,
                         const KbImportFrame *theirs, gint dx, gint dy, GError **error);
/* Sets a node's field to the source's value, unless it differs from `base`, the node's record.
 * `theirs`: stolen; NULL: none. */
gboolean kb_merge_field (KbApply *apply, KbId id, const char *field, const json_t *base,
                         json_t *theirs, GError **error);
/* merge_animations.c: `mine` is name -> {"loop", "steps", "full"} from before frames were removed.
 * `back` has the permanent ids of restored frames. */
json_t *kb_merge_snapshot_animations (const KbSprite *sprite);
gboolean kb_merge_animations (KbApply *apply, const json_t *mine, const json_t *record,
                              const gint *lasting_ids, GHashTable *back, GError **error);
/* lost_steps.c. Steps are [[permanent id, ms], ...]. */
/* A copy of `steps`, plus the steps of `remembered` whose frames are in `wanted`, each after the
 * steps that preceded it. All other steps of `remembered` must be in `steps` or gone. */
json_t *kb_steps_weave (const json_t *steps, const json_t *remembered, GHashTable *wanted);
GHashTable *kb_steps_lost_ids (const KbSprite *sprite);
/* Permanent ids of the frames shown by animations that do not follow the source. */
GHashTable *kb_steps_kept_ids (const json_t *mine, const json_t *record);
/* The steps to remember now, or NULL. New reference. */
json_t *kb_steps_remember (const KbSprite *sprite, const json_t *record, const json_t *mine);
/* Reports steps that were removed or restored, with the frame numbers of before. */
void kb_steps_report (KbApply *apply, const json_t *record, const json_t *mine,
                      GHashTable *lost_before);
/* again.c */
gboolean kb_apply_again (KbApply *apply, GError **error);

#endif
