/* SPDX-License-Identifier: MIT */
/* Filling an error, and allocation helpers. */
#include "bank/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *(*kb_bank_translate) (const char *text);

const char *
kb_bank_say (const char *text)
{
  return kb_bank_translate && *text ? kb_bank_translate (text) : text;
}

size_t
kb_bank_utf8_length (const unsigned char *p)
{
  if (p[0] < 0x80)
    return 1;
  if (p[0] < 0xC2 || p[0] > 0xF4)
    return 0;
  size_t n = p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
  unsigned low = p[0] == 0xE0 ? 0xA0 : p[0] == 0xF0 ? 0x90 : 0x80;
  unsigned high = p[0] == 0xED ? 0x9F : p[0] == 0xF4 ? 0x8F : 0xBF;
  if (p[1] < low || p[1] > high)
    return 0;
  for (size_t i = 2; i < n; i++)
    if ((p[i] & 0xC0) != 0x80)
      return 0;
  return n;
}

/* Messages quote the input: bytes that are not printable UTF-8, or a cut character, become question
 * marks. */
static void
make_printable (char *text)
{
  for (unsigned char *p = (unsigned char *) text; *p;) {
    size_t n = kb_bank_utf8_length (p);
    if (n == 0 || *p < 0x20 || *p == 0x7F)
      *p = '?';
    p += n > 0 ? n : 1;
  }
}

/* Writes the path from the root to `place`. A path that is too long keeps its beginning. */
static size_t
join_place (char *text, size_t room, const KbBankPlace *place)
{
  if (!place)
    return 0;
  size_t used = join_place (text, room, place->up);
  const char *dot = used > 0 && place->key ? "." : "";
  const char *key = place->key ? place->key : "";
  int added = place->index < 0
    ? snprintf (text + used, room - used, "%s%s", dot, key)
    : snprintf (text + used, room - used, "%s%s[%lld]", dot, key, (long long) place->index);
  used += added > 0 ? (size_t) added : 0;
  return used < room ? used : room - 1;
}

bool
kb_bank_fail (KbBankError *error, const KbBankPlace *place, const char *format, ...)
{
  if (!error)
    return false;
  memset (error, 0, sizeof *error);
  join_place (error->place, sizeof error->place, place);
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (error->message, sizeof error->message, kb_bank_say (format), arguments);
  va_end (arguments);
  make_printable (error->place);
  make_printable (error->message);
  return false;
}

bool
kb_bank_no_memory (KbBankError *error)
{
  kb_bank_fail (error, NULL, "out of memory");
  if (error)
    error->out_of_memory = true;
  return false;
}

void *
kb_bank_new (size_t count, size_t size)
{
  return calloc (count ? count : 1, size);
}

/* In a few steps where the sprites are sorted, as they are in a binary bank. */
uint32_t
kb_bank_find_sprite (const KbBankContent *content, const char *name)
{
  uint32_t low = 0, high = content->n_sprites;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const int order = strcmp (kb_bank_text (content->sprites[middle].name), name);
    if (order == 0)
      return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (uint32_t i = 0; i < content->n_sprites; i++)
    if (strcmp (kb_bank_text (content->sprites[i].name), name) == 0)
      return i;
  return UINT32_MAX;
}

char *
kb_bank_copy_string (const char *text, size_t length)
{
  char *copy = malloc (length + 1);
  if (copy) {
    memcpy (copy, text, length);
    copy[length] = '\0';
  }
  return copy;
}
