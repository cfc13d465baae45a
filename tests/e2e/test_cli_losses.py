# SPDX-License-Identifier: MIT
"""Each feature of each format is taken over by an import, or the report says that it is not. The
tables are in tests/support/features_*.py."""
import json
import os
import re
import shutil
import sys
import unittest

from PIL import Image

from cli_case import BAD_WORDS, Case
from test_cli_worker import Worker

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from features import Refused, SILENT, VIEW  # noqa: E402
import features_drawings as drawings  # noqa: E402
import features_engines as engines  # noqa: E402
import features_levels as levels  # noqa: E402
import features_sheets as sheets  # noqa: E402
import features_zipped as zipped  # noqa: E402

FORMATS = [drawings.ASEPRITE, drawings.PSD, drawings.XCF, zipped.ORA, zipped.KRA, zipped.PXO,
           zipped.PISKEL, sheets.PNG, sheets.PNG_KEYED,
           sheets.PNG_MASK, sheets.PNG_BEHIND, sheets.APNG, sheets.GIF, sheets.WEBP, sheets.PACKED,
           sheets.ASEPRITE_JSON, sheets.STARLING, sheets.LIBGDX, sheets.MUGEN, sheets.RSDK,
           engines.GODOT_FRAMES, engines.GODOT_SCENE, engines.GDEVELOP, engines.PHYSICS,
           engines.SUPERTUX, engines.DUSTRAC, engines.OBJ, engines.GLTF,
           levels.TMX, levels.TMJ, levels.LDTK, levels.DOOM, levels.UDMF, levels.SVG]
FOLDERS = {"sprite": "sprites", "level": "levels", "mask": "masks", "track": "tracks"}


class Import:
    """Files imported into a project of their own, by a worker: to start a program for each would take most of the time."""

    def __init__(self, case, files, command):
        self.case, names = case, []
        self.folder = case.path(str(len(os.listdir(case.root))))
        for name, data in files.items():
            names.append(case.write(os.path.join(self.folder, name), data))
        self.project = shutil.copytree(case.path("empty"), os.path.join(self.folder, "project"))
        command, *options = command.split()
        options += [names[0], "-o", os.path.join(self.folder, "out")] if command == "soup" \
            else [self.project, names[0]]
        answer = case.worker.ask(command, *options, "--json")
        case.assertIn(answer["exitCode"], (0, 1), answer)
        self.errors, report = re.fullmatch(r"(.*?)(^\{.*)?", answer["output"], re.M | re.S).groups()
        self.report = json.loads(report) if report else None
        for word in BAD_WORDS:
            case.assertNotIn(word, self.errors)

    def read(self, *names):
        with open(os.path.join(self.project, *names), encoding="utf-8") as file:
            return json.load(file)

    @property
    def asset(self):
        """The first asset; without what it remembers of its files."""
        kind, name = (self.report["assets"][0][key] for key in ("kind", "name"))
        asset = self.read(FOLDERS[kind], name + ".json")
        asset.pop("import", None)
        return asset

    @property
    def losses(self):
        return [f"{loss['what']} ({loss['count']})" for loss in self.report["left_out"]]

    def colour_of(self, name):
        (file,) = (file for file in os.listdir(self.project) if file.endswith(".kickbox"))
        return next(one["colour"] for one in self.read(file)["classes"] if one["name"] == name)

    def pixels(self, index):
        """Rows of a frame's pixels, RGBA."""
        frame = self.asset["frames"][index]
        whole = Image.new("RGBA", (frame["width"], frame["height"]))
        if frame.get("picture"):
            picture = frame["picture"]
            x, y, width, height = picture["rect"]
            with Image.open(os.path.join(self.project, "pictures", picture["file"])) as sheet:
                whole.paste(sheet.convert("RGBA").crop((x, y, x + width, y + height)),
                            tuple(picture.get("offset", (0, 0))))
        return [[bytes(whole.getpixel((x, y))) for x in range(whole.width)]
                for y in range(whole.height)]


class Losses(Case):
    def find_fault(self, form, files, expected, base):
        """What is wrong with the import of a row's files; None: nothing."""
        done = Import(self, files, form.command)
        if isinstance(expected, Refused):
            return None if expected.says in done.errors else done.errors or done.report
        if not done.report or not done.report["assets"]:
            return done.errors or done.report
        if expected is VIEW:
            same = (done.asset, done.losses) == (base.asset, base.losses)
            return None if same else (done.asset, done.report)
        if expected is SILENT:
            return done.losses or None
        if callable(expected):
            found = expected(done)
            return None if found is True and not done.losses else (found, done.report)
        expected = [expected] if isinstance(expected, str) else expected
        said = [text for text in expected if text not in done.losses]
        missing = [text for text in said
                   if not any(text in line for line in done.report["messages"])]
        others = [loss for loss in done.losses if loss not in expected]
        return (missing, others, done.report["messages"]) if missing or others else None


def add_test(form):
    def test(self):
        names = [row[0] for row in form.rows]
        self.assertEqual(len(set(names)), len(names))
        self.run_kickbox("new", "empty")
        self.worker = Worker(self)
        base = Import(self, form.base, form.command)
        for name, files, expected in form.rows:
            with self.subTest(feature=name):
                self.assertIsNone(self.find_fault(form, files, expected, base), name)
    test.__doc__ = f"{len(form.rows)} features of {form.name}."
    setattr(Losses, "test_" + form.name.lower().replace(" ", "_"), test)


for one in FORMATS:
    add_test(one)

if __name__ == "__main__":
    unittest.main()
