/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder only. */
#ifndef KB_DOCUMENT_PRIVATE_H
#define KB_DOCUMENT_PRIVATE_H

#include "document/document.h"
#include "document/edits/edit.h"
#include "document/files/files.h"
#include "document/pixels/zones_files.h"

#define KB_JOURNAL_MAX ((off_t) 1 << 30)   /* bytes */

/* Where in a file or a document an error is: a chain on the stack, so that a path costs nothing
 * until an error occurs. */
typedef struct KbPlace KbPlace;
struct KbPlace {
  const KbPlace *up;
  const char *file;      /* root of a chain in a file: "sprites/fakir.json" */
  const KbNode *node;    /* root of a chain in the document */
  const char *list;      /* an item: list[index] */
  guint index;
};

/* Sets "FILE: PATH.FIELD: MESSAGE" with KB_ERROR_INPUT. Returns FALSE, to end a function with. */
gboolean kb_place_error (GError **error, const KbPlace *place, const char *field,
                         const char *format, ...) G_GNUC_PRINTF (4, 5);

/* The file that a chain starts in, or NULL if it starts in the document. */
const char *kb_place_file (const KbPlace *place);

/* The functions of one type of field. `member` points into the node's struct. */
typedef struct {
  gboolean (*read) (const KbDocument *document, KbNode *node, const KbField *field,
                    const json_t *value, gpointer member, const KbPlace *place, GError **error);
  json_t *(*write) (const KbNode *node, const KbField *field, gconstpointer member);
  void (*clear) (gpointer member);
  /* Replaces what a copied member shares with the original by its own */
  void (*copy) (gpointer member);
  /* If the optional value is missing, the member is cleared, or so many bytes of 0; 0: `read` is
   * called */
  gsize size;
} KbTypeOps;
const KbTypeOps *kb_type_ops (KbType type);
/* Describes a JSON value for "expected ..., got ...". */
const char *kb_json_describe (const json_t *value);
/* The same, but with numbers themselves, "-3". Returns a new string. */
char *kb_json_describe_number (const json_t *value);
/* Appends the value on one line, with sorted keys. Returns FALSE when memory ran out. */
gboolean kb_json_append (GString *text, const json_t *value);
/* Writes whole numbers as such: 90, not 90.0. */
json_t *kb_json_number (double number);

/* node.c */
KbNode *kb_node_new (const KbKind *kind, KbNode *parent);
void kb_node_free (KbNode *node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbNode, kb_node_free)
/* The whole subtree with the same ids, for another document. Cost: linear, a fraction of that via
 * JSON. */
KbNode *kb_node_copy (const KbNode *node, KbNode *parent);
/* Reads a whole subtree whose parent is already set, without adding it to the parent's list. */
KbNode *kb_node_from_json (KbDocument *document, const KbKind *kind, KbNode *parent,
                           const json_t *value, const KbPlace *place, GError **error);
/* As kb_node_put, with the place given and without checking siblings. */
gboolean kb_node_read_field (const KbDocument *document, KbNode *node, const KbField *field,
                             const json_t *value, const KbPlace *place, GError **error);
/* The same into a member that is elsewhere. */
gboolean kb_node_read_member (const KbDocument *document, KbNode *node, const KbField *field,
                              const json_t *value, gpointer member, const KbPlace *place,
                              GError **error);
/* Returns FALSE and an error if a unique field of `node` equals that of another item of `list`. */
/* Checks that a new name is valid for files. */
gboolean kb_node_check_new_name (const KbNode *node, const KbField *field, const KbPlace *place,
                                 GError **error);
gboolean kb_node_check_unique (const KbNode *node, const KbField *field, const GPtrArray *siblings,
                               const KbPlace *place, GError **error);
/* The permanent ID of a frame, band, layer or maze. Returns NULL if the kind has none. */
gint *kb_node_lasting_id (const KbNode *node);
/* Whether its items have permanent IDs, each above all existing ones: all kinds except frames. */
gboolean kb_kind_is_numbered (const KbKind *kind);
gint kb_items_next_id (const GPtrArray *items);
char *kb_node_lasting_path (const KbNode *node);
gsize kb_node_weight (const KbNode *node);

/* One undoable change. `held` is the node while it is outside the tree. */
typedef enum {
  KB_EDIT_SET, KB_EDIT_INSERT, KB_EDIT_REMOVE, KB_EDIT_MOVE, KB_EDIT_PAINT, KB_EDIT_BOUNDS,
  KB_EDIT_SET_MANY, KB_EDIT_INSERT_MANY, KB_EDIT_REMOVE_MANY   /* edit_many.c */
} KbEditOp;

/* Items of one list, by their indices while they are in it. */
typedef struct { guint at, n; } KbRun;
typedef struct {
  GArray *runs;             /* KbRun, ascending, disjoint */
  guint n;                  /* items in all of them */
  /* KbNode, owned, in list order, while they are outside the tree, else empty */
  GPtrArray *held;
  guint8 *before, *after;   /* set: n consecutive members of the field's type */
} KbManyItems;

/* Of a layer or a maze. */
typedef struct {
  KbPixel first;
  gint width, height;
} KbGridBounds;

typedef struct {
  KbEditOp op;
  KbId node;                /* set: the node; else its parent */
  const KbField *field;
  const KbList *list;
  guint at, to;
  json_t *before, *after;   /* set */
  KbZonesPatch *patch;      /* paint: the changes, or NULL, and */
  KbZones *was, *is;        /* the whole painting, NULL if nothing is painted; also for bounds */
  KbGridBounds from_bounds, to_bounds;
  gboolean repainted;      /* not just what the other bounds show of the painting */
  KbNode *held;             /* owned */
  KbId item;                /* insert and remove: the node added or removed */
  KbManyItems *many;        /* for many items */
} KbEdit;

typedef struct {
  char *label;
  GPtrArray *edits;         /* KbEdit */
  /* While it is open: the sets since the last other edit, by node and field -> index + 1 in edits;
   * or NULL */
  GHashTable *sets;
  /* The edits as in the journal, those of many items as strings of text; dropped once written */
  json_t *lines;
  gboolean merging;
  guint gesture;            /* within which it merges */
  gsize weight;
} KbUndoStep;

typedef struct {
  int fd;                   /* -1: not locked */
  off_t end;                /* of its whole lines, in bytes; 0: the first line is missing too */
  gboolean in_folder;       /* the folder was synced since it was opened */
  off_t mark;               /* start of the line for a save in progress; 0: none */
  gboolean replayed;        /* while not locked: its steps are in the tree; */
  gboolean saved;           /* they are even in the files */
  off_t length;             /* of the file at that time */
} KbJournalFile;

typedef struct {
  KbZones *zones;
  guint palette;            /* a hash of its colours */
} KbSavedPainting;

/* A painting encoded as PNG before the save. */
typedef struct {
  KbZones *zones;
  KbZonesPalette palette;
  GBytes *bytes;            /* NULL: not done */
} KbEncodedPainting;

struct KbDocument {
  KbProject *project;
  GHashTable *nodes;        /* KbId -> KbNode, of the tree only */
  KbId next_id;
  /* Kind and folded name of an asset -> KbNode; NULL: not needed yet */
  GHashTable *names;
  /* KbId of a frame -> the duplicate number that it had in its file; until a save */
  GHashTable *renumbered;
  /* Set of KbId: classes that assets' files name but the project lacks; until a save */
  GHashTable *missing_classes;
  char *folder, *file;

  GPtrArray *steps;         /* KbUndoStep, oldest first */
  guint position;           /* steps[0..position) are applied */
  gint saved_position;      /* -1: no reachable position is the saved one */
  gsize history_weight;
  KbUndoStep *open;         /* between begin and end */
  guint depth;
  void (*before_end) (KbDocument *document, gpointer data);   /* NULL: nothing */
  gpointer before_end_data;
  GDestroyNotify free_before_end;

  GArray *listeners;
  guint next_listener;

  KbJournalFile journal;
  gboolean journal_wanted;  /* steps are to be written there, possible or not */
  /* Steps that are in the tree, not saved, and not in the file; oldest first */
  GQueue journal_waiting;
  char *journal_error;      /* why they are not */
  /* Name of a PNG of painted pixels, as in `saved` -> KbSavedPainting: its content */
  GHashTable *painted;
  GHashTable *encoded;      /* the same names -> KbEncodedPainting; until the next save */
  GHashTable *broken;       /* names of unreadable ones, which a save never deletes */
  /* A level could not be read: the sprites of its tiles are unknown */
  gboolean lacks_levels;
  GHashTable *saved;        /* file name relative to the folder -> SHA-256 of its content */
  /* KbFileStamp of asset files, unless they were just being changed when they were read */
  GHashTable *stamps;
  /* The files of an interrupted save, name -> KbHalfSaved, or NULL if there was none */
  GHashTable *half_saved;

  GHashTable *sources;      /* picture file -> KbPicture */
  GHashTable *crops;        /* key -> KbPicture */
  char *passed;             /* the last file read by kb_document_pass_picture, or NULL */
  gsize cache_bytes;
  KbPictureRead read_beside;   /* NULL: nobody */
  gpointer read_beside_data;
  GHashTable *unread;       /* keys as in `crops` -> why they could not be read elsewhere */
  GHashTable *pictures_used;      /* names that were ever in the tree; */
  /* Of files that this project wrote: only these may be removed; */
  GHashTable *pictures_written;
  GHashTable *pictures_saved;     /* named by the project's files */
  gboolean pictures_unsynced;     /* new ones must be on disk before a save refers to them */
};

/* A document with an empty, unnamed project. */
KbDocument *kb_document_new_empty (const char *folder, const char *file);
void kb_document_emit (KbDocument *document, const KbEvent *event);
/* Once kb_document_find_asset was called. */
void kb_names_add (KbDocument *document, KbNode *asset);
void kb_document_register (KbDocument *document, KbNode *node);
void kb_document_unregister (KbDocument *document, KbNode *node);
/* Call when the node may name another picture. */
void kb_document_note_picture (KbDocument *document, const KbNode *node);

/* pictures.c */
void kb_unread_picture_free (gpointer data);

/* Adds the pixels to the journal's line for an edit, only where they are needed. */
void kb_paint_fill (const KbDocument *document, const KbEdit *edit, json_t *line, gboolean forward);
/* kb_document_set for a field of painted pixels. */
gboolean kb_paint_set_json (KbDocument *document, KbNode *node, const KbField *field,
                            const json_t *value, GError **error);
/* Resizes a painting to its node's current size. */
void kb_paint_fit (KbDocument *document, KbNode *node);
/* Sets the pixels of a zone to `value` in all paintings that have it. */
void kb_paint_away (KbDocument *document, const KbZone *zone, guint8 value);

/* edit_many.c: edits of many items. Applies or reverts one and emits one event. */
void kb_many_do (KbDocument *document, KbEdit *edit, gboolean forward);
gboolean kb_many_is_idle (const KbEdit *edit);
gsize kb_many_weight (const KbEdit *edit);
void kb_many_free (KbManyItems *many);

/* bounds.c: edits of the kind KB_EDIT_BOUNDS, likewise. apply: one line of a script. */
void kb_bounds_do (KbDocument *document, const KbEdit *edit, gboolean forward);
void kb_bounds_fill (const KbEdit *edit, json_t *line, gboolean forward);
gsize kb_bounds_weight (const KbEdit *edit);
gboolean kb_bounds_apply (KbDocument *document, const KbNode *node, const json_t *line,
                          GError **error);

/* edit_do.c: applies or reverts an edit. */
void kb_edit_do (KbDocument *document, KbEdit *edit, gboolean forward);
/* The journal's line for an edit about to be applied (forward) or reverted. Painted pixels come
 * later. */
json_t *kb_edit_line (const KbDocument *document, const KbEdit *edit, gboolean forward);
char *kb_edit_set_path (const KbNode *node, const KbField *field);

/* edit.c: applies an edit for the first time, within a step, and records it. Takes the edit. */
void kb_edit_perform (KbDocument *document, KbEdit *edit);
/* The same for a copy of the edit. */
void kb_edit_record (KbDocument *document, KbEdit edit);
/* Reverts the newest edits of the open step, down to that many. */
void kb_edit_roll_back (KbDocument *document, guint to_edits);
/* A crossing polygon in a file is reported and can be repaired. A new one is refused. */
gboolean kb_edit_check_shape (const KbNode *node, const KbPlace *place, GError **error);
KbNode *kb_edit_find_node (const KbDocument *document, KbId id, GError **error);
gboolean kb_edit_full_error (GError **error, const KbPlace *place, const KbList *list);
/* Begins a step with a label such as "Change %s", and the name in lower case. */
void kb_edit_begin (KbDocument *document, const char *format, const char *name);

/* history.c */
void kb_edit_free (gpointer edit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbEdit, kb_edit_free)
void kb_undo_step_free (gpointer step);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbUndoStep, kb_undo_step_free)
void kb_history_mark_saved (KbDocument *document);

/* edit_do.c: recognises a journal's step as exactly the undo of the newest step here, or the redo
 * of the next one. Then does that, so that the history does not grow. Else returns FALSE, without
 * changes. */
gboolean kb_history_follow (KbDocument *document, const char *label, const json_t *edits);

/* journal.c. A project's lock is that of its journal, which is created if needed: a file
 * descriptor, or -1 with KB_ERROR_BUSY while another program has it. Waits for a command's lock, up
 * to wait_ms. */
int kb_journal_lock (const char *path, guint wait_ms, GError **error);
/* Deletes the file if it is empty. */
void kb_journal_unlock (int fd, const char *path);
/* The document takes the lock, and releases it when freed. No steps are written. */
void kb_journal_adopt (KbDocument *document, int fd);
/* Writes one step as one line, after those that could not be written before. A failure does not
 * fail the edit. kb_document_journal_error reports it. */
void kb_journal_write (KbDocument *document, const char *label, json_t *lines);
/* The first n of the steps are in the tree and in no journal that will be kept. */
void kb_journal_push_steps (KbDocument *document, json_t *steps, guint n);
/* Whether it has steps not in files with that base. Unreadable lines count as steps. */
gboolean kb_journal_has_steps (const char *path, const char *base);
/* Whether a running program has the project's lock. */
gboolean kb_journal_is_kept (const char *path);
/* Adds the pictures noted in the journal to those that this project wrote, once its files are read.
 * A journal begun on other files is not trusted. */
void kb_journal_read_pictures (KbDocument *document);
/* Notes that a picture's file is written, so that it can be found if nothing names it in the
 * end. */
void kb_journal_note_picture (KbDocument *document, const char *name);
/* Deletes the file and releases the lock. */
void kb_journal_remove (int fd, const char *path);
/* Returns FALSE if another program has the project. */
gboolean kb_journal_before_save (KbDocument *document, GError **error);
/* Notes, synced, that files with this base have all steps so far: a power cut may leave them with
 * the old journal. kb_journal_unmark reverts that, once the old files are synced. */
gboolean kb_journal_mark (KbDocument *document, const char *base, GError **error);
gboolean kb_journal_empty (KbDocument *document, char **kept, GError **error);
/* Call after a save that failed after kb_journal_empty. */
void kb_journal_restore (KbDocument *document, const char *kept);
/* Waiting steps are saved now, or else tried again. */
void kb_journal_after_save (KbDocument *document, gboolean saved);
/* A hash of all the project's files as this document knows them. */
char *kb_document_base (const KbDocument *document);
void kb_journal_close (KbDocument *document);
char *kb_journal_path (const KbDocument *document);

/* path.c: splits "a.b[2].c" into the node before the last name and that name ("c"). */
KbNode *kb_document_resolve_last (const KbDocument *document, const char *path, char **last,
                                  GError **error);

/* save_recover.c. The planned or completed action of an interrupted save on a file. */
typedef enum { KB_HALF_REPLACED = 1, KB_HALF_REMOVED, KB_HALF_DONE } KbHalfSaved;
/* Finishes such a save, with the project's lock held. */
gboolean kb_save_follow (KbDocument *document, GError **error);
/* Lets the document read the files as if it were finished. Waits while a program is saving. */
gboolean kb_save_read_past (KbDocument *document, const KbFolder *folder, GError **error);
gboolean kb_document_read_file (const KbDocument *document, const KbFolder *folder,
                                const char *name, char **data, gsize *length, GError **error);
/* The path from which such a file is read. */
char *kb_document_read_path (const KbDocument *document, const KbFolder *folder, const char *name);
/* SHA-256 of a file's bytes, or NULL if it cannot be read. */
char *kb_document_checksum (const KbDocument *document, const KbFolder *folder, const char *name);

/* For a node that is a file of its own: "sprites/fakir.json". */
char *kb_asset_file_name (const KbNode *asset);
const char *kb_asset_name (const KbNode *asset);
/* The PNG of a node's painted pixels, relative to the folder: "masks/room.png",
 * "zones/fakir/3.png". Returns a new string, or NULL for nodes without one. */
char *kb_painted_file_name (const KbNode *node);
/* The colours of a node's zones, by value. */
void kb_painted_palette (const KbNode *node, KbZonesPalette *palette);
/* Visits all nodes of an asset that can have painted pixels: itself or its frames, including lost
 * ones. */
typedef void (*KbPaintedVisit) (KbNode *node, KbPainted *painted, gpointer data);
void kb_asset_visit_painted (KbNode *asset, KbPaintedVisit visit, gpointer data);
/* pictures.c. A set of names. */
GHashTable *kb_name_set_new (void);
/* pictures/NAME in the folder. If it cannot be read, the picture in memory, encoded again, or
 * NULL. */
GBytes *kb_document_picture_bytes (const KbDocument *document, const char *folder,
                                   const char *name);
/* Writes pictures/NAME completely or not at all. An equal file is kept. */
gboolean kb_picture_file_put (const KbFolder *folder, const char *name, GBytes *png,
                              GError **error);
/* Removes pictures' files that this project wrote and its files do not name. Call it when the
 * document is closed. */
void kb_pictures_sweep (const KbDocument *document);

#endif
