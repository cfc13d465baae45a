/* SPDX-License-Identifier: MIT */
/* The few functions of C that the playtest needs in WebAssembly. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_HEAD 64 /* bytes in front of a block; kbw_take keeps its size there */

extern uintptr_t kbw_take (size_t size);
extern void kbw_release (uintptr_t at);

/* Halves away from zero. */
float
roundf (float x)
{
  const float whole = __builtin_truncf (x);
  return __builtin_fabsf (x - whole) >= 0.5f ? whole + __builtin_copysignf (1, x) : whole;
}

void *
calloc (size_t count, size_t size)
{
  void *block = (void *) kbw_take (count * size);
  return block ? memset (block, 0, count * size) : NULL;
}

void *
realloc (void *old, size_t size)
{
  void *block = (void *) kbw_take (size);
  const size_t had = old ? *(size_t *) ((uintptr_t) old - BLOCK_HEAD) - BLOCK_HEAD : 0;
  if (block && old)
    memcpy (block, old, had < size ? had : size);
  if (block)
    free (old);
  return block;
}

void
free (void *block)
{
  kbw_release ((uintptr_t) block);
}

static void
swap (char *a, char *b, size_t size)
{
  for (size_t i = 0; i < size; i++)
    {
      char c = a[i];
      a[i] = b[i];
      b[i] = c;
    }
}

static void
sift (char *items, size_t at, size_t count, size_t size,
      int (*compare) (const void *, const void *))
{
  for (size_t child; (child = 2 * at + 1) < count; at = child)
    {
      if (child + 1 < count && compare (items + child * size, items + (child + 1) * size) < 0)
        child++;
      if (compare (items + at * size, items + child * size) >= 0)
        return;
      swap (items + at * size, items + child * size, size);
    }
}

/* A heap sort. */
void
qsort (void *items, size_t count, size_t size, int (*compare) (const void *, const void *))
{
  for (size_t i = count / 2; i-- > 0;)
    sift (items, i, count, size, compare);
  for (size_t n = count; n-- > 1;)
    {
      swap (items, (char *) items + n * size, size);
      sift (items, 0, n, size, compare);
    }
}

int
strncmp (const char *a, const char *b, size_t size)
{
  for (; size > 1 && *a && *a == *b; size--)
    a++, b++;
  return size ? (unsigned char) *a - (unsigned char) *b : 0;
}

char *
strchr (const char *text, int c)
{
  for (; *text != (char) c; text++)
    if (!*text)
      return NULL;
  return (char *) text;
}

char *
strstr (const char *text, const char *part)
{
  for (size_t n = strlen (part);; text++)
    if (strncmp (text, part, n) == 0)
      return (char *) text;
    else if (!*text)
      return NULL;
}

size_t
strcspn (const char *text, const char *ends)
{
  size_t n = 0;
  while (text[n] && !strchr (ends, text[n]))
    n++;
  return n;
}

typedef struct {
  char *to;
  size_t size, length;
} Text;

static void
put (Text *text, char c)
{
  if (text->length + 1 < text->size)
    text->to[text->length] = c;
  text->length++;
}

static void
put_whole (Text *text, uint64_t value, int width, char pad)
{
  char digits[24];
  int n = 0;
  for (; value || !n; value /= 10)
    digits[n++] = (char) ('0' + value % 10);
  for (; width > n; width--)
    put (text, pad);
  while (n-- > 0)
    put (text, digits[n]);
}

/* Without the last zeros, if `short_form`. */
static void
put_number (Text *text, double value, int digits, bool short_form)
{
  double unit = 1;
  for (int i = 0; i < digits; i++)
    unit *= 10;
  uint64_t base = (uint64_t) unit;
  uint64_t all = (uint64_t) __builtin_rint (__builtin_fabs (value) * unit);
  for (; short_form && digits > 0 && all % 10 == 0; digits--, all /= 10)
    base /= 10;
  put_whole (text, all / base, 0, ' ');
  if (digits > 0)
    put (text, '.');
  if (digits > 0)
    put_whole (text, all % base, digits, '0');
}

/* How many digits after the point make six in all. */
static int
short_digits (double value)
{
  int digits = 5;
  for (double size = __builtin_fabs (value); size >= 10 && digits > 0; size /= 10)
    digits--;
  return digits;
}

/* Knows s, d, u, f and g, with the flags + and 0, width, precision and l. The order N$ is for texts
 * and whole numbers alone, which have the same size. */
int
vsnprintf (char *to, size_t size, const char *format, va_list values)
{
  Text text = { to, size, 0 };
  va_list first;
  va_copy (first, values);
  for (const char *at = format; *at; at++)
    {
      int width = 0, digits = -1;
      bool plus = false, is_long = false;
      char pad = ' ';
      if (*at != '%')
        {
          put (&text, *at);
          continue;
        }
      for (at++; *at == '+' || *at == '0'; at++)
        {
          plus |= *at == '+';
          pad = *at == '0' ? '0' : pad;
        }
      for (; *at >= '0' && *at <= '9'; at++)
        width = width * 10 + *at - '0';
      if (*at == '$')
        {
          va_copy (values, first);
          for (at++; width > 1; width--)
            va_arg (values, unsigned);
          width = 0;
        }
      if (*at == '.' && *++at == '*')
        digits = va_arg (values, int), at++;
      else if (at[-1] == '.')
        for (digits = 0; *at >= '0' && *at <= '9'; at++)
          digits = digits * 10 + *at - '0';
      for (; *at == 'l'; at++)
        is_long = true;
      if (*at == 's')
        {
          const char *word = va_arg (values, const char *);
          for (int i = 0; (digits < 0 || i < digits) && word[i]; i++)
            put (&text, word[i]);
        }
      else if (*at == 'u')
        put_whole (&text, is_long ? va_arg (values, unsigned long) : va_arg (values, unsigned),
                   width, pad);
      else if (*at == 'd' || *at == 'f' || *at == 'g')
        {
          const bool whole = *at == 'd', is_short = *at == 'g';
          const double value = !whole    ? va_arg (values, double)
                               : is_long ? (double) va_arg (values, long)
                                         : va_arg (values, int);
          const bool minus = __builtin_signbit (value);
          if (minus || plus)
            put (&text, minus ? '-' : '+');
          if (whole)
            put_whole (&text, (uint64_t) __builtin_fabs (value), width - minus, pad);
          else
            put_number (&text, value,
                        is_short     ? short_digits (value)
                        : digits < 0 ? 6
                                     : digits,
                        is_short);
        }
      else
        put (&text, *at);
    }
  if (size)
    to[text.length < size ? text.length : size - 1] = '\0';
  return (int) text.length;
}

int
snprintf (char *to, size_t size, const char *format, ...)
{
  va_list values;
  va_start (values, format);
  int n = vsnprintf (to, size, format, values);
  va_end (values);
  return n;
}
