# SPDX-License-Identifier: MIT
# Imports a file.kbx as a KickboxBank. A bank that cannot be opened is not imported, and the reason
# is in the output.
@tool
extends EditorImportPlugin


func _get_importer_name() -> String:
	return "kickbox.bank"


func _get_visible_name() -> String:
	return "Kickbox bank"


func _get_recognized_extensions() -> PackedStringArray:
	return ["kbx"]


func _get_save_extension() -> String:
	return "res"


func _get_resource_type() -> String:
	return "KickboxBank"


func _get_priority() -> float:
	return 1.0


func _get_import_order() -> int:
	return 0


func _get_preset_count() -> int:
	return 1


func _get_preset_name(_preset: int) -> String:
	return "Default"


func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
	return []


func _get_option_visibility(_path: String, _name: StringName, _options: Dictionary) -> bool:
	return true


func _import(source: String, target: String, _options: Dictionary, _variants: Array[String],
		_files: Array[String]) -> Error:
	if not ClassDB.class_exists(&"KickboxBank"):
		push_error("%s: the library of Kickbox is not loaded" % source)
		return ERR_UNAVAILABLE
	var bank: Resource = ClassDB.instantiate(&"KickboxBank")
	var reason: String = bank.call(&"open", FileAccess.get_file_as_bytes(source))
	if reason != "":
		push_error("%s: %s" % [source, reason])
		return ERR_FILE_CORRUPT
	return ResourceSaver.save(bank, "%s.%s" % [target, _get_save_extension()])
