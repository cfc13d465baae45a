/* SPDX-License-Identifier: MIT */
/* The parts of the reader of Photoshop's drawings: psd.c has the structure of a file, and
 * psd_pixels.c the channels. */
#ifndef KB_INTERCHANGE_LAYERS_PSD_PRIVATE_H
#define KB_INTERCHANGE_LAYERS_PSD_PRIVATE_H

#include "interchange/layers/layered.h"

/* Modes of colour, and the number of a channel with the alpha. */
enum { KB_PSD_GREY = 1, KB_PSD_INDEXED = 2, KB_PSD_RGB = 3 };
enum { KB_PSD_ALPHA = -1 };

/* `bytes`: of a sample. `alpha`: the merged picture's first channel after the colours is its alpha.
 * `group`: the open one, or -1. */
typedef struct {
  KbImport *import;
  const char *path;
  KbLayered *layered;
  gboolean large, alpha;         /* large: a .psb, which has longer sizes */
  guint mode, bytes, channels;
  guint8 palette[256][4];
  gint group, depth;
} KbPsd;

/* A white picture; NULL and an error. */
KbPicture *kb_psd_new_picture (const KbPsd *file, const KbBytes *bytes, gint64 width,
                               gint64 height, GError **error);
/* The first `used` of so many rows of one or more channels, 8 bits a sample. NULL and an error. */
guint8 *kb_psd_read_plane (const KbPsd *file, KbBytes *bytes, gint64 width, gint64 rows,
                           gint64 used, GError **error);
/* `channel`: a colour's index, or KB_PSD_ALPHA. */
void kb_psd_put_plane (const KbPsd *file, KbPicture *picture, const guint8 *plane, gint channel);

#endif
