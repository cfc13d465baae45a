# SPDX-License-Identifier: MIT
"""Programs for Windows. What Wine makes before it runs the first one takes most of its time, and much room: two tests
run such programs, and the second takes what the first has made and clears it away."""
import fcntl
import os
import shutil
import subprocess

FOLDER = os.path.join(os.environ["KICKBOX_BUILD"], "wine")


def wine(*command, timeout, **options):
    """What ran, with its output as text; one at a time, because the last to go ends the server."""
    env = dict(os.environ, WINEPREFIX=FOLDER, WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=")
    env.pop("DISPLAY", None)
    with open(FOLDER + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = os.path.exists(FOLDER)
        try:
            return subprocess.run(["wine", *command], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, check=False, timeout=timeout, **options)
        finally:
            if shutil.which("wineserver"):
                subprocess.run(["wineserver", "-k"], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, check=False)
            if made:
                shutil.rmtree(FOLDER, ignore_errors=True)
