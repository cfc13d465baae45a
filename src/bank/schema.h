/* SPDX-License-Identifier: MIT */
/* The schema of the bank: every record and field, once. Reading, writing, JSON, checking and
 * freeing a content walk these tables. So do the JSON schema and the tables of docs/bank-format.md
 * (scripts/bank_schema.py). A field has its position in the structs of content.h and in the binary
 * record, its JSON key and its limits. Other rules are in pack.c, unpack.c (derived bytes), check.c
 * (rules across fields), json_read.c and level_bytes.c (pixels, levels). */
#ifndef KB_BANK_SCHEMA_H
#define KB_BANK_SCHEMA_H

#include "bank/internal.h"

#include <string.h>

/* Sections in the order of the file. */
typedef enum {
  KB_STRS, KB_CLAS, KB_SPRT, KB_ANIM, KB_STEP, KB_EVNT, KB_FRAM, KB_SHAP, KB_CIRC, KB_CAPS, KB_PART,
  KB_VERT, KB_ORNT, KB_POIN, KB_OUTL, KB_ATTR, KB_VALU, KB_BITM, KB_BITS, KB_MASK, KB_ZONE, KB_ZPIC,
  KB_ZPIX, KB_TRAK, KB_GATE, KB_BAND, KB_CLEA, KB_LEVL, KB_AREA, KB_ENTI, KB_WALL, KB_WRLD,
  KB_WDAT, KB_DRAW, KB_WVAL, KB_PAGE, KB_PIXL, KB_SECTIONS,
  KB_NO_SECTION = KB_SECTIONS
} KbBankSection;

typedef struct {
  char name[5];
  uint8_t stride;                 /* the size of a record; 1 for bytes */
  uint8_t alignment;              /* of the section in the file, and of each byte range in it */
  bool needed;                    /* readers that do not know the section refuse the bank */
  bool always;                    /* written even without records */
  const char *anchor, *holds;     /* for the documentation */
} KbBankSectionKind;

extern const KbBankSectionKind kb_bank_sections[KB_SECTIONS];

typedef enum {
  KB_END,                         /* after the last field */
  KB_NUMBER,                      /* n 32-bit integers; signed if `low` is negative */
  KB_FIXED,                       /* n pixel lengths */
  KB_UNIT,                        /* a unit vector: two floats */
  KB_TEXT,                        /* char *, stored as a string reference */
  KB_COLOUR,
  KB_CLASS,                       /* index of a class; its name in JSON */
  KB_WORD,                        /* index into `words` */
  KB_BOOL,                        /* stored in bit `bit` */
  KB_FLIP,                        /* two bools, in bits 0 and 1; "", "x", "y" or "xy" */
  /* char *: name of a sprite, stored as its index, counted from 1 */
  KB_SPRITE,
  KB_LIST,                        /* array and count of `child`, stored as first index and count */
  KB_VALUES,                      /* the same for keys and values, an object in JSON */
  /* Fields of the same struct; in another section if `child` has one */
  KB_OBJECT,
  /* Bytes and size, base64, stored as offset and size in section `bytes` */
  KB_BYTES,
  /* The same, but equal bytes are stored once, numbered from 1 in section `bytes` */
  KB_SHARED,
  KB_PICTURE,                     /* KB_SHARED painting; rows of zones in JSON */
  KB_BITMAP,                      /* KB_SHARED bitmap; rows of runs in JSON */
  KB_SIZE,                        /* of the bytes it names, in JSON only */
  KB_PAGE_DATA,                   /* KB_BYTES, needed by some encodings */
  KB_WORLD_BYTES,                 /* KB_BYTES without the first `low` ones in JSON */
  KB_WORLD_CLASS,                 /* KB_CLASS in the bytes of a world */
  KB_FORMAT,                     /* of the format */
  KB_OWNER,                       /* index of the record that a KB_OBJECT record belongs to */
  KB_DERIVED,                     /* n numbers that pack.c computes */
  KB_DERIVED_REAL,                /* the same for floats */
  KB_REAL,                        /* a double; kb_field_get has its bits */
  KB_RESERVED                     /* n zero bytes */
} KbBankFieldType;

enum {
  KB_OPTIONAL = 1,                /* the key may be missing */
  KB_NULL = 2,                    /* null means none */
  KB_OMIT = 4,                    /* not written if there is none */
  KB_NOT_EMPTY = 8,               /* for texts: a name that is set */
  KB_UNIQUE = 16,                 /* for lists: names differ */
  KB_SORTED = 32,                 /* and ascend in the binary form */
  KB_STRICT = 64,                 /* limits are checked per item while JSON is read */
  KB_SINGLE = 128,                /* for lists: one item, which is the value in JSON */
  /* `presence` is a bool that JSON sets, not a presence test */
  KB_FLAG = 256,
};

/* Kinds of shapes that have a field. */
#define KB_OF(kind) (1u << (kind))

/* Records and JSON objects. */
typedef enum {
  KB_ROOT,
  KB_CLASS_RECORD,
  KB_PAGE_RECORD,
  KB_SPRITE_RECORD,
  KB_ANIMATION,
  KB_STEP_RECORD,
  KB_EVENT,
  KB_FRAME,
  KB_PICTURE_PLACE,
  KB_PAINTED,
  KB_POINT,
  KB_SHAPE,
  KB_CIRCLE,
  KB_CAPSULE,
  KB_ORIENTED,
  KB_OUTLINE,
  KB_ATTRIBUTES,
  KB_RING,
  KB_VERTEX,
  KB_VALUE,
  KB_ZONE_RECORD,
  KB_SURFACE,
  KB_MASK_RECORD,
  KB_TRACK,
  KB_GATE_RECORD,
  KB_BAND_RECORD,
  KB_LEVEL,
  KB_AREA_RECORD,
  KB_EDGE,
  KB_WALL_RECORD,
  KB_PARTITION,
  KB_ENTITY,
  KB_LAYER,
  KB_MAZE,
  KB_GROUND,
  KB_HEIGHTMAP,
  KB_DRAWN,
  KB_WALL_VALUES,
  KB_SPRITE_NAME,
  KB_BITMAP_PIECE,
  KB_ZONE_PIECE,
  KB_RECORDS
} KbBankRecordId;

typedef struct {
  const char *key;                /* in JSON; NULL: not in JSON, "": the whole value */
  uint8_t type, n, bit;
  /* Position in the record, and bytes of a number there; 0: not stored */
  uint8_t at, stored;
  uint8_t count_at, count_stored; /* for lists, and sizes of bytes */
  uint8_t child, bytes, kinds;    /* KbBankRecordId, KbBankSection, set of KB_OF; 0: all */
  uint16_t flags;
  uint16_t member, count_member;  /* offsets in the struct; of the count, or the size */
  uint16_t presence;              /* of the presence marker; KB_ALWAYS: none */
  int64_t low, high;              /* limits; both 0: the type's. For lists, of their length */
  const char *const *words;
  /* For the documentation and messages; separated by '|' if n is above 1 */
  const char *label;
} KbBankField;

#define KB_ALWAYS 0

typedef struct {
  const char *name;               /* of its definition in the JSON schema */
  uint8_t section, tag;           /* tag: KbBankWorldKind for worlds */
  uint16_t size;                  /* of the struct */
  bool bare;                      /* the JSON value is the one field's */
  const KbBankField *fields;
} KbBankRecord;

extern const KbBankRecord kb_bank_records[KB_RECORDS];
/* By type: keys of the objects that such a value is in JSON; NULL: it is no object. */
extern const char *const kb_bank_value_keys[KB_BANK_VALUE_TYPES];

/* ---- values in structs ---- */

static inline const void *
kb_field_place (const KbBankField *field, const void *item)
{
  return (const char *) item + field->member;
}

static inline void *
kb_load_pointer (const void *item, size_t offset)
{
  void *pointer;
  memcpy (&pointer, (const char *) item + offset, sizeof pointer);
  return pointer;
}

static inline uint32_t
kb_load_count (const void *item, size_t offset)
{
  uint32_t count;
  memcpy (&count, (const char *) item + offset, sizeof count);
  return count;
}

static inline size_t
kb_load_size (const void *item, size_t offset)
{
  size_t size;
  memcpy (&size, (const char *) item + offset, sizeof size);
  return size;
}

/* A record of a bank that the runtime has opened; a text, by its reference in a record. */
static inline const uint8_t *
kb_span_record (const KbBankSpan *sections, KbBankSection section, uint32_t i)
{
  return sections[section].data + (size_t) i * sections[section].stride;
}

static inline const char *
kb_span_text (const KbBankSpan *sections, const uint8_t *reference)
{
  return (const char *) sections[KB_STRS].data + kb_bank_load (reference, 4);
}

/* Whether records of the section are owned by a level and an item of it. */
static inline bool
kb_section_names_level (KbBankSection section)
{
  return section >= KB_WRLD && section <= KB_WVAL;
}

/* Item i of a list. */
static inline void *
kb_list_item (const KbBankField *field, const void *item, uint32_t i)
{
  return (char *) kb_load_pointer (item, field->member)
         + (size_t) i * kb_bank_records[field->child].size;
}

/* Number k, for all numeric types. */
int64_t kb_field_get (const KbBankField *field, const void *item, unsigned k);
void kb_field_set (const KbBankField *field, void *item, unsigned k, int64_t value);

static inline const char *
kb_field_text (const KbBankField *field, const void *item)
{
  return kb_bank_text (kb_load_pointer (item, field->member));
}

/* Whether a shape is of a kind that has the field. */
static inline bool
kb_field_fits (const KbBankField *field, const void *item)
{
  return field->kinds == 0 || (field->kinds >> ((const KbBankShape *) item)->kind & 1) != 0;
}

/* Whether the item has a value in the field. */
bool kb_field_present (const KbBankField *field, const void *item);

/* The name of the field's number k, for messages. */
typedef struct { char text[40]; } KbBankLabel;

/* Allocates zeroed items of a list; none leave NULL. Returns false when memory runs out. */
bool kb_list_new (const KbBankField *field, void *item, size_t count);

#endif
