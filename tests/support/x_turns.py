# SPDX-License-Identifier: MIT
"""Knowing that a window has the keyboard, and that its program has dealt with the keys and clicks that it was sent, without
asking it for what came of them.

Both are told the end of a queue. The window manager gets each click first and passes it on; asked afterwards for the
frame of a window that nobody sees, it answers after that. A program answers a window manager's "are you there?" when
it has taken all events before it from its queue and acted on them (GDK reads on only when it has none left)."""
import ctypes
import select
import time

from waiting import Failed

CLIENT_MESSAGE, PROPERTY_NOTIFY, DESTROY_NOTIFY = 33, 28, 17
PROPERTY_CHANGE, STRUCTURE_NOTIFY, SUBSTRUCTURE_NOTIFY, SUBSTRUCTURE_REDIRECT = 1 << 22, 1 << 17, 1 << 19, 1 << 20
ANY_TYPE = 0


class ClientMessage(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("sent", ctypes.c_int), ("display", ctypes.c_void_p),
                ("window", ctypes.c_ulong), ("kind", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5)]


class Event(ctypes.Union):
    """XEvent: a property's change has its atom where a message has its kind."""
    _fields_ = [("message", ClientMessage), ("pad", ctypes.c_long * 24)]


class Turns:
    """A connection to the X server of the environment."""

    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        for name in ("XDefaultRootWindow", "XInternAtom", "XCreateSimpleWindow"):
            getattr(self.x, name).restype = ctypes.c_ulong
        # The window asked for may have gone: an error that ends the program unless it is taken.
        self.gone = False
        self.error_handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(self.note_error)
        self.x.XSetErrorHandler(self.error_handler)
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        if not self.display:
            raise RuntimeError("no X server")
        self.root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))
        none = ctypes.c_ulong(0)
        self.own = ctypes.c_ulong(self.x.XCreateSimpleWindow(self.display, self.root, 0, 0, 1, 1, 0, none, none))
        self.x.XSelectInput(self.display, self.own, ctypes.c_long(PROPERTY_CHANGE))
        self.x.XSelectInput(self.display, self.root, ctypes.c_long(SUBSTRUCTURE_NOTIFY))
        self.count = 0

    def note_error(self, *_):
        self.gone = True
        return 0

    def close(self):
        self.x.XCloseDisplay(self.display)

    def atom(self, name):
        return self.x.XInternAtom(self.display, name.encode(), 0)

    def send(self, to, mask, window, kind, *data):
        event = Event()
        event.message = ClientMessage(type=CLIENT_MESSAGE, window=window, kind=self.atom(kind), format=32,
                                      data=(ctypes.c_long * 5)(*data))
        self.x.XSendEvent(self.display, to, 0, ctypes.c_long(mask), ctypes.byref(event))

    def answered(self, fits, seconds):
        """Whether an event that fits came in time, or the window that was asked has gone."""
        end, event = time.monotonic() + seconds, Event()
        while True:
            while self.x.XPending(self.display):
                self.x.XNextEvent(self.display, ctypes.byref(event))
                if fits(event.message):
                    return True
            if self.gone:
                return True
            left = end - time.monotonic()
            if left <= 0:
                return False
            select.select([self.x.XConnectionNumber(self.display)], [], [], left)

    def property(self, window, name):
        """Numbers, or bytes; empty where there is none."""
        kind, number, left = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
        form, data = ctypes.c_int(), ctypes.POINTER(ctypes.c_ulong)()
        self.x.XGetWindowProperty(self.display, ctypes.c_ulong(window), ctypes.c_ulong(self.atom(name)), ctypes.c_long(0),
                                  ctypes.c_long(4096), 0, ctypes.c_ulong(ANY_TYPE), ctypes.byref(kind), ctypes.byref(form),
                                  ctypes.byref(number), ctypes.byref(left), ctypes.byref(data))
        if not data:
            return []
        found = data[:number.value] if form.value == 32 else ctypes.string_at(data, number.value)
        self.x.XFree(data)
        return found

    def active_window(self):
        """The one that has the keyboard, or 0."""
        return next(iter(self.property(self.root.value, "_NET_ACTIVE_WINDOW")), 0)

    def windows(self, process, name):
        """Those of a process that have that title, the newest last."""
        return [window for window in self.property(self.root.value, "_NET_CLIENT_LIST")
                if self.property(window, "_NET_WM_PID") == [process] and self.property(window, "_NET_WM_NAME") == name.encode()]

    def activate(self, window):
        self.send(self.root, SUBSTRUCTURE_NOTIFY | SUBSTRUCTURE_REDIRECT, window, "_NET_ACTIVE_WINDOW", 2)
        self.x.XFlush(self.display)

    def geometry(self, window):
        """X, y, width and height on the screen."""
        root, x, y = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_int()
        size = [ctypes.c_uint() for _ in range(4)]
        window, zero = ctypes.c_ulong(window), ctypes.c_int(0)
        if not self.x.XGetGeometry(self.display, window, ctypes.byref(root), ctypes.byref(x), ctypes.byref(y), *map(ctypes.byref, size)):
            raise Failed(f"there is no window {window.value}")
        self.x.XTranslateCoordinates(self.display, window, self.root, zero, zero, ctypes.byref(x), ctypes.byref(y), ctypes.byref(root))
        return x.value, y.value, size[0].value, size[1].value

    def place(self, window, x, y, width, height):
        """One that fills the screen is made a smaller one before."""
        self.send(self.root, SUBSTRUCTURE_NOTIFY | SUBSTRUCTURE_REDIRECT, window, "_NET_WM_STATE", 0,
                  self.atom("_NET_WM_STATE_MAXIMIZED_HORZ"), self.atom("_NET_WM_STATE_MAXIMIZED_VERT"))
        self.x.XMoveResizeWindow(self.display, ctypes.c_ulong(window), x, y, width, height)
        self.x.XFlush(self.display)

    def has_keyboard(self):
        """Whether a window has it: not while one goes and the manager has not yet given it to another. Programs may have it
        in a window within theirs."""
        focus, revert, active = ctypes.c_ulong(), ctypes.c_int(), self.active_window()
        self.x.XGetInputFocus(self.display, ctypes.byref(focus), ctypes.byref(revert))
        return focus.value > 1 and active in (focus.value, self.parent(focus.value))

    def parent(self, window):
        root, above, number = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        children = ctypes.POINTER(ctypes.c_ulong)()
        self.x.XQueryTree(self.display, ctypes.c_ulong(window), ctypes.byref(root), ctypes.byref(above), ctypes.byref(children),
                          ctypes.byref(number))
        if children:
            self.x.XFree(children)
        return above.value

    def taken_by_manager(self, seconds):
        self.gone = False
        self.send(self.root, SUBSTRUCTURE_NOTIFY | SUBSTRUCTURE_REDIRECT, self.own, "_NET_REQUEST_FRAME_EXTENTS")
        atom = self.atom("_NET_FRAME_EXTENTS")
        return self.answered(lambda event: event.type == PROPERTY_NOTIFY and event.window == self.own.value
                             and event.kind == atom, seconds)

    def taken_by_program(self, seconds):
        """That of the active window; True where none is, or where it goes away."""
        window = self.active_window()
        if not window:
            return True
        self.count, self.gone = self.count + 1, False
        count, protocols, ping = self.count, self.atom("WM_PROTOCOLS"), self.atom("_NET_WM_PING")

        def fits(event):
            if event.type == DESTROY_NOTIFY:
                return event.kind == window  # its window; the other is whose child it is
            return event.type == CLIENT_MESSAGE and event.kind == protocols and list(event.data[:2]) == [ping, count]
        self.x.XSelectInput(self.display, ctypes.c_ulong(window), ctypes.c_long(STRUCTURE_NOTIFY))
        self.send(ctypes.c_ulong(window), 0, window, "WM_PROTOCOLS", ping, count, window)
        return self.answered(fits, seconds)

    def done(self, seconds=10):
        """When the program with the keyboard has acted on all keys and clicks so far; or after so long: it may be busy."""
        if self.taken_by_manager(seconds):
            self.taken_by_program(seconds)

    def ready(self, seconds=2):
        """When keys have somewhere to go, and what window has them knows how it is shown; or after so long."""
        end = time.monotonic() + seconds
        while not self.has_keyboard() and time.monotonic() < end:
            time.sleep(0.005)
        self.done(seconds)
