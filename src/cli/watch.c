/* SPDX-License-Identifier: MIT */
/* A monitor a folder, one timer that starts anew with every event. */
#include "cli/watch.h"

#include <gio/gio.h>
#include <glib-unix.h>
#include <string.h>

/* Saving writes several files one after the other. */
#define QUIET_MS 120

static const struct {
  const char *folder;   /* within the project */
  const char *suffix;   /* of the files that count */
} watched[] = {
  { NULL, ".kickbox" },
  { "sprites", ".json" },
  { "pictures", ".png" },
};

typedef struct {
  const char *folder, *ignored;
  KbChanged changed;
  gpointer data;
  GMainLoop *loop;
  GFileMonitor *monitors[G_N_ELEMENTS (watched)];
  guint timer;
} Watch;

static void on_event (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer data);

/* Subfolders may come later; monitors that exist are kept. */
static gboolean
start_monitors (Watch *watch, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    {
      g_autofree char *path = g_build_filename (watch->folder, watched[i].folder, NULL);
      if (watch->monitors[i] || !g_file_test (path, G_FILE_TEST_IS_DIR))
        continue;
      g_autoptr (GFile) file = g_file_new_for_path (path);
      watch->monitors[i] = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, i == 0 ? error : NULL);
      if (watch->monitors[i])
        {
          g_file_monitor_set_rate_limit (watch->monitors[i], 0);
          g_signal_connect (watch->monitors[i], "changed", G_CALLBACK (on_event), watch);
        }
    }
  return watch->monitors[0] != NULL;
}

static gboolean
on_quiet (gpointer data)
{
  Watch *watch = data;
  watch->timer = 0;
  start_monitors (watch, NULL);
  watch->changed (watch->data);
  return G_SOURCE_REMOVE;
}

static void
on_event (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer data)
{
  Watch *watch = data;
  const char *path = g_file_peek_path (file);
  gboolean counts = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    {
      if (monitor == watch->monitors[i])
        counts = g_str_has_suffix (path, watched[i].suffix);
      else if (watched[i].folder && monitor == watch->monitors[0])
        {
          /* The subfolder itself came, or went and takes its monitor along. */
          g_autofree char *sub = g_build_filename (watch->folder, watched[i].folder, NULL);
          if (strcmp (path, sub) != 0)
            continue;
          counts = TRUE;
          if (event == G_FILE_MONITOR_EVENT_DELETED)
            g_clear_object (&watch->monitors[i]);
        }
      if (counts)
        break;
    }
  if (!counts || strcmp (path, watch->ignored) == 0)
    return;
  if (watch->timer)
    g_source_remove (watch->timer);
  watch->timer = g_timeout_add (QUIET_MS, on_quiet, watch);
}

static gboolean
on_signal (gpointer data)
{
  g_main_loop_quit (((Watch *) data)->loop);
  return G_SOURCE_CONTINUE;
}

gboolean
kb_watch (const char *folder, const char *ignored, KbChanged changed, gpointer data, GError **error)
{
  Watch watch = { .folder = folder, .ignored = ignored, .changed = changed, .data = data };
  watch.loop = g_main_loop_new (NULL, FALSE);
  guint interrupt = g_unix_signal_add (SIGINT, on_signal, &watch);
  guint terminate = g_unix_signal_add (SIGTERM, on_signal, &watch);
  gboolean ok = start_monitors (&watch, error);
  if (ok)
    {
      changed (data);
      g_main_loop_run (watch.loop);
    }
  g_source_remove (interrupt);
  g_source_remove (terminate);
  if (watch.timer)
    g_source_remove (watch.timer);
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    g_clear_object (&watch.monitors[i]);
  g_main_loop_unref (watch.loop);
  return ok;
}
