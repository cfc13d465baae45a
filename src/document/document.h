/* SPDX-License-Identifier: MIT */
/* A project in memory: the tree, its history, its journal, its pictures.
 *
 * Purpose: what the editor, the command line, the importers and the exporter work on. No GTK, no
 * display. Flow: kb_document_new or kb_document_open -> reads and edits (edit.h) ->
 * kb_document_save. Ownership: the document owns the tree, the history and the journal; pictures
 * are shared by reference. All calls are from one thread; an export works on a copy
 * (kb_document_snapshot). */
#ifndef KB_DOCUMENT_H
#define KB_DOCUMENT_H

#include "document/grey.h"
#include "document/model.h"
#include "document/picture.h"

/* The domain's codes are the command line's exit codes; there busy is 3 too: the same may work
 * later. */
typedef enum {
  KB_ERROR_INPUT = 1,
  KB_ERROR_USAGE = 2,
  KB_ERROR_MACHINE = 3,
  KB_ERROR_BUSY = 4
} KbErrorCode;
#define KB_ERROR (kb_error_quark ())
GQuark kb_error_quark (void);
/* The error without the JSON path or file it starts with, as a sentence for people: "Another class
 * is called 'head' already"; a new string. */
char *kb_error_words (const GError *error);
/* Code for an errno: KB_ERROR_INPUT for missing files and the like, KB_ERROR_MACHINE for the
 * rest. */
KbErrorCode kb_error_code_from_errno (int error_number);

/* A new project in memory, to be saved in `folder` (created by the first save) as NAME.kickbox. */
KbDocument *kb_document_new (const char *folder, const char *name);

/* Opens a project: `path` is the folder or the .kickbox file. Checks everything; the error names
 * the file and line and column, or the file and the JSON path. Does not replay a journal. */
KbDocument *kb_document_open (const char *path, GError **error);
/* The same without the assets that cannot be read, whose errors `faults` gets (GError *): to be
 * looked at, not to be changed. */
KbDocument *kb_document_open_in_part (const char *path, GPtrArray *faults, GError **error);
/* The same for a program that changes and saves it in one go: nobody else can meanwhile.
 * KB_ERROR_BUSY at once while an editor has it open, and after wait_ms while another such program
 * does. */
KbDocument *kb_document_open_to_change (const char *path, guint wait_ms, GError **error);
void kb_document_free (KbDocument *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbDocument, kb_document_free)
/* How many painted pixels the files of that project's folder have, as their headers say: what
 * opening it takes long for. 0 where there is no such folder. */
guint64 kb_document_painted_size (const char *path);
/* FALSE and an error that names the first file of painted pixels that could not be read, if there
 * is one. */
gboolean kb_document_check_paintings (const KbDocument *document, GError **error);

const KbProject *kb_document_project (const KbDocument *document);
const char *kb_document_folder (const KbDocument *document);  /* absolute */
/* Absolute path of the .kickbox file */
const char *kb_document_file (const KbDocument *document);
/* Of a frame, mask, track or band: where what is painted on it is saved, whether that is there or
 * not. Absolute. */
char *kb_document_painted_path (const KbDocument *document, const KbNode *node);

/* NULL when no such node is in the tree (any more). The pointer is for use at once; keep the id. */
KbNode *kb_document_node (const KbDocument *document, KbId id);
/* The asset of that kind whose name it is, small and capital letters being the same; NULL: none.
 * Does not search. */
KbNode *kb_document_find_asset (KbDocument *document, const KbKind *kind, const char *name);
/* "sprites[0].frames[2]", "sprites['fakir'].animations['walk']"; NULL and an error when there is
 * none. */
KbNode *kb_document_resolve (const KbDocument *document, const char *path, GError **error);
/* The path of a node or field (kb_node_path), or a message that begins with one, as messages show
 * it: with the file that holds the place, and the place in that file. "sprites[0].frames[2]: text"
 * becomes "FOLDER/sprites/fakir.json: frames[2]: text", "classes[1]: text" "FOLDER/NAME.kickbox:
 * classes[1]: text"; a new string. */
char *kb_document_placed (const KbDocument *document, const char *text);
/* The two parts: the file, a new string, and in `rest` what follows, which points into `path`. */
char *kb_document_file_of (const KbDocument *document, const char *path, const char **rest);

/* Saving: each changed file is written beside the old one, synced and renamed over it; then the
 * journal is emptied. On failure the old files and the journal are as they were, and the error says
 * which file and why. A file that someone else changed since it was read is not overwritten: see
 * kb_document_check_disk. */
gboolean kb_document_save (KbDocument *document, GError **error);
/* Saves a copy of everything, pictures too, as a new project in `folder`, which becomes the
 * document's. */
gboolean kb_document_save_as (KbDocument *document, const char *folder, GError **error);
/* Are the project's files still as this document read or wrote them? FALSE and KB_ERROR_INPUT with
 * the first that is not. kb_document_accept_disk takes what is there now as known, so that the next
 * save replaces it: only after a person said so. */
gboolean kb_document_check_disk (const KbDocument *document, GError **error);
void kb_document_accept_disk (KbDocument *document);
gboolean kb_document_is_modified (const KbDocument *document);

/* The journal. kb_document_keep_journal starts one and locks the project, before the first edit; it
 * refuses while another program has it (KB_ERROR_BUSY), while the files are not as they were read,
 * and while unsaved steps of a crash are neither replayed nor discarded. Refused or not, it is
 * wanted from then on: each step, each save, each further call tries to open it and to write what
 * could not be written so far. When steps (or lines that cannot be read) were left, has_journal
 * says so before keep_journal is called. Replay applies them up to the first that fails. */
gboolean kb_document_has_journal (const KbDocument *document, guint *n_steps);
/* The same of a project that is not open: whether steps lie in the journal beside `file` that no
 * program keeps. Reads the journal alone. */
gboolean kb_document_file_has_journal (const char *file);
/* Everything was undone, say: what would come back is what is saved. FALSE where any of it cannot
 * be read. Opens the project twice. */
gboolean kb_document_file_recovers_nothing (const char *file);
/* FALSE: the project's files are no longer those that the journal's steps were made on; warn before
 * a replay. */
gboolean kb_document_journal_fits (const KbDocument *document);
gboolean kb_document_replay_journal (KbDocument *document, guint *n_replayed, GError **error);
/* Renames a journal that cannot be replayed to the end to NAME.kickbox-journal.old~. */
gboolean kb_document_set_journal_aside (KbDocument *document, GError **error);
gboolean kb_document_discard_journal (KbDocument *document, GError **error);
gboolean kb_document_keep_journal (KbDocument *document, GError **error);
/* Why a journal that is wanted is not open or does not have every step, or NULL: "PATH: cannot be
 * written: REASON". Edits go on; tell the user. */
const char *kb_document_journal_error (const KbDocument *document);
/* Steps that a crash would lose: neither saved nor in the journal, as it could not be written. */
guint kb_document_unsafe_steps (const KbDocument *document);

/* The picture of a frame, as large as the frame, cached; NULL with an error when the file is
 * missing or broken. A frame without a picture gives an empty one. New reference. */
KbPicture *kb_document_frame_picture (KbDocument *document, const KbFrame *frame, GError **error);
/* The same of a mask: the picture behind it; NULL without an error when it has none. */
KbPicture *kb_document_mask_picture (KbDocument *document, const KbMask *mask, GError **error);
/* And of a track. */
KbPicture *kb_document_track_picture (KbDocument *document, const KbTrack *track, GError **error);
/* And of a level, as large as its rectangle. */
KbPicture *kb_document_level_picture (KbDocument *document, const KbLevel *level, GError **error);
/* The samples of a heightmap: the rectangle of its picture. Read from the file each time, whatever
 * thread asks. Errors: KB_ERROR_INPUT for no picture, one that is missing, broken or not grey, or a
 * rectangle beyond it. */
KbGrey *kb_document_heightmap_grey (const KbDocument *document, const KbHeightmap *map,
                                    GError **error);
/* Large pictures behind masks, tracks and levels can be read by somebody else, beside the thread
 * that has the document: then those that are not in memory yet give KB_ERROR_BUSY, and `read` is
 * asked for them, until kb_document_take_picture brings them: it may be asked again meanwhile.
 * `path` is that of the file in the project's `folder`; `ref` is without what it owns. NULL: all
 * are read at once. */
typedef struct {
  char *key, *folder, *path;
  KbPictureRef ref;
  guint width, height;
} KbPictureWanted;
typedef void (*KbPictureRead) (const KbPictureWanted *wanted, gpointer data);
void kb_document_read_beside (KbDocument *document, KbPictureRead read, gpointer data);
/* The picture that was asked for, or NULL and why there is none: that is told, and after some
 * seconds it is tried again. */
void kb_document_take_picture (KbDocument *document, const KbPictureWanted *wanted,
                               KbPicture *picture, const GError *error);
/* The same from the picture of the frame's file, without a document and its cache: for threads. A
 * NULL source gives an empty one; one that is the frame's as it stands is given back. NULL when the
 * frame is too large. New reference. */
KbPicture *kb_picture_of_frame (KbPicture *source, const KbPictureRef *ref, guint width,
                                guint height);
/* Puts a picture into the project's `pictures` folder as STEM-HASH.png; the file name is returned,
 * new string. The same picture twice gives the same name. */
char *kb_document_add_picture (KbDocument *document, const char *stem, KbPicture *picture,
                               GError **error);
/* The same of a PNG file's bytes, which stay as they are: grey of 16 bits, say. */
char *kb_document_add_png (KbDocument *document, const char *stem, GBytes *png, GError **error);

/* An independent copy of the tree for a worker thread (no history, no journal, same folder). */
KbDocument *kb_document_snapshot (const KbDocument *document);

/* What has just happened, told after each edit, undo and redo included. */
typedef enum {
  KB_EVENT_SET,      /* node, name = field */
  KB_EVENT_INSERT,   /* node = the new one, name = the list, index */
  KB_EVENT_REMOVE,   /* node = the id that is gone, parent, name = the list, index */
  KB_EVENT_MOVE,     /* node, name = the list, index = the new place */
  /* node, name = field; patch: what changed, NULL: all of it; `forward`: it went in, else out */
  KB_EVENT_PAINT,
  /* node, name = one of its lists: many of its items are set, came, or went at once; forget what
   * was known of them */
  KB_EVENT_MANY,
  /* A step ended, undo or redo or save was done: labels and is_modified may differ */
  KB_EVENT_STEP
} KbEventType;

typedef struct {
  KbEventType type;
  KbId node, parent;
  const char *name;
  guint index;
  const KbZonesPatch *patch;
  gboolean forward;
} KbEvent;

typedef void (*KbListener) (KbDocument *document, const KbEvent *event, gpointer data);
guint kb_document_listen (KbDocument *document, KbListener listener, gpointer data);
void kb_document_unlisten (KbDocument *document, guint handle);

/* What a build server or an artist should look at; see problems.c for the checks. */
typedef enum { KB_PROBLEM_WARNING, KB_PROBLEM_ERROR } KbSeverity;
typedef struct {
  KbSeverity severity;    /* an error stops an export */
  KbId node;
  char *path;             /* "sprites[0].frames[2].shapes[1]" */
  char *message;
  const char *check;      /* which of the checks: "no-hot-spot"; static */
  gboolean unbegun;       /* nothing is wrong: nobody has begun with it yet */
} KbProblem;
/* Array of KbProblem *, in tree order; free with g_ptr_array_unref. */
GPtrArray *kb_document_problems (const KbDocument *document);
/* Whether a layer's axes, or the points of a ground, or one of them among its neighbours, lie so
 * that an export takes them; others always do. Edits may leave them otherwise on the way: who ends
 * a change asks. Errors: KB_ERROR_INPUT with the path. */
gboolean kb_document_check_lie (const KbDocument *document, KbId id, GError **error);
/* What is wrong with a level's walls, areas and entities, by themselves; their paths are NULL.
 * Cost: linear. */
GPtrArray *kb_document_level_problems (const KbDocument *document, const KbLevel *level);
/* The same, by one who knows some picture files: where `known` is TRUE, the file is not opened. */
typedef gboolean (*KbKnownPicture) (const char *file, guint *width, guint *height, gpointer data);
GPtrArray *kb_document_problems_knowing (const KbDocument *document, KbKnownPicture known,
                                         gpointer data);
/* The same with what only a folder above this one can find out: of each curve of a track, whether
 * none of it shows. */
typedef void (*KbFindHidden) (const KbTrack *track, gboolean *hidden);
GPtrArray *kb_document_problems_showing (const KbDocument *document, KbFindHidden find);

/* The same list again and again: only frames that changed since, or whose picture's file did, are
 * checked again. It listens to the document, and is to be freed before it. */
typedef struct KbProblemFinder KbProblemFinder;
KbProblemFinder *kb_problem_finder_new (KbDocument *document);
void kb_problem_finder_free (KbProblemFinder *finder);
/* Without it no curve is taken for hidden. It is asked again when something in the track
 * changed. */
void kb_problem_finder_find_hidden (KbProblemFinder *finder, KbFindHidden find);
/* Checks for about so many microseconds, or to the end if that is 0; TRUE when there is nothing
 * left to check. An edit in between is checked too. */
gboolean kb_problem_finder_work (KbProblemFinder *finder, gint64 microseconds);
/* As kb_document_problems, after whatever work is left; linear in frames and problems. */
GPtrArray *kb_problem_finder_list (KbProblemFinder *finder);

#endif
