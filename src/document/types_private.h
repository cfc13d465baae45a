/* SPDX-License-Identifier: MIT */
/* Shared by the files with the types of fields: types.c with the table, types_real.c,
 * types_refs.c. */
#ifndef KB_DOCUMENT_TYPES_PRIVATE_H
#define KB_DOCUMENT_TYPES_PRIVATE_H

#include "document/private.h"

/* The functions of KbTypeOps, for each type. */
#define READ(type)                                                                                 \
  static gboolean read_##type (const KbDocument *document, KbNode *node, const KbField *field,     \
                               const json_t *value, gpointer member, const KbPlace *place,         \
                               GError **error)
#define WRITE(type)                                                                                \
  static json_t *write_##type (const KbNode *node, const KbField *field, gconstpointer member)
#define CLEAR(type) static void clear_##type (gpointer member)
#define COPY(type) static void copy_##type (gpointer member)

/* Missing, or null. */
static inline gboolean
kb_json_is_missing (const json_t *value)
{
  return !value || json_is_null (value);
}

/* Also 90.0, or FALSE unless it is a whole number from `min` to `max`. */
gboolean kb_json_read_whole (const json_t *value, gint64 min, gint64 max, gint *result);

extern const KbTypeOps kb_type_vec, kb_type_real, kb_type_rings, kb_type_bool;
extern const KbTypeOps kb_type_picture, kb_type_class, kb_type_frame;

#endif
