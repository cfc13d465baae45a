/* SPDX-License-Identifier: MIT */
/* Opening mazes, grounds and heightmaps: all by their checks alone. */
#ifndef KBX_BLOB_OPEN_H
#define KBX_BLOB_OPEN_H

#include "runtime/blob.h"
#include "runtime/verify.h"

typedef kbx_status (*kbx_blob_checker) (kbx_trouble *trouble, const uint8_t *p, size_t size);

/* *opened is the bytes, or NULL for what the check refuses; *error, unless NULL, tells why. `opened` is NULL where the handle is. */
static inline kbx_status
kbx_blob_open (const void **opened, kbx_blob_checker check, const void *bytes, size_t size, kbx_error *error)
{
  kbx_trouble trouble;
  kbx_status status;
  if (opened == NULL)
    return kbx_fail (error, KBX_ERROR_ARGUMENT, 0, "", "no place for the handle");
  status = check (&trouble, (const uint8_t *) bytes, size);
  *opened = status == KBX_OK ? bytes : NULL;
  return status == KBX_OK ? KBX_OK : kbx_fail (error, status, trouble.offset, "", trouble.message);
}

#endif
