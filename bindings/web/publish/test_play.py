# SPDX-License-Identifier: MIT
"""The playtest in the page of `kickbox publish`: each scene gives the hashes of `kickbox play`."""
import json
import os
import random
import shutil
import subprocess
import tempfile
import unittest

SOURCE, BUILD = os.environ["KICKBOX_SOURCE"], os.environ["KICKBOX_BUILD"]
KICKBOX = os.path.join(BUILD, "src", "cli", "kickbox")
PAGE = os.path.join(BUILD, "bindings", "web", "publish", "publish.html")
NODE = shutil.which("node")
STEPS, EVERY = 400, 20
# The page's script up to what needs a document, then the scenes of a bank under keys that are given.
PLAY = """
import { readFileSync } from 'node:fs';
const [page, bankFile, text] = process.argv.slice(1);
const script = readFileSync(page, 'utf8').split('<script>')[1].split("'use strict'")[0];
const load = new Function(script + 'return Kickbox.load(Uint8Array.from(atob(WASM), (c) => c.charCodeAt(0)))');
const kb = await load(), bank = kb.open(readFileSync(bankFile)), { E, refreshViews, readText } = kb.play;
const call = (name, ...values) => { const result = E[name](...values); refreshViews(); return result; };
const results = JSON.parse(text).map(({ scene, kinds, keys, pointer }) => {
  let index = 0;
  while (readText(call('kbw_scene', index, 0)) !== scene)
    index++;
  if (!call('kbw_suits', index, bank._at))
    return null;
  const why = readText(call('kbw_play', index, bank._at, ...kinds.map(BigInt)));
  if (why)
    throw new Error(why);
  const names = [], hashes = [];
  for (let k = 0, name; (name = readText(call('kbw_key', k, 0))) !== null; k++)
    names.push(name);
  keys.forEach((held, step) => {
    const bits = names.reduce((sum, name, k) => held.includes(name) ? sum | 1n << BigInt(k) : sum, 0n);
    call('kbw_step', bits, ...pointer[step], false);
    hashes.push(BigInt.asUintN(64, call('kbw_hash')).toString(16).padStart(16, '0'));
    if (step % 50 === 0)
      call('kbw_draw');
  });
  return { hashes, event: readText(call('kbw_event', 0)) };
});
process.stdout.write(JSON.stringify(results));
"""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def scenes_of(project):
    """The scenes that can be played, with the names of their keys."""
    found, name = {}, None
    for line in run(KICKBOX, "play", project, "--list").splitlines():
        if not line.startswith(" "):
            name = None if line.endswith("(nothing here to play it with)") else line.split(":")[0]
        elif name and line.startswith("  keys:"):
            found[name] = line.split()[1:]
    return found


@unittest.skipUnless(NODE, "needs node")
@unittest.skipUnless(os.path.exists(PAGE), "needs clang with wasm32, and wasm-ld")
class Play(unittest.TestCase):
    def test_hashes(self):
        played = set()
        for sample, hit in (("dojo", 16), ("harbor", 0), ("yard", 0), ("temple", 0), ("pinball", 0)):
            project, asked, told = os.path.join(SOURCE, "data", sample), [], []
            for scene, names in scenes_of(project).items():
                played.add(scene)
                random.seed(f"{sample} {scene}")
                keys, pointer, tape = [], [], []
                for step in range(0, STEPS, EVERY):
                    held = sorted(random.sample(names, min(len(names), random.randrange(3))))
                    at = [random.randrange(400), random.randrange(300)]
                    keys += [held] * EVERY
                    pointer += [at] * EVERY
                    tape.append(f"{step} {' '.join(held)} @{at[0]},{at[1]}\n")
                asked.append({"scene": scene, "kinds": [hit, 0, 0], "keys": keys, "pointer": pointer})
                lines = run(KICKBOX, "play", project, "--scene", scene, "--input", "-", "--frames",
                            str(STEPS), input="".join(tape)).splitlines()
                told.append([json.loads(line) for line in lines])
            with tempfile.TemporaryDirectory() as folder:
                bank = os.path.join(folder, "bank.kbx")
                run(KICKBOX, "export", project, "-o", bank)
                answers = json.loads(run(NODE, "--input-type=module", "-e", PLAY, PAGE, bank, json.dumps(asked)))
            for of, answer, expected in zip(asked, answers, told):
                with self.subTest(sample=sample, scene=of["scene"]):
                    self.assertEqual(answer["hashes"], [line["hash"] for line in expected])
                    events = [event for line in expected for event in line["events"]]
                    self.assertEqual(answer["event"], events[-1] if events else None)
        self.assertEqual(len(played), 11)


if __name__ == "__main__":
    unittest.main()
