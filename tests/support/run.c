/* SPDX-License-Identifier: MIT */
/* EXECUTABLE [PROGRAM [ARGUMENT...]]: runs one of the test programs that were linked. Without a name it lists them; where
 * there is one alone, it needs none. */
#include "program.h"

#include <stdio.h>
#include <string.h>

static KitProgram *programs;

void
kit_add_program (KitProgram *program)
{
  program->next = programs;
  programs = program;
}

int
main (int argc, char **argv)
{
  if (programs && !programs->next)
    return programs->run (argc, argv);
  for (KitProgram *program = programs; program; program = program->next)
    if (argc > 1 && strcmp (argv[1], program->name) == 0)
      return program->run (argc - 1, argv + 1);
  for (KitProgram *program = programs; program; program = program->next)
    printf ("%s\n", program->name);
  return 2;
}
