# SPDX-License-Identifier: MIT
"""Rules that compile a Kickbox project asset by asset and link its bank.

See README.md for how to use them."""

# Folder of a project: patterns of the files that an asset has there besides NAME.json.
_PAINTINGS = {
    "sprites": ["zones/{}/*"],
    "masks": ["masks/{}"],
    "tracks": ["tracks/{}", "bands/{}/*"],
    "levels": ["layers/{}/*", "mazes/{}/*", "heightmaps/{}/*"],
}

KickboxInfo = provider(
    doc = "A compiled asset.",
    fields = {
        "object": "The object file.",
        "sources": "Depset of the files that assets which refer to this one read.",
    },
)

_TOOL = {"tool": attr.label(
    default = "@kickbox_tool//:kickbox",
    allow_single_file = True,
    executable = True,
    cfg = "exec",
    doc = "The kickbox program.",
)}

def _compile_impl(context, folder):
    asset = context.file.asset
    if not asset.dirname.endswith(folder):
        fail("%s is in the folder %s; expected %s" % (asset.path, asset.dirname, folder), "asset")
    out = context.actions.declare_file(context.label.name + ".kbo")
    own = [asset] + context.files.paintings
    sources = depset(own, transitive = [dep[KickboxInfo].sources for dep in context.attr.deps])

    # A worker gets the arguments of the file; the others are those of its start.
    arguments = context.actions.args()
    arguments.use_param_file("@%s", use_always = True)
    arguments.set_param_file_format("multiline")
    arguments.add("--follow-links")
    arguments.add(asset)
    arguments.add("-o", out)
    context.actions.run(
        executable = context.executable.tool,
        arguments = ["compile", arguments],
        inputs = depset([context.file.project] + context.files.pictures, transitive = [sources]),
        outputs = [out],
        mnemonic = "KickboxCompile",
        progress_message = "Compiling %s" % asset.short_path,
        execution_requirements = {
            "requires-worker-protocol": "json",
            "supports-multiplex-sandboxing": "1",
            "supports-multiplex-workers": "1",
            "supports-worker-cancellation": "1",
            "supports-workers": "1",
        },
    )
    return [
        DefaultInfo(files = depset([out])),
        KickboxInfo(object = out, sources = sources),
    ]

def _asset_rule(folder):
    return dict(
        attrs = dict(
            _TOOL,
            asset = attr.label(
                allow_single_file = [".json"],
                mandatory = True,
                doc = "NAME.json in the folder `%s` of the project." % folder,
            ),
            project = attr.label(
                allow_single_file = [".kickbox"],
                mandatory = True,
                doc = "The .kickbox file of the project.",
            ),
            pictures = attr.label_list(
                allow_files = [".png"],
                doc = "Its files in the folder `pictures`.",
            ),
            paintings = attr.label_list(
                allow_files = [".png"],
                doc = "Its files in %s." % " and ".join(
                    ["`%s.png`" % path.format("NAME") for path in _PAINTINGS[folder]],
                ),
            ),
            deps = attr.label_list(
                providers = [KickboxInfo],
                doc = "The assets that it refers to.",
            ),
        ),
        doc = "Compiles NAME.json of the folder `%s` to an object." % folder,
    )

# Bazel wants each rule and its function at the top level of a file.
def _sprite_impl(context):
    return _compile_impl(context, "sprites")

def _mask_impl(context):
    return _compile_impl(context, "masks")

def _track_impl(context):
    return _compile_impl(context, "tracks")

def _level_impl(context):
    return _compile_impl(context, "levels")

kickbox_sprite = rule(implementation = _sprite_impl, **_asset_rule("sprites"))
kickbox_mask = rule(implementation = _mask_impl, **_asset_rule("masks"))
kickbox_track = rule(implementation = _track_impl, **_asset_rule("tracks"))
kickbox_level = rule(implementation = _level_impl, **_asset_rule("levels"))

_RULES = {
    "sprites": kickbox_sprite,
    "masks": kickbox_mask,
    "tracks": kickbox_track,
    "levels": kickbox_level,
}

def _bank_impl(context):
    bank = context.outputs.out or context.actions.declare_file(context.label.name + ".kbx")
    objects = [asset[KickboxInfo].object for asset in context.attr.assets]
    arguments = context.actions.args()
    arguments.use_param_file("@%s", use_always = True)
    arguments.set_param_file_format("multiline")
    arguments.add_all(objects)
    arguments.add("-o", bank)
    context.actions.run(
        executable = context.executable.tool,
        arguments = ["link", arguments],
        inputs = objects,
        outputs = [bank],
        mnemonic = "KickboxLink",
        # It reads what its arguments name, and a sandbox with 10,000 objects takes a minute.
        execution_requirements = {"no-sandbox": "1"},
        progress_message = "Linking %s" % bank.short_path,
    )
    return [DefaultInfo(files = depset([bank]), runfiles = context.runfiles([bank]))]

kickbox_bank = rule(
    implementation = _bank_impl,
    attrs = dict(
        _TOOL,
        assets = attr.label_list(
            providers = [KickboxInfo],
            mandatory = True,
            doc = "The compiled assets of one project.",
        ),
        out = attr.output(doc = "The bank; NAME.kbx if left out."),
    ),
    doc = "Links compiled assets to the bank that a game loads.",
)

def _grouped(pattern):
    """Files of a pattern with "{}" for the asset's name, in a list for each name."""
    head, _, tail = pattern.partition("{}")
    groups = {}
    for path in native.glob([head + "*" + tail], allow_empty = True):
        rest = path[len(head):]
        name = rest.split("/")[0] if "/" in tail else rest[:len(rest) - len(tail)]
        groups.setdefault(name, []).append(path)
    return groups

def kickbox_project(name, project, pictures = {}, deps = {}, **attributes):
    """Makes a target for each asset of a project, and NAME for its bank.

    The target of NAME/sprites/hero.json is NAME/sprites/hero.

    Args:
      name: the name of the bank's target; the bank is NAME.kbx.
      project: the .kickbox file, in this package.
      pictures: {"sprites/hero": ["villain-4f00ba12cafe.png"]}, for files of the folder `pictures`
        whose names do not begin with the asset's name and a hyphen.
      deps: {"levels/yard": ["sprites/tiles"]}, the assets that one refers to.
      **attributes: of all rules, such as `tool`, `tags` and `visibility`.
    """
    root = project[:project.rfind("/") + 1]
    by_name = {}
    for path in native.glob([root + "pictures/*.png"], allow_empty = True):
        by_name.setdefault(path[len(root + "pictures/"):].rpartition("-")[0], []).append(path)
    assets = []
    for folder, asset_rule in _RULES.items():
        groups = [_grouped(root + pattern + ".png") for pattern in _PAINTINGS[folder]]
        for asset, [path] in _grouped(root + folder + "/{}.json").items():
            key = folder + "/" + asset
            asset_rule(
                name = root + key,
                asset = path,
                project = project,
                pictures = by_name.get(asset, []) +
                           [root + "pictures/" + file for file in pictures.get(key, [])],
                paintings = [file for group in groups for file in group.get(asset, [])],
                deps = [root + dep for dep in deps.get(key, [])],
                **attributes
            )
            assets.append(root + key)
    kickbox_bank(name = name, assets = assets, **attributes)
