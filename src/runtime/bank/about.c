/* SPDX-License-Identifier: MIT */
/* Describes a handle: one query for all kinds. */
#include "runtime/bank/about.h"

#include "runtime/bank/blob.h"
#include "runtime/masks/zone_lists.h"

static void
kbx_about_page (kbx_about *about, kbx_handle handle)
{
  const kbx_page_record r = kbx_read_page (handle.bank, handle.index);
  about->encoding = (kbx_page_encoding) r.encoding;
  about->size.w = r.w;
  about->size.h = r.h;
  if (r.size == 0)
    return;
  about->data = handle.bank->sections[KBX_SECTION_PIXL].data + r.offset;
  about->data_size = (size_t) r.size;
}

static void
kbx_about_value (kbx_about *about, const kbx_bank *bank, const uint8_t *record)
{
  const double number = kbx_load_f64 (record + KBX_VALU_AT_NUMBER);
  const uint32_t type = kbx_load_u32 (record + KBX_VALU_AT_TYPE);
  about->text = kbx_string (bank, kbx_load_u32 (record + 4));
  about->number = number;
  /* Unknown ones, of later minor versions, are texts */
  about->value_type = (uint8_t) (type < KBX_VALUE_TYPES ? type : 0);
  if (type == KBX_VALUE_COLOUR)
    about->colour = (uint32_t) number;
  else if (type == KBX_VALUE_CHOICE)
    about->index = (uint32_t) number;
  else if (type == KBX_VALUE_POINT)
    {
      about->position.x = (float) number;
      about->position.y = (float) kbx_load_i32 (record + KBX_VALU_AT_Y) / KBX_GRID;
    }
  else if (type >= KBX_VALUE_ENTITY && type <= KBX_VALUE_ANIMATION && number >= 0)
    about->target =
      kbx_quick_handle (bank,
                        type == KBX_VALUE_ENTITY ? KBX_ENTITY
                        : type == KBX_VALUE_AREA ? KBX_AREA
                                                 : KBX_ANIMATION,
                        (uint32_t) number);
}

/* From a zone's record. zone_lists.c */
static void
kbx_about_zone (kbx_about *about, const uint8_t *record)
{
  about->found = true;
  about->colour = kbx_load_u32 (record + 4);
  about->zone = (uint8_t) kbx_load_u32 (record + 8);
  about->road = (kbx_load_u32 (record + 12) & KBX_ZONE_ROAD) != 0;
}

/* The fields in its record, for kinds without other data. */
static void
kbx_about_record (kbx_about *about, kbx_handle handle)
{
  const uint8_t *record = kbx_handle_record (handle);
  if (record == NULL)
    return;
  about->found = true;
  if (handle.kind == KBX_CLASS)
    about->colour = kbx_load_u32 (record + 4);
  else if (handle.kind == KBX_PAGE)
    kbx_about_page (about, handle);
  else if (handle.kind == KBX_ZONE)
    kbx_about_zone (about, record);
  else if (handle.kind == KBX_SHAPE)
    about->class_index = record[1];
  else if (handle.kind == KBX_AREA)
    about->class_index = kbx_load_u32 (record + 4);
  else if (handle.kind == KBX_WALL)
    about->index = kbx_load_u32 (record + 8);
  else if (handle.kind == KBX_VALUE)
    kbx_about_value (about, handle.bank, record);
}

static void
kbx_about_soup (kbx_about *about, kbx_handle soup)
{
  about->found = soup.data != NULL;
}

static const struct {
  kbx_kind kind;
  kbx_about_func *describe;
} kbx_abouts[] = { { KBX_ANIMATION, kbx_about_animation },
                   { KBX_FRAME, kbx_about_frame },
                   { KBX_BITMAP, kbx_about_bitmap },
                   { KBX_MASK, kbx_about_mask },
                   { KBX_TRACK, kbx_about_track },
                   { KBX_GATE, kbx_about_gate },
                   { KBX_BAND, kbx_about_band },
                   { KBX_LEVEL, kbx_about_level },
                   { KBX_WALLS, kbx_about_walls },
                   { KBX_TILES, kbx_about_tiles },
                   { KBX_MAZE, kbx_about_maze },
                   { KBX_GROUND, kbx_about_ground },
                   { KBX_HEIGHTMAP, kbx_about_heightmap },
                   { KBX_ENTITY, kbx_about_entity },
                   { KBX_DRAWN, kbx_about_drawn },
                   { KBX_SOUP, kbx_about_soup } };

KBX_API kbx_about
kbx_info (kbx_handle handle)
{
  kbx_about about = KBX_ZEROS;
  kbx_about_func *describe = kbx_about_record;
  about.index = about.class_index = KBX_NONE;
  for (size_t i = 0; i < sizeof kbx_abouts / sizeof *kbx_abouts; i++)
    if (kbx_abouts[i].kind == handle.kind)
      describe = kbx_abouts[i].describe;
  describe (&about, handle);
  return about;
}
