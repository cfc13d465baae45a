# SPDX-License-Identifier: MIT
# Stands for the extension in the web runtime, which loads none: asks the page's server, which has
# the extension in its host. This is the class Kickbox; its inner class is a bank or a handle.
extends RefCounted


class Thing:
	extends Resource
	var number: int
	var remote: RefCounted

	func count(kind: int) -> int:
		return remote.ask("count", [kind], number)

	func item(kind: int, i: int) -> Thing:
		return remote.ask("item", [kind, i], number)

	func find(kind: int, what: String) -> Thing:
		return remote.ask("find", [kind, what], number)

	func name() -> String:
		return remote.ask("name", [], number)

	func info() -> Dictionary:
		return remote.ask("info", [], number)


# Loads res://NAME.kbx as the plugin's import would.
class Loader:
	extends ResourceFormatLoader
	var remote: RefCounted

	func _get_recognized_extensions() -> PackedStringArray:
		return ["kbx"]

	func _handles_type(_type: StringName) -> bool:
		return true

	func _load(path: String, _original: String, _threads: bool, _cache: int) -> Variant:
		return remote.ask("open", [path.get_file()])


var constants: Dictionary


func _init() -> void:
	constants = ask("constants", [])
	var loader := Loader.new()
	loader.remote = self
	ResourceLoader.add_resource_format_loader(loader)


func _get(property: StringName) -> Variant:
	return constants.get(String(property))


func ask(what: String, given: Array, own := -1) -> Variant:
	var request := JavaScriptBridge.create_object("XMLHttpRequest")
	request.open("POST", "/ask", false)
	request.send(var_to_str([what, own, _sent(given)]))
	return _received(str_to_var(request.responseText))


func _sent(value: Variant) -> Variant:
	if value is Thing:
		return { thing = value.number }
	return value.map(_sent) if value is Array else value


func _received(value: Variant) -> Variant:
	if value is Array:
		return value.map(_received)
	if not value is Dictionary:
		return value
	if value.has("thing"):
		var made := Thing.new()
		made.number = value.thing
		made.remote = self
		return made
	for key: String in value:
		value[key] = _received(value[key])
	return value


func animation_at(animation: Thing, ms: int) -> Dictionary:
	return ask("animation_at", [animation, ms])


func at_flipped(x: float, y: float, flip_x: bool, flip_y: bool) -> Dictionary:
	return ask("at_flipped", [x, y, flip_x, flip_y])


func frame_picture(frame: Thing, place: Dictionary) -> Dictionary:
	return ask("frame_picture", [frame, place])


func ground_at(ground: Thing, x: float) -> Dictionary:
	return ask("ground_at", [ground, x])


func level_move(level: Thing, shape: Dictionary, move: Vector2, motion: Dictionary,
		filter: Variant) -> Dictionary:
	return ask("level_move", [level, shape, move, motion, filter])


func shape_rect(low: Vector2, high: Vector2) -> Dictionary:
	return ask("shape_rect", [low, high])


func tile_animation(tiles: Thing, tile: Dictionary) -> Thing:
	return ask("tile_animation", [tiles, tile])


func tile_frame(tiles: Thing, tile: Dictionary) -> Thing:
	return ask("tile_frame", [tiles, tile])


func tiles_picture_at(tiles: Thing, cell: Vector2i, size: Vector2i) -> Vector2i:
	return ask("tiles_picture_at", [tiles, cell, size])


func tiles_tile(tiles: Thing, cell: Vector2i) -> Dictionary:
	return ask("tiles_tile", [tiles, cell])


func tiles_visible(tiles: Thing, view: Dictionary) -> Array:
	return ask("tiles_visible", [tiles, view])
