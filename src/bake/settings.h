/* SPDX-License-Identifier: MIT */
/* How a project is exported: one struct, and one table of its options for the project file, the
 * command line and the export dialog. */
#ifndef KB_BAKE_SETTINGS_H
#define KB_BAKE_SETTINGS_H

#include <glib.h>
#include <jansson.h>

#include "bank/content.h"
#include "exporters/exporters.h"

typedef struct KbBake KbBake;   /* bake.h */

/* Indices into kb_exporters */
typedef enum { KB_FORMAT_BINARY, KB_FORMAT_JSON } KbBakeFormat;
/* Where the pictures go: PNG or raw RGBA pages in the bank, separate PNG files, nowhere.
 * KB_IMAGES_SOLID keeps only solid pixels, for banks played immediately. The table does not offer
 * it. */
typedef enum {
  KB_IMAGES_PNG,
  KB_IMAGES_RGBA,
  KB_IMAGES_BESIDE,
  KB_IMAGES_NONE,
  KB_IMAGES_SOLID
} KbBakeImages;

typedef struct {
  gint format;             /* KbBakeFormat */
  gint images;             /* KbBakeImages */
  gint padding;            /* transparent pixels between neighbouring pictures on a page */
  gint extrude;            /* how many times a picture's edge pixels are repeated around it */
  gint page_size;          /* largest width and height of a page */
  gboolean power_of_two;   /* page sides are powers of two */
} KbBakeSettings;

typedef enum { KB_BAKE_CHOICE, KB_BAKE_NUMBER, KB_BAKE_SWITCH } KbBakeOptionType;

typedef struct {
  /* Key in the project's "export" object, and --name of the command line */
  const char *name;
  const char *label;           /* for people; marked with N_() */
  KbBakeOptionType type;
  gsize offset;                /* of a gint in KbBakeSettings */
  gint preset;
  gint min, max;               /* numbers */
  /* The index is the value; ends with a NULL name. NULL for numbers */
  const KbExportChoice *choices;
} KbBakeOption;

/* Ends with a NULL name. */
extern const KbBakeOption kb_bake_options[];
/* Whether the format of the settings heeds it. */
gboolean kb_bake_option_counts (const KbBakeOption *option, const KbBakeSettings *settings);

/* The choices of each option that has some, for command-line help, as a new string. */
char *kb_bake_choices_help (void);

/* The defaults. */
void kb_bake_settings_init (KbBakeSettings *settings);

/* Sets where the pictures go in a format of engines. */
void kb_bake_settle_images (KbBakeSettings *settings);

/* The defaults, then the project's "export" object (NULL: none). Unknown keys are ignored.
 * KB_ERROR_INPUT. The message starts with "export.KEY: ". */
gboolean kb_bake_settings_read (KbBakeSettings *settings, const json_t *object, GError **error);

/* Sets one option from text, as on a command line. KB_ERROR_USAGE. */
gboolean kb_bake_settings_set (KbBakeSettings *settings, const char *name, const char *text,
                               GError **error);

/* The "export" object with these settings: a copy of `old` (or an empty object) with the table's
 * keys set, except those at their default. New reference. */
json_t *kb_bake_settings_to_json (const KbBakeSettings *settings, const json_t *old);

#endif
