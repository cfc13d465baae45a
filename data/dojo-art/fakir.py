# SPDX-License-Identifier: MIT
"""The fakir: a lean fighter with a turban, a beard and wide orange trousers."""
import math

from raster import Canvas, across, bend, lerp

W, H, GROUND, HOT = 96, 80, 75, (38, 75)

SKIN = dict(tones=['#f7c98b', '#e0a063', '#bd7744', '#8c4f33', '#652d27'], line='#38181f', seam='#652d27',
            rim='#652d27', cuts=[0.88, 0.57, 0.27, -0.02])
CLOTH = dict(tones=['#ffc653', '#f99d2f', '#dd7020', '#ab4a20', '#652d27'], line='#38181f', seam='#652d27',
             rim='#652d27', cuts=[0.88, 0.60, 0.30, 0.0])
SASH = dict(tones=['#5fd0b4', '#2f9d92', '#1d6f74', '#174c59', '#12303f'], line='#12303f', seam='#174c59',
            rim='#174c59', cuts=[0.88, 0.58, 0.28, 0.0])
TURBAN = dict(tones=['#fffbe6', '#efe1c0', '#cfb795', '#98806f', '#6a5457'], line='#38181f', seam='#6a5457',
              rim='#6a5457', cuts=[0.9, 0.6, 0.3, 0.0])

LETTERS = dict(zip('hlmsdL', SKIN['tones'] + [SKIN['line']]))
LETTERS.update(zip('TtuvwW', TURBAN['tones'] + [TURBAN['line']]))
LETTERS.update({'b': '#2b1722', 'B': '#4a2a2f', 'e': '#fffbe6', 'k': '#2b1722', 'r': '#d8313f', 'R': '#7c1733',
                'g': '#ffc653', 'p': '#f7c98b'})

TURBAN_ROWS = [
    '.....TTTTt.....',
    '...tTTTtuutu...',
    '..tTTtuvtTtuu..',
    '.tTTtuvtTTtuvu.',
    '.TTtuvtTTtuvtu.',
    'tTtuvtTTtuvTtuv',
    'ttuvtTTtugrgtuv',
    'tuvtTttuvuRRuvw',
    '.vvuuuuuuvvvvw.',
]
FACE = [
    '..vBsssssssss..',
    '..sBmmBBBlBBB..',
    '..lsBmlekllek..',
    '..msmmlllmhll..',
    '...smmllllmhhl.',
    '...BsmBBBBBBs..',
    '....BBbssssb...',
    '....BbbBmBb....',
    '.....bbBBBb....',
    '......bbBb.....',
    '.......bb......',
]
FACE_YELL = [
    '..vBsssssssss..',
    '..sBmBBllllBB..',
    '..lsBmlBBdBBl..',
    '..msmmlekmekl..',
    '...smmllllmhhl.',
    '...BsBBBBBBBB..',
    '....BBLeeeLb...',
    '....BbLRRRLb...',
    '.....bbLLLb....',
    '.....bbBBBb....',
    '......bbBb.....',
    '.......bb......',
]
FACE_HURT = [
    '..vBsssssssss..',
    '..sBmmlBBmlBB..',
    '..lsBBBllmBll..',
    '..msmlBBlmlBB..',
    '...smmllllmhhl.',
    '...BsmBBBBBBs..',
    '....BBLeLeLb...',
    '....BbLRRLLb...',
    '.....bbBBBb....',
    '......bbBb.....',
    '.......bb......',
]

FIST = [            # the back of the hand towards us, fingers rolled to the right
    '..hhl..',
    '.hlldl.',
    'hllmldm',
    'lllmsml',
    'llmmdsm',
    '.lmmsms',
    '..mms..',
]
FIST_IN = [         # the palm's side towards us: the thumb over the fingers
    '..hhl..',
    '.hlmlm.',
    '.llslls',
    'lllmhlm',
    'llmhlms',
    '.lmmss.',
    '..mss..',
]
STRIKE = [          # a fist at the end of a straight arm
    '.hhhll.',
    'hlllmdl',
    'lllmslm',
    'llmmdms',
    'mlhlsds',
    '.mmmss.',
]
PALM = [            # an open hand, fingers up: the heel of it strikes
    '..hh..',
    '.hlhl.',
    '.llml.',
    'hllml.',
    'lllmm.',
    '.lmms.',
    '..ms..',
]
HANDS = dict(fist=(FIST, 3.5, 3.5), fist_in=(FIST_IN, 3.5, 3.5), strike=(STRIKE, 3, 3), palm=(PALM, 3, 4))

GUARD = dict(hip=(-2, 32), lean=8, sn=-6.0, sf=5.0, head=(0, 0), tilt=0.0, face='calm',
             nh=(5, 45.5), fh=(17, 50), nhand='fist', fhand='fist_in', nbend=1, fbend=1,
             nf=(-14, 4, 0), ff=(11, 4, 0), nknee=-1, fknee=-1, sway=0.0, front='arms', breath=0.0, tail=0.0)


def point(p):
    return (HOT[0] + 0.5 + p[0], GROUND + 1 - p[1])


def draw(pose):
    p = dict(GUARD)
    p.update(pose)
    c = Canvas(W, H, GROUND)
    joints = {}
    hip = point(p['hip'])
    a = math.radians(p['lean'])
    up = (math.sin(a), -math.cos(a))
    right = (math.cos(a), math.sin(a))

    def body(u, r):
        return (hip[0] + up[0] * u + right[0] * r, hip[1] + up[1] * u + right[1] * r)
    length = 19.0
    neck = body(length, 0)
    ns, fs = body(length - 3, p['sn']), body(length - 3.2, p['sf'])
    turn = (p['sf'] - p['sn']) / 11.0              # 1: the chest faces us; 0: seen from the side
    mid = (p['sn'] + p['sf']) / 2

    # ---- legs
    def leg(which, hipjoint, foot, knee, dark):
        fx, fy, fa = foot
        ankle = point((fx, fy))
        k, ankle = bend(hipjoint, ankle, 14.7, 14.3, knee)
        joints[which + ' hip'], joints[which + ' knee'], joints[which + ' ankle'] = hipjoint, k, ankle
        r = math.radians(fa)

        def f(x, y):
            return (ankle[0] + x * math.cos(r) - y * math.sin(r), ankle[1] + x * math.sin(r) + y * math.cos(r))
        foot_part = c.part(which + ' foot', SKIN, [
            c.cone(f(-0.2, -1), f(-1.0, 2.0), 2.1, 2.0), c.cone(f(-0.8, 2.4), f(4.5, 2.9), 1.9, 1.5, lift=0.5),
            c.cone(f(0.3, 0.2), f(4.6, 2.5), 2.1, 1.4, lift=0.8), c.cone(f(4.6, 3.0), f(6.4, 3.2), 1.4, 1.0)], dark=dark - 0.12)
        foot_part['creases'] = [(f(4.8, 2.9), f(4.8, 3.6), 1), (f(6.4, 3.2), f(6.4, 3.6), 1), (f(1.5, 0.6), f(3.2, 1.6), -1)]
        joints[which + ' toe'] = f(8, 2.9)
        joints[which + ' heel'] = f(-3.2, 2.6)
        joints[which + ' sole'] = f(3, 4)
        back = 1 if knee < 0 else -1
        shin_end = lerp(k, ankle, 0.9)
        part = c.part(which + ' leg', CLOTH, [
            c.cone(hipjoint, lerp(hipjoint, k, 0.9), 5.6, 5.2),
            c.ellipse(across(hipjoint, k, 0.25, back * 0.9), 5.4, 6.4, lift=-0.4),
            c.cone(k, lerp(k, ankle, 0.55), 5.2, 4.6),
            c.cone(across(k, ankle, 0.42, back * 1.2), across(k, ankle, 0.72, back * 0.9), 4.9, 4.2),
            c.cone(lerp(k, ankle, 0.7), shin_end, 4.0, 2.6),
        ], dark=dark, blend=2.0, kin=('pelvis',), shadow=False)
        part['creases'] = [
            # folds that run from the knee's back, and the gathers above the cuff
            (across(hipjoint, k, 0.98, back * 4.2), across(hipjoint, k, 0.80, -back * 1.0), 1),
            (across(k, ankle, 0.10, back * 4.0), across(k, ankle, 0.26, -back * 1.5), 1),
            (across(k, ankle, 0.16, back * 3.5), across(k, ankle, 0.30, -back * 1.0), -1),
            (across(k, ankle, 0.80, back * 2.6), across(k, ankle, 0.62, -back * 0.4), 1),
            (across(k, ankle, 0.84, -back * 1.4), across(k, ankle, 0.70, -back * 1.6), 1),
            (across(hipjoint, k, 0.25, -back * 2.0), across(hipjoint, k, 0.60, -back * 2.8), -1),
            (across(hipjoint, k, 0.30, back * 2.2), across(hipjoint, k, 0.62, back * 0.6), 1),
        ]
        c.part(which + ' hem', SASH, [c.cone(across(k, ankle, 0.98, -1.8), across(k, ankle, 0.98, 1.8), 1.4, 1.4)],
                      dark=dark, kin=(which + ' leg',), shadow=False)

    # ---- arms
    def arm(which, shoulder, hand, bent, look, dark, front):
        hx = point(hand)
        elbow, wrist = bend(shoulder, hx, 9.9, 10.4, bent)
        joints.update({which + ' shoulder': shoulder, which + ' elbow': elbow, which + ' wrist': wrist})
        kin = ('torso',) if front else ()
        upper = c.part(which + ' upper', SKIN, [
            c.ellipse(lerp(shoulder, elbow, 0.06), 4.1, 3.9, lift=0.6),
            c.cone(lerp(shoulder, elbow, 0.1), elbow, 3.2, 2.5),
            c.ellipse(across(shoulder, elbow, 0.55, -0.6 * bent), 3.6, 2.9,
                      math.degrees(math.atan2(elbow[1] - shoulder[1], elbow[0] - shoulder[0])), lift=0.2),
        ], dark=dark, soft=[lerp(shoulder, body(length - 2.5, mid + 2), 0.5) + (5.0,)] if front else [])
        upper['creases'] = [(across(shoulder, elbow, 0.30, -2.2 * bent), across(shoulder, elbow, 0.34, 1.0 * bent), 1)]
        fore = c.part(which + ' fore', SKIN, [
            c.cone(elbow, lerp(elbow, wrist, 0.35), 2.5, 3.0),
            c.cone(lerp(elbow, wrist, 0.35), wrist, 3.0, 1.9),
        ], dark=dark, kin=(which + ' upper',))
        c.part(which + ' band', SASH, [c.cone(across(elbow, wrist, 0.72, -1.7), across(elbow, wrist, 0.72, 1.7), 1.05, 1.05)],
               dark=dark, kin=(which + ' fore',))
        rows, ox, oy = HANDS[look]
        dx, dy = wrist[0] - elbow[0], wrist[1] - elbow[1]
        n = math.hypot(dx, dy)
        at = (wrist[0] + dx / n * 2.4, wrist[1] + dy / n * 2.4)
        letters = LETTERS
        if dark > 0.1:
            letters = dict(LETTERS)
            letters.update(zip('hlmsd', SKIN['tones'][1:] + [SKIN['line']]))
        c.stamp(which + ' hand', rows, letters, SKIN, (int(round(at[0] - ox)), int(round(at[1] - oy))), kin=(which + ' fore',))
        joints[which + ' fist'] = (wrist[0] + dx / n * 4.6, wrist[1] + dy / n * 4.6)

    def torso():
        chest = body(length - 6, mid)
        part = c.part('torso', SKIN, [
            c.cone(body(length - 1, 0.6), body(length + 3.2, 1.6), 2.7, 2.5, lift=-2),           # neck
            c.cone(body(-1, 0), body(7, 0.2), 4.7, 4.3, flat=0.8),                               # belly
            c.ellipse(body(9.6, mid * 0.6), 5.8, 6.0, p['lean'], flat=0.75),                         # ribs
            c.cone(body(length - 6.2, p['sn'] + 2.6), body(length - 6.2, p['sf'] - 2.2), 4.4, 4.2, flat=0.9),
            c.cone(body(length - 2.6, p['sn'] + 1.5), body(length - 2.8, p['sf'] - 1.2), 2.5, 2.4),  # shoulders' slope
            c.ellipse(body(length - 6.1, mid + 2.9 * turn - 0.2), 3.3, 2.5, p['lean'], lift=2.3),          # breast
            c.ellipse(body(length - 6.1, mid - 2.6 * turn - 0.2), 3.5, 2.5, p['lean'], lift=2.3),
        ], blend=1.6)
        m = mid * 0.5 + 0.8 * turn
        part['creases'] = [
            (body(length - 3.6, mid + 0.3), body(length - 8.5, mid * 0.9 + 0.3), 1),             # breast bone
            (body(length - 8.6, mid - 5.2 * turn), body(length - 8.9, mid - 1.0), 1),
            (body(length - 8.6, mid + 4.6 * turn), body(length - 8.9, mid + 1.4), 1),
            (body(8.6, m), body(3.0, m), 1),                                                     # belly's midline
            (body(7.2, m - 2.4), body(7.0, m + 2.2), 1),
            (body(4.9, m - 2.2), body(4.7, m + 2.0), 1),
            (body(8.0, m - 1.6), body(8.0, m - 0.6), -1), (body(5.8, m - 1.6), body(5.8, m - 0.6), -1),
            (body(10.0, mid - 4.8), body(9.0, mid - 3.4), 1), (body(8.4, mid * .8 - 4.6), body(7.6, mid * .6 - 3.4), 1),
            (body(length - 2.2, -2.0), body(length - 2.6, 0.4), 1), (body(length - 2.6, 2.6), body(length - 2.3, 4.2), 1),
            (body(length + 1.5, 0.6), body(length - 1.5, 1.4), 1),
        ]

    def pelvis():
        c.part('pelvis', CLOTH, [c.cone(body(1.0, -1.4), body(1.0, 1.4), 4.4, 4.4),
                                 c.cone(body(-3.0, -2.0), body(-3.0, 2.0), 4.9, 4.9)], kin=('far leg',))

    def sash():
        part = c.part('sash', SASH, [c.cone(body(3.2, -4.0), body(2.8, 4.0), 2.1, 2.1)], dark=-0.12)
        part['creases'] = [(body(4.2, -5), body(2.6, -1), 1), (body(3.0, 0), body(2.0, 4), 1)]

    def ribbon(name, ramp, points, widths, kin=(), dark=0.0):
        """A strip of cloth through the points; its end is cut aslant."""
        left, rightside = [], []
        for i, q in enumerate(points):
            o, n = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
            d = math.hypot(n[0] - o[0], n[1] - o[1]) or 1
            nx, ny = -(n[1] - o[1]) / d * widths[i], (n[0] - o[0]) / d * widths[i]
            cut = 1.6 if i == len(points) - 1 else 0
            left.append((q[0] + nx + (n[0] - o[0]) / d * cut, q[1] + ny + (n[1] - o[1]) / d * cut))
            rightside.append((q[0] - nx, q[1] - ny))
        return c.part(name, ramp, [c.polygon(left + rightside[::-1], 1.6)], kin=kin, dark=dark)

    def tails():
        s = p['sway']
        knot = body(2.2, 0.8)

        def strip(dx, length_):
            k = abs(s)
            return [knot, (knot[0] + dx * 0.4 - s * 1.0, knot[1] + length_ * 0.45),
                    (knot[0] + dx + s * 4.5, knot[1] + length_ * (1 - 0.28 * k))]
        ribbon('tail b', SASH, strip(2.0, 9.5), (1.2, 1.6, 2.0), ('sash',), 0.15)
        t = ribbon('tail a', SASH, strip(-2.2, 13), (1.3, 1.9, 2.4), ('sash',))
        q = strip(-2.2, 13)
        t['creases'] = [(lerp(q[0], q[1], 0.5), q[1], 1), (q[1], lerp(q[1], q[2], 0.9), 1)]
        c.part('knot', SASH, [c.ellipse(knot, 2.2, 2.0, lift=1)])

    at = body(length + 3.0, 1.6)
    hx = int(round(at[0] + p['head'][0] - 7.0))
    hy = int(round(at[1] - p['head'][1] - 16.0))
    joints['head'] = (hx + 7.5, hy + 9.5)

    def scarf():
        s = p['sway']
        q = (hx + 2.5 + math.tan(math.radians(p['tilt'])) * 6, hy + 8.0)
        ribbon('scarf', TURBAN, [q, (q[0] - 2.6 - 0.5 * s, q[1] + 3.5), (q[0] - 4.4 + 4.5 * s, q[1] + 9.5 - 3.5 * abs(s))],
               (1.2, 1.6, 2.0), dark=0.25)

    def head():
        shear = math.tan(math.radians(p['tilt']))
        c.stamp('head', TURBAN_ROWS, LETTERS, TURBAN, (hx, hy), shear=shear, pivot=14)
        c.stamp('head', dict(calm=FACE, yell=FACE_YELL, hurt=FACE_HURT)[p['face']], LETTERS, SKIN, (hx, hy + len(TURBAN_ROWS)), kin=('head',),
                shear=shear, pivot=14 - len(TURBAN_ROWS))

    near_hip, far_hip = body(-2.2, -2.6), body(-2.0, 2.6)
    FAR = 0.16
    far_arm = lambda: arm('far', fs, p['fh'], p['fbend'], p['fhand'], FAR, False)
    near_arm = lambda: arm('near', ns, p['nh'], p['nbend'], p['nhand'], 0, True)
    far_leg = lambda: leg('far', far_hip, p['ff'], p['fknee'], FAR)
    near_leg = lambda: leg('near', near_hip, p['nf'], p['nknee'], 0)
    if p['front'] == 'leg':                       # the near leg is kicked up in front of the body
        scarf(); far_arm(); far_leg(); torso(); pelvis(); sash(); tails(); head(); near_leg(); near_arm()
    else:
        scarf(); far_arm(); far_leg(); torso(); pelvis(); near_leg(); sash(); tails(); head(); near_arm()
    return c, joints, p


# How each frame is annotated: see annotate.py.
BLOW = {'head': 'circle', 'torso': 'polygon', 'near arm': 'oriented', 'near leg': 'oriented',
        'points': [('fist', 'near fist', 'near elbow')]}
CHAMBER = {'head': 'circle', 'torso': 'polygon', 'near leg': 'polygon', 'near leg name': 'kicking', 'far leg name': 'standing'}
KICK = {'head': 'circle', 'torso': 'polygon', 'near leg': 'oriented', 'near arm': 'all', 'near leg name': 'kicking',
        'far leg name': 'standing', 'points': [('foot', 'near sole', 'near hip')]}
REEL = {'head': 'circle', 'torso': 'polygon'}

ANIMATIONS = [
    ('idle', 'loop', [
        dict(ms=180),
        dict(ms=140, hip=(-2, 31.5), nh=(5, 45.5), fh=(17, 50), sway=-0.05),
        dict(ms=180, hip=(-2, 31), nh=(5, 44.5), fh=(17, 49), lean=9, sway=-0.1),
        dict(ms=140, hip=(-2, 31.5), nh=(5, 44.5), fh=(17, 49), sway=0.05),
    ]),
    ('walk', 'loop', [
        dict(ms=110, hip=(0, 32.5), nf=(12, 4.4, -14), ff=(-12, 6.2, 28), sn=-5, sf=4.2, nh=(6, 45), fh=(16, 49), sway=-0.35, lean=9),
        dict(ms=110, hip=(0, 31.5), nf=(5, 4, 0), ff=(-9, 9, 48), sn=-5.4, sf=4.6, nh=(6, 44), fh=(16, 48), sway=-0.2, lean=9),
        dict(ms=110, hip=(0, 34), nf=(-3, 4, 0), ff=(2, 8, 18), sn=-6, sf=5, nh=(5, 46), fh=(17, 50), sway=0.1, lean=7),
        dict(ms=110, hip=(0, 32.5), nf=(-12, 6.2, 28), ff=(12, 4.4, -14), sn=-6.4, sf=5.3, nh=(4, 45), fh=(18, 49), sway=0.35, lean=9),
        dict(ms=110, hip=(0, 31.5), nf=(-9, 9, 48), ff=(5, 4, 0), sn=-6.2, sf=5.2, nh=(4, 44), fh=(18, 48), sway=0.2, lean=9),
        dict(ms=110, hip=(0, 34), nf=(2, 8, 18), ff=(-3, 4, 0), sn=-5.6, sf=4.8, nh=(5, 46), fh=(17, 50), sway=-0.1, lean=7),
    ]),
    ('punch', 'once', [
        dict(ms=90, hip=(-4, 30.5), lean=2, sn=-7.2, sf=5.4, nh=(-9, 43), fh=(14, 50), sway=0.1),
        dict(ms=60, hip=(0, 30.5), lean=10, sn=-4, sf=4, nh=(9, 47), fh=(13, 48), nf=(-14, 4.6, 8), sway=-0.4, face='yell'),
        dict(ms=80, hip=(4, 29.5), lean=19, sn=0.5, sf=-1.0, nh=(36, 50.5), fh=(13, 44), nhand='strike', nf=(-14, 6, 25), sway=-0.8, face='yell', note=BLOW),
        dict(ms=100, hip=(4, 29.5), lean=18, sn=0, sf=-0.5, nh=(35, 50), fh=(13, 43.5), nhand='strike', nf=(-14, 6, 25), sway=0.2, face='yell', note=BLOW),
        dict(ms=90, hip=(1, 30.5), lean=12, sn=-3, sf=3, nh=(17, 46), fh=(14, 46), nf=(-14, 4.6, 8), sway=0.5),
        dict(ms=90, hip=(-2, 31), lean=8, sn=-5.5, sf=4.8, nh=(8, 45), fh=(16, 49), sway=0.1),
    ]),
    ('kick', 'hold-last', [
        dict(ms=90, hip=(1, 30.5), lean=13, nf=(-14, 5.5, 20), nh=(7, 43), fh=(18, 47), sway=-0.2),
        dict(ms=70, hip=(7, 32.5), lean=-2, nf=(14, 25, 35), nh=(6, 45), fh=(18, 50), sway=-0.6, front='leg', sn=-5, sf=4, note=CHAMBER),
        dict(ms=60, hip=(8, 33), lean=-14, nf=(30, 39, -25), nh=(-4, 44), fh=(16, 50), sway=-0.9, front='leg', sn=-4.6, sf=4, face='yell', tilt=4, note=CHAMBER),
        dict(ms=90, hip=(10, 33), lean=-27, nf=(47, 50, -70), nh=(-12, 40), fh=(10, 49), sway=-1.0, front='leg', sn=-4.6, sf=4, face='yell', tilt=8, note=KICK),
        dict(ms=110, hip=(10, 32.6), lean=-26, nf=(47, 49, -68), nh=(-12, 38), fh=(10, 48), sway=0.0, front='leg', sn=-4.6, sf=4, face='yell', tilt=8, note=KICK),
        dict(ms=80, hip=(7, 32), lean=-7, nf=(20, 22, 5), nh=(1, 43), fh=(16, 49), sway=0.6, front='leg', sn=-5, sf=4, note=CHAMBER),
        dict(ms=100, hip=(0, 31), lean=9, nf=(-11, 6, 25), nh=(5, 44), fh=(17, 48), sway=0.3),
    ]),
    ('hurt', 'once', [
        dict(ms=70, hip=(-5, 31), lean=-12, nf=(-14, 4, 0), nh=(-2, 43), fh=(9, 45), sway=0.7, face='hurt', tilt=-6, head=(-1, 0), note=REEL),
        dict(ms=110, hip=(-7, 30.5), lean=-20, nf=(-14, 4, 0), ff=(11, 4.4, -12), nh=(-8, 39), fh=(11, 42), sway=0.9, face='hurt', tilt=-10, head=(-2, 0), note=REEL),
        dict(ms=100, hip=(-5, 31), lean=-4, nf=(-14, 4, 0), nh=(0, 42), fh=(13, 45), sway=-0.3, face='hurt'),
    ]),
]
