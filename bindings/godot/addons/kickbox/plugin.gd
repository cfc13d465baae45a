# SPDX-License-Identifier: MIT
@tool
extends EditorPlugin

var importer := preload("import_bank.gd").new()


func _enter_tree() -> void:
	add_import_plugin(importer)


func _exit_tree() -> void:
	remove_import_plugin(importer)
