/* SPDX-License-Identifier: MIT */
/* The options of the commands that write a bank, and what they do with it. */
#ifndef KB_CLI_EXPORT_H
#define KB_CLI_EXPORT_H

#include <glib/gi18n.h>

#include "bake/bake.h"
#include "cli/command.h"

typedef struct {
  char *output;
  gboolean json;
  char *options[6];    /* one for each of kb_bake_options, in order */
} KbExportOptions;

extern KbExportOptions kb_export;

#define KB_EXPORT_OPTIONS                                                                          \
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &kb_export.output, N_("Where the file goes"),         \
    "FILE" },                                                                                      \
    { "format", 0, 0, G_OPTION_ARG_FILENAME, &kb_export.options[0], N_("What is written"),         \
    "FORMAT" },                                                                                    \
    { "images", 0, 0, G_OPTION_ARG_FILENAME, &kb_export.options[1], N_("Where the pictures go"),   \
      "IMAGES" },                                                                                  \
    { "padding", 0, 0, G_OPTION_ARG_FILENAME, &kb_export.options[2],                               \
      N_("Empty pixels between pictures on a page"), "N" },                                        \
    { "extrude", 0, 0, G_OPTION_ARG_FILENAME, &kb_export.options[3],                               \
      N_("How often a picture's edge is repeated around it"), "N" },                               \
    { "page-size", 0, 0, G_OPTION_ARG_FILENAME, &kb_export.options[4],                             \
      N_("Largest side of a page, at most 4096"), "N" },                                           \
    { "power-of-two", 0, 0, G_OPTION_ARG_FILENAME, &kb_export.options[5],                          \
      N_("Sides of pages are powers of two"), "yes|no" },                                          \
    { "json", 0, 0, G_OPTION_ARG_NONE, &kb_export.json, N_("Report as one JSON object"), NULL }

/* Whether there is an output, and the options are valid. KB_ERROR_USAGE. */
gboolean kb_export_check_options (const KbCommand *command, GError **error);
/* Sets the options that were given. */
gboolean kb_export_set (KbBakeSettings *settings, GError **error);
/* Without --format, a known ending chooses the format, unless that of the project has it. With
 * --format, a file with another format's ending is KB_ERROR_USAGE. */
gboolean kb_export_settle_format (KbBakeSettings *settings, GError **error);
/* The main file, then the others, which are in its folder. */
char **kb_export_list_outputs (const KbBake *bake);
/* Prints the files and what they lack, as import does. */
void kb_export_report (const KbBake *bake);

#endif
