/* SPDX-License-Identifier: MIT */
/* Our deflate against zlib's inflate, through GIO; checksums against known values and each other. */
#include "bake/deflate.h"

#include <gio/gio.h>
#include <string.h>

#include "bake/checksum.h"
#include "bake/hash.h"
#include "tests/support/seed.h"

static void
fill (GRand *random, guint kind, guint8 *data, gsize size)
{
  for (gsize i = 0; i < size; i++)
    switch (kind)
      {
      case 0: data[i] = (guint8) g_rand_int (random); break;
      case 1: data[i] = 0; break;
      case 2: data[i] = i % 4 == 3 ? 255 : (i / 16) & 31; break;
      case 3: data[i] = i > 40000 && g_rand_int_range (random, 0, 20) ? data[i - 32767 - i % 3] : (guint8) g_rand_int (random); break;
      case 4: data[i] = (guint8) (g_rand_double (random) * g_rand_double (random) * g_rand_double (random) * 256); break;
      /* Weights like Fibonacci's make codes longer than deflate allows. */
      default:
        {
          guint32 x = g_rand_int (random), value = 0;
          while (value < 40 && (x & 1) && (value % 31 != 30))
            {
              x >>= 1;
              value++;
            }
          data[i] = (guint8) (value * 5 + (x >> 20 & 1));
        }
      }
}

/* What zlib makes of a stream; the trailing checksum is ours and is verified by it. */
static GBytes *
inflate (GByteArray *stream, guint32 adler)
{
  g_autoptr (GByteArray) whole = g_byte_array_new ();
  g_byte_array_append (whole, (const guint8 *) "\x78\x9C", 2);
  g_byte_array_append (whole, stream->data, stream->len);
  g_byte_array_append (whole, (const guint8 *) KB_DEFLATE_END, KB_DEFLATE_END_SIZE);
  guint32 big = GUINT32_TO_BE (adler);
  g_byte_array_append (whole, (const guint8 *) &big, 4);
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
  g_autoptr (GInputStream) in = g_memory_input_stream_new_from_data (whole->data, whole->len, NULL);
  g_autoptr (GInputStream) plain = g_converter_input_stream_new (in, converter);
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  GError *error = NULL;
  g_output_stream_splice (out, plain, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error);
  g_assert_no_error (error);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

static void
check (const guint8 *data, gsize size, gsize cut)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  kb_deflate (out, data, cut);
  kb_deflate (out, data + cut, size - cut);
  guint32 adler = kb_adler32_join (kb_adler32 (1, data, cut), kb_adler32 (1, data + cut, size - cut), size - cut);
  g_assert_cmpuint (adler, ==, kb_adler32 (1, data, size));
  g_autoptr (GBytes) back = inflate (out, adler);
  gsize n;
  const void *bytes = g_bytes_get_data (back, &n);
  g_assert_cmpmem (bytes, n, data, size);
  /* Never much larger than the data. */
  g_assert_cmpuint (out->len, <=, size + size / 1000 + 64);
}

static void
test_round_trip (void)
{
  GRand *random = g_rand_new_with_seed (11);
  for (guint kind = 0; kind < 6; kind++)
    for (guint i = 0; i < 40; i++)
      {
        gsize size = i < 12 ? i : (gsize) g_rand_int_range (random, 12, 200000);
        g_autofree guint8 *data = g_malloc (size + 1);
        fill (random, kind, data, size);
        check (data, size, (gsize) g_rand_int_range (random, 0, (gint) size + 1));
      }
  g_rand_free (random);
}

static void
test_small (void)
{
  g_autofree guint8 *data = g_malloc0 (1 << 20);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  kb_deflate (out, data, 1 << 20);
  g_assert_cmpuint (out->len, <, 2000);
}

static void
test_checksums (void)
{
  const guint8 *text = (const guint8 *) "123456789";
  g_assert_cmphex (kb_crc32 (0, text, 9), ==, 0xCBF43926);
  g_assert_cmphex (kb_crc32 (kb_crc32 (0, text, 4), text + 4, 5), ==, 0xCBF43926);
  g_assert_cmphex (kb_adler32 (1, text, 9), ==, 0x091E01DE);
  g_assert_cmphex (kb_adler32_join (1, 1, 0), ==, 1);
}

/* No two of many small inputs have the same hash, and it is the same on every machine. */
static void
test_hash (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (kb_hash_key, kb_hash_key_equal, g_free, NULL);
  guint8 data[64] = { 0 };
  for (guint length = 0; length <= 64; length++)
    for (guint bit = 0; bit < 512; bit++)
      {
        memset (data, 0, sizeof data);
        data[bit / 8] ^= (guint8) (1 << bit % 8);
        if (bit / 8 >= length && bit > 0)
          continue;
        if (length == 0)
          memset (data, 0, sizeof data);
        KbHash hash = kb_hash_of (data, length);
        g_assert_true (g_hash_table_add (seen, g_memdup2 (&hash, sizeof hash)));
      }
  char text[33];
  kb_hash_text (kb_hash_of ("kickbox", 7), text);
  g_assert_cmpstr (text, ==, "2b40b5c240252ac5c70026d65c97fd3c");
}

int
main (int argc, char **argv)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bake/deflate/round-trip", test_round_trip);
  g_test_add_func ("/bake/deflate/small", test_small);
  g_test_add_func ("/bake/deflate/checksums", test_checksums);
  g_test_add_func ("/bake/hash", test_hash);
  return g_test_run ();
}
