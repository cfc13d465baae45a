/* SPDX-License-Identifier: MIT */
/* Preloaded into a program, whose main function then runs once for each message of warm_start.py, in a process forked
 * after all libraries were loaded: most of what a short command costs is loading them. */
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*WarmMain) (int, char **, char **);
typedef void (*WarmHook) (void);

typedef struct {
  int32_t status;   /* or the signal that ended it, negative */
  int32_t padding;
  double seconds;   /* of processor time */
} WarmReply;

static WarmMain main_of_program;
static int line;   /* the socket that messages come by */

/* N texts, each with its zero, from *TEXT on. */
static char **
take_texts (char **text, uint32_t n)
{
  char **texts = calloc (n + 1, sizeof *texts);
  for (uint32_t i = 0; texts && i < n; i++)
    {
      texts[i] = *text;
      *text += strlen (*text) + 1;
    }
  return texts;
}

/* The message: how many arguments and variables, those, the folder. Destructors are left out: those of fifty libraries
 * cost as much as forking does. */
static _Noreturn void
run_message (char *message, const int *streams)
{
  uint32_t counts[2];
  memcpy (counts, message, sizeof counts);
  message += sizeof counts;
  char **arguments = take_texts (&message, counts[0]);
  environ = take_texts (&message, counts[1]);
  for (int i = 0; i < 3; i++)
    {
      dup2 (streams[i], i);
      close (streams[i]);
    }
  close (line);
  if (!arguments || !environ || chdir (message) != 0)
    _exit (126);
  const int status = main_of_program ((int) counts[0], arguments, environ);
  fflush (NULL);
  _exit (status);
}

static int
serve_messages (int argc, char **argv, char **variables)
{
  (void) argc, (void) argv, (void) variables;
  static char message[1 << 20];
  const char *number = getenv ("WARM_START_LINE");
  line = number ? atoi (number) : -1;
  for (;;)
    {
      int streams[3];
      char control[CMSG_SPACE (sizeof streams)];
      struct iovec part = { message, sizeof message };
      struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
                               .msg_controllen = sizeof control };
      if (recvmsg (line, &header, 0) <= 0)
        return 0;
      memcpy (streams, CMSG_DATA (CMSG_FIRSTHDR (&header)), sizeof streams);
      const pid_t child = fork ();
      if (child == 0)
        run_message (message, streams);
      for (int i = 0; i < 3; i++)
        close (streams[i]);
      struct rusage used = { 0 };
      int status = 126 << 8;   /* where none could be forked */
      while (wait4 (child, &status, 0, &used) < 0 && errno == EINTR)
        continue;
      const WarmReply reply = {
        .status = WIFSIGNALED (status) ? -WTERMSIG (status) : WEXITSTATUS (status),
        .seconds = (double) (used.ru_utime.tv_sec + used.ru_stime.tv_sec)
                   + 1e-6 * (double) (used.ru_utime.tv_usec + used.ru_stime.tv_usec)
      };
      if (send (line, &reply, sizeof reply, MSG_NOSIGNAL) != sizeof reply)
        return 1;
    }
}

__attribute__ ((visibility ("default"))) int
__libc_start_main (WarmMain program, int argc, char **argv, WarmHook start, WarmHook end, WarmHook end_of_loader,
                       void *stack);

/* What glibc's first instructions call. */
int
__libc_start_main (WarmMain program, int argc, char **argv, WarmHook start, WarmHook end, WarmHook end_of_loader, void *stack)
{
  __typeof__ (&__libc_start_main) next;
  *(void **) &next = dlsym (RTLD_NEXT, "__libc_start_main");
  main_of_program = program;
  return next (serve_messages, argc, argv, start, end, end_of_loader, stack);
}
