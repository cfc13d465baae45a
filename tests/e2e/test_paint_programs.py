# SPDX-License-Identifier: MIT
"""Drawings that GIMP and Krita write, against the pictures that they make of them: only in the long run."""
import glob
import os
import random
import shutil
import subprocess
import sys
import unittest

from cli_case import Case, png

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import drawing_writer as draw  # noqa: E402

# GIMP's numbers of blend modes that the importer has exactly; others are counted as similar.
GIMP_MODES = [0, 3, 4, 6, 7, 8, 9, 10, 15, 16, 17, 18, 23, 28, 30, 31, 32, 33, 34, 35, 36, 41, 42, 43, 44, 52]
KRITA_MODES = ["src-over", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "plus", "hue",
               "saturation", "color", "luminosity"]
TEMPLATES = "/usr/share/krita/templates"

GIMP = """
(define (add image parent name w h x y mode opacity seed)
  (let* ((layer (car (gimp-layer-new image w h (+ 1 (* 2 (car (gimp-image-base-type image)))) name opacity mode))))
    (gimp-image-insert-layer image layer parent 0)
    (plug-in-plasma RUN-NONINTERACTIVE image layer seed 4)
    (masked image layer (+ seed 1))
    (gimp-layer-remove-mask layer MASK-APPLY)
    (gimp-layer-set-offsets layer x y)
    layer))
(define (masked image item seed)
  (let* ((mask (car (gimp-layer-create-mask item ADD-MASK-WHITE))))
    (gimp-layer-add-mask item mask)
    (plug-in-plasma RUN-NONINTERACTIVE image mask seed 3)))
(define (group image name mode opacity)
  (let* ((layer (car (gimp-layer-group-new image))))
    (gimp-image-insert-layer image layer 0 0)
    (gimp-item-set-name layer name)
    (gimp-layer-set-mode layer mode)
    (gimp-layer-set-opacity layer opacity)
    layer))
(define (save image name)
  (let* ((path (string-append "FOLDER/" name)) (active (car (gimp-image-get-active-layer image))) (flat 0))
    (gimp-xcf-save RUN-NONINTERACTIVE image active (string-append path ".xcf") name)
    (set! flat (car (gimp-layer-new-from-visible image image "flat")))
    (gimp-image-insert-layer image flat 0 0)
    (file-png-save RUN-NONINTERACTIVE image flat (string-append path ".png") name 0 1 0 0 0 0 0)))
(define (pair mode)
  (let* ((image (car (gimp-image-new 48 32 RGB))))
    (add image 0 "back" 48 32 0 0 LAYER-MODE-NORMAL 100 7)
    (add image 0 "front" 40 30 9 -3 mode 80 21)
    (save image (string-append "mode" (number->string mode)))))
(for-each pair '(MODES))
(let* ((image (car (gimp-image-new 80 70 RGB))) (in 0) (deep 0))
  (add image 0 "back" 80 70 0 0 LAYER-MODE-NORMAL 100 1)
  (set! in (group image "alone" LAYER-MODE-NORMAL 60))
  (add image in "a" 40 40 -5 -7 LAYER-MODE-NORMAL 100 2)
  (add image in "b" 30 70 20 9 LAYER-MODE-MULTIPLY 100 3)
  (masked image in 4)
  (set! in (group image "through" LAYER-MODE-PASS-THROUGH 100))
  (add image in "c" 40 40 39 28 LAYER-MODE-SCREEN 90 5)
  (set! deep (car (gimp-layer-group-new image)))
  (gimp-image-insert-layer image deep in 0)
  (gimp-layer-set-mode deep LAYER-MODE-DIFFERENCE)
  (add image deep "d" 20 20 5 45 LAYER-MODE-NORMAL 100 6)
  (gimp-item-set-visible (add image 0 "hidden" 80 70 0 0 LAYER-MODE-NORMAL 100 8) FALSE)
  (masked image (add image 0 "masked" 66 20 7 12 LAYER-MODE-NORMAL-LEGACY 100 9) 10)
  (save image "groups"))
(let* ((image (car (gimp-image-new 50 40 GRAY))))
  (add image 0 "back" 50 40 0 0 LAYER-MODE-NORMAL 100 1)
  (add image 0 "front" 50 40 11 4 LAYER-MODE-MULTIPLY 70 2)
  (save image "grey"))
(let* ((image (car (gimp-image-new 50 40 RGB))))
  (add image 0 "back" 50 40 0 0 LAYER-MODE-NORMAL 100 1)
  (add image 0 "front" 20 20 -4 25 LAYER-MODE-NORMAL 100 2)
  (gimp-image-convert-indexed image CONVERT-DITHER-NONE CONVERT-PALETTE-GENERATE 12 FALSE FALSE "")
  (save image "indexed"))
(gimp-quit 1)
"""


def setUpModule():
    if not os.environ.get("KICKBOX_SOAK"):
        raise unittest.SkipTest("only in the long run")


class PaintPrograms(Case):
    def setUp(self):
        super().setUp()
        self.run_kickbox("new", "p")
        self.environment["HOME"] = self.environment["XDG_RUNTIME_DIR"] = self.root

    def run_program(self, *command, text=""):
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=800, env=self.environment, cwd=self.root)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])

    def drawn(self, path):
        """The first frame's picture."""
        folder = self.path("frames")
        shutil.rmtree(folder, True)
        self.run_kickbox("render", path, "-o", folder)
        return os.path.join(folder, sorted(os.listdir(folder))[0])

    def check_picture(self, path, wanted, within):
        """Alphas and colours, the latter as far as they can be seen, differ by at most that. Returns whether any pixel can be seen."""
        import numpy
        from PIL import Image
        ours, theirs = (numpy.asarray(Image.open(file).convert("RGBA")).astype(int) for file in (self.drawn(path), wanted))
        self.assertEqual(ours.shape, theirs.shape, path)
        differences = abs(ours - theirs)
        self.assertLessEqual(differences[..., 3].max(), 1, path)
        seen = differences[..., :3].max(-1) * numpy.minimum(ours[..., 3], theirs[..., 3]) / 255
        self.assertLessEqual(seen.max(), within, path)
        return bool(ours[..., 3].any())

    @unittest.skipUnless(shutil.which("gimp-console"), "GIMP is not installed")
    def test_gimp(self):
        """Modes of now and of before 2.10 over translucent layers; groups, masks, positions; grey and indexed."""
        script = GIMP.replace("FOLDER", self.root).replace("MODES", " ".join(map(str, GIMP_MODES)))
        subprocess.run(["gimp-console", "-i", "-d", "-f", "-c", "-b", "-"], input=script, capture_output=True, text=True, timeout=800, env=self.environment)
        for name in [f"mode{mode}" for mode in GIMP_MODES] + ["groups", "grey", "indexed"]:
            out, _ = self.run_kickbox("import", "p", self.path(name + ".xcf"))
            self.assertNotIn("left out", out)
            self.assertTrue(self.check_picture(self.path(name + ".xcf"), self.path(name + ".png"), 2))

    def export(self, source, wanted):
        self.run_program("xvfb-run", "-a", "krita", "--nosplash", "--export", "--export-filename", wanted, source)
        self.assertTrue(os.path.exists(wanted), source)
        return wanted

    @unittest.skipUnless(shutil.which("krita") and shutil.which("xvfb-run"), "Krita is not installed")
    def test_krita(self):
        """Krita turns our OpenRaster into its own file: every mode over a translucent layer, and groups, alone and not."""
        rng = random.Random(4)

        def picture(width, height):
            cells = [[bytes((rng.randrange(256), rng.randrange(256), rng.randrange(256), rng.choice((0, 90, 200, 255, 255)))) for _ in range(width)] for _ in range(height)]
            return png(width, height, lambda x, y: cells[y // 3][x // 3])

        def layer(name, x=0, y=0, **more):
            return draw.element("layer", name=name, src=f"data/{name}.png", x=x, y=y, **more)
        strips = [layer(f"m{i}", x=16 * (i % 4), y=24 * (i // 4) - 3, opacity=0.8, composite_op="svg:" + mode) for i, mode in enumerate(KRITA_MODES)]
        alone = draw.element("stack", layer("a", x=3, composite_op="svg:multiply"), layer("b", y=5), name="alone", isolation="isolate", opacity=0.7)
        through = draw.element("stack", layer("c", x=70, y=40, composite_op="svg:screen"), name="through", isolation="auto")
        sizes = {**{f"m{i}": (14, 24) for i in range(len(KRITA_MODES))}, "a": (30, 30), "b": (60, 20), "c": (30, 50), "back": (100, 96)}
        pictures = [(f"data/{name}.png", picture(*size)) for name, size in sizes.items()]
        self.write("modes.ora", draw.openraster(100, 96, [*strips, layer("back")], *pictures))
        self.write("groups.ora", draw.openraster(100, 96, [alone, through, layer("back")], *pictures))
        for name in ("modes", "groups"):
            drawing = self.export(self.path(name + ".ora"), self.path(name + ".kra"))
            wanted = self.export(drawing, self.path(name + ".png"))
            self.check_picture(drawing, wanted, 4)
            self.check_picture(self.path(name + ".ora"), wanted, 4)

    @unittest.skipUnless(shutil.which("krita") and shutil.which("xvfb-run"), "Krita is not installed")
    @unittest.skipUnless(os.path.isdir(TEMPLATES), "Krita's templates are not installed")
    def test_krita_templates(self):
        """Krita's own drawings of which nothing is left out."""
        n_checked = 0
        for path in sorted(glob.glob(TEMPLATES + "/*/.source/*.kra")):
            out, _ = self.run_kickbox("import", "p", path, status=None)
            if "1 frame" in out and "left out" not in out and os.path.getsize(path) < 1 << 20:
                n_checked += self.check_picture(path, self.export(path, self.path("wanted.png")), 2)
        self.assertGreater(n_checked, 5)


if __name__ == "__main__":
    unittest.main()
