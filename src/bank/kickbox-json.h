/* SPDX-License-Identifier: MIT */
/* libkickbox-json: converts a JSON bank to a binary bank, for games that load the readable form
 * during development. Flow: text -> kbx_json_to_bank -> bytes -> kbx_bank_open (libkickbox); free
 * the bytes with kbx_json_free after the bank. They equal those of `kickbox export` for the same
 * content. Needs jansson and libc. Thread-safe, no global state. The JSON form is described in
 * docs/bank-format.md and data/bank.schema.json. C11 and C++17. */
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

/* The reason why a JSON bank was refused. */
typedef struct {
  /* "line 3, column 7" or a path such as "sprites[0].frames[2].size", may be "" */
  char place[160];
  char message[240];  /* the error and what was expected, in English */
  bool out_of_memory; /* true: the text is not at fault */
} kbx_json_error;

/* Converts text[0..length), UTF-8, NUL-terminated or not. On success *bytes is a new block of *size
 * bytes that kbx_bank_open accepts. Free it with kbx_json_free. On failure returns false, *bytes is
 * NULL, *size 0, and *error (which may be NULL) gives place and reason. Memory: at most a fixed
 * multiple of length. Cost: linear, apart from sorting names. */
KBX_API bool kbx_json_to_bank (const char *text, size_t length, void **bytes, size_t *size,
                               kbx_json_error *error);

/* Frees the bytes of kbx_json_to_bank; NULL is allowed. */
KBX_API void kbx_json_free (void *bytes);

#ifdef __cplusplus
}
#endif

#endif
