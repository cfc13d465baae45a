/* SPDX-License-Identifier: MIT */
/* The data kept for the problems list between rounds. problem_finder.c finds, problem_list.c
 * lists. */
#ifndef KB_PROBLEM_FINDER_H
#define KB_PROBLEM_FINDER_H

#include "document/problems/problems.h"

/* The problems of one frame. Paths are relative to it: "" or "shapes[3]". */
typedef struct {
  /* KbProblem: of the frame, and of its contents; "not-animated" comes between them */
  GPtrArray *own, *inner;
  GArray *classes;            /* KbId: those of the frame and its shapes, each once */
  const KbPictureFile *file;  /* belongs to the finder */
  guint version;              /* of the file */
} KbFrameProblems;

struct KbProblemFinder {
  const KbDocument *document;
  KbDocument *listened;       /* the same; NULL: not listening */
  guint listener;
  GHashTable *frames;         /* KbId -> KbFrameProblems */
  /* KbId -> KbProblem array: for walls and areas, which are many; paths are relative */
  GHashTable *levels;
  /* KbId of a track -> gboolean array: its hidden curves */
  GHashTable *hidden;
  GHashTable *cells;          /* KbId of a layer -> KbCellFaults */
  GHashTable *files;          /* file in the pictures folder -> KbPictureFile */
  guint round, sprite, frame; /* progress of the round of checks */
  KbKnownPicture known;       /* or NULL */
  gpointer known_data;
  KbFindHidden find_hidden;   /* or NULL */
};

/* Begins the next round of checks. */
void kb_problem_finder_start_again (KbProblemFinder *finder);
/* Of the pictures folder; checks once per round whether the file is still the one that was read. */
const KbPictureFile *kb_problem_finder_file (KbProblemFinder *finder, const char *name);
/* Those from `from` on belong to "list[index]", or without a list to the frame itself. */
void kb_problems_set_paths (GPtrArray *problems, guint from, const char *list, guint index);

#endif
