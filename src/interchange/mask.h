/* SPDX-License-Identifier: MIT */
/* Pictures painted elsewhere as masks and tracks.
 *
 * Purpose: a PNG whose colours are zones, or surfaces, becomes the painting of a mask or a track;
 * or a PNG becomes what lies behind an empty one. Flow: kb_mask_import_read says which colour would
 * be which zone, and changes nothing; kb_mask_import_apply does it in one step. A mask or track of
 * that name gets the new painting, and keeps its zones and all else. */
#ifndef KB_INTERCHANGE_MASK_H
#define KB_INTERCHANGE_MASK_H

#include "document/edit.h"

typedef struct {
  guint32 rgb;        /* 0xRRGGBB */
  char *name;         /* of the zone; empty: nothing */
  KbSurfaceUse use;   /* of the surface; of tracks alone */
} KbMaskRule;

typedef struct {
  /* KbMaskRule; owned with their names. NULL or empty: a zone for each colour */
  GArray *rules;
  gboolean others;    /* colours that no rule has are nothing; else they are an error */
  /* Becomes a track, and zones are surfaces; not without rules but as a background */
  gboolean track;
  gboolean background;  /* the picture lies behind, nothing is painted; rules are just zones */
  /* Without rules and background: what the colours are is said by kb_mask_import_set_rules later */
  gboolean table;
} KbMaskOptions;

#define KB_MASK_NO_RULE (-1)      /* no rule has the colour */

/* A colour of the picture. Transparent pixels are nothing, whatever their colour; all others are
 * taken as opaque. */
typedef struct {
  guint32 rgb;
  guint64 pixels;
  gint x, y;          /* the first of them, row by row from the top */
  gint rule;          /* the number of its rule, or KB_MASK_NO_RULE */
} KbMaskColour;

typedef struct {
  char *path;
  KbPicture *picture;
  KbMaskOptions options;
  /* KbMaskColour, in the order of their first pixels, of those without a rule at most 1000; in a
   * table those of the most pixels first, at most 255: all others are nothing */
  GArray *colours;
  /* Colours without a rule where there are rules, also those that are not listed */
  guint n_others;
  guint64 pixels;     /* that are not transparent, of all colours */
  guint unmatched;    /* the same where they are an error, else 0 */
  /* Of a table: the value of a pixel is the number of its colour + 1, else 0; NULL without a
   * table */
  KbZones *indices;
  guint8 values[256]; /* of an indexed PNG: by number of the colour, its index; else 0 */
} KbMaskImport;

void kb_mask_options_clear (KbMaskOptions *options);
/* Copies the options. Errors: of kb_picture_read; a picture of too many colours where each is to be
 * a zone; sides over KB_MAX_ZONES_SIDE. Cost: 4 bytes a pixel. */
KbMaskImport *kb_mask_import_read (const char *path, const KbMaskOptions *options, GError **error);
void kb_mask_import_free (KbMaskImport *import);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbMaskImport, kb_mask_import_free)

/* Of a table: what its colours are, KbMaskRule; colours that no rule has are nothing. Copied. No
 * pixel is looked at. */
void kb_mask_import_set_rules (KbMaskImport *import, const GArray *rules);

/* The id of the mask or track, or 0 and an error, and nothing is changed; an error when `unmatched`
 * is not 0. `zones` (one for each of the colours; may be NULL) are the zones that they became, 0
 * for nothing. Name: a file name; KB_ERROR_INPUT where it cannot be one. */
KbId kb_mask_import_apply (KbDocument *document, const KbMaskImport *import, const char *name,
                           KbId *zones, GError **error);

/* The zones or surfaces of a mask or track that rules (KbMaskRule) name: found by their names and
 * brought up to date, or made. `zones` has one for each; 0 for a rule without a name. Within a
 * step. */
gboolean kb_mask_zones_of_rules (KbDocument *document, KbId asset, gboolean track,
                                 const GArray *rules, KbId *zones, GError **error);

#endif
