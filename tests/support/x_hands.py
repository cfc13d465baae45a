# SPDX-License-Identifier: MIT
"""Mouse and keyboard by the X server's test extension, in the words of xdotool: a program started for each word would take
a sixth of the time of a window's test."""
import ctypes

MODIFIERS = {"ctrl": "Control_L", "alt": "Alt_L", "shift": "Shift_L", "super": "Super_L", "meta": "Meta_L"}
WORDS = {"click", "key", "keydown", "keyup", "mousedown", "mousemove", "mouseup", "type"}
HELD = 12   # milliseconds, as xdotool has it
NO_SYMBOL = 0


class Unknown(Exception):
    """A word or a key that only xdotool itself knows."""


class Hands:
    """`turns` has the connection to the X server."""

    def __init__(self, turns):
        self.x, self.display = turns.x, turns.display
        self.test = ctypes.CDLL("libXtst.so.6")
        self.x.XStringToKeysym.restype = ctypes.c_ulong
        self.keys = self.read_keys()
        self.wait = 0

    def read_keys(self):
        """Of each symbol, its key and whether Shift is held with it."""
        low, high, each = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
        self.x.XDisplayKeycodes(self.display, ctypes.byref(low), ctypes.byref(high))
        self.x.XGetKeyboardMapping.restype = ctypes.POINTER(ctypes.c_ulong)
        table = self.x.XGetKeyboardMapping(self.display, ctypes.c_ubyte(low.value), high.value - low.value + 1, ctypes.byref(each))
        keys = {}
        for shifted in (False, True):
            for code in range(low.value, high.value + 1):
                keys.setdefault(table[(code - low.value) * each.value + shifted], (code, shifted))
        self.x.XFree(table)
        keys.pop(NO_SYMBOL, None)
        return keys

    def key(self, symbol):
        if symbol not in self.keys:
            raise Unknown(symbol)
        return self.keys[symbol]

    def named(self, name):
        return self.key(self.x.XStringToKeysym(MODIFIERS.get(name, name).encode()))

    def chord(self, keys):
        """Key codes of "ctrl+shift+s", in the order in which they go down."""
        parts = [self.named(name) for name in keys.split("+")]
        shift = [self.named("shift")[0]] if any(shifted for _, shifted in parts) else []
        return shift + [code for code, _ in parts]

    def waited(self, delay=0):
        """What to wait before the next event, after which `delay` is waited. The server waits, in milliseconds: a test that
        gets no processor in between does not make two clicks of a double one."""
        wait, self.wait = self.wait, delay
        return ctypes.c_ulong(wait)

    def send_keys(self, codes, downs, delay):
        """Half of the delay after each of them: nobody presses two keys at once."""
        for down in downs:
            for code in codes if down else codes[::-1]:
                self.test.XTestFakeKeyEvent(self.display, code, int(down), self.waited(delay // 2))

    def send_button(self, button, down, delay):
        self.test.XTestFakeButtonEvent(self.display, int(button), int(down), self.waited(delay))

    def send_motion(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, self.waited())

    def acts(self, words):
        """What `words` ask for, as functions without arguments; nothing is done before all of them are known."""
        words = [str(word) for word in words]
        acts = []
        while words:
            word, options = words.pop(0), {"--delay": HELD, "--repeat": 1}
            while words and word in WORDS and words[0].startswith("--"):
                option = words.pop(0)
                if option == "--":
                    break
                if option not in options:
                    raise Unknown(option)
                options[option] = int(words.pop(0))
            delay = options["--delay"]
            if word == "mousemove":
                x, y = int(words.pop(0)), int(words.pop(0))
                acts += [lambda x=x, y=y: self.send_motion(x, y)]
            elif word in ("mousedown", "mouseup", "click"):
                button = words.pop(0)
                downs = {"mousedown": (True,), "mouseup": (False,), "click": (True, False)}[word]
                for _ in range(options["--repeat"]):
                    acts += [lambda button=button, down=down, delay=delay: self.send_button(button, down, delay) for down in downs]
            elif word in ("key", "keydown", "keyup"):
                downs = {"key": (True, False), "keydown": (True,), "keyup": (False,)}[word]
                while words and words[0] not in WORDS:
                    codes = self.chord(words.pop(0))
                    acts += [lambda codes=codes, downs=downs, delay=delay: self.send_keys(codes, downs, delay)]
            elif word == "type":
                for letter in "".join(words):
                    symbol = ord(letter) if ord(letter) < 256 else 0x1000000 + ord(letter)
                    code, shifted = self.key({"\n": 0xff0d, "\t": 0xff09}.get(letter, symbol))
                    codes = [*([self.named("shift")[0]] if shifted else []), code]
                    acts += [lambda codes=codes, delay=delay: self.send_keys(codes, (True, False), delay)]
                words = []
            else:
                raise Unknown(word)
        return acts

    def do(self, words):
        """Whether it could be done; else nothing was."""
        try:
            acts = self.acts(words)
        except Unknown:
            return False
        for act in acts:
            act()
        self.x.XSync(self.display, 0)
        return True
