/* SPDX-License-Identifier: MIT */
/* Where the time of one export goes: milliseconds to open the project, to check it and find out what its
 * pictures show, to make the pages, to write the bank; as JSON on one line. For bench_export.py. */
#include <stdio.h>

#include "bake/bake.h"

static gint64 looked;

static void
on_progress (double fraction, gpointer data)
{
  if (fraction <= 0.4)   /* the part of finding out */
    looked = g_get_monotonic_time ();
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  KbDocument *document = argc == 3 ? kb_document_open (argv[1], &error) : NULL;
  gint64 opened = g_get_monotonic_time ();
  g_autoptr (KbBake) bake = document ? kb_bake (document, NULL, on_progress, NULL, NULL, &error) : NULL;
  gint64 baked = g_get_monotonic_time ();
  if (!bake || !kb_bake_write (bake, argv[2], NULL, &error))
    {
      fprintf (stderr, "%s\n", error ? error->message : "expected PROJECT BANK");
      return 1;
    }
  gint64 end = g_get_monotonic_time ();
  printf ("{\"open\": %.1f, \"look\": %.1f, \"pages\": %.1f, \"write\": %.1f}\n", (opened - start) / 1e3,
          (looked - opened) / 1e3, (baked - looked) / 1e3, (end - baked) / 1e3);
  kb_document_free (document);
  return 0;
}
