# SPDX-License-Identifier: MIT
"""The commands in the documents work as they are printed: every sh block is run, in order, and what the manual asks and edits."""
import glob
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from cli_case import BUILD, Case, KICKBOX, SOURCE
from rounds import whole

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^```sh\n(.*?)^```\n(?:\n\w+\n)?\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```\w+\n(?:#|--|//) (build/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANSWERS = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Documents(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kickbox-documents-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = os.path.join(self.folder, "kickbox")
        # What the commands refer to; beside it may lie build folders of any name, and large ones.
        for name in ("data", "docs", "src/runtime"):
            shutil.copytree(os.path.join(SOURCE, name), os.path.join(self.root, name), ignore=shutil.ignore_patterns("__pycache__"))
        # A build folder that holds what was built, and that the commands may write to.
        for part in ("src/cli", "src/runtime", "src/bank"):
            os.makedirs(os.path.join(self.root, "build", os.path.dirname(part)), exist_ok=True)
            os.symlink(os.path.join(BUILD, part), os.path.join(self.root, "build", part))
        self.env = dict(os.environ, PATH=os.path.join(BUILD, "src", "cli") + os.pathsep + os.environ["PATH"])

    def run_blocks(self, path, skip=(), folder=None, ends=()):
        """All output of a document's sh blocks that have none of the words. A block that ends as said gets that at its end."""
        with open(os.path.join(SOURCE, path), encoding="utf-8") as text:
            blocks = [block for block in BLOCK.findall(text.read()) if not any(word in block for word in skip)]
        self.assertTrue(blocks, f"{path} has no commands")
        output = ""
        for block in blocks:
            block = block.rstrip("\n") + "".join(ends[end] for end in ends if block.endswith(end + "\n"))
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=folder or self.root, env=self.env,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, check=False)
            self.assertEqual(done.returncode, 0, f"{path}:\n{block}\ngave\n{done.stdout}")
            output += done.stdout
        return output

    def test_pipeline(self):
        output = self.run_blocks("docs/pipeline.md", skip=("git ", "kickbox diff", "kickbox merge", "--changed-since"))
        self.assertIn("link build/dojo-n.kbx", output)

    def test_first_steps(self):
        subprocess.run(["kickbox", "export", "data/dojo", "-o", "build/dojo.kbx"], cwd=self.root, env=self.env,
                       stdin=subprocess.DEVNULL, check=True)
        output = self.run_blocks("docs/first-steps-programmer.md", skip=("run.sh", "sudo "))
        self.assertRegex(output, r"ms: fakir kick \d hits the (arms|torso|head|legs)\n")
        self.assertRegex(output, r'"hit": ?true')
        output = self.run_blocks("docs/first-steps-designer.md")
        with open(os.path.join(SOURCE, "docs", "first-steps-designer.md"), encoding="utf-8") as text:
            answers = [line for block in ANSWERS.findall(text.read()) for line in block.splitlines()]
        self.assertTrue(answers)
        for answer in answers:
            self.assertIn(answer + "\n", output)

    def test_runtime_guide(self):
        """A reader's terminal shows what the guide prints below its commands."""
        output = self.run_blocks("docs/runtime-guide.md", skip=("-O2", "meson"))    # to compile the library takes long
        with open(os.path.join(SOURCE, "docs", "runtime-guide.md"), encoding="utf-8") as text:
            printed = PRINTED.findall(text.read())
        self.assertGreater(len(printed), 5)
        for commands, shown in printed:
            self.assertIn(shown, output, commands)

    def run_page(self, language, *needs):
        """A binding's page: its files are written, its commands run, and print what it shows."""
        for need in needs:
            if not shutil.which(need):
                self.skipTest(need + " is not installed")
        page = os.path.join("bindings", language, "README.md")
        with open(os.path.join(SOURCE, page), encoding="utf-8") as text:
            text = text.read()
        shutil.copytree(os.path.join(SOURCE, "bindings"), os.path.join(self.root, "bindings"))
        # pip and cargo write next to what they compile.
        shutil.copytree(os.path.join(BUILD, "bindings"), os.path.join(self.root, "build", "bindings"))
        for name, content in FILE.findall(text):
            os.makedirs(os.path.dirname(os.path.join(self.root, name)), exist_ok=True)
            with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
                file.write(content)
        self.env.update(PATH=os.path.join(BUILD, "src", "cli") + os.pathsep + "/usr/bin" + os.pathsep + os.environ["PATH"],
                        SDL_VIDEODRIVER="dummy", CARGO_NET_OFFLINE="true", CARGO_HOME=os.path.join(self.folder, "cargo"))
        subprocess.run(["kickbox", "export", "data/dojo", "-o", "build/dojo.kbx"], cwd=self.root, env=self.env,
                       stdin=subprocess.DEVNULL, check=True)
        # A browser, a window of LOVE and what goes on for ever are left out; other windows close after some frames.
        output = self.run_blocks(page, ("apt ", "GAME", "love ", "--watch"), ends={"rgba/yard.kbx": " 20 build/last.bmp", "fight.py build": " --frames 20"})
        for commands, shown in PRINTED.findall(text):
            self.assertIn(shown, output, commands)
        self.assertEqual(len(PRINTED.findall(text)), 0 if language in ("godot", "sdl2", "windows") else 1)
        return output

    @unittest.skipUnless(shutil.which("wasm-ld"), "lld is not installed")
    def test_bindings_target(self):
        """`ninja bindings`, which run.sh asks for, makes what the pages take from the build."""
        made = subprocess.run(["ninja", "-C", BUILD, "-t", "query", "bindings"], capture_output=True, text=True, check=True).stdout
        # A library also has its names without the version, as links.
        made = {re.sub(r"\.so\..*", ".so", name) for name in re.findall(r"^[ |]+bindings/([\w.]+)", made, re.MULTILINE)}
        for page in glob.glob(os.path.join(SOURCE, "bindings", "*", "README.md")):
            with open(page, encoding="utf-8") as text:
                named = set(re.findall(r"build/bindings/([\w.]+)", text.read())) - {"windows"}
            self.assertEqual(named - made, set(), page)

    @whole
    def test_csharp_page(self):
        self.run_page("csharp", "mcs", "mono", "sdl2-config")

    @whole
    def test_godot_page(self):
        self.run_page("godot")
        self.assertTrue(os.path.exists(os.path.join(self.root, "build", "godot-sample", "addons", "kickbox", "libkickbox_godot.so")))

    def test_lua_page(self):
        self.run_page("lua", "luajit")

    @whole
    def test_python_page(self):
        self.run_page("python", "pip3")

    @whole
    def test_rust_page(self):
        self.run_page("rust", "cargo", "sdl2-config")

    @whole
    def test_sdl2_page(self):
        self.run_page("sdl2", "sdl2-config")

    def test_web_page(self):
        self.run_page("web", "node", "wasm-ld")

    @whole
    def test_windows_page(self):
        """With the program of the first steps."""
        with open(os.path.join(SOURCE, "docs", "first-steps-programmer.md"), encoding="utf-8") as text:
            program = re.search(r"^cat > (\S+) <<'END'\n(.*?)^END$", text.read(), re.MULTILINE | re.DOTALL)
        with open(os.path.join(self.root, program[1]), "w", encoding="utf-8") as file:
            file.write(program[2])
        self.env.update(WINEPREFIX=os.path.join(self.folder, "wine"), WINEDEBUG="-all")
        self.assertRegex(self.run_page("windows", "x86_64-w64-mingw32-gcc", "wine"), r"ms: fakir kick \d hits the torso")

    def test_contents(self):
        """A page that begins with a list of its parts has all of them there."""
        for name in ("editor-guide", "techniques", "fr/editor-guide", "fr/techniques"):
            with open(os.path.join(SOURCE, "docs", name + ".md"), encoding="utf-8") as text:
                contents, _, rest = text.read().partition("\n## ")
            headings = re.findall(r"^## (.*)$", "## " + rest, re.MULTILINE)
            self.assertEqual(re.findall(r"\]\(#([\w-]+)\)", contents.partition("\n[")[2]),
                             [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings])

    def test_playtest(self):
        self.assertIn('{"step":300,', self.run_blocks("docs/playtest.md"))

    def test_project_format(self):
        folder = os.path.join(self.folder, "work")
        os.mkdir(folder)
        shutil.copy(os.path.join(SOURCE, "data", "dojo-art", "fakir.png"), os.path.join(folder, "walk.png"))
        self.run_blocks("docs/project-format.md", folder=folder)
        self.assertTrue(os.path.exists(os.path.join(folder, "robot", "sprites", "robot.json")))

    def test_commands_in_sentences(self):
        """`kickbox COMMAND --option` in the middle of a text: there is such a command, with these options."""
        helps, seen = {}, 0
        pages = ["README.md", "data/README.md", *(f"docs/{name}" for name in os.listdir(os.path.join(SOURCE, "docs")) if name.endswith(".md")),
                 *glob.glob("bindings/*/README.md", root_dir=SOURCE)]
        for page in pages:
            with open(os.path.join(SOURCE, page), encoding="utf-8") as text:
                commands = re.findall(r"`kickbox (\w+)([^`]*)`", text.read())
            for command, rest in commands:
                command = command if command != "help" else rest.split()[0]
                if command not in helps:
                    helps[command] = subprocess.run(["kickbox", "help", command], env=self.env, capture_output=True, text=True, check=True).stdout
                for option in re.findall(r"(?<=\s)(--[\w-]+|-\w)\b", rest):
                    seen += 1
                    self.assertRegex(helps[command], re.escape(option) + r"\b", f"{page}: kickbox {command} {rest}")
        self.assertGreater(seen, 5)


    def test_translations(self):
        """A page in another language has the parts of the English one: headings, tables, code as it is, pictures."""
        def parts(page):
            text = self.read_page(page)
            code = re.findall(r"^(?:```.*?^```$|    \S.*?$)", text, re.MULTILINE | re.DOTALL)
            text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
            return (code, [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)],
                    [row.count(" | ") for row in re.findall(r"^\| .*$", text, re.MULTILINE)],
                    [shown(os.path.dirname(page), picture) for picture in re.findall(r"^!\[[^\]]*\]\(([^)]*)\)", text, re.MULTILINE)])

        def shown(folder, picture):
            """The English picture; a page shows that of its own language, if there is one."""
            path = os.path.normpath(os.path.join(folder, picture))
            own = re.sub(r"^docs/(\w\w/)?", f"docs/{os.path.basename(folder)}/", path)
            self.assertTrue(path == own or not re.fullmatch("docs/..", folder) or not os.path.exists(os.path.join(SOURCE, own)), own)
            return re.sub(r"^docs/\w\w/", "docs/", path)
        elsewhere = {"README.md": "README.md", "samples.md": "data/README.md"}
        pages = glob.glob("docs/??/*.md", root_dir=SOURCE)
        self.assertTrue(pages)
        for page in pages:
            name = os.path.basename(page)
            for part, there, here in zip(("code", "headings", "tables", "pictures"), parts(elsewhere.get(name, f"docs/{name}")), parts(page)):
                # The course's snippets print words; test_course runs those of both pages.
                if (name, part) != ("course.md", "code"):
                    self.assertEqual(there, here, f"{page}: {part}")

    def test_links(self):
        """Every link to a file of ours leads to one, and its anchor to a heading there."""
        slug = lambda heading: re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        for page in ["README.md", *glob.glob("docs/**/*.md", root_dir=SOURCE, recursive=True)]:
            text = self.read_page(page)
            for target in re.findall(r"\]\((?!http)([^)\s]*)\)", text):
                path, _, anchor = target.partition("#")
                there = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                self.assertTrue(os.path.exists(os.path.join(SOURCE, there)), f"{page}: {target}")
                if anchor and there.endswith(".md"):
                    lines = self.read_page(there)
                    self.assertIn(anchor, [*map(slug, re.findall(r"^#+ (.*)$", lines, re.MULTILINE)), *re.findall(r'<a id="([^"]+)"', lines)],
                                  f"{page}: {target}")

    def read_page(self, page):
        with open(os.path.join(SOURCE, page), encoding="utf-8") as text:
            return text.read()


class Manual(Case):
    def texts(self):
        """The manual's source, and as it is shown."""
        manual = os.path.join(SOURCE, "docs", "man", "kickbox.1")
        yield self.read(manual).decode()
        if shutil.which("man"):
            yield subprocess.run(["man", "-l", manual], capture_output=True, text=True, check=False,
                                 env=dict(os.environ, MANWIDTH="300", LC_ALL="C.UTF-8")).stdout

    def test_translations(self):
        """A page in another language has the commands, options and examples of the English one."""
        parts = re.compile(r"^\.(?:Ss kick[^\n]*$|It (?:Fl|Cm|Ev) [^\n]*$|Sh SYN.*?(?=^\.Sh)|Bd .*?^\.Ed$)", re.MULTILINE | re.DOTALL)
        docs = os.path.join(SOURCE, "docs")
        for page in glob.glob("??/man/*.1", root_dir=docs):
            there, here = (parts.findall(self.read(os.path.join(docs, name)).decode()) for name in (page[3:], page))
            self.assertGreater(len(there), 2)
            self.assertEqual(there, here, page)

    def examples(self, text, kinds):
        """For each sample, the JSON lines that have one of the keys, below the place where its name stands."""
        sample, lines = None, {}
        for line in text.splitlines():
            if named := re.search(r"data/(\w+)", line):
                sample = named[1]
            if re.match(r'\s*\{"(' + kinds + ')"', line):
                lines.setdefault(sample, []).append(line.strip())
        return lines

    def test_questions(self):
        """Each can be copied, and has an answer in the sample's bank, whose keys `kickbox help query` names."""
        for text in self.texts():
            asked = self.examples(text, "q")
            self.assertEqual(list(asked), ["dojo", "harbor", "temple", "yard"])
            source = next(self.texts())
            told = dict(re.findall(r'^  \{"q": "(\w+)", .*\n +-> (.*)$', self.run_kickbox("help", "query")[0], re.MULTILINE))
            told["strike"] = told["point"]
            described = set(re.findall(r"^\.It Cm ([a-z_]+)$", source, re.MULTILINE))
            self.assertEqual({json.loads(line)["q"] for lines in asked.values() for line in lines}, described)
            for sample, lines in asked.items():
                bank = self.path(sample + ".kbx")
                if not os.path.exists(bank):
                    self.run_kickbox("export", os.path.join(SOURCE, "data", sample), "-o", bank)
                out, _ = self.run_kickbox("query", bank, text="".join(line + "\n" for line in lines))
                answers = out.splitlines()
                for line, answer in zip(lines, map(json.loads, answers)):
                    self.assertFalse(any(next(iter(answer.values())) is no for no in (False, None)), line)
                    if json.loads(line)["q"] != "events":   # the sample has none
                        self.assertNotIn([], answer.values(), line)
                    words = re.findall(r"\w+", told[json.loads(line)["q"]])
                    self.assertEqual([key for key in answer if key not in words], [], line)
                if sample == "dojo":
                    self.assertIn("\n" + answers[0] + "\n", re.sub(r"^ +", "", text, flags=re.MULTILINE))

    def test_info(self):
        text = next(self.texts())
        table = re.search(r"^\.Bd -literal\n(garden: .*?)\.Ed", text, re.DOTALL | re.MULTILINE)[1].replace("\\(en", "–")
        self.assertIn(table, self.run_kickbox("info", os.path.join(SOURCE, "data", "temple"))[0])

    def test_commands(self):
        """Those of the examples at the end."""
        self.write("walk.png", self.read(os.path.join(SOURCE, "data", "dojo-art", "fakir.png")))
        text = self.read(os.path.join(SOURCE, "docs", "man", "kickbox.1")).decode().partition(".Sh EXAMPLES")[2]
        commands = re.search(r"^\.Bd .*\n(kickbox (?:.*\n)*?)\.Ed", text, re.MULTILINE)[1]
        env = dict(os.environ, PATH=os.path.dirname(KICKBOX) + os.pathsep + os.environ["PATH"])
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=os.path.dirname(self.path("robot")), env=env,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(os.path.exists(self.path("robot.kbx")))

    def test_edits(self):
        # Of an edit without a sample before it, the name is in the sentence after it.
        text = next(self.texts())
        text = text[text.index(".Ss kickbox edit"):text.index(".Ss kickbox export")]
        edits = self.examples("data/dojo\n" + text.replace("\n.Pa data/dojo", ""), "set|insert|remove|move|paint|step|undo|redo")
        self.assertEqual({sample: len(lines) for sample, lines in edits.items()}, {"dojo": 7, "harbor": 1, "temple": 1, "yard": 1})
        for sample, lines in edits.items():
            shutil.copytree(os.path.join(SOURCE, "data", sample), self.path(sample))
            before = self.run_kickbox("info", sample)[0]
            self.run_kickbox("edit", sample, text="".join(line + "\n" for line in lines))
            self.assertNotEqual(self.run_kickbox("info", sample)[0], before, sample)


if __name__ == "__main__":
    unittest.main()
