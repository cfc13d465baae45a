/* SPDX-License-Identifier: MIT */
/* State shared by the files that re-import a sprite. */
#ifndef KB_AGAIN_PRIVATE_H
#define KB_AGAIN_PRIVATE_H

#include "interchange/again/match.h"
#include "interchange/apply_private.h"

typedef struct {
  KbApply *apply;
  const json_t *record;       /* a copy: the sprite's own record is replaced at the end */
  GHashTable *known;          /* permanent id -> the frame's record */
  GHashTable *cells;          /* text of a cell of the new sheet -> its number, from 1 */
  gboolean same_cells;        /* the sheet has the same cells as before */
  gboolean own_order;         /* frames were reordered by hand */
  guint n_old, n_new;
  KbId *old;                  /* the sprite's imported frames, then its lost ones */
  KbMatchFrame *old_frames, *new_frames;
  KbMatch *matches;           /* one per new frame */
  KbId *ids;                  /* of the new frames in the document */
  GArray *copies;             /* Copy: hand-made frames that show the same as an imported one */
  /* Hand-made frames: KbId -> KbId of the frame before, 0 at the start */
  GHashTable *after;
  GArray *by_hand;            /* their KbIds, in order */
  char **titles;              /* of the old frames, with their numbers before the import */
  GArray *restored;           /* KbIds of restored frames */
  GHashTable *shown;          /* see kb_again_shown, or NULL until needed */
  GHashTable *kept;           /* permanent ids shown by animations that do not follow the source */
} KbAgain;

static inline KbFrame *
kb_again_frame (const KbAgain *again, KbId id)
{
  return (KbFrame *) kb_document_node (again->apply->document, id);
}

static inline const json_t *
kb_again_record (const KbAgain *again, gint lasting_id)
{
  return (const json_t *) g_hash_table_lookup (again->known, GINT_TO_POINTER (lasting_id));
}

/* again_old.c: lists the sprite's frames in the source's order. */
void kb_again_collect_old (KbAgain *again);
/* shown.c. Permanent ids of frames -> GPtrArray of names of the levels whose cells or entities show
 * them. An entity that names no frame shows the first. Cost: all entities, and all cells of levels
 * that have the sprite among their tilesets. */
GHashTable *kb_again_shown (const KbAgain *again);
/* Updates the copies, after the frames themselves. */
gboolean kb_again_update_copies (KbAgain *again, GError **error);

#endif
