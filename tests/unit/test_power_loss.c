/* SPDX-License-Identifier: MIT */
/* Power cuts. Random sessions (edits, strokes, pictures, saves, some of them failing, programs that
 * end) run on a disk that keeps a log; from it come folders as a power cut leaves them. Each opens
 * as the last save left it, or as the save that was under way would have; its journal brings back
 * the steps after that in their order, up to some step. What is missing from the middle is an
 * error. Pictures that a save named are whole; others are whole or cannot be read. A second power
 * cut, while the first one is mended, changes nothing of that. */
#include "document/private.h"
#include "tests/support/document_kit.h"
#include "tests/support/power_disk.h"
#include "tests/support/seed.h"

#define SESSIONS 12
#define CUTS 40
#define ACTIONS 24

typedef struct {
  char *folder;      /* its name on the disk */
  guint begun, done; /* changes in the log */
  guint state;
  gboolean ok;
} Save;

typedef struct {
  GRand *rand;
  char *top;
  KbDocument *document;
  GPtrArray *states; /* as text, after each step */
  GArray *begun;     /* changes in the log when each step began */
  GArray *saves;
} Session;

#define NOT_DONE G_MAXUINT

/* ---- states ---- */

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(KbSprite *const *)a)->name, (*(KbSprite *const *)b)->name);
}

/* The tree with its pixels, sprites in the order of their files. */
static char *
state_of (const KbDocument *document)
{
  g_autoptr (GPtrArray) sprites
    = g_ptr_array_copy (kb_document_project (document)->sprites, NULL, NULL);
  json_t *value = kb_node_to_json (&kb_document_project (document)->node, NULL),
         *list = json_array ();
  g_ptr_array_sort (sprites, compare_names);
  for (guint i = 0; i < sprites->len; i++)
    json_array_append_new (list, kb_node_to_json (g_ptr_array_index (sprites, i), NULL));
  json_object_set_new (value, "sprites", list);
  json_object_set_new (value, "faults",
                       json_boolean (!kb_document_check_paintings (document, NULL)));
  char *text = json_dumps (value, JSON_SORT_KEYS | JSON_COMPACT), *copy = g_strdup (text);
  json_decref (value);
  free (text);
  return copy;
}

/* Each is what its name says, or, where not `all` have to be whole, cannot be read. */
static void
check_pictures (KbDocument *document, gboolean all)
{
  const KbProject *project = kb_document_project (document);
  for (guint s = 0; s < project->sprites->len; s++)
    for (guint i = 0; i < kb_sprite_at (project, s)->frames->len; i++)
      {
        const KbFrame *frame = kb_frame_at (kb_sprite_at (project, s), i);
        g_autoptr (GError) error = NULL;
        if (!frame->picture.file)
          continue;
        g_autoptr (KbPicture) picture = kb_document_frame_picture (document, frame, &error);
        g_assert_true (picture || error);
        if (all)
          g_assert_no_error (error);
        /* Painted in the colour that its stem names. */
        guint8 colour = (guint8) g_ascii_strtoull (frame->picture.file, NULL, 16);
        for (guint k = 0; picture && k < picture->width * picture->height; k++)
          g_assert_cmpuint (picture->rgba[k * 4], ==, colour);
      }
}

/* ---- sessions ---- */

static guint
log_length (void)
{
  return disk->log->len;
}

static void
step (Session *session, const char *line)
{
  guint begun = log_length ();
  must_apply (session->document, line);
  g_array_append_val (session->begun, begun);
  g_ptr_array_add (session->states, state_of (session->document));
}

static void
add_picture (Session *session, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *stem = g_strdup_printf ("%02x", n % 256);
  KbPicture *picture = kb_picture_new (60, 40);
  for (guint i = 0; i < 60 * 40; i++)
    {
      picture->rgba[i * 4] = (guint8) n;
      picture->rgba[i * 4 + 1] = (guint8) g_rand_int (session->rand);
      picture->rgba[i * 4 + 3] = 255;
    }
  g_autofree char *name = kb_document_add_picture (session->document, stem, picture, &error);
  g_assert_no_error (error);
  kb_picture_unref (picture);
  g_autofree char *line = g_strdup_printf (
    "{\"insert\": \"sprites[0].frames\", \"value\": {\"width\": 60, \"height\": 40, \"picture\":"
    " {\"file\": \"%s\","
    " \"rect\": [0, 0, 60, 40]}}}",
    name);
  step (session, line);
}

static void
save (Session *session, gboolean fail, const char *to)
{
  static const char *const functions[]
    = { "renameat", "unlinkat", "ftruncate64", "fsync", "write" };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder
    = to ? g_strdup (to)
         : g_strdup (kb_document_folder (session->document) + strlen (session->top) + 1);
  g_autofree char *path = g_build_filename (session->top, folder, NULL);
  Save entry = { g_strdup (folder), log_length (), NOT_DONE, session->states->len - 1, FALSE };
  if (fail)
    fault_set (functions[g_rand_int_range (session->rand, 0, G_N_ELEMENTS (functions))],
               (guint) g_rand_int_range (session->rand, 1, 8), 0);
  entry.ok = to ? kb_document_save_as (session->document, path, &error)
                : kb_document_save (session->document, &error);
  fault_set (NULL, 0, 0);
  g_assert_true (entry.ok == !error);
  if (!fail)
    g_assert_no_error (error);
  entry.done = log_length ();
  g_array_append_val (session->saves, entry);
}

/* The program ends, killed or with all saved; another opens the project. */
static void
reopen (Session *session, gboolean killed)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_strdup (kb_document_folder (session->document));
  if (!killed)
    save (session, FALSE, NULL);
  else
    {
      close (session->document->journal.fd);
      session->document->journal.fd = -1;
      session->document->journal_wanted = FALSE;
    }
  kb_document_free (session->document);
  session->document = kb_document_open (folder, &error);
  g_assert_no_error (error);
  g_assert_true (kb_document_replay_journal (session->document, NULL, &error));
  g_assert_true (kb_document_keep_journal (session->document, &error));
  g_assert_no_error (error);
  g_autofree char *found = state_of (session->document);
  g_assert_cmpstr (found, ==, g_ptr_array_index (session->states, session->states->len - 1));
}

static void
act (Session *session, guint n)
{
  g_autofree char *line = NULL;
  const KbProject *project = kb_document_project (session->document);
  gint x = g_rand_int_range (session->rand, 0, 500), y = g_rand_int_range (session->rand, 0, 100);
  switch (g_rand_int_range (session->rand, 0, 16))
    {
    case 0:
    case 1:
    case 2:
      line = g_strdup_printf ("{\"set\": \"sprites[0].frames[0].hot_spot\", \"value\": [%u, %d]}",
                              n, x);
      break;
    case 3:
      line = g_strdup_printf ("{\"set\": \"name\", \"value\": \"name %u\"}", n);
      break;
    case 4:
      line = g_strdup_printf (
        "{\"insert\": \"sprites\", \"value\": {\"name\": \"s%u\", \"frames\":"
        " [{\"width\": 8, \"height\": 8}]}}", n);
      break;
    case 5:
      if (project->sprites->len < 3)
        return;
      line = g_strdup_printf ("{\"remove\": \"sprites[%u]\"}", project->sprites->len - 1);
      break;
    case 6:
      if (project->sprites->len < 2)
        return;
      line = g_strdup_printf ("{\"set\": \"sprites[1].name\", \"value\": \"r%u\"}", n);
      break;
    case 7:
    case 8:
      line = g_strdup_printf (
        "{\"step\": \"Stroke\", \"edits\": [{\"paint\": \"masks[0].pixels\", \"box\":"
        " [%d, %d, %d, 30], \"zone\": \"wall\"},"
        " {\"set\": \"masks[0].zones[0].colour\", \"value\": \"#%06x\"}]}",
        x, y, n + 1, n);
      break;
    case 9:
      line = g_strdup_printf (
        "{\"step\": \"Stroke\", \"edits\": [{\"paint\": \"sprites[0].frames[0].pixels\", "
        "\"box\": [1, 1, 3, 3], \"zone\": \"skin\"},"
        " {\"set\": \"sprites[0].zones[0].colour\", \"value\": \"#%06x\"}]}",
        n);
      break;
    case 10:
    case 11:
      add_picture (session, n);
      return;
    case 12:
      {
        /* A line of several pages. */
        GString *frames = g_string_new (NULL);
        for (gint i = 0; i <= x / 4; i++)
          g_string_append_printf (
            frames, "%s{\"width\": 8, \"height\": 8, \"name\": \"frame number %d of %u\"}",
            i ? ", " : "", i, n);
        line = g_strdup_printf (
          "{\"insert\": \"sprites\", \"value\": {\"name\": \"l%u\", \"frames\": [%s]}}", n,
          frames->str);
        g_string_free (frames, TRUE);
        break;
      }
    case 13:
      save (session, TRUE, NULL);
      return;
    case 14:
      save (session, FALSE, NULL);
      return;
    default:
      if (g_rand_int_range (session->rand, 0, 3) == 0)
        reopen (session, g_rand_boolean (session->rand));
      else if (g_rand_int_range (session->rand, 0, 6) == 0)
        {
          g_autofree char *to = g_strdup_printf ("new-%u/copy", n);
          save (session, FALSE, to);
        }
      else
        save (session, FALSE, NULL);
      return;
    }
  step (session, line);
}

static void
save_clear (gpointer data)
{
  g_free (((Save *) data)->folder);
}

static Disk *
run_session (Session *session, guint32 seed)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  *session = (Session){ .rand = g_rand_new_with_seed (seed),
                        .top = temp_folder_new (),
                        .states = g_ptr_array_new_with_free_func (g_free),
                        .begun = g_array_new (FALSE, FALSE, sizeof (guint)),
                        .saves = g_array_new (FALSE, FALSE, sizeof (Save)) };
  g_array_set_clear_func (session->saves, save_clear);
  folder = g_build_filename (session->top, "dojo", NULL);
  disk_begin (session->top);
  session->document = kb_document_new (folder, "dojo");
  must_apply (
    session->document,
    "{\"insert\": \"classes\", \"value\": {\"name\": \"head\", \"colour\": \"#ffd700\"}}");
  must_apply (session->document, sprite_text);
  must_apply (
    session->document,
    "{\"insert\": \"sprites['fakir'].zones\", \"value\": {\"name\": \"skin\", \"colour\": \"#00ff00\"}}");
  step (session,
        "{\"insert\": \"masks\", \"value\": {\"name\": \"m\", \"width\": 520, \"height\": 130,"
        " \"zones\": [{\"value\": 4, \"name\": \"wall\", \"colour\": \"#ff0000\"}]}}");
  save (session, FALSE, NULL);
  g_assert_true (kb_document_keep_journal (session->document, &error));
  for (guint n = 1; n <= ACTIONS; n++)
    act (session, n);
  return disk;
}

static void
session_clear (Session *session)
{
  temp_folder_remove (session->top);
  g_free (session->top);
  g_rand_free (session->rand);
  g_ptr_array_unref (session->states);
  g_array_unref (session->begun);
  g_array_unref (session->saves);
}

/* ---- after a power cut ---- */

/* What may be found of a project. */
typedef struct {
  GArray *bases;   /* states that its files may have */
  gint newest;     /* the last step that had begun */
  guint oldest;    /* the last step that the disk has for certain */
  gboolean exists; /* it has been saved */
} Expected;

/* Whether the journal of that save is on the disk for certain: a save syncs it before it replaces
 * files. */
static gboolean
has_synced_journal (const Disk *on, const Save *entry, guint cut)
{
  g_autofree char *stem = g_path_get_basename (entry->folder),
                  *name = g_strconcat (stem, ".kickbox-journal", NULL);
  const DiskOp *added = NULL;
  for (guint i = 0; i < cut; i++)
    {
      const DiskOp *op = g_ptr_array_index (on->log, i);
      if (op->change == DISK_ADD && strcmp (op->name, name) == 0)
        added = i < disk_first_unsure (on, op->folder, cut) ? op : NULL;
      if (added && i >= entry->begun && op->change == DISK_SYNC && op->inode == added->inode)
        return TRUE;
    }
  return FALSE;
}

static Expected
expect (const Session *session, const Disk *on, const char *folder, guint cut)
{
  Expected expected = { g_array_new (FALSE, FALSE, sizeof (guint)), -1, 0, FALSE };
  for (guint i = 0; i < session->saves->len; i++)
    {
      const Save *entry = &g_array_index (session->saves, Save, i);
      if (entry->begun >= cut || strcmp (entry->folder, folder) != 0)
        continue;
      if (!entry->ok && entry->done <= cut)
        continue;
      if (entry->done <= cut)
        {
          g_array_set_size (expected.bases, 0);
          expected.exists = TRUE;
        }
      g_array_append_val (expected.bases, entry->state);
      if (entry->done <= cut || has_synced_journal (on, entry, cut))
        expected.oldest = entry->state;
    }
  for (guint i = 0; i < session->begun->len; i++)
    if (g_array_index (session->begun, guint, i) < cut)
      expected.newest = (gint) i;
  return expected;
}

/* Whether the files may be that, with so many steps of the journal done, which gave `found`, not
 * before step `oldest`. */
static gboolean
is_expected (const Session *session, const Expected *expected, guint oldest, const char *files,
             guint n, const char *found)
{
  for (guint i = 0; i < expected->bases->len; i++)
    {
      guint base = g_array_index (expected->bases, guint, i), state = base + n;
      if (strcmp (files, g_ptr_array_index (session->states, base)) == 0
          && (gint) state <= expected->newest && state >= oldest
          && strcmp (found, g_ptr_array_index (session->states, state)) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whole lines of steps, readable ones, after the last header with that base. */
static guint
count_steps (const char *folder, const char *base)
{
  guint n = 0;
  g_autofree char *name = g_path_get_basename (folder),
                  *file = g_strconcat (name, ".kickbox-journal", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL), *text = NULL;
  gsize length;
  if (!g_file_get_contents (path, &text, &length, NULL))
    return 0;
  for (char *line = text, *end; (end = memchr (line, '\n', (gsize) (text + length - line)));
       line = end + 1)
    {
      json_t *value = json_loadb (line, (gsize) (end - line), 0, NULL);
      n += json_object_get (value, "edits") != NULL;
      if (g_strcmp0 (json_string_value (json_object_get (value, "base")), base) == 0)
        n = 0;
      json_decref (value);
    }
  return n;
}

#define CHECK(condition, what)                                                                     \
  if (!(condition))                                                                                \
    {                                                                                              \
      g_error ("%s: %s: %s", label, folder, what);                                                 \
    }

/* As the editor opens it. */
static void
check_project (const Session *session, const Expected *expected, const char *folder,
               const char *label)
{
  g_autoptr (GError) error = NULL;
  guint n = 0, steps;
  KbDocument *document = kb_document_open_in_part (folder, NULL, &error);
  if (!document)
    {
      CHECK (error, "refused without a message");
      if (expected->exists)
        g_error ("%s: %s", label, error->message);
      return;
    }
  g_autofree char *files = state_of (document), *found = NULL;
  CHECK (is_expected (session, expected, 0, files, 0, files), "is of no save");
  check_pictures (document, TRUE);
  g_autofree char *hash = kb_document_base (document);
  steps = count_steps (folder, hash);
  CHECK (steps == 0 || kb_document_has_journal (document, NULL), "has steps and does not say so");
  if (kb_document_has_journal (document, NULL))
    {
      CHECK (kb_document_journal_fits (document), "the journal does not fit");
      gboolean ok = kb_document_replay_journal (document, &n, &error);
      CHECK (ok == !error, "failed without a message");
      CHECK (!ok || n == steps, "lost steps silently");
      check_pictures (document, FALSE);
      g_clear_error (&error);
      if (!ok)
        g_assert_true (kb_document_set_journal_aside (document, NULL));
    }
  found = state_of (document);
  CHECK (is_expected (session, expected, expected->oldest, files, n, found),
         "has other steps than were made");
  g_assert_true (kb_document_keep_journal (document, &error));
  g_assert_no_error (error);
  must_apply (document, "{\"set\": \"name\", \"value\": \"mended\"}");
  g_assert_true (kb_document_save (document, &error));
  g_assert_no_error (error);
  g_autofree char *is = state_of (document);
  kb_document_free (document);
  document = kb_document_open (folder, &error);
  g_assert_no_error (error);
  g_autofree char *saved = state_of (document);
  g_assert_cmpstr (saved, ==, is);
  g_assert_false (kb_document_has_journal (document, NULL));
  kb_document_free (document);
}

/* A command opens it, and the power is cut again. */
static void
cut_again (const Session *session, const Expected *expected, const char *top, const char *name,
           const char *label)
{
  g_autofree char *folder = g_build_filename (top, name, NULL),
                  *again = g_strconcat (top, "-again", NULL);
  g_autoptr (GError) error = NULL;
  disk_begin (top);
  KbDocument *document = kb_document_open_to_change (folder, 0, &error);
  CHECK (document || error, "refused without a message");
  g_clear_pointer (&document, kb_document_free);
  Disk *second = disk_end ();
  disk_crash (second, again,
              (guint) g_rand_int_range (session->rand, 0, (gint32) second->log->len + 1),
              session->rand);
  g_autofree char *inner = g_build_filename (again, name, NULL);
  check_project (session, expected, inner, label);
  temp_folder_remove (again);
  disk_free (second);
}

static void
check_cut (const Session *session, const Disk *on, guint cut, const char *label)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < session->saves->len; i++)
    {
      const Save *entry = &g_array_index (session->saves, Save, i);
      if (!g_hash_table_add (seen, entry->folder))
        continue;
      Expected expected = expect (session, on, entry->folder, cut);
      g_autofree char *top = g_strdup_printf ("%s-cut", session->top),
                      *folder = g_build_filename (top, entry->folder, NULL);
      disk_crash (on, top, cut, session->rand);
      if (expected.bases->len > 0 && g_rand_boolean (session->rand))
        cut_again (session, &expected, top, entry->folder, label);
      else if (expected.bases->len > 0)
        check_project (session, &expected, folder, label);
      temp_folder_remove (top);
      g_array_unref (expected.bases);
    }
}

static void
test_power_loss (void)
{
  guint sessions = kit_is_soak () ? 400 : kit_rounds (SESSIONS);
  for (guint i = 0; i < sessions; i++)
    {
      Session session;
      guint32 seed = (guint32) g_test_rand_int ();
      run_session (&session, seed);
      Disk *on = disk_end ();
      for (guint k = 0; k < kit_rounds (CUTS); k++)
        {
          guint cut = (guint) g_rand_int_range (session.rand, 0, (gint32) on->log->len + 1);
          g_autofree char *label
            = g_strdup_printf ("session %u, cut %u before change %u", seed, k, cut);
          check_cut (&session, on, cut, label);
        }
      kb_document_free (session.document);
      session_clear (&session);
      disk_free (on);
    }
}

KIT_PROGRAM (power_loss)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/power-loss/sessions", test_power_loss);
  return g_test_run ();
}
