/* SPDX-License-Identifier: MIT */
/* Sorts file names as people number them. */
#include "interchange/formats.h"

#include <string.h>

/* Folder by folder: "a/z" comes before "a b/c", because the separator is lowest. */
static int
rank (char c)
{
  return c == '\0' ? 0 : c == '/' ? 1 : (guchar) g_ascii_tolower (c) + 2;
}

int
kb_natural_compare (const char *a, const char *b)
{
  const char *p = a, *q = b;
  while (*p && *q)
    {
      if (g_ascii_isdigit (*p) && g_ascii_isdigit (*q))
        {
          p += strspn (p, "0");
          q += strspn (q, "0");
          gsize m = strspn (p, "0123456789"), n = strspn (q, "0123456789");
          if (m != n)
            return m < n ? -1 : 1;
          int order = strncmp (p, q, m);
          if (order)
            return order < 0 ? -1 : 1;
          p += m;
          q += n;
        }
      else if (rank (*p) != rank (*q))
        return rank (*p) < rank (*q) ? -1 : 1;
      else
        {
          p++;
          q++;
        }
    }
  if (*p || *q)
    return *q ? -1 : 1;
  /* They differ only in case or leading zeros. */
  int order = strcmp (a, b);
  return (order > 0) - (order < 0);
}

int
kb_natural_compare_paths (gconstpointer a, gconstpointer b)
{
  return kb_natural_compare (*(const char *const *) a, *(const char *const *) b);
}
