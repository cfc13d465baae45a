/* SPDX-License-Identifier: MIT */
/* A disk that loses its power. The linker leads the calls that change files here (--wrap); they are
 * done and logged. From the log and a moment in it, disk_crash makes a folder as a file system may
 * bring it back after a power cut at that moment.
 *
 * What is certain: data and size of a file that was synced after they changed, and the entries of a
 * folder that was synced after they changed. All else may be there or not: file sizes without their
 * data (zeros), pages of several ages, sectors of two ages in one page, and changes of folders in
 * one of three ways (KbLoss). */
#ifndef KB_TEST_POWER_DISK_H
#define KB_TEST_POWER_DISK_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/faults.h"
#include "tests/support/temp_folder.h"

#define DISK_PAGE 4096
#define DISK_SECTOR 512

typedef struct {
  guint64 number;
  gboolean is_folder;
  GString *start;      /* of a file: its bytes when the log began */
  GHashTable *entries; /* of a folder: name -> DiskInode when the log began */
} DiskInode;

typedef enum {
  DISK_WRITE,
  DISK_CUT,
  DISK_ADD,
  DISK_REMOVE,
  DISK_RENAME,
  DISK_SYNC,
  DISK_SYNC_ALL
} DiskChange;

typedef struct {
  DiskChange change;
  DiskInode *inode;  /* that is written, cut, synced, or named by the entry */
  DiskInode *folder; /* of an entry */
  char *name, *to;
  gsize at; /* of the bytes; the new size */
  GString *bytes;
} DiskOp;

/* How folders lose changes that were not synced: all in one order, as a journal of metadata does;
 * each folder in its own order; or each change alone. */
typedef enum {
  LOSE_TAIL,
  LOSE_TAIL_OF_FOLDERS,
  LOSE_ANY,
  N_LOSSES
} KbLoss;

typedef struct {
  DiskInode *top;
  GPtrArray *inodes;
  GHashTable *by_number;
  GPtrArray *log;
  gboolean stopped; /* calls are done without a note */
} Disk;

static Disk *disk; /* of the running log, or NULL */

/* ---- inodes ---- */

static void
disk_inode_free (gpointer data)
{
  DiskInode *inode = data;
  g_string_free (inode->start, TRUE);
  g_hash_table_unref (inode->entries);
  g_free (inode);
}

static void
disk_op_free (gpointer data)
{
  DiskOp *op = data;
  g_free (op->name);
  g_free (op->to);
  if (op->bytes)
    g_string_free (op->bytes, TRUE);
  g_free (op);
}

static DiskInode *
disk_new_inode (Disk *on, guint64 number, gboolean is_folder)
{
  DiskInode *inode = g_new0 (DiskInode, 1);
  *inode = (DiskInode){ number, is_folder, g_string_new (NULL),
                        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  g_ptr_array_add (on->inodes, inode);
  g_hash_table_insert (on->by_number, GSIZE_TO_POINTER (number), inode);
  return inode;
}

static DiskInode *
disk_scan (Disk *on, const char *path)
{
  struct stat info;
  g_assert_cmpint (lstat (path, &info), ==, 0);
  DiskInode *inode = g_hash_table_lookup (on->by_number, GSIZE_TO_POINTER (info.st_ino));
  if (inode)
    return inode;
  inode = disk_new_inode (on, info.st_ino, S_ISDIR (info.st_mode));
  g_autoptr (GDir) dir = inode->is_folder ? g_dir_open (path, 0, NULL) : NULL;
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);
      g_hash_table_insert (inode->entries, g_strdup (name), disk_scan (on, inner));
    }
  g_autofree char *text = NULL;
  gsize length;
  if (!inode->is_folder && g_file_get_contents (path, &text, &length, NULL))
    g_string_append_len (inode->start, text, (gssize) length);
  return inode;
}

/* Begins a log; all that is in the folder is on the disk. */
static Disk *
disk_begin (const char *path)
{
  disk = g_new0 (Disk, 1);
  disk->inodes = g_ptr_array_new_with_free_func (disk_inode_free);
  disk->by_number = g_hash_table_new (NULL, NULL);
  disk->log = g_ptr_array_new_with_free_func (disk_op_free);
  disk->top = disk_scan (disk, path);
  return disk;
}

/* Ends the log of this disk, which goes on being readable. */
static Disk *
disk_end (void)
{
  return g_steal_pointer (&disk);
}

static void
disk_free (Disk *old)
{
  g_ptr_array_unref (old->log);
  g_hash_table_unref (old->by_number);
  g_ptr_array_unref (old->inodes);
  g_free (old);
}

static void
disk_note (DiskOp op)
{
  DiskOp *copy = g_new (DiskOp, 1);
  *copy = op;
  g_ptr_array_add (disk->log, copy);
}

/* NULL: not of the disk. */
static DiskInode *
disk_of (int fd)
{
  struct stat info;
  return disk && !disk->stopped && fstat (fd, &info) == 0
           ? g_hash_table_lookup (disk->by_number, GSIZE_TO_POINTER (info.st_ino))
           : NULL;
}

static DiskInode *
disk_at (int fd, const char *name)
{
  struct stat info;
  return disk && fstatat (fd, name, &info, AT_SYMLINK_NOFOLLOW) == 0
           ? g_hash_table_lookup (disk->by_number, GSIZE_TO_POINTER (info.st_ino))
           : NULL;
}

/* A new file or folder. */
static void
disk_note_new (DiskInode *folder, int at, const char *name, gboolean is_folder)
{
  struct stat info;
  if (folder && fstatat (at, name, &info, AT_SYMLINK_NOFOLLOW) == 0)
    disk_note ((DiskOp){ .change = DISK_ADD,
                         .folder = folder,
                         .name = g_strdup (name),
                         .inode = disk_new_inode (disk, info.st_ino, is_folder) });
}

/* ---- calls ---- */

int __real_openat64 (int at, const char *path, int flags, ...);
int __wrap_openat64 (int at, const char *path, int flags, ...);
int
__wrap_openat64 (int at, const char *path, int flags, ...)
{
  va_list arguments;
  va_start (arguments, flags);
  int mode = flags & O_CREAT ? va_arg (arguments, int) : 0;
  va_end (arguments);
  DiskInode *folder = flags & O_CREAT ? disk_of (at) : NULL;
  int fd = __real_openat64 (at, path, flags, mode);
  if (fd >= 0 && folder && (flags & O_EXCL))
    disk_note_new (folder, at, path, FALSE);
  return fd;
}

int __real_mkdirat (int at, const char *path, mode_t mode);
int __wrap_mkdirat (int at, const char *path, mode_t mode);
int
__wrap_mkdirat (int at, const char *path, mode_t mode)
{
  DiskInode *folder = disk_of (at);
  int result = __real_mkdirat (at, path, mode);
  if (result == 0)
    disk_note_new (folder, at, path, TRUE);
  return result;
}

int __real_mkdir (const char *path, mode_t mode);
int __wrap_mkdir (const char *path, mode_t mode);
int
__wrap_mkdir (const char *path, mode_t mode)
{
  g_autofree char *up = g_path_get_dirname (path), *name = g_path_get_basename (path);
  int at = open (up, O_RDONLY | O_DIRECTORY), result = __wrap_mkdirat (at, name, mode),
      number = errno;
  close (at);
  errno = number;
  return result;
}

ssize_t __real_write (int fd, const void *data, size_t size);
ssize_t __wrap_write (int fd, const void *data, size_t size);
ssize_t
__wrap_write (int fd, const void *data, size_t size)
{
  DiskInode *inode = disk_of (fd);
  off_t at = inode ? lseek (fd, 0, SEEK_CUR) : 0;
  if (inode && fails ("write"))
    return -1;
  ssize_t n = __real_write (fd, data, size);
  if (inode && n > 0)
    disk_note ((DiskOp){
      .change = DISK_WRITE, .inode = inode, .at = (gsize) at, .bytes = g_string_new_len (data, n) });
  return n;
}

int __real_ftruncate64 (int fd, off_t length);
int __wrap_ftruncate64 (int fd, off_t length);
int
__wrap_ftruncate64 (int fd, off_t length)
{
  DiskInode *inode = disk_of (fd);
  if (inode && fails ("ftruncate64"))
    return -1;
  int result = __real_ftruncate64 (fd, length);
  if (inode && result == 0)
    disk_note ((DiskOp){ .change = DISK_CUT, .inode = inode, .at = (gsize) length });
  return result;
}

int __real_fsync (int fd);
int __wrap_fsync (int fd);
int
__wrap_fsync (int fd)
{
  DiskInode *inode = disk_of (fd);
  if (inode && fails ("fsync"))
    return -1;
  if (inode)
    disk_note ((DiskOp){ .change = DISK_SYNC, .inode = inode });
  return inode ? 0 : __real_fsync (fd);
}

int __real_syncfs (int fd);
int __wrap_syncfs (int fd);
int
__wrap_syncfs (int fd)
{
  if (!disk_of (fd))
    return __real_syncfs (fd);
  disk_note ((DiskOp){ .change = DISK_SYNC_ALL });
  return 0;
}

int __real_renameat (int at, const char *a, int to, const char *b);
int __wrap_renameat (int at, const char *a, int to, const char *b);
int
__wrap_renameat (int at, const char *a, int to, const char *b)
{
  DiskInode *folder = disk_of (at), *inode = folder ? disk_at (at, a) : NULL,
            *there = folder ? disk_at (to, b) : NULL;
  if (inode && fails ("renameat"))
    return -1;
  int result = __real_renameat (at, a, to, b);
  if (inode && result == 0 && inode != there)
    {
      g_assert_true (disk_of (to) == folder);
      disk_note ((DiskOp){ .change = DISK_RENAME,
                           .folder = folder,
                           .inode = inode,
                           .name = g_strdup (a),
                           .to = g_strdup (b) });
    }
  return result;
}

int __real_linkat (int at, const char *a, int to, const char *b, int flags);
int __wrap_linkat (int at, const char *a, int to, const char *b, int flags);
int
__wrap_linkat (int at, const char *a, int to, const char *b, int flags)
{
  int result = __real_linkat (at, a, to, b, flags);
  if (result == 0 && disk_of (to))
    disk_note ((DiskOp){
      .change = DISK_ADD, .folder = disk_of (to), .inode = disk_at (to, b), .name = g_strdup (b) });
  return result;
}

int __real_unlinkat (int at, const char *path, int flags);
int __wrap_unlinkat (int at, const char *path, int flags);
int
__wrap_unlinkat (int at, const char *path, int flags)
{
  DiskInode *folder = disk_of (at), *inode = folder ? disk_at (at, path) : NULL;
  if (inode && fails ("unlinkat"))
    return -1;
  int result = __real_unlinkat (at, path, flags);
  if (inode && result == 0)
    disk_note (
      (DiskOp){ .change = DISK_REMOVE, .folder = folder, .inode = inode, .name = g_strdup (path) });
  return result;
}

/* ---- what is left ---- */

/* The first change that is not certain to be on the disk. */
static guint
disk_first_unsure (const Disk *on, const DiskInode *inode, guint end)
{
  for (guint i = end; i-- > 0;)
    {
      const DiskOp *op = g_ptr_array_index (on->log, i);
      if (op->change == DISK_SYNC_ALL
          || (op->change == DISK_SYNC && (!inode || op->inode == inode)))
        return i;
    }
  return 0;
}

static void
disk_cut (GString *content, gsize size)
{
  gsize old = content->len;
  g_string_set_size (content, size);
  if (size > old)
    memset (content->str + old, 0, size - old);
}

static void
disk_do (GString *content, const DiskOp *op)
{
  if (op->change == DISK_CUT)
    {
      disk_cut (content, op->at);
      return;
    }
  if (content->len < op->at + op->bytes->len)
    disk_cut (content, op->at + op->bytes->len);
  memcpy (content->str + op->at, op->bytes->str, op->bytes->len);
}

/* One of 0..n, the last as likely as all others. */
static guint
disk_pick (GRand *rand, guint n)
{
  return g_rand_boolean (rand) ? n : (guint) g_rand_int_range (rand, 0, (gint32) n + 1);
}

/* Bytes of a page as they were after `n` of the changes; later ones up to `cuts` that cut the file
 * off are done too. */
static void
disk_copy_page (GString *image, gsize from, gsize to, const GString *start, const GPtrArray *ops,
                guint n, guint cuts)
{
  g_autoptr (GString) content = g_string_new_len (start->str, (gssize) start->len);
  for (guint i = 0; i < MAX (n, cuts); i++)
    {
      const DiskOp *op = g_ptr_array_index (ops, i);
      if (i < n || op->change == DISK_CUT)
        disk_do (content, op);
    }
  disk_cut (content, MAX (content->len, to));
  memcpy (image->str + from, content->str + from, to - from);
}

static GString *
disk_file_image (const Disk *on, const DiskInode *inode, guint end, GRand *rand)
{
  GString *image = g_string_new_len (inode->start->str, (gssize) inode->start->len);
  g_autoptr (GPtrArray) unsure = g_ptr_array_new ();
  guint first = disk_first_unsure (on, inode, end);
  for (guint i = 0; i < end; i++)
    {
      DiskOp *op = g_ptr_array_index (on->log, i);
      if (op->inode != inode || op->change > DISK_CUT)
        continue;
      if (i < first)
        disk_do (image, op);
      else
        g_ptr_array_add (unsure, op);
    }
  if (unsure->len == 0)
    return image;
  g_autoptr (GString) start = g_string_new_len (image->str, (gssize) image->len);
  guint sized = disk_pick (rand, unsure->len), newest = sized;
  for (guint i = 0; i < sized; i++)
    disk_do (image, g_ptr_array_index (unsure, i));
  /* What is written after a cut goes to other blocks than what the old size knows. */
  while (newest < unsure->len && ((DiskOp *) g_ptr_array_index (unsure, newest))->change != DISK_CUT)
    newest++;
  gboolean all = g_rand_boolean (rand);
  for (gsize from = 0; from < image->len; from += DISK_PAGE)
    {
      gboolean torn = g_rand_int_range (rand, 0, 4) == 0;
      guint n = all ? newest : disk_pick (rand, newest);
      disk_copy_page (image, from, MIN (from + DISK_PAGE, image->len), start, unsure, n, sized);
      guint other = disk_pick (rand, newest);
      for (gsize at = from; torn && at < MIN (from + DISK_PAGE, image->len); at += DISK_SECTOR)
        if (g_rand_boolean (rand))
          disk_copy_page (image, at, MIN (at + DISK_SECTOR, image->len), start, unsure, other,
                          sized);
    }
  return image;
}

static void
disk_change_entries (GHashTable *entries, const DiskOp *op)
{
  if (op->change == DISK_ADD)
    g_hash_table_insert (entries, g_strdup (op->name), op->inode);
  else if (op->change == DISK_RENAME)
    g_hash_table_insert (entries, g_strdup (op->to), op->inode);
  if (op->change != DISK_ADD && g_hash_table_lookup (entries, op->name) == op->inode)
    g_hash_table_remove (entries, op->name);
}

static void
disk_write_image (const Disk *on, const DiskInode *folder, const char *path, guint end, KbLoss loss,
                  guint tail, GRand *rand)
{
  g_autoptr (GHashTable) entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint first = disk_first_unsure (on, folder, end);
  guint own_tail = loss == LOSE_TAIL ? tail : first + disk_pick (rand, end - first);
  GHashTableIter iter;
  gpointer name, inner;
  g_hash_table_iter_init (&iter, folder->entries);
  while (g_hash_table_iter_next (&iter, &name, &inner))
    g_hash_table_insert (entries, g_strdup (name), inner);
  for (guint i = 0; i < end; i++)
    {
      const DiskOp *op = g_ptr_array_index (on->log, i);
      gboolean done = i < first || (loss == LOSE_ANY ? g_rand_boolean (rand) : i < own_tail);
      if (op->folder == folder && done)
        disk_change_entries (entries, op);
    }
  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  g_hash_table_iter_init (&iter, entries);
  while (g_hash_table_iter_next (&iter, &name, &inner))
    {
      g_autofree char *whole = g_build_filename (path, name, NULL);
      const DiskInode *inode = inner;
      if (inode->is_folder)
        disk_write_image (on, inode, whole, end, loss, tail, rand);
      else
        {
          GString *image = disk_file_image (on, inode, end, rand);
          int fd = open (whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
          g_assert_cmpint (__real_write (fd, image->str, image->len), ==, (gssize) image->len);
          close (fd);
          g_string_free (image, TRUE);
        }
    }
}

/* Makes the folder `path` as a power cut before the log's change number `end` may leave it. */
static void
disk_crash (const Disk *on, const char *path, guint end, GRand *rand)
{
  KbLoss loss = (KbLoss) g_rand_int_range (rand, 0, N_LOSSES);
  guint first = disk_first_unsure (on, NULL, end);
  disk_write_image (on, on->top, path, end, loss, first + disk_pick (rand, end - first), rand);
}

#endif
