#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times NumPy batches against C: nanoseconds a question, median of nine.

    bench.py [BOXES]        questions in a batch, 10,000 if none is given

C's time is that of the same function called once with a hundred times as many."""
import random
import statistics
import sys
import time

import numpy

import kickbox as kb


def nanoseconds(ask, questions):
    times = []
    for _ in range(9):
        start = time.perf_counter_ns()
        ask()
        times.append((time.perf_counter_ns() - start) / questions)
    return statistics.median(times)


def boxes_of(count):
    corners = numpy.random.default_rng(1).integers(0, 4000, (count, 2), numpy.int32)
    return numpy.hstack([corners, corners + 16]).astype(numpy.int32)


def shapes_of(count):
    """Circles, in the memory of C."""
    drawn = random.Random(1)
    return kb.array(kb.Shape, [kb.shape_circle((drawn.uniform(0, 4000), drawn.uniform(0, 4000)), 8)
                               for _ in range(count)])


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    out = numpy.empty(100 * count, numpy.uint32)
    shape = kb.shape_circle((2000, 2000), 200)
    box = (1900, 1900, 2100, 2100)
    asks = {
        "boxes_touching": (lambda items: kb.boxes_touching(box, items, out=out),
                           boxes_of(count), boxes_of(100 * count)),
        "overlap_many": (lambda items: kb.overlap_many(shape, items, out=out),
                         shapes_of(count), shapes_of(10 * count))}
    for name, (ask, few, many) in asks.items():
        batch = nanoseconds(lambda ask=ask, few=few: ask(few), len(few))
        plain = nanoseconds(lambda ask=ask, many=many: ask(many), len(many))
        print(f"{name}: {batch:.2f} ns in batches of {count}, {plain:.2f} ns in C,"
              f" {batch / plain:.2f} times")


if __name__ == "__main__":
    main()
