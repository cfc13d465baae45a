/* SPDX-License-Identifier: MIT */
/* What is kept for the problems list from round to round. problem_finder.c finds, problem_list.c
 * lists. */
#ifndef KB_PROBLEM_FINDER_H
#define KB_PROBLEM_FINDER_H

#include "document/problems.h"

/* What was found in one frame. Paths are relative to it: "" or "shapes[3]". */
typedef struct {
  /* KbProblem: of the frame, and of what is on it; between them comes "not-animated" */
  GPtrArray *own, *inner;
  GArray *classes;            /* KbId: which it and its shapes have, each once */
  const KbPictureFile *file;  /* belongs to the finder */
  guint version;              /* of the file */
} KbFrameProblems;

struct KbProblemFinder {
  const KbDocument *document;
  KbDocument *listened;       /* the same; NULL: not listened to */
  guint listener;
  GHashTable *frames;         /* KbId -> KbFrameProblems */
  /* KbId -> KbProblem array: of walls and areas, which are many; paths are relative */
  GHashTable *levels;
  /* KbId of a track -> gboolean array: which of its curves do not show */
  GHashTable *hidden;
  GHashTable *cells;          /* KbId of a layer -> KbCellFaults */
  GHashTable *files;          /* file in the pictures folder -> KbPictureFile */
  guint round, sprite, frame; /* the round of checks: how far it has come */
  KbKnownPicture known;       /* or NULL */
  gpointer known_data;
  KbFindHidden find_hidden;   /* or NULL */
};

/* The next round of checks begins. */
void kb_problem_finder_start_again (KbProblemFinder *finder);
/* Of the pictures folder; looks once a round whether the file is still the one that was read. */
const KbPictureFile *kb_problem_finder_file (KbProblemFinder *finder, const char *name);
/* Those from `from` on are of "list[index]", or without a list of the frame itself. */
void kb_problems_set_paths (GPtrArray *problems, guint from, const char *list, guint index);

#endif
