/* SPDX-License-Identifier: MIT */
/* Describes a handle: one query for all kinds. */
#include "runtime/about.h"

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
}

KBX_API kbx_about
kbx_info (kbx_handle handle)
{
  kbx_about about = KBX_ZEROS;
  about.index = about.class_index = KBX_NONE;
  switch (handle.kind)
    {
    case KBX_ANIMATION: kbx_about_animation (&about, handle); break;
    case KBX_FRAME: kbx_about_frame (&about, handle); break;
    case KBX_BITMAP: kbx_about_bitmap (&about, handle); break;
    case KBX_MASK: kbx_about_mask (&about, handle); break;
    case KBX_TRACK: kbx_about_track (&about, handle); break;
    case KBX_GATE: kbx_about_gate (&about, handle); break;
    case KBX_BAND: kbx_about_band (&about, handle); break;
    case KBX_LEVEL: kbx_about_level (&about, handle); break;
    case KBX_WALLS: kbx_about_walls (&about, handle); break;
    case KBX_TILES: kbx_about_tiles (&about, handle); break;
    case KBX_MAZE: kbx_about_maze (&about, handle); break;
    case KBX_GROUND: kbx_about_ground (&about, handle); break;
    case KBX_HEIGHTMAP: kbx_about_heightmap (&about, handle); break;
    case KBX_ENTITY: kbx_about_entity (&about, handle); break;
    case KBX_SOUP: about.found = handle.data != NULL; break;
    case KBX_NOTHING:
    case KBX_CLASS:
    case KBX_PAGE:
    case KBX_SPRITE:
    case KBX_ACTION:
    case KBX_SHAPE:
    case KBX_ZONE:
    case KBX_AREA:
    default: kbx_about_record (&about, handle); break;
    }
  return about;
}
