/* SPDX-License-Identifier: MIT */
/* Readers of the syntaxes that other programs' files use. */
#ifndef KB_INTERCHANGE_READERS_READERS_H
#define KB_INTERCHANGE_READERS_READERS_H

#include <glib.h>
#include <jansson.h>

#include "interchange/formats.h"

/* Reads other programs' JSON, with errors that name the position: "hero.json: frames[3].frame.w:
 * ...". */

/* A chain on the stack: the path costs nothing until an error is reported. */
typedef struct KbJsonPlace KbJsonPlace;
struct KbJsonPlace {
  const KbJsonPlace *up;
  const char *name;     /* a member, or the file if `up` is NULL */
  gboolean quoted;      /* name is a key of the source: frames['hero 0.png'] */
  gsize index;          /* an item if name is NULL */
};

typedef struct { gint x, y, width, height; } KbJsonRect;

/* The file's text, after a byte order mark. Of equal keys the last counts, as for other programs,
 * and `messages`, if not NULL, says so. NULL and an error with line and column. New reference. */
json_t *kb_json_load (const char *path, const char *text, gsize length, GPtrArray *messages,
                      GError **error);

/* "FILE: PATH", as a new string. `member` may be NULL. */
char *kb_json_place_text (const KbJsonPlace *place, const char *member);
#define kb_json_fail(error, place, member, ...)                                                    \
  kb_import_fail_at (error, kb_json_place_text (place, member), __VA_ARGS__)

/* A required member of the type. NULL and an error otherwise. */
const json_t *kb_json_member (const json_t *object, const char *member, json_type type,
                              const KbJsonPlace *place, GError **error);
/* The same, but NULL without an error (and *ok TRUE) if it is absent or null. */
const json_t *kb_json_optional (const json_t *object, const char *member, json_type type,
                                const KbJsonPlace *place, gboolean *ok, GError **error);
/* An integer within the limits. 12.0 is allowed. */
gboolean kb_json_int (const json_t *object, const char *member, gint min, gint max, gint *result,
                      const KbJsonPlace *place, GError **error);
/* {"x", "y", "w", "h"} within the limits. Sizes from 0. */
gboolean kb_json_rect (const json_t *object, const char *member, gint min, gint max,
                       KbJsonRect *result, const KbJsonPlace *place, GError **error);
/* {"w", "h"} or {"x", "y"}. */
gboolean kb_json_pair (const json_t *object, const char *member, const char *first,
                       const char *second, gint min, gint max, gint *a, gint *b,
                       const KbJsonPlace *place, GError **error);
/* Members without checks: NULL or 0 if they are missing or of another type. */
#define kb_json_text_at(object, member) json_string_value (json_object_get (object, member))
#define kb_json_number_at(object, member) json_number_value (json_object_get (object, member))
/* Writes the shortest decimal that reads back as the number, of 32 bits or of 64, as its author
 * typed it. `text` has G_ASCII_DTOSTR_BUF_SIZE bytes. Returns it. */
char *kb_shortest_number (char *text, double number, gboolean is_float);

/* Reads S-expressions: (name "text" 12.5 #t (nested ...)), with ; comments. */

typedef enum { KB_LISP_LIST, KB_LISP_TEXT, KB_LISP_SYMBOL, KB_LISP_NUMBER } KbLispType;

typedef struct KbLisp KbLisp;
struct KbLisp {
  KbLispType type;
  guint line, column;   /* from 1; columns in bytes */
  char *text;           /* text and symbols */
  double number;
  KbLisp *first;        /* of a list */
  KbLisp *next;         /* sibling */
};

/* Exactly one expression; `path` is for messages ("FILE: line 3, column 7: ..."). */
KbLisp *kb_lisp_parse (const char *text, gsize length, const char *path, GError **error);
void kb_lisp_free (KbLisp *lisp);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLisp, kb_lisp_free)

/* The list (name ...) among the items of a list, or NULL. */
const KbLisp *kb_lisp_find (const KbLisp *list, const char *name);
/* TRUE for a list whose first item is the symbol. */
gboolean kb_lisp_is (const KbLisp *item, const char *name);
/* Sets "FILE: line 3, column 7: ...". Returns FALSE. */
#define kb_lisp_fail(error, path, line, column, ...)                                               \
  kb_import_fail_at (                                                                              \
    error, g_strdup_printf (_("%s: line %u, column %u"), path, line, column), __VA_ARGS__)

/* "PATH: line 3, column 7" at a position of a text, as a new string. Columns are in bytes. */
char *kb_text_place (const char *path, const char *text, const char *at);

/* Reads XML with GLib's parser: UTF-8 only, no entities defined by a document. */

/* Parses the whole text; skips a byte order mark. The parser's own errors get the path as prefix
 * and become KB_ERROR_INPUT; errors of its callbacks stay unchanged. */
gboolean kb_markup_parse (const GMarkupParser *parser, gpointer data, const char *path,
                          const char *text, gsize length, GError **error);
/* The encoding named by an XML declaration if it is not UTF-8, as a new string, or NULL. For the
 * passthrough text of a parser. */
char *kb_markup_foreign_encoding (const char *text, gsize length);
/* The value of an attribute, or NULL. */
const char *kb_markup_value (const char **names, const char **values, const char *name);
/* The same as a number, within +/- 16777216. `missing` if there is none. */
double kb_markup_number (const char **names, const char **values, const char *name,
                         double missing);
/* "PATH: line 12" at the parser's position, as a new string. */
char *kb_markup_place (GMarkupParseContext *context, const char *path);
#define kb_markup_fail(context, path, error, ...)                                                  \
  kb_import_fail_at (error, kb_markup_place (context, path), __VA_ARGS__)

/* Reads Godot's text resources and scenes as JSON. */

/* Reads files packed by gzip (RFC 1952) as their content. A file counts as packed by its first
 * bytes, whatever its name. It may have several members, one after the other. Only one layer is
 * unpacked. */

/* As kb_file_read, which it calls for files that are not packed. `limit` is the max size of the
 * file and of its content, checked before memory is allocated. `sum`: the checksum of the file
 * itself as in a record's `sources`, a new string, or NULL. Errors name the file: KB_ERROR_INPUT
 * for damaged, truncated or too large data. Cost: linear, unpacked twice. */
gboolean kb_import_read_unpacked (const char *path, gsize limit, char **text, gsize *length,
                                  char **sum, GError **error);

/* Replaces the `size` first bytes of a packed file by the start of its content, NUL-terminated and
 * at most `room` long. room + 1 bytes must be allocated. Returns the new size; `size` if it is not
 * packed. */
gsize kb_unpack_head (char *head, gsize size, gsize room);

/* Reads zip files in memory. */

/* The name by which an entry is found, part of the entry's own; NULL: it is not unpacked. */
typedef const char *(*KbZipKey) (const char *name);
/* Unpacks all wanted entries, at most 512 MB: names -> GByteArray with a NUL after its end. Errors
 * name the entry. KB_ERROR_MACHINE in a build without libarchive. */
GHashTable *kb_zip_read (const char *path, const char *data, gsize size, KbZipKey key_of,
                         GError **error);
/* NULL and an error if there is no such entry. */
const GByteArray *kb_zip_find (GHashTable *entries, const char *path, const char *name,
                               GError **error);
/* Is this the start of a zip file with this text in its first 128 bytes: the name of an entry, or
 * the content of "mimetype"? */
gboolean kb_zip_begins (const char *start, gsize size, const char *text);

/* Reads binary data. After a read past the end every read gives 0, and `ended` is set: a reader
 * checks it once, after the fields that belong together. */
typedef struct {
  const guint8 *data;
  gsize size, at;
  gsize origin;         /* of the data in the file, for messages */
  gboolean big;         /* the most significant byte comes first */
  gboolean ended;
} KbBytes;

/* The next n bytes, borrowed, or NULL if there are fewer. */
const guint8 *kb_bytes_take (KbBytes *bytes, gsize n);
/* Of n <= 8 bytes. */
guint64 kb_bytes_number (KbBytes *bytes, guint n);
guint kb_bytes_u8 (KbBytes *bytes);
guint kb_bytes_u16 (KbBytes *bytes);
guint32 kb_bytes_u32 (KbBytes *bytes);
gint kb_bytes_s16 (KbBytes *bytes);
gint kb_bytes_s32 (KbBytes *bytes);
double kb_bytes_float (KbBytes *bytes);
double kb_bytes_double (KbBytes *bytes);
/* n bytes as valid UTF-8, a new string, or "" past the end. */
char *kb_bytes_text (KbBytes *bytes, gsize n);
/* The next n bytes as a reader of their own, empty past the end. */
KbBytes kb_bytes_part (KbBytes *bytes, gsize n);
/* The position in the file. */
gsize kb_bytes_place (const KbBytes *bytes);
/* Unpacks exactly n bytes of a zlib stream (RFC 1950); FALSE if it has fewer or is damaged. Goes
 * past what it read. */
gboolean kb_bytes_inflate (KbBytes *bytes, guint8 *out, gsize n);
#define kb_bytes_fail(bytes, path, error, ...)                                                     \
  kb_import_fail_at (error,                                                                        \
                     g_strdup_printf (_("%s: byte %zu"), path, kb_bytes_place (bytes)),           \
                     __VA_ARGS__)

#endif
