/* SPDX-License-Identifier: MIT */
/* JSON bank -> content. Here the types are checked and text becomes numbers; the limits of the format
 * are kb_bank_check's. Keys that are not known are ignored, as unknown sections are; a key given twice
 * is refused. Every allocation is smaller than a fixed multiple of the text. */
#include "bank/json_reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- values with a place ---- */

bool
kb_json_type (KbJsonReader *r, const json_t *json, json_type type, const KbBankPlace *place)
{
  static const char *const names[] = {
    [JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array", [JSON_STRING] = "a string",
    [JSON_INTEGER] = "a whole number", [JSON_REAL] = "a number", [JSON_TRUE] = "true",
    [JSON_FALSE] = "false", [JSON_NULL] = "null"
  };
  if (!json)
    return kb_bank_fail (r->error, place, "missing; expected %s", names[type]);
  if (json_typeof (json) != type)
    return kb_bank_fail (r->error, place, "expected %s, not %s", names[type], names[json_typeof (json)]);
  return true;
}

bool
kb_json_string (KbJsonReader *r, const json_t *json, const KbBankPlace *place, char **text)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  *text = kb_bank_copy_string (json_string_value (json), json_string_length (json));
  return *text || kb_bank_no_memory (r->error);
}

bool
kb_json_integer (KbJsonReader *r, const json_t *json, int64_t low, int64_t high,
                 const KbBankPlace *place, int64_t *value)
{
  if (!kb_json_type (r, json, JSON_INTEGER, place))
    return false;
  *value = json_integer_value (json);
  if (*value < low || *value > high)
    return kb_bank_fail (r->error, place, "%lld is out of range; expected %lld to %lld",
                         (long long) *value, (long long) low, (long long) high);
  return true;
}

bool
kb_json_u32 (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t *value)
{
  int64_t wide = 0;
  if (!kb_json_integer (r, json, 0, UINT32_MAX, place, &wide))
    return false;
  *value = (uint32_t) wide;
  return true;
}

/* An array of exactly `count` items. */
static bool
array_of (KbJsonReader *r, const json_t *json, size_t count, const KbBankPlace *place)
{
  if (!kb_json_type (r, json, JSON_ARRAY, place))
    return false;
  if (json_array_size (json) != count)
    return kb_bank_fail (r->error, place, "%zu items; expected %zu", json_array_size (json), count);
  return true;
}

bool
kb_json_integers (KbJsonReader *r, const json_t *json, size_t count, int64_t low, int64_t high,
                  const KbBankPlace *place, int64_t *values)
{
  if (!array_of (r, json, count, place))
    return false;
  for (size_t i = 0; i < count; i++)
    if (!kb_json_integer (r, json_array_get (json, i), low, high, KB_PLACE_ITEM (place, NULL, i), &values[i]))
      return false;
  return true;
}

bool
kb_json_fixed (KbJsonReader *r, const json_t *json, const KbBankPlace *place, kb_fixed *value)
{
  if (!json_is_number (json))
    return kb_json_type (r, json, JSON_REAL, place);
  double grid = json_number_value (json) * 256;
  if (!(grid >= INT32_MIN && grid <= INT32_MAX))
    return kb_bank_fail (r->error, place, "out of range; expected %d to %d pixels",
                         KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL);
  *value = (kb_fixed) grid;
  return *value == grid || kb_bank_fail (r->error, place, "expected a multiple of 1/256");
}

bool
kb_json_fixeds (KbJsonReader *r, const json_t *json, size_t count, const KbBankPlace *place, kb_fixed *values)
{
  if (!array_of (r, json, count, place))
    return false;
  for (size_t i = 0; i < count; i++)
    if (!kb_json_fixed (r, json_array_get (json, i), KB_PLACE_ITEM (place, NULL, i), &values[i]))
      return false;
  return true;
}

bool
kb_json_direction (KbJsonReader *r, const json_t *json, const KbBankPlace *place, float *x, float *y)
{
  float *to[2] = { x, y };
  if (!array_of (r, json, 2, place))
    return false;
  for (size_t i = 0; i < 2; i++) {
    const json_t *item = json_array_get (json, i);
    const KbBankPlace *item_place = KB_PLACE_ITEM (place, NULL, i);
    if (!json_is_number (item))
      return kb_json_type (r, item, JSON_REAL, item_place);
    double value = json_number_value (item);
    if (!(value >= -2 && value <= 2))
      return kb_bank_fail (r->error, item_place, "expected a direction of length 1");
    *to[i] = (float) value;
  }
  return true;
}

bool
kb_json_word (KbJsonReader *r, const json_t *json, const char *const *words, int count,
              const KbBankPlace *place, int *index)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  for (*index = 0; *index < count; ++*index)
    if (strcmp (json_string_value (json), words[*index]) == 0)
      return true;
  char list[128] = "";
  for (int i = 0; i < count; i++) {
    strncat (list, i == 0 ? "" : i + 1 < count ? ", " : " or ", sizeof list - strlen (list) - 1);
    strncat (list, words[i], sizeof list - strlen (list) - 1);
  }
  return kb_bank_fail (r->error, place, "\"%.40s\" is not known; expected %s", json_string_value (json), list);
}

bool
kb_json_list (KbJsonReader *r, const json_t *json, size_t item_size, const KbBankPlace *place,
              void **items, uint32_t *count)
{
  if (!kb_json_type (r, json, JSON_ARRAY, place))
    return false;
  size_t n = json_array_size (json);
  if (n > UINT32_MAX)
    return kb_bank_fail (r->error, place, "too many items");
  if (n == 0)
    return true;
  *items = kb_bank_new (n, item_size);
  if (!*items)
    return kb_bank_no_memory (r->error);
  *count = (uint32_t) n;
  return true;
}

/* ---- the bank ---- */

bool
kb_json_colour (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint32_t *colour)
{
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  const char *text = json_string_value (json);
  if (text[0] != '#' || strspn (text + 1, "0123456789abcdefABCDEF") != 8 || text[9] != '\0')
    return kb_bank_fail (r->error, place, "expected a colour such as \"#ff8000ff\"");
  *colour = (uint32_t) strtoul (text + 1, NULL, 16);
  return true;
}

bool
kb_json_bool (KbJsonReader *r, const json_t *json, const KbBankPlace *place, bool *value)
{
  *value = json_is_true (json);
  return *value || json_is_false (json) || kb_json_type (r, json, JSON_TRUE, place);
}

bool
kb_json_bytes (KbJsonReader *r, const json_t *json, const KbBankPlace *place, uint8_t **data, size_t *size)
{
  size_t at;
  if (!kb_json_type (r, json, JSON_STRING, place))
    return false;
  if (kb_bank_base64_read (json_string_value (json), json_string_length (json), data, size, &at))
    return true;
  return at == SIZE_MAX ? kb_bank_no_memory (r->error)
    : kb_bank_fail (r->error, place, "expected base64; wrong at character %zu", at);
}

static bool
read_class (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankClass *class)
{
  return kb_json_type (r, json, JSON_OBJECT, place)
    && kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &class->name)
    && kb_json_colour (r, json_object_get (json, "colour"), KB_PLACE_KEY (place, "colour"), &class->colour);
}

static bool
read_page (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankPage *page)
{
  int64_t size[2];
  int encoding = 0;
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_integers (r, json_object_get (json, "size"), 2, 1, KB_BANK_MAX_U16,
                            KB_PLACE_KEY (place, "size"), size)
      || !kb_json_word (r, json_object_get (json, "encoding"), kb_bank_encoding_names, 4,
                        KB_PLACE_KEY (place, "encoding"), &encoding))
    return false;
  page->w = (uint32_t) size[0];
  page->h = (uint32_t) size[1];
  page->encoding = (KbBankEncoding) encoding;
  const json_t *name = json_object_get (json, "name"), *data = json_object_get (json, "data");
  if (name && !kb_json_string (r, name, KB_PLACE_KEY (place, "name"), &page->name))
    return false;
  const KbBankPlace *data_place = KB_PLACE_KEY (place, "data");
  bool inside = encoding == KB_BANK_PAGE_PNG || encoding == KB_BANK_PAGE_RGBA;
  if (!data && !inside)
    return true;
  return kb_json_bytes (r, data, data_place, &page->data, &page->size);
}

static bool
read_step (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankStep *step)
{
  return kb_json_type (r, json, JSON_OBJECT, place)
    && kb_json_u32 (r, json_object_get (json, "frame"), KB_PLACE_KEY (place, "frame"), &step->frame)
    && kb_json_u32 (r, json_object_get (json, "ms"), KB_PLACE_KEY (place, "ms"), &step->ms);
}

static bool
read_animation (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankAnimation *animation)
{
  int loop = 0;
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &animation->name)
      || !kb_json_word (r, json_object_get (json, "loop"), kb_bank_loop_names, 4,
                        KB_PLACE_KEY (place, "loop"), &loop))
    return false;
  animation->loop = (KbBankLoop) loop;
  const json_t *steps = json_object_get (json, "steps");
  if (!kb_json_list (r, steps, sizeof *animation->steps, KB_PLACE_KEY (place, "steps"),
                     (void **) &animation->steps, &animation->n_steps))
    return false;
  for (uint32_t i = 0; i < animation->n_steps; i++)
    if (!read_step (r, json_array_get (steps, i), KB_PLACE_ITEM (place, "steps", i), &animation->steps[i]))
      return false;
  return true;
}

static bool
read_sprite (KbJsonReader *r, const json_t *json, const KbBankPlace *place, KbBankSprite *sprite)
{
  if (!kb_json_type (r, json, JSON_OBJECT, place)
      || !kb_json_string (r, json_object_get (json, "name"), KB_PLACE_KEY (place, "name"), &sprite->name))
    return false;
  const json_t *frames = json_object_get (json, "frames"), *animations = json_object_get (json, "animations");
  if (!kb_json_list (r, frames, sizeof *sprite->frames, KB_PLACE_KEY (place, "frames"),
                     (void **) &sprite->frames, &sprite->n_frames))
    return false;
  for (uint32_t i = 0; i < sprite->n_frames; i++)
    if (!kb_json_frame (r, json_array_get (frames, i), KB_PLACE_ITEM (place, "frames", i), &sprite->frames[i]))
      return false;
  const json_t *zones = json_object_get (json, "zones");
  if (zones && !kb_json_zones (r, zones, "zones", place, false, &sprite->zones, &sprite->n_zones))
    return false;
  if (!kb_json_list (r, animations, sizeof *sprite->animations, KB_PLACE_KEY (place, "animations"),
                     (void **) &sprite->animations, &sprite->n_animations))
    return false;
  for (uint32_t i = 0; i < sprite->n_animations; i++)
    if (!read_animation (r, json_array_get (animations, i), KB_PLACE_ITEM (place, "animations", i),
                         &sprite->animations[i]))
      return false;
  return true;
}

static bool
read_version (KbJsonReader *r, const json_t *root)
{
  const KbBankPlace *place = KB_PLACE_KEY (NULL, "kickbox_bank");
  const json_t *version = json_object_get (root, "kickbox_bank");
  int64_t major = 0, minor = 0;
  if (!kb_json_type (r, version, JSON_OBJECT, place)
      || !kb_json_integer (r, json_object_get (version, "major"), 0, KB_BANK_MAX_U16,
                           KB_PLACE_KEY (place, "major"), &major)
      || !kb_json_integer (r, json_object_get (version, "minor"), 0, KB_BANK_MAX_U16,
                           KB_PLACE_KEY (place, "minor"), &minor))
    return false;
  if (major != KB_BANK_MAJOR)
    return kb_bank_fail (r->error, KB_PLACE_KEY (place, "major"),
                         "this is a bank of version %lld.%lld; this program reads version %d",
                         (long long) major, (long long) minor, KB_BANK_MAJOR);
  return true;
}

static bool
read_root (KbJsonReader *r, const json_t *root)
{
  KbBankContent *content = r->content;
  if (!json_is_object (root))
    return kb_bank_fail (r->error, NULL, "expected an object");
  const json_t *classes = json_object_get (root, "classes"), *sprites = json_object_get (root, "sprites");
  const json_t *pages = json_object_get (root, "pages");
  if (!read_version (r, root)
      || !kb_json_list (r, classes, sizeof *content->classes, KB_PLACE_KEY (NULL, "classes"),
                        (void **) &content->classes, &content->n_classes))
    return false;
  for (uint32_t i = 0; i < content->n_classes; i++)
    if (!read_class (r, json_array_get (classes, i), KB_PLACE_ITEM (NULL, "classes", i), &content->classes[i]))
      return false;
  if (!kb_bank_check_classes (content, r->error))   /* before shapes look for theirs */
    return false;
  if (!kb_json_list (r, pages, sizeof *content->pages, KB_PLACE_KEY (NULL, "pages"),
                     (void **) &content->pages, &content->n_pages))
    return false;
  for (uint32_t i = 0; i < content->n_pages; i++)
    if (!read_page (r, json_array_get (pages, i), KB_PLACE_ITEM (NULL, "pages", i), &content->pages[i]))
      return false;
  if (!kb_json_list (r, sprites, sizeof *content->sprites, KB_PLACE_KEY (NULL, "sprites"),
                     (void **) &content->sprites, &content->n_sprites))
    return false;
  for (uint32_t i = 0; i < content->n_sprites; i++)
    if (!read_sprite (r, json_array_get (sprites, i), KB_PLACE_ITEM (NULL, "sprites", i), &content->sprites[i]))
      return false;
  return kb_json_masks (r, json_object_get (root, "masks")) && kb_json_tracks (r, json_object_get (root, "tracks"))
    && kb_json_levels (r, json_object_get (root, "levels"));
}

static int
compare_masks (const void *a, const void *b)
{
  return strcmp (((const KbBankMask *) a)->name, ((const KbBankMask *) b)->name);
}

static int
compare_tracks (const void *a, const void *b)
{
  return strcmp (((const KbBankTrack *) a)->name, ((const KbBankTrack *) b)->name);
}

static int
compare_levels (const void *a, const void *b)
{
  return strcmp (((const KbBankLevel *) a)->name, ((const KbBankLevel *) b)->name);
}

static int
compare_sprites (const void *a, const void *b)
{
  return strcmp (((const KbBankSprite *) a)->name, ((const KbBankSprite *) b)->name);
}

static void
syntax_error (const json_error_t *json_error, KbBankError *error)
{
  /* Where memory runs out jansson may give no reason; while it copies a token, it calls the text wrong
   * there, which cannot be told apart. */
  if (json_error_code (json_error) == json_error_out_of_memory || !*json_error->text) {
    kb_bank_no_memory (error);
    return;
  }
  char place[64];
  snprintf (place, sizeof place, "line %d, column %d", json_error->line, json_error->column);
  kb_bank_fail (error, KB_PLACE_KEY (NULL, place), "%s", json_error->text);
}

/* jansson up to 2.14 fails an assertion when the buffer of a growing token cannot get memory. A page of
 * pictures is one token, so ask for what the longest could need before jansson does. Volatile, because
 * compilers know that an unused block need not be had. */
static bool
has_memory_for_tokens (size_t length)
{
  void *volatile probe = length < SIZE_MAX / 4 ? malloc (length * 2 + 4096) : NULL;
  free (probe);
  return probe != NULL;
}

bool
kb_bank_json_read (KbBankContent *content, const char *text, size_t length, KbBankError *error)
{
  json_error_t json_error;
  memset (content, 0, sizeof *content);
  if (!has_memory_for_tokens (length))
    return kb_bank_no_memory (error);
  json_t *root = json_loadb (text, length, JSON_REJECT_DUPLICATES, &json_error);
  if (!root) {
    syntax_error (&json_error, error);
    return false;
  }
  KbJsonReader r = { .content = content, .error = error };
  /* Checked before sorting, so that places count as the text does. */
  bool good = read_root (&r, root) && kb_bank_check (content, error);
  if (good && content->n_sprites > 1)
    qsort (content->sprites, content->n_sprites, sizeof *content->sprites, compare_sprites);
  if (good && content->n_masks > 1)
    qsort (content->masks, content->n_masks, sizeof *content->masks, compare_masks);
  if (good && content->n_tracks > 1)
    qsort (content->tracks, content->n_tracks, sizeof *content->tracks, compare_tracks);
  if (good && content->n_levels > 1)
    qsort (content->levels, content->n_levels, sizeof *content->levels, compare_levels);
  if (!good)
    kb_bank_content_clear (content);
  json_decref (root);
  return good;
}
