/* SPDX-License-Identifier: MIT */
/* Cutting a surface changes nothing: a move along it gives the same answer, but for the number of what was touched, whether it
 * is one piece or many, in one layer or several, in any order, and of whatever kind its parts are. 40,000 moves; with
 * KICKBOX_SOAK 10,000,000. */
#include <math.h>

#include "runtime/kickbox_pack.h"
#include "tests/support/seed.h"

static gint number (gint low, gint high) { return g_test_rand_int_range (low, high + 1); }

static kbx_vec vec (double x, double y) { return (kbx_vec) { (float) x, (float) y }; }

/* ---- levels ---- */

enum { MOST_LAYERS = 24 };

typedef struct {
  kbx_handle layers[MOST_LAYERS];
  guint n;
} Level;

static void
level_add (Level *level, kbx_kind kind, gpointer bytes, gsize size)
{
  kbx_error error;
  if (kbx_open (&level->layers[level->n++], kind, bytes, size, &error) != KBX_OK)
    g_error ("%s", error.message);
}

static void
level_clear (Level *level)
{
  while (level->n > 0)
    g_free ((gpointer) level->layers[--level->n].data);
}

static kbx_handle level_of (const Level *level) { return kbx_level_of (level->layers, level->n); }

/* In random order, with a random partition. */
static void
level_add_walls (Level *level, GArray *walls)
{
  kbx_wall *all = (kbx_wall *) (gpointer) walls->data;
  for (guint i = walls->len; i > 1; i--)
    {
      const guint k = (guint) number (0, (gint) i - 1);
      const kbx_wall wall = all[i - 1];
      all[i - 1] = all[k];
      all[k] = wall;
    }
  const kbx_walls_plan plan = { .walls = all, .wall_count = walls->len, .partition = (kbx_partition) number (KBX_PARTITION_NONE, KBX_PARTITION_GRID) };
  const gsize work = kbx_walls_work (&plan);
  g_autofree gpointer memory = g_malloc (work);
  const gsize size = kbx_walls_pack (&plan, memory, work, NULL, 0, NULL);
  gpointer bytes = g_malloc (size);
  g_assert_cmpuint (kbx_walls_pack (&plan, memory, work, bytes, size, NULL), ==, size);
  level_add (level, KBX_WALLS, bytes, size);
}

/* ---- the same answers ---- */

static gboolean same_vec (kbx_vec a, kbx_vec b) { return a.x == b.x && a.y == b.y; }

/* A mover that starts inside several walls is told the way out of one of them. It is on the grid. */
static gboolean
inside_several (const Level *level, kbx_shape mover)
{
  guint n = 0;
  if (mover.kind == KBX_SHAPE_CIRCLE)
    mover.as.circle.centre = vec (round ((double) mover.as.circle.centre.x * 256) / 256, round ((double) mover.as.circle.centre.y * 256) / 256);
  for (guint i = 0; i < level->n; i++)
    for (guint k = 0; k < kbx_info (level->layers[i]).walls; k++)
      {
        const kbx_wall w = kbx_walls_wall (level->layers[i], k);
        n += !w.one_way && kbx_cast (mover, vec (0, 0), kbx_shape_segment (w.segment.a, w.segment.b)).started_inside;
      }
  return n > 1;
}

static gboolean
same_move (const Level *whole, kbx_shape mover, const kbx_move *a, const kbx_move *b)
{
  if (a->status != b->status || a->started_inside != b->started_inside || !same_vec (a->moved, b->moved))
    return FALSE;
  if (a->started_inside)
    return inside_several (whole, mover) || same_vec (a->normal, b->normal);
  return a->hit == b->hit && a->fraction == b->fraction && a->class_index == b->class_index && same_vec (a->normal, b->normal) && same_vec (a->point, b->point)
         && same_vec (a->velocity, b->velocity) && same_vec (a->rest, b->rest) && a->on_floor == b->on_floor && a->on_ceiling == b->on_ceiling
         && a->on_left == b->on_left && a->on_right == b->on_right;
}

static char *
move_text (const kbx_move *m)
{
  return g_strdup_printf ("moved (%.9g %.9g) fraction %.9g normal (%.9g %.9g) point (%.9g %.9g) velocity (%.9g %.9g) rest (%g %g) layer %u index %u%s%s%s%s%s%s",
                          (double) m->moved.x, (double) m->moved.y, (double) m->fraction, (double) m->normal.x, (double) m->normal.y, (double) m->point.x,
                          (double) m->point.y, (double) m->velocity.x, (double) m->velocity.y, (double) m->rest.x, (double) m->rest.y, m->layer, m->index,
                          m->hit ? " hit" : "", m->started_inside ? " inside" : "", m->on_floor ? " floor" : "", m->on_ceiling ? " ceiling" : "",
                          m->on_left ? " left" : "", m->on_right ? " right" : "");
}

static char *
walls_text (const Level *level)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < level->n; i++)
    for (guint k = 0; k < kbx_info (level->layers[i]).walls; k++)
      {
        const kbx_wall w = kbx_walls_wall (level->layers[i], k);
        g_string_append_printf (text, "  layer %u: (%.9g %.9g) (%.9g %.9g)%s\n", i, (double) w.segment.a.x, (double) w.segment.a.y, (double) w.segment.b.x,
                                (double) w.segment.b.y, w.one_way ? " one-way" : "");
      }
  return g_string_free (text, FALSE);
}

static kbx_shape
moved (kbx_shape s, kbx_vec by)
{
  if (s.kind == KBX_SHAPE_BOX)
    return kbx_shape_box ((kbx_box) { s.as.box.x0 + (gint) by.x, s.as.box.y0 + (gint) by.y, s.as.box.x1 + (gint) by.x, s.as.box.y1 + (gint) by.y });
  if (s.kind == KBX_SHAPE_RECT)
    return kbx_shape_rect (vec (s.as.rect.min.x + by.x, s.as.rect.min.y + by.y), vec (s.as.rect.max.x + by.x, s.as.rect.max.y + by.y));
  if (s.kind == KBX_SHAPE_CIRCLE)
    return kbx_shape_circle (vec (s.as.circle.centre.x + by.x, s.as.circle.centre.y + by.y), s.as.circle.radius);
  return kbx_shape_point (vec (s.as.point.x + by.x, s.as.point.y + by.y));
}

static char *
shape_text (kbx_shape s)
{
  if (s.kind == KBX_SHAPE_BOX)
    return g_strdup_printf ("box %d %d %d %d", s.as.box.x0, s.as.box.y0, s.as.box.x1, s.as.box.y1);
  if (s.kind == KBX_SHAPE_RECT)
    return g_strdup_printf ("rect %.9g %.9g %.9g %.9g", (double) s.as.rect.min.x, (double) s.as.rect.min.y, (double) s.as.rect.max.x, (double) s.as.rect.max.y);
  if (s.kind == KBX_SHAPE_CIRCLE)
    return g_strdup_printf ("circle %.9g %.9g %.9g", (double) s.as.circle.centre.x, (double) s.as.circle.centre.y, (double) s.as.circle.radius);
  return g_strdup_printf ("point %.9g %.9g", (double) s.as.point.x, (double) s.as.point.y);
}

/* A few steps of the mover through both. */
static void
check_steps (const Level *whole, const Level *cut, kbx_shape mover, kbx_vec step, kbx_motion motion)
{
  for (guint i = 0; i < 4; i++)
    {
      const kbx_move a = kbx_level_move (level_of (whole), mover, step, motion, NULL, NULL, 0), b = kbx_level_move (level_of (cut), mover, step, motion, NULL, NULL, 0);
      if (!same_move (whole, mover, &a, &b))
        {
          g_autofree char *of_a = move_text (&a), *of_b = move_text (&b), *shape = shape_text (mover), *walls = walls_text (whole), *cuts = walls_text (cut);
          g_error ("step %u of %s by (%.9g %.9g), manner %d, step up %g down %g, bounce %g\nwhole %s\ncut   %s\n%s\n%s", i, shape, (double) step.x, (double) step.y, motion.manner,
                   (double) motion.step_up, (double) motion.step_down, (double) motion.bounce, of_a, of_b, walls, cuts);
        }
      if (a.started_inside)
        return;
      mover = moved (mover, a.moved);
      motion.rest = a.rest;
    }
}

static kbx_motion
any_motion (void)
{
  static const float steps[] = { 0, 0, 1, 4 };
  return (kbx_motion) { (kbx_manner) number (KBX_STOP, KBX_WALK), (float) number (0, 4) / 4, steps[number (0, 3)], steps[number (0, 3)], { 0, 0 } };
}

/* A mover of which a corner, or the middle, is at a point or near it. */
static kbx_shape
any_mover (kbx_vec at)
{
  const gboolean exact = number (0, 2) > 0;
  const double w = number (1, 12), h = number (1, 12), x = (double) at.x + (exact ? 0 : number (-300, 300) / 256.0), y = (double) at.y + (exact ? 0 : number (-300, 300) / 256.0);
  const gint kind = number (0, 5);
  /* One that starts on a wall is free of that wall alone. */
  if (kind == 0)
    return kbx_shape_point (vec (x + number (-9, 9) / 256.0, y - number (1, 9) / 256.0));
  if (kind == 1)
    {
      const double r = number (0, 1) ? number (1, 8) : g_test_rand_double_range (0.1, 8), turn = g_test_rand_double_range (0, 2 * G_PI);
      return kbx_shape_circle (number (0, 1) ? vec (x, y - r) : vec (x + cos (turn) * r * 1.01, y + sin (turn) * r * 1.01), (float) r);
    }
  const double left = number (0, 1) ? x : x - w, top = number (0, 1) ? y : y - h;
  if (kind == 2)
    return kbx_shape_rect (vec (left, top), vec (left + w + number (0, 255) / 256.0, top + h + number (0, 255) / 256.0));
  if (kind == 3)
    return kbx_shape_rect (vec (left, top), vec (left + w, top + h));
  return kbx_shape_box ((kbx_box) { (gint) floor (left), (gint) floor (top), (gint) floor (left + w), (gint) floor (top + h) });
}

static kbx_vec
any_step (kbx_vec along)
{
  const double far = number (0, 3) ? 1 : 8, sign = number (0, 1) ? 1 : -1;
  switch (number (0, 4))
    {
    case 0: return vec (number (-512, 512) / 256.0 * far, number (-512, 512) / 256.0 * far);
    case 1: return vec (number (-4, 4) * far, number (-4, 4) * far);
    case 2: return vec (sign * along.x + number (-64, 64) / 256.0, sign * along.y + number (-64, 64) / 256.0);
    case 3: return vec (number (-4, 4) * far, 0.25);
    default: return vec (sign * along.x, sign * along.y);
    }
}

/* ---- walls ---- */

static gint greatest_common (gint a, gint b) { return b == 0 ? ABS (a) : greatest_common (b, a % b); }

/* Adds a wall whole to one, and in pieces to others; notes a joint. In steps of the grid. */
static void
add_wall (GArray *whole, GArray **cut, guint n_cut, gint x, gint y, gint dx, gint dy, gboolean one_way, GArray *joints)
{
  const gint parts = greatest_common (dx, dy);
  const kbx_wall wall = { { vec (x / 256.0, y / 256.0), vec ((x + dx) / 256.0, (y + dy) / 256.0) }, 0, one_way };
  gint from = 0;
  g_array_append_val (whole, wall);
  while (from < parts)
    {
      const gint next = number (0, 3) ? from + number (1, MAX (parts / 3, 1)) : parts, to = MIN (next, parts);
      const gboolean turned = !one_way && number (0, 1);
      const kbx_vec a = vec ((x + dx / parts * from) / 256.0, (y + dy / parts * from) / 256.0), b = vec ((x + dx / parts * to) / 256.0, (y + dy / parts * to) / 256.0);
      const kbx_wall piece = { { turned ? b : a, turned ? a : b }, 0, one_way };
      const kbx_vec joint[2] = { a, vec (dx / 256.0 / parts, dy / 256.0 / parts) };
      g_array_append_val (cut[number (0, (gint) n_cut - 1)], piece);
      g_array_append_vals (joints, joint, 2);
      from = to;
    }
}

/* Lines of up to five walls, bent or straight, in a few pixels. */
static void
draw_walls (Level *whole_level, Level *cut_level, GArray *joints)
{
  static const gint steps[] = { 256, 256, 256, 128, 1, 7 };
  const guint n_cut = (guint) number (1, 3);
  g_autoptr (GArray) whole = g_array_new (FALSE, FALSE, sizeof (kbx_wall));
  GArray *cut[3];
  for (guint i = 0; i < 3; i++)
    cut[i] = g_array_new (FALSE, FALSE, sizeof (kbx_wall));
  for (gint lines = number (1, 3); lines > 0; lines--)
    {
      const gint step = steps[number (0, G_N_ELEMENTS (steps) - 1)];
      const gboolean one_way = number (0, 3) == 0;
      gint x = number (0, 40) * 256, y = number (0, 40) * 256;
      for (gint n = number (1, 5); n > 0; n--)
        {
          gint dx = number (-3, 3), dy = number (0, 2) ? number (-3, 3) : 0;
          const gint times = MAX (number (256, 4000) / step, 1);
          if (dx == 0 && dy == 0)
            dx = number (0, 1) ? 1 : -1;
          add_wall (whole, cut, n_cut, x, y, dx * step * times, dy * step * times, one_way, joints);
          x += dx * step * times;
          y += dy * step * times;
        }
    }
  level_add_walls (whole_level, whole);
  for (guint i = 0; i < 3; i++)
    {
      if (i < n_cut)
        level_add_walls (cut_level, cut[i]);
      g_array_unref (cut[i]);
    }
}

static void
test_walls (void)
{
  for (guint round = 0; kit_goes_on (round, kit_is_soak () ? 50000 : 400); round++)
    {
      Level whole = { .n = 0 }, cut = { .n = 0 };
      g_autoptr (GArray) joints = g_array_new (FALSE, FALSE, sizeof (kbx_vec));
      draw_walls (&whole, &cut, joints);
      for (guint i = 0; i < 40; i++)
        {
          const guint k = 2 * (guint) number (0, (gint) joints->len / 2 - 1);
          check_steps (&whole, &cut, any_mover (g_array_index (joints, kbx_vec, k)), any_step (g_array_index (joints, kbx_vec, k + 1)), any_motion ());
        }
      level_clear (&whole);
      level_clear (&cut);
    }
}

/* ---- a floor of all kinds ---- */

enum { CELL = 16, CELLS = 32, FLOOR = 32 };

static void
add_tiles (Level *level, const gint *kinds, gint kind)
{
  guint32 cells[CELLS];
  const kbx_tile_plan tile = { .number = 1, .kind = KBX_TILE_FULL, .class_index = 0, .sprite = KBX_NONE, .frame = KBX_NONE };
  for (guint i = 0; i < CELLS; i++)
    cells[i] = kinds[i] == kind;
  const kbx_tiles_plan plan = { .cell_w = CELL, .cell_h = CELL, .origin = { 0, FLOOR }, .columns = CELLS, .rows = 1, .tiles = &tile, .tile_count = 1, .cells = cells };
  const gsize work = kbx_tiles_work (&plan);
  g_autofree gpointer memory = g_malloc (work);
  const gsize size = kbx_tiles_pack (&plan, memory, work, NULL, 0, NULL);
  gpointer bytes = g_malloc (size);
  kbx_tiles_pack (&plan, memory, work, bytes, size, NULL);
  level_add (level, KBX_TILES, bytes, size);
}

static void
add_maze (Level *level, const gint *kinds, gint kind)
{
  guint8 edges[2 * (CELLS + 1)] = { 0 };
  for (guint i = 0; i < CELLS; i++)
    edges[i] = kinds[i] == kind ? 2 : 0;
  const kbx_maze_plan plan = { .origin = { 0, FLOOR }, .cell_w = CELL, .cell_h = CELL, .columns = CELLS, .rows = 1, .edges = edges, .stride = CELLS + 1 };
  const gsize size = kbx_maze_pack (&plan, NULL, 0, NULL, 0, NULL);
  gpointer bytes = g_malloc (size);
  kbx_maze_pack (&plan, NULL, 0, bytes, size, NULL);
  level_add (level, KBX_MAZE, bytes, size);
}

static void
add_ground (Level *level, gint from, gint to)
{
  const kbx_ground_point points[] = { { from, FLOOR, TRUE }, { to, FLOOR, TRUE } };
  const kbx_ground_plan plan = { .points = points, .count = 2 };
  guint8 work[KBX_GROUND_WORK (2)];
  gpointer bytes = g_malloc (KBX_GROUND_SIZE (2));
  level_add (level, KBX_GROUND, bytes, kbx_ground_pack (&plan, work, sizeof work, bytes, KBX_GROUND_SIZE (2), NULL));
}

/* 0, 1: tiles of two layers; 2: edges of a maze; 3: walls; 4: grounds. */
static void
draw_floor (Level *level)
{
  gint kinds[CELLS], from = 0;
  g_autoptr (GArray) walls = g_array_new (FALSE, FALSE, sizeof (kbx_wall));
  for (guint i = 0; i < CELLS; i++)
    kinds[i] = i > 0 && number (0, 1) ? kinds[i - 1] : number (0, 4);
  for (gint i = 0; i < CELLS; i++)
    {
      const kbx_wall wall = { { vec (i * CELL, FLOOR), vec ((i + 1) * CELL, FLOOR) }, 0, false };
      if (kinds[i] == 3)
        g_array_append_val (walls, wall);
    }
  level_add_walls (level, walls);
  add_tiles (level, kinds, 0);
  add_tiles (level, kinds, 1);
  add_maze (level, kinds, 2);
  for (gint i = 0; i < CELLS; i++)
    if (kinds[i] == 4 && (i + 1 == CELLS || kinds[i + 1] != 4 || number (0, 2) == 0))
      {
        while (kinds[from] != 4)
          from++;
        add_ground (level, from * CELL, (i + 1) * CELL);
        from = i + 1;
      }
}

static void
test_floor (void)
{
  Level whole = { .n = 0 };
  g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (kbx_wall));
  const kbx_wall wall = { { vec (0, FLOOR), vec (CELLS * CELL, FLOOR) }, 0, false };
  g_array_append_val (one, wall);
  level_add_walls (&whole, one);
  for (guint round = 0; kit_goes_on (round, kit_is_soak () ? 50000 : 400); round++)
    {
      Level cut = { .n = 0 };
      draw_floor (&cut);
      for (guint i = 0; i < 40; i++)
        {
          const kbx_vec joint = vec (number (12, CELLS - 12) * CELL, FLOOR - (number (0, 2) ? 0 : number (0, 512) / 256.0));
          kbx_shape mover = any_mover (joint);
          if (mover.kind != KBX_SHAPE_RECT && mover.kind != KBX_SHAPE_BOX)
            continue;
          const double below = mover.kind == KBX_SHAPE_BOX ? mover.as.box.y1 - FLOOR : ceil ((double) mover.as.rect.max.y - FLOOR);
          mover = moved (mover, vec (0, below > 0 ? -below : 0));
          check_steps (&whole, &cut, mover, any_step (vec (2, 0)), any_motion ());
        }
      level_clear (&cut);
    }
  level_clear (&whole);
}

KIT_PROGRAM (seams)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/seams/walls", test_walls);
  g_test_add_func ("/seams/floor", test_floor);
  return g_test_run ();
}
