# SPDX-License-Identifier: MIT
"""Draws the dojo's fighters: sheets, their frames and tags, and the annotations. See README.md here."""
import json
import os
import sys

from PIL import Image

import boxer
import fakir
from annotate import annotate

HERE = os.path.dirname(os.path.abspath(__file__))


def fighter(name, module, out):
    columns = max(len(frames) for _, _, frames in module.ANIMATIONS)
    w, h = module.W, module.H
    sheet = Image.new('RGBA', (columns * w, len(module.ANIMATIONS) * h), (0, 0, 0, 0))
    frames, tags, notes, animations = [], [], [], []
    for row, (title, loop, poses) in enumerate(module.ANIMATIONS):
        tags.append({'name': title, 'from': len(frames), 'to': len(frames) + len(poses) - 1, 'direction': 'forward'})
        animations.append({'name': title, 'loop': loop})
        for column, pose in enumerate(poses):
            canvas, joints, full = module.draw(pose)
            sheet.paste(Image.fromarray(canvas.finish(), 'RGBA'), (column * w, row * h))
            label = '%s %s %d' % (name, title, column + 1)
            frames.append({'filename': label, 'frame': {'x': column * w, 'y': row * h, 'w': w, 'h': h},
                           'rotated': False, 'trimmed': False,
                           'spriteSourceSize': {'x': 0, 'y': 0, 'w': w, 'h': h},
                           'sourceSize': {'w': w, 'h': h}, 'duration': pose['ms']})
            notes.append(dict({'name': label}, **annotate(canvas, joints, full, module.HOT)))
    sheet.save(os.path.join(out, name + '.png'), optimize=True)
    meta = {'app': 'draw.py', 'version': '1.0', 'image': name + '.png', 'format': 'RGBA8888',
            'size': {'w': sheet.width, 'h': sheet.height}, 'scale': '1', 'frameTags': tags}
    with open(os.path.join(out, name + '.json'), 'w') as f:
        json.dump({'frames': frames, 'meta': meta}, f, indent=1)
        f.write('\n')
    colours = sheet.getcolors(1 << 16)
    print('%s: %d frames, %d colours' % (name, len(frames), sum(c[1][3] > 0 for c in colours)))
    return {'animations': animations, 'frames': notes}


def one_line(value):
    return json.dumps(value)


def main():
    out = sys.argv[1] if len(sys.argv) > 1 else HERE
    notes = {name: fighter(name, module, out) for name, module in (('fakir', fakir), ('boxer', boxer))}
    with open(os.path.join(out, 'annotations.json'), 'w') as f:
        f.write('{\n')
        for k, (name, sprite) in enumerate(notes.items()):
            f.write('"%s": {\n "animations": %s,\n "frames": [\n' % (name, one_line(sprite['animations'])))
            for i, frame in enumerate(sprite['frames']):
                f.write('  {"name": %s, "hot_spot": %s,\n   "action_points": %s,\n   "shapes": [\n' % (
                    one_line(frame['name']), one_line(frame['hot_spot']), one_line(frame['action_points'])))
                f.write(',\n'.join('    ' + one_line(s) for s in frame['shapes']))
                f.write(']}%s\n' % (',' if i + 1 < len(sprite['frames']) else ''))
            f.write(' ]\n}%s\n' % (',' if k == 0 else ''))
        f.write('}\n')


if __name__ == '__main__':
    main()
