/* SPDX-License-Identifier: MIT */
/* The numbers in values, which are texts. Independent of the locale, and correctly rounded: at most
 * 15 digits and powers of ten up to 22 are exact, so that only the last operation rounds. */
#include "runtime/bank/about.h"

typedef struct {
  int64_t number;
  int digits, places; /* digits but leading zeros; those after the point */
  const char *end;    /* of what was read */
} kbx_digits;

static kbx_digits
kbx_read_digits (const char *text, bool decimals)
{
  kbx_digits read = { 0, 0, 0, text };
  bool point = false;
  for (; (*text >= '0' && *text <= '9') || (*text == '.' && decimals && !point); text++)
    {
      point = point || *text == '.';
      if (*text == '.')
        continue;
      read.digits += read.number > 0 || *text > '0';
      read.number = read.digits <= 15 ? read.number * 10 + (*text - '0') : 0;
      read.places += point;
      read.end = text + 1;
    }
  return read;
}

static double
kbx_decimal (const char *text)
{
  const bool minus = *text == '-';
  const kbx_digits digits = kbx_read_digits (text + minus, true);
  kbx_digits power = { 0, 0, 0, digits.end };
  double ten = 1;
  if (digits.end == text + minus)
    return 0;
  if (*digits.end == 'e' || *digits.end == 'E')
    {
      const char sign = digits.end[1];
      power = kbx_read_digits (digits.end + 1 + (sign == '-' || sign == '+'), false);
      power.number = sign == '-' ? -power.number : power.number;
    }
  const int64_t scale = power.number - digits.places;
  if (*power.end != '\0' || digits.digits > 15 || power.digits > 3 || scale < -22 || scale > 22)
    return 0;
  for (int64_t i = scale < 0 ? -scale : scale; i > 0; i--)
    ten *= 10;
  const double number = (double) (minus ? -digits.number : digits.number);
  return scale < 0 ? number / ten : number * ten;
}

static double
kbx_colour (const char *text)
{
  uint32_t colour = 0;
  const size_t length = strlen (text);
  for (const char *p = text; *p != '\0'; p++)
    {
      const int lower = *p | 0x20, letter = lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1,
                digit = *p >= '0' && *p <= '9' ? *p - '0' : letter;
      if (digit < 0)
        return 0;
      colour = colour << 4 | (uint32_t) digit;
    }
  return length == 8 ? colour : length == 6 ? (double) ((uint64_t) colour << 8 | 0xff) : 0;
}

KBX_INTERNAL double
kbx_text_number (const char *text)
{
  if (strcmp (text, "true") == 0)
    return 1;
  return *text == '#' ? kbx_colour (text + 1) : kbx_decimal (text);
}
