#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes the site of the guides with mkdocs: static, with a search that runs in the browser.

usage: scripts/site_of_guides.py REFERENCE FOLDER [ADDRESS]

REFERENCE is the page of the library that the build makes; FOLDER gets the site, and loses all else.
ADDRESS is where it will be published. The build's target `site` runs this. Fails when a link leads nowhere, or a page loads
something from elsewhere.
"""
import glob
import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LINK = re.compile(r"(?<!`)\[([^][]*)\]\((?!\w+:)([^()#\s]+)((?:#[^()\s]*)?)\)")
PAGES = ["*.md", "docs/*.md", "docs/fr/*.md", "data/*.md", "data/dojo-art/*.md", "bazel/*.md", "bindings/*.md", "bindings/*/*.md"]
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src", "audio": "src"}
# The words of mkdocs around a French page.
FRENCH = {'<html lang="en">': '<html lang="fr">', "Documentation built with": "Documentation faite avec", ">Close<": ">Fermer<",
          "</i> Search": "</i> Rechercher", "</i> Previous": "</i> Précédent", "Next <i": "Suivant <i", "No results found": "Rien trouvé",
          ">Search<": ">Rechercher<", "Search...": "Rechercher…", "Type search term here": "Mots à chercher",
          "From here you can search these documents. Enter your search terms below.": "Chercher dans ces guides :",
          ">Keyboard Shortcuts<": ">Raccourcis clavier<", ">Keys<": ">Touches<", ">Open this help<": ">Ouvrir cette aide<",
          ">Next page<": ">Page suivante<", ">Previous page<": ">Page précédente<"}


def gather(page, reference, pages):
    """Copies a page and the files that it refers to."""
    folder = os.path.dirname(page)
    with open(reference if page == "docs/reference.md" else os.path.join(SOURCE, page), encoding="utf-8") as file:
        text = file.read()

    def link(found):
        path = os.path.normpath(os.path.join(folder, found[2]))
        source = os.path.join(SOURCE, path)
        if os.path.isdir(source):
            return found[1]
        if os.path.isfile(source) and not path.endswith(".md"):
            os.makedirs(os.path.dirname(os.path.join(pages, path)), exist_ok=True)
            shutil.copy(source, os.path.join(pages, path))
        return found[0]

    os.makedirs(os.path.join(pages, folder), exist_ok=True)
    with open(os.path.join(pages, page), "w", encoding="utf-8") as file:
        file.write(LINK.sub(link, text))


class Page(html.parser.HTMLParser):
    """What a page has: places, links, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.places, self.links, self.loaded = {"", "#"}, [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.places.update(filter(None, (given.get("id"), given.get("name"))))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if given.get(LOADED.get(tag)) and given.get("rel") not in ("canonical", "search"):
            self.loaded.append(given[LOADED[tag]])


def problems(site):
    pages = {path: Page(path) for path in glob.glob(os.path.join(site, "**", "*.html"), recursive=True)}
    for path, page in sorted(pages.items()):
        if os.path.basename(path) == "404.html":
            continue
        name = os.path.relpath(path, site)
        for link in page.links + page.loaded:
            parts = urllib.parse.urlparse(link)
            if parts.scheme or parts.netloc:
                if link in page.loaded:
                    yield f"{name} loads {link}"
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
            if os.path.isdir(target):
                target = os.path.join(target, "index.html")
            if not os.path.exists(target):
                yield f"{name}: {link} leads nowhere"
            elif target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].places:
                yield f"{name}: {link} names no place of its page"
    for path in glob.glob(os.path.join(site, "**", "*.css"), recursive=True):
        with open(path, encoding="utf-8") as file:
            for address in re.findall(r"(?:url\(|@import\s+)['\"]?((?:https?:)?//[^'\")]+)", file.read()):
                yield f"{os.path.relpath(path, site)} loads {address}"


def main(reference, site, address=""):
    found = {os.path.relpath(path, SOURCE) for pattern in PAGES for path in glob.glob(os.path.join(SOURCE, pattern))}
    with tempfile.TemporaryDirectory() as folder:
        for page in found | {"docs/reference.md"}:
            gather(page, reference, os.path.join(folder, "pages"))
        shutil.copy(os.path.join(SOURCE, "docs", "site", "site.css"), os.path.join(folder, "pages"))
        shutil.copy(os.path.join(SOURCE, "docs", "site", "mkdocs.yml"), folder)
        with open(os.path.join(folder, "mkdocs.yml"), "a", encoding="utf-8") as file:
            file.write(f'site_url: "{address}"\n')
        made = subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--clean", "--site-dir", os.path.abspath(site)], cwd=folder, check=False)
    for path in glob.glob(os.path.join(site, "docs", "fr", "**", "*.html"), recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for english, french in FRENCH.items():
            text = text.replace(english, french)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    wrong = [] if made.returncode else list(problems(site))
    print("".join(line + "\n" for line in wrong), end="", file=sys.stderr)
    return made.returncode or bool(wrong)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
