/* SPDX-License-Identifier: MIT */
/* The table of operations, and common code for applying them. */
#include <glib/gi18n.h>

#include "operations/private.h"

const KbOperation kb_operations[KB_N_OPERATIONS] = {
  [KB_OPERATION_TRACE] = { "trace", N_("Trace outline"),
                           N_("A polygon around the pixels under the pointer"),
                           KB_NEEDS_FRAME | KB_NEEDS_PICTURE },
  [KB_OPERATION_SHRINK] = { "shrink", N_("Shrink to picture"),
                            N_("The selected boxes close in on the pixels inside them"),
                            KB_NEEDS_FRAME | KB_NEEDS_PICTURE | KB_NEEDS_ITEMS },
  [KB_OPERATION_COVER] = { "cover", N_("Cover with boxes"),
                           N_("A few boxes over the pixels of an area"),
                           KB_NEEDS_FRAME | KB_NEEDS_PICTURE },
  [KB_OPERATION_PROPAGATE] = { "propagate", N_("Propagate"),
                               N_("Finds the picture of the selection on other frames"),
                               KB_NEEDS_FRAME | KB_NEEDS_PICTURE | KB_NEEDS_ITEMS
                                 | KB_NEEDS_OTHERS },
  [KB_OPERATION_BETWEEN] = { "between", N_("Fill in between"),
                             N_("Moves the selection evenly from one frame to another"),
                             KB_NEEDS_FRAME | KB_NEEDS_ITEMS | KB_NEEDS_OTHERS },
  [KB_OPERATION_COPY_TO_FRAMES] = { "copy-to-frames", N_("Copy to frames"),
                                    N_("Copies the selection to other frames"),
                                    KB_NEEDS_FRAME | KB_NEEDS_ITEMS | KB_NEEDS_OTHERS },
  [KB_OPERATION_DELETE_FROM_FRAMES] = { "delete-from-frames", N_("Delete from frames"),
                                        N_("Deletes what is named like the selection from other "
                                            "frames"),
                                        KB_NEEDS_FRAME | KB_NEEDS_ITEMS },
  [KB_OPERATION_DUPLICATE_FRAMES] = { "duplicate-frames", N_("Duplicate frames"),
                                      N_("A copy after each selected frame"), KB_NEEDS_FRAME },
  [KB_OPERATION_INSERT_FRAME] = { "insert-frame", N_("Insert empty frame"),
                                  N_("A frame without a picture"), 0 },
  [KB_OPERATION_CROP] = { "crop", N_("Crop frames"), N_("Keeps a rectangle of the picture"),
                          KB_NEEDS_FRAME },
  [KB_OPERATION_TRIM] = { "trim", N_("Trim frames"), N_("Takes the empty margins away"),
                          KB_NEEDS_FRAME | KB_NEEDS_PICTURE },
  [KB_OPERATION_EXTEND] = { "extend", N_("Extend frames"), N_("Adds margins"), KB_NEEDS_FRAME },
  [KB_OPERATION_FLIP_X] = { "flip-x", N_("Flip frames left to right"),
                            N_("Mirrors picture and annotations"), KB_NEEDS_FRAME },
  [KB_OPERATION_FLIP_Y] = { "flip-y", N_("Flip frames upside down"),
                            N_("Mirrors picture and annotations"), KB_NEEDS_FRAME },
  [KB_OPERATION_SCALE] = { "scale", N_("Scale frames"),
                           N_("Each pixel becomes a square of pixels"), KB_NEEDS_FRAME },
  [KB_OPERATION_HOT_SPOTS] = { "hot-spots", N_("Place hot spots"),
                               N_("At one of nine points of each frame"), KB_NEEDS_FRAME },
  [KB_OPERATION_ANNOTATE] = { "annotate", N_("Annotate frames"),
                              N_("The same shapes or changes on many frames"), KB_NEEDS_FRAME },
};

const char *
kb_operation_label (KbOperationType type)
{
  g_return_val_if_fail (type < KB_N_OPERATIONS, NULL);
  return _(kb_operations[type].label);
}

void
kb_operation_begin (KbDocument *document, KbOperationType type)
{
  kb_document_begin (document, kb_operation_label (type));
}

gpointer
kb_operation_node (const KbDocument *document, KbId id, const KbKind *kind, GError **error)
{
  KbNode *node = kb_document_node (document, id);
  if (node && node->kind == kind)
    return node;
  return kb_fail_null (error, KB_ERROR_INPUT, _("what was to be changed is no longer there"));
}

guint
kb_mark_part (guint8 *map, gint width, gint height, gint start, guint8 mark, KbBox *box)
{
  gint x0 = width, y0 = height, x1 = 0, y1 = 0;
  guint n = 0;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (gint));
  g_array_append_val (stack, start);
  map[start] = mark;
  for (; stack->len; n++)
    {
      gint at = g_array_index (stack, gint, stack->len - 1), x = at % width, y = at / width;
      g_array_set_size (stack, stack->len - 1);
      x0 = MIN (x0, x), y0 = MIN (y0, y), x1 = MAX (x1, x + 1), y1 = MAX (y1, y + 1);
      for (gint v = MAX (y - 1, 0); v <= MIN (y + 1, height - 1); v++)
        for (gint u = MAX (x - 1, 0); u <= MIN (x + 1, width - 1); u++)
          {
            gint next = v * width + u;
            if (map[next] != 1)
              continue;
            map[next] = mark;
            g_array_append_val (stack, next);
          }
    }
  *box = (KbBox) { x0, y0, x1 - x0, y1 - y0 };
  return n;
}
