/* SPDX-License-Identifier: MIT */
/* Draws the frames of a drawing in layers, and adds them to an import. */
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

#define LAYER_FRAMES_MAX_NAMES 12
#define MAX_BATCH ((guint64) KB_MAX_LAYERED_PIXELS / 32)   /* pixels drawn at a time */

/* A cel or an isolated group, in the order of drawing. */
typedef struct { guint layer; const KbCel *cel; gint order, z; } LayerFramesItem;

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const LayerFramesItem *one = a, *two = b;
  return one->order != two->order ? (one->order > two->order) - (one->order < two->order)
                                  : (one->z > two->z) - (one->z < two->z);
}

typedef struct {
  const KbLayered *layered;
  const KbCel **cels;      /* of the frame, by layer, or NULL */
  const gboolean *left_out;
  gint only;
  KbPicture *unpacked;     /* the last packed cel, or NULL */
  gsize room;              /* in it, pixels */
  GError *error;
} Drawing;

/* The cel's picture, or NULL, until the next call. */
static gboolean
get_picture (Drawing *drawing, const KbCel *cel, KbPicture **picture)
{
  const gsize size = cel ? (gsize) cel->packed.width * cel->packed.height : 0;
  *picture = cel ? cel->picture : NULL;
  if (!size)
    return TRUE;
  if (size > drawing->room)
    {
      kb_picture_unref (drawing->unpacked);
      drawing->unpacked = kb_picture_new (cel->packed.width, cel->packed.height);
      drawing->room = drawing->unpacked ? size : 0;
    }
  *picture = drawing->unpacked;
  if (!*picture)
    return FALSE;
  (*picture)->width = cel->packed.width;
  (*picture)->height = cel->packed.height;
  return drawing->layered->unpack (drawing->layered->reader, cel, *picture, &drawing->error);
}

/* Is the layer drawn within the group `scope`, through groups that are not isolated? */
static gboolean
is_within (const Drawing *drawing, guint index, gint scope)
{
  for (gint i = (gint) index; i != scope; i = kb_layered_layer (drawing->layered, i)->parent)
    {
      if (i < 0 || (i != (gint) index && kb_layered_layer (drawing->layered, i)->isolated))
        return FALSE;
    }
  return TRUE;
}

/* Hidden or left out, itself or by a group up to the scope. */
static gboolean
is_hidden (const Drawing *drawing, guint index, gint scope)
{
  for (gint i = (gint) index; i != scope; i = kb_layered_layer (drawing->layered, i)->parent)
    {
      const KbArtLayer *layer = kb_layered_layer (drawing->layered, i);
      if (i == drawing->only)
        return FALSE;
      if (layer->hidden || layer->apart || (drawing->left_out && drawing->left_out[i]))
        return TRUE;
    }
  return FALSE;
}

static void
mask_group (KbPicture *group, const KbPicture *mask)
{
  const gboolean fits = mask->width == group->width && mask->height == group->height;
  for (gsize i = 3; fits && i < 4 * (gsize) group->width * group->height; i += 4)
    group->rgba[i] = (guint8) kb_mul_255 (group->rgba[i], mask->rgba[i]);
}

static gboolean draw_scope (Drawing *drawing, gint scope, KbPicture *to);

static gboolean
draw_item (Drawing *drawing, const LayerFramesItem *item, KbPicture *to, guint opacity,
           KbDrawnBlend blend)
{
  const gboolean is_group = kb_layered_layer (drawing->layered, item->layer)->group;
  KbPicture *own;
  g_autoptr (KbPicture) group = is_group ? kb_picture_new (to->width, to->height) : NULL;
  if (is_group && (!group || !draw_scope (drawing, (gint) item->layer, group)))
    return FALSE;
  if (!get_picture (drawing, item->cel, &own))
    return FALSE;
  if (group && own)
    mask_group (group, own);
  if (group || own)
    kb_drawn_blend (to, group ? group : own, own ? item->cel->x : 0, own ? item->cel->y : 0,
                    opacity, blend);
  return TRUE;
}

static gboolean
draw_scope (Drawing *drawing, gint scope, KbPicture *to)
{
  const KbLayered *layered = drawing->layered;
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (LayerFramesItem));
  gint order = 0;
  gboolean base_shown = TRUE;
  KB_EACH (const KbArtLayer, layer, layered->layers)
    {
      const KbCel *cel = drawing->cels[layer_at];
      if ((gint) layer_at == scope || !is_within (drawing, layer_at, scope))
        continue;
      order++;
      const LayerFramesItem item = { layer_at, cel,
                                     (layered->top_first ? -order : order) + (cel ? cel->z : 0),
                                     cel ? cel->z : 0 };
      const gboolean shown =
        !is_hidden (drawing, layer_at, scope) && (base_shown || !layer->clipped);
      base_shown = layer->clipped ? base_shown : shown;
      if ((layer->group ? layer->isolated : cel != NULL) && shown)
        g_array_append_val (items, item);
    }
  g_array_sort (items, compare_items);
  /* A layer to which others are clipped is drawn with them first, then blended as one picture. */
  g_autoptr (KbPicture) base = NULL;
  const KbArtLayer *lowest = NULL;
  guint lowest_opacity = 255;
  gboolean ok = TRUE;
  KB_EACH_IN_WHILE (ok, const LayerFramesItem, item, items)
    {
      const KbArtLayer *layer = kb_layered_layer (layered, item->layer);
      const guint opacity =
        (guint) kb_mul_255 (item->cel ? item->cel->opacity : 255, layer->opacity);
      const gboolean next_clipped =
        item_at + 1 < items->len
        && kb_layered_layer (layered, g_array_index (items, LayerFramesItem, item_at + 1).layer)
             ->clipped;
      if (!base && next_clipped)
        {
          base = kb_picture_new (to->width, to->height);
          lowest = layer;
          lowest_opacity = opacity;
          ok = base && draw_item (drawing, item, base, 255, KB_DRAWN_NORMAL);
        }
      else
        ok = draw_item (drawing, item, base ? base : to, opacity,
                        layer->blend | (base ? KB_DRAWN_ATOP : 0));
      if (ok && base && !next_clipped)
        {
          kb_drawn_blend (to, base, 0, 0, lowest_opacity, lowest->blend);
          g_clear_pointer (&base, kb_picture_unref);
        }
    }
  return ok;
}

KbPicture *
kb_layered_draw (const KbLayered *layered, guint frame, const gboolean *left_out, gint only,
                 const char *path, GError **error)
{
  const GArray *cels = kb_layered_frame (layered, frame)->cels;
  if (layered->drawn && only < 0 && !(left_out && left_out[0]))
    return kb_picture_ref (g_array_index (cels, KbCel, 0).picture);
  g_autofree const KbCel **by_layer = g_new0 (const KbCel *, layered->layers->len + 1);
  Drawing drawing = { layered, by_layer, left_out, only };
  g_autoptr (KbPicture) picture =
    kb_picture_new ((guint) layered->width, (guint) layered->height);
  gboolean ok = picture != NULL;
  for (guint i = 0; i < cels->len; i++)
    by_layer[g_array_index (cels, KbCel, i).layer] = &g_array_index (cels, KbCel, i);
  if (ok && only >= 0 && !kb_layered_layer (layered, only)->group)
    {
      const LayerFramesItem item = { (guint) only, by_layer[only] };
      ok = draw_item (&drawing, &item, picture, 255, KB_DRAWN_NORMAL);
    }
  else if (ok)
    ok = draw_scope (&drawing, only, picture);
  kb_picture_unref (drawing.unpacked);
  if (drawing.error)
    g_propagate_error (error, drawing.error);
  else if (!ok)
    kb_import_fail_memory (error, path);
  return ok ? g_steal_pointer (&picture) : NULL;
}

/* ---- frames of an import ---- */

static guint
hash_picture (const KbPicture *picture)
{
  guint hash = picture->width * 31 + picture->height;
  for (gsize i = 0; i < (gsize) picture->width * picture->height; i++)
    {
      guint32 pixel;
      memcpy (&pixel, picture->rgba + 4 * i, 4);
      hash = (hash ^ pixel) * 16777619u;
    }
  return hash;
}

static gboolean
equal_pictures (const KbPicture *one, const KbPicture *two)
{
  return one->width == two->width && one->height == two->height
         && memcmp (one->rgba, two->rgba, 4 * (gsize) one->width * one->height) == 0;
}

/* A frame that is drawn, cut to what is not clear. */
typedef struct {
  guint number, hash;
  KbPicture *picture;      /* NULL: all is clear */
  gint x, y, width, height;
  GError *error;
} Shown;

static void
clear_shown (gpointer data)
{
  Shown *shown = data;
  kb_picture_unref (shown->picture);
  g_clear_error (&shown->error);
}

static void
add_layer_frames_frame (KbImport *import, const KbLayered *layered, const Shown *shown,
                        const char *folder, const char *name, GHashTable *known)
{
  KbImportFrame *frame =
    kb_import_add_frame (import, name, -1, 0, 0, layered->width, layered->height);
  gpointer hash = GUINT_TO_POINTER (shown->hash), before;
  if (!shown->picture)
    return;
  const gboolean found = g_hash_table_lookup_extended (known, hash, NULL, &before);
  gint index = found ? GPOINTER_TO_INT (before) : -1;
  if (!found || !equal_pictures (shown->picture, kb_import_picture (import, index)))
    {
      g_autofree char *path = g_strdup_printf ("%s/%s.png", folder, name);
      index = kb_import_take_picture (import, path, kb_picture_ref (shown->picture));
      g_hash_table_insert (known, hash, GINT_TO_POINTER (index));
    }
  frame->picture = index;
  frame->picture_width = shown->width;
  frame->picture_height = shown->height;
  frame->offset_x = shown->x;
  frame->offset_y = shown->y;
}

/* Pixels to touch for all frames: links make a small file a lot of work. */
static guint64
work_of (const KbLayered *layered, const KbMarkType *types)
{
  const guint64 canvas = (guint64) layered->width * (guint64) layered->height;
  guint64 work = 0, alone = 1;
  KB_EACH (const KbArtLayer, layer, layered->layers)
    alone += layer->isolated || layer->clipped
             || (types[layer_at] != KB_MARK_NONE && types[layer_at] != KB_MARK_COMMENT);
  KB_EACH (const KbDrawnFrame, frame, layered->frames)
    {
      const GArray *cels = frame->cels;
      KB_EACH_IN (const KbCel, cel, cels)
        work += kb_cel_pixels (cel);
      work += canvas * (cels->len ? alone : 1);
    }
  return work;
}

typedef struct {
  const KbLayered *layered;
  const gboolean *left_out;
  const char *path;
  GArray *shown;           /* Shown */
} Batch;

static void
draw_one (gpointer item, gpointer data)
{
  const Batch *batch = data;
  Shown *shown = item;
  g_autoptr (KbPicture) whole =
    kb_layered_draw (batch->layered, shown->number, batch->left_out, -1, batch->path,
                     &shown->error);
  const gboolean clear = whole && !kb_picture_opaque_box (whole, &shown->x, &shown->y,
                                                          &shown->width, &shown->height);
  if (whole && !clear)
    shown->picture = (guint) shown->width == whole->width && (guint) shown->height == whole->height
                       ? kb_picture_ref (whole)
                       : kb_picture_crop (whole, shown->x, shown->y, (guint) shown->width,
                                          (guint) shown->height);
  shown->hash = shown->picture ? hash_picture (shown->picture) : 0;
  if (whole && !clear && !shown->picture)
    kb_import_fail_memory (&shown->error, batch->path);
}

/* Draws frames from `first` on, as many as fit in some memory. */
static void
draw_batch (Batch *batch, guint first)
{
  const guint64 canvas = (guint64) batch->layered->width * (guint64) batch->layered->height;
  const guint n = (guint) CLAMP (MAX_BATCH / MAX (canvas, 1), 1,
                                 batch->layered->frames->len - first);
  g_array_set_size (batch->shown, 0);
  for (guint i = 0; i < n; i++)
    {
      const Shown shown = { .number = first + i };
      g_array_append_val (batch->shown, shown);
    }
  kb_work_on_all (draw_one, batch->shown->data, sizeof (Shown), n, batch);
}

/* A layer called like a class is picture where another one is the mark, "head" and "#head.box", or
 * a slice. */
static KbMarkType
find_mark (KbImport *import, const KbLayered *layered, const KbArtLayer *layer)
{
  g_autofree char *name = NULL;
  const KbMarkType type = kb_layer_mark (layer, &import->options, &name);
  if (type != KB_MARK_ANY || g_strcmp0 (name, layer->name) != 0)
    return type;
  if (kb_import_find_named (layered->slices, name))
    return KB_MARK_NONE;
  KB_EACH (const KbArtLayer, other, layered->layers)
    {
      g_autofree char *of = NULL;
      kb_layer_mark (other, &import->options, &of);
      if (g_strcmp0 (of, name) == 0 && strcmp (other->name, name) != 0)
        return KB_MARK_NONE;
    }
  kb_import_message (import, _("the layer '%s' is a mark of the class of that name, not picture"),
                     name);
  return type;
}

static gboolean
has_picture (const KbLayered *layered, guint layer)
{
  for (guint i = 0; i < layered->frames->len && !kb_layered_layer (layered, layer)->group; i++)
    {
      if (kb_cel_pixels (kb_layered_find_cel (layered, i, layer)))
        return TRUE;
    }
  return FALSE;
}

static void
say_marks (KbImport *import, GPtrArray *names)
{
  const guint more = names->len - MIN (names->len, LAYER_FRAMES_MAX_NAMES);
  g_ptr_array_set_size (names, (gint) MIN (names->len, LAYER_FRAMES_MAX_NAMES));
  g_ptr_array_add (names, NULL);
  g_autofree char *all = g_strjoinv (", ", (char **) names->pdata);
  if (more)
    kb_import_message (import, _("layers that are marks, not picture: %s and %u more"), all, more);
  else if (*all)
    kb_import_message (import, _("layers that are marks, not picture: %s"), all);
}

gboolean
kb_layered_fail_pixels (const char *path, GError **error)
{
  return kb_import_fail (error, path, _("its frames have over %u pixels together"),
                         KB_MAX_LAYERED_PIXELS);
}

gboolean
kb_layered_add_frames (KbImport *import, const KbLayered *layered, const char *path,
                       GError **error)
{
  const guint n = layered->layers->len;
  g_autofree KbMarkType *types = g_new0 (KbMarkType, n + 1);
  g_autofree gboolean *left_out = g_new0 (gboolean, n + 1), *hidden = g_new0 (gboolean, n + 1);
  g_autofree char *stem = kb_import_stem (path), *folder = g_path_get_dirname (path);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);     /* pictures by their hash */
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Shown));
  Batch batch = { layered, left_out, path, all };
  guint first = 0;
  guint64 pixels = 0;
  g_autoptr (GPtrArray) marks = g_ptr_array_new ();    /* names of layers, borrowed */
  g_array_set_clear_func (all, clear_shown);
  for (guint i = 0; i < n; i++)
    {
      const KbArtLayer *layer = kb_layered_layer (layered, i);
      const gboolean within = layer->parent >= 0 && left_out[layer->parent];
      types[i] = within ? KB_MARK_NONE : find_mark (import, layered, layer);
      left_out[i] = within || types[i] != KB_MARK_NONE;
      if (types[i] != KB_MARK_NONE && types[i] != KB_MARK_COMMENT)
        g_ptr_array_add (marks, layer->name);
      hidden[i] = layer->hidden || (layer->parent >= 0 && hidden[layer->parent]);
      kb_import_lose (import, _("hidden layers"),
                      hidden[i] && !left_out[i] && !layer->apart && has_picture (layered, i));
    }
  say_marks (import, marks);
  if ((guint64) layered->width * (guint64) layered->height > KB_MAX_LAYERED_PIXELS)
    return kb_layered_fail_pixels (path, error);
  if (work_of (layered, types) > KB_MAX_LAYERED_WORK)
    return kb_import_fail (error, path, _("its frames and layers are too many for their size"));
  for (guint i = 0; i < layered->frames->len; i++)
    {
      first = i - first < all->len ? first : i;
      if (first == i)
        draw_batch (&batch, i);
      Shown *shown = &g_array_index (all, Shown, i - first);
      g_autofree char *name =
        layered->frames->len > 1 ? g_strdup_printf ("%s %u", stem, i) : g_strdup (stem);
      if (shown->error)
        return g_propagate_error (error, g_steal_pointer (&shown->error)), FALSE;
      add_layer_frames_frame (import, layered, shown, folder, name, known);
      const KbImportFrame *frame = kb_import_frame (import, i);
      pixels += frame->picture < 0 ? 0 : (guint64) frame->picture_width
                                           * (guint64) frame->picture_height;
      if (pixels > KB_MAX_LAYERED_PIXELS)
        return kb_layered_fail_pixels (path, error);
      if (!kb_layer_marks_read (import, i, layered, types, error))
        return FALSE;
      const GArray *cels = kb_layered_frame (layered, i)->cels;
      KB_EACH_IN (KbCel, cel, cels)
        g_clear_pointer (&cel->picture, kb_picture_unref);
    }
  return TRUE;
}
