# SPDX-License-Identifier: MIT
"""Random calls of banks that may be damaged: CALLS.json SEED ROUNDS BANK... See bindings/random_calls.py."""
import json
import math
import random
import sys

import kickbox as kb

FLOATS = (0, 1, -1, 0.5, -0.25, 3, 7.25, 10, 32, 100, -100, 320, 1000, -1e6, 1e9, 3e38, math.nan, math.inf, -math.inf)
INTS = (0, 1, 2, 3, 4, 5, 7, 16, 31, 63, 64, 100, 255, 1000, -1, 2 ** 31 - 1, 2 ** 32 - 1)
FEW = (0, 1, 2, 3, 0.5, 4, 100)
TEXTS = ("", "foot", "kick", "head", "goal", "x" * 300, "\u00e9")
REFUSALS = (TypeError, ValueError, OverflowError, kb.KickboxError)


class Caller:
    def __init__(self, plan, seed):
        self.random = random.Random(seed)
        self.structs, self.calls, self.bank = plan["structs"], plan["calls"], None
        self.calls = [(getattr(kb, name), parameters) for name, parameters in self.calls if hasattr(kb, name)]
        self.handles, self.found = [None], {}
        self.asked = self.answered = 0

    def open(self, path):
        """Takes the things of a bank. False if it is refused."""
        with open(path, "rb") as file:
            data = file.read()
        try:
            bank = kb.open(data)
        except kb.KickboxError:
            return False
        self.bank, self.handles, self.found = bank, [None, kb.Handle()], {}
        for kind in kb.Kind:
            for thing in list(bank.items(kind))[:40]:
                self.handles.append(thing)
                for inner in kb.Kind:
                    self.handles += list(thing.items(inner))[:8]
        return True

    def wrong(self):
        return self.random.choice((None, 1, -1, 0.5, "text", b"bytes", [], {}, (1,), (1, 2), [None], object(), kb, self.handles[-1],
                                   kb.Vec(1, 2), kb.Motion()))

    def draw(self, kind):
        pick = self.random
        if pick.random() < 0.03:
            return self.wrong()
        if kind.startswith("list "):
            return [self.draw(kind[5:]) for _ in range(pick.choice((0, 1, 2, 3, 4, 8)))]
        if kind.startswith("changed "):
            return self.draw(kind[8:])
        if kind in self.found and pick.random() < 0.5:
            return pick.choice(self.found[kind])
        if kind in self.structs:
            return self.struct(kind)
        values = {"handle": self.handles, "bank": [self.bank], "text": TEXTS, "float": FLOATS, "int": INTS, "few": FEW,
                  "bool": (True, False), "classes": (kb.ALL_CLASSES, 0, 1, 6)}.get(kind)
        return pick.choice(values) if values else self.wrong()

    def struct(self, kind):
        made = getattr(kb, "".join(word.capitalize() for word in kind.split("_")))
        fields = {name: self.draw(inner) for name, inner in self.structs[kind] if self.random.random() < 0.8}
        fields = {name: value for name, value in fields.items() if value is not None}
        try:
            return made(**fields)
        except REFUSALS:
            return made()

    def keep(self, result):
        for one in result if isinstance(result, (tuple, list)) else (result,):
            if isinstance(one, kb.Handle):
                self.handles.append(one)
                del self.handles[400:]
            elif isinstance(one, kb.Struct):
                kind = "".join("_" + c.lower() if c.isupper() else c for c in type(one).__name__).lstrip("_")
                self.found[kind] = [*self.found.get(kind, ()), one][-16:]
            elif isinstance(one, list):
                self.keep(one[:4])

    def call(self):
        function, parameters = self.random.choice(self.calls)
        arguments = [self.draw(kind) for _, kind in parameters]
        self.asked += 1
        try:
            result = function(*arguments)
        except REFUSALS:
            return
        self.answered += 1
        self.keep(result)
        repr(result)


def main():
    plan, seed, rounds, *banks = sys.argv[1:]
    with open(plan, encoding="utf-8") as file:
        caller = Caller(json.load(file), int(seed))
    opened = 0
    for path in banks:
        opened += caller.open(path)
        for _ in range(int(rounds) // len(banks) + 1):
            caller.call()
    print(f"{caller.asked} calls, {caller.answered} answers, {opened} of {len(banks)} banks")


if __name__ == "__main__":
    main()
