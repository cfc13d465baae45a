/* SPDX-License-Identifier: MIT */
/* Pictures: every kind of PNG against what its samples mean, what is refused and how, writing, and
 * the operations on pixels. */
#include <glib/gstdio.h>
#include <string.h>

#include "document/document.h"
#include "tests/support/looks.h"
#include "tests/support/png_writer.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

#define MAX_SIDE 40

typedef struct {
  int colour_type, depth;
} Kind;

static const Kind kinds[] = {
  { PNG_COLOR_TYPE_GRAY, 1 },    { PNG_COLOR_TYPE_GRAY, 2 },    { PNG_COLOR_TYPE_GRAY, 4 },
  { PNG_COLOR_TYPE_GRAY, 8 },    { PNG_COLOR_TYPE_GRAY, 16 },   { PNG_COLOR_TYPE_RGB, 8 },
  { PNG_COLOR_TYPE_RGB, 16 },    { PNG_COLOR_TYPE_PALETTE, 1 }, { PNG_COLOR_TYPE_PALETTE, 2 },
  { PNG_COLOR_TYPE_PALETTE, 4 }, { PNG_COLOR_TYPE_PALETTE, 8 }, { PNG_COLOR_TYPE_GRAY_ALPHA, 8 },
  { PNG_COLOR_TYPE_GRAY_ALPHA, 16 }, { PNG_COLOR_TYPE_RGB_ALPHA, 8 }, { PNG_COLOR_TYPE_RGB_ALPHA, 16 },
};

typedef struct {
  PngSpec spec;
  guint16 samples[MAX_SIDE * MAX_SIDE * 4];
  png_color palette[256];
  guint8 alphas[256];
  png_color_16 transparent;
} Sample;

static void
sample_fill (Sample *sample, Kind kind, gboolean interlaced, gboolean transparent, guint width, guint height)
{
  guint n = width * height * png_channels (kind.colour_type), top = 1u << kind.depth;
  memset (sample, 0, sizeof *sample);
  sample->spec = (PngSpec) { .colour_type = kind.colour_type, .depth = kind.depth, .width = width, .height = height,
                             .interlace = interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, .samples = sample->samples };
  for (guint i = 0; i < n; i++)
    {
      guint limit = g_test_rand_bit () ? top : 3;
      sample->samples[i] = (guint16) g_test_rand_int_range (0, (gint) MIN (top, limit));
    }
  if (kind.colour_type == PNG_COLOR_TYPE_PALETTE)
    {
      for (guint i = 0; i < top; i++)
        {
          sample->palette[i] = (png_color) { (guint8) g_test_rand_int (), (guint8) g_test_rand_int (), (guint8) g_test_rand_int () };
          sample->alphas[i] = (guint8) g_test_rand_int ();
        }
      sample->spec.palette = sample->palette;
      sample->spec.n_palette = (int) top;
      sample->spec.alphas = transparent ? sample->alphas : NULL;
      sample->spec.n_alphas = (int) (top + 1) / 2;
    }
  else if (transparent)
    {
      const guint16 *s = sample->samples;
      sample->transparent = (png_color_16) { .gray = s[0], .red = s[0], .green = s[1], .blue = s[2] };
      sample->spec.transparent = &sample->transparent;
    }
}

/* What the PNG specification says a sample means, rounded to 8 bits. */
static guint8
scale (guint16 value, int depth)
{
  guint top = (1u << depth) - 1;
  return (guint8) ((value * 255u + top / 2) / top);
}

static void
expected_pixel (const Sample *sample, guint at, guint8 *rgba)
{
  const PngSpec *spec = &sample->spec;
  const guint16 *s = spec->samples + (gsize) at * png_channels (spec->colour_type);
  int d = spec->depth;
  const png_color_16 *t = spec->transparent;
  rgba[3] = 255;
  switch (spec->colour_type)
    {
    case PNG_COLOR_TYPE_GRAY:
      memset (rgba, scale (s[0], d), 3);
      rgba[3] = t && t->gray == s[0] ? 0 : 255;
      break;
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      memset (rgba, scale (s[0], d), 3);
      rgba[3] = scale (s[1], d);
      break;
    case PNG_COLOR_TYPE_PALETTE:
      rgba[0] = spec->palette[s[0]].red;
      rgba[1] = spec->palette[s[0]].green;
      rgba[2] = spec->palette[s[0]].blue;
      rgba[3] = spec->alphas && s[0] < spec->n_alphas ? spec->alphas[s[0]] : 255;
      break;
    default:
      for (guint i = 0; i < 3; i++)
        rgba[i] = scale (s[i], d);
      if (spec->colour_type == PNG_COLOR_TYPE_RGB_ALPHA)
        rgba[3] = scale (s[3], d);
      else if (t && t->red == s[0] && t->green == s[1] && t->blue == s[2])
        rgba[3] = 0;
    }
}

static void
test_every_kind (void)
{
  static const guint sizes[][2] = { { 1, 1 }, { 2, 3 }, { 3, 2 }, { 5, 1 }, { 1, 5 }, { 7, 9 }, { 8, 8 }, { 33, 17 } };
  Sample *sample = g_new (Sample, 1);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint variant = 0; variant < 4; variant++)
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        {
          gboolean has_alpha = kinds[k].colour_type & PNG_COLOR_MASK_ALPHA;
          sample_fill (sample, kinds[k], variant & 1, variant & 2 && !has_alpha, sizes[s][0], sizes[s][1]);
          GByteArray *file = png_write (&sample->spec);
          g_autoptr (GError) error = NULL;
          g_autoptr (KbPicture) picture = kb_picture_decode (file->data, file->len, "sample.png", &error);
          g_byte_array_unref (file);
          g_assert_no_error (error);
          g_assert_cmpuint (picture->width, ==, sizes[s][0]);
          g_assert_cmpuint (picture->height, ==, sizes[s][1]);
          for (guint i = 0; i < picture->width * picture->height; i++)
            {
              guint8 expected[4];
              expected_pixel (sample, i, expected);
              if (memcmp (picture->rgba + 4 * i, expected, 4) != 0)
                g_error ("colour type %d, depth %d, variant %u, %u x %u: pixel %u is %u %u %u %u, expected %u %u %u %u",
                         kinds[k].colour_type, kinds[k].depth, variant, sizes[s][0], sizes[s][1], i, picture->rgba[4 * i],
                         picture->rgba[4 * i + 1], picture->rgba[4 * i + 2], picture->rgba[4 * i + 3], expected[0], expected[1],
                         expected[2], expected[3]);
            }
        }
  g_free (sample);
}

/* Samples of altitudes keep all their bits. */
static void
check_grey (const Sample *sample, const GByteArray *file)
{
  const PngSpec *spec = &sample->spec;
  g_autoptr (GError) error = NULL;
  g_autoptr (KbGrey) grey = kb_grey_decode (file->data, file->len, "sample.png", &error);
  if (spec->colour_type != PNG_COLOR_TYPE_GRAY)
    {
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_assert_nonnull (strstr (error->message, spec->colour_type & PNG_COLOR_MASK_COLOR
                                                ? "sample.png: byte 25: this picture has colours"
                                                : "sample.png: byte 25: this picture has an alpha channel"));
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (grey->width, ==, spec->width);
  g_assert_cmpuint (grey->height, ==, spec->height);
  g_assert_cmpuint (grey->depth, ==, (guint) spec->depth);
  for (guint i = 0; i < spec->width * spec->height; i++)
    g_assert_cmpuint (grey->samples[i], ==, spec->samples[i * png_channels (spec->colour_type)] * 65535u / ((1u << spec->depth) - 1));
  g_autoptr (KbGrey) part = kb_grey_crop (grey, (gint) spec->width / 2, 0, spec->width - spec->width / 2, spec->height);
  g_assert_cmpuint (part->samples[(spec->height - 1) * part->width], ==, grey->samples[(spec->height - 1) * spec->width + spec->width / 2]);
  g_assert_null (kb_grey_crop (grey, 1, 0, spec->width, spec->height));
}

static void
test_grey (void)
{
  Sample *sample = g_new (Sample, 1);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint variant = 0; variant < 4; variant++)
      {
        gboolean has_alpha = kinds[k].colour_type & PNG_COLOR_MASK_ALPHA;
        sample_fill (sample, kinds[k], variant & 1, variant & 2 && !has_alpha, 33, 17);
        GByteArray *file = png_write (&sample->spec);
        check_grey (sample, file);
        g_assert_null (kb_grey_decode (file->data, file->len - 5, "short.png", NULL));
        g_byte_array_unref (file);
      }
  g_free (sample);
}

/* Any file cut short or with one bit flipped is refused, and says its name and where. */
static void
test_damage (void)
{
  Sample *sample = g_new (Sample, 1);
  guint refused = 0, flips = 0;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k += 2)
    {
      sample_fill (sample, kinds[k], k % 4 == 0, TRUE && !(kinds[k].colour_type & PNG_COLOR_MASK_ALPHA), 7, 5);
      GByteArray *file = png_write (&sample->spec);
      for (guint n = 0; n < file->len; n++)
        {
          g_autoptr (GError) error = NULL;
          guint8 *part = g_memdup2 (file->data, MAX (n, 1));
          g_assert_null (kb_picture_decode (part, n, "cut.png", &error));
          g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
          g_assert_true (g_str_has_prefix (error->message, "cut.png: byte "));
          g_free (part);
        }
      for (guint bit = 0; bit < file->len * 8; bit++, flips++)
        {
          file->data[bit / 8] ^= (guint8) (1 << bit % 8);
          KbPicture *picture = kb_picture_decode (file->data, file->len, "flipped.png", NULL);
          refused += picture == NULL;
          kb_picture_unref (picture);
          file->data[bit / 8] ^= (guint8) (1 << bit % 8);
        }
      g_byte_array_unref (file);
    }
  /* Every bit is under a checksum or known. */
  g_assert_cmpuint (refused, ==, flips);
  g_free (sample);
}

static void
put_be32 (guint8 *p, guint32 value)
{
  for (guint i = 0; i < 4; i++)
    p[i] = (guint8) (value >> (24 - 8 * i));
}

/* A header that claims any size, before the 12 bytes that a small picture packs to. */
static KbPicture *
decode_claim (guint32 width, guint32 height, GError **error)
{
  static guint16 samples[4];
  PngSpec spec = { .colour_type = PNG_COLOR_TYPE_RGB_ALPHA, .depth = 8, .width = 1, .height = 1, .samples = samples };
  GByteArray *file = png_write (&spec);
  put_be32 (file->data + 16, width);
  put_be32 (file->data + 20, height);
  guint32 crc = 0xffffffffu;
  for (guint i = 12; i < 29; i++)
    {
      crc ^= file->data[i];
      for (guint j = 0; j < 8; j++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
  put_be32 (file->data + 29, ~crc);
  KbPicture *picture = kb_picture_decode (file->data, file->len, "claim.png", error);
  g_byte_array_unref (file);
  return picture;
}

static void
test_absurd_sizes (void)
{
  static const struct { guint32 width, height; const char *message; } claims[] = {
    { 0, 5, "no pixels" }, { 5, 0, "no pixels" }, { 32769, 1, "too large" }, { 1, 32769, "too large" },
    { 32768, 32768, "too large" }, { 0x7fffffff, 0x7fffffff, "too large" }, { 0xffffffff, 1, "too large" },
    { 11000, 11000, "cannot hold" }, { 32768, 4096, "cannot hold" }, { 200, 200, "cannot hold" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (claims); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (decode_claim (claims[i].width, claims[i].height, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      if (!strstr (error->message, claims[i].message))
        g_error ("%u x %u: %s", claims[i].width, claims[i].height, error->message);
    }
  g_autoptr (KbPicture) picture = decode_claim (1, 1, NULL);
  g_assert_nonnull (picture);
  g_assert_null (kb_picture_new (32769, 1));
  g_assert_null (kb_picture_new (32768, 32768));
}

static void
append_bytes (png_structp png, png_bytep data, png_size_t n)
{
  g_byte_array_append (png_get_io_ptr (png), data, n);
}

static void
no_flush (png_structp png)
{
}

/* A blank picture of any size, one bit a pixel. */
static GByteArray *
write_blank (guint width, guint height)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autofree guint8 *row = g_malloc0 (width / 8 + 1);
  png_structp png = png_create_write_struct (PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct (png);
  if (setjmp (png_jmpbuf (png)))
    g_error ("libpng refuses the picture");
  png_set_write_fn (png, bytes, append_bytes, no_flush);
  png_set_IHDR (png, info, width, height, 1, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  png_write_info (png, info);
  for (guint y = 0; y < height; y++)
    png_write_row (png, row);
  png_write_end (png, info);
  png_destroy_write_struct (&png, &info);
  return bytes;
}

static void
test_bomb (void)
{
  GByteArray *bomb = write_blank (11000, 11000), *blank = write_blank (3000, 2000);
  g_autoptr (GError) error = NULL;
  g_assert_cmpuint (bomb->len, <, 30000);
  g_assert_null (kb_picture_decode (bomb->data, bomb->len, "bomb.png", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "bomb.png: byte 16: "));
  g_assert_nonnull (strstr (error->message, "far too much"));
  g_clear_error (&error);
  g_autoptr (KbPicture) picture = kb_picture_decode (blank->data, blank->len, "blank.png", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (picture->width, ==, 3000);
  g_byte_array_unref (bomb);
  g_byte_array_unref (blank);
}

static void
test_not_a_png (void)
{
  static const struct { const char *bytes; gsize size; const char *message; } files[] = {
    { "", 0, "empty" }, { "\xff\xd8\xff\xe0 jfif", 9, "JPEG" }, { "GIF89a...", 9, "GIF" }, { "hello, world", 12, "not a PNG" },
    { "\x89PNG\r\n\x1a\n", 8, "ends" }, { "\x89PNG\n\x1a\n12345678", 15, "not a PNG" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (kb_picture_decode ((const guint8 *) files[i].bytes, files[i].size, "x.png", &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      if (!strstr (error->message, files[i].message))
        g_error ("%s", error->message);
    }
}

static void
test_files (void)
{
  g_autofree char *folder = temp_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.png", NULL);
  g_autoptr (GError) error = NULL;
  guint width, height;

  g_assert_null (kb_picture_read (NULL, path, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, path));
  g_clear_error (&error);
  g_assert_null (kb_picture_read (NULL, folder, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);

  Sample *sample = g_new (Sample, 1);
  sample_fill (sample, kinds[5], TRUE, FALSE, 31, 20);
  GByteArray *file = png_write (&sample->spec);
  g_assert_true (g_file_set_contents (path, (const char *) file->data, file->len, NULL));
  g_autoptr (KbPicture) read = kb_picture_read (NULL, path, &error), decoded = kb_picture_decode (file->data, file->len, path, NULL);
  g_assert_no_error (error);
  g_assert_true (kit_pictures_equal (read, decoded));

  /* One that was cut off has its size, but is not whole. */
  width = height = 0;
  g_assert_true (kb_picture_check (NULL, path, &width, &height, &error));
  g_assert_cmpuint (width, ==, 31);
  g_assert_cmpuint (height, ==, 20);
  for (guint left = 0; left < file->len; left++)
    {
      g_assert_true (g_file_set_contents (path, (const char *) file->data, left, NULL));
      g_assert_false (kb_picture_check (NULL, path, &width, &height, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_assert_nonnull (strstr (error->message, path));
      g_clear_error (&error);
    }
  g_byte_array_unref (file);
  g_free (sample);
  temp_folder_remove (folder);
}

/* Few colours, many, opaque or not, and colours under transparent pixels. */
static KbPicture *
random_picture (guint width, guint height, guint n_colours, gboolean opaque)
{
  KbPicture *picture = kb_picture_new (width, height);
  g_autofree guint32 *colours = g_new (guint32, n_colours);
  for (guint i = 0; i < n_colours; i++)
    colours[i] = (guint32) g_test_rand_int () | (opaque ? 0xff000000u : 0);
  for (guint i = 0; i < width * height; i++)
    {
      guint32 value = colours[i < n_colours ? i : (guint) g_test_rand_int_range (0, (gint) n_colours)];
      const guint8 bytes[4] = { value & 255, value >> 8 & 255, value >> 16 & 255, value >> 24 };
      memcpy (picture->rgba + 4 * i, bytes, 4);
    }
  return picture;
}

static void
test_round_trip (void)
{
  static const guint counts[] = { 1, 2, 16, 17, 255, 256, 257, 2000 };
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    for (guint opaque = 0; opaque < 2; opaque++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (KbPicture) picture = random_picture (53, 47, counts[i], opaque);
        g_autoptr (GBytes) first = kb_picture_encode (picture, &error), second = kb_picture_encode (picture, &error);
        g_assert_no_error (error);
        g_assert_true (g_bytes_equal (first, second));
        g_autoptr (KbPicture) again = kb_picture_decode (g_bytes_get_data (first, NULL), g_bytes_get_size (first), "again", &error);
        g_assert_no_error (error);
        g_assert_true (kit_pictures_equal (picture, again));
        g_autoptr (GBytes) third = kb_picture_encode (again, &error);
        g_assert_true (g_bytes_equal (first, third));
      }
  g_autoptr (KbPicture) nothing = kb_picture_new (0, 3);
  g_autoptr (GError) error = NULL;
  g_assert_null (kb_picture_encode (nothing, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
}

static void
test_crop_and_paste (void)
{
  g_autoptr (KbPicture) picture = random_picture (9, 7, 63, TRUE);
  for (gint x = -12; x <= 12; x += 3)
    for (gint y = -10; y <= 10; y += 2)
      {
        g_autoptr (KbPicture) part = kb_picture_crop (picture, x, y, 8, 5);
        for (gint v = 0; v < 5; v++)
          for (gint u = 0; u < 8; u++)
            {
              gboolean inside = x + u >= 0 && x + u < 9 && y + v >= 0 && y + v < 7;
              static const guint8 empty[4];
              g_assert_cmpmem (kb_picture_pixel (part, u, v), 4,
                               inside ? kb_picture_pixel (picture, x + u, y + v) : empty, 4);
            }
      }
  g_autoptr (KbPicture) far_away = kb_picture_crop (picture, G_MAXINT, G_MININT, 2, 2);
  gint x, y, w, h;
  g_assert_false (kb_picture_opaque_box (far_away, &x, &y, &w, &h));
  kb_picture_paste (far_away, picture, G_MAXINT - 3, G_MININT + 3);
  g_assert_false (kb_picture_opaque_box (far_away, &x, &y, &w, &h));
}

static void
test_opaque_box (void)
{
  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (KbPicture) picture = kb_picture_new ((guint) g_test_rand_int_range (1, 12), (guint) g_test_rand_int_range (1, 12));
      gint left = 99, top = 99, right = -1, bottom = -1, x, y, w, h;
      for (gint i = g_test_rand_int_range (0, 4); i > 0; i--)
        {
          gint u = g_test_rand_int_range (0, (gint) picture->width), v = g_test_rand_int_range (0, (gint) picture->height);
          picture->rgba[4 * (v * (gint) picture->width + u) + 3] = 1;
          left = MIN (left, u);
          right = MAX (right, u);
          top = MIN (top, v);
          bottom = MAX (bottom, v);
        }
      if (right < 0)
        {
          g_assert_false (kb_picture_opaque_box (picture, &x, &y, &w, &h));
          continue;
        }
      g_assert_true (kb_picture_opaque_box (picture, &x, &y, &w, &h));
      g_assert_cmpint (x, ==, left);
      g_assert_cmpint (y, ==, top);
      g_assert_cmpint (w, ==, right - left + 1);
      g_assert_cmpint (h, ==, bottom - top + 1);
    }
}

static void
test_colour_key (void)
{
  static const guint8 pixels[4][4] = { { 255, 0, 255, 255 }, { 255, 0, 255, 128 }, { 254, 0, 255, 255 }, { 0, 0, 0, 0 } };
  static const guint8 expected[4][4] = { { 0, 0, 0, 0 }, { 255, 0, 255, 128 }, { 254, 0, 255, 255 }, { 0, 0, 0, 0 } };
  g_autoptr (KbPicture) picture = kb_picture_new (2, 2);
  memcpy (picture->rgba, pixels, sizeof pixels);
  g_autoptr (KbPicture) keyed = kb_picture_with_colour_key (picture, 0xff00ff);
  g_assert_cmpmem (keyed->rgba, 16, expected, 16);
  g_assert_false (kit_pictures_equal (keyed, picture));
}

KIT_PROGRAM (picture)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/picture/every-kind", test_every_kind);
  g_test_add_func ("/picture/grey", test_grey);
  g_test_add_func ("/picture/damage", test_damage);
  g_test_add_func ("/picture/absurd-sizes", test_absurd_sizes);
  g_test_add_func ("/picture/bomb", test_bomb);
  g_test_add_func ("/picture/not-a-png", test_not_a_png);
  g_test_add_func ("/picture/files", test_files);
  g_test_add_func ("/picture/round-trip", test_round_trip);
  g_test_add_func ("/picture/crop-and-paste", test_crop_and_paste);
  g_test_add_func ("/picture/opaque-box", test_opaque_box);
  g_test_add_func ("/picture/colour-key", test_colour_key);
  return g_test_run ();
}
