/* SPDX-License-Identifier: MIT */
/* What is compiled once for all files of the editor that know GTK. Each of them includes it by
 * itself nevertheless. */
#include <adwaita.h>
#include <gtk/gtk.h>
