# SPDX-License-Identifier: MIT
"""A small pixel-art rasteriser: parts made of shaded solids, drawn back to front.

A part is a union of cones, ellipses and polygons, each with a height over the picture; the part's height
field gives its normals, the light from the upper left gives its tone, and the tone picks a colour of the
part's ramp. Stamps are little pictures placed by hand (faces, fists). After all parts are down: shadows
cast to the lower right, creases, lone pixels removed, lines where one part passes in front of another,
and an outline around the figure that is lighter towards the light.
"""
import math

import numpy as np

SS = 4                                      # samples per pixel and axis
LIGHT = np.array([-0.52, -0.66, 0.54])
LIGHT = LIGHT / np.linalg.norm(LIGHT)


def rgb(text):
    return tuple(int(text[i:i + 2], 16) for i in (1, 3, 5))


class Canvas:
    def __init__(self, width, height, ground):
        self.w, self.h, self.ground = width, height, ground
        ys, xs = np.mgrid[0:height * SS, 0:width * SS]
        self.sx = (xs + 0.5) / SS
        self.sy = (ys + 0.5) / SS
        self.parts = []

    # ---- solids -----------------------------------------------------------------------------------
    def cone(self, a, b, ra, rb, lift=0.0, flat=1.0):
        """A capsule from a to b whose radius goes from ra to rb."""
        ax, ay = a
        dx, dy = b[0] - ax, b[1] - ay
        n = dx * dx + dy * dy or 1e-9
        t = np.clip(((self.sx - ax) * dx + (self.sy - ay) * dy) / n, 0, 1)
        r = ra + (rb - ra) * t
        d2 = (self.sx - ax - t * dx) ** 2 + (self.sy - ay - t * dy) ** 2
        inside = d2 < r * r
        z = np.full(self.sx.shape, -np.inf)
        z[inside] = lift + flat * np.sqrt((r * r - d2)[inside])
        return z

    def ellipse(self, c, rx, ry, degrees=0.0, lift=0.0, flat=1.0):
        ca, sa = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        u = ((self.sx - c[0]) * ca + (self.sy - c[1]) * sa) / rx
        v = (-(self.sx - c[0]) * sa + (self.sy - c[1]) * ca) / ry
        q = 1 - u * u - v * v
        z = np.full(self.sx.shape, -np.inf)
        z[q > 0] = lift + flat * min(rx, ry) * np.sqrt(q[q > 0])
        return z

    def polygon(self, points, round_=3.0, lift=0.0):
        """A cushion: flat in the middle, falling over `round_` pixels to the edge."""
        inside = np.zeros(self.sx.shape, bool)
        d2 = np.full(self.sx.shape, 1e9)
        for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
            if y0 != y1:
                cross = (y0 > self.sy) != (y1 > self.sy)
                inside ^= cross & (self.sx < (x1 - x0) * (self.sy - y0) / (y1 - y0) + x0)
            dx, dy = x1 - x0, y1 - y0
            t = np.clip(((self.sx - x0) * dx + (self.sy - y0) * dy) / (dx * dx + dy * dy or 1e-9), 0, 1)
            d2 = np.minimum(d2, (self.sx - x0 - t * dx) ** 2 + (self.sy - y0 - t * dy) ** 2)
        k = np.clip(np.sqrt(d2) / round_, 0, 1)
        z = np.full(self.sx.shape, -np.inf)
        z[inside] = lift + round_ * np.sqrt(1 - (1 - k[inside]) ** 2)
        return z

    # ---- parts ------------------------------------------------------------------------------------
    def part(self, name, ramp, solids, dark=0.0, blend=1.2, lines=True, kin=(), soft=(), shadow=True):
        """Adds a part in front of those before it.

        dark: how much light is taken away (parts of the far side). kin: names of parts it flows into, with
        no line between. soft: circles (x, y, r) in which the line is only one tone darker than the part
        behind. blend: pixels over which solids flow into each other.
        """
        z = solids[0].copy()
        for s in solids[1:]:
            both = np.isfinite(z) & np.isfinite(s)
            out = np.maximum(z, s)
            k = np.clip(blend - np.abs(z[both] - s[both]), 0, None)
            out[both] += k * k / (4 * blend)
            z = out
        z[self.sy >= self.ground + 1] = -np.inf
        solid = np.isfinite(z)
        shape = (self.h, SS, self.w, SS)
        cover = solid.reshape(shape).mean((1, 3))
        filled = np.where(solid, z, 0)
        gy, gx = np.gradient(filled, 1 / SS)
        ok = solid & np.roll(solid, 1, 0) & np.roll(solid, -1, 0) & np.roll(solid, 1, 1) & np.roll(solid, -1, 1)
        length = np.sqrt(gx * gx + gy * gy + 1)
        lit = (-gx * LIGHT[0] - gy * LIGHT[1] + LIGHT[2]) / length
        weight = ok.reshape(shape).sum((1, 3))
        mean = np.where(ok, lit, 0).reshape(shape).sum((1, 3)) / np.maximum(weight, 1)
        self.parts.append(dict(name=name, ramp=ramp, mask=cover >= 0.5, lit=mean - dark, lines=lines, kin=set(kin),
                               soft=list(soft), stamp=None, creases=[], shadow=shadow, dark=dark))
        return self.parts[-1]

    def stamp(self, name, rows, colours, ramp, at, lines=True, kin=(), shear=0.0, pivot=None, flip=False, soft=()):
        """Places a picture of letters; `at` is its upper left pixel. shear: columns moved per row above the
        pivot row, which turns a head without blurring it."""
        mask = np.zeros((self.h, self.w), bool)
        look = np.zeros((self.h, self.w, 3), np.uint8)
        pivot = len(rows) if pivot is None else pivot
        for j, row in enumerate(rows):
            off = int(round(shear * (pivot - j)))
            for i, c in enumerate(reversed(row) if flip else row):
                x, y = at[0] + i + off, at[1] + j
                if c in '. ' or not (0 <= x < self.w and 0 <= y <= min(self.ground, self.h - 1)):
                    continue
                mask[y, x] = True
                look[y, x] = rgb(colours[c])
        self.parts.append(dict(name=name, ramp=ramp, mask=mask, lit=None, lines=lines, kin=set(kin), soft=list(soft),
                               stamp=look, creases=[], shadow=True, dark=0))
        return self.parts[-1]

    # ---- the picture ------------------------------------------------------------------------------
    def finish(self, extra=()):
        """Returns an RGBA picture. extra: (x, y, colour) pixels put on top at the end."""
        h, w = self.h, self.w
        pid = np.full((h, w), -1)
        tone = np.zeros((h, w), int)
        for i, p in enumerate(self.parts):
            pid[p['mask']] = i
            if p['stamp'] is None:
                n = len(p['ramp']['tones'])
                cuts = p['ramp']['cuts']
                t = np.zeros((h, w), int)
                for c in cuts:
                    t += p['lit'] < c
                tone[p['mask']] = np.clip(t, 0, n - 1)[p['mask']]
        self._smooth(pid, tone)
        base = self.pid = pid.copy()
        # shadows cast to the lower right by parts in front
        for y in range(h):
            for x in range(w):
                a = pid[y, x]
                if a < 0 or self.parts[a]['stamp'] is not None:
                    continue
                pa = self.parts[a]
                for dx, dy in ((-1, -1), (-1, -2), (0, -2), (-2, -2)):
                    xx, yy = x + dx, y + dy
                    if 0 <= xx < w and 0 <= yy < h:
                        b = pid[yy, xx]
                        if b > a and self.parts[b]['shadow'] and pa['name'] not in self.parts[b]['kin']:
                            tone[y, x] = min(tone[y, x] + 1, len(pa['ramp']['tones']) - 1)
                            break
        self._tidy(pid, tone)
        paint = []
        for i, p in enumerate(self.parts):
            for (x0, y0), (x1, y1), delta in p['creases']:
                for x, y in line(x0, y0, x1, y1):
                    if not (0 <= x < w and 0 <= y < h and pid[y, x] == i):
                        continue
                    if isinstance(delta, str):
                        paint.append((x, y, rgb(delta)))
                    else:
                        # a crease shows in the light; it is lost in the deepest shade
                        deepest = max(len(p['ramp']['tones']) - 2, tone[y, x])
                        tone[y, x] = min(max(tone[y, x] + delta, 0), deepest)
        out = np.zeros((h, w, 4), np.uint8)
        for i, p in enumerate(self.parts):
            m = pid == i
            if p['stamp'] is not None:
                out[m, :3] = p['stamp'][m]
            else:
                table = np.array([rgb(c) for c in p['ramp']['tones']], np.uint8)
                out[m, :3] = table[tone[m]]
            out[m, 3] = 255
        for x, y, colour in paint:
            out[y, x, :3] = colour
        self._inner_lines(base, tone, out)
        self._outline(base, out)
        for x, y, colour in extra:
            out[y, x] = rgb(colour) + (255,)
        return out

    def _smooth(self, pid, tone):
        """Takes single pixels off the silhouette's edge and fills single notches in it."""
        h, w = pid.shape
        for y in range(1, h - 1):
            for x in range(1, w - 1):
                near = [(xx, yy) for xx, yy in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if pid[yy, xx] >= 0]
                a = pid[y, x]
                if a >= 0 and len(near) == 1 and self.parts[a]['stamp'] is None:
                    pid[y, x] = -1
                    self.parts[a]['mask'][y, x] = False
                elif a < 0 and len(near) >= 3 and y <= self.ground:
                    solid = [q for q in near if self.parts[pid[q[1], q[0]]]['stamp'] is None]
                    if solid:
                        xx, yy = solid[-1]
                        pid[y, x], tone[y, x] = pid[yy, xx], tone[yy, xx]

    def _tidy(self, pid, tone):
        h, w = pid.shape
        for _ in range(2):
            old = tone.copy()
            for y in range(h):
                for x in range(w):
                    a = pid[y, x]
                    if a < 0 or self.parts[a]['stamp'] is not None:
                        continue
                    near = [old[yy, xx] for xx, yy in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
                            if 0 <= xx < w and 0 <= yy < h and pid[yy, xx] == a]
                    if near and old[y, x] not in near:
                        tone[y, x] = sorted(near)[len(near) // 2]

    def _inner_lines(self, pid, tone, out):
        h, w = pid.shape
        for y in range(h):
            for x in range(w):
                a = pid[y, x]
                if a < 0:
                    continue
                pa = self.parts[a]
                best = None
                for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                    xx, yy = x + dx, y + dy
                    if not (0 <= xx < w and 0 <= yy < h):
                        continue
                    b = pid[yy, xx]
                    if b <= a or not self.parts[b]['lines'] or pa['name'] in self.parts[b]['kin']:
                        continue
                    lit_side = dx > 0 or dy > 0
                    if best is None or not lit_side:
                        best = (b, lit_side)
                if best is None:
                    continue
                pb = self.parts[best[0]]
                ramp = pa['ramp']
                n = len(ramp['tones'])
                if any((x + .5 - cx) ** 2 + (y + .5 - cy) ** 2 < r * r for cx, cy, r in pb['soft']):
                    if pa['stamp'] is None:
                        out[y, x, :3] = rgb(ramp['tones'][min(tone[y, x] + 1, n - 1)])
                    continue
                out[y, x, :3] = rgb(ramp['seam'] if best[1] and ramp is pb['ramp'] else ramp['line'])

    def _outline(self, pid, out):
        h, w = pid.shape
        for y in range(h):
            for x in range(w):
                if pid[y, x] >= 0:
                    continue
                best = None
                for dx, dy, lit in ((0, -1, 0), (-1, 0, 0), (1, 0, 1), (0, 1, 1)):
                    xx, yy = x + dx, y + dy
                    if 0 <= xx < w and 0 <= yy < h and pid[yy, xx] >= 0:
                        if best is None:
                            best = (pid[yy, xx], lit)
                if best is not None:
                    ramp = self.parts[best[0]]['ramp']
                    out[y, x] = rgb(ramp['rim'] if best[1] else ramp['line']) + (255,)

    def mask(self, names, visible=False):
        """The pixels of the named parts; with visible, only where nothing in front hides them."""
        m = np.zeros((self.h, self.w), bool)
        for i, p in enumerate(self.parts):
            if p['name'] in names:
                m |= (self.pid == i) if visible else p['mask']
        return m


def line(x0, y0, x1, y1):
    x0, y0, x1, y1 = (int(math.floor(v)) for v in (x0, y0, x1, y1))
    n = max(abs(x1 - x0), abs(y1 - y0))
    return [(x0 + round((x1 - x0) * k / n), y0 + round((y1 - y0) * k / n)) for k in range(n + 1)] if n else [(x0, y0)]


# ---- the skeleton's geometry ------------------------------------------------------------------------
def lerp(a, b, t):
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def across(a, b, t, s):
    """The point at fraction t from a to b, s pixels to the right hand of that direction on screen."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    n = math.hypot(dx, dy) or 1
    return (a[0] + dx * t - dy / n * s, a[1] + dy * t + dx / n * s)


def bend(a, b, la, lb, side):
    """The middle joint of a limb from a to b, with bones of la and lb; side +1 or -1 says which way it
    bends. Where b is out of reach the limb is drawn towards it; returns (joint, end)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    d = math.hypot(dx, dy) or 1e-6
    reach = (la + lb) * 0.999
    if d > reach:
        b = (a[0] + dx * reach / d, a[1] + dy * reach / d)
        dx, dy, d = b[0] - a[0], b[1] - a[1], reach
    d0 = max(d, abs(la - lb) + 0.01)
    k = (la * la - lb * lb + d0 * d0) / (2 * d0)
    hgt = math.sqrt(max(la * la - k * k, 0))
    ux, uy = dx / d, dy / d
    return (a[0] + ux * k - uy * hgt * side, a[1] + uy * k + ux * hgt * side), b
