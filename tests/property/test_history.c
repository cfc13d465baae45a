/* SPDX-License-Identifier: MIT */
/* 100,000 random edits (strokes among them), undos and redos against a plain model: a JSON tree changed by the few lines
 * below, and a list of what it looked like after each step. At the end everything is undone, and
 * the journal, which could not be written now and then, is replayed on what was saved at the start. A finder of problems that goes along finds what
 * one that starts anew does. */
#include <string.h>
#include <unistd.h>

#include "document/edits/edit.h"
#include "document/pixels/zones_files.h"
#include "tests/support/faults.h"
#include "tests/support/looks.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

WRAP (ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), -1)

typedef struct {
  KbDocument *document;
  json_t *model;
  GPtrArray *past;      /* checksum of the model after each step; [0] is the start */
  guint position;
  GRand *random;
  KbProblemFinder *finder;
} Run;

static json_t *
tree_of (const KbDocument *document)
{
  return kb_node_to_json (&kb_document_project (document)->node, NULL);
}

static char *
checksum (const json_t *tree)
{
  char *text = json_dumps (tree, JSON_SORT_KEYS | JSON_COMPACT);
  char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA1, text, -1);
  free (text);
  return sum;
}

/* --- The model: absent lists are empty ones ---------------------------------------------------- */

static json_t *
model_list (json_t *owner, const char *name)
{
  json_t *list = json_object_get (owner, name);
  if (!list)
    {
      list = json_array ();
      json_object_set_new (owner, name, list);
    }
  return list;
}

static void
model_tidy (json_t *owner, const char *name)
{
  if (json_array_size (json_object_get (owner, name)) == 0)
    json_object_del (owner, name);
}

static void
model_set (json_t *owner, const char *field, json_t *value)
{
  if (json_is_null (value))
    json_object_del (owner, field);
  else
    json_object_set (owner, field, value);
}

static json_t *
at (json_t *list, guint index)
{
  return json_array_get (list, index);
}

/* --- Random edits ------------------------------------------------------------------------------ */

static guint
pick (Run *run, guint below)
{
  return (guint) g_rand_int_range (run->random, 0, (gint32) below);
}

static json_t *
random_geometry (Run *run)
{
  int x = (int) pick (run, 30), y = (int) pick (run, 30), w = 1 + (int) pick (run, 9), h = 1 + (int) pick (run, 9);
  switch (pick (run, 4))
    {
    case 0: return json_pack ("{s[iiii]}", "box", x, y, w, h);
    case 1: return json_pack ("{s[iif]}", "circle", x, y, w + 0.5);
    case 2: return json_pack ("{s[iiiii]}", "oriented", x, y, w, h, (int) pick (run, 180));
    default: return json_pack ("{s[[ii][ii][ii]]}", "polygon", x, y, x + w, y, x + w, y + h);
    }
}

static json_t *
random_frame (Run *run)
{
  json_t *frame = json_pack ("{si si}", "width", 1 + (int) pick (run, 64), "height", 1 + (int) pick (run, 64));
  if (pick (run, 2))
    json_object_set_new (frame, "hot_spot", json_pack ("[ii]", (int) pick (run, 20), (int) pick (run, 20)));
  return frame;
}

/* --- Painting: the model's pixels are a plain array, and packed anew each time ------------------ */

typedef struct {
  gint width, height;
  guint8 *pixels;
} Plain;

static gint
number (const json_t *owner, const char *key)
{
  return (gint) json_integer_value (json_object_get (owner, key));
}

/* `sized`: what has the size, itself or its track. */
static Plain
unpack (const json_t *owner, const json_t *sized)
{
  Plain plain = { number (sized, "width"), number (sized, "height"), NULL };
  const json_t *packed = json_object_get (owner, "pixels");
  g_autoptr (KbZones) zones = packed ? kb_zones_from_json (packed, NULL) : NULL;
  plain.pixels = zones ? kit_zones_pixels (zones) : g_malloc0 ((gsize) plain.width * (gsize) plain.height);
  return plain;
}

/* Nothing is the same as no pixels at all. */
static void
pack (json_t *owner, const Plain *plain)
{
  gsize n = (gsize) plain->width * (gsize) plain->height, painted = 0;
  for (gsize i = 0; i < n; i++)
    painted += plain->pixels[i] != 0;
  json_object_del (owner, "pixels");
  if (painted)
    {
      g_autoptr (KbZones) zones = kb_zones_from_pixels ((guint) plain->width, (guint) plain->height, plain->pixels, (gsize) plain->width);
      json_object_set_new (owner, "pixels", kb_zones_to_json (zones));
    }
  g_free (plain->pixels);
}

/* A stroke of a few boxes and spans. */
static gboolean
paint_once (Run *run, KbId id, json_t *owner, const json_t *sized)
{
  Plain plain = unpack (owner, sized);
  KbZonesPainter *painter = kb_document_painter (run->document, id, "pixels", NULL);
  for (guint n = 1 + pick (run, 3); n > 0; n--)
    {
      gint x = (gint) pick (run, 120) - 10, y = (gint) pick (run, 100) - 10, w = (gint) pick (run, 90), h = (gint) pick (run, 60);
      guint8 value = (guint8) pick (run, 5);
      if (pick (run, 2))
        h = 1;
      if (h == 1)
        kb_zones_painter_span (painter, y, x, x + w, value);
      else
        kb_zones_painter_box (painter, x, y, w, h, value);
      for (gint v = MAX (y, 0); v < MIN (y + h, plain.height); v++)
        for (gint u = MAX (x, 0); u < MIN (x + w, plain.width); u++)
          plain.pixels[v * plain.width + u] = value;
    }
  pack (owner, &plain);
  return kb_document_paint_end (run->document, id, "pixels", painter, NULL, NULL);
}

static void
resize_painting (json_t *owner, const json_t *was, const json_t *is)
{
  Plain old = unpack (owner, was), new = { number (is, "width"), number (is, "height"), NULL };
  new.pixels = g_malloc0 ((gsize) new.width * (gsize) new.height);
  for (gint y = 0; y < MIN (old.height, new.height); y++)
    memcpy (new.pixels + y * new.width, old.pixels + y * old.width, (gsize) MIN (old.width, new.width));
  g_free (old.pixels);
  pack (owner, &new);
}

/* The side of a mask or a track: what is painted is cut off, or gets nothing beside it, on bands too. */
static gboolean
resize_once (Run *run, KbId id, json_t *owner)
{
  const char *side = pick (run, 2) ? "width" : "height";
  json_t *was = json_copy (owner), *bands = json_object_get (owner, "bands");
  json_object_set_new (owner, side, json_integer (60 + (gint) pick (run, 40)));
  resize_painting (owner, was, owner);
  for (guint i = 0; i < json_array_size (bands); i++)
    resize_painting (at (bands, i), was, owner);
  json_decref (was);
  return kb_document_set (run->document, id, side, json_integer (number (owner, side)), NULL);
}

/* A zone comes, with the lowest value that neither a zone nor a pixel has, or goes, and its pixels with it. */
static gboolean
zone_once (Run *run, const KbNode *asset, const char *list, json_t *owner)
{
  const GPtrArray *of_asset = kb_node_zones (asset);
  json_t *zones = model_list (owner, list);
  guint n = of_asset->len, i = n ? pick (run, n) : 0;
  Plain plain = unpack (owner, owner);
  gsize size = (gsize) plain.width * (gsize) plain.height;
  gboolean ok;
  if (n < 3 && pick (run, 2))
    {
      gint value = 0;
      for (gboolean free = FALSE; !free;)
        {
          free = ++value > 0;
          for (gsize k = 0; k < size; k++)
            free = free && plain.pixels[k] != value;
          for (guint k = 0; k < n; k++)
            free = free && number (at (zones, k), "value") != value;
        }
      g_autofree char *name = g_strdup_printf ("z%u", pick (run, 1000000));
      json_t *zone = json_pack ("{ss ss}", "name", name, "colour", "#123456");
      ok = kb_zones_find_name (of_asset, name)
           || kb_document_insert (run->document, asset->id, list, 0, json_deep_copy (zone), NULL);
      json_object_set_new (zone, "value", json_integer (value));
      json_array_insert_new (zones, 0, zone);
    }
  else if (n)
    {
      gint value = number (at (zones, i), "value");
      for (gsize k = 0; k < size; k++)
        if (plain.pixels[k] == value)
          plain.pixels[k] = 0;
      ok = kb_document_remove (run->document, kb_zone_at (of_asset, i)->node.id, NULL);
      json_array_remove (zones, i);
    }
  else
    ok = TRUE;
  pack (owner, &plain);
  model_tidy (owner, list);
  return ok;
}

/* The end of a check point: to the grid of 1/256. */
static gboolean
gate_once (Run *run, const KbTrack *track, json_t *owner)
{
  gint x = (gint) pick (run, 30000) - 3000, y = (gint) pick (run, 30000);
  json_t *value = json_pack ("[ff]", (x + 0.25) / 256, y / 256.0);
  gboolean ok = kb_document_set (run->document, kb_gate_at (track, 0)->node.id, "a", value, NULL);
  json_t *stored = json_array ();
  for (guint i = 0; i < 2; i++)
    json_array_append_new (stored, (i ? y : x) % 256 ? json_real ((i ? y : x) / 256.0) : json_integer ((i ? y : x) / 256));
  json_object_set_new (at (json_object_get (owner, "gates"), 0), "a", stored);
  return ok;
}

static gboolean
track_once (Run *run, const KbTrack *track, json_t *owner)
{
  guint i = pick (run, 2);
  switch (pick (run, 8))
    {
    case 0: case 1: return paint_once (run, track->node.id, owner, owner);
    case 2: case 3: return paint_once (run, kb_band_at (track, i)->node.id, at (json_object_get (owner, "bands"), i), owner);
    case 4: return resize_once (run, track->node.id, owner);
    case 5: return gate_once (run, track, owner);
    default: return zone_once (run, &track->node, "surfaces", owner);
    }
}

/* Within a level: to the grid of 1/256. */
static json_t *
random_place (Run *run)
{
  json_t *place = json_array ();
  for (guint i = 0; i < 2; i++)
    {
      gint v = (gint) pick (run, 60000) - 30000;
      json_array_append_new (place, v % 256 ? json_real (v / 256.0) : json_integer (v / 256));
    }
  return place;
}

static json_t *
class_name (Run *run)
{
  return json_incref (json_object_get (at (json_object_get (run->model, "classes"), pick (run, 2)), "name"));
}

static json_t *
random_item (Run *run, guint kind)
{
  if (kind == 0)
    return json_pack ("{so so so}", "a", random_place (run), "b", random_place (run), "class", class_name (run));
  if (kind == 1)
    return json_pack ("{ss so s[[ooo][oo]]}", "name", "pond", "class", class_name (run), "rings", random_place (run),
                      random_place (run), random_place (run), random_place (run), random_place (run));
  return json_pack ("{so so s{ss}}", "at", random_place (run), "class", class_name (run), "values", "key", "value");
}

/* Walls, areas and entities come, go, change places and are changed. */
static gboolean
level_once (Run *run, const KbLevel *level, json_t *owner)
{
  static const struct { const char *list, *set; } kinds[] = { { "walls", "b" }, { "areas", "rings" }, { "entities", "direction" } };
  guint kind = pick (run, 3);
  const char *name = kinds[kind].list;
  GPtrArray *items = kb_node_list (&level->node, kb_kind_list (level->node.kind, name));
  json_t *list = model_list (owner, name);
  guint i = items->len ? pick (run, items->len) : 0, to = items->len ? pick (run, items->len) : 0;
  KbId id = items->len ? ((KbNode *) g_ptr_array_index (items, i))->id : 0;
  json_t *value = NULL;
  gboolean ok = TRUE;
  if (items->len < 4 || (items->len < 30 && pick (run, 3) == 0))
    {
      value = random_item (run, kind);
      ok = kb_document_insert (run->document, level->node.id, name, (int) to, json_deep_copy (value), NULL);
      json_array_insert (list, to, value);
    }
  else if (pick (run, 3) == 0)
    {
      ok = kb_document_remove (run->document, id, NULL);
      json_array_remove (list, i);
    }
  else if (pick (run, 3) == 0)
    {
      ok = kb_document_move (run->document, id, to, NULL);
      value = json_incref (at (list, i));
      json_array_remove (list, i);
      json_array_insert (list, to, value);
    }
  else
    {
      value = kind == 1 ? json_pack ("[[oooo]]", random_place (run), random_place (run), random_place (run), random_place (run))
                        : random_place (run);
      ok = kb_document_set (run->document, id, kinds[kind].set, json_deep_copy (value), NULL);
      json_object_set (at (list, i), kinds[kind].set, value);
    }
  json_decref (value);
  model_tidy (owner, name);
  return ok;
}

static void
rename_class (json_t *items, const char *old, const char *name)
{
  for (gsize i = 0; i < json_array_size (items); i++)
    if (g_str_equal (json_string_value (json_object_get (at (items, (guint) i), "class")), old))
      json_object_set_new (at (items, (guint) i), "class", json_string (name));
}

/* Applies one edit to the document and, by other means, to the model. FALSE: the dice asked for
 * something that is not there. */
static gboolean
edit_once (Run *run)
{
  const KbProject *project = kb_document_project (run->document);
  json_t *sprites = model_list (run->model, "sprites");
  guint s = pick (run, json_array_size (sprites));
  KbSprite *sprite = kb_sprite_at (project, s);
  json_t *m_sprite = at (sprites, s), *m_frames = json_object_get (m_sprite, "frames");
  guint n = sprite->frames->len, f = n ? pick (run, n) : 0;
  KbFrame *frame = n ? kb_frame_at (sprite, f) : NULL;
  json_t *m_frame = at (m_frames, f), *value = NULL;
  KbDocument *document = run->document;
  gboolean ok = TRUE;

  const KbMask *mask = kb_mask_at (project, 0);
  json_t *m_mask = at (model_list (run->model, "masks"), 0);
  switch (pick (run, 17))
    {
    case 11:
      ok = pick (run, 3) ? paint_once (run, mask->node.id, m_mask, m_mask) : resize_once (run, mask->node.id, m_mask);
      break;
    case 12:
      ok = zone_once (run, &mask->node, "zones", m_mask);
      break;
    case 13:
      if (!n)
        return FALSE;
      ok = paint_once (run, frame->node.id, m_frame, m_frame);
      break;
    case 14:
      ok = track_once (run, kb_track_at (project, 0), at (model_list (run->model, "tracks"), 0));
      break;
    case 15:
      ok = level_once (run, kb_level_at (project, 0), at (model_list (run->model, "levels"), 0));
      break;
    case 0:
      if (n >= 6)
        return FALSE;
      f = pick (run, n + 1);
      value = random_frame (run);
      ok = kb_document_insert (document, sprite->node.id, "frames", (int) f, json_deep_copy (value), NULL);
      json_object_set (value, "id", json_object_get (m_sprite, "next_frame"));
      json_object_set_new (m_sprite, "next_frame",
                           json_integer (json_integer_value (json_object_get (m_sprite, "next_frame")) + 1));
      json_array_insert (model_list (m_sprite, "frames"), f, value);
      break;
    case 1:
      if (!n)
        return FALSE;
      json_int_t id = json_integer_value (json_object_get (m_frame, "id"));
      ok = kb_document_remove (document, frame->node.id, NULL);
      json_array_remove (m_frames, f);
      json_t *m_animation = at (json_object_get (m_sprite, "animations"), 0), *steps = model_list (m_animation, "steps");
      for (gsize i = json_array_size (steps); i-- > 0;)
        if (json_integer_value (json_object_get (at (steps, (guint) i), "frame")) == id)
          json_array_remove (steps, i);
      model_tidy (m_animation, "steps");
      break;
    case 2:
      if (n < 2)
        return FALSE;
      guint to = pick (run, n);
      ok = kb_document_move (document, frame->node.id, to, NULL);
      value = json_incref (m_frame);
      json_array_remove (m_frames, f);
      json_array_insert (m_frames, to, value);
      break;
    case 3:
      if (!n)
        return FALSE;
      value = pick (run, 4) ? json_pack ("[ii]", (int) pick (run, 40) - 5, (int) pick (run, 40) - 5) : json_null ();
      ok = kb_document_set (document, frame->node.id, "hot_spot", json_deep_copy (value), NULL);
      model_set (m_frame, "hot_spot", value);
      break;
    case 4:
      if (!n || frame->shapes->len >= 5)
        return FALSE;
      value = json_pack ("{sO so}", "class", json_object_get (at (json_object_get (run->model, "classes"), pick (run, 2)), "name"),
                         "geometry", random_geometry (run));
      ok = kb_document_insert (document, frame->node.id, "shapes", -1, json_deep_copy (value), NULL);
      json_array_append (model_list (m_frame, "shapes"), value);
      break;
    case 5:
    case 6:
      if (!n || !frame->shapes->len)
        return FALSE;
      guint i = pick (run, frame->shapes->len);
      json_t *m_shapes = json_object_get (m_frame, "shapes");
      KbId shape = kb_shape_at (frame, i)->node.id;
      if (pick (run, 3))
        {
          value = random_geometry (run);
          ok = kb_document_set (document, shape, "geometry", json_deep_copy (value), NULL);
          json_object_set (at (m_shapes, i), "geometry", value);
        }
      else
        {
          ok = kb_document_remove (document, shape, NULL);
          json_array_remove (m_shapes, i);
          model_tidy (m_frame, "shapes");
        }
      break;
    case 7:
      if (!n || frame->points->len >= 3)
        return FALSE;
      {
        g_autofree char *point = g_strdup_printf ("p%u", pick (run, 1000000));
        if (kb_frame_find_point (frame, point))
          return FALSE;
        value = json_pack ("{ss s[ii]}", "name", point, "at", (int) pick (run, 64), (int) pick (run, 64));
        if (pick (run, 2))
          json_object_set_new (value, "direction", json_integer ((int) pick (run, 180)));
        ok = kb_document_insert (document, frame->node.id, "points", 0, json_deep_copy (value), NULL);
        json_array_insert (model_list (m_frame, "points"), 0, value);
      }
      break;
    case 8:
      if (!n || !frame->points->len)
        return FALSE;
      ok = kb_document_remove (document, kb_point_at (frame, 0)->node.id, NULL);
      json_array_remove (json_object_get (m_frame, "points"), 0);
      model_tidy (m_frame, "points");
      break;
    case 9:
      if (!n || kb_animation_at (sprite, 0)->steps->len >= 8)
        return FALSE;
      value = json_pack ("{sO si}", "frame", json_object_get (m_frame, "id"), "duration", (int) pick (run, 500));
      ok = kb_document_insert (document, kb_animation_at (sprite, 0)->node.id, "steps", -1, json_deep_copy (value), NULL);
      json_array_append (model_list (at (json_object_get (m_sprite, "animations"), 0), "steps"), value);
      break;
    default:
      {
        /* A class gets a new name: every shape and wall of it says so. */
        guint c = pick (run, 2);
        g_autofree char *name = g_strdup_printf ("class %u", pick (run, 1000000));
        if (kb_project_find_class (project, name))
          return FALSE;
        json_t *m_class = at (json_object_get (run->model, "classes"), c);
        g_autofree char *old = g_strdup (json_string_value (json_object_get (m_class, "name")));
        ok = kb_document_set (document, kb_class_at (project, c)->node.id, "name", json_string (name), NULL);
        json_object_set_new (m_class, "name", json_string (name));
        for (gsize a = 0; a < json_array_size (sprites); a++)
          {
            json_t *frames = json_object_get (at (sprites, (guint) a), "frames");
            for (gsize b = 0; b < json_array_size (frames); b++)
              rename_class (json_object_get (at (frames, (guint) b), "shapes"), old, name);
          }
        static const char *const lists[] = { "walls", "areas", "entities" };
        for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
          rename_class (json_object_get (at (model_list (run->model, "levels"), 0), lists[l]), old, name);
      }
    }
  g_assert_true (ok);
  model_tidy (m_sprite, "frames");
  json_decref (value);
  return TRUE;
}

/* --- Steps ------------------------------------------------------------------------------------- */

static void
check_equal (Run *run)
{
  json_t *tree = tree_of (run->document);
  if (!json_equal (tree, run->model))
    {
      char *a = json_dumps (tree, JSON_SORT_KEYS), *b = json_dumps (run->model, JSON_SORT_KEYS);
      g_error ("document %s\nmodel    %s", a, b);
    }
  json_decref (tree);
}

static void
step_edit (Run *run)
{
  guint edits = pick (run, 3) == 0 ? 1 + pick (run, 4) : 1;
  guint done = 0;
  kb_document_begin (run->document, "Random");
  for (guint i = 0; i < edits; i++)
    done += edit_once (run);
  gboolean changed = kb_document_end (run->document);
  g_assert_true (!changed || done);
  if (!changed)
    return;
  g_ptr_array_set_size (run->past, (gint) ++run->position);
  g_ptr_array_add (run->past, checksum (run->model));
}

static void
step_history (Run *run, gboolean undo)
{
  if (!(undo ? kb_document_undo (run->document) : kb_document_redo (run->document)))
    {
      g_assert_true (undo ? run->position == 0 : run->position + 1 == run->past->len);
      return;
    }
  run->position = undo ? run->position - 1 : run->position + 1;
  json_t *tree = tree_of (run->document);
  g_autofree char *sum = checksum (tree);
  g_assert_cmpstr (sum, ==, g_ptr_array_index (run->past, run->position));
  json_decref (run->model);
  run->model = tree;
}

static void
check_problems (Run *run)
{
  g_autoptr (GPtrArray) found = kb_problem_finder_list (run->finder), anew = kb_document_problems (run->document);
  g_assert_cmpuint (found->len, ==, anew->len);
  for (guint i = 0; i < anew->len; i++)
    {
      const KbProblem *a = g_ptr_array_index (found, i), *b = g_ptr_array_index (anew, i);
      g_assert_cmpstr (a->check, ==, b->check);
      g_assert_cmpstr (a->path, ==, b->path);
      g_assert_cmpstr (a->message, ==, b->message);
      g_assert_cmpuint (a->node, ==, b->node);
      g_assert_cmpint (a->severity, ==, b->severity);
      g_autoptr (GError) error = NULL;
      KbNode *node = kb_document_resolve (run->document, a->path, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (node->id, ==, a->node);
    }
}

static void
start (Run *run, KbDocument *document)
{
  static const char *const lines[] = {
    "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ff0000\"}}",
    "{\"insert\": \"classes\", \"value\": {\"name\": \"legs\", \"colour\": \"#00ff00\"}}",
    "{\"insert\": \"sprites\", \"value\": {\"name\": \"a\", \"next_frame\": 1, \"animations\": [{\"name\": \"walk\", \"loop\": \"loop\"}]}}",
    "{\"insert\": \"sprites\", \"value\": {\"name\": \"b\", \"next_frame\": 1, \"animations\": [{\"name\": \"walk\", \"loop\": \"once\"}]}}",
    "{\"insert\": \"masks\", \"value\": {\"name\": \"room\", \"width\": 80, \"height\": 80}}",
    "{\"insert\": \"tracks\", \"value\": {\"name\": \"hill\", \"width\": 80, \"height\": 80}}",
    "{\"insert\": \"tracks[0].gates\", \"value\": {\"a\": [1, 2], \"b\": [3, 4]}}",
    "{\"insert\": \"tracks[0].bands\", \"value\": {\"radius\": 1, \"colour\": \"#ff0000\"}}",
    "{\"insert\": \"tracks[0].bands\", \"value\": {\"radius\": 2, \"colour\": \"#ff0000\"}}",
    "{\"insert\": \"levels\", \"value\": {\"name\": \"yard\"}}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      json_t *line = json_loads (lines[i], 0, NULL);
      g_assert_true (kb_document_apply (document, line, NULL));
      json_decref (line);
    }
  run->document = document;
}

static void
test_random (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *temp = temp_folder_new (), *folder = g_build_filename (temp, "p", NULL);
  Run run = { .past = g_ptr_array_new_with_free_func (g_free), .random = g_rand_new_with_seed (20261120) };
  KbDocument *built = kb_document_new (folder, "p");
  start (&run, built);
  g_assert_true (kb_document_save (built, &error));
  kb_document_free (built);

  run.document = kb_document_open (folder, &error);
  g_assert_no_error (error);
  g_assert_true (kb_document_keep_journal (run.document, &error));
  run.model = tree_of (run.document);
  run.finder = kb_problem_finder_new (run.document);
  g_ptr_array_add (run.past, checksum (run.model));

  guint failed = 0;   /* spells in which the journal could not be written */
  for (guint i = 0; kit_goes_on (i, kit_is_soak () ? 60000 : 15000); i++)
    {
      guint dice = pick (&run, 20);
      if (i % 64 == 0)
        {
          failed += fault.fired;
          fault_set ("write", 1 + pick (&run, 80), pick (&run, 20));
        }
      if (dice < 10)
        step_edit (&run);
      else
        step_history (&run, dice < 16);
      if (i % 16 == 0)
        check_equal (&run);
      if (i % 64 == 0)
        check_problems (&run);
    }
  const guint n_steps = kit_n_done;
  check_equal (&run);
  g_assert_cmpuint (failed, >, n_steps / 160);
  fault_set (NULL, 0, 0);
  /* A last branch without undo, so that undoing everything has a long way to go. */
  for (guint i = 0; i < n_steps / 20; i++)
    step_edit (&run);
  check_equal (&run);
  g_assert_cmpuint (kb_document_unsafe_steps (run.document), ==, 0);

  g_autofree char *copy = g_build_filename (temp, "copy", NULL);
  temp_folder_copy (folder, copy);
  KbDocument *replayed = kb_document_open (copy, &error);
  g_assert_no_error (error);
  g_assert_true (kb_document_replay_journal (replayed, NULL, &error));
  g_assert_no_error (error);
  json_t *tree = tree_of (replayed);
  g_assert_true (json_equal (tree, run.model));
  json_decref (tree);
  kb_document_free (replayed);

  g_assert_cmpuint (run.position, >, 100);
  while (run.position)
    step_history (&run, TRUE);
  g_assert_false (kb_document_undo (run.document));
  g_assert_false (kb_document_is_modified (run.document));

  kb_problem_finder_free (run.finder);
  kb_document_free (run.document);
  json_decref (run.model);
  g_ptr_array_unref (run.past);
  g_rand_free (run.random);
  temp_folder_remove (temp);
}

KIT_PROGRAM (history)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/history/random", test_random);
  return g_test_run ();
}
