/* SPDX-License-Identifier: MIT */
/* Frames from the names of layers, as GIMP's animations have them: "run 1 (100ms)". A layer with
 * "(replace)" is shown alone, and any other over those before it. Marks at the top are of all
 * frames, and marks within a frame's group of that frame. */
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define MAX_NAMED_FRAMES 1024

/* In milliseconds; 0: the name has none. */
static gint
find_duration (const char *name)
{
  for (const char *at = strchr (name, '('); at; at = strchr (at + 1, '('))
    {
      guint duration = 0;
      int end = 0;
      if (sscanf (at, "(%7u ms )%n", &duration, &end) == 1 && end)
        return (gint) CLAMP (duration, 1, KB_MAX_DURATION);
    }
  return 0;
}

/* Puts the cels of the only frame on frames of their own. Returns how many there are now; 0: the
 * layers are no frames. `tops`, `marks`: of each layer, the one at the top that it is in, and
 * whether it is a mark or in one. */
static guint
split_frames (KbLayered *layered, const KbImportOptions *options, guint *tops, gboolean *marks)
{
  const GArray *cels = kb_layered_frame (layered, 0)->cels;
  guint n = 0, start = 0;
  KB_EACH (const KbArtLayer, layer, layered->layers)
    {
      const gboolean mark = kb_layer_mark (layer, options, NULL) != KB_MARK_NONE,
                     top = layer->parent < 0;
      tops[layer_at] = top ? layer_at : tops[layer->parent];
      marks[layer_at] = mark || (!top && marks[layer->parent]);
      if (top && !mark && !find_duration (layer->name))
        return 0;
      n += top && !mark;
    }
  if (!n || n > MAX_NAMED_FRAMES)
    return 0;
  g_autoptr (KbLayered) frames = kb_layered_new (layered->width, layered->height, n);
  n = 0;
  KB_EACH (KbArtLayer, layer, layered->layers)
    {
      if (tops[layer_at] != layer_at || marks[layer_at])
        continue;
      KbDrawnFrame *frame = kb_layered_frame (frames, n++);
      frame->duration = find_duration (layer->name);
      layer->hidden = FALSE;
      start = strstr (layer->name, "(replace)") ? layer_at : start;
      KB_EACH_IN (const KbCel, of_all, cels)
        {
          KbCel cel = *of_all;
          const guint top = tops[cel.layer];
          if (!marks[top] && (top > layer_at || top < (marks[cel.layer] ? layer_at : start)))
            continue;
          cel.picture = cel.picture ? kb_picture_ref (cel.picture) : NULL;
          json_incref (cel.data);
          g_array_append_val (frame->cels, cel);
        }
    }
  GPtrArray *before = layered->frames;
  layered->frames = frames->frames;
  frames->frames = before;
  return n;
}

gboolean
kb_layered_add_named_frames (KbImport *import, KbLayered *layered, const char *path,
                             GError **error)
{
  g_autofree guint *tops = g_new0 (guint, layered->layers->len + 1);
  g_autofree gboolean *marks = g_new0 (gboolean, layered->layers->len + 1);
  const guint n = split_frames (layered, &import->options, tops, marks);
  if (!kb_layered_add_frames (import, layered, path, error))
    return FALSE;
  KbImportAnimation *animation =
    n > 1 ? kb_import_add_animation (import, "all", KB_LOOP_LOOP) : NULL;
  for (guint i = 0; animation && i < n; i++)
    kb_import_add_step (animation, i, kb_layered_frame (layered, i)->duration);
  return TRUE;
}
