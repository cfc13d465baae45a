/* SPDX-License-Identifier: MIT */
/* Shared by the two halves of the SuperTux reader: the actions as in the file. */
#ifndef KB_SUPERTUX_PRIVATE_H
#define KB_SUPERTUX_PRIVATE_H

#include "interchange/formats.h"
#include "interchange/readers/readers.h"

#define KB_TUX_MAX_STEPS 65536   /* of one action */

enum { KB_TUX_FLIP_X = 1, KB_TUX_FLIP_Y = 2 };

typedef struct {
  gint picture;                /* -1: the file is missing */
  gint x, y, width, height;
  char *name;                  /* borrowed from KbTuxReader.texts */
  guint flips;
} KbTuxImage;

typedef struct {
  char *name;
  const KbLisp *source;
  enum { KB_TUX_UNREAD, KB_TUX_READING, KB_TUX_READ } state;
  GArray *images;              /* KbTuxImage */
  gboolean has_box, box_fills; /* box_fills: only the offset is given */
  gint box[4];
  double fps;
  gint loops;
} KbTuxAction;

typedef struct {
  KbImport *import;
  const KbPictureLoader *loader;
  const char *path;
  char *folder;
  GPtrArray *actions;          /* KbTuxAction */
  GHashTable *by_name;         /* name -> KbTuxAction */
  GHashTable *frames;          /* key -> frame index + 1 */
  GHashTable *flipped;         /* key -> picture index + 1 */
  GHashTable *names;           /* frame name -> number of uses */
  GPtrArray *texts;
  guint n_images, n_steps;
  guint64 flipped_pixels;
} KbTuxReader;

/* "FILE: line 3, column 7: MESSAGE". Returns FALSE. */
gboolean kb_tux_fail (const KbTuxReader *reader, const KbLisp *item, GError **error,
                      const char *message);

/* supertux_frames.c: makes the animation of an action, and the frames it needs. */
gboolean kb_tux_add_animation (KbTuxReader *reader, const KbTuxAction *action, GError **error);

#endif
