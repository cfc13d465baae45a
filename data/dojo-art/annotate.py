# SPDX-License-Identifier: MIT
"""Annotations of a drawn frame, from the skeleton and the pixels of each limb.

Boxes are [x, y, w, h] in whole pixels; circles [cx, cy, r], oriented boxes [cx, cy, w, h, degrees] and
polygons have pixel edges as coordinates (the centre of pixel 3 is 3.5), to a quarter of a pixel; degrees
run clockwise on the screen.
"""
import math

import numpy as np

ARM = ('upper', 'fore', 'band', 'cuff', 'glove', 'thumb', 'hand')
FORE = ('fore', 'band', 'cuff', 'glove', 'thumb', 'hand')
LEG = ('leg', 'foot', 'hem', 'thigh', 'boot', 'sock', 'trunk')


def quarter(v):
    v = round(v * 4) / 4
    return int(v) if v == int(v) else v


def box(mask):
    ys, xs = np.nonzero(mask)
    return [int(xs.min()), int(ys.min()), int(xs.max() - xs.min() + 1), int(ys.max() - ys.min() + 1)]


def corners(mask):
    ys, xs = np.nonzero(mask)
    return [(int(x) + dx, int(y) + dy) for x, y in zip(xs, ys) for dx in (0, 1) for dy in (0, 1)]


def oriented(mask, degrees):
    """The tightest box turned by that angle; half a pixel of the corners' stairs is left outside."""
    a = math.radians(degrees)
    pts = [(x + .5, y + .5) for y, x in np.argwhere(mask)]
    u = [x * math.cos(a) + y * math.sin(a) for x, y in pts]
    v = [-x * math.sin(a) + y * math.cos(a) for x, y in pts]
    cu, cv = (min(u) + max(u)) / 2, (min(v) + max(v)) / 2
    return [quarter(cu * math.cos(a) - cv * math.sin(a)), quarter(cu * math.sin(a) + cv * math.cos(a)),
            quarter(max(u) - min(u) + .5), quarter(max(v) - min(v) + .5), int(round(degrees))]


def hull(points):
    def half(pts):
        out = []
        for p in pts:
            while len(out) > 1 and ((out[-1][0] - out[-2][0]) * (p[1] - out[-2][1])
                                    - (out[-1][1] - out[-2][1]) * (p[0] - out[-2][0])) <= 0:
                out.pop()
            out.append(p)
        return out[:-1]
    pts = sorted(set(points))
    return half(pts) + half(pts[::-1])


def area(p):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(p, p[1:] + p[:1])) / 2


def simple(points, count):
    """Drops the corners whose loss costs the least area until `count` are left."""
    p = list(points)
    while len(p) > count:
        cost = [abs(area([p[i - 1], p[i], p[(i + 1) % len(p)]])) for i in range(len(p))]
        p.pop(cost.index(min(cost)))
    return [[int(x), int(y)] for x, y in p]


def outline(mask):
    """The border of the largest region of the mask, pixel edge by pixel edge, clockwise."""
    m = np.pad(mask, 1)
    edges = {}
    for y, x in np.argwhere(m):
        for (ax, ay), (bx, by), (ox, oy) in (((0, 0), (1, 0), (0, -1)), ((1, 0), (1, 1), (1, 0)),
                                             ((1, 1), (0, 1), (0, 1)), ((0, 1), (0, 0), (-1, 0))):
            if not m[y + oy, x + ox]:
                edges.setdefault((x + ax - 1, y + ay - 1), []).append((x + bx - 1, y + by - 1))
    best = []
    while edges:
        start = next(iter(edges))
        loop, at = [], start
        while at in edges:
            loop.append(at)
            nxt = edges[at].pop()
            if not edges[at]:
                del edges[at]
            at = nxt
        if len(loop) > 2 and abs(area(loop)) > abs(area(best) if best else 0):
            best = loop
    return best


def crosses(p):
    def side(a, b, c):
        v = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (v > 0) - (v < 0)
    n = len(p)
    for i in range(n):
        for j in range(i + 2, n):
            if i == 0 and j == n - 1:
                continue
            a, b, c, d = p[i], p[(i + 1) % n], p[j], p[(j + 1) % n]
            if side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0:
                return True
    return False


def polygon(mask, count, concave=False):
    if concave:
        p = simple(outline(mask), count)
        if not crosses(p):
            return p
    return simple(hull(corners(mask)), count)


def heading(a, b):
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def annotate(canvas, joints, pose, hot):
    """One frame's annotations. The pose's `note` chooses the manner, as an artist would: which limb
    strikes, and which kind of shape fits it."""
    note = pose.get('note', {})
    shapes, points = [], []

    def limb(which, names, visible=True):
        return canvas.mask([which + ' ' + n for n in names], visible)

    head = canvas.mask(['head'])
    if note.get('head') == 'circle':
        x, y, w, h = box(head)
        rows = np.nonzero(head)[0]
        cx, cy = joints['head']
        shapes.append({'class': 'head', 'circle': [quarter(cx), quarter(cy), quarter(min(w, h) / 2 + .5)]})
    else:
        shapes.append({'class': 'head', 'box': box(head)})

    torso = canvas.mask(['torso', 'sash', 'belt']) & ~canvas.mask(
        ['head', 'pelvis', 'near leg', 'near trunk', 'far leg', 'far trunk'])
    if note.get('torso') == 'polygon':
        shapes.append({'class': 'torso', 'polygon': polygon(torso, 6)})
    else:
        shapes.append({'class': 'torso', 'box': box(torso)})

    for which, title in (('far', 'lead'), ('near', 'rear')):
        kind = note.get(which + ' arm', 'box')
        if kind == 'oriented':
            m = limb(which, ARM, False)
            shapes.append({'class': 'arms', 'name': 'striking',
                           'oriented': oriented(m, heading(joints[which + ' shoulder'], joints[which + ' fist']))})
            continue
        m = limb(which, ARM if kind == 'all' else FORE)
        if m.sum() > 24:
            shapes.append({'class': 'arms', 'name': title, 'box': box(m)})
    for which, title in (('far', 'lead'), ('near', 'rear')):
        kind = note.get(which + ' leg', 'box')
        m = limb(which, LEG, kind == 'box')
        name = note.get(which + ' leg name', title)
        if kind == 'oriented':
            s = {'oriented': oriented(m, heading(joints[which + ' hip'], joints[which + ' ankle']))}
        elif kind == 'polygon':
            s = {'polygon': polygon(m, note.get('corners', 7), concave=True)}
        else:
            s = {'box': box(m)}
        shapes.append(dict({'class': 'legs', 'name': name}, **s))

    for name, joint, base in note.get('points', ()):
        x, y = joints[joint]
        points.append({'name': name, 'at': [int(math.floor(x)), int(math.floor(y))],
                       'direction': int(round(heading(joints[base], joints[joint])))})
    return {'hot_spot': list(hot), 'action_points': points, 'shapes': shapes}
