# SPDX-License-Identifier: MIT
## Finds the library: the class Kickbox of the extension or, as in web exports, the reader of JSON
## banks. Their names are the same.
extends RefCounted

static var kb: Variant = _find()


static func _find() -> Variant:
	if ClassDB.class_exists(&"Kickbox"):
		return load("res://addons/kickbox/native.gd").kickbox()
	return preload("kickbox_json.gd")


## Does the library have levels, masks and tracks?
static func has_levels() -> bool:
	return not kb is Script


## The bank in PATH.kbx, or in PATH.json without the extension. Null after an error.
static func open_bank(path: String) -> Object:
	if has_levels():
		return load(path + ".kbx")
	var bank: Variant = kb.open(FileAccess.get_file_as_string(path + ".json"))
	if bank is String:
		push_error("%s.json: %s" % [path, bank])
		return null
	return bank


## The pages of a bank as textures, made once.
static func pages(bank: Object) -> Array:
	if not bank.has_meta(&"pages"):
		var made := []
		for i: int in bank.count(kb.PAGE):
			var about: Dictionary = bank.item(kb.PAGE, i).info()
			var image := Image.new()
			if about.encoding == kb.PAGE_PNG:
				image.load_png_from_buffer(about.data)
			else:
				image = Image.create_from_data(about.size.x, about.size.y, false,
						Image.FORMAT_RGBA8, about.data)
			made.append(ImageTexture.create_from_image(image))
		bank.set_meta(&"pages", made)
	return bank.get_meta(&"pages")


## Draws a frame on a node, in the node's own pixels.
static func draw_frame(on: CanvasItem, bank: Object, frame: Object, place: Dictionary) -> void:
	var picture: Dictionary = kb.frame_picture(frame, place)
	if picture.found:
		var rect := Rect2(picture.target)
		rect.size *= Vector2(-1 if picture.flip_x else 1, -1 if picture.flip_y else 1)
		on.draw_texture_rect_region(pages(bank)[picture.page], rect, Rect2(picture.source))
