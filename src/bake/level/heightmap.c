/* SPDX-License-Identifier: MIT */
/* The record of a heightmap: its samples, and the greatest ones of ever larger blocks. */
#include "bake/level/heightmap.h"

#include "bake/level/record.h"
#include "runtime/heightmaps/heightmap.h"

static void
put_tops (guint8 *bytes)
{
  const kbx_heightmap_tops tops = kbx_read_tops (bytes);
  for (gint level = 1; level <= tops.last; level++)
    for (guint32 j = 0; j < tops.rows[level]; j++)
      for (guint32 i = 0; i < tops.columns[level]; i++)
        {
          guint8 *at = bytes + (tops.at[level] - bytes) + 2 * ((gsize) j * tops.columns[level] + i);
          kb_record_put_u16 (at, kbx_top_of (&tops, bytes + KBX_HEIGHTMAP_HEADER, level, i, j));
        }
}

static void
put_header (const KbHeightmapForm *form, guint8 *bytes)
{
  kb_record_put_u32 (bytes + 4, form->class_index);
  kb_record_put_u16 (bytes + 8, form->columns);
  kb_record_put_u16 (bytes + 10, form->rows);
  kb_record_put_f32 (bytes + 12, form->cell);
  kb_record_put_f32 (bytes + 16, form->origin.x);
  kb_record_put_f32 (bytes + 20, form->origin.y);
  kb_record_put_f32 (bytes + 24, form->low);
  kb_record_put_f32 (bytes + 28, form->high);
}

GBytes *
kb_heightmap_pack (const KbHeightmapForm *form, GError **error)
{
  guint8 header[KBX_HEIGHTMAP_HEADER] = { 0 };
  kbx_trouble trouble;

  if (form->columns < 2 || form->rows < 2 || form->columns > KBX_HEIGHTMAP_SIDE || form->rows > KBX_HEIGHTMAP_SIDE)
    return kb_record_refuse (error, "expected 2 to 16384 columns and rows of samples");
  put_header (form, header);
  if (kbx_check_heightmap_places (&trouble, header) != KBX_OK)
    return kb_record_refuse (error, trouble.message);
  gsize size = sizeof header + 2 * ((gsize) form->columns * form->rows + kbx_read_tops (header).count);
  guint8 *bytes = g_malloc0 (size), *to = bytes + sizeof header;
  memcpy (bytes, header, sizeof header);
  kb_record_put_u32 (bytes, (guint32) size);
  for (guint j = 0; j < form->rows; j++)
    for (guint i = 0; i < form->columns; i++, to += 2)
      kb_record_put_u16 (to, form->samples[j * form->stride + i]);
  put_tops (bytes);
  if (kbx_check_heightmap (&trouble, bytes, size) == KBX_OK)
    return g_bytes_new_take (bytes, size);
  g_free (bytes);
  return kb_record_refuse (error, trouble.message);
}
