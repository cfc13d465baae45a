/* SPDX-License-Identifier: MIT */
/* OpenCV's distances, behind a C interface. */
#ifndef BENCH_CLEARANCE_PEER_H
#define BENCH_CLEARANCE_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

/* Of a square picture, `side` bytes a row, 0 or 255: from each pixel of 255 the distance to the nearest one of 0, at the
 * precise setting, on one thread. */
void peer_distances (const unsigned char *picture, int side, float *distances);

#ifdef __cplusplus
}
#endif

#endif
