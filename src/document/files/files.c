/* SPDX-License-Identifier: MIT */
/* Files by their folders: each part of a name is opened relative to the previous one, without
 * following links. */
#include "bank/content.h"
#include "document/files/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "document/document.h"

#define MAX_FRESH 64   /* concurrent writers of one file, or crashes within a microsecond */
#define FIRST_PART 65536

struct KbFolder {
  int fd;
  char *path;
};

/* Of the flags for reading. */
static int no_follow = O_NOFOLLOW;

void
kb_files_follow_links (void)
{
  no_follow = 0;
}

static void
close_keep_errno (int fd)
{
  int number = errno;
  if (fd >= 0)
    close (fd);
  errno = number;
}

static const char *
describe_errno (int number)
{
  return number == ELOOP    ? _("symbolic links inside a project are not followed")
         : number == ENXIO  ? _("this is not a regular file")
         : number == EISDIR ? _("a folder is in the way; move or rename it") : g_strerror (number);
}

static gboolean
fail_to_read (GError **error, const char *root, const char *path, int number)
{
  return kb_fail (error, kb_error_code_from_errno (number), "%s: %s", path,
                  root || number == ENXIO ? describe_errno (number) : g_strerror (number));
}

/* --- Folders ---------------------------------------------------------------------------------- */

static KbFolder *
folder_new (int fd, const char *path)
{
  KbFolder *folder = g_new (KbFolder, 1);
  *folder = (KbFolder) { fd, g_strdup (path) };
  return folder;
}

KbFolder *
kb_folder_open (const char *path, GError **error)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
  if (fd >= 0)
    return folder_new (fd, path);
  return kb_null (fail_to_read (error, NULL, path, errno));
}

static gboolean
make_folders (const char *path, GPtrArray *made)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return TRUE;
  g_autofree char *up = g_path_get_dirname (path);
  if (strcmp (up, path) == 0 || !make_folders (up, made))
    return FALSE;
  if (mkdir (path, 0777) == 0)
    {
      if (made)
        g_ptr_array_add (made, g_strdup (path));
      return TRUE;
    }
  if (errno != EEXIST || g_file_test (path, G_FILE_TEST_IS_DIR))
    return errno == EEXIST;
  errno = ENOTDIR;
  return FALSE;
}

KbFolder *
kb_folder_make (const char *path, GPtrArray *made, GError **error)
{
  if (make_folders (path, made))
    return kb_folder_open (path, error);
  int number = errno;
  g_set_error (error, KB_ERROR, kb_error_code_from_errno (number), _("%s: cannot be made: %s"),
               path, g_strerror (number));
  errno = number;
  return NULL;
}

void
kb_folder_free (KbFolder *folder)
{
  if (!folder)
    return;
  close_keep_errno (folder->fd);
  g_free (folder->path);
  g_free (folder);
}

const char *
kb_folder_path (const KbFolder *folder)
{
  return folder->path;
}

gboolean
kb_folder_fail (GError **error, const KbFolder *folder, const char *name, const char *format)
{
  int number = errno ? errno : EIO;
  g_autofree char *path =
    *name ? g_build_filename (folder->path, name, NULL) : g_strdup (folder->path);
  gboolean is_input = number == ELOOP || number == ENXIO;
  return kb_fail (error, is_input ? KB_ERROR_INPUT : KB_ERROR_MACHINE, format, path,
                  describe_errno (number));
}

/* Opens a subfolder that is not a link. */
static int
open_subfolder (int at, const char *name)
{
  struct stat info;
  int fd = openat (at, name, O_RDONLY | O_DIRECTORY | no_follow | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0 && errno == ENOTDIR && fstatat (at, name, &info, AT_SYMLINK_NOFOLLOW) == 0)
    errno = S_ISLNK (info.st_mode) ? ELOOP : ENOTDIR;
  return fd;
}

/* The folder that contains the last part of a name. If it cannot be opened, `at` is -1. */
typedef struct {
  int at;
  const char *leaf;      /* the last part */
  gboolean is_opened;    /* not the descriptor of the KbFolder */
} Entry;

/* Does not change errno. */
static void
entry_clear (Entry *entry)
{
  if (entry->is_opened)
    close_keep_errno (entry->at);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Entry, entry_clear)

/* Sets errno if it fails. */
static Entry
enter (const KbFolder *folder, const char *name, gboolean make)
{
  Entry entry = { .at = folder->fd, .leaf = name };
  for (const char *end; entry.at >= 0 && (end = strchr (entry.leaf, '/')); entry.leaf = end + 1)
    {
      g_autofree char *part = g_strndup (entry.leaf, (gsize) (end - entry.leaf));
      gboolean is_above = strcmp (part, "..") == 0;
      int inner = is_above ? -1 : open_subfolder (entry.at, part);
      if (is_above)
        errno = ELOOP;
      else if (inner < 0 && errno == ENOENT && make
               && (mkdirat (entry.at, part, 0777) == 0 || errno == EEXIST))
        inner = open_subfolder (entry.at, part);
      entry_clear (&entry);
      entry = (Entry) { inner, entry.leaf, TRUE };
    }
  return entry;
}

static gboolean
is_safe_leaf (const char *leaf)
{
  return *leaf && strcmp (leaf, ".") != 0 && strcmp (leaf, "..") != 0;
}

int
kb_folder_stat (const KbFolder *folder, const char *name, struct stat *info)
{
  g_auto (Entry) entry = enter (folder, name, FALSE);
  int flags = no_follow ? AT_SYMLINK_NOFOLLOW : 0;
  return entry.at < 0 ? -1 : fstatat (entry.at, entry.leaf, info, flags);
}

static int
change_two (const KbFolder *folder, const char *from, const char *to, gboolean move)
{
  g_auto (Entry) old = enter (folder, from, FALSE), new = { .at = -1 };
  if (old.at >= 0)
    new = enter (folder, to, FALSE);
  if (new.at < 0)
    return -1;
  return move ? renameat (old.at, old.leaf, new.at, new.leaf)
              : linkat (old.at, old.leaf, new.at, new.leaf, 0);
}

int
kb_folder_rename (const KbFolder *folder, const char *from, const char *to)
{
  return change_two (folder, from, to, TRUE);
}

int
kb_folder_link (const KbFolder *folder, const char *from, const char *to)
{
  return change_two (folder, from, to, FALSE);
}

static int
remove_entry (const KbFolder *folder, const char *name, int flags)
{
  g_auto (Entry) entry = enter (folder, name, FALSE);
  return entry.at < 0 ? -1 : unlinkat (entry.at, entry.leaf, flags);
}

int
kb_folder_unlink (const KbFolder *folder, const char *name)
{
  return remove_entry (folder, name, 0);
}

int
kb_folder_rmdir (const KbFolder *folder, const char *name)
{
  return remove_entry (folder, name, AT_REMOVEDIR);
}

int
kb_folder_sync (const KbFolder *folder, const char *name)
{
  g_auto (Entry) entry = enter (folder, name, FALSE);
  gboolean ok = entry.at >= 0 && (fsync (entry.at) == 0 || errno == EINVAL || errno == ENOTSUP);
  return ok ? 0 : -1;
}

int
kb_folder_sync_all (const KbFolder *folder, const char *name)
{
  g_auto (Entry) entry = enter (folder, name, FALSE);
  return entry.at < 0 ? -1 : syncfs (entry.at);
}

/* --- Opening ---------------------------------------------------------------------------------- */

/* The open file, if it is a regular one. */
static int
only_regular (int fd)
{
  struct stat info;
  if (fd < 0 || (fstat (fd, &info) == 0 && S_ISREG (info.st_mode)))
    return fd;
  close (fd);
  errno = S_ISDIR (info.st_mode) ? EISDIR : ENXIO;
  return -1;
}

static int
open_leaf (int at, const char *leaf, int flags)
{
  const int always = no_follow | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  if (!is_safe_leaf (leaf))
    {
      errno = EISDIR;
      return -1;
    }
  for (;;)
    {
      int fd = openat (at, leaf, (flags & ~(O_CREAT | O_EXCL)) | always);
      if (fd >= 0 || errno != ENOENT || !(flags & O_CREAT))
        return only_regular (fd);
      fd = openat (at, leaf, flags | O_EXCL | always, 0666);
      if (fd >= 0 || errno != EEXIST)
        return fd;
    }
}

int
kb_folder_open_file (const KbFolder *folder, const char *name, int flags)
{
  g_auto (Entry) entry = enter (folder, name, FALSE);
  return entry.at < 0 ? -1 : open_leaf (entry.at, entry.leaf, flags);
}

/* The folder `root` and the rest of a path in it; NULL and errno. */
static KbFolder *
open_root (const char *root, const char *path, const char **name)
{
  gsize length = strlen (root);
  *name = path + length + 1;
  if (strncmp (path, root, length) == 0 && path[length] == '/')
    return kb_folder_open (root, NULL);
  errno = ELOOP;
  return NULL;
}

/* Opens the file of a path, as for kb_file_read. */
static int
open_path (const char *root, const char *path)
{
  const char *name;
  if (!root)
    return only_regular (open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  g_autoptr (KbFolder) folder = open_root (root, path, &name);
  return folder ? kb_folder_open_file (folder, name, O_RDONLY) : -1;
}

gboolean
kb_file_stat (const char *root, const char *path, struct stat *info)
{
  const char *name;
  if (!root)
    return stat (path, info) == 0;
  g_autoptr (KbFolder) folder = open_root (root, path, &name);
  return folder && kb_folder_stat (folder, name, info) == 0;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Reads all of it, even if it grows meanwhile; EFBIG above `max`. */
static gboolean
read_all (int fd, goffset max, char **data, gsize *length)
{
  struct stat info;
  gsize size = fstat (fd, &info) == 0 && info.st_size > 0 ? (gsize) info.st_size : FIRST_PART,
        at = 0;
  char *bytes = (goffset) size > max ? NULL : g_try_malloc (size + 1);
  errno = (goffset) size > max ? EFBIG : ENOMEM;
  while (bytes)
    {
      /* One more than expected, to detect the end at once */
      gssize n = read (fd, bytes + at, size + 1 - at);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        break;
      at += (gsize) n;
      if (n == 0)
        {
          bytes[at] = '\0';
          *data = bytes;
          *length = at;
          return TRUE;
        }
      if (at <= size)
        continue;
      char *more = (goffset) size * 2 > max ? NULL : g_try_realloc (bytes, size * 2 + 1);
      errno = (goffset) size * 2 > max ? EFBIG : ENOMEM;
      size *= 2;
      if (!more)
        break;
      bytes = more;
    }
  g_free (bytes);
  return FALSE;
}

/* Is it a text in place of a file that Git LFS keeps elsewhere? */
static gboolean
is_pointer (const char *start, gsize size)
{
  static const char first[] = "version https://git-lfs.";
  return size >= sizeof first - 1 && memcmp (start, first, sizeof first - 1) == 0;
}

static gboolean
fail_pointer (GError **error, const char *path)
{
  return kb_fail (error, KB_ERROR_INPUT,
                  _("%s: this is a pointer of Git LFS and not the file itself; run 'git lfs pull' "
                    "in its repository"), path);
}

/* Closes the file. */
static gboolean
read_open (int fd, const char *root, const char *path, goffset max, char **data, gsize *length,
           GError **error)
{
  gsize own, *size = length ? length : &own;
  gboolean ok = fd >= 0 && read_all (fd, max, data, size);
  close_keep_errno (fd);
  if (ok && is_pointer (*data, *size))
    {
      g_clear_pointer (data, g_free);
      return fail_pointer (error, path);
    }
  if (!ok && errno == EFBIG)
    return kb_fail (error, KB_ERROR_INPUT,
                    _("%s: the file is too large (at most %" PRId64 " bytes)"), path,
                    max);
  return ok || fail_to_read (error, root, path, errno);
}

gboolean
kb_file_read (const char *root, const char *path, goffset max, char **data, gsize *length,
              GError **error)
{
  return read_open (open_path (root, path), root, path, max, data, length, error);
}

GBytes *
kb_file_map (const char *path, GError **error)
{
  GMappedFile *mapped = g_mapped_file_new (path, FALSE, NULL);
  char *data;
  gsize size;
  if (!mapped)
    return kb_file_read (NULL, path, G_MAXINT64, &data, &size, error)
             ? g_bytes_new_take (data, size)
             : NULL;
  GBytes *bytes = g_mapped_file_get_bytes (mapped);
  g_mapped_file_unref (mapped);
  return bytes;
}

gboolean
kb_folder_read (const KbFolder *folder, const char *name, char **data, gsize *length,
                GError **error)
{
  g_autofree char *path = g_build_filename (folder->path, name, NULL);
  return read_open (kb_folder_open_file (folder, name, O_RDONLY), folder->path, path, KB_FILE_MAX,
                    data, length, error);
}

gssize
kb_file_read_start (const char *root, const char *path, void *data, gsize size, GError **error)
{
  gsize at = 0;
  int fd = open_path (root, path);
  for (gssize n = 1; fd >= 0 && n && at < size; at += (gsize) MAX (n, 0))
    if ((n = read (fd, (char *) data + at, size - at)) < 0 && errno != EINTR)
      {
        close_keep_errno (fd);
        fd = -1;
      }
  if (fd < 0)
    fail_to_read (error, root, path, errno);
  close_keep_errno (fd);
  if (fd >= 0 && is_pointer (data, at))
    return fail_pointer (error, path), -1;
  return fd < 0 ? -1 : (gssize) at;
}

GPtrArray *
kb_folder_list (const KbFolder *folder, const char *name, GError **error)
{
  g_autofree char *inner = g_strconcat (name, *name ? "/." : ".", NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_auto (Entry) within = enter (folder, inner, FALSE);
  int fd = within.at < 0 ? -1 : openat (within.at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *dir = fd < 0 ? NULL : fdopendir (fd);
  if (!dir)
    {
      int number = errno;
      close_keep_errno (fd);
      if (number == ENOENT)
        return g_steal_pointer (&names);
      g_autofree char *path = g_build_filename (folder->path, name, NULL);
      return kb_null (fail_to_read (error, folder->path, path, number));
    }
  for (const struct dirent *entry; (entry = readdir (dir));)
    if (is_safe_leaf (entry->d_name))
      g_ptr_array_add (names, g_strdup (entry->d_name));
  closedir (dir);
  g_ptr_array_sort (names, kb_compare_texts);
  return g_steal_pointer (&names);
}

/* --- Writing ---------------------------------------------------------------------------------- */

gboolean
kb_file_write_all (int fd, const void *data, gsize length)
{
  for (gsize done = 0; done < length;)
    {
      gssize n = write (fd, (const char *) data + done, length - done);
      if (n > 0)
        done += (gsize) n;
      else if (n == 0)
        errno = ENOSPC;
      if (n == 0 || (n < 0 && errno != EINTR))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_at (int fd, int at, const char *leaf)
{
  struct stat ours, there;
  return fstat (fd, &ours) == 0 && fstatat (at, leaf, &there, AT_SYMLINK_NOFOLLOW) == 0
         && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

/* Whether a running program writes it; else it is removed. */
static gboolean
is_being_written (int at, const char *leaf)
{
  int fd = openat (at, leaf, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  gboolean locked = fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!locked && (fd < 0 || is_at (fd, at, leaf)))
    unlinkat (at, leaf, 0);
  close_keep_errno (fd);
  return locked;
}

int
kb_folder_open_fresh (const KbFolder *folder, const char *name, char **fresh)
{
  g_auto (Entry) entry = enter (folder, name, TRUE);
  int fd = -1;
  guint n = 1;
  *fresh = NULL;
  for (guint tries = 0; entry.at >= 0 && fd < 0 && tries < MAX_FRESH; tries++)
    {
      g_autofree char *number = n > 1 ? g_strdup_printf ("%u", n) : g_strdup ("");
      g_autofree char *own = g_strdup_printf ("%s.new%s~", entry.leaf, number);
      fd = openat (entry.at, own, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
      if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0 && is_at (fd, entry.at, own))
        *fresh = g_strdup_printf ("%.*s%s", (int) (entry.leaf - name), name, own);
      else if (fd >= 0)
        {
          /* Another program took it for a leftover just before it was locked */
          close (fd);
          fd = -1;
        }
      else if (errno != EEXIST)
        break;
      else if (is_being_written (entry.at, own))
        n++;
    }
  return fd;
}

gboolean
kb_folder_write (const KbFolder *folder, const char *name, const void *data, gsize length,
                 gboolean sync, GError **error)
{
  const char *format = NULL;
  g_auto (Entry) entry = enter (folder, name, TRUE);
  g_autofree char *fresh = entry.at < 0 ? NULL : g_strconcat (entry.leaf, ".new~", NULL),
                  *written = g_strconcat (name, ".new~", NULL);
  const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  gboolean is_free = fresh && (unlinkat (entry.at, fresh, 0) == 0 || errno == ENOENT);
  int fd = is_free ? openat (entry.at, fresh, flags, 0666) : -1;
  if (fd < 0)
    format = _("%s: cannot be opened: %s");
  else if (!kb_file_write_all (fd, data, length))
    format = _("%s: cannot be written: %s");
  else if (sync && fsync (fd) != 0)
    format = _("%s: cannot be synced: %s");
  if (format)
    close_keep_errno (fd);
  else if (close (fd) != 0)
    format = _("%s: cannot be closed: %s");
  return !format || kb_folder_fail (error, folder, fresh && !is_free ? written : name, format);
}

char *
kb_find_data (const char *installed, const char *built)
{
  const char *const tops[] = { "../share", "../.." }, *const paths[] = { installed, built };
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL),
                  *beside = g_path_get_dirname (program ? program : "/");
  for (guint i = 0; i < G_N_ELEMENTS (tops); i++)
    {
      g_autofree char *path = g_build_filename (beside, tops[i], paths[i], NULL);
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
  return NULL;
}

void
kb_find_translations (void)
{
  g_autofree char *folder = kb_find_data ("locale", "po");
  bindtextdomain (GETTEXT_PACKAGE, folder ? folder : KB_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  kb_bank_translate = kb_say_fault;
  textdomain (GETTEXT_PACKAGE);
}
