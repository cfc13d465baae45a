/* SPDX-License-Identifier: MIT */
/* Writing the records of a level's other worlds: mazes, grounds, heightmaps. Little-endian, like all of a bank. */
#ifndef KB_LEVEL_RECORD_H
#define KB_LEVEL_RECORD_H

#include "document/document.h"

#include <string.h>

static inline void
kb_record_put_u16 (guint8 *p, guint v)
{
  guint16 little = GUINT16_TO_LE ((guint16) v);
  memcpy (p, &little, sizeof little);
}

static inline void
kb_record_put_u32 (guint8 *p, guint32 v)
{
  v = GUINT32_TO_LE (v);
  memcpy (p, &v, sizeof v);
}

/* The nearest float. Zero gets no sign: equal numbers are to be equal bytes. */
static inline void
kb_record_put_f32 (guint8 *p, double v)
{
  float f = (float) v + 0.0f;
  guint32 bits;
  memcpy (&bits, &f, sizeof bits);
  kb_record_put_u32 (p, bits);
}

static inline void
kb_record_put_f64 (guint8 *p, double v)
{
  guint64 bits;
  v += 0.0;
  memcpy (&bits, &v, sizeof bits);
  bits = GUINT64_TO_LE (bits);
  memcpy (p, &bits, sizeof bits);
}

/* Sets the error; returns NULL. */
static inline GBytes *
kb_record_refuse (GError **error, const char *message)
{
  g_set_error_literal (error, KB_ERROR, KB_ERROR_INPUT, message);
  return NULL;
}

#endif
