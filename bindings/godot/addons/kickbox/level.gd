# SPDX-License-Identifier: MIT
## A level of a bank: draws its grounds and tiles, and moves bodies through it. Needs the extension.
class_name KickboxLevel2D
extends Node2D

const Api := preload("api.gd")

## A KickboxBank.
@export var bank: Resource:
	set(value):
		bank = value
		open_bank(value)
## The name of the level in the bank.
@export var level := ""
@export var ground_colour := Color("#75543f")
@export var grass_colour := Color("#5c9e4d")

## What is drawn, in pixels of the level.
var view := Rect2(0, 0, 320, 180):
	set(value):
		view = value
		queue_redraw()
var elapsed_ms := 0.0
var opened: Object


func open_bank(of: Object) -> void:
	opened = of


func _process(seconds: float) -> void:
	elapsed_ms += seconds * 1000.0


func handle() -> Object:
	return opened.find(Api.kb.LEVEL, level) if opened else null


## Where an entity of the level is.
func entity(what: String) -> Vector2:
	return handle().find(Api.kb.ENTITY, what).info().position


## Moves a body: what stops it, how far it came, whether it stands. See kbx_level_move.
func move(body: Rect2, by: Vector2, motion := {}, filter: Variant = null) -> Dictionary:
	var shape: Dictionary = Api.kb.shape_rect(body.position, body.end)
	return Api.kb.level_move(handle(), shape, by, motion, filter)


func _draw() -> void:
	var own := handle()
	if not own or not Api.has_levels():
		return
	for i: int in own.count(Api.kb.GROUND):
		_draw_ground(own.item(Api.kb.GROUND, i))
	for i: int in own.count(Api.kb.TILES):
		_draw_tiles(own.item(Api.kb.TILES, i))


func _draw_ground(ground: Object) -> void:
	for x in range(floori(view.position.x), ceili(view.end.x)):
		var at: Dictionary = Api.kb.ground_at(ground, x + 0.5)
		if at.found:
			var y := roundf(at.y)
			draw_rect(Rect2(x, y, 1, view.end.y - y), ground_colour)
			draw_rect(Rect2(x, y, 1, 5), grass_colour)


func _draw_tiles(tiles: Object) -> void:
	var kb: Variant = Api.kb
	for cell: Vector2i in kb.tiles_visible(tiles, { min = view.position, max = view.end }):
		var tile: Dictionary = kb.tiles_tile(tiles, cell)
		var frame: Object = kb.tile_frame(tiles, tile)
		var animation: Object = kb.tile_animation(tiles, tile)
		if animation:
			frame = kb.animation_at(animation, int(elapsed_ms)).frame
		var about: Dictionary = frame.info()
		var corner: Vector2i = kb.tiles_picture_at(tiles, cell, about.size) + about.hot_spot
		Api.draw_frame(self, opened, frame,
				kb.at_flipped(corner.x, corner.y, tile.flip_x, tile.flip_y))
