/* SPDX-License-Identifier: MIT */
/* Traces pictures for a test written in Python: each line of standard input is {"rows": ["#.#", ...],
 * "at": [x, y], "diagonal": b, "tolerance": t}; the answer has "outline" and "deviation". */
#include <stdio.h>

#include "operations/operations.h"
#include "tests/support/picture_text.h"

int
main (void)
{
  static char line[1 << 20];
  while (fgets (line, sizeof line, stdin))
    {
      json_t *question = json_loads (line, 0, NULL), *rows = json_object_get (question, "rows"), *at = json_object_get (question, "at");
      GString *text = g_string_new (NULL);
      for (size_t i = 0; i < json_array_size (rows); i++)
        g_string_append_printf (text, "%s%s", i ? "|" : "", json_string_value (json_array_get (rows, i)));
      g_autoptr (KbPicture) picture = picture_from_text (text->str);
      KbTraceOptions options = { .x = (gint) json_integer_value (json_array_get (at, 0)),
                                 .y = (gint) json_integer_value (json_array_get (at, 1)),
                                 .diagonal = json_is_true (json_object_get (question, "diagonal")),
                                 .tolerance = json_number_value (json_object_get (question, "tolerance")) };
      g_autoptr (GError) error = NULL;
      KbTrace trace;
      if (!kb_trace (picture, &options, &trace, &error))
        g_error ("%s", error->message);
      json_t *answer = json_pack ("{so sf}", "outline", kb_geometry_to_json (&trace.outline), "deviation", trace.deviation);
      json_dumpf (answer, stdout, JSON_COMPACT);
      putchar ('\n');
      json_decref (answer);
      json_decref (question);
      kb_trace_clear (&trace);
      g_string_free (text, TRUE);
    }
  return 0;
}
