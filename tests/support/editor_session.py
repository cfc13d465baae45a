# SPDX-License-Identifier: MIT
"""The real editor in a real window: started, found by accessible names, driven by mouse and keyboard.

    with Desktop() as desktop, Editor(desktop, program, [project]) as editor:
        editor.find("toggle button", "Box").click()
        editor.canvas.drag((10, 10), (20, 30))
        editor.key("ctrl+s")
        editor.wait_for("the title without a mark", lambda: ...)

A Desktop is an X server, a window manager and a session bus of its own; one a process, because programs find it in
the environment. An Editor is one run of the program in it. Every step waits for a condition that can
be seen, and says which one did not come true; only what GTK delays by a fixed time is waited for that long.
"""
import itertools
import os
import re
import signal
import subprocess
import time

import sanitizer_report
from gi.repository import GLib

from accessible import ACCESSIBLE, ROOT, Node, has_state
from desktop import SCREEN, SMALL, Desktop  # noqa: F401  (for those who write tests)
from waiting import PATIENCE, Failed, Impatient, insist, run, wait_for  # noqa: F401

BUTTON = re.compile("button")  # a push button, a toggle button: versions of GTK say it differently
ENTRY = re.compile("^(text|entry)$")
ACTIONS = ("click", "activate", "toggle")
PRESSED = .3   # GTK shows a button that is activated as pressed for a quarter of a second, and acts only then
HIDDEN = 5     # seconds after which what fits counts even where it is not shown
GRIP = 18  # pixels beside a divider
NAME = "io.github.kickbox.Kickbox"  # of the program on the session's bus


class Widget(Node):
    """One accessible object of the editor, with its place on the screen."""

    def __init__(self, editor, path, row=None, parent=None):
        super().__init__(editor.desktop.bus, editor.address, path, row, parent)
        self.editor = editor

    @property
    def shown(self):
        """Whether it has a place in its window."""
        try:
            return min(self.extents[2:]) > 0
        except GLib.Error:  # not a thing with a place
            return False

    def __repr__(self):
        return f"<{self.role} {self.row.name if self.row else ''!r}>"

    @property
    def box(self):
        """x, y, width, height on the screen. Not for what is in a popover: those have no place."""
        left, top, width, height = self.extents
        x, y = self.editor.origin(self.window)
        if left < 0 and self.path == self.window.path:  # GTK 4.18 counts the border of a window; see vague
            width, height = width + 2 * left, height + 2 * top
        return x + left, y + top, width, height

    @property
    def middle(self):
        x, y, width, height = self.box
        return x + width // 2, y + height // 2

    def click(self, button=1, times=1):
        """Clicks the middle of the widget with the mouse."""
        self.bring_into_sight()
        if button == 1 and times == 1 and self.vague and not ENTRY.search(self.role):
            # The button of a menu is around a second one, which acts.
            within = self.editor.all(BUTTON, self.row.name, under=self) if self.row and BUTTON.search(self.role) else []
            if any(widget.act(ACTIONS) for widget in [self, *within]):
                time.sleep(PRESSED)
                return
            if self.role in ("check box", "combo box") and self.editor.tab_to(self):
                self.editor.key("space")
                return
        places = []

        def still():  # a list that is filled, or a window that comes, is not yet where it will be
            places.append(self.box)
            return min(places[-1][2:]) > 0 and places[-1] in places[-2:-1]

        wait_for(f"a place of {self!r}", still)
        x, y, width, height = places[-1]
        x, y = x + width // 2, y + height // 2
        # Where the window opened under the pointer, GTK 4.18 wants to see it move before it takes a click.
        run("xdotool", "mousemove", x - 1, y, "mousemove", x, y, "click", "--repeat", times, "--delay", 10, button)

    def bring_into_sight(self):
        """Turns the wheel over what it is scrolled in, at the edge of that, until its middle is seen there, apart from
        what may be dragged beside it; or as far as it goes."""
        for pane in [above for above in self.line[1:] if above.role == "scroll pane"]:
            still = []  # GTK takes no notice of the first turn after the pointer came into the window

            def seen(pane=pane, still=still):
                left, top, _, height = pane.box
                at = self.middle[1]
                edge = min(GRIP, height // 4)
                if top + edge <= at <= top + height - edge:
                    return True
                across = top + height * (2, 1, 3)[len(still) % 3] // 4  # a list within it may keep the wheel for itself
                run("xdotool", "mousemove", left + 3, across, "click", 4 if at < top + edge else 5)
                try:
                    return not wait_for("another place", lambda: self.middle[1] != at, 1)
                except Impatient:
                    still.append(at)
                    return len(still) > 3
            wait_for(f"{self!r} in sight", seen)

    @property
    def vague(self):
        """GTK 4.18 leaves the borders around a widget out of its place, so that small ones are missed.
        There the window's own place is negative. Entries are large enough, and their action is Enter rather than a click."""
        return self.window.extents[0] < 0

    def activate(self):
        """Does what a click does, through the accessibility bus: for menu items and the like."""
        if not self.act(ACTIONS):
            raise AssertionError(f"{self!r} cannot be activated")


class Canvas:
    """The picture, in pixels of the frame. Where they are on the screen is learnt from the status
    line, which names the pixel under the pointer."""

    def __init__(self, editor):
        self.editor = editor
        self.scale = None   # screen pixels per pixel
        self.origin = None  # screen place of the top left corner of pixel (0, 0)
        self.found = None

    @property
    def widget(self):
        """There is one, and it stays."""
        self.found = self.found or self.editor.find(name="Canvas")
        return self.found

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
        """Finds scale and origin; once more where the view moved meanwhile."""
        try:
            self.probe()
        except Impatient:
            self.probe()

    def probe(self):
        """Each step moves the pointer by whole pixels more than the one before, so that a new answer can be told from an
        old one."""
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
        for seconds in (2, 8, 32):
            run("xdotool", "mousemove", *self.place(x, y, part))
            try:
                wait_for(f"the pointer at {x}, {y}", lambda: self.pixel() == (x, y), seconds)
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
        self.log_path = desktop.path("editor.log")
        self.log = open(self.log_path, "ab")
        self.log_start = self.log.tell()  # of this run
        env = dict(os.environ)
        env.update(sanitizer_report.environment())
        env.update(environment or {})
        if env["DBUS_SESSION_BUS_ADDRESS"] == os.environ["DBUS_SESSION_BUS_ADDRESS"]:
            # The bus may hear of the end of the run before a moment late: this one would hand its files to that, and end.
            wait_for("the end of the run before", lambda: not desktop.bus.has_owner(NAME))
        crash_place = os.path.join(os.environ["KICKBOX_BUILD"], "tests", "support", "crash_place.so")
        if os.path.exists(crash_place):
            env["LD_PRELOAD"] = ":".join(filter(None, (crash_place, env.get("LD_PRELOAD"))))
        self.process = subprocess.Popen([str(program), *map(str, arguments)], stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=self.log, env=env)
        self.canvas = Canvas(self)
        self.address = None  # on the accessibility bus
        self.numbers = {}    # of its windows, for the X server
        self.parts = {}      # of the status line
        self.seen = {}, {}   # all objects, when they were looked at last
        self.looks = itertools.count(1)
        try:
            wait_for("the editor's window", self.alive_and_shown, 2 * PATIENCE)
            self.focus()
        except BaseException:
            self.kill()  # else the next tests would wait for its end
            raise

    # ---- the process ----

    def alive_and_shown(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the editor ended with {self.process.returncode}:\n{self.output()}")
        self.address = self.desktop.bus.program(self.process.pid)
        return self.address and any(window.has("visible") for window in self.windows())

    def output(self):
        self.log.flush()
        with open(self.log_path, encoding="utf-8", errors="replace") as text:
            text.seek(self.log_start)
            return text.read()

    def kill(self):
        """As a power cut does it."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        """Ends the program, and fails where it or a sanitizer complained."""
        if self.log.closed:
            return
        complaint = None
        self.process.terminate()
        try:
            self.process.wait(2 * PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            complaint = "it did not end when it was told to"
        complaint = complaint or sanitizer_report.find_complaint(self.output(), self.process.returncode)
        self.log.close()
        if complaint:
            raise AssertionError(f"the editor: {complaint}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is not None and self.process.poll() is None:
            self.picture("failure")
        self.close()

    # ---- looking ----

    def windows(self):
        try:
            return [Widget(self, path) for _, path in self.desktop.bus.call(self.address, ROOT, ACCESSIBLE, "GetChildren")[0]]
        except GLib.Error:
            if (self.process.poll() or 0) < 0 and self.process.returncode not in (-signal.SIGKILL, -signal.SIGTERM):
                raise AssertionError(f"the editor ended with {self.process.returncode}:\n{self.output()}") from None
            raise

    def all(self, role=None, name=None, contains=None, under=None, hidden=False, certain=True):
        """Every widget that fits, in tree order. `role` and `name` may be compiled patterns. That there is none takes
        longest to find out; who looks again soon may do without being certain. That there are no more is certain at every
        eighth look."""
        self.see()
        found = self.fitting(role, name, contains, under, hidden)
        if next(self.looks) % 8 == 0 or not (self.all_there(found) if found else not certain):
            self.seen = self.desktop.bus.tree(self.address, self.seen[0], hidden)
            found = self.fitting(role, name, contains, under, hidden)
        return found

    def all_there(self, found):
        """Whether each is still among the children of what it is in, and so on up. A stack has its pages' children for its
        own, although these say that they are in the page."""
        steps = {(above.path, node.path, below.path) for widget in found
                 for below, node, above in zip([widget] + widget.line, widget.line, widget.line[1:])}
        children = self.desktop.bus.children(self.address, list({above for above, _, _ in steps}))
        return all(node in children[above] or below in children[above] for above, node, below in steps)

    def see(self):
        """Looks at all objects."""
        self.seen = self.desktop.bus.tree(self.address)

    def fitting(self, role=None, name=None, contains=None, under=None, hidden=False):
        """As all of them, of what was seen last."""
        def fits(wanted, text):
            return wanted is None or (wanted.search(text) if hasattr(wanted, "search") else wanted == text)

        rows, children = self.seen
        found = []

        def look(path, above, inside):
            row = rows.get(path)
            if row is None or not (hidden or has_state(row.states, "visible")):
                return
            line = above, path, row
            inside = inside or path == under.path
            if inside and fits(role, row.role) and fits(name, row.name) and (contains is None or contains in row.name):
                found.append(self.widget(line))
            for child in children.get(path, []):
                look(child, line, inside)

        for window in children.get(ROOT, []):
            look(window, None, under is None)
        return found

    def widget(self, line):
        """`line`: what it is in as such a line, its path, its row."""
        return Widget(self, line[1], line[2], line[0] and self.widget(line[0]))

    def known(self, role, name, contains, under, hidden):
        """The first that fitted and was shown when all were looked at last, if it still does and is: that takes a tenth of
        the time of looking at all again."""
        for widget in self.fitting(role, name, contains, under, hidden):
            states = self.desktop.bus.ask_all([(self.address, node.path, ACCESSIBLE, "GetState") for node in widget.line])
            if not all(answer and (hidden or has_state(answer.unpack()[0], "visible")) for answer in states):
                continue
            try:
                if widget.name == widget.row.name and widget.shown and self.all_there([widget]):
                    return widget
            except GLib.Error:  # it went away
                continue
        return None

    def find(self, role=None, name=None, contains=None, under=None, hidden=False, seconds=None):
        """The first widget that fits, waited for. Of those that are not shown, as in another page of a stack, only where
        none is for a while."""
        looks, given_up = itertools.count(1), time.monotonic() + HIDDEN

        def look():
            known = self.known(role, name, contains, under, hidden)
            if known:
                return known
            found = self.all(role, name, contains, under, hidden, certain=next(looks) % 8 == 0)
            shown = next((widget for widget in found if widget.shown), None)
            return shown or (found[0] if found and (hidden or time.monotonic() > given_up) else None)

        return wait_for(" ".join(str(word) for word in (role or "widget", repr(name or contains or ""))), look, seconds)

    @staticmethod
    def settled(what, look):
        """What `look` tells three times in a row."""
        seen = []

        def same():
            seen.append(look())
            return len(seen) > 2 and seen[-1] == seen[-2] == seen[-3]
        wait_for(f"{what} to settle", same)
        return seen[-1]

    def steady(self, widget):
        """The widget, once it stays where it is."""
        self.settled(repr(widget), lambda: widget.box)
        return widget

    def gone(self, role=None, name=None, contains=None, seconds=None):
        wait_for(f"{name or contains} to go away", lambda: not (self.known(role, name, contains, None, False)
                                                                       or self.all(role, name, contains)), seconds)

    def texts(self):
        """All labels that can be seen."""
        return [widget.row.name for widget in self.all("label") if widget.row.name]

    def status(self, name):
        """What a part of the status line shows now: "Pixel", "Message", "Zoom" and so on."""
        try:
            if name not in self.parts:
                self.parts[name] = self.all(contains=name + ": ")[0]
            return self.parts[name].name.rpartition(": ")[2]
        except (IndexError, GLib.Error):
            self.parts.pop(name, None)
            return ""

    def wait_for(self, what, condition, seconds=None):
        return wait_for(what, condition, seconds)

    def dump(self):
        """The tree as text, for whoever writes a test."""
        self.see()
        rows, children = self.seen
        lines = []

        def add(path, depth):
            row = rows[path]
            lines.append("  " * depth + f"{row.role} {row.name!r} {row.description!r}")
            for child in children.get(path, []):
                add(child, depth + 1)
        add(ROOT, 0)
        return "\n".join(lines)

    def choose_file(self, path):
        """In the file dialog that was asked for: its path, typed as one."""
        wait_for("the file dialog", lambda: len(self.windows()) > 1)
        dialog = self.windows()[-1]
        self.focus(dialog)
        entry = insist("the keyboard at the path", lambda: self.key("slash"), lambda: next(
            (entry for entry in self.all(ENTRY, under=dialog, certain=False) if entry.has("focused")), None))
        entry.text = path
        wait_for("the path in the file dialog", lambda: entry.text == path)
        # It answers by going away, or with a question.
        insist("the file dialog to take the path", lambda: self.key("Return"),
               lambda: self.windows()[-1].path != dialog.path)

    def dialog(self, title, ready=lambda dialog: True):
        """The dialog of that title, when it is there and has the keyboard."""
        def look():
            return next((window for window in self.windows()[::-1] if window.name == title and ready(window)), None)

        dialog = wait_for(f"the dialog {title!r}", look)
        self.focus(dialog)
        return dialog

    def double_click(self, find, title):
        """Double-clicks what is found until the dialog of that title is there: a row that is drawn anew between two clicks
        takes them for one each."""
        insist(f"the dialog {title!r}", lambda: find().click(times=2), lambda: title in [window.name for window in self.windows()])

    def choose(self, combo, contains):
        """Opens a combo box, and takes the choice that contains the text."""
        def choices():
            lists = self.all("list", under=combo)
            names = [label.row.name for label in self.all("label", under=lists[-1])] if lists else []
            return names if len(names) > 1 else []

        def has_keyboard():
            return any(item.has("focused") for item in self.all(under=self.all("list", under=combo)[-1]))

        names = insist(f"the choices of {combo!r}", lambda: choices() or self.steady(combo).click(), choices)
        wait_for(f"the keyboard at the choices of {combo!r}", has_keyboard)
        index = next(i for i, name in enumerate(names) if contains in name)
        self.key("Home", *["Down"] * index, "Return")
        wait_for(f"the choice {contains!r}", lambda: self.all("label", contains=contains, under=combo))

    # ---- windows on the screen ----

    def window_id(self, window):
        """The X window of a top-level; the newest where two have one title."""
        return self.desktop.turns.windows(self.process.pid, window.name)[-1]

    def geometry(self, window):
        """X, y, width and height of a window on the screen."""
        number = self.numbers.get(window.path)
        if number is None:
            number = self.numbers[window.path] = self.window_id(window)
        return self.desktop.turns.geometry(number)

    def origin(self, window):
        """Where the widget coordinates of a window start on the screen."""
        (left, top, across, down), (x, y, width, height) = self.geometry(window), window.extents
        if x < 0:  # GTK 4.18; see Widget.vague
            return left - 2 * x, top - 2 * y
        return left + (across - width) // 2, top + (down - height) // 2

    def focus(self, window=None):
        """To the window, else to the last one at each look: one that shows progress comes and goes by itself."""
        activated = None

        def look():
            nonlocal activated
            numbers = self.desktop.turns.windows(self.process.pid, (window or self.windows()[-1]).name)
            if numbers and numbers[-1] != activated:
                activated = numbers[-1]
                self.desktop.turns.activate(activated)
            return numbers and self.desktop.turns.active_window() == activated

        wait_for(f"the keyboard focus of {window.name!r}" if window else "the keyboard focus", look)

    def resize(self, width, height, x=0, y=0):
        number = self.window_id(self.windows()[0])
        self.desktop.turns.place(number, x, y, width, height)
        wait_for("the new size", lambda: self.desktop.turns.geometry(number)[2] == width)
        self.canvas.origin = None

    # ---- hands ----

    def key(self, *keys):
        run("xdotool", "key", "--delay", "15", *keys)

    def type(self, text):
        run("xdotool", "type", "--delay", "15", "--", text)

    def fill(self, entry, text, click=True):
        """Clicks an entry, unless it has the keyboard already, and types over what it holds, until it holds just that.
        What is typed before a number of the inspector has the keyboard would be commands to the canvas."""
        def typing():   # rows of dialogs keep the one who has it to themselves
            return entry.role != "spin button" or entry.has("focused") \
                or any(part.has("focused") for part in self.all(under=entry, certain=False))

        for seconds in (4, 8, 16, 32):  # a busy program is slow, and not deaf
            try:
                if click:
                    self.tab_to(entry) or entry.click()
                    wait_for(f"the keyboard in {entry!r}", typing, seconds)
                self.key("ctrl+a")
                self.type(text)
                return wait_for(f"{text!r} in {entry!r}", lambda: entry.text == text, seconds)
            except Impatient as late:
                last = late
        raise last

    def tab_to(self, widget):
        """Gives a part of a dialog the keyboard where GTK 4.18 misplaces it by the dialog's padding; whether it did."""
        if not widget.vague or widget.window.path == self.windows()[0].path:
            return False
        for _ in range(20):
            try:
                return wait_for("the keyboard", lambda: widget.has("focused"), .3)
            except Impatient:
                self.key("Tab")
        return False

    def fill_dialog(self, title, text):
        """The first entry of the dialog of that title, which has the keyboard when that comes; gives the dialog."""
        dialog = self.dialog(title)
        self.fill(self.find(ENTRY, under=dialog), text, click=False)
        return dialog

    def look(self, widget):
        """The pixels of a widget on the screen, to be compared."""
        return self.look_at(widget.box)

    @staticmethod
    def look_at(box):
        """The pixels of a part of the screen: three bytes each, row by row."""
        x, y, width, height = box
        return subprocess.run(["import", "-silent", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", "-depth", "8", "rgb:-"],
                              stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=True).stdout

    def crop(self, window, path):
        """Keeps what is seen where a window is, without its border and with the dialogs over it."""
        (x, y), (_, _, width, height) = self.origin(window), window.extents
        run("import", "-silent", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}",
            "+repage", "-strip", path)

    def screenshot(self, name, window=None):
        """Keeps a picture of the screen, or of one window, for whoever wants to look at the tests: KICKBOX_SCREENSHOTS=1.
        They take a good part of the time."""
        if os.environ.get("KICKBOX_SCREENSHOTS"):
            self.picture(name, window)

    def picture(self, name, window=None):
        """Keeps one in any case, as of a test that failed."""
        if self.screenshots is None:
            return
        os.makedirs(self.screenshots, exist_ok=True)
        path = os.path.join(self.screenshots, name + ".png")
        run("import", "-silent", "-window", self.window_id(window) if window else "root", path)
