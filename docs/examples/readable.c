/* SPDX-License-Identifier: MIT */
/* Opens a bank in either form, binary or JSON, and counts what is in it: readable BANK
 *
 *   cc readable.c $(pkg-config --static --cflags --libs kickbox kickbox-json) -o readable */
#include <kickbox-json.h>
#include <kickbox.h>

#include <stdio.h>
#include <stdlib.h>

static unsigned char bytes[16 << 20];

int
main (int argc, char **argv)
{
  FILE *file = argc == 2 ? fopen (argv[1], "rb") : NULL;
  size_t size = file ? fread (bytes, 1, sizeof bytes, file) : 0;
  if (!file || fclose (file) != 0 || size == 0)
    return EXIT_FAILURE;

  /* A binary bank begins with the byte 0x8A, which no JSON text has there. */
  const void *data = bytes;
  void *converted = NULL;
  if (bytes[0] != 0x8A)
    {
      kbx_json_error error;
      if (!kbx_json_to_bank ((const char *) bytes, size, &converted, &size, &error))
        {
          fprintf (stderr, "%s: %s: %s\n", argv[1], error.place, error.message);
          return EXIT_FAILURE;
        }
      data = converted;
    }

  kbx_bank bank;
  kbx_error error;
  bool opened = kbx_bank_open (&bank, data, size, &error) == KBX_OK;
  if (opened)
    for (uint32_t i = 0; i < kbx_bank_count (&bank, KBX_SPRITE); i++)
      {
        kbx_handle sprite = kbx_bank_item (&bank, KBX_SPRITE, i);
        printf ("%s: %u frames\n", kbx_name (sprite), (unsigned) kbx_count (sprite, KBX_FRAME));
      }
  else
    fprintf (stderr, "%s: byte %llu: %s\n", argv[1], (unsigned long long) error.offset, error.message);
  kbx_json_free (converted); /* the bank is no longer used */
  return opened ? EXIT_SUCCESS : EXIT_FAILURE;
}
