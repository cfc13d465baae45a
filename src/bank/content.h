/* SPDX-License-Identifier: MIT */
/* The contents of a bank as plain structs: the exporter, the JSON bank and the binary bank meet
 * here. `bake` fills a KbBankContent from a document, kb_bank_json_read from JSON. kb_bank_write
 * turns it into bytes and kb_bank_json_write into text. Ownership: a content owns everything it
 * points to, arrays are malloc'ed with a count; kb_bank_content_clear frees it. Units: `fixed` is
 * 1/256 pixel; boxes and points are whole pixels. */
#ifndef KB_BANK_CONTENT_H
#define KB_BANK_CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What gives an error's text in the user's language: gettext in the programs, NULL for English. */
extern char *(*kb_bank_translate) (const char *text);

typedef int32_t kb_fixed;

typedef struct { kb_fixed x, y; } KbBankVertex;

typedef struct {
  KbBankVertex *vertices;
  uint32_t n_vertices;
} KbBankRing;

typedef enum {
  KB_BANK_TEXT,
  KB_BANK_NUMBER,
  KB_BANK_BOOLEAN,
  KB_BANK_COLOUR,
  KB_BANK_ENUM,
  KB_BANK_POINT,
  KB_BANK_TO_ENTITY,
  KB_BANK_TO_AREA,
  KB_BANK_TO_ANIMATION,
  KB_BANK_FILE,
  KB_BANK_VALUE_TYPES
} KbBankValueType;

typedef struct {
  char *key;
  char *value;                    /* as text: "0.5", "true", "#ff8000" */
  KbBankValueType type;
  /* 1 for true, 0xRRGGBBAA for a colour, the index of a choice, x of a point, 0 for texts and
   * files. For references: the index in the bank, or -1 for none. */
  double number;
  kb_fixed y;                     /* of a point */
  char *asset;                    /* NULL, or see kb_bank_join_references */
} KbBankValue;

typedef enum {
  KB_BANK_BOX,
  KB_BANK_CIRCLE,
  KB_BANK_ORIENTED,
  KB_BANK_POLYGON,
  KB_BANK_CAPSULE,
  KB_BANK_SHAPE_KINDS
} KbBankShapeKind;

typedef struct {
  KbBankShapeKind kind;
  uint32_t class_index;
  char *name;                     /* NULL: none */
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
  int32_t x, y, w, h;             /* box */
  /* Capsule: both ends, radius. Circle and oriented box: centre (cx, cy). */
  kb_fixed ax, ay, cx, cy, r;
  kb_fixed ow, oh;                /* oriented box: full width and height */
  float ux, uy;                   /* oriented box: unit vector of its own x axis */
  KbBankRing outline;             /* polygon as drawn */
  KbBankRing *parts;              /* oriented: its corners as one part; polygon: convex parts */
  uint32_t n_parts;
} KbBankShape;

typedef struct {
  char *name;
  int32_t x, y;
  float dx, dy;                   /* unit vector; both 0 for none */
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankPoint;

/* Pixels of zones in the form of kbx_mask_pack; NULL: none. */
typedef struct {
  uint8_t *bytes;
  size_t size;
} KbBankPainting;

typedef struct {
  char *name;
  uint32_t colour;                /* 0xRRGGBBAA */
  uint32_t value;                 /* 1 to 255 */
  bool road;                      /* in a track's surfaces: cars may drive on it */
} KbBankZone;

typedef struct {
  char *name;
  uint32_t w, h;
  bool has_hot_spot;
  int32_t hot_x, hot_y;
  bool has_picture;
  uint32_t page;
  uint32_t atlas_x, atlas_y, atlas_w, atlas_h;
  int32_t trim_x, trim_y;
  /* Opaque pixels in the form of kbx_bitmap_pack, of the frame's size; NULL: none */
  uint8_t *bitmap;
  size_t bitmap_size;
  /* The painted part of the frame, with zones of the sprite */
  KbBankPainting painting;
  uint32_t painting_x, painting_y; /* its position in the frame */
  KbBankPoint *points;
  uint32_t n_points;
  KbBankShape *shapes;
  uint32_t n_shapes;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankFrame;

/* Happens when its step begins. */
typedef struct {
  char *name;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankEvent;

typedef struct {
  uint32_t frame;                 /* index within the sprite */
  uint32_t ms;
  KbBankEvent *events;
  uint32_t n_events;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankStep;

typedef enum { KB_BANK_ONCE, KB_BANK_LOOP, KB_BANK_PING_PONG, KB_BANK_HOLD_LAST } KbBankLoop;

typedef struct {
  char *name;
  KbBankLoop loop;
  KbBankStep *steps;
  uint32_t n_steps;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankAnimation;

typedef struct {
  char *name;
  KbBankFrame *frames;
  uint32_t n_frames;
  KbBankAnimation *animations;
  uint32_t n_animations;
  KbBankZone *zones;              /* in the artist's order */
  uint32_t n_zones;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankSprite;

typedef struct {
  char *name;
  uint32_t colour;                /* 0xRRGGBBAA */
} KbBankClass;

typedef enum {
  KB_BANK_PAGE_NONE,
  KB_BANK_PAGE_PNG,
  KB_BANK_PAGE_RGBA,
  KB_BANK_PAGE_BESIDE
} KbBankEncoding;

typedef struct {
  char *name;                     /* file name, for pages in separate files; "" otherwise */
  uint32_t w, h;
  KbBankEncoding encoding;
  uint8_t *data;                  /* PNG: the file; RGBA: w*h*4 bytes, straight alpha, else NULL */
  size_t size;
} KbBankPage;

typedef struct {
  char *name;
  KbBankPainting painting;
  KbBankZone *zones;              /* in the artist's order */
  uint32_t n_zones;
} KbBankMask;

typedef struct {
  char *name;                     /* "" or NULL: none */
  KbBankVertex a, b;
} KbBankGate;

typedef struct {
  char *name;                     /* "" or NULL: none */
  uint32_t colour;                /* 0xRRGGBBAA */
  kb_fixed radius;
  bool painted;                   /* by hand: it differs from the computed band */
  KbBankPainting painting;        /* 1 in the band, else 0; of the track's size */
} KbBankBand;

typedef struct {
  char *name;
  uint8_t *clearance;             /* in the form of kbx_open */
  size_t clearance_size;
  KbBankPainting painting;        /* surfaces; of the clearance's size */
  KbBankZone *surfaces;           /* in the designer's order */
  uint32_t n_surfaces;
  KbBankGate *gates;              /* in the order of crossing */
  uint32_t n_gates;
  KbBankBand *bands;
  uint32_t n_bands;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankTrack;

/* A segment on the grid of 1/256, with a class. An area's edges have none. */
typedef struct {
  kb_fixed ax, ay, bx, by;
  uint32_t class_index;
  bool one_way;
} KbBankWall;

typedef struct {
  char *name;
  uint32_t class_index;
  KbBankWall *edges;              /* only while a level is unpacked */
  uint32_t n_edges;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankArea;

/* What a game finds at a wall by keys. Walls without values have none. */
typedef struct {
  uint32_t wall;                  /* in the level, counted from 0 */
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankWallValues;

/* The unpacked bytes of a level, for JSON: walls and their partition. */
typedef struct {
  KbBankWall *walls;
  uint32_t n_walls;
  uint32_t kind;                  /* of the partition */
  uint8_t *bytes;                 /* the partition without its walls and starts */
  size_t size;
  uint8_t *starts;
  size_t starts_size;
} KbBankTakenLevel;

typedef struct {
  char *name;                     /* "" or NULL: none */
  uint32_t class_index;
  kb_fixed x, y;
  float dx, dy;                   /* unit vector; both 0 for none */
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
  char *sprite;                   /* by name; NULL: no sprite */
  uint32_t frame;                 /* index within the sprite */
  bool flip_x, flip_y;
} KbBankEntity;

typedef enum {
  KB_BANK_LAYER,
  KB_BANK_MAZE,
  KB_BANK_GROUND,
  KB_BANK_HEIGHTMAP,
  KB_BANK_WORLDS
} KbBankWorldKind;

/* A layer of a level, except its walls. */
typedef struct {
  char *name;
  uint8_t *bytes;                 /* in the form of kbx_open */
  size_t size;
  uint32_t opacity;               /* for a layer, in percent, else 0 */
  /* For a layer: names, which its tiles refer to by index, in the order of first use */
  char **sprites;
  uint32_t n_sprites;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
} KbBankWorld;

/* What is drawn of a level, back to front: a tile layer or an image. */
typedef struct {
  char *name;
  uint32_t tiles;                 /* the level's layer, counted from 1; 0: an image */
  char *sprite;                   /* of the image, by name, else NULL */
  uint32_t frame;                 /* index within the sprite */
  kb_fixed x, y;                  /* an image's top left */
  uint32_t tint;                  /* 0xRRGGBBAA; white: none */
  kb_fixed parallax_x, parallax_y; /* in percent */
  uint32_t opacity;               /* in percent */
  uint32_t blend;                 /* index of kb_bank_blend_names */
  bool repeat_x, repeat_y;
  KbBankValue *values;            /* of an image; keys ascending bytewise */
  uint32_t n_values;
} KbBankDrawn;
enum { KB_BANK_BLENDS = 13 };

typedef struct {
  char *name;
  uint8_t *bytes;                 /* walls, areas and partition in the form of kbx_open */
  size_t size;
  KbBankValue *values;            /* keys ascending bytewise */
  uint32_t n_values;
  KbBankArea *areas;              /* as many as in the bytes */
  uint32_t n_areas;
  KbBankEntity *entities;         /* in the designer's order */
  uint32_t n_entities;
  KbBankWorld *worlds[KB_BANK_WORLDS]; /* by kind, in the designer's order */
  uint32_t n_worlds[KB_BANK_WORLDS];
  KbBankDrawn *drawn;             /* NULL: only the layers, in their order */
  uint32_t n_drawn;
  KbBankWallValues *wall_values;  /* walls ascending */
  uint32_t n_wall_values;
  KbBankTakenLevel taken;         /* empty except while JSON is read or written */
} KbBankLevel;

typedef struct {
  KbBankClass *classes;
  uint32_t n_classes;
  KbBankSprite *sprites;          /* sorted bytewise by name */
  uint32_t n_sprites;
  KbBankPage *pages;
  uint32_t n_pages;
  KbBankMask *masks;              /* sorted bytewise by name */
  uint32_t n_masks;
  KbBankTrack *tracks;            /* sorted bytewise by name */
  uint32_t n_tracks;
  KbBankLevel *levels;            /* sorted bytewise by name */
  uint32_t n_levels;
  const struct KbBankJoin *joined; /* NULL, or borrowed: has the assets, and the lists none */
} KbBankContent;

/* Where and why reading or writing a bank failed. `place` is a JSON path or "line L, column C"; for
 * a binary bank "byte N", or empty for the whole bank. `out_of_memory`: the content is not at
 * fault. */
typedef struct {
  char place[160];
  char message[240];
  bool out_of_memory;
} KbBankError;

void kb_bank_content_clear (KbBankContent *content);

/* For a tile of a layer with valid bytes: the name of a frame's collision, before the tile's flips;
 * NULL if it stops nothing. Then the number of its heights, and each. */
const char *kb_bank_tile_collision (const KbBankWorld *layer, uint32_t tile);
uint32_t kb_bank_tile_heights (const KbBankWorld *layer, uint32_t tile);
uint32_t kb_bank_tile_height (const KbBankWorld *layer, uint32_t tile, uint32_t i);

/* For valid bytes of a layer whose tiles refer to sprites by index in `names`: makes the layer's
 * own list and converts the indices. Returns false, with the layer unchanged, if a sprite is
 * missing or memory runs out. */
bool kb_bank_layer_own_sprites (KbBankWorld *layer, const char *const *names, uint32_t n);

/* References of values to entities, areas and animations have their index in the bank. Before,
 * `asset` is the name of the one that owns it, and `number` its index there. Joining fails if an
 * asset is missing; assets must be sorted. */
bool kb_bank_join_references (KbBankContent *content, KbBankError *error);

/* Checks the limits of the format (docs/bank-format.md) and writes the binary bank to a malloc'ed
 * buffer. The same content gives the same bytes on every machine. On failure returns false and
 * fills *error. */
bool kb_bank_write (const KbBankContent *content, uint8_t **bytes, size_t *size,
                    KbBankError *error);

/* The same bank as parts to be written one after another, so that it need not be copied. The data
 * of its pages, which comes last, is left out. Append each page's data, each after zeros up to a
 * multiple of KB_BANK_PAGE_ALIGNMENT from the end of the parts (kb_bank_page_padding). `crc` is the
 * CRC-32C of everything appended. `parts`: malloc'ed; empty ones are NULL. */
enum { KB_BANK_PAGE_ALIGNMENT = 16, KB_BANK_HEAD_PARTS = 38 };
typedef struct { void *bytes; size_t size; } KbBankBytes;
bool kb_bank_write_head (const KbBankContent *content, uint32_t crc,
                         KbBankBytes parts[KB_BANK_HEAD_PARTS], KbBankError *error);
/* Zeros between `size` bytes of pages and the next page. */
static inline size_t
kb_bank_page_padding (uint64_t size)
{
  return (size_t) (-size % KB_BANK_PAGE_ALIGNMENT);
}

/* The same content as JSON text (NUL-terminated, malloc'ed; *length without the NUL). */
bool kb_bank_json_write (const KbBankContent *content, char **text, size_t *length,
                         KbBankError *error);

/* Reads a JSON bank. Checks types, ranges and references. Errors have a line and column for syntax,
 * and a JSON path for meaning. */
bool kb_bank_json_read (KbBankContent *content, const char *text, size_t length,
                        KbBankError *error);

/* Reads a binary bank that the runtime opens. Writing the content again gives the same bytes if
 * kb_bank_write made them; additions of a newer minor version are lost. An oriented box without its
 * optional parameters gets them from its corners. A polygon without outline but with several parts
 * is refused. All readers leave *content empty on failure. */
bool kb_bank_read (KbBankContent *content, const void *bytes, size_t size, KbBankError *error);
/* Opens it without copying it. `bank` borrows the bytes. */
struct kbx_bank;
bool kb_bank_open (struct kbx_bank *bank, const void *bytes, size_t size, KbBankError *error);

#endif
