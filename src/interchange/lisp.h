/* SPDX-License-Identifier: MIT */
/* Reads S-expressions: (name "text" 12.5 #t (nested ...)), with ; comments. */
#ifndef KB_LISP_H
#define KB_LISP_H

#include "interchange/formats.h"

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

/* The list (name ...) among the items of a list, or NULL. */
const KbLisp *kb_lisp_find (const KbLisp *list, const char *name);
/* TRUE for a list whose first item is the symbol. */
gboolean kb_lisp_is (const KbLisp *item, const char *name);
/* Sets "FILE: line 3, column 7: ..."; returns FALSE. */
#define kb_lisp_fail(error, path, line, column, ...)                                               \
  kb_import_fail_at (                                                                              \
    error, g_strdup_printf (_("%s: line %u, column %u"), path, line, column), __VA_ARGS__)

#endif
