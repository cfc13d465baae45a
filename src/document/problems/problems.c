/* SPDX-License-Identifier: MIT */
/* The checks: things an artist forgot and a build should not ship. problem_finder.c decides when to
 * run them. */
#include <glib/gi18n.h>
#include <inttypes.h>

#include "document/names.h"
#include "document/problems/problem_finder.h"
#include "document/shapes/shape.h"

#define MIN_SHAPE 3   /* pixels: narrower shapes are usually slips */
#define MOST_LOOKED_AT (1024 * 1024)   /* pixels: larger pictures take too long */

void
kb_problem_free (gpointer data)
{
  KbProblem *problem = data;
  g_free (problem->path);
  g_free (problem->message);
  g_free (problem);
}

void
kb_report (GPtrArray *problems, const char *name, KbSeverity severity, const KbNode *node,
           const char *format, ...)
{
  KbProblem *problem = g_new0 (KbProblem, 1);
  va_list arguments;
  va_start (arguments, format);
  *problem = (KbProblem){ .check = name,
                          .severity = severity,
                          .node = node->id,
                          .message = g_strdup_vprintf (format, arguments) };
  va_end (arguments);
  g_ptr_array_add (problems, problem);
}

void
kb_check_picture (GPtrArray *problems, const KbNode *node, const KbPictureRef *ref,
                  const KbPictureFile *file)
{
  if (!file)
    return;
  if (file->fault)
    kb_report (problems, "bad-picture", KB_PROBLEM_ERROR, node,
               _("the picture cannot be read: %s"), file->fault);
  else if ((guint) (ref->x + ref->width) > file->width
           || (guint) (ref->y + ref->height) > file->height)
    kb_report (problems, "bad-rectangle", KB_PROBLEM_ERROR, node,
               _("the picture's rectangle reaches outside %s, which is %u x %u"), ref->file,
               file->width, file->height);
}

static gboolean
outside (const KbFrame *frame, gint x, gint y, gint w, gint h)
{
  return x < 0 || y < 0 || x + w > frame->width || y + h > frame->height;
}

void
kb_check_point (GPtrArray *problems, const KbPoint *point)
{
  if (outside ((const KbFrame *) point->node.parent, point->at.x, point->at.y, 1, 1))
    kb_report (problems, "point-outside", KB_PROBLEM_WARNING, &point->node,
               _("the action point '%s' is outside the frame"), point->name);
}

void
kb_check_shape (GPtrArray *problems, const KbShape *shape)
{
  const char *fault = kb_geometry_fault (&shape->geometry);
  gint x, y, w, h;
  if (fault)
    {
      kb_report (problems, "bad-shape", KB_PROBLEM_ERROR, &shape->node, "%s", _(fault));
      return;
    }
  kb_geometry_pixel_box (&shape->geometry, &x, &y, &w, &h);
  if (outside ((const KbFrame *) shape->node.parent, x, y, w, h))
    kb_report (problems, "shape-outside", KB_PROBLEM_WARNING, &shape->node,
               _("the shape reaches outside the frame"));
  else if (MIN (w, h) < MIN_SHAPE)
    kb_report (problems, "small-shape", KB_PROBLEM_WARNING, &shape->node,
               _("the shape is only %d x %d pixels"), w, h);
}

static gboolean
shows_anything (const KbPicture *picture, const KbSprite *sprite, const KbGeometry *geometry)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  gint left, top, w, h;
  kb_geometry_pixel_box (geometry, &left, &top, &w, &h);
  for (gint y = MAX (top, 0); y < MIN (top + h, (gint) picture->height); y++)
    for (gint x = MAX (left, 0); x < MIN (left + w, (gint) picture->width); x++)
      if (kb_sprite_is_solid (sprite, kb_picture_pixel (picture, (guint) x, (guint) y))
          && kind->contains (geometry, (KbVec){ x + 0.5, y + 0.5 }))
        return TRUE;
  return FALSE;
}

static gboolean
is_outside (const KbFrame *frame)
{
  const KbPictureRef *ref = &frame->picture;
  return ref->offset_x >= frame->width || ref->offset_y >= frame->height
         || ref->offset_x + ref->width <= 0 || ref->offset_y + ref->height <= 0;
}

void
kb_check_pixels (GPtrArray *problems, KbDocument *document, const KbFrame *frame)
{
  gint x, y, w, h;
  if (!(frame->shapes->len || frame->points->len || frame->hot_spot.set) || !frame->picture.file
      || is_outside (frame) || (gint64) frame->width * frame->height > MOST_LOOKED_AT)
    return;
  g_autoptr (KbPicture) picture = kb_document_pass_picture (document, frame);
  const KbSprite *sprite = (const KbSprite *) frame->node.parent;
  if (picture && !kb_picture_opaque_box (picture, &x, &y, &w, &h))
    kb_report (problems, "empty-frame", KB_PROBLEM_WARNING, &frame->node,
               _("the frame shows nothing: its pixels are all transparent"));
  else if (picture)
    KB_EACH (const KbShape, shape, frame->shapes)
      {
        kb_geometry_pixel_box (&shape->geometry, &x, &y, &w, &h);
        if (!kb_geometry_fault (&shape->geometry) && !outside (frame, x, y, w, h)
            && !shows_anything (picture, sprite, &shape->geometry))
          kb_report (problems, "empty-shape", KB_PROBLEM_WARNING, &shape->node,
                     _("the shape lies over transparent pixels only"));
      }
}

void
kb_check_twice (GPtrArray *problems, const KbFrame *frame)
{
  for (guint i = 1; i < frame->shapes->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const KbShape *shape = kb_shape_at (frame, i), *other = kb_shape_at (frame, k);
        if (shape->class_id != other->class_id
            || !kb_geometry_equal (&shape->geometry, &other->geometry))
          continue;
        kb_report (problems, "shape-twice", KB_PROBLEM_WARNING, &shape->node,
                   _("another shape of the class is at the same place"));
        break;
      }
}

void
kb_check_frame (GPtrArray *problems, const KbFrame *frame, const KbPictureFile *file)
{
  kb_check_picture (problems, &frame->node, &frame->picture, file);
  if (!file)
    kb_report (problems, "no-picture", KB_PROBLEM_WARNING, &frame->node,
               _("the frame has no picture"));
  else if (is_outside (frame))
    kb_report (problems, "picture-outside", KB_PROBLEM_WARNING, &frame->node,
               _("the frame shows nothing: its picture is wholly outside"));
  if (!frame->hot_spot.set)
    kb_report (problems, "no-hot-spot", KB_PROBLEM_WARNING, &frame->node,
               _("the frame has no hot spot"));
  else if (outside (frame, frame->hot_spot.x, frame->hot_spot.y, 1, 1))
    kb_report (problems, "hot-spot-outside", KB_PROBLEM_WARNING, &frame->node,
               _("the hot spot is outside the frame"));
  if (frame->shapes->len > KB_MAX_FRAME_SHAPES)
    kb_report (problems, "many-shapes", KB_PROBLEM_ERROR, &frame->node,
               _("the frame has %u shapes, expected at most %d"), frame->shapes->len,
               KB_MAX_FRAME_SHAPES);
}

void
kb_check_item_renumbered (GPtrArray *problems, const KbNode *node, GHashTable *renumbered)
{
  gpointer number;
  if (g_hash_table_lookup_extended (renumbered, GUINT_TO_POINTER (node->id), NULL, &number))
    kb_report (problems, "renumbered", KB_PROBLEM_ERROR, node,
               _("an earlier %s has the number %d too, as after a merge: this one becomes %d. See "
                  "what is painted on them, then save"),
               _(node->kind->name), GPOINTER_TO_INT (number), *kb_node_lasting_id (node));
}

void
kb_check_name (GPtrArray *problems, const KbNode *asset)
{
  g_autofree char *fault = kb_name_fault (kb_asset_name (asset), TRUE);
  if (fault)
    kb_report (problems, "odd-name", KB_PROBLEM_WARNING, asset, _("%s; another name is safer"),
               fault);
}

/* The first node of a subtree with the class, in file order; NULL: none. `n` counts all. */
static const KbNode *
first_of_class (const KbNode *node, KbId class_id, guint *n)
{
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_CLASS);
  const KbNode *first =
    field && G_STRUCT_MEMBER (KbId, node, field->offset) == class_id ? node : NULL;
  *n += first != NULL;
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      KB_EACH (const KbNode, item, items)
        {
          const KbNode *found = first_of_class (item, class_id, n);
          first = first ? first : found;
        }
    }
  return first;
}

void
kb_check_missing_class (GPtrArray *problems, const KbProject *project, const KbClass *class)
{
  guint n = 0;
  const KbNode *first = first_of_class (KB_NODE (project), class->node.id, &n);
  if (first)
    kb_report (problems, "missing-class", KB_PROBLEM_ERROR, first,
               ngettext ("there is no class '%s' in the project, and %u thing has it: give it "
                         "another one, or save, and the project has it",
                         "there is no class '%s' in the project, and %u things have it: give them "
                         "another one, or save, and the project has it",
                         n),
               class->name, n);
}

/* Values of pixels without a zone: the first few by number. */
static void
check_problems_values (GPtrArray *problems, const KbNode *node, const KbZones *zones)
{
  guint64 counts[256], pixels = 0;
  g_autoptr (GString) values = g_string_new (NULL);
  guint n = 0;
  kb_zones_counts (zones, counts);
  for (guint value = 1; value <= KB_MAX_ZONES; value++)
    {
      if (!counts[value] || kb_zones_find (kb_node_zones (node), value))
        continue;
      pixels += counts[value];
      if (n++ < 5)
        g_string_append_printf (values, "%s%u", n > 1 ? ", " : "", value);
    }
  if (n > 5)
    g_string_append (values, ", ...");
  if (n)
    kb_report (problems, "unknown-zones", KB_PROBLEM_ERROR, node,
               ngettext ("%" PRIu64 " pixel has a value that is no zone's: %s",
                         "%" PRIu64 " pixels have values that are no zone's: %s", pixels),
               pixels, values->str);
}

void
kb_check_painting (GPtrArray *problems, const KbNode *node)
{
  const KbPainted *painted = kb_node_painted (node, NULL);
  gint width, height;
  if (painted->fault && !kb_node_painted_zones (node, NULL))
    kb_report (problems, "bad-painting", KB_PROBLEM_ERROR, node,
               _("what is painted cannot be read: %s"), painted->fault);
  if (!painted->zones || !kb_node_size (node, &width, &height))
    return;
  if (kb_zones_width (painted->zones) != (guint) width
      || kb_zones_height (painted->zones) != (guint) height)
    {
      g_autofree char *file = kb_painted_file_name (node);
      kb_report (problems, "painting-size", KB_PROBLEM_ERROR, node,
                 _("%s is %u x %u pixels, expected %d x %d"), file,
                 kb_zones_width (painted->zones), kb_zones_height (painted->zones), width, height);
    }
}

void
kb_check_painted (GPtrArray *problems, const KbNode *node)
{
  const KbPainted *painted = kb_node_painted (node, NULL);
  kb_check_painting (problems, node);
  if (!painted->zones)
    return;
  check_problems_values (problems, node, painted->zones);
  const KbZone *odd = painted->odd ? kb_zones_find (kb_node_zones (node), painted->odd) : NULL;
  if (odd)
    {
      g_autofree char *file = kb_painted_file_name (node);
      kb_report (problems, "odd-palette", KB_PROBLEM_WARNING, node,
                 _("in the palette of %s, '%s' (%d) has another zone's colour: has a program "
                    "sorted the palette?"),
                 file, odd->name, odd->value);
    }
}
