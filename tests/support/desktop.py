# SPDX-License-Identifier: MIT
"""An X server, a window manager and the buses of a session, for tests of the real window. They are the test's own, with
folders of its own, so that such tests can run side by side."""
import os
import shutil
import subprocess
import tempfile

import waiting
from accessible import Bus
from waiting import wait_for
from x_hands import Hands
from x_turns import Turns

SCREEN = (1600, 1000)
SMALL = (1280, 800)  # where it suffices: a tenth of the work is to draw
FADING = "0.1"  # a tenth of GTK's time for pages that fade and bars that slide; a window takes no keys meanwhile


class Desktop:
    """X server, window manager, session bus, private folders. Where times are `measured`, hands do not wait for what comes
    of them, and what fades takes as long as for anybody."""

    def __init__(self, screen=SCREEN, measured=False):
        self.folder = tempfile.mkdtemp(prefix="kickbox-e2e-")
        self.processes = []
        self.screen = screen
        self.turns = self.bus = None
        try:
            self.bring_up(measured)
        except BaseException:
            self.close()
            raise

    def bring_up(self, measured):
        reader, writer = os.pipe()
        self.start(["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{self.screen[0]}x{self.screen[1]}x24",
                    "-nolisten", "tcp", "-noreset"], pass_fds=[writer])
        os.close(writer)
        with os.fdopen(reader) as numbers:  # to the end of the line: Xvfb writes it in two pieces
            number = numbers.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        runtime = os.path.join(self.folder, "runtime")
        os.mkdir(runtime, 0o700)
        for name in ("WAYLAND_DISPLAY", "GTK_THEME", "AT_SPI_BUS_ADDRESS", "GTK_A11Y", "NO_AT_BRIDGE",
                     "XDG_CURRENT_DESKTOP", "SESSION_MANAGER", "DBUS_STARTER_ADDRESS"):
            os.environ.pop(name, None)
        os.environ.update(
            DISPLAY=":" + number, XDG_RUNTIME_DIR=runtime, HOME=self.folder,
            XDG_CONFIG_HOME=self.path("config"), XDG_CACHE_HOME=self.path("cache"),
            XDG_DATA_HOME=self.path("data"), XDG_STATE_HOME=self.path("state"),
            GSK_RENDERER="cairo", GDK_DEBUG="gl-disable,vulkan-disable", GDK_BACKEND="x11", GTK_USE_PORTAL="0", GIO_USE_VFS="local",
            GTK_SLOWDOWN=os.environ.get("GTK_SLOWDOWN", "1" if measured else FADING),
            GSETTINGS_BACKEND="keyfile", LC_ALL="C.UTF-8", NO_COLOR="1")
        bus = self.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, text=True)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.start(["openbox", "--sm-disable", "--config-file", self.window_manager_config()])
        self.turns = Turns()
        wait_for("the window manager", lambda: self.turns.property(self.turns.root.value, "_NET_SUPPORTING_WM_CHECK"))
        self.bus = Bus()
        waiting.turns, waiting.hands = None if measured else self.turns, Hands(self.turns)

    def window_manager_config(self):
        """Leaves all keys and the pointer to the windows: as it comes, Alt and a drag would move them."""
        path = self.path("openbox.xml")
        with open(path, "w", encoding="utf-8") as config:
            config.write("""<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <mouse><context name="Client">
    <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
  </context></mouse>
</openbox_config>
""")
        return path

    def start(self, command, stdout=None, **options):
        with open(self.path("desktop.log"), "ab") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout or log, stderr=log, **options)
        self.processes.append(process)
        return process

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def close(self):
        waiting.turns = waiting.hands = None
        for connection in (self.turns, self.bus):
            if connection:
                connection.close()
        for process in reversed(self.processes):
            process.terminate()
        for process in reversed(self.processes):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
            if process.stdout:
                process.stdout.close()
        self.processes = []
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
