# SPDX-License-Identifier: MIT
# What exported scenes and sprite frames hold, for each step of each animation, as JSON.
extends Node


func _ready() -> void:
	var told := {}
	var scene: Node = load("res://dojo.tscn").instantiate()
	add_child(scene)
	var steps: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://steps.json"))
	for sprite: String in steps:
		for animation: String in steps[sprite]:
			told[sprite + "/" + animation] = steps[sprite][animation].map(
					func(time: float) -> Dictionary: return state(scene.get_node(sprite), animation, time))
	var frames: SpriteFrames = load("res://dojo.tres")
	var lists := {}
	for animation: String in frames.get_animation_names():
		lists[animation] = range(frames.get_frame_count(animation)).map(func(i: int) -> Array: return [
				frames.get_frame_duration(animation, i) / frames.get_animation_speed(animation),
				box_of(frames.get_frame_texture(animation, i).region)])
	JavaScriptBridge.get_interface("window").report(JSON.stringify({ "scene": told, "frames": lists }))


func box_of(box: Rect2) -> Array:
	return [box.position.x, box.position.y, box.size.x, box.size.y]


func state(sprite: Node, animation: String, time: float) -> Dictionary:
	var player: AnimationPlayer = sprite.get_node("Animations")
	player.play(animation)
	player.seek(time, true)
	var shapes := []
	for area: Node in sprite.get_node("Shapes").get_children():
		for node: CollisionShape2D in area.get_children():
			if not node.disabled:
				var box := node.transform * node.shape.get_rect()
				shapes.append([area.name, node.shape.get_class(), box_of(box)])
	var points := {}
	for node: Marker2D in sprite.get_node("Points").get_children():
		if node.visible:
			points[node.name] = [node.position.x, node.position.y]
	var picture: Sprite2D = sprite.get_node("Picture")
	return { "region": box_of(picture.texture.region), "margin": box_of(picture.texture.margin),
			"offset": [picture.offset.x, picture.offset.y], "shapes": shapes, "points": points,
			"loops": player.get_animation(animation).loop_mode }
