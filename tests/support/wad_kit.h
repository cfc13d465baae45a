/* SPDX-License-Identifier: MIT */
/* Little WADs for tests. */
#ifndef KB_TEST_WAD_KIT_H
#define KB_TEST_WAD_KIT_H

#include <glib.h>
#include <string.h>

typedef struct {
  GByteArray *bytes;       /* the header and the lumps so far */
  GByteArray *directory;
} KitWad;

static inline void
kit_wad_u32 (GByteArray *bytes, guint32 v)
{
  const guint8 le[4] = { v & 255, v >> 8 & 255, v >> 16 & 255, v >> 24 };
  g_byte_array_append (bytes, le, 4);
}

static inline void
kit_wad_lump (KitWad *wad, const char *name, const void *data, gsize size)
{
  char padded[8] = "";
  memcpy (padded, name, MIN (strlen (name), 8));
  kit_wad_u32 (wad->directory, wad->bytes->len);
  kit_wad_u32 (wad->directory, (guint32) size);
  g_byte_array_append (wad->directory, (const guint8 *) padded, 8);
  if (size)
    g_byte_array_append (wad->bytes, data, (guint) size);
}

/* 16-bit numbers, "0 -64 @FLOOR4_8 7": what begins with @ is eight bytes of a name. */
static inline void
kit_wad_numbers (KitWad *wad, const char *name, const char *text)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_auto (GStrv) words = g_strsplit_set (text, " \n", -1);
  for (guint i = 0; words[i]; i++)
    if (*words[i] == '@')
      {
        char padded[8] = "";
        memcpy (padded, words[i] + 1, MIN (strlen (words[i] + 1), 8));
        g_byte_array_append (bytes, (const guint8 *) padded, 8);
      }
    else if (*words[i])
      {
        guint v = (guint) g_ascii_strtoll (words[i], NULL, 10);
        const guint8 le[2] = { v & 255, v >> 8 & 255 };
        g_byte_array_append (bytes, le, 2);
      }
  kit_wad_lump (wad, name, bytes->data, bytes->len);
}

static inline KitWad
kit_wad_new (void)
{
  KitWad wad = { g_byte_array_new (), g_byte_array_new () };
  g_byte_array_append (wad.bytes, (const guint8 *) "PWAD\0\0\0\0\0\0\0\0", 12);
  return wad;
}

static inline GByteArray *
kit_wad_finish (KitWad *wad)
{
  guint32 n = wad->directory->len / 16, at = wad->bytes->len;
  for (guint i = 0; i < 4; i++)
    {
      wad->bytes->data[4 + i] = (guint8) (n >> 8 * i);
      wad->bytes->data[8 + i] = (guint8) (at >> 8 * i);
    }
  g_byte_array_append (wad->bytes, wad->directory->data, wad->directory->len);
  g_byte_array_unref (wad->directory);
  return wad->bytes;
}

typedef struct { const char *name, *numbers; } KitWadLump;

/* A room of 256 x 128 with a step that only players pass, of the sectors 0 and 1, and a player's start. */
static inline void
kit_wad_room (KitWad *wad, const char *name)
{
  static const KitWadLump lumps[] = {
    { "THINGS", "64 64 90 1 7\n 192 32 45 3004 7" },
    { "LINEDEFS", "1 0 1 0 0 0 65535\n 2 1 1 0 0 1 65535\n 3 2 1 0 0 2 65535\n 4 3 1 0 0 3 65535\n 5 4 1 0 0 4 65535\n 0 5 1 0 0 5 65535\n 4 1 6 0 0 6 7" },
    { "SIDEDEFS", "0 0 @- @- @BRICK1 0\n 0 0 @- @- @BRICK1 1\n 0 0 @- @- @BRICK1 1\n 0 0 @- @- @BRICK1 1\n 0 0 @- @- @BRICK1 0\n 0 0 @- @- @BRICK1 0\n"
                  "0 0 @- @- @- 0\n 0 0 @- @STEP1 @- 1" },
    { "VERTEXES", "0 0\n 128 0\n 256 0\n 256 128\n 128 128\n 0 128" },
    { "SECTORS", "0 128 @FLOOR4_8 @CEIL3_5 160 0 0\n 16 128 @NUKAGE1 @F_SKY1 255 5 9" },
  };
  kit_wad_lump (wad, name, NULL, 0);
  for (guint i = 0; i < G_N_ELEMENTS (lumps); i++)
    kit_wad_numbers (wad, lumps[i].name, lumps[i].numbers);
}

#endif
