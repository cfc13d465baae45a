// SPDX-License-Identifier: MIT
// Many answers about the dojo's bank as one text, so that Node and browsers can be compared.
export function sameAnswers(kb, bytes) {
  const bank = kb.open(bytes), { Kind } = kb, lines = [];
  const [boxer, fakir] = ['boxer', 'fakir'].map((name) => bank.find(Kind.SPRITE, name));
  for (const a of boxer.items(Kind.FRAME))
    for (const b of fakir.items(Kind.FRAME)) {
      const shift = (a.index * 7 + b.index * 3) % 60, turned = kb.direction(a.index * 11);
      const placeA = { x: 0, y: 0, flipX: b.index % 2 === 1 }, placeB = [shift, b.index % 5, true];
      const placeC = kb.turned([shift + 0.25, 1.5], turned, 1.125);
      lines.push([kb.framesOverlap(a, placeA, b, placeB),
                  kb.framesOverlap(a, placeA, b, placeC), kb.frameBox(b, placeC),
                  kb.pixelsFirst(a, placeA, b, placeB), kb.pixelsArea(a, placeA, b, placeC),
                  kb.strike(a, placeA, 'fist', b, placeB), kb.frameAction(a, placeC, 'foot')]);
    }
  bank.close();
  return lines.map((line) => JSON.stringify(line)).join('\n');
}
