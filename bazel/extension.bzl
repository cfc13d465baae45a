# SPDX-License-Identifier: MIT
"""For MODULE.bazel: the kickbox program of this machine."""

load(":tool.bzl", "kickbox_tool")

def _kickbox_impl(_):
    kickbox_tool(name = "kickbox_tool")

kickbox = module_extension(implementation = _kickbox_impl)
