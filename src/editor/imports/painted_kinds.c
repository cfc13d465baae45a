/* SPDX-License-Identifier: MIT */
/* Texts for masks and tracks. */
#include "editor/imports/import_painted.h"

#include <glib/gi18n.h>

static const KbNode *
find_mask (const KbProject *project, const char *name)
{
  return (const KbNode *) kb_project_find_mask (project, name);
}

static const KbNode *
find_track (const KbProject *project, const char *name)
{
  return (const KbNode *) kb_project_find_track (project, name);
}

const KbPaintedKind kb_painted_mask = {
  "masks",
  N_("Import a Mask"),
  N_("Mask name"),
  N_("Type a name for the mask."),
  N_("A mask of this name exists: its painting is replaced, its zones and picture are kept."),
  NULL,
  N_("%s has %u colours; a mask has at most %d zones. Make a new mask over it instead, as its "
      "background; or name the colours "
      "that are zones."),
  N_("Imported the mask “%s”"),
  find_mask,
  FALSE
};

const KbPaintedKind kb_painted_track = {
  "tracks",
  N_("Import a Track"),
  N_("Track name"),
  N_("Type a name for the track."),
  N_("A track of this name exists: its painting is replaced, everything else is kept."),
  N_("A track of this name exists: its painting and check points are replaced, its curves and "
     "bands are kept."),
  N_("%s has %u colours; a track has at most %d surfaces. Make a new track over it instead, as "
      "its background; or say which "
      "colours are road."),
  N_("Imported the track “%s”"),
  find_track,
  TRUE
};
