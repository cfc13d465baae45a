/* SPDX-License-Identifier: MIT */
/* What putting an import into a document shares between its files. */
#ifndef KB_APPLY_PRIVATE_H
#define KB_APPLY_PRIVATE_H

#include "document/edit.h"
#include "interchange/formats.h"

typedef struct {
  KbDocument *document;
  const KbImport *import;
  KbImportReport *report;
  char **files;            /* of import->pictures, in the project's pictures folder */
  KbId sprite;
} KbApply;

void kb_apply_message (KbApply *apply, const char *format, ...) G_GNUC_PRINTF (2, 3);
KbSprite *kb_apply_sprite (const KbApply *apply);

/* "cave, dungeon", the first few of them; a new string. */
char *kb_apply_level_names (const GPtrArray *names);

/* As files have them; new references. */
json_t *kb_apply_picture_json (const KbApply *apply, const KbImportFrame *frame);
json_t *kb_apply_shape_json (const KbImportShape *shape);
json_t *kb_apply_frame_json (const KbApply *apply, const KbImportFrame *frame);
/* [[id, ms], ...] */
json_t *kb_apply_steps_json (const KbImportAnimation *animation, const gint *lasting_ids);
json_t *kb_apply_animation_json (const KbImportAnimation *animation, const gint *lasting_ids);
const char *kb_loop_name (KbLoop loop);

/* record.c: what the sprite's `import` field remembers: the settings, and of each frame and
 * animation what the source gave, so that the next import can tell what was changed by hand. */
json_t *kb_record_new (const KbApply *apply, const gint *lasting_ids);
GHashTable *kb_record_index (const json_t *record);   /* lasting id -> record of the frame */
/* Whether any of the files is one that was imported before. */
gboolean kb_record_shares_file (const json_t *record, const char *folder, char *const *files);
const json_t *kb_record_animation (const json_t *record, const char *name);

/* merge.c: one frame that the source still has. `base` is its record, or NULL. */
gboolean kb_merge_frame (KbApply *apply, KbId frame, const json_t *base,
                         const KbImportFrame *theirs, gint dx, gint dy, GError **error);
/* merge_animations.c: `mine` is name -> {"loop", "steps", "full"} as it was before frames went;
 * `back` the lasting ids of the frames that were lost and are not any more. */
json_t *kb_merge_snapshot_animations (const KbSprite *sprite);
gboolean kb_merge_animations (KbApply *apply, const json_t *mine, const json_t *record,
                              const gint *lasting_ids, GHashTable *back, GError **error);
/* lost_steps.c. Steps are [[lasting id, ms], ...]. */
/* A copy of `steps` with those of `remembered` put in whose frame is wanted, each behind the steps
 * it stood behind; the others must all be in `steps` or gone. */
json_t *kb_steps_weave (const json_t *steps, const json_t *remembered, GHashTable *wanted);
GHashTable *kb_steps_lost_ids (const KbSprite *sprite);
/* Gives each animation of a snapshot "full": its steps with those of lost frames among them. */
void kb_steps_recall (const KbSprite *sprite, const json_t *record, json_t *mine);
/* Lasting ids of the frames that animations show which do not follow the source. */
GHashTable *kb_steps_kept_ids (const json_t *mine, const json_t *record);
/* What to remember now; NULL: nothing. New reference. */
json_t *kb_steps_remember (const KbSprite *sprite, const json_t *record, const json_t *mine);
/* Which steps went and came, with the numbers of before. */
void kb_steps_tell (KbApply *apply, const json_t *record, const json_t *mine,
                    GHashTable *lost_before);
/* again.c */
gboolean kb_apply_again (KbApply *apply, GError **error);

#endif
