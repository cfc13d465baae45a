#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes docs/images/*.png: the real editor in a real window, on copies of the sample project.

usage: docs/make-screenshots.py [-b BUILD] [-l LANGUAGE] [NAME...]     (./test.sh installs what this needs)

Each scene below makes the picture of its name. Without names all are made. With a language of po/, such as fr, the
editor speaks it, and the pictures are docs/fr/images/*.png. The scenes are the same: they look for English texts,
which Words translates.
"""
import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(SOURCE, "tests", "support"))
sys.path.insert(0, os.path.join(SOURCE, "bindings", "web"))
from chromium import Chromium  # noqa: E402
from editor_session import BUTTON, ENTRY, Desktop, Editor, insist, run, wait_for  # noqa: E402

ART = os.path.join(SOURCE, "data", "dojo-art")
WINDOW = (1360, 860)
TALL = {"window_width": 1460, "window_height": 974}   # all fields of a shape without scrolling
KICK = 20  # the fakir's frame at full stretch
COLOURS = 256
# Nothing blends windows here: a shadow around a popover would be black.
STILL = """popover > contents { box-shadow: none; border-radius: 0; }
popover > arrow { background: none; border: none; box-shadow: none; min-width: 0; min-height: 0; }
popover { background-color: @window_bg_color; }
tooltip { opacity: 0; }
"""

scenes = {}


def scene(function):
    scenes[function.__name__.replace("_", "-")] = function
    return function


class Words:
    """What the windows show for an English text: all translations that it may have, or the text itself."""

    # A directive of printf, or a name in braces that the program replaces.
    VALUE = re.compile(r"%(?:(\d)\$)?[-+#0' ]*[\d.]*(?:<\w+>|hh?|ll?|z)?[a-zA-Z%]|\{\w+\}")
    PAIRS = (("msgid", "msgstr"), ("msgid", "msgstr[0]"), ("msgid_plural", "msgstr[1]"))

    def __init__(self, entries=()):
        """`entries`: those of a .po file."""
        self.messages = [(entry[english].replace("_", ""), entry[translated].replace("_", ""))
                         for entry in entries for english, translated in self.PAIRS if entry.get(translated)]

    def exact(self, text):
        """The translation of a whole message."""
        return next((shown for message, shown in self.messages if message == text), text)

    def pattern(self, text, *values, whole=False):
        """Finds all messages that contain the text, or with `whole` only that message. `values` are what the directives
        from the text on show; the others may show anything."""
        found = {self.fill(text, values)}
        for message, shown in self.messages:
            if message == text or not whole and text in message:
                before = len(self.VALUE.findall(message.partition(text)[0]))
                found.add(self.fill(shown, (None,) * before + values))
        either = "|".join(sorted(found))
        return re.compile(f"^(?:{either})$" if whole else either)

    def fill(self, text, values):
        """A message as a pattern. A value may be a message with values of its own, as a tuple."""
        pattern, end = "", 0
        for place, found in enumerate(self.VALUE.finditer(text)):
            number = int(found[1]) - 1 if found[1] else place
            value = values[number] if number < len(values) else None
            pattern += re.escape(text[end:found.start()])
            if isinstance(value, tuple):
                pattern += f"(?:{self.pattern(*value).pattern})"
            else:
                pattern += ".*" if value is None else re.escape(str(value))
            end = found.end()
        return pattern + re.escape(text[end:])


class Window(Editor):
    """An Editor in any language whose widgets are found by English texts. A text is a message of the program, a name from
    the sample, or a tuple of a message and its values. A compiled pattern is not translated."""

    def __init__(self, studio, *arguments):
        self.words = studio.words
        super().__init__(studio.desktop, studio.program, arguments)

    def fitting(self, role, name, contains, *rest, **more):
        if contains is not None or isinstance(name, (str, tuple)):
            text = name if contains is None else contains
            name = self.words.pattern(*(text if isinstance(text, tuple) else (text,)), whole=contains is None)
        return super().fitting(role, name, None, *rest, **more)

    def dialog(self, title, *ready):
        return super().dialog(self.words.exact(title), *ready)

    def choose(self, combo, contains):
        super().choose(combo, self.words.exact(contains))

    def status(self, name):
        return super().status(self.words.exact(name))

    def says(self, text, *values):
        """Waits until the canvas is described with the text in it."""
        pattern = self.words.pattern(text, *values)
        self.wait_for(text, lambda: pattern.search(self.canvas.widget.description))


class Studio:
    """A desktop, and a fresh copy of the sample for each scene."""

    def __init__(self, desktop, program, words, images):
        self.desktop, self.program, self.words, self.images, self.count = desktop, program, words, images, 0
        self.name = self.project = None

    def begin(self, name):
        self.count += 1
        self.name = name
        self.project = self.desktop.path(f"games{self.count}", "dojo")
        shutil.copytree(os.path.join(SOURCE, "data", "dojo"), self.project)

    def settings(self, style, **more):
        folder = self.desktop.path("config", "glib-2.0", "settings")
        os.makedirs(folder, exist_ok=True)
        os.makedirs(self.desktop.path("config", "gtk-4.0"), exist_ok=True)
        with open(self.desktop.path("config", "gtk-4.0", "settings.ini"), "w", encoding="utf-8") as file:
            file.write("[Settings]\ngtk-font-name=Cantarell 11\ngtk-enable-animations=false\ngtk-cursor-blink=false\n")
        with open(self.desktop.path("config", "gtk-4.0", "gtk.css"), "w", encoding="utf-8") as file:
            file.write(STILL)
        keys = {"style": f"'{style}'", "window_width": WINDOW[0], "window_height": WINDOW[1], **more}
        with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
            file.write("[io/github/kickbox/Kickbox]\n")
            file.writelines(f"{key.replace('_', '-')}={value}\n" for key, value in keys.items())

    @contextlib.contextmanager
    def editor(self, sprite="fakir", frame=KICK, style="dark", **settings):
        self.settings(style, **settings)
        with Window(self, *[self.project] if sprite else []) as editor:
            if sprite:
                editor.find("list item", sprite).click()
                at_frame(editor, 1, sprite)
                editor.key("Escape", "Home", *["period"] * (frame - 1))
                at_frame(editor, frame, sprite)
            yield editor

    def keep(self, editor, area=None, window=0):
        """The window without what is around it; dialogs lie over it. `area`: x0, y0, x1, y1 inside of it,
        negative ones from its right or lower edge."""
        window = editor.windows()[window]
        path = os.path.join(self.images, self.name + ".png")
        editor.crop(window, path)
        if area:
            width, height = (int(word) for word in run("identify", "-format", "%w %h", path).split())
            x0, y0, x1, y1 = (value + (0 if value > 0 else size) if value or part > 1 else 0
                              for part, (value, size) in enumerate(zip(area, (width, height) * 2)))
            run("convert", path, "-crop", f"{x1 - x0}x{y1 - y0}+{x0}+{y0}", "+repage", path)
        reduce_colours(path)

    def sprite(self, name="fakir"):
        with open(os.path.join(self.project, "sprites", name + ".json"), encoding="utf-8") as text:
            return json.load(text)

    def write_sprite(self, sprite, name="fakir"):
        with open(os.path.join(self.project, "sprites", name + ".json"), "w", encoding="utf-8") as text:
            json.dump(sprite, text)


def reduce_colours(path):
    run("convert", path, "+dither", "-colors", COLOURS, "-strip", "-define", "png:compression-level=9", "PNG8:" + path)
    print(path, os.path.getsize(path))


# ---- hands ----

def at_frame(editor, number, sprite="fakir"):
    editor.says("%s, frame %u of", sprite, number)


def select_leg(editor):
    """The kicking leg, from the list of shapes."""
    editor.find("list item", re.compile("^legs · kicking")).click()
    editor.says("kicking")


def select_all(editor):
    editor.key("ctrl+a")
    editor.says("Selected:")


def clear(editor):
    """Leaves nothing on the frame."""
    select_all(editor)
    editor.key("Delete")
    editor.says("Nothing is selected")


def press(editor, *path, modifier=None):
    """A drag that is not released."""
    editor.canvas.point(*path[0])
    if modifier:
        run("xdotool", "keydown", modifier)
    run("xdotool", "mousedown", 1)
    last = editor.canvas.place(*path[0])
    for x, y in path[1:]:
        target = editor.canvas.place(x, y)
        for step in range(1, 9):
            run("xdotool", "mousemove", last[0] + (target[0] - last[0]) * step // 8,
                last[1] + (target[1] - last[1]) * step // 8)
        last = target
    wait_for("the pointer", lambda: editor.canvas.pixel() == tuple(path[-1]))


def let_go(modifier=None):
    run("xdotool", "mouseup", 1)
    if modifier:
        run("xdotool", "keyup", modifier)


def import_pictures(editor, path):
    editor.key("ctrl+i")
    editor.choose_file(path)
    return editor.dialog("Import Pictures", lambda dialog: editor.all(ENTRY, "Sprite name", under=dialog))


def command(editor, title):
    editor.key("ctrl+k")
    editor.dialog("Commands")
    editor.type(editor.words.exact(title))
    editor.find(contains=title)
    editor.key("Return")


# ---- parts of the window, in its own pixels ----

FILM_TOP = 648
CANVAS = (244, 47, 1077, FILM_TOP)      # with its tools, tabs and rulers
BELOW_TITLE = (0, 47, 1350, 850)
WORK = (244, 47, 1350, FILM_TOP)        # canvas and inspector
LEFT = (0, 47, 1077, FILM_TOP)          # sprites, classes and canvas
FILM = (0, FILM_TOP, 1350, 850)


# ---- the window ----

@scene
def editor_dark(studio):
    with studio.editor(**TALL) as editor:
        select_leg(editor)
        editor.canvas.leave()
        studio.keep(editor)


@scene
def editor_light(studio):
    with studio.editor(style="light", **TALL) as editor:
        select_leg(editor)
        editor.canvas.leave()
        studio.keep(editor)


@scene
def first_steps(studio):
    with studio.editor() as editor:
        command(editor, "First steps")
        editor.find("label", "Bring Pictures In")
        studio.keep(editor, BELOW_TITLE)


# ---- begin ----

@scene
def new_project(studio):
    with studio.editor(sprite=None) as editor:
        editor.key("ctrl+n")
        dialog = editor.dialog("New Project")
        editor.find(ENTRY, "Name", under=dialog).click()
        editor.key("ctrl+a")
        editor.type("my-game")
        editor.find(contains="/my-game", under=dialog)
        studio.keep(editor, window=-1)


def import_sheet(studio, cut):
    sheet = studio.desktop.path("robot.png")
    shutil.copy(os.path.join(ART, "boxer.png"), sheet)
    with studio.editor() as editor:
        dialog = import_pictures(editor, sheet)
        editor.choose(editor.find("combo box", contains="Split into frames", under=dialog), cut)
        editor.find("label", contains=("%u frames", 26), under=dialog)
        studio.keep(editor, window=-1)


@scene
def import_grid(studio):
    import_sheet(studio, "Sheet, cut by a grid")


@scene
def import_islands(studio):
    import_sheet(studio, "Sheet, cut by islands of pixels")


# ---- points ----

@scene
def hot_spot(studio):
    with studio.editor(frame=6) as editor:
        editor.key("s", "ctrl+minus")
        editor.canvas.origin = None
        editor.canvas.point(38, 75)
        studio.keep(editor, BELOW_TITLE)


@scene
def action_point(studio):
    sprite = studio.sprite()
    for number, at in ((17, (55, 73)), (18, (57, 56)), (19, (74, 38)), (22, (58, 54)), (23, (54, 73))):
        sprite["frames"][number - 1]["points"] = [{"name": "foot", "at": list(at)}]
    studio.write_sprite(sprite)
    with studio.editor(frame=KICK) as editor:
        editor.key("shift+l", "a")
        press(editor, (77, 31), (88, 26))
        studio.keep(editor, WORK)
        let_go()


# ---- shapes ----

@scene
def snapping(studio):
    with studio.editor(frame=17) as editor:
        editor.find("list item", re.compile("^legs · lead")).click()
        editor.says("lead")
        press(editor, (49, 60), (56, 64))
        studio.keep(editor, WORK)
        let_go()


@scene
def handles(studio):
    with studio.editor() as editor:
        editor.key("shift+l")
        select_leg(editor)
        editor.canvas.point(84, 24)
        studio.keep(editor, WORK)


@scene
def hierarchy(studio):
    with studio.editor() as editor:
        editor.key("shift+y")
        editor.canvas.point(62, 30)
        studio.keep(editor, CANVAS)


@scene
def tool_options(studio):
    with studio.editor() as editor:
        editor.find(BUTTON, "Tool options").click()
        editor.find(contains="Outline tolerance")
        studio.keep(editor, CANVAS)


@scene
def polygon(studio):
    with studio.editor(frame=19) as editor:
        clear(editor)
        editor.key("p")
        for corner in ((37, 26), (40, 22), (47, 24), (49, 34), (40, 42)):
            editor.canvas.click(*corner)
        editor.canvas.point(36, 36)
        studio.keep(editor, CANVAS)


@scene
def trace(studio):
    with studio.editor(frame=19) as editor:
        editor.key("shift+l", "t")
        editor.canvas.point(62, 38)
        studio.keep(editor, CANVAS)


@scene
def cover(studio):
    with studio.editor(frame=19) as editor:
        clear(editor)
        editor.key("shift+v")
        editor.find(contains="Number of boxes")
        editor.find("label", contains="pixels left out")
        studio.keep(editor, (0, 47, 1077, 850))


@scene
def classes(studio):
    with studio.editor() as editor:
        editor.key("3", "shift+h", "4", "shift+k")
        editor.canvas.leave()
        studio.keep(editor, LEFT)


# ---- many frames ----

@scene
def propagate(studio):
    sprite = studio.sprite()
    for frame in sprite["frames"][KICK:KICK + 3]:
        frame.pop("shapes", None)
    studio.write_sprite(sprite)
    with studio.editor(frame=KICK) as editor:
        select_all(editor)
        editor.key("shift+p")
        editor.find(BUTTON, contains="Apply to %u Frame")
        editor.canvas.leave()
        studio.keep(editor, BELOW_TITLE)


@scene
def apply_menu(studio):
    with studio.editor(frame=8) as editor:
        editor.find(BUTTON, "Copy to frames").click()
        editor.find(contains="Fill In Between")
        studio.keep(editor, (330, 320, 1077, 850))


@scene
def filmstrip(studio):
    sprite = studio.sprite()
    del sprite["frames"][17]["hot_spot"]
    studio.write_sprite(sprite)
    with studio.editor(frame=19) as editor:
        editor.find("list item", contains=("Frame %s, ", "17: fakir kick 1")).click()
        at_frame(editor, 17)
        at = editor.find("list item", contains=("Frame %s, ", "19: fakir kick 3")).middle
        run("xdotool", "keydown", "shift", "mousemove", *at, "click", 1)
        editor.wait_for("three frames", lambda: sum(item.has("selected") for item in editor.all("list item", contains="Frame %s, ")) == 3)
        run("xdotool", "keyup", "shift")
        editor.canvas.leave()
        studio.keep(editor, FILM)


@scene
def onion_skin(studio):
    with studio.editor(frame=14, onion_skin="true", onion_before=2, onion_after=1) as editor:
        editor.key("shift+l")
        editor.canvas.leave()
        studio.keep(editor, CANVAS)


@scene
def compare(studio):
    with studio.editor(frame=19) as editor:
        editor.key("shift+b")
        editor.wait_for("the other window", lambda: len(editor.windows()) > 1)
        studio.keep(editor, window=-1)


@scene
def crop(studio):
    with studio.editor() as editor:
        command(editor, "Crop the selected frames")
        editor.find(contains="Left edge")
        studio.keep(editor, (244, 400, 1077, 850))


# ---- masks ----

HARBOR = os.path.join(SOURCE, "data", "harbor")


@contextlib.contextmanager
def on_harbor(studio, name, kind, about=None, steps=0):
    """The quay or the island of another sample, in this one; nearer by so many steps about a pixel."""
    for folder in ("masks", "tracks", "pictures"):
        shutil.copytree(os.path.join(HARBOR, folder), os.path.join(studio.project, folder), dirs_exist_ok=True)
    with studio.editor() as editor:
        editor.find("list item", name).click()
        editor.says(f"%s, {kind} of", name)
        editor.key("Escape")
        editor.canvas.calibrate()
        if steps:
            nearer(editor, about, steps)
        yield editor


def nearer(editor, about, steps):
    """By so many steps of the wheel about a pixel."""
    go(editor, about)
    zoom = editor.status("Zoom")
    run("xdotool", "click", "--repeat", steps, "--delay", 100, 4)
    wait_for("another zoom", lambda: editor.status("Zoom") != zoom)
    editor.canvas.calibrate()


def go(editor, *path):
    """The pointer, about there: the zoom is not told to the last digit. Along more places with the button down."""
    places = [editor.canvas.place(x, y) for x, y in path]
    run("xdotool", "mousemove", *places[0])
    if len(places) > 1:
        run("xdotool", "mousedown", 1, "sleep", 0.2,
            *[word for place in places[1:] for word in ("mousemove", *place, "sleep", 0.2)], "mouseup", 1)


@scene
def masks(studio):
    with on_harbor(studio, "quay", "mask") as editor:
        editor.key("1", "b", *["bracketright"] * 5)
        editor.says("Zone: %s.", "ground")
        go(editor, (112, 150))
        wait_for("the zone", lambda: editor.status("Zone under the pointer") == "ground")
        studio.keep(editor)


@scene
def import_mask(studio):
    """The quay painted elsewhere; two of its colours are of no zone yet."""
    art = studio.desktop.path("quay.png")
    draw = "fill #a51d2d rectangle 186,6 319,38 fill #77767b rectangle 208,58 229,81 rectangle 284,58 305,74"
    run("convert", os.path.join(HARBOR, "masks", "quay.png"), "+antialias", "-draw", draw, art)
    with on_harbor(studio, "quay", "mask") as editor:
        command(editor, "Import a painted mask")
        editor.choose_file(art)
        dialog = editor.dialog("Import a Mask", lambda dialog: editor.all(ENTRY, "Mask name", under=dialog))
        editor.find(ENTRY, ("Zone of #%06x", "a51d2d"), under=dialog).text = "roof"
        editor.find(ENTRY, ("Zone of #%06x", "77767b"), under=dialog).text = "window"
        editor.find("label", contains="A mask of this name exists", under=dialog)
        studio.keep(editor, window=-1)


@scene
def import_track(studio):
    """A ring painted elsewhere; its tarmac is road already."""
    art = studio.desktop.path("ring.png")
    draw = "fill #77767b ellipse 100,70 88,58 0,360 fill #e5a50a ellipse 100,70 60,34 0,360 fill #57e389 ellipse 100,70 50,26 0,360"
    run("convert", "-size", "200x140", "xc:#57e389", "+antialias", "-draw", draw, art)
    with studio.editor() as editor:
        command(editor, "Import a track from a picture")
        editor.choose_file(art)
        dialog = editor.dialog("Import a Track", lambda dialog: editor.all(ENTRY, "Track name", under=dialog))
        choose_ground(editor, dialog, "#77767b", "Road")
        for colour, name in (("#77767b", "tarmac"), ("#57e389", "grass"), ("#e5a50a", "sand")):
            editor.find(ENTRY, ("Surface of #%06x", colour[1:]), under=dialog).text = name
        editor.find("label", ("%u × %u pixels", 200, 140), under=dialog)
        studio.keep(editor, window=-1)


def choose_ground(editor, dialog, colour, item):
    choices = insist(item, editor.find(BUTTON, ("Ground of #%06x", colour[1:]), under=dialog).click,
                     lambda: editor.all(BUTTON, item, under=dialog))
    choices[0].activate()


@scene
def solid_pixels(studio):
    with studio.editor(frame=KICK) as editor:
        editor.key("shift+x")
        editor.find("label", contains="pixels are solid here")
        studio.keep(editor, BELOW_TITLE)


@scene
def frame_zones(studio):
    sprite = studio.sprite()
    sprite["zones"] = [{"name": "cloth", "colour": "#57e389", "value": 1}, {"name": "skin", "colour": "#dc5ad2", "value": 2}]
    studio.write_sprite(sprite)
    with studio.editor(frame=1) as editor:
        editor.key("shift+z")
        editor.says("Zone: %s.", "cloth")
        editor.key("Escape", "p")
        for corner in ((33, 40), (47, 40), (56, 60), (56, 66), (46, 62), (39, 54), (34, 66), (24, 66), (26, 52)):
            editor.canvas.click(*corner)
        editor.key("Return", "2", "b", "bracketleft", "bracketleft", "bracketleft")
        editor.says("Zone: %s.", "skin")
        editor.canvas.drag((42, 24), (46, 30), (38, 32), (42, 36))
        wait_for("the zone", lambda: editor.status("Zone under the pointer") == "skin")
        studio.keep(editor, LEFT[:2] + (1027, FILM_TOP))   # the panel is wider than that of shapes


# ---- tracks ----

def on_track(studio, about=(240, 160), steps=1):
    return on_harbor(studio, "island", "track", about, steps)


@scene
def track(studio):
    with on_track(studio) as editor:
        editor.key("b", "3", *["bracketright"] * 4)
        editor.says("Surface: %s.", "sand")
        go(editor, (150, 170))
        distance = editor.words.pattern("%s · clearance")
        wait_for("the clearance", lambda: distance.search(editor.status("Zone under the pointer")))
        studio.keep(editor)


@scene
def track_points(studio):
    with on_track(studio, (400, 20), 3) as editor:
        editor.key("s")
        go(editor, (340, 74))
        run("xdotool", "click", 1)
        editor.says("Point %u of", 7)
        studio.keep(editor)


@scene
def track_band(studio):
    with on_track(studio, (370, 40), 3) as editor:
        editor.key("b", "alt+b", "alt+b")
        editor.says("Band %s, painting")
        for zone, *way in (("1", (330, 105), (356, 99), (380, 112)), ("2", (262, 100), (282, 106), (300, 98))):
            editor.key(zone)
            go(editor, *way)
        editor.find("label", contains="differ from the computed band")
        studio.keep(editor)


# ---- levels ----

@contextlib.contextmanager
def on_level(studio):
    """The garden of the other sample, in this one."""
    sample = os.path.join(SOURCE, "data", "temple")
    with open(os.path.join(sample, "temple.kickbox"), encoding="utf-8") as text:
        classes = json.load(text)["classes"]
    path = os.path.join(studio.project, "dojo.kickbox")
    with open(path, encoding="utf-8") as text:
        project = json.load(text)
    project["classes"] += classes
    with open(path, "w", encoding="utf-8") as text:
        json.dump(project, text)
    shutil.copytree(os.path.join(sample, "levels"), os.path.join(studio.project, "levels"))
    with studio.editor() as editor:
        editor.find("list item", "garden").click()
        editor.says("%s, level of", "garden")
        editor.key("Escape", "ctrl+1")
        editor.find("label", contains="Auto uses it.")
        editor.canvas.origin = None
        yield editor


@scene
def level(studio):
    with on_level(studio) as editor:
        editor.key("n", *["n"] * 6)
        editor.says("Selected:")
        studio.keep(editor)


@scene
def probe(studio):
    with on_level(studio) as editor:
        editor.canvas.point(300, 300)
        run("xdotool", "keydown", "q", "mousedown", 1, "mousemove_relative", 20, 40, "mousemove_relative", 32, 46)
        editor.find("label", contains=("Hits %s", ("wall %d",)))
        run("xdotool", "mouseup", 1, "keyup", "q")
        editor.find("label", contains=("Hits %s", ("wall %d",)))
        studio.keep(editor)


@scene
def level_partition(studio):
    with on_level(studio) as editor:
        editor.find(re.compile("button"), ("Partition %s", "BSP")).click()
        editor.key("alt+1", "alt+2", "alt+3")
        editor.canvas.point(300, 300)
        studio.keep(editor)


@scene
def level_move(studio):
    with on_level(studio) as editor:
        editor.find(re.compile("button"), ("Partition %s", "BSP")).click()
        editor.key("m", "alt+1")
        editor.canvas.calibrate()
        run("xdotool", "mousemove", *editor.canvas.place(420, 330), "mousedown", 1, "sleep", 0.2, "mousemove",
            *editor.canvas.place(560, 250), "sleep", 0.2, "mousemove", *editor.canvas.place(700, 140), "sleep", 0.2, "mouseup", 1)
        editor.says("Move from")
        studio.keep(editor)


# ---- the worlds of the sample data/yard ----

@contextlib.contextmanager
def on_world(studio, name, about=None, steps=0):
    """One of its levels; nearer by so many steps about a place."""
    studio.project = studio.desktop.path(f"games{studio.count}", "yard")
    shutil.copytree(os.path.join(SOURCE, "data", "yard"), studio.project)
    with studio.editor("runner", 1, **TALL) as editor:
        editor.find("list item", name).click()
        editor.says("%s, level of", name)
        editor.key("Escape", "ctrl+0")
        editor.canvas.origin = None
        editor.canvas.calibrate()
        if steps:
            nearer(editor, about, steps)
        yield editor


@scene
def worlds_yard(studio):
    with on_world(studio, "yard", (300, 120), 3) as editor:
        editor.find("list item", "rock").click()
        editor.key("Escape", "b")
        studio.keep(editor)


@scene
def worlds_solid(studio):
    with on_world(studio, "yard", (640, 130), 6) as editor:
        editor.find("list item", "rock").click()
        editor.key("Escape", "b", "alt+5")
        studio.keep(editor)


@scene
def worlds_court(studio):
    with on_world(studio, "court", (240, 190), 1) as editor:
        editor.find("list item", "walls").click()
        editor.key("Escape", "t")
        studio.keep(editor)


@scene
def worlds_maze(studio):
    with on_world(studio, "hedges", (300, 190), 1) as editor:
        editor.find("list item", re.compile("^hedges")).click()
        editor.key("Escape", "z")
        studio.keep(editor)


@scene
def worlds_ground(studio):
    with on_world(studio, "yard", (950, 100), 5) as editor:
        editor.find("list item", "hills").click()
        editor.key("Escape", "g")
        studio.keep(editor)


@scene
def worlds_heights(studio):
    with on_world(studio, "highland") as editor:
        editor.find("list item", re.compile("^highland")).click()
        editor.key("Escape", "p")
        go(editor, (96, 300), (420, 190))
        studio.keep(editor)


# ---- playtest ----

def on_play(studio, sample, asset, scene_title, *acts, moment=20, chosen=None):
    """The playtest of an asset of a sample, after `acts` (keys that are held for so many steps, "Right" and 30), paused.
    `chosen`: another scene than the asset's own, and how many rows above the last one it is."""
    if sample != "dojo":
        studio.project = studio.desktop.path(f"games{studio.count}", sample)
        shutil.copytree(os.path.join(SOURCE, "data", sample), studio.project)
    studio.settings("dark", play_width=1120, play_height=720, **TALL)
    with Window(studio, studio.project) as editor:
        insist(asset, editor.find("list item", asset).click, lambda: asset in editor.canvas.widget.description)
        editor.focus()
        insist("the window", lambda: editor.key("F5"), lambda: len(editor.windows()) > 1)
        editor.dialog("Playtest", lambda window: editor.all("label", contains="Step %u"))
        editor.find("label", scene_title)
        if chosen:
            scenes_box = editor.find("combo box", "Scene")
            title, up = chosen
            insist("the scenes", scenes_box.click, lambda: editor.all("label", title, under=scenes_box))
            editor.key("End", *["Up"] * up, "Return")
            wait_for(title, lambda: not editor.all("label", scene_title))
        run("xdotool", "mousemove", 2, 2)
        editor.key("ctrl+p", "ctrl+r")
        steps = 0
        for key, count in acts + (("", moment),):
            if key:
                run("xdotool", "keydown", key)
            editor.key(*["ctrl+period"] * count)
            steps += count
            wait_for(f"step {steps}", lambda: editor.all("label", ("Step %u", steps)))
            if key:
                run("xdotool", "keyup", key)
        studio.keep(editor, window=[window.name for window in editor.windows()].index(editor.words.exact("Playtest")))


@scene
def play_fight(studio):
    on_play(studio, "dojo", "boxer", "Fight", ("d", 8), ("1", 2), moment=14)


@scene
def play_point_and_click(studio):
    on_play(studio, "harbor", "cabin", "Point and click")


@scene
def play_race(studio):
    on_play(studio, "harbor", "island", "Race", ("Up", 60))


@scene
def play_walk(studio):
    on_play(studio, "temple", "garden", "Walk", ("Up", 50))


@scene
def play_first_person(studio):
    on_play(studio, "temple", "garden", "Walk", ("Up", 30), ("Left", 12), chosen=("First person", 0))


@scene
def play_run_and_jump(studio):
    on_play(studio, "yard", "yard", "Run and jump", ("Right", 50), ("Up", 12), moment=2)


@scene
def play_bounce(studio):
    on_play(studio, "pinball", "table", "Bounce", ("space", 30), moment=60)


@scene
def play_isometric(studio):
    on_play(studio, "yard", "court", "Isometric", ("Up", 16), ("Right", 50), moment=2)


@scene
def play_maze(studio):
    on_play(studio, "yard", "hedges", "Maze", ("Right", 40))


@scene
def play_heightmap(studio):
    on_play(studio, "yard", "highland", "Heightmap", ("Right", 40))


# ---- around ----

def spoil(studio):
    """A problem of each kind that is easy to understand."""
    sprite = studio.sprite()
    frames = sprite["frames"]
    del frames[1]["hot_spot"]
    frames[2]["shapes"][0] = {"class": "head", "geometry": {"polygon": [[30, 7], [49, 27], [49, 7], [30, 27]]}}
    frames[19]["shapes"][0] = {"class": "head", "geometry": {"box": [80, 60, 60, 60]}}
    sprite["animations"][0]["steps"][1]["duration"] = 0
    studio.write_sprite(sprite)


@scene
def problems(studio):
    spoil(studio)
    with studio.editor() as editor:
        editor.resize(*WINDOW, 1600 - WINDOW[0], 0)  # a popover stays on the screen, and so in the window
        editor.find(contains=("%u problems", 5))
        editor.key("ctrl+shift+p")
        editor.find(BUTTON, "Fix All")
        studio.keep(editor, (650, 430, 1350, 850))


@scene
def history(studio):
    with studio.editor() as editor:
        select_leg(editor)
        editor.key("Escape", "ctrl+a", "Right")
        editor.key("Escape", "s")
        editor.canvas.click(40, 75)
        editor.key("ctrl+z", "ctrl+h")
        editor.find(contains="Nudge")
        studio.keep(editor, window=-1)


def keep_dialog(studio, key, title, *typed, wanted=None):
    """A dialog that one key opens."""
    with studio.editor() as editor:
        editor.key(key)
        editor.dialog(title)
        for text in typed:
            editor.type(editor.words.exact(text))
        if wanted:
            editor.find(contains=wanted)
        studio.keep(editor, window=-1)


@scene
def export(studio):
    keep_dialog(studio, "ctrl+e", "Export")


@scene
def recovery(studio):
    with studio.editor(frame=2) as editor:
        select_all(editor)
        editor.key("shift+Right")
        editor.key("period", "ctrl+a")
        at_frame(editor, 3)
        editor.says("Selected:")
        editor.key("Delete")
        editor.says("Nothing is selected")
        editor.kill()
    studio.settings("dark")
    with Window(studio, studio.project) as editor:
        editor.dialog("Recover Unsaved Changes?")
        editor.find(name=("%s with the changes", ("%s, frame %u", "fakir", 3)))
        studio.keep(editor, window=-1)


@scene
def palette(studio):
    keep_dialog(studio, "ctrl+k", "Commands", "frame", wanted="Next frame")


@scene
def preferences(studio):
    keep_dialog(studio, "ctrl+comma", "Preferences")


@scene
def keyboard(studio):
    with studio.editor() as editor:
        editor.key("shift+l", "Escape", "b", *["Right"] * 3)
        editor.says("Cursor at")
        editor.key("Return", *["shift+Right", "shift+Down"])
        editor.says("Pressed.")
        studio.keep(editor, CANVAS)


@scene
def publish(studio):
    """The page of `kickbox publish`, in Chromium."""
    folder, path = studio.desktop.path("page"), os.path.join(studio.images, studio.name + ".png")
    kickbox = os.path.join(os.path.dirname(os.path.dirname(studio.program)), "cli", "kickbox")
    run(kickbox, "publish", studio.project, "-o", folder)
    browser = Chromium(shutil.which("chromium"))
    browser.resize(1100, 1180)
    browser.open(f"file://{folder}/index.html#sprites/boxer")
    browser.click(*browser.centre("[data-name=punch]"))
    browser.key("ArrowRight")
    browser.key("ArrowRight")
    browser.run("scrollTo(0, 0)")
    browser.picture(path)
    browser.close()
    reduce_colours(path)


def speak(language, build):
    """Sets the language of programs that are started from now on; returns its words."""
    os.environ.update(KICKBOX_SOURCE=SOURCE, KICKBOX_BUILD=build)
    import translations  # pylint: disable=import-outside-toplevel  # it reads the environment
    os.environ.update(translations.spoken(language, f"{language}_{language.upper()}"))
    return Words(translations.entries(os.path.join(SOURCE, "po", language + ".po")))


def main():
    arguments = argparse.ArgumentParser(description="Makes docs/images/*.png from the real editor.")
    arguments.add_argument("-b", "--build", default=os.path.join(SOURCE, "build"))
    arguments.add_argument("-l", "--language", default="", help="one of po/LINGUAS, for docs/LANGUAGE/images")
    arguments.add_argument("names", nargs="*", metavar="NAME")
    given = arguments.parse_args()
    build = os.path.abspath(given.build)
    images = os.path.join(SOURCE, "docs", given.language, "images")
    os.environ["GSETTINGS_SCHEMA_DIR"] = os.path.join(build, "data")
    os.makedirs(images, exist_ok=True)
    with Desktop() as desktop:
        words = speak(given.language, build) if given.language else Words()
        studio = Studio(desktop, os.path.join(build, "src", "editor", "kickbox-editor"), words, images)
        for name in given.names or scenes:
            studio.begin(name)
            scenes[name](studio)


if __name__ == "__main__":
    main()
