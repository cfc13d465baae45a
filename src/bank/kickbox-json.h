/* SPDX-License-Identifier: MIT */
/* libkickbox-json: turns a JSON bank into the bytes of the binary bank, for games that load the
 * readable form while they are being made.
 *
 * Flow: text -> kbx_json_to_bank -> bytes -> kbx_bank_open (libkickbox) -> questions; after the
 * bank is no longer used, kbx_json_free. The bytes are the very ones that `kickbox export` writes
 * for the same content. Needs jansson and libc. No global state of its own; may be called from
 * several threads. The JSON form is described in docs/bank-format.md and data/bank.schema.json. C11
 * and C++17. */
#ifndef KICKBOX_JSON_H
#define KICKBOX_JSON_H

#include <stdbool.h>
#include <stddef.h>

#ifndef KBX_API
#if defined(__GNUC__) && !defined(_WIN32)
#define KBX_API __attribute__((visibility("default")))
#else
#define KBX_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Why a JSON bank was refused. */
typedef struct {
  /* "line 3, column 7" or a path such as "sprites[0].frames[2].size"; may be "" */
  char place[160];
  char message[240];  /* what is wrong there and what was expected, in English */
  bool out_of_memory; /* true: the text is not to blame */
} kbx_json_error;

/* Converts text[0..length), UTF-8, with or without a NUL after it. On success *bytes is a new block
 * of *size bytes that kbx_bank_open accepts; give it back with kbx_json_free. On failure returns
 * false, *bytes is NULL, *size 0, and *error (which may be NULL) says where and why. Memory: at
 * most a fixed multiple of length. Cost: linear, apart from sorting names. */
KBX_API bool kbx_json_to_bank (const char *text, size_t length, void **bytes, size_t *size,
                               kbx_json_error *error);

/* Frees what kbx_json_to_bank gave; NULL is fine. */
KBX_API void kbx_json_free (void *bytes);

#ifdef __cplusplus
}
#endif

#endif
