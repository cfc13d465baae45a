// SPDX-License-Identifier: MIT
// Runs the module of a page in Node, without what browsers do not have:
//   node page.mjs FOLDER MODULE
// FOLDER is at http://page/. Prints the title that the page gets, or what went wrong.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, module] = process.argv.slice(2), { log } = console, { exit } = process;
const base = pathToFileURL(folder + '/').href, home = 'http://page/';
const inFolder = (url) => new URL(String(url).replace(home, ''), base);

globalThis.fetch = async (url) => {
  const file = inFolder(url);
  if (!file.href.startsWith(base))
    throw new Error(`${url} is outside of the page`);
  return new Response(readFileSync(file));
};
globalThis.self = globalThis;
globalThis.location = new URL(home);
globalThis.document = {
  baseURI: home,
  getElementsByTagName: () => [],
  querySelector: () => null,
  querySelectorAll: () => [],
  createElement: () => ({ relList: { supports: () => true } }),
  set title(text) {
    log(text);
    exit(0);
  },
};
delete globalThis.process;
await import(inFolder(module));
