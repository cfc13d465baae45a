/* SPDX-License-Identifier: MIT */
/* Bazel's persistent workers: https://bazel.build/remote/creating. One process answers many
 * requests. Each runs as a command line in a child process, so that requests share no variables.
 * Messages are JSON objects. */
#include <errno.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command.h"

#define MAX_REQUEST ((guint64) 16 << 20)   /* bytes */
#define MAX_OUTPUT ((gsize) 16 << 20)      /* bytes; the rest is dropped */
#define MAX_RUNNING 64

typedef struct {
  gint32 id;              /* 0: no other request runs at the same time */
  gboolean cancel;        /* cancels the request of this id */
  GPtrArray *arguments;
  char *folder;           /* paths are relative to it; NULL: the current one */
  /* While it runs. */
  pid_t child;
  int pipe;
  GString *output;
  gboolean cancelled;
} Request;

typedef struct {
  KbRunLine run;
  GPtrArray *start;       /* the arguments before those of each request */
  GByteArray *input;      /* read, but no request yet */
  guint64 offset;         /* of `input` in standard input */
  gboolean ended;
  Request *next;          /* waits until others have finished */
  GPtrArray *running;
} Worker;

static void
free_request (Request *request)
{
  g_ptr_array_unref (request->arguments);
  g_free (request->folder);
  g_string_free (request->output, TRUE);
  g_free (request);
}

/* ---- reading requests ---- */

typedef struct { const guint8 *at, *end; } Bytes;

static gboolean
parse_request (Request *request, Bytes bytes)
{
  json_auto_t *top =
    json_loadb ((const char *) bytes.at, (size_t) (bytes.end - bytes.at), 0, NULL);
  json_t *arguments = NULL;
  json_int_t id = 0;
  int cancel = FALSE;
  const char *folder = NULL;
  if (json_unpack (top, "{s?o, s?I, s?b, s?s}", "arguments", &arguments, "requestId", &id, "cancel",
                   &cancel, "sandboxDir", &folder)
        != 0
      || id < G_MININT32 || id > G_MAXINT32 || (arguments && !json_is_array (arguments)))
    return FALSE;
  request->id = (gint32) id;
  request->cancel = cancel;
  request->folder = g_strdup (folder);
  KB_EACH_JSON (argument, arguments)
    {
      if (!json_is_string (argument))
        return FALSE;
      g_ptr_array_add (request->arguments, g_strdup (json_string_value (argument)));
    }
  return TRUE;
}

/* The end of a JSON object or of what cannot be one; NULL: not complete. Bazel 4 puts nothing
 * between two objects, Bazel 5 a newline. */
static const guint8 *
find_end_of_object (Bytes bytes)
{
  gboolean in_text = FALSE, escaped = FALSE;
  guint depth = 0;
  for (; bytes.at < bytes.end; bytes.at++)
    if (in_text)
      {
        in_text = escaped || *bytes.at != '"';
        escaped = !escaped && *bytes.at == '\\';
      }
    else if (*bytes.at == '"' && depth > 0)
      in_text = TRUE;
    else if (*bytes.at == '{')
      depth++;
    else if (depth == 0 || (*bytes.at == '}' && --depth == 0))
      return bytes.at + 1;
  return NULL;
}

/* Finds the next message and how many bytes of `input` it takes; 0: none is complete. */
static gboolean
find_message (const Worker *worker, Bytes *message, gsize *taken)
{
  const GByteArray *input = worker->input;
  Bytes bytes = { input->data, input->data + input->len };
  while (bytes.at < bytes.end && g_ascii_isspace (*bytes.at))
    bytes.at++;
  *message = (Bytes) { bytes.at, find_end_of_object (bytes) };
  *taken = message->end ? (gsize) (message->end - input->data) : 0;
  return message->end || (input->len <= MAX_REQUEST && !(worker->ended && bytes.at < bytes.end));
}

/* Sets `next` to the next request if one is complete. */
static gboolean
take_request (Worker *worker)
{
  Bytes message = { NULL, NULL };
  gsize taken;
  gboolean ok = find_message (worker, &message, &taken);
  if (!ok || taken == 0)
    return ok;
  Request *request = KB_NEW (Request, .output = g_string_new (NULL),
                             .arguments = g_ptr_array_new_with_free_func (g_free));
  KB_EACH (char, argument, worker->start)
    g_ptr_array_add (request->arguments, g_strdup (argument));
  ok = parse_request (request, message);
  worker->next = request;
  if (ok)
    {
      g_byte_array_remove_range (worker->input, 0, (guint) taken);
      worker->offset += taken;
    }
  return ok;
}

/* ---- answers ---- */

static int
answer (const Request *request, int status)
{
  g_autofree char *output = g_utf8_make_valid (request->output->str, (gssize) request->output->len);
  json_auto_t *response = json_pack ("{s:i, s:s, s:i}", "exitCode", status, "output", output,
                                     "requestId", request->id);
  if (request->cancelled)
    json_object_set_new (response, "wasCancelled", json_true ());
  kb_cli_print_json (response, JSON_COMPACT);
  return kb_cli_finish_output (KB_EXIT_DONE);
}

/* ---- running ---- */

static G_NORETURN void
run_child (const Worker *worker, Request *request, int out)
{
  /* Without its worker, nobody would stop it from writing over later results. */
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  dup2 (out, STDOUT_FILENO);
  dup2 (out, STDERR_FILENO);
  if (!freopen ("/dev/null", "r", stdin) || (request->folder && chdir (request->folder) != 0))
    exit (kb_cli_error (KB_EXIT_MACHINE, _("%s: cannot be entered: %s"),
                        request->folder ? request->folder : "/dev/null", g_strerror (errno)));
  guint n = request->arguments->len;
  g_ptr_array_add (request->arguments, NULL);
  exit (worker->run ((int) n, (char **) request->arguments->pdata));
}

static int
start_request (Worker *worker, Request *request)
{
  int ends[2] = { -1, -1 };
  request->child = pipe (ends) == 0 ? fork () : -1;
  if (request->child == 0)
    run_child (worker, request, ends[1]);
  if (request->child < 0)
    {
      free_request (request);
      return kb_cli_error (KB_EXIT_MACHINE, _("a process cannot be started: %s"),
                           g_strerror (errno));
    }
  close (ends[1]);
  request->pipe = ends[0];
  g_ptr_array_add (worker->running, request);
  return KB_EXIT_DONE;
}

/* Waits for the end of a request's process; returns its exit status. */
static int
end_request (Request *request)
{
  int status = 0;
  while (waitpid (request->child, &status, 0) < 0 && errno == EINTR)
    ;
  close (request->pipe);
  if (WIFEXITED (status) || request->cancelled)
    return request->cancelled ? KB_EXIT_DONE : WEXITSTATUS (status);
  g_string_append_printf (request->output, _("kickbox: was ended by signal %d\n"),
                          WTERMSIG (status));
  return KB_EXIT_MACHINE;
}

/* A request that is not running has been answered: nothing to cancel. */
static void
cancel_request (const Worker *worker, gint32 id)
{
  KB_EACH (Request, request, worker->running)
    {
      if (request->id != id || request->cancelled)
        continue;
      request->cancelled = TRUE;
      kill (request->child, SIGKILL);
      g_string_truncate (request->output, 0);
    }
}

/* Whether the next request has to wait for those that run. */
static gboolean
must_wait (const Worker *worker)
{
  guint n = worker->running->len;
  const Request *first = n ? worker->running->pdata[0] : NULL;
  return first && (n >= MAX_RUNNING || first->id == 0 || worker->next->id == 0);
}

static int
start_requests (Worker *worker)
{
  int status = KB_EXIT_DONE;
  while (status == KB_EXIT_DONE)
    {
      if (!worker->next && !take_request (worker))
        return kb_cli_error (KB_EXIT_INPUT,
                             _("standard input: byte %" PRIu64
                               ": is no work request in JSON of at most %d MiB"),
                             worker->offset, (int) (MAX_REQUEST >> 20));
      Request *request = worker->next;
      if (!request || (!request->cancel && must_wait (worker)))
        return KB_EXIT_DONE;
      worker->next = NULL;
      if (!request->cancel)
        {
          status = start_request (worker, request);
          continue;
        }
      cancel_request (worker, request->id);
      free_request (request);
    }
  return status;
}

static int
read_worker_input (Worker *worker)
{
  guint8 data[1 << 16];
  ssize_t n = read (STDIN_FILENO, data, sizeof data);
  if (n < 0 && errno != EINTR && errno != EAGAIN)
    return kb_cli_error (KB_EXIT_MACHINE, _("standard input: cannot be read: %s"),
                         g_strerror (errno));
  worker->ended = n == 0;
  if (n > 0)
    g_byte_array_append (worker->input, data, (guint) n);
  return KB_EXIT_DONE;
}

/* Reads what a request's process printed; at its end answers. */
static int
read_output (Worker *worker, guint i)
{
  char data[1 << 16];
  Request *request = worker->running->pdata[i];
  ssize_t n = read (request->pipe, data, sizeof data);
  if (n > 0 && request->output->len < MAX_OUTPUT && !request->cancelled)
    g_string_append_len (request->output, data, n);
  if (n > 0 || (n < 0 && errno == EINTR))
    return KB_EXIT_DONE;
  int status = answer (request, end_request (request));
  g_ptr_array_remove_index (worker->running, i);
  return status;
}

/* Waits until there is something to read, and reads all of it. */
static int
read_ready (Worker *worker)
{
  guint n = worker->running->len;
  int status = KB_EXIT_DONE;
  struct pollfd ready[MAX_RUNNING + 1];
  for (guint i = 0; i < n; i++)
    ready[i] = (struct pollfd) { ((Request *) worker->running->pdata[i])->pipe, POLLIN, 0 };
  ready[n] = (struct pollfd) { worker->ended || worker->next ? -1 : STDIN_FILENO, POLLIN, 0 };
  if (poll (ready, n + 1, -1) < 0)
    return errno == EINTR ? status
                          : kb_cli_error (KB_EXIT_MACHINE, _("poll: %s"), g_strerror (errno));
  if (ready[n].revents)
    status = read_worker_input (worker);
  for (guint i = n; i-- > 0 && status == KB_EXIT_DONE;)
    if (ready[i].revents)
      status = read_output (worker, i);
  return status;
}

int
kb_cli_serve (char **arguments, KbRunLine run)
{
  int status = KB_EXIT_DONE;
  Worker worker = {
    .run = run,
    .start = g_ptr_array_new (),
    .input = g_byte_array_sized_new (1 << 16),   /* its data is never NULL */
    .running = g_ptr_array_new_with_free_func ((GDestroyNotify) free_request),
  };
  for (; *arguments; arguments++)
    if (g_str_has_prefix (*arguments, "--worker_protocol=")
        && !g_str_has_suffix (*arguments, "=json"))
      status = kb_cli_error (KB_EXIT_USAGE, _("kickbox: %s; expected json"), *arguments);
    else if (strcmp (*arguments, "--persistent_worker") != 0
             && strcmp (*arguments, "--worker_protocol=json") != 0)
      g_ptr_array_add (worker.start, *arguments);
  while (status == KB_EXIT_DONE && (status = start_requests (&worker)) == KB_EXIT_DONE
         && (!worker.ended || worker.next || worker.running->len > 0))
    status = read_ready (&worker);
  KB_EACH (Request, request, worker.running)
    {
      kill (request->child, SIGKILL);
      end_request (request);
    }
  g_clear_pointer (&worker.next, free_request);
  g_ptr_array_unref (worker.running);
  g_ptr_array_unref (worker.start);
  g_byte_array_unref (worker.input);
  return status;
}
