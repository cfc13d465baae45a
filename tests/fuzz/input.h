/* SPDX-License-Identifier: MIT */
/* How targets of several files write them in one input: parts, pictures, edits, and files of a
 * folder. */
#ifndef KB_FUZZ_INPUT_H
#define KB_FUZZ_INPUT_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "document/edits/edit.h"
#include "tests/fuzz/front_door.h"
#include "tests/support/temp_folder.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

typedef struct { const char *at, *end; } FuzzParts;

/* The next part, up to a line "%%" or the end. NULL after the last one. */
static inline const char *
next_part (FuzzParts *parts, gsize *length)
{
  const char *start = parts->at;
  if (!start)
    return NULL;
  const char *stop = memmem (start, (gsize) (parts->end - start), "\n%%\n", strlen ("\n%%\n"));
  *length = (gsize) ((stop ? stop : parts->end) - start);
  parts->at = stop ? stop + strlen ("\n%%\n") : NULL;
  return start;
}

static inline gboolean
next_line (const char **text, gsize *left, const char **line, gsize *length)
{
  const char *end = memchr (*text, '\n', *left);
  *line = *text;
  *length = end ? (gsize) (end - *text) : *left;
  gboolean any = *left > 0;
  *text += MIN (*length + 1, *left);
  *left -= MIN (*length + 1, *left);
  return any;
}

#define DRAWN_SIDE 128

/* Lines are rows of pixels: '.' is transparent, every other byte a colour. NULL for no pixels. */
static inline KbPicture *
draw_picture (const char *text, gsize size)
{
  guint width = 0, height = 0;
  const char *line, *rest = text;
  gsize length, left = size;
  while (height < DRAWN_SIDE && next_line (&rest, &left, &line, &length))
    {
      width = MAX (width, (guint) MIN (length, DRAWN_SIDE));
      height++;
    }
  KbPicture *picture = width ? kb_picture_new (width, height) : NULL;
  for (guint y = 0; picture && y < height && next_line (&text, &size, &line, &length); y++)
    for (guint x = 0; x < MIN (length, width); x++)
      if (line[x] != '.')
        {
          const guint8 c = (guint8) line[x];
          const guint8 rgba[4] = { (guint8) (c * 37), (guint8) (c * 101), (guint8) (c * 11), 255 };
          memcpy (picture->rgba + 4 * ((gsize) y * width + x), rgba, 4);
        }
  return picture;
}

/* Applies lines of `kickbox edit`; those that are refused are passed over. */
static inline void
apply_lines (KbDocument *document, const char *text, gsize size)
{
  const char *line;
  gsize length;
  while (next_line (&text, &size, &line, &length))
    {
      json_t *value = json_loadb (line, length, 0, NULL);
      g_autoptr (GError) error = NULL;
      if (value && kb_document_apply (document, value, &error))
        fuzz_accept ();
      else
        g_assert_true (!value || error);
      json_decref (value);
    }
}

static inline json_t *
project_json (const KbDocument *document)
{
  return kb_node_to_json (&kb_document_project (document)->node, NULL);
}

/* Undoes every step and redoes those that were done. `before`: the document without them; freed. */
static inline void
check_history (KbDocument *document, json_t *before)
{
  json_t *after = project_json (document);
  guint n_done = 0;
  while (kb_document_undo (document))
    n_done++;
  json_t *undone = project_json (document);
  g_assert_true (json_equal (before, undone));
  for (; n_done > 0; n_done--)
    g_assert_true (kb_document_redo (document));
  json_t *redone = project_json (document);
  g_assert_true (json_equal (after, redone));
  json_decref (before);
  json_decref (after);
  json_decref (undone);
  json_decref (redone);
}

static char *fuzz_folder_path;

static inline void
remove_fuzz_folder (void)
{
  temp_folder_remove (fuzz_folder_path);
}

/* A folder that is made once and removed at the end. */
static inline const char *
fuzz_folder (void)
{
  if (!fuzz_folder_path)
    {
      fuzz_folder_path = temp_folder_new ();
      atexit (remove_fuzz_folder);
    }
  return fuzz_folder_path;
}

static inline void
put_file (const char *folder, const char *name, const void *data, gsize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  FILE *file = g_fopen (path, "wb");
  if (!file || fwrite (data, 1, size, file) != size || fclose (file) != 0)
    g_error ("cannot write %s", path);
}

static inline void
put_picture (const char *folder, const char *name, KbPicture *picture)
{
  g_autoptr (GBytes) png = kb_picture_encode (picture, NULL);
  put_file (folder, name, g_bytes_get_data (png, NULL), g_bytes_get_size (png));
}

#endif
