/* SPDX-License-Identifier: MIT */
/* Zones and surfaces: the same items with other texts and columns. */
#include <glib/gi18n.h>
#include <string.h>

#include "editor/lists/columns.h"
#include "editor/lists/lists.h"
#include "editor/paint/paint.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/toasts.h"
#include "tools/paint/stroke.h"

static GPtrArray *
zones_of (KbEditorState *state)
{
  KbNode *asset = kb_editor_state_get_painted (state) ? kb_editor_state_get_asset (state) : NULL;
  return asset ? kb_node_zones (asset) : NULL;
}

/* For a track, the road, also while one of its bands is painted. */
static const KbZones *
pixels (KbEditorState *state)
{
  KbNode *painted = kb_editor_state_get_painted (state);
  if (painted && kb_node_track (painted))
    painted = KB_NODE (kb_node_track (painted));
  return painted ? kb_node_painted (painted, NULL)->zones : NULL;
}

/* The pixels of each value in the current mask or frame. */
static void
kb_zone_counts (KbEditorState *state, guint64 counts[256])
{
  const KbZones *zones = pixels (state);
  if (zones)
    kb_zones_counts (zones, counts);
  else
    memset (counts, 0, 256 * sizeof *counts);
}

static GPtrArray *
list_zones (KbEditorState *state)
{
  const GPtrArray *zones = zones_of (state);
  GPtrArray *items = kb_items_new ();
  guint64 counts[256];
  kb_zone_counts (state, counts);
  if (zones)
    KB_EACH (const KbZone, zone, zones)
      {
        KbItem *item = kb_items_add (items, zone->node.id);
        gboolean is_surface = zone->node.kind == &kb_surface_kind;
        item->name = g_strdup (zone->name);
        item->colour = zone->colour;
        item->flags = zone->use == KB_SURFACE_ROAD ? KB_ITEM_ROAD : 0;
        item->count = g_strdup_printf ("%" G_GUINT64_FORMAT, counts[zone->value]);
        item->count_tip =
          g_strdup (is_surface ? _("Painted pixels; what only curves cover is not counted")
                               : _("Painted pixels"));
        item->description =
          g_strdup_printf (is_surface ? _("%s pixels painted") : _("%s pixels"), item->count);
      }
  return items;
}

/* No zone is current while a band is painted: its row can be selected again. */
static gboolean
is_painted_with (KbEditorState *state, KbId id)
{
  const KbZone *zone = kb_editor_state_get_zone (state);
  return zone && zone->node.id == id && !kb_editor_state_get_band (state);
}

static void
set_road (KbEditorState *state, KbId id, gboolean on)
{
  const KbZone *zone = (KbZone *) kb_document_node (kb_editor_state_get_document (state), id);
  if (!zone)
    return;
  g_autofree char *label =
    g_strdup_printf (on ? _("%s is road") : _("%s is not road"), zone->name);
  kb_editor_state_set_in_step (state, label, FALSE, id, "ground",
                               json_string (on ? "road" : "off"));
}

static void
fill_zone_list_menu (GtkWidget *menu, KbEditorState *state, KbId id)
{
  const GPtrArray *zones = zones_of (state);
  const KbZone *current = kb_editor_state_get_zone (state);
  kb_menu_add (menu, _("Rename…"), kb_dialog_rename, id);
  if (current && current->node.id != id)
    {
      g_autofree char *label = g_strdup_printf (_("Paint Over It with “%s”"), current->name);
      kb_menu_add (menu, label, kb_zone_replace, id);
    }
  kb_menu_add (menu, _("Delete"), kb_zone_delete, id);
  if (kb_count (zones) < 2)
    return;
  kb_menu_add_separator (menu);
  kb_menu_add_heading (menu, _("Merge Into"));
  GtkWidget *others = kb_menu_add_scrolled (menu, 180);
  KB_EACH (const KbZone, zone, zones)
    {
      g_autofree char *said = g_strdup_printf (_("Merge into %s"), zone->name);
      if (zone->node.id != id)
        kb_name_widget (kb_menu_add_with (others, zone->name, kb_zone_merge, id, zone->node.id),
                        said);
    }
}

static const KbItemColumn zone_columns[] = {
  { &kb_column_colour, N_("Colour of %s"), .set_colour = kb_zone_set_colour },
  { &kb_column_name },
  { &kb_column_menu, N_("Edit %s"), .fill_menu = fill_zone_list_menu },
  { &kb_column_count, .width = 7 },
  { &kb_column_key },
  { NULL },
};

static const KbItemColumn surface_columns[] = {
  { &kb_column_colour, N_("Colour of %s"), .set_colour = kb_zone_set_colour },
  { &kb_column_name },
  { &kb_column_toggle, N_("%s is road"), .flag = KB_ITEM_ROAD, .set = set_road,
    .icon = "kb-track-symbolic", .css_class = "kb-ground",
    .on_tip = N_("%s is road: cars may be on it"),
    .off_tip = N_("%s is not road: cars keep off it") },
  { &kb_column_menu, N_("Edit %s"), .fill_menu = fill_zone_list_menu },
  { &kb_column_count, .width = 7 },
  { &kb_column_key },
  { NULL },
};

enum {
  ZONE_LIST_CHANGES = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_LISTS
                      | KB_CHANGE_VALUES | KB_CHANGE_TOOL
};

const KbItemListSpec kb_zone_list = {
  .title = N_("Zones"),
  .empty = N_("A zone says what pixels mean: floor, door, water … Paint to add one."),
  .columns = zone_columns,
  .changes = ZONE_LIST_CHANGES,
  .items = list_zones,
  .is_chosen = is_painted_with,
  .choose = kb_editor_state_set_zone,
  .activate = kb_editor_state_set_zone,   /* the row keeps the focus, so that F2 renames it */
  .rename = kb_dialog_rename,
  .look = KB_LOOK_COMPACT,
  .min_height = 72,
  .max_height = 264,
  .add = N_("Add zone"),
  .add_tip = N_("Add a zone"),
  .add_action = "win.add-zone",
};

const KbItemListSpec kb_surface_list = {
  .title = N_("Surfaces"),
  .empty = N_("A zone says what pixels mean: floor, door, water … Paint to add one."),
  .columns = surface_columns,
  .changes = ZONE_LIST_CHANGES,
  .items = list_zones,
  .is_chosen = is_painted_with,
  .choose = kb_editor_state_set_zone,
  .activate = kb_editor_state_set_zone,   /* the row keeps the focus, so that F2 renames it */
  .rename = kb_dialog_rename,
  .look = KB_LOOK_COMPACT,
  .min_height = 72,
  .max_height = 264,
  .add = N_("Add surface"),
  .add_tip = N_("Add surface"),
  .add_action = "win.add-zone",
};
