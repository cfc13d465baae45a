# SPDX-License-Identifier: MIT
"""How long the editor leaves one waiting, and figures of times."""
import statistics
import time


def worked(process):
    """Milliseconds that the main thread of a program had the processor."""
    with open(f"/proc/{process.pid}/schedstat", encoding="ascii") as text:
        return int(text.read().split()[0]) / 1e6


def ask(editor, until):
    """Milliseconds that each answer to a question of the accessibility bus took, until the time comes: the main thread
    gives it between two redraws. Of each also how much the thread worked meanwhile: on a machine with other work the rest
    is theirs."""
    window, times = editor.windows()[0], []
    while time.monotonic() < until:
        began, work = time.monotonic(), worked(editor.process)
        assert window.extents
        times.append((1000 * (time.monotonic() - began), worked(editor.process) - work))
    return times


def tell(name, times, unit="asked"):
    """Of pairs: how long, and what of that was work."""
    def figures(which):
        numbers = sorted(pair[which] for pair in times)
        return f"median {statistics.median(numbers):6.1f} ms   p99 {numbers[len(numbers) * 99 // 100]:6.1f}   longest {numbers[-1]:6.1f}"
    print(f"{name:44} {figures(0)}   at work: {figures(1)}   ({len(times)} {unit})", flush=True)
