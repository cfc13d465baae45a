/* SPDX-License-Identifier: MIT */
/* A project in memory: the tree, its history, its journal, its pictures. Used by the editor, the
 * command line, importers and the exporter. It needs neither GTK nor a display. Flow:
 * kb_document_new or kb_document_open -> reads and edits (edit.h) -> kb_document_save. Ownership:
 * the document owns the tree, the history and the journal. Pictures are shared by reference. All
 * calls are from one thread. An export works on a copy (kb_document_snapshot). */
#ifndef KB_DOCUMENT_H
#define KB_DOCUMENT_H

#include "document/model.h"
#include "document/pixels/picture.h"

/* Marks a text of a table for translation, with its plural, for ngettext: two members. */
#define KB_PLURAL(One, Many) One, Many

/* The domain's codes are the exit codes of the command line. There busy is 3 too: the same may work
 * later. */
typedef enum {
  KB_ERROR_INPUT = 1,
  KB_ERROR_USAGE = 2,
  KB_ERROR_MACHINE = 3,
  KB_ERROR_BUSY = 4
} KbErrorCode;
#define KB_ERROR (kb_error_quark ())
GQuark kb_error_quark (void);
/* Sets the error and returns FALSE. */
gboolean kb_fail (GError **error, KbErrorCode code, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* The same, but returns NULL. */
gpointer kb_fail_null (GError **error, KbErrorCode code, const char *format, ...)
  G_GNUC_PRINTF (3, 4);
/* NULL, after a call that sets the error and returns FALSE. */
#define kb_null(failed) ((void) (failed), NULL)
/* For a value whose place the caller knows: the message starts with the place in it, or with
 * "expected". */
#define kb_input_error(error, ...) kb_fail (error, KB_ERROR_INPUT, __VA_ARGS__)
/* The error without its leading JSON path or file, as a sentence for people: "Another class is
 * called 'head' already". Returns a new string. */
char *kb_error_words (const GError *error);
/* What jansson or the bank's reader says, in the user's language; po/jansson.c lists the texts. */
char *kb_say_fault (const char *text);
/* The code for an errno: KB_ERROR_INPUT for missing files and the like, KB_ERROR_MACHINE
 * otherwise. */
KbErrorCode kb_error_code_from_errno (int error_number);

/* A new project in memory, which the first save writes to `folder` (created if missing) as
 * NAME.kickbox. */
KbDocument *kb_document_new (const char *folder, const char *name);

/* Opens a project: `path` is the folder or the .kickbox file. Checks everything. Errors name the
 * file with line and column, or with the JSON path. Does not replay a journal. */
KbDocument *kb_document_open (const char *path, GError **error);
/* The same, leaving out unreadable assets, whose errors `faults` receives (GError *): for reading,
 * not for changes. */
KbDocument *kb_document_open_in_part (const char *path, GPtrArray *faults, GError **error);
/* Opens one asset, FOLDER/sprites/NAME.json or the like, with the project's file and the assets
 * that it refers to, without their paintings. Reads no other file. Not for changes. */
KbDocument *kb_document_open_asset (const char *path, KbNode **asset, GError **error);
/* The .kickbox file of a path to it or its folder: absolute, a new string. */
char *kb_project_file (const char *path, GError **error);
/* The files of a project's assets, below its folder: "sprites/hero.json"; judges their names alone.
 * `file`: the .kickbox file, absolute. Free both. */
GPtrArray *kb_list_asset_files (const char *path, char **file, GError **error);
/* Opens a project for a program that opens, changes and saves it, and excludes others meanwhile.
 * KB_ERROR_BUSY immediately if an editor has it open, and after wait_ms if another such program
 * has. */
KbDocument *kb_document_open_to_change (const char *path, guint wait_ms, GError **error);
void kb_document_free (KbDocument *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbDocument, kb_document_free)
/* The number of painted pixels in the project's files, from their headers: an estimate of the
 * opening time. Stops counting at `enough`. 0 if there is no such folder. */
guint64 kb_document_painted_size (const char *path, guint64 enough);
/* Returns FALSE and an error that names the first unreadable file of painted pixels, if any. */
gboolean kb_document_check_paintings (const KbDocument *document, GError **error);

const KbProject *kb_document_project (const KbDocument *document);
const char *kb_document_folder (const KbDocument *document);  /* absolute */
/* Absolute path of the .kickbox file */
const char *kb_document_file (const KbDocument *document);
/* For a frame, mask, track or band: the file of its painting, existing or not. Absolute. */
char *kb_document_painted_path (const KbDocument *document, const KbNode *node);

/* Returns NULL if the tree does not contain the node. Use the pointer at once and keep only the
 * id. */
KbNode *kb_document_node (const KbDocument *document, KbId id);
/* The node as the struct of a kind. Returns NULL if it is missing or of another kind. */
gpointer kb_document_find (const KbDocument *document, KbId id, const KbKind *kind);
/* The asset of that kind and name, ignoring case. Returns NULL if there is none. Uses an index. */
KbNode *kb_document_find_asset (KbDocument *document, const KbKind *kind, const char *name);
/* "sprites[0].frames[2]", "sprites['fakir'].animations['walk']". Returns NULL and an error if there
 * is none. */
KbNode *kb_document_resolve (const KbDocument *document, const char *path, GError **error);
/* Converts the path of a node or field (kb_node_path), or a message that begins with one, to the
 * form for messages: file, then place. "sprites[0].frames[2]: text" becomes
 * "FOLDER/sprites/fakir.json: frames[2]: text", "classes[1]: text" "FOLDER/NAME.kickbox:
 * classes[1]: text". Returns a new string. */
char *kb_document_placed (const KbDocument *document, const char *text);
/* Returns the file, a new string. `rest` is the remainder, within `path`. */
char *kb_document_file_of (const KbDocument *document, const char *path, const char **rest);

/* Saves: writes each changed file next to the old one, syncs it and renames it over the old one.
 * Then empties the journal. On failure the old files and the journal are unchanged, and the error
 * names the file and the reason. A file that someone else changed since it was read is not
 * overwritten: see kb_document_check_disk. */
gboolean kb_document_save (KbDocument *document, GError **error);
/* Saves a copy of everything, including pictures, as a new project in `folder`, which becomes the
 * document's. */
gboolean kb_document_save_as (KbDocument *document, const char *folder, GError **error);
/* Both restore pictures whose files are gone, as far as they are in memory. This returns the names
 * of those that the saved project still lacks, a line for each of the first ones, or NULL. */
char *kb_document_missing_pictures (const KbDocument *document);
/* Whether the project's files are unchanged since this document read or wrote them. If not, returns
 * FALSE and KB_ERROR_INPUT with the first one. kb_document_accept_disk accepts the current files,
 * so that the next save replaces them: only call it when the user agreed. */
gboolean kb_document_check_disk (const KbDocument *document, GError **error);
void kb_document_accept_disk (KbDocument *document);
/* Whether there are files of assets that this document neither read nor wrote. */
gboolean kb_document_has_new_files (const KbDocument *document);
gboolean kb_document_is_modified (const KbDocument *document);

/* kb_document_keep_journal starts a journal and locks the project, before the first edit. It fails
 * while another program has the project (KB_ERROR_BUSY) or the files changed since reading. It also
 * fails while unsaved steps of a crash are neither replayed nor discarded. Even so, each later
 * step, save and call tries again and writes the missing steps. Call has_journal before it: it
 * reports steps (or unreadable lines) left by a crash. Replay applies them up to the first
 * failure. */
gboolean kb_document_has_journal (const KbDocument *document, guint *n_steps);
/* The same for a project that is not open: whether the journal of `file` has steps and no program
 * keeps it. Reads only the journal. */
gboolean kb_document_file_has_journal (const char *file);
/* Whether the journal's steps would restore exactly the saved state, for instance after undoing
 * everything. FALSE if any of it cannot be read. Opens the project twice. */
gboolean kb_document_file_recovers_nothing (const char *file);
/* Returns FALSE if the journal's steps were made on other versions of the files. Warn before a
 * replay then. */
gboolean kb_document_journal_fits (const KbDocument *document);
gboolean kb_document_replay_journal (KbDocument *document, guint *n_replayed, GError **error);
/* Renames a journal that cannot be fully replayed to NAME.kickbox-journal.old~. */
gboolean kb_document_set_journal_aside (KbDocument *document, GError **error);
gboolean kb_document_discard_journal (KbDocument *document, GError **error);
gboolean kb_document_keep_journal (KbDocument *document, GError **error);
/* Why a wanted journal is not open or lacks steps, or NULL: "PATH: cannot be written: REASON".
 * Edits continue. Inform the user. */
const char *kb_document_journal_error (const KbDocument *document);
/* The number of steps a crash would lose: neither saved nor in the journal, because it could not be
 * written. */
guint kb_document_unsafe_steps (const KbDocument *document);

/* The picture of a frame in the frame's size, cached. Returns NULL with an error if the file is
 * missing or broken. It is empty for a frame without a picture. Returns a new reference. */
KbPicture *kb_document_frame_picture (KbDocument *document, const KbFrame *frame, GError **error);
/* The same for passing through many frames: it only keeps the last file in memory. NULL without an
 * error if it cannot be read. */
KbPicture *kb_document_pass_picture (KbDocument *document, const KbFrame *frame);
/* As kb_document_frame_picture, for a mask: the picture behind it. Returns NULL without an error if
 * it has none. */
KbPicture *kb_document_mask_picture (KbDocument *document, const KbMask *mask, GError **error);
/* The same for a track. */
KbPicture *kb_document_track_picture (KbDocument *document, const KbTrack *track, GError **error);
/* The same for a level, in the size of its rectangle. */
KbPicture *kb_document_level_picture (KbDocument *document, const KbLevel *level, GError **error);
/* Large pictures behind masks, tracks and levels can be read outside the document's thread. Then
 * pictures not in memory give KB_ERROR_BUSY, and `read` is called for them, perhaps repeatedly,
 * until kb_document_take_picture delivers them. `path` is the file's in the project's `folder`.
 * `ref` is without what it owns. With a NULL `read`, all are read immediately. */
typedef struct {
  char *key, *folder, *path;
  KbPictureRef ref;
  guint width, height;
} KbPictureWanted;
typedef void (*KbPictureRead) (const KbPictureWanted *wanted, gpointer data);
void kb_document_read_beside (KbDocument *document, KbPictureRead read, gpointer data);
/* Delivers the requested picture, or NULL and the reason, which is reported. After some seconds it
 * is tried again. */
void kb_document_take_picture (KbDocument *document, const KbPictureWanted *wanted,
                               KbPicture *picture, const GError *error);
/* Crops the picture of a frame's file, without a document and its cache: for threads. A NULL source
 * gives an empty one. A source that needs no change is returned. Returns NULL if the frame is too
 * large. New reference. */
KbPicture *kb_picture_of_frame (KbPicture *source, const KbPictureRef *ref, guint width,
                                guint height);
/* Adds a picture to the project's `pictures` folder as STEM-HASH.png and returns the file name, a
 * new string. The same picture twice gives the same name. */
char *kb_document_add_picture (KbDocument *document, const char *stem, KbPicture *picture,
                               GError **error);
/* The same for one that any thread may have encoded, with the SHA-256 of `png`. */
char *kb_document_add_encoded (KbDocument *document, const char *stem, KbPicture *picture,
                               GBytes *png, const char *sum, GError **error);
/* The same for a PNG file's unchanged bytes, such as 16-bit grey. */
char *kb_document_add_png (KbDocument *document, const char *stem, GBytes *png, GError **error);

/* An independent copy of the tree for a worker thread (no history, no journal, same folder). */
KbDocument *kb_document_snapshot (const KbDocument *document);

/* Events after each edit, including undo and redo. */
typedef enum {
  KB_EVENT_SET,      /* node, name = field */
  KB_EVENT_INSERT,   /* node = the new one, name = the list, index */
  KB_EVENT_REMOVE,   /* node = the removed id, parent, name = the list, index */
  KB_EVENT_MOVE,     /* node, name = the list, index = the new position */
  /* node, name = field; patch: the changes, NULL: all of it; `forward`: applied, else reverted */
  KB_EVENT_PAINT,
  /* node, name = one of its lists: many items were set, inserted or removed at once; discard cached
   * data about them */
  KB_EVENT_MANY,
  /* A step ended, or undo, redo or save happened: labels and is_modified may differ */
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

/* Problems for a build server or an artist. problems.c has the checks. */
typedef enum { KB_PROBLEM_WARNING, KB_PROBLEM_ERROR } KbSeverity;
typedef struct {
  KbSeverity severity;    /* an error stops an export */
  KbId node;
  char *path;             /* "sprites[0].frames[2].shapes[1]" */
  char *message;
  const char *check;      /* the name of the check: "no-hot-spot"; static */
  gboolean unbegun;       /* not a mistake: it has not been started yet */
} KbProblem;
/* Array of KbProblem *, in tree order, without ignored ones. Free it with g_ptr_array_unref. */
GPtrArray *kb_document_problems (const KbDocument *document);
/* The project's field "ignored" with these problems (KbProblem *) too, and why: a new array. Only
 * warnings can be ignored. */
json_t *kb_problems_ignore (const KbDocument *document, const GPtrArray *problems,
                            const char *reason);
/* Whether an export accepts a layer's axes, or the points of a ground or one of them with its
 * neighbours. It is always TRUE for other nodes. Intermediate edits may violate this, so call it
 * after a change. Errors: KB_ERROR_INPUT with the path. */
gboolean kb_document_check_lie (const KbDocument *document, KbId id, GError **error);
/* The problems of a level's walls, areas and entities alone. Their paths are NULL. Cost: linear. */
GPtrArray *kb_document_level_problems (const KbDocument *document, const KbLevel *level);
/* The same with known picture files: if `known` returns TRUE, the file is not opened. */
typedef gboolean (*KbKnownPicture) (const char *file, guint *width, guint *height, gpointer data);
GPtrArray *kb_document_problems_knowing (const KbDocument *document, KbKnownPicture known,
                                         gpointer data);
/* The same with a check from a higher layer: which curves of a track are hidden. */
typedef void (*KbFindHidden) (const KbTrack *track, gboolean *hidden);
GPtrArray *kb_document_problems_showing (const KbDocument *document, KbFindHidden find);

/* Updates the list: checks only frames that changed, or whose picture files did. It listens to the
 * document, so free it first. */
typedef struct KbProblemFinder KbProblemFinder;
KbProblemFinder *kb_problem_finder_new (KbDocument *document);
void kb_problem_finder_free (KbProblemFinder *finder);
/* Without it no curve counts as hidden. Called again when something in the track changed. */
void kb_problem_finder_find_hidden (KbProblemFinder *finder, KbFindHidden find);
/* Checks for about this many microseconds, or to the end if 0. Returns TRUE when complete. Edits
 * meanwhile are checked too. */
gboolean kb_problem_finder_work (KbProblemFinder *finder, gint64 microseconds);
/* As kb_document_problems, after completing the work. Cost: linear in frames and problems. */
GPtrArray *kb_problem_finder_list (KbProblemFinder *finder);

#endif
