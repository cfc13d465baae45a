/* SPDX-License-Identifier: MIT */
/* What bringing a sprite up to date shares between its files. */
#ifndef KB_AGAIN_PRIVATE_H
#define KB_AGAIN_PRIVATE_H

#include "interchange/apply_private.h"
#include "interchange/match.h"

typedef struct {
  KbApply *apply;
  const json_t *record;       /* a copy: the sprite's own is replaced at the end */
  GHashTable *known;          /* lasting id -> the frame's record */
  GHashTable *cells;          /* text of a cell of the sheet now -> its number, from 1 */
  gboolean same_cells;        /* the sheet has those it had */
  gboolean own_order;         /* the frames stand in another order than the source's, by hand */
  guint n_old, n_new;
  KbId *old;                  /* the sprite's imported frames, then its lost ones */
  KbMatchFrame *old_frames, *new_frames;
  KbMatch *matches;           /* of the new frames */
  KbId *ids;                  /* of the new frames, in the document */
  GArray *copies;             /* Copy: frames by hand that show what an imported one shows */
  /* Frames made by hand: KbId -> KbId of the frame before, 0 at the start */
  GHashTable *after;
  GArray *by_hand;            /* their KbIds, in order */
  char **titles;              /* of the old frames, with their numbers before anything moved */
  GArray *restored;           /* KbIds of frames that came back */
  GHashTable *shown;          /* as kb_again_shown; NULL: not asked yet */
  GHashTable *kept;           /* lasting ids that animations show which do not follow the source */
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

/* again_old.c: what the sprite has now, in the order that the source had. */
void kb_again_collect_old (KbAgain *again);
/* shown.c. Lasting ids of frames -> GPtrArray of the names of levels whose cells or entities show
 * them; an entity that names no frame shows the first. Cost: all cells of levels that have the
 * sprite among their tilesets, and all entities. */
GHashTable *kb_again_shown (const KbAgain *again);
/* Once the frames are up to date: their copies too. */
gboolean kb_again_update_copies (KbAgain *again, GError **error);

#endif
