# SPDX-License-Identifier: MIT
"""The kickbox program of this machine, as a repository."""

_BUILD = """
package(default_visibility = ["//visibility:public"])
exports_files(["kickbox"])
"""

def _kickbox_tool_impl(context):
    path = context.os.environ.get("KICKBOX") or context.attr.path or context.which("kickbox")
    if not path:
        fail("kickbox is not on the PATH. Install it, or give its path in the variable KICKBOX.")
    context.symlink(path, "kickbox")
    context.file("BUILD.bazel", _BUILD)

kickbox_tool = repository_rule(
    implementation = _kickbox_tool_impl,
    attrs = {"path": attr.string(doc = "Absolute path; by default the program on the PATH.")},
    environ = ["KICKBOX", "PATH"],
    local = True,
    doc = "Makes `@NAME//:kickbox`. The variable KICKBOX comes before `path`.",
)
