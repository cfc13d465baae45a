/* SPDX-License-Identifier: MIT */
/* What a JSON bank is refused for, and where the message points: a good bank with one thing replaced. */
#include "bank/kickbox-json.h"
#include "tests/support/seed.h"

#include <glib.h>
#include <string.h>

#define PNG_3x2 "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAAAAAAAA"

static const char good[] =
  "{\"kickbox_bank\": {\"major\": 1, \"minor\": 0},\n"
  " \"classes\": [{\"name\": \"head\", \"colour\": \"#ff8000ff\"}, {\"name\": \"legs\", \"colour\": \"#00000000\"}],\n"
  " \"pages\": [{\"encoding\": \"rgba8\", \"size\": [2, 1], \"data\": \"AAECAwQFBgc=\"},\n"
  "  {\"encoding\": \"png\", \"size\": [3, 2], \"data\": \"" PNG_3x2 "\"},\n"
  "  {\"encoding\": \"beside\", \"size\": [9, 9], \"name\": \"a.png\"}],\n"
  " \"sprites\": [{\"name\": \"b\", \"frames\": [], \"animations\": []},\n"
  "  {\"name\": \"a\", \"frames\": [{\"name\": \"f\", \"size\": [10, 10], \"hot_spot\": [4, 9],\n"
  "   \"mask\": {\"top\": 2, \"rows\": [[1, 3, 5, 10], [], [0, 1]]}, \"picture\": {\"page\": 0, \"rect\": [0, 0, 2, 1], \"trim\": [3, 3]},\n"
  "   \"action_points\": [{\"name\": \"p\", \"at\": [1, 2], \"direction\": [0, 1]}, {\"name\": \"q\", \"at\": [1, 2]}],\n"
  "   \"shapes\": [{\"class\": \"head\", \"box\": [0, 1, 2, 3], \"values\": {\"k\": \"v\"}},\n"
  "    {\"class\": \"legs\", \"circle\": [0, 0.5, 4]},\n"
  "    {\"class\": \"legs\", \"oriented\": {\"centre\": [5, 5], \"size\": [4, 2], \"axis\": [0, 1]},\n"
  "     \"corners\": [[6, 3], [6, 7], [4, 7], [4, 3]]},\n"
  "    {\"class\": \"legs\", \"polygon\": [[0, 0], [8, 0], [8, 8], [4, 1]],\n"
  "     \"parts\": [[[0, 0], [8, 0], [4, 1]], [[8, 0], [8, 8], [4, 1]]]}]}],\n"
  "   \"animations\": [{\"name\": \"w\", \"loop\": \"once\", \"steps\": [{\"frame\": 0, \"ms\": 5}]}]}],\n"
  " \"masks\": [{\"name\": \"m\", \"size\": [5, 3], \"rows\": [[], [3, 2, 8, 4], [8, 5]],\n"
  "   \"zones\": [{\"name\": \"three\", \"colour\": \"#00112233\", \"value\": 3}, {\"name\": \"eight\", \"colour\": \"#44556677\", \"value\": 8}]},\n"
  "  {\"name\": \"n\", \"rows\": [[]], \"zones\": [], \"size\": [1, 1]}]}";

#define FRAME "sprites[1].frames[0]"

/* `from` occurs once in the good bank; NULL replaces all of it. The message has `words` in it. */
static const struct { const char *from, *to, *place, *words; } cases[] = {
  /* syntax */
  { NULL, "", "line 1, column 0", "" },
  { NULL, "[1]", "", "object" },
  { NULL, "7", "line 1, column 1", "" },
  { "\"minor\": 0}", "\"minor\": 0", "line 19, column 60", "end of file" },
  { "\"minor\": 0", "\"minor\": 0, \"minor\": 0", "line 1, column 49", "duplicate" },
  { "\"a.png\"", "\"a\\u0000.png\"", "line 5, column 62", "u0000" },
  { "\"a.png\"", "\"\x80\"", "line 5, column 50", "0x80" },
  { "[0, 0.5, 4]", "[0, NaN, 4]", "line 11, column 39", "NaN" },
  { "[0, 0.5, 4]", "[0, 1e999, 4]", "line 11, column 41", "overflow" },
  { "[0, 0.5, 4]", "[0, 99999999999999999999, 4]", "line 11, column 56", "too big" },
  { "\"sprites\"", "sprites", "line 6, column 8", "" },
  /* the head */
  { "\"kickbox_bank\"", "\"kickbox\"", "kickbox_bank", "missing" },
  { "\"major\": 1", "\"major\": 2", "kickbox_bank.major", "version 2.0" },
  { "\"major\": 1", "\"major\": \"1\"", "kickbox_bank.major", "whole number, not a string" },
  { "\"minor\": 0", "\"minor\": -1", "kickbox_bank.minor", "" },
  { "\"pages\": [", "\"pges\": [", "pages", "missing; expected an array" },
  /* classes */
  { "\"#ff8000ff\"", "\"#ff8000f\"", "classes[0].colour", "#ff8000ff" },
  { "\"#ff8000ff\"", "\"#ff8000fff\"", "classes[0].colour", "" },
  { "\"#ff8000ff\"", "\"0xff8000f\"", "classes[0].colour", "" },
  { "\"name\": \"legs\"", "\"name\": \"\"", "classes[1].name", "empty" },
  { "{\"name\": \"legs\"", "{\"name\": \"head\"", "classes[1].name", "called \"head\"" },
  { "{\"name\": \"head\"", "{\"name\": \"he\\tad\"", "classes[0].name", "control" },
  { "{\"name\": \"b\"", "{\"name\": \"b\\n\"", "sprites[0].name", "control" },
  /* masks */
  { "\"top\": 2", "\"top\": -1", FRAME ".mask.top", "expected 0 to 10" },
  { "\"top\": 2", "\"top\": 8", FRAME ".mask.rows", "3 rows from row 8 on; the frame has 10" },
  { "\"top\": 2", "\"tip\": 8", FRAME ".mask.top", "missing" },
  { "\"rows\": [[1", "\"row\": [[1", FRAME ".mask.rows", "missing" },
  { "{\"top\": 2, \"rows\": [[1, 3, 5, 10], [], [0, 1]]}", "7", FRAME ".mask", "expected an object" },
  { "[0, 1]]}, \"pic", "7]}, \"pic", FRAME ".mask.rows[2]", "expected an array" },
  { "[1, 3, 5, 10]", "[1, 3, 5]", FRAME ".mask.rows[0]", "3 numbers; expected two" },
  { "[1, 3, 5, 10]", "[1, 3, 3, 10]", FRAME ".mask.rows[0][2]", "expected 4 to 10" },
  { "[1, 3, 5, 10]", "[1, 1]", FRAME ".mask.rows[0][1]", "expected 2 to 10" },
  { "[1, 3, 5, 10]", "[1, 11]", FRAME ".mask.rows[0][1]", "expected 2 to 10" },
  { "[1, 3, 5, 10]", "[1.5, 3]", FRAME ".mask.rows[0][0]", "whole number" },
  { "\"size\": [10, 10]", "\"size\": [8193, 10]", FRAME ".mask", "8193 x 10; with a mask expected at most 8192 x 8192" },
  { "\"size\": [10, 10]", "\"size\": [0, 10]", FRAME ".size", "width is 0" },
  /* masks as such */
  { "\"size\": [5, 3]", "\"size\": [0, 3]", "masks[0].size[0]", "expected 1 to 16384" },
  { "\"size\": [5, 3]", "\"size\": [5, 16385]", "masks[0].size[1]", "expected 1 to 16384" },
  { "\"size\": [5, 3]", "\"size\": [5, 16384]", "masks[0].rows", "3 rows; expected 16384" },
  { "\"size\": [5, 3]", "\"size\": [4, 3]", "masks[0].rows[2][1]", "expected 1 to 4" },
  { "[3, 2, 8, 4], [8, 5]", "[3, 2, 8, 4], 8", "masks[0].rows[2]", "expected an array" },
  { "[3, 2, 8, 4]", "[3, 2, 8]", "masks[0].rows[1]", "3 numbers; expected two" },
  { "[3, 2, 8, 4]", "[3, 2, 8, 2]", "masks[0].rows[1][3]", "expected 3 to 5" },
  { "[3, 2, 8, 4]", "[3, 0, 8, 2]", "masks[0].rows[1][1]", "expected 1 to 5" },
  { "[3, 2, 8, 4]", "[256, 2, 8, 4]", "masks[0].rows[1][0]", "expected 0 to 255" },
  { "[3, 2, 8, 4]", "[3, 2, 7, 4]", "masks[0].rows", "value 7, which is no zone's" },
  { "\"value\": 8", "\"value\": 0", "masks[0].zones[1].value", "expected 1 to 255" },
  { "\"value\": 8", "\"value\": 256", "masks[0].zones[1].value", "expected 1 to 255" },
  { "\"value\": 8", "\"value\": 3", "masks[0].zones[1].value", "another zone has the value 3" },
  { "\"name\": \"eight\"", "\"name\": \"three\"", "masks[0].zones[1].name", "called \"three\"" },
  { "\"name\": \"eight\"", "\"name\": \"\"", "masks[0].zones[1].name", "not empty" },
  { "#00112233", "#001122", "masks[0].zones[0].colour", "expected a colour" },
  { "\"name\": \"n\", \"rows\"", "\"name\": \"m\", \"rows\"", "masks[1].name", "two masks are called" },
  { "\"rows\": [[]]", "\"rows\": 4", "masks[1].rows", "expected an array" },
  { "\"masks\": [", "\"masks\": 3, \"others\": [", "masks", "expected an array" },
  /* pages */
  { "\"rgba8\"", "\"rgba\"", "pages[0].encoding", "none, png, rgba8 or beside" },
  { "[2, 1], \"data\"", "[2, 2], \"data\"", "pages[0].data", "8 bytes; expected 16" },
  { "[2, 1], \"data\"", "[0, 1], \"data\"", "pages[0].size[0]", "1 to 65535" },
  { "[2, 1], \"data\"", "[65536, 1], \"data\"", "pages[0].size[0]", "" },
  { "[2, 1], \"data\"", "[2], \"data\"", "pages[0].size", "1 items; expected 2" },
  { "\"AAECAwQFBgc=\"", "\"AAECAwQFBg*=\"", "pages[0].data", "character 10" },
  { "\"AAECAwQFBgc=\"", "\"AAECAwQFBgd=\"", "pages[0].data", "character 10" },
  { "\"AAECAwQFBgc=\"", "\"AAECAwQFBgc\"", "pages[0].data", "base64" },
  { "\"AAECAwQFBgc=\"", "\"AAECAwQF Bgc\"", "pages[0].data", "character 8" },
  { "\"AAECAwQFBgc=\"", "\"AAEC=wQFBgc=\"", "pages[0].data", "character 4" },
  { "\"AAECAwQFBgc=\"", "\"====\"", "pages[0].data", "base64" },
  { "\"AAECAwQFBgc=\"", "\"\"", "pages[0].data", "0 bytes" },
  { "\"AAECAwQFBgc=\"", "null", "pages[0].data", "string, not null" },
  { ", \"data\": \"AAECAwQFBgc=\"", "", "pages[0].data", "missing" },
  { "[3, 2], \"data\"", "[2, 3], \"data\"", "pages[1].size", "its PNG is 3 x 2" },
  { "\"" PNG_3x2 "\"", "\"iVBORw==\"", "pages[1].data", "PNG" },
  { "\"name\": \"a.png\"", "\"name\": \"x/a.png\"", "pages[2].name", "plain name" },
  { "\"name\": \"a.png\"", "\"name\": \"..\"", "pages[2].name", "plain name" },
  { "\"name\": \"a.png\"", "\"name\": \"\"", "pages[2].name", "empty" },
  { ", \"name\": \"a.png\"", "", "pages[2].name", "empty" },
  { "\"name\": \"a.png\"", "\"name\": \"a.png\", \"data\": \"AAAA\"", "pages[2].data", "no data" },
  /* sprites and frames */
  { "{\"name\": \"b\"", "{\"name\": \"a\"", "sprites[1].name", "called \"a\"" },
  { "{\"name\": \"b\"", "{\"title\": \"b\"", "sprites[0].name", "missing" },
  { "[10, 10]", "[0, 10]", FRAME ".size", "width is 0; expected 1 to 32767" },
  { "[10, 10]", "[10, 32768]", FRAME ".size", "height" },
  { "[10, 10]", "[10, 10.0]", FRAME ".size[1]", "whole number, not a number" },
  { "\"hot_spot\": [4, 9],", "", FRAME ".hot_spot", "missing" },
  { "\"hot_spot\": [4, 9]", "\"hot_spot\": [4, 32768]", FRAME ".hot_spot", "y is 32768" },
  { "\"hot_spot\": [4, 9]", "\"hot_spot\": [4, 2147483648]", FRAME ".hot_spot[1]", "" },
  { "\"page\": 0", "\"page\": 3", FRAME ".picture.page", "there are 3" },
  { "[0, 0, 2, 1]", "[1, 0, 2, 1]", FRAME ".picture.rect", "2 x 1" },
  { "[0, 0, 2, 1]", "[0, 2, 2, 1]", FRAME ".picture.rect", "" },
  { "[0, 0, 2, 1]", "[0, 0, 0, 1]", FRAME ".picture.rect", "at least one pixel" },
  { "[0, 0, 2, 1]", "[0, 0, -2, 1]", FRAME ".picture.rect[2]", "" },
  { "[3, 3]}", "[9, 3]}", FRAME ".picture.trim", "10 x 10" },
  { "[3, 3]}", "[-1, 3]}", FRAME ".picture.trim", "" },
  { "[3, 3]}", "[3, -1]}", FRAME ".picture.trim", "" },
  /* action points */
  { "{\"name\": \"q\"", "{\"name\": \"p\"", FRAME ".action_points[1].name", "called \"p\"" },
  { "{\"name\": \"q\"", "{\"name\": \"\"", FRAME ".action_points[1].name", "empty" },
  { "\"at\": [1, 2], ", "\"at\": [1, -32769], ", FRAME ".action_points[0].at", "y is -32769" },
  { "[0, 1]}, ", "[0, 0.9]}, ", FRAME ".action_points[0].direction", "length 1" },
  { "[0, 1]}, ", "[0, 3]}, ", FRAME ".action_points[0].direction[1]", "length 1" },
  { "[0, 1]}, ", "[0, 0]}, ", FRAME ".action_points[0].direction", "null" },
  { "[0, 1]}, ", "[0, \"1\"]}, ", FRAME ".action_points[0].direction[1]", "number, not a string" },
  /* shapes */
  { "\"class\": \"head\"", "\"class\": \"hand\"", FRAME ".shapes[0].class", "no class \"hand\"" },
  { "\"class\": \"head\"", "\"class\": 0", FRAME ".shapes[0].class", "string" },
  { "\"values\": {\"k\": \"v\"}", "\"values\": {\"k\": null}", FRAME ".shapes[0].values.k", "string" },
  { "\"values\": {\"k\": \"v\"}", "\"values\": {\"k\": {\"colour\": 3}}", FRAME ".shapes[0].values.k", "string" },
  { "\"values\": {\"k\": \"v\"}", "\"values\": {\"k\": {\"colour\": \"#ff80\"}}", FRAME ".shapes[0].values.k", "#rrggbb" },
  { "\"values\": {\"k\": \"v\"}", "\"name\": \"\\u0007\"", FRAME ".shapes[0].name", "control" },
  { "\"box\"", "\"bax\"", FRAME ".shapes[0]", "no shape" },
  { "\"box\"", "\"circle\": [1, 1, 1], \"box\"", FRAME ".shapes[0]", "two shapes" },
  { "[0, 1, 2, 3]", "[0, 1, 0, 3]", FRAME ".shapes[0].box", "width is 0" },
  { "[0, 1, 2, 3]", "[0, 1, 2, -3]", FRAME ".shapes[0].box", "height is -3" },
  { "[0, 1, 2, 3]", "[32767, 1, 1, 3]", FRAME ".shapes[0].box", "right edge is 32768" },
  { "[0, 1, 2, 3]", "[0, -32769, 2, 3]", FRAME ".shapes[0].box", "top edge" },
  { "[0, 1, 2, 3]", "[0, 1, 2, 3, 4]", FRAME ".shapes[0].box", "5 items" },
  { "[0, 0.5, 4]", "[0, 0.3, 4]", FRAME ".shapes[1].circle[1]", "multiple of 1/256" },
  { "[0, 0.5, 4]", "[0, 0.5, 0]", FRAME ".shapes[1].circle", "radius" },
  { "[0, 0.5, 4]", "[0, 32764, 4]", FRAME ".shapes[1].circle", "beyond" },
  { "[0, 0.5, 4]", "[0, 1e300, 4]", FRAME ".shapes[1].circle[1]", "out of range" },
  { "[4, 2]", "[4, 0]", FRAME ".shapes[2].oriented.size", "" },
  { "[4, 2]", "[4, 3]", FRAME ".shapes[2].corners", "not those of" },
  { "\"axis\": [0, 1]", "\"axis\": [0, 0]", FRAME ".shapes[2].oriented.axis", "length 1" },
  { "\"axis\": [0, 1]", "\"axis\": [1, 0]", FRAME ".shapes[2].corners", "" },
  { "\"axis\": [0, 1]", "\"angle\": 90", FRAME ".shapes[2].oriented.axis", "missing" },
  { "[[6, 3], [6, 7], [4, 7], [4, 3]]", "[[6, 3], [6, 7], [4, 7]]", FRAME ".shapes[2].corners", "four" },
  { "[[6, 3], [6, 7], [4, 7], [4, 3]]", "[[6, 3], [4, 3], [4, 7], [6, 7]]", FRAME ".shapes[2].corners", "clockwise" },
  { "\"corners\"", "\"edges\"", FRAME ".shapes[2].corners", "missing" },
  { "[[0, 0], [8, 0], [8, 8], [4, 1]]", "[[0, 0], [8, 0]]", FRAME ".shapes[3].polygon", "2 corners" },
  { "[[0, 0], [8, 0], [8, 8], [4, 1]]", "[[0, 0], [8, 0], [8, 40000], [4, 1]]", FRAME ".shapes[3].polygon[2]", "32767" },
  { "[[0, 0], [8, 0], [8, 8], [4, 1]]", "[[0, 0], [8, 0], [8], [4, 1]]", FRAME ".shapes[3].polygon[2]", "1 items" },
  { "[[0, 0], [8, 0], [8, 8], [4, 1]]", "[[0, 0], [8, 0], [8, 9], [4, 1]]", FRAME ".shapes[3].parts[1][1]", "corner of the polygon" },
  { "[[0, 0], [8, 0], [8, 8], [4, 1]]", "[[0, 0], [4, 0], [8, 0], [8, 8], [4, 4], [4, 1]]", FRAME ".shapes[3].parts", "area" },
  { "[[[0, 0], [8, 0], [4, 1]], ", "[", FRAME ".shapes[3].parts", "area" },
  { "[[[0, 0], [8, 0], [4, 1]], [[8, 0], [8, 8], [4, 1]]]", "[]", FRAME ".shapes[3].parts", "0 convex parts" },
  { "[[0, 0], [8, 0], [4, 1]]", "[[0, 0], [4, 1], [8, 0]]", FRAME ".shapes[3].parts[0]", "clockwise" },
  { "[[0, 0], [8, 0], [4, 1]]", "[[0, 0], [8, 0]]", FRAME ".shapes[3].parts[0]", "2 corners" },
  { "[[0, 0], [8, 0], [4, 1]]", "[[0, 0], [8, 0], [4, 1], [0, 0], [8, 0], [4, 1]]", FRAME ".shapes[3].parts[0]", "once" },
  { "[[0, 0], [8, 0], [4, 1]]", "[[0, 0], [4, 0], [8, 0], [4, 1]]", FRAME ".shapes[3].parts[0]", "line" },
  /* animations */
  { "\"loop\": \"once\"", "\"loop\": \"twice\"", "sprites[1].animations[0].loop", "once, loop, ping-pong or hold-last" },
  { "\"frame\": 0", "\"frame\": 1", "sprites[1].animations[0].steps[0].frame", "the sprite has 1" },
  { "\"ms\": 5", "\"ms\": -5", "sprites[1].animations[0].steps[0].ms", "" },
  { "\"ms\": 5", "\"ms\": 2147483648", "sprites[1].animations[0].steps[0].ms", "longer" },
  { "\"ms\": 5}", "\"ms\": 5}, {\"frame\": 0, \"ms\": 2147483643}", "sprites[1].animations[0].steps[1].ms", "longer" },
  { "[{\"name\": \"w\"", "[{\"name\": \"w\", \"loop\": \"once\", \"steps\": []}, {\"name\": \"w\"", "sprites[1].animations[1].name", "called \"w\"" },
};

static char *
replaced (const char *from, const char *to)
{
  if (!from)
    return g_strdup (to);
  g_auto (GStrv) halves = g_strsplit (good, from, -1);
  g_assert_cmpuint (g_strv_length (halves), ==, 2);
  return g_strconcat (halves[0], to, halves[1], NULL);
}

static void
test_refusals (void)
{
  int wrong = 0;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = replaced (cases[i].from, cases[i].to);
      void *bytes = &bytes;
      size_t size = 1;
      kbx_json_error error;
      g_assert_false (kbx_json_to_bank (text, strlen (text), &bytes, &size, &error));
      g_assert_null (bytes);
      g_assert_cmpuint (size, ==, 0);
      g_assert_false (error.out_of_memory);
      if (strcmp (error.place, cases[i].place) != 0 || !*error.message || !strstr (error.message, cases[i].words))
        {
          g_test_message ("case %u: got \"%s: %s\" where \"%s: %s\" was expected", (unsigned) i,
                          error.place, error.message, cases[i].place, cases[i].words);
          wrong++;
        }
    }
  g_assert_cmpint (wrong, ==, 0);
}

/* What may be different and still gives the same bytes. */
static const struct { const char *from, *to; } same[] = {
  { "\"minor\": 0", "\"minor\": 9, \"written by\": [null]" },
  { "\"#ff8000ff\"", "\"#FF8000fF\"" },
  { "\"k\": \"v\"", "\"\\u006b\": \"v\"" },
  { "[0, 0.5, 4]", "[-0.0, 5e-1, 4.0]" },
  { "[0, 1]}, ", "[-0, 1.00000001]}, " },
  { "{\"name\": \"q\", \"at\": [1, 2]}", "{\"name\": \"q\", \"at\": [1, 2], \"direction\": null}" },
  { "\"box\"", "\"name\": \"\", \"box\"" },
  { "\"circle\"", "\"values\": {}, \"circle\"" },
  { "\"top\": 2, \"rows\": [[1", "\"top\": 1, \"rows\": [[], [1" },
  { "[], [0, 1]]}", "[], [0, 1], []], \"colour\": 3}" },
  { "\"name\": \"f\"", "\"id\": 3, \"name\": \"f\"" },
  { "[3, 2, 8, 4]", "[3, 1, 3, 2, 8, 4, 0, 5]" },
  { "\"rows\": [[]]", "\"rows\": [[0, 1]]" },
};

static void
test_same_bytes (void)
{
  void *expected, *bytes;
  size_t expected_size, size;
  kbx_json_error error;
  g_assert_true (kbx_json_to_bank (good, strlen (good), &expected, &expected_size, &error));
  g_assert_cmpstr (error.message, ==, "");
  for (gsize i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *text = replaced (same[i].from, same[i].to);
      if (!kbx_json_to_bank (text, strlen (text), &bytes, &size, &error))
        g_error ("%s: %s: %s", same[i].to, error.place, error.message);
      g_assert_cmpmem (bytes, size, expected, expected_size);
      kbx_json_free (bytes);
    }
  kbx_json_free (expected);
}

static void
test_error_may_be_left_out (void)
{
  void *bytes;
  size_t size;
  g_assert_false (kbx_json_to_bank ("{", 1, &bytes, &size, NULL));
  g_assert_false (kbx_json_to_bank ("{}", 2, &bytes, &size, NULL));
  kbx_json_free (NULL);
}

/* Deep nesting and long strings end in a message, not in a full stack or a torn character. */
static void
test_absurd_texts (void)
{
  void *bytes;
  size_t size;
  kbx_json_error error;
  g_autofree char *deep = g_strnfill (1000000, '[');
  g_assert_false (kbx_json_to_bank (deep, strlen (deep), &bytes, &size, &error));
  g_autoptr (GString) name = g_string_new ("é");
  for (int i = 0; i < 300; i++)
    g_string_append (name, "é");
  g_autofree char *loop = g_strdup_printf ("\"loop\": \"%s\"", name->str);
  g_autofree char *text = replaced ("\"loop\": \"once\"", loop);
  g_assert_false (kbx_json_to_bank (text, strlen (text), &bytes, &size, &error));
  g_assert_true (g_utf8_validate (error.message, -1, NULL));
}

KIT_PROGRAM (bank_json)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bank/json/refusals", test_refusals);
  g_test_add_func ("/bank/json/same-bytes", test_same_bytes);
  g_test_add_func ("/bank/json/error-may-be-left-out", test_error_may_be_left_out);
  g_test_add_func ("/bank/json/absurd-texts", test_absurd_texts);
  return g_test_run ();
}
