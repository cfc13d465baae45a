# SPDX-License-Identifier: MIT
"""Random calls of each binding, with damaged banks: nothing may end the program.

A binding's test has a program that takes

    CALLS.json SEED ROUNDS BANK...

makes so many calls with what it draws, right or wrong, of the banks that open, and ends with a line
`N calls, N answers, N of N banks`. CALLS.json says what functions take: {"structs": {name: [[field,
kind], ...]}, "calls": [[name, [[parameter, kind], ...]], ...]}. A kind is handle, bank, text, float,
int, few, bool, classes or the name of a struct, or one of these after "list " or "changed "."""
import json
import os
import random
import re
import struct
import subprocess

from model import Model
from rounds import share

SOAK = bool(os.environ.get("KICKBOX_SOAK"))
ROUNDS, BANKS = (1000000, 400) if SOAK else (share(20000), 48)
SEED = int(os.environ.get("KICKBOX_SEED", "1"))
# What a loop is as long as.
FEW = ("passes", "ms", "from_ms", "to_ms", "most", "scale")
PICTURES = (b"PIXL",)


def crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


TABLE = crc_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF


def damage(data, drawn):
    """A copy of a bank with a few other bytes in one section, whose checksums are right."""
    data, count = bytearray(data), struct.unpack_from("<I", data, 24)[0]
    tables = [at for at in range(64, 64 + 40 * count, 40)
              if data[at:at + 4] not in PICTURES and struct.unpack_from("<Q", data, at + 16)[0]]
    at = drawn.choice(tables)
    offset, size = struct.unpack_from("<QQ", data, at + 8)
    for _ in range(drawn.randint(1, 3)):
        place = offset + drawn.randrange(size)
        data[place] = drawn.choice((0, 1, 255, data[place] ^ 1 << drawn.randrange(8), data[place] + 1 & 255))
    struct.pack_into("<I", data, at + 32, crc32c(data[offset:offset + size]))
    head = data[:64 + 40 * count]
    struct.pack_into("<I", head, 32, 0)
    struct.pack_into("<I", data, 32, crc32c(head))
    return data


def damaged(paths, folder):
    """Paths of the banks, and of damaged ones."""
    drawn, made = random.Random(SEED), list(paths)
    for i in range(BANKS):
        with open(paths[i % len(paths)], "rb") as file:
            data = damage(file.read(), drawn)
        made.append(os.path.join(folder, f"damaged{i}.kbx"))
        with open(made[-1], "wb") as file:
            file.write(data)
    return made


def kind_of(model, name, type_name):
    if name in FEW:
        return "few"
    if type_name in model.records:
        return type_name.removeprefix("kbx_")
    if type_name == "kbx_class_set":
        return "classes"
    return {"bool": "bool", "float": "float", "double": "float", "char": "text", "void": "int"}.get(
        model.scalar(type_name) or type_name, "int")


def parameter_kind(model, parameter):
    kind = kind_of(model, parameter.name, parameter.type)
    if parameter.role in ("array", "texts", "bytes"):
        return "list " + kind
    if parameter.role in ("changed", "inout"):
        return parameter.role.replace("inout", "changed") + (" list " if parameter.role == "changed" else " ") + kind
    return kind


def calls(api):
    """What CALLS.json has. Structs with a union or with pointers to no list come from functions alone."""
    model, structs = Model(api), {}
    for record in model.records.values():
        if not record.is_union and not any(field.record or field.is_pointer and not field.is_list for field in record.fields):
            structs[record.name.removeprefix("kbx_")] = [
                [field.name, ("list " if field.is_list else "") + kind_of(model, field.name, field.type)]
                for field in record.fields if field.name not in record.counters and not field.is_array]
    return {"structs": structs,
            "calls": [[call.name, [[p.name, parameter_kind(model, p)] for p in call.given]]
                      for call in model.calls if not call.name.startswith("bank_") and call.name != "open"]}


def run(test, command, paths, folder, api=None):
    """Runs a binding's program; `api` is kickbox_api.json, for those that read CALLS.json."""
    made = damaged(paths, folder)
    plan = os.path.join(folder, "calls.json")
    with open(plan, "w", encoding="utf-8") as file:
        json.dump(calls(api) if api else {}, file)
    done = subprocess.run([*command, plan, str(SEED), str(ROUNDS), *made], capture_output=True, text=True, check=False,
                          timeout=3600)
    test.assertEqual(done.returncode, 0, f"seed {SEED}: {done.stdout[-500:]}{done.stderr[-2000:]}")
    counts = re.search(r"(\d+) calls, (\d+) answers, (\d+) of (\d+) banks\s*$", done.stdout)
    test.assertTrue(counts, done.stdout[-500:] + done.stderr[-500:])
    print("# " + done.stdout.strip().splitlines()[-1], flush=True)
    asked, answered, opened, _ = map(int, counts.groups())
    test.assertGreaterEqual(asked, ROUNDS)
    test.assertGreater(answered, asked // 10)
    test.assertGreater(opened, len(paths))
