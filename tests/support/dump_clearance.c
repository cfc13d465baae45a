/* SPDX-License-Identifier: MIT */
/* Distances from the edge of the road, for tests written in Python: dump_clearance WIDTH HEIGHT MOST IN OUT reads
 * WIDTH x HEIGHT bytes, of which 1 is road, and writes the clearance with cut-off MOST as int16, in the machine's order. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/roads.h"

int
main (int argc, char **argv)
{
  g_assert (argc == 6);
  guint width = (guint) atoi (argv[1]), height = (guint) atoi (argv[2]);
  gsize size, n = (gsize) width * height;
  g_autofree char *bytes = NULL;
  g_autofree gint16 *clearance = g_new (gint16, n);
  g_autoptr (GError) error = NULL;
  if (!g_file_get_contents (argv[4], &bytes, &size, &error))
    g_error ("%s", error->message);
  g_assert (size == n);
  kbx_road road = kit_road (width, height, (const guint8 *) bytes, width, (const guint8[]) { 1 }, 1);
  kb_clearance (&road, (guint) atoi (argv[3]), clearance, width, NULL, NULL);
  FILE *out = fopen (argv[5], "wb");
  g_assert (out != NULL);
  gboolean written = fwrite (clearance, sizeof *clearance, n, out) == n;
  return fclose (out) == 0 && written ? 0 : 1;
}
