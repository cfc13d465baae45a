/* SPDX-License-Identifier: MIT */
/* SuperTux .sprite files: actions with images, a hit box (offset and size), frames per second.
 *
 * An action becomes an animation; an image with one hit box becomes a frame, shared by all actions
 * that show it so. Mirrored and flipped actions get pictures that are flipped, as their hit boxes
 * are given for what is seen. The hit box is a box of the class "hitbox", and the hot spot is the
 * middle of its lowest row: where the thing stands. Limited loops hold the last frame, as the game
 * does. Own values of an action win over those it takes from another. */
#include "interchange/formats.h"
#include "interchange/lisp.h"
#include "interchange/supertux.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_TEXT (1024 * 1024)
#define MAX_IMAGES 262144      /* over all actions, with those that mirrors and clones repeat */
#define MAX_ACTIONS 4096
#define MAX_STEPS 65536        /* of one action */
#define MAX_ALL_STEPS 1048576
#define DEFAULT_FPS 10.0

typedef struct {
  gint picture;                /* -1: the file is missing */
  gint x, y, width, height;
  char *name;                  /* borrowed from Reader.names */
  guint flips;                 /* FLIP_X, FLIP_Y */
} Image;
enum { FLIP_X = 1, FLIP_Y = 2 };

typedef struct {
  char *name;
  const KbLisp *source;
  enum { UNREAD, READING, READ } state;
  GArray *images;
  gboolean has_box, box_fills; /* box_fills: only the offset is given */
  gint box[4];
  double fps;
  gint loops;
} Action;

typedef struct {
  KbImport *import;
  const KbPictureLoader *loader;
  const char *path;
  char *folder;
  GPtrArray *actions;
  GHashTable *by_name;         /* name -> Action */
  GHashTable *frames;          /* key -> frame index + 1 */
  GHashTable *flipped;         /* key -> picture index + 1 */
  GHashTable *names;           /* frame name -> how often */
  GPtrArray *texts;
  guint n_images, n_steps;
  guint64 flipped_pixels;
} Reader;

static gboolean read_action (Reader *reader, Action *action, GError **error);

static gboolean
fail_at (const Reader *reader, const KbLisp *item, GError **error, const char *message)
{
  return kb_lisp_fail (error, reader->path, item->line, item->column, "%s", message);
}

/* The numbers after the name of a list; -1 and an error when something else is there. */
static gint
read_numbers (const Reader *reader, const KbLisp *list, double *numbers, gint max, GError **error)
{
  gint n = 0;
  for (const KbLisp *item = list->first->next; item; item = item->next, n++)
    {
      if (item->type != KB_LISP_NUMBER || n == max)
        {
          fail_at (reader, item, error, n == max ? _("there are too many numbers here") : _("expected a number"));
          return -1;
        }
      numbers[n] = item->number;
    }
  return n;
}

static gboolean
read_number (const Reader *reader, const KbLisp *list, double *number, GError **error)
{
  gint n = read_numbers (reader, list, number, 1, error);
  return n == 1 || (n == 0 && fail_at (reader, list, error, _("expected a number")));
}

static const char *
read_text (const Reader *reader, const KbLisp *list, GError **error)
{
  const KbLisp *item = list->first->next;
  /* (name (_ "text")) is a text to be translated. */
  if (item && kb_lisp_is (item, "_"))
    item = item->first->next;
  if (item && item->type == KB_LISP_TEXT)
    return item->text;
  fail_at (reader, item ? item : list, error, _("expected a text in quotes"));
  return NULL;
}

static gboolean
read_box (Reader *reader, Action *action, const KbLisp *list, GError **error)
{
  double numbers[4] = { 0 };
  gint n = read_numbers (reader, list, numbers, 4, error);
  if (n < 0)
    return FALSE;
  if (n != 2 && n != 4)
    return fail_at (reader, list, error, _("a hit box needs 4 numbers: x, y, width, height"));
  for (gint i = 0; i < n; i++)
    {
      if (numbers[i] < KB_MIN_COORDINATE || numbers[i] > KB_MAX_COORDINATE)
        return fail_at (reader, list, error, _("the hit box is too far out or too large"));
      action->box[i] = (gint) floor (numbers[i] + 0.5);
      if (action->box[i] != numbers[i])
        kb_import_message (reader->import, _("action '%s': the hit box was rounded to whole pixels (line %u)"),
                           action->name, list->line);
    }
  if (action->box[0] + action->box[2] > KB_MAX_COORDINATE || action->box[1] + action->box[3] > KB_MAX_COORDINATE)
    return fail_at (reader, list, error, _("the hit box is too far out or too large"));
  action->has_box = TRUE;
  action->box_fills = n == 2 || action->box[2] < 1 || action->box[3] < 1;
  return TRUE;
}

static gboolean
add_image (Reader *reader, Action *action, const Image *image, const KbLisp *item, GError **error)
{
  if (reader->n_images == MAX_IMAGES)
    return fail_at (reader, item, error, _("the actions have too many images"));
  reader->n_images++;
  g_array_append_val (action->images, *image);
  return TRUE;
}

/* An image by its file name; a missing file is a message, as the game goes on without it too. */
static gboolean
load_image (Reader *reader, Action *action, const KbLisp *item, const gint *region, GError **error)
{
  if (item->type != KB_LISP_TEXT || !item->text[0])
    return fail_at (reader, item, error, _("expected the file name of an image in quotes"));
  GError *failure = NULL;
  char *path = g_canonicalize_filename (item->text, reader->folder);
  Image image = { kb_import_load_picture (reader->import, reader->loader, path, &failure), 0, 0, 0, 0, NULL, 0 };
  gboolean ok = TRUE;
  if (image.picture >= 0)
    {
      const KbPicture *picture = kb_import_picture (reader->import, image.picture);
      image.width = (gint) picture->width;
      image.height = (gint) picture->height;
      if (region && (region[0] < 0 || region[1] < 0 || region[2] < 1 || region[3] < 1
                     || region[2] > image.width - region[0] || region[3] > image.height - region[1]))
        ok = kb_lisp_fail (error, reader->path, item->line, item->column,
                           _("the region is not within the image (%d x %d pixels)"), image.width, image.height);
      else if (region)
        {
          image.x = region[0];
          image.y = region[1];
          image.width = region[2];
          image.height = region[3];
        }
      if (ok && (image.width > KB_MAX_FRAME_SIDE || image.height > KB_MAX_FRAME_SIDE))
        ok = fail_at (reader, item, error, _("the image is too large for a frame"));
    }
  else if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      kb_import_message (reader->import, _("line %u: there is no file '%s'; the frame is empty"), item->line, item->text);
      g_clear_error (&failure);
    }
  else
    {
      g_propagate_prefixed_error (error, failure, _("%s: line %u, column %u: "), reader->path, item->line, item->column);
      ok = FALSE;
    }
  g_free (path);
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
read_images (Reader *reader, Action *action, const KbLisp *list, GError **error)
{
  for (const KbLisp *item = list->first->next; item; item = item->next)
    if (!load_image (reader, action, item, NULL, error))
      return FALSE;
  return TRUE;
}

/* (regions (region "FILE" X Y W H) ...) */
static gboolean
read_regions (Reader *reader, Action *action, const KbLisp *list, GError **error)
{
  for (const KbLisp *item = list->first->next; item; item = item->next)
    {
      gint region[4], n = 0;
      const KbLisp *file = kb_lisp_is (item, "region") ? item->first->next : NULL;
      for (const KbLisp *number = file ? file->next : NULL; number; number = number->next, n++)
        {
          if (n == 4 || number->type != KB_LISP_NUMBER || number->number != floor (number->number)
              || fabs (number->number) > KB_MAX_PICTURE_SIDE)
            return fail_at (reader, number, error, _("expected 4 whole numbers: x, y, width, height"));
          region[n] = (gint) number->number;
        }
      if (n != 4)
        return fail_at (reader, item, error, _("expected (region \"FILE\" X Y WIDTH HEIGHT)"));
      if (!load_image (reader, action, file, region, error))
        return FALSE;
    }
  return TRUE;
}

/* Whether leaving the list out changes nothing: (x-offset 0), (flip #f #f). */
static gboolean
means_nothing (const KbLisp *list)
{
  for (const KbLisp *item = list ? list->first->next : NULL; item; item = item->next)
    if (!(item->type == KB_LISP_NUMBER && item->number == 0)
        && !(item->type == KB_LISP_SYMBOL && strcmp (item->text, "#f") == 0))
      return FALSE;
  return TRUE;
}

/* (surfaces (surface (diffuse-texture (file "FILE")) ...)): the picture is kept, effects are not. */
static gboolean
read_surfaces (Reader *reader, Action *action, const KbLisp *list, GError **error)
{
  static const char *const effects[] = { "translate", "rotate", "flip", NULL };
  for (const KbLisp *item = list->first->next; item; item = item->next)
    {
      const KbLisp *file = kb_lisp_find (kb_lisp_find (item, "diffuse-texture"), "file");
      if (!kb_lisp_is (item, "surface") || !file || !file->first->next)
        return fail_at (reader, item, error, _("expected (surface (diffuse-texture (file \"FILE\")))"));
      if (kb_lisp_find (item, "displacement-texture"))
        kb_import_message (reader->import, _("action '%s': the displacement texture was not kept (line %u)"),
                           action->name, item->line);
      for (guint i = 0; effects[i]; i++)
        if (!means_nothing (kb_lisp_find (item, effects[i])))
          kb_import_message (reader->import, _("action '%s': '%s' was not kept (line %u)"), action->name, effects[i], item->line);
      if (!load_image (reader, action, file->first->next, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes over another action's images, flipped, and what this action does not say itself. */
static gboolean
read_reference (Reader *reader, Action *action, const KbLisp *list, guint flips, gboolean clone,
                gboolean own_fps, gboolean own_loops, GError **error)
{
  const char *name = read_text (reader, list, error);
  Action *other = name ? g_hash_table_lookup (reader->by_name, name) : NULL;
  if (!name)
    return FALSE;
  if (!other)
    return kb_lisp_fail (error, reader->path, list->line, list->column, _("there is no action '%s'"), name);
  if (other->state == READING)
    return kb_lisp_fail (error, reader->path, list->line, list->column, _("action '%s' refers to itself"), name);
  if (!read_action (reader, other, error))
    return FALSE;
  for (guint i = 0; i < other->images->len; i++)
    {
      Image image = g_array_index (other->images, Image, i);
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
read_loops (Reader *reader, Action *action, const KbLisp *list, GError **error)
{
  double number = 0;
  if (!read_number (reader, list, &number, error))
    return FALSE;
  action->loops = (gint) CLAMP (number, -1, MAX_STEPS);
  return TRUE;
}

static gboolean
read_fps (Reader *reader, Action *action, const KbLisp *list, GError **error)
{
  double number = 0;
  if (!read_number (reader, list, &number, error))
    return FALSE;
  if (number >= 1000.0 / KB_MAX_DURATION && number <= 1000)
    action->fps = number;
  else
    kb_import_message (reader->import, _("action '%s': %g frames per second were taken as %g (line %u)"),
                       action->name, number, DEFAULT_FPS, list->line);
  return TRUE;
}

static gboolean
read_action (Reader *reader, Action *action, GError **error)
{
  static const char *const known[] = { "name", "hitbox", "fps", "loops", "images", "regions", "surfaces",
                                       "mirror-action", "flip-action", "clone-action", NULL };
  if (action->state == READ)
    return TRUE;
  action->state = READING;
  const KbLisp *source = action->source;
  const KbLisp *box = kb_lisp_find (source, "hitbox"), *fps = kb_lisp_find (source, "fps");
  const KbLisp *loops = kb_lisp_find (source, "loops"), *part;
  if ((box && !read_box (reader, action, box, error)) || (fps && !read_fps (reader, action, fps, error))
      || (loops && !read_loops (reader, action, loops, error)))
    return FALSE;
  for (const KbLisp *item = source->first->next; item; item = item->next)
    if (item->type != KB_LISP_LIST || !item->first || item->first->type != KB_LISP_SYMBOL)
      return fail_at (reader, item, error, _("expected a list such as (fps 10)"));
    else if (!g_strv_contains (known, item->first->text) && !means_nothing (item))
      kb_import_message (reader->import, _("action '%s': '%s' was not kept (line %u)"), action->name,
                         item->first->text, item->line);

  gboolean ok;
  if ((part = kb_lisp_find (source, "mirror-action")))
    ok = read_reference (reader, action, part, FLIP_X, FALSE, fps != NULL, loops != NULL, error);
  else if ((part = kb_lisp_find (source, "flip-action")))
    ok = read_reference (reader, action, part, FLIP_Y, FALSE, fps != NULL, loops != NULL, error);
  else if ((part = kb_lisp_find (source, "clone-action")))
    ok = read_reference (reader, action, part, 0, TRUE, fps != NULL, loops != NULL, error);
  else if ((part = kb_lisp_find (source, "regions")))
    ok = read_regions (reader, action, part, error);
  else if ((part = kb_lisp_find (source, "images")))
    ok = read_images (reader, action, part, error);
  else if ((part = kb_lisp_find (source, "surfaces")))
    ok = read_surfaces (reader, action, part, error);
  else
    ok = fail_at (reader, source, error, _("the action has no images"));
  if (ok && action->images->len == 0)
    ok = fail_at (reader, part, error, _("expected at least one image"));
  action->state = READ;
  return ok;
}

/* The picture that an image shows, flipped where the image is; x and y are set within it. */
static gint
shown_picture (Reader *reader, const Image *image, gint *x, gint *y, GError **error)
{
  *x = image->x;
  *y = image->y;
  if (!image->flips || image->picture < 0)
    return image->picture;
  *x = *y = 0;
  char *key = g_strdup_printf ("%d %d %d %d %d %u", image->picture, image->x, image->y, image->width, image->height,
                               image->flips);
  gint known = GPOINTER_TO_INT (g_hash_table_lookup (reader->flipped, key));
  if (known)
    {
      g_free (key);
      return known - 1;
    }
  const KbPicture *from = kb_import_picture (reader->import, image->picture);
  reader->flipped_pixels += (guint64) image->width * image->height;
  KbPicture *to = reader->flipped_pixels > KB_MAX_PICTURE_PIXELS ? NULL : kb_picture_new (image->width, image->height);
  if (!to)
    {
      g_free (key);
      kb_import_fail (error, reader->path, _("the mirrored images have too many pixels"));
      return -1;
    }
  for (gint row = 0; row < image->height; row++)
    for (gint column = 0; column < image->width; column++)
      {
        gint u = image->flips & FLIP_X ? image->width - 1 - column : column;
        gint v = image->flips & FLIP_Y ? image->height - 1 - row : row;
        memcpy (to->rgba + 4 * ((gsize) row * to->width + column), kb_picture_pixel (from, image->x + u, image->y + v), 4);
      }
  char *path = g_strdup_printf ("%s-flipped", ((KbImportPicture *) g_ptr_array_index (reader->import->pictures, image->picture))->path);
  gint index = kb_import_take_picture (reader->import, path, to);
  g_free (path);
  g_hash_table_insert (reader->flipped, key, GINT_TO_POINTER (index + 1));
  return index;
}

static char *
frame_name (Reader *reader, const Image *image)
{
  static const char *const marks[] = { "", " mirrored", " upside down", " turned" };
  char *name = g_strconcat (image->name, marks[image->flips], NULL);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (reader->names, name)) + 1;
  char *result = n > 1 ? g_strdup_printf ("%s #%u", name, n) : g_strdup (name);
  g_hash_table_insert (reader->names, name, GUINT_TO_POINTER (n));
  return result;
}

/* The frame for an image with the action's hit box; made at its first use. -1 on error. */
static gint
find_frame (Reader *reader, const Action *action, const Image *image, guint place, GError **error)
{
  gint box[4];
  gboolean has_box = action->has_box;
  memcpy (box, action->box, sizeof box);
  /* Without a size the box reaches to the end of the largest image, as in the game. */
  if (action->box_fills)
    {
      gint right = 0, bottom = 0;
      for (guint i = 0; i < action->images->len; i++)
        {
          right = MAX (right, g_array_index (action->images, Image, i).width);
          bottom = MAX (bottom, g_array_index (action->images, Image, i).height);
        }
      box[2] = right - box[0];
      box[3] = bottom - box[1];
      has_box = has_box && box[2] > 0 && box[3] > 0;
      if (action->has_box && !has_box)
        kb_import_message (reader->import, _("action '%s': the hit box has no size and was not kept"), action->name);
    }
  char *key = g_strdup_printf ("%d %s %d %d %d %d %u %d %d %d %d %d", image->picture, image->picture < 0 ? image->name : "",
                               image->x, image->y, image->width, image->height, image->flips, has_box,
                               box[0], box[1], box[2], box[3]);
  gint known = GPOINTER_TO_INT (g_hash_table_lookup (reader->frames, key));
  if (known)
    {
      g_free (key);
      return known - 1;
    }
  gint x, y, picture = shown_picture (reader, image, &x, &y, error);
  if (picture < 0 && image->picture >= 0)
    {
      g_free (key);
      return -1;
    }
  gint width = image->width, height = image->height;
  if (picture < 0)
    {
      width = has_box ? CLAMP (box[0] + box[2], 1, KB_MAX_FRAME_SIDE) : 1;
      height = has_box ? CLAMP (box[1] + box[3], 1, KB_MAX_FRAME_SIDE) : 1;
    }
  char *name = frame_name (reader, image);
  KbImportFrame *frame = kb_import_add_frame (reader->import, name, picture, x, y, width, height);
  g_free (name);
  frame->tag = g_strdup (action->name);
  frame->tag_index = (gint) place;
  if (has_box)
    {
      KbImportShape *shape = kb_import_add_box (frame, "hitbox", box[0], box[1], box[2], box[3]);
      shape->colour = 0xe01b24ff;
      frame->hot_spot = (KbPixel) { box[0] + box[2] / 2, box[1] + box[3] - 1, TRUE };
    }
  else
    frame->hot_spot = (KbPixel) { width / 2, height - 1, TRUE };
  gint index = (gint) reader->import->frames->len - 1;
  g_hash_table_insert (reader->frames, key, GINT_TO_POINTER (index + 1));
  return index;
}

static gboolean
add_animation (Reader *reader, const Action *action, GError **error)
{
  guint n = action->images->len, passes = action->loops > 0 ? (guint) action->loops : 1;
  if (n > MAX_STEPS)
    return fail_at (reader, action->source, error, _("the action has too many images"));
  if (passes > MAX_STEPS / n)
    {
      kb_import_message (reader->import, _("action '%s': %d loops are too many, it loops for ever now"), action->name, action->loops);
      passes = 0;
    }
  reader->n_steps += n * MAX (passes, 1);
  if (reader->n_steps > MAX_ALL_STEPS)
    return fail_at (reader, action->source, error, _("the actions have too many images"));
  KbImportAnimation *animation = kb_import_add_animation (reader->import, action->name,
                                                          action->loops > 0 && passes ? KB_LOOP_HOLD_LAST : KB_LOOP_LOOP);
  for (guint pass = 0; pass < MAX (passes, 1); pass++)
    for (guint i = 0; i < n; i++)
      {
        gint frame = find_frame (reader, action, &g_array_index (action->images, Image, i), i, error);
        if (frame < 0)
          return FALSE;
        /* Rounded at the ends, not the lengths, so that a second stays a second. */
        gint64 start = (gint64) floor (i * 1000.0 / action->fps + 0.5), end = (gint64) floor ((i + 1) * 1000.0 / action->fps + 0.5);
        kb_import_add_step (animation, (guint) frame, (gint) CLAMP (end - start, 1, KB_MAX_DURATION));
      }
  return reader->import->frames->len <= 65536 || fail_at (reader, action->source, error, _("the sprite has too many frames"));
}

static void
action_free (gpointer data)
{
  Action *action = data;
  g_free (action->name);
  g_array_unref (action->images);
  g_free (action);
}

/* Lists the actions, so that one can refer to a later one. */
static gboolean
collect_actions (Reader *reader, const KbLisp *root, GError **error)
{
  for (const KbLisp *item = root->first->next; item; item = item->next)
    {
      if (!kb_lisp_is (item, "action"))
        {
          if (item->type != KB_LISP_LIST || !item->first || item->first->type != KB_LISP_SYMBOL)
            return fail_at (reader, item, error, _("expected (action ...)"));
          if (strcmp (item->first->text, "name") != 0)
            kb_import_message (reader->import, _("'%s' was not kept (line %u)"), item->first->text, item->line);
          continue;
        }
      const KbLisp *given = kb_lisp_find (item, "name");
      const char *text = given ? read_text (reader, given, error) : "default";
      if (!text)
        return FALSE;
      if (reader->actions->len == MAX_ACTIONS)
        return fail_at (reader, item, error, _("the sprite has too many actions"));
      Action *action = g_new0 (Action, 1);
      action->name = kb_import_clean_name (text);
      if (!action->name)
        action->name = g_strdup ("default");
      action->source = item;
      action->images = g_array_new (FALSE, FALSE, sizeof (Image));
      action->fps = DEFAULT_FPS;
      action->loops = -1;
      g_ptr_array_add (reader->actions, action);
      if (g_hash_table_contains (reader->by_name, action->name))
        return kb_lisp_fail (error, reader->path, item->line, item->column, _("there are two actions '%s'"), action->name);
      g_hash_table_insert (reader->by_name, action->name, action);
    }
  return reader->actions->len > 0 || fail_at (reader, root, error, _("the sprite has no actions"));
}

static gboolean
read_root (Reader *reader, const KbLisp *root, GError **error)
{
  if (!kb_lisp_is (root, "supertux-sprite"))
    return fail_at (reader, root, error, _("expected (supertux-sprite ...)"));
  if (!collect_actions (reader, root, error))
    return FALSE;
  for (guint i = 0; i < reader->actions->len; i++)
    if (!read_action (reader, g_ptr_array_index (reader->actions, i), error))
      return FALSE;
  for (guint i = 0; i < reader->actions->len; i++)
    if (!add_animation (reader, g_ptr_array_index (reader->actions, i), error))
      return FALSE;
  return TRUE;
}

gboolean
kb_supertux_parse (KbImport *import, const char *text, gsize length, const char *path,
                   const KbPictureLoader *loader, GError **error)
{
  KbLisp *root = kb_lisp_parse (text, length, path, error);
  if (!root)
    return FALSE;
  Reader reader = { .import = import, .loader = loader, .path = path };
  reader.folder = g_path_get_dirname (path);
  reader.actions = g_ptr_array_new_with_free_func (action_free);
  reader.by_name = g_hash_table_new (g_str_hash, g_str_equal);
  reader.frames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader.flipped = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader.texts = g_ptr_array_new_with_free_func (g_free);
  gboolean ok = read_root (&reader, root, error);
  g_hash_table_unref (reader.by_name);
  g_hash_table_unref (reader.frames);
  g_hash_table_unref (reader.flipped);
  g_hash_table_unref (reader.names);
  g_ptr_array_unref (reader.actions);
  g_ptr_array_unref (reader.texts);
  g_free (reader.folder);
  kb_lisp_free (root);
  import->lasting_names = TRUE;
  return ok;
}

static gboolean
read_supertux (KbImport *import, const KbPictureLoader *loader, GError **error)
{
  if (import->files[1])
    {
      g_set_error (error, KB_ERROR, KB_ERROR_USAGE, _("a SuperTux sprite is imported from one file"));
      return FALSE;
    }
  char *text = NULL;
  gsize length = 0;
  gboolean ok = kb_import_read_text (import->files[0], MAX_TEXT, &text, &length, error)
                && kb_supertux_parse (import, text, length, import->files[0], loader, error);
  g_free (text);
  return ok;
}

static int
sniff_supertux (const KbSniff *sniff)
{
  return strstr (sniff->head, "(supertux-sprite") ? 90 : g_str_has_suffix (sniff->paths[0], ".sprite") ? 40 : 0;
}

const KbFormat kb_format_supertux = {
  "supertux", N_("SuperTux sprite"),
  (const char *const[]) { "*.sprite", NULL }, "sprite",
  (const char *const[]) { "colour_key", NULL },
  sniff_supertux, read_supertux
};
