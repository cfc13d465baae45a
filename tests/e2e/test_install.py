# SPDX-License-Identifier: MIT
"""What `meson install` puts where, that the desktop's own checkers accept it, and that a stranger's
program finds the runtime with pkg-config and with CMake."""
import glob
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

import gi

sys.path.insert(0, os.path.join(os.environ["KICKBOX_SOURCE"], "tests", "support"))
import examples  # noqa: E402

BUILD = os.environ["KICKBOX_BUILD"]
SOURCE = os.environ["KICKBOX_SOURCE"]
ID = "io.github.kickbox.Kickbox"

PROGRAM = r"""
#include <stdio.h>
#include <kickbox.h>

int
main (void)
{
  kbx_vec down = kbx_direction (90);
  printf ("%g %g\n", down.x, down.y);
  return down.y == 1 ? 0 : 1;
}
"""

CMAKE = """
cmake_minimum_required(VERSION 3.16)
project(stranger C)
find_package(kickbox REQUIRED)
add_executable(stranger stranger.c)
target_link_libraries(stranger PRIVATE kickbox::kickbox)
"""

# Patterns below the prefix.
FILES = [
    "bin/kickbox",
    "include/kickbox.h",
    "include/kickbox_pack.h",
    "include/kickbox/levels.h",
    "lib*/**/libkickbox.a",
    "lib*/**/libkickbox.so.1",
    "lib*/**/libkickbox_flat.so.1",
    "lib*/**/libkickbox-json.*",
    "lib*/**/pkgconfig/kickbox.pc",
    "**/cmake/kickbox/*onfig.cmake",
    f"share/mime/packages/{ID}.xml",
    "share/locale/fr/LC_MESSAGES/kickbox.mo",
    "share/man/man1/kickbox.1",
    "share/kickbox/amalgamation/kickbox.c",
    "share/kickbox/amalgamation/kickbox.h",
    "share/kickbox/amalgamation/kickbox_pack.c",
    "share/kickbox/amalgamation/kickbox_pack.h",
    "share/kickbox/amalgamation/kickbox_flat.c",
    "share/kickbox/kickbox_api.json",
    "share/kickbox/bazel/defs.bzl",
    "share/lua/5.1/kickbox.lua",
    "share/lua/5.1/kickbox_json.lua",
    "share/doc/kickbox/reference.md",
    "share/doc/kickbox/runtime-guide.md",
    "share/doc/kickbox/images/kit-zones.png",
    "share/doc/kickbox/examples/fight.c",
]
if os.path.exists(os.path.join(BUILD, "bindings", "web", "publish", "publish.html")):
    FILES.append("share/kickbox/publish.html")
EDITOR_FILES = [
    "bin/kickbox-editor",
    f"share/applications/{ID}.desktop",
    "share/kickbox/samples/dojo/dojo.kickbox",
    f"share/metainfo/{ID}.metainfo.xml",
    f"share/icons/hicolor/scalable/apps/{ID}.svg",
    f"share/icons/hicolor/128x128/apps/{ID}.png",
    f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
    f"share/glib-2.0/schemas/{ID}.gschema.xml",
    "share/man/man1/kickbox-editor.1",
]


def run(*command, fails=False, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL, check=False, **options)
    if done.returncode != 0 and not fails:
        raise AssertionError(f"{' '.join(command)} gave {done.returncode}:\n{done.stdout}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="kickbox-install-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.root = os.path.join(cls.folder, "root")
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", cls.root)
        cls.prefix = os.path.join(cls.root, os.environ.get("KICKBOX_PREFIX", "/usr/local").lstrip("/"))
        with open(os.path.join(cls.folder, "stranger.c"), "w", encoding="utf-8") as program:
            program.write(PROGRAM)

    def one(self, pattern):
        found = glob.glob(os.path.join(self.prefix, pattern), recursive=True)
        self.assertTrue(found, f"nothing was installed as {pattern}")
        return found[0]

    def test_files(self):
        editor = os.environ.get("KICKBOX_EDITOR") == "1"
        for pattern in FILES + (EDITOR_FILES if editor else []):
            with self.subTest(pattern):
                self.one(pattern)

    def test_nothing_else(self):
        known = re.compile(r"^(bin/kickbox(-editor)?|include/kickbox(_pack)?\.h|include/kickbox-json\.h|include/kickbox/[\w-]+\.h|"
                           r"lib[^ ]*/(libkickbox[\w.-]*|pkgconfig/kickbox[\w-]*\.pc|cmake/kickbox/[\w-]+\.cmake)|"
                           r"share/(applications|metainfo|mime/packages|glib-2\.0/schemas|icons/hicolor/\w+/apps)/[\w.-]+|"
                           r"share/man/(fr/)?man1/kickbox(-editor)?\.1|share/lua/5\.1/kickbox\w*\.lua|share/locale/.*/kickbox\.mo|share/kickbox/[\w./ -]+|share/doc/kickbox/[\w./-]+)$")
        names = [os.path.relpath(os.path.join(folder, name), self.prefix)
                 for folder, _, found in os.walk(self.prefix) for name in found]
        self.assertEqual([name for name in names if not known.match(name)], [])

    def test_all_guides(self):
        """Each is there, and what of the guides' folder it shows or refers to."""
        folder = os.path.join(self.prefix, "share", "doc", "kickbox")
        for name in (name for name in os.listdir(os.path.join(SOURCE, "docs")) if name.endswith(".md")):
            with self.subTest(name), open(os.path.join(folder, name), encoding="utf-8") as text:
                for link in re.findall(r"\]\(([\w./-]+)", text.read()):
                    self.assertTrue(link.startswith(("../", "http")) or link.endswith(".py") or os.path.exists(os.path.join(folder, link)), link)

    def test_the_command_line_runs_where_it_is_installed(self):
        self.assertIn("kickbox", run(self.one("bin/kickbox"), "--help"))

    def test_pkg_config(self):
        pc = os.path.dirname(self.one("lib*/**/pkgconfig/kickbox.pc"))
        env = dict(os.environ, PKG_CONFIG_PATH=pc, PKG_CONFIG_SYSROOT_DIR=self.root, PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1",
                   PKG_CONFIG_ALLOW_SYSTEM_LIBS="1")
        flags = run("pkg-config", "--static", "--cflags", "--libs", "kickbox", env=env).split()
        for compiler, standard in (("gcc", "-std=c11"), ("g++", "-std=c++17")):
            with self.subTest(compiler):
                program = os.path.join(self.folder, "stranger-" + compiler)
                language = ["-x", "c++"] if compiler == "g++" else []
                run(compiler, standard, "-Wall", "-Wextra", "-Werror", *language, os.path.join(self.folder, "stranger.c"),
                    "-x", "none", "-o", program, *flags)
                library = os.path.dirname(self.one("lib*/**/libkickbox.*"))
                self.assertEqual(run(program, env=dict(os.environ, LD_LIBRARY_PATH=library)), "0 1\n")

    def test_the_games(self):
        """The guide's programs with the installed headers and library: as C and as C++, each prints what the guide shows."""
        pc = os.path.dirname(self.one("lib*/**/pkgconfig/kickbox.pc"))
        env = dict(os.environ, PKG_CONFIG_PATH=pc, PKG_CONFIG_SYSROOT_DIR=self.root, PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1",
                   PKG_CONFIG_ALLOW_SYSTEM_LIBS="1")
        flags = run("pkg-config", "--static", "--cflags", "--libs", "kickbox", env=env).split()
        extra = os.environ.get("KICKBOX_SANITIZE", "none")
        flags += [] if extra == "none" else ["-fsanitize=" + extra]
        library = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(self.one("lib*/**/libkickbox.*")))
        for name, (sample, output) in examples.shown().items():
            source = self.one(f"share/doc/kickbox/examples/{name}.c")
            bank = [examples.export(sample, self.folder)] if sample else []
            for compiler, standard, language in (("gcc", "-std=c11", "c"), ("g++", "-std=c++17", "c++")):
                with self.subTest(name, compiler=compiler):
                    program = os.path.join(self.folder, f"{name}-{compiler}")
                    run(compiler, standard, "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-x", language, source, "-x", "none", "-o", program, *flags)
                    self.assertEqual(run(program, *bank, env=library), output)

    def test_readable_banks(self):
        """The guide's program, with both installed libraries, opens both forms; the guide shows its heart."""
        source = os.path.join(SOURCE, "docs", "examples", "readable.c")
        with open(source, encoding="utf-8") as text, open(os.path.join(SOURCE, "docs", "runtime-guide.md"), encoding="utf-8") as guide:
            program, shown = text.read(), guide.read()
        heart = program[program.index("  /* A binary bank"):program.index("\n\n  kbx_bank bank;")]
        self.assertIn("```c\n" + heart + "\n```\n", shown)
        pc = os.path.dirname(self.one("lib*/**/pkgconfig/kickbox-json.pc"))
        env = dict(os.environ, PKG_CONFIG_PATH=pc, PKG_CONFIG_SYSROOT_DIR=self.root, PKG_CONFIG_ALLOW_SYSTEM_CFLAGS="1",
                   PKG_CONFIG_ALLOW_SYSTEM_LIBS="1")
        libs = run("pkg-config", "--static", "--libs", "kickbox", "kickbox-json", env=env).split()
        # Headers of other packages are where they are; only ours were installed below a folder.
        flags = ["-I" + os.path.dirname(self.one("include/kickbox-json.h"))] + run("pkg-config", "--cflags", "jansson").split()
        extra = os.environ.get("KICKBOX_SANITIZE", "none")
        sanitize = [] if extra == "none" else ["-fsanitize=" + extra]
        libs = [lib for lib in libs if lib != "-L" + self.root + run("pkg-config", "--variable=libdir", "jansson").strip()]
        made = os.path.join(self.folder, "readable")
        library = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(self.one("lib*/**/libkickbox.*")))
        for compiler, standard in (("gcc", "-std=c11"), ("g++", "-std=c++17")):
            run(compiler, standard, "-Wall", "-Wextra", "-Werror", "-x", "c++" if compiler == "g++" else "c", source, "-x", "none",
                "-o", made, *flags, *sanitize, *libs)
            for form in ("binary", "json"):
                bank = os.path.join(self.folder, "dojo." + form)
                run(self.one("bin/kickbox"), "export", os.path.join(SOURCE, "data", "dojo"), "-o", bank, "--format", form)
                self.assertEqual(run(made, bank, env=library), "boxer: 26 frames\nfakir: 26 frames\n")
        for content, says in (('{"kickbox_bank": 3}', "kickbox_bank"), ("{\n,", "line 2, column 1"), ("\x8aKBX", "byte")):
            with open(os.path.join(self.folder, "wrong"), "w", encoding="latin-1") as text:
                text.write(content)
            done = subprocess.run([made, os.path.join(self.folder, "wrong")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  check=False, env=library)
            self.assertEqual(done.returncode, 1)
            self.assertIn(says, done.stdout)

    def test_cmake(self):
        if not shutil.which("cmake"):
            self.skipTest("no cmake")
        with open(os.path.join(self.folder, "CMakeLists.txt"), "w", encoding="utf-8") as text:
            text.write(CMAKE)
        build = os.path.join(self.folder, "cmake-build")
        run("cmake", "-G", "Ninja", "-S", self.folder, "-B", build, "-DCMAKE_PREFIX_PATH=" + self.prefix)
        run("cmake", "--build", build)
        self.assertEqual(run(os.path.join(build, "stranger")), "0 1\n")


class Tarball(unittest.TestCase):
    def test_the_same_bytes(self):
        """`meson dist`, in another folder, by another umask and a second later."""
        if not shutil.which("git") or not os.path.exists(os.path.join(SOURCE, ".git")):
            self.skipTest("no repository")
        with tempfile.TemporaryDirectory() as folder:
            found = []
            for name, umask in (("one", 0o022), ("two", 0o077)):
                source, build = os.path.join(folder, name), os.path.join(folder, name, "build")
                run("git", "clone", "-q", "--depth=1", "file://" + SOURCE, source)
                # As it would be after a commit.
                shutil.copy(os.path.join(SOURCE, "meson.build"), source)
                mask = os.umask(umask)
                try:
                    run("git", "-C", source, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-am", "Now",
                        env=dict(os.environ, GIT_COMMITTER_DATE="2026-11-28T12:00:00", GIT_AUTHOR_DATE="2026-11-28T12:00:00"))
                    run("meson", "setup", "-Dtests=false", "-Deditor=disabled", build, source)
                    run("meson", "dist", "-C", build, "--no-tests", "--formats", "gztar")
                finally:
                    os.umask(mask)
                (path,) = glob.glob(os.path.join(build, "meson-dist", "*.tar.gz"))
                with gzip.open(path) as archive:
                    found.append(hashlib.sha256(archive.read()).hexdigest())
            self.assertEqual(found[0], found[1])


class Site(unittest.TestCase):
    def test_site(self):
        """Every link leads somewhere, nothing comes from elsewhere, and the search finds functions."""
        if not shutil.which("mkdocs"):
            self.skipTest("no mkdocs")
        script, reference = os.path.join(SOURCE, "scripts", "site_of_guides.py"), os.path.join(BUILD, "src", "runtime", "amalgamation", "reference.md")
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run(sys.executable, script, reference, folder), "")
            for page in ("index.html", "docs/reference/index.html", "docs/techniques/index.html", "docs/images/editor-dark.png"):
                self.assertTrue(os.path.exists(os.path.join(folder, page)), page)
            search = os.path.join(folder, "search")
            found = run("node", "-e", f"""
                const lunr = require("{search}/lunr.js"), docs = require("{search}/search_index.json").docs;
                const index = lunr(function () {{ this.ref("location"); this.field("title"); this.field("text"); docs.forEach(d => this.add(d)); }});
                console.log(index.search("kbx_level_move").map(hit => hit.ref).join(" "));""")
            self.assertRegex(found, "docs/reference/#.*docs/runtime-guide/#|docs/runtime-guide/#.*docs/reference/#")

    def test_what_is_wrong(self):
        sys.path.insert(0, os.path.join(SOURCE, "scripts"))
        import site_of_guides as site
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("index.html", '<a id=x href="a/">a</a><a href="a/#y">b</a><a href="#x">c</a><img src="https://example.org/a.png">'
                                '<a href="https://example.org/">d</a>'),
                               ("a/index.html", '<a href="../#x">a</a><a href="../b/">b</a>'), ("a.css", "@font-face { src: url(//example.org/f) }")):
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            self.assertEqual(list(site.problems(folder)), [
                "a/index.html: ../b/ leads nowhere", "index.html: a/#y names no place of its page", "index.html loads https://example.org/a.png",
                "a.css loads //example.org/f"])


class Desktop(unittest.TestCase):
    """The checkers of the formats themselves."""

    def check(self, tool, *arguments, **options):
        if not shutil.which(tool):
            self.skipTest("no " + tool)
        return run(tool, *arguments, **options)

    def test_desktop_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, ID + ".desktop")
            shutil.copy(os.path.join(SOURCE, "data", ID + ".desktop.in"), path)
            self.assertEqual(self.check("desktop-file-validate", path), "")

    def test_metainfo(self):
        """As built here, and with the address of a site: then nothing at all is missing."""
        with open(os.path.join(SOURCE, "data", ID + ".metainfo.xml.in"), encoding="utf-8") as file:
            template = file.read()
        # GNOME's names have capitals; AppStream before 1.0 does not know <developer>.
        known = ["cid-contains-uppercase-letter", "unknown-tag developer"]
        with tempfile.TemporaryDirectory() as folder:
            for website, begin, end, excepted in (("", "", "", [*known, "url-homepage-missing", "screenshots"]),
                                                  ("https://example.org/kickbox/", "-->", "<!--", known)):
                with self.subTest(website):
                    path = os.path.join(folder, ID + ".metainfo.xml")
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(template.replace("@WEBSITE@", website).replace("@WITH_WEBSITE@", begin).replace("@END_WEBSITE@", end))
                    # Without a homepage AppStream 1.0 refuses it.
                    report = self.check("appstreamcli", "validate", "--no-net", "--explain", "--pedantic", path, fails=not website)
                    complaints = [line for line in report.splitlines() if line[:2] in ("E:", "W:", "I:", "P:")
                                  and not any(word in line for word in excepted)]
                    self.assertEqual(complaints, [], report)
                    self.assertIn("alidation", report)
                    self.assertEqual(ElementTree.parse(path).find("screenshots") is not None, website != "")

    def test_icons(self):
        """The picture for software centres is the scalable one, drawn."""
        gi.require_version("GdkPixbuf", "2.0")
        from gi.repository import GdkPixbuf
        icons = os.path.join(SOURCE, "ui", "icons")
        drawn = GdkPixbuf.Pixbuf.new_from_file_at_size(os.path.join(icons, ID + ".svg"), 128, 128)
        shown = GdkPixbuf.Pixbuf.new_from_file(os.path.join(icons, ID + ".png"))
        self.assertEqual((shown.get_width(), shown.get_height()), (128, 128))
        a, b = drawn.get_pixels(), shown.get_pixels()
        self.assertLess(sum(abs(x - y) for x, y in zip(a, b)) / len(a), 2)

    def test_file_types(self):
        with tempfile.TemporaryDirectory() as folder:
            packages = os.path.join(folder, "mime", "packages")
            os.makedirs(packages)
            shutil.copy(os.path.join(SOURCE, "data", ID + ".mime.xml"), packages)
            self.check("update-mime-database", os.path.dirname(packages))
            env = dict(os.environ, XDG_DATA_HOME=folder, XDG_DATA_DIRS="/usr/share")
            for name, content, expected in (
                    ("a.kickbox", b"{}\n", "application/x-kickbox-project"),
                    ("a.kbx", b"?", "application/x-kickbox-bank"),
                    ("unnamed", b"\x8aKBX\r\n\x1a\n" + bytes(56), "application/x-kickbox-bank")):
                with self.subTest(name):
                    path = os.path.join(folder, name)
                    with open(path, "wb") as file:
                        file.write(content)
                    self.assertIn(expected, run("gio", "info", "-a", "standard::content-type", path, env=env))

    def test_manual_pages(self):
        pages = glob.glob(os.path.join(SOURCE, "docs", "man", "*.1"))
        self.assertEqual(len(pages), 2)
        for page in pages:
            with self.subTest(os.path.basename(page)):
                self.assertEqual(self.check("mandoc", "-T", "lint", "-W", "warning", page), "")


if __name__ == "__main__":
    unittest.main()
