/* SPDX-License-Identifier: MIT */
/* What of a sentence is left where there is little room. */
#include "editor/toast_words.h"

#include <string.h>

const char *
kb_toast_words (const char *text)
{
  const char *end = *text == '/' ? strstr (text, ": ") : NULL, *name = end;
  while (name && name > text && name[-1] != '/')
    name--;
  return name && name < end ? name : text;
}
