# SPDX-License-Identifier: MIT
"""Gives None and every wrong type to each parameter of each function, one at a time:

    wrong_types.py BANK

Prints each call that is not answered as it must be: None is the null handle or what is left out,
else a TypeError, and no wrong value is more than a TypeError, a ValueError or a KickboxError.
A crash ends the program; the line before the last says of which function."""
import enum
import inspect
import sys

import kickbox as kb

HANDLE, SHAPE = kb.Handle(), kb.shape_circle((0, 0), 5)
# A good value for each type, as annotations name it.
GOOD = {
    "Bank": None, "Handle": HANDLE, "Place": (0, 0), "Vec": (1, 1), "Point": (1, 1), "Size": (1, 1),
    "Box": (0, 0, 5, 5), "Rect": ((0, 0), (5, 5)), "Segment": ((0, 0), (5, 5)),
    "Circle": ((0, 0), 2), "Shape": SHAPE, "Shape3": kb.shape3_point((0, 0, 0)), "Vec3": (1, 1, 1),
    "Polygon": kb.Polygon([(0, 0), (9, 0), (9, 9)]), "str": "foot", "bytes": b"1", "int": 1, "float": 1.0, "bool": True,
    "Any": [0], "Sequence[Rect]": [((0, 0), (1, 1))], "Sequence[int]": [0], "Sequence[str]": ["head"],
    "Sequence[Handle]": [HANDLE], "Sequence[Vec]": [(0, 0)], "Sequence[Vec3]": [(0, 0, 0)],
    "Sequence[Box]": [(0, 0, 5, 5)], "Sequence[Shape]": [SHAPE], "Sequence[Segment]": [((0, 0), (5, 5))],
}
WRONG = (5, -1, 0.5, 1e300, float("nan"), 2 ** 70, True, "x", b"x", "", (), [], {}, [1], ["x"], [None], [[]], (None, None), (1,),
         ("x", "y"), (1, 2), (1,) * 20, (4096,) * 4, ((1, 2), (3, 4)), object(), int, len, kb, kb.Kind.FRAME, HANDLE, SHAPE,
         kb.Vec(1, 2), kb.Vec3(), kb.Body(), kb.Filter(), kb.Change(), kb.Polygon(), kb.WallsPlan(), kb.Lap())
REFUSALS = (TypeError, ValueError, kb.KickboxError)


def good(annotation):
    name = annotation.removeprefix("Union[").removeprefix("Optional[").split(", Tuple]")[0]
    if name not in GOOD and name.endswith("]") and not name.startswith("Sequence"):
        name = name[:-1]
    if name in GOOD:
        return GOOD[name]
    kind = getattr(kb, name)
    return kind(1) if issubclass(kind, enum.IntEnum) else kind()


def changed_types(name):
    """What stands for Any: bodies and laps that are changed."""
    return {"solve": {"bodies": [kb.Body()], "pairs": [kb.BodyPair()]}}.get(name, {})


def ask(function, arguments):
    """What is wrong with the answer to a wrong argument, or None."""
    try:
        function(*arguments)
    except REFUSALS as refused:
        return refused
    except Exception as other:   # pylint: disable=broad-except
        print(f"{function.__name__}{tuple(arguments)!r}: {other!r}")
    return None


def main():
    GOOD["Bank"] = kb.open(sys.argv[1])
    positions = 0
    functions = [f for f in vars(kb).values() if inspect.isfunction(f) and f.__module__ == "kickbox._api"]
    for function in functions:
        print(f"# {function.__name__}", flush=True)
        given = [p for p in inspect.signature(function).parameters.values() if p.name != "out"]
        known = changed_types(function.__name__)
        values = [known.get(p.name, p.default if p.default is not p.empty else good(p.annotation)) for p in given]
        refused = ask(function, values)
        if isinstance(refused, TypeError):
            print(f"{function.__name__}: {refused!r}")
        for i, parameter in enumerate(given):
            positions += 1
            refused = ask(function, values[:i] + [None] + values[i + 1:])
            may = parameter.annotation == "Handle" or parameter.default is None
            if may == isinstance(refused, TypeError):
                print(f"{function.__name__}, {parameter.name}: None is {refused!r}")
            for value in WRONG:
                ask(function, values[:i] + [value] + values[i + 1:])
    print(f"# {len(functions)} functions, {positions} positions", flush=True)


if __name__ == "__main__":
    main()
