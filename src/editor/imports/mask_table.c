/* SPDX-License-Identifier: MIT */
/* An entry for each colour with the name of its zone, existing or new, or none: the dialog then
 * decides as for all other colours. For tracks, a menu next to it chooses road, off the road,
 * empty or other. */
#include "editor/imports/imports.h"

#include <glib/gi18n.h>
#include <string.h>

#include "editor/lists/lists.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define MAX_NEW 32       /* above this number, most colours are shades, not zones */
#define MAX_OFFERED 12   /* of those, the most frequent are shown at once */
#define MIN_SHARE 100    /* and named if this many times their pixels are all pixels */

/* The meaning of a colour in a track. */
enum { AS_ROAD = KB_SURFACE_ROAD, AS_OFF = KB_SURFACE_OFF, AS_EMPTY, AS_OTHER };

static const char *const use_labels[] = { N_("Road"), N_("Off Road"), N_("Empty"), N_("Other") };

typedef struct {
  guint32 rgb;
  guint64 pixels;
  /* Template */
  KbSwatch *swatch;
  GtkLabel *code, *count;
  GtkWidget *entry, *menu;
  /* For tracks: proposed names as road and off the road, until the user types one */
  char *proposed[2];
  gint use;               /* AS_...; for masks only AS_EMPTY matters */
} MaskTableRow;

typedef struct {
  char *name;
  guint32 colour;         /* 0xRRGGBBAA */
  gint use;
  guint8 value;           /* of one that is new; 0: any */
} Known;

struct _KbMaskTable
{
  AdwBin parent_instance;

  GtkWidget *box;
  /* Owned */
  GArray *rows;           /* Row, in the order of the import's colours */
  GArray *known;          /* Known: the existing zones */
  gboolean filling, track;
};

G_DEFINE_FINAL_TYPE (KbMaskTable, kb_mask_table, ADW_TYPE_BIN)

static guint changed_signal;

static const Known *
known_of_name (const KbMaskTable *self, const char *name)
{
  KB_EACH_IN (const Known, known, self->known)
    if (strcmp (known->name, name) == 0)
      return known;
  return NULL;
}

static const Known *
known_of_colour (const KbMaskTable *self, guint32 rgb)
{
  KB_EACH_IN (const Known, known, self->known)
    if (known->colour >> 8 == rgb)
      return known;
  return NULL;
}

/* The name in the row's entry without spaces around it, or "" for no zone. A new string. */
static char *
mask_table_name_of (const MaskTableRow *row)
{
  return g_strstrip (
    g_strdup (row->use >= AS_EMPTY ? "" : gtk_editable_get_text (GTK_EDITABLE (row->entry))));
}

static MaskTableRow *
row_of_entry (const KbMaskTable *self, GtkWidget *entry)
{
  KB_EACH_IN (MaskTableRow, row, self->rows)
    if (row->entry == entry)
      return row;
  return NULL;
}

/* The first row with this name, or NULL. */
static const MaskTableRow *
row_of_name (const KbMaskTable *self, const char *name)
{
  KB_EACH_IN (const MaskTableRow, row, self->rows)
    {
      g_autofree char *other = mask_table_name_of (row);
      if (strcmp (other, name) == 0)
        return row;
    }
  return NULL;
}

/* ---- rules ---- */

static void
add_rule (GArray *rules, guint32 rgb, const char *name, gint use, guint8 value)
{
  KbMaskRule rule = { .rgb = rgb,
                      .name = g_strdup (name),
                      .value = value,
                      .use = use == AS_OFF ? KB_SURFACE_OFF : KB_SURFACE_ROAD };
  g_array_append_val (rules, rule);
}

static gboolean
has_rule (const GArray *rules, guint32 rgb)
{
  KB_EACH_IN (const KbMaskRule, rule, rules)
    if (rule->rgb == rgb)
      return TRUE;
  return FALSE;
}

GArray *
kb_mask_table_rules (KbMaskTable *self)
{
  GArray *rules = g_array_new (FALSE, FALSE, sizeof (KbMaskRule));
  g_autoptr (GHashTable) moved = g_hash_table_new (NULL, NULL);
  /* The first rule of a zone sets its colour. Existing zones keep theirs, unless another zone has
   * it now. */
  KB_EACH_IN (const MaskTableRow, row, self->rows)
    {
      g_autofree char *name = mask_table_name_of (row);
      const Known *known = known_of_colour (self, row->rgb);
      if (known && strcmp (known->name, name) != 0)
        g_hash_table_add (moved, (gpointer) known);
    }
  KB_EACH_IN (const Known, known, self->known)
    {
      const MaskTableRow *row = row_of_name (self, known->name);
      if (!g_hash_table_contains (moved, known) && !has_rule (rules, known->colour >> 8))
        add_rule (rules, known->colour >> 8, known->name, row ? row->use : known->use,
                  known->value);
    }
  KB_EACH_IN (const MaskTableRow, row, self->rows)
    {
      g_autofree char *name = mask_table_name_of (row);
      if ((*name || row->use == AS_EMPTY) && !has_rule (rules, row->rgb))
        add_rule (rules, row->rgb, name, row->use, 0);
    }
  return rules;
}

guint32
kb_mask_table_colour (KbMaskTable *self, const char *name)
{
  const Known *known = known_of_name (self, name);
  /* Of several colours for a new zone, the first becomes its own. */
  const MaskTableRow *row = known || !*name ? NULL : row_of_name (self, name);
  return known ? known->colour : row ? row->rgb << 8 | 0xff : 0;
}

gboolean
kb_mask_table_is_blank (KbMaskTable *self)
{
  KB_EACH_IN (const MaskTableRow, row, self->rows)
    {
      g_autofree char *name = mask_table_name_of (row);
      if (*name)
        return FALSE;
    }
  return TRUE;
}

char *
kb_mask_table_fault (KbMaskTable *self)
{
  gboolean has_road = FALSE;
  if (!self->track && self->rows->len && kb_mask_table_is_blank (self))
    return g_strdup (_("Say which colours are zones: type their names."));
  if (self->track)
    KB_EACH_IN (const MaskTableRow, row, self->rows)
      {
        g_autofree char *name = mask_table_name_of (row);
        if (row->use >= AS_EMPTY)
          continue;
        if (!*name)
          return g_strdup_printf (
            _("Type a name for the surface of #%06x, or choose Empty."), row->rgb);
        if (row_of_name (self, name)->use != row->use)
          return g_strdup_printf (
            _("“%s” cannot be both road and off the road: use two names."), name);
        has_road |= row->use == AS_ROAD;
      }
  return self->track && self->rows->len && !has_road ? g_strdup (_("Say which colours are road."))
                                                     : NULL;
}

/* ---- rows ---- */

/* Masks: an entry without a name says what the colour is. Typing a name makes it a zone. */
static void
show_empty (MaskTableRow *row)
{
  gtk_entry_set_placeholder_text (GTK_ENTRY (row->entry),
                                  row->use == AS_EMPTY ? _("empty") : _("other"));
}

static void
on_entry (GtkEditable *entry, KbMaskTable *self)
{
  MaskTableRow *row = row_of_entry (self, GTK_WIDGET (entry));
  if (row && !self->track && *gtk_editable_get_text (entry))
    row->use = AS_ROAD;
  if (row && !self->track)
    show_empty (row);
  if (!self->filling)
    g_signal_emit (self, changed_signal, 0);
}

static void
show_ground (MaskTableRow *row)
{
  const char *label = _(use_labels[row->use]);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (row->menu), label);
  /* The menu's name says which colour it is for. The choice is its description. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->menu), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  label, -1);
  gtk_widget_set_sensitive (row->entry, row->use < AS_EMPTY);
}

/* A proposed name changes with the choice. A typed one stays. */
static void
set_use (MaskTableRow *row, gint use)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (row->entry));
  gboolean is_proposed = !*name || strcmp (name, row->proposed[AS_ROAD]) == 0
                         || strcmp (name, row->proposed[AS_OFF]) == 0;
  row->use = use;
  show_ground (row);
  if (use < AS_EMPTY && is_proposed)
    gtk_editable_set_text (GTK_EDITABLE (row->entry), row->proposed[use]);
}

/* An item's value is an index of a known zone or, after those, a use. It sets the zone's name, the
 * use, or both. */
static void
on_item (KbMenuItem *item, GtkWidget *entry)
{
  KbMaskTable *self = KB_MASK_TABLE (gtk_widget_get_ancestor (entry, KB_TYPE_MASK_TABLE));
  guint value = kb_menu_item_get_value (item);
  const Known *known =
    value < self->known->len ? &g_array_index (self->known, Known, value) : NULL;
  MaskTableRow *row = row_of_entry (self, entry);
  const gint use = known ? known->use : (gint) (value - self->known->len);
  if (self->track)
    set_use (row, use);
  if (known || !self->track)
    gtk_editable_set_text (GTK_EDITABLE (entry), known ? known->name : "");
  if (!self->track && !known)
    {
      row->use = use == AS_EMPTY ? AS_EMPTY : AS_ROAD;
      show_empty (row);
    }
  g_signal_emit (self, changed_signal, 0);
}

static void
add_mask_table_item (GtkWidget *menu, GtkWidget *entry, const char *label, guint value)
{
  GtkWidget *item = kb_menu_add_with (menu, label, NULL, 0, value);
  g_signal_connect_object (item, "clicked", G_CALLBACK (on_item), entry, 0);
}

static void
make_popover (GtkMenuButton *button, gpointer entry)
{
  KbMaskTable *self = KB_MASK_TABLE (gtk_widget_get_ancestor (entry, KB_TYPE_MASK_TABLE));
  GtkWidget *menu = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0),
            *box = kb_menu_add_scrolled (menu, 240);
  for (guint use = self->track ? AS_ROAD : AS_EMPTY; use <= AS_OTHER; use++)
    add_mask_table_item (box, entry, _(use_labels[use]), self->known->len + use);
  if (self->known->len)
    kb_menu_add_separator (box);
  KB_EACH_IN (const Known, one, self->known)
    add_mask_table_item (box, entry, one->name, one_at);
  kb_row_menu_set (button, menu);
}

static void
show_mask_table_count (const MaskTableRow *row)
{
  g_autofree char *hex = g_strdup_printf ("#%06x", row->rgb);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, row->pixels);
  g_autofree char *text =
    row->pixels == 1 ? g_strdup (_("1 pixel")) : g_strdup_printf (_("%s pixels"), number);
  gtk_label_set_label (row->code, hex);
  gtk_label_set_label (row->count, text);
}

static const KbTemplateChild row_children[] = {
  KB_CHILD (MaskTableRow, swatch), KB_CHILD (MaskTableRow, code), KB_CHILD (MaskTableRow, count),
  KB_CHILD (MaskTableRow, entry),
  KB_CHILD (MaskTableRow, menu), { NULL },
};

static GtkWidget *
make_mask_table_row (KbMaskTable *self, MaskTableRow *row, const char *name)
{
  GtkWidget *box = kb_template_build ("mask_row", row, row_children, NULL);
  g_autofree char *said =
    g_strdup_printf (self->track ? _("Surface of #%06x") : _("Zone of #%06x"), row->rgb);
  g_autofree char *said_menu =
    g_strdup_printf (self->track ? _("Ground of #%06x") : _("Zones for #%06x"), row->rgb);
  kb_swatch_set_colour (row->swatch, row->rgb << 8 | 0xff);
  show_mask_table_count (row);
  gtk_editable_set_width_chars (GTK_EDITABLE (row->entry), self->track ? 12 : 16);
  gtk_editable_set_text (GTK_EDITABLE (row->entry), name);
  kb_name_widget (row->entry, said);
  kb_name_widget (row->menu, said_menu);
  gtk_widget_set_tooltip_text (
    row->menu, self->track ? _("Road, off the road, empty, other, or an existing surface")
                           : _("An existing zone, empty, or other"));
  if (self->track)
    {
      gtk_widget_set_size_request (row->menu, 104, -1);
      show_ground (row);
    }
  else
    show_empty (row);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (row->menu), make_popover, row->entry,
                                         NULL);
  g_signal_connect (row->entry, "changed", G_CALLBACK (on_entry), self);
  return box;
}

/* "zone 3": the first unused number; sets `n` to the next one. */
static char *
fresh_name (const KbMaskTable *self, guint *n)
{
  char *name = NULL;
  do
    {
      g_free (name);
      ++*n;
      name = g_strdup_printf (self->track ? _("surface %u") : _("zone %u"), *n);
    }
  while (known_of_name (self, name));
  return name;
}

/* The row's initial name. For tracks, also sets the other proposed name and the use. */
static const char *
begin_row (const KbMaskTable *self, MaskTableRow *row, const Known *known, gboolean is_named,
           guint *number)
{
  g_autofree char *fresh = known ? g_strdup (known->name) : fresh_name (self, number);
  row->proposed[AS_ROAD] = g_strdup (known || !self->track ? fresh : _("road"));
  row->proposed[AS_OFF] = g_steal_pointer (&fresh);
  if (self->track)
    row->use = known ? known->use : is_named ? AS_OFF : AS_OTHER;
  return is_named ? row->proposed[AS_OFF] : "";
}

/* A closed list for the colours that are hardly zones. */
static GtkWidget *
add_more (KbMaskTable *self, guint n)
{
  g_autofree char *title =
    g_strdup_printf (ngettext ("%u more colour", "%u more colours", n), n);
  GtkWidget *expander = gtk_expander_new (title), *list = kb_option_list_new (title);
  gtk_widget_add_css_class (list, "kb-rows");
  gtk_widget_set_margin_top (list, 8);
  gtk_expander_set_child (GTK_EXPANDER (expander), list);
  gtk_box_append (GTK_BOX (self->box), expander);
  return list;
}

static char *
rows_title (const KbMaskTable *self, gboolean matched, guint n)
{
  const gboolean track = self->track;
  if (matched)
    return g_strdup (track ? _("Colours of surfaces") : _("Colours of zones"));
  if (!self->known->len)
    return g_strdup_printf (ngettext ("%u colour", "%u colours", n), n);
  return g_strdup_printf (
    track ? ngettext ("%u colour that no surface has", "%u colours that no surface has", n)
          : ngettext ("%u colour that no zone has", "%u colours that no zone has", n),
    n);
}

/* Of very many colours, only frequent ones get names. The rows are the most frequent ones first. */
static void
add_rows (KbMaskTable *self, gboolean matched, guint n, guint64 pixels)
{
  g_autofree char *title = rows_title (self, matched, n);
  GtkWidget *list = n ? kb_option_rows_new (GTK_BOX (self->box), title) : NULL;
  guint number = 0, n_shown = 0;
  KB_EACH_IN_WHILE (list, MaskTableRow, row, self->rows)
    {
      const Known *known = known_of_colour (self, row->rgb);
      if ((known != NULL) != matched)
        continue;
      if (n_shown++ == MAX_OFFERED && !matched && n > MAX_NEW)
        list = add_more (self, n - MAX_OFFERED);
      gboolean is_named =
        known || n <= MAX_NEW || (n_shown <= MAX_OFFERED && row->pixels * MIN_SHARE >= pixels);
      gtk_list_box_append (
        GTK_LIST_BOX (list),
        make_mask_table_row (self, row, begin_row (self, row, known, is_named, &number)));
    }
}

/* The layers of a drawing, or the values of an int grid, are zones as existing ones are: a row has
 * the layer's name. Of a track, those with `.off` are off the road. An existing zone of that name
 * gets the layer's colour. */
static void
add_layers (KbMaskTable *self, const GArray *rules)
{
  KB_EACH_IN (const KbMaskRule, rule, rules)
    {
      const gboolean off = self->track && g_str_has_suffix (rule->name, ".off");
      g_autofree char *name = g_strndup (rule->name, strlen (rule->name) - (off ? 4 : 0));
      Known *known = (Known *) known_of_name (self, name);
      if (known)
        known->colour = rule->rgb << 8 | 0xff;
      else
        {
          const Known layer = { g_steal_pointer (&name), rule->rgb << 8 | 0xff,
                                off ? KB_SURFACE_OFF : KB_SURFACE_ROAD, rule->value };
          g_array_append_val (self->known, layer);
        }
    }
}

void
kb_mask_table_fill (KbMaskTable *self, const KbMaskImport *import, const GPtrArray *zones,
                    gboolean track)
{
  guint n_known = 0;
  self->track = track;
  self->filling = TRUE;
  for (GtkWidget *child; (child = gtk_widget_get_first_child (self->box));)
    gtk_box_remove (GTK_BOX (self->box), child);
  g_array_set_size (self->rows, 0);
  g_array_set_size (self->known, 0);
  if (zones)
    KB_EACH (const KbZone, zone, zones)
      {
        const Known known = { .name = g_strdup (zone->name),
                              .colour = zone->colour | 0xff,
                              .use = zone->use };
        g_array_append_val (self->known, known);
      }
  if (import && import->is_named)
    add_layers (self, import->options.rules);
  if (import)
    KB_EACH_IN (const KbMaskColour, colour, import->colours)
      {
        MaskTableRow row = { .rgb = colour->rgb, .pixels = colour->pixels };
        n_known += known_of_colour (self, colour->rgb) != NULL;
        g_array_append_val (self->rows, row);
      }
  const guint64 pixels = import ? import->pixels : 0;
  add_rows (self, FALSE, self->rows->len - n_known, pixels);
  add_rows (self, TRUE, n_known, pixels);
  self->filling = FALSE;
  g_signal_emit (self, changed_signal, 0);
}

/* ---- object ---- */

static void
known_clear (gpointer data)
{
  g_free (((Known *) data)->name);
}

static void
row_clear (gpointer data)
{
  g_free (((MaskTableRow *) data)->proposed[AS_ROAD]);
  g_free (((MaskTableRow *) data)->proposed[AS_OFF]);
}

static void
kb_mask_table_finalize (GObject *object)
{
  g_array_unref (KB_MASK_TABLE (object)->rows);
  g_array_unref (KB_MASK_TABLE (object)->known);
  G_OBJECT_CLASS (kb_mask_table_parent_class)->finalize (object);
}

static void
kb_mask_table_class_init (KbMaskTableClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kb_mask_table_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
kb_mask_table_init (KbMaskTable *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (MaskTableRow));
  self->known = g_array_new (FALSE, FALSE, sizeof (Known));
  g_array_set_clear_func (self->rows, row_clear);
  g_array_set_clear_func (self->known, known_clear);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  adw_bin_set_child (ADW_BIN (self), self->box);
}
