# SPDX-License-Identifier: MIT
"""kickbox play: what it prints, what it refuses and how."""
import json
import math
import os
import shutil
import subprocess
import unittest

from cli_case import KICKBOX, SOURCE, Case

DATA = os.path.join(SOURCE, "data")
TEMPLE, DOJO = os.path.join(DATA, "temple"), os.path.join(DATA, "dojo")


class Play(Case):
    def play(self, project, scene, *options):
        out, _ = self.run_kickbox("play", project, "--scene", scene, *options)
        return [json.loads(line) for line in out.splitlines()]

    def test_steps(self):
        """A line a step with its number, its events and its hash; the last one alone is the same; so is that of a bank."""
        tape = self.write("tape", "0 right\n70 up run # at last\n")
        lines = self.play(TEMPLE, "walk", "--input", tape)
        self.assertEqual([line["step"] for line in lines], list(range(1, 72)))
        for line in lines:
            self.assertRegex(line["hash"], "^[0-9a-f]{16}$")
            self.assertIsInstance(line["events"], list)
            self.assertEqual(len(line["at"]), 2)
        self.assertEqual(len({line["hash"] for line in lines}), len(lines))
        self.assertEqual(self.play(TEMPLE, "wa", "--input", tape, "--last"), lines[-1:])
        self.assertEqual(self.play(TEMPLE, "walk", "--input", tape, "--frames", "40"), lines[:40])
        self.run_kickbox("export", TEMPLE, "-o", "t.kbx")
        self.assertEqual(self.play(self.path("t.kbx"), "walk", "--input", tape), lines)
        self.assertEqual(len(self.play(TEMPLE, "walk")), 60)

    def test_car_of_the_track(self):
        """A track's values are its car's radius and top speed; B takes the first band's radius then."""
        harbor = self.path("harbor")
        shutil.copytree(os.path.join(DATA, "harbor"), harbor)
        tape = self.write("tape", "0 gas\n100 gas band\n101 gas\n")
        plain = self.play(harbor, "race", "--input", tape, "--frames", "100")
        self.edit(harbor, {"set": "tracks['island'].values", "value": {"radius": "9.5", "speed": "1.25"}})
        lines = self.play(harbor, "race", "--input", tape)
        self.assertEqual((plain[0]["radius"], lines[0]["radius"], lines[-1]["radius"]), (6, 9.5, 6))
        fastest = [max(math.hypot(*line["velocity"]) for line in run) for run in (plain, lines)]
        self.assertTrue(fastest[0] > 1.5 and 1 < fastest[1] <= 1.25, fastest)

    def test_no_steps(self):
        for options in ([], ["--last"]):
            self.assertEqual(self.play(TEMPLE, "walk", "--frames", "0", *options), [])

    def test_list(self):
        out, _ = self.run_kickbox("play", TEMPLE, "--list")
        for scene in ("fight", "point-and-click", "race", "walk", "top-down", "run-and-jump", "bounce", "maze", "heightmap", "isometric", "first-person"):
            self.assertRegex(out, f"(?m)^{scene}: ")
        self.assertRegex(out, r"(?m)^fight: .* \(nothing here to play it with\)$")
        self.assertRegex(out, r"(?m)^walk: .*[^)]$")
        self.assertIn("  --cast level=level  a level with walls\n  --cast walker=sprite  a sprite with a hot spot and an animation, or nothing\n"
                      "  keys: left right up down run door\n", out)

    def test_wrong_lines(self):
        """Exit status 2: what is wrong on the command line."""
        for options, says in (
                ((), ["--scene: expected fight, point-and-click, race, walk,"]),
                (("--scene", "chess"), ["--scene chess: expected fight, "]),
                (("--scene", ""), ["--scene : expected fight, "]),
                (("--scene", "r"), ["--scene r: could be race, run-and-jump\n"]),
                (("--scene", "walk", "--cast", "hero=x"), ["--cast hero=x: expected level=NAME"]),
                (("--scene", "walk", "--cast", "garden"), ["--cast garden: expected level=NAME"]),
                (("--scene", "fight", "--cast", "c=x"), ["--cast c=x: expected a=NAME, b=NAME"]),
                (("--scene", "walk", "--frames", "-1"), ["--frames"]),
                (("--scene", "walk", "--frames", "ten"), ["--frames"]),
                (("--scene", "walk", "--frames", "10000001"), ["--frames"])):
            self.refused("play", TEMPLE, *options, status=2, says=["kickbox play: ", *says])

    def test_wrong_input(self):
        """Exit status 1: what is wrong with the project, its cast or the tape, with the place."""
        for text, says in (("0 right\n5 fly\n", "tape: line 2, column 3: 'fly': no such key; expected left, right, up, down, run, door, press or @X,Y"),
                           ("0\n\n# x\n 0 up", "tape: line 4, column 2: step 0: expected one after 0"),
                           ("0 @1;2", "tape: line 1, column 3: '@1;2': expected @X,Y"),
                           ("999999999999 up", "tape: line 1, column 1: '999999999999': expected the number of a step, below 10000000"),
                           ("# run-and-jump\n0 jump", "line 2, column 3: 'jump': no such key of walk, and this was recorded for run-and-jump;"),
                           ("\xff", "tape: ")):
            self.refused("play", TEMPLE, "--scene", "walk", "--input", self.write("tape", text.encode("latin-1")), status=1, says=[says])
        self.refused("play", TEMPLE, "--scene", "walk", "--input", self.path("none"), status=1, says=["none"])
        self.refused("play", TEMPLE, "--scene", "walk", "--input", self.root, status=1, says=[self.root])
        self.refused("play", self.path("nowhere"), "--scene", "walk", status=1, says=["nowhere"])
        self.refused("play", self.write("no.kbx", b"KBX?"), "--scene", "walk", status=1, says=["no.kbx"])
        self.refused("play", TEMPLE, "--scene", "walk", "--cast", "level=attic", status=1,
                     says=["temple: level: there is no 'attic'; expected a level with walls"])
        self.refused("play", DOJO, "--scene", "walk", status=1, says=["dojo: level: expected a level with walls; there is none"])

    def test_pipes(self):
        """Input from standard input and from a pipe is that of a file; one without an end is refused."""
        text = "0 right\n70 up run # at last\n"
        wanted = self.play(TEMPLE, "walk", "--input", self.write("tape", text), "--last")
        command = [KICKBOX, "play", TEMPLE, "--scene", "walk", "--last", "--input"]
        for path in ("-", "/dev/stdin"):
            done = subprocess.run([*command, path], input=text.encode(), stdout=subprocess.PIPE, check=True, env=self.environment)
            self.assertEqual(json.loads(done.stdout), wanted[0])
        with open(self.path("tape"), "rb") as tape:
            done = subprocess.run([*command, "-"], stdin=tape, stdout=subprocess.PIPE, check=True, env=self.environment)
            self.assertEqual(json.loads(done.stdout), wanted[0])
        reader, writer = os.pipe()
        os.write(writer, text.encode())
        os.close(writer)
        done = subprocess.run([*command, f"/dev/fd/{reader}"], stdout=subprocess.PIPE, check=True, env=self.environment, pass_fds=[reader])
        os.close(reader)
        self.assertEqual(json.loads(done.stdout), wanted[0])
        done = subprocess.run([*command, "-"], input=b"0 fly", stderr=subprocess.PIPE, check=False, env=self.environment)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith(b"standard input: line 1, column 3: 'fly': "), done.stderr)
        self.refused(*command[1:], "/dev/zero", status=1, says=["/dev/zero: too large (at most 67108864 bytes)"])

    def test_closed_pipe(self):
        """Who reads no further ends it, long before its last step."""
        with subprocess.Popen([KICKBOX, "play", TEMPLE, "--scene", "walk", "--frames", "10000000"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=self.environment) as running:
            running.stdout.readline()
            running.stdout.close()
            self.assertEqual(running.stderr.read(), b"standard output: cannot be written: Broken pipe\n")
            self.assertEqual(running.wait(60), 3)


if __name__ == "__main__":
    unittest.main()
