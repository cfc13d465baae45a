/* SPDX-License-Identifier: MIT */
/* Rows by subject, one file each; bench_kit.cpp has the table of them. */
#ifndef KB_BENCH_KIT_SUBJECTS_H
#define KB_BENCH_KIT_SUBJECTS_H

void pairs_of_boxes ();
void pairs_of_oriented_boxes ();
void pairs_of_polygons ();
void pairs_with_circles ();
void points_in_polygons ();
void batches ();
void sweeps ();

/* Before the first row; false where it is not installed. */
bool load_geos ();

#endif
