/* SPDX-License-Identifier: MIT */
/* Sprite files of MUGEN, SFF, for its characters' actions. */
#ifndef KB_INTERCHANGE_SHEETS_MUGEN_H
#define KB_INTERCHANGE_SHEETS_MUGEN_H

#include "interchange/sheets/sheets.h"

typedef enum {
  KB_SFF_RAW,
  KB_SFF_RLE8 = 2,
  KB_SFF_RLE5,
  KB_SFF_LZ5,
  KB_SFF_PNG8 = 10,        /* with the palette of the SFF */
  KB_SFF_PNG24,
  KB_SFF_PNG32,
  KB_SFF_PCX = 256,        /* the only one of version 1 */
  KB_SFF_UNKNOWN
} KbSffFormat;

typedef struct {
  gint group, image, axis_x, axis_y;
  guint format, width, height, palette;   /* a PCX has its size in its own header */
  guint owner;             /* the sprite whose data it shows: itself, or that it is linked with */
  gsize at;                /* of the data in the file */
  gint pictures[4];        /* by flips: 0, or the index in the import + 1 */
  gboolean shown;
} KbSffSprite;

typedef struct {
  KbImport *import;
  char *path, *data;       /* owned */
  KbBytes bytes;
  guint version, minor;    /* palettes of version 2.0 have no alpha */
  gsize tables[2];         /* where data is, of version 2 */
  GArray *sprites;         /* KbSffSprite */
  GArray *palettes;        /* KbBytes of their colours */
  GHashTable *numbers;     /* group * 65536 + image -> index of the sprite + 1 */
  guint64 pixels;          /* of the pictures so far */
} KbSff;

enum { KB_SFF_MIRRORED = 1, KB_SFF_UPSIDE_DOWN = 2 };

/* Steals both texts. */
KbSff *kb_sff_new (KbImport *import, char *path, char *data, gsize size, GError **error);
void kb_sff_free (KbSff *sff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbSff, kb_sff_free)
/* NULL if there is none. */
KbSffSprite *kb_sff_find (const KbSff *sff, gint group, gint image);
/* The index of its picture in the import; -1 on error. */
gint kb_sff_picture (KbSff *sff, KbSffSprite *sprite, guint flips, GError **error);

#endif
