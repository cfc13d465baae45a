# SPDX-License-Identifier: MIT
"""The house rules that a search through the source can check."""
import fnmatch
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
# Headers of the C library and POSIX, which every folder may use.
SYSTEM = re.compile(r"^(?:[a-z0-9]+\.h|(?:sys|linux|arpa|netinet)/[a-z0-9_]+\.h)$")
# Headers without a folder that look like the C library's and are not.
LIBRARIES = ("glib.h", "gio.h", "glib-object.h", "gmodule.h", "jansson.h", "png.h", "xxhash.h", "zlib.h", "zstd.h", "cairo.h", "adwaita.h", "gtk.h")
SOURCES = (".c", ".h", ".py", ".sh")
TEXTS = SOURCES + (".md", ".build", ".txt", ".xml", ".ui", ".css", ".in", ".json", ".desktop", ".1", ".mjs", ".cc", ".cpp")
# Where the version is, and the date of its release: the first match of each.
VERSIONS = {
    "CHANGELOG.md": r"^## (?P<version>\S+), (?P<date>\S+)$",
    "bindings/godot/addons/kickbox/plugin.cfg": r'^version="(?P<version>[^"]+)"$',
    "bindings/python/pyproject.toml": r'^version = "(?P<version>[^"]+)"$',
    "bindings/rust/kickbox-sys/Cargo.toml": r'^version = "(?P<version>[^"]+)"$',
    "bindings/rust/kickbox/Cargo.toml": r'^version = "(?P<version>[^"]+)"$',
    "bindings/web/package.json": r'^  "version": "(?P<version>[^"]+)",$',
    "data/io.github.kickbox.Kickbox.metainfo.xml.in": r'<release version="(?P<version>[^"]+)" date="(?P<date>[^"]+)"',
    "debian/changelog": r"^kickbox \((?P<version>[^)]+)\)",
    "docs/man/kickbox-editor.1": r"^\.Os Kickbox (?P<version>\S+)$",
    "docs/man/kickbox.1": r"^\.Os Kickbox (?P<version>\S+)$",
}
# Panels, lists, dialogs, canvases, popovers, palettes, windows, rows of options and tables of keys.
WINDOW_PART = re.compile(r"(/dialog_\w+|_dialog|_panel|_list|canvas\w*|_popover|_palette|_window|_options|_shortcuts|/keys|/inspector|/filmstrip)\.c$")
# Folders of the machine that one of us builds on have no place in the repository.
MACHINE = re.compile(r"(?<![\w./-])/(?:" + "|".join(["work", "root", "home", "Users"]) + r")/\w")


def files(*endings, under=""):
    """Paths relative to the root of all files with one of the endings, build folders left out."""
    for folder, folders, names in os.walk(os.path.join(ROOT, under)):
        folders[:] = sorted(name for name in folders if not name.startswith((".git", "build")) and name != "__pycache__"
                            and not os.path.isdir(os.path.join(folder, name, "meson-private")))
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def lines(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as text:
        return text.read().split("\n")


def read_layers(text):
    """{folder: [what it may include]}"""
    table = {}
    for line in text:
        line = line.split("#")[0].strip()
        if line:
            folder, _, allowed = line.partition(":")
            table[folder] = allowed.split()
    return table


def wrong_arrows(path, text, table):
    """'file:line: ...' for each include of a file of src that its folder may not have."""
    folder, inner = path.split(os.sep)[1], "/".join(path.split(os.sep)[1:3])
    allowed = table[folder] + table.get(inner, [])
    for number, line in enumerate(text, 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, name = match[1] == '"', match[2]
        first = name.split("/")[0]
        if quoted and path.startswith("src/runtime/kickbox"):
            problem = None  # public headers stay together wherever they are installed
        elif quoted and "/" not in name:
            problem = "an include is written with its folder"
        elif quoted and inner in table and first == folder:
            asked = os.path.dirname(name)
            problem = None if asked in [inner] + allowed else f"{inner} may not include {asked}"
        elif quoted or first in table:
            problem = None if first in [folder] + allowed else f"{folder} may not include {first}"
        elif any(fnmatch.fnmatch(name, pattern) for pattern in allowed):
            problem = None
        elif SYSTEM.match(name) and name not in LIBRARIES:
            problem = None
        else:
            problem = f"{folder} may not include <{name}>"
        if problem:
            yield f"{path}:{number}: {problem}: {line.strip()}"


# Calls that read, make, replace or remove a file, and who may make them.
FILE_CALL = re.compile(r"\b((?:g_)?(?:fopen|open|openat|creat|rename|renameat|unlink|unlinkat|remove|mkdir|mkdirat|mkstemp|truncate|symlink)"
                       r"|link|linkat|g_mkdir_with_parents|g_mkstemp_full|g_file_(?:get|set)_contents\w*|g_file_(?:replace|load|delete|copy|move)\w*"
                       r"|g_mapped_file_new|json_(?:load|dump)_file|cairo_surface_write_to_png\w*) \(")
FILE_CALLERS = {
    "src/document/files/files.c": "the module",
    "src/bake/cache.c": "the user's own cache",
    "src/bake/outputs.c": "a pipe or a device that the user named",
    "src/cli/input.c": "a pipe that the user named",
    "src/runtime/bank/bank_file.c": "the library has no other",
}


class Layers(unittest.TestCase):
    def setUp(self):
        self.table = read_layers(lines("tests/unit/layers.txt"))

    def test_every_folder_is_in_the_table(self):
        folders = {name for name in os.listdir(os.path.join(ROOT, "src"))
                   if os.path.isdir(os.path.join(ROOT, "src", name))}
        folders |= {f"editor/{name}" for name in os.listdir(os.path.join(ROOT, "src", "editor"))
                    if os.path.isdir(os.path.join(ROOT, "src", "editor", name))}
        self.assertEqual(folders, set(self.table))

    def test_includes_follow_the_table(self):
        wrong, seen = [], 0
        for path in files(".c", ".h", under="src"):
            seen += 1
            wrong += wrong_arrows(path, lines(path), self.table)
        self.assertGreater(seen, 0)
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_the_table_has_no_cycles(self):
        done = []
        for folder, allowed in self.table.items():
            later = [name for name in allowed if name in self.table and name not in done]
            self.assertEqual(later, [], f"{folder} includes what stands below it")
            done.append(folder)

    def test_a_wrong_arrow_is_seen(self):
        path = os.path.join("src", "document", "x.c")
        for line in ('#include "editor/window.h"', "#include <gtk/gtk.h>", "#include <cairo.h>",
                     '#include "edit.h"', "#include <adwaita.h>", "  #  include <pango/pango.h>"):
            with self.subTest(line):
                found = list(wrong_arrows(path, ["", line], self.table))
                self.assertEqual([text.split(": ")[0] for text in found], [path + ":2"])
        for line in ('#include "document/edit.h"', "#include <glib.h>", "#include <sys/stat.h>",
                     "#include <math.h>", '#include "runtime/kickbox.h"', "int include;"):
            with self.subTest(line):
                self.assertEqual(list(wrong_arrows(path, [line], self.table)), [])
        path = os.path.join("src", "editor", "canvas", "x.c")
        self.assertEqual(len(list(wrong_arrows(path, ['#include "editor/window/parts.h"'], self.table))), 1)
        self.assertEqual(list(wrong_arrows(path, ['#include "editor/state/window.h"', "#include <adwaita.h>"], self.table)), [])
        path = os.path.join("src", "runtime", "x.c")
        for line in ("#include <glib.h>", '#include "document/edit.h"', '#include "edit.h"'):
            with self.subTest(line):
                self.assertEqual(len(list(wrong_arrows(path, [line], self.table))), 1)

    def test_one_module_opens_files(self):
        wrong, seen = [], set()
        for path in files(".c", under="src"):
            for number, line in enumerate(lines(path), 1):
                match = FILE_CALL.search(line.split("/*")[0])
                if match and "->" not in line[:match.start() + 1][-3:]:
                    seen.add(path)
                    if path not in FILE_CALLERS:
                        wrong.append(f"{path}:{number}: {match[1]}: use document/files.h")
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))
        self.assertEqual(seen, set(FILE_CALLERS))

    def test_only_the_editor_names_gtk(self):
        wrong = [f"{path}:{number}" for path in files(".c", ".h", under="src") if not path.startswith("src/editor/")
                 for number, line in enumerate(lines(path), 1) if re.search(r"\b(?:gtk|gdk|adw)_[a-z]+_[a-z]", line)]
        self.assertEqual(wrong, [])


# What src declares and does not use.
UNUSED = {
    "kb_error_quark": "a macro of GLib's defines it, KB_ERROR calls it",
    "kb_level_file_parse": "fuzzers and tests give bytes without a file",
    "kb_layers_n_drawn": "tests count what was drawn anew",
}
PUBLIC = ("src/runtime/kickbox/", "src/bank/kickbox-json.h")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAME = re.compile(r"\bkbx?_\w+")
DECLARED = re.compile(r"^(?!static\b|typedef\b|#|\s)[A-Za-z_][^;{}()=]*?\b(kbx?_\w+) \(", re.M)


def unused(texts):
    """{function: header} of what headers declare, and no file names more often than to declare and to define it."""
    named = {}
    for text in texts.values():
        for name in NAME.findall(text):
            named[name] = named.get(name, 0) + 1
    return {name: path for path, text in texts.items() if path.endswith(".h") for name in DECLARED.findall(text)
            if named[name] <= 2 and not name.endswith("_get_type")}  # those are made and called by GObject's macros


def inner(texts):
    """{function: source} of what headers of src declare, and only one source names, no test either."""
    naming = {}
    for path, text in texts.items():
        for name in NAME.findall(text):
            naming.setdefault(name, []).append(path)
    found = {}
    for header, text in texts.items():
        if header.endswith(".h") and header.startswith("src"):
            for name in DECLARED.findall(text):
                others = [path for path in naming[name] if path != header]
                # What the header itself calls is called wherever it is included.
                if len(naming[name]) == len(others) + 1 and len(others) > 1 and len(set(others)) == 1:
                    found[name] = others[0]
    return found


def code(*folders):
    """{path: text without comments}, without the headers that are for everybody."""
    return {path: COMMENT.sub("", "\n".join(lines(path))) for folder in folders for path in files(".c", ".h", ".cpp", under=folder)
            if not path.startswith(PUBLIC)}


MARKED = re.compile(r"\b(?:N?_|C_|NC_) ?\(\s*\"|\bg?_?d?n?gettext \(")


class Marked(unittest.TestCase):
    def test_translators_get_each_file_with_texts(self):
        listed = [path for path in lines("po/POTFILES") if path and not path.startswith("#")]
        texts = {path for path, text in code("src").items() if MARKED.search(text)}
        self.assertEqual(sorted(texts - set(listed)), [], "missing in po/POTFILES")
        self.assertEqual([path for path in listed if not os.path.exists(os.path.join(ROOT, path))], [], "gone from the tree")


class Used(unittest.TestCase):
    def test_each_declared_function_is_used(self):
        found = unused(code("src"))
        # The strips of columns are named by a macro.
        found = {name: path for name, path in found.items() if not re.match(r"kb_(?:cut|exact)_strip_", name)}
        self.assertEqual({name: path for name, path in found.items() if name not in UNUSED}, {}, "delete it, or move it to tests/support")
        self.assertEqual([name for name in UNUSED if name not in found], [], "is used by now")

    def test_an_unused_function_is_seen(self):
        texts = {"a.h": "int kb_used (int a);\nint kb_lone (int a,\n          int b);\nstatic inline int\nkb_inner (void)\n{\n}\n",
                 "a.c": "int\nkb_used (int a)\n{\n  return kb_used (a);\n}\nint\nkb_lone (int a, int b)\n{\n}\n"}
        self.assertEqual(unused(texts), {"kb_lone": "a.h"})

    def test_what_one_source_uses_is_its_own(self):
        self.assertEqual(inner(code("src", "tests")), {}, "make it static in that file")

    def test_what_one_source_uses_is_seen(self):
        header = "int kb_inner (int a);\nKBX_INTERNAL int\nkbx_inner (int a);\nint kb_asked (int a);\nint kb_tested (int a);\nint kb_lone (void);\n" \
                 "static inline int\nb (int a)\n{\n  return kb_asked (a);\n}\n"
        texts = {"src/a.h": header, "src/a.c": "".join(f"int\n{name} (int a)\n{{\n  return {name} (a);\n}}\n" for name in
                                                     ("kb_inner", "kbx_inner", "kb_asked", "kb_tested")) + "int kb_lone (void) { }\n",
                 "tests/unit/test_a.c": "kb_tested (1);"}
        self.assertEqual(inner(texts), {"kb_inner": "src/a.c", "kbx_inner": "src/a.c"})


class CompiledHeaders(unittest.TestCase):
    """A compiler that has headers compiled before gives them to each file of a folder, asked or not. So each file has to
    ask for those that it uses, itself or by a header that it includes. Files of the editor without GTK are compiled apart."""

    # What only this header declares, and which headers bring it along.
    NAMES = (
        (re.compile(r"\bjson_[a-z]"), {"jansson.h"}),
        (re.compile(r"\bG(?:File|Cancellable|Task|ListModel|ListStore|InputStream|OutputStream|Settings|Subprocess|Converter|Resource)\b|"
                    r"\bg_(?:task|cancellable|input_stream|output_stream|resources|file_(?:new|query|monitor|replace|load|enumerate|make))_|\bG_IO_"),
         {"gio/gio.h", "gtk/gtk.h", "adwaita.h"}),
        (re.compile(r"\bg_[a-z]|\bG_[A-Z]|\bg(?:boolean|size|double|u?int\d*)\b"),
         {"glib.h", "glib-object.h", "gio/gio.h", "gtk/gtk.h", "adwaita.h"}),
    )

    def setUp(self):
        self.known = {}

    def reached(self, path):
        """The headers of the system that a file includes, by way of ours too."""
        if path not in self.known:
            self.known[path] = found = set()
            for line in lines(path):
                match = INCLUDE.match(line)
                ours = match and match[1] == '"' and os.path.join("src", match[2])
                if ours and os.path.exists(os.path.join(ROOT, ours)):
                    found |= self.reached(ours)
                elif match:
                    found.add(match[2])
        return self.known[path]

    def lacks(self, path):
        """What a file of the editor should include and does not."""
        reached, text = self.reached(path), "\n".join(lines(path))
        if re.search(r"\b(?:adw_|Adw[A-Z]|ADW_)", text) and "adwaita.h" not in reached:
            return "adwaita.h"
        return None if reached & {"adwaita.h", "gtk/gtk.h"} else "gtk/gtk.h"

    def unasked(self, path):
        """The first header that a file needs and does not ask for."""
        text = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', "", "\n".join(lines(path)), flags=re.S)
        return next((sorted(headers)[0] for names, headers in self.NAMES if names.search(text) and not headers & self.reached(path)), None)

    def test_files_that_get_libraries_ask_for_them(self):
        found = {path: self.unasked(path) for path in files(".c", under="src") if not path.startswith("src/runtime/")}
        self.assertGreater(len(found), 500)
        self.assertEqual({path: header for path, header in found.items() if header}, {})
        self.known["src/tools/snap.c"] = set()
        self.assertIsNotNone(self.unasked("src/tools/snap.c"))

    def test_files_that_get_gtk_ask_for_it(self):
        plain = []
        for path in files("meson.build", under="src/editor"):
            for names in re.findall(r"editor_plain_sources \+?= files\(([^)]*)\)", "\n".join(lines(path))):
                plain += [os.path.join(os.path.dirname(path), name) for name in re.findall(r"'([^']+)'", names)]
        self.assertGreater(len(plain), 10)
        lacking = {path: self.lacks(path) for path in files(".c", under="src/editor") if path not in plain}
        self.assertGreater(len(lacking), 100)
        self.assertEqual({path: header for path, header in lacking.items() if header}, {},
                         "include it, or name the file among editor_plain_sources")
        self.assertEqual([path for path in plain if self.lacks(path) is None], [], "knows GTK")
        self.assertEqual(self.lacks("src/editor/widgets/fuzzy.c"), "gtk/gtk.h")


class Kinds(unittest.TestCase):
    def test_a_kind_of_layer_touches_few_files(self):
        """Files that name the heightmap, the newest kind, besides those that are its own."""
        found = [path for path in files(".c", ".h", under="src")
                 if not re.search("height|profile", path)
                 and re.search(r"kb_heightmap_(kind|at)\b|\bKbHeightmap\b", "\n".join(lines(path)))]
        self.assertLessEqual(len(found), 8, found)


class House(unittest.TestCase):
    def test_each_source_names_its_licence(self):
        wrong = [path for path in files(*SOURCES)
                 if not any("SPDX-License-Identifier: MIT" in line for line in lines(path)[:4])]
        self.assertEqual(wrong, [])

    def test_lines_are_at_most_100_columns(self):
        wrong = [f"{path}:{number}" for path in files(".c", ".h", under="src")
                 for number, line in enumerate(lines(path), 1) if len(line) > 100]
        self.assertEqual(wrong, [])

    def test_no_path_of_a_machine(self):
        wrong = [f"{path}:{number}: {line.strip()}" for path in files(*TEXTS)
                 for number, line in enumerate(lines(path), 1) if MACHINE.search(line)]
        self.assertEqual(wrong, [])

    def test_random_input_is_the_same_each_run(self):
        wrong = [path for path in files(".c", ".cpp", under="tests") if "g_test_init" in "\n".join(lines(path))]
        self.assertEqual(wrong, [], "a test begins with kit_test_init of tests/support/seed.h, which gives the seed")

    def test_each_part_of_the_window_has_a_test_in_every_run(self):
        parts = {os.path.basename(path)[:-2] for path in files(".c", under="src/editor") if WINDOW_PART.search(path)}
        tested = [name for line in lines("tests/e2e/core.txt") if not line.startswith("#")
                  for name in line.partition(":")[2].split()]
        self.assertGreater(len(parts), 40)
        self.assertEqual(sorted(tested), sorted(parts), "name it in tests/e2e/core.txt behind the test that uses it most")

    def test_each_header_says_what_it_is(self):
        wrong = []
        for path in files(".c", ".h", under="src"):
            head = "\n".join(lines(path)[:3])
            if head.count("/*") < 2:
                wrong.append(path)
        self.assertEqual(wrong, [], "a first comment for the licence, a second one for what the file is")

    def test_every_folder_of_the_map_exists(self):
        text = "\n".join(lines("CONTRIBUTING.md"))
        section = text.partition("\n## Source map")[2].partition("\n## ")[0]
        named = []
        for row in section.splitlines():  # after a row's first folder, those inside it
            first, *inside = re.findall(r"`([\w./-]+/)`", row) or [""]
            named += [first] if first else []
            named += [name if os.path.isdir(os.path.join(ROOT, name)) else first + name for name in inside]
        self.assertGreater(len(named), 8)
        self.assertEqual([name for name in named if not os.path.isdir(os.path.join(ROOT, name))], [])
        for name in sorted(os.listdir(os.path.join(ROOT, "src"))):
            if os.path.isdir(os.path.join(ROOT, "src", name)):
                self.assertIn(f"src/{name}/", named)

    def test_every_link_of_the_documents_leads_somewhere(self):
        wrong = []
        for path in files(".md"):
            for number, line in enumerate(lines(path), 1):
                for link in re.findall(r"\]\(([^)\s#]+)[^)]*\)", line):
                    if "://" in link:
                        continue
                    if not os.path.exists(os.path.join(ROOT, os.path.dirname(path), link)):
                        wrong.append(f"{path}:{number}: {link}")
        self.assertEqual(wrong, [])

    def test_the_header_tells_its_parts(self):
        header = "\n".join(lines("src/runtime/kickbox.h"))
        told = re.findall(r"^ \*   (\w+\.h) ", header, re.MULTILINE)
        # pack.h is for those who pack.
        self.assertEqual(told, re.findall(r'^#include "kickbox/(\w+\.h)"$', header, re.MULTILINE) + ["pack.h"])
        self.assertEqual(sorted(told), sorted(os.listdir(os.path.join(ROOT, "src", "runtime", "kickbox"))))

    def test_the_header_has_the_version_of_the_project(self):
        header = "\n".join(lines("src/runtime/kickbox.h"))
        version = re.search(r"^  version: '([0-9.]+)'", "\n".join(lines("meson.build")), re.MULTILINE).group(1)
        self.assertEqual([re.search(rf"^#define KBX_VERSION_{part} (\d+)$", header, re.MULTILINE).group(1)
                          for part in ("MAJOR", "MINOR", "PATCH")], version.split("."))
        dates = {}
        for path, pattern in VERSIONS.items():
            with self.subTest(path):
                found = re.search(pattern, "\n".join(lines(path)), re.MULTILINE)
                self.assertEqual(found["version"], version)
                dates[path] = found.groupdict().get("date")
        self.assertEqual(len(set(filter(None, dates.values()))), 1, dates)


if __name__ == "__main__":
    unittest.main()
