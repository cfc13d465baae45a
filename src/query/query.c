/* SPDX-License-Identifier: MIT */
/* Finds the query of a line and answers it. The help. */
#include "query/query.h"

#include <string.h>

#include "query/private.h"

/* In the order of the help. */
static const KbQueryKind *const questions[] = {
  kb_frame_queries, kb_zone_queries,  kb_track_queries, kb_level_queries, kb_wall_queries,
  kb_tile_queries,  kb_world_queries, kb_kit_queries,   kb_space_queries,
};

static json_t *
ask (KbQuery *query)
{
  const char *q = json_string_value (json_object_get (query->line, "q"));
  if (!json_is_object (query->line))
    kb_query_fail (query, "expected a JSON object");
  else if (!q)
    kb_query_fail (query, "q: expected the name of a question");
  for (guint i = 0; !query->error && i < G_N_ELEMENTS (questions); i++)
    for (const KbQueryKind *kind = questions[i]; kind->q; kind++)
      if (strcmp (kind->q, q) == 0)
        return kb_query_keys (query, query->line, "", kind->keys)
                   && kb_query_read (query, kind->reads)
                 ? kind->ask (query)
                 : NULL;
  return kb_query_fail_null (query, "q: no question is called '%s'", q);
}

char *
kb_query_answer (const kbx_bank *bank, const char *text, gsize length, gboolean *ok)
{
  json_error_t place;
  json_auto_t *line = json_loadb (text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &place);
  KbQuery query = { .bank = bank, .line = line, .filter = kbx_all_solid () };
  json_auto_t *answer = NULL;
  if (line)
    answer = ask (&query);
  else
    kb_query_fail (&query, "column %d: %s", place.column, place.text);
  if (!answer)
    answer = json_pack ("{s:s}", "error", query.error ? query.error : "no answer");
  g_autofree char *dumped =
    json_dumps (answer, JSON_COMPACT | JSON_REAL_PRECISION (query.exact ? 17 : 9));
  char *reported = g_strdup (dumped);
  *ok = !query.error;
  g_free (query.error);
  return reported;
}

static const char query_words[] =
  "POSE is \"pose\": {\"sprite\": NAME, \"frame\": N, \"at\": [x, y], \"flip\": "
  "\"\"|\"x\"|\"y\"|\"xy\"}, or only its value after another key.\n"
  "AREA is \"p\": [x, y], \"box\": [x, y, w, h] in whole pixels, or \"circle\": {\"at\": [x, y], "
  "\"radius\": R}.\n"
  "MOVE is \"from\": [x, y], \"to\": [x, y], \"radius\": R of a circle; BOX_MOVE is \"box\": [x, "
  "y, w, h], "
  "\"move\": [x, y].\n"
  "LEVEL is \"level\": NAME; CLASSES is \"classes\": [NAMES].\n"
  "MOVER is \"p\": [x, y], \"circle\": {\"at\": [x, y], \"radius\": R}, \"rect\": [x, y, w, h], or "
  "\"box\": [x, y, w, h] in whole pixels.\n"
  "PARTITION is \"partition\": \"none\"|\"grid\"|\"quadtree\"|\"bsp\": another one than the bank's "
  "is built.\n"
  "SHAPE is {\"point\": [x, y]}, {\"segment\": [[x, y], [x, y]]}, {\"circle\": {\"at\": [x, y], "
  "\"radius\": R}},\n"
  "  {\"capsule\": {\"segment\": [[x, y], [x, y]], \"radius\": R}}, {\"rect\": [x, y, w, h]}, "
  "{\"box\": [x, y, w, h]},\n"
  "  {\"obb\": {\"at\": [x, y], \"degrees\": D, \"w\": W, \"h\": H}}, {\"polygon\": [[x, y], ...]} "
  "or\n"
  "  {\"half_plane\": {\"normal\": [x, y], \"distance\": D}}.\n"
  "SOLID is {\"point\": [x, y, z]}, {\"segment\": [[x, y, z], [x, y, z]]}, {\"sphere\": {\"at\": "
  "[x, y, z], \"radius\": R}},\n"
  "  {\"box\": {\"min\": [x, y, z], \"max\": [x, y, z]}}, {\"obb\": {\"at\": [x, y, z], \"axes\": "
  "[three times [x, y, z]], "
  "\"half\": [x, y, z]}},\n"
  "  {\"plane\": {\"normal\": [x, y, z], \"distance\": D}}, {\"polygon\": [[x, y, z], ...]} or "
  "{\"one_way\": [[x, y, z], ...]}.\n";

char *
kb_query_help (void)
{
  GString *help = g_string_new ("Reads one JSON object a line and answers each with one line:\n\n");
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    for (const KbQueryKind *kind = questions[i]; kind->q; kind++)
      g_string_append_printf (help, "  {\"q\": \"%s\", %s}\n      -> %s\n", kind->q, kind->asks,
                              kind->answers);
  g_string_append_c (help, '\n');
  g_string_append (help, query_words);
  return g_string_free (help, FALSE);
}
