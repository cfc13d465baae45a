/* SPDX-License-Identifier: MIT */
/* kickbox import: what its files share. Each kind of asset but sprites has a file of its own. */
#ifndef KB_CLI_IMPORT_H
#define KB_CLI_IMPORT_H

#include "interchange/importers.h"

/* The command line. */
typedef struct {
  const char *project;
  char **files;         /* one or more */
  const char *name;     /* or NULL: after the file */
  const char *map;      /* of a file of several levels, or NULL: all */
  char **solid;         /* layers and values that stop moves, or NULL */
  const char *level;    /* of a ground or heightmap, or NULL: after the file */
  const char *range, *every;   /* of a function, or NULL */
  const char *low, *high, *cell;   /* numbers of a heightmap, or NULL */
  char **zones;         /* "#rrggbb=NAME", or NULL */
  char **roads;         /* "#rrggbb" or "#rrggbb=NAME", of tracks, or NULL */
  char **bands;         /* "#rrggbb=NAME" or "#rrggbb=NAME:RADIUS", of tracks, or NULL */
  const char *part;     /* LEVEL/LAYER of a project of LDtk, for masks, or NULL */
  char *tolerance;      /* a number, or NULL */
  gboolean others, nearest, background, keeps_picture, track;
  gboolean resize;      /* a mask or track that exists may get another size */
  gboolean fresh;       /* without the options and the painting since the last import */
  gboolean replay;
  gboolean json;        /* the report is one JSON object: */
  json_t *report;       /* {"assets", "left_out", "messages"}; NULL without `json` */
} KbCliImport;

/* A mask or track by the colours of a picture */
int kb_cli_import_picture (const KbCliImport *asked);

/* FALSE and an error if the asset exists with another size and may not get this one, which would
 * cut something off. */
gboolean kb_cli_check_size (const KbDocument *document, const KbCliImport *asked, const char *path,
                            const char *name, gint width, gint height, GError **error);
/* Parts of the report, as text or as JSON. The first one is TRUE for JSON, and steals `asset`. */
gboolean kb_cli_report_asset (const KbCliImport *asked, json_t *asset);
void kb_cli_report_line (const KbCliImport *asked, const char *text);
void kb_cli_report_messages (const KbCliImport *asked, const GPtrArray *messages);
/* What became of painting by hand. */
void kb_cli_report_painted (const KbCliImport *asked, const KbPaintedReport *report);

#endif
