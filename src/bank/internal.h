/* SPDX-License-Identifier: MIT */
/* Shared by the files of this folder only: places in error messages, a growing buffer, base64, the
 * checksum, the check of a content. Nothing here aborts when memory runs out. */
#ifndef KB_BANK_INTERNAL_H
#define KB_BANK_INTERNAL_H

#include "bank/content.h"
#include "runtime/bytes.h"

/* Limits of the format. Coordinates of shapes are in [MIN_PIXEL, MAX_PIXEL] pixels. */
enum {
  KB_BANK_MAJOR = 1,
  KB_BANK_MINOR = 0,
  KB_BANK_MAX_CLASSES = 64,
  KB_BANK_MIN_PIXEL = -32768,
  KB_BANK_MAX_PIXEL = 32767,
  KB_BANK_MAX_U16 = 65535,
  KB_BANK_MAX_PART_VERTICES = 255,
  KB_BANK_MAX_SHAPES = 1024,      /* per frame, */
  KB_BANK_MAX_CORNERS = 16384,    /* and corners of all their parts */
  KB_BANK_MAX_DURATION = 0x7fffffff,
};

/* One step of a JSON path. Places are on the stack and are joined only for an error. */
typedef struct KbBankPlace {
  const struct KbBankPlace *up;
  const char *key;                /* NULL: only the index, as in `rect[2]` */
  int64_t index;                  /* negative: only the key */
} KbBankPlace;

#define KB_PLACE_KEY(up, key) (&(KbBankPlace) { (up), (key), -1 })
#define KB_PLACE_ITEM(up, key, i) (&(KbBankPlace) { (up), (key), (int64_t) (i) })

/* A text in the user's language. Those in calls of this and of kb_bank_fail are marked for
 * translators by that (po/keywords), others by KBX_N_. A format in parentheses is not marked. */
const char *kb_bank_say (const char *text) __attribute__ ((format_arg (1)));

/* Both fill *error (which may be NULL) and return false. The format is translated. */
bool kb_bank_fail (KbBankError *error, const KbBankPlace *place, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));
bool kb_bank_no_memory (KbBankError *error);

/* Returns NULL when memory runs out; `count` 0 gives a block that can be freed. */
void *kb_bank_new (size_t count, size_t size);
char *kb_bank_copy_string (const char *text, size_t length);

/* Length of the UTF-8 character at `p`, in NUL-terminated text, or 0 if invalid (RFC 3629: shortest
 * form, no surrogates). */
size_t kb_bank_utf8_length (const unsigned char *p);

/* A buffer that grows. After a failed allocation `failed` stays set and additions do nothing. */
typedef struct {
  char *data;
  size_t size, room;
  bool failed;
} KbBankBuffer;

/* Space for `size` more bytes, which the caller fills, or NULL when memory runs out. */
char *kb_bank_buffer_grow (KbBankBuffer *buffer, size_t size);
void kb_bank_buffer_add (KbBankBuffer *buffer, const void *data, size_t size);

void kb_bank_base64_write (KbBankBuffer *buffer, const uint8_t *data, size_t size);

/* Standard alphabet, padded, no white space, unused bits zero: only one text for each sequence of
 * bytes. *data is malloc'ed, with `skipped` zero bytes in front. On false *at is the offset of the
 * error, or SIZE_MAX when memory ran out. */
bool kb_bank_base64_read (const char *text, size_t length, size_t skipped, uint8_t **data,
                          size_t *size, size_t *at);

/* Little-endian numbers of `size` bytes. */
static inline void
kb_bank_store (uint8_t *to, uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    to[i] = (uint8_t) (value >> 8 * i);
}

static inline uint64_t
kb_bank_load (const uint8_t *from, unsigned size)
{
  uint64_t value = 0;
  for (unsigned i = size; i > 0; i--)
    value = value << 8 | from[i - 1];
  return value;
}

/* Checks every limit of the format except the order of the sprites (kb_bank_check_order). Linear,
 * apart from sorting names. */
bool kb_bank_check (const KbBankContent *content, KbBankError *error);
bool kb_bank_check_classes (const KbBankContent *content, KbBankError *error);
bool kb_bank_check_order (const KbBankContent *content, KbBankError *error);

/* The smallest box of whole pixels that encloses the closed shape: x0, y0, x1, y1. The second does
 * so for all of a frame's shapes, 0s for none. */
void kb_bank_shape_bounds (const KbBankShape *shape, int32_t bounds[4]);
void kb_bank_frame_bounds (const KbBankFrame *frame, int32_t bounds[4]);

/* Whether pages of that encoding have their data in the bank. */
static inline bool
kb_bank_page_has_data (const KbBankPage *page)
{
  return page->encoding == KB_BANK_PAGE_PNG || page->encoding == KB_BANK_PAGE_RGBA;
}

/* unpack.c. The sections of a bank that the runtime has opened; a frame's size and the place of its
 * picture, of its record; and the content. */
typedef struct {
  const uint8_t *data;
  uint32_t count, stride;
} KbBankSpan;
void kb_bank_find_sections (KbBankSpan *sections, const uint8_t *bytes);
void kb_bank_unpack_picture (KbBankFrame *frame, const uint8_t *from);
bool kb_bank_unpack (KbBankContent *content, const uint8_t *bytes, KbBankError *error);

/* The largest side of a mask, the highest zone, the largest radius. */
enum { KB_BANK_MAX_MASK = 16384, KB_BANK_MAX_ZONE = 255, KB_BANK_MAX_RADIUS = 127 * 256 };

/* The size of a painting or a clearance, from its bytes. */
void kb_bank_picture_size (const uint8_t *bytes, uint32_t *w, uint32_t *h);

/* Rows of runs of pixels: row top + i has the numbers from starts[i] to before starts[i + 1]. For a
 * painting these are zone and end column, ascending, and 0 fills the rest of the row. For a bitmap
 * they are first column and end column of each run. */
typedef struct {
  uint32_t w, top, n_rows;
  uint32_t *starts;
  uint16_t *numbers;
  uint32_t n;                     /* numbers */
} KbBankRuns;

enum { KB_BANK_MAX_WALLS = (1 << 25) - 1, KB_BANK_MAX_PLACE = 65536 * 256 };
extern const char *const kb_bank_partition_names[];

/* Fills `taken` and the edges of areas from valid bytes, or false when memory runs out. The reverse
 * makes the bytes, which must still be checked. It returns false and NULL bytes when memory runs
 * out, with *wrong NULL, or if the partition's length does not match its numbers. Both keep their
 * input; kb_bank_level_forget frees `taken` and the edges. */
bool kb_bank_level_take (KbBankLevel *level);
bool kb_bank_level_make (KbBankLevel *level, const char **wrong);
void kb_bank_level_forget (KbBankLevel *level);
/* Whether the starts match their stated number, and belong to a tree. */
bool kb_bank_starts_good (uint32_t kind, const uint8_t *starts, size_t size);

/* The sprite's index in a content, in any order, or UINT32_MAX. */
uint32_t kb_bank_find_sprite (const KbBankContent *content, const char *name);

/* The largest side of a frame that has a bitmap. */
enum { KB_BANK_MAX_BITMAP = 8192 };

/* world_bytes.c */
enum { KB_BANK_MAX_TILE_SPRITES = 65535 };

uint32_t kb_bank_world_class (const KbBankWorld *world);

/* Changes the sprite numbers of a layer's tiles: n becomes places[n]. */
void kb_bank_layer_renumber (uint8_t *bytes, const uint32_t *places);

/* Copies a layer's bytes, with sprites by their index in the bank instead of in the layer's list.
 * The content is valid. */
void kb_bank_layer_copy (const KbBankContent *content, const KbBankWorld *layer, uint8_t *to);

/* "" and NULL mean the same: no name. */
static inline const char *
kb_bank_text (const char *text)
{
  return text ? text : "";
}

/* The words of the JSON bank, indexed by the enums of content.h; NULL at the end (schema.c). */
extern const char *const kb_bank_loop_names[];
extern const char *const kb_bank_encoding_names[];

#endif
