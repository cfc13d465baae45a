# SPDX-License-Identifier: MIT
# Answers the questions in questions.json by the reader of JSON banks, and gives the answers to the
# page's function `report`: a line of JSON each.
extends Node

const Kickbox = preload("res://addons/kickbox/kickbox_json.gd")
const FLIPS := { "": [false, false], "x": [true, false], "y": [false, true], "xy": [true, true] }

var bank: Kickbox.Handle


func _ready() -> void:
	var lines := PackedStringArray()
	var asked: Array = JSON.parse_string(FileAccess.get_file_as_string("res://questions.json"))
	for file in asked:
		var opened: Variant = Kickbox.open(FileAccess.get_file_as_string(file.bank))
		if opened is String:
			lines.append(JSON.stringify(opened))
			continue
		bank = opened
		for question: Dictionary in file.questions:
			lines.append(JSON.stringify(call(question.q, question), "", false, true))
	JavaScriptBridge.get_interface("window").report("\n".join(lines))


func pose(asked: Dictionary) -> Array:
	var flip: Array = FLIPS[asked.flip]
	return [bank.find(Kickbox.SPRITE, asked.sprite).item(Kickbox.FRAME, asked.frame),
			Kickbox.at_flipped(asked.at[0], asked.at[1], flip[0], flip[1])]


func classes(asked: Dictionary, key := "classes") -> int:
	return bank.classes(asked[key]) if asked.has(key) else Kickbox.ALL_CLASSES


func box_of(box: Rect2i) -> Array:
	return [box.position.x, box.position.y, box.size.x, box.size.y]


func point(asked: Dictionary) -> Dictionary:
	var at := pose(asked.pose)
	var hit: Dictionary
	if asked.has("p"):
		hit = Kickbox.frame_at(at[0], at[1], Vector2i(asked.p[0], asked.p[1]), classes(asked))
	else:
		var shape: Dictionary
		if asked.has("box"):
			var b: Array = asked.box
			shape = Kickbox.shape_box(Rect2i(b[0], b[1], b[2], b[3]))
		else:
			var centre := Vector2(asked.circle.at[0], asked.circle.at[1])
			shape = Kickbox.shape_circle(centre, asked.circle.radius)
		hit = Kickbox.frame_hit(at[0], at[1], shape, classes(asked))
	if not hit.hit:
		return { hit = false }
	var name := bank.item(Kickbox.CLASS, hit.class_index).name()
	return { "hit": true, "shape": hit.index, "class": name }


func action(asked: Dictionary) -> Dictionary:
	var at := pose(asked.pose)
	var found := Kickbox.frame_action(at[0], at[1], asked.name)
	if not found.found:
		return { found = false }
	var way: Variant = [found.direction.x, found.direction.y] if found.has_direction else null
	return { found = true, p = [found.pixel.x, found.pixel.y], direction = way }


func shapes(asked: Dictionary) -> Dictionary:
	var a := pose(asked.a)
	var b := pose(asked.b)
	var of_a := classes(asked, "a_classes")
	var of_b := classes(asked, "b_classes")
	var pairs := Kickbox.frames_overlap(a[0], a[1], b[0], b[1], of_a, of_b)
	var hit := Kickbox.frames_touch(a[0], a[1], b[0], b[1], of_a, of_b)
	return { hit = hit, pairs = pairs.map(func(pair: Dictionary) -> Array: return [pair.a, pair.b]) }


func picture(asked: Dictionary) -> Dictionary:
	var at := pose(asked)
	var found := Kickbox.frame_picture(at[0], at[1])
	if not found.found:
		return { found = false }
	var page := bank.item(Kickbox.PAGE, found.page).info()
	return { found = true, page = found.page, source = box_of(found.source),
			target = box_of(found.target), size = [page.size.x, page.size.y],
			data = page.data.size() }


func animation(asked: Dictionary) -> Array:
	var of := bank.find(Kickbox.SPRITE, asked.sprite).find(Kickbox.ANIMATION, asked.name)
	return asked.ms.map(func(ms: float) -> Array:
		var step := Kickbox.animation_at(of, int(ms))
		return [step.frame.index if step.frame else null, step.index, step.start_ms,
				step.duration_ms, step.finished])
