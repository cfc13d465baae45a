/* SPDX-License-Identifier: MIT */
/* The canvas's colours, from the settings. */
#include "editor/state/settings.h"

#include <adwaita.h>


enum { CANVAS_STYLE_QUIET, STRONG, NONE, N_CHECKERS };

static const guint32 strong[2][2] = { { 0xffffffff, 0xccccccff }, { 0x4a4a4aff, 0x303030ff } };

const KbStyle *
kb_canvas_style (void)
{
  /* One for each choice, because cached layers compare styles by their address. */
  static KbStyle styles[2][N_CHECKERS];
  g_autofree char *canvas = kb_settings_dup_string ("canvas-style");
  g_autofree char *checker = kb_settings_dup_string ("checker");
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  if (!g_str_equal (canvas, "system"))
    dark = g_str_equal (canvas, "dark");
  int kind = g_str_equal (checker, "strong") ? STRONG
             : g_str_equal (checker, "none") ? NONE
                                             : CANVAS_STYLE_QUIET;
  const KbStyle *base = kb_style (dark);
  KbStyle *style = &styles[dark][kind];
  if (kind == CANVAS_STYLE_QUIET)
    return base;
  *style = *base;
  for (guint i = 0; i < 2; i++)
    style->checker[i] = kind == STRONG ? strong[dark][i] : base->background;
  return style;
}
