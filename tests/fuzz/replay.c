/* SPDX-License-Identifier: MIT */
/* A plain main for a fuzz target, so that every compiler and every test run can use it: TARGET
 * FILE-OR-FOLDER... gives the target each file as it is, then cut short at every byte and with
 * every single bit flipped. Where that takes longer than SECONDS of processor time for all
 * files, it gives fewer, spread evenly. A sanitizer or a crash ends the program; one TAP line is
 * printed for each file, and one for the front door: that the target accepted a whole one. */
#include <glib.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "tests/fuzz/front_door.h"
#include "tests/support/seed.h"

#define SECONDS (kit_is_soak () ? 300 : kit_is_whole () ? 3 : 1)
#define STRIDE 4001u     /* a prime: each bit of a byte comes up in turn */
#define SPREAD 1511u     /* parts that follow each other are far apart */

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

typedef struct {
  char *name, *data;
  gsize size;
} File;

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

/* Damage number i of size * 9: cut short at a byte, or a bit flipped. */
static void
give_damaged (const File *file, gsize i)
{
  if (i < file->size)
    {
      give (file->data, i);
      return;
    }
  const gsize bit = i - file->size;
  file->data[bit / 8] ^= (char) (1 << bit % 8);
  give (file->data, file->size);
  file->data[bit / 8] ^= (char) (1 << bit % 8);
}

/* All damages within the time, or at least one in STRIDE; how many of STRIDE parts. */
static guint
damage (const File *file, clock_t limit)
{
  const clock_t start = clock ();
  guint n_parts = 0;
  for (; n_parts < STRIDE && (n_parts == 0 || clock () - start < limit); n_parts++)
    for (gsize i = n_parts * SPREAD % STRIDE; i < file->size * 9; i += STRIDE)
      give_damaged (file, i);
  return n_parts;
}

static void
collect (GArray *files, const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);
      collect (files, child);
    }
  File file = { .name = g_path_get_basename (path) };
  if (!dir && g_file_get_contents (path, &file.data, &file.size, NULL))
    g_array_append_val (files, file);
  else
    g_free (file.name);
}

int
main (int argc, char **argv)
{
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (File));
  gsize n_bytes = 0;
  for (int i = 1; i < argc; i++)
    collect (files, argv[i]);
  for (guint i = 0; i < files->len; i++)
    n_bytes += g_array_index (files, File, i).size;
  guint n_accepted = 0;
  for (guint i = 0; i < files->len; i++)
    {
      File *file = &g_array_index (files, File, i);
      const double share = (double) file->size / (double) MAX (n_bytes, 1);
      fuzz_n_accepted = 0;
      give (file->data, file->size);
      n_accepted += fuzz_n_accepted > 0;
      guint n_parts = damage (file, (clock_t) (share * SECONDS * CLOCKS_PER_SEC));
      g_print ("ok %u - %s, whole, cut short and with bits flipped\n", i + 1, file->name);
      if (n_parts < STRIDE)
        g_print ("# %u%% of the damages\n", n_parts * 100 / STRIDE);
      g_free (file->name);
      g_free (file->data);
    }
  g_print ("%sok %u - %u of %u seeds get past the front door\n1..%u\n", n_accepted ? "" : "not ", files->len + 1, n_accepted,
           files->len, files->len + 1);
  return n_accepted ? 0 : 1;
}
