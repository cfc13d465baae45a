/* SPDX-License-Identifier: MIT */
/* A growing buffer, and base64 (RFC 4648, section 4). */
#include "bank/internal.h"

#include <stdlib.h>
#include <string.h>

char *
kb_bank_buffer_grow (KbBankBuffer *buffer, size_t size)
{
  if (!buffer->failed && size > buffer->room - buffer->size) {
    const bool fits = size < SIZE_MAX / 4 && buffer->size < SIZE_MAX / 4;
    const size_t room = 2 * (buffer->size + size) + 4096;
    char *data = fits ? realloc (buffer->data, room) : NULL;
    buffer->failed = !data;
    buffer->data = data ? data : buffer->data;
    buffer->room = room;
  }
  if (buffer->failed)
    return NULL;
  char *start = buffer->data ? buffer->data + buffer->size : NULL;
  buffer->size += size;
  return start;
}

void
kb_bank_buffer_add (KbBankBuffer *buffer, const void *data, size_t size)
{
  char *to = kb_bank_buffer_grow (buffer, size);
  if (to && size > 0)
    memcpy (to, data, size);
}

static const char buffer_digits[] =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void
kb_bank_base64_write (KbBankBuffer *buffer, const uint8_t *data, size_t size)
{
  if (size > SIZE_MAX / 2) {
    buffer->failed = true;
    return;
  }
  char *to = kb_bank_buffer_grow (buffer, (size + 2) / 3 * 4);
  if (!to)
    return;
  for (size_t i = 0; i < size; i += 3) {
    size_t left = size - i;
    uint32_t bits = (uint32_t) data[i] << 16
      | (left > 1 ? (uint32_t) data[i + 1] << 8 : 0) | (left > 2 ? data[i + 2] : 0);
    *to++ = buffer_digits[bits >> 18];
    *to++ = buffer_digits[bits >> 12 & 63];
    *to++ = left > 1 ? buffer_digits[bits >> 6 & 63] : '=';
    *to++ = left > 2 ? buffer_digits[bits & 63] : '=';
  }
}

static int
digit_value (char c)
{
  const char *digit = memchr (buffer_digits, c, 64);
  return digit ? (int) (digit - buffer_digits) : -1;
}

bool
kb_bank_base64_read (const char *text, size_t length, size_t skipped, uint8_t **data, size_t *size,
                     size_t *at)
{
  size_t padding = 0;
  *at = length;
  if (length % 4 != 0)
    return false;
  while (padding < 2 && padding < length && text[length - 1 - padding] == '=')
    padding++;
  size_t n = skipped + length / 4 * 3 - padding;
  uint8_t *out = malloc (n + 3);   /* a group writes three bytes, padding or not */
  if (!out) {
    *at = SIZE_MAX;
    return false;
  }
  memset (out, 0, skipped);
  uint8_t *to = out + skipped;
  uint32_t bits = 0;
  for (size_t i = 0; i < length; i++) {
    int value = i < length - padding ? digit_value (text[i]) : 0;
    if (value < 0) {
      *at = i;
      free (out);
      return false;
    }
    bits = bits << 6 | (uint32_t) value;
    if (i % 4 == 3) {
      *to++ = (uint8_t) (bits >> 16);
      *to++ = (uint8_t) (bits >> 8);
      *to++ = (uint8_t) bits;
      bits = i + 1 < length ? 0 : bits;
    }
  }
  /* The unused bits of the last digit. */
  if ((padding == 1 && (bits & 0xff)) || (padding == 2 && (bits & 0xffff))) {
    *at = length - padding - 1;
    free (out);
    return false;
  }
  *data = out;
  *size = n;
  return true;
}
