/* SPDX-License-Identifier: MIT */
/* The text of Tiled's files: attributes, properties, objects and tilesets. */
#ifndef KB_EXPORT_TILED_H
#define KB_EXPORT_TILED_H

#include "exporters/exporters.h"

/* A map or a tileset. */
typedef struct {
  const KbExport *of;
  GString *text;           /* what is added to */
  json_int_t next_object;
  /* For a map: the numbers of its first area and entity, less their indices in the bank. Its areas
   * and entities are numbered from 1, then its walls. */
  gboolean is_map;
  json_int_t areas, entities;
  /* The grid of a map, and how far what it shows reaches, in whole pixels. */
  gboolean is_isometric, is_infinite;
  double tile_w, tile_h;
  gint columns, rows;
  double left, right, bottom;
} KbTiledText;

/* name="text"; nothing without a text */
void kb_tiled_add_text (GString *text, const char *name, const char *value);
/* name="4.5", with all digits */
void kb_tiled_add_number (GString *text, const char *name, double value);
/* A list of properties, from "values" of the JSON bank; nothing without any. */
void kb_tiled_add_values (KbTiledText *file, const json_t *values);
/* An object with its number, name and class up to its position: `name` NULL: that of the item. */
void kb_tiled_start_object (KbTiledText *file, const json_t *item, const char *name, double x,
                            double y);
/* The rest of an object: a list of corners from its position, or else what `inside` says. */
void kb_tiled_end_object (KbTiledText *file, const json_t *item, const char *inside,
                          const json_t *corners);

/* How far the tiles of a sprite are from their cells: the first of all levels that shows some. */
kbx_point kb_tiled_offset (const KbBankContent *content, const char *sprite);

/* A tileset of a sheet, or of a picture for each frame that has one. Numbers of tiles are those of
 * frames. */
void kb_tiled_add_set (KbTiledText *file, guint sprite);

#endif
