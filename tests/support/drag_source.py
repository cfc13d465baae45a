# SPDX-License-Identifier: MIT
"""A small window whose middle is a file that can be dragged away: drag_source.py PATH. Prints the number
of its X window when it is there, and "accepted" when it is held over something that takes it."""
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
gi.require_version("GdkX11", "4.0")
from gi.repository import Gdk, GdkX11, Gio, GLib, Gtk  # noqa: E402,F401


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="drag source", default_width=120, default_height=80,
                                   decorated=False)
    label = Gtk.Label(label="file")
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    uris = (Gio.File.new_for_path(sys.argv[1]).get_uri() + "\r\n").encode()
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(uris)))
    source.connect("drag-begin", lambda _, drag: drag.connect("notify::selected-action", begun))
    label.add_controller(source)
    window.set_child(label)
    window.connect("map", lambda *_: GLib.idle_add(tell, window))
    window.present()


def begun(drag, _):
    if drag.get_selected_action() & Gdk.DragAction.COPY:
        print("accepted", flush=True)


def tell(window):
    print(window.get_surface().get_xid(), flush=True)


application = Gtk.Application(application_id="io.github.kickbox.DragSource", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
