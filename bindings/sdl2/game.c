/* SPDX-License-Identifier: MIT */
/* A fight and a platform level in a window of SDL 2. Takes a new export while it runs.
 *
 *   cc game.c kickbox.c -o game $(sdl2-config --cflags --libs) -lm
 *   kickbox export data/dojo -o dojo.kbx --images rgba
 *   kickbox export data/yard -o yard.kbx --images rgba
 *   ./game dojo.kbx yard.kbx
 *
 * Tab: the other scene. F1: shapes. F kicks, K punches; A, D and the arrows walk; space jumps.
 * After the banks, a number of frames ends the game, and the name of a BMP file keeps the last one. */
#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <kickbox.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { WIDTH = 320, HEIGHT = 180, SCALE = 3, FLOOR = 150, PAGES = 8 };

/* ---- banks: pictures, and new versions of the file ---- */

typedef struct {
  kbx_bank bank;
  const char *path;
  time_t date;
  SDL_Texture *pages[PAGES];
} Art;

/* The pages as textures. They are raw pixels in banks exported with --images rgba. */
static void
make_textures (Art *art, SDL_Renderer *renderer)
{
  for (uint32_t i = 0; i < PAGES; i++)
    {
      if (art->pages[i])
        SDL_DestroyTexture (art->pages[i]);
      art->pages[i] = NULL;
      const kbx_about page = kbx_info (kbx_bank_item (&art->bank, KBX_PAGE, i));
      if (!page.found || page.encoding != KBX_PAGE_RGBA8)
        continue;
      art->pages[i] = SDL_CreateTexture (renderer, SDL_PIXELFORMAT_RGBA32,
                                         SDL_TEXTUREACCESS_STATIC, (int) page.size.w,
                                         (int) page.size.h);
      SDL_UpdateTexture (art->pages[i], NULL, page.data, (int) page.size.w * 4);
      SDL_SetTextureBlendMode (art->pages[i], SDL_BLENDMODE_BLEND);
    }
}

static time_t
date_of (const char *path)
{
  struct stat about;
  return stat (path, &about) == 0 ? about.st_mtime + about.st_size : 0;
}

static bool
open_art (Art *art, const char *path, SDL_Renderer *renderer)
{
  kbx_error error;
  art->path = path;
  art->date = date_of (path);
  if (kbx_bank_open_file (&art->bank, path, &error) != KBX_OK)
    {
      fprintf (stderr, "%s: byte %lu: %s\n", path, (unsigned long) error.offset, error.message);
      return false;
    }
  make_textures (art, renderer);
  return true;
}

/* The live link: between two frames, with all handles that the scene keeps. */
static void
take_new_art (Art *art, SDL_Renderer *renderer, kbx_handle *handles, uint32_t count)
{
  const time_t date = date_of (art->path);
  kbx_error error;
  if (date == art->date)
    return;
  art->date = date;
  if (kbx_bank_reload_file (&art->bank, art->path, handles, count, &error) == KBX_OK)
    {
      make_textures (art, renderer);
      printf ("took the new %s\n", art->path);
    }
  else
    printf ("kept the old %s: %s\n", art->path, error.message);
  fflush (stdout);
}

static void
draw_frame (const Art *art, SDL_Renderer *renderer, kbx_handle frame, kbx_place place)
{
  const kbx_picture picture = kbx_frame_picture (frame, place);
  const kbx_box s = picture.source, t = picture.target;
  const SDL_Rect source = { s.x0, s.y0, s.x1 - s.x0, s.y1 - s.y0 },
                 target = { t.x0, t.y0, t.x1 - t.x0, t.y1 - t.y0 };
  const int flip = (picture.flip_x ? SDL_FLIP_HORIZONTAL : 0)
                   | (picture.flip_y ? SDL_FLIP_VERTICAL : 0);
  if (picture.found && picture.page < PAGES && art->pages[picture.page])
    SDL_RenderCopyEx (renderer, art->pages[picture.page], &source, &target, 0, NULL,
                      (SDL_RendererFlip) flip);
}

static void
draw_shapes (SDL_Renderer *renderer, kbx_handle frame, kbx_place place)
{
  for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    {
      const kbx_placed_shape shape = kbx_frame_shape (frame, place, i);
      const kbx_box b = shape.bounds;
      const SDL_Rect rect = { b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0 };
      const kbx_handle class = kbx_bank_item (frame.bank, KBX_CLASS, shape.class_index);
      const uint32_t rgba = kbx_info (class).colour;
      SDL_SetRenderDrawColor (renderer, rgba >> 24, rgba >> 16 & 255, rgba >> 8 & 255, 255);
      SDL_RenderDrawRect (renderer, &rect);
    }
}

static void
fill (SDL_Renderer *renderer, int r, int g, int b, int y, int h)
{
  const SDL_Rect rect = { 0, y, WIDTH, h };
  SDL_SetRenderDrawColor (renderer, (Uint8) r, (Uint8) g, (Uint8) b, 255);
  SDL_RenderFillRect (renderer, &rect);
}

/* ---- the fight ---- */

typedef struct {
  kbx_handle idle, blow;   /* animations */
  const char *action;
  double x;
  bool flipped, landed;
  int since;               /* the start of the blow, or -1 */
} Fighter;

static kbx_handle
pose (Fighter *fighter, int now, kbx_place *place)
{
  if (fighter->since >= 0 && now - fighter->since >= (int) kbx_info (fighter->blow).duration_ms)
    fighter->since = -1;
  *place = kbx_at_flipped (fighter->x, FLOOR, fighter->flipped, false);
  return fighter->since < 0 ? kbx_animation_at (fighter->idle, now).frame
                            : kbx_animation_at (fighter->blow, now - fighter->since).frame;
}

static void
fight (Fighter *a, Fighter *b, int now)
{
  kbx_place place_a, place_b;
  const kbx_handle frame_a = pose (a, now, &place_a), frame_b = pose (b, now, &place_b);
  const kbx_hit hit = kbx_strike (frame_a, place_a, a->action, frame_b, place_b, KBX_ALL_CLASSES);
  if (a->since < 0 || a->landed || !hit.hit)
    return;
  a->landed = true;
  printf ("the %s hits the %s\n", a->action,
          kbx_name (kbx_bank_item (frame_b.bank, KBX_CLASS, hit.class_index)));
}

/* ---- the platform level ---- */

typedef struct {
  kbx_handle level, runner;
  kbx_vec foot, rest;
  float speed;
  bool standing, left, running;
} Hero;

static void
run (Hero *hero, const Uint8 *keys)
{
  const float way = 2.5f * (float) (keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]);
  hero->running = way != 0;
  hero->left = way < 0 || (hero->left && way == 0);
  hero->speed = SDL_min (hero->speed + 0.35f, 8.0f);
  if (keys[SDL_SCANCODE_SPACE] && hero->standing)
    hero->speed = -6;
  const kbx_vec low = { hero->foot.x - 6, hero->foot.y - 24 },
                high = { hero->foot.x + 6, hero->foot.y }, move = { way, hero->speed };
  const kbx_motion walk = { .manner = KBX_WALK, .step_up = 6, .rest = hero->rest,
                            .step_down = hero->standing && hero->speed >= 0 ? 6.0f : 0 };
  const kbx_move moved =
    kbx_level_move (hero->level, kbx_shape_rect (low, high), move, walk, NULL, NULL, 0);
  hero->foot = (kbx_vec) { hero->foot.x + moved.moved.x, hero->foot.y + moved.moved.y };
  hero->rest = moved.rest;
  hero->standing = moved.on_floor;
  if (moved.on_floor || moved.on_ceiling)
    hero->speed = 0;
}

static void
draw_level (const Art *art, SDL_Renderer *renderer, const Hero *hero, int now, bool shapes)
{
  const float left = SDL_floorf (hero->foot.x) - WIDTH / 2, top = SDL_floorf (hero->foot.y) - 120;
  const kbx_rect view = { { left, top }, { left + WIDTH, top + HEIGHT } };
  static kbx_point cells[4096];
  kbx_handle run_or_idle = kbx_find (hero->runner, KBX_ANIMATION, hero->running ? "run" : "idle");
  fill (renderer, 150, 190, 216, 0, HEIGHT);
  for (uint32_t i = 0; i < kbx_count (hero->level, KBX_TILES); i++)
    {
      const kbx_handle tiles = kbx_item (hero->level, KBX_TILES, i);
      const uint32_t count = kbx_tiles_visible (tiles, view, cells, 4096);
      for (uint32_t k = 0; k < count && k < 4096; k++)
        {
          const kbx_handle frame = kbx_tile_frame (tiles, kbx_tiles_tile (tiles, cells[k]));
          const kbx_about about = kbx_info (frame);
          const kbx_point corner = kbx_tiles_picture_at (tiles, cells[k], about.size);
          draw_frame (art, renderer, frame, kbx_at (corner.x + about.hot_spot.x - left,
                                                    corner.y + about.hot_spot.y - top));
        }
    }
  SDL_SetRenderDrawColor (renderer, 96, 128, 72, 255);
  for (uint32_t i = 0; i < kbx_count (hero->level, KBX_GROUND); i++)
    for (int x = 0; x < WIDTH; x++)
      {
        const kbx_ground_place ground =
          kbx_ground_at (kbx_item (hero->level, KBX_GROUND, i), left + (float) x);
        if (ground.found)
          SDL_RenderDrawLine (renderer, x, (int) (ground.y - top), x, HEIGHT);
      }
  if (run_or_idle.kind == KBX_NOTHING)
    run_or_idle = kbx_item (hero->runner, KBX_ANIMATION, 0);
  const kbx_handle frame = kbx_animation_at (run_or_idle, now).frame;
  const kbx_place place =
    kbx_at_flipped (hero->foot.x - left, hero->foot.y - top, hero->left, false);
  draw_frame (art, renderer, frame, place);
  if (shapes)
    draw_shapes (renderer, frame, place);
}

/* ---- the window ---- */

static bool
keep_picture (SDL_Renderer *renderer, const char *path)
{
  SDL_Surface *picture =
    SDL_CreateRGBSurfaceWithFormat (0, WIDTH * SCALE, HEIGHT * SCALE, 32, SDL_PIXELFORMAT_RGBA32);
  const bool ok = SDL_RenderReadPixels (renderer, NULL, SDL_PIXELFORMAT_RGBA32, picture->pixels,
                                        picture->pitch) == 0
                  && SDL_SaveBMP (picture, path) == 0;
  SDL_FreeSurface (picture);
  return ok;
}

int
main (int argc, char **argv)
{
  const int frames = argc > 3 ? atoi (argv[3]) : 0;
  if (argc < 3)
    {
      fprintf (stderr, "usage: game DOJO.kbx YARD.kbx [FRAMES [PICTURE.bmp]]\n");
      return 2;
    }
  SDL_SetMainReady ();
  if (SDL_Init (SDL_INIT_VIDEO) != 0)
    {
      fprintf (stderr, "%s\n", SDL_GetError ());
      return 3;
    }
  SDL_Window *window =
    SDL_CreateWindow ("Kickbox with SDL 2", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                      WIDTH * SCALE, HEIGHT * SCALE, 0);
  SDL_Renderer *renderer = SDL_CreateRenderer (window, -1, frames ? SDL_RENDERER_SOFTWARE : 0);
  static Art dojo, yard;
  bool shapes = false, level = false, running = true;
  if (!renderer || !open_art (&dojo, argv[1], renderer) || !open_art (&yard, argv[2], renderer))
    return 1;
  SDL_RenderSetLogicalSize (renderer, WIDTH, HEIGHT);
  const kbx_handle fakir = kbx_bank_find (&dojo.bank, KBX_SPRITE, "fakir");
  const kbx_handle boxer = kbx_bank_find (&dojo.bank, KBX_SPRITE, "boxer");
  Fighter left = { kbx_find (fakir, KBX_ANIMATION, "idle"), kbx_find (fakir, KBX_ANIMATION, "kick"),
                   "foot", 130, false, false, -1 },
          right = { kbx_find (boxer, KBX_ANIMATION, "idle"),
                    kbx_find (boxer, KBX_ANIMATION, "punch"), "fist", 176, true, false, -1 };
  Hero hero = { kbx_bank_find (&yard.bank, KBX_LEVEL, "yard"),
                kbx_bank_find (&yard.bank, KBX_SPRITE, "runner"), .foot = { -56, 160 } };
  printf ("playing\n");
  fflush (stdout);
  for (int frame = 0; running && (frames == 0 || frame < frames); frame++)
    {
      /* With a number of frames, time goes by frames: the picture is always the same. */
      const int now = frames ? frame * 16 : (int) SDL_GetTicks ();
      for (SDL_Event event; SDL_PollEvent (&event);)
        {
          const SDL_Keycode key = event.type == SDL_KEYDOWN ? event.key.keysym.sym : 0;
          Fighter *blow = key == SDLK_f ? &left : key == SDLK_k ? &right : NULL;
          running &= event.type != SDL_QUIT && key != SDLK_ESCAPE;
          shapes ^= key == SDLK_F1;
          level ^= key == SDLK_TAB;
          if (blow && blow->since < 0)
            {
              blow->since = now;
              blow->landed = false;
            }
        }
      const Uint8 *keys = SDL_GetKeyboardState (NULL);
      kbx_handle of_dojo[] = { left.idle, left.blow, right.idle, right.blow },
                 of_yard[] = { hero.level, hero.runner };
      take_new_art (&dojo, renderer, of_dojo, 4);
      take_new_art (&yard, renderer, of_yard, 2);
      left.idle = of_dojo[0], left.blow = of_dojo[1];
      right.idle = of_dojo[2], right.blow = of_dojo[3];
      hero.level = of_yard[0], hero.runner = of_yard[1];
      if (level)
        {
          run (&hero, keys);
          draw_level (&yard, renderer, &hero, now, shapes);
        }
      else
        {
          left.x += left.since < 0 ? 1.5 * (keys[SDL_SCANCODE_D] - keys[SDL_SCANCODE_A]) : 0;
          right.x +=
            right.since < 0 ? 1.5 * (keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]) : 0;
          fight (&left, &right, now);
          fight (&right, &left, now);
          fill (renderer, 232, 226, 214, 0, FLOOR);
          fill (renderer, 122, 92, 70, FLOOR, HEIGHT - FLOOR);
          for (int i = 0; i < 2; i++)
            {
              kbx_place place;
              const kbx_handle picture = pose (i ? &right : &left, now, &place);
              draw_frame (&dojo, renderer, picture, place);
              if (shapes)
                draw_shapes (renderer, picture, place);
            }
        }
      if (argc > 4 && frame == frames - 1 && !keep_picture (renderer, argv[4]))
        fprintf (stderr, "%s: %s\n", argv[4], SDL_GetError ());
      SDL_RenderPresent (renderer);
      SDL_Delay (16);
    }
  kbx_bank_close_file (&dojo.bank);
  kbx_bank_close_file (&yard.bank);
  SDL_DestroyRenderer (renderer);
  SDL_DestroyWindow (window);
  SDL_Quit ();
  return 0;
}
