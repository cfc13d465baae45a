/* SPDX-License-Identifier: MIT */
/* kickbox import --as mask: a picture painted elsewhere, by its colours. */
#include "cli/import_mask.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "interchange/mask.h"

#define MOST_SHOWN 50   /* lines about colours that no --zone has */

static gboolean
wrong (GError **error, const char *text, const char *what)
{
  g_set_error (error, KB_ERROR, KB_ERROR_USAGE, "kickbox import: --zone: '%s' %s", text, what);
  return FALSE;
}

/* "#rrggbb=NAME". */
static gboolean
read_rule (const char *text, GArray *rules, GError **error)
{
  guint64 rgb;
  g_autofree char *digits = strlen (text) >= 8 ? g_strndup (text + 1, 6) : NULL;
  if (!digits || text[0] != '#' || text[7] != '=' || !g_ascii_isxdigit (digits[0])
      || !g_ascii_string_to_unsigned (digits, 16, 0, 0xffffff, &rgb, NULL))
    return wrong (error, text, "is not a colour and a name such as '#33d17a=floor'");
  if (!g_utf8_validate (text + 8, -1, NULL))
    return wrong (error, text, "has a name that is not UTF-8");
  for (guint i = 0; i < rules->len; i++)
    if (g_array_index (rules, KbMaskRule, i).rgb == rgb)
      return wrong (error, text, "gives a colour that another --zone has");
  KbMaskRule rule = { (guint32) rgb, g_strdup (text + 8) };
  g_array_append_val (rules, rule);
  return TRUE;
}

static gboolean
read_options (const KbCliMask *mask, char **files, KbMaskOptions *options, GError **error)
{
  options->rules = g_array_new (FALSE, FALSE, sizeof (KbMaskRule));
  options->others = mask->others;
  options->background = mask->background;
  for (guint i = 0; mask->zones && mask->zones[i]; i++)
    if (!read_rule (mask->zones[i], options->rules, error))
      return FALSE;
  const char *fault = files[1] ? "a mask is made of one picture"
    : mask->others && !mask->zones ? "--others-nothing: only with --zone"
    : mask->others && mask->background ? "--others-nothing: not with --background" : NULL;
  if (fault)
    g_set_error (error, KB_ERROR, KB_ERROR_USAGE, "kickbox import: %s", fault);
  return !fault;
}

static void
print_colour (const KbMaskColour *colour, const KbZone *zone)
{
  g_autofree char *name = zone ? g_strdup_printf ("%s (%d)", zone->name, zone->value) : g_strdup (_("nothing"));
  printf ("  #%06x  %-24s ", colour->rgb, name);
  printf (ngettext ("%9" G_GUINT64_FORMAT " pixel\n", "%9" G_GUINT64_FORMAT " pixels\n", colour->pixels), colour->pixels);
}

static void
print_report (const KbDocument *document, const KbMaskImport *import, KbId id, const KbId *zones)
{
  const KbMask *mask = (const KbMask *) kb_document_node (document, id);
  guint n = mask->zones->len;
  printf ("%s: %d x %d, ", mask->name, mask->width, mask->height);
  printf (ngettext ("%u zone\n", "%u zones\n", n), n);
  guint n_others = 0;
  for (guint i = 0; i < import->colours->len; i++)
    {
      const KbMaskColour *colour = &g_array_index (import->colours, KbMaskColour, i);
      if (zones[i] || colour->rule >= 0 || n_others++ < MOST_SHOWN)
        print_colour (colour, zones[i] ? (const KbZone *) kb_document_node (document, zones[i]) : NULL);
    }
  if (import->n_others > MOST_SHOWN)
    printf (ngettext ("  and %u more colour that is nothing\n", "  and %u more colours that are nothing\n", import->n_others - MOST_SHOWN),
            import->n_others - MOST_SHOWN);
}

static void
print_unmatched (const KbMaskImport *import)
{
  guint n = 0;
  for (guint i = 0; i < import->colours->len && n < MOST_SHOWN; i++)
    {
      const KbMaskColour *colour = &g_array_index (import->colours, KbMaskColour, i);
      if (colour->rule != KB_MASK_NO_RULE)
        continue;
      n++;
      kb_cli_error (KB_EXIT_INPUT, "%s: pixel %d,%d: #%06x is no zone; %" G_GUINT64_FORMAT " %s", import->path, colour->x,
                    colour->y, colour->rgb, colour->pixels, colour->pixels == 1 ? "pixel has it" : "pixels have it");
    }
}

static gboolean
import_into (KbDocument *document, const KbMaskImport *import, const char *name, GError **error)
{
  g_autofree char *base = g_path_get_basename (import->path);
  char *dot = strrchr (base, '.');
  if (dot && dot > base)
    *dot = '\0';
  g_autofree KbId *zones = g_new0 (KbId, import->colours->len + 1);
  KbId id = kb_mask_import_apply (document, import, name ? name : base, zones, error);
  if (!id || !kb_document_save (document, error))
    return FALSE;
  print_report (document, import, id, zones);
  return TRUE;
}

int
kb_cli_import_mask (const char *project, char **files, const KbCliMask *mask, gboolean replay)
{
  GError *error = NULL;
  KbMaskOptions options = { NULL };
  g_autoptr (KbMaskImport) import = NULL;
  KbDocument *document = NULL;
  gboolean ok = read_options (mask, files, &options, &error) && (import = kb_mask_import_read (files[0], &options, &error));
  kb_mask_options_clear (&options);
  if (ok && import->unmatched)
    {
      print_unmatched (import);
      g_set_error (&error, KB_ERROR, KB_ERROR_INPUT,
                   "%s: %u %s no zone; expected --zone '#rrggbb=NAME' for each, or --others-nothing", import->path,
                   import->unmatched, import->unmatched == 1 ? "colour is" : "colours are");
      ok = FALSE;
    }
  ok = ok && (document = kb_cli_open_to_change (project, replay, &error)) && import_into (document, import, mask->name, &error);
  if (document)
    kb_document_free (document);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}
