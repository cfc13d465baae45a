/* SPDX-License-Identifier: MIT */
/* The test programs of a folder are one executable: run.c runs the one that is named. */
#ifndef KIT_PROGRAM_H
#define KIT_PROGRAM_H

typedef struct KitProgram KitProgram;
struct KitProgram {
  const char *name;
  int (*run) (int argc, char **argv);
  KitProgram *next;
};

#ifdef __cplusplus
extern "C"
#endif
void kit_add_program (KitProgram *program);

/* In place of `int main (int argc, char **argv)`. */
#define KIT_PROGRAM(program)                                                        \
  static int run_##program (int argc, char **argv);                                 \
  __attribute__ ((constructor)) static void                                         \
  add_##program (void)                                                              \
  {                                                                                 \
    static KitProgram self = { #program, run_##program, 0 };                        \
    kit_add_program (&self);                                                        \
  }                                                                                 \
  static int                                                                        \
  run_##program (int argc, char **argv)

#endif
