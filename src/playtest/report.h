/* SPDX-License-Identifier: MIT */
/* Receives the values of a run, to print, hash or show them. A scene reports everything its next
 * step depends on, so that the hashes of two runs differ as soon as the runs do. */
#ifndef KB_PLAYTEST_REPORT_H
#define KB_PLAYTEST_REPORT_H

#include <stdbool.h>

#include "runtime/kickbox.h"

/* The receiver fills these in; `name` is NULL within a list. */
typedef struct KbReporter KbReporter;
struct KbReporter {
  void (*number) (KbReporter *reporter, const char *name, double value);
  void (*text) (KbReporter *reporter, const char *name, const char *value); /* NULL: none */
  void (*flag) (KbReporter *reporter, const char *name, bool value);
  void (*open) (KbReporter *reporter, const char *name); /* begins a list */
  void (*close) (KbReporter *reporter);
};

static inline void
kb_report_point (KbReporter *reporter, const char *name, kbx_vec p)
{
  reporter->open (reporter, name);
  reporter->number (reporter, NULL, (double) p.x);
  reporter->number (reporter, NULL, (double) p.y);
  reporter->close (reporter);
}

/* Numbers in text, the same in every locale. */

/* Reads a decimal number without an exponent, within the world's limit. Returns the first character
 * after it, or NULL. */
const char *kb_read_number (const char *at, const char *end, float *number);

/* The value of an entity's key, clamped to low..high; `preset` if it has no number. */
float kb_number_of (kbx_handle handle, const char *key, float preset, float low, float high);
float kb_entity_number (const kbx_bank *bank, uint32_t level, uint32_t entity, const char *key,
                        float preset, float low, float high);

#endif
