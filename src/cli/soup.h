/* SPDX-License-Identifier: MIT */
/* The part of kickbox soup that is also fuzzed. */
#ifndef KB_CLI_SOUP_H
#define KB_CLI_SOUP_H

#include "interchange/meshes/mesh.h"

#endif
