/* SPDX-License-Identifier: MIT */
/* Preloaded into the editor. Where it crashes, it prints what it was in, innermost first: functions where libraries name
 * them, else places for addr2line. */
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define DEPTH 40

static void
on_crash (int signal_number)
{
  void *places[DEPTH];
  backtrace_symbols_fd (places, backtrace (places, DEPTH), STDERR_FILENO);
  raise (signal_number); /* as it would have ended: the handler is gone */
}

__attribute__ ((constructor)) static void
start (void)
{
  const int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP };
  const struct sigaction action = { .sa_handler = on_crash, .sa_flags = (int) SA_RESETHAND };
  void *first[1];
  backtrace (first, 1); /* loads what it needs, which a crashed program may not */
  unsetenv ("LD_PRELOAD"); /* programs that it starts are not the editor */
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction (signals[i], &action, NULL);
}
