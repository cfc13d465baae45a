/* SPDX-License-Identifier: MIT */
/* Characters of MUGEN and Ikemen GO: actions (AIR) with their sprites (SFF), both named by a .def,
 * or sprites alone. Boxes are from the axis, which a step's offset moves. They hold for one step;
 * default boxes hold until the action ends. A step lasts for ticks of 1/60 s, or for ever (-1). */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/sheets/mugen.h"

/* ---- mugen files ---- */

/* The files of a MUGEN character. Its .def names them, often in another case than they have. */

#define MAX_DEF_BYTES (1 << 20)

/* The value of a key, without quotes and comment; a new string, or NULL. */
static char *
find_value (const char *text, const char *key)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1),
                  *pattern = g_strdup_printf ("^\\s*%s\\s*=\\s*\"?([^;\"\\r\\n]*[^;\"\\s])", key);
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_CASELESS | G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  return g_regex_match (regex, valid, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* The file that a character names by a key of its section [Files], a new string.
 * NULL and an error if it names none, or if there is none. `text`: of the .def. */
static char *
kb_mugen_find_named (const char *def, const char *text, const char *key, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (def), *name = find_value (text, key);
  char *path = name ? kb_find_file (folder, name) : NULL;
  if (!name)
    kb_import_fail (error, def, _("it names no file by the key '%s'"), key);
  else if (!path)
    kb_import_fail (error, def, _("the file '%s' is missing"), name);
  return path;
}

/* If the .def names these actions, the sprites that it names. */
static char *
find_by_def (const char *def, const char *actions)
{
  g_autofree char *text = NULL, *own = NULL;
  if (!kb_import_read_unpacked (def, MAX_DEF_BYTES, &text, &(gsize) { 0 }, NULL, NULL))
    return NULL;
  own = kb_mugen_find_named (def, text, "anim", NULL);
  return g_strcmp0 (own, actions) == 0 ? kb_mugen_find_named (def, text, "sprite", NULL) : NULL;
}

/* The sprites of actions: named by a .def next to them, of the same name, or the only ones there.
 * NULL if there are none. */
static char *
kb_mugen_find_sprites (const char *actions)
{
  g_autofree char *folder = g_path_get_dirname (actions), *stem = g_path_get_basename (actions),
                  *same = g_strdup_printf ("%.*s.sff", (int) strcspn (stem, "."), stem),
                  *only = NULL;
  char *named = NULL;
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;
  while (!named && files && (name = g_dir_read_name (files)))
    {
      const char *ending = strrchr (name, '.');
      g_autofree char *path = g_build_filename (folder, name, NULL);
      if (ending && g_ascii_strcasecmp (ending, ".def") == 0)
        named = find_by_def (path, actions);
      else if (ending && g_ascii_strcasecmp (ending, ".sff") == 0 && n++ == 0)
        only = g_steal_pointer (&path);
    }
  named = named ? named : kb_find_file (folder, same);
  return named ? named : n == 1 ? g_steal_pointer (&only) : NULL;
}

/* ---- mugen ---- */

#define MUGEN_SIGNATURE "ElecbyteSpr"
#define MUGEN_LINE "^(\xef\xbb\xbf)?[ \t]*"
#define BEGIN "[begin action"
#define MUGEN_TICK (1000.0 / 60)       /* ms */
#define MUGEN_MAX_ACTIONS 8192
#define MUGEN_MAX_STEPS 65536          /* of an action */
#define MAX_SFF_BYTES (256 << 20)
#define MAX_AIR_BYTES (4 << 20)
#define HELD_TICKS 1             /* of a step that lasts for ever */

enum { MUGEN_GROUP, IMAGE, MUGEN_X, MUGEN_Y, TIME, N_NUMBERS };
enum { MUGEN_OWN, DEFAULT };           /* lists of boxes */

static const KbAxisClass mugen_classes[] = { { "Clsn1", 0xe01b24ff }, { "Clsn2", 0x3584e4ff } };

typedef struct {
  KbAxisFrames frames;
  const char *path;
  KbSff *sff;                    /* or NULL: all frames are empty */
  GHashTable *numbers;           /* of the actions so far */
  KbImportAnimation *animation;  /* NULL before its first step */
  gint action;                   /* -1: none, or it is left out */
  guint start;                   /* of its repetition */
  gboolean is_held;              /* its last step lasts for ever */
  GArray *boxes[2][2];           /* KbAxisBox, of both classes, OWN and DEFAULT */
  gboolean has_own[2];
  gint kind;                     /* the class that the last header names; -1: none */
  guint list;                    /* to which its boxes are added */
  guint64 left;                  /* so many of them */
} Air;

/* Keys of a .def whose files are left out where they exist. */
static const char *const mugen_others[] = {
  "cmd", "cns", "st", "st0", "st1", "st2", "st3", "st4", "st5", "st6", "st7", "st8", "st9",
  "stcommon", "sound", "ai", "intro\\.storyboard", "ending\\.storyboard", "pal1", "pal2", "pal3",
  "pal4", "pal5", "pal6", "pal7", "pal8", "pal9", "pal10", "pal11", "pal12"
};

/* Without its place. */
static gboolean
fail_mugen (GError **error, const char *fault)
{
  return kb_fail (error, KB_ERROR_INPUT, "%s", fault);
}

static void
lose (const Air *air, const char *what, guint n)
{
  kb_import_lose (air->frames.import, what, n);
}

/* Of actions with the same number, the first one matters. */
static void
begin_action (Air *air, gint action)
{
  const gboolean is_new = g_hash_table_add (air->numbers, GINT_TO_POINTER (action));
  if (air->animation && air->start < air->animation->steps->len)
    kb_animation_repeat_from (air->animation, air->start);
  lose (air, _("actions with a number that another has"), !is_new);
  air->action = is_new ? action : -1;
  air->animation = NULL;
  air->start = 0;
  air->is_held = FALSE;
  air->kind = -1;
  memset (air->has_own, 0, sizeof air->has_own);
  for (guint i = 0; i < G_N_ELEMENTS (mugen_classes); i++)
    g_array_set_size (air->boxes[i][DEFAULT], 0);
}

/* `count`: what follows the colon, or nothing. */
static void
begin_boxes (Air *air, guint kind, gboolean by_default, const char *count)
{
  air->kind = (gint) kind;
  air->list = by_default ? DEFAULT : MUGEN_OWN;
  air->left = count[strspn (count, " \t")] ? g_ascii_strtoull (count, NULL, 10) : G_MAXUINT64;
  air->has_own[kind] |= !by_default;
  g_array_set_size (air->boxes[kind][air->list], 0);
}

/* Its class is that of the header, whatever its own name says. */
static void
add_mugen_box (Air *air, const gint *sides)
{
  const guint kind = (guint) MAX (air->kind, 0);
  const KbAxisBox box = { &mugen_classes[kind],
                          { MIN (sides[0], sides[2]), MIN (sides[1], sides[3]),
                            MAX (sides[0], sides[2]), MAX (sides[1], sides[3]) } };
  GArray *list = air->boxes[kind][air->list];
  if (air->kind < 0 || !air->left)
    {
      lose (air, _("boxes that no header announces"), 1);
      return;
    }
  air->left--;
  if (list->len < KB_MAX_FRAME_SHAPES)
    g_array_append_val (list, box);
  else
    lose (air, _("boxes without an area, or outside the limits"), 1);
}

/* The frame of a step. A group below 0 shows nothing. */
static gint
find_mugen_frame (Air *air, const gint *numbers, guint flips, GError **error)
{
  g_autoptr (GArray) boxes = g_array_new (FALSE, TRUE, sizeof (KbAxisBox));
  g_autofree char *name = g_strdup_printf ("%d,%d", numbers[MUGEN_GROUP], numbers[IMAGE]);
  KbSffSprite *sprite =
    air->sff ? kb_sff_find (air->sff, numbers[MUGEN_GROUP], numbers[IMAGE]) : NULL;
  const gint picture = sprite ? kb_sff_picture (air->sff, sprite, flips, error) : -1;
  KbJsonRect part = { numbers[MUGEN_GROUP], numbers[IMAGE], 0, 0 };   /* of what is not there */
  gint axis[2] = { 0 };
  for (guint i = 0; i < G_N_ELEMENTS (mugen_classes); i++)
    {
      const GArray *list = air->boxes[i][air->has_own[i] ? MUGEN_OWN : DEFAULT];
      g_array_append_vals (boxes, list->data, list->len);
    }
  if (sprite && picture < 0)
    return -1;
  lose (air, _("pictures that are missing"), !sprite && numbers[MUGEN_GROUP] >= 0);
  if (sprite)
    {
      const KbPicture *shown = kb_import_picture (air->frames.import, picture);
      part = (KbJsonRect) { 0, 0, (gint) shown->width, (gint) shown->height };
      axis[0] = (flips & KB_SFF_MIRRORED ? part.width - sprite->axis_x : sprite->axis_x)
                - numbers[MUGEN_X];
      axis[1] = (flips & KB_SFF_UPSIDE_DOWN ? part.height - sprite->axis_y : sprite->axis_y)
                - numbers[MUGEN_Y];
    }
  return kb_axis_frames_find (&air->frames, name, picture, &part, axis[0], axis[1], boxes, error);
}

/* `rest`: ", flips, blending, scale, scale, angle", all optional. */
static gboolean
add_mugen_step (Air *air, const gint *numbers, const char *rest, GError **error)
{
  g_auto (GStrv) words = g_strsplit (rest, ",", -1);
  const guint n = g_strv_length (words);
  const guint flips = n > 1 ? (strchr (words[1], 'h') ? KB_SFF_MIRRORED : 0)
                                | (strchr (words[1], 'v') ? KB_SFF_UPSIDE_DOWN : 0)
                            : 0;
  const gboolean is_shown = air->action >= 0 && numbers[TIME] && !air->is_held;
  g_autofree char *name = g_strdup_printf ("action %d", air->action);
  const gint frame = is_shown ? find_mugen_frame (air, numbers, flips, error) : -1;
  memset (air->has_own, 0, sizeof air->has_own);
  air->kind = -1;
  lose (air, _("ways of blending"), n > 2 && *g_strstrip (words[2]));
  lose (air, _("scales and angles"), n > 3);
  lose (air, _("steps that are never shown"), !is_shown);
  if (frame < 0)
    return !is_shown;
  if (!air->animation)
    air->animation = kb_axis_frames_animate (&air->frames, name);
  air->is_held = numbers[TIME] < 0;
  if (air->is_held)
    air->animation->loop = KB_LOOP_HOLD_LAST;
  kb_axis_frames_step (&air->frames, air->animation, frame,
                       MUGEN_TICK * (air->is_held ? HELD_TICKS : numbers[TIME]));
  return (air->animation->steps->len <= MUGEN_MAX_STEPS
          && air->frames.import->animations->len <= MUGEN_MAX_ACTIONS)
         || fail_mugen (error, _("the actions or their steps are too many"));
}

/* `line`: in lower case, without its comment. */
static gboolean
read_mugen_line (Air *air, const char *line, GError **error)
{
  guint kind;
  gint n[N_NUMBERS];
  int end;
  if (sscanf (line, "clsn%*1u [%*9u ] =%7d ,%7d ,%7d ,%7d", n, n + 1, n + 2, n + 3) == 4)
    add_mugen_box (air, n);
  else if (sscanf (line, "clsn%1u", &kind) == 1 && kind - 1 < G_N_ELEMENTS (mugen_classes)
           && strchr (line, ':'))
    begin_boxes (air, kind - 1, strstr (line, "default") != NULL, strchr (line, ':') + 1);
  else if (sscanf (line, BEGIN "%7d", n) == 1)
    begin_action (air, n[0]);
  else if (g_str_has_prefix (line, "loopstart"))
    air->start = air->animation ? air->animation->steps->len : 0;
  else if (sscanf (line, "%7d ,%7d ,%7d ,%7d ,%7d%n", n, n + 1, n + 2, n + 3, n + 4, &end) == 5)
    return add_mugen_step (air, n, line + end, error);
  else if (g_ascii_isdigit (*line) || *line == '-')
    return fail_mugen (error, _("expected a group, an image, an offset x, y and a time"));
  else if (g_str_has_prefix (line, "interpolate"))
    lose (air, _("interpolations"), 1);
  else
    lose (air, _("lines that are not known"), *line != '\0');
  return TRUE;
}

static gboolean
read_actions (Air *air, const char *text, gsize size, GError **error)
{
  if (size > MAX_AIR_BYTES)
    return kb_import_fail (error, air->path, _("over %d bytes are too many for actions"),
                           MAX_AIR_BYTES);
  g_autofree char *lower = g_ascii_strdown (text, (gssize) size);
  g_auto (GStrv) lines = g_strsplit (lower, "\n", -1);
  gboolean ok = TRUE;
  air->action = -1;
  guint line = 0;
  for (; ok && lines[line]; line++)
    {
      lines[line][strcspn (lines[line], ";")] = '\0';
      ok = read_mugen_line (air, g_strstrip (lines[line]), error);
    }
  if (!ok)
    g_prefix_error (error, _("%s: line %u: "), air->path, line);
  begin_action (air, -1);
  return ok
         && (air->frames.import->frames->len
             || kb_import_fail (error, air->path, _("there is no step in it")));
}

/* The sprites alone, as frames. */
static gboolean
add_sprites (Air *air, GError **error)
{
  gboolean ok = TRUE;
  KB_EACH_IN_WHILE (ok, const KbSffSprite, sprite, air->sff->sprites)
    {
      const gint numbers[N_NUMBERS] = { sprite->group, sprite->image };
      lose (air, _("sprites with a number that another has"),
            kb_sff_find (air->sff, sprite->group, sprite->image) != sprite);
      ok = find_mugen_frame (air, numbers, 0, error) >= 0;
    }
  if (!ok)
    g_prefix_error (error, "%s: ", air->path);
  return ok
         && (air->sff->sprites->len
             || kb_import_fail (error, air->path, _("there is no sprite in it")));
}

/* Notes and reads a file that another names. */
static char *
load_named_file (KbImport *import, const char *path, gsize limit, gsize *size, GError **error)
{
  char *text = NULL;
  kb_import_note_source (import, path);
  return kb_import_read_unpacked (path, limit, &text, size, NULL, error) ? text : NULL;
}

/* Finds the sprites and reads the actions, even without sprites: their errors come first. */
static gboolean
read_character (Air *air, char *sprites, const char *actions, gsize size, GError **error)
{
  KbImport *import = air->frames.import;
  gsize sff_size;
  char *data = sprites ? load_named_file (import, sprites, MAX_SFF_BYTES, &sff_size, error) : NULL;
  if (sprites && !data)
    return FALSE;
  air->sff = data ? kb_sff_new (import, g_strdup (sprites), data, sff_size, error) : NULL;
  if ((data && !air->sff) || !read_actions (air, actions, size, error))
    return FALSE;
  KB_EACH_IN_WHILE (air->sff, const KbSffSprite, sprite, air->sff->sprites)
    lose (air, _("sprites that no action shows"), !sprite->shown);
  return air->sff || kb_import_fail (error, air->path, _("there is no SFF with its sprites"));
}

/* Whether a line begins so: the same words may be in a name of another program's file. */
static gboolean
has_line (const char *text, const char *pattern)
{
  return g_regex_match_simple (pattern, text,
                               G_REGEX_RAW | G_REGEX_CASELESS | G_REGEX_MULTILINE, 0);
}

static gboolean
read_mugen_file (Air *air, const char *text, gsize size, GError **error)
{
  const char *def = air->path;
  KbImport *import = air->frames.import;
  if (g_str_has_prefix (text, MUGEN_SIGNATURE))
    {
      air->sff = kb_sff_new (import, g_strdup (def), g_memdup2 (text, size), size, error);
      return air->sff && add_sprites (air, error);
    }
  g_autofree char *sprites = NULL, *actions = NULL, *data = NULL;
  if (has_line (text, MUGEN_LINE "\\" BEGIN))
    {
      sprites = kb_mugen_find_sprites (def);
      return read_character (air, sprites, text, size, error);
    }
  sprites = kb_mugen_find_named (def, text, "sprite", error);
  actions = sprites ? kb_mugen_find_named (def, text, "anim", error) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (mugen_others); i++)
    {
      g_autofree char *other = kb_mugen_find_named (def, text, mugen_others[i], NULL);
      lose (air, _("other files of the character"), other != NULL);
    }
  data = actions ? load_named_file (import, actions, MAX_AIR_BYTES, &size, error) : NULL;
  air->path = actions;
  return data && read_character (air, sprites, data, size, error);
}

static gboolean
read_mugen (KbImport *import, const char *text, gsize size, const KbPictureLoader *loader,
            GError **error)
{
  Air air = { .path = import->files[0], .numbers = g_hash_table_new (NULL, NULL) };
  kb_axis_frames_init (&air.frames, import);
  for (guint i = 0; i < 4; i++)
    air.boxes[i / 2][i % 2] = g_array_new (FALSE, TRUE, sizeof (KbAxisBox));
  import->lasting_names = TRUE;
  const gboolean ok = read_mugen_file (&air, text, size, error);
  for (guint i = 0; i < 4; i++)
    g_array_unref (air.boxes[i / 2][i % 2]);
  g_hash_table_unref (air.numbers);
  g_clear_pointer (&air.sff, kb_sff_free);
  kb_axis_frames_clear (&air.frames);
  return ok;
}

static KbFit
recognise_mugen (const KbImportHead *head)
{
  return g_str_has_prefix (head->start, MUGEN_SIGNATURE)
             || has_line (head->start, MUGEN_LINE "\\" BEGIN)
             || (has_line (head->start, MUGEN_LINE "\\[files\\]")
                 && has_line (head->start, MUGEN_LINE "anim"))
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_mugen = {
  .name = "mugen",
  .label = N_("MUGEN character"),
  .noun = N_("a MUGEN character"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.def", "*.air", "*.sff", NULL },
  .mime_types = (const char *const[]) { "text/plain", "application/octet-stream", NULL },
  .options = (const char *const[]) { "name_animations", "ranges", "hot_spot", "fresh", NULL },
  .max_bytes = MAX_SFF_BYTES,
  .recognise = recognise_mugen,
  .read_sprite = read_mugen,
};
