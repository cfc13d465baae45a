/* SPDX-License-Identifier: MIT */
/* All files of projects are opened, created, replaced, renamed and removed here. A project may come
 * from a stranger, with links, FIFOs and devices in it. So a folder is opened once, and names are
 * relative to it: "sprites/fakir.json". No link below it is followed, not even the last part of a
 * name. Only regular files are opened, and opening never waits. */
#ifndef KB_FILES_H
#define KB_FILES_H

#include <glib.h>
#include <sys/stat.h>

typedef struct KbFolder KbFolder;

/* From now on, files are read through links below folders too, for build systems that present
 * their inputs as links. */
void kb_files_follow_links (void);

/* `path` may contain links: the user chose it. KB_ERROR_INPUT or KB_ERROR_MACHINE. */
KbFolder *kb_folder_open (const char *path, GError **error);
/* Makes missing folders first and appends their paths to `made`, outermost first. `made` may be
 * NULL. */
KbFolder *kb_folder_make (const char *path, GPtrArray *made, GError **error);
void kb_folder_free (KbFolder *folder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbFolder, kb_folder_free)
const char *kb_folder_path (const KbFolder *folder);

/* Like the system calls: 0, or -1 and errno. ELOOP: part of the name is a link. ENXIO: not a
 * regular file. */
int kb_folder_stat (const KbFolder *folder, const char *name, struct stat *info);
int kb_folder_rename (const KbFolder *folder, const char *from, const char *to);
int kb_folder_link (const KbFolder *folder, const char *from, const char *to);
int kb_folder_unlink (const KbFolder *folder, const char *name);
int kb_folder_rmdir (const KbFolder *folder, const char *name);
/* Syncs the folder that contains `name`, so that renames in it are durable. Succeeds if a file
 * system cannot do that. */
int kb_folder_sync (const KbFolder *folder, const char *name);
/* Syncs the whole file system that contains it. */
int kb_folder_sync_all (const KbFolder *folder, const char *name);
/* Returns a file descriptor. `flags` are those of open. O_CREAT only creates regular files. */
int kb_folder_open_file (const KbFolder *folder, const char *name, int flags);

/* Sets an error that names the file. `format` gets its path, and the reason by errno. Returns
 * FALSE. */
gboolean kb_folder_fail (GError **error, const KbFolder *folder, const char *name,
                         const char *format);

/* Replaces NAME.new~ and syncs it if wanted. Makes its folder. */
gboolean kb_folder_write (const KbFolder *folder, const char *name, const void *data, gsize length,
                          gboolean sync, GError **error);
/* Opens NAME.new~ for writing, or NAME.new2~ and so on while another program writes the same file.
 * The descriptor is locked, so that the next run can detect and replace leftovers of a killed one.
 * -1 and errno. */
int kb_folder_open_fresh (const KbFolder *folder, const char *name, char **fresh);
gboolean kb_file_write_all (int fd, const void *data, gsize length);

/* Names in a folder below `folder` ("" for itself), sorted by bytes. The array is empty if there is
 * no such folder. */
GPtrArray *kb_folder_list (const KbFolder *folder, const char *name, GError **error);
gboolean kb_folder_read (const KbFolder *folder, const char *name, char **data, gsize *length,
                         GError **error);

/* The path of installed data, such as "kickbox/samples" in share, or of the same in the folder of
 * the build. A new string, NULL if there is neither. */
char *kb_find_data (const char *installed, const char *built);
/* From now on, messages are in the language of LC_MESSAGES and LANGUAGE. What imports and exports
 * write into files is no message: names there are in English. */
void kb_find_translations (void);

/* Reads a whole regular file of at most `max` bytes, followed by a 0. `root`: the project's folder,
 * which contains `path`, and below which no link is followed. It is NULL if the user chose the
 * path. `length` may be NULL. */
gboolean kb_file_read (const char *root, const char *path, goffset max, char **data, gsize *length,
                       GError **error);
/* For a file that is only ever replaced whole: maps it, where that is possible, and copies
 * nothing. */
GBytes *kb_file_map (const char *path, GError **error);
/* Reads at most `size` bytes from its start. Returns -1 and an error on failure. */
gssize kb_file_read_start (const char *root, const char *path, void *data, gsize size,
                           GError **error);
/* Returns FALSE and errno. Below a root, a link is not followed. */
gboolean kb_file_stat (const char *root, const char *path, struct stat *info);

/* "a Tiled world" and the like, translated, for the start of another program's file that Kickbox
 * cannot read, or an empty one, or NULL. `hint`: what to do instead, or "". */
const char *kb_foreign_name (const char *text, gsize size, const char **hint);

#define KB_FILE_MAX ((goffset) 512 * 1024 * 1024)   /* bytes of a text file of a project */

#endif
