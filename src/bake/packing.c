/* SPDX-License-Identifier: MIT */
/* Memory for packers, and their errors. */
#include "bake/convert.h"
#include "runtime/levels/level.h"
#include "runtime/pack/packing.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

typedef struct {
  gpointer work, bytes;
  gsize work_size, capacity;
  kbx_error error;
} Packing;

/* Memory for a plan. Untouched pages cost nothing. */
static Packing
begin (gsize work_size, gsize capacity)
{
  return (Packing) { g_malloc (work_size), g_malloc (capacity), work_size, capacity, { KBX_OK } };
}

static GBytes *
finish (Packing *p, gsize size, GError **error)
{
  const kbx_error *e = &p->error;
  g_free (p->work);
  if (size > 0)
    return g_bytes_new_take (g_realloc (p->bytes, size), size);
  g_free (p->bytes);
  if (e->status == KBX_OK)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("Cancelled"));
  else if (e->section[0])
    {
      const gboolean point = g_str_equal (e->section, "poin");
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s%s[%" G_GUINT64_FORMAT "]%s: %s", e->section,
                   point ? "ts" : "s", e->offset, point ? ".at" : "", _(e->message));
    }
  else
    g_set_error_literal (error, KB_ERROR, KB_ERROR_INPUT, _(e->message));
  return NULL;
}

GBytes *
kb_pack_maze (const kbx_maze_plan *plan, GError **error)
{
  Packing p = begin (0, kbx_maze_pack (plan, NULL, 0, NULL, 0, NULL));
  return finish (&p, kbx_maze_pack (plan, NULL, 0, p.bytes, p.capacity, &p.error), error);
}

GBytes *
kb_pack_ground (const kbx_ground_plan *plan, GError **error)
{
  Packing p = begin (KBX_GROUND_WORK (plan->count), KBX_GROUND_SIZE (plan->count));
  return finish (&p, kbx_ground_pack (plan, p.work, p.work_size, p.bytes, p.capacity, &p.error),
                 error);
}

GBytes *
kb_pack_heightmap (const kbx_heightmap_plan *plan, GError **error)
{
  Packing p = begin (0, kbx_heightmap_pack (plan, NULL, 0, NULL, 0, NULL));
  return finish (&p, kbx_heightmap_pack (plan, NULL, 0, p.bytes, p.capacity, &p.error), error);
}

GBytes *
kb_pack_tiles (const kbx_tiles_plan *plan, const guint8 *blank, GError **error)
{
  const gsize room = kbx_tiles_work (plan); /* includes the result before it is written */
  Packing p = begin (room, room);
  return finish (&p,
                 kbx_tiles_pack_blocks (plan, blank, p.work, p.work_size, p.bytes, p.capacity,
                                        &p.error),
                 error);
}

GBytes *
kb_pack_walls (const kbx_walls_plan *plan, GError **error)
{
  for (gsize room = kbx_walls_work (plan), capacity = room;;)
    {
      Packing p = begin (room, capacity);
      const gsize size = kbx_walls_pack (plan, p.work, p.work_size, p.bytes, p.capacity, &p.error);
      if (size <= capacity && (size > 0 || p.error.status != KBX_ERROR_MEMORY))
        return finish (&p, size > 0 ? size - KBX_LEVEL_BOX : 0, error);
      room *= size > 0 ? 1 : 2;
      capacity = MAX (capacity, size);
      g_free (p.work);
      g_free (p.bytes);
    }
}
