/* SPDX-License-Identifier: MIT */
/* Imports pictures painted elsewhere as masks and tracks: the colours of a PNG become zones or
 * surfaces, or the PNG becomes an empty asset's background. kb_mask_import_read maps colours to
 * zones without changing anything; kb_mask_import_apply applies that in one step. An existing mask
 * or track of that name gets the new painting and keeps its zones and everything else. */
#ifndef KB_INTERCHANGE_MASK_H
#define KB_INTERCHANGE_MASK_H

#include "document/edits/edit.h"

typedef struct {
  guint32 rgb;        /* 0xRRGGBB */
  char *name;         /* of the zone; empty: none */
  KbSurfaceUse use;   /* of the surface; tracks only */
  guint8 value;       /* of a new zone, if it is free; 0: any */
} KbMaskRule;

typedef struct {
  /* KbMaskRule, owned with their names. NULL or empty: one zone per colour */
  GArray *rules;
  gboolean others;    /* colours without a rule become empty, instead of an error */
  /* Other colours get the rule of the nearest colour if its distance in RGB is at most this;
   * 0: only exact colours, KB_MASK_NEAREST: all */
  gint tolerance;
  gboolean keeps_picture;   /* the picture also becomes the background of the painting */
  /* Painting since the last import stays where the picture did not change since then */
  gboolean keeps_painting;
  /* Makes a track, whose zones are surfaces; needs rules unless it is a background */
  gboolean track;
  gboolean background;  /* the picture is only a background; the rules only make zones */
  /* Without rules and background: kb_mask_import_set_rules gives meaning to the colours later */
  gboolean table;
  char *part;           /* owned: of a file of several masks, LEVEL/LAYER; NULL: the only one */
  gboolean first_part;  /* of a file with several, if no other is named */
} KbMaskOptions;

/* Blocks of pixels that were painted by hand since the last import */
typedef struct {
  guint kept, replaced;
} KbPaintedReport;

#define KB_MASK_NO_RULE (-1)      /* no rule has the colour */
#define KB_MASK_NEAREST 442       /* as a tolerance: more than black and white differ by */

/* A colour of the picture. Transparent pixels are empty, whatever their colour. All others count
 * as opaque. */
typedef struct {
  guint32 rgb;
  guint64 pixels;
  gint x, y;          /* its first pixel, row by row from the top */
  gint rule;          /* the index of its rule, or KB_MASK_NO_RULE */
  gboolean is_near;   /* the rule is that of the nearest colour, not its own */
} KbMaskColour;

typedef struct {
  char *path;
  KbPicture *picture;
  KbPicture *behind;  /* the background, if it is another picture; or NULL */
  gboolean is_named;  /* the file has names of zones: layers or values */
  GPtrArray *messages;      /* KbMessage: what was not kept */
  KbMaskOptions options;
  /* KbMaskColour in the order of their first pixels, at most 1000 without a rule of their own. In
   * a table, the 255 most frequent ones, most frequent first */
  GArray *colours;
  GArray *rest;       /* of a table: the next KbMaskColour, up to 65536 in all */
  /* Colours without a rule if there are rules, including unlisted ones */
  guint n_others;
  guint n_near;       /* colours with the rule of the nearest one */
  guint64 pixels;     /* not transparent, of all colours */
  guint unmatched;    /* the same if they are an error, else 0 */
  /* Of a table: each pixel's colour number + 1, or that of the nearest listed colour, else 0. NULL
   * without a table */
  KbZones *indices;
  char **parts;       /* of a file that may have several, else NULL */
  guint8 values[256]; /* of an indexed PNG: each colour's palette index, else 0 */
} KbMaskImport;

void kb_mask_options_clear (KbMaskOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbMaskOptions, kb_mask_options_clear)
/* Copies the options. A drawing in layers and an int grid have rules of their own:
 * layers/layer_colours.c, levels/ldtk_mask.c. Errors: those of kb_picture_read; too many colours
 * for a zone each; sides over KB_MAX_ZONES_SIDE. Cost: 4 bytes per pixel. */
KbMaskImport *kb_mask_import_read (const char *path, const KbMaskOptions *options, GError **error);
void kb_mask_import_free (KbMaskImport *import);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbMaskImport, kb_mask_import_free)

/* For a table: the meaning of its colours, KbMaskRule, and the tolerance of the options. Other
 * colours become empty. Copies the rules; reads no pixels. */
void kb_mask_import_set_rules (KbMaskImport *import, const GArray *rules, gint tolerance);

/* Of `colours`, then of `rest`. */
KbMaskColour *kb_mask_import_colour (const KbMaskImport *import, guint i);

/* Returns the id of the mask or track, or 0 and an error without any change. `unmatched` other than
 * 0 is an error. `zones` gets the zone of each colour, 0 for none. KB_ERROR_INPUT if `name` cannot
 * be a file name. Files and options are kept for the next import. `zones`, `report` may be NULL. */
KbId kb_mask_import_apply (KbDocument *document, const KbMaskImport *import, const char *name,
                           KbId *zones, KbPaintedReport *report, GError **error);
/* What an apply would report, without any change. */
gboolean kb_mask_import_try (KbDocument *document, const KbMaskImport *import, const char *name,
                             KbPaintedReport *report, GError **error);

/* mask_colours.c. Items begin with their colour, as KbMaskRule. Each pixel gets the value of its
 * colour's nearest item, or 0 for none; transparent pixels are 0. With `blends`, a colour next to
 * two items may be their blend. It is not sure if it is farther from its nearest item than a
 * quarter of the distance of the two nearest items. If that item is not surely within 3 pixels,
 * the colour may be nearer to a blend of two that are. Then it becomes the nearer of these two. */
KbZones *kb_mask_paint (const KbPicture *picture, const GArray *items, const guint8 *values,
                        gint tolerance, gboolean blends);

/* mask_record.c. The options of the last import of a mask or track from a picture; without rules if
 * it was not imported or is NULL. */
gboolean kb_mask_recorded_options (const KbNode *asset, KbMaskOptions *options, GError **error);
/* The file of the last import, as a new string, or NULL. */
char *kb_painted_source (const KbDocument *document, const KbNode *asset);

/* Finds by name and updates, or makes, the zones or surfaces of the rules (KbMaskRule). `zones`
 * gets one for each, or 0 for a rule without a name. Within a step. */
gboolean kb_mask_zones_of_rules (KbDocument *document, KbId asset, gboolean track,
                                 const GArray *rules, KbId *zones, GError **error);

#endif
