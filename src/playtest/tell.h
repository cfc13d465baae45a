/* SPDX-License-Identifier: MIT */
/* Receives the values of a run, to print, hash or show them. A scene reports everything its next
 * step depends on, so that the hashes of two runs differ as soon as the runs do. */
#ifndef KB_TELL_H
#define KB_TELL_H

#include <stdbool.h>

#include "runtime/kickbox.h"

/* The receiver fills these in; `name` is NULL within a list. */
typedef struct KbTeller KbTeller;
struct KbTeller {
  void (*number) (KbTeller *teller, const char *name, double value);
  void (*text) (KbTeller *teller, const char *name, const char *value);   /* NULL: none */
  void (*flag) (KbTeller *teller, const char *name, bool value);
  void (*open) (KbTeller *teller, const char *name);    /* begins a list */
  void (*close) (KbTeller *teller);
};

static inline void
kb_tell_point (KbTeller *teller, const char *name, kbx_vec p)
{
  teller->open (teller, name);
  teller->number (teller, NULL, (double) p.x);
  teller->number (teller, NULL, (double) p.y);
  teller->close (teller);
}

#endif
