/* SPDX-License-Identifier: MIT */
/* Box2D's ray cast, behind a C interface. */
#ifndef BENCH_WORLDS_PEER_H
#define BENCH_WORLDS_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

void peer_wall (float ax, float ay, float bx, float by);
/* The fraction at which the first wall is met; 1 without one. */
float peer_cast (float ax, float ay, float bx, float by);

#ifdef __cplusplus
}
#endif

#endif
