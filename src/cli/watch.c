/* SPDX-License-Identifier: MIT */
/* One monitor per folder, and a timer that restarts with every event. Monitors follow their folder
 * when it moves, so the paths are also polled now and then. If one leads to another folder, or
 * none, its monitor is made again. */
#include "cli/command.h"
#include "cli/input.h"

#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

/* A save writes several files in a row. */
#define QUIET_MS 120
#define LOOK_MS 500

static const struct {
  const char *folder;   /* within the project */
  const char *suffix;   /* of the relevant files; NULL: the folder's subfolders are scanned */
} watched[] = {
  { NULL, ".kickbox" },
  { "sprites", ".json" },
  { "masks", ".json" },
  { "masks", ".png" },
  { "tracks", ".json" },
  { "tracks", ".png" },
  { "levels", ".json" },
  { "bands", NULL },
  { "zones", NULL },
  { "layers", NULL },
  { "mazes", NULL },
  { "pictures", ".png" },
};

/* A watched folder, as last seen. */
typedef struct {
  char *path;
  gboolean there;
  guint64 device, number;
  GFileMonitor *monitor;
} WatchPlace;

typedef struct {
  const char *ignored;
  KbChanged changed;
  gpointer data;
  GMainLoop *loop;
  WatchPlace places[G_N_ELEMENTS (watched)];
  guint timer;
} Watch;

static void on_watch_event (GFileMonitor *monitor, GFile *file, GFile *other,
                            GFileMonitorEvent event, gpointer data);

static gboolean
start_monitor (Watch *watch, WatchPlace *place, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (place->path);
  place->monitor = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, error);
  if (!place->monitor)
    return FALSE;
  g_file_monitor_set_rate_limit (place->monitor, 0);
  g_signal_connect (place->monitor, "changed", G_CALLBACK (on_watch_event), watch);
  return TRUE;
}

/* Forgets the folder's state: the next poll treats it as new. */
static void
forget (Watch *watch, WatchPlace *place)
{
  if (place->monitor)
    g_signal_handlers_disconnect_by_data (place->monitor, watch);
  g_clear_object (&place->monitor);
  place->there = FALSE;
}

/* A number that changes with any file in the folder's subfolders. */
static guint64
stamp_of (const char *path)
{
  guint64 stamp = 0;
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    {
      g_autofree char *folder = g_build_filename (path, name, NULL);
      g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
      for (const char *file; files && (file = g_dir_read_name (files));)
        {
          GStatBuf info = { 0 };
          g_autofree char *at = g_build_filename (folder, file, NULL);
          if (!g_str_has_suffix (file, ".png") || g_stat (at, &info) != 0)
            continue;
          /* A sum, because names in a folder have no order. A clock set back may repeat an old
           * time. */
          const gint64 parts[] = { info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec,
                                   info.st_ctim.tv_nsec, (gint64) info.st_ino, info.st_size };
          guint64 one = g_str_hash (at);
          for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
            one = (one ^ (guint64) parts[i]) * 0x9e3779b97f4a7c15u + (one >> 29);
          stamp += one;
        }
    }
  return stamp;
}

/* Returns TRUE if a folder appeared, disappeared or was replaced; its monitors are updated. */
static gboolean
poll_folders (Watch *watch)
{
  gboolean changed = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    {
      WatchPlace *place = &watch->places[i];
      GStatBuf info;
      if (!watched[i].suffix)
        {
          guint64 stamp = stamp_of (place->path);
          changed |= stamp != place->number;
          place->number = stamp;
          continue;
        }
      gboolean there = g_stat (place->path, &info) == 0 && S_ISDIR (info.st_mode);
      gboolean same =
        there == place->there
        && (!there
            || (place->device == (guint64) info.st_dev && place->number == (guint64) info.st_ino));
      if (same && (place->monitor || !there))
        continue;
      if (!same)
        forget (watch, place);
      place->there = there;
      place->device = there ? (guint64) info.st_dev : 0;
      place->number = there ? (guint64) info.st_ino : 0;
      gboolean started = there && start_monitor (watch, place, NULL);
      changed |= !same || started;
    }
  return changed;
}

static gboolean
on_quiet (gpointer data)
{
  Watch *watch = data;
  watch->timer = 0;
  poll_folders (watch);
  watch->changed (watch->data);
  return G_SOURCE_REMOVE;
}

static void
wait_for_quiet (Watch *watch)
{
  if (watch->timer)
    g_source_remove (watch->timer);
  watch->timer = g_timeout_add (QUIET_MS, on_quiet, watch);
}

static gboolean
on_look (gpointer data)
{
  if (poll_folders (data))
    wait_for_quiet (data);
  return G_SOURCE_CONTINUE;
}

static void
on_watch_event (GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
                gpointer data)
{
  Watch *watch = data;
  const char *path = g_file_peek_path (file);
  gboolean counts = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    {
      WatchPlace *place = &watch->places[i];
      gboolean itself = strcmp (path, place->path) == 0;
      /* It is gone and its monitor is useless, even if another folder replaced it */
      if (itself
          && (event == G_FILE_MONITOR_EVENT_DELETED || event == G_FILE_MONITOR_EVENT_UNMOUNTED))
        {
          forget (watch, place);
          counts = TRUE;
        }
      else if (itself)
        counts |= poll_folders (watch);
      else if (monitor == place->monitor)
        counts |= g_str_has_suffix (path, watched[i].suffix) && strcmp (path, watch->ignored) != 0;
    }
  if (counts)
    wait_for_quiet (watch);
}

static gboolean
on_signal (gpointer data)
{
  g_main_loop_quit (((Watch *) data)->loop);
  return G_SOURCE_CONTINUE;
}

static gboolean
watch_folder (const char *folder, const char *ignored, KbChanged changed, gpointer data,
              GError **error)
{
  Watch watch = { .ignored = ignored, .changed = changed, .data = data };
  watch.loop = g_main_loop_new (NULL, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    watch.places[i].path = g_build_filename (folder, watched[i].folder, NULL);
  guint interrupt = g_unix_signal_add (SIGINT, on_signal, &watch);
  guint terminate = g_unix_signal_add (SIGTERM, on_signal, &watch);
  guint again = g_timeout_add (LOOK_MS, on_look, &watch);
  gboolean ok = start_monitor (&watch, &watch.places[0], error);
  if (ok)
    {
      poll_folders (&watch);
      changed (data);
      g_main_loop_run (watch.loop);
    }
  g_source_remove (again);
  g_source_remove (interrupt);
  g_source_remove (terminate);
  if (watch.timer)
    g_source_remove (watch.timer);
  for (guint i = 0; i < G_N_ELEMENTS (watched); i++)
    {
      forget (&watch, &watch.places[i]);
      g_free (watch.places[i].path);
    }
  g_main_loop_unref (watch.loop);
  return ok;
}

/* A file, or a folder with a project file. Each export checks whether it is valid. */
static gboolean
is_project (const char *path)
{
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return g_file_test (path, G_FILE_TEST_EXISTS);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  for (const char *name; folder && (name = g_dir_read_name (folder));)
    if (g_str_has_suffix (name, ".kickbox"))
      return TRUE;
  return FALSE;
}

int
kb_watch (const char *project, const char *output, KbChanged changed)
{
  GError *error = NULL;
  if (!is_project (project))
    return kb_cli_error (KB_EXIT_INPUT, _("%s: there is no project to watch"), project);
  g_autofree char *path = g_canonicalize_filename (project, NULL);
  g_autofree char *folder =
    g_file_test (path, G_FILE_TEST_IS_DIR) ? g_strdup (path) : g_path_get_dirname (path);
  g_autofree char *ignored = g_canonicalize_filename (output, NULL);
  return watch_folder (folder, ignored, changed, (gpointer) project, &error)
           ? KB_EXIT_DONE
           : kb_cli_fail (error);
}
