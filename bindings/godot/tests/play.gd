# SPDX-License-Identifier: MIT
# Plays a scene of the sample, and reports what it came to and how many colours are on the screen.
extends Node

const Api := preload("res://addons/kickbox/api.gd")

var game: Node


func _ready() -> void:
	var scene := FileAccess.get_file_as_string("res://scene.txt")
	if scene == "platform":
		Api.kb = load("res://remote.gd").new()
	else:
		game = load("res://main.tscn").instantiate()
		add_child(game)
	report(await call(scene))


func report(about: Dictionary) -> void:
	await RenderingServer.frame_post_draw
	await RenderingServer.frame_post_draw
	var image := get_viewport().get_texture().get_image()
	var colours := {}
	for y in image.get_height():
		for x in image.get_width():
			colours[image.get_pixel(x, y)] = true
	about.colours = colours.size()
	JavaScriptBridge.get_interface("window").report(JSON.stringify(about))


func fight() -> Dictionary:
	var boxer := game.get_node("Fight/Boxer")
	boxer.position.x = 172
	game.get_node("Fight").blow(game.get_node("Fight/Fakir"))
	while game.get_node("Fight").health[boxer] == 100:
		await get_tree().process_frame
	return { words = game.get_node("Words").text }


# The scene alone: the fight asks more than remote.gd answers.
func platform() -> Dictionary:
	game = load("res://main.tscn").instantiate()
	game.get_node("Fight").free()
	game.set_script(null)
	add_child(game)
	var scene := game.get_node("Platform")
	scene.visible = true
	scene.set_physics_process(false)
	var start: Vector2 = scene.foot
	var highest: float = start.y
	for i in 100:
		scene.step(1, i == 40)
		highest = minf(highest, scene.foot.y)
	return { run = scene.foot.x - start.x, rise = start.y - highest }
