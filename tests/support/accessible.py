# SPDX-License-Identifier: MIT
"""What a program tells of its windows over the accessibility bus.

The library for this asks for each property of each object by itself and waits for each answer: a second for a window
of 600 objects where the machine is busy. GTK keeps a list of all its objects for such readers, with name, role, parent
and states, and gives it in one message. That list is the tree here; only objects that are not in it yet are asked for
their children, which puts them into it. What a Node is asked for later (its name, its states) is asked of the program
then."""
import collections
import functools
import os
import re
import struct
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402  (Atspi only for the names of its numbers)

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"
REGISTRY = "org.a11y.atspi.Registry"
WINDOW = Atspi.CoordType.WINDOW

# Of one object in the list of all: its path, its parent's, which child it is and how many it has, what is known of it.
Row = collections.namedtuple("Row", "path parent index count name role description states")

OBJECTS = re.compile(r"\('[^']*', '([^']*)'\)")  # paths of ('program', 'path')
ITEM = "((so)(so)(so)iiassusau)"  # of the list: itself, its program, parent, place, number of children, interfaces, name ...


@functools.lru_cache(None)
def role_name(number):
    try:
        return Atspi.role_get_name(Atspi.Role(number))
    except ValueError:  # newer than the library
        return f"role {number}"


def plain(name):
    """Some versions of GTK say a name twice: "_Save Save" for a button with a mnemonic, "Name Name" for an entry with
    a title. That is "Save" and "Name" to a person."""
    for middle in (len(name) // 2, len(name) // 2 - 1):
        if middle > 0 and name[middle] == " " and name[:middle].replace("_", "", 1) == name[middle + 1:].replace("_", "", 1):
            return name[middle + 1:]
    return name


@functools.lru_cache(100000)
def row_of(item):
    """Of an item as it came, in bytes: most of them came before, and are not read again."""
    own, _, parent, index, count, _, name, role, description, states = GLib.Variant.new_from_bytes(
        GLib.VariantType(ITEM), GLib.Bytes(item), True).unpack()
    return Row(own[1], parent[1], index, count, plain(name), role_name(role), description, tuple(states))


def items_of(array):
    """The items of an array of GLib's format, in bytes: at its end is where each of them ends; they begin at multiples of four."""
    data = array.get_data_as_bytes().get_data()
    if not data:
        return
    width = 1 if len(data) < 1 << 8 else 2 if len(data) < 1 << 16 else 4
    begin, ends = 0, [int.from_bytes(data[-width:], sys.byteorder)]
    ends = struct.unpack(f"={(len(data) - ends[0]) // width}{' BH I'[width]}", data[ends[0]:])
    for end in ends:
        yield data[begin:end]
        begin = end + 3 & -4


@functools.lru_cache(None)
def state_bit(state):
    return int(getattr(Atspi.StateType, state.upper()))


def has_state(states, state):
    bit = state_bit(state)
    return bool(states[bit // 32] >> bit % 32 & 1)


class Bus:
    """The accessibility bus of the session that the environment names."""

    def __init__(self):
        session = self.connect(os.environ["DBUS_SESSION_BUS_ADDRESS"])
        (address,) = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None)
        self.session = session
        self.connection = self.connect(address)

    @staticmethod
    def connect(address):
        flags = Gio.DBusConnectionFlags
        return Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)

    def close(self):
        self.connection.close_sync()
        self.session.close_sync()

    def has_owner(self, name):
        """Whether a program of the session has that name."""
        return self.session.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
                                      GLib.Variant("(s)", (name,)), None, 0, -1, None).unpack()[0]

    def ask(self, program, path, interface, method, arguments=None):
        return self.connection.call_sync(program, path, interface, method, arguments, None, 0, -1, None)

    def call(self, *question):
        return self.ask(*question).unpack()

    def ask_all(self, calls):
        """The answers to many calls, None for those refused; they are on their way together."""
        answers, left = [None] * len(calls), len(calls)

        def answered(connection, result, place):
            nonlocal left
            left -= 1
            try:
                answers[place] = connection.call_finish(result)
            except GLib.Error:
                pass
        for place, call in enumerate(calls):
            self.connection.call(*call, None, None, 0, -1, None, answered, place)
        while left:
            GLib.MainContext.default().iteration(True)
        return answers

    def program(self, process):
        """The bus name of the program with that process number, or None."""
        for name, _ in self.call(REGISTRY, ROOT, ACCESSIBLE, "GetChildren")[0]:
            (number,) = self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                  "GetConnectionUnixProcessID", GLib.Variant("(s)", (name,)))
            if number == process:
                return name
        return None

    def rows(self, program):
        """{path: Row} of all objects that the program has told of."""
        answer = self.ask(program, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
        return {row.path: row for row in map(row_of, items_of(answer.get_child_value(0)))}

    def children(self, program, paths):
        """{path: [paths of its children]} as they are now."""
        answers = self.ask_all([(program, path, ACCESSIBLE, "GetChildren") for path in paths])
        return {path: OBJECTS.findall(answer.print_(False)) if answer else [] for path, answer in zip(paths, answers)}

    def tree(self, program, rows=None, hidden=False, known=None):
        """({path: Row}, {path: [paths of its children]}). The list also has what is hidden now, as a child in the place
        where it was: who has such a child, or not one for each place, is asked. What is missing even so (something new
        in the place of something that is gone) comes to light with `rows`, those of a moment ago, where everything that has
        children is asked, also what is `hidden`. `known`: answers from a moment ago."""
        exact, rows = rows is not None, rows or self.rows(program)
        families, told, hiding, shown = collections.defaultdict(list), known or {}, set(), {None: True, ROOT: True}
        for row in rows.values():
            # GTK 4.18 keeps rows of lists that are no longer shown; their places are behind the last.
            if row.parent in rows and row.index < rows[row.parent].count:
                families[row.parent].append(row)
                if not has_state(row.states, "visible"):
                    hiding.add(row.parent)

        def is_shown(path):
            if path not in shown:
                shown[path] = path in rows and has_state(rows[path].states, "visible") and is_shown(rows[path].parent)
            return shown[path]

        # The list says of the program itself that it has no children.
        unknown = [path for path, row in rows.items() if path not in told
                   and (path == ROOT or row.count and (path in hiding or exact and (hidden or is_shown(path)))
                        or sorted(child.index for child in families[path]) != list(range(row.count)))]
        added = False
        while unknown:
            told.update(self.children(program, unknown))
            unknown = [child for path in unknown for child in told[path] if child not in rows and child not in told]
            added = added or bool(unknown)
        if added:
            return self.tree(program, known=told)  # now they are in the list
        children = {path: [row.path for row in sorted(family, key=lambda row: row.index)] for path, family in families.items()}
        children.update(told)
        return rows, children


class Node:
    """One object, as it was when it was found; what it is asked for is as it is now."""

    def __init__(self, bus, program, path, row=None, parent=None):
        self.bus, self.program, self.path, self.row, self.parent = bus, program, path, row, parent

    def call(self, interface, method, signature=None, *arguments):
        return self.bus.call(self.program, self.path, interface, method, signature and GLib.Variant(signature, arguments))

    def read(self, interface, name):
        return self.call("org.freedesktop.DBus.Properties", "Get", "(ss)", interface, name)[0]

    @property
    def role(self):
        return self.row.role if self.row else role_name(self.call(ACCESSIBLE, "GetRole")[0])

    @property
    def name(self):
        return plain(self.read(ACCESSIBLE, "Name"))

    @property
    def description(self):
        return self.read(ACCESSIBLE, "Description")

    def has(self, state):
        return has_state(self.call(ACCESSIBLE, "GetState")[0], state)

    @property
    def line(self):
        """It, what it is in, and so on up to its window."""
        nodes = [self]
        while nodes[-1].parent:
            nodes.append(nodes[-1].parent)
        return nodes

    window = property(lambda self: self.line[-1])

    @property
    def extents(self):
        """x, y, width, height in its window."""
        return self.call("org.a11y.atspi.Component", "GetExtents", "(u)", WINDOW)[0]

    @property
    def text(self):
        """What an entry holds."""
        return self.call("org.a11y.atspi.Text", "GetText", "(ii)", 0, self.read("org.a11y.atspi.Text", "CharacterCount"))[0]

    @text.setter
    def text(self, text):
        self.call("org.a11y.atspi.EditableText", "SetTextContents", "(s)", text)

    @property
    def value(self):
        return self.read("org.a11y.atspi.Value", "CurrentValue")

    def act(self, names):
        """Does the first of its actions that has one of these names; False when there is none."""
        for i in range(self.read("org.a11y.atspi.Action", "NActions")):
            if self.call("org.a11y.atspi.Action", "GetName", "(i)", i)[0] in names:
                self.call("org.a11y.atspi.Action", "DoAction", "(i)", i)
                return True
        return False
