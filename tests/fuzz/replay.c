/* SPDX-License-Identifier: MIT */
/* A plain main for a fuzz target, so that every compiler and every test run can use it:
 *   TARGET FILE-OR-FOLDER...
 * gives the target each file as it is, cut short at every byte and with every single bit flipped; with an address
 * sanitizer every seventh bit, so that each bit of a byte comes up in turn. Files of
 * more than WHOLE_FILE_BYTES, which the corpora have none of, get SAMPLES flips spread over them, and their
 * line says so. A sanitizer or a crash ends the program; one TAP
 * line is printed for each file. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "tests/support/seed.h"

#define WHOLE_FILE_BYTES 4096
#ifdef KIT_SANITIZED
#define SAMPLES 1024
#define BIT_STEP 7
#else
#define SAMPLES 4096
#define BIT_STEP 1
#endif

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static guint n_files;

/* The exact size is allocated, so that a sanitizer sees a read just behind the end. */
static void
give (const void *data, gsize size)
{
  uint8_t *copy = g_malloc (size ? size : 1);
  if (size)
    memcpy (copy, data, size);
  LLVMFuzzerTestOneInput (copy, size);
  g_free (copy);
}

static void
damage (char *data, gsize size)
{
  gsize cut_step = MAX (size / SAMPLES, 1), flip_step = size <= WHOLE_FILE_BYTES ? BIT_STEP : MAX (size * 8 / SAMPLES, 1);
  for (gsize length = 0; length < size; length += cut_step)
    give (data, length);
  for (gsize bit = 0; bit < size * 8; bit += flip_step)
    {
      data[bit / 8] ^= (char) (1 << bit % 8);
      give (data, size);
      data[bit / 8] ^= (char) (1 << bit % 8);
    }
}

static void
replay (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  if (dir)
    {
      for (const char *name; (name = g_dir_read_name (dir));)
        {
          g_autofree char *child = g_build_filename (path, name, NULL);
          replay (child);
        }
      return;
    }
  g_autofree char *data = NULL;
  gsize size;
  if (!g_file_get_contents (path, &data, &size, NULL))
    {
      g_print ("not ok %u - cannot read %s\n", ++n_files, path);
      return;
    }
  g_autofree char *name = g_path_get_basename (path);
  give (data, size);
  damage (data, size);
  g_print ("ok %u - %s, whole, cut short and with %s flipped\n", ++n_files, name,
           size > WHOLE_FILE_BYTES ? "some bits" : BIT_STEP > 1 ? "every third bit" : "every bit");
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    replay (argv[i]);
  g_print ("1..%u\n", n_files);
  return n_files ? 0 : 1;
}
