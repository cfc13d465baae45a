/* SPDX-License-Identifier: MIT */
/* The directory of a WAD, little-endian: 12 bytes of header (magic, number of lumps, offset of the
 * directory), then 16 bytes per lump (offset, size, name). A map is an empty lump with its name,
 * and the lumps after it. */
#include "interchange/levels/wad_private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "interchange/formats.h"

#define HEADER 12u
#define ENTRY 16u

static const char *const map_lumps[] = {
  "THINGS",  "LINEDEFS", "SIDEDEFS", "VERTEXES", "SEGS",    "SSECTORS", "NODES",
  "SECTORS", "REJECT",   "BLOCKMAP", "BEHAVIOR", "SCRIPTS", "TEXTMAP",
};

static guint32
load_u32 (const guint8 *p)
{
  return p[0] | (guint32) p[1] << 8 | (guint32) p[2] << 16 | (guint32) p[3] << 24;
}

void
kb_wad_name (const guint8 *bytes, char *name)
{
  gsize n = 0;
  for (; n < 8 && bytes[n]; n++)
    name[n] = g_ascii_isgraph ((char) bytes[n]) ? g_ascii_toupper ((char) bytes[n]) : '?';
  name[n] = '\0';
}

gboolean
kb_wad_is_map_lump (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (map_lumps); i++)
    if (strcmp (name, map_lumps[i]) == 0)
      return TRUE;
  return FALSE;
}

gboolean
kb_wad_is_ours (const void *head, gsize size)
{
  return size >= 4 && (memcmp (head, "IWAD", 4) == 0 || memcmp (head, "PWAD", 4) == 0);
}

/* E1M1 or MAP01. */
static gboolean
is_map_name (const char *name)
{
  if (g_str_has_prefix (name, "MAP"))
    return g_ascii_isdigit (name[3]) && g_ascii_isdigit (name[4]) && !name[5];
  return name[0] == 'E' && g_ascii_isdigit (name[1]) && name[2] == 'M' && g_ascii_isdigit (name[3])
         && !name[4];
}

static const KbWadLump *
lump_at (const KbWad *wad, guint index)
{
  return index < wad->lumps->len ? &g_array_index (wad->lumps, KbWadLump, index) : NULL;
}

static gboolean
read_directory (KbWad *wad, GError **error)
{
  if (!kb_wad_is_ours (wad->data, wad->size))
    return kb_import_fail (error, wad->path, _("byte 0: expected IWAD or PWAD"));
  if (wad->size < HEADER)
    return kb_import_fail (error, wad->path,
                           _("byte %zu: the file ends in its header"), wad->size);
  guint64 n = load_u32 (wad->data + 4), at = load_u32 (wad->data + 8);
  if (at > wad->size || n > (wad->size - at) / ENTRY)
    return kb_import_fail (error, wad->path,
                           _("byte 4: the directory of %u lumps from byte %u is beyond the file, "
                              "which has %zu bytes"),
                           (guint) n, (guint) at, wad->size);
  for (guint i = 0; i < n; i++)
    {
      const guint8 *entry = wad->data + at + (gsize) i * ENTRY;
      KbWadLump lump = { "", load_u32 (entry), load_u32 (entry + 4),
                         (gsize) at + (gsize) i * ENTRY };
      kb_wad_name (entry + 8, lump.name);
      /* An empty lump may have any offset. */
      if (lump.size && (lump.offset > wad->size || lump.size > wad->size - lump.offset))
        return kb_import_fail (error, wad->path,
                               _("byte %zu: the lump %s, %zu bytes from byte %zu, is beyond the "
                                 "file, which has %zu bytes"),
                               lump.entry, lump.name, lump.size, lump.offset, wad->size);
      g_array_append_val (wad->lumps, lump);
    }
  return TRUE;
}

static void
list_maps (KbWad *wad)
{
  for (guint i = 0; i < wad->lumps->len; i++)
    {
      const char *name = lump_at (wad, i)->name;
      const KbWadLump *next = lump_at (wad, i + 1);
      if (is_map_name (name)
          || (next && !kb_wad_is_map_lump (name) && *name
              && (strcmp (next->name, "THINGS") == 0 || strcmp (next->name, "TEXTMAP") == 0)))
        g_array_append_val (wad->maps, i);
    }
}

KbWad *
kb_wad_parse (const char *path, const void *data, gsize size, GError **error)
{
  KbWad *wad = KB_NEW (KbWad, .path = g_strdup (path), .data = data, .size = size,
                       .lumps = g_array_new (FALSE, FALSE, sizeof (KbWadLump)),
                       .maps = g_array_new (FALSE, FALSE, sizeof (guint)));
  if (read_directory (wad, error))
    list_maps (wad);
  else
    g_clear_pointer (&wad, kb_wad_free);
  return wad;
}

void
kb_wad_free (KbWad *wad)
{
  if (!wad)
    return;
  g_free (wad->path);
  g_array_unref (wad->lumps);
  g_array_unref (wad->maps);
  g_free (wad);
}

guint
kb_wad_map_count (const KbWad *wad)
{
  return wad->maps->len;
}

const char *
kb_wad_map_name (const KbWad *wad, guint index)
{
  return lump_at (wad, g_array_index (wad->maps, guint, index))->name;
}

gint
kb_wad_find_map (const KbWad *wad, const char *name)
{
  for (guint i = wad->maps->len; i-- > 0;)
    if (g_ascii_strcasecmp (kb_wad_map_name (wad, i), name) == 0)
      return (gint) i;
  return -1;
}
