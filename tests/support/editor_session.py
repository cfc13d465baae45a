# SPDX-License-Identifier: MIT
"""The real editor in a real window: started, found by accessible names, driven by mouse and keyboard.

    with Desktop() as desktop, Editor(desktop, program, [project]) as editor:
        editor.find("toggle button", "Box").click()
        editor.canvas.drag((10, 10), (20, 30))
        editor.key("ctrl+s")
        editor.wait_for("the title without a mark", lambda: ...)

A Desktop is an X server, a window manager and a session bus of its own; one a process, because the
accessibility library remembers its bus. An Editor is one run of the program in it. Nothing here
sleeps for a while and hopes: every step waits for a condition that can be seen, and says which one
did not come true.
"""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402  (the version has to be asked for first)

PATIENCE = float(os.environ.get("KICKBOX_E2E_PATIENCE", "20"))
SCREEN = (1600, 1000)
BUTTON = re.compile("button")  # a push button, a toggle button: versions of GTK say it differently
ENTRY = re.compile("^(text|entry)$")


class Impatient(AssertionError):
    """What was waited for did not happen."""


class Failed(Exception):
    """A helper program ended badly."""


def wait_for(what, condition, seconds=None):
    """The first true value of condition(); looks again every few milliseconds."""
    seconds = PATIENCE if seconds is None else seconds
    end = time.monotonic() + seconds
    while True:
        problem = ""
        try:
            value = condition()
        except (GLib.Error, Failed) as error:  # what we looked at went away, or is not there yet
            value, problem = None, f": {error}"
        if value:
            return value
        if time.monotonic() > end:
            raise Impatient(f"waited {seconds:g} s for {what}{problem}")
        time.sleep(0.03)


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise Failed(f"{' '.join(str(word) for word in command)}: {done.stderr.strip() or done.returncode}")
    return done.stdout


class Desktop:
    """X server, window manager, session bus, private folders."""

    def __init__(self, screen=SCREEN):
        self.folder = tempfile.mkdtemp(prefix="kickbox-e2e-")
        self.processes = []
        self.screen = screen
        reader, writer = os.pipe()
        self.start(["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{screen[0]}x{screen[1]}x24",
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
            GSK_RENDERER="cairo", GDK_BACKEND="x11", GTK_USE_PORTAL="0", GIO_USE_VFS="local",
            GSETTINGS_BACKEND="keyfile", LC_ALL="C.UTF-8", NO_COLOR="1")
        bus = self.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, text=True)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        self.start(["openbox", "--sm-disable", "--config-file", self.window_manager_config()])
        wait_for("the window manager", lambda: "_NET_SUPPORTING_WM_CHECK" in run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
                 and "no such" not in run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"))
        Atspi.init()

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


class Widget:
    """One accessible object of the editor, as it was when it was found."""

    def __init__(self, editor, node):
        self.editor, self.node = editor, node

    role = property(lambda self: self.node.get_role_name())
    description = property(lambda self: self.node.get_description() or "")

    @property
    def name(self):
        """Some versions of GTK say a name twice: "_Save Save" for a button with a mnemonic, "Name Name"
        for an entry with a title. That is "Save" and "Name" to a person."""
        name = self.node.get_name() or ""
        for middle in (len(name) // 2, len(name) // 2 - 1):
            if middle > 0 and name[middle] == " " and name[:middle].replace("_", "", 1) == name[middle + 1:].replace("_", "", 1):
                return name[middle + 1:]
        return name

    @property
    def shown(self):
        """Whether it has a place in its window."""
        try:
            extents = self.node.get_extents(Atspi.CoordType.WINDOW)
        except GLib.Error:  # not a thing with a place
            return False
        return extents.width > 0 and extents.height > 0

    def __repr__(self):
        return f"<{self.role} {self.name!r}>"

    def has(self, state):
        return self.node.get_state_set().contains(getattr(Atspi.StateType, state.upper()))

    @property
    def children(self):
        return [Widget(self.editor, child) for child in
                (self.node.get_child_at_index(i) for i in range(self.node.get_child_count())) if child]

    def walk(self, hidden=True):
        """This and all below it; without `hidden`, nothing below what is hidden."""
        if self.editor.doubtful:
            self.node.clear_cache()
        if not hidden and not self.has("visible"):
            return
        yield self
        for child in self.children:
            yield from child.walk(hidden)

    @property
    def window(self):
        node = self.node
        while node and node.get_parent() and node.get_parent().get_role() != Atspi.Role.APPLICATION:
            node = node.get_parent()
        return Widget(self.editor, node)

    @property
    def text(self):
        """What an entry holds."""
        return Atspi.Text.get_text(self.node, 0, Atspi.Text.get_character_count(self.node))

    @property
    def value(self):
        return Atspi.Value.get_current_value(self.node)

    @property
    def box(self):
        """x, y, width, height on the screen. Not for what is in a popover: those have no place."""
        inside = self.node.get_extents(Atspi.CoordType.WINDOW)
        x, y = self.editor.origin(self.window)
        return x + inside.x, y + inside.y, inside.width, inside.height

    @property
    def middle(self):
        x, y, width, height = self.box
        return x + width // 2, y + height // 2

    def click(self, button=1, times=1):
        """Clicks the middle of the widget with the mouse."""
        if self.vague and button == 1 and times == 1 and self.activate(optional=True):
            return
        places = []

        def still():  # a list that is filled, or a window that comes, is not yet where it will be
            places.append(self.box)
            return min(places[-1][2:]) > 0 and places[-1] in places[-2:-1]

        wait_for(f"a place of {self!r}", still)
        x, y = self.middle
        # Where the window opened under the pointer, GTK 4.18 wants to see it move before it takes a click.
        run("xdotool", "mousemove", x - 1, y, "mousemove", x, y, "click", "--repeat", times, "--delay", 10, button)

    @property
    def vague(self):
        """GTK 4.18 leaves the borders around a widget out of its place, so that small ones are missed.
        There the window's own place is negative."""
        return self.window.node.get_extents(Atspi.CoordType.WINDOW).x < 0

    def activate(self, optional=False):
        """Does what a click does, through the accessibility bus: for menu items and the like. True when
        it could be done."""
        for i in range(Atspi.Action.get_n_actions(self.node)):
            if Atspi.Action.get_action_name(self.node, i) in ("click", "activate", "toggle"):
                Atspi.Action.do_action(self.node, i)
                return True
        if optional:
            return False
        raise AssertionError(f"{self!r} cannot be activated")


class Canvas:
    """The picture, in pixels of the frame. Where they are on the screen is learnt from the status
    line, which names the pixel under the pointer."""

    def __init__(self, editor):
        self.editor = editor
        self.scale = None   # screen pixels per pixel
        self.origin = None  # screen place of the top left corner of pixel (0, 0)

    @property
    def widget(self):
        return self.editor.find(name="Canvas")

    def place(self, x, y, part=(0.5, 0.5)):
        return (round(self.origin[0] + (x + part[0]) * self.scale - 0.5),
                round(self.origin[1] + (y + part[1]) * self.scale - 0.5))

    def pixel(self):
        """The pixel that the status line names, or None."""
        match = re.search(r"x\s*(-?\d+)\s*\W*\s*y\s*(-?\d+)", self.editor.status("Pixel"))
        return (int(match[1]), int(match[2])) if match else None

    def read_scale(self):
        match = re.search(r"([\d.,]+)\s*%", self.editor.status("Zoom"))
        return float(match[1].replace(",", "")) / 100 if match else None

    def calibrate(self):
        """Finds scale and origin. Each probe moves the pointer by whole pixels more than the one
        before, so that a new answer can be told from an old one."""
        self.scale = wait_for("the zoom in the status line", self.read_scale)
        x0, y0, width, height = self.widget.box
        x, y = x0 + width // 2, y0 + height // 2
        self.leave()
        run("xdotool", "mousemove", x, y)
        seen = wait_for("the pixel in the status line", self.pixel)
        origin = []
        for axis in (0, 1):
            low, high, jump = 0, int(self.scale) + 1, 0  # the next pixel begins after low, at most at high
            while high - low > 1:
                probe = (low + high) // 2
                jump = 2 if jump != 2 else -2
                at = [x, y]
                at[axis] += probe + round(jump * self.scale)
                run("xdotool", "mousemove", *at)
                expected = (seen[axis] + jump, seen[axis] + jump + 1)
                wait_for(f"the pointer at pixel {expected}", lambda: (self.pixel() or (None, None))[axis] in expected)
                if self.pixel()[axis] == expected[0]:
                    low = probe
                else:
                    high = probe
            origin.append((x, y)[axis] + high - (seen[axis] + 1) * self.scale)
        self.origin = tuple(origin)

    def leave(self):
        """Takes the pointer away from the canvas, to the title."""
        x, y, width, _ = self.widget.box
        run("xdotool", "mousemove", x + width // 2, y - 30)
        wait_for("the pointer to leave the canvas", lambda: not self.pixel())

    def point(self, x, y, part=(0.5, 0.5)):
        """Puts the pointer on pixel (x, y), at that part of it, and makes sure that it is there."""
        if self.origin is None:
            self.calibrate()
        for _ in range(2):
            run("xdotool", "mousemove", *self.place(x, y, part))
            try:
                wait_for(f"the pointer at {x}, {y}", lambda: self.pixel() == (x, y), 2)
                return
            except Impatient:
                self.calibrate()
        raise Impatient(f"the pointer did not reach pixel {x}, {y}")

    def click(self, x, y, times=1, button=1, modifier=None, part=(0.5, 0.5)):
        self.point(x, y, part)
        held = (["keydown", modifier], ["keyup", modifier]) if modifier else ([], [])
        run("xdotool", *held[0], "click", "--repeat", times, "--delay", 10, button, *held[1])

    def drag(self, *path, button=1, modifier=None):
        """Presses at the first pixel, moves through the others, releases at the last."""
        self.point(*path[0])
        command = ["xdotool"] + (["keydown", modifier] if modifier else []) + ["mousedown", button]
        last = self.place(*path[0])
        for x, y in path[1:]:
            target = self.place(x, y)
            for step in range(1, 5):
                command += ["mousemove", last[0] + (target[0] - last[0]) * step // 4,
                            last[1] + (target[1] - last[1]) * step // 4]
            last = target
        run(*command)
        wait_for(f"the pointer at {path[-1]}", lambda: self.pixel() == tuple(path[-1]))
        run("xdotool", "mouseup", button, *(["keyup", modifier] if modifier else []))


class Editor:
    """One run of the editor."""

    def __init__(self, desktop, program, arguments=(), screenshots=None, title="Kickbox", environment=None):
        self.desktop, self.screenshots = desktop, screenshots
        self.doubtful = False
        self.log_path = desktop.path("editor.log")
        self.log = open(self.log_path, "ab")
        env = dict(os.environ)
        env.update(environment or {})
        self.process = subprocess.Popen([str(program), *map(str, arguments)], stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log, env=env)
        self.canvas = Canvas(self)
        self.application = None
        self.parts = {}  # of the status line
        wait_for("the editor's window", self.alive_and_shown, 2 * PATIENCE)
        self.focus()

    # ---- the process ----

    def alive_and_shown(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the editor ended with {self.process.returncode}:\n{self.output()}")
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            if application and application.get_process_id() == self.process.pid and application.get_child_count() > 0:
                self.application = application
                return any(window.has("visible") for window in self.windows())
        return False

    def output(self):
        self.log.flush()
        with open(self.log_path, encoding="utf-8", errors="replace") as text:
            return text.read()

    def kill(self):
        """As a power cut does it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None and self.process.poll() is None:
            self.screenshot("failure")
        self.close()

    # ---- looking ----

    def windows(self):
        self.application.clear_cache()
        return [Widget(self, self.application.get_child_at_index(i))
                for i in range(self.application.get_child_count()) if self.application.get_child_at_index(i)]

    def all(self, role=None, name=None, contains=None, under=None, hidden=False):
        """Every widget that fits, in tree order. `role` and `name` may be compiled patterns."""
        def fits(wanted, text):
            return wanted is None or (wanted.search(text) if hasattr(wanted, "search") else wanted == text)

        if under is None:
            tops = self.windows()
        else:
            under.node.clear_cache()
            tops = [under]
        found = []
        for top in tops:
            for widget in top.walk(hidden):
                if (fits(role, widget.role) and fits(name, widget.name)
                        and (contains is None or contains in widget.name)):
                    found.append(widget)
        return found

    def find(self, role=None, name=None, contains=None, under=None, hidden=False, seconds=None):
        """The first widget that fits, waited for; one that is shown rather than one that is not."""
        # GTK 4.18 does not tell of what appears in an opened menu: what does not turn up is looked for without
        # trust in what was seen before.
        doubt = time.monotonic() + 1

        def look():
            self.doubtful = time.monotonic() > doubt
            try:
                found = self.all(role, name, contains, under, hidden)
            finally:
                self.doubtful = False
            return next((widget for widget in found if widget.shown), found[0] if found else None)

        return wait_for(" ".join(str(word) for word in (role or "widget", repr(name or contains or ""))), look, seconds)

    def gone(self, role=None, name=None, contains=None, seconds=None):
        wait_for(f"{name or contains} to go away", lambda: not self.all(role, name, contains), seconds)

    def texts(self):
        """All labels that can be seen."""
        return [widget.name for widget in self.all("label") if widget.name]

    def status(self, name):
        """What a part of the status line shows now: "Pixel", "Message", "Zoom" and so on."""
        try:
            if name not in self.parts:
                self.parts[name] = self.all(contains=name + ": ")[0]
            widget = self.parts[name]
            widget.node.clear_cache()
            return widget.name.rpartition(": ")[2]
        except (IndexError, GLib.Error):
            self.parts.pop(name, None)
            return ""

    def wait_for(self, what, condition, seconds=None):
        return wait_for(what, condition, seconds)

    def dump(self):
        """The tree as text, for whoever writes a test."""
        rows = []

        def add(widget, depth):
            states = [state.value_nick for state in widget.node.get_state_set().get_states()]
            rows.append("  " * depth + f"{widget.role} {widget.name!r} {widget.description!r} {' '.join(states)}")
            for child in widget.children:
                add(child, depth + 1)
        for window in self.windows():
            add(window, 0)
        return "\n".join(rows)

    def choose_file(self, path):
        """In the file dialog that was asked for: its path, typed as one."""
        wait_for("the file dialog", lambda: len(self.windows()) > 1)
        dialog = self.windows()[-1]
        self.focus(dialog)
        self.key("slash")
        entry = self.find(ENTRY, under=dialog)
        Atspi.EditableText.set_text_contents(entry.node, path)
        wait_for("the path in the file dialog", lambda: entry.text == path)
        self.key("Return")

    def dialog(self, title, ready=lambda dialog: True):
        """The dialog of that title, when it is there and has the keyboard."""
        def look():
            return next((window for window in self.windows()[::-1] if window.name == title and ready(window)), None)

        dialog = wait_for(f"the dialog {title!r}", look)
        self.focus(dialog)
        return dialog

    def choose(self, combo, contains):
        """Opens a combo box, and takes the choice that contains the text."""
        combo.click()

        def choices():
            lists = self.all("list", under=combo)
            names = [label.name for label in self.all("label", under=lists[-1])] if lists else []
            return names if len(names) > 1 else []

        names = wait_for(f"the choices of {combo!r}", choices)
        index = next(i for i, name in enumerate(names) if contains in name)
        self.key("Home", *["Down"] * index, "Return")
        wait_for(f"the choice {contains!r}", lambda: any(contains in label.name for label in self.all("label", under=combo)))

    # ---- windows on the screen ----

    def window_id(self, window):
        """The X window of a top-level; the newest where two have one title."""
        found = []
        for number in self.visible_windows():
            name = subprocess.run(["xdotool", "getwindowname", number], stdout=subprocess.PIPE, text=True, check=False)
            found += [number] if name.stdout.rstrip("\n") == window.name else []
        return found[-1]

    def visible_windows(self):
        """Once more where a window goes away under the search, as that of a tooltip does."""
        search = ("xdotool", "search", "--onlyvisible", "--pid", self.process.pid, "--name", ".")
        try:
            return run(*search).split()
        except Failed:
            return run(*search).split()

    def geometry(self, window):
        """X, Y, WIDTH, HEIGHT of a window on the screen, as text."""
        return dict(line.split("=") for line in
                    run("xdotool", "getwindowgeometry", "--shell", self.window_id(window)).split())

    def origin(self, window):
        """Where the widget coordinates of a window start on the screen."""
        geometry = self.geometry(window)
        inside = window.node.get_extents(Atspi.CoordType.WINDOW)
        if inside.x < 0:  # GTK 4.18; see Widget.vague
            return int(geometry["X"]) - 2 * inside.x, int(geometry["Y"]) - 2 * inside.y
        return (int(geometry["X"]) + (int(geometry["WIDTH"]) - inside.width) // 2,
                int(geometry["Y"]) + (int(geometry["HEIGHT"]) - inside.height) // 2)

    def focus(self, window=None):
        window = window or self.windows()[-1]
        number = wait_for(f"the window {window.name!r} on the screen", lambda: self.window_id_or_none(window))
        run("xdotool", "windowactivate", number)
        wait_for("the keyboard focus", lambda: run("xdotool", "getactivewindow").strip() == number)

    def window_id_or_none(self, window):
        try:
            return self.window_id(window)
        except (Failed, IndexError):
            return None

    def resize(self, width, height, x=0, y=0):
        number = self.window_id(self.windows()[0])
        run("xdotool", "windowsize", number, width, height, "windowmove", number, x, y)
        wait_for("the new size", lambda: f"WIDTH={width}" in run("xdotool", "getwindowgeometry", "--shell", number))
        self.canvas.origin = None

    # ---- hands ----

    def key(self, *keys):
        run("xdotool", "key", "--delay", "15", *keys)

    def type(self, text):
        run("xdotool", "type", "--delay", "15", "--", text)

    def look(self, widget):
        """The pixels of a widget on the screen, to be compared."""
        x, y, width, height = widget.box
        return subprocess.run(["import", "-silent", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", "rgb:-"],
                              stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=True).stdout

    def crop(self, window, path):
        """Keeps what is seen where a window is, without its border and with the dialogs over it."""
        (x, y), inside = self.origin(window), window.node.get_extents(Atspi.CoordType.WINDOW)
        run("import", "-silent", "-window", "root", "-crop", f"{inside.width}x{inside.height}+{x}+{y}",
            "+repage", "-strip", path)

    def screenshot(self, name, window=None):
        """Keeps a picture of the screen, or of one window."""
        if self.screenshots is None:
            return None
        os.makedirs(self.screenshots, exist_ok=True)
        path = os.path.join(self.screenshots, name + ".png")
        run("import", "-silent", "-window", self.window_id(window) if window else "root", path)
        return path
