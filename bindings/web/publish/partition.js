// SPDX-License-Identifier: MIT
// How a level's walls are divided: leaves in colours, lines warm near the root, and the tree beside
// them in the same colours. The way of the tried move is lit in both.
const TREE = 2, LEAF_WIDTH = 5, TREE_HEIGHT = 220;

const hueColour = (turn, low, high, alpha) => `rgba(${[0, 1, 2].map((i) => Math.floor(255
  * (low + (high - low) * (0.5 + 0.5 * Math.cos(2 * Math.PI * (turn - i / 3)))))).join()}, ${alpha})`;
const leafColour = (i) => hueColour(i * 0.61803398875, 0.15, 0.95, 0.4);
const depthColour = (level) => hueColour(Math.min(level, 14) / 21, 0.2, 1, 0.9);

/** The nodes, or cells of a grid, with their numbers and levels; null where nothing is divided. */
const partitionOf = (level) => cached(`partition ${level.index}`, () => {
  const [walls] = level.items(KIND.WALLS), { kb } = project, { min, max } = wholeOf(level);
  const kind = walls?.info.partition ?? 0, nodes = [], cuts = kind === TREE ? 2 : 1;
  for (let i = 0, node; kind && (node = kb.wallsNode(walls, i, { min, max })).found; i++)
    nodes.push({ ...node, i, level: Math.floor(node.depth / cuts) });
  return nodes.length > 1 ? { walls, nodes, isTree: kind >= TREE } : null;
});

/** The leaves that a way visits, by its points. */
const litLeaves = ({ walls, nodes }, way) => new Set(way.slice(1).flatMap(({ x, y }, i) =>
  project.kb.wallsNodes(walls, way[i], { x: x - way[i].x, y: y - way[i].y }).nodes)
  .filter((i) => nodes[i]?.leaf));

function drawPartition(context, stage, { nodes }, lit) {
  for (const { i, leaf, corners } of nodes)
    if (leaf && corners.length > 2) {
      tracePath(context, corners);
      context.fillStyle = lit.has(i) ? theme('--accent') : leafColour(i);
      context.fill();
    }
  for (const { leaf, line: { a, b }, level } of [...nodes].sort((m, n) => n.depth - m.depth))
    if (!leaf) {
      tracePath(context, [a, b], false);
      context.lineWidth = Math.max(3 - level / 2, 0.75) / stage.scale;
      context.strokeStyle = depthColour(level);
      context.stroke();
    }
}

/** The tree on a canvas of its own: leaves are columns from their level down. */
function treeOf({ nodes }) {
  const leaves = nodes.filter(({ leaf }) => leaf).length, height = TREE_HEIGHT;
  const row = (height - 40) / Math.max(...nodes.map(({ depth }) => depth)), ratio = devicePixelRatio || 1;
  const width = Math.min(Math.max(leaves * LEAF_WIDTH, 320), 8000), slot = width / leaves;
  const canvas = el('canvas', { role: 'img', 'aria-label': _('Tree with {n} leaves', { n: leaves }),
    width: Math.round(width * ratio), height: height * ratio, style: `width: ${width}px` });
  const context = canvas.getContext('2d');
  const path = (place, child, colour, thick) => {
    tracePath(context, [place, { x: child.x, y: place.y }, child], false);
    context.lineWidth = thick;
    context.strokeStyle = colour;
    context.stroke();
  };
  const paint = (lit) => {
    const ways = [];
    let x = 0, at = 0;
    const visit = () => {
      const { i, leaf, depth, level } = nodes[at++], y = 3 + depth * row;
      if (leaf) {
        context.fillStyle = lit.has(i) ? theme('--accent') : leafColour(i);
        context.fillRect(x, y, Math.max(slot - (slot >= 6), 1), height - y);
        x += slot;
        return { x: x - slot / 2, y, lit: lit.has(i) };
      }
      const children = [visit(), visit()];
      const place = { x: (children[0].x + children[1].x) / 2, y, lit: children.some((c) => c.lit) };
      for (const child of children) {
        path(place, child, depthColour(level), Math.max(3 - level / 2, 0.75));
        if (child.lit)
          ways.push([place, child]);
      }
      return place;
    };
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    visit();
    for (const way of ways)
      path(...way, theme('--accent'), 2);
  };
  return { paint, node: el('div', { class: 'scroll tree' }, canvas) };
}
