# SPDX-License-Identifier: MIT
"""The boxer: a stocky fighter with red gloves, blue trunks and laced boots."""
import math

from raster import Canvas, across, bend, lerp

W, H, GROUND, HOT = 96, 80, 75, (38, 75)

SKIN = dict(tones=['#ffdcb4', '#f2b487', '#d48a62', '#a45e4c', '#70393c'], line='#3d1b2a', seam='#70393c',
            rim='#70393c', cuts=[0.90, 0.58, 0.27, -0.02])
GLOVE = dict(tones=['#ff8f7a', '#ee4338', '#c7222f', '#8d1531', '#5d0f2a'], line='#3d1b2a', seam='#5d0f2a',
             rim='#5d0f2a', cuts=[0.90, 0.50, 0.16, -0.14])
TRUNKS = dict(tones=['#7fb2f2', '#4a80dc', '#3056b4', '#22397f', '#1a2350'], line='#151228', seam='#1a2350',
              rim='#1a2350', cuts=[0.92, 0.62, 0.32, 0.02])
WHITE = dict(tones=['#fffdf2', '#d9dde6', '#a5abc0', '#747893', '#4d4e6b'], line='#242134', seam='#4d4e6b',
             rim='#4d4e6b', cuts=[0.75, 0.45, 0.15, -0.1])
BOOT = dict(tones=['#a5abc0', '#676a88', '#4d4e6b', '#35334a', '#242134'], line='#151228', seam='#242134',
            rim='#242134', cuts=[0.90, 0.60, 0.30, 0.02])

LETTERS = dict(zip('hlmsdL', SKIN['tones'] + [SKIN['line']]))
LETTERS.update({'a': '#8d5a34', 'A': '#63391f', 'o': '#42251e', 'b': '#42251e', 'e': '#fffdf2', 'k': '#3d1b2a',
                'w': '#fffdf2', 'W': '#d9dde6', 'r': '#c7222f', 'c': '#d48a62'})

HEAD = [
    '....AAaaA....',
    '..AAaaaaaAA..',
    '.AAaaAaAaaAA.',
    '.oAAAAAAAAAo.',
    'oAAAoAAAAAAo.',
    'oAAohhhlllmo.',
    'oAollllllllm.',
    'oodlBBBlmBBm.',
    'lmdmlekllekm.',
    'msdmlllmhllm.',
    '.smmcllmhhlm.',
    '.smmmlllmsmm.',
    '..smmlllllm..',
    '..ssmdddddm..',
    '..dssmmllmm..',
    '...dsssmmms..',
    '....dddsss...',
]
HEAD = [r.replace('B', 'b') for r in HEAD]
HEAD_YELL = HEAD[:7] + [
    'oodlbblllbbm.',
    'lmdmlbbmbblm.',
    'msdmlllmhllm.',
    '.smmcllmhhlm.',
    '.smmmsddddsm.',
    '..smmdwwwwd..',
    '..ssmdLLLLd..',
    '..dssdrrrdm..',
    '...dsssmmms..',
    '....dddsss...',
]
HEAD_HURT = HEAD[:7] + [
    'oodllbbllbbm.',
    'lmdbbllmlbbm.',
    'msdlbblmllbm.',
    '.smmllllhhlm.',
    '.smmmlllmsmm.',
    '..smmdddddm..',
    '..ssmdwLwLd..',
    '..dssmddddm..',
    '...dsssmmms..',
    '....dddsss...',
]

GUARD = dict(hip=(-2, 31), lean=8, sn=-7.5, sf=6.5, head=(0, 0), tilt=0.0, face='calm',
             nh=(5, 41), fh=(17, 46), na=-50, fa=-50, nbend=1, fbend=1,
             nf=(-14, 4, 0), ff=(11, 4, 0), nknee=-1, fknee=-1, sway=0.0, front='arms')


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
    length = 19.5
    ns, fs = body(length - 4, p['sn']), body(length - 4, p['sf'])
    turn = (p['sf'] - p['sn']) / 14.0
    mid = (p['sn'] + p['sf']) / 2

    # ---- legs: bare knee and calf, a boot over the shin, trunks over the thigh
    def leg(which, hipjoint, foot, knee, dark):
        fx, fy, fa = foot
        k, ankle = bend(hipjoint, point((fx, fy)), 14.6, 14.4, knee)
        joints[which + ' hip'], joints[which + ' knee'], joints[which + ' ankle'] = hipjoint, k, ankle
        r = math.radians(fa)
        back = 1 if knee < 0 else -1

        def f(x, y):
            return (ankle[0] + x * math.cos(r) - y * math.sin(r), ankle[1] + x * math.sin(r) + y * math.cos(r))
        thigh = c.part(which + ' thigh', SKIN, [
            c.cone(lerp(hipjoint, k, 0.4), k, 5.0, 4.0),
            c.ellipse(k, 3.9, 3.9, lift=0.8),
            c.cone(k, lerp(k, ankle, 0.5), 3.7, 3.6),
            c.cone(across(k, ankle, 0.22, back * 1.4), across(k, ankle, 0.5, back * 1.3), 3.5, 3.0),
        ], dark=dark)
        thigh['creases'] = [(across(hipjoint, k, 1.18, back * 0.5), across(hipjoint, k, 1.14, -back * 2.4), 1),
                            (across(k, ankle, 0.2, -back * 2.5), across(k, ankle, 0.4, -back * 2.0), -1)]
        boot = c.part(which + ' boot', BOOT, [
            c.cone(lerp(k, ankle, 0.78), ankle, 3.3, 2.9),
            
            c.cone(f(-0.6, 0.5), f(-1.2, 2.2), 2.6, 2.3), c.cone(f(-1, 2.2), f(5.4, 2.5), 2.3, 2.1),
            c.cone(f(0.5, 0.2), f(5.0, 2.1), 2.7, 2.0),
        ], dark=dark, kin=(which + ' thigh',))
        white = WHITE['tones'][0 if dark < .1 else 1]
        if abs(ankle[0] - k[0]) < abs(ankle[1] - k[1]):           # laces lie level on an upright boot
            for n in (0, 2, 4):
                y = math.floor(ankle[1]) - 3 + n
                x = ankle[0] + (k[0] - ankle[0]) * (ankle[1] - y) / (ankle[1] - k[1]) - back * 1.2 + 0.4 * n
                boot['creases'].append(((x, y), (x + 1, y), white))
        else:
            for t in (0.72, 0.86, 1.0):
                boot['creases'].append((across(k, ankle, t, -back * 2.2), across(k, ankle, t, -back * 1.0), white))
        boot['creases'].append((f(-2.6, 3.6), f(6.8, 3.6), white))
        c.part(which + ' sock', WHITE, [c.cone(across(k, ankle, 0.60, -2.3), across(k, ankle, 0.60, 2.3), 1.5, 1.5)],
               dark=dark, kin=(which + ' boot', which + ' thigh'))
        joints[which + ' toe'] = f(7.4, 2.6)
        joints[which + ' sole'] = f(2.5, 4.5)
        joints[which + ' heel'] = f(-3.2, 3)
        hem = lerp(hipjoint, k, 0.50)
        t = c.part(which + ' trunk', TRUNKS, [
            c.cone(hipjoint, hem, 6.0, 5.9),
            c.polygon([across(hipjoint, k, 0.1, -5.5), across(hipjoint, k, 0.68, -6.2), across(hipjoint, k, 0.65, 0),
                       across(hipjoint, k, 0.70, 6.2), across(hipjoint, k, 0.1, 5.5)], 5.5)], kin=('pelvis',), dark=dark, blend=2.0)
        t['creases'] = [
            (across(hipjoint, k, 0.66, -back * 2.0), across(hipjoint, k, 0.35, -back * 0.5), 1),
            (across(hipjoint, k, 0.62, -back * 3.6), across(hipjoint, k, 0.30, -back * 3.0), -1)]
        if dark < 0.1:
            for s in (1.7, 1.5, 1.3, 1.1, 0.9, 0.7, 0.5, 0.3):
                t['creases'].append((across(hipjoint, k, -0.3, back * s), across(hipjoint, k, 0.68, back * (s + 0.4)),
                                     WHITE['tones'][0 if s < 1 else 1]))

    # ---- arms: a glove is a mitt, a thumb and a white cuff
    def arm(which, shoulder, hand, angle, bent, dark, front):
        elbow, wrist = bend(shoulder, point(hand), 9.6, 8.6, bent)
        joints.update({which + ' shoulder': shoulder, which + ' elbow': elbow, which + ' wrist': wrist})
        along = math.degrees(math.atan2(elbow[1] - shoulder[1], elbow[0] - shoulder[0]))
        upper = c.part(which + ' upper', SKIN, [
            c.ellipse(lerp(shoulder, elbow, 0.08), 4.8, 4.8, lift=0.6),
            c.cone(lerp(shoulder, elbow, 0.1), elbow, 4.0, 3.2),
            c.ellipse(across(shoulder, elbow, 0.55, -0.9 * bent), 4.4, 3.7, along, lift=0.2),
        ], dark=dark, soft=[lerp(shoulder, body(length - 2.5, mid + 2), 0.5) + (6.0,)] if front else [])
        upper['creases'] = [(across(shoulder, elbow, 0.42, -3.0 * bent), across(shoulder, elbow, 0.46, 1.5 * bent), 1)]
        c.part(which + ' fore', SKIN, [
            c.cone(elbow, lerp(elbow, wrist, 0.4), 3.2, 3.8),
            c.cone(lerp(elbow, wrist, 0.4), wrist, 3.8, 2.8)], dark=dark, kin=(which + ' upper',))
        r = math.radians(angle)

        def g(x, y):
            return (wrist[0] + x * math.cos(r) - y * math.sin(r), wrist[1] + x * math.sin(r) + y * math.cos(r))
        thumb = lambda: c.part(which + ' thumb', GLOVE, [c.cone(g(3.0, -3.4), g(6.6, -4.2), 1.9, 1.8, lift=1)], dark=dark)
        if front:
            thumb()
        glove = c.part(which + ' glove', GLOVE, [
            c.ellipse(g(6.0, 0.2), 5.2, 4.9, angle, lift=0.5, flat=0.85),
            c.cone(g(2.0, 0), g(5.5, 0.2), 3.2, 4.5, flat=0.85),
        ], dark=dark, blend=2.0)
        glove['creases'] = [(g(8.6, -3.6), g(8.9, 3.8), 1), (g(2.8, 2.0), g(4.2, 2.6), 1)]
        if not front:
            c.part(which + ' thumb', GLOVE, [c.cone(g(3.4, -1.0), g(6.8, -1.9), 1.8, 1.9, lift=3)], dark=dark)
        c.part(which + ' cuff', WHITE, [c.cone(g(0.2, -2.3), g(0.2, 2.3), 1.7, 1.7)], dark=dark - 0.15)['creases'] = [
            (g(1.0, -4), g(1.0, 4), 1)]
        x, y = g(5.5, 0)
        if dark < 0.1:
            glove['creases'] += [((x - 2.5, y - 2.2), (x - 1.5, y - 2.9), '#ffdcb4')]
        joints[which + ' fist'] = g(10.5, 0)

    def torso():
        part = c.part('torso', SKIN, [
            c.cone(body(length - 1, 0.8), body(length + 2.5, 1.8), 4.0, 3.7, lift=-1.5),
            c.cone(body(0, -0.3), body(7, 0.4), 6.6, 6.4, flat=0.75),
            c.ellipse(body(9.6, mid * 0.6), 7.8, 6.8, p['lean'], flat=0.75),
            c.cone(body(length - 6.4, p['sn'] + 3.0), body(length - 6.4, p['sf'] - 2.6), 5.2, 5.0, flat=0.9),
            c.cone(body(length - 2.4, p['sn'] + 1.5), body(length - 2.6, p['sf'] - 1.2), 3.4, 3.2),
            c.ellipse(body(length - 6.6, mid + 3.6 * turn - 0.2), 4.2, 3.3, p['lean'], lift=3.0),
            c.ellipse(body(length - 6.6, mid - 3.6 * turn - 0.2), 4.5, 3.3, p['lean'], lift=3.0),
        ], blend=1.8)
        m = mid * 0.5 + 1.0 * turn
        part['creases'] = [
            (body(length - 3.6, mid + 0.3), body(length - 9.5, mid * 0.9 + 0.3), 1),
            (body(length - 10.0, mid - 6.0 * turn), body(length - 10.3, mid - 1.0), 1),
            (body(length - 10.0, mid + 5.4 * turn), body(length - 10.3, mid + 1.4), 1),
            (body(7.0, m), body(3.4, m), 1),
            (body(6.0, m - 3.0), body(5.8, m + 2.8), 1),
            (body(3.6, m - 2.8), body(3.4, m + 2.6), 1),
            (body(length - 1.8, -2.8), body(length - 2.4, 0.4), 1), (body(length - 2.4, 3.0), body(length - 2.0, 5.0), 1),
        ]

    def pelvis():
        c.part('pelvis', TRUNKS, [c.cone(body(0.6, -2.2), body(0.6, 2.2), 5.6, 5.6),
                                  c.cone(body(-3.0, -2.4), body(-3.0, 2.4), 5.6, 5.6)],
               kin=('far trunk',))

    def belt():
        c.part('belt', WHITE, [c.cone(body(4.6, -5.2), body(4.2, 5.2), 1.9, 1.9)], dark=-0.15)['creases'] = [
            (body(3.2, -7), body(2.8, 7), 1)]

    def head():
        rows = dict(calm=HEAD, yell=HEAD_YELL, hurt=HEAD_HURT)[p['face']]
        at = body(length + 2.6, 2.0)
        x = int(round(at[0] + p['head'][0] - 6.0))
        y = int(round(at[1] - p['head'][1] - 14.0))
        joints['head'] = (x + 6.5, y + 8.5)
        c.stamp('head', rows, LETTERS, SKIN, (x, y), shear=math.tan(math.radians(p['tilt'])), pivot=14)

    near_hip, far_hip = body(-2.6, -3.0), body(-2.4, 3.0)
    FAR = 0.16
    far_arm = lambda: arm('far', fs, p['fh'], p['fa'], p['fbend'], FAR, False)
    near_arm = lambda: arm('near', ns, p['nh'], p['na'], p['nbend'], 0, True)
    far_leg = lambda: leg('far', far_hip, p['ff'], p['fknee'], FAR)
    near_leg = lambda: leg('near', near_hip, p['nf'], p['nknee'], 0)
    if p['front'] == 'leg':
        far_arm(); far_leg(); torso(); pelvis(); belt(); head(); near_leg(); near_arm()
    else:
        far_arm(); far_leg(); torso(); pelvis(); near_leg(); belt(); head(); near_arm()
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
        dict(ms=150),
        dict(ms=110, hip=(-2, 30.5)),
        dict(ms=150, hip=(-1, 30), nh=(6, 40), fh=(18, 45), lean=9),
        dict(ms=110, hip=(-2, 30.5), nh=(5, 40), fh=(17, 45)),
    ]),
    ('walk', 'loop', [
        dict(ms=110, hip=(0, 31.5), nf=(11, 4.4, -14), ff=(-12, 6.2, 28), sn=-6.5, sf=5.6, nh=(6, 42), fh=(16, 46), lean=9),
        dict(ms=110, hip=(0, 30.5), nf=(4, 4, 0), ff=(-9, 9, 48), sn=-7, sf=6, nh=(6, 41), fh=(16, 45), lean=9),
        dict(ms=110, hip=(0, 33), nf=(-3, 4, 0), ff=(2, 8, 18), sn=-7.5, sf=6.4, nh=(5, 43), fh=(17, 47), lean=7),
        dict(ms=110, hip=(0, 31.5), nf=(-12, 6.2, 28), ff=(11, 4.4, -14), sn=-8, sf=6.8, nh=(4, 42), fh=(18, 46), lean=9),
        dict(ms=110, hip=(0, 30.5), nf=(-9, 9, 48), ff=(4, 4, 0), sn=-7.8, sf=6.7, nh=(4, 41), fh=(18, 45), lean=9),
        dict(ms=110, hip=(0, 33), nf=(2, 8, 18), ff=(-3, 4, 0), sn=-7.2, sf=6.2, nh=(5, 43), fh=(17, 47), lean=7),
    ]),
    ('punch', 'once', [
        dict(ms=90, hip=(-4, 30), lean=2, sn=-9, sf=7, nh=(-6, 38.5), na=-20, fh=(14, 46)),
        dict(ms=60, hip=(0, 30), lean=11, sn=-5, sf=4.6, nh=(9, 43), na=-20, fh=(13, 45), nf=(-14, 4.6, 8), face='yell'),
        dict(ms=80, hip=(4, 29), lean=21, sn=1, sf=-1.0, nh=(34, 48), na=-4, fh=(12, 44), nf=(-14, 6, 25), face='yell', note=BLOW),
        dict(ms=100, hip=(4, 29), lean=20, sn=.5, sf=-0.5, nh=(33, 47.5), na=-4, fh=(12, 43), nf=(-14, 6, 25), face='yell', note=BLOW),
        dict(ms=90, hip=(1, 30), lean=13, sn=-4, sf=4, nh=(17, 43), na=-25, fh=(13, 45), nf=(-14, 4.6, 8)),
        dict(ms=90, hip=(-2, 30.5), lean=8, sn=-6.8, sf=6, nh=(7, 41), na=-46, fh=(16, 45)),
    ]),
    ('kick', 'hold-last', [
        dict(ms=90, hip=(1, 29.5), lean=12, nf=(-14, 5.5, 20), nh=(7, 39), fh=(18, 44)),
        dict(ms=70, hip=(7, 31.5), lean=-3, nf=(16, 21, 0), nh=(6, 41), fh=(18, 46), front='leg', note=CHAMBER),
        dict(ms=60, hip=(8, 32), lean=-11, nf=(30, 29, -35), nh=(3, 41), fh=(16, 47), front='leg', face='yell', note=CHAMBER),
        dict(ms=90, hip=(10, 32), lean=-20, nf=(46, 37, -78), nh=(-6, 38), na=-30, fh=(13, 47), front='leg', face='yell', tilt=6, note=KICK),
        dict(ms=110, hip=(10, 31.5), lean=-19, nf=(46, 36, -76), nh=(-6, 37), na=-30, fh=(13, 46), front='leg', face='yell', tilt=6, note=KICK),
        dict(ms=80, hip=(7, 31), lean=-5, nf=(20, 20, -5), nh=(5, 40), fh=(17, 46), front='leg', note=CHAMBER),
        dict(ms=100, hip=(0, 30), lean=9, nf=(-11, 6, 25), nh=(6, 39.5), fh=(17, 44.5)),
    ]),
    ('hurt', 'once', [
        dict(ms=70, hip=(-5, 30), lean=-10, nh=(-1, 39), fh=(9, 42), face='hurt', tilt=-6, head=(-1, 0), note=REEL),
        dict(ms=110, hip=(-7, 29.5), lean=-18, ff=(11, 4.4, -12), nh=(-7, 36), na=-10, fh=(9, 39), fa=-30, face='hurt', tilt=-10, head=(-2, 0), note=REEL),
        dict(ms=100, hip=(-5, 30), lean=-3, nh=(1, 39), fh=(13, 43), face='hurt'),
    ]),
]
