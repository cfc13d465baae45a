/* SPDX-License-Identifier: MIT */
/* SuperTux .sprite files: actions with images, a hit box (offset and size), frames per second. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "interchange/formats.h"
#include "interchange/importers.h"
#include "interchange/readers/readers.h"
#include "interchange/sheets/sheets.h"

#define KB_TUX_MAX_STEPS 65536   /* of one action */

enum { KB_TUX_FLIP_X = 1, KB_TUX_FLIP_Y = 2 };

typedef struct {
  gint picture;                /* -1: the file is missing */
  gint x, y, width, height;
  char *name;                  /* borrowed from KbTuxReader.texts */
  guint flips;
} KbTuxImage;

typedef struct {
  char *name;
  const KbLisp *source;
  enum { KB_TUX_UNREAD, KB_TUX_READING, KB_TUX_READ } state;
  GArray *images;              /* KbTuxImage */
  gboolean has_box, box_fills; /* box_fills: only the offset is given */
  gint box[4];
  double fps;
  gint loops;
} KbTuxAction;

typedef struct {
  KbImport *import;
  const KbPictureLoader *loader;
  const char *path;
  char *folder;
  GPtrArray *actions;          /* KbTuxAction */
  GHashTable *by_name;         /* the file's name, borrowed -> KbTuxAction */
  GHashTable *frames;          /* key -> frame index + 1 */
  GHashTable *flipped;         /* key -> picture index + 1 */
  GHashTable *names;           /* frame name -> number of uses */
  GPtrArray *texts;
  guint n_images, n_steps;
  guint64 flipped_pixels;
} KbTuxReader;

/* ---- supertux frames ---- */

/* A SuperTux sprite's frames and animations. An image with one hit box is one frame, shared by all
 * actions that show it with that hit box. */

#define MAX_ALL_STEPS 1048576

/* The picture that an image shows, flipped if the image is; x and y are set within it. */
static gint
shown_picture (KbTuxReader *reader, const KbTuxImage *image, gint *x, gint *y, GError **error)
{
  *x = image->x;
  *y = image->y;
  if (!image->flips || image->picture < 0)
    return image->picture;
  *x = *y = 0;
  g_autofree char *key =
    g_strdup_printf ("%d %d %d %d %d %u", image->picture, image->x, image->y, image->width,
                     image->height, image->flips);
  gint known = GPOINTER_TO_INT (g_hash_table_lookup (reader->flipped, key));
  if (known)
    return known - 1;
  const KbPicture *from = kb_import_picture (reader->import, image->picture);
  reader->flipped_pixels += (guint64) image->width * image->height;
  KbPicture *to = reader->flipped_pixels > KB_MAX_PICTURE_PIXELS
                    ? NULL
                    : kb_atlas_mirror (from, image->x, image->y, image->width, image->height,
                                       image->flips & KB_TUX_FLIP_X, image->flips & KB_TUX_FLIP_Y);
  if (!to)
    {
      kb_import_fail (error, reader->path, _("the mirrored images have too many pixels"));
      return -1;
    }
  g_autofree char *path = g_strdup_printf (
    "%s-flipped",
    ((KbImportPicture *) g_ptr_array_index (reader->import->pictures, image->picture))->path);
  gint index = kb_import_take_picture (reader->import, path, to);
  g_hash_table_insert (reader->flipped, g_steal_pointer (&key), GINT_TO_POINTER (index + 1));
  return index;
}

static char *
frame_name (KbTuxReader *reader, const KbTuxImage *image)
{
  static const char *const marks[] = { "", " mirrored", " upside down", " turned" };
  char *name = g_strconcat (image->name, marks[image->flips], NULL);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (reader->names, name)) + 1;
  char *result = n > 1 ? g_strdup_printf ("%s #%u", name, n) : g_strdup (name);
  g_hash_table_insert (reader->names, name, GUINT_TO_POINTER (n));
  return result;
}

/* The frame of an image with the action's hit box, made at its first use. -1 on error. */
static gint
find_frame (KbTuxReader *reader, const KbTuxAction *action, const KbTuxImage *image, guint place,
            GError **error)
{
  gint box[4];
  gboolean has_box = action->has_box;
  memcpy (box, action->box, sizeof box);
  /* Without a size the box reaches to the end of the largest image, as in the game. */
  if (action->box_fills)
    {
      gint right = 0, bottom = 0;
      KB_EACH_IN (const KbTuxImage, tux_image, action->images)
        {
          right = MAX (right, tux_image->width);
          bottom = MAX (bottom, tux_image->height);
        }
      box[2] = right - box[0];
      box[3] = bottom - box[1];
      has_box = has_box && box[2] > 0 && box[3] > 0;
      if (action->has_box && !has_box)
        kb_import_message (reader->import,
                           _("action '%s': the hit box has no size and was not kept"),
                           action->name);
    }
  g_autofree char *key =
    g_strdup_printf ("%d %s %d %d %d %d %u %d %d %d %d %d", image->picture,
                     image->picture < 0 ? image->name : "", image->x, image->y, image->width,
                     image->height, image->flips, has_box, box[0], box[1], box[2], box[3]);
  gint known = GPOINTER_TO_INT (g_hash_table_lookup (reader->frames, key));
  if (known)
    return known - 1;
  gint x, y, picture = shown_picture (reader, image, &x, &y, error);
  if (picture < 0 && image->picture >= 0)
    return -1;
  gint width = image->width, height = image->height;
  if (picture < 0)
    {
      width = has_box ? CLAMP (box[0] + box[2], 1, KB_MAX_FRAME_SIDE) : 1;
      height = has_box ? CLAMP (box[1] + box[3], 1, KB_MAX_FRAME_SIDE) : 1;
    }
  g_autofree char *name = frame_name (reader, image);
  KbImportFrame *frame = kb_import_add_frame (reader->import, name, picture, x, y, width, height);
  frame->tag = g_strdup (action->name);
  frame->tag_index = (gint) place;
  if (has_box)
    {
      kb_import_add_shape (frame, "hitbox",
                           json_pack ("{s[iiii]}", "box", box[0], box[1], box[2], box[3]),
                           0xe01b24ff);
      frame->hot_spot = (KbPixel) { box[0] + box[2] / 2, box[1] + box[3] - 1, TRUE };
    }
  else
    frame->hot_spot = (KbPixel) { width / 2, height - 1, TRUE };
  gint index = (gint) reader->import->frames->len - 1;
  g_hash_table_insert (reader->frames, g_steal_pointer (&key), GINT_TO_POINTER (index + 1));
  return index;
}

/* "FILE: line 3, column 7: MESSAGE". Returns FALSE. */
static gboolean
kb_tux_fail (const KbTuxReader *reader, const KbLisp *item, GError **error, const char *message)
{
  return kb_lisp_fail (error, reader->path, item->line, item->column, "%s", message);
}

/* Makes the animation of an action, and the frames it needs. */
static gboolean
kb_tux_add_animation (KbTuxReader *reader, const KbTuxAction *action, GError **error)
{
  guint n = action->images->len, passes = action->loops > 0 ? (guint) action->loops : 1;
  if (n > KB_TUX_MAX_STEPS)
    return kb_tux_fail (reader, action->source, error, _("the action has too many images"));
  if (passes > KB_TUX_MAX_STEPS / n)
    {
      kb_import_message (reader->import,
                         _("action '%s': %d loops are too many, it loops for ever now"),
                         action->name, action->loops);
      passes = 0;
    }
  reader->n_steps += n * MAX (passes, 1);
  if (reader->n_steps > MAX_ALL_STEPS)
    return kb_tux_fail (reader, action->source, error, _("the actions have too many images"));
  KbImportAnimation *animation = kb_import_add_animation (
    reader->import, action->name, action->loops > 0 && passes ? KB_LOOP_HOLD_LAST : KB_LOOP_LOOP);
  for (guint pass = 0; pass < MAX (passes, 1); pass++)
    for (guint i = 0; i < n; i++)
      {
        gint frame =
          find_frame (reader, action, &g_array_index (action->images, KbTuxImage, i), i, error);
        if (frame < 0)
          return FALSE;
        /* Rounds the ends and not the durations, so that errors do not add up. */
        gint64 start = (gint64) floor (i * 1000.0 / action->fps + 0.5),
               end = (gint64) floor ((i + 1) * 1000.0 / action->fps + 0.5);
        kb_import_add_step (animation, (guint) frame,
                            (gint) CLAMP (end - start, 1, KB_MAX_DURATION));
      }
  return reader->import->frames->len <= 65536
         || kb_tux_fail (reader, action->source, error, _("the sprite has too many frames"));
}

/* ---- supertux ---- */

#define MAX_IMAGES 262144      /* over all actions, including those repeated by mirrors and
                                * clones */
#define MAX_ACTIONS 4096
#define DEFAULT_FPS 10.0

static gboolean read_action (KbTuxReader *reader, KbTuxAction *action, GError **error);

/* Reads the numbers after the name of a list; -1 and an error for anything else. */
static gint
read_numbers (const KbTuxReader *reader, const KbLisp *list, double *numbers, gint max,
              GError **error)
{
  gint n = 0;
  for (const KbLisp *item = list->first->next; item; item = item->next, n++)
    {
      if (item->type != KB_LISP_NUMBER || n == max)
        {
          kb_tux_fail (reader, item, error,
                       n == max ? _("there are too many numbers here") : _("expected a number"));
          return -1;
        }
      numbers[n] = item->number;
    }
  return n;
}

static gboolean
read_supertux_number (const KbTuxReader *reader, const KbLisp *list, double *number, GError **error)
{
  gint n = read_numbers (reader, list, number, 1, error);
  return n == 1 || (n == 0 && kb_tux_fail (reader, list, error, _("expected a number")));
}

static const char *
read_supertux_text (const KbTuxReader *reader, const KbLisp *list, GError **error)
{
  const KbLisp *item = list->first->next;
  /* (name (_ "text")) is a translatable text. */
  if (item && kb_lisp_is (item, "_"))
    item = item->first->next;
  if (item && item->type == KB_LISP_TEXT)
    return item->text;
  return kb_null (kb_tux_fail (reader, item ? item : list, error, _("expected a text in quotes")));
}

static gboolean
read_box (KbTuxReader *reader, KbTuxAction *action, const KbLisp *list, GError **error)
{
  double numbers[4] = { 0 };
  gint n = read_numbers (reader, list, numbers, 4, error);
  if (n < 0)
    return FALSE;
  if (n != 2 && n != 4)
    return kb_tux_fail (reader, list, error, _("a hit box needs 4 numbers: x, y, width, height"));
  for (gint i = 0; i < n; i++)
    {
      if (numbers[i] < KB_MIN_COORDINATE || numbers[i] > KB_MAX_COORDINATE)
        return kb_tux_fail (reader, list, error, _("the hit box is too far out or too large"));
      action->box[i] = (gint) floor (numbers[i] + 0.5);
      if (action->box[i] != numbers[i])
        kb_import_message (reader->import,
                           _("action '%s': the hit box was rounded to whole pixels (line %u)"),
                           action->name, list->line);
    }
  if (action->box[0] + action->box[2] > KB_MAX_COORDINATE
      || action->box[1] + action->box[3] > KB_MAX_COORDINATE)
    return kb_tux_fail (reader, list, error, _("the hit box is too far out or too large"));
  action->has_box = TRUE;
  action->box_fills = n == 2 || action->box[2] < 1 || action->box[3] < 1;
  return TRUE;
}

static gboolean
add_image (KbTuxReader *reader, KbTuxAction *action, const KbTuxImage *image, const KbLisp *item,
           GError **error)
{
  if (reader->n_images == MAX_IMAGES)
    return kb_tux_fail (reader, item, error, _("the actions have too many images"));
  reader->n_images++;
  g_array_append_val (action->images, *image);
  return TRUE;
}

/* Loads an image by file name. A missing file is only a message, as in the game. */
static gboolean
load_image (KbTuxReader *reader, KbTuxAction *action, const KbLisp *item, const gint *region,
            GError **error)
{
  if (item->type != KB_LISP_TEXT || !item->text[0])
    return kb_tux_fail (reader, item, error, _("expected the file name of an image in quotes"));
  GError *failure = NULL;
  g_autofree char *path = g_canonicalize_filename (item->text, reader->folder);
  KbTuxImage image = {
    kb_import_load_picture (reader->import, reader->loader, path, &failure), 0, 0, 0, 0, NULL, 0
  };
  gboolean ok = TRUE;
  if (image.picture >= 0)
    {
      const KbPicture *picture = kb_import_picture (reader->import, image.picture);
      image.width = (gint) picture->width;
      image.height = (gint) picture->height;
      if (region
          && (region[0] < 0 || region[1] < 0 || region[2] < 1 || region[3] < 1
              || region[2] > image.width - region[0] || region[3] > image.height - region[1]))
        ok = kb_lisp_fail (error, reader->path, item->line, item->column,
                           _("the region is not within the image (%d x %d pixels)"), image.width,
                           image.height);
      else if (region)
        {
          image.x = region[0];
          image.y = region[1];
          image.width = region[2];
          image.height = region[3];
        }
      if (ok && (image.width > KB_MAX_FRAME_SIDE || image.height > KB_MAX_FRAME_SIDE))
        ok = kb_tux_fail (reader, item, error, _("the image is too large for a frame"));
    }
  else if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      kb_import_message (reader->import, _("line %u: there is no file '%s'; the frame is empty"),
                         item->line, item->text);
      g_clear_error (&failure);
    }
  else
    {
      g_propagate_prefixed_error (error, failure, _("%s: line %u, column %u: "), reader->path,
                                  item->line, item->column);
      ok = FALSE;
    }
  if (!ok)
    return FALSE;
  char *name = g_strdup (item->text);
  gsize n = strlen (name);
  if (n > 4 && g_ascii_strcasecmp (name + n - 4, ".png") == 0)
    name[n - 4] = '\0';
  g_ptr_array_add (reader->texts, name);
  image.name = name;
  return add_image (reader, action, &image, item, error);
}

static gboolean
read_images (KbTuxReader *reader, KbTuxAction *action, const KbLisp *list, GError **error)
{
  for (const KbLisp *item = list->first->next; item; item = item->next)
    if (!load_image (reader, action, item, NULL, error))
      return FALSE;
  return TRUE;
}

/* (regions (region "FILE" X Y W H) ...) */
static gboolean
read_regions (KbTuxReader *reader, KbTuxAction *action, const KbLisp *list, GError **error)
{
  for (const KbLisp *item = list->first->next; item; item = item->next)
    {
      gint region[4], n = 0;
      const KbLisp *file = kb_lisp_is (item, "region") ? item->first->next : NULL;
      for (const KbLisp *number = file ? file->next : NULL; number; number = number->next, n++)
        {
          if (n == 4 || number->type != KB_LISP_NUMBER || number->number != floor (number->number)
              || fabs (number->number) > KB_MAX_PICTURE_SIDE)
            return kb_tux_fail (reader, number, error,
                                _("expected 4 whole numbers: x, y, width, height"));
          region[n] = (gint) number->number;
        }
      if (n != 4)
        return kb_tux_fail (reader, item, error, _("expected (region \"FILE\" X Y WIDTH HEIGHT)"));
      if (!load_image (reader, action, file, region, error))
        return FALSE;
    }
  return TRUE;
}

/* Has the list no effect? (x-offset 0), (flip #f #f). */
static gboolean
means_nothing (const KbLisp *list)
{
  for (const KbLisp *item = list ? list->first->next : NULL; item; item = item->next)
    if (!(item->type == KB_LISP_NUMBER && item->number == 0)
        && !(item->type == KB_LISP_SYMBOL && strcmp (item->text, "#f") == 0))
      return FALSE;
  return TRUE;
}

/* (surfaces (surface (diffuse-texture (file "FILE")) ...)): keeps the picture but not the
 * effects. */
static gboolean
read_surfaces (KbTuxReader *reader, KbTuxAction *action, const KbLisp *list, GError **error)
{
  static const char *const effects[] = { "translate", "rotate", "flip", NULL };
  for (const KbLisp *item = list->first->next; item; item = item->next)
    {
      const KbLisp *file = kb_lisp_find (kb_lisp_find (item, "diffuse-texture"), "file");
      if (!kb_lisp_is (item, "surface") || !file || !file->first->next)
        return kb_tux_fail (reader, item, error,
                            _("expected (surface (diffuse-texture (file \"FILE\")))"));
      if (kb_lisp_find (item, "displacement-texture"))
        kb_import_message (reader->import,
                           _("action '%s': the displacement texture was not kept (line %u)"),
                           action->name, item->line);
      for (guint i = 0; effects[i]; i++)
        if (!means_nothing (kb_lisp_find (item, effects[i])))
          kb_import_message (reader->import, _("action '%s': '%s' was not kept (line %u)"),
                             action->name, effects[i], item->line);
      if (!load_image (reader, action, file->first->next, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* Copies another action's images, flipped, and values that this action does not set. */
static gboolean
read_reference (KbTuxReader *reader, KbTuxAction *action, const KbLisp *list, guint flips,
                gboolean clone, gboolean own_fps, gboolean own_loops, GError **error)
{
  const char *name = read_supertux_text (reader, list, error);
  KbTuxAction *other = name ? g_hash_table_lookup (reader->by_name, name) : NULL;
  if (!name)
    return FALSE;
  if (!other)
    return kb_lisp_fail (error, reader->path, list->line, list->column,
                         _("there is no action '%s'"), name);
  if (other->state == KB_TUX_READING)
    return kb_lisp_fail (error, reader->path, list->line, list->column,
                         _("action '%s' refers to itself"), name);
  if (!read_action (reader, other, error))
    return FALSE;
  KB_EACH_IN (const KbTuxImage, tux_image, other->images)
    {
      KbTuxImage image = *tux_image;
      image.flips ^= flips;
      if (!add_image (reader, action, &image, list, error))
        return FALSE;
    }
  if (!action->has_box)
    {
      action->has_box = other->has_box;
      action->box_fills = other->box_fills;
      memcpy (action->box, other->box, sizeof action->box);
    }
  if (!own_loops)
    action->loops = other->loops;
  if (clone && !own_fps)
    action->fps = other->fps;
  return TRUE;
}

static gboolean
read_loops (KbTuxReader *reader, KbTuxAction *action, const KbLisp *list, GError **error)
{
  double number = 0;
  if (!read_supertux_number (reader, list, &number, error))
    return FALSE;
  action->loops = (gint) CLAMP (number, -1, KB_TUX_MAX_STEPS);
  return TRUE;
}

static gboolean
read_fps (KbTuxReader *reader, KbTuxAction *action, const KbLisp *list, GError **error)
{
  double number = 0;
  if (!read_supertux_number (reader, list, &number, error))
    return FALSE;
  if (number >= 1000.0 / KB_MAX_DURATION && number <= 1000)
    action->fps = number;
  else
    kb_import_message (reader->import,
                       _("action '%s': %g frames per second were taken as %g (line %u)"),
                       action->name, number, DEFAULT_FPS, list->line);
  return TRUE;
}

/* Where an action's images come from: the first of these that it has. */
static const struct {
  const char *name;
  gboolean (*read) (KbTuxReader *reader, KbTuxAction *action, const KbLisp *list, GError **error);
  guint flips;             /* of another action's images, if `read` is NULL */
} supertux_ways[] = {
  { "mirror-action", NULL, KB_TUX_FLIP_X }, { "flip-action", NULL, KB_TUX_FLIP_Y },
  { "clone-action", NULL, 0 },              { "regions", read_regions },
  { "images", read_images },                { "surfaces", read_surfaces },
};

static gboolean
read_action (KbTuxReader *reader, KbTuxAction *action, GError **error)
{
  static const char *const known[] = { "name",        "hitbox",       "fps",      "loops",
                                       "images",      "regions",      "surfaces", "mirror-action",
                                       "flip-action", "clone-action", NULL };
  if (action->state == KB_TUX_READ)
    return TRUE;
  action->state = KB_TUX_READING;
  const KbLisp *source = action->source;
  const KbLisp *box = kb_lisp_find (source, "hitbox"), *fps = kb_lisp_find (source, "fps");
  const KbLisp *loops = kb_lisp_find (source, "loops"), *part = NULL;
  if ((box && !read_box (reader, action, box, error))
      || (fps && !read_fps (reader, action, fps, error))
      || (loops && !read_loops (reader, action, loops, error)))
    return FALSE;
  for (const KbLisp *item = source->first->next; item; item = item->next)
    if (item->type != KB_LISP_LIST || !item->first || item->first->type != KB_LISP_SYMBOL)
      return kb_tux_fail (reader, item, error, _("expected a list such as (fps 10)"));
    else if (!g_strv_contains (known, item->first->text) && !means_nothing (item))
      kb_import_message (reader->import, _("action '%s': '%s' was not kept (line %u)"),
                         action->name, item->first->text, item->line);

  guint i = 0;
  while (i < G_N_ELEMENTS (supertux_ways) && !(part = kb_lisp_find (source, supertux_ways[i].name)))
    i++;
  gboolean ok = !part ? kb_tux_fail (reader, source, error, _("the action has no images"))
                : supertux_ways[i].read
                  ? supertux_ways[i].read (reader, action, part, error)
                  : read_reference (reader, action, part, supertux_ways[i].flips,
                                    !supertux_ways[i].flips, fps != NULL, loops != NULL, error);
  if (ok && action->images->len == 0)
    ok = kb_tux_fail (reader, part, error, _("expected at least one image"));
  action->state = KB_TUX_READ;
  return ok;
}

static void
action_free (gpointer data)
{
  KbTuxAction *action = data;
  g_free (action->name);
  g_array_unref (action->images);
  g_free (action);
}

/* Lists the actions first, so that one can refer to a later one. */
static gboolean
collect_actions (KbTuxReader *reader, const KbLisp *root, GError **error)
{
  for (const KbLisp *item = root->first->next; item; item = item->next)
    {
      if (!kb_lisp_is (item, "action"))
        {
          if (item->type != KB_LISP_LIST || !item->first || item->first->type != KB_LISP_SYMBOL)
            return kb_tux_fail (reader, item, error, _("expected (action ...)"));
          if (strcmp (item->first->text, "name") != 0)
            kb_import_message (reader->import, _("'%s' was not kept (line %u)"), item->first->text,
                               item->line);
          continue;
        }
      const KbLisp *given = kb_lisp_find (item, "name");
      const char *text = given ? read_supertux_text (reader, given, error) : "default";
      if (!text)
        return FALSE;
      if (reader->actions->len == MAX_ACTIONS)
        return kb_tux_fail (reader, item, error, _("the sprite has too many actions"));
      g_autofree char *clean = kb_import_clean_name (text);
      KbTuxAction *action = KB_NEW (
        KbTuxAction, .name = kb_animation_free_name (reader->import, clean ? clean : "default"),
        .source = item, .images = g_array_new (FALSE, FALSE, sizeof (KbTuxImage)),
        .fps = DEFAULT_FPS, .loops = -1);
      g_ptr_array_add (reader->actions, action);
      if (!g_hash_table_insert (reader->by_name, (gpointer) text, action))
        return kb_lisp_fail (error, reader->path, item->line, item->column,
                             _("there are two actions '%s'"), text);
    }
  return reader->actions->len > 0
         || kb_tux_fail (reader, root, error, _("the sprite has no actions"));
}

static gboolean
read_root (KbTuxReader *reader, const KbLisp *root, GError **error)
{
  if (!kb_lisp_is (root, "supertux-sprite"))
    return kb_tux_fail (reader, root, error, _("expected (supertux-sprite ...)"));
  if (!collect_actions (reader, root, error))
    return FALSE;
  KB_EACH (void, item, reader->actions)
    if (!read_action (reader, item, error))
      return FALSE;
  KB_EACH (void, action, reader->actions)
    if (!kb_tux_add_animation (reader, action, error))
      return FALSE;
  return TRUE;
}

/* A missing picture is allowed. If all are missing, the file is in the wrong folder. */
static gboolean
check_pictures (const KbImport *import, GError **error)
{
  KB_EACH (const KbImportFrame, frame, import->frames)
    if (frame->picture >= 0)
      return TRUE;
  return import->frames->len == 0
         || kb_import_fail (
           error, import->files[0],
           _("none of the sprite's pictures exists; expected them next to this file"));
}

static gboolean
read_supertux (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
               GError **error)
{
  const char *path = import->files[0];
  g_autoptr (KbLisp) root = kb_lisp_parse (text, length, path, error);
  if (!root)
    return FALSE;
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GPtrArray) actions = g_ptr_array_new_with_free_func (action_free),
                        texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal),
                         frames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                         flipped = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                         names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KbTuxReader reader = { .import = import,
                         .loader = loader,
                         .path = path,
                         .folder = folder,
                         .actions = actions,
                         .by_name = by_name,
                         .frames = frames,
                         .flipped = flipped,
                         .names = names,
                         .texts = texts };
  gboolean ok = read_root (&reader, root, error);
  import->lasting_names = TRUE;
  return ok && check_pictures (import, error);
}

static void
list_in (const KbLisp *list, const char *folder, GPtrArray *pictures)
{
  for (const KbLisp *item = list->first; item; item = item->next)
    if (item->type == KB_LISP_LIST)
      list_in (item, folder, pictures);
    else if (item->type == KB_LISP_TEXT && g_str_has_suffix (item->text, ".png"))
      g_ptr_array_add (pictures, g_canonicalize_filename (item->text, folder));
}

static void
list_pictures (const char *path, const char *text, gsize length, GPtrArray *pictures)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (KbLisp) root = kb_lisp_parse (text, length, path, NULL);
  if (root)
    list_in (root, folder, pictures);
}

static KbFit
recognise_supertux (const KbImportHead *head)
{
  return strstr (head->start, "(supertux-sprite")
             && g_regex_match_simple ("\\A(\xef\xbb\xbf)?\\s*[(;]", head->start, G_REGEX_RAW, 0)
           ? KB_FIT_LIKELY
           : KB_FIT_NONE;
}

const KbImporter kb_importer_supertux = {
  .name = "supertux",
  .label = N_("SuperTux sprite"),
  .noun = N_("a SuperTux sprite"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.sprite", NULL },
  .mime_types = (const char *const[]) { NULL },
  .options = (const char *const[]) { "colour_key", "fresh", NULL },
  .max_bytes = 1 << 20,
  .recognise = recognise_supertux,
  .read_sprite = read_supertux,
  .list_pictures = list_pictures,
};
