/* SPDX-License-Identifier: MIT */
/* Shortens a message for a narrow toast. */
#include "editor/state/toast_words.h"

#include <string.h>

const char *
kb_toast_words (const char *text)
{
  const char *end = *text == '/' ? strstr (text, ": ") : NULL, *name = end;
  while (name && name > text && name[-1] != '/')
    name--;
  return name && name < end ? name : text;
}
