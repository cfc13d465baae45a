/* SPDX-License-Identifier: MIT */
/* Decimal numbers, in text and as values of entities. */
#include "playtest/report.h"

#include <stdbool.h>

const char *
kb_read_number (const char *at, const char *end, float *number)
{
  bool minus = at < end && *at == '-', point = false;
  double value = 0, unit = 1;
  uint32_t digits = 0;
  for (at += minus; at < end && ((*at >= '0' && *at <= '9') || (*at == '.' && !point)); at++)
    if (*at == '.')
      point = true;
    else
      {
        value = value * 10 + (*at - '0');
        unit *= point ? 10 : 1;
        digits++;
      }
  value /= unit;
  *number = (float) (minus ? -value : value);
  return digits && digits < 16 && value <= (double) KBX_WORLD_LIMIT ? at : NULL;
}

float
kb_number_of (kbx_handle handle, const char *key, float preset, float low, float high)
{
  const kbx_about value = kbx_info (kbx_find (handle, KBX_VALUE, key));
  const double limit = (double) KBX_WORLD_LIMIT;
  const float number = value.value_type == 1 && value.number >= -limit && value.number <= limit
                         ? (float) value.number
                         : preset;
  return number < low ? low : number > high ? high : number;
}

float
kb_entity_number (const kbx_bank *bank, uint32_t level, uint32_t entity, const char *key,
                  float preset, float low, float high)
{
  return kb_number_of (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, entity), key,
                       preset, low, high);
}
