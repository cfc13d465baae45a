/* SPDX-License-Identifier: MIT */
/* Sprites, classes and pages: finding them and telling what they are. */
#include "runtime/records.h"

static inline kbx_sprite
kbx_sprite_handle (const kbx_bank *bank, uint32_t index)
{
  kbx_sprite s;
  s.bank = bank;
  s.index = index;
  return s;
}

static inline uint32_t
kbx_count (const kbx_bank *bank, int section)
{
  return bank != NULL ? bank->sections[section].count : 0;
}

KBX_API uint32_t kbx_bank_sprite_count (const kbx_bank *bank) { return kbx_count (bank, KBX_SECTION_SPRT); }
KBX_API uint32_t kbx_bank_animation_count (const kbx_bank *bank) { return kbx_count (bank, KBX_SECTION_ANIM); }
KBX_API uint32_t kbx_bank_frame_count (const kbx_bank *bank) { return kbx_count (bank, KBX_SECTION_FRAM); }
KBX_API uint32_t kbx_bank_class_count (const kbx_bank *bank) { return kbx_count (bank, KBX_SECTION_CLAS); }
KBX_API uint32_t kbx_bank_page_count (const kbx_bank *bank) { return kbx_count (bank, KBX_SECTION_PAGE); }

KBX_API kbx_sprite
kbx_bank_sprite (const kbx_bank *bank, uint32_t i)
{
  return i < kbx_bank_sprite_count (bank) ? kbx_sprite_handle (bank, i) : kbx_sprite_handle (NULL, 0);
}

KBX_INTERNAL uint32_t
kbx_find_sorted (const kbx_bank *bank, int section, const char *name)
{
  uint32_t low = 0, high = bank != NULL && name != NULL ? bank->sections[section].count : 0;

  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      int order = strcmp (kbx_string (bank, kbx_load_u32 (kbx_record (bank, section, middle))), name);
      if (order == 0)
        return middle;
      if (order < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return KBX_NONE;
}

KBX_API kbx_sprite
kbx_bank_find_sprite (const kbx_bank *bank, const char *name)
{
  uint32_t found = kbx_find_sorted (bank, KBX_SECTION_SPRT, name);
  return found != KBX_NONE ? kbx_sprite_handle (bank, found) : kbx_sprite_handle (NULL, 0);
}

KBX_API const char *
kbx_sprite_name (kbx_sprite sprite)
{
  return kbx_within (sprite.bank, KBX_SECTION_SPRT, sprite.index)
           ? kbx_string (sprite.bank, kbx_read_sprt (sprite.bank, sprite.index).name)
           : "";
}

KBX_API uint32_t
kbx_sprite_frame_count (kbx_sprite sprite)
{
  return kbx_within (sprite.bank, KBX_SECTION_SPRT, sprite.index)
           ? kbx_read_sprt (sprite.bank, sprite.index).frame_count
           : 0;
}

KBX_API uint32_t
kbx_sprite_animation_count (kbx_sprite sprite)
{
  return kbx_within (sprite.bank, KBX_SECTION_SPRT, sprite.index)
           ? kbx_read_sprt (sprite.bank, sprite.index).animation_count
           : 0;
}

KBX_API kbx_frame
kbx_sprite_frame (kbx_sprite sprite, uint32_t i)
{
  kbx_frame frame = { NULL, 0 };
  if (i < kbx_sprite_frame_count (sprite))
    {
      frame.bank = sprite.bank;
      frame.index = kbx_read_sprt (sprite.bank, sprite.index).first_frame + i;
    }
  return frame;
}

KBX_API kbx_animation
kbx_sprite_animation (kbx_sprite sprite, uint32_t i)
{
  kbx_animation animation = { NULL, 0 };
  if (i < kbx_sprite_animation_count (sprite))
    {
      animation.bank = sprite.bank;
      animation.index = kbx_read_sprt (sprite.bank, sprite.index).first_animation + i;
    }
  return animation;
}

/* The first of that name of `count` frames or animations from `first` on, counted from there; `count` if there is none. */
static uint32_t
kbx_find_named (const kbx_bank *bank, uint32_t first, uint32_t count, bool frames, const char *name)
{
  uint32_t i = 0;

  if (name == NULL)
    return count;
  while (i < count && strcmp (kbx_string (bank, frames ? kbx_read_fram (bank, first + i).name
                                                       : kbx_read_anim (bank, first + i).name), name) != 0)
    i++;
  return i;
}

KBX_API kbx_frame
kbx_sprite_find_frame (kbx_sprite sprite, const char *name)
{
  kbx_frame first = kbx_sprite_frame (sprite, 0);
  return kbx_sprite_frame (sprite, kbx_find_named (first.bank, first.index, kbx_sprite_frame_count (sprite), true, name));
}

KBX_API kbx_animation
kbx_sprite_find_animation (kbx_sprite sprite, const char *name)
{
  kbx_animation first = kbx_sprite_animation (sprite, 0);
  return kbx_sprite_animation (sprite, kbx_find_named (first.bank, first.index, kbx_sprite_animation_count (sprite), false,
                                                       name));
}

/* The last sprite whose first one is not behind this one; sprites without any that start at the same index come before
 * the owner. */
KBX_INTERNAL kbx_sprite
kbx_owner (const kbx_bank *bank, uint32_t index, bool of_frame)
{
  kbx_sprite sprite = { bank, 0 };
  uint32_t high;

  if (bank == NULL)
    return sprite;
  high = bank->sections[KBX_SECTION_SPRT].count;
  while (high - sprite.index > 1)
    {
      uint32_t middle = sprite.index + (high - sprite.index) / 2;
      kbx_sprt_record r = kbx_read_sprt (bank, middle);
      if ((of_frame ? r.first_frame : r.first_animation) <= index)
        sprite.index = middle;
      else
        high = middle;
    }
  return sprite;
}

/* ---- classes ---- */

KBX_API const char *
kbx_bank_class_name (const kbx_bank *bank, uint32_t class_index)
{
  return class_index < kbx_bank_class_count (bank) ? kbx_string (bank, kbx_read_clas (bank, class_index).name) : "";
}

KBX_API uint32_t
kbx_bank_class_colour (const kbx_bank *bank, uint32_t class_index)
{
  return class_index < kbx_bank_class_count (bank) ? kbx_read_clas (bank, class_index).colour : 0;
}

KBX_API uint32_t
kbx_bank_find_class (const kbx_bank *bank, const char *name)
{
  uint32_t count = name != NULL ? kbx_bank_class_count (bank) : 0;

  for (uint32_t i = 0; i < count; i++)
    if (strcmp (kbx_bank_class_name (bank, i), name) == 0)
      return i;
  return KBX_NONE;
}

KBX_API kbx_class_set
kbx_class_bit (uint32_t class_index)
{
  return class_index < KBX_MAX_CLASSES ? UINT64_C (1) << class_index : 0;
}

KBX_API kbx_class_set
kbx_bank_class_set (const kbx_bank *bank, const char *const *names, size_t count)
{
  kbx_class_set set = 0;

  for (size_t i = 0; names != NULL && i < count; i++)
    set |= kbx_class_bit (kbx_bank_find_class (bank, names[i]));
  return set;
}

/* ---- pages ---- */

KBX_API kbx_page
kbx_bank_page (const kbx_bank *bank, uint32_t i)
{
  kbx_page_record r;
  kbx_page page;

  memset (&page, 0, sizeof page);
  page.name = "";
  if (i >= kbx_bank_page_count (bank))
    return page;
  r = kbx_read_page (bank, i);
  page.found = true;
  page.name = kbx_string (bank, r.name);
  page.encoding = (kbx_page_encoding) r.encoding;
  page.size.w = r.w;
  page.size.h = r.h;
  if (r.size > 0)
    {
      page.data = bank->sections[KBX_SECTION_PIXL].data + r.offset;
      page.data_size = (size_t) r.size;
    }
  return page;
}
