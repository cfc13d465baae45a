/* SPDX-License-Identifier: MIT */
/* Banks in files: mapped into memory on POSIX systems, read elsewhere. The only part of the library
 * with I/O. Games with their own file access omit it, or compile it with KBX_NO_FILES. */
#ifndef KBX_NO_FILES

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE) && !defined(_GNU_SOURCE) && !defined(__APPLE__)
#define _POSIX_C_SOURCE 200809L
#endif

#include "runtime/bank/verify.h"

#ifdef _WIN32
#include <stdio.h>
#include <stdlib.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

/* The values of kbx_bank.held. */
enum { KBX_HELD_NOT = 0, KBX_HELD_MAPPED = 1, KBX_HELD_ALLOCATED = 2 };

static kbx_status
kbx_file_fails (kbx_error *error, kbx_status status, const char *message)
{
  return kbx_fail (error, status, 0, "", message);
}

#ifdef _WIN32

/* Reads the whole file into memory that grows by doubling. */
static kbx_status
kbx_read_all (FILE *file, uint8_t **data, size_t *size, kbx_error *error)
{
  size_t room = 1u << 16, got;
  uint8_t *bytes = (uint8_t *) malloc (room), *more;

  *size = 0;
  while (bytes != NULL && (got = fread (bytes + *size, 1, room - *size, file)) > 0)
    {
      *size += got;
      if (*size < room)
        continue;
      more = room <= SIZE_MAX / 2 ? (uint8_t *) realloc (bytes, room *= 2) : NULL;
      if (more == NULL)
        free (bytes);
      bytes = more;
    }
  *data = bytes;
  if (bytes == NULL)
    return kbx_file_fails (error, KBX_ERROR_MEMORY, "no memory for the file's bytes");
  if (ferror (file))
    {
      free (bytes);
      *data = NULL;
      return kbx_file_fails (error, KBX_ERROR_FILE, "the file cannot be read");
    }
  return KBX_OK;
}

static kbx_status
kbx_hold_file (const char *path, uint8_t **data, size_t *size, int *held, kbx_error *error)
{
  FILE *file = fopen (path, "rb");

  if (file == NULL)
    return kbx_file_fails (error, KBX_ERROR_FILE, "the file cannot be opened");
  const kbx_status status = kbx_read_all (file, data, size, error);
  fclose (file);
  *held = KBX_HELD_ALLOCATED;
  return status;
}

static void
kbx_let_go (const uint8_t *data, size_t size, int held)
{
  (void) size;
  if (held == KBX_HELD_ALLOCATED)
    free ((void *) (uintptr_t) data);
}

#else

static kbx_status
kbx_hold_file (const char *path, uint8_t **data, size_t *size, int *held, kbx_error *error)
{
  /* Do not wait for a pipe */
  int descriptor = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  kbx_status status = KBX_OK;
  struct stat about;

  if (descriptor < 0)
    return kbx_file_fails (error, KBX_ERROR_FILE, "the file cannot be opened");
  if (fstat (descriptor, &about) != 0)
    status = kbx_file_fails (error, KBX_ERROR_FILE, "the file cannot be read");
  else if (!S_ISREG (about.st_mode))
    status = kbx_file_fails (error, KBX_ERROR_FILE, "expected an ordinary file");
  else if (about.st_size == 0)
    status = kbx_file_fails (error, KBX_ERROR_NOT_A_BANK, "the file is empty");
  else if ((uint64_t) about.st_size > SIZE_MAX)
    status =
      kbx_file_fails (error, KBX_ERROR_MEMORY, "the file is larger than the memory can address");
  else
    {
      void *mapped = mmap (NULL, (size_t) about.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (mapped == MAP_FAILED)
        status = kbx_file_fails (error, KBX_ERROR_FILE, "the file cannot be mapped");
      else
        {
          *data = (uint8_t *) mapped;
          *size = (size_t) about.st_size;
          *held = KBX_HELD_MAPPED;
        }
    }
  close (descriptor);
  return status;
}

static void
kbx_let_go (const uint8_t *data, size_t size, int held)
{
  (void) held;
  munmap ((void *) (uintptr_t) data, size);
}

#endif

KBX_API kbx_status
kbx_bank_open_file (kbx_bank *bank, const char *path, kbx_error *error)
{
  uint8_t *data = NULL;
  size_t size = 0;
  int held = KBX_HELD_NOT;

  if (bank == NULL)
    return kbx_fail (error, KBX_ERROR_ARGUMENT, 0, "", "expected a bank to fill");
  memset (bank, 0, sizeof *bank);
  if (path == NULL)
    return kbx_fail (error, KBX_ERROR_ARGUMENT, 0, "", "expected a path");
  kbx_status status = kbx_hold_file (path, &data, &size, &held, error);
  if (status != KBX_OK)
    return status;
  status = kbx_bank_open (bank, data, size, error);
  if (status != KBX_OK)
    kbx_let_go (data, size, held);
  else
    bank->held = held;
  return status;
}

KBX_API void
kbx_bank_close_file (kbx_bank *bank)
{
  if (bank == NULL)
    return;
  if (bank->held != KBX_HELD_NOT)
    kbx_let_go (bank->data, bank->size, bank->held);
  memset (bank, 0, sizeof *bank);
}

/* The thing of another bank with the same owner and name, or number without a name of its own. */
static kbx_handle
kbx_same_thing (const kbx_bank *bank, kbx_handle handle)
{
  const kbx_handle parent = kbx_parent (handle);
  const char *name = kbx_name (handle);
  uint32_t i = 0;

  if (parent.kind == KBX_NOTHING)
    return *name ? kbx_bank_find (bank, handle.kind, name)
                 : kbx_bank_item (bank, handle.kind, handle.index);
  const kbx_handle owner = kbx_same_thing (bank, parent);
  if (*name && kbx_find (parent, handle.kind, name).index == handle.index)
    return kbx_find (owner, handle.kind, name);
  while (i < kbx_count (parent, handle.kind)
         && kbx_item (parent, handle.kind, i).index != handle.index)
    i++;
  return kbx_item (owner, handle.kind, i);
}

KBX_API kbx_status
kbx_bank_reload_file (kbx_bank *bank, const char *path, kbx_handle *handles, uint32_t count,
                      kbx_error *error)
{
  kbx_bank fresh, old;

  if (bank == NULL || (handles == NULL && count > 0))
    return kbx_fail (error, KBX_ERROR_ARGUMENT, 0, "", "expected a bank, and handles or none");
  const kbx_status status = kbx_bank_open_file (&fresh, path, error);
  if (status != KBX_OK)
    return status;
  for (uint32_t i = 0; i < count; i++)
    if (handles[i].bank == bank)
      {
        handles[i] = kbx_same_thing (&fresh, handles[i]);
        handles[i].bank = handles[i].kind == KBX_NOTHING ? NULL : bank;
      }
  old = *bank;
  *bank = fresh;
  kbx_bank_close_file (&old);
  return KBX_OK;
}

#endif
