/* SPDX-License-Identifier: MIT */
/* kickbox query: asks the runtime what a game would ask it. One JSON object a line in and out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/input.h"
#include "query/query.h"

/* FALSE when the answer was an error. */
static gboolean
answer_line (const kbx_bank *bank, const char *text, size_t length)
{
  gboolean ok;
  g_autofree char *answer = kb_query_answer (bank, text, length, &ok);
  puts (answer);
  fflush (stdout);
  return ok;
}

static int
run (char **arguments)
{
  KbInput input;
  GError *error = NULL;
  if (!kb_input_open (&input, arguments[0], TRUE, &error))
    return kb_cli_fail (error);
  char *text = NULL;
  size_t room = 0;
  ssize_t length;
  int status = KB_EXIT_DONE;
  while (!ferror (stdout) && (length = getline (&text, &room, stdin)) >= 0)
    if (strspn (text, " \t\r\n") != (size_t) length
        && !answer_line (&input.bank, text, (size_t) length))
      status = KB_EXIT_INPUT;
  if (ferror (stdin))
    status =
      kb_cli_error (KB_EXIT_MACHINE, "standard input: cannot be read: %s", g_strerror (errno));
  free (text);
  kb_query_forget ();
  kb_input_close (&input);
  return status;
}

const KbCommand kb_command_query = {
  "query",
  "Ask a bank what a game would ask it",
  "BANK",
  "Reads one JSON object a line and answers with one a line. A pose is {\"sprite\": NAME, "
  "\"frame\": N,\n"
  "\"at\": [x, y], \"flip\": \"\"|\"x\"|\"y\"|\"xy\"}.\n"
  "  {\"q\": \"point\", \"pose\": POSE, \"p\": [x, y], \"classes\": [NAMES]}; for \"p\", \"box\": "
  "[x, y, w, h], or\n"
  "      \"circle\": {\"at\": [x, y], \"radius\": R}\n"
  "  {\"q\": \"frame_trace\", \"pose\": POSE, \"from\": [x, y], \"to\": [x, y], \"radius\": R, "
  "\"classes\": [NAMES]}: what moves straight on\n"
  "  {\"q\": \"action\", \"pose\": POSE, \"name\": NAME}\n"
  "  {\"q\": \"strike\", \"a\": POSE, \"name\": NAME, \"b\": POSE, \"classes\": [NAMES]}\n"
  "  {\"q\": \"shapes\", \"a\": POSE, \"b\": POSE, \"a_classes\": [NAMES], \"b_classes\": "
  "[NAMES]}\n"
  "  {\"q\": \"pixels\", \"a\": POSE, \"b\": POSE}\n"
  "  {\"q\": \"zone\", \"mask\": NAME, \"p\": [x, y]}; for \"mask\", \"track\": NAME, or \"pose\": "
  "POSE for a frame's;\n"
  "      for \"p\", \"box\": [x, y, w, h], \"circle\": {\"at\": [x, y], \"radius\": R} or "
  "\"segment\": [[x, y], [x, y]]: all zones there\n"
  "  {\"q\": \"clearance\", \"track\": NAME, \"p\": [x, y], \"radius\": R}\n"
  "  {\"q\": \"track_trace\", \"track\": NAME, \"from\": [x, y], \"to\": [x, y], \"radius\": R}: a "
  "car that drives straight on\n"
  "  {\"q\": \"level_cast\", \"level\": NAME, MOVER, \"move\": [x, y], \"classes\": [NAMES], "
  "\"layers\": [NUMBERS], \"drop_through\": true|false}:\n"
  "      all layers at once: walls (0), tiles, mazes, grounds; MOVER is \"p\": [x, y], \"circle\": "
  "{\"at\": [x, y], \"radius\": R},\n"
  "      \"rect\": [x, y, w, h], or \"box\": [x, y, w, h] of whole pixels\n"
  "  {\"q\": \"level_move\", ..., \"manner\": \"stop\"|\"slide\"|\"bounce\"|\"walk\", \"bounce\": "
  "C, \"step_up\": N, \"step_down\": N, \"rest\": [x, y]}\n"
  "  {\"q\": \"trace\", \"level\": NAME, \"from\": [x, y], \"to\": [x, y], \"radius\": R, "
  "\"classes\": [NAMES], \"partition\": KIND}\n"
  "  {\"q\": \"slide\", ...} as trace, but its radius must be given; {\"q\": \"bounce\", ..., "
  "\"coefficient\": C} likewise\n"
  "  {\"q\": \"sees\", ...} as trace, without a radius; {\"q\": \"locate\", \"level\": NAME, "
  "\"p\": [x, y], \"partition\": KIND}\n"
  "  {\"q\": \"near\", \"level\": NAME, \"p\": [x, y], \"radius\": R, ...}, or \"box\": [x, y, w, "
  "h] for \"p\" and \"radius\"\n"
  "  {\"q\": \"tiles\", \"level\": NAME, \"layer\": NAME, \"p\": [x, y]}, or \"box\": [x, y, w, "
  "h]: the cells there\n"
  "  {\"q\": \"tile_shapes\", \"level\": NAME, \"layer\": NAME, \"p\": [x, y], \"classes\": "
  "[NAMES]}, or \"box\": shapes of tiles\n"
  "  {\"q\": \"tile_trace\", \"level\": NAME, \"layer\": NAME, \"box\": [x, y, w, h], \"move\": "
  "[x, y], \"classes\": [NAMES]}\n"
  "  {\"q\": \"tile_move\", ..., \"step_up\": N, \"step_down\": N, \"drop_through\": true|false} "
  "as tile_trace\n"
  "  {\"q\": \"tile_ray\", \"level\": NAME, \"layer\": NAME, \"from\": [x, y], \"to\": [x, y], "
  "\"classes\": [NAMES]}\n"
  "  {\"q\": \"to_screen\", \"level\": NAME, \"layer\": NAME, \"p\": [x, y], \"height\": N}; "
  "from_screen likewise\n"
  "  {\"q\": \"maze\", \"level\": NAME, \"maze\": NAME, \"p\": [x, y]}, or \"box\": does a wall "
  "reach in\n"
  "  {\"q\": \"maze_trace\", \"level\": NAME, \"maze\": NAME, \"from\": [x, y], \"to\": [x, y]}, "
  "or \"box\" and \"move\"\n"
  "  {\"q\": \"maze_slide\", ..., \"box\": [x, y, w, h], \"move\": [x, y]}; maze_cells with "
  "\"from\" and \"to\"\n"
  "  {\"q\": \"ground\", \"level\": NAME, \"ground\": NAME, \"x\": X}, or \"p\": [x, y] of a foot\n"
  "  {\"q\": \"land\", \"level\": NAME, \"ground\": NAME, \"from\": [x, y], \"to\": [x, y]}, or "
  "\"box\" and \"move\"\n"
  "  {\"q\": \"height\", \"level\": NAME, \"map\": NAME, \"p\": [x, y], \"filter\": "
  "\"nearest\"|\"bilinear\"|\"bicubic\"}\n"
  "  {\"q\": \"height_ray\", \"level\": NAME, \"map\": NAME, \"from\": [x, y, z], \"to\": [x, y, "
  "z]}\n"
  "  {\"q\": \"height_touch\", ..., \"min\": [x, y, z], \"max\": [x, y, z]} of a box\n"
  "  {\"q\": \"pairs\", \"shapes\": [SHAPES]}: which touch; a SHAPE is {\"point\": [x, y]}, "
  "{\"segment\": [[x, y], [x, y]]},\n"
  "      {\"circle\": {\"at\": [x, y], \"radius\": R}}, {\"capsule\": {\"segment\": [[x, y], [x, "
  "y]], \"radius\": R}}, {\"rect\": [x, y, w, h]},\n"
  "      {\"box\": [x, y, w, h]}, {\"obb\": {\"at\": [x, y], \"degrees\": D, \"w\": W, \"h\": H}}, "
  "{\"polygon\": [[x, y], ...]} or\n"
  "      {\"half_plane\": {\"normal\": [x, y], \"distance\": D}}\n"
  "  {\"q\": \"space_contains\", \"shape\": SOLID, \"p\": [x, y, z]}; space_nearest likewise; a "
  "SOLID is {\"point\": [x, y, z]},\n"
  "      {\"segment\": [[x, y, z], [x, y, z]]}, {\"sphere\": {\"at\": [x, y, z], \"radius\": R}}, "
  "{\"box\": {\"min\": [x, y, z],\n"
  "      \"max\": [x, y, z]}}, {\"obb\": {\"at\": [x, y, z], \"axes\": [three times [x, y, z]], "
  "\"half\": [x, y, z]}},\n"
  "      {\"plane\": {\"normal\": [x, y, z], \"distance\": D}}, {\"polygon\": [[x, y, z], ...]}, "
  "or {\"one_way\": [[x, y, z], ...]}\n"
  "  {\"q\": \"space_overlap\", \"a\": SOLID, \"b\": SOLID}; space_collide likewise\n"
  "  {\"q\": \"space_cast\", \"mover\": SOLID, \"move\": [x, y, z], \"target\": SOLID}\n"
  "KIND is \"none\", \"grid\", \"quadtree\" or \"bsp\": another partition than the bank's is "
  "built. Classes, \"at\", \"flip\",\n"
  "\"radius\" and \"partition\" may be left out: all classes, [0, 0], \"\", no car or a point, the "
  "bank's. Keys that are not named here are\n"
  "an error; empty lines are skipped. A line without an answer gets {\"error\": ...}; the exit "
  "status is then 1.",
  1,
  1,
  NULL,
  run
};
