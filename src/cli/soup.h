/* SPDX-License-Identifier: MIT */
/* The part of kickbox soup that is also fuzzed. */
#ifndef KB_CLI_SOUP_H
#define KB_CLI_SOUP_H

#include "interchange/meshes/mesh.h"

/* Puts triangles at the end for polygons that are not flat, not convex or of too many corners. The
 * runtime packs all polygons that remain. */
void kb_soup_split_polygons (KbMesh *mesh);

#endif
