/* SPDX-License-Identifier: MIT */
/* The picture of a scene: a list of simple items in drawing order, in pixels of the scene's world.
 * drawing/play.h draws it; nothing here depends on that. */
#ifndef KB_PLAY_PICTURE_H
#define KB_PLAY_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/kickbox.h"

/* Layers that can be shown and hidden. */
typedef enum {
  KB_SHOW_PICTURES,    /* frames, tiles, backgrounds */
  KB_SHOW_SHAPES,      /* of frames */
  KB_SHOW_POINTS,      /* hot spots and action points */
  KB_SHOW_PIXELS,      /* where pictures overlap */
  KB_SHOW_ZONES,       /* of masks; surfaces of tracks */
  KB_SHOW_BANDS,       /* of tracks */
  KB_SHOW_WALLS,       /* of levels and mazes, check points */
  KB_SHOW_SOLID,       /* solid tiles; grounds; heights */
  KB_SHOW_AREAS,       /* of levels */
  KB_SHOW_LIGHT,       /* lit areas */
  KB_SHOW_NODES,       /* partition nodes that a query visited */
  KB_SHOW_BODIES,      /* moving bodies */
  KB_SHOW_CONTACTS,    /* contact points, normals */
  KB_SHOW_NAMES,
  KB_SHOW_MAP,         /* of the world, in a corner of any scene */
  KB_SHOW_LAYERS
} KbPlayLayer;

typedef enum {
  KB_ITEM_FRAME,       /* the picture of a frame of the bank: `frame`, `pose` */
  /* The asset's whole picture, corner at (0, 0); `asset` is its index in the bank */
  KB_ITEM_MASK,        /* zones of a mask */
  KB_ITEM_TRACK,       /* surfaces of a track; in KB_SHOW_BANDS its bands */
  /* tiles, grounds, heightmaps of a level; in KB_SHOW_SOLID the solid ones */
  KB_ITEM_LEVEL,
  KB_ITEM_LINE,        /* through `points`, open */
  KB_ITEM_POLYGON,     /* the same, closed and filled */
  KB_ITEM_CIRCLE,      /* about points[0], radius */
  KB_ITEM_CROSS,       /* at points[0] */
  KB_ITEM_ARROW,       /* from points[0] to points[1] */
  KB_ITEM_TEXT,        /* `text` at points[0] */
  /* The slabs in first person, from points[0] to points[1]; at the distance `radius` it is half as
   * bright. */
  KB_ITEM_VIEW,
  KB_ITEM_KINDS
} KbPlayItemKind;

typedef struct {
  KbPlayItemKind kind;
  KbPlayLayer layer;
  uint32_t colour;             /* 0xRRGGBBAA; 0: a colour that stands out */
  bool flash;                  /* struck or touched: drawn conspicuously */
  bool faint;                  /* background: thin, almost no fill */
  uint32_t first, count;       /* points, in the picture's array */
  float radius;
  uint32_t asset;
  uint32_t frame;              /* index in the whole bank, as a frame handle's */
  kbx_place pose;
  char text[60];
} KbPlayItem;

/* A part of a wall in first person, and the floor and ceiling before it. Positions are from the
 * eye: x to the right, y ahead; heights are upward. Or what stands there: a picture, or a side of a
 * box. */
typedef struct {
  kbx_vec a, b;
  float floor, ceiling;        /* what stands: lower and upper side; INFINITY: the sky */
  float low, high;             /* the wall is open between them */
  bool closed;                 /* nothing is seen through it: only the sky above */
  bool stands;
  bool flip;
  uint32_t colour, floor_colour, ceiling_colour;
  uint32_t frame;              /* in the bank, repeated over the wall; KBX_NONE: the colour */
  float along, length;         /* pixels along the wall at a; of the wall */
} KbPlaySlab;

typedef struct {
  KbPlayItem *items;
  uint32_t n_items, items_room;
  KbPlaySlab *slabs;           /* front to back; then what stands, back to front */
  uint32_t n_slabs, slabs_room;
  kbx_vec *points;
  uint32_t n_points, points_room;
} KbPlayPicture;

/* All zero: an empty picture. */
void kb_picture_clear (KbPlayPicture *picture);   /* keeps the memory */
void kb_picture_free (KbPlayPicture *picture);    /* frees its contents */

/* Each returns the new item to fill in, valid until the next call. */
KbPlayItem *kb_picture_add (KbPlayPicture *picture, KbPlayItemKind kind, KbPlayLayer layer,
                            uint32_t colour);
KbPlayItem *kb_picture_add_points (KbPlayPicture *picture, KbPlayItemKind kind, KbPlayLayer layer,
                                   uint32_t colour, const kbx_vec *points, uint32_t count);
KbPlayItem *kb_picture_add_line (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour,
                                 kbx_vec a, kbx_vec b);
KbPlayItem *kb_picture_add_box (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour,
                                kbx_rect box);
KbPlayItem *kb_picture_add_circle (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour,
                                   kbx_circle circle);
KbPlayItem *kb_picture_add_asset (KbPlayPicture *picture, KbPlayItemKind kind, KbPlayLayer layer,
                                  uint32_t asset);
/* Cut after 59 bytes. */
KbPlayItem *kb_picture_add_text (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour,
                                 kbx_vec at, const char *text);

KbPlaySlab *kb_picture_add_slab (KbPlayPicture *picture);

/* The direction in which a round body faces. */
void kb_picture_add_facing (KbPlayPicture *picture, kbx_circle body, kbx_vec way);
/* A line of sight between two positions; when blocked, up to the obstacle, with a cross there. */
void kb_picture_add_look (KbPlayPicture *picture, kbx_vec from, kbx_vec to, bool sees);
/* An entity with its name, or nothing if the level has none of that name. */
void kb_picture_add_entity (KbPlayPicture *picture, const kbx_bank *bank, uint32_t level,
                            const char *name);
/* The walls of a level; one-way walls show the side that stops. `wall` flashes, if any. */
void kb_picture_add_walls (KbPlayPicture *picture, const kbx_bank *bank, uint32_t level,
                           uint32_t wall);

#endif
