# SPDX-License-Identifier: MIT
"""The Python binding: the answers of 10,000 questions, and the manners of Python."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.environ["KICKBOX_PACKAGE"])
sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import kickbox as kb  # noqa: E402
import random_calls  # noqa: E402
import transcript  # noqa: E402
from kickbox import Kind  # noqa: E402
from rounds import whole  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
KICKBOX = os.environ["KICKBOX"]
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"


class PythonBinding(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.banks = dict(zip(transcript.SAMPLES, transcript.export_samples(
            KICKBOX, os.environ["KICKBOX_DATA"], cls.folder.name)))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_transcript(self):
        os.environ["PYTHONPATH"] = os.environ["KICKBOX_PACKAGE"]
        wrong, asked = transcript.compare(KICKBOX, list(self.banks.values()),
                                          [sys.executable, os.path.join(HERE, "query.py")])
        self.assertEqual(asked, 10000)
        self.assertEqual(wrong, [], "\n".join(wrong))

    def test_sizes_of_structs(self):
        """What C writes fits: the bank's struct, and a struct that follows another in an array."""
        with kb.open(self.banks["dojo"]) as bank:
            frame = bank.find(Kind.SPRITE, "fakir").item(Kind.FRAME, 0)
            outlines = [kb.frame_shape(frame, kb.at(0, 0), i)
                        for i in range(frame.count(Kind.SHAPE))]
            self.assertEqual([shape.found for shape in outlines], [True] * len(outlines))
            things = kb.frame_touching(frame, kb.at(0, 0), kb.shape_box((-99, -99, 99, 99)))
            self.assertEqual([thing.index for thing in things], list(range(len(outlines))))

    def test_handles(self):
        with kb.open(self.banks["dojo"]) as bank:
            fakir = bank.find(Kind.SPRITE, "fakir")
            self.assertEqual((fakir.name, fakir.kind, bool(fakir)), ("fakir", Kind.SPRITE, True))
            kick = fakir.find(Kind.ANIMATION, "kick")
            self.assertEqual(kick.parent.name, "fakir")
            self.assertIn("kick", repr(kick))
            self.assertFalse(fakir.find(Kind.ANIMATION, "no such"))
            self.assertIsNone(fakir.value("no such"))
            self.assertEqual(len(list(fakir.items(Kind.FRAME))), fakir.count(Kind.FRAME))

    def test_closed_bank(self):
        bank = kb.open(self.banks["dojo"])
        fakir = bank.find(Kind.SPRITE, "fakir")
        bank.close()
        bank.close()
        self.assertEqual(repr(fakir), "<sprite 1 of a closed bank>")
        with self.assertRaisesRegex(kb.KickboxError, "bank is closed"):
            kb.name(fakir)
        with self.assertRaisesRegex(kb.KickboxError, "bank is closed"):
            kb.level_of([fakir])
        with self.assertRaisesRegex(kb.KickboxError, "bank is closed"):
            bank.count(Kind.SPRITE)

    def test_bad_banks(self):
        with open(self.banks["dojo"], "rb") as file:
            data = file.read()
        with self.assertRaises(kb.KickboxError) as raised:
            kb.open(data[:1000])
        self.assertEqual(raised.exception.status, kb.Status.ERROR_TRUNCATED)
        broken = bytearray(data)
        broken[len(data) // 2] ^= 1
        with self.assertRaises(kb.KickboxError) as raised:
            kb.open(bytes(broken))
        self.assertTrue(raised.exception.section)
        with self.assertRaises(FileNotFoundError):
            kb.open(os.path.join(self.folder.name, "none.kbx"))

    def test_arguments(self):
        """Tuples and lists stand for structs; what C changes must be a struct."""
        box = kb.box_common((0, 0, 10, 10), [5, 5, 20, 20])
        self.assertEqual(tuple(box), (5, 5, 10, 10))
        self.assertEqual(box, kb.Box(5, 5, 10, 10))
        square = kb.shape_convex([(0, 0), (4, 0), (4, 4), (0, 4)])
        self.assertTrue(kb.contains(square, (2, 2)))
        ball = kb.Body(velocity=(0, 5), inverse_mass=1, restitution=1)
        floor = kb.Body(restitution=1)
        manifold = kb.collide(kb.shape_circle((0, 0), 2), kb.shape_rect((-9, 1), (9, 5)))
        self.assertTrue(manifold.hit)
        kb.resolve(ball, floor, manifold)
        self.assertLess(ball.velocity.y, 0)
        with self.assertRaisesRegex(TypeError, "first: expected Body, which is changed"):
            kb.resolve((1, 2), floor, manifold)
        corners = [(0, 0), (9, 0), (9, 9), (4, 3)]
        lengths, indices = kb.polygon_decompose(kb.Polygon(corners=corners), 8)
        self.assertEqual(sum(lengths), len(indices))

    def test_wrong_arguments(self):
        """None is the null handle where there is one; no wrong type ends the interpreter."""
        done = subprocess.run([sys.executable, "-X", "faulthandler", os.path.join(HERE, "wrong_types.py"), self.banks["dojo"]],
                              capture_output=True, text=True, check=False,
                              env={**os.environ, "PYTHONPATH": os.environ["KICKBOX_PACKAGE"]})
        lines = done.stdout.splitlines()
        self.assertEqual(done.returncode, 0, lines[-1:] + [done.stderr])
        self.assertEqual([line for line in lines if not line.startswith("#")], [])
        self.assertRegex(lines[-1], r"# 1\d\d functions, 4\d\d positions")
        with self.assertRaisesRegex(TypeError, "^place: expected Place, got None"):
            kb.frame_at(None, None, (0, 0))
        with self.assertRaisesRegex(TypeError, "expected Vec, got 1 of 2 numbers"):
            kb.shape_circle((1,), 2)
        with self.assertRaisesRegex(TypeError, "Motion has no field maner"):
            kb.Motion(maner=1)

    def test_random_calls(self):
        os.environ["PYTHONPATH"] = os.environ["KICKBOX_PACKAGE"]
        random_calls.run(self, [sys.executable, "-X", "faulthandler", os.path.join(HERE, "random_calls_run.py")],
                         list(self.banks.values()), self.folder.name, os.environ["KICKBOX_API"])

    def test_doors(self):
        """The lists of a filter are tuples, lists or arrays, given or assigned, and stay alive."""
        import gc
        import numpy
        with kb.open(self.banks["temple"]) as bank:
            garden = bank.find(Kind.LEVEL, "garden")
            circle = kb.shape_circle((381, 200), 40)
            words = (garden.item(Kind.WALLS, 0).info.walls + 63) // 64
            every, none = [2 ** 64 - 1] * words, [0] * words
            closed = kb.level_touching(garden, circle)
            self.assertTrue(closed)
            for removed, expected in ((every, []), (none, closed)):
                changes = [kb.Change(layer=0, removed=removed), kb.Change(0, tuple(removed)), (0, removed),
                           kb.Change(0, numpy.array(removed, numpy.uint64)), kb.Change(0, kb.array(kb.ctypes.c_uint64, removed))]
                for change in changes:
                    assigned = kb.all_solid()
                    assigned.changes = [change]
                    filters = [kb.Filter(kb.ALL_CLASSES, 2 ** 64 - 1, False, [change]), assigned,
                               kb.Filter(classes=kb.ALL_CLASSES, layers=2 ** 64 - 1, changes=[change])]
                    del change
                    gc.collect()
                    for filter_ in filters:
                        self.assertEqual(filter_.change_count, 1)
                        self.assertEqual(filter_.changes[0].removed_count, 64 * words)
                        self.assertEqual(kb.level_touching(garden, circle, filter_), expected)
            assigned.changes = None
            self.assertEqual((assigned.change_count, kb.level_touching(garden, circle, assigned)), (0, closed))
            for short in ([], [0], numpy.zeros(words - 1, numpy.uint64)):
                assigned.changes = [kb.Change(0, short)]
                for ask in (lambda: kb.level_touching(garden, circle, assigned),
                            lambda: kb.level_sees(garden, (0, 0), (9, 9), assigned)):
                    with self.assertRaisesRegex(ValueError, "too short"):
                        ask()
                self.assertEqual(kb.level_cast(garden, circle, (9, 0), assigned).status, kb.Status.ERROR_ARGUMENT)
            for number in (-1, 2 ** 64):
                with self.assertRaisesRegex(ValueError, "does not fit"):
                    kb.Change(0, [number])
            with self.assertRaisesRegex(ValueError, "removed_count is more than the list"):
                kb.Change(0, [0], removed_count=65)

    def test_lists_that_are_changed(self):
        order = [0, 0, 0]
        bounds = [((0, 0), (5, 5)), ((-9, 0), (-8, 1)), ((4, 4), (9, 9))]
        self.assertEqual([(pair.a, pair.b) for pair in kb.pairs(bounds, order)], [(0, 2)])
        self.assertEqual(order, [1, 0, 2])
        with self.assertRaisesRegex(ValueError, "bounds has 3 elements, order has 2"):
            kb.pairs(bounds, [0, 0])
        with self.assertRaisesRegex(TypeError, "to change"):
            kb.pairs(bounds, (0, 0, 0))
        with self.assertRaisesRegex(ValueError, "values has less than 8 elements"):
            kb.mask_pack(kb.MaskPlan(values=[1] * 7, stride=4, w=4, h=2))
        heights = kb.TilePlan(heights=[1] * 7)
        with self.assertRaisesRegex(ValueError, "heights has less than 8 elements"):
            kb.tiles_pack(kb.TilesPlan(cell_w=8, cell_h=8, columns=1, rows=1, tiles=[heights], cells=[0]))
        with self.assertRaisesRegex(ValueError, "manifold: count is more than 2"):
            kb.resolve(kb.Body(), kb.Body(), kb.Manifold(count=3))
        with self.assertRaisesRegex(ValueError, "count is more than 2"):
            kb.solve([kb.Body()], [kb.BodyPair(manifold=kb.Manifold(count=3))], kb.Settling(), 1)
        floor = kb.shape3_polygon([(0, 0, 0), (9, 0, 0), (9, 9, 0), (0, 9, 0)], False)
        soup = kb.open_packed(Kind.SOUP, kb.soup_pack(kb.SoupPlan(polygons=[floor], classes=[0])))
        self.assertEqual(kb.soup_touching(soup, ((0, 0, -1), (1, 1, 1)), removed=[0]), [0])
        with self.assertRaisesRegex(ValueError, "removed has fewer bits"):
            kb.soup_touching(soup, ((0, 0, -1), (1, 1, 1)), removed=[])

    def test_packing(self):
        """Walls that a program makes, opened, and a move that they stop."""
        plan = kb.WallsPlan(walls=[(((0, 0), (0, 100)), 0, False),
                                   (((90, 0), (90, 100)), 1, False)])
        walls = kb.open_packed(Kind.WALLS, kb.walls_pack(plan))
        hit = kb.level_cast(walls, kb.shape_circle((45, 50), 5), (100, 0))
        self.assertEqual((hit.hit, hit.index), (True, 1))
        level = kb.level_of([walls])
        moved, touches = kb.level_move(level, kb.shape_point((45, 50)), (-90, 0),
                                       kb.Motion(manner=kb.Manner.SLIDE))
        self.assertEqual([touch.index for touch in touches], [0])
        self.assertTrue(moved.hit)
        plan = kb.GroundPlan(points=[(0, 10, False), (50, 20, False), (90, 10, True)])
        ground = kb.open_packed(Kind.GROUND, kb.ground_pack(plan))
        self.assertEqual(kb.ground_at(ground, 50).y, 20)
        floor = kb.shape3_polygon([(0, 0, 0), (9, 0, 0), (9, 9, 0), (0, 9, 0)], False)
        soup = kb.open_packed(Kind.SOUP, kb.soup_pack(kb.SoupPlan(polygons=[floor])))
        hit = kb.soup_cast(soup, kb.shape3_sphere((4, 4, 5), 1), (0, 0, -9))
        self.assertTrue(hit.hit)
        with self.assertRaises(kb.KickboxError):
            kb.walls_pack(kb.WallsPlan(walls=[(((0, 0), (1e9, 0)), 0, False)]))

    def test_numpy(self):
        import numpy
        boxes = numpy.array([[0, 0, 10, 10], [20, 20, 30, 30], [5, 5, 8, 8]], numpy.int32)
        self.assertEqual(kb.boxes_touching((1, 1, 9, 9), boxes), [0, 2])
        out = numpy.zeros(3, numpy.uint32)
        self.assertEqual(kb.boxes_touching((1, 1, 9, 9), boxes, out=out).tolist(), [0, 2])
        with self.assertRaises(ValueError):
            kb.boxes_touching((1, 1, 9, 9), boxes, out=out[:1])
        with self.assertRaises(TypeError):
            kb.boxes_touching((1, 1, 9, 9), boxes.astype(numpy.float32))
        with self.assertRaises(ValueError):
            kb.boxes_touching((1, 1, 9, 9), boxes[:, ::2])
        boxes.flags.writeable = False
        self.assertEqual(kb.boxes_touching((1, 1, 9, 9), boxes), [0, 2])
        self.assertEqual(kb.boxes_touching((1, 1, 9, 9), boxes[:0]), [])
        with self.assertRaisesRegex(TypeError, "i8 is no array of Box"):
            kb.boxes_touching((1, 1, 9, 9), boxes.astype(numpy.int64))
        with self.assertRaisesRegex(TypeError, "read-only"):
            out.flags.writeable = False
            kb.boxes_touching((1, 1, 9, 9), boxes, out=out)
        with self.assertRaisesRegex(TypeError, "to change"):
            kb.boxes_touching((1, 1, 9, 9), boxes, out=(1, 2, 3))

    def test_reload(self):
        other = os.path.join(self.folder.name, "damaged.kbx")
        with open(self.banks["dojo"], "rb") as file:
            data = bytearray(file.read())
        data[len(data) // 2] ^= 1
        with open(other, "wb") as file:
            file.write(data)
        bank = kb.open(self.banks["dojo"])
        boxer = bank.find(Kind.SPRITE, "boxer")
        bank.reload(self.banks["dojo"], [boxer])
        self.assertEqual((boxer.name, boxer.count(Kind.FRAME)), ("boxer", 26))
        with self.assertRaises(kb.KickboxError):
            bank.reload(other, [boxer])
        self.assertEqual(boxer.name, "boxer")
        bank.reload(self.banks["yard"], [boxer])
        self.assertFalse(boxer)
        self.assertTrue(bank.find(Kind.SPRITE, "runner"))
        bank.close()
        with self.assertRaisesRegex(kb.KickboxError, "bank is closed"):
            bank.count(Kind.SPRITE)
        with self.assertRaisesRegex(kb.KickboxError, "bank is closed"):
            bank.reload(self.banks["dojo"])

    def test_pygame(self):
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        import pygame
        from kickbox.pygame import Pictures
        with kb.open(self.banks["dojo"]) as bank:
            frame = bank.find(Kind.SPRITE, "fakir").item(Kind.FRAME, 0)
            pictures = Pictures(bank)
            target = pygame.Surface((120, 120), pygame.SRCALPHA)
            pictures.draw(target, frame, kb.at(60, 100))
            mask = pygame.mask.from_surface(target, 127)
            for x in range(120):
                for y in range(120):
                    self.assertEqual(bool(mask.get_at((x, y))),
                                     kb.pixel_at(frame, kb.at(60, 100), (x, y)), (x, y))
            turned = pictures.surface(frame, kb.at_flipped(0, 0, True, False))
            self.assertEqual(turned.get_size(), pictures.surface(frame).get_size())

    def test_sample(self):
        """Both scenes draw: their pictures have many colours."""
        import pygame
        for scene in ("0", "1"):
            picture = os.path.join(self.folder.name, f"scene{scene}.png")
            subprocess.run([sys.executable, os.path.join(HERE, "..", "sample", "fight.py"),
                            self.folder.name, "--frames", "40", "--scene", scene, "--shapes",
                            "--picture", picture], check=True, capture_output=True,
                           env={**os.environ, "PYTHONPATH": os.environ["KICKBOX_PACKAGE"],
                                "SDL_VIDEODRIVER": "dummy"})
            drawn = pygame.image.load(picture)
            colours = {tuple(drawn.get_at((x, y))) for x in range(0, 960, 3)
                       for y in range(60, 540, 3)}
            self.assertGreater(len(colours), 30)

    @whole
    def test_wheel(self):
        """An sdist and from it a wheel are built without a network; it works without the build's library."""
        target, wheels, sources, package = (os.path.join(self.folder.name, name)
                                            for name in ("site", "wheels", "sources", "package"))
        done = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True,
                              check=False)
        if done.returncode:
            self.skipTest("pip is not installed")
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        shutil.copytree(os.environ["KICKBOX_PACKAGE"], package)
        subprocess.run([sys.executable, "setup.py", "--quiet", "sdist", "-d", sources],
                       check=True, cwd=package)
        source, = os.listdir(sources)
        subprocess.run([*pip, "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w",
                        wheels, os.path.join(sources, source)], check=True)
        wheel, = os.listdir(wheels)
        self.assertIn("abi3", wheel)
        subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", target,
                        os.path.join(wheels, wheel)], check=True)
        environment = {**os.environ, "PYTHONPATH": target}
        del environment["KICKBOX_LIBRARY"]
        out = subprocess.run([sys.executable, "-c", "import kickbox, sys; "
                              "print(kickbox.open(sys.argv[1]).count(kickbox.Kind.SPRITE))",
                              self.banks["dojo"]], env=environment, check=True, text=True,
                             capture_output=True, cwd=self.folder.name).stdout
        self.assertEqual(out, "2\n")
