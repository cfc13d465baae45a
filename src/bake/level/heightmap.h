/* SPDX-License-Identifier: MIT */
/* From a heightmap's samples to the bytes that the runtime reads. */
#ifndef KB_LEVEL_HEIGHTMAP_H
#define KB_LEVEL_HEIGHTMAP_H

#include "document/document.h"

typedef struct {
  const guint16 *samples;   /* of 8 bits: each times 257 */
  gsize stride;             /* samples from one row to the next */
  guint columns, rows;
  KbVec origin;             /* where sample (0, 0) is */
  double cell;              /* pixels from one sample to the next */
  double low, high;         /* the altitudes of 0 and 65535 */
  guint class_index;
} KbHeightmapForm;

/* The record of a heightmap (see kbx_heightmap_open; its layout stands in runtime/heightmaps/heightmap.h): about 2.7 bytes a sample. The
 * real numbers are rounded to float. Equal maps give equal bytes. Cost: linear.
 * Errors: KB_ERROR_INPUT with what was expected, where a number is out of range. */
GBytes *kb_heightmap_pack (const KbHeightmapForm *form, GError **error);

#endif
