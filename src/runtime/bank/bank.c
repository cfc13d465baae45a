/* SPDX-License-Identifier: MIT */
/* Opens a bank: the header, the section table, the checksums. verify.c checks the records. */
#include "runtime/bank/blob.h"
#include "runtime/bank/crc32c.h"
#include "runtime/bank/verify.h"

static const kbx_section_kind kbx_section_kinds[KBX_SECTION_TOTAL] = {
  { "STRS", 1, true },
  { "CLAS", KBX_CLAS_SIZE, true },
  { "SPRT", KBX_SPRT_SIZE, true },
  { "ANIM", KBX_ANIM_SIZE, false },
  { "STEP", KBX_STEP_SIZE, false },
  { "FRAM", KBX_FRAM_SIZE, true },
  { "SHAP", KBX_SHAP_SIZE, false },
  { "CIRC", KBX_CIRC_SIZE, false },
  { "CAPS", KBX_CAPS_SIZE, false },
  { "PART", KBX_PART_SIZE, false },
  { "VERT", KBX_VERT_SIZE, false },
  { "ORNT", KBX_ORNT_SIZE, false },
  { "POIN", KBX_POIN_SIZE, false },
  { "OUTL", KBX_OUTL_SIZE, false },
  { "ATTR", KBX_ATTR_SIZE, false },
  { "VALU", KBX_VALU_SIZE, false },
  { "PAGE", KBX_PAGE_SIZE, false },
  { "PIXL", 1, false },
  { "BITM", KBX_BITM_SIZE, false },
  { "BITS", 1, false },
  { "MASK", KBX_MASK_SIZE, false },
  { "ZONE", KBX_ZONE_SIZE, false },
  { "ZPIC", KBX_ZPIC_SIZE, false },
  { "ZPIX", 1, false },
  { "TRAK", KBX_TRAK_SIZE, false },
  { "GATE", KBX_GATE_SIZE, false },
  { "BAND", KBX_BAND_SIZE, false },
  { "CLEA", 1, false },
  { "LEVL", KBX_LEVL_SIZE, false },
  { "AREA", KBX_AREA_SIZE, false },
  { "ENTI", KBX_ENTI_SIZE, false },
  { "WALL", 1, false },
  { "WRLD", KBX_WRLD_SIZE, false },
  { "WDAT", 1, false },
  { "EVNT", KBX_EVNT_SIZE, false },
  { "DRAW", KBX_DRAW_SIZE, false },
  { "WVAL", KBX_WVAL_SIZE, false }
};

static const uint8_t kbx_magic[8] = { 0x8a, 'K', 'B', 'X', '\r', '\n', 0x1a, '\n' };

/* Byte offsets in the header. */
enum {
  KBX_AT_MAJOR = 8,
  KBX_AT_MINOR = 10,
  KBX_AT_HEADER_SIZE = 12,
  KBX_AT_TOTAL_SIZE = 16,
  KBX_AT_SECTION_COUNT = 24,
  KBX_AT_TABLE_OFFSET = 28,
  KBX_AT_HEADER_CRC = 32,
  KBX_AT_REST = 36
};

/* Byte offsets in an entry of the section table. */
enum {
  KBX_AT_FOURCC = 0,
  KBX_AT_FLAGS = 4,
  KBX_AT_OFFSET = 8,
  KBX_AT_SIZE = 16,
  KBX_AT_COUNT = 24,
  KBX_AT_STRIDE = 28,
  KBX_AT_CRC = 32,
  KBX_AT_ZERO = 36
};

KBX_INTERNAL const kbx_section_kind *
kbx_section_kind_of (int section)
{
  return &kbx_section_kinds[section];
}

static inline bool
kbx_is_letter_or_digit (char c)
{
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

KBX_INTERNAL kbx_status
kbx_fail (kbx_error *error, kbx_status status, uint64_t offset, const char *section,
          const char *message)
{
  if (error != NULL)
    {
      *error = KBX_LITERAL (kbx_error){ status, offset, { 0 }, message };
      /* The name may come from a hostile bank: show only its letters and digits. */
      for (int i = 0; i < 4 && section[i] != 0; i++)
        error->section[i] = kbx_is_letter_or_digit (section[i]) ? section[i] : '?';
    }
  return status;
}

static kbx_status
kbx_check_header (const uint8_t *data, size_t size, kbx_error *error)
{
  static const uint8_t no_crc[4] = { 0, 0, 0, 0 };

  if (size < sizeof kbx_magic || memcmp (data, kbx_magic, sizeof kbx_magic) != 0)
    return kbx_fail (error, KBX_ERROR_NOT_A_BANK, 0, "",
                     "expected the eight bytes that a bank starts with");
  if (size < KBX_HEADER_SIZE)
    return kbx_fail (error, KBX_ERROR_TRUNCATED, size, "", "expected a header of 64 bytes");
  if (kbx_load_u16 (data + KBX_AT_MAJOR) != KBX_BANK_MAJOR)
    return kbx_fail (error, KBX_ERROR_VERSION, KBX_AT_MAJOR, "", "expected bank format version 1");
  if (kbx_load_u32 (data + KBX_AT_HEADER_SIZE) != KBX_HEADER_SIZE)
    return kbx_fail (error, KBX_ERROR_LAYOUT, KBX_AT_HEADER_SIZE, "",
                     "expected a header size of 64");
  const uint64_t total = kbx_load_u64 (data + KBX_AT_TOTAL_SIZE);
  if (total > size)
    return kbx_fail (error, KBX_ERROR_TRUNCATED, size, "",
                     "the data ends before the size in the header");
  if (total < size)
    return kbx_fail (error, KBX_ERROR_TRUNCATED, total, "",
                     "the data goes on after the size in the header");
  if (kbx_load_u32 (data + KBX_AT_TABLE_OFFSET) != KBX_HEADER_SIZE)
    return kbx_fail (error, KBX_ERROR_LAYOUT, KBX_AT_TABLE_OFFSET, "",
                     "expected the section table at byte 64");
  const uint32_t count = kbx_load_u32 (data + KBX_AT_SECTION_COUNT);
  if (count > (size - KBX_HEADER_SIZE) / KBX_ENTRY_SIZE)
    return kbx_fail (error, KBX_ERROR_LAYOUT, KBX_AT_SECTION_COUNT, "",
                     "the section table does not fit the data");

  uint32_t crc = kbx_crc32c (0, data, KBX_AT_HEADER_CRC);
  crc = kbx_crc32c (crc, no_crc, sizeof no_crc);
  crc = kbx_crc32c (crc, data + KBX_AT_REST,
                    KBX_HEADER_SIZE - KBX_AT_REST + (size_t) count * KBX_ENTRY_SIZE);
  if (crc != kbx_load_u32 (data + KBX_AT_HEADER_CRC))
    return kbx_fail (error, KBX_ERROR_CHECKSUM, KBX_AT_HEADER_CRC, "",
                     "the checksum of the header and section table does not match");
  uint64_t at = kbx_first_nonzero (data, KBX_AT_REST, KBX_HEADER_SIZE);
  if (at < KBX_HEADER_SIZE)
    return kbx_fail (error, KBX_ERROR_LAYOUT, at, "", "expected zeros to the end of the header");
  return KBX_OK;
}

/* The section with this four-letter name, or -1. */
static int
kbx_find_section (const char *name)
{
  for (int i = 0; i < KBX_SECTION_TOTAL; i++)
    if (memcmp (name, kbx_section_kinds[i].name, 4) == 0)
      return i;
  return -1;
}

/* Checks one entry, and stores it in the bank if its name is known. *end is the byte after the
 * previous section; it is moved to the end of this one. */
static kbx_status
kbx_take_section (kbx_bank *bank, uint64_t entry, uint64_t *end, kbx_error *error)
{
  const uint8_t *p = bank->data + entry;
  uint32_t flags = kbx_load_u32 (p + KBX_AT_FLAGS);
  uint64_t offset = kbx_load_u64 (p + KBX_AT_OFFSET);
  uint64_t size = kbx_load_u64 (p + KBX_AT_SIZE);
  uint32_t count = kbx_load_u32 (p + KBX_AT_COUNT);
  uint32_t stride = kbx_load_u32 (p + KBX_AT_STRIDE);
  char name[5] = "";

  memcpy (name, p + KBX_AT_FOURCC, 4);
  if (flags & ~KBX_SECTION_REQUIRED)
    return kbx_fail (error, KBX_ERROR_LAYOUT, entry + KBX_AT_FLAGS, name, "expected flags 0 or 1");
  if (kbx_load_u32 (p + KBX_AT_ZERO) != 0)
    return kbx_fail (error, KBX_ERROR_LAYOUT, entry + KBX_AT_ZERO, name, "expected zero");
  if (offset % 16 != 0)
    return kbx_fail (error, KBX_ERROR_LAYOUT, entry + KBX_AT_OFFSET, name,
                     "expected a multiple of 16");
  if (offset < *end || offset > bank->size)
    return kbx_fail (error, KBX_ERROR_LAYOUT, entry + KBX_AT_OFFSET, name,
                     "expected a section after the one before it and inside the data");
  if (size > bank->size - offset)
    return kbx_fail (error, KBX_ERROR_LAYOUT, entry + KBX_AT_SIZE, name,
                     "the section does not fit the data");
  const uint64_t at = kbx_first_nonzero (bank->data, *end, offset);
  if (at < offset)
    return kbx_fail (error, KBX_ERROR_LAYOUT, at, name, "expected zeros between sections");
  *end = offset + size;

  if (kbx_load_u32 (p + KBX_AT_CRC) != kbx_crc32c (0, bank->data + offset, (size_t) size))
    return kbx_fail (error, KBX_ERROR_CHECKSUM, offset, name,
                     "the section's checksum does not match");

  int section = kbx_find_section (name);
  if (section < 0)
    {
      if (flags & KBX_SECTION_REQUIRED)
        return kbx_fail (error, KBX_ERROR_UNKNOWN_SECTION, entry, name,
                         "the bank needs a section that this library does not know");
      return KBX_OK;
    }
  kbx_section *known = &bank->sections[section];
  if (known->data != NULL)
    return kbx_fail (error, KBX_ERROR_LAYOUT, entry, name, "the section is there twice");
  if (kbx_section_kinds[section].record_size == 1 ? stride != 1
                                                  : stride < kbx_section_kinds[section].record_size)
    return kbx_fail (error, KBX_ERROR_LAYOUT, entry + KBX_AT_STRIDE, name,
                     "the section's stride is too small or not 1");
  if ((uint64_t) count * stride != size)
    return kbx_fail (error, KBX_ERROR_LAYOUT, entry + KBX_AT_COUNT, name,
                     "expected count times stride to be the size");
  *known = KBX_LITERAL (kbx_section){ bank->data + offset, size, count, stride };
  return KBX_OK;
}

static kbx_status
kbx_check_sections (kbx_bank *bank, kbx_error *error)
{
  uint32_t count = kbx_load_u32 (bank->data + KBX_AT_SECTION_COUNT);
  uint64_t end = KBX_HEADER_SIZE + (uint64_t) count * KBX_ENTRY_SIZE;

  for (uint32_t i = 0; i < count; i++)
    {
      kbx_status status =
        kbx_take_section (bank, KBX_HEADER_SIZE + (uint64_t) i * KBX_ENTRY_SIZE, &end, error);
      if (status != KBX_OK)
        return status;
    }
  const uint64_t at = kbx_first_nonzero (bank->data, end, bank->size);
  if (at < bank->size)
    return kbx_fail (error, KBX_ERROR_LAYOUT, at, "", "expected zeros after the last section");
  for (int i = 0; i < KBX_SECTION_TOTAL; i++)
    if (kbx_section_kinds[i].required && bank->sections[i].data == NULL)
      return kbx_fail (error, KBX_ERROR_MISSING_SECTION, KBX_HEADER_SIZE, kbx_section_kinds[i].name,
                       "a section that every bank has is missing");
  return KBX_OK;
}

KBX_API kbx_status
kbx_bank_open (kbx_bank *bank, const void *data, size_t size, kbx_error *error)
{
  if (error != NULL)
    (void) kbx_fail (error, KBX_OK, 0, "", ("")); /* in parentheses: not for translators */
  if (bank == NULL)
    return kbx_fail (error, KBX_ERROR_ARGUMENT, 0, "", "expected a bank to fill");
  memset (bank, 0, sizeof *bank);
  if (data == NULL)
    return kbx_fail (error, KBX_ERROR_ARGUMENT, 0, "", "expected the bytes of a bank");

  kbx_status status = kbx_check_header ((const uint8_t *) data, size, error);
  if (status == KBX_OK)
    {
      bank->data = (const uint8_t *) data;
      bank->size = size;
      bank->major = kbx_load_u16 (bank->data + KBX_AT_MAJOR);
      bank->minor = kbx_load_u16 (bank->data + KBX_AT_MINOR);
      status = kbx_check_sections (bank, error);
    }
  if (status == KBX_OK)
    status = kbx_verify_records (bank, error);
  if (status != KBX_OK)
    memset (bank, 0, sizeof *bank);
  return status;
}

KBX_API const char *
kbx_status_text (kbx_status status)
{
  switch (status)
    {
    case KBX_OK: return KBX_N_ ("no error");
    case KBX_ERROR_ARGUMENT: return KBX_N_ ("bad argument");
    case KBX_ERROR_FILE: return KBX_N_ ("cannot read the file");
    case KBX_ERROR_MEMORY: return KBX_N_ ("out of memory");
    case KBX_ERROR_TRUNCATED: return KBX_N_ ("wrong size");
    case KBX_ERROR_NOT_A_BANK: return KBX_N_ ("not a Kickbox bank");
    case KBX_ERROR_VERSION: return KBX_N_ ("unknown version of the bank format");
    case KBX_ERROR_CHECKSUM: return KBX_N_ ("damaged bytes");
    case KBX_ERROR_LAYOUT: return KBX_N_ ("wrong layout");
    case KBX_ERROR_MISSING_SECTION: return KBX_N_ ("a section is missing");
    case KBX_ERROR_UNKNOWN_SECTION: return KBX_N_ ("unknown section");
    case KBX_ERROR_REFERENCE: return KBX_N_ ("reference to something that does not exist");
    case KBX_ERROR_VALUE: return KBX_N_ ("value not allowed");
    case KBX_ERROR_ORDER: return KBX_N_ ("records out of order");
    }
  return KBX_N_ ("unknown status");
}
